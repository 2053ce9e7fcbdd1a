"""What players write for the words of a game: its table of synonyms, from a data file.

Names of places and persons are not in it: they come from the game's `names`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from importlib.resources import files
from typing import Any, Final

FILE = "synonyms.toml"


@dataclass(frozen=True, eq=False)
class Synonyms:
    """The ways to say a game's words, in any language.

    - `verbs`: other words for an order word ("march": "heads for", "zieht"); inflected forms ("marches", "marching") need no
      entry.
    - `here`: looser words that count only where the order word is asked for now ("lands in").
    - `joins`: words before a piece that stand for its place ("joins Grey").
    - `against`: for an order word that several can be chosen for, the single words that leave some of them out ("Norfolk
      goes, pay Essex").
    - `german`: the one German word for each order word, for readers of German; it may be written too.
    - `things`: words for arguments of an order word ("all": "everybody", "alle").
    - `answers`: the lines that a short answer to a question ("battle") can stand for; only those that answer the present
      question count.

    - `each`: these order words take one thing at a time, and a list means an order for each thing; a part that begins with a
      word of `behind` belongs to the thing before it ("spend 1").
    - `whole`: everything after these order words belongs to them.
    - `final`: these order words end something or give it up ("done", "pass"); they are read strictly: never repeated, never
      guessed from a part of a line, and not in addition to another order in it.
    - `left_out`: words that may be left out after an order word, if the line has a meaning only with one of them ("levy
      Great Ships": "levy capability Great Ships").
    - `beside`: what is true of every such order, and may be said ("charity": "1 Provender").
    - `moves`: these order words take a piece and its destination, and a list of pieces means an order for each.
    - `by_whom`: for an order word that does not name who does it, the condition that somebody does ("retreat": "{0} acts").

    - `unsuggested`: these order words are never suggested to a player who wrote another line, because they spend or end
      something.
    - `always_said`: a line that only names something never means one of these, even if nothing else is possible: they cannot
      be taken back.
    - `harmful`: what these kill, throw away or reveal cannot be taken back: no form sends them, and no example has them.
    - `missed`: what these offer costs nothing, and is lost for good if the answer is none (a card, a play): no form sends
      that answer.

    - `receives`: the last argument of these order words, or a player, comes after them, and before them who does it ("Red
      attacks", "Grey hands over"); except for the single words listed, folded, before which the receiver comes ("Grey
      gets").
    - `done_by`: for an order word that does something to a piece, the single words before which that piece comes ("Suffolk
      recruits", where Suffolk can be recruited).
    - `winning`: help about these words explains how the game is won.
    - `no_orders`: for words that begin no order but that people begin lines with, the reply; no similar order word is
      suggested.
    - `prepositions`: what test players write after a verb ("march": "to "); if it is "to ", who goes where may be said
      without the verb.
    - `spoken` is used by test players only: for a text in a line of the standard form, what people write instead.
    """

    verbs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    here: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    joins: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    against: Mapping[str, frozenset[str]] = field(default_factory=dict)
    german: Mapping[str, str] = field(default_factory=dict)
    things: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    answers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    each: frozenset[str] = frozenset()
    behind: frozenset[str] = frozenset()
    whole: frozenset[str] = frozenset()
    final: frozenset[str] = frozenset()
    moves: frozenset[str] = frozenset()
    unsuggested: frozenset[str] = frozenset()
    always_said: frozenset[str] = frozenset()
    harmful: frozenset[str] = frozenset()
    missed: frozenset[str] = frozenset()
    receives: Mapping[str, frozenset[str]] = field(default_factory=dict)
    done_by: Mapping[str, frozenset[str]] = field(default_factory=dict)
    winning: frozenset[str] = frozenset()
    no_orders: Mapping[str, str] = field(default_factory=dict)
    by_whom: Mapping[str, str] = field(default_factory=dict)
    beside: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    left_out: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    prepositions: Mapping[str, str] = field(default_factory=dict)
    spoken: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def read_synonyms(package: str, texts: Mapping[str, str] | None = None) -> Synonyms:
    """Reads the file `synonyms.toml` of a package: a field is a list of words, or a table of words and lists.

    `texts` are the replies for `no_orders`; the file has the words for each by its name.
    """
    rows = tomllib.loads(files(package).joinpath(FILE).read_text("utf-8"))
    no_orders = {word: (texts or {})[name] for name, words in rows.pop("no_orders", {}).items() for word in words}
    kinds = {each.name: str(each.type) for each in fields(Synonyms)}
    read = {name: _READ[kinds[name]](row) for name, row in rows.items()}
    return Synonyms(**read, no_orders=no_orders)


def _lists(row: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {word: tuple(words) for word, words in row.items()}


def _sets(row: Mapping[str, list[str]]) -> dict[str, frozenset[str]]:
    return {word: frozenset(words) for word, words in row.items()}


_READ: Final[Mapping[str, Callable[[Any], Any]]] = {
    "frozenset[str]": frozenset,
    "Mapping[str, str]": dict,
    "Mapping[str, tuple[str, ...]]": _lists,
    "Mapping[str, frozenset[str]]": _sets,
}
