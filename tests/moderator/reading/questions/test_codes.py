"""Codes of choices: 1b in an answer to a mail stands for what that mail shows beside 1b, or is refused by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.doctor.random_play import RandomPlayer
from pbem.engine.log.entry import EntryKind
from pbem.games import GAMES
from pbem.moderator.core.setups import load_setup
from pbem.moderator.correcting.by_hand import rule
from pbem.moderator.reading.report_questions import questions_for
from pbem.orders.carry.execute import understand
from pbem.orders.place.position import Position
from pbem.orders.reading.read import read
from pbem.orders.words.lines import code_of, codes_in
from pbem.resources import scenarios_dir
from tests.letters.natural.position import position
from tests.letters.natural.reading import effect
from tests.support.board import ASSIGN
from tests.support.conversation import Conversation, Mail, form, to

BELONGS = "those belong to the mail that they stand in"


def answering(mail: Mail) -> Callable[[EmailMessage], object]:
    """A letter that says it answers this mail."""

    def change(letter: EmailMessage) -> None:
        letter["In-Reply-To"] = mail.message_id

    return change


def answered(talk: Conversation, mail: Mail, text: str, seat: str = "york") -> Mail:
    """What a letter in answer to a mail is answered."""
    return to(seat, talk.write(seat, text, change=answering(mail)))


@pytest.fixture
def ia(tmp_path: Path) -> Iterator[Conversation]:
    game = Conversation(tmp_path, scenario="ia")
    yield game
    game.db.close()


def levy(ia: Conversation) -> Mail:
    """York's mail as its Levy begins: 1a muster York, 1b muster March, 1c done."""
    return to("york", ia.once("York's Levy", _levy))


def _levy(ia: Conversation) -> list[Mail]:
    ia.write("york", ASSIGN["york"])
    mails = ia.write("lancaster", ASSIGN["lancaster"])
    return mails if ia.asked() == "york" else ia.write("lancaster", "done")


@pytest.mark.parametrize(
    "text", ["1b", "1B", "1b.", "(1b)", "1 b", "1b please", "1b bitte", "  1b!", "01b", "> hi\n1b\n-- \nAnn"]
)
def test_a_code_is_the_choice_beside_it(ia: Conversation, text: str) -> None:
    mail = levy(ia)
    assert "   muster: 1a York, 1b March\r\n   1c done\r\n".replace("\r", "") in mail.text.replace("\r", "")
    assert "1b: muster March -> muster March" in answered(ia, mail, text).flat


@pytest.mark.parametrize(
    "text", ["", "1", "b", "2 AP", "2ap", "y6", "l13", "1b march", "1b or 1c", "100a", "1a1", "24h ely", "1 no"]
)
def test_other_lines_are_no_codes(text: str) -> None:
    assert not codes_in(text)


def test_there_is_a_code_for_each_of_many_choices() -> None:
    codes = [code_of(1, number) for number in range(100)]
    assert codes[:2] + codes[25:28] == ["2a", "2b", "2z", "2aa", "2bb"]
    assert all(codes_in(code) == (code,) for code in codes)
    assert len(set(codes)) == 100


def test_several_codes_are_carried_out_in_their_order(ia: Conversation) -> None:
    mail = answered(ia, levy(ia), "1b")
    codes = dict(re.findall(r"(1[a-z]+) ([A-Z][a-z]+)", mail.text))
    told = answered(ia, mail, "1a, 1 c\n").flat
    assert f"1 ok 1a: parley {codes['1a']} -> parley {codes['1a']} 1 ok 1c: parley {codes['1c']}" in told


def test_a_code_is_good_in_an_answer_to_its_mail_alone(ia: Conversation) -> None:
    mail = levy(ia)
    before = ia.table().next_number
    for told in (to("york", ia.write("york", "1b")), answered(ia, to("york", ia.opening), "1d")):
        assert BELONGS in told.flat or "has no code 1d" in told.flat
        assert "Nearest: muster York" in told.flat
    assert ia.table().next_number == before
    assert "1b: muster March -> muster March" in answered(ia, mail, "1b").flat


def test_a_code_of_a_question_that_is_answered_is_refused(ia: Conversation) -> None:
    mail = levy(ia)
    ia.write("york", "muster march\nlevy carts\nlevy carts\n")
    before = ia.table().next_number
    told = answered(ia, mail, "1b")
    assert '1b: muster March: 1b stood for "muster March", and that question is answered already.' in told.flat
    assert ia.table().next_number == before
    assert "now" not in told.flat.partition("== Your letter")[2].partition("==")[0]
    assert "answered already" in answered(ia, mail, "now\n1b").flat


