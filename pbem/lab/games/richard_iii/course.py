"""The course of a game, followed by its Events alone: what they say must fit together, and lead to the position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from pbem.engine.event import Event
from pbem.games.richard_iii.components.board import NOBODY, Area, BlockId, Colour, Fate, Kind, Side
from pbem.games.richard_iii.components.card_ids import Cards
from pbem.games.richard_iii.components.state import AWAY, MINOR, POOL, REMOVED, Block, State
from pbem.lab.games.richard_iii.shadow import Data, Shadow, goes, placed, remove, senior_of, stands

SHORT, LONG = 2, 3
"""5.1, 5.2 How many areas a block goes, and with Force March."""
EVEN = 2
MAX_BONUS = 2
"""2.2, 2.3 For a shield and for a crown."""
TO_POOL = (Kind.LEVY, Kind.BOMBARD, Kind.MERCENARY, Kind.REBEL)


def course_findings(begun: State, s: State, events: Sequence[Event]) -> list[str]:
    """What does not fit together in the Events of a game, with where it has begun and with the position they have led to."""
    shadow = _begin(begun)
    findings: list[str] = []
    for event in events:
        if (step := STEPS.get(event.name)) is not None:
            findings += [f"{event.name}: {wrong}" for wrong in step(shadow, event.data)]
    return [*findings, *_differences(shadow, s)]


def _begin(begun: State) -> Shadow:
    blocks = {block: replace(piece) for block, piece in begun.blocks.items()}
    return Shadow(begun.board, blocks, begun.king_side, begun.king, begun.pretender)


def _differences(shadow: Shadow, s: State) -> Iterator[str]:
    for block, piece in s.blocks.items():
        by_events = shadow.blocks[block]
        now = (piece.at, piece.steps, piece.face_down)
        if now != (by_events.at, by_events.steps, by_events.face_down):
            yield f"{block} is {now}, by the Events {(by_events.at, by_events.steps, by_events.face_down)}"
    roles = (s.king, s.king_side)
    if roles != (shadow.king, shadow.king_side) or (s.pretender and s.pretender != shadow.pretender):
        yield f"King and Pretender are {roles} {s.pretender}, by the Events {shadow.king} and {shadow.pretender}"
    for side, hand in s.hands.items():
        if hand and sorted(hand) != sorted(shadow.hands.get(side, [])):
            yield f"{side} holds {hand}, by the Events {shadow.hands.get(side)}"
    if s.result != shadow.result:
        yield f"the result is {s.result}, by the Events {shadow.result}"


# Cards and actions


def _dealt(shadow: Shadow, data: Data) -> Iterator[str]:
    """1.0 Seven cards."""
    shadow.hands[Side(data["side"])] = list(data["cards"])
    if len(data["cards"]) != shadow.board.hand:
        yield f"{data['side']} gets {data['cards']}"


def _cards(shadow: Shadow, data: Data) -> Iterator[str]:
    """1.1 Cards of the hands are played; an event beats an action card, then the AP, then the Pretender is first."""
    shadow.cards = data
    ranks = {}
    for side in Side:
        card = shadow.board.cards[data[side]]
        ranks[side] = (card.is_event, card.ap, side is not shadow.king_side)
        if data[side] not in shadow.hands[side]:
            yield f"{side} plays {data[side]} without holding it"
        else:
            shadow.hands[side].remove(data[side])
    if data["first"] != max(Side, key=lambda side: ranks[side]):
        yield f"{data['first']} is first with {data}"


def _marches(shadow: Shadow, data: Data) -> Iterator[str]:
    """5.2 Along borders, no further than the card lets, and not on behind a red one."""
    path = list(map(Area, data["path"]))
    if not 1 <= len(path) - 1 <= (LONG if shadow.cards[data["side"]] == Cards.FORCE_MARCH else SHORT):
        yield f"{data['block']} goes {path}"
    borders = [shadow.board.borders[here].get(there) for here, there in pairwise(path)]
    if None in borders or any(border is not None and border.colour is Colour.RED for border in borders[:-1]):
        yield f"{data['block']} cannot go {path}"
    yield from goes(shadow, data["block"], path[0], path[-1])


def _sails(shadow: Shadow, data: Data) -> Iterator[str]:
    """5.3 From coast to coast of one sea."""
    if not shadow.board.blocks[data["block"]].sails or data["zone"] not in shadow.board.seas_between(
        data["start"], data["to"]
    ):
        yield f"{data['block']} cannot sail from {data['start']} to {data['to']}"
    yield from goes(shadow, data["block"], data["start"], data["to"])


def _recruits(shadow: Shadow, data: Data) -> Iterator[str]:
    """5.4 Out of the pool, at full strength."""
    piece = shadow.blocks[data["block"]]
    if piece.at != POOL or piece.face_down:
        yield f"{data['block']} is recruited from {piece.at}"
    placed(shadow, data)


def _enters(shadow: Shadow, data: Data) -> Iterator[str]:
    """6.82 A minor comes of age."""
    if shadow.blocks[data["block"]].at != MINOR:
        yield f"{data['block']} is no minor"
    placed(shadow, data)


# Battles and losses


def _shown(shadow: Shadow, data: Data) -> Iterator[str]:
    """6.1, 6.3 Who is laid open stands there, with these steps."""
    for block, steps in data["blocks"]:
        piece = shadow.blocks[block]
        if (piece.at, piece.steps, piece.face_down) != (data["area"], steps, False):
            yield f"{block} with {steps} steps in {data['area']} is {piece}"


def _volley(shadow: Shadow, data: Data) -> Iterator[str]:
    """6.4 A die for each step, a hit for each that is not over the firepower."""
    if len(data["dice"]) != shadow.blocks[data["block"]].steps:
        yield f"{data['block']} rolls {data['dice']}"
    if data["hits"] != sum(die <= data["power"] for die in data["dice"]):
        yield f"{data['dice']} are {data['hits']} hits with {data['power']}"
    extra = data["power"] - shadow.board.blocks[data["block"]].firepower
    if not 0 <= extra <= MAX_BONUS:
        yield f"{data['block']} has the firepower {data['power']}"


def _hit(shadow: Shadow, data: Data) -> Iterator[str]:
    """6.4 Steps are lost."""
    piece = shadow.blocks[data["block"]]
    piece.steps = max(0, piece.steps - data["hits"])
    if piece.steps != data["left"]:
        yield f"{data['block']} has {data['left']} left, by the Events {piece.steps}"


def _treachery(shadow: Shadow, data: Data) -> Iterator[str]:
    """6.9 All even: the twin stands there instead."""
    target = BlockId(data["target"])
    if data["turned"] is not all(die % EVEN == 0 for die in data["dice"]):
        yield f"{target} with {data['dice']}"
    if target in (shadow.king, shadow.pretender) or shadow.board.blocks[target].side == data["side"]:
        yield f"{data['side']} tries {target}"
    if data["turned"]:
        shadow.blocks[shadow.board.blocks[target].twin] = shadow.blocks[target]
        shadow.blocks[target] = Block(AWAY, 0)


def _moves(shadow: Shadow, data: Data) -> Iterator[str]:
    """6.6, 6.7 A block leaves a battle, never to enemies."""
    block, to = BlockId(data["block"]), Area(data["to"])
    start = shadow.blocks[block].at
    if to not in shadow.board.borders[start] and not shadow.board.seas_between(start, to):
        yield f"{block} cannot go from {start} to {to}"
    side = Side(data["side"])
    if shadow.board.areas[to].exile is side.enemy or any(stands(shadow, b, to, side.enemy) for b in shadow.blocks):
        yield f"{block} goes to the enemy in {to}"
    yield from goes(shadow, block, data.get("start", start), to)


def _eliminated(shadow: Shadow, data: Data) -> Iterator[str]:
    """6.8 Each kind goes where it goes."""
    block = BlockId(data["block"])
    facts, piece = shadow.board.blocks[block], shadow.blocks[block]
    if piece.at != data["area"] or piece.face_down:
        yield f"{block} falls in {data['area']} and is {piece}"
    if facts.fate is Fate.REMOVED:
        remove(shadow, block)
    else:
        shadow.blocks[block] = Block(facts.homes[0] if facts.fate is Fate.HOME else POOL, facts.strength, face_down=True)


def _starves(shadow: Shadow, data: Data) -> Iterator[str]:
    """7.1 Blocks there lose a step."""
    for block in data["blocks"]:
        if not stands(shadow, block, data["area"], Side(data["side"])):
            yield f"{block} is not in {data['area']}"
        shadow.blocks[block].steps -= 1


def _plague(shadow: Shadow, data: Data) -> Iterator[str]:
    """5.1 All enemies in a city lose a step."""
    struck = [b for b in shadow.blocks if data["area"] and stands(shadow, b, data["area"], Side(data["side"]).enemy)]
    for block in struck:
        shadow.blocks[block].steps -= 1
    if data["area"] and not (struck and shadow.board.areas[data["area"]].city):
        yield f"{data['area']} is struck"


# Roles


def _king_dead(shadow: Shadow, data: Data) -> Iterator[str]:
    """6.81 The throne is vacant."""
    if data["block"] != shadow.king:
        yield f"{data['block']} is not King"
    shadow.king = NOBODY


def _new_king(shadow: Shadow, data: Data) -> Iterator[str]:
    """6.81 The senior heir of the King's side."""
    shadow.king = BlockId(data["block"])
    if data["side"] is not shadow.king_side or shadow.king != senior_of(shadow, shadow.king_side):
        yield f"{shadow.king} is not the senior heir"


