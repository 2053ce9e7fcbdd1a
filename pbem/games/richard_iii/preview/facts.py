"""Short facts below a question: who can go where, which enemies are there, which homes there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from pbem.engine.decision import Decision
from pbem.games.richard_iii.actions.actions import ACT, action_options
from pbem.games.richard_iii.actions.events import MUSTER_AT, PLAGUE, coming_to, muster_areas, plague_areas
from pbem.games.richard_iii.actions.land import is_pinned, main_options, march_options, path_of
from pbem.games.richard_iii.actions.recruit import recruit_options
from pbem.games.richard_iii.actions.sea import destinations, sail_options
from pbem.games.richard_iii.cards.cards import CARD
from pbem.games.richard_iii.cards.deal import may_redeal, worth
from pbem.games.richard_iii.components.blocks import at, is_contested, of_side
from pbem.games.richard_iii.components.board import REBEL, Area, BlockId, Kind, Side, Zone
from pbem.games.richard_iii.components.card_ids import Cards
from pbem.games.richard_iii.components.names import names
from pbem.games.richard_iii.components.options import March
from pbem.games.richard_iii.components.state import State
from pbem.games.richard_iii.orders.policies import lexicon
from pbem.games.richard_iii.political.home import HOME, going, homes_of
from pbem.games.richard_iii.preview.forces import battle_words, crowd_text
from pbem.games.richard_iii.supply.supply import counted, crowded
from pbem.i18n import Text
from pbem.orders.words.menu import choices

MAX_NAMED = 3
"""5.1 The areas to which a Muster can go whose blocks are named."""


def facts(s: State, decision: Decision) -> tuple[str, ...]:
    """Short lines below a question; for most questions none."""
    lines_of = FACTS_BY_KEY.get(decision.key)
    return tuple(lines_of(s, Side(decision.seat))) if lines_of is not None else ()


def of_event(card: str, name: str) -> str:
    """5.1 An event card in as few words as possible; "help events" has the whole text."""
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
    """1.1 Who will be first player; 5.1 the event cards of the hand."""
    first = s.pretender_side.title()
    yield (
        Text(
            "Whoever plays the higher card is first player and does all their actions first. An event card beats an action "
            "card, else more AP win. On a tie {first} is first player.",
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
    yield Text('What you do with it can stand below it in the same letter, as "actions: march BLOCK AREA".')


def of_actions(s: State, side: Side) -> Iterator[str]:
    """5.0 What the card allows; for each area who can march and where; then the coming battles, and recruits."""
    marches, sails = ([], []) if s.recruiting or _is_over(s, side) else (march_options(s, side), sail_options(s, side))
    reached: dict[Area, dict[BlockId, list[Area]]] = {}
    for march in marches:
        if len(path_of(s, march)) == 2:
            start = s.blocks[march.block].at
            reached.setdefault(start, {}).setdefault(march.block, []).append(march.to)
    yield from _of_ap(s, side, moves=bool(marches or sails))
    for start, blocks in reached.items():
        ends = _areas(s, side, dict.fromkeys(to for ends_of_block in blocks.values() for to in ends_of_block))
        where = Text("{area} (paid)", area=_name(s, start)) if start in s.active else _name(s, start)
        those = Text("{start}, {blocks}", start=where, blocks=_blocks(s, blocks))
        pinned = is_contested(s, start)
        yield (
            Text("{those} (not all: attackers pin some): next to {ends}", those=those, ends=ends)
            if pinned
            else Text("{those}: next to {ends}", those=those, ends=ends)
        )
    if sails:
        yield from _by_sea(s, side)
    yield from _of_ways(s, marches)
    yield from _of_marching(s, side, reached)
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
    yield from _recruits(s, side, moves=bool(reached or sails))
    yield from _too_many(s, side)


def _is_over(s: State, side: Side) -> bool:
    """5.1 Whether the card played has no action left."""
    return s.cards[side] in (Cards.PLAGUE, Cards.MUSTER)


def _of_ap(s: State, side: Side, *, moves: bool) -> Iterator[str]:
    """5.1 What the card's AP buy."""
    card = s.board.cards[s.cards[side]]
    if card.is_event and moves:
        yield of_event(s.cards[side], card.name)
    elif moves and s.ap:
        yield Text(
            "1 AP buys a march, a sail or a recruit. A march takes any blocks of one area, each one or two areas far; a "
            'sail or a recruit is one block. Once you recruit, nobody moves any more. Your turn ends with "done", also when '
            "no AP are left."
        )


