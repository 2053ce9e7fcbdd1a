"""Acts by letter: what a house does without being asked."""

from __future__ import annotations

import json
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.engine.decision import Json, Seat
from pbem.engine.log.entry import EntryKind
from pbem.engine.table import Table
from pbem.lab.play.stage import desk_over
from pbem.moderator.core.context import Context
from pbem.moderator.correcting.correction import Correction, redo, rework, undo
from pbem.moderator.desk.archive_files import rerun_game, verify_document
from pbem.moderator.desk.arrival import move_in
from pbem.store.archive.transfer import export_game
from pbem.store.database import Database
from pbem.store.games import lobby
from tests.support.conversation import Conversation, Mail, form
from tests.toys.border_war.game import RULES
from tests.toys.border_war.position import State
from tests.toys.files import toy_files
from tests.toys.houses import NEVILLE, PERCY, PLAYERS, SCOTLAND, of

TERMS = {"deadline": "72h", "reminder": "24h", "grace": "24h", "no_show": "default"}
COURT = {
    PERCY: "court none; aim durham",
    NEVILLE: "court none; aim hexham",
    SCOTLAND: "court none; aim carlisle",
}


def opened(folder: Path, **options: Json) -> Conversation:
    return Conversation(
        folder,
        scenario="marches",
        game=RULES.name,
        games={RULES.name: RULES},
        files=toy_files(),
        players=PLAYERS,
        same_as=RULES.name,
        **options,
    )


@pytest.fixture
def war(tmp_path: Path) -> Iterator[Conversation]:
    """A war of three houses at its first impulse, Percy's to begin."""
    talk = opened(tmp_path, terms=TERMS)
    talk.once("at the first impulse", court)
    yield talk
    assert is_exact(talk)
    talk.db.close()


def court(talk: Conversation) -> list[Mail]:
    return [mail for seat, lines in COURT.items() for mail in talk.write(seat, lines)]


def is_exact(talk: Conversation) -> bool:
    with talk.db.reading() as session:
        return rerun_game(Context(session, talk.desk).of(talk.game())).exact


def card(talk: Conversation, seat: Seat, place: int = 0) -> str:
    return str(talk.table().state.hands[seat][place])


def acts(table: Table[State]) -> list[tuple[Seat, str]]:
    return [(entry.seat, entry.answer) for entry in table.entries if entry.kind is EntryKind.ACT]


# Not asked


def test_a_house_that_is_not_asked_gives_a_card_away_and_is_told_so_with_a_receipt(war: Conversation) -> None:
    given = card(war, SCOTLAND)
    mails = war.write(SCOTLAND, f"gift {given} to Neville")
    table = war.table()
    assert acts(table) == [(SCOTLAND, f"gift {given} neville")]
    assert given in table.state.hands[NEVILLE]
    assert [decision.seat for decision in table.open()] == [PERCY]
    told = of(SCOTLAND, mails)
    assert f"1 ok gift {given} to Neville -> gift {given.title()} Neville" in told
    assert "Your letter, receipt" in told
    assert "You have nothing to do now: waiting for Percy" in told


def test_who_is_given_a_card_is_told_at_once_and_so_is_who_is_asked_others_later(
    war: Conversation,
) -> None:
    given = card(war, SCOTLAND)
    mails = war.write(SCOTLAND, f"gift {given} neville")
    assert f"Scotland gives Neville a card. The card is {given.title()}." in of(NEVILLE, mails)
    assert "Scotland gives Neville a card." in of(PERCY, mails)
    assert given.title() not in of(PERCY, mails)
    mails = war.write(NEVILLE, f"gift {given} percy")
    assert of(SCOTLAND, mails) == ""
    assert "Neville gives Percy a card." in of(SCOTLAND, war.write(SCOTLAND, "report"))


def test_the_reply_form_offers_acts_as_comments_below_all_else_and_ok_does_none(war: Conversation) -> None:
    (mail,) = (mail for mail in war.write(SCOTLAND, "report") if mail.to == PLAYERS[SCOTLAND].address)
    lines = [line for line in form(mail).splitlines() if line]
    assert lines[-2:] == [
        "# What do you give?",
        f"# gift {card(war, SCOTLAND).title()} Percy",
    ]
    assert not [line for line in lines if line.startswith(("gift", "cede"))]
    war.write(PERCY, "ok")
    assert acts(war.table()) == []


