"""What can be reached: turns, counters, and every way in which a question, a roll or the game can come out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.engine.event import Event
from pbem.games.warriors_of_england.aftermath.levy import LEVY
from pbem.games.warriors_of_england.aftermath.placing import DRAFT, PLACE, PLACED_WITH
from pbem.games.warriors_of_england.aftermath.tower import TRIAL
from pbem.games.warriors_of_england.battle.battle import ORDER
from pbem.games.warriors_of_england.battle.commanders import COMMANDER
from pbem.games.warriors_of_england.battle.intrigue import INTRIGUE
from pbem.games.warriors_of_england.battle.losses import EXILE, NOBLES, TROOPS
from pbem.games.warriors_of_england.battle.withdrawal import FORCE, WITHDRAW
from pbem.games.warriors_of_england.campaign.campaign import CAMPAIGN
from pbem.games.warriors_of_england.components.board import HENRY_VI, Side
from pbem.games.warriors_of_england.components.state import TOWER, Shown, State
from pbem.games.warriors_of_england.setup import CHOOSE

NOBODY = "nobody"
ASKED = {
    "passes": CAMPAIGN,
    "campaigns": CAMPAIGN,
    "commands": COMMANDER,
    "intrigue": INTRIGUE,
    "no_intrigue": INTRIGUE,
    "troops_lost": TROOPS,
    "flight": NOBLES,
    "stays": WITHDRAW,
    "withdraws": WITHDRAW,
    "forced": FORCE,
    "goes_on": FORCE,
    "levies": LEVY,
    "trial": TRIAL,
    "no_more_trials": TRIAL,
    "selects": DRAFT,
    "places_nobody": PLACE,
}
"""By Event the question that it comes of."""
ENDS = (*(f"{how}, {side}" for how in ("points", "most", "heirs") for side in Side), f"heirs, {NOBODY}")
CONTROLS = ("at home", "by a roll", "after a failure", "uncontrolled")
TO_HENRY = ("healthy", "infirm", "in the Tower")


def reached(s: State, events: Sequence[Event]) -> Iterator[str]:
    """The turn, both sides of counters on the map, what Events tell, how the game ends and for whom."""
    yield f"Turn {s.turn}"
    forced = False
    for event in events:
        forced = forced or event.name == "forced"
        yield from _asked(s, event)
        yield from _came_out(s, event.name, event.data)
        if event.name == "withdraws":
            where = "abroad" if event.data["to"] in s.board.foreign else "at home"
            yield f"withdrawal {'by force' if forced else 'by choice'}, {len(event.data['nobles'])} {where}"
    yield from (f"{noble}, {each.shown}" for noble, each in s.nobles.items() if each.at in s.board.areas)
    if s.nobles[HENRY_VI].at == TOWER:
        yield "Henry VI: in the Tower"
    if s.result is not None:
        yield f"end: {s.result['how']}, {s.result['winner'] or NOBODY}"


def reachable(s: State) -> Iterator[str]:
    """All there is of these."""
    yield from (f"Turn {turn}" for turn in range(1, s.board.turns + 1))
    questions = {*ASKED.values(), CHOOSE, PLACE, ORDER, EXILE}
    yield from (f"{question}, {side}" for question in sorted(questions) for side in Side)
    yield from (f"flight: {outcome}" for outcome in ("killed", "box", "exile", "tower"))
    yield from (f"exile to {area}" for area in s.board.foreign)
    yield from (f"trial: {kind}, {done}" for kind in ("pardon", "execution") for done in ("done", "not done"))
    yield from (f"award to {side}" for side in Side)
    yield from (f"intrigue of {side}: {outcome}" for side in Side for outcome in ("turned", "failed"))
    yield from (f"withdrawal {why}, {n} {where}" for why in ("by choice", "by force") for n, where in WITHDRAWALS)
    yield from (f"third miss: {outcome}" for outcome in ("forced", "goes on"))
    yield from (f"control: {how}" for how in CONTROLS)
    yield from (f"London: {how} by {side}" for how in ("gained", "lost") for side in Side)
    yield from (f"Henry VI: {status}" for status in TO_HENRY)
    yield from (f"drawn: {number}" for number in range(s.board.draft["draws"] + 1))
    yield from (f"{noble}, {shown}" for noble in s.board.nobles for shown in Shown)
    yield from (f"end: {end}" for end in ENDS)


WITHDRAWALS = ((1, "at home"), (2, "at home"), (1, "abroad"))
"""7.6.4 Nobles who go together; no border to a Foreign Area lets two over."""


def _asked(s: State, event: Event) -> Iterator[str]:
    """The question, and whose it was."""
    if event.name == "battle_begins":
        yield f"{ORDER}, {s.initiative}"
    elif event.name == "placed":
        yield f"{PLACE if event.data['troops'] == PLACED_WITH else CHOOSE}, {event.data['side']}"
    elif event.name in ASKED:
        yield f"{ASKED[event.name]}, {event.data['side']}"


def _came_out(s: State, name: str, data: Mapping[str, Any]) -> Iterator[str]:
    """How an Event says that something came out."""
    match name:
        case "flight":
            yield f"flight: {data['outcome']}"
            if data["outcome"] == "exile":
                yield from (f"exile to {data['to']}", f"{EXILE}, {data['side']}")
        case "trial":
            yield f"trial: {'pardon' if data['pardon'] else 'execution'}, {'done' if data['done'] else 'not done'}"
        case "award":
            yield f"award to {data['side']}"
        case "intrigue":
            yield f"intrigue of {data['side']}: {'turned' if data['turned'] else 'failed'}"
        case "forced" | "goes_on":
            yield f"third miss: {name.replace('_', ' ')}"
        case "gains" | "tries" | "uncontrolled" | "london_lost":
            yield from _controlled(s, name, data)
        case "henry":
            yield f"Henry VI: {'infirm' if data['infirm'] else 'healthy'}"
        case "drawn":
            yield f"drawn: {len(data['nobles'])}"


def _controlled(s: State, name: str, data: Mapping[str, Any]) -> Iterator[str]:
    if name == "london_lost":
        yield f"London: lost by {data['side']}"
    elif name == "gains" and s.board.regions[data["area"]].royal:
        yield f"London: gained by {data['side']}"
    else:
        kinds = {"gains": CONTROLS[0], "uncontrolled": CONTROLS[3]}
        yield f"control: {kinds.get(name) or CONTROLS[1 if data['gained'] else 2]}"
