"""The headline of a report: the most important Events since the reader's last one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pbem.engine.decision import Seat
from pbem.engine.event import Event
from pbem.games.kingmaker.components.nobles import allied, are_friends
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.prestige import prestige, target

MAX_LINES = 2
"""The maximum number of Events above the score."""
OVER = "over"
AS_TOLD = {"claimed": 90, "claim_returned": 55, "crowned": 80, "alliance": 70, "left": 60, "tile": 30}
"""Events with the same wording in the headline as in the story, with their weight."""
A_BATTLE, A_SIEGE, A_NOBLE, A_ROYAL, A_PARLIAMENT, A_CALL, MINE = 30, 15, 20, 40, 35, 40, 25
ENDS = ("battle", "siege", "besieged", "called_off", "too_weak")
"""The Events that end an announced combat."""
LOST = ("killed", "executed")
PLAGUE = ("royal_dead", "killed", "rallies", "drew")
"""The consequences of a plague."""


class Weighed(NamedTuple):
    """An Event for the headline, with its weight."""

    weight: int
    event: Event


def headline(s: State, seat: Seat, events: Sequence[Event]) -> list[Event]:
    """The weightiest Events, then the score; nothing if nothing important happened."""
    weighed = [*_as_told(events), *_combats(events, seat), *_dead(events, seat)]
    weighed += [*_called(events, seat)]
    weighed += [*_royals(s, events), *_parliaments(events)]
    top = sorted(weighed, key=lambda each: -each.weight)[:MAX_LINES]
    over = [event for event in events if event.name == OVER]
    standing = [score(s, seat)] if top or over else []
    return [*over, *(each.event for each in top[: MAX_LINES - len(over)]), *standing]


def score(s: State, seat: Seat) -> Event:
    """13.5 The score as an Event for a seat ("": an observer): its own prestige, its Alliance's, and who is ahead."""
    claim = _claim(s)
    if not seat:
        ranks = sorted(((each, prestige(s, each)) for each in s.seats), key=lambda rank: -rank[1])
        return Event("13.5", "head_score", {"seat": "", "ranks": [list(rank) for rank in ranks], "claim": claim})
    members = allied(s, seat)
    points, needed = prestige(s, *members), target(s, seat)
    rivals = [(each, prestige(s, *allied(s, each))) for each in s.seats if not are_friends(s, seat, each)]
    ahead = [list(rank) for rank in rivals if rank[1] > points]
    data = {
        "seat": seat,
        "points": points,
        "target": needed or 0,
        "allied": len(members) > 1,
        "ranks": ahead,
        "claim": claim,
    }
    return Event("13.5", "head_score", data)


def _claim(s: State) -> list[Seat | int]:
    """13.3 Who holds the Prestige Victory card, their points, and below how many it goes back; [] for nobody."""
    if s.claim is None:
        return []
    holder = s.claim.player
    return [holder, prestige(s, *allied(s, holder)), target(s, holder) or 0]


def _as_told(events: Sequence[Event]) -> Iterator[Weighed]:
    for event in events:
        if event.name in AS_TOLD:
            yield Weighed(AS_TOLD[event.name], event)


def _combats(events: Sequence[Event], seat: Seat) -> Iterator[Weighed]:
    """6 Each combat that was fought, with the killed and captured."""
    combat: list[Event] = begun_before(events)
    for event in events:
        if event.name == "attacks":
            combat = [event]
        elif combat:
            combat.append(event)
            if event.name in ENDS:
                yield from _combat(combat, seat)
                combat = []


def begun_before(events: Sequence[Event]) -> list[Event]:
    """6 The beginning of a combat that only ends in these Events: a participant was informed of the beginning earlier."""
    first = next((event for event in events if event.name in ("attacks", *ENDS)), None)
    if first is None or first.name not in ENDS:
        return []
    return [Event("6.2", "attacks", {side: first.data.get(side, "") for side in ("seat", "against")})]


def _combat(combat: Sequence[Event], seat: Seat) -> Iterator[Weighed]:
    begins, ends = combat[0], combat[-1]
    if ends.name in ("called_off", "too_weak") or ends.data.get("result") == "bad_weather":
        return
    killed = [event.data["noble"] for event in combat if event.name == "killed"]
    captured = [event.data["noble"] for event in combat if event.name == "captured"]
    bonus = MINE if seat in (begins.data["seat"], begins.data["against"]) else 0
    slots = {"seat": begins.data["seat"], "killed": killed, "captured": captured}
    weight = bonus + A_NOBLE * (len(killed) + len(captured))
    if ends.name == "battle":
        data = {**slots, "result": ends.data["result"], "area": ends.data["area"]}
        yield Weighed(A_BATTLE + weight, Event("6.2", "head_battle", data))
    else:
        data = {**slots, "result": ends.data.get("result", "besieged"), "place": ends.data["place"]}
        yield Weighed(A_SIEGE + weight, Event("6.3", "head_siege", data))


def _dead(events: Sequence[Event], seat: Seat) -> Iterator[Weighed]:
    """9, 10 Royals and Nobles who died outside combats."""
    in_combat = bool(begun_before(events))
    who: dict[bool, list[str]] = {False: [], True: []}
    of_plague = False
    weight = 0
    for event in events:
        of_plague = event.name == "plague" or (of_plague and event.name in PLAGUE)
        in_combat = event.name == "attacks" or (in_combat and event.name not in ENDS)
        if event.name == "royal_dead":
            who[of_plague].append(event.data["royal"])
            weight += A_ROYAL
        elif event.name in LOST and not in_combat:
            who[of_plague].append(event.data["noble"])
            weight += A_NOBLE + (MINE if event.data["seat"] == seat else 0)
    if weight:
        yield Weighed(weight, Event("9.1", "head_dead", {"who": who[False], "plague": who[True]}))


def _called(events: Sequence[Event], seat: Seat) -> Iterator[Weighed]:
    """4.2 The reader's own Nobles who were called away by Event cards."""
    called = [
        [each.data["noble"], each.data["place"]] for each in events if each.name == "called" and each.data["seat"] == seat
    ]
    if called:
        yield Weighed(A_CALL, Event("4.2", "head_called", {"called": called}))


def _royals(s: State, events: Sequence[Event]) -> Iterator[Weighed]:
    """10.1 Who controls the Royals that have changed hands."""
    changed = [event.data["royal"] for event in events if event.name in ("gained", "won", "handed_over")]
    held = {royal: s.nobles[keeper].owner for royal in changed if (keeper := s.royals[royal].noble) is not None}
    if held:
        yield Weighed(A_ROYAL, Event("10.1", "head_royals", {"royals": dict(held)}))


def _parliaments(events: Sequence[Event]) -> Iterator[Weighed]:
    for event in events:
        if event.name == "parliament":
            data = {"seat": event.data["seat"], "area": event.data["area"]}
            yield Weighed(A_PARLIAMENT, Event("7.4", "head_parliament", data))
