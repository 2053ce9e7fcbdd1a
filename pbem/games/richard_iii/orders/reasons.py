"""Why a line is not possible: short explanations from the position."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.decision import Decision
from pbem.games.richard_iii.actions.actions import ACT
from pbem.games.richard_iii.actions.events import MUSTER, MUSTER_AT, PLAGUE, muster_areas, plague_areas
from pbem.games.richard_iii.actions.land import is_pinned, paths, reach
from pbem.games.richard_iii.actions.recruit import places_for
from pbem.games.richard_iii.actions.sea import destinations, may_sail
from pbem.games.richard_iii.cards.cards import CARD
from pbem.games.richard_iii.cards.deal import worth
from pbem.games.richard_iii.components.blocks import is_barred, is_open, side_of
from pbem.games.richard_iii.components.board import Area, BlockId, Kind, Side
from pbem.games.richard_iii.components.card_ids import Cards
from pbem.games.richard_iii.components.names import names
from pbem.games.richard_iii.components.options import MULLIGAN
from pbem.games.richard_iii.components.state import MINOR, POOL, REMOVED, State
from pbem.games.richard_iii.orders.no_way import main_attack, no_way
from pbem.games.richard_iii.political.home import HOME, going, homes_of
from pbem.i18n import Text
from pbem.orders.words.menu import VIA

NEEDS = {
    Kind.BOMBARD: Text("a friendly city"),
    Kind.HEIR: Text("a friendly or vacant crown area"),
    Kind.REBEL: Text("a vacant area outside exile"),
}
"""5.4 What a recruit without a home needs (ruling R17)."""


def why_not(s: State, decision: Decision, verb: str, ids: Sequence[str]) -> str | None:
    """Why the line that names these ids does not answer the question; None if there is no better reason than the options."""
    side = Side(decision.seat)
    block, areas = _meant(s, side, ids), _areas(s, ids)
    if decision.key == CARD:
        return _card(s, side, ids)
    if decision.key == HOME:
        return _home(s, side, block, areas)
    if decision.key == PLAGUE:
        spared = [area for area in areas if area not in plague_areas(s, side)]
        return Text("the enemy does not hold a city alone in {spared}", spared=name(s, spared[0])) if spared else None
    if decision.key == MUSTER_AT:
        return _muster_at(s, side, areas)
    if decision.key == MUSTER:
        return _muster(s, side, Area(decision.subject), block, areas)
    if decision.key != ACT:
        return None
    if s.cards[side] in (Cards.MUSTER, Cards.PLAGUE) and verb != "done":
        return Text("{cards} allows nothing else: end with done", cards=name(s, s.cards[side]))
    if block is not None and side_of(s, block) is not side:
        return Text("{block} fights for the enemy", block=name(s, block))
    if verb == "recruit":
        return _recruit(s, side, block, areas)
    if verb == "main":
        return main_attack(s, side, [Area(each) for each in ids if each in s.board.areas])
    if verb not in ("march", "sail"):
        return None
    if block is None:
        return Text("{verb} needs one of your blocks", verb=verb)
    if other := _another(s, side, block, ids, areas):
        return Text("{verb} moves one block a line: write another line for {other}", verb=verb, other=name(s, other))
    if why := _stays(s, side, block):
        return why
    return _march(s, side, block, areas, ids) if verb == "march" else _sail(s, side, block, areas)


def _areas(s: State, ids: Sequence[str]) -> list[Area]:
    """The areas named; "march BLOCK AREA via AREA" names the end first, and here the end comes last."""
    places = ids.index(VIA) if VIA in ids else len(ids)
    return [Area(each) for each in (*ids[places:], *ids[:places]) if each in s.board.areas]


def _meant(s: State, side: Side, ids: Sequence[str]) -> BlockId | None:
    """The first block named; of twins the one that fights for this side, or could."""
    blocks = [BlockId(each) for each in ids if each in s.board.blocks]
    called = [block for block in blocks if name(s, block) == name(s, blocks[0])]
    own_blocks = [block for block in called if side_of(s, block) is side]
    in_play = [block for block in own_blocks if s.blocks[block].at in s.board.areas or s.blocks[block].at == POOL]
    return next(iter([*in_play, *own_blocks, *called]), None)


def _another(s: State, side: Side, block: BlockId, ids: Sequence[str], areas: Sequence[Area]) -> BlockId | None:
    """Another block of the side that is named, if its name is not just that of an area in the line."""
    blocks = [_meant(s, side, [each]) for each in ids if each in s.board.blocks]
    others = [each for each in blocks if each and side_of(s, each) is side and name(s, each) != name(s, block)]
    return next((each for each in others if not any(name(s, area) in name(s, each) for area in areas)), None)


def _alone(s: State, side: Side, block: BlockId, ids: Sequence[str]) -> str:
    """A hint that a block whose name contains an area's may have been meant too, and needs a line of its own."""
    other = _another(s, side, block, ids, [])
    return Text("; {other} needs a line of their own", other=name(s, other)) if other else ""


