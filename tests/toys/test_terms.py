"""Three terms of time, absences that delegate, and regencies, where more than two play."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.game.rules import Rules
from pbem.engine.game.terms import Term, own_turn
from pbem.engine.log.entry import EntryKind
from pbem.engine.table import Table
from pbem.moderator.clock.deadline_changes import standing_lines
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Player
from pbem.moderator.core.setups import set_languages
from pbem.moderator.correcting.by_hand import release
from pbem.moderator.correcting.correction import Correction, Insertion, redo, rework, undo
from pbem.moderator.deadlines import clock_state
from pbem.moderator.deadlines.clock import iso, open_clock, set_clocks, term_of
from pbem.moderator.deadlines.clock_state import Clocks
from pbem.moderator.desk.archive_files import rerun_game, verify_document
from pbem.moderator.desk.arrival import move_in
from pbem.moderator.desk.health import figures_of
from pbem.moderator.desk.plain_data import due_facts, one_game, status_facts
from pbem.moderator.joining.opening import BadOpening
from pbem.moderator.seats.handover import hand_over
from pbem.store.archive.transfer import export_game
from pbem.store.database import Database
from pbem.store.games import journal, lobby
from pbem.store.games.lists import GamesPage
from tests.support.conversation import Conversation, Mail
from tests.support.empty import empty_database
from tests.toys.border_war.game import RULES
from tests.toys.files import toy_files
from tests.toys.houses import NEVILLE, PERCY, PLAYERS, SCOTLAND, of

GAMEMASTER = "gm@example.test"
GAMES = {RULES.name: RULES}
TERMS = {"deadline": "72h", "answer": "24h", "window": "12h"}
Begin = Callable[..., Conversation]


@pytest.fixture
def begin(tmp_path: Path) -> Begin:
    """Begins a war, in which the campaign is over and a watch is asked for."""

    def begin(scenario: str = "watch", *, campaign: bool = True, **terms: str) -> Conversation:
        war = Conversation(
            tmp_path,
            scenario=scenario,
            game=RULES.name,
            games=GAMES,
            files=toy_files(),
            players=PLAYERS,
            terms=TERMS | terms,
            same_as=RULES.name,
        )
        if campaign:
            war.once("campaign", to_the_watch)
        return war

    return begin


def to_the_watch(war: Conversation) -> list[Mail]:
    return [mail for seat in PLAYERS for mail in war.write(seat, "court none; aim durham")]


def asked(war: Conversation) -> dict[str, str]:
    """Who is asked what."""
    return {decision.seat: decision.key for decision in war.table().open()}


def clocks(war: Conversation) -> Clocks:
    with war.desk.db.reading() as session:
        return open_clock(session, war.game().id, war.clock()).clocks(war.table())


def hours_left(war: Conversation, seat: str) -> float:
    """Until a seat's deadline."""
    with war.desk.db.reading() as session:
        clock = open_clock(session, war.game().id, war.clock())
        return (clock.due(clock.clocks(war.table()), seat) - war.clock()) / timedelta(hours=1)


def keys(war: Conversation, seat: str) -> list[str]:
    """What the log has of a seat's clock."""
    return [entry.key for entry in war.table().entries if entry.kind is EntryKind.CLOCK and entry.seat == seat]


def exact(war: Conversation) -> bool:
    with war.desk.db.reading() as session:
        return rerun_game(Context(session, war.desk).of(war.game())).exact


def accounted(war: Conversation) -> bool:
    """Whether every entry has something that has brought it."""
    with war.desk.db.reading() as session:
        document = export_game(session, war.game().id)
    verdict = verify_document(document, GAMES, war.desk.scenarios)
    assert verdict.account is not None
    assert not verdict.account.problems, verdict.text()
    return True


def replace_rules(table: Table[Any], rules: Rules[Any]) -> Table[Any]:
    """The same Table with other rules."""
    table.rules = rules
    return table


def all_watch(war: Conversation) -> None:
    """Everybody answers in the window."""
    for seat in PLAYERS:
        war.write(seat, "watch none")


def test_each_term_has_its_own_time(begin: Begin) -> None:
    war = begin()
    assert asked(war) == dict.fromkeys(PLAYERS, "4.0 watch")
    assert [hours_left(war, seat) for seat in PLAYERS] == [12, 12, 12]
    all_watch(war)
    assert asked(war) == {PERCY: "4.1 impulse"}
    assert hours_left(war, PERCY) == 72
    assert exact(war)


