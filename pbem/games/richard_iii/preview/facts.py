"""What a player should know of the options of a question: who can go where, whom they would meet, which homes there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from pbem.engine.decision import Decision
from pbem.games.richard_iii.actions.actions import ACT
from pbem.games.richard_iii.actions.events import MUSTER_AT, PLAGUE, muster_areas, muster_paths, plague_areas
from pbem.games.richard_iii.actions.land import is_pinned, main_options, march_options, path_of
from pbem.games.richard_iii.actions.recruit import recruit_options
from pbem.games.richard_iii.actions.sea import sail_options
from pbem.games.richard_iii.cards.cards import CARD
from pbem.games.richard_iii.cards.deal import may_redeal, worth
from pbem.games.richard_iii.components.blocks import at, is_contested
from pbem.games.richard_iii.components.board import Area, BlockId, Side
from pbem.games.richard_iii.components.names import names
from pbem.games.richard_iii.components.state import State
from pbem.games.richard_iii.political.home import HOME, going, homes_of
from pbem.games.richard_iii.preview.forces import battle_words
from pbem.i18n import N_


def facts(s: State, decision: Decision) -> tuple[str, ...]:
    """Short lines about the options of a question; none for most."""
    told = TOLD.get(decision.key)
    return tuple(told(s, Side(decision.seat))) if told is not None else ()


def of_event(card: str, name: str) -> str:
    """5.1 What an event card does, as short as goes; all of it stands in the help ("help events")."""
    match card:
        case "piracy":
            return f"{name}: only sea moves. They can attack, one block for each AP."
        case "force_march":
            return f"{name}: the blocks of one area march, up to three areas each."
        case "surprise":
            return f"{name}: the blocks of one area march, and each border lets one block more pass; or one sea move."
        case "treason":
            return (
                f"{name}: the blocks of one area march, or one sea move; and one try to turn an enemy block before a battle."
            )
        case "muster":
            return f"{name}: your blocks march to one friendly or vacant area, up to two areas each. Nobody attacks."
    return f"{name}: every block in a city area that the enemy alone holds loses a step."


def of_cards(s: State, side: Side) -> Iterator[str]:
    """1.1 Who will be first player; 5.1 what the event cards of the hand do."""
    first = s.pretender_side.title()
    yield (
        "First player is whose card ranks higher: an event card above an action card, of two of a kind the one with more "
        f"AP. On a tie {first} is first player."
    )
    events = [card for card in s.hands[side] if s.board.cards[card].is_event]
    for card in events:
        ap = s.board.cards[card].ap
        name = f"{s.board.cards[card].name} ({ap} AP)" if ap else s.board.cards[card].name
        yield of_event(card, name)
    if events:
        yield N_("With an event card you cannot recruit.")
    if may_redeal(s, side):
        yield f"Your hand has {worth(s, side)} AP: before this first card you can show it and get a new one: card mulligan."


def of_actions(s: State, side: Side) -> Iterator[str]:
    """5.0 Area by area who can march, and where; then the battles that there will be, and that recruits end the moves."""
    reached: dict[Area, dict[BlockId, list[Area]]] = {}
    for march in march_options(s, side):
        if len(path_of(s, march)) == 2:
            start = s.blocks[march.block].at
            reached.setdefault(start, {}).setdefault(march.block, []).append(march.to)
    for start, blocks in reached.items():
        ends = _areas(s, side, dict.fromkeys(to for found in blocks.values() for to in found))
        those = f"{_name(s, start)}, {_blocks(s, blocks)}"
        pinned = is_contested(s, start)
        yield f"{those} (not all: attackers pin some): next to {ends}" if pinned else f"{those}: next to {ends}"
    for area in s.board.areas:
        if at(s, area, side) and at(s, area, side.enemy):
            if is_pinned(s, area, side):
                yield f"{_name(s, area)}: your blocks there are pinned"
            yield from battle_words(s, side, area)
    for area in dict.fromkeys(area for area, _ in main_options(s, side)):
        where, over = _name(s, area), _name(s, s.main[area])
        yield (
            f"The main attack on {where} comes over the border of {over}; the blocks that came over another are in Reserve. "
            "The order main changes that."
        )
    if not s.recruiting and (reached or sail_options(s, side)) and recruit_options(s, side):
        yield N_("Recruits come after all moves: once you recruit, no block marches or sails in this turn.")


def of_muster(s: State, side: Side) -> Iterator[str]:
    """5.1 How many can come to each area; those to which most can."""
    coming = {area: sum(map(bool, muster_paths(s, side, area).values())) for area in muster_areas(s, side)}
    best = sorted(coming, key=lambda area: -coming[area])[:MAX_AREAS]
    yield from (f"{_name(s, area)}: {coming[area]} can come" for area in best if coming[area])


def of_plague(s: State, side: Side) -> Iterator[str]:
    """5.1 How many stand in each city."""
    for area in plague_areas(s, side):
        yield _with_enemies(s, side, area)


def of_homes(s: State, side: Side) -> Iterator[str]:
    """8.3, 8.4 The homes of each block that goes home; areas feed only so many."""
    for block in going(s, side):
        found = homes_of(s, block)
        ends = ", ".join(N_(f"{_name(s, area)} (feeds {s.board.areas[area].limit})") for area in found)
        yield f"{_name(s, block)}: {ends}" if ends else N_(f"{_name(s, block)}: the pool")


def _blocks(s: State, blocks: Iterable[BlockId]) -> str:
    return ", ".join(f"{_name(s, block)} {s.blocks[block].steps}" for block in blocks)


def _areas(s: State, side: Side, areas: Iterable[Area]) -> str:
    """Areas by name, with the number of enemies there."""
    return ", ".join(_with_enemies(s, side, area) for area in areas)


def _with_enemies(s: State, side: Side, area: Area) -> str:
    name, number = _name(s, area), len(at(s, area, side.enemy))
    if number < 2:
        return f"{name} (1 enemy block)" if number else name
    return f"{name} ({number} enemy blocks)"


def _name(s: State, option: str) -> str:
    return names(s, option)[0]


MAX_AREAS = 5
"""So many areas are named to which blocks can muster."""
TOLD: Mapping[str, Callable[[State, Side], Iterator[str]]] = {
    CARD: of_cards,
    ACT: of_actions,
    MUSTER_AT: of_muster,
    PLAGUE: of_plague,
    HOME: of_homes,
}