def test_behind_another_order_a_code_is_what_it_was_or_nothing(ia: Conversation) -> None:
    """1a and 1b are one choice: behind "muster March" no Lord is chosen any more, and what comes is March's own."""
    told = answered(ia, levy(ia), "1b\n1a\nstanding exile none").flat
    assert "1 ok 1b: muster March" in told
    assert "2 ok 1a: muster York" in told or '1a stood for "muster York", which is no choice of yours any more' in told
    assert "3 ok standing exile none" in told


def test_a_code_whose_meaning_has_changed_is_refused(ia: Conversation) -> None:
    """A ruling changes the Favour of Hereford, and what a Parley there costs is another thing."""
    mail = answered(ia, levy(ia), "1b")
    assert "1d levy troops" in mail.text
    rule(ia.desk, ia.name, "favour hereford york", "a slip of mine")
    ia.new_mails()
    before = ia.table().next_number
    told = answered(ia, mail, "1d").flat
    assert '1d stood for "levy troops", and what it means has changed since that mail. Nearest: levy troops' in told
    assert ia.table().next_number == before


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1b: muster March", "muster March -> muster March"),
        ("1b March", "1b: muster March -> muster March"),
        ("1b muster", "1b: muster March -> muster March"),
        ("1b: York", '1b stands for "muster March", and this line says something else'),
        ("1b wait", '1b stands for "muster March", and this line says something else'),
        ("1b: muster York", '1b stands for "muster March", and this line says something else'),
        ("1z", "the mail that you answer has no code 1z"),
        ("card 2:\n1b", "1b"),
    ],
)
def test_what_stands_with_a_code(ia: Conversation, text: str, said: str) -> None:
    assert said in answered(ia, levy(ia), text).flat


def test_a_code_works_below_the_whole_mail_quoted(ia: Conversation) -> None:
    mail = levy(ia)
    quoted = "\n".join(f"> {line}".rstrip() for line in mail.text.splitlines())
    told = answered(ia, mail, f"1b\n\nOn Saturday the moderator wrote:\n{quoted}\n").flat
    assert "1b: muster March -> muster March" in told


def test_a_preview_says_what_a_code_stands_for_and_offers_the_line(ia: Conversation) -> None:
    mail = levy(ia)
    before = ia.table().next_number
    told = answered(ia, mail, "preview\n1b\n1z")
    assert "1b: muster March" in told.flat
    assert "has no code 1z" in told.flat
    assert [line for line in form(told).splitlines() if line][:2] == ["muster March", "# 1z"]
    assert ia.table().next_number == before
    assert BELONGS in answered(ia, told, "1b").flat
    assert "ok muster March -> muster March" in answered(ia, told, "ok").flat


def test_the_page_shows_the_codes_too(ia: Conversation) -> None:
    mail = levy(ia)
    assert '<b style="white-space:nowrap">1b</b>&nbsp;March' in mail.html


def test_a_mail_from_before_there_were_codes_has_none(ia: Conversation) -> None:
    mail = levy(ia)
    with ia.db.writing() as session:
        session.connection().exec_driver_sql("UPDATE outgoing SET asked = json_remove(asked, '$.codes')")
    assert BELONGS in answered(ia, mail, "1b").flat


def test_the_report_sent_again_has_its_codes(ia: Conversation) -> None:
    levy(ia)
    mails = [mail for mail in ia.write("york", "resend") if mail.kind == "report"]
    assert "1b: muster March -> muster March" in answered(ia, mails[0], "1b").flat


@pytest.mark.parametrize(("game", "scenario"), [("warriors_of_england", "campaign"), ("richard_iii", "1460")])
def test_codes_of_the_other_games(tmp_path: Path, game: str, scenario: str) -> None:
    talk = Conversation(tmp_path, scenario=scenario, game=game)
    seat = talk.asked()
    mail = to(seat, talk.opening)
    line = re.search(r"1c (?:card )?([A-Za-z0-9 ]+?)(?:,|\n|\r)", mail.text)
    assert line is not None
    told = to(seat, talk.write(seat, "1c", change=answering(mail))).flat
    assert re.search(rf"1 ok 1c: (?:card|choose) {line[1]} -> ", told)
    talk.db.close()


