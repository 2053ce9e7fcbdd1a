"""Moves in a player's own words: "Warwick and March to Kent", "Kent with March", "von Wilts über Sussex nach Kent".

The standard form names one piece, then where it goes, over what, and from where: "March Kent via Sussex from Wilts".
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Final, NamedTuple

COMMA: Final = ","
JOINTS: Final = frozenset({COMMA, "and", "und"})
MEANT_BY: Final = {
    **dict.fromkeys(("to", "into", "in", "onto", "nach", "zu", "zum", "zur", "ins"), "to"),
    **dict.fromkeys(("via", "through", "uber", "durch"), "via"),
    **dict.fromkeys(("from", "von", "aus"), "from"),
    **dict.fromkeys(("with", "mit"), "with"),
    "by": "by",
}
"""What stands before a place, or before those who come along, by the English word for it."""
ALONG: Final = "with"
ENGLISH: Final = frozenset({"to", "via", "through", "by", "from"})
"""Those that a line in the standard form can have."""
WAYS: Final = ("via", "by", "from")
IFS: Final = frozenset({"if", "when", "wenn", "falls", "sofern"})
PRONOUN: Final = re.compile(r"^(?:he|er|she)\b", re.IGNORECASE)
"""Whoever does it, in front of a condition."""


class Word(NamedTuple):
    """A word as written, and folded."""

    written: str
    folded: str


@dataclass
class Piece:
    """A part of a list of moves: who goes, and what stands behind each preposition."""

    who: list[Word] = field(default_factory=list)
    ways: dict[str, list[Word]] = field(default_factory=dict)

    def standard(self) -> str:
        """ "March Kent via Sussex from Wilts"."""
        told = [*self.who, *self.ways.get("to", ())]
        for how in WAYS:
            if how in self.ways:
                told += [Word(how, how), *self.ways[how]]
        return " ".join(word.written for word in told)


class Names(NamedTuple):
    """The words of all names, the `pairs` that stand side by side in one, and the words that tell nothing."""

    words: Collection[str]
    pairs: Collection[tuple[str, str]]
    dropped: Collection[str]

    def telling(self, words: Sequence[Word]) -> list[Word]:
        """Those that tell something."""
        return [w for w in words if w.folded in self.words or w.folded not in self.dropped or _means(w) or _joins(w)]

    def are_all(self, words: Iterable[Word]) -> bool:
        """Whether all of these words stand in names."""
        return all(word.folded in self.words for word in words)


def from_in_front(words: Sequence[Word]) -> bool:
    """Whether it is said first from where somebody goes."""
    return bool(words) and _means(words[0]) == "from"


def moves_of(words: Sequence[Word], names: Names) -> list[str]:
    """What stands behind an order word that moves pieces, a text for each in the standard form; [] where it is in that form
    already, or cannot be told.
    """
    told = names.telling(words)
    told = [word for word, after in zip_longest(told, told[1:]) if not _means(word) or (after and not _means(after))]
    if told and _joins(told[0]):
        return []  # what looked like the order word is the first name of the list: March and Warwick to Kent
    pieces = _along(told, names.pairs)
    named = [word for piece in pieces for part in (piece.who, *piece.ways.values()) for word in part]
    if not pieces or not names.are_all(named) or not all(piece.who for piece in pieces):
        return []
    standard = all(word.folded in ENGLISH or word.folded not in MEANT_BY for word in told)
    return [] if len(pieces) == 1 and standard and _ends_before_its_way(told) else [piece.standard() for piece in pieces]


def _means(word: Word) -> str:
    return MEANT_BY.get(word.folded, "")


def _joins(word: Word) -> bool:
    return word.folded in JOINTS


def _ends_before_its_way(words: Sequence[Word]) -> bool:
    said = [_means(word) for word in words if _means(word)]
    return not ("via" in said and "to" in said and said.index("via") < said.index("to"))


def _along(words: Sequence[Word], pairs: Collection[tuple[str, str]]) -> list[Piece]:
    """All who go: "Warwick to Kent with March", "Kent with Warwick and March", "Warwick with March to Kent"."""
    places = [at for at, word in enumerate(words) if _means(word) == ALONG]
    if len(places) != 1:
        return [] if places else _together(words, pairs)
    before, behind = words[: places[0]], words[places[0] + 1 :]
    joint = [Word(COMMA, COMMA)]
    if any(map(_means, behind)) or not before:
        return _together([*before, *(joint if before else []), *behind], pairs)
    at = next((at for at, word in enumerate(before) if _is_preposition(before, at, pairs)), 0)
    who, way = before[:at], before[at:]
    way = way if at or _means(before[0]) else [Word("to", "to"), *before]
    return _together([*who, *(joint if who else []), *behind, *way], pairs)


def _together(words: Sequence[Word], pairs: Collection[tuple[str, str]]) -> list[Piece]:
    """The pieces of a list; those without a way of their own go with the next that has one. [] where the last has none."""
    pieces = list(_pieces(words, pairs))
    if len(pieces) > 1 and not pieces[-1].ways:
        return []
    for piece, following in zip(pieces[-2::-1], pieces[:0:-1], strict=True):
        piece.ways = piece.ways or following.ways
    return pieces


def _pieces(words: Sequence[Word], pairs: Collection[tuple[str, str]]) -> Iterator[Piece]:
    piece, part = Piece(), list[Word]()
    piece.who = part
    for at, word in enumerate(words):
        if _joins(word) and (at + 1 == len(words) or not _is_preposition(words, at + 1, pairs)):
            if piece.who or piece.ways:
                yield piece
            piece = Piece()
            part = piece.who
        elif _is_preposition(words, at, pairs):
            part = piece.ways.setdefault(_means(word), [])
        elif not _joins(word):
            part.append(word)
    if piece.who or piece.ways:
        yield piece


def _is_preposition(words: Sequence[Word], at: int, pairs: Collection[tuple[str, str]]) -> bool:
    """Whether a word stands before a place; the "von" in "Graf von Warwick" belongs to the name."""
    is_within = at > 0 and (words[at - 1].folded, words[at].folded) in pairs
    return bool(_means(words[at])) and not is_within


# Done by somebody


def done_by(who: Sequence[Word], what: Sequence[Word], names: Names, condition: str, tail: str) -> list[str]:
    """What stands behind an order word that names nobody who does it, with the `condition` that somebody does, for each of
    those who are named: in front of the order word (`who`), behind "with", or before where they go. `tail` is the condition
    that the line has itself. [] where nobody is named.
    """
    told = names.telling(what)
    places = [at for at in range(len(told)) if _is_preposition(told, at, names.pairs)]
    if not who and places and _means(told[places[0]]) == ALONG:
        told, who = told[: places[0]], told[places[0] + 1 :]
    elif (
        not who
        and places
        and places[0]
        and told[places[0]].folded in ("to", "nach")
        and names.are_all(told[places[0] + 1 :])
    ):
        told, who = told[places[0] :], told[: places[0]]
    told = told[1:] if told and _means(told[0]) == "to" else told
    while told and _joins(told[-1]):
        told.pop()
    people = [" ".join(word.written for word in piece.who) for piece in _pieces(who, names.pairs)]
    if not who or not names.are_all(word for word in who if not _joins(word)):
        return []
    cases = [_case(condition.format(each), each, tail) for each in people]
    said = " ".join(word.written for word in told).replace(" ,", COMMA)
    return [f"{said} {case}".strip() for case in cases] if all(cases) else []


def _case(condition: str, who: str, tail: str) -> str:
    """ "if Warwick acts and Warwick has 1 strength"; "" where both cannot be said together."""
    begins, _, rest = tail.partition(" ")
    if not rest:
        return f"if {condition}"
    if begins.casefold() not in IFS:
        return ""
    return f"if {condition} and {PRONOUN.sub(who, rest)}"