def test_a_retreat_is_an_answer_in_anothers_turn(begin: Begin) -> None:
    war = begin()
    all_watch(war)
    war.write(PERCY, "march umfraville durham")
    assert asked(war) == {NEVILLE: "4.3 retreat"}
    assert hours_left(war, NEVILLE) == 24
    war.tick(hours=24)
    assert "overdue" in " ".join(mail.subject for mail in war.tick(hours=1)) or clock_state.MISSED in keys(war, NEVILLE)
    war.tick(hours=24)
    assert asked(war) == {PERCY: "4.1 impulse"}
    assert clock_state.UNPLAYED not in keys(war, NEVILLE), "an answer is no own turn"
    assert exact(war)


def test_silence_in_a_window_is_the_default_and_nobody_is_late(begin: Begin) -> None:
    war = begin()
    war.write(NEVILLE, "watch dacre")
    mails = war.tick(hours=11)
    assert not mails, "no reminder"
    mails = war.tick(hours=1)
    assert asked(war) == {PERCY: "4.1 impulse"}, "the window is over, and no own turn has ended with it"
    assert hours_left(war, PERCY) == 72
    assert war.table().state.watch == ["dacre"]
    assert [mail.to for mail in mails] == [PLAYERS[PERCY].address]
    assert not re.search(r"\b(overdue|late|in time)\b", of(PERCY, mails))
    assert not {clock_state.MISSED, clock_state.REMINDER, clock_state.UNPLAYED} & {*keys(war, PERCY), *keys(war, SCOTLAND)}
    assert exact(war)
    assert accounted(war)


def test_a_report_says_that_a_window_may_pass(begin: Begin) -> None:
    war = begin()
    told = "You need not answer: at the end of the time the safe default answers, and nobody is late."
    assert told in of(SCOTLAND, war.write(SCOTLAND, "report"))
    all_watch(war)
    assert told not in of(PERCY, war.write(PERCY, "report"))


def test_a_window_of_no_length_closes_at_once(begin: Begin) -> None:
    war = begin(window="none")
    assert asked(war) == {PERCY: "4.1 impulse"}
    assert accounted(war)
    assert exact(war)


def test_a_window_closes_at_once_where_standing_orders_pass(begin: Begin) -> None:
    war = begin(campaign=False)
    for seat in PLAYERS:
        war.write(seat, "standing game watch none")
        war.write(seat, "court none; aim durham")
    assert asked(war) == {PERCY: "4.1 impulse"}


def test_a_seat_with_two_terms_has_the_longer_time_of_the_heavier(begin: Begin) -> None:
    war = begin()
    heavy = replace(RULES, term=lambda _s, d: Term.TURN if d.seat == PERCY else Term.ANSWER)
    table = replace_rules(war.table(), heavy)
    assert (term_of(table, PERCY), term_of(table, NEVILLE)) == (Term.TURN, Term.ANSWER)
    with war.desk.db.reading() as session:
        clock = open_clock(session, war.game().id, war.clock())
        assert not clock.is_running(clock.clocks(table), table, PERCY), "no own turn ends with a window"
        set_clocks(clock, table)
    due = {e.seat: e.answer["due"] for e in table.entries if e.key == clock_state.DEADLINE}
    assert due[PERCY] == iso(war.clock() + timedelta(hours=72))


# Absences


def test_an_absence_delegates_where_more_than_two_play(begin: Begin) -> None:
    war = begin()
    all_watch(war)
    mails = war.write(PERCY, "absent 23 Aug to 5 Sep")
    assert "your deadlines run on, and the safe default answers at their end" in of(PERCY, mails)
    assert "Percy is away from Sun 23 Aug 2026 to Sat 5 Sep 2026. Deadlines run on" in of(SCOTLAND, mails)
    assert hours_left(war, PERCY) == 72
    mails = war.tick(hours=72)
    assert asked(war) == {NEVILLE: "4.1 impulse"}
    assert "Percy is away: the safe default has answered." in of(SCOTLAND, mails)
    assert "You are away: the safe default has answered for you, as you wanted. Note: Its orders: pass." in of(PERCY, mails)
    assert "overdue" not in " ".join(mail.subject for mail in mails)
    assert not {clock_state.MISSED, clock_state.REMINDER, clock_state.UNPLAYED} & {*keys(war, PERCY)}
    assert accounted(war)
    assert exact(war)