def test_german_readers_are_told_in_german(tmp_path: Path) -> None:
    ia = Conversation(tmp_path, scenario="ia", options={"language": {"york": "de"}})
    mail = levy(ia)
    assert "In einer Antwort auf diese Mail steht 1a für die Wahl daneben." in mail.flat
    assert "1b: muster March -> muster March" in answered(ia, mail, "1b bitte").flat
    assert "und diese Frage ist schon beantwortet" in answered(ia, mail, "1c").flat
    ia.db.close()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1c, 1d", "1c, 1d answer one question, and it takes one answer. Nearest: pay Norfolk, Essex"),
        ("1c\n1d", "2 -- 1d: pay Essex: 1c, 1d answer one question"),
        ("1a 1b", "it takes one answer. Nearest: pay Norfolk, Essex or: pay none"),
        ("1c\npay essex", "this question takes one answer"),
        ("1c?", "that looks like a question, so nothing is done: write an order without a question mark"),
        ("1c, 1d?", "1 -- 1d: pay Essex: that looks like a question"),
        ("preview\n1c 1d", "1c, 1d answer one question"),
    ],
)
def test_several_codes_of_a_question_that_takes_one_answer_are_refused(tmp_path: Path, text: str, said: str) -> None:
    talk = position("plantagenet", "pay").conversation(tmp_path)
    mail, before = to("york", talk.new_mails()), talk.table().next_number
    assert said in answered(talk, mail, text).flat
    assert talk.table().next_number == before
    talk.db.close()


ONE_ANSWER = ("it takes one answer", "takes one answer, and", "do not go together")


@pytest.mark.parametrize(
    ("game", "name", "text"),
    [
        ("richard_iii", "card", "1a\n1b"),
        ("richard_iii", "card", "card 3 AP\ncard Surprise"),
        ("richard_iii", "keep", "keep yes; keep no"),
        ("plantagenet", "plan", "1a 1b"),
        ("plantagenet", "plan", "plan York, March, York, March\nplan March, York, York, March"),
        ("plantagenet", "plan", "plan York, March, York, March\nmake my plan March, York, York, March"),
        ("plantagenet", "intercept", "yes\nno"),
        ("plantagenet", "intercept", "intercept March\nintercept none"),
        ("plantagenet", "intercept", "intercept March\nstatus\nintercpt\nno"),
        ("plantagenet", "intercept", "intercept March\nintercept March\nintercept none"),
        ("plantagenet", "approach", "battle\nexile all"),
        ("plantagenet", "pay", "pay none\npay all"),
        ("plantagenet", "pay", "pay Norfolk\nplease pay nobody"),
        ("plantagenet", "pay", "standing pay none\npay all"),
        ("plantagenet", "intercept", "standing intercept none\nintercept March"),
        ("plantagenet", "charity", "charity none\ncharity March"),
        ("plantagenet", "array", "array left Norfolk\narray right Norfolk"),
        ("plantagenet", "pay", "intercept March\nintercept none"),
        ("richard_iii", "card", "2 AP\n3 AP"),
        ("richard_iii", "keep", "keep yes\ndo not keep"),
        ("richard_iii", "plague", "plague Middlesex\nplague Wilts"),
        ("richard_iii", "muster", "muster Cumbria\nmuster none"),
        ("richard_iii", "home", "home Warwick Calais\nhome Warwick Glamorgan"),
        ("warriors_of_england", "choose", "choose Stanley\nScrope"),
        ("warriors_of_england", "commander", "commander Buckingham\nArundel leads"),
        ("warriors_of_england", "intrigue", "intrigue none\nbribe Arundel"),
        ("warriors_of_england", "losses", "lose 2 Arundel, 1 Grey\nlose 1 Arundel, 2 Grey"),
        ("warriors_of_england", "withdraw", "we stay\nwithdraw London Somerset Buckingham"),
        ("warriors_of_england", "place", "place none\nplace Clarence"),
    ],
)
def test_of_two_answers_to_one_question_none_is_carried_out(game: str, name: str, text: str) -> None:
    done = effect(position(game, name), text.split("\n"))
    assert any(why in each.problem for each in done.results for why in ONE_ANSWER)
    assert done.did == ()


@pytest.mark.parametrize(
    ("game", "name", "text"),
    [
        ("richard_iii", "card", "1a\n1b"),
        ("plantagenet", "pay", "standing pay none\npay all"),
        ("warriors_of_england", "intrigue", "intrigue none\nbribe Arundel"),
    ],
)
def test_a_letter_of_two_answers_is_told_so(tmp_path: Path, game: str, name: str, text: str) -> None:
    at = position(game, name)
    talk = at.conversation(tmp_path)
    mail, before = to(at.seat, talk.new_mails() if at.letters else talk.opening), talk.table().next_number
    told = answered(talk, mail, text, at.seat).flat
    assert any(why in told for why in ONE_ANSWER)
    assert talk.table().next_number == before
    talk.db.close()


