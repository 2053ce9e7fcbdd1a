"""What can be reached: turns, blocks, and every way in which a question, a roll or the game can come out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from pbem.engine.event import Event
from pbem.games.richard_iii.battle.treachery import WARWICKS
from pbem.games.richard_iii.components.blocks import on_map
from pbem.games.richard_iii.components.board import Area, BlockId, Kind, Side
from pbem.games.richard_iii.components.card_ids import Cards
from pbem.games.richard_iii.components.state import POOL, State, border

Data = Mapping[str, Any]
BY_SIDE = (
    *(
        "king_dead",
        "new_king",
        "new_pretender",
        "enters",
        "too_many",
        "overflows",
        "plague",
        "mulligan",
        "kept",
        "redealt_too",
    ),
    *("main_attack", "holds", "charges", "fires_back", "regroups", "regrouped", "deploy"),
)
"""Events that come about for each side."""
ROLES = ("king", "pretender", "warwick", "treason")
WAYS_IN = ("main attack", "reserve", "joins the defence")
LOST_BY = {"5.1": "plague", "6.4": "fire", "6.6": "no way to retreat", "7.1": "supply", "9.1": "execution"}
HOMES = (
    "heir to exile",
    "heir to a crown or shield",
    "noble to the pool",
    "noble home",
    "church to the pool",
    "church home",
)
ROUNDS = 4
MAX_LENGTH = 3


def reached(s: State, events: Sequence[Event]) -> Iterator[str]:
    """The turn, who is on the map, what Events tell, how the game ends and for whom. A battle is always whole in them."""
    yield f"campaign {s.campaign}"
    yield from (f"{block} on the map" for block in s.blocks if on_map(s, block))
    round_, charged = 0, False
    for event in events:
        if event.name in BY_SIDE:
            yield f"{event.name}, {event.data['side']}"
        if event.name in ("battle_begins", "round"):
            round_ = event.data.get("round", 0)
        charged = event.name == "charges" or (charged and event.name in ("hit", "eliminated"))
        yield from _came_out(s, event, round_)
        if charged and event.name == "eliminated":
            yield "charge: the target falls"


def reachable(s: State) -> Iterator[str]:
    """All there is of these."""
    yield from (f"campaign {number}" for number in range(1, s.campaigns + 1))
    yield from (f"{block} on the map" for block in s.blocks)
    yield from (f"{name}, {side}" for name in BY_SIDE for side in Side)
    yield from (f"card {card} of {side}" for card in s.board.cards for side in Side)
    yield from (f"march of {number}" for number in range(1, MAX_LENGTH + 1))
    yield from (f"march: {way}" for way in WAYS_IN)
    yield from ("march: muster", "march: one more by surprise", "sail: alone", "sail: second of two", "sail: attack")
    yield from (f"recruit: {kind}" for kind in Kind)
    yield from ("plague: with target", "plague: without target", "charge: the target falls", "control_change")
    yield from (f"{volley}: {hits}" for volley in ("charges", "fires_back", "fires") for hits in ("hits", "no hits"))
    yield from (f"treachery of {role}: {outcome}" for role in ROLES for outcome in ("turned", "failed"))
    yield from ("retreat by land", "retreat by sea")
    yield from (f"lost by {how}" for how in LOST_BY.values())
    yield from (f"battle won in round {number} by the {who}" for number in range(ROUNDS + 1) for who in WINNERS[number])
    yield from ("a minor waits", *(f"usurpation: {outcome}" for outcome in ("yes", "no")), *HOMES)
    yield from (f"end: {how}, {side}" for how in ("heirs", "king") for side in Side)


WINNERS = (("treason",), *[("lancaster", "york")] * ROUNDS)
"""6.2 In every round either side can win, before the first only by treason."""


def _came_out(s: State, event: Event, round_: int) -> Iterator[str]:
    """How an Event says that something came out."""
    data = event.data
    match event.name:
        case "cards":
            yield from (f"card {data[side]} of {side}" for side in Side)
        case "marches":
            yield from _march(s, data)
        case "sails":
            yield _sail(s, data)
        case "recruits":
            yield f"recruit: {s.board.blocks[data['block']].kind}"
        case "plague":
            yield f"plague: {'with' if data['area'] else 'without'} target"
        case "control_change":
            yield event.name
        case "charges" | "fires_back" | "fires":
            yield f"{event.name}: {'hits' if data['hits'] else 'no hits'}"
        case "treachery":
            yield f"treachery of {_role(s, data)}: {'turned' if data['turned'] else 'failed'}"
        case "battle_won":
            yield f"battle won in round {round_} by the {data['side'] if round_ else 'treason'}"
        case _:
            yield from _after(s, event)


def _after(s: State, event: Event) -> Iterator[str]:
    """Retreats, losses, and what comes after battles."""
    data = event.data
    match event.name:
        case "retreats":
            yield f"retreat by {'land' if data['to'] in s.board.borders[data['start']] else 'sea'}"
        case "eliminated":
            yield f"lost by {LOST_BY[event.rule]}"
        case "turn_begins" if any(s.due.values()):
            yield "a minor waits"
        case "usurpation":
            yield f"usurpation: {'yes' if data['usurped'] else 'no'}"
        case "home":
            yield from (_home(s, BlockId(block), place) for block, place in data["homes"].items())
        case "game_ends":
            yield f"end: {data['how']}, {data['winner']}"


def _march(s: State, data: Data) -> Iterator[str]:
    """How far, and as what in a battle. Of borders only Surprise lets more blocks over than they bear."""
    side, block, path = Side(data["side"]), BlockId(data["block"]), list(map(Area, data["path"]))
    yield f"march of {len(path) - 1}"
    if s.cards.get(side) == Cards.MUSTER:
        yield "march: muster"
    steps = pairwise(path)
    full = (s.crossed.get(border(a, b), 0) > s.board.borders[a][b].limit for a, b in steps)
    if s.cards.get(side) == Cards.SURPRISE and s.acting is side and any(full):
        yield "march: one more by surprise"
    if s.acting is side and block in s.came:
        attacks = s.attacker[path[-1]] is side
        yield f"march: {'main attack' if block not in s.reserves else 'reserve' if attacks else 'joins the defence'}"


def _sail(s: State, data: Data) -> str:
    """By two from port to port, or to attack."""
    side, ports = Side(data["side"]), [s.board.areas[data[end]].port for end in ("start", "to")]
    if s.cards.get(side) == Cards.PIRACY and data["block"] in s.by_sea:
        return "sail: attack"
    second = s.acting is side and all(ports) and (data["start"], data["to"]) not in s.pairs
    return "sail: second of two" if second else "sail: alone"


def _role(s: State, data: Data) -> str:
    if data["by"] == "treason":
        return "treason"
    if data["by"] in WARWICKS:
        return "warwick"
    return "king" if data["side"] == s.king_side else "pretender"


def _home(s: State, block: BlockId, place: str) -> str:
    kind = s.board.blocks[block].kind
    if kind is Kind.HEIR:
        exile = s.board.areas[Area(place)].exile is not None
        return f"heir to {'exile' if exile else 'a crown or shield'}"
    return f"{kind} to the pool" if place == POOL else f"{kind} home"