def _new_pretender(shadow: Shadow, data: Data) -> Iterator[str]:
    """6.81 The senior heir of the Pretender's side."""
    shadow.pretender = BlockId(data["block"])
    if shadow.pretender != senior_of(shadow, shadow.king_side.enemy):
        yield f"{shadow.pretender} is not the senior heir"


def _usurpation(shadow: Shadow, data: Data) -> Iterator[str]:
    """8.2 The Pretender's side has more."""
    if data["usurped"] is not (data["counts"][shadow.king_side.enemy] > data["counts"][shadow.king_side]):
        yield f"{data['counts']} usurp: {data['usurped']}"
    if data["usurped"]:
        shadow.king_side = shadow.king_side.enemy
        shadow.king, shadow.pretender = senior_of(shadow, shadow.king_side), senior_of(shadow, shadow.king_side.enemy)
    if data["king"] != shadow.king:
        yield f"{data['king']} is King, by the Events {shadow.king}"


# The Political Turn


def _levies_home(shadow: Shadow, _data: Data) -> Iterator[str]:
    """8.1 To the pool; mercenaries with one home go there."""
    for block, piece in shadow.blocks.items():
        facts = shadow.board.blocks[block]
        if piece.at in shadow.board.areas and facts.kind in TO_POOL:
            local = facts.kind is Kind.MERCENARY and len(facts.homes) == 1
            piece.at, piece.steps = (facts.homes[0], piece.steps) if local else (POOL, facts.strength)
    yield from ()


