"""Lines that only ask: what they are answered with, at any time, and that they change nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from email import message_from_bytes, policy
from functools import partial
from pathlib import Path

import pytest

from pbem.games import GAMES
from pbem.games.plantagenet.levy.muster import MUSTER
from pbem.moderator.correcting.by_hand import hold, release
from pbem.moderator.deadlines.time_words import TIME_WORDS, USAGE
from pbem.moderator.reading.asking import MAX_ANSWERS
from pbem.moderator.reading.letter_lines import LineKind
from pbem.moderator.reading.line_kinds import kind_of
from pbem.moderator.reading.line_tests import LineWords
from pbem.moderator.reading.query_words import ASKING, QUESTIONS, SPECIAL, near_questions, question_in
from pbem.orders.words.lexicon import Lexicon
from pbem.render.templates.page import Page
from pbem.resources import templates_dir
from pbem.store.games import removal
from pbem.store.mail import outbox
from tests.support.conversation import (
    LANCASTER_ROUND,
    LANCASTER_SETUP,
    MODERATOR,
    PLAYERS,
    YORK_ROUND,
    YORK_SETUP,
    Conversation,
    Mail,
    form,
    offered,
    to,
)

WORDS = {name for word in GAMES["plantagenet"].vocabulary for name in (word.verb, *word.synonyms)}


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Conversation]:
    """Henry VI just opened."""
    talk = Conversation(tmp_path, scenario="ia_henry_vi")
    yield talk
    talk.db.close()


def section(mail: Mail, line: str) -> str:
    """What a mail answers to a question, as one line."""
    found = re.search(rf"== You asked: {re.escape(line)} ==\r?\n(.*?)(?=\r?\n== |\Z)", mail.text, re.DOTALL)
    assert found is not None, mail.text
    return " ".join(found[1].split())


def trace(talk: Conversation) -> list[object]:
    """All that a letter may change in a game."""
    with talk.db.reading():
        seats = [asdict_of(talk, seat) for seat in ("york", "lancaster")]
        return [[asdict(entry) for entry in talk.table().entries], seats, talk.game().status]


def asdict_of(talk: Conversation, seat: str) -> dict[str, object]:
    row = talk.seat(seat)
    return {"told": row.told, "receipt": row.receipt, "salt": row.salt}


# Which lines ask


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("help", "help"),
        ("HELP march", "help"),
        ("?", "help"),
        ("commands", "help"),
        ("stat", "status"),
        ("Status, please", "status"),
        ("hist 3", "history"),
        ("story 3", "history"),
        ("map st. albans", "map"),
        ("resen", "resend"),
        ("repor", "report"),
    ],
)
def test_any_unambiguous_beginning_asks(line: str, word: str) -> None:
    assert question_in(line, WORDS) == word


@pytest.mark.parametrize("line", ["", "re", "h", "m", "march ely", "s", "hit norfolk militia", "elp", "mapp ely"])
def test_everything_else_is_an_order_or_nothing(line: str) -> None:
    assert question_in(line, WORDS) == ""


def test_order_words_win_over_beginnings_and_over_a_whole_question_word() -> None:
    assert question_in("hist 3", {"histrionics"}) == ""
    assert question_in("map ely", {"map"}) == ""
    assert question_in("map ely", {"mapmaker"}) == "map"


def test_no_order_word_of_a_game_hides_a_question() -> None:
    assert not WORDS & {*ASKING, *SPECIAL, *TIME_WORDS}
    assert all(question_in(question.example, WORDS) == question.word for question in QUESTIONS)


def test_a_slip_is_told_the_question_that_was_meant(talk: Conversation) -> None:
    assert near_questions("histroy 2", WORDS) == ["history"]
    assert near_questions("re", {"march"}) == ["report", "resend"]
    assert near_questions("march ely", WORDS) == []
    mail = to("york", talk.write("york", "statsu\n"))
    assert "Nearest: status" in mail.text
    assert "You asked" not in mail.text


# They change nothing


LINES = "help\nhelp flee\nstatus\nmap\nmap ely\nhistory\nhistory 1\nresend\nhelp nothing\nhistory 77\n"


def test_questions_change_nothing_and_count_as_nothing_told(talk: Conversation) -> None:
    talk.set_up()
    talk.write("york", YORK_ROUND)
    before = trace(talk)
    mails = talk.write("york", LINES) + talk.write("lancaster", LINES)
    assert trace(talk) == before
    assert [(mail.to, mail.kind) for mail in mails] == [
        ("ann@example.test", "report"),
        ("ann@example.test", "answers"),
        ("bob@example.test", "report"),
        ("bob@example.test", "answers"),
    ]


def test_the_first_letter_of_all_may_ask_without_giving_a_share_in_the_dice(talk: Conversation) -> None:
    talk.write("york", "status\n")
    assert (talk.seat("york").salt, talk.table().entries) == (None, [])
    talk.write("york", "status\ngive y32 richard\n")
    assert talk.seat("york").salt is not None
    assert talk.table().entries[0].kind == "salt"


def test_questions_stop_no_order_and_nothing_stops_them(talk: Conversation) -> None:
    mail = to("york", talk.write("york", "help flee; status\ngive y32 richard\ngive nonsense\ngive y36 norfolk\nhistory\n"))
    marks = re.findall(r"^ +\d+ (ok|--|\.\.)  (\w+)", mail.text, re.MULTILINE)
    assert marks == [("ok", "help"), ("ok", "status"), ("ok", "give"), ("--", "give"), ("ok", "give"), ("ok", "history")]
    assert mail.kind == "report"
    assert section(mail, "status")
    assert section(mail, "history")
    assert "give Vanguard" in str(talk.table().entries)


def test_what_is_asked_leaves_lines_that_wait_alone(board: Conversation) -> None:
    board.write("lancaster", "muster henry; levy troops; done\n")
    waiting = board.table().waiting
    assert waiting["lancaster"]
    board.write("lancaster", "status; map\nhelp\n")
    assert board.table().waiting == waiting


def test_a_question_is_answered_once_and_not_too_many_of_them(talk: Conversation) -> None:
    many = "".join(f"help word{number}\nstatus\n" for number in range(MAX_ANSWERS + 5))
    mail = to("york", talk.write("york", many))
    assert mail.text.count("== You asked: status") == 1
    assert mail.text.count("== You asked: help") == MAX_ANSWERS - 1
    assert section(mail, "more") == f"A letter gets answers to at most {MAX_ANSWERS} questions."


def test_a_preview_leaves_questions_to_be_answered_beside_it(talk: Conversation) -> None:
    answers, preview = talk.write("york", "preview\nstatus\ngive y32 richard\n")
    assert section(answers, "status")
    assert "give Final Charge" in preview.text
    assert "status" not in preview.text
    assert talk.table().entries == []


# The letter


def test_a_letter_that_only_asks_is_answered_briefly_with_the_form(talk: Conversation) -> None:
    opening = to("york", talk.opening)
    mail = to("york", talk.write("york", "status\nhelp flee\n"))
    assert mail.subject == "[bosworth-1 York array] You asked: status, help flee"
    assert "== The position ==" not in mail.text
    assert "The position" not in mail.html
    assert "You asked: status" in mail.html
    assert form(mail) == form(opening)
    talk.write("york", offered(mail))
    assert not talk.table().open_to("york")


@pytest.mark.parametrize("asked", ["", "history 1\nstatus\n"])
def test_an_answer_takes_no_news_from_the_next_report(talk: Conversation, asked: str) -> None:
    talk.set_up()
    talk.write("york", YORK_ROUND)
    told, known = talk.seat("york").told, len(talk.table().news)
    if asked:
        talk.write("york", asked)
    mail = to("york", talk.write("lancaster", LANCASTER_ROUND))
    first = talk.table().news[known]
    assert first.number > told
    assert Page(templates_dir()).phrases("plantagenet").tell(first.event, names_of(talk)) in " ".join(mail.text.split())


def names_of(talk: Conversation) -> Callable[[str], str]:
    table = talk.table()
    return Lexicon(partial(table.rules.names, table.state)).name


def test_report_brings_the_whole_report_beside_the_answers(talk: Conversation) -> None:
    mail = to("york", talk.write("york", "report\nstatus\n"))
    assert mail.kind == "report"
    assert "== The position ==" in mail.text
    assert section(mail, "status")
    assert "You asked: report" not in mail.text


def test_an_answer_is_answered_like_a_report(talk: Conversation) -> None:
    talk.set_up()
    asked = to("york", talk.write("york", "status\n"))
    while "round 1" in talk.table().rules.turn(talk.table().state):
        talk.write("york", YORK_ROUND)
        talk.write("lancaster", LANCASTER_ROUND)
    mail = to("york", talk.write("york", "report\n", change=lambda m: m.add_header("In-Reply-To", asked.message_id)))
    assert "Your letter answers the report of round 1" in mail.text


def test_a_letter_about_nothing_but_questions_has_no_receipt(talk: Conversation) -> None:
    talk.write("york", "give y32 richard\n")
    receipt = talk.seat("york").receipt
    mail = to("york", talk.write("york", "status\n"))
    assert "== Your letter ==" in mail.text
    assert f"Your latest receipt: {receipt}." in section(mail, "status")
    assert "Your latest receipt: none." in section(to("lancaster", talk.write("lancaster", "status\n")), "status")


# help


def test_help_tells_all_words(board: Conversation) -> None:
    told = section(to("york", board.write("york", "help words\n")), "help words")
    usages = [word.usage for word in GAMES["plantagenet"].words(board.table().state)]
    assert all(usage in told for usage in usages)
    told = section(to("york", board.write("york", "help\n")), "help")
    assert all(question.usage in told for question in QUESTIONS)
    assert all(usage in told for usage, _ in (*SPECIAL.values(), *USAGE.values()))


def test_help_about_a_word_that_is_open_gives_two_lines_that_do(board: Conversation) -> None:
    told = section(to("york", board.write("york", "help assign\n")), "help assign")
    assert told.startswith("assign LORD Give the Capability drawn to this Lord.")
    assert told.endswith("You can write now: assign York assign March")
    for _ in range(4):
        report = to(board.asked(), board.write(board.asked(), "report\n"))
        board.write(board.asked(), offered(report))
        if [decision.key for decision in board.table().open_to("york")] == [MUSTER]:
            break
    assert section(to("york", board.write("york", "help muster\n")), "help muster").endswith(
        "You can write now: muster York muster March"
    )


def test_help_about_a_word_that_is_not_open_says_so(board: Conversation) -> None:
    told = section(to("lancaster", board.write("lancaster", "help march\n")), "help march")
    assert "march LOCALE [alone | with all | with LORD, LORD] March along one Way: a Marshal with any Lords" in told
    assert "Also written: move" in told
    assert "Example: march " in told
    assert told.endswith("It is not open to you now.")


def test_help_knows_synonyms_and_beginnings(board: Conversation) -> None:
    march = section(to("york", board.write("york", "help march\n")), "help march")
    assert section(to("york", board.write("york", "help move\n")), "help move") == march
    assert section(to("york", board.write("york", "help marc\n")), "help marc") == march


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "help history",
            "history [NUMBER] Tells the story of a Turn again, as you saw it. Also written: story. Example: history 3",
        ),
        ("help standing", "Gives an order for a decision that is still to come."),
        ("help extend", "Extends your present deadline, or your next one, as far as the game allows"),
        ("help away", "Stops your deadlines on these days"),
        ("help cards", "A segment is your Levy, or one of your Command cards"),
        ("help form", '"ok" alone in a letter sends the lines without a #, and nothing else.'),
        ("help ok", "To change one line, send back the form with that line changed"),
        ("help time", "where it names no day, you have all the time that you want"),
        ("help deadline", '"ask to take back" asks the others to undo your last letter'),
        ("help until", "You can repeat an order that rolls dice"),
        ("help conditions", "Conditions are judged by what you can see"),
        ("help headigns", '"headigns" is not a word of this game. Nearest: help headings'),
        ("help mrach", '"mrach" is not a word of this game. Nearest: help march'),
        ("help histroy", '"histroy" is not a word of this game. Nearest: help history'),
        ("help qqqqq", '"qqqqq" is not a word of this game. "help" alone lists all words.'),
    ],
)
def test_help_about_other_words(board: Conversation, line: str, told: str) -> None:
    assert told in section(to("york", board.write("york", f"{line}\n")), line)


def test_help_tells_words_by_chapters_and_what_is_open_first(board: Conversation) -> None:
    told = section(to("york", board.write("york", "help words\n")), "help words")
    assert told.startswith("You can use now: assign. YOUR LEVY assign LORD")
    assert told.index("YOUR LEVY") < told.index("YOUR PLAN") < told.index("BATTLE")


def test_help_alone_brings_the_topics_and_the_players_aid(board: Conversation) -> None:
    for line in ("help", "help aid"):
        mail = to("york", board.write("york", f"{line}\n"))
        assert "help cards Whole segments in one letter" in section(mail, line)
        assert aids(mail) == [("ia-henry-vi-1-aid.html", "text/html"), ("ia-henry-vi-1-aid.txt", "text/plain")]
    assert not aids(to("york", board.write("york", "help march\n")))


def test_the_first_letter_brings_every_word_and_card_of_the_scenario_and_no_others(talk: Conversation) -> None:
    (opening,) = (mail for mail in talk.opening if mail.to == PLAYERS["york"].address)
    parts = message_from_bytes(opening.raw, policy=policy.default).iter_attachments()
    text = next(part.get_content() for part in parts if part.get_content_type() == "text/plain")
    state = talk.table().state
    words = {word.usage for word in GAMES["plantagenet"].words(state)}
    assert [usage for usage in words if usage not in " ".join(text.split())] == []
    cards = {str(card) for card in state.sheet.cards}
    assert set(re.findall(r"^  ([yl]\d+): ", text, re.MULTILINE)) == cards


def aids(mail: Mail) -> list[tuple[str | None, str]]:
    """The files that come with a mail."""
    parts = message_from_bytes(mail.raw, policy=policy.default).iter_attachments()
    return [(part.get_filename(), part.get_content_type()) for part in parts]


def test_help_dice_tells_what_binds_them(board: Conversation) -> None:
    told = section(to("york", board.write("york", "help dice\n")), "help dice")
    assert f"SHA-256 of the key: {board.game().commitment}" in told


def test_help_options_tells_how_this_game_reads_the_rules(board: Conversation) -> None:
    told = section(to("york", board.write("york", "help options\n")), "help options")
    assert "Some rules are read in two ways by players." in told
    assert "A Lord may also Intercept where other Lords of the Marching side already stand (R72)." in told
    assert "A Lord at Sea is not on the map" in told


def test_help_lists_the_topic_where_there_are_options(board: Conversation, tmp_path: Path) -> None:
    assert "help options" in section(to("york", board.write("york", "help\n")), "help")
    folder = tmp_path / "battle"
    folder.mkdir()
    talk = Conversation(folder)
    assert "help options" not in section(to("york", talk.write("york", "help\n")), "help")
    talk.db.close()


def test_help_options_where_no_rule_is_read_in_two_ways(tmp_path: Path) -> None:
    talk = Conversation(tmp_path)
    told = section(to("york", talk.write("york", "help options\n")), "help options")
    assert told.endswith("This game has no options.")
    talk.db.close()


def test_help_with_the_number_of_a_ruling_tells_that_one(board: Conversation) -> None:
    told = section(to("york", board.write("york", "help R72\n")), "help R72")
    assert "A Lord may also Intercept where" in told
    assert "(R38)" not in told
    assert "is not a word of this game" in section(to("york", board.write("york", "help R999\n")), "help R999")


def test_the_players_aid_tells_the_options(board: Conversation) -> None:
    parts = message_from_bytes(to("york", board.opening).raw, policy=policy.default).iter_attachments()
    texts = [part.get_content() for part in parts if part.get_content_type() in ("text/plain", "text/html")]
    assert len(texts) == 2
    assert all("A Lord at Sea is not on the map" in " ".join(text.split()) for text in texts)


def test_one_topic_asked_in_two_words_is_told_once(board: Conversation) -> None:
    mail = to("york", board.write("york", "help if; help else; help until\n"))
    assert mail.flat.count("You can repeat an order that rolls dice") == 1


def test_words_about_time_are_cut_short_where_no_order_word_or_synonym_fits(board: Conversation) -> None:
    table = board.table()
    assert kind_of(LineWords.of(table), "ext 24h") == (LineKind.TIME, "extend")
    assert kind_of(LineWords.of(table), "abs none")[0] is LineKind.ORDER  # absorb
    assign = next(word for word in table.rules.vocabulary if word.verb == "assign")
    table.rules = replace(table.rules, vocabulary=(replace(assign, synonyms=("extra",)),))
    assert kind_of(LineWords.of(table), "ext 24h")[0] is LineKind.ORDER


# status


def test_status_tells_how_it_stands(board: Conversation) -> None:
    told = section(to("york", board.write("york", "status\n")), "status")
    assert told.startswith("It is turn 1, levy. Your move: 1 decision.")
    assert "Your decision: Give " in told
    told = section(to("lancaster", board.write("lancaster", "status\n")), "status")
    assert "You have nothing to do now: waiting for York." in told


def test_status_tells_of_waiting_lines_and_standing_orders(talk: Conversation) -> None:
    talk.set_up()
    talk.write("lancaster", "standing reroll all\n")
    told = section(to("lancaster", talk.write("lancaster", "status\n")), "status")
    assert "Standing order: 1. reroll all (for " in told
    assert "Standing" not in section(to("york", talk.write("york", "status\n")), "status")


def test_status_tells_what_waits(board: Conversation) -> None:
    board.write("lancaster", "muster henry; levy troops\n")
    told = section(to("lancaster", board.write("lancaster", "status\n")), "status")
    assert told.count("Kept for later: levy: ") == 2
    assert "levy troops" in told


# map


def test_there_is_no_map_at_bosworth(talk: Conversation) -> None:
    assert section(to("york", talk.write("york", "map\n")), "map") == "This scenario has no map."
    assert section(to("york", talk.write("york", "map ely\n")), "map") == "This scenario has no map."


def test_the_map_is_told_area_by_area(board: Conversation) -> None:
    mail = to("york", board.write("york", "map\n"))
    told = section(mail, "map")
    assert told.index("NORTH") < told.index("SOUTH") < told.index("WALES") < told.index("CALENDAR")
    assert "Ely: City, Yorkist; here: YORK (York). Highways to Cambridge, Peterborough" in told
    assert "<li>Ely: City, Yorkist; here: YORK (York)." in mail.html


@pytest.mark.parametrize("name", ["ely", "Ely", "el"])
def test_one_place_is_told_with_its_neighbours(board: Conversation, name: str) -> None:
    told = section(to("york", board.write("york", f"map {name}\n")), "map Ely")
    assert "Neighbours Highway: Cambridge" in told


def test_a_place_that_is_not_there_gives_the_nearest(board: Conversation) -> None:
    told = section(to("york", board.write("york", "map st albnas\n")), "map st albnas")
    assert told.endswith("map St Albans")
    assert "I do not know what" in told


# history


def test_history_tells_a_round_again_as_it_was_told(talk: Conversation) -> None:
    talk.set_up()
    reports = [to("york", talk.write("york", YORK_ROUND)), to("york", talk.write("lancaster", LANCASTER_ROUND))]
    asked = to("york", talk.write("york", "history 1\n"))
    happened = [item for mail in reports for item in items(mail, "What happened", "Round 2<", "Your standing orders")]
    assert len(happened) > 10
    told = items(asked, "You asked: history 1", "Your standing orders")
    assert [item for item in told if not item.startswith("Your line: ")][-len(happened) :] == happened
    assert any(item.startswith("Your line: ") for item in told)


def items(mail: Mail, title: str, *ends: str) -> list[str]:
    """The list items of a section of the page, up to the first of `ends` or the next section."""
    part = mail.html.partition(f">{title}</h2>")[2]
    for end in (*ends, "<h2"):
        part = part.partition(end)[0]
    return re.findall(r"<li>(.*?)</li>", part, re.DOTALL)


def test_history_says_what_there_is(talk: Conversation) -> None:
    assert section(to("york", talk.write("york", "history\n")), "history") == "Nothing has happened yet."
    talk.set_up()
    assert "Array: left Norfolk" in section(to("york", talk.write("york", "history 1\n")), "history")
    talk.write("york", YORK_ROUND)
    assert section(to("york", talk.write("york", "history\n")), "history") == "There is Round 1. history 1"
    assert section(to("york", talk.write("york", "history 9\n")), "history 9") == "Round 9 does not exist: there is Round 1."


def test_history_begins_with_what_came_before_the_first_round(talk: Conversation) -> None:
    talk.set_up()
    talk.write("york", YORK_ROUND)
    told = section(to("york", talk.write("york", "history 1\n")), "history 1")
    assert told.index("Array: left Norfolk") < told.index("ROUND 1")


def test_history_of_the_board_goes_by_turns(board: Conversation) -> None:
    told = section(to("york", board.write("york", "history turn 1\n")), "history 1")
    assert told.startswith("LEVY OF TURN 1 The Yorkists draw the Capabilities")
    assert section(to("york", board.write("york", "history\n")), "history") == "There is Turn 1. history 1"


# resend


def test_resend_sends_the_newest_report_as_it_was(talk: Conversation) -> None:
    newest = to("york", talk.set_up())
    again, answer = talk.write("york", "resend\n")
    assert (again.subject, again.text, again.html) == (newest.subject, newest.text, newest.html)
    assert again.message_id != newest.message_id
    assert again.to == "ann@example.test"
    assert "is sent again" in section(answer, "resend")
    once_more, _ = talk.write("york", "resend\n", sender="ann@phone.test")
    assert (once_more.text, once_more.to) == (newest.text, "ann@example.test")


def test_a_report_sent_again_can_be_answered(talk: Conversation) -> None:
    again, _ = talk.write("york", "resend\n")
    talk.write("york", offered(again), to=MODERATOR, change=lambda m: m.add_header("In-Reply-To", again.message_id))
    assert not talk.table().open_to("york")


def test_an_answer_to_an_old_report_sent_again_is_told_so(talk: Conversation) -> None:
    talk.set_up()
    again, _ = talk.write("york", "resend\n")
    while "round 1" in talk.table().rules.turn(talk.table().state):
        talk.write("york", YORK_ROUND)
        talk.write("lancaster", LANCASTER_ROUND)
    mail = to("york", talk.write("york", "report\n", change=lambda m: m.add_header("In-Reply-To", again.message_id)))
    assert "Your letter answers the report of round 1" in mail.text


def test_a_report_whose_text_is_forgotten_is_written_anew(talk: Conversation) -> None:
    newest = to("york", talk.set_up())
    with talk.db.writing() as session:
        for row in outbox.due(session, talk.clock(), 100):
            outbox.mark_sent(session, [row.id], talk.clock())
    talk.clock.move(days=200)
    with talk.db.writing() as session:
        assert removal.forget_raw(session, talk.clock(), 1000) > 0
    before = trace(talk)
    again, _ = talk.write("york", "resend\n")
    assert again.subject == newest.subject
    assert "== The position ==" in again.text
    assert form(again) == form(newest)
    assert trace(talk) == before


# A game that stands still


def test_questions_are_answered_when_the_game_is_over(talk: Conversation) -> None:
    talk.set_up()
    talk.play_to_the_end()
    before = trace(talk)
    (mail,) = talk.write("york", "history 1\nflee none\nstatus\n")
    assert mail.kind == "answers"
    assert "ROUND 1" in section(mail, "history 1")
    assert "The game is over" in section(mail, "status")
    assert "--  flee none: the game is over." in mail.text
    assert trace(talk) == before
    (report,) = talk.write("york", "report\n")
    assert "== The position ==" in report.text
    assert trace(talk) == before


def test_questions_are_answered_while_the_game_is_held_and_orders_kept(talk: Conversation) -> None:
    hold(talk.desk, talk.name, "the moderator is ill")
    talk.new_mails()
    (mail,) = talk.write("york", "status\n")
    assert "The moderator has put the game on hold" in section(mail, "status")
    assert talk.letter(1).status == "done"
    (mail,) = talk.write("york", f"status\n{YORK_SETUP}")
    assert "this line is kept until it goes on" in " ".join(mail.text.split())
    assert talk.letter(2).status == "held"
    release(talk.desk, talk.name)
    assert not talk.table().open_to("york")
    assert talk.letter(2).status == "done"


def test_a_letter_with_orders_alone_to_a_held_game_is_told_what_it_was(talk: Conversation) -> None:
    hold(talk.desk, talk.name, "the moderator is ill")
    talk.new_mails()
    (mail,) = talk.write("lancaster", LANCASTER_SETUP)
    assert mail.kind == "notice"
