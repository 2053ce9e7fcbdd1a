"""Lines that choose from a Menu: an option's first word is the order word, the others are named after it.

What a line leaves out may be left out as long as it fits one option only, or one that the other options only add to
("parley ely" where "parley ely spend_1" can be chosen too). The first thing after the order word must be named first; what
comes after it in any order ("march oxford rutland salisbury").
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from collections.abc import Sequence as Seq
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from pbem.engine.phrase import words_of
from pbem.engine.refusal import Ambiguous, BadLine, Illegal, Misread
from pbem.engine.writing import option_line, verb_of
from pbem.i18n import Text
from pbem.orders.words.lexicon import (
    CUT_SHORT,
    MAX_NAME_LENGTH,
    ONE_SLIP,
    SMALL_WORDS,
    WHOLE,
    Lexicon,
    either,
    in_digits,
    plain_words,
    telling,
)

MAX_NEAR = 4
MAX_LISTED = 26
"""The most choices that are listed each as a whole line: one for each letter."""
MAX_OPENED = 40
"""The most where names that need more words after them are listed with these."""
MAX_IN_A_ROW = 8
"""Where more lines begin with one order word, those that go on with one name stand by themselves."""
VIA = "via"
"""Before it stands where a way leads, behind it over what: neither may take the other's place, and it is never left out."""
NUMBER = re.compile(r"x?[0-9]*x?")
"""How many: 2, x2, 2x."""


class Match(NamedTuple):
    """How well a line names an option, in the order of what counts most."""

    whole: bool
    """No name is cut short."""
    order: int
    """3 all that the option names, in its order; 2 its beginning; 1 with gaps; 0 in another order."""
    fit: int
    """The worst fit of a single name."""


def verbs_in(options: Iterable[str]) -> list[str]:
    """The order words of a Menu."""
    return list(dict.fromkeys(map(verb_of, options)))


def written(lexicon: Lexicon, option: str) -> str:
    """An option as a line."""
    return option_line(lexicon.name, option)


def one_each(options: Seq[str]) -> list[str]:
    """The first option of every order word."""
    first: dict[str, str] = {}
    for option in options:
        first.setdefault(verb_of(option), option)
    return list(first.values())


def choices(lexicon: Lexicon, options: Iterable[str]) -> dict[str, list[tuple[str, str]]]:
    """By order word, with the plain words behind it, the names that can follow, each with the line that it makes.

    Where all of them are MAX_LISTED at most each makes a line. Else a line can go on behind its first name: it is "", but
    where there is room for the whole lines of its order word.
    """
    open_options = list(options)
    lines = {option: written(lexicon, option) for option in open_options}
    every = frozenset(lines.values())
    new = _in_one_order(option for option in open_options if not _goes_on(lines[option], every))
    whole = _listed(lexicon, new, lines, whole=True)
    if sum(map(len, whole.values())) <= MAX_LISTED:
        return whole
    short = _listed(lexicon, open_options, lines, whole=False)
    for begins in sorted(short, key=lambda begins: len(whole.get(begins, ()))):
        others = sum(len(names) for each, names in short.items() if each != begins)
        goes_on = any(not line for _, line in short[begins])
        if goes_on and begins in whole and others + len(whole[begins]) <= MAX_OPENED:
            short[begins] = whole[begins]
    return short


def parted(
    lexicon: Lexicon, options: Iterable[str], listed: Mapping[str, list[tuple[str, str]]]
) -> dict[str, list[tuple[str, str]]]:
    """The same choices, those of an order word with more than MAX_IN_A_ROW lines by their first names, as far as a name
    begins several of them.
    """
    firsts = {written(lexicon, option): lexicon.name(words_of(option)[1]) for option in options if words_of(option)[1:]}
    groups: dict[str, list[tuple[str, str]]] = {}
    for begins, names in listed.items():
        first = {name: firsts.get(line, "") for name, line in names}
        counts = Counter(each for name, each in first.items() if each and name.startswith(f"{each} "))
        for name, line in names:
            parts = len(names) > MAX_IN_A_ROW and counts[first[name]] > 1 and name.startswith(f"{first[name]} ")
            start = f"{begins} {first[name]}" if parts else begins
            groups.setdefault(start, []).append((name.removeprefix(first[name]).strip() if parts else name, line))
    return groups


def _listed(
    lexicon: Lexicon, options: Iterable[str], lines: Mapping[str, str], *, whole: bool
) -> dict[str, list[tuple[str, str]]]:
    names_by_start: dict[str, dict[str, str]] = {}
    every = frozenset(lines.values())
    for option in options:
        head, *words = words_of(option)
        start_words, names = [head.replace("_", " ")], [lexicon.name(word) for word in words]
        while names and names[0] == names[0].lower():
            start_words.append(names.pop(0))
        begins = " ".join(start_words)
        name = lines[option].removeprefix(begins).strip() if whole else next(iter(names), "")
        line = f"{begins} {name}".strip()
        names_by_start.setdefault(begins, {}).setdefault(name, line if line in every else "")
    return {begins: list(names.items()) for begins, names in names_by_start.items()}