def test_an_absence_stops_the_clock_where_the_game_says_so(begin: Begin) -> None:
    war = begin(absence_does="wait")
    all_watch(war)
    assert "deadlines stand still" in of(SCOTLAND, war.write(PERCY, "absent 23 Aug to 5 Sep"))
    assert hours_left(war, PERCY) == 72 + 14 * 24


def test_who_is_away_and_delegates_is_answered_for_at_once(begin: Begin) -> None:
    war = begin()
    mails = war.write(PERCY, "absent 22 Aug to 25 Aug, delegate")
    assert "the safe default and your standing orders answer at once" in of(PERCY, mails)
    for seat in (NEVILLE, SCOTLAND):
        war.write(seat, "watch none")
    assert asked(war) == {NEVILLE: "4.1 impulse"}
    assert accounted(war)
    assert exact(war)
    war.write(NEVILLE, "pass")
    war.tick(days=4)
    war.write(SCOTLAND, "pass")
    assert PERCY in asked(war), "the absence is over"


def test_what_was_asked_before_is_answered_when_the_absence_begins(begin: Begin) -> None:
    war = begin()
    all_watch(war)
    war.write(PERCY, "absent 23 Aug to 30 Aug, delegate")
    assert asked(war) == {PERCY: "4.1 impulse"}
    assert not war.tick(hours=11)
    mails = war.tick(hours=1)
    assert asked(war) == {NEVILLE: "4.1 impulse"}
    assert "Percy is away: the safe default has answered." in of(NEVILLE, mails)
    assert accounted(war)


def test_where_all_are_away_the_game_is_not_played_on_alone(begin: Begin) -> None:
    war = begin()
    for seat in PLAYERS:
        war.write(seat, "absent 22 Aug to 30 Aug, delegate")
    assert asked(war) == {SCOTLAND: "4.0 watch"}, "the last who went has a deadline"
    war.tick(hours=11)
    assert asked(war) == {SCOTLAND: "4.0 watch"}
    war.tick(hours=1)
    assert asked(war) == {PERCY: "4.1 impulse"}
    assert war.game().status == "playing"


def test_what_was_said_last_of_a_day_away_holds(begin: Begin) -> None:
    war = begin(absence_does="wait")
    all_watch(war)
    war.write(PERCY, "absent 23 Aug to 30 Aug")
    war.write(PERCY, "absent 25 Aug to 26 Aug, delegate")
    does = [(span.start.day, span.end.day, span.delegates) for span in clocks(war).absences(PERCY, war.clock())]
    assert does == [(23, 25, ""), (25, 27, "at once"), (27, 31, "")]
    assert exact(war)


# Regencies


def regency(begin: Begin, *silent: str, **terms: str) -> Conversation:
    """A war in which these houses, Scotland if none is named, are regencies: the others write as long as they are asked."""
    war = begin("marches", **terms)
    silent = silent or (SCOTLAND,)
    for _ in range(60):
        if {*silent} <= {*clocks(war).regencies}:
            return war
        seat = next((each for each in asked(war) if each not in silent), None)
        if seat is None:
            war.tick(hours=24)
        else:
            war.write(seat, "pass")
    raise AssertionError(keys(war, silent[0]))


def test_after_two_own_turns_without_a_word_a_seat_is_a_regency(begin: Begin) -> None:
    war = begin("marches")
    for seat in (PERCY, NEVILLE):
        war.write(seat, "pass")
    war.tick(hours=96)
    assert keys(war, SCOTLAND).count(clock_state.UNPLAYED) == 1
    assert not clocks(war).regencies
    for seat in (PERCY, NEVILLE):
        war.write(seat, "pass")
    mails = war.tick(hours=96)
    assert [*clocks(war).regencies] == [SCOTLAND]
    assert "Scotland is a regency, as its player does not write" in of(PERCY, mails)
    assert "Your seat is a regency" in of(SCOTLAND, mails)
    (told,) = [mail for mail in mails if mail.to == GAMEMASTER and "regency" in mail.subject]
    assert told.subject == "[marches-1] Scotland is a regency: Cora does not write"
    assert "Cora has missed 2 own turns of Scotland in marches-1 in a row." in told.flat
    assert accounted(war)
    assert exact(war)