def test_a_refused_act_comes_back_as_a_comment_with_what_is_open(war: Conversation) -> None:
    theirs, mine = card(war, PERCY), card(war, SCOTLAND)
    mails = war.write(SCOTLAND, f"gift {theirs} neville\ncede kelso percy\ngift {mine[:-1]}x neville")
    told = of(SCOTLAND, mails)
    assert f'"gift {theirs} neville" is not open to you now. Nearest: gift' in told
    assert '"cede" is not open to you now: a band of yours stands in each area of yours' in told
    assert f"Nearest: gift {mine} neville" in told
    (mail,) = (mail for mail in mails if mail.to == PLAYERS[SCOTLAND].address)
    assert not [line for line in form(mail).splitlines() if line.strip().startswith(("gift", "cede"))]
    assert acts(war.table()) == []


def test_an_act_among_orders_of_a_segment_is_done_in_its_place_and_waits_behind_a_refused_one(war: Conversation) -> None:
    given = card(war, PERCY)
    war.write(PERCY, f"march hotspur berwick\ngift {given} neville\nmarch umfraville alnwick")
    kinds = [(e.kind, e.answer) for e in war.table().entries if e.kind in (EntryKind.ANSWER, EntryKind.ACT)][-3:]
    assert kinds == [
        (EntryKind.ANSWER, "march hotspur berwick"),
        (EntryKind.ACT, f"gift {given} neville"),
        (EntryKind.ANSWER, "march umfraville alnwick"),
    ]
    given = card(war, PERCY)
    told = of(PERCY, war.write(PERCY, f"march hotspur durham\ngift {given} neville"))
    assert f"gift {given} neville (not carried out: it depends on line 1)" in told
    assert len(acts(war.table())) == 1


def test_an_act_in_its_writers_own_words_needs_its_order_word(war: Conversation) -> None:
    given = card(war, SCOTLAND)
    war.write(SCOTLAND, f"please gift the {given} to Percy")
    assert acts(war.table()) == [(SCOTLAND, f"gift {given} percy")]
    given = card(war, SCOTLAND)
    war.write(SCOTLAND, f"{given} Percy\nI might gift {given} to Percy\nPercy has the {given}")
    assert len(acts(war.table())) == 1


def test_what_is_no_order_is_answered_with_the_acts_that_it_names(war: Conversation) -> None:
    given = card(war, SCOTLAND).title()
    told = of(SCOTLAND, war.write(SCOTLAND, f"let Percy have my {given}"))
    assert f"gift {given} Percy" in told
    assert f"gift {given} Neville" not in told.partition("--- orders ---")[0]
    assert acts(war.table()) == []


def test_a_preview_shows_an_act_and_does_nothing(war: Conversation) -> None:
    given, before = card(war, SCOTLAND), war.table().entries
    mails = war.write(SCOTLAND, f"preview\ngift {given} percy\ngift {card(war, PERCY)} percy")
    assert f"2 ok gift {given} percy -> gift {given.title()} Percy" in of(SCOTLAND, mails)
    assert "is not open to you now" in of(SCOTLAND, mails)
    assert [mail.to for mail in mails] == [PLAYERS[SCOTLAND].address]
    assert war.table().entries == before


def test_help_tells_of_acts(war: Conversation) -> None:
    told = of(SCOTLAND, war.write(SCOTLAND, "help gift\nhelp"))
    assert "At any time, without being asked; where it cannot be done at once it waits." in told
    assert f"gift {card(war, SCOTLAND).title()} Percy" in told
    assert "You can use now: gift." in told


def test_an_act_in_answer_to_an_older_report_is_done_all_the_same(war: Conversation) -> None:
    (mail,) = (mail for mail in war.write(SCOTLAND, "report") if mail.to == PLAYERS[SCOTLAND].address)
    war.write(PERCY, "pass")
    war.write(NEVILLE, "pass")
    war.write(SCOTLAND, "pass")
    given = card(war, SCOTLAND)

    def late(message: EmailMessage) -> None:
        message["In-Reply-To"] = mail.message_id

    war.write(SCOTLAND, f"gift {given} neville\nmarch douglas berwick", change=late)
    assert acts(war.table()) == [(SCOTLAND, f"gift {given} neville")]
    assert war.table().state.bands["douglas"].where == "edinburgh"