def _home(s: State, side: Side, block: BlockId | None, areas: Sequence[Area]) -> str | None:
    """Why a block does not go home to an area."""
    if block is None or not areas:
        return None
    if block not in going(s, side):
        return Text(
            "{block} does not go home: only heirs, nobles and church blocks of yours do, outside exile", block=name(s, block)
        )
    homes = homes_of(s, block)
    if areas[-1] not in homes:
        is_no_home = Text("{areas} is no home of {block}", areas=name(s, areas[-1]), block=name(s, block))
        if len(homes) > 1:
            return is_no_home
        only = (
            Text("its only home is {homes}", homes=name(s, homes[0])) if homes else Text("it has none and goes to the pool")
        )
        return Text("; ").join([is_no_home, only])
    return (
        Text("{homes} is the only home of {block}: nothing is to choose", homes=name(s, homes[0]), block=name(s, block))
        if len(homes) == 1
        else None
    )


def name(s: State, option: str) -> str:
    return names(s, option)[0]


def _card(s: State, side: Side, ids: Sequence[str]) -> str | None:
    if MULLIGAN in ids:
        if s.turn > 1 or s.redealt:
            return Text("a hand can be replaced once a campaign, before its first card is played")
        return Text(
            "your hand has {worth} AP: only one of {mulligan} or less can be replaced",
            worth=worth(s, side),
            mulligan=s.board.mulligan,
        )
    hand = [name(s, card) for card in s.hands[side]]
    lacking = [name(s, each) for each in ids if each in s.board.cards and name(s, each) not in hand]
    return (
        Text("you do not hold {eventof}", eventof=lacking[0])
        if lacking
        else Text("you hold {fromkeys}", fromkeys=", ".join(dict.fromkeys(hand)))
    )


def _stays(s: State, side: Side, block: BlockId) -> str | None:
    """Why a block cannot move at all."""
    piece = s.blocks[block]
    if s.recruiting:
        return Text("recruits come after all moves: nobody moves any more")
    if piece.at == POOL:
        return Text("{block} is in the pool: recruit {block} first", block=name(s, block))
    if piece.at == MINOR:
        return Text("{block} is not of age", block=name(s, block))
    if piece.at == REMOVED:
        return Text("{block} is dead", block=name(s, block))
    if piece.at not in s.board.areas:
        return Text("{block} is not in play on your side", block=name(s, block))
    if piece.face_down:
        return Text("{block} is face-down until the next campaign", block=name(s, block))
    if piece.moved:
        return Text("{block} has moved in this turn, or was recruited", block=name(s, block))
    if is_pinned(s, piece.at, side):
        return Text(
            "{block} is pinned in {at}: as many as attack there must stay", block=name(s, block), at=name(s, piece.at)
        )
    return None