def _of_marching(s: State, side: Side, reached: Mapping[Area, Mapping[BlockId, Sequence[Area]]]) -> Iterator[str]:
    """5.2, 5.22 How to write several blocks in one line; that a march to enemies is an attack, and how to see its odds."""
    ends = [to for blocks in reached.values() for ends_of_block in blocks.values() for to in ends_of_block]
    for blocks in reached.values():
        first, *others = blocks
        both = [to for to in blocks[first] if others and to in blocks[others[0]] and not at(s, to, side.enemy)]
        if both:
            yield Text(
                "Several go in one line: march {first}, {second} {area}",
                first=_name(s, first),
                second=_name(s, others[0]),
                area=_name(s, both[0]),
            )
            break
    if any(at(s, to, side.enemy) for to in ends):
        yield Text('A march to enemies attacks: "preview" in your letter shows the odds.')


def _of_ways(s: State, marches: Iterable[March]) -> Iterator[str]:
    """5.2 Which way a march goes whose line does not say it, and how one says it, by a march that has two ways."""
    ways: dict[tuple[BlockId, Area], list[March]] = {}
    for march in marches:
        if len(march.way) == 1:
            ways.setdefault((march.block, march.to), []).append(march)
    other = next((each[-1] for each in ways.values() if len(each) > 1), None)
    if other is not None:
        yield Text(
            "Of several ways a march takes the shortest, and of those the one with most room at its borders. To choose one "
            "yourself: march {block} {to} via {over}",
            block=_name(s, other.block),
            to=_name(s, other.to),
            over=_name(s, other.way[0]),
        )


def _too_many(s: State, side: Side) -> Iterator[str]:
    """7.1, 7.2 Where blocks will lose steps in supply if they stay."""
    for area in crowded(s, side):
        if not at(s, area, side.enemy):
            yield crowd_text(s, area, len(counted(s, area, side)))


def _by_sea(s: State, side: Side) -> Iterator[str]:
    """5.3 For each sea the areas from which blocks can sail, and where to; without AP for each area by itself."""
    ways: dict[tuple[Zone, str], tuple[list[str], list[str]]] = {}
    for block in of_side(s, side):
        start = s.blocks[block].at
        for zone, to in destinations(s, block):
            starts, ends = ways.setdefault((zone, "" if s.ap else start), ([], []))
            starts.append(_name(s, Area(start)))
            ends.append(_with_enemies(s, side, to))
    for (zone, _), (starts, ends) in ways.items():
        here, there = (Text(", ").join(dict.fromkeys(names_there)) for names_there in (starts, ends))
        yield Text("{zone}: sail from {starts} to {ends}", zone=_name(s, zone), starts=here, ends=there)
    if ways and s.cards[side] != Cards.PIRACY:
        yield Text("A sail goes to another area on the same sea, never to one with enemies or to their exile area.")


def _recruits(s: State, side: Side, *, moves: bool) -> Iterator[str]:
    """5.4 Where blocks of the pool can be placed; and that recruiting ends all moves."""
    options = recruit_options(s, side)
    listed = any(not line for _, line in choices(lexicon(s), action_options(s, side)).get("recruit", ()))
    if listed:
        places: dict[BlockId, list[Area]] = {}
        for order in options:
            places.setdefault(order.block, []).append(order.area)
        told = (
            Text("{block} {areas}", block=_name(s, block), areas=_anywhere(s, block, ends)) for block, ends in places.items()
        )
        yield Text("Recruits: {told}", told=Text("; ").join(told))
    if options and moves and not listed:
        yield Text("Recruits come to a home that is friendly or vacant.")


def _anywhere(s: State, block: BlockId, areas: Sequence[Area]) -> str:
    """The areas where a block can be placed; for the Rebel "any vacant area"."""
    return Text("any vacant area (no blocks in it)") if block == REBEL else ", ".join(_name(s, area) for area in areas)


