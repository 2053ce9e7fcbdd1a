"""Leaks that are planted, one of each kind, are found; without them nothing is."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from pbem.engine.decision import Die, Seat
from pbem.engine.dice import RollId
from pbem.engine.event import Event
from pbem.engine.forecast import odds
from pbem.engine.rules import Rules
from pbem.engine.table import Table
from pbem.games.plantagenet.components import held, influence
from pbem.games.plantagenet.game import RULES
from pbem.games.plantagenet.levy.gathering import gathering
from pbem.mail.letter import Attachment, Draft
from pbem.mail.writing import write_letter
from pbem.moderator.clock.clock import Clock
from pbem.moderator.desk.scenario_files import load_setup
from pbem.moderator.lines import previews
from pbem.moderator.reports import notices, notify
from pbem.orders.foresight.preview import Preview, preview
from pbem.playtest.leaks.report import Finding
from pbem.playtest.leaks.run import leaktest
from pbem.playtest.leaks.secret import Secret
from pbem.resources import scenarios_dir
from pbem.store import post

pytestmark = pytest.mark.long
MOST_GAMES = 100
SEATS = ("york", "lancaster")
SHORT, LONG = "ib_towton", "ia_henry_vi"
Value = Callable[[Table[Any], Seat], int]


def enemy_of(table: Table[Any], seat: Seat) -> Seat:
    return next(other for other in table.seats if other != seat)


def hand(table: Table[Any], seat: Seat) -> int:
    """A number that follows from what the enemy holds."""
    return sum(int(card[1:]) for card in table.state.held[enemy_of(table, seat)])


def plan(table: Table[Any], seat: Seat) -> int:
    """A number that follows from the enemy's next Command card."""
    return len("".join(table.state.plans[enemy_of(table, seat)][:1]))


def entries(table: Table[Any], _seat: Seat) -> int:
    """How long the log is, with what only the enemy knows of."""
    return len(table.entries)


def found_with(
    *secrets: Secret, rules: Rules[Any] = RULES, pictures: bool = False, about: str = "", seed: str = "g"
) -> Finding:
    """The first leak that is found; it must be one soon. Some are found sooner from another `seed`."""
    scenario = SHORT if set(secrets) <= {Secret.ORDERS, Secret.DICE} else LONG
    setups = [load_setup(rules, scenario, scenarios_dir(), dict(each)) for each in rules.trial.options]
    for number in range(MOST_GAMES):
        keys = {about} - {""}
        report = leaktest(rules, setups, [number], seed, twins=3, secrets=secrets, pictures=pictures, about=keys)
        if report.findings:
            return report.findings[0]
    raise AssertionError(f"nothing found in {MOST_GAMES} games")


def told(finding: Finding) -> str:
    return "\n".join(finding.differences)


