"""The words of a line as they are typed, and several orders on one line: "York marches to Ely, then he parleys"; "Warwick
and March to Kent".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any, Final, NamedTuple

from pbem.engine.decision import Menu
from pbem.engine.table import Table
from pbem.orders.languages.words import alternatives, around, listed, listed_words, meanings
from pbem.orders.parse.branches import attacks
from pbem.orders.parse.parse import CLAUSE, MAX_LINE_LENGTH
from pbem.orders.place.position import Position
from pbem.orders.reading.bearers import PEERAGE, title_before
from pbem.orders.reading.candidate import Fit, Kind
from pbem.orders.reading.clauses import is_doubtful
from pbem.orders.reading.denied import PARTING
from pbem.orders.reading.option_parts import TO, with_other_named
from pbem.orders.reading.read import MAX_TOKENS, fits_of, meant_by
from pbem.orders.reading.reasons import tells_nothing, without_reasons
from pbem.orders.reading.sayings import Sayings, sayings_of
from pbem.orders.reading.tokens import Token, doubts, tokens_of
from pbem.orders.words.lexicon import SMALL_WORDS, plain_words
from pbem.orders.words.lines import verbs_for

TOKEN: Final = re.compile(r"[^\W_]+(?:['’.-][^\W_]+)*|\+[0-9]+|,")
PIECE_AND_PLACE: Final = 2
GOAL: Final = "to"
"""The sense of a word in front of where a piece goes."""
MAX_PARTS: Final = 6
"""A line with more parts is a sentence."""
MAX_JOINED: Final = 3
"""So many parts of a line can say an order together: Warwick, March and Kent to Ely."""
TOO: Final = frozenset(listed("too"))
"""Says of somebody what was said of another."""
STAYING: Final = frozenset(listed("staying"))
"""Who is named beside such a word goes nowhere."""
NEAR: Final = 4
"""So many words at most stand between two orders and the order word of the second."""
IN_FRONT: Final = frozenset(listed("in_front"))
"""What may stand beside a name in front of the order word."""
PREPOSITIONS: Final = meanings("prepositions")
DONE_OTHERWISE: Final = listed_words("done_otherwise")
"""Beside a name behind an order these do something else with it."""


class Word(NamedTuple):
    """A word as written, and folded ("": a comma)."""

    written: str
    folded: str

    @property
    def joins(self) -> bool:
        """Whether it stands between two things, or two orders."""
        return not self.folded or (self.folded,) in around().joints

    @property
    def means(self) -> str:
        """What it means before a place, or before those who come along; "" for other words."""
        return PREPOSITIONS.get(self.folded, "")


COMMA: Final = Word(",", "")


def together(position: Position, line: str) -> list[str]:
    """The orders of a line that lets several pieces go to one place, or that says one order word for several things, in the
    standard form; [] where it does neither.
    """
    moves = position.rules.orders.synonyms.moves
    line = with_other_named(position, line)
    tokens = tokens_of(line[:MAX_LINE_LENGTH])
    if CLAUSE.search(line) or ":" in line or is_doubtful(position.table, line) or doubts(tokens, but=_joining()):
        return []
    if (
        len(tokens) > MAX_TOKENS
        or position.vocabulary.leaves_choice(line)
        or any((token.word,) in around().negations for token in tokens)
    ):
        return []
    if sayings_of(position.table).sense.bearers.names_nobody(tokens):
        return []
    found = (_to_one_place(position, tokens) if moves else []) or _each_of(position, tokens)
    found = found or _repeated(position, line) or _one_by_one(position, line)
    return [] if len(found) > 1 and _ends_otherwise(position, tokens) else found


def _ends_otherwise(position: Position, tokens: Sequence[Token]) -> bool:
    """Whether behind the last name of a list stands what may say something else of them: "outside Clifford, Berkeley in"."""
    words = [token.word for token in tokens if token.word]
    names = position.vocabulary.name_words
    is_list = any(not token.word for token in tokens) and len(words) > PIECE_AND_PLACE
    return is_list and words[-1] in PARTING and words[-2] in names


def _repeated(position: Position, line: str) -> list[str]:
    """The order of a line that says how often it is given, "levy troops twice", as often; what gives something up is not."""
    if len(found := list(_times().finditer(line))) != 1:
        return []
    meant = meant_by(position, f"{line[: found[0].start()]} {line[found[0].end() :]}".strip())
    is_menu = any(isinstance(decision.shape, Menu) for decision in position.questions)
    times = 2 if found[0].lastgroup == "two" else 3
    verb = meant.partition(" ")[0]
    return [meant] * times if is_menu and " " in meant and verb not in position.rules.orders.synonyms.final else []


@cache
def _times() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:(?P<two>{alternatives('twice')})|{alternatives('thrice')})(?!\w)", re.IGNORECASE)


def _one_by_one(position: Position, line: str) -> list[str]:
    """The orders of a line each part of which says one that can be given now, or several to one place: "Rebel attacks
    Dorset, then Irish by sea to Chester"; or leaves out what the part before it has said. Only a Menu takes one order
    behind another.
    """
    parts = _parts(line[:MAX_LINE_LENGTH])
    takes_several = len(position.questions) > 1 or any(isinstance(each.shape, Menu) for each in position.questions)
    if not takes_several or not 1 < len(parts) <= MAX_PARTS or meant_by(position, line):
        return []
    found: list[str] = []
    at, before, passed_over = 0, _Before(), 0
    while at < len(parts):
        if _leaves_alone(position, line[parts[at].start : parts[at].stop]):
            at, passed_over = at + 1, passed_over + 1
            continue
        for end in range(at + 1, min(len(parts), at + MAX_JOINED) + 1):
            text = line[parts[at].start : parts[end - 1].stop]
            if said := before.orders(position, text):
                break
        else:
            return []
        found += said
        at, before = end, _Before(text, said[-1])
    is_told = len(found) + passed_over > 1 and len(found) == len(set(found))
    return found if is_told else []


def _leaves_alone(position: Position, part: str) -> bool:
    """Whether a part of a line only says of somebody or something that it stays as it is: "the King stays", "I keep the
    Marshal" where the other is discarded.
    """
    tokens, synonyms = tokens_of(part), position.rules.orders.synonyms
    verbs = [verb for each in position.questions for verb in verbs_for(position.table, each)]
    against = {word for verb in verbs for word in synonyms.against.get(verb, ())}
    ordered = {word for verb in verbs for run in sayings_of(position.table).here.get(verb, ()) for word in run}
    leaving = (against | STAYING) - ordered
    words = [token.word for token in tokens if token.bare not in position.vocabulary.name_words]
    says_so = any(word in leaving for word in words)
    rest = [Token(word, word) for word in words if word not in leaving]
    return says_so and bool(position.vocabulary.named_in(part)) and tells_nothing(rest)


@dataclass(frozen=True)
class _Before:
    """The part of a line before another one, and the last order that it says; both empty before the first."""

    text: str = ""
    line: str = ""

    def orders(self, position: Position, part: str) -> list[str]:
        """The orders that the next part says; [] where it says none as a whole."""
        meant = meant_by(position, part)
        if _is_against(position, part, (meant or self.line).partition(" ")[0]):
            return []
        if meant and (not self.line or _says(position, part, meant) or not _names_a_place(position, part)):
            return [meant]
        return (
            _to_one_place(position, tokens_of(part))
            or self._by_its_word(position, part)
            or self._to_the_same_place(position, part)
        )

    def _by_its_word(self, position: Position, part: str) -> list[str]:
        """What a part says with the order word of the one before it: "recruit Essex and then the Bombard"."""
        verb = self.line.partition(" ")[0]
        leads = position.rules.orders.synonyms.prepositions.get(verb) == TO  # two places are a road
        if any(token.word in DONE_OTHERWISE for token in tokens_of(part)):
            return []
        if not verb or leads or verb in sayings_of(position.table).final or not _says(position, self.text, self.line):
            return []
        meant = meant_by(position, f"{verb} {part}")
        return [meant] if meant.partition(" ")[0] == verb else []

    def _to_the_same_place(self, position: Position, part: str) -> list[str]:
        """What a part says that goes where the one before it does: "Warwick to Kent, Salisbury too", "Grey goes with
        him".
        """
        verb = self.line.partition(" ")[0]
        words = _along().sub(" ", part).split()
        kept = [word for word in words if "".join(plain_words(word)) not in TOO]
        if not verb or verb not in position.rules.orders.synonyms.moves or not kept or kept == part.split():
            return []
        fits = fits_of(position, tokens_of(self.text), sayings_of(position.table))
        goals = {each.taken[1] for each in fits if each.whole and each.candidate.line == self.line and len(each.taken) > 1}
        if len(goals) != 1:
            return []
        tokens = tokens_of(self.text)
        goal = " ".join(tokens[at].word for at in next(iter(goals)))
        meant = meant_by(position, f"{verb} {' '.join(kept)} to {goal}")
        return [meant] if meant.partition(" ")[0] == verb else []


@cache
def _along() -> re.Pattern[str]:
    """What says of somebody that they go where the one before them does."""
    return re.compile(rf"(?<!\w){alternatives('going_along')}(?!\w)", re.IGNORECASE)


def _is_against(position: Position, part: str, verb: str) -> bool:
    """Whether a part says of somebody that what this order word says is not done with them: "Berkeley inside"."""
    against = position.rules.orders.synonyms.against.get(verb, frozenset())
    return any(token.word in against for token in tokens_of(part))


def _says(position: Position, part: str, line: str) -> bool:
    """Whether a part says the order word of the line that it means, or who goes where."""
    fits = fits_of(position, tokens_of(part), sayings_of(position.table))
    return any(
        each.whole and (each.spoken or len(each.taken) >= PIECE_AND_PLACE) and each.candidate.line == line for each in fits
    )


def _names_a_place(position: Position, part: str) -> bool:
    """Whether a part names a place, which can be where the part before it leads."""
    places = position.rules.reports.atlas.places(position.state)
    return not set(places).isdisjoint(position.vocabulary.named_in(part))


def _parts(line: str) -> list[slice]:
    """The parts of a line, as typed, between what can stand between two orders."""
    ends = [(found.start(), found.end()) for found in _joint().finditer(line)]
    begins = [0, *(end for _, end in ends)]
    stops = [*(start for start, _ in ends), len(line.rstrip(" .!;"))]
    return [slice(begin, stop) for begin, stop in zip(begins, stops, strict=True) if line[begin:stop].strip()]


@cache
def _joining() -> frozenset[str]:
    """The single words that stand between two orders: afterwards."""
    return frozenset(run[0] for run in around().joints if len(run) == 1)


@cache
def _joint() -> re.Pattern[str]:
    """What parts orders, or the things that one order word is for."""
    words = "|".join(r"\s+".join(map(re.escape, run)) for run in sorted(around().joints, key=len, reverse=True))
    signs = r"\s*[,;]\s*|\s+&\s+|(?<=[^\W\d]{3})[.!]+\s+"
    return re.compile(rf"(?:{signs}|\s+(?={words}\b))(?:(?:{words})\b\s*)*", re.IGNORECASE)


def _to_one_place(position: Position, tokens: Sequence[Token]) -> list[str]:
    """The orders of several pieces that go to one place."""
    found = _moves(position, tokens)
    if not found and len(tokens) > PIECE_AND_PLACE and not tokens[-2].word:  # "to Kent, inside" names one place
        joined = [*tokens[:-2], tokens[-1]]
        found = _moves(position, joined, to_end=True)
    return found[0] if len(found) == 1 else []


def _moves(position: Position, tokens: Sequence[Token], *, to_end: bool = False) -> list[list[str]]:
    """The orders of several pieces to one place, for each place that words can name; `to_end`: by the last word too."""
    groups: dict[tuple[str, tuple[int, ...]], list[Fit]] = {}
    goes = {PREPOSITIONS.get(token.word, token.word) for token in tokens}
    for each in fits_of(position, tokens, sayings_of(position.table)):
        verb = each.candidate.line.partition(" ")[0]
        names = sum(part.needed and part.kind is Kind.NAME for part in each.candidate.parts)
        is_said = names == len(each.taken) == PIECE_AND_PLACE and not each.candidate.final
        if is_said and verb in position.rules.orders.synonyms.moves and (each.spoken or GOAL in goes):
            groups.setdefault((verb, each.taken[1]), []).append(each)
    all_go = {at for at, token in enumerate(tokens) if (token.word,) in around().all}
    goals = {by: group for by, group in groups.items() if not to_end or len(tokens) - 1 in by[1]}
    return [lines for group in goals.values() if (lines := _all_of(tokens, group, all_go))]


def _each_of(position: Position, tokens: Sequence[Token]) -> list[str]:
    """The orders of a line that says one order word for each of a list: both Clifford and Berkeley step outside."""
    groups: dict[str, list[Fit]] = {}
    fits = fits_of(position, tokens, sayings_of(position.table))
    asked = (each for each in position.questions if isinstance(each.shape, Menu)) if fits else ()
    menus = {verb for each in asked for verb in verbs_for(position.table, each)}
    for each in fits:
        verb = each.candidate.line.partition(" ")[0]
        names = sum(part.needed and part.kind is Kind.NAME for part in each.candidate.parts)
        # March Peterborough, Cambridge: by one of them to the other.
        is_list = verb in menus and not each.candidate.leads
        if names == len(each.taken) == 1 and is_list and each.spoken and each.complete:
            groups.setdefault(verb, []).append(each)
    both = {at for at, token in enumerate(tokens) if (token.word,) in around().all}
    found = [lines for group in groups.values() if _is_list(tokens, group) and (lines := _all_of(tokens, group, both))]
    return found[0] if len(found) == 1 else []


def _is_list(tokens: Sequence[Token], group: Sequence[Fit]) -> bool:
    """Whether between the names of these orders stands nothing else: "Clifford outside, Berkeley" may be two."""
    named = {at for each in group for at in each.taken[0]}
    between = (tokens[at].word for at in range(min(named), max(named)) if at not in named)
    return all(not word or word in SMALL_WORDS or (word,) in around().joints | around().titles for word in between)


def _all_of(tokens: Sequence[Token], group: Sequence[Fit], all_go: set[int]) -> list[str]:
    """The lines of these orders, if each is for another piece, these stand in a list, and nothing else is said."""
    pieces = sorted({each.taken[0] for each in group})
    between = [tokens[first[-1] + 1 : second[0]] for first, second in pairwise(pieces)]
    if len({piece < each.taken[1] for piece in pieces for each in group[:1] if len(each.taken) > 1}) > 1:
        return []  # "Warwick to Kent, March" may be two orders
    if not all(any(not token.word or (token.word,) in around().joints for token in words) for words in between):
        return []
    if any(title_before(tokens, piece[0]) or tokens[piece[0]].word in PEERAGE for piece in pieces[1:]) and not any(
        (token.word,) in around().plain_joints for words in between for token in words
    ):
        return []  # "Scrope, Duke of Norfolk, moves" may be one
    said = {at for piece in pieces for at in piece} | all_go
    if not 1 < len(pieces) == len(group) or not all(each.left <= said for each in group):
        return []
    return [each.candidate.line for each in sorted(group, key=lambda each: each.taken[0])]


def apart(table: Table[Any], line: str) -> list[str]:
    """The orders of a line, as typed; the line itself where it has one, or cannot be parted."""
    if len(line) > MAX_LINE_LENGTH or CLAUSE.search(line) or ":" in line or "?" in line:
        return [line]
    sayings = sayings_of(table)
    if doubts(without_reasons(tokens_of(line), sayings)):
        return [line]
    found = list(TOKEN.finditer(line))
    words = [word_of(each[0]) for each in found]
    parts, begins = list[str](), 0
    for at in (at for at in range(1, len(words)) if words[at].joins and not words[at - 1].joins):
        behind = next((place for place in range(at, len(words)) if not words[place].joins), len(words) - 1)
        if words[behind].folded in listed_words("turning"):
            return [line]  # "done, but parley Oxford first": what follows changes what stands before it
        if (words[behind].folded,) in around().no and any(word.joins for word in words[behind + 1 : behind + 2]):
            return [line]  # "stay, no, withdraw to London": what follows stands in the place of it
        first = _order_word_in(words[begins:at], sayings) or _goes_somewhere(words[begins:at], sayings)
        if first in sayings.whole:
            break
        follows = any(_is_order_word(word, sayings) for word in words[behind : behind + NEAR])
        ends = behind == len(words) - 1 and attacks(words[behind].folded)  # "march Ely, attack" is one
        if first and not ends and (follows or _is_form(words[behind], sayings)):
            parts.append(line[found[begins].start() : found[at].start()].strip())
            begins = behind
    return [*parts, line[found[begins].start() if begins else 0 :].strip()]


def _goes_somewhere(words: Sequence[Word], sayings: Sayings) -> str:
    """GOAL where words say without an order word who goes where, "Warwick to Kent"; "" for any others."""
    at = next((at for at, word in enumerate(words) if word.means == GOAL), 0)
    named = [[word for word in part if not is_in_front(word) and not word.joins] for part in (words[:at], words[at + 1 :])]
    return GOAL if all(part and all(word.folded in sayings.sense.names for word in part) for part in named) else ""


def _order_word_in(words: Sequence[Word], sayings: Sayings) -> str:
    """The first order word there ("": none). One that is a name as well is inflected, or begins what it orders: "we march to
    London".
    """
    at = next((at for at, word in enumerate(words) if not is_in_front(word)), 0)
    is_begun = at < len(words) - 1 and words[at].folded in sayings.sense.verbs
    begun = words[at : at + 1] if is_begun and (at > 0 or words[at].folded in sayings.sense.called) else []
    told = [*begun, *(word for word in words if _is_order_word(word, sayings) or _is_form(word, sayings))]
    return told[0].folded if told else ""


def _is_order_word(word: Word, sayings: Sayings) -> bool:
    """Whether a word is an order word, and no name."""
    is_verb = word.folded in sayings.sense.verbs and word.folded not in sayings.behind
    is_free = word.folded not in sayings.sense.names or word.folded in sayings.final
    return is_verb and is_free and (word.folded,) not in around().quiet


def _is_form(word: Word, sayings: Sayings) -> bool:
    """Whether a word is an order word in another form than names have."""
    return (word.folded,) in sayings.forms and word.folded not in sayings.behind and (word.folded,) not in around().quiet


def is_in_front(word: Word) -> bool:
    """Whether a word tells nothing beside a name in front of the order word."""
    return word.folded in IN_FRONT or (word.folded,) in around().titles


def word_of(typed: str) -> Word:
    return Word(typed, " ".join(plain_words(typed)))