def _in_one_order(options: Iterable[str]) -> Iterator[str]:
    """The options, of those that name the same in another order the first."""
    seen = set[tuple[str, ...]]()
    for option in options:
        head, *words = words_of(option)
        same = (head, *sorted(words))
        if VIA in words or same not in seen:
            seen.add(same)
            yield option


def _goes_on(line: str, others: Collection[str]) -> bool:
    """Whether a line says what another does, and more."""
    words = line.split()
    return any(" ".join(words[:end]) in others for end in range(1, len(words)))


def read_menu(lexicon: Lexicon, options: Seq[str], line: str, known: Iterable[str] = (), usual: Collection[str] = ()) -> str:
    """The option that `line` names. Raises Misread, Ambiguous or Illegal, with the nearest lines.

    `known` are ids of the game at large: what they name is not open now, but no slip. Nor are the `usual` words, which order
    words are used with.
    """
    verb, *rest = plain_words(line)[:1] + list(telling(plain_words(line)[1:]))
    with_verb = [option for option in options if verb_of(option) == verb]
    if not with_verb:
        lines = [written(lexicon, option) for option in one_each(options)]
        raise Illegal(Text('"{verb}" is not open to you now', verb=verb), lines[:MAX_NEAR])
    return _Line(lexicon, with_verb, verb, rest).chosen(known, usual)


@dataclass
class _Line:
    """The words after an order word, held against the options that begin with it."""

    lexicon: Lexicon
    options: list[str]
    verb: str
    tokens: list[str]
    _chunks: dict[str, dict[int, list[tuple[int, int]]]] = field(default_factory=dict)

    def chosen(self, known: Iterable[str], usual: Collection[str]) -> str:
        """The option meant."""
        fitting = self._best(in_order=True) or self._best(in_order=False)
        if not fitting:
            raise self._refusal(known, usual)
        self._refuse_other_name(fitting, known)
        words = {option: self._words(option) for option in fitting}
        least = min(fitting, key=lambda option: len(words[option]))
        if all(_adds_to(words[option], words[least]) for option in fitting):
            return least
        lines = [written(self.lexicon, option) for option in fitting]
        others = [f"{len(lines) - MAX_NEAR} others"] if len(lines) > MAX_NEAR else []
        raise Ambiguous(
            Text('"{verb}" can mean {either}', verb=self._text(), either=either(lines[:MAX_NEAR] + others)),
            lines[:MAX_NEAR],
        )

    def _text(self) -> str:
        return " ".join([self.verb, *self.tokens])

    def _words(self, option: str) -> list[str]:
        """What an option names after its order word; the rest of an order word of two words first."""
        head, *rest = words_of(option)
        return [*head.split("_")[1:], *rest]

    def _best(self, *, in_order: bool) -> list[str]:
        best: Match | None = None
        fitting: list[str] = []
        for option in self.options:
            words = self._words(option)
            match = self._along(words, 0, 0) if in_order else self._across(words)
            if match is not None and (best is None or match > best):
                best, fitting = match, []
            if match is not None and match == best:
                fitting.append(option)
        return fitting

    def _fits(self, word: str, start: int) -> list[tuple[int, int]]:
        """The pieces of the line from `start` on that can stand for `word`: where each ends, and how well it fits."""
        if word not in self._chunks:
            self._chunks[word] = {}
        if start not in self._chunks[word]:
            ends = range(start + 1, min(start + MAX_NAME_LENGTH, len(self.tokens)) + 1)
            fits = [(end, self.lexicon.fit(self.tokens[start:end], word)) for end in ends]
            self._chunks[word][start] = [(end, good) for end, good in fits if good]
        return self._chunks[word][start]

    def _along(self, words: Seq[str], word: int, token: int) -> Match | None:
        """The best match of the line from `token` on with `words` from `word` on, in their order."""
        if token == len(self.tokens):
            return Match(True, 3 if word == len(words) else 2, WHOLE)
        best: Match | None = None
        for place in range(word, len(words) if token else min(1, len(words))):
            if VIA in words[word:place]:
                break
            for end, good in self._fits(words[place], token):
                rest = self._along(words, place + 1, end)
                if rest is not None:
                    gap = place > word
                    here = Match(rest.whole and good > CUT_SHORT, 1 if gap else rest.order, min(good, rest.fit))
                    best = here if best is None else max(best, here)
        return best

    def _across(self, words: Seq[str]) -> Match | None:
        """The best match with the first word first and all the others after it in any order; none for a way over places."""
        if VIA in words:
            return None
        goodness = [
            worst
            for end, good in (self._fits(words[0], 0) if words else ())
            for worst in self._scattered(tuple(words[1:]), end, good)
        ]
        return Match(max(goodness) > CUT_SHORT, 0, max(goodness)) if goodness else None

    def _scattered(self, left: tuple[str, ...], token: int, worst: int) -> Iterator[int]:
        if token == len(self.tokens):
            if SMALL_WORDS.issuperset(left):  # a line is held against options without them
                yield worst
            return
        for place, word in enumerate(left):
            for end, good in self._fits(word, token):
                yield from self._scattered(left[:place] + left[place + 1 :], end, min(worst, good))

    # Refusals

    def _refusal(self, known: Iterable[str], usual: Collection[str]) -> Misread | Illegal:
        """A word that nothing open is called by is a slip, unless it names something else in the game."""
        words = list(dict.fromkeys(word for option in self.options for word in self._words(option)))
        strange = [token for token in self.tokens if not _named(self.lexicon, token, words)]
        slips = [token for token in strange if token not in usual and not _named(self.lexicon, token, known)]
        lines = [written(self.lexicon, option) for option in self._nearest(words, strange)]
        if slips:
            closed = [near for near in self.lexicon.nearest(slips[:1], list(known), ONE_SLIP) if near not in words]
            meant = (
                Text("; {closed}, if you mean it, is not open to you now", closed=self.lexicon.name(closed[0]))
                if closed
                else ""
            )
            return Misread(Text('I do not know what "{slips}" means here{meant}', slips=slips[0], meant=meant), lines)
        return Illegal(Text('"{verb}" is not open to you now', verb=self._text()), lines)

    def _refuse_other_name(self, fitting: Seq[str], known: Iterable[str]) -> None:
        """A word cut short for what can be chosen may be the whole name of something else. Raises Ambiguous."""
        meant = dict.fromkeys(word for option in fitting for word in self._words(option))
        for token in self.tokens:
            if not 0 < max(self.lexicon.fit([token], word) for word in meant) <= CUT_SHORT:
                continue
            other = next((one for one in known if one not in meant and self.lexicon.fit([token], one) == WHOLE), None)
            if other is not None:
                lines = [written(self.lexicon, option) for option in fitting]
                raise Ambiguous(
                    Text('"{token}" is the name of {other}', token=token, other=self.lexicon.name(other)), lines[:MAX_NEAR]
                )

    def _nearest(self, words: Seq[str], strange: Seq[str]) -> list[str]:
        """The options that share most with the line, a strange word taken for the one most like it."""
        meant = {near for token in strange for near in self.lexicon.nearest([token], words)[:1]}
        named = [token for token in self.tokens if token not in strange]

        def unlike(option: str) -> tuple[int, int]:
            mine = self._words(option)
            shared = sum(word in meant for word in mine) + sum(_named(self.lexicon, token, mine) for token in named)
            return -shared, len(mine)

        return sorted(self.options, key=unlike)[:MAX_NEAR]