def test_nobody_waits_for_a_regency(begin: Begin) -> None:
    war = regency(begin)
    turn = war.table().state.turn
    assert turn == 2
    assert {*asked(war)} == {PERCY, NEVILLE}, "Scotland has courted nobody at once"
    mails = [mail for seat in (PERCY, NEVILLE) for mail in war.write(seat, "court none; aim durham")]
    assert asked(war) == {PERCY: "4.1 impulse"}
    assert not [mail for mail in mails if "waiting for Scotland" in mail.subject]
    assert "Scotland is a regency" in of(PERCY, war.write(PERCY, "status"))
    assert accounted(war)


def test_a_regency_has_its_standing_orders(begin: Begin) -> None:
    war = begin("marches", campaign=False)
    war.write(SCOTLAND, "standing game retreat yes")
    for seat in PLAYERS:
        war.write(seat, "court none; aim durham")
    for _ in range(2):
        for seat in (PERCY, NEVILLE):
            war.write(seat, "pass")
        war.tick(hours=96)
    assert [*clocks(war).regencies] == [SCOTLAND]
    assert [order.verb for order in war.table().orders_of(SCOTLAND)] == ["retreat"]


ENDS = (
    "court none",
    "march nowhere",
    "status",
    "tell percy: I am back",
    "preview\ncourt none",
    "extend 24h",
    "zone Europe/Rome",
)


@pytest.mark.parametrize("line", ENDS)
def test_any_letter_ends_a_regency(begin: Begin, line: str) -> None:
    war = regency(begin)
    mails = war.write(SCOTLAND, line)
    assert not clocks(war).regencies
    assert "Scotland is a regency no longer: its player writes again." in of(PERCY, mails)
    assert "Scotland is a regency no longer: its player writes again." in of(NEVILLE, mails)
    for seat in (PERCY, NEVILLE):
        war.write(seat, "court none; aim durham")
    assert asked(war) == {SCOTLAND: "3.2 aim"}, "the others wait again"
    assert accounted(war)
    assert exact(war)


AWAY = (
    "Out of office. I shall be back some day or other, as one is.",
    "Out of office until 3 January 2027",
    "I am away until 3 January",
    "Out of office: I am absent until Monday, 24 August.",
    "absent 2026-12-24 to 2027-01-03",
)


@pytest.mark.parametrize("text", AWAY, ids=range(len(AWAY)))
def test_what_a_machine_may_say_ends_no_regency(begin: Begin, text: str) -> None:
    war = regency(begin)
    war.write(SCOTLAND, text)
    assert [*clocks(war).regencies] == [SCOTLAND]


def test_a_word_between_two_turns_that_are_missed_counts(begin: Begin) -> None:
    war = begin("marches")
    for _ in range(2):
        for seat in (PERCY, NEVILLE):
            war.write(seat, "pass")
        war.tick(hours=96)
        war.write(SCOTLAND, "status")
    assert not clocks(war).regencies
    assert clocks(war).unplayed[SCOTLAND] == 0


def test_a_newcomer_takes_a_regency_over(begin: Begin) -> None:
    war = regency(begin)
    hand_over(war.desk, war.name, SCOTLAND, Player("Dora", "dora@example.test"))
    assert not clocks(war).regencies
    assert exact(war)


def test_a_regency_consents_to_a_draw_and_to_a_pause(begin: Begin) -> None:
    war = regency(begin)
    war.write(PERCY, "pause 2 weeks")
    assert "the game pauses for 14 days" in of(NEVILLE, war.write(NEVILLE, "agree pause"))
    war.write(NEVILLE, "resume")
    war.write(PERCY, "offer draw")
    assert war.game().status == "playing", "Neville is asked"
    war.write(NEVILLE, "accept draw")
    assert war.game().result == {"winner": None, "how": "draw_agreed"}


def test_a_draw_that_all_others_want_is_agreed_on_when_the_last_is_a_regency(begin: Begin) -> None:
    war = begin("marches")
    for _ in range(2):
        for seat in (PERCY, NEVILLE):
            war.write(seat, "pass")
        if _:
            war.write(PERCY, "offer draw")
            war.write(NEVILLE, "accept draw")
            assert war.game().status == "playing"
        war.tick(hours=96)
    assert war.game().result == {"winner": None, "how": "draw_agreed"}


