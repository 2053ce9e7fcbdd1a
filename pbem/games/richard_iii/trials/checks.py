"""What is wrong with a position that no rule can lead to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pbem.games.richard_iii.components.blocks import is_barred, is_contested, on_map, side_of
from pbem.games.richard_iii.components.board import Side
from pbem.games.richard_iii.components.state import AWAY, MINOR, POOL, REMOVED, Phase, State

OFF_MAP = (POOL, MINOR, AWAY, REMOVED)


def checks(s: State) -> list[str]:
    """Faults, in words."""
    return [*_blocks(s), *_cards(s), *_battles(s)]


def _blocks(s: State) -> Iterator[str]:
    for block, piece in s.blocks.items():
        facts = s.board.blocks[block]
        if piece.at not in s.board.areas and piece.at not in OFF_MAP:
            yield f"{block} is at {piece.at}"
            continue
        if piece.at in (AWAY, REMOVED):
            if piece.steps:
                yield f"{block} is {piece.at} and has {piece.steps} steps"
        elif not 1 <= piece.steps <= facts.strength:
            yield f"{block} has {piece.steps} steps"
        if on_map(s, block) and is_barred(s, piece.at, side_of(s, block)):
            yield f"{block} is in the enemy's exile"
        twin = facts.twin
        if twin and piece.at not in (AWAY, REMOVED) and s.blocks[twin].at not in (AWAY, REMOVED):
            yield f"{block} and its twin are both in play"


def _battles(s: State) -> Iterator[str]:
    if s.phase in (Phase.CARD, Phase.SUPPLY, Phase.POLITICAL) and s.result is None:
        yield from (f"{area} is contested" for area in s.board.areas if is_contested(s, area))


def _cards(s: State) -> Iterator[str]:
    held = Counter(card for side in Side for card in (*s.hands[side], *s.played[side]))
    yield from (f"{number} cards {card}" for card, number in held.items() if number > s.board.cards[card].count)
