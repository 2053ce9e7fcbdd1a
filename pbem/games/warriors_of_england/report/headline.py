"""The headline of a report: the most important Events since the reader's last one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pbem.engine.decision import Seat
from pbem.engine.event import Event
from pbem.games.warriors_of_england.components.board import Side
from pbem.games.warriors_of_england.components.state import State

MAX_LINES = 2
"""The maximum number of Events above the score."""
A_BATTLE, A_NOBLE, A_REGION = 50, 20, 6
OVER = "game_over"


class Weighed(NamedTuple):
    """An Event for the headline, with its weight."""

    weight: int
    event: Event


def headline(s: State, seat: Seat, events: Sequence[Event]) -> list[Event]:
    """The weightiest Events, then the score; nothing if nothing important happened."""
    chosen = sorted([*_battles(events), *_nobles(events), *_regions(events)], key=lambda each: -each.weight)[:MAX_LINES]
    over = [event for event in events if event.name == OVER]
    standing = [score(s, seat)] if chosen or over else []
    return [*over, *(each.event for each in chosen[: MAX_LINES - len(over)]), *standing]


def score(s: State, seat: Seat) -> Event:
    """12.0 Who leads in VP, as an Event for a seat ("": an observer)."""
    lead = s.vp if seat != Side.YORK else -s.vp
    return Event("12.0", "head_score", {"seat": seat, "lead": lead, "wins": s.board.winning})


def _battles(events: Sequence[Event]) -> Iterator[Weighed]:
    """7.0 Each battle, with the fates of its Nobles."""
    battle: list[Event] = []
    for event in events:
        if event.name == "battle_begins":
            battle = [event]
        elif battle:
            battle.append(event)
            if event.name == "battle_ends":
                yield _battle(battle)
                battle = []
    if battle:
        yield _battle(battle)


def _battle(events: Sequence[Event]) -> Weighed:
    ends = events[-1] if events[-1].name == "battle_ends" else None
    fates = [[event.data["noble"], event.data["outcome"]] for event in events if event.name == "flight"]
    turned = [event.data["noble"] for event in events if event.name == "intrigue" and event.data["turned"]]
    data = {
        "at": events[0].data["at"],
        "ended": ends is not None,
        "holds": ends.data["holds"] if ends else None,
        "fates": fates,
        "turned": turned,
    }
    return Weighed(A_BATTLE + A_NOBLE * (len(fates) + len(turned)), Event("7.0", "head_battle", data))


def _nobles(events: Sequence[Event]) -> Iterator[Weighed]:
    """10.0 The results of trials."""
    verdicts = [
        [event.data["noble"], event.data["pardon"]] for event in events if event.name == "trial" and event.data["done"]
    ]
    if verdicts:
        yield Weighed(A_NOBLE * 2 * len(verdicts), Event("10.0", "head_trials", {"verdicts": verdicts}))


def _regions(events: Sequence[Event]) -> Iterator[Weighed]:
    """8.0 Regions that have changed control."""
    last: dict[str, Seat] = {}
    for event in events:
        if event.name == "gains" or (event.name == "tries" and event.data["gained"]):
            last[event.data["area"]] = event.data["side"]
        elif event.name == "uncontrolled":
            last[event.data["area"]] = ""
    if last:
        gains = {side.value: [area for area, whose in last.items() if whose == side] for side in Side}
        nobody = [area for area, whose in last.items() if not whose]
        yield Weighed(A_REGION * len(last), Event("8.0", "head_regions", {**gains, "nobody": nobody}))
