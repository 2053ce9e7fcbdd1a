"""Names of players in orders: "attack Carl York" is said of the seat that Carl plays, where nothing else is called so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from pbem.engine.table import Table
from pbem.moderator.deadlines.time_sentences import written
from pbem.moderator.talk.message_headers import MessageHeaders
from pbem.orders.languages.words import is_common
from pbem.orders.reading.sayings import sayings_of
from pbem.orders.words.lexicon import plain_words

TWO: Final = 2
"""With no more players none is named in an order."""


def with_seats_named(table: Table[Any], heads: MessageHeaders | None, text: str) -> str:
    """A line with seats in place of the names of those who play them; the line itself where it names none so. A player whose
    name it begins with is who acts, or who is spoken to.
    """
    if heads is None or len(table.seats) <= TWO:
        return text
    for pattern, seat in _names(table, heads):
        text = pattern.sub(written(seat), text)
    return text


def _names(table: Table[Any], heads: MessageHeaders) -> Iterator[tuple[re.Pattern[str], str]]:
    """What names a player, and is no word of the game or of a language, the longest names first."""
    sayings = sayings_of(table)
    seats = {tuple(plain_words(written(seat))) for seat in table.seats}
    for name in sorted(heads.names, key=len, reverse=True):
        means_more = any(sayings.means_something(word) or word in sayings.known or is_common(word) for word in name)
        if name not in seats and not means_more:
            words = r"\s+".join(map(re.escape, name))
            yield re.compile(rf"(?<=[\s(,;:]){words}(?!\w)", re.IGNORECASE), heads.names[name]