def _adds_to(longer: Seq[str], shorter: Seq[str]) -> bool:
    left = iter(longer)
    return all(word in left for word in shorter)


def _named(lexicon: Lexicon, token: str, ids: Iterable[str]) -> bool:
    """Whether `token` is a word, or the beginning of one, in the name of one of `ids`, or of the name run together."""
    return any(lexicon.begins(token, one) for one in ids)


def strange_words(lexicon: Lexicon, text: str, known: Iterable[str]) -> Mapping[str, list[str]]:
    """The words of `text` that are in no name of `known`, each with the names most like it; numbers are none."""
    ids = list(known)
    words = plain_words(in_digits(text))
    tokens = [token for token in words if token not in SMALL_WORDS and not NUMBER.fullmatch(token)]
    strange = [token for token in tokens if not _named(lexicon, token, ids)]
    return {token: [lexicon.name(near) for near in lexicon.nearest([token], ids)] for token in strange}


# Where somebody goes from


FROM: Final = re.compile(r"(?P<who>.+?)\s+from\s+(?P<place>.+?)(?P<to>\s+(?:to|via|through|over)\s.+|$)", re.IGNORECASE)


class Whereabouts(NamedTuple):
    """Where pieces stand: `place` tells it of an id ("": no piece), `acting` are those who act if an option names nobody."""

    place: Callable[[str], str]
    acting: Seq[str] = ()

    def of(self, option: str) -> dict[str, str]:
        """Who acts by an option, with where they stand."""
        places = [{one: place for one in ids if (place := self.place(one))} for ids in (words_of(option)[1:], self.acting)]
        return places[0] or places[1]


def read_menu_from(
    lexicon: Lexicon,
    options: Seq[str],
    line: str,
    known: Iterable[str],
    whereabouts: Whereabouts,
    usual: Collection[str] = (),
) -> str:
    """The option that a line names, with or without where its piece goes from.

    Raises Misread, Ambiguous or Illegal, with the nearest lines.
    """
    ids = list(known)
    try:
        return read_menu(lexicon, options, line, ids, usual)
    except BadLine as bad:
        match = FROM.fullmatch(line)
        if match is None:
            raise
        try:
            option = read_menu(lexicon, options, f"{match['who']}{match['to']}", ids, usual)
        except BadLine:
            raise bad from None
    places = whereabouts.of(option)
    tokens = telling(plain_words(match["place"]))
    if any(lexicon.fit(tokens, start) > CUT_SHORT for start in places.values()):
        return option
    where = [Text("{one} is in {start}", one=lexicon.name(one), start=lexicon.name(start)) for one, start in places.items()]
    raise Illegal(
        Text("; ").join(where) or Text('"from {told}" cannot be said here', told=match["place"]), [written(lexicon, option)]
    )
