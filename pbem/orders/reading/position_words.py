"""Choices told by their place in a list: "the second one", "number 2", "the last one".

A mail lists the choices of a question twice: what each is about, and as lines with codes, the suggested one first. Where
these two orders differ, a place tells nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product
from typing import Any, Final

from pbem.engine.decision import Decision, Json, Menu
from pbem.engine.table import Table
from pbem.orders.languages.words import Run, folded, listed, meanings
from pbem.orders.words.lines import example_lines, line_of

MAX_LISTED: Final = 4
"""So many choices stand in a mail with their codes."""
LAST: Final = "last"


def told_by_place(table: Table[Any], decision: Decision, answers: Sequence[Json]) -> list[tuple[Json, tuple[Run, ...]]]:
    """The answers, in the order of the question, each with the runs that tell its place; [] where the mail does not list all
    of them, or lists them in another order. Those of a Menu are listed once.
    """
    if not 1 < len(answers) <= MAX_LISTED:
        return []
    lines = [line_of(table, decision, answer)[0] for answer in answers]
    shown = lines if isinstance(decision.shape, Menu) else example_lines(table, decision)
    if shown[: len(lines)] != lines:
        return []
    # Who counts to the last may mean the last of the lines, which can be one that is no choice of theirs.
    is_last_of_all = len(shown) == len(lines)
    places = [ways_of_place(at, is_last=is_last_of_all and at == len(lines)) for at in range(1, len(lines) + 1)]
    return list(zip(answers, places, strict=True))


@cache
def ways_of_place(place: int, *, is_last: bool) -> tuple[Run, ...]:
    """The runs that tell a place, counted from 1: the 2nd one, number 2."""
    ranks = [*_said(str(place)), *(_said(LAST) if is_last else ())]
    nouns, articles, numbers = listed("counted_nouns"), listed("counted_articles"), listed("counted_numbers")
    runs = [
        *product(ranks, nouns),
        *product(articles, ranks),
        *((rank,) for rank in ranks if rank not in listed("counted_vaguely")),
        *((number, str(place)) for number in numbers),
    ]
    return tuple(dict.fromkeys(folded(" ".join(run)) for run in runs))


def _said(rank: str) -> list[str]:
    return [said for said, meant in meanings("ranks").items() if meant == rank]


TELL_ALONE: Final = frozenset(meanings("ranks")).difference(listed("counted_vaguely"))
"""The words that tell a place by themselves."""
