"""What a player should know of the options of a question: who can go where, whom they would meet, which homes there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from pbem.engine.decision import Decision
from pbem.games.richard_iii.actions.actions import ACT
from pbem.games.richard_iii.actions.events import MUSTER_AT, PLAGUE, muster_areas, muster_paths, plague_areas
from pbem.games.richard_iii.actions.land import is_pinned, main_options, march_options, path_of
from pbem.games.richard_iii.actions.recruit import recruit_options
from pbem.games.richard_iii.actions.sea import destinations, sail_options
from pbem.games.richard_iii.cards.cards import CARD
from pbem.games.richard_iii.cards.deal import may_redeal, worth
from pbem.games.richard_iii.components.blocks import at, is_contested, of_side
from pbem.games.richard_iii.components.board import REBEL, Area, BlockId, Side, Zone
from pbem.games.richard_iii.components.names import names
from pbem.games.richard_iii.components.state import State
from pbem.games.richard_iii.political.home import HOME, going, homes_of
from pbem.games.richard_iii.preview.forces import battle_words
from pbem.i18n import Text


def facts(s: State, decision: Decision) -> tuple[str, ...]:
    """Short lines about the options of a question; none for most."""
    lines_of = FACTS_BY_KEY.get(decision.key)
    return tuple(lines_of(s, Side(decision.seat))) if lines_of is not None else ()


def of_event(card: str, name: str) -> str:
    """5.1 What an event card does, as short as goes; all of it stands in the help ("help events")."""
    match card:
        case "piracy":
            return Text("{name}: only sea moves. They can attack, one block for each AP.", name=name)
        case "force_march":
            return Text("{name}: the blocks of one area march, up to three areas each.", name=name)
        case "surprise":
            return Text(
                "{name}: the blocks of one area march, and each border lets one block more pass; or one sea move.", name=name
            )
        case "treason":
            return Text(
                "{name}: the blocks of one area march, or one sea move; and one try to turn an enemy block before a battle.",
                name=name,
            )
        case "muster":
            return Text(
                "{name}: your blocks march to one friendly or vacant area, up to two areas each. Nobody attacks.", name=name
            )
    return Text("{name}: every block in a city area that the enemy alone holds loses a step.", name=name)


def of_cards(s: State, side: Side) -> Iterator[str]:
    """1.1 Who will be first player; 5.1 what the event cards of the hand do."""
    first = s.pretender_side.title()
    yield (
        Text(
            "First player is whose card ranks higher: an event card above an action card, of two of a kind "
            "the one with more AP. On a tie {first} is first player.",
            first=first,
        )
    )
    events = [card for card in s.hands[side] if s.board.cards[card].is_event]
    for card in events:
        ap = s.board.cards[card].ap
        name = Text("{cards} ({ap} AP)", cards=s.board.cards[card].name, ap=ap) if ap else s.board.cards[card].name
        yield of_event(card, name)
    if events:
        yield Text("With an event card you cannot recruit.")
    if may_redeal(s, side):
        yield Text(
            "Your hand has {worth} AP: before this first card you can show it and get a new one: card mulligan.",
            worth=worth(s, side),
        )


def of_actions(s: State, side: Side) -> Iterator[str]:
    """5.0 Area by area who can march, and where; then the battles that there will be, and that recruits end the moves."""
    reached: dict[Area, dict[BlockId, list[Area]]] = {}
    for march in march_options(s, side):
        if len(path_of(s, march)) == 2:
            start = s.blocks[march.block].at
            reached.setdefault(start, {}).setdefault(march.block, []).append(march.to)
    for start, blocks in reached.items():
        ends = _areas(s, side, dict.fromkeys(to for ends_of_block in blocks.values() for to in ends_of_block))
        those = Text("{start}, {blocks}", start=_name(s, start), blocks=_blocks(s, blocks))
        pinned = is_contested(s, start)
        yield (
            Text("{those} (not all: attackers pin some): next to {ends}", those=those, ends=ends)
            if pinned
            else Text("{those}: next to {ends}", those=those, ends=ends)
        )
    yield from _by_sea(s, side)
    for area in s.board.areas:
        if at(s, area, side) and at(s, area, side.enemy):
            if is_pinned(s, area, side):
                yield Text("{area}: your blocks there are pinned", area=_name(s, area))
            yield from battle_words(s, side, area)
    for area, other in dict(main_options(s, side)).items():
        where, over = _name(s, area), _name(s, s.main[area])
        yield (
            Text(
                "The main attack on {where} comes over the border of {over}; the blocks that came over another "
                "are in Reserve. To change it to that of {other}: main {where} {other}.",
                where=where,
                over=over,
                other=_name(s, other),
            )
        )
    yield from _recruits(s, side, moves=bool(reached or sail_options(s, side)))


def _by_sea(s: State, side: Side) -> Iterator[str]:
    """5.3 Sea by sea from where blocks can sail, and where to; without AP from each area by itself."""
    ways: dict[tuple[Zone, str], tuple[list[str], list[str]]] = {}
    for block in of_side(s, side):
        start = s.blocks[block].at
        for zone, to in destinations(s, block):
            starts, ends = ways.setdefault((zone, "" if s.ap else start), ([], []))
            starts.append(_name(s, Area(start)))
            ends.append(_with_enemies(s, side, to))
    for (zone, _), (starts, ends) in ways.items():
        here, there = (Text(", ").join(dict.fromkeys(names_there)) for names_there in (starts, ends))
        yield Text("{zone}, from {starts}: sail to {ends}", zone=_name(s, zone), starts=here, ends=there)


def _recruits(s: State, side: Side, *, moves: bool) -> Iterator[str]:
    """5.4 Where blocks of the pool can come; that they end all moves."""
    options = recruit_options(s, side)
    listed = len(options) > MAX_RECRUITS
    if listed:
        places: dict[BlockId, list[Area]] = {}
        for order in options:
            places.setdefault(order.block, []).append(order.area)
        told = (
            Text("{block} {areas}", block=_name(s, block), areas=_anywhere(s, block, ends)) for block, ends in places.items()
        )
        yield Text("Recruits: {told}", told=Text("; ").join(told))
    if options and moves and not s.recruiting:
        yield (
            Text("Recruits come after all moves: once you recruit, no block marches or sails in this turn.")
            if listed
            else Text(
                "Recruits come to a home that is friendly or vacant, after all moves: once you recruit, no block marches or "
                "sails in this turn."
            )
        )


def _anywhere(s: State, block: BlockId, areas: Sequence[Area]) -> str:
    """The areas to which a block can come, of the Rebel that it is any vacant one."""
    return Text("any vacant area") if block == REBEL else ", ".join(_name(s, area) for area in areas)


def of_muster(s: State, side: Side) -> Iterator[str]:
    """5.1 How many can come to each area; those to which most can."""
    coming = {area: sum(map(bool, muster_paths(s, side, area).values())) for area in muster_areas(s, side)}
    best = sorted(coming, key=lambda area: -coming[area])[:MAX_AREAS]
    yield from (Text("{area}: {coming} can come", area=_name(s, area), coming=coming[area]) for area in best if coming[area])
    if not any(coming.values()):
        yield Text("None of your blocks can come to any area by land.")


def of_plague(s: State, side: Side) -> Iterator[str]:
    """5.1 The city of each area, and how many stand there."""
    for area in plague_areas(s, side):
        city = s.board.areas[area].city
        yield Text("{area}, city {city}", area=_with_enemies(s, side, area), city=_name(s, city))


def of_homes(s: State, side: Side) -> Iterator[str]:
    """8.3, 8.4 The homes of each block that goes home; areas feed a limited number."""
    homes = {block: homes_of(s, block) for block in going(s, side)}
    for block, areas in homes.items():
        if len(areas) > 1:
            ends = Text(", ").join(
                Text("{area} (feeds {limit})", area=_name(s, area), limit=s.board.areas[area].limit) for area in areas
            )
            yield Text("{block}: {ends}", block=_name(s, block), ends=ends)
    only = [
        Text("{block} {areas}", block=_name(s, block), areas=_name(s, areas[0]) if areas else Text("the pool"))
        for block, areas in homes.items()
        if len(areas) < 2
    ]
    if only:
        yield Text("The others have no choice and need no line: {only}", only=Text("; ").join(only))
    if any(s.board.areas[area].exile for areas in homes.values() for area in areas):
        yield Text("Who is more than an exile area feeds goes to the pool before the next campaign.")
    yield Text("In supply each block more than an area feeds loses a step.")


def _blocks(s: State, blocks: Iterable[BlockId]) -> str:
    return Text(", ").join(Text("{block} {steps}", block=_name(s, block), steps=s.blocks[block].steps) for block in blocks)


def _areas(s: State, side: Side, areas: Iterable[Area]) -> str:
    """Areas by name, with the number of enemies there."""
    return Text(", ").join(_with_enemies(s, side, area) for area in areas)


def _with_enemies(s: State, side: Side, area: Area) -> str:
    name, number = _name(s, area), len(at(s, area, side.enemy))
    if number < 2:
        return Text("{name} (1 enemy block)", name=name) if number else name
    return Text("{name} ({number} enemy blocks)", name=name, number=number)


def _name(s: State, option: str) -> str:
    return names(s, option)[0]


MAX_AREAS = 5
"""The most areas that are named to which blocks can muster."""
MAX_RECRUITS = 12
"""The most recruits, each with its area, that the choices themselves list."""
FACTS_BY_KEY: Mapping[str, Callable[[State, Side], Iterator[str]]] = {
    CARD: of_cards,
    ACT: of_actions,
    MUSTER_AT: of_muster,
    PLAGUE: of_plague,
    HOME: of_homes,
}
