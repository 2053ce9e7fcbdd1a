"""Warriors of England: nothing leaks of the cup, of orders for later and of previews; planted leaks are found."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Generator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from sqlmodel import col, select

from pbem.engine.decision import DICE as DICE_SEAT
from pbem.engine.decision import Seat, Shuffle
from pbem.engine.dice import Mixed, RollId
from pbem.engine.game.rules import Rules
from pbem.games.warriors_of_england.aftermath.placing import DRAW, DRAWS
from pbem.games.warriors_of_england.components.state import CUP, State
from pbem.games.warriors_of_england.game import RULES
from pbem.lab.games import lab_of
from pbem.lab.leaks.asked import is_branch
from pbem.lab.leaks.report import LeakFinding, LeakReport
from pbem.lab.leaks.run import HuntSettings, leaktest
from pbem.lab.leaks.secret import ANSWERS, BEGUN, DICE, ORDERS, secrets_of
from pbem.mail.writing import write_letter
from pbem.moderator.core.setups import load_setup
from pbem.moderator.playing import previews
from pbem.moderator.reports import notices, notify
from pbem.moderator.reports.report_building import build_report
from pbem.orders.carry.preview import Preview, preview
from pbem.resources import scenarios_dir
from pbem.store.tables.mail import LetterRow

MOST_GAMES = 60
Value = Callable[[Any, Seat], int]


def twins_of(games: Sequence[int], seed: str, *secrets: str, twins: int = 4, rules: Rules[Any] = RULES) -> LeakReport:
    setup = load_setup(rules, "campaign", scenarios_dir())
    return leaktest(rules, [setup], games, seed, HuntSettings(twins=twins, secrets=secrets, pictures=False))


def found_with(secret: str, rules: Rules[Any] = RULES, seed: str = "p") -> LeakFinding:
    """The first leak that is found; it must be one soon."""
    for number in range(MOST_GAMES):
        if (report := twins_of([number], seed, secret, rules=rules)).findings:
            return report.findings[0]
    raise AssertionError(f"nothing found in {MOST_GAMES} games")


@pytest.mark.long
def test_nothing_leaks() -> None:
    report = twins_of([1], "w", twins=3)
    assert report.findings == []
    assert report.mails >= report.twins.total() == 3


@pytest.mark.long
@pytest.mark.parametrize("secret", ["draws", DICE])
def test_nothing_leaks_of_any_secret(secret: str) -> None:
    assert_nothing_leaks(twins_of(range(5), "w", secret), secret)


def assert_nothing_leaks(report: LeakReport, secret: str) -> None:
    """Nothing was found, in worlds and mails enough."""
    assert report.findings == []
    assert report.secrets[secret] >= 15
    assert report.mails_by[secret] >= 20


@pytest.mark.long
def test_worlds_of_other_orders_differ_in_all_that_can_be_written_ahead() -> None:
    report = twins_of(range(6), "w", ORDERS)
    assert_nothing_leaks(report, ORDERS)
    assert min(report.kept[kind] for kind in ("standing orders", "lines that wait", "branches")) > 0
    assert report.steps["the enemy's previews in one world"] > 0


def test_only_secrets_that_the_game_has_are_drawn() -> None:
    """Every piece on the map lies open: there is no hand."""
    assert secrets_of(lab_of(RULES).trial) == ["draws", ORDERS, BEGUN, ANSWERS, DICE]


# Planted


def next_draw(context: Any, _seat: Seat) -> int:
    """A number that follows from who would be drawn next, were the cup drawn from now."""
    table = context.table
    cup = tuple(noble for noble, each in table.state.nobles.items() if each.at == CUP)
    order = table.chance(RollId(table.rules.turn(table.state), DRAW, "cup", 1), Shuffle(cup), Mixed()) if cup else []
    return sum(map(len, order[:3]))


def rest_of_the_cup(context: Any, _seat: Seat) -> int:
    """A number that follows from who would have been drawn after the last draw."""
    drawn = [entry.answer for entry in context.table.entries if entry.key == DRAW]
    return sum(map(len, drawn[-1][5:8])) if drawn else 0


def enemy_of(context: Any, seat: Seat) -> Seat:
    return next(str(other) for other in context.table.seats if other != seat)


def standing_orders(context: Any, seat: Seat) -> int:
    return len(context.table.orders_of(enemy_of(context, seat)))


def lines_ahead(context: Any, seat: Seat) -> int:
    return len(context.table.waiting.get(enemy_of(context, seat), ()))


def branches(context: Any, seat: Seat) -> int:
    return sum(is_branch(line.text) for line in context.table.waiting.get(enemy_of(context, seat), ()))


def letters_to_look(context: Any, seat: Seat) -> int:
    """How many lines the enemy has only looked at."""
    wanted = select(LetterRow).where(col(LetterRow.seat) == enemy_of(context, seat))
    return sum(b"preview" in row.raw for row in context.session.exec(wanted))


def plant(monkeypatch: pytest.MonkeyPatch, value: Value) -> None:
    """Every report has so many signs of exclamation in its subject."""
    build, write, number = build_report, write_letter, [0]

    def spying(context: Any, seat: Any, *rest: Any) -> Any:
        number[0] = value(context, seat.name)
        return build(context, seat, *rest)

    monkeypatch.setattr(notify, "build_report", spying)
    monkeypatch.setattr(
        notices, "write_letter", lambda draft, *rest: write(replace(draft, subject=draft.subject + "!" * number[0]), *rest)
    )


@pytest.mark.long
def test_what_the_cup_would_give_next_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    plant(monkeypatch, next_draw)
    assert "Subject: " in "\n".join(found_with(DICE).differences)


@pytest.mark.long
@pytest.mark.parametrize(
    ("value", "secret"),
    [
        (rest_of_the_cup, "draws"),
        (standing_orders, ORDERS),
        (lines_ahead, ORDERS),
        (branches, ORDERS),
        (letters_to_look, ORDERS),
    ],
)
def test_a_leak_in_a_mail_is_found(monkeypatch: pytest.MonkeyPatch, value: Value, secret: str) -> None:
    plant(monkeypatch, value)
    assert "Subject: " in "\n".join(found_with(secret).differences)


@pytest.mark.long
def test_a_preview_that_looks_into_the_cup_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def peeking(table: Any, seat: Seat, lines: Any, *, mends: bool) -> Preview:
        foreseen = preview(table, seat, lines, mends=mends)
        cup = tuple(noble for noble, each in table.state.nobles.items() if each.at == CUP)
        order = table.chance(RollId(table.rules.turn(table.state), DRAW, "cup", 1), Shuffle(cup), Mixed())
        return Preview(tuple(replace(line, words=(*line.words, f"next is {order[:1]}")) for line in foreseen.lines))

    monkeypatch.setattr(previews, "preview", peeking)
    assert "next is" in "\n".join(found_with(DICE).differences)


# A rule that keeps the rest of the cup


@dataclass
class Keeping(State):
    """A position with the rest of the cup in its order."""

    rest: list[str] = field(default_factory=list)


class _Kept:
    """Plays on, and keeps who was not drawn of each shuffle."""

    def __init__(self, s: Keeping, flow: Coroutine[Any, Any, None]) -> None:
        self.s, self.flow = s, flow

    def __await__(self) -> Generator[Any, Any, None]:
        answers = None
        while True:
            try:
                asked = self.flow.send(answers)
            except StopIteration:
                return
            answers = yield asked
            if (asked[0].seat, asked[0].key) == (DICE_SEAT, DRAW):
                self.s.rest = list(answers[0][max(DRAWS, self.s.board.draft["draws"]) :])


def keeping(tells: bool) -> Rules[Any]:
    """The game with such a rule, whose View `tells` what is kept."""

    async def play(s: Any) -> None:
        await _Kept(s, RULES.play(s))

    def view(s: Any, seat: Seat) -> Any:
        shown = RULES.view(s, seat)
        return replace(shown, cup=sum(map(len, s.rest[:3]))) if tells else shown

    def new_state(setup: Any) -> Keeping:
        return Keeping(**vars(RULES.new_state(setup)))

    return replace(RULES, new_state=new_state, play=play, view=view)


@pytest.mark.parametrize("tells", [False, True])
@pytest.mark.long
def test_a_rule_that_shows_the_rest_of_the_cup_is_found(tells: bool) -> None:
    found = [twins_of([number], "r", "draws", twins=2, rules=keeping(tells)) for number in range(2)]
    assert sum(report.secrets["draws"] for report in found) >= 2
    assert any(report.findings for report in found) is tells