class Spy:
    """Knows a secret number while a report is written."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, value: Value) -> None:
        self.number = 0
        build = notify.build_report

        def spying(context: Any, seat: Any, *rest: Any) -> Any:
            self.number = value(context.table, seat.name)
            return build(context, seat, *rest)

        monkeypatch.setattr(notify, "build_report", spying)


def subject(draft: Draft, number: int) -> Draft:
    return replace(draft, subject=f"{draft.subject} {'!' * number}")


def message_id(draft: Draft, number: int) -> Draft:
    return replace(draft, message_id=draft.message_id.replace("@", f".{number}@"))


def size(draft: Draft, number: int) -> Draft:
    return replace(draft, html=f"{draft.html}<!--{'-' * number}-->")


def alt_text(draft: Draft, number: int) -> Draft:
    assert draft.html is None or not draft.pictures or 'alt="' in draft.html
    return replace(draft, html=re.sub('alt="', f'alt="{number} ', draft.html or ""))


def picture(draft: Draft, number: int) -> Draft:
    return replace(draft, pictures=tuple(replace(each, png=each.png + bytes(number)) for each in draft.pictures))


def attachment(draft: Draft, number: int) -> Draft:
    return replace(draft, attachments=(*draft.attachments, Attachment(f"notes-{number}.txt", "text/plain", b"none")))


@pytest.mark.parametrize(
    ("plant", "value", "secrets", "shows"),
    [
        (subject, hand, [Secret.HAND, Secret.DRAWS], "Subject: "),
        (message_id, entries, [Secret.ORDERS], "Message-ID: "),
        (size, plan, [Secret.LAYOUT], "size: "),
        (attachment, hand, [Secret.ALL], "notes-"),
    ],
)
def test_a_leak_in_a_mail_is_found(
    monkeypatch: pytest.MonkeyPatch,
    plant: Callable[[Draft, int], Draft],
    value: Value,
    secrets: Sequence[Secret],
    shows: str,
) -> None:
    spy, write = Spy(monkeypatch, value), write_letter
    monkeypatch.setattr(notices, "write_letter", lambda draft, *rest: write(plant(draft, spy.number), *rest))
    assert shows in told(found_with(*secrets))


@pytest.mark.parametrize(("plant", "shows"), [(alt_text, "alt="), (picture, "image/png")])
def test_a_leak_through_the_picture_is_found(
    monkeypatch: pytest.MonkeyPatch, plant: Callable[[Draft, int], Draft], shows: str
) -> None:
    spy, write = Spy(monkeypatch, hand), write_letter
    monkeypatch.setattr(notices, "write_letter", lambda draft, *rest: write(plant(draft, spy.number), *rest))
    assert shows in told(found_with(Secret.ALL, pictures=True))


def test_a_mail_that_is_sent_later_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    spy, queue = Spy(monkeypatch, hand), post.queue

    def slow(*args: Any, now: Any, **facts: Any) -> Any:
        return queue(*args, now=now + timedelta(seconds=spy.number), **facts)

    monkeypatch.setattr(post, "queue", slow)
    assert "sent at: " in told(found_with(Secret.DRAWS))


def test_a_mail_that_comes_when_the_enemy_writes_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notify, "is_due", lambda _table, _seat: True)
    assert "1 mails or 0" in told(finding := found_with(Secret.ORDERS)) or "0 mails or 1" in told(finding)


def test_a_number_in_the_calendar_entry_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Clock, "entries_about", lambda _clock, table, _seat: len(table.entries))
    assert "SEQUENCE" in told(found_with(Secret.ORDERS, seed="i"))


def test_a_window_that_opens_for_some_hands_only_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    ask = held.ask_which

    async def careless(s: Any, side: Any, about: str, able: list[Any]) -> Any:
        return await ask(s, side, about, able) if able else None

    monkeypatch.setattr(held, "ask_which", careless)
    camps = replace(RULES, new_state=lambda setup: gathering(setup, Random(7).shuffle))  # noqa: S311 - play, not secrets
    finding = found_with(Secret.HAND, rules=camps, about=held.PLAY)
    assert "writes" in finding.steps[-1]


def test_a_refusal_that_names_what_the_enemy_holds_is_found() -> None:
    def why_not(s: Any, _decision: Any, _verb: str, _ids: list[str]) -> str:
        return f"{s.held}"

    orders = replace(RULES.orders, why_not=why_not)
    finding = found_with(Secret.ALL, Secret.DRAWS, rules=replace(RULES, orders=orders), seed="c")
    assert "'l" in told(finding) or "'y" in told(finding)


def test_a_preview_that_looks_at_the_dice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def peeking(table: Table[Any], seat: Seat, lines: Any, *, mends: bool) -> Preview:
        foreseen = preview(table, seat, lines, mends=mends)
        die = table.chance(RollId(table.rules.turn(table.state), "4.6.3 tax", seat, 1), Die(), table.salts)
        return Preview(tuple(replace(line, words=(*line.words, f"you will roll {die}")) for line in foreseen.lines))

    monkeypatch.setattr(previews, "preview", peeking)
    assert "you will roll" in told(found_with(Secret.DICE))


def test_odds_that_count_the_enemys_hand_are_found() -> None:
    def forecast(s: Any, seat: Seat, decision: Any, answer: Any) -> Any:
        usual = RULES.previews.forecast(s, seat, decision, answer)
        enemy = next(other for other in SEATS if other != seat)
        return replace(usual, words=(*usual.words, odds(sum(int(card[1:]) for card in s.held[enemy]) % 7)))

    counting = replace(RULES, previews=replace(RULES.previews, forecast=forecast))
    assert "in 6" in told(found_with(Secret.ALL, Secret.DRAWS, rules=counting))


def test_an_event_that_everybody_sees_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Event, "visible_to", lambda _event, _seat: True)
    assert "line " in told(found_with(Secret.DRAWS))


def test_the_enemys_standing_orders_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    own = Table.orders_of
    monkeypatch.setattr(Table, "orders_of", lambda table, _seat: [o for seat in table.seats for o in own(table, seat)])
    assert "line " in told(found_with(Secret.ORDERS))


def test_the_enemys_waiting_orders_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    own = notify._waiting
    monkeypatch.setattr(notify, "_waiting", lambda table, _seat: tuple(w for seat in table.seats for w in own(table, seat)))
    assert "line " in told(found_with(Secret.ORDERS, seed="d"))


def test_a_view_of_hidden_mats_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.games.plantagenet.report.view.hidden_from", lambda _s, _lord, _reader: False)
    assert "line " in told(found_with(Secret.ALL))


def test_a_plan_that_is_shown_is_found() -> None:
    def view(s: Any, seat: Seat) -> Any:
        shown = RULES.view(s, seat)
        enemy = next(other for other in SEATS if other != seat)
        return replace(shown, acting=f"{shown.acting} {s.plans[enemy]}") if hasattr(shown, "acting") else shown

    assert "line " in told(found_with(Secret.LAYOUT, rules=replace(RULES, view=view)))


# 1.5.3 What lies on Hidden Mats, in what rolls are told to need


def found_by_default(seed: str) -> Finding:
    """The first leak that is found with the usual secrets, scenarios and moments; it must be one soon."""
    setups = [load_setup(RULES, name, scenarios_dir(), dict(each)) for name in (SHORT, LONG) for each in RULES.trial.options]
    for number in range(MOST_GAMES):
        report = leaktest(RULES, setups, [number], seed, pictures=False)
        if report.findings:
            return report.findings[0]
    raise AssertionError(f"nothing found in {MOST_GAMES} games")


def test_a_check_that_tells_what_it_needs_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(influence, "only_as_needed", lambda _s, _lord: False)
    finding = found_by_default("1")
    assert finding.secret == Secret.SCREENED
    assert "Influence check (succeeds on" in told(finding)


def test_what_lies_behind_screens_is_not_told_by_rolls() -> None:
    setups = [load_setup(RULES, LONG, scenarios_dir(), {"hidden_mats": True})]
    report = leaktest(RULES, setups, range(3), "screens", twins=2, secrets=[Secret.SCREENED], pictures=False)
    assert report.findings == []
    assert report.secrets[Secret.SCREENED] >= 3