# Moments that are not safe


@pytest.fixture
def under_way(war: Conversation) -> Conversation:
    """Percy marches to Durham, and Neville is asked whether he retreats."""
    war.once("under way", lambda war: war.write(PERCY, "march umfraville durham"))
    assert war.table().open_to(NEVILLE)
    return war


def test_an_act_waits_for_a_safe_moment_holds_nothing_up_and_is_told_when_it_is_done(under_way: Conversation) -> None:
    war, given = under_way, card(under_way, SCOTLAND)
    told = of(SCOTLAND, war.write(SCOTLAND, f"gift {given} neville\nimpulse 1: pass\nimpulse 2: pass"))
    assert f"gift {given} neville -> kept until it can be done: gift {given.title()} Neville" in told
    assert f"# gift {given.title()} Neville" in told
    assert acts(war.table()) == []
    mails = war.write(NEVILLE, "retreat yes")
    assert acts(war.table()) == [(SCOTLAND, f"gift {given} neville")]
    assert f"The card is {given.title()}." in of(NEVILLE, mails)
    war.write(PERCY, "pass")
    war.write(NEVILLE, "pass")
    assert [e.key for e in war.table().entries if e.kind is EntryKind.WAITED][-1] == "4.1 impulse"
    assert war.table().waiting[SCOTLAND][0].segment == "impulse 2 of Turn 1"


def test_an_act_that_cannot_be_done_at_the_safe_moment_is_given_up_and_told(under_way: Conversation) -> None:
    war, given = under_way, card(under_way, PERCY)
    war.write(SCOTLAND, f"gift {given} neville")
    mails = war.write(NEVILLE, "retreat yes")
    assert acts(war.table()) == []
    assert war.table().waiting[SCOTLAND] == []
    assert f'"gift {given} neville" is not open to you now' in of(SCOTLAND, [*mails, *war.write(SCOTLAND, "report")])


def test_an_act_that_waits_can_be_withdrawn(under_way: Conversation) -> None:
    war, given = under_way, card(under_way, SCOTLAND)
    war.write(SCOTLAND, f"gift {given} neville")
    war.write(SCOTLAND, "withdraw orders")
    war.write(NEVILLE, "retreat yes")
    assert acts(war.table()) == []


def test_a_slip_and_a_repetition_are_refused_at_once(under_way: Conversation) -> None:
    given = card(under_way, SCOTLAND)
    told = of(SCOTLAND, under_way.write(SCOTLAND, f"gift {given} nevzz\ngift {given} percy"))
    assert 'I do not know what "nevzz" means here' in told
    assert f"gift {given} percy (not carried out: it depends on line 1)" in told
    told = of(SCOTLAND, under_way.write(SCOTLAND, f"gift {given} percy until it succeeds, at most 2"))
    assert f'"gift {given} percy" cannot be repeated' in told
    assert '"gift" alone cannot wait: say all of it' in of(SCOTLAND, under_way.write(SCOTLAND, "gift"))
    assert under_way.table().waiting.get(SCOTLAND, []) == []


# A round in secret


def test_answers_given_in_secret_survive_an_act(tmp_path: Path) -> None:
    war = opened(tmp_path)
    war.write(PERCY, "court neville")
    given = card(war, NEVILLE)
    war.write(NEVILLE, f"gift {given} scotland")
    assert [answer for _, answer in war.table().given_by(PERCY)] == [NEVILLE]
    war.write(NEVILLE, "court percy")
    war.write(SCOTLAND, "court none")
    assert war.table().state.allies == [PERCY, NEVILLE]
    assert is_exact(war)
    war.db.close()


# Deadlines