def test_a_regency_signs_nothing_else(begin: Begin) -> None:
    war = regency(begin)
    war.write(PERCY, "court neville")
    assert "Scotland is a regency, whose player does not write" in of(PERCY, war.write(PERCY, "take back"))
    card = war.table().state.hands[PERCY][0]
    war.write(PERCY, f"offer Scotland: I give {card} to Scotland")
    assert card in war.table().state.hands[PERCY]
    assert war.table().open_offers


def test_a_game_that_nobody_plays_is_held(begin: Begin) -> None:
    war = begin("marches")
    mails: list[Mail] = []
    while war.game().status == "playing" and len(mails) < 300:
        mails += war.tick(hours=24)
    assert war.game().status == "held"
    assert war.game().held_because.startswith("no player writes any more")
    assert not war.table().over
    assert {*clocks(war).regencies} == {*PLAYERS}
    assert "The game is on hold: no player has written for some time." in of(NEVILLE, mails)
    assert [mail.subject for mail in mails if mail.to == GAMEMASTER][-1] == "[marches-1] Held: no player writes any more"
    release(war.desk, war.name)
    war.tick(hours=97)
    assert war.game().status == "held", "it is not played on alone"
    war.write(PERCY, "status")
    release(war.desk, war.name)
    assert {*clocks(war).regencies} == {NEVILLE, SCOTLAND}
    assert war.game().status == "playing"
    assert accounted(war)
    assert exact(war)


def test_the_last_who_plays_resigns_and_the_game_is_held(begin: Begin) -> None:
    war = regency(begin, NEVILLE, SCOTLAND)
    war.write(PERCY, "resign")
    war.write(PERCY, "resign yes")
    assert war.game().status == "held"


def test_a_seat_that_never_writes_reaches_the_end_with_the_others(begin: Begin) -> None:
    war = begin("watch", campaign=False)
    for _ in range(100):
        if war.table().over:
            break
        seat = next((each for each in asked(war) if each != SCOTLAND), None)
        if seat is None:
            war.tick(hours=12)
        elif "4.1 impulse" in asked(war).values():
            war.write(seat, "pass")
        elif "4.0 watch" in asked(war).values():
            war.write(seat, "watch none")
        else:
            war.write(seat, "court none; aim durham")
    assert war.game().status == "over"
    assert [*clocks(war).regencies] == [SCOTLAND]
    with war.desk.db.reading() as session:
        document = export_game(session, war.game().id)
    verdict = verify_document(document, GAMES, war.desk.scenarios)
    assert verdict.ok, verdict.text()
    assert exact(war)


def test_a_regency_lasts_when_moves_are_taken_back_and_a_missed_turn_does_not(begin: Begin) -> None:
    war = begin("marches")
    for seat in (PERCY, NEVILLE):
        war.write(seat, "pass")
    war.tick(hours=96)
    assert clocks(war).unplayed[SCOTLAND] == 1
    undo(war.desk, war.name, "a slip")
    assert clocks(war).unplayed[SCOTLAND] == 0
    war.write(NEVILLE, "pass")
    for _ in range(2):
        for seat in (PERCY, NEVILLE):
            war.write(seat, "pass") if seat in asked(war) else None
        war.tick(hours=96)
    assert [*clocks(war).regencies] == [SCOTLAND]
    for seat in (PERCY, NEVILLE):
        war.write(seat, "court none; aim durham")
    undo(war.desk, war.name, "another slip")
    assert [*clocks(war).regencies] == [SCOTLAND]
    assert asked(war) == {NEVILLE: "3.1 court"} or {*asked(war)} == {NEVILLE}
    redo(war.desk, war.name, "it was none")
    assert asked(war) == {PERCY: "4.1 impulse"}
    assert accounted(war)
    assert exact(war)


def test_a_letter_that_is_left_out_leaves_what_a_regency_has_answered(begin: Begin) -> None:
    war = regency(begin)
    war.write(PERCY, "court none; aim durham")
    mails = war.write(NEVILLE, "court none; aim hexham")
    assert mails
    with war.desk.db.reading() as session:
        letter = max(line.letter_id for line in journal.read(session, war.game().id) if line.letter_id)
    told = rework(
        war.desk, war.name, "another aim", Correction(letter=letter, insert=Insertion(b"court none\naim kelso")), commit=True
    )
    assert told.committed
    assert asked(war) == {PERCY: "4.1 impulse"}
    assert war.table().state.aims[NEVILLE] == "kelso"
    assert exact(war)


