"""Conditions read: "they are fewer and troops at least 4", "not at york", "warwick has no provender".

Each is plain data, its kind first: ["and", ...], ["or", ...], ["not", one], ["fewer"], ["more"], ["outnumbered", 2, 1],
["outnumber", 3, 2], ["count", who, what, comparison, number], ["for", person], ["empty", place], ["enemies", place],
["allies", place],
["both", ...], or one of the game's own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.game.setup import State
from pbem.engine.game.standing import NO_PLACE
from pbem.engine.refusal import Ambiguous, BadLine, Misread
from pbem.i18n import Text
from pbem.orders.languages.words import alternatives, listed, meanings, turned
from pbem.orders.words.lexicon import FIGURES, Lexicon, plain_words

S = TypeVar("S", bound=State)
WE, THEY, IT, ALLIES = "we", "they", "it", "allies"
"""Our people, theirs, the one whom the question names first, and those of our allies."""


class Judged(NamedTuple):
    """Whether a condition holds (None: the seat cannot see it), and by what."""

    holds: bool | None
    why: str = ""


class Circumstances(NamedTuple):
    """What a question is about, as its seat can see it: a place ("": none), the own people there, or on their way there, the
    others', those that the question names, and at which of a game's moments it is put. Where allies are not counted with the
    own people they are neither these nor the others. An order that goes somewhere is
    about its `goal`: who stands there all can see, nobody among them.
    """

    place: str
    ours: tuple[str, ...] = ()
    theirs: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    moment: str = ""
    goal: str = ""
    allies: tuple[str, ...] = ()


@dataclass(frozen=True)
class Atoms(Generic[S]):
    """The conditions that only the game itself knows.

    `around(s, seat, decision, answer)` tells what a question is about. `people(s)` are the ids of those who have things and
    are somewhere, `own(s, seat, person)` whether they are the seat's, `ally(s, seat, person)` whether they are an ally's,
    and so no enemies (None: seats have no allies). `countable(s)` are the ids of what is counted of people, `figures` of
    what is counted in the whole game, `offered` are some of both, for who names none. `units(s, person)` is how many units
    somebody has, `count(s, person, what)` how many of something: both are asked only of those whom the seat `may_see`.
    `figure(s, seat, what)` is a figure of the whole game.

    `place(s, how, text)` reads what stands behind "at", "in" or "near"; `read(s, seat, text, about)` reads every other
    condition (one with "before" or "after" may stand without "if"), or gives None; `write` and `judge` are for both of
    these. `reworded(text)` puts the plain words of what the game itself knows in the terms that it reads. With `acting` its
    questions name somebody who acts, and what is counted without saying of whom is theirs. `refuse(s, seat, condition)`
    raises Illegal for what the seat can never judge. `standing(s, place)` are all who stand at a place, where all can see
    that (None: no condition asks it); `in_pieces`: those whose units a seat may not see are counted as pieces where an order
    goes. `fixed` are the game's own kinds that hang on no question. `forms` are an example of each kind of condition, and
    what it means.
    """

    lexicon: Callable[[S], Lexicon]
    around: Callable[[S, Seat, Decision | None, Json], Circumstances]
    people: Callable[[S], Sequence[str]]
    own: Callable[[S, Seat, str], bool]
    may_see: Callable[[S, Seat, str], bool]
    units: Callable[[S, str], int]
    countable: Callable[[S], Sequence[str]]
    count: Callable[[S, str, str], int]
    place: Callable[[S, str, str], Json]
    read: Callable[[S, Seat, str, Sequence[str]], Json]
    write: Callable[[S, Json], str]
    judge: Callable[[S, Seat, Circumstances, Json], Judged]
    figures: tuple[str, ...] = ()
    figure: Callable[[S, Seat, str], int] = lambda _s, _seat, _what: 0
    offered: tuple[str, ...] = ()
    acting: bool = False
    reworded: Callable[[str], str] = lambda text: text
    refuse: Callable[[S, Seat, Json], None] = lambda _s, _seat, _condition: None
    standing: Callable[[S, str], Sequence[str]] | None = None
    ally: Callable[[S, Seat, str], bool] | None = None
    in_pieces: bool = False
    fixed: frozenset[str] = frozenset()
    examples: tuple[str, ...] = ()
    forms: tuple[tuple[str, str], ...] = ()


UNDER, OVER, LEAST, MOST = "under", "over", "at least", "at most"
COMPARE: dict[str, Callable[[int, int], bool]] = {
    UNDER: int.__lt__,
    OVER: int.__gt__,
    LEAST: int.__ge__,
    MOST: int.__le__,
}
COMPARED = meanings("comparisons")
OP = "|".join(sorted(COMPARED, key=len, reverse=True))
RATIO = r"(?: (?:by )?(?P<many>[0-9]{1,2}) (?:to )?(?P<few>[0-9]{1,2}))?"
THEM, US, THAN = r"(?:they|enemies|the enemy|he)(?: is| are)?", r"(?:we|i)(?: are| am)?", r"(?: than \w+)?"
FEWER = re.compile(rf"{THEM} (?:fewer|weaker|less){THAN}|{US} (?:more|stronger){THAN}")
MORE = re.compile(rf"{THEM} (?:more|stronger){THAN}|{US} (?:fewer|weaker|less){THAN}")
OUTNUMBERED = re.compile(rf"(?:(?:{US} )?outnumbered|(?:they|he) outnumbers?(?: us| me)?){RATIO}")
OUTNUMBER = re.compile(rf"(?:(?:we|i) )?outnumber(?: them| him)?{RATIO}")
COUNT = re.compile(rf"(?P<what>.+?)(?: is| are)? (?P<op>{OP}) (?P<number>[0-9]{{1,4}})")
HAS = re.compile(rf"(?:(?P<who>.+?) (?:has|have) )?(?P<op>{OP}) (?P<number>[0-9]{{1,4}}) (?P<what>.+)")
BRACKETED = re.compile(rf"[(\[][^)\]]*\b(?:{alternatives('joints')}|or|oder)\b", re.IGNORECASE)
"""Brackets would say what belongs together, and conditions are read one after another."""
EXACTLY = re.compile(
    r"(?:(?P<who>.+?) (?:has|have|is at) )?(?P<number>[0-9]{1,4}) (?P<what>.+)|(?P<figure>.+) (?P<at>[0-9]{1,4})"
)
"""A number that does not say whether more, or less, will do too."""
NONE_OF = re.compile(r"(?:(?P<who>.+?) (?:has|have) )?no (?P<what>.+)")
BEFORE_FIGURES = frozenset(listed("before_figures"))
"""What may stand before a figure of the game that is nobody's, or one's own."""
PLACE = re.compile(r"(?P<how>at|in|near) (?P<place>.+)")
WHERE = r"(?:there|(?:at|in) (?P<at>.+))"
EMPTY = re.compile(rf"(?:(?P<place>.+?) (?:is|are) )?{alternatives('empty')}|{alternatives('nobody')} is {WHERE}")
ENEMIES = re.compile(
    rf"(?P<no>no )?(?:an? )?{alternatives('enemies')} (?:is|are) {WHERE}|there (?:is|are) (?P<none>no )?(?:an? )?"
    rf"{alternatives('enemies')}(?: (?:there|(?:at|in) (?P<in>.+)))?"
)
FRIENDS = re.compile(
    rf"(?P<no>no )?(?:an? |our |my )?{alternatives('allies')} (?:is|are) {WHERE}|there (?:is|are) (?P<none>no )?(?:an? )?"
    rf"{alternatives('allies')}(?: (?:there|(?:at|in) (?P<in>.+)))?"
)
FREE = re.compile(rf"(?:(?P<place>.+?) (?:is|are) )?{alternatives('undefended')}")
HERE = frozenset(("it", "there", "this", "place"))
NOT = re.compile(r"\b(?:not|unless)\b ?")
JOINTS = ("and", "or")
LOSING, WINNING = frozenset(listed("losing")), frozenset(listed("winning"))
CIRCUMSTANCE = re.compile(rf"(?:^|\s)(?P<how>{alternatives('circumstances')})\s+", re.I)
END = re.compile(rf"[,:]|\s{alternatives('circumstances')}\s", re.I)
IN_FIGURES = FIGURES | meanings("figures")
SIGNS = ((r"<=|≤", MOST), (r">=|≥", LEAST), (r"<", UNDER), (r">", OVER))
OR_MORE = re.compile(r"(?P<number>[0-9]+)(?P<what>(?: \w+)?) or (?P<which>more|better|fewer|less)\b")
"""It holds an "or" that joins no conditions."""
SHORTENED = ((r"\b(we|they|you)['’]re\b", r"\1 are"), (r"\bi['’]m\b", "I am"))
LEFT_OVER = re.compile(r"(?<=[0-9])( \w+) (?:left|remaining|ubrig)$")
"""It says nothing behind what is counted: 1 step left."""
NOT_ENGLISH = frozenset(listed("conditions"))
JOINED = re.compile(r" (and|or) (?!more\b|fewer\b|less\b)")


# The words of a condition before they are read


def condition_words(text: str) -> str:
    """The plain words of a condition, or of several, in English: numbers in digits, signs as plain comparisons."""
    for short, full in SHORTENED:
        text = re.sub(short, full, text, flags=re.IGNORECASE)
    text = re.sub(r"['’]s\b", "", text)
    for sign, words in SIGNS:
        text = re.sub(sign, f" {words} ", text)
    plain = " ".join(IN_FIGURES.get(word, word) for word in plain_words(text))
    plain = re.sub(r"\ba (?=[0-9])", "", plain)
    return OR_MORE.sub(_bounded, LEFT_OVER.sub(r"\1", _in_english(plain)))


def _bounded(match: re.Match[str]) -> str:
    """ "at least 5 troops" for "5 troops or more"."""
    return f"{LEAST if match['which'] in ('more', 'better') else MOST} {match['number']}{match['what']}"


def _in_english(plain: str) -> str:
    """A condition's plain words in English; words that are not understood stay as they are."""
    if not NOT_ENGLISH & set(plain.split()):
        return plain
    for pattern, english in turned("condition_words"):
        plain = pattern.sub(english, plain)
    return " ".join(map(_in_order, JOINED.split(plain)))