def test_no_deadline_hangs_on_an_act(war: Conversation) -> None:
    def due() -> Json:
        return [e.answer for e in war.table().entries if e.key == "deadline" and e.seat == PERCY][-1]

    before = due()
    war.tick(hours=40)
    war.write(SCOTLAND, f"gift {card(war, SCOTLAND)} neville")
    assert due() == before
    assert not [e for e in war.table().entries if e.key == "deadline" and e.seat in (NEVILLE, SCOTLAND)][2:]
    mails = war.tick(hours=60)
    assert "Your orders are overdue" in " ".join(mail.subject for mail in mails)
    assert not [mail for mail in mails if "Scotland's orders are overdue" in mail.subject]


# Resigning, taking back, corrections


def test_who_has_resigned_does_nothing_unasked(war: Conversation) -> None:
    war.write(SCOTLAND, "resign\nresign yes")
    mails = war.write(SCOTLAND, f"gift {card(war, SCOTLAND)} percy")
    assert "you have resigned already" in of(SCOTLAND, mails)
    assert "You may also, at any time" not in mails[0].text
    assert acts(war.table()) == []


def test_a_player_asks_for_an_act_to_be_taken_back_and_the_others_agree(war: Conversation) -> None:
    war.write(PERCY, "march hotspur berwick\ncede alnwick neville")
    war.write(PERCY, "take back")
    war.write(NEVILLE, "agree take back")
    war.write(SCOTLAND, "agree take back")
    assert acts(war.table()) == []
    assert war.table().state.bands["hotspur"].where == "berwick"


def test_an_act_is_taken_back_and_given_again(war: Conversation) -> None:
    given = card(war, SCOTLAND)
    war.write(SCOTLAND, f"gift {given} neville")
    number = next(entry.number for entry in war.table().entries if entry.kind is EntryKind.ACT)
    undo(war.desk, war.name, "a slip", to=number - 1)
    assert given in war.table().state.hands[SCOTLAND]
    assert acts(war.table()) == []
    redo(war.desk, war.name, "no slip")
    assert acts(war.table()) == [(SCOTLAND, f"gift {given} neville")]


def test_an_act_is_carried_out_again_behind_a_letter_that_is_left_out(war: Conversation) -> None:
    given = card(war, SCOTLAND)
    war.write(PERCY, "march hotspur berwick")
    war.write(SCOTLAND, f"gift {given} neville")
    rework(war.desk, war.name, "a slip", Correction(letter=war.letter(4).id, without=True), commit=True)
    table = war.table()
    assert acts(table) == [(SCOTLAND, f"gift {given} neville")]
    assert table.state.bands["hotspur"].where == "alnwick"


# The end, proofs and moves


def test_a_game_is_ended_by_an_act(war: Conversation) -> None:
    war.write(PERCY, "march hotspur berwick; cede alnwick scotland; pass")
    war.write(NEVILLE, "sail salisbury north sea; cede durham scotland; pass")
    war.write(SCOTLAND, "pass")
    war.write(PERCY, "sail hotspur north sea")
    assert war.game().status == "playing"
    mails = war.write(PERCY, "cede berwick scotland")
    assert war.game().result["winner"] == SCOTLAND
    for seat in PLAYERS:
        assert "Percy cedes Berwick to Scotland. Scotland wins the war." in of(seat, mails), seat
    assert "marches-1 is over" in of(PERCY, war.write(PERCY, "cede hexham scotland"))


def test_a_game_with_acts_is_verified_exported_and_goes_on_elsewhere(war: Conversation, tmp_path: Path) -> None:
    given = card(war, SCOTLAND)
    war.write(SCOTLAND, f"gift {given} neville")
    war.write(PERCY, "march umfraville durham")
    war.write(SCOTLAND, f"gift {card(war, SCOTLAND)} neville")
    war.write(NEVILLE, "retreat yes")
    with war.db.reading() as session:
        document = json.loads(json.dumps(export_game(session, war.game().id)))
    verdict = verify_document(document, {RULES.name: RULES}, toy_files().scenarios)
    assert verdict.exact
    assert verdict.ok, verdict.text()
    there = Database.open(tmp_path / "there.sqlite")
    desk = desk_over(there, {RULES.name: RULES}, toy_files())
    move_in(desk, document)
    with there.reading() as session:
        assert rerun_game(Context(session, desk).of(lobby.find_game(session, war.name))).exact
    there.close()
