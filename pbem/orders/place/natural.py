"""What a line in a player's own words is for: who would act by it, and which questions a short answer can mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pbem.engine.decision import Menu
from pbem.engine.phrase import words_of
from pbem.engine.rules import Word
from pbem.orders.parse.natural import natural_words
from pbem.orders.place.cursor import Cursor
from pbem.orders.place.position import Position
from pbem.orders.words.lexicon import plain_words
from pbem.orders.words.lines import verb_for

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


def answer_lines(position: Position, text: str) -> Iterator[str]:
    """The lines that a short answer to an open question can mean."""
    said = dict.fromkeys([*natural_words(position.table).said_by(text), text])
    verbs = [verb_for(position.table, each) for each in position.open if not isinstance(each.shape, Menu)]
    for each in said:
        begins = position.vocabulary.begins(each)
        is_name = not begins or plain_words(each)[0] in position.vocabulary.name_words
        if begins and not (is_name and _is_turned(each, text)):
            yield each
        if is_name and all(len(word) > 1 for word in each.split()):
            yield from (f"{verb} {each}" for verb in dict.fromkeys(verbs))


def _is_turned(said: str, text: str) -> bool:
    """Whether the first of the words said is the last of a text: a name there, though an order word is called so."""
    return plain_words(said)[:1] != plain_words(text)[:1] and plain_words(said)[:1] == plain_words(text)[-1:]


def naming(position: Position, actor: str) -> list[str]:
    """The lines, open now, that name who acts next, and nothing else ("muster York")."""
    menus = [each.shape for each in position.open if isinstance(each.shape, Menu)]
    options = [option for menu in menus for option in menu.options()]
    pairs = [(option, words_of(option)) for option in options]
    return [position.lexicon.name(o) for o, words in pairs if len(words) == PAIR and position.is_named(actor, words[1])][:2]
