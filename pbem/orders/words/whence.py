"""Lines that say where somebody goes from: "sail Warwick from Calais to Kent". It must be where they stand."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from collections.abc import Sequence as Seq
from typing import Final, NamedTuple

from pbem.engine.phrase import words_of
from pbem.engine.refusal import BadLine, Illegal
from pbem.orders.words.lexicon import CUT_SHORT, Lexicon, plain_words, telling
from pbem.orders.words.menu import read_menu, written

FROM: Final = re.compile(r"(?P<who>.+?)\s+from\s+(?P<place>.+?)(?P<to>\s+(?:to|via|through|over)\s.+|$)", re.IGNORECASE)


class Whereabouts(NamedTuple):
    """Where pieces stand: `place` tells it of an id ("": no piece), `acting` are those who act if an option names nobody."""

    place: Callable[[str], str]
    acting: Seq[str] = ()

    def of(self, option: str) -> dict[str, str]:
        """Who acts by an option, with where they stand."""
        found = [{one: place for one in ids if (place := self.place(one))} for ids in (words_of(option)[1:], self.acting)]
        return found[0] or found[1]


def read_menu_from(lexicon: Lexicon, options: Seq[str], line: str, known: Iterable[str], whereabouts: Whereabouts) -> str:
    """The option that a line names, with or without where its piece goes from.

    Raises Misread, Ambiguous or Illegal, with the nearest lines.
    """
    ids = list(known)
    try:
        return read_menu(lexicon, options, line, ids)
    except BadLine as bad:
        told = FROM.fullmatch(line)
        if told is None:
            raise
        try:
            option = read_menu(lexicon, options, f"{told['who']}{told['to']}", ids)
        except BadLine:
            raise bad from None
    stands = whereabouts.of(option)
    tokens = telling(plain_words(told["place"]))
    if any(lexicon.fit(tokens, start) > CUT_SHORT for start in stands.values()):
        return option
    where = [f"{lexicon.name(one)} is in {lexicon.name(start)}" for one, start in stands.items()]
    raise Illegal("; ".join(where) or f'"from {told["place"]}" cannot be said here', [written(lexicon, option)])