@pytest.mark.parametrize(
    ("game", "name", "text"),
    [
        ("richard_iii", "card", "1a\nno, 1b"),
        ("richard_iii", "card", "card 2 AP\nno, 3 AP"),
        ("richard_iii", "card", "1a\nnein, 1b"),
        ("richard_iii", "card", "1b\nactually 1c please"),
        ("warriors_of_england", "campaign", "1a\nno, 1b"),
        ("warriors_of_england", "campaign", "march Arundel Southwest\nno, not that one"),
        ("warriors_of_england", "campaign", "march Arundel Southwest\nno, march Edward IV East"),
        ("warriors_of_england", "campaign", "march Arundel Southwest\nnein, das nicht"),
    ],
)
def test_a_line_that_is_corrected_below_is_not_carried_out(game: str, name: str, text: str) -> None:
    done = effect(position(game, name), text.split("\n"))
    assert any(why in each.problem for each in done.results for why in ("write one of the two", "takes one answer"))
    assert done.did == ()


@pytest.mark.parametrize(
    ("game", "name", "text", "done"),
    [
        ("richard_iii", "card", "card 2 AP\nsorry for being late", "1 ok card 2 AP"),
        ("richard_iii", "card", "card 2 AP\nno hurry!", "1 ok card 2 AP"),
        ("plantagenet", "pay", "pay none\npay none", "2 ok pay none -> pay none (as above: done once)"),
        ("plantagenet", "pay", "standing pay all\npay all", "2 ok pay all -> pay Norfolk, Essex (as above: done once)"),
        ("plantagenet", "intercept", "no\nintercept none", "2 ok intercept none -> intercept none (as above: done once)"),
        ("plantagenet", "intercept", "intercept none\nstanding intercept March", "2 ok standing intercept March"),
        ("plantagenet", "assign", "assign Exeter\nassign Somerset", "2 ok assign Somerset"),
        ("plantagenet", "array", "array left Norfolk\narray right Richard", "2 ok array right Richard"),
        ("plantagenet", "approach", "exile none\nculverins none\nexile all", "3 ok exile all -> "),
        ("warriors_of_england", "campaign", "march Arundel Southwest\nmarch Edward IV East", "2 ok march Edward IV East"),
        ("warriors_of_england", "fight", "fight Northwest\nfight South Midlands", "2 ok fight South Midlands"),
        ("richard_iii", "home", "home Warwick Calais\nhome Suffolk Oxford", "2 ok home Suffolk Oxford"),
    ],
)
def test_what_is_no_second_answer_is_carried_out(tmp_path: Path, game: str, name: str, text: str, done: str) -> None:
    at = position(game, name)
    talk = at.conversation(tmp_path)
    told = answered(talk, to(at.seat, talk.new_mails() if at.letters else talk.opening), text, at.seat).flat
    assert (done in told, "1 ok " in told) == (True, True)
    receipts = [entry.answer["orders"] for entry in talk.table().entries if entry.kind is EntryKind.RECEIPT]
    assert "(as above" not in str(receipts)
    talk.db.close()


def test_parts_of_one_answer_can_have_several_codes(tmp_path: Path) -> None:
    talk = position("plantagenet", "array").conversation(tmp_path)
    told = answered(talk, to("york", talk.new_mails() or talk.opening), "1a 1b 1c 1d 2a 2b 2c").flat
    assert told.count("1 ok ") == 7
    talk.db.close()


def test_what_is_too_little_for_an_answer_has_no_code() -> None:
    mail = position("plantagenet", "propaganda").mail
    assert "1a name Carlisle, Ely, Exeter" in mail.text
    assert "1b name Ely, Exeter, Ludlow" in mail.text
    assert not re.search(r"1[a-z] name \w+$", mail.text, re.MULTILINE)


@pytest.mark.parametrize("game", sorted(GAMES))
def test_no_code_that_is_shown_can_be_an_order(game: str) -> None:
    """In random games each code stands for a line that answers its question, and is no answer by itself."""
    rules = GAMES[game]
    scenarios = {"plantagenet": "ia_henry_vi", "richard_iii": "1460", "warriors_of_england": "campaign"}
    scenario = scenarios.get(game) or next(iter(rules.scenarios))
    player = RandomPlayer.from_seed("codes", rules.sample.styles)
    table = player.open_table(rules, load_setup(rules, scenario, scenarios_dir()))
    for number in range(150):
        if table.over:
            break
        decision = player.question(table)
        if number % 5 == 0:
            open_ = table.open_to(decision.seat)
            for asked, question in zip(open_, questions_for(table, open_), strict=True):
                for choice in question.coded:
                    assert not read(Position(table, decision.seat), choice.code).meant
                for choice in question.coded[:4]:
                    placed = understand(table, decision.seat, choice.line)
                    assert placed.decision is not None
                    assert placed.decision.key == asked.key
        table.answer(decision.seat, decision.key, player.answer(decision), subject=decision.subject)
