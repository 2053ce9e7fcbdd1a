"""What has been found out at a Table as it stands: a line is read several times before it changes anything."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final
from weakref import WeakKeyDictionary

from pbem.engine.decision import Seat
from pbem.engine.log.entry import Entry
from pbem.engine.table import Table
from pbem.orders.languages.words import Run
from pbem.orders.reading.candidate import Candidate, Fit
from pbem.orders.reading.tokens import Token

MAX_READINGS: Final = 1000
MAX_FITS: Final = 40


@dataclass(frozen=True, slots=True)
class Reading:
    """What a line says: the line `meant`, in the standard form ("": none is understood), and what is `shown` instead.

    `orders`: it is likely an order, and no talk that only names what can be ordered.
    """

    meant: str = ""
    shown: tuple[str, ...] = ()
    orders: bool = False


@dataclass
class Known:
    """Since the `last` entry: the candidates of open questions that no line changes, the `names` of what they choose from,
    the readings of lines by seats, or only what they `meant`, how they are in the `standard` form, and what lines that say
    nothing were probably meant as (`guesses`). `fits` are how words say what a seat can mean when it is asked, or unasked
    (the first flag), as a whole or nearly (the second one), of the last few lines: each part of one is looked at for several
    reasons.
    """

    last: Entry | None
    candidates: dict[tuple[Seat, str, str], list[Candidate]] = field(default_factory=dict)
    names: dict[tuple[Seat, str, str], dict[str, tuple[Run, ...]]] = field(default_factory=dict)
    readings: dict[tuple[Seat, str], Reading] = field(default_factory=dict)
    meant: dict[tuple[Seat, str], str] = field(default_factory=dict)
    standard: dict[str, list[str]] = field(default_factory=dict)
    guesses: dict[tuple[Seat, str], tuple[str, ...]] = field(default_factory=dict)
    fits: dict[tuple[Seat, bool, bool, tuple[Token, ...]], list[Fit]] = field(default_factory=dict)


_known: WeakKeyDictionary[Table[Any], Known] = WeakKeyDictionary()


def known_at(table: Table[Any]) -> Known:
    """What is known at a Table; every entry makes it anew. As long as a Table that was made from another stands where that
    one does, its questions have the same candidates.
    """
    known, last = _known.get(table), table.entries[-1] if table.entries else None
    if (
        known is None
        or known.last is not last
        or max(len(known.readings), len(known.meant), len(known.standard), len(known.guesses)) > MAX_READINGS
    ):
        origin = _known.get(table.origin) if table.origin is not table else None
        same = origin is not None and last is not None and origin.last is last and table.origin.entries[-1] is last
        known = _known[table] = Known(last, origin.candidates, origin.names) if origin is not None and same else Known(last)
    return known
