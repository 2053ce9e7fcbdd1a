"""Deadlines by letter: what players read and write about time, and what the clock does."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any

import icalendar
import pytest

from pbem.engine.log.entry import EntryKind
from pbem.moderator.clock.deadline_changes import NoDeadline, credit_downtime, extend_seat, set_terms
from pbem.moderator.clock.deadline_run import tick
from pbem.moderator.core.context import Context
from pbem.moderator.core.games import load_table
from pbem.moderator.core.setups import set_languages
from pbem.moderator.correcting import by_hand, correction
from pbem.moderator.deadlines.clock import open_clock
from pbem.moderator.desk.archive_files import rerun_game, verify_document
from pbem.moderator.desk.arrival import move_in
from pbem.moderator.intake.moderating import take_in
from pbem.moderator.joining.opening import open_game
from pbem.store.archive.transfer import export_game
from pbem.store.database import Database
from pbem.store.games import journal, lobby
from pbem.timing.duration import read_duration
from pbem.timing.errors import BadTime
from pbem.timing.steady import Uptime
from tests.support.conversation import (
    LANCASTER_SETUP,
    NOON,
    PLAYERS,
    YORK_SETUP,
    Conversation,
    Mail,
    to,
)

TERMS = {"deadline": "72h", "zone": "Europe/London", "extensions": "2 x 48h", "absence": "10 days"}
DUE = "Tue 25 Aug 2026 13:00 BST (Europe/London)"  # three days after NOON


@pytest.fixture
def timed(tmp_path: Path) -> Iterator[Conversation]:
    talk = Conversation(tmp_path, terms=TERMS)
    yield talk
    talk.db.close()


def talk_with(folder: Path, **terms: str) -> Conversation:
    folder.mkdir(parents=True, exist_ok=True)
    return Conversation(folder, terms=TERMS | terms)


def entries(talk: Conversation, kind: EntryKind) -> list[Any]:
    with talk.db.reading() as session:
        return [line for line, _ in journal.read_kind(session, talk.game().id, kind)]


def keys(talk: Conversation) -> list[tuple[str, str]]:
    return [(line.seat, line.key) for line in entries(talk, EntryKind.CLOCK)]


def calendars_of(mail: Mail) -> list[Any]:
    parts = [
        p for p in message_from_bytes(mail.raw, policy=policy.default).walk() if p.get_content_type() == "text/calendar"
    ]
    found = [icalendar.Calendar.from_ical(part.get_content()) for part in parts]
    assert [part.get_param("method") for part in parts] == [calendar["METHOD"] for calendar in found]
    return found


def event_of(mail: Mail, method: str = "PUBLISH") -> Any:
    (calendar,) = calendars_of(mail)
    assert calendar["METHOD"] == method
    (event,) = calendar.walk("VEVENT")
    assert event["STATUS"] == ("CONFIRMED" if method == "PUBLISH" else "CANCELLED")
    assert event["ORGANIZER"] == "mailto:moderator@example.test"
    assert event.decoded("dtstart").tzinfo is UTC or event.decoded("dtstart").utcoffset() == timedelta(0)
    return event


# What is told


def test_the_first_lines_say_until_when(timed: Conversation) -> None:
    for mail in timed.opening:
        assert f"Your move, by {DUE}, in 72 hours: 2 decisions." in mail.flat
        assert f"by {DUE}, in 72 hours" in mail.html
        assert "Note: Orders are due within 72 hours of being asked." in mail.flat
        assert 'The line "extend 24h" gives you more time: at most 48 hours each, 2 in the game.' in mail.flat
    timed.clock.move(hours=1)
    mail = to("york", timed.write("york", YORK_SETUP))
    assert f"waiting for Lancaster (until {DUE})" in mail.flat


def test_the_deadline_comes_as_a_calendar_entry_that_later_ones_replace(timed: Conversation) -> None:
    first = event_of(to("york", timed.opening))
    assert first.decoded("dtstart") == NOON.replace(day=25)
    later = event_of(to("york", timed.write("york", "extend 24h\n")))
    assert later["UID"] == first["UID"]
    assert later["SEQUENCE"] > first["SEQUENCE"]
    assert later.decoded("dtstart") == NOON.replace(day=26)
    assert event_of(to("lancaster", timed.opening))["UID"] != first["UID"]


def test_a_deadline_is_taken_out_of_the_calendar_once_when_the_orders_are_in(timed: Conversation) -> None:
    first = event_of(to("york", timed.opening))
    over = event_of(to("york", timed.write("york", YORK_SETUP)), "CANCEL")
    assert (over["UID"], over.decoded("dtstart")) == (first["UID"], first.decoded("dtstart"))
    assert over["SEQUENCE"] > first["SEQUENCE"]
    assert calendars_of(to("york", timed.write("york", "report\n"))) == []
    timed.clock.move(hours=5)
    both = timed.write("lancaster", LANCASTER_SETUP)
    asked = timed.asked()
    again = event_of(to(asked, both))
    assert again.decoded("dtstart") == NOON.replace(day=25, hour=17)
    if asked == "york":
        assert again["SEQUENCE"] > over["SEQUENCE"]
    else:
        event_of(to("york", both))


def test_a_deadline_that_is_no_more_is_taken_out_of_calendars(timed: Conversation) -> None:
    timed.write("lancaster", LANCASTER_SETUP)
    set_terms(timed.desk, timed.name, {"deadline": "none"})
    mails = timed.new_mails()
    event_of(to("york", mails), "CANCEL")
    set_terms(timed.desk, timed.name, {"deadline": "72h"})
    event_of(to("york", timed.new_mails()))
    timed.write("york", YORK_SETUP)
    asked = timed.asked()
    correction.undo(timed.desk, timed.name, "a trial")
    mails = timed.new_mails()
    event_of(to("york", mails))
    if asked == "lancaster":
        event_of(to("lancaster", mails), "CANCEL")


def test_a_game_without_deadlines_is_as_it_was(talk: Conversation) -> None:
    assert entries(talk, EntryKind.CLOCK) == []
    mail = to("york", talk.opening)
    assert "Your move: 2 decisions" in mail.flat
    assert b"text/calendar" not in mail.raw
    assert talk.tick(days=8) == []
    assert entries(talk, EntryKind.CLOCK) == []


def test_a_new_question_has_a_new_deadline_and_an_open_one_keeps_its_own(timed: Conversation) -> None:
    timed.clock.move(hours=10)
    timed.write("york", "give y32 richard\n")
    assert keys(timed) == [("york", "deadline"), ("lancaster", "deadline")]
    timed.write("york", YORK_SETUP)
    timed.write("lancaster", LANCASTER_SETUP)
    assert keys(timed)[2:] == [("york", "stopped"), (timed.asked(), "deadline"), ("lancaster", "stopped")]
    assert entries(timed, EntryKind.CLOCK)[-2].answer["due"] == "2026-08-25T22:00:00+00:00"


def test_times_are_told_in_the_players_own_zone(timed: Conversation) -> None:
    mail = to("york", timed.write("york", "zone America/New_York\n"))
    assert "times are told in America/New_York" in mail.flat
    assert "by Tue 25 Aug 2026 08:00 EDT (America/New_York)" in mail.flat
    assert DUE in to("york", timed.write("york", "zone none\n")).flat
    assert "did you mean Europe/Berlin" in to("york", timed.write("york", "zone Europe/Berln\n")).flat


@pytest.mark.parametrize(
    ("asked", "deadline", "due", "other"),
    [
        ((2026, 10, 23, 12), "72h", "Mon 26 Oct 2026 12:00 GMT (Europe/London)", "Mon 26 Oct 2026 17:30 IST (Asia/Kolkata)"),
        ((2026, 10, 23, 12), "Mon 20:00", "Mon 26 Oct 2026 20:00 GMT", "Tue 27 Oct 2026 01:30 IST (Asia/Kolkata)"),
        ((2027, 3, 26, 12), "72h", "Mon 29 Mar 2027 13:00 BST (Europe/London)", "Mon 29 Mar 2027 17:30 IST (Asia/Kolkata)"),
        ((2027, 3, 26, 12), "Mon 20:00", "Mon 29 Mar 2027 20:00 BST", "Tue 30 Mar 2027 00:30 IST (Asia/Kolkata)"),
    ],
)
def test_clocks_change_while_orders_are_awaited(
    timed: Conversation, asked: tuple[int, ...], deadline: str, due: str, other: str
) -> None:
    timed.clock.time = datetime(*asked, tzinfo=UTC)
    timed.write("lancaster", "zone kolkata\n")
    set_terms(timed.desk, timed.name, {"deadline": deadline})
    mails = timed.new_mails()
    assert f"Your orders are due by {due}" in to("york", mails).flat
    assert f"York's orders are due by {other}" in to("lancaster", mails).flat
    moment = event_of(to("york", mails)).decoded("dtstart")
    reminders = timed.tick(hours=(moment - timed.clock()).total_seconds() / 3600 - 0.5)
    assert [(mail.to, "Reminder" in mail.subject) for mail in reminders] == [(p.address, True) for p in PLAYERS.values()]
    assert all("overdue" in mail.subject for mail in timed.tick(hours=1))


# Reminders, grace, no-show


def test_one_reminder_one_notice_of_lateness_then_the_rules_default(timed: Conversation) -> None:
    timed.write("lancaster", LANCASTER_SETUP)
    assert timed.tick(hours=47) == []
    (reminder,) = timed.tick(hours=2)
    assert reminder.to == PLAYERS["york"].address
    assert "Reminder: your move is due in 24 hours" in reminder.subject
    assert "you have 2 left, of at most 48 hours each" in reminder.flat
    assert 'say when, such as "absent 2026-08-25 to 2026-08-27"' in reminder.flat
    assert event_of(reminder).decoded("dtstart") == NOON.replace(day=25)
    late = timed.tick(hours=24)
    assert "overdue" in to("york", late).subject
    assert "at Wed 26 Aug 2026 13:00 BST (Europe/London) the safe default answers for you" in to("york", late).flat
    assert "York's orders were due by" in to("lancaster", late).flat
    assert "the safe default answers for York" in to("lancaster", late).flat
    assert timed.tick(hours=22) == []
    ended = timed.tick(hours=3)
    assert (
        "Your orders did not come in time. The safe default has answered for you. Note: Its orders: give "
        in to("york", ended).flat
    )
    assert "York's orders did not come in time. The safe default has answered." in to("lancaster", ended).flat
    assert {line.seat for line in entries(timed, EntryKind.TIMEOUT)} == {"york"}
    assert timed.game().status == "playing"
    with timed.db.reading() as session:
        assert rerun_game(Context(session, timed.desk).of(timed.game())).exact


def test_what_a_player_has_begun_is_completed(timed: Conversation) -> None:
    timed.write("york", "give y1 northumberland\n")
    timed.tick(days=5)
    (answer,) = [line.answer for line in entries(timed, EntryKind.TIMEOUT) if line.seat == "york" and "capab" in line.key]
    assert answer["y1"] == "northumberland_y2"


def test_several_windows_are_answered_and_told_in_one_mail(timed: Conversation) -> None:
    timed.set_up()
    mails = timed.tick(days=4, hours=1)
    seat = entries(timed, EntryKind.TIMEOUT)[0].seat
    answered = [line for line in entries(timed, EntryKind.TIMEOUT) if line.seat == seat]
    reports = [mail for mail in mails if mail.kind == "report" and mail.to == PLAYERS[seat].address]
    assert len(reports) <= len({line.number for line in answered})
    assert len([m for m in mails if "did not come in time" in m.flat and m.to == PLAYERS[seat].address]) == 1


def test_what_a_default_has_chosen_in_secret_is_not_told_to_the_enemy(tmp_path: Path) -> None:
    told: list[Any] = []
    for begun in ("give y1 northumberland\n", "give y1 norfolk\ngive y2 norfolk\nstanding absorb retinue\n"):
        talk = talk_with(tmp_path / str(len(told)))
        talk.write("york", begun)
        talk.write("lancaster", "extend 48h\n")
        mails = [mail for mail in talk.tick(days=4, hours=1) if mail.to == PLAYERS["lancaster"].address]
        assert any("York's orders did not come in time. The safe default has answered." in m.flat for m in mails)
        told.append([mail.lasting for mail in mails])
        talk.db.close()
    assert told[0] == told[1]


def test_a_hold_names_all_who_are_late_and_tells_each_his_own(tmp_path: Path) -> None:
    talk = talk_with(tmp_path, no_show="hold")
    talk.write("york", "zone Asia/Tokyo\n")
    mails = [mail for mail in talk.tick(days=4, hours=1) if "on hold" in mail.subject]
    assert len(mails) == 3
    assert "Your and Lancaster's orders were due by Tue 25 Aug 2026 21:00 JST (Asia/Tokyo)" in to("york", mails).flat
    assert f"Your and York's orders were due by {DUE} and did not come." in to("lancaster", mails).flat
    assert talk.game().held_because == f"York's and Lancaster's orders did not come by {DUE}"
    kept = talk.write("york", YORK_SETUP)
    assert "Your letter is kept" in to("york", kept).flat
    by_hand.release(talk.desk, talk.name)
    report, going_on = [mail for mail in talk.new_mails() if mail.to == PLAYERS["york"].address]
    assert "Your answers are in" in report.flat
    assert "The game goes on." in going_on.flat
    assert "Your orders" not in going_on.flat
    talk.db.close()


def test_a_game_played_by_nobody_comes_to_its_end_by_the_clock(tmp_path: Path) -> None:
    talk = talk_with(tmp_path, deadline="24h", grace="none", reminder="none")
    for _ in range(60):
        talk.clock.move(hours=25)
        tick(talk.desk, talk.clock())
    assert talk.game().status == "over"
    with talk.db.reading() as session:
        document = export_game(session, talk.game().id)
    assert verify_document(json.loads(json.dumps(document)), talk.desk.games, talk.desk.scenarios).ok
    talk.db.close()


def test_a_clock_that_costs_too_much_holds_its_game_alone(tmp_path: Path) -> None:
    talk = talk_with(tmp_path, deadline="24h", grace="none", reminder="none")
    talk.clock.move(hours=25)
    (line,) = tick(talk.desk, talk.clock(), 1)
    assert line == f"{talk.name}: held, the clock could not do its work: TooMuchWork: more than 1 steps of work"
    assert talk.game().status == "held"
    assert {entry.kind for entry in talk.table().entries} == {EntryKind.CLOCK}
    (told,) = talk.new_mails()
    assert told.to == "gm@example.test"
    talk.db.close()


def test_both_are_late_at_once_and_told_in_one_letter_each(timed: Conversation) -> None:
    timed.tick(days=2, hours=23)
    late = timed.tick(hours=2)
    assert len(late) == 2
    assert "Lancaster's orders are overdue too." in to("york", late).flat
    assert "York's orders are overdue too." in to("lancaster", late).flat
    reports = timed.tick(days=1)
    assert len(reports) == 2
    for reader, other in (("york", "Lancaster"), ("lancaster", "York")):
        told = to(reader, reports).flat
        assert "The safe default has answered for you." in told
        assert f"{other}'s orders did not come in time. The safe default has answered." in told
    with timed.db.reading() as session:
        assert rerun_game(Context(session, timed.desk).of(timed.game())).exact


def test_the_hold_policy_holds_and_a_release_gives_a_fresh_deadline(tmp_path: Path) -> None:
    talk = talk_with(tmp_path, no_show="hold")
    talk.write("lancaster", LANCASTER_SETUP)
    mails = talk.tick(days=4, hours=1)
    assert talk.game().status == "held"
    assert "York's orders did not come by" in talk.game().held_because
    assert {m.to for m in mails if "The game is on hold" in m.subject} == {"ann@example.test", "bob@example.test"}
    master = next(m for m in mails if m.to == "gm@example.test")
    assert '"pbem release bosworth-1" resumes the game' in master.flat
    assert entries(talk, EntryKind.TIMEOUT) == []
    assert talk.tick(days=10) == []
    by_hand.release(talk.desk, talk.name)
    released = talk.new_mails()
    assert "Your orders are due by Tue 8 Sep 2026 14:00 BST (Europe/London)." in to("york", released).flat
    assert event_of(to("york", released)).decoded("dtstart").day == 8
    assert talk.tick(hours=40) == []
    assert talk.game().status == "playing"
    talk.db.close()


def test_the_standing_policy_waits_and_tells_all_once(tmp_path: Path) -> None:
    talk = talk_with(tmp_path, no_show="standing")
    talk.write("lancaster", LANCASTER_SETUP)
    mails = talk.tick(days=4, hours=1)
    waits = [m for m in mails if "The game waits for" in m.subject and m.to != "gm@example.test"]
    assert "It goes on as soon as your orders come." in to("york", waits).flat
    assert "It goes on as soon as York's orders come." in to("lancaster", waits).flat
    assert sum(m.to == "gm@example.test" for m in mails) == 1
    assert talk.tick(days=8) == []
    assert talk.game().status == "playing"
    talk.write("york", YORK_SETUP)
    assert talk.table().open()
    assert keys(talk)[-1][1] == "deadline"
    talk.db.close()


def test_all_that_the_default_has_answered_is_told(timed: Conversation) -> None:
    mails = timed.tick(days=4, hours=1)
    mail = next(m for m in mails if m.to == PLAYERS["york"].address and "has answered for you" in m.flat)
    told = mail.flat.partition("== ")[0]
    assert "[...]" not in told
    assert "give Culverins and Falconets (y1) Richard III" in told
    assert "array right Norfolk" in told


def test_a_fault_of_the_clock_holds_the_game_and_keeps_the_others_going(
    timed: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_game(timed.desk, "plantagenet", "bosworth", PLAYERS, terms=TERMS)
    timed.new_mails()

    def breaks(*_: object) -> list[str]:
        monkeypatch.undo()
        raise KeyError("oxford")

    monkeypatch.setattr("pbem.moderator.clock.deadline_run.give_defaults", breaks)
    mails = timed.tick(days=4, hours=1)
    assert timed.game().status == "held"
    assert timed.game().held_because == "the clock could not do its work"
    (told,) = [m for m in mails if m.to == "gm@example.test"]
    assert "KeyError: 'oxford'" in told.flat
    with timed.db.reading() as session:
        assert lobby.find_game(session, "bosworth-2").status == "playing"


def test_letters_come_before_the_clock(timed: Conversation) -> None:
    timed.write("lancaster", LANCASTER_SETUP)
    take_in(timed.desk, b"From: stranger@example.test\r\n\r\nhello\r\n")
    timed.clock.move(days=9)
    assert tick(timed.desk, timed.clock()) == []
    assert keys(timed) == [("york", "deadline"), ("lancaster", "deadline"), ("lancaster", "stopped")]


# More time


def test_a_player_takes_more_time_and_the_other_is_told(timed: Conversation) -> None:
    mails = timed.write("york", "extend 24h\n")
    answer = to("york", mails)
    assert "24 hours more: your orders are due by Wed 26 Aug 2026 13:00 BST (Europe/London); 1 extension left" in answer.flat
    told = to("lancaster", mails)
    assert told.kind == "notice"
    assert "York has taken more time." in told.flat
    assert "York has time until Wed 26 Aug 2026 13:00 BST (Europe/London)." in told.flat


@pytest.mark.parametrize(
    "line", ["extend", "ext 24h", "EXTEND 1d", "extend 1 day  # please", "extend by a day", "extension 24h please"]
)
def test_ways_to_take_a_day(timed: Conversation, line: str) -> None:
    assert "Wed 26 Aug 2026 13:00" in to("york", timed.write("york", f"{line}\n")).flat


def test_the_allowance_is_kept_and_a_refusal_says_what_is_left(timed: Conversation) -> None:
    refused = to("york", timed.write("york", "extend 3d\n")).flat
    assert "an extension is at most 48 hours; you have 2 left" in refused
    assert "Nearest: extend 48h" in refused
    assert "is not a length of time such as 24h" in to("york", timed.write("york", "extend soon\n")).flat
    timed.write("york", "extend 48h\nextend 24h\n")
    assert (
        "you have used all 2 extensions; the game master can give more time"
        in to("york", timed.write("york", "extend\n")).flat
    )
    assert entries(timed, EntryKind.CLOCK)[-1].key == "extended"


def test_a_line_about_time_stops_nothing_and_nothing_stops_it(timed: Conversation) -> None:
    mail = to("york", timed.write("york", f"extend 9d\n{YORK_SETUP}nonsense\nabsent tomorrow\n"))
    assert not timed.table().open_to("york")
    assert "away on Sun 23 Aug 2026" in mail.flat


def test_more_time_when_nothing_is_asked_is_for_the_next_question(timed: Conversation) -> None:
    timed.write("york", YORK_SETUP)
    mail = to("york", timed.write("york", "extend 48h\n"))
    assert "48 hours more: for what is asked of you next; 1 extension left" in mail.flat
    correction.undo(timed.desk, timed.name, "a trial", to=2)
    assert "by Thu 27 Aug 2026 13:00" not in to("york", timed.new_mails()).flat


def test_an_extension_during_grace_counts_from_now(timed: Conversation) -> None:
    timed.write("lancaster", LANCASTER_SETUP)
    timed.tick(days=3, hours=5)
    mail = to("york", timed.write("york", "extend 24h\n"))
    assert "your orders are due by Wed 26 Aug 2026 18:00 BST" in mail.flat
    assert "Your move, by" in mail.flat


def test_a_report_in_the_grace_says_what_comes(timed: Conversation) -> None:
    timed.tick(days=3, hours=5)
    mail = to("york", timed.write("york", "report\n"))
    assert f"Your move is overdue: 2 decisions. It was due by {DUE}; at Wed 26 Aug" in mail.flat


def test_a_game_without_deadlines_has_nothing_to_extend(talk: Conversation) -> None:
    assert "this game has no deadlines: take the time you need" in to("york", talk.write("york", "extend 24h\n")).flat


def test_the_moderator_gives_more_time(timed: Conversation) -> None:
    assert extend_seat(timed.desk, timed.name, "york", read_duration("10d")) == "Fri 4 Sep 2026 13:00 BST (Europe/London)"
    mails = timed.new_mails()
    assert "The game master gives York 10 days more." in to("lancaster", mails).flat
    assert "Your orders are due by Fri 4 Sep 2026 13:00" in to("york", mails).flat
    by_hand.hold(timed.desk, timed.name, "a question")
    with pytest.raises(NoDeadline, match="is held"):
        extend_seat(timed.desk, timed.name, "york", read_duration("1d"))


def test_a_slip_is_answered_with_the_line_that_was_meant(timed: Conversation) -> None:
    mail = to("york", timed.write("york", "extned 24h\n"))
    assert "Nearest: extend 24h" in mail.flat
    assert entries(timed, EntryKind.CLOCK)[-1].key == "deadline"


# Away


def test_a_player_goes_away_and_the_other_is_told(timed: Conversation) -> None:
    mails = timed.write("york", "absent 2026-08-24 to 2026-08-28\n")
    answer = to("york", mails).flat
    assert "away from Mon 24 Aug 2026 to Fri 28 Aug 2026: no deadline of yours runs meanwhile; 5 of 10 days taken" in answer
    assert "your orders are due by Sun 30 Aug 2026 13:00 BST" in answer
    assert "Note: You are away from Mon 24 Aug 2026 to Fri 28 Aug 2026." in answer
    told = to("lancaster", mails).flat
    assert "York is away from Mon 24 Aug 2026 to Fri 28 Aug 2026: York's deadlines stand still." in told
    assert "York has time until Sun 30 Aug 2026 13:00 BST" in told
    timed.write("lancaster", LANCASTER_SETUP)
    assert timed.tick(days=6) == []
    (reminder,) = timed.tick(days=1, hours=2)
    assert "Reminder" in reminder.subject


def test_absences_that_overlap_are_told_as_one_and_count_once(timed: Conversation) -> None:
    timed.write("york", "absent 2026-08-24 to 2026-08-26\n")
    mail = to("york", timed.write("york", "away 25 Aug - 29 Aug\n"))
    assert "away from Tue 25 Aug 2026 to Sat 29 Aug 2026: no deadline of yours runs meanwhile; 6 of 10 days" in mail.flat
    assert mail.flat.count("Note: You are away") == 1
    assert "Note: You are away from Mon 24 Aug 2026 to Sat 29 Aug 2026." in mail.flat
    refused = to("york", timed.write("york", "absent 2026-08-28 to 2026-09-05\n")).flat
    assert "that takes 7 days; this game allows 10 days of absence, and you have 4 left" in refused
    assert "Nearest: absent 2026-08-28 to 2026-09-02" in refused


def test_days_away_stay_those_that_were_named_when_the_zone_is_changed(timed: Conversation) -> None:
    timed.write("york", "absent 2026-08-24 to 2026-08-26\n")
    mail = to("york", timed.write("york", "zone Asia/Kolkata\n"))
    assert "Note: You are away from Mon 24 Aug 2026 to Wed 26 Aug 2026." in mail.flat
    assert "by Fri 28 Aug 2026 17:30 IST (Asia/Kolkata)" in mail.flat


def test_an_absence_told_when_orders_are_late_says_what_comes(timed: Conversation) -> None:
    timed.write("lancaster", LANCASTER_SETUP)
    timed.tick(days=3, hours=1)
    told = to("lancaster", timed.write("york", "absent until 2026-08-30\n"))
    assert f"York's orders were due by {DUE}; at Mon 31 Aug 2026 23:00 BST" in told.flat


def test_coming_back_is_told_too(timed: Conversation) -> None:
    timed.write("york", "absent until 2026-08-30\n")
    timed.clock.move(days=2)
    mails = timed.write("york", "present\n")
    assert f"you are not away any more; your orders are due by {DUE.replace('Tue 25', 'Thu 27')}" in to("york", mails).flat
    assert "York is back." in to("lancaster", mails).flat
    assert "you are not away, and no absence is planned" in to("york", timed.write("york", "absent none\n")).flat


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("absent", "from when to when? Write it like"),
        ("absent 2026-08-01", "2026-08-01 is over already"),
        (
            "absent 2026-09-01 to 2026-09-20",
            "that takes 20 days; this game allows 10 days of absence, and you have 10 left. "
            "Nearest: absent 2026-09-01 to 2026-09-10",
        ),
        ("absent next summer", '"next summer" is not a day; write it like 2026-08-23'),
        ("present tomorrow", "this word takes nothing else"),
        ("absnt 2026-09-01", "Nearest: absent 2026-09-01"),
        ("absent 2026-09-10 to 2026-09-01", "Nearest: absent 2026-09-01 to 2026-09-10"),
        ("absent 2026-09-31", '"2026-09-31" is not a day: that month has 30. Nearest: absent 2026-09-30'),
        ("absent 2026-09-01 to 9/4/2026", "Nearest: absent 2026-09-01 to 2026-09-04"),
    ],
)
def test_an_absence_that_is_refused(timed: Conversation, line: str, problem: str) -> None:
    mail = to("york", timed.write("york", f"{line}\n"))
    assert problem in mail.flat
    assert not [key for key in keys(timed) if key[1] == "absent"]


MISWRITTEN = """
extend
extend 24
extend 24 lightyears
extend 3 days
extend until Sunday
absent
absent 3/1
absent 3/1 to 10/1
absent from 24 December
absent 2026-09-01 to 2026-09-20
absent 24/12/2026 to 3/13/2026
absent next weekend
absent December
absent until saturday
absent over christmas
absnt 2026-09-01 to 2026-09-04
absense 24/12 to soon
extent 24h
present tomorrow
zone
zone EST
zone CET
zone UTC+5:30
zone Etc/GMT-5
zone Europe/Lodnon
"""


def test_every_line_about_time_that_is_shown_would_be_carried_out(tmp_path: Path) -> None:
    talk = talk_with(tmp_path, extensions="90 x 48h", absence="365 days")
    answered = to("york", talk.write("york", MISWRITTEN)).flat
    nearest = re.findall(r"Nearest: (.*?)(?= \d+ (?:--|ok)| == | Not read|$)", answered)
    shown = sorted({line for near in nearest for line in near.split(" or: ")})
    assert len(shown) > 15
    answered = to("york", talk.write("york", "\n".join(shown))).flat
    assert [line for line in shown if f" ok {line}" not in answered] == []
    talk.db.close()


def test_an_absence_needs_no_question_and_no_deadlines(talk: Conversation) -> None:
    talk.write("york", YORK_SETUP)
    mails = talk.write("york", "absent 2026-08-24 to 2027-08-28\n")
    assert "away from Mon 24 Aug 2026" in to("york", mails).flat
    assert "York is away from" in to("lancaster", mails).flat


def test_a_letter_about_time_leaves_waiting_lines_alone(timed: Conversation) -> None:
    timed.set_up()
    seat = timed.asked()
    other = "york" if seat == "lancaster" else "lancaster"
    before = timed.table().waiting
    timed.write(other, "absent tomorrow\nzone Europe/Berlin\n")
    assert timed.table().waiting == before


# The log


def test_a_restored_game_has_the_same_deadlines(timed: Conversation) -> None:
    timed.write("york", "extend 24h\nabsent 2026-08-24\nzone Europe/Berlin\n")
    again = to("york", timed.write("york", "report\n"))
    with timed.db.reading() as session:
        document = json.loads(json.dumps(export_game(session, timed.game().id)))
        assert rerun_game(Context(session, timed.desk).of(timed.game())).exact
    assert "by Thu 27 Aug 2026 14:00 CEST (Europe/Berlin)" in again.flat
    assert document["terms"]["deadline"] == "72h"


def test_an_imported_game_begins_with_fresh_deadlines(timed: Conversation, tmp_path: Path) -> None:
    with timed.db.reading() as session:
        document = json.loads(json.dumps(export_game(session, timed.game().id)))
    desk = replace(timed.desk, db=Database.open(tmp_path / "other.sqlite"), now=lambda: NOON + timedelta(days=20))
    row = move_in(desk, document, "moved-1").game
    with desk.db.reading() as session:
        lines = [line for line, _ in journal.read_kind(session, row.id, EntryKind.CLOCK)]
    desk.db.close()
    assert [line.answer["due"][:10] for line in lines] == ["2026-08-25"] * 2 + ["2026-09-14"] * 2


def test_moves_taken_back_give_a_fresh_deadline_and_leave_the_absence(timed: Conversation) -> None:
    timed.clock.move(days=2)
    timed.write("york", f"absent 2026-09-01\n{YORK_SETUP}")
    timed.clock.move(days=2)
    correction.undo(timed.desk, timed.name, "a slip")
    mails = timed.new_mails()
    assert "by Sat 29 Aug 2026 13:00 BST (Europe/London), in 72 hours" in to("york", mails).flat
    assert "by Sat 29 Aug 2026 13:00 BST (Europe/London), in 72 hours" in to("lancaster", mails).flat
    assert "Note: You are away on Tue 1 Sep 2026" in to("york", mails).flat


def test_new_terms_begin_anew_and_are_told(timed: Conversation) -> None:
    timed.clock.move(days=1)
    set_terms(timed.desk, timed.name, {"deadline": "Mon Thu 20:00", "no_show": "hold"})
    mail = to("york", timed.new_mails())
    why = (
        "The terms of this game have changed. Orders are due on Mondays and Thursdays at 20:00 (Europe/London): by the first"
    )
    assert why in mail.flat
    assert "Your orders are due by Mon 24 Aug 2026 20:00 BST" in mail.flat
    set_terms(timed.desk, timed.name, {"deadline": "none"})
    assert "There are no deadlines: take the time you need." in to("york", timed.new_mails()).flat
    assert timed.tick(days=8) == []
    with pytest.raises(BadTime, match=r"deadline: .*is not a deadline"):
        set_terms(timed.desk, timed.name, {"deadline": "whenever"})


def test_new_terms_are_told_whole_and_in_the_readers_words(tmp_path: Path) -> None:
    talk = talk_with(tmp_path)
    set_languages(talk.db, talk.name, ["york=de"], ["en", "de"])
    set_terms(talk.desk, talk.name, {"grace": "48h"})
    mail = to("york", mails := talk.new_mails())
    assert "Die Bedingungen dieses Spiels haben sich geändert." in mail.flat
    assert "Deine Befehle sind fällig bis Di., 25. Aug. 2026 13:00 BST" in mail.flat
    assert '"absent 2026-12-20 to 2027-01-03"' in mail.flat
    assert "[...]" not in mail.text
    assert "[...]" not in to("lancaster", mails).text


def test_more_time_once_given_outlasts_a_hold_and_new_terms(timed: Conversation) -> None:
    extend_seat(timed.desk, timed.name, "york", timedelta(days=2))
    by_hand.hold(timed.desk, timed.name, "a pause")
    by_hand.release(timed.desk, timed.name)
    due = "Your orders are due by Thu 27 Aug 2026 13:00 BST (Europe/London)."
    assert due in [mail for mail in timed.new_mails() if mail.to == PLAYERS["york"].address][-1].flat
    set_terms(timed.desk, timed.name, {"grace": "48h"})
    assert due in to("york", timed.new_mails()).flat


def test_more_time_is_told_in_the_readers_words(timed: Conversation) -> None:
    set_languages(timed.db, timed.name, ["lancaster=de"], ["en", "de"])
    extend_seat(timed.desk, timed.name, "york", timedelta(days=6), "Urlaub")
    told = to("lancaster", timed.new_mails()).flat
    assert "Die Spielleitung gibt York eine Verlängerung von 6 Tagen. Der Grund: Urlaub" in told
    assert "Die Befehle von York sind fällig bis Mo., 31. Aug. 2026" in told


def test_a_game_gets_deadlines_later(talk: Conversation) -> None:
    set_terms(talk.desk, talk.name, {"deadline": "48h"})
    assert "Your orders are due by Mon 24 Aug 2026 12:00 UTC." in to("york", talk.new_mails()).flat


# The moderator away


def test_a_week_without_the_moderator(timed: Conversation) -> None:
    timed.write("lancaster", LANCASTER_SETUP)
    credit_downtime(timed.desk, timed.clock())
    assert len(timed.tick(days=2, hours=2)) == 1
    timed.clock.move(days=7)
    credit_downtime(timed.desk, timed.clock())
    (master,) = timed.new_mails()
    assert (
        "The program read no letters from Mon 24 Aug 2026 14:00 UTC to Mon 31 Aug 2026 14:00 UTC, for 7 days." in master.flat
    )
    tick(timed.desk, timed.clock())
    mails = timed.new_mails()
    why = "The program was down for 7 days. All deadlines are extended by that time."
    assert f"{why} Your orders are due by Tue 1 Sep 2026 13:00 BST" in to("york", mails).flat
    assert "York's orders are due by Tue 1 Sep 2026" in to("lancaster", mails).flat
    assert tick(timed.desk, timed.clock()) == []
    assert timed.tick(hours=21) == []
    (late, _) = timed.tick(hours=2)
    assert "overdue" in late.subject
    assert entries(timed, EntryKind.TIMEOUT) == []


def test_a_game_that_cannot_be_restored_does_not_keep_the_others_from_being_put_off(
    timed: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    credit_downtime(timed.desk, timed.clock())
    open_game(timed.desk, "plantagenet", "bosworth", PLAYERS, terms=TERMS)
    timed.clock.move(days=1)

    def breaks(*_: object) -> None:
        monkeypatch.undo()
        raise KeyError("oxford")

    monkeypatch.setattr("pbem.moderator.clock.deadline_changes.load_table", breaks)
    assert credit_downtime(timed.desk, timed.clock()) == [
        "bosworth-2: deadlines are put off, the moderator was away for 24 hours"
    ]


def test_a_clock_that_is_a_year_ahead_for_a_minute_changes_nothing(timed: Conversation) -> None:
    credit_downtime(timed.desk, timed.clock())
    before = keys(timed)
    timed.clock.move(days=365)
    (said,) = credit_downtime(timed.desk, timed.clock())
    assert said.startswith("the clock says Sun 22 Aug 2027 12:00 UTC, after Sat 22 Aug 2026 12:00 UTC")
    timed.clock.move(minutes=1)
    assert credit_downtime(timed.desk, timed.clock()) == tick(timed.desk, timed.clock()) == []
    timed.clock.move(days=-365)
    assert credit_downtime(timed.desk, timed.clock()) == tick(timed.desk, timed.clock()) == []
    assert (keys(timed), timed.new_mails()) == (before, [])
    assert len(timed.tick(days=2, hours=2)) == 2, "the reminders come as they would have come"


@pytest.mark.parametrize("days", [400, -400])
def test_what_is_asked_and_said_while_the_clock_is_wrong_has_the_time_before(timed: Conversation, days: int) -> None:
    credit_downtime(timed.desk, timed.clock())
    timed.clock.move(days=days)
    credit_downtime(timed.desk, timed.clock())
    mails = timed.write("york", YORK_SETUP) + timed.write("lancaster", f"{LANCASTER_SETUP}absent for 2 days\n")
    assert "away from Sat 22 Aug 2026 to Sun 23 Aug 2026" in to("lancaster", mails).flat
    assert "Your move, by Tue 25 Aug 2026 13:00 BST" in to("york", mails[-2:]).flat
    timed.clock.move(days=-days, minutes=5)
    assert credit_downtime(timed.desk, timed.clock()) == tick(timed.desk, timed.clock()) == []
    (reminder,) = timed.tick(days=2, hours=2)
    assert "Tue 25 Aug 2026 13:00 BST" in reminder.flat


def test_what_is_asked_while_a_clock_is_in_doubt_that_was_right_is_put_off(timed: Conversation) -> None:
    credit_downtime(timed.desk, timed.clock())
    timed.clock.move(days=60)
    credit_downtime(timed.desk, timed.clock())
    timed.write("york", YORK_SETUP)
    timed.write("lancaster", LANCASTER_SETUP)
    timed.clock.move(minutes=11)
    credit_downtime(timed.desk, timed.clock())
    tick(timed.desk, timed.clock())
    assert "Your orders are due by Sat 24 Oct 2026" in to("york", timed.new_mails()).flat


def test_a_clock_that_is_a_day_back_for_a_minute_changes_nothing(timed: Conversation) -> None:
    credit_downtime(timed.desk, timed.clock())
    before = keys(timed)
    timed.clock.move(days=-1)
    assert len(credit_downtime(timed.desk, timed.clock())) == 1
    timed.clock.move(days=1, minutes=1)
    assert credit_downtime(timed.desk, timed.clock()) == []
    assert (keys(timed), timed.new_mails()) == (before, [])


def test_a_clock_that_stays_as_it_was_set_is_believed(timed: Conversation) -> None:
    credit_downtime(timed.desk, timed.clock())
    timed.clock.move(days=60)
    assert "nothing is due until it is sure" in credit_downtime(timed.desk, timed.clock())[0]
    timed.clock.move(minutes=11)
    assert credit_downtime(timed.desk, timed.clock()) == [
        "bosworth-1: deadlines are put off, the moderator was away for 60 days"
    ]
    timed.new_mails()
    timed.clock.move(days=-2)
    credit_downtime(timed.desk, timed.clock())
    timed.clock.move(minutes=11)
    (said,) = credit_downtime(timed.desk, timed.clock())
    assert said == "the clock was 47 hours ahead when the moderator was last at work: that is corrected"
    (told,) = timed.new_mails()
    assert told.subject == "[pbem] The clock was 47 hours ahead: look at the deadlines"
    assert credit_downtime(timed.desk, timed.clock()) == []


def test_a_clock_that_was_set_by_an_hour_is_told_from_an_absence_by_the_uptime(timed: Conversation) -> None:
    uptime = Uptime("boot", timedelta(hours=5))
    desk = replace(timed.desk, machine=replace(timed.desk.machine, uptime=lambda: uptime))
    credit_downtime(desk, timed.clock())
    timed.clock.move(hours=1)
    uptime = Uptime("boot", timedelta(hours=5, minutes=1))
    assert "nothing is due until it is sure" in credit_downtime(desk, timed.clock())[0]
    timed.clock.move(hours=1)
    uptime = Uptime("boot", timedelta(hours=7))
    assert credit_downtime(desk, timed.clock()) == ["bosworth-1: deadlines are put off, the moderator was away for 2 hours"]
    timed.clock.move(hours=3)
    uptime = Uptime("another boot", timedelta(minutes=1))
    assert credit_downtime(desk, timed.clock()) == ["bosworth-1: deadlines are put off, the moderator was away for 3 hours"]


def test_a_short_stop_puts_nothing_off(timed: Conversation) -> None:
    credit_downtime(timed.desk, timed.clock())
    timed.clock.move(minutes=14)
    assert credit_downtime(timed.desk, timed.clock()) == []
    timed.clock.move(minutes=30)
    assert credit_downtime(timed.desk, timed.clock()) == [
        "bosworth-1: deadlines are put off, the moderator was away for 30 minutes"
    ]
    assert timed.new_mails() == []
    assert keys(timed)[-1] == ("clock", "paused")


def test_a_game_with_all_that_time_can_do_is_verified_and_moved(timed: Conversation, tmp_path: Path) -> None:
    credit_downtime(timed.desk, timed.clock())
    timed.write("york", "extend 24h\nzone Asia/Kathmandu\nabsent 2026-08-24\n")
    timed.tick(days=6)
    timed.clock.move(days=7)
    timed.tick(days=1)
    by_hand.hold(timed.desk, timed.name, "a pause")
    by_hand.release(timed.desk, timed.name)
    found = {key for _, key in keys(timed)}
    assert found >= {"extended", "zone", "absent", "reminder", "missed", "paused", "told", "stopped", "deadline"}
    with timed.db.reading() as session:
        document = json.loads(json.dumps(export_game(session, timed.game().id)))
        before = open_clock(session, timed.game().id, timed.clock()).clocks(timed.table())
    assert verify_document(document, timed.desk.games, timed.desk.scenarios).ok
    desk = replace(timed.desk, db=Database.open(tmp_path / "other.sqlite"))
    row = move_in(desk, document, "moved-1").game
    with desk.db.reading() as session:
        after = open_clock(session, row.id, timed.clock()).clocks(load_table(Context(session, desk).of(row)))
        assert verify_document(export_game(session, row.id), desk.games, desk.scenarios).ok
    desk.db.close()
    assert (after.used, after.away, after.zones, after.pauses) == (before.used, before.away, before.zones, before.pauses)


def test_every_act_of_the_clock_is_an_entry(timed: Conversation) -> None:
    timed.write("lancaster", LANCASTER_SETUP)
    timed.tick(days=4, hours=1)
    assert [key for seat, key in keys(timed) if seat == "york"][:4] == ["deadline", "reminder", "missed", "deadline"]
    assert all(line.note == "no orders by 2026-08-25T12:00:00+00:00" for line in entries(timed, EntryKind.TIMEOUT))