def _in_order(part: str) -> str:
    if " not " in f" {part} ":
        return f"not {_in_order(' '.join(word for word in part.split() if word != 'not'))}"
    for pattern, english in turned("condition_order"):
        if pattern.match(part):
            return pattern.sub(english, part)
    return part


# What they say


@dataclass(frozen=True)
class ConditionReader(Generic[S]):
    """Reads the conditions of one game."""

    atoms: Atoms[S]

    def read(self, s: S, seat: Seat, text: str, about: Sequence[str]) -> Json:
        """A condition, or several joined by "and", or by "or". Raises BadLine with nearest conditions; Illegal for what the
        seat can never judge.
        """
        if BRACKETED.search(text):
            raise Misread(Text("conditions are joined without brackets"), self.atoms.examples[:2])
        plain = self.atoms.reworded(condition_words(text))
        joints = [joint for joint in JOINTS if f" {joint} " in plain]
        if len(joints) > 1:
            raise Misread(Text('join conditions by "and" or by "or", not by both'), self.atoms.examples[:2])
        if not joints:
            return self._one(s, seat, plain, about)
        return [joints[0], *(self._one(s, seat, part, about) for part in plain.split(f" {joints[0]} "))]

    def _one(self, s: S, seat: Seat, text: str, about: Sequence[str]) -> Json:
        bare, nots = NOT.subn("", text) if "not less than" not in text and "not more than" not in text else (text, 0)
        try:
            condition = self._plain(s, seat, bare.strip(), about)
        except BadLine as bad:
            raise type(bad)(bad.problem, [self._mended(s, text, bad.problem, near) for near in bad.nearest]) from None
        self.atoms.refuse(s, seat, condition)
        return ["not", condition] if nots % 2 else condition

    def _mended(self, s: S, text: str, problem: str, near: str) -> str:
        """The condition with `near` for the word that a problem quotes, or `near` itself where it is a whole condition."""
        strange = re.match(r'(?:I do not know what )?"([^"]+)"', problem)
        if strange is None or " " in near or near in self.atoms.examples or strange[1] not in text:
            return near
        return text.replace(strange[1], self.atoms.lexicon(s).name(near), 1)

    def _plain(self, s: S, seat: Seat, text: str, about: Sequence[str]) -> Json:
        if FEWER.fullmatch(text):
            return ["fewer"]
        if MORE.fullmatch(text):
            return ["more"]
        for pattern, kind, bare in ((OUTNUMBERED, "outnumbered", "more"), (OUTNUMBER, "outnumber", "fewer")):
            if ratio := pattern.fullmatch(text):
                numbers = [int(number) for number in ratio.groups() if number]
                return _ratio(kind, *numbers) if numbers else [bare]
        if (condition := self._standing(s, text, about)) is not None:
            return condition
        if (has := HAS.fullmatch(text)) is not None:
            return self._count(s, seat, has["who"] or "", has["what"], COMPARED[has["op"]], int(has["number"]), about)
        if (none := NONE_OF.fullmatch(text)) is not None:
            return self._count(s, seat, none["who"] or "", none["what"], UNDER, 1, about)
        if (count := COUNT.fullmatch(text)) is not None:
            return self._count(s, seat, "", count["what"], COMPARED[count["op"]], int(count["number"]), about)
        if (condition := self.atoms.read(s, seat, text, about)) is not None:
            return condition
        if (place := PLACE.fullmatch(text)) is not None:
            return self.atoms.place(s, place["how"], place["place"])
        near = self._bounded(s, text) or _odds_meant(text) or self.atoms.examples
        raise Misread(Text('"{text}" is not a condition known here', text=text), near)

    def _standing(self, s: S, text: str, about: Sequence[str]) -> Json:
        """["empty", place]: nobody stands there, ["enemies", place]: some of the others do, or ["allies", place]: some of
        the allies do; "" is where the order goes. None for another condition.
        """
        if self.atoms.standing is None:
            return None
        if (empty := EMPTY.fullmatch(text)) is not None:
            return ["empty", self._where(s, empty["place"] or empty["at"], about)]
        if (free := FREE.fullmatch(text)) is not None:
            return ["not", ["enemies", self._where(s, free["place"], about)]]
        for kind, pattern in (("enemies", ENEMIES), *([("allies", FRIENDS)] if self.atoms.ally is not None else ())):
            if (match := pattern.fullmatch(text)) is not None:
                there = [kind, self._where(s, match["at"] or match["in"], about)]
                return ["not", there] if match["no"] or match["none"] else there
        return None

    def _where(self, s: S, place: str | None, about: Sequence[str]) -> str:
        """The place that is named, or the one that the order names; "" where it goes, or its question stands."""
        if place and place not in HERE:
            kind, where = self.atoms.place(s, "at", place)
            if kind != "at":
                raise Misread(Text('"{place}" is no one place', place=place))
            return str(where)
        people = {*self.atoms.people(s)}
        named = [one for one in about if not one.startswith(NO_PLACE) and one not in people and self._is_place(s, one)]
        return named[-1] if len(set(named)) == 1 else ""

    def _is_place(self, s: S, one: str) -> bool:
        try:
            return bool(self.atoms.place(s, "at", self.atoms.lexicon(s).name(one)) == ["at", one])
        except BadLine:
            return False

    def _bounded(self, s: S, text: str) -> list[str]:
        """The conditions that one with a bare number can mean."""
        if (match := EXACTLY.fullmatch(text)) is None:
            return []
        kinds = self.atoms.lexicon(s).matches(plain_words(match["what"] or match["figure"]), self._counted(s))
        bounds = [f"{bound} {match['number'] or match['at']}" for bound in (LEAST, MOST)]
        names = [self.atoms.lexicon(s).name(kind) for kind in kinds]
        if match["who"]:
            return [f"{match['who']} has {bound} {name}" for name in names for bound in bounds]
        return [f"{name} {bound}" for name in names for bound in bounds]

    def _counted(self, s: S) -> list[str]:
        return [*self.atoms.countable(s), *self.atoms.figures]

    def _count(self, s: S, seat: Seat, who: str, what: str, op: str, number: int, about: Sequence[str]) -> Json:
        """["count", person or "we" or "they", what, comparison, number]."""
        words, kinds = self.atoms.lexicon(s), self._counted(s)
        if not who and len(tokens := what.split()) > 1:
            *first, last = tokens
            if not words.matches([what], kinds) and words.matches([last], kinds):
                who, what = " ".join(first), last
        try:
            kind = words.read_one(what, kinds)
        except (Misread, Ambiguous) as bad:
            near = [f"{words.name(option)} {op} {number}" for option in bad.nearest or self.atoms.offered]
            raise type(bad)(bad.problem, near) from None
        if kind in self.atoms.figures:
            self._check_figure(s, seat, who, f"{words.name(kind)} {op} {number}", about)
            return ["count", "", kind, op, number]
        return ["count", self._who(s, seat, who, about), kind, op, number]

    def _check_figure(self, s: S, seat: Seat, who: str, figure: str, about: Sequence[str]) -> None:
        """Raises Misread where more stands before a figure than whose it can be: "attacking, round over 1"."""
        if set(who.split()) <= BEFORE_FIGURES:
            return
        bare = NOT.sub("", who).strip()
        try:
            if COUNT.fullmatch(bare) is None:  # else it is one of many, and none is looked at within another
                self._plain(s, seat, bare, about)
        except BadLine:
            raise Misread(Text('"{who}" is not known before "{figure}"', who=who, figure=figure), [figure]) from None
        raise Misread(Text('conditions are joined by "and" or by "or"'), [f"{who} {joint} {figure}" for joint in JOINTS])

    def _who(self, s: S, seat: Seat, who: str, about: Sequence[str]) -> str:
        """Whose things are counted: somebody's, ours, theirs or those of our allies; unsaid, those of the one own person
        that the order names, and "he" is that one too; where none is named, those of the one who acts, if the game has
        such questions.
        """
        people = list(self.atoms.people(s))
        if self.atoms.acting and who in ("it", "its", "the block"):
            return IT
        if who in ("", "he", "his"):
            names = [name for name in about if name.startswith(NO_PLACE)] if self.atoms.acting else about
            named = {name.removeprefix(NO_PLACE) for name in names} & {p for p in people if self.atoms.own(s, seat, p)}
            return named.pop() if len(named) == 1 else IT if self.atoms.acting else THEY if who else WE
        if who in ("we", "our", "i", "my", "us"):
            return WE
        if who in ("they", "their", "enemy", Text("the enemy"), "them"):
            return THEY
        if self.atoms.ally is not None and who in ("allies", "ally", "our allies", "my allies"):
            return ALLIES
        return self.atoms.lexicon(s).read_one(who, people)

    # Where and for whom

    def circumstances(self, s: S, seat: Seat, text: str, places: bool) -> tuple[str, Json]:
        """Take "at york", "near ely", "in wales", "for henry", "after flee" off a text. What reads as none of these stays:
        titles of cards hold such words.
        """
        rest, conditions, start = text, [], 0
        while (begins := CIRCUMSTANCE.search(rest, start)) is not None:
            start = begins.end()
            if places and not rest[: begins.start()].strip(" :,"):
                continue
            ends = END.search(rest, begins.end())
            stop = ends.start() if ends is not None else len(rest)
            try:
                condition = self._circumstance(s, seat, begins["how"].casefold(), rest[begins.end() : stop])
            except BadLine as bad:
                name = self.atoms.lexicon(s).name
                near = [f"{rest[: begins.end()]}{name(option)}{rest[stop:]}" for option in bad.nearest]
                raise type(bad)(bad.problem, near) from None
            if condition is not None:
                conditions.append(condition)
                rest, start = f"{rest[: begins.start()]} {rest[stop:].lstrip(':,')}".strip(), begins.start()
        return rest, None if not conditions else conditions[0] if len(conditions) == 1 else ["both", *conditions]

    def _circumstance(self, s: S, seat: Seat, how: str, text: str) -> Json:
        """What "at", "in" or "near" a place, "for" or "against" somebody, or "before" or "after" something says; None for
        anything else.
        """
        try:
            if how in ("before", "after"):
                return self.atoms.read(s, seat, condition_words(f"{how} {text}"), ())
            if how in ("for", "against"):
                return ["for", self.atoms.lexicon(s).read_one(text, list(self.atoms.people(s)))]
            return self.atoms.place(s, how, text)
        except BadLine:
            if how in ("at", "near"):
                raise
            return None


def _odds_meant(text: str) -> list[str]:
    """The conditions about numbers that one about winning or losing can mean."""
    for words, near in (
        (LOSING, ["they are more", "outnumbered 2 to 1"]),
        (WINNING, ["they are fewer", "we outnumber them 2 to 1"]),
    ):
        if words & set(text.split()):
            return near
    return []


def _ratio(kind: str, many: int, few: int) -> Json:
    if few < 1 or many < few:
        raise Misread(Text("the greater number comes first"), [f"{kind} 2 to 1"])
    return [kind, many, few]