def _home(shadow: Shadow, data: Data) -> Iterator[str]:
    """8.3, 8.4 Home, or to the pool."""
    for block, place in data["homes"].items():
        piece = shadow.blocks[block]
        if not stands(shadow, block, piece.at, Side(data["side"])):
            yield f"{block} is {piece}"
        piece.at = Area(place)
        piece.steps = shadow.board.blocks[block].strength if place == POOL else piece.steps


def _overflow(shadow: Shadow, data: Data) -> Iterator[str]:
    """8.5 To the pool out of an exile area."""
    for block in data["blocks"]:
        if shadow.blocks[block].at != data["area"] or shadow.board.areas[data["area"]].exile != data["side"]:
            yield f"{block} is not in {data['area']}"
        shadow.blocks[block] = Block(POOL, shadow.board.blocks[block].strength)


def _campaign_begins(shadow: Shadow, _data: Data) -> Iterator[str]:
    """8.5 All stand up at full strength."""
    for block, piece in shadow.blocks.items():
        piece.face_down = False
        if piece.at not in (AWAY, REMOVED):
            piece.steps = shadow.board.blocks[block].strength
    yield from ()


def _game_ends(shadow: Shadow, data: Data) -> Iterator[str]:
    """9.0 Without heirs, or at the end as the King's side."""
    winner = Side(data["winner"])
    shadow.result = {"winner": data["winner"], "how": data["how"]}
    fits = winner is shadow.king_side if data["how"] == "king" else not senior_of(shadow, winner.enemy)
    if not fits:
        yield f"{winner} has won by {data['how']}"


STEPS: Mapping[str, Callable[[Shadow, Data], Iterator[str]]] = {
    "dealt": _dealt,
    "cards": _cards,
    "marches": _marches,
    "sails": _sails,
    "recruits": _recruits,
    "enters": _enters,
    "engaged": _shown,
    "deploy": _shown,
    "fires": _volley,
    "charges": _volley,
    "fires_back": _volley,
    "hit": _hit,
    "treachery": _treachery,
    "retreats": _moves,
    "regroups": _moves,
    "eliminated": _eliminated,
    "starves": _starves,
    "plague": _plague,
    "king_dead": _king_dead,
    "new_king": _new_king,
    "new_pretender": _new_pretender,
    "usurpation": _usurpation,
    "levies_home": _levies_home,
    "home": _home,
    "overflow": _overflow,
    "campaign_begins": _campaign_begins,
    "game_ends": _game_ends,
}
