"""The headline of a report: the most important Events since the reader's last one.

They contain nothing that the original Events and the track of Influence do not say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pbem.engine.decision import Seat
from pbem.engine.event import Event
from pbem.games.plantagenet.components.box import Side
from pbem.games.plantagenet.components.influence import lead_of
from pbem.games.plantagenet.components.setup import BATTLE_ONLY
from pbem.games.plantagenet.components.state import State
from pbem.games.plantagenet.report.brief import battles, fates

MAX_LINES = 2
"""The maximum number of Events above the score."""
A_BATTLE, A_LORD, A_STRONGHOLD, A_POINT, A_ROUND = 50, 20, 4, 3, 30
WORTH_TELLING = 9
"""Events with less weight are left out."""
OVER = ("game_won", "game_drawn", "war_won")


class Weighed(NamedTuple):
    """An Event for the headline, with its weight."""

    weight: int
    event: Event


def headline(s: State, seat: Seat, events: Sequence[Event]) -> list[Event]:
    """The weightiest Events, then the score; nothing if nothing important happened."""
    candidates = [*_rounds(events)] if s.sheet.kind == BATTLE_ONLY else [*_of_the_board(seat, events)]
    chosen = sorted((each for each in candidates if each.weight >= WORTH_TELLING), key=lambda each: -each.weight)[:MAX_LINES]
    over = [event for event in events if event.name in OVER]
    renewed = [*_renewed(events)] if over else []
    standing = [] if s.sheet.kind == BATTLE_ONLY or not (chosen or over) else [_score(s, seat)]
    return [*over, *renewed, *(each.event for each in chosen[: max(0, MAX_LINES - len(over) - len(renewed))]), *standing]


def _renewed(events: Sequence[Event]) -> Iterator[Event]:
    """6.1 Respite and War: who died of Natural Causes, and the War that has begun."""
    yield from (event for event in events if event.name == "natural_causes" and event.data["dead"])
    kings = [event.data["king"] for event in events if event.name == "war_heirs" and event.data["king"]]
    for event in events:
        if event.name == "war_begins":
            war, title = event.data["war"], event.data["title"]
            yield Event("6.1.2", "head_war", {"war": war, "title": title, "king": (kings or [""])[-1]})


def _of_the_board(seat: Seat, events: Sequence[Event]) -> Iterator[Weighed]:
    fights = list(battles(events))
    for fight in fights:
        brief = fight.in_brief()
        ended = bool(fight.named("battle_ends"))
        lost = sum(map(len, brief.data["fates"].values()))
        yield Weighed(A_BATTLE + A_LORD * lost, Event("4.4", "head_battle", {**brief.data, "ended": ended}))
    in_fights = {id(event) for fight in fights for event in fight.events}
    if by_kind := fates(event for event in events if id(event) not in in_fights):
        yield Weighed(A_LORD * sum(map(len, by_kind.values())), Event("1.5.1", "head_lords", {"fates": by_kind}))
    yield from (Weighed(A_BATTLE + A_LORD, event) for event in events if event.name == "heir_lost")
    yield from _swings(seat, events)
    yield from _favour(events)


def _swings(seat: Seat, events: Sequence[Event]) -> Iterator[Weighed]:
    """1.4.1 The net gain or loss of each side, by reason, the largest first."""
    for side in Side:
        reasons: Counter[str] = Counter()
        for event in events:
            if event.name == "influence" and event.data["side"] == side:
                reasons[event.data["why"]] += event.data["points"]
        total = sum(reasons.values())
        by_reason = [[why, reasons[why]] for why in sorted(reasons, key=lambda why: (-abs(reasons[why]), why))]
        data = {"side": side.value, "you": side.value == seat, "sum": total, "reasons": by_reason}
        yield Weighed(A_POINT * abs(total), Event("1.4.1", "head_influence", data))


def _favour(events: Sequence[Event]) -> Iterator[Weighed]:
    """1.3.1 The Strongholds whose Favour has changed, by the side that has it now."""
    last = {event.data["locale"]: event.data["side"] for event in events if event.name == "favour"}
    if last:
        to = {side.value: [locale for locale, whose in last.items() if whose == side] for side in Side}
        neutral = [locale for locale, whose in last.items() if whose is None]
        yield Weighed(A_STRONGHOLD * len(last), Event("1.3.1", "head_favour", {**to, "neutral": neutral}))


def score(s: State, seat: Seat) -> Event | None:
    """1.4.1 Who leads in Influence; None in the mini-scenario, which has no Influence."""
    return None if s.sheet.kind == BATTLE_ONLY else _score(s, seat)


def _score(s: State, seat: Seat) -> Event:
    lead = lead_of(s, Side(seat) if seat else Side.LANCASTER)
    wins = s.sheet.thresholds.get(s.turn) if s.result is None else None
    return Event("5.2", "head_score", {"seat": seat, "lead": lead, "wins": wins})


def _rounds(events: Sequence[Event]) -> Iterator[Weighed]:
    """6.0 The losses in the Rounds of the mini-scenario."""
    routed = Counter(event.data["side"] for event in events if event.name == "unit_routs")
    lords = [event.data["lord"] for event in events if event.name == "lord_routs"]
    fled = [event.data["lord"] for event in events if event.name == "flees"]
    if routed or lords or fled:
        data = {"york": routed[Side.YORK], "lancaster": routed[Side.LANCASTER], "lords": lords, "fled": fled}
        yield Weighed(A_ROUND, Event("4.4.2", "head_round", data))