def test_a_game_moves_with_its_regency_and_its_terms(begin: Begin, tmp_path: Path) -> None:
    war = regency(begin)
    with war.desk.db.reading() as session:
        document = export_game(session, war.game().id)
    there = replace(war.desk, db=Database.open(empty_database(tmp_path / "there.sqlite"), lasting=False))
    move_in(there, document)
    with there.db.reading() as session:
        moved = lobby.find_game(session, war.name)
        clock = open_clock(session, moved.id, war.clock())
        assert [*clock.clocks(war.table()).regencies] == [SCOTLAND]
        assert (clock.terms.regency, clock.terms.absence_does, clock.terms.window) == (2, "delegate", timedelta(hours=12))


def test_the_game_master_sees_who_is_a_regency(begin: Begin) -> None:
    war = regency(begin)
    with war.desk.db.reading() as session:
        context = Context(session, war.desk)
        (game,) = status_facts(context, GamesPage(most=10, going_on=True))["games"]
        assert game["health"] == "regencies: scotland"
        seats = {fact["seat"]: fact["regency"] for fact in one_game(context.of(war.game()))["seats"]}
        assert seats == {PERCY: False, NEVILLE: False, SCOTLAND: True}
        facts = {fact["seat"]: fact for fact in due_facts(context.of(war.game()))["seats"]}
        assert facts[SCOTLAND]["regency_since"] == clocks(war).regencies[SCOTLAND]
        told = standing_lines(context.of(war.game()).at(war.table()))
        assert [line for line in told if line.startswith("  a regency since ")]
    assert figures_of(war.desk).games.seats_regencies == 1


# Terms


def test_terms_are_told_where_the_game_has_them(begin: Begin) -> None:
    war = begin(campaign=False)
    told = of(PERCY, war.opening)
    assert "Outside your own turn an answer is due within 24 hours." in told
    assert "A window closes after 12 hours" in told
    assert "for 2 own turns in a row is a regency" in told
    assert "your deadlines run on, and the safe default answers at their end" in told


def test_help_says_what_an_absence_does(begin: Begin) -> None:
    war = begin(campaign=False)
    told = of(PERCY, war.write(PERCY, "help absent"))
    assert 'the safe default answers at the end of your deadlines, unless the game lets them wait; with ", delegate"' in told


def test_two_players_wait_for_each_other(tmp_path: Path) -> None:
    players = {seat: PLAYERS[seat] for seat in (PERCY, NEVILLE)}
    war = Conversation(
        tmp_path,
        scenario="marches",
        game=RULES.name,
        games=GAMES,
        files=toy_files(),
        players=players,
        options={"players": 2},
        terms={"deadline": "72h"},
    )
    for _ in range(30):
        war.tick(hours=24)
    assert not clocks(war).regencies
    assert clock_state.UNPLAYED not in keys(war, PERCY)
    with war.desk.db.reading() as session:
        assert open_clock(session, war.game().id, war.clock()).terms.absence_does == "wait"


def test_a_term_that_a_game_has_no_use_for_is_refused(tmp_path: Path) -> None:
    plain = replace(RULES, term=own_turn)
    with pytest.raises(BadOpening, match="Border War has one deadline for all that it asks, and no window"):
        Conversation(
            tmp_path,
            scenario="marches",
            game=RULES.name,
            games={RULES.name: plain},
            files=toy_files(),
            players=PLAYERS,
            terms={"deadline": "72h", "window": "12h"},
        )


def test_silence_is_told_in_the_readers_words(begin: Begin) -> None:
    war = begin()
    set_languages(war.db, war.name, ["percy=de"], ["en", "de"])
    assert "Du musst nicht antworten: Am Ende der Zeit antwortet die sichere Vorgabe" in of(
        PERCY, war.write(PERCY, "report")
    )
    all_watch(war)
    assert "Deine Fristen laufen weiter" in of(PERCY, war.write(PERCY, "abwesend 25 Aug bis 26 Aug"))
    assert "Daueraufträge antworten sofort" in of(PERCY, war.write(PERCY, "abwesend 25 Aug bis 26 Aug, vertreten"))