def _march(s: State, side: Side, block: BlockId, areas: Sequence[Area], ids: Sequence[str]) -> str | None:
    if not areas:
        return Text("march needs an area")
    start, to = s.blocks[block].at, areas[-1] if areas[-1] != s.blocks[block].at else areas[0]
    if is_barred(s, to, side):
        return Text("{to} is the enemy's exile", to=name(s, to))
    if not s.board.borders.get(start):
        return Text("{start} has no border by land: sail from there", start=name(s, start))
    if not reach(s, side):
        return Text("{cards} allows no land moves", cards=name(s, s.cards[side]))
    if not (s.ap or start in s.active):
        return Text("no AP left to activate {start}", start=name(s, start))
    ways = [path for path in paths(s, block) if path[-1] == to]
    if named := next((path[1:-1] for path in ways if path[1:-1] == tuple(areas[:-1])), ()):
        over = " ".join(name(s, area) for area in named)
        return Text(
            "the end comes first: march {block} {to} via {over}{alone}",
            block=name(s, block),
            to=name(s, to),
            over=over,
            alone=_alone(s, side, block, ids),
        )
    if ways and start in areas:
        return Text(
            "name only where {block} goes, and not from where: march {block} {to}", block=name(s, block), to=name(s, to)
        )
    if ways:
        return Text("{block} cannot go that way; march {block} {to} takes another", block=name(s, block), to=name(s, to))
    return no_way(s, block, to)


def _sail(s: State, side: Side, block: BlockId, areas: Sequence[Area]) -> str | None:
    if not areas:
        return Text("sail needs an area")
    start, to = s.blocks[block].at, areas[-1] if areas[-1] != s.blocks[block].at else areas[0]
    if not s.board.blocks[block].sails:
        return Text("{block} never goes by sea", block=name(s, block))
    if not may_sail(s, side):
        return Text("{cards} allows no sea moves", cards=name(s, s.cards[side]))
    if is_barred(s, to, side):
        return Text("{to} is the enemy's exile", to=name(s, to))
    if to == start:
        return Text("{block} stands in {to} already", block=name(s, block), to=name(s, to))
    if not s.board.seas_between(start, to):
        return Text("no sea touches both {start} and {to}", start=name(s, start), to=name(s, to))
    if not is_open(s, to, side) and s.cards[side] != Cards.PIRACY:
        return Text("the enemy stands in {to}", to=name(s, to))
    return None if any(end == to for _, end in destinations(s, block)) else Text("no AP left")


def _muster_at(s: State, side: Side, areas: Sequence[Area]) -> str | None:
    """5.1 Why nobody can muster in an area named."""
    closed = [area for area in areas if area not in muster_areas(s, side)]
    if not closed:
        return None
    if is_barred(s, closed[0], side):
        return Text("{to} is the enemy's exile", to=name(s, closed[0]))
    return Text("the enemy stands in {to}", to=name(s, closed[0]))


def _muster(s: State, side: Side, to: Area, block: BlockId | None, areas: Sequence[Area]) -> str | None:
    """5.1 Why a block cannot muster in an area."""
    if block is None:
        return Text("{verb} needs one of your blocks", verb="march")
    if side_of(s, block) is not side:
        return Text("{block} fights for the enemy", block=name(s, block))
    if areas and areas[-1] != to:
        return Text("your blocks muster to {to}, and go nowhere else", to=name(s, to))
    return _stays(s, side, block) or (None if any(path[-1] == to for path in paths(s, block)) else no_way(s, block, to))


def _recruit(s: State, side: Side, block: BlockId | None, areas: Sequence[Area]) -> str | None:
    if s.board.cards[s.cards[side]].is_event:
        return Text("an event card allows no recruiting")
    if block is None:
        return Text("recruit needs a block of your pool")
    piece = s.blocks[block]
    if piece.at != POOL:
        return Text("{block} is not in your pool", block=name(s, block))
    if piece.face_down:
        return Text("{block} is face-down until the next campaign", block=name(s, block))
    if not s.ap:
        return Text("no AP left")
    open_ = places_for(s, block)
    if not open_:
        needs = NEEDS.get(s.board.blocks[block].kind, Text("a friendly or vacant area of its own"))
        return Text("there is no place for {block} now: it needs {what}", block=name(s, block), what=needs)
    places = ", ".join(name(s, area) for area in open_)
    return (
        Text("{block} can come to {told}", block=name(s, block), told=places)
        if not areas or areas[-1] not in open_
        else None
    )
