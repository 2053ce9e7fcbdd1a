"""The order words of one game's scenario, and the words of its headings and scopes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import cache, cached_property
from itertools import dropwhile, pairwise
from typing import Any
from weakref import WeakKeyDictionary

from pbem.engine.game.orders import Word
from pbem.engine.game.rules import Rules
from pbem.engine.table import Table
from pbem.orders.languages.words import alternatives, folded, listed
from pbem.orders.words.grammar import Grammar
from pbem.orders.words.headings import headings_of
from pbem.orders.words.lexicon import MAX_KEPT, NEVER_CUT, plain_words

STANDING = "standing"
WITHDRAW = "withdraw"
CLEAR = "clear"
SPECIAL = (STANDING, WITHDRAW, CLEAR)
"""Order words of every game."""
NEVER, ALWAYS = "never", "always"
HABITS = (NEVER, ALWAYS)
USUAL = "usual"
"""A standing order that leaves a question to what its reply form offers."""
MAX_ALIKE = 4
"""A word that is in more names tells nobody who is meant."""
WHOLE_WORDS = NEVER_CUT.union(listed("whole_words"))
"""What is no order word cut short, but one of its own: "keep" is no "keeper", "for" no "forage"."""
OR = "/"
MAX_NAME = 2
"""So many words beside a slash are looked at for a name."""
ONE_OF = re.compile(rf"(?<!\w){alternatives('one_of')}\s+(?P<several>.+)", re.IGNORECASE)
MAX_NAMED = 100
"""The last texts whose names are kept."""
ASIDE = re.compile(r"\(([^()]*)\)")
MIN_FIRST_LENGTH = 7
"""A first word of so many letters says what the words behind it do."""


class Vocabulary:
    """What the lines of one game can begin with. It knows words and names, and nothing of the position."""

    def __init__(self, rules: Rules[Any], state: Any) -> None:
        self.words = rules.words(state)
        self.scope_names = rules.standing.scope_names
        self.headings = headings_of(rules)
        self.grammar = Grammar(rules, state)
        self.final = rules.orders.synonyms.final
        self._named: dict[str, list[Word[Any]]] = {}
        self._ids_in: dict[str, list[str]] = {}
        self._long = {name for word in self.words for name in written_for(word.synonyms) if " " in name}
        self._longest = max((name.count(" ") for name in self._long), default=0)

    @cached_property
    def known(self) -> list[str]:
        """All ids that a line can name."""
        return list(self.grammar.known())

    @cached_property
    def closing_kinds(self) -> frozenset[str]:
        """The kinds of segments that an order word of the same name closes, such as a Plan."""
        return frozenset(word.verb for word in self.words if word.closes and word.verb in self.headings.plain)

    def cut(self, line: str) -> tuple[str, str]:
        """The order word that `line` begins with, folded, and the rest as written; a synonym of several words is one."""
        verb, text = found = cut_verb(line)
        for _ in range(self._longest if verb else 0):
            word, text = cut_verb(text)
            verb = f"{verb} {word}"
            if verb in self._long:
                found = verb, text
        return found

    @cached_property
    def name_words(self) -> frozenset[str]:
        """All words that stand in names."""
        spellings = self.grammar.lexicon.spellings
        return frozenset(word for option in self.known for names in spellings(option) for word in names)

    @cached_property
    def name_pairs(self) -> frozenset[tuple[str, str]]:
        """The pairs of words that stand next to each other in a name."""
        spellings = self.grammar.lexicon.spellings
        return frozenset(pair for option in self.known for names in spellings(option) for pair in pairwise(names))

    def can_be_name(self, verb: str) -> bool:
        """Whether an order word is also part of a name, such as March; "done" ends something and names nobody."""
        return verb in self.name_words and not any(word.closes and word.verb == verb for word in self.words)

    def is_name(self, text: str) -> bool:
        """Whether a text is the whole name of something."""
        words = tuple(plain_words(text))
        return any(words in self.grammar.lexicon.spellings(option) for option in self.known)

    def begins(self, line: str) -> bool:
        """Whether a line begins with an order word, or a synonym, in full."""
        verb = self.cut(line)[0]
        return any(verb == word.verb or verb in written_for(word.synonyms) for word in self.words)

    @cached_property
    def with_verb(self) -> dict[str, list[Word[Any]]]:
        """The Words by their order word in full."""
        found: dict[str, list[Word[Any]]] = {}
        for word in self.words:
            found.setdefault(word.verb, []).append(word)
        return found

    @cached_property
    def usages(self) -> dict[str, str]:
        """How each order word and synonym is used, and the words of every game, which say it themselves."""
        found = {special: special for special in SPECIAL}
        for word in reversed(self.words):
            found |= dict.fromkeys((*written_for(word.synonyms), word.verb), word.usage)
        return found

    def named(self, verb: str) -> list[Word[Any]]:
        """The Words that `verb` stands for; see `words_named`."""
        if len(self._named) > MAX_KEPT:
            self._named.clear()
        if verb not in self._named:
            self._named[verb] = words_named(verb, self.words, self.final)
        return list(self._named[verb])

    def special(self, verb: str) -> str:
        """Which of the words of every game `verb` is, or the beginning of that no order word begins like; or ""."""
        meant = [word for word in SPECIAL if word.startswith(verb)]
        return meant[0] if len(meant) == 1 and not self.named(verb) else ""

    def named_in(self, text: str) -> list[str]:
        """The ids that a text can name. The same line is looked at for several reasons."""
        if text not in self._ids_in:
            if len(self._ids_in) >= MAX_NAMED:
                self._ids_in.clear()
            self._ids_in[text] = self.grammar.lexicon.named_in(text, self.known)
        return list(self._ids_in[text])

    def leaves_choice(self, line: str, options: Collection[str] = ()) -> bool:
        """Whether a line says that one of several names is meant, and not which: "one of Warwick, Clarence",
        "Warwick/Clarence", "Warwick (Clarence)"; with `options` of these alone.
        """
        one_of = ONE_OF.search(line)
        if one_of is not None and len(self._options_in(one_of["several"], options)) > 1:
            return True
        for first, second in pairwise(line.split(OR)):
            before, behind = " ".join(first.split()[-MAX_NAME:]), " ".join(second.split()[:MAX_NAME])
            if self._options_in(before, options) and self._options_in(behind, options):
                return True
        inside = [each for each in ASIDE.findall(line) if self.name_words.issuperset(plain_words(each))]
        outside = self._options_in(ASIDE.sub(" ", line), options) if inside else set()
        return bool(outside) and any(self._options_in(each, options) - outside for each in inside)

    def _options_in(self, text: str, options: Collection[str]) -> set[str]:
        """Which of the options a text names, or all that it names where there are none."""
        named = {*self.named_in(text)}
        return named.intersection(options) if options else named

    def meant_in(self, text: str) -> list[str]:
        """The ids that a text names, but for those of a word that many share: Earl, Lord."""
        return self.grammar.lexicon.named_in(text, self.known, most=MAX_ALIKE)


def words_named(verb: str, words: Iterable[Word[Any]], final: Collection[str] = ()) -> list[Word[Any]]:
    """The Words that `verb` stands for: a whole order word, else a whole synonym, else the beginning of either; of several
    words that is the first, if it is a long one: "concede" of "concede war", but not "no" of "no attack". What a word that
    is `final` begins with is no order word, for that gives something up: "pa" is no "pass", and no "parley" either. Nor is a
    word of its own: "keep" is no "keeper".
    """
    said = [(word, written_for(word.synonyms)) for word in words]
    single = [(word, (word.verb, *filter(None, map(_beginning, names)))) for word, names in said]
    can_be_cut = verb and verb not in WHOLE_WORDS
    begun = [(w, names) for w, names in single if verb in names or (can_be_cut and any(n.startswith(verb) for n in names))]
    is_meant = all(w.verb not in final or verb in names for w, names in begun)
    beginning = [w for w, _ in begun] if is_meant else []
    return [w for w, _ in said if w.verb == verb] or [w for w, names in said if verb in names] or beginning


def _beginning(name: str) -> str:
    """What a beginning of a name is one of ("": nothing is)."""
    first, *behind = name.split()
    return first if not behind or len(first) >= MIN_FIRST_LENGTH else ""


@cache
def written_for(synonyms: tuple[str, ...]) -> frozenset[str]:
    """Synonyms as they are read: folded, with single spaces."""
    return frozenset(" ".join(folded(name)) for name in synonyms)


def cut_verb(line: str) -> tuple[str, str]:
    """The first word of a line, folded, and the rest as written; bullets and other signs before it do not count."""
    told = list(dropwhile(lambda token: not plain_words(token), line.split()))
    words = plain_words(told[0]) if told else []
    return (words[0], " ".join([*words[1:], *told[1:]])) if words else ("", "")


_known: WeakKeyDictionary[Table[Any], tuple[str, Vocabulary]] = WeakKeyDictionary()


def vocabulary_of(table: Table[Any]) -> Vocabulary:
    """The vocabulary of a game in play. Order words and names stay the same as long as the same part of it is played: then a
    Table that was made from another has that one's.
    """
    part_of, origin = table.rules.orders.part, table.origin
    part = part_of(table.state)
    if origin is not table and part_of(origin.state) == part:
        return vocabulary_of(origin)
    known, vocabulary = _known.get(table, ("", None))
    if vocabulary is None or known != part:
        vocabulary = Vocabulary(table.rules, table.state)
        _known[table] = part, vocabulary
    return vocabulary
