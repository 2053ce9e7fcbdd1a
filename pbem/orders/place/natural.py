"""Who would act by a line, and which lines let somebody act."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.engine.decision import Menu
from pbem.engine.phrase import words_of
from pbem.engine.rules import Word
from pbem.orders.place.cursor import Cursor
from pbem.orders.place.position import Position

PAIR = 2


def acting_in(position: Position, cursor: Cursor, words: Sequence[Word[Any]]) -> tuple[str, ...]:
    """The ids of those who would act by an order with these words: by the segment that it stands under, else by the open
    question that it can answer, else by the segment that it would be for; () where nobody can be told.
    """
    if cursor.headed:
        segment = position.segment(cursor.headed)
        return tuple(filter(None, [segment.whose if segment is not None else ""]))
    asked = [decision for word in words for decision in position.asking(word)]
    if asked:
        acting = position.rules.orders.acting
        return tuple(each for decision in asked for each in acting(position.state, decision))
    own = cursor.segment_of(*words)
    return (own.whose,) if own is not None and own.whose else ()


def naming(position: Position, actor: str) -> list[str]:
    """The lines, open now, that name who acts next, and nothing else ("muster York")."""
    menus = [each.shape for each in position.open if isinstance(each.shape, Menu)]
    options = [option for menu in menus for option in menu.options()]
    pairs = [(option, words_of(option)) for option in options]
    return [position.lexicon.name(o) for o, words in pairs if len(words) == PAIR and position.is_named(actor, words[1])][:2]
