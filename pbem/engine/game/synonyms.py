"""What players write for the words of a game: its table of synonyms, kept in a file of data.

The names of places and persons are no part of it: those are told by the game's `names`.
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

    `verbs` gives for an order word what else is said for it ("march": "heads for", "zieht"); inflected forms of order
    words ("marches", "marching") need no row. `here` gives what is said for it as well where it is asked for now, and
    nowhere else: looser words, which order nothing for later ("lands in"). `joins` gives for an order word what is said
    before a piece for the place where it stands ("joins Grey"). `against` gives for an order word that several can
    be chosen for the single words with which some of them are left out ("Norfolk goes, pay Essex"). `german` names the
    one German word by which each order word is told to readers of German; it may be written too. `things` gives for
    words after an order word what is said for them ("all": "everybody", "alle"). `answers` gives for a short answer to
    a question ("battle") the lines that it can stand for, of which only those count that answer what is asked. `each`:
    these order words take one thing at a time, and a list of things means an order for each, but for what begins with a
    word of `behind`, which belongs to the thing before it ("spend 1"). `whole`: what stands after these belongs to
    them, whatever it looks like. `left_out`: after an order word these may be left out, if the line has a meaning only
    with one of them ("levy Great Ships": "levy capability Great Ships"). `beside` gives for an order word what is true
    of every such order, and may be said ("charity": "1 Provender"). `moves`: these order words take a piece and where
    it goes, and a list of pieces means an order for each. `by_whom` gives for an order word that names nobody who does
    it the condition that somebody does ("retreat": "{0} acts"). `unsuggested`: these order words are shown to nobody who
    has written another line, for they spend or end something. `always_said`: a line that names something by itself never
    means one of these, though nothing else could be done with it: they cannot be taken back. `harmful`: what these kill,
    throw away or show cannot be taken back: no form sends them, and none is an example of what can be done at any time.
    `missed`: what these offer costs nothing, and is lost for good where the answer is none (a card, a play): no form sends
    that.
    `receives`: what these order words name last, or a player, stands after them, for before them stands who does it
    ("Red attacks", "Grey hands over"); but for the single words, folded, in front of which stands who gets it ("Grey
    gets"). `done_by` gives for an order word that something is done to a piece with, the single words in front of which
    stands who does it ("Suffolk recruits", where Suffolk can be recruited). `winning`: who asks for help about these
    asks how the game is won. `no_orders` gives for a word that begins no order, and that people begin lines with, what
    they are told: no order word like it is what they mean. `prepositions` gives what test players write
    after a verb ("march": "to "); where it is "to ", who goes and where to may be said without the verb. Test players
    alone use `spoken`, for a text of a line in the standard form what people write as well.
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
    """The table in the file `synonyms.toml` of a package: a field is a list of words, or a table of words and lists.

    `texts` are the texts that `no_orders` is about; the file has the words for each by its name.
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
