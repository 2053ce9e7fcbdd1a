"""In what an order may be worse than it was shown: "march Ely even if it is an attack", "march Ely, attack".

The words stand in the files of `orders/languages`, under `[even]`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from pbem.engine.prospect import Worsening, even_in_words
from pbem.engine.refusal import Misread
from pbem.i18n import Text
from pbem.orders.languages.words import alternatives, tables
from pbem.orders.words.lexicon import plain_words

Kinds = frozenset[Worsening]
CONDITION = re.compile(rf"\b{alternatives('conditions')}\b", re.IGNORECASE)
NOTHING: Kinds = frozenset()
ALL: Kinds = frozenset(Worsening)
IN_AN_ATTACK: Kinds = frozenset({Worsening.MEETS})


def cut_even(line: str) -> tuple[str, Kinds]:
    """A line without that clause, and in what its order may be worse than it was shown. Raises Misread for a clause that
    says nothing known.
    """
    if match := _pattern("any", r"[\s,]+(?:{})[\s.!]*").search(line):
        return line[: match.start()], ALL
    if match := _pattern("attack", r"(?:\s*,\s*(?:and\s+|und\s+)?|\s+(?:and|und|to)\s+)(?:{})[\s.!]*").search(line):
        return line[: match.start()], IN_AN_ATTACK
    match = _pattern("leads", r"[\s,]+(?:{})\b(?P<what>[^:;]*)").search(line)
    if match is None or not line[: match.start()].strip():
        return line, NOTHING
    order, what = line[: match.start()], match["what"]
    behind = CONDITION.search(what)
    words = set(plain_words(what if behind is None else what[: behind.start()]))
    kinds = frozenset(kind for kind in Worsening if words & _words()[kind.value])
    if not kinds:
        near = [f"{order}{even_in_words(frozenset({kind}))}" for kind in Worsening]
        raise Misread(Text('"{found}" says nothing that an order can be worse in', found=match[0].strip(" ,")), near)
    if behind is not None:  # it would be left out
        raise Misread(
            Text('a condition stands before "even if"'), [f"{order} {what[behind.start() :]}{even_in_words(kinds)}"]
        )
    return line[: match.start()], kinds


def attacks(line: str) -> bool:
    """Whether the order word of a line says that it is an attack."""
    return bool(set(plain_words(line)[:1]) & _words()["attack"])


@cache
def _words() -> Mapping[str, frozenset[str]]:
    """The single words of each kind, those of all languages together: a writer may mix them."""
    kinds = [*Worsening, "attack"]
    return {str(kind): frozenset(word for table in tables() for word in plain_words(table["even"][kind])) for kind in kinds}


@cache
def _pattern(kind: str, form: str) -> re.Pattern[str]:
    """What stands at the end of a line, with the ways to say it that the files have under this name."""
    ways = [way.strip() for table in tables() for way in table["even"][kind].split(",") if way.strip()]
    alternatives = "|".join(re.escape(way).replace(r"\ ", r"\s+") for way in sorted(ways, key=len, reverse=True))
    return re.compile(f"{form.format(alternatives)}$", re.IGNORECASE)
