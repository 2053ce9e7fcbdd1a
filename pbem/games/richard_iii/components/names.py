"""How things are written: the names that players read and may write."""

from __future__ import annotations

from pbem.games.richard_iii.components.board import Area, BlockId, CardId, Kind, Zone
from pbem.games.richard_iii.components.state import State

SPELLINGS: dict[str, tuple[str, ...]] = {
    "pool": ("the pool", "pool"),
    "none": ("none", "nobody"),
    "mulligan": ("mulligan",),
    "done": ("done",),
    "via": ("via",),
    "by": ("by",),
    "removed": ("out of the game",),
}
SUFFIX = {Kind.CHURCH: "Church", Kind.LEVY: "Levy"}


def names(s: State, option: str) -> tuple[str, ...]:
    """How an id is written, first, and what else stands for it."""
    if option in s.board.blocks:
        return block_names(s, BlockId(option))
    if option in s.board.areas:
        return (s.board.areas[Area(option)].name,)
    if option in s.board.zones:
        return (s.board.zones[Zone(option)],)
    if option in s.board.cards:
        card = s.board.cards[CardId(option)]
        return (card.name,) if card.is_event else (f"{card.ap} AP", str(card.ap), f"{card.ap}ap")
    return SPELLINGS.get(option) or (" ".join(word.capitalize() for word in option.split("_")),)


def block_names(s: State, block: BlockId) -> tuple[str, ...]:
    """A block by its title, and by its name alone where the title has more."""
    facts = s.board.blocks[block]
    if facts.kind in SUFFIX:
        city = facts.name.partition(" (")[0]
        return (f"{city} {SUFFIX[facts.kind]}",)
    if facts.kind is Kind.MERCENARY:
        return facts.name, facts.name.partition(" ")[0]
    return tuple(dict.fromkeys((facts.title, facts.name)))