def of_muster(s: State, side: Side) -> Iterator[str]:
    """5.1 The blocks that can come to the best areas, and how many to the others; the questions that follow, and that the
    card allows nothing else.
    """
    coming = coming_to(s, side)
    areas = muster_areas(s, side)
    best = [area for area in areas if coming.get(area)]
    nobody = Text(", ").join(_name(s, area) for area in areas if area not in best)
    if best:
        alike: dict[tuple[BlockId, ...], list[str]] = {}
        for area in best[:MAX_NAMED]:
            alike.setdefault(tuple(coming[area]), []).append(_name(s, area))
        for blocks, there in alike.items():
            yield Text(
                "To {areas} can come: {blocks}",
                areas=Text(", ").join(there),
                blocks=Text(", ").join(_name(s, block) for block in blocks),
            )
        others = [Text("{area} {number}", area=_name(s, area), number=len(coming[area])) for area in best[MAX_NAMED:]]
        if others:
            yield Text("How many blocks can come to the others: {others}", others=Text(", ").join(others))
        if nobody:
            yield Text("Nobody can come to {areas}.", areas=nobody)
        yield Text("Then you say block by block who comes; the others stay. Nothing else is done with this card.")
    else:
        yield Text("None of your blocks can come to any area by land: each choice uses up the card, and nobody moves.")


def of_plague(s: State, side: Side) -> Iterator[str]:
    """5.1 The city of each area, and the number of blocks there."""
    for area in plague_areas(s, side):
        city = s.board.areas[area].city
        yield Text("{area}, city {city}", area=_with_enemies(s, side, area), city=_name(s, city))
    yield Text("Nothing else is done with this card.")


def of_homes(s: State, side: Side) -> Iterator[str]:
    """8.3, 8.4 The homes of the blocks that go home, grouped by equal homes; and that areas feed a limited number."""
    homes = {block: tuple(homes_of(s, block)) for block in going(s, side)}
    alike: dict[tuple[Area, ...], list[BlockId]] = {}
    for block, areas in homes.items():
        if len(areas) > 1:
            alike.setdefault(areas, []).append(block)
    for areas, blocks in alike.items():
        those = Text(", ").join(_name(s, block) for block in blocks)
        yield Text("{block}: {ends}", block=those, ends=Text(", ").join(_name(s, area) for area in areas))
    if any(s.board.blocks[block].kind is Kind.HEIR for blocks in alike.values() for block in blocks) and side is s.king_side:
        yield Text("The King and his heirs go to their shields or to any crown area without enemies.")
    only = [
        Text("{block} {areas}", block=_name(s, block), areas=_name(s, areas[0]) if areas else Text("the pool"))
        for block, areas in homes.items()
        if len(areas) < 2
    ]
    if only:
        yield Text("The others have no choice and need no line: {only}", only=Text("; ").join(only))
    yield Text("You will be asked again about blocks that you leave out.")
    if any(s.board.areas[area].exile for areas in homes.values() for area in areas):
        yield Text("What an exile area cannot feed goes to the pool before the next campaign; you choose which blocks.")
    yield _fed(s, dict.fromkeys(area for areas in homes.values() for area in areas))


def _fed(s: State, areas: Iterable[Area]) -> str:
    """7.1 How many blocks each of the areas feeds; the most frequent number in one phrase."""
    limits = {area: s.board.areas[area].limit for area in areas}
    usual = max(limits.values(), key=list(limits.values()).count, default=0)
    other = Text(", ").join(
        Text("{area} {limit}", area=_name(s, area), limit=limit) for area, limit in limits.items() if limit != usual
    )
    if other:
        return Text(
            "An area feeds {usual} blocks ({other}); at the end of a turn each block more loses a step in supply.",
            usual=usual,
            other=other,
        )
    return Text("An area feeds {usual} blocks; at the end of a turn each block more loses a step in supply.", usual=usual)


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


FACTS_BY_KEY: Mapping[str, Callable[[State, Side], Iterator[str]]] = {
    CARD: of_cards,
    ACT: of_actions,
    MUSTER_AT: of_muster,
    PLAGUE: of_plague,
    HOME: of_homes,
}
