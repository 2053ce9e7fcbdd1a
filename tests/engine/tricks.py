"""Days of tricks for RED: what each comes to is decided by a die, and BLUE may be asked in between."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from pbem.engine.decision import Decision, Json, Menu, Seat, YesNo
from pbem.engine.dice import roll
from pbem.engine.event import Event, tell
from pbem.engine.game.rules import Rules
from pbem.engine.game.segments import Segment, Segments
from pbem.engine.game.standing import Situations
from pbem.engine.refusal import Misread
from pbem.engine.table import Table
from pbem.orders.carry.letter import LetterOrders

from .toy import BLUE, RED, TOWNS, TOY, WORDS, Fair, Loaded, setup

TRICK = "9 trick"
OPTIONS = ("juggle", "sing york", "sing ely", "rest")
GOOD = 4
DAYS = 3


def segments(s: Fair, seat: Seat, _given: Mapping[str, Json]) -> tuple[Segment, ...]:
    """RED's days from today on."""
    days = range(max(1, s.day), DAYS + 1) if seat == RED else ()
    return tuple(Segment(f"the tricks of day {day}", frozenset({TRICK}), f"card {day}", TOWNS[day]) for day in days)


def verdict(events: Sequence[Event]) -> bool | None:
    """A trick comes off with a die of 4 or more."""
    return next((event.data["die"] >= GOOD for event in reversed(events) if event.name == "trick"), None)


def read(_s: Fair, _seat: Seat, text: str, about: Sequence[str]) -> Json:
    """ "pleased [TOWN]": a trick has come off there; "day 2"."""
    words = text.split()
    if words[0] == "pleased" and (words[1:] or about):
        return ["pleased", (words[1:] or list(about))[0]]
    if words[0] == "day" and len(words) == 2:
        return ["day", int(words[1])]
    raise Misread(f'"{text}" is not a case', ["if pleased ely: rest"])


def holds(s: Fair, _seat: Seat, _decision: Decision | None, condition: Json, _answer: Json = None) -> str | None:
    """Why a condition holds."""
    kind, what = condition
    if kind == "day":
        return f"it is day {what}" if s.day == what else None
    good = [trick for trick, die in s.told if trick == f"sing {what}" and die >= GOOD]
    return f"{what} is pleased" if good else None


SITUATIONS: Situations[Fair] = Situations(read, lambda _s, c: f"{c[0]} {c[1]}", holds)


def why_not(_s: Fair, _decision: Decision, verb: str, ids: list[str]) -> str | None:
    return f"nobody will {verb} of {ids[0]}" if ids else None


def days(most: int = 3, *, asks_blue: bool = False) -> Rules[Fair]:
    """Three days of `most` tricks each, opened by BLUE's yes; BLUE may be asked behind each trick too."""

    async def play(s: Fair) -> None:
        for day in range(1, DAYS + 1):
            s.day = day
            await Decision(BLUE, "3 go", f"day {day}", "Go?", YesNo())
            await tricks(s)
        s.result = {"winner": RED}

    async def tricks(s: Fair) -> None:
        for turn in range(most):
            menu = Menu(lambda: [trick for trick in OPTIONS if [trick, 6] not in s.told])
            trick = await Decision(RED, TRICK, f"day {s.day} turn {turn}", "Which trick?", menu)
            if trick == "rest":
                s.told.append(["rest", 0])
                return
            die = await roll(TRICK, trick)
            s.told.append([trick, die])
            tell(s, "9", "trick", trick=trick, die=die)
            if asks_blue:
                await Decision(BLUE, "3 go", f"after {day_and(s, turn)}", "Go on?", YesNo())

    own = tuple(replace(w, own=True, closes=w.verb == "rest", waits=False) if w.key == TRICK else w for w in WORDS)
    changed: dict[str, Any] = {
        "play": play,
        "segments": Segments(of=segments, numbered=("card",), verdict=verdict),
        "standing": replace(TOY.standing, situations=SITUATIONS),
        "orders": replace(TOY.orders, why_not=why_not),
        "vocabulary": own,
    }
    return replace(TOY, **changed)


def day_and(s: Fair, turn: int) -> str:
    return f"day {s.day} turn {turn}"


def opened(*faces: int, most: int = 3, asks_blue: bool = False) -> Table[Fair]:
    """A table with these dice to come, then ones; BLUE is asked first."""
    return Table.open_new(days(most, asks_blue=asks_blue), setup(), Loaded(*faces))


def letter(table: Table[Fair], *orders: str, seat: Seat = RED) -> list[str]:
    """The orders of a letter. Raises the BadLine of the first that is refused."""
    lines = LetterOrders(table, seat, orders)
    said = [lines.execute(place) for place in range(len(orders))]
    lines.finish()
    return said


def go(table: Table[Fair]) -> None:
    """BLUE says yes."""
    letter(table, "go yes", seat=BLUE)


def tricks_of(table: Table[Fair]) -> list[str]:
    """What RED has shown."""
    return [trick for trick, _ in table.state.told]


def waiting(table: Table[Fair]) -> list[str]:
    """RED's lines that wait."""
    return [line.text for line in table.waiting.get(RED, [])]


def news(table: Table[Fair], name: str) -> list[dict[str, Json]]:
    """The data of all Events of a name."""
    return [each.event.data for each in table.news if each.event.name == name]
