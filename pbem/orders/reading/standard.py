"""Orders in their writer's own words that answer no open question, turned into the standard form: "York marches to Ely and
parleys" is "York: march to Ely" and "York: parley".

They are for a segment to come or a later question, stand behind a heading, or have a condition. Only the words of the game
are known here, not the position: whether it is York's to act is told where the order is placed. What is in the standard form
is left alone. All of it takes time that grows with the line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from pbem.engine.refusal import BadLine
from pbem.engine.table import Table
from pbem.figures import has_digit
from pbem.orders.languages.words import alternatives, around, listed, patterns
from pbem.orders.parse.branches import is_case, is_going_on
from pbem.orders.parse.parse import CLAUSE, MAX_LINE_LENGTH, split_heading
from pbem.orders.reading.bearers import BEFORE_A_NAME, PEERAGE
from pbem.orders.reading.clauses import in_own_words
from pbem.orders.reading.known import known_at
from pbem.orders.reading.sayings import sayings_of
from pbem.orders.reading.several import COMMA, TOKEN, Word, apart, is_in_front, word_of
from pbem.orders.reading.taking import BACK, DETERMINERS, ONCE_MORE, THIRD_PERSON
from pbem.orders.reading.tokens import POSSESSIVE, spelt_out
from pbem.orders.words.grammar import YES_WORDS
from pbem.orders.words.lexicon import CASES, NUMBERS, SMALL_WORDS
from pbem.orders.words.vocabulary import HABITS, SPECIAL, Vocabulary, vocabulary_of

LEAD: Final = re.compile(r"\s*([^:;]{1,60}:)\s*")
"""A heading, or a case, with its colon."""
MAX_BEFORE_LENGTH: Final = 8
"""So many words may stand in front of the verb."""
STANDARD: Final = frozenset({*SPECIAL, *HABITS, *CASES})
"""A line that begins with these is in the standard form."""
PASSIVE: Final = frozenset(listed("passive"))
DROPPED: Final = frozenset(listed("dropped"))
PARTED: Final = frozenset(listed("parted"))
"""What stands behind a verb and tells nothing; only dropped where it is part of no name."""
TELLS_NOTHING: Final = DROPPED | SMALL_WORDS | {""}
ENGLISH: Final = frozenset(listed("prepositions"))
"""Those that a line in the standard form can have."""
AND: Final = frozenset(patterns("joints"))
TO, VIA, BY, FROM, WITH = "to", "via", "by", "from", "with"
IFS: Final = re.compile(rf"{alternatives('conditions')}\s+(?P<case>.+)", re.IGNORECASE)
PRONOUN: Final = re.compile(rf"^{alternatives('pronouns')}\b", re.IGNORECASE)
"""Whoever does it, in front of a condition."""


def standard_lines(table: Table[Any], line: str) -> list[str]:
    """The orders of a line in the standard form, each behind the heading or the case that the line begins with; [] where it
    is in that form already, or is no order.
    """
    if len(line) > MAX_LINE_LENGTH:
        return []
    kept = known_at(table).standard
    if line not in kept:
        kept[line] = _turned(table, line)
    return list(kept[line])


def _turned(table: Table[Any], line: str) -> list[str]:
    front, rest = _front(line, vocabulary_of(table))
    if is_going_on(rest):
        return []
    told: list[str] = []
    turned, actor = False, ""
    for part in apart(table, rest):
        clause = _Clause(table, part, actor)
        orders = clause.orders() if in_own_words(table, part) and not clause.ends_otherwise() else []
        turned, actor = turned or bool(orders), clause.actor
        told += orders or [part]
    return [f"{front} {order}".strip() for order in told] if turned else []


def _front(line: str, vocabulary: Vocabulary) -> tuple[str, str]:
    """A heading or a case in front of a line, with its colon, and the rest."""
    found = LEAD.match(line)
    if found is None:
        return "", line
    with suppress(BadLine):
        heading, rest = split_heading(line, vocabulary)
        if heading is not None and rest and line.endswith(rest):
            return line[: -len(rest)].strip(), rest
    return (found[1], line[found.end() :]) if is_case(line) else ("", line)


# One order


class _Clause:
    """A part of a line with one order, without a heading. `actor` is who acts where the order word is inflected ("parleys")
    and nobody is named.
    """

    def __init__(self, table: Table[Any], text: str, actor: str = "") -> None:
        self.vocabulary = vocabulary_of(table)
        self.sayings = sayings_of(table)
        self.synonyms = table.rules.orders.synonyms
        self.names = self.vocabulary.name_words
        self.seats = table.seats
        self.text = text
        self.actor = actor
        condition = CLAUSE.search(text)
        head = text if condition is None else text[: condition.start()]
        self.tail = text[len(head) :].strip()
        self.typed = TOKEN.findall(spelt_out(head))
        written = [word_of(typed) for typed in self.typed]
        self.words = [self._owner(word) for word in written]
        self.owners = {at for at, word in enumerate(written) if self.words[at] != word}
        self.folded = [word.folded for word in self.words]

    def _owner(self, word: Word) -> Word:
        """ "Somerset's" as the name that it is of; a name that is written so stays ("Queen's Gambit")."""
        bare = word_of(POSSESSIVE.sub("", word.written))
        return bare if bare.folded in self.names and word.folded not in self.names else word

    def orders(self) -> list[str]:
        """The orders in the standard form, each with its condition; [] where it is in that form already, or is no order."""
        if ":" in self.text or self._goes_back() or any((word.folded,) in around().negations for word in self.words):
            return []
        at = self._verb_place()
        verb, length = self._order_at(at or 0)
        before, behind = self._before(at or 0, verb), self.words[(at or 0) + length :]
        if at is not None and length > 1 and self.folded[at] in PASSIVE:
            return []  # who is named in front of it does nothing
        if before is None or not verb or self._does_another(verb, before) or self._is_done_by(verb, at or 0, before, behind):
            return []
        if (behind and behind[0].joins and (at is None or verb in self._with_pieces)) or (at is None and not behind):
            return []  # what looks like an order word is the first of several names: March und Warwick
        if verb in self.synonyms.by_whom:
            if before and not self.tail:
                return []  # "Kent charges" tells of him, and orders nothing that stands
            if done := self._done_by(verb, before, behind):
                return done
        way = self.words[(at or 0) + length - 1 : (at or 0) + length] if length > 1 else []
        to = [word for word in way if word.means == TO and any(each.means == WITH for each in behind)]
        if verb in self.synonyms.moves and (moves := self._moves(verb, before, [*to, *behind])):
            return moves
        if verb in self.synonyms.moves and any(word.joins for word in behind):
            return []  # what else is done is more than a move
        if at is None:
            return [] if self.tail else self._with_known_things(verb, length)
        named = " ".join(word.written for word in before).replace(" ,", ",")
        if named or tuple(self.folded[at : at + length]) not in self.sayings.forms:
            self.actor = named
        rest = f" {self.tail}".rstrip()
        orders = [f"{self.actor}: {verb} {each}".removeprefix(": ").strip() + rest for each in self._things(verb, behind)]
        is_alone = orders == [verb] or (verb in self.synonyms.final and not self._is_for_something(verb, before, behind))
        return [] if is_alone and not self._can_stand_alone(verb, at, length) else orders

    def _does_another(self, verb: str, before: Sequence[Word]) -> bool:
        """Whether in front of an order word stands who does it, and it is a player, who may be another, or who gives
        something: whom they give it to stands behind.
        """
        taking = self.synonyms.receives.get(verb)
        spellings = self.vocabulary.grammar.lexicon.spellings
        seats = {name for seat in self.seats for name in spellings(seat)}
        return taking is not None and bool(before) and (bool(taking) or any((word.folded,) in seats for word in before))

    def _is_done_by(self, verb: str, at: int, before: Sequence[Word], behind: Sequence[Word]) -> bool:
        """Whether who is named stands in front of an inflected order word by which something is done to somebody: who pays
        is not who is paid.
        """
        policies = [word.policy for word in self.vocabulary.words if word.verb == verb and word.policy is not None]
        is_list = any(policy.wording.alone != YES_WORDS[0] for policy in policies)
        form, own = self.folded[at], self.sayings.own.get(verb, ())
        is_done = form != verb and form.endswith(THIRD_PERSON) and (form,) in own and not self.tail
        is_nobody = any((word.folded,) in around().none for word in before)
        if form in self.synonyms.done_by.get(verb, ()):
            return bool(before) and not is_nobody  # Suffolk recruits in Oxford
        names = bool(before) and not is_nobody and not self._said(behind)
        return names and is_list and is_done and verb not in self.sayings.final

    def _is_for_something(self, verb: str, before: Sequence[Word], behind: Sequence[Word]) -> bool:
        """Whether beside an order word stands what it is for, or that it is for nothing: "Passt! Danke" is for no card, nor
        is "Passe gut auf". In front of it are only those who do what is written with names: "Warwick goes into exile".
        """
        takes_names = any(word.verb == verb and word.usage != verb for word in self.vocabulary.words)
        beside = [*(word for word in before if takes_names and word.folded in self.names), *behind]
        counted = around().all | around().none | around().no
        return any(
            word.folded in self.names or word.folded in NUMBERS or (word.folded,) in counted or has_digit(word.folded)
            for word in beside
        )

    def _can_stand_alone(self, verb: str, at: int, length: int) -> bool:
        """Whether an order word is an order by itself. Where all but a name has been dropped, that name answers what the
        line did not ("March on!"); what gives something up is said by no other word, and with next to nothing beside it
        ("The pass", "I will pass on").
        """
        if verb not in self.synonyms.final:
            return not self.vocabulary.is_name(verb)
        run, beside = tuple(self.folded[at : at + length]), [*self.words[:at], *self.words[at + length :]]
        plain = around().plain | around().courtesy
        named = [word for word in beside if word.folded in self.names]
        says = self.sayings.own if named else self.sayings.alone
        return run in says[verb] and all((word.folded,) in plain for word in beside if word not in named)

    @property
    def _with_pieces(self) -> frozenset[str]:
        return self.synonyms.moves | set(self.synonyms.by_whom)

    def _goes_back(self) -> bool:
        """Whether somebody is to go there and back, which no order says."""
        return any(word.folded in BACK and before.joins for before, word in pairwise(self.words))

    def _order_at(self, at: int) -> tuple[str, int]:
        return self.sayings.order_at(self.folded, at)

    def _verb_place(self) -> int | None:
        """Where the first verb stands that is not the first word of a line in the standard form; None: nowhere."""
        if not self.folded or self.folded[0] in STANDARD:
            return None
        first, length = self._order_at(0)
        if first and tuple(self.folded[:length]) in self.sayings.forms and not self.vocabulary.named(self.folded[0]):
            return 0
        if first and not (self.folded[0] in self.names and self._is_followed_by_form()):
            return None
        is_named = self.folded[0] in self.names or is_in_front(self.words[0])
        if not first and not is_named and self.vocabulary.named(self.folded[0]):
            return None
        places = range(1, min(MAX_BEFORE_LENGTH, len(self.words)))
        able = (at for at in places if self._order_at(at)[0] and not self._is_name(at))
        able = (at for at in able if self.folded[at - 1] not in DETERMINERS and at - 1 not in self.owners)
        return next((at for at in able if self.folded[at] not in ONCE_MORE or all(map(is_in_front, self.words[:at]))), None)

    def _is_followed_by_form(self) -> bool:
        """Whether an inflected verb comes behind the first word, small words apart: March also levies."""
        at = next((place for place in range(1, len(self.words)) if not is_in_front(self.words[place])), 0)
        length = self._order_at(at)[1] if at else 0
        return bool(length) and tuple(self.folded[at : at + length]) in self.sayings.forms

    def _is_name(self, at: int) -> bool:
        """Whether a word that could be a verb is a name there: the Earl of March goes; Warwick and March go."""
        if self.folded[at] not in self.names or self._order_at(at)[1] > 1:
            return False
        before, word = self.words[at - 1], self.words[at]
        follows = at + 1 < len(self.words) and self._order_at(at + 1)[0] != ""
        is_listed = before.folded in AND or (before.joins and not before.folded and word.written.istitle())
        is_last = at + 1 == len(self.words) and self.vocabulary.can_be_name(word.folded)
        is_titled = before.folded in ("of", "von") or ((before.folded,) in around().titles and word.written.istitle())
        return follows or is_listed or is_titled or (is_last and not all(map(is_in_front, self.words[:at])))

    def _before(self, end: int, verb: str) -> list[Word] | None:
        """Who is named in front of the verb, with commas between; None where something else stands there."""
        a, named = around(), list[Word]()
        if end > 1 and (self.folded[0],) in a.no | a.none | a.yes and not self.folded[1]:
            return None  # "no, ...": an answer by itself
        for at, word in enumerate(self.words[:end]):
            if word.folded in PEERAGE and not self._has_name(at + 1):
                return None  # the King goes first
            if word.joins:
                named += [COMMA] if named and named[-1] is not COMMA else []
            elif not is_in_front(word):
                if word.folded not in self.names and not (word.means == FROM and verb in self.synonyms.moves):
                    return None
                named.append(word)
        return named[:-1] if named and named[-1] is COMMA else named

    def _has_name(self, at: int) -> bool:
        """Whether a name follows, behind what may stand in front of one."""
        behind = next((word for word in self.folded[at:] if word not in BEFORE_A_NAME), "")
        return behind in self.names

    def ends_otherwise(self) -> bool:
        """Whether the last word makes another order of the order word: "give Clarence back" returns him."""
        pair = (self.folded[0], self.folded[-1]) if self.folded[1:] else ()
        verb, here = self._order_at(0)[0], self.sayings.here
        return bool(verb) and pair not in here.get(verb, ()) and any(pair in runs for runs in here.values())

    # What stands behind the order word

    def _things(self, verb: str, words: Sequence[Word]) -> list[str]:
        """It in standard words; behind a verb that takes one thing at a time, each."""
        if verb not in self.synonyms.each or not words:
            return [self._said(words)]
        things, part = list[str](), list[Word]()
        for at, word in enumerate([*words, COMMA]):
            if not word.joins or self._is_within_name(words, at):
                part.append(word)
            elif part:
                said = self._said(part)
                if things and said.partition(" ")[0] in self.synonyms.behind:
                    things[-1] = f"{things[-1]} {said}"
                elif said or not things:  # ", please" is no thing
                    things.append(said)
                part = []
        return things

    def _is_within_name(self, words: Sequence[Word], at: int) -> bool:
        """Whether an "and" joins two words of one name: Culverins and Falconets."""
        beside = tuple(word.folded for word in words[max(0, at - 1) : at + 2 : 2])
        return at < len(words) and bool(words[at].folded) and beside in self.vocabulary.name_pairs

    def _said(self, words: Sequence[Word]) -> str:
        told: list[str] = []
        at = 0
        while at < len(words):
            thing, length = self._thing_at(words, at)
            is_last = at == len(words) - 1  # "ich hebe Truppen aus": a part of the order word
            tells_nothing = words[at].folded in DROPPED or (is_last and words[at].folded in PARTED)
            if thing or words[at].folded in self.names or not tells_nothing:
                told.append(thing or words[at].written)
            at += length
        return " ".join(told).replace(" ,", ",").strip(" ,")

    def _thing_at(self, words: Sequence[Word], at: int) -> tuple[str, int]:
        folded = [word.folded for word in words]
        verb, length = self.sayings.order_at(folded, at)
        if verb in self.synonyms.behind:
            return verb, length
        thing, length = self.sayings.thing_at(folded, at)
        return (thing, length) if thing and (length > 1 or words[at].folded not in self.names) else ("", 1)

    def _with_known_things(self, verb: str, length: int) -> list[str]:
        """An order with its verb in front, with the game's words in place of those that nothing else is called by."""
        words = self.words[length:]
        has_phrase = any(self.sayings.thing_at([word.folded for word in words], at)[1] > 1 for at in range(len(words)))
        is_standard = not has_phrase and self.typed == [word.written for word in self.words] and self._is_known(words)
        if self.folded[0] in STANDARD or is_standard:
            return []
        if not has_phrase and not all(map(self._tells, words)):
            return []
        told = [f"{verb} {each}".strip() for each in self._things(verb, words)]
        is_bare = told == [verb] and not self._can_stand_alone(verb, 0, length)
        return [] if is_bare or told == [self.text] else told

    def _tells(self, word: Word) -> bool:
        """Whether it is known what a word tells, if it tells anything."""
        return word.folded in self.names or word.folded in TELLS_NOTHING or word.folded in self.sayings.things_said

    def _is_known(self, words: Iterable[Word]) -> bool:
        """Whether all words are names, or such as lines in the standard form have."""
        known = self.sayings.usages | SMALL_WORDS | {""}
        return all(each.folded in self.names or each.folded in known or not each.folded.isalpha() for each in words)

    # Pieces that move, or that do something by themselves

    def _telling(self, words: Sequence[Word]) -> list[Word]:
        """The words that tell something; of two prepositions the second."""
        told = [w for w in words if w.folded in self.names or w.folded not in TELLS_NOTHING or w.means or w.joins]
        return [word for at, word in enumerate(told) if not word.means or not (at + 1 == len(told) or told[at + 1].means)]

    def _leads(self, words: Sequence[Word], at: int) -> bool:
        """Whether a word stands before a place; the "von" in "Graf von Warwick" belongs to the name."""
        pair = (words[at - 1].folded, words[at].folded) if at else None
        return bool(words[at].means) and pair not in self.vocabulary.name_pairs

    def _are_names(self, words: Iterable[Word]) -> bool:
        return all(word.folded in self.names for word in words if not word.joins)

    def _moves(self, verb: str, before: Sequence[Word], behind: Sequence[Word]) -> list[str]:
        """An order for each piece: who, where to, over what, and from where, as in "Warwick and March to Kent", "Kent with
        March", "von Wilts über Sussex nach Kent". [] where it is in that form already, or cannot be told.
        """
        is_from = bool(before) and before[0].means == FROM
        told = self._telling([*behind, *before] if is_from else [*before, *behind])
        pieces = self._along(told)
        named = [word for piece in pieces for part in (piece.who, *piece.ways.values()) for word in part]
        if self.tail or not pieces or not self._are_names(named) or not all(piece.who for piece in pieces):
            return []
        ways = [word.means for word in told if word.means]
        in_order = VIA not in ways or TO not in ways or ways.index(TO) < ways.index(VIA)
        is_standard = in_order and all(word.folded in ENGLISH for word in told if word.means)
        if len(pieces) == 1 and is_standard and not before and self.folded[0] == verb:
            return []
        return [f"{verb} {piece.standard()}" for piece in pieces]

    def _along(self, words: Sequence[Word]) -> list[_Piece]:
        """All who go: "Warwick to Kent with March", "Kent with Warwick and March", "Warwick with March to Kent"."""
        places = [at for at, word in enumerate(words) if word.means == WITH]
        if len(places) != 1:
            return [] if places else self._together(words)
        before, behind = words[: places[0]], words[places[0] + 1 :]
        if any(word.means for word in behind) or not before:
            return self._together([*before, *([COMMA] if before else []), *behind])
        at = next((at for at in range(len(before)) if self._leads(before, at)), 0)
        way = before[at:] if at or before[0].means else [Word(TO, TO), *before]
        return self._together([*before[:at], *([COMMA] if at else []), *behind, *way])

    def _together(self, words: Sequence[Word]) -> list[_Piece]:
        """The pieces of a list; one without a way of its own goes with the next that has one. [] where the last has none."""
        pieces = list(self._pieces(words))
        if len(pieces) > 1 and not pieces[-1].ways:
            return []
        for piece, following in zip(pieces[-2::-1], pieces[:0:-1], strict=True):
            piece.ways = piece.ways or following.ways
        return pieces

    def _pieces(self, words: Sequence[Word]) -> Iterator[_Piece]:
        piece = _Piece()
        part = piece.who
        for at, word in enumerate(words):
            if word.joins and (at + 1 == len(words) or not self._leads(words, at + 1)):
                if piece.who or piece.ways:
                    yield piece
                piece = _Piece()
                part = piece.who
            elif self._leads(words, at):
                part = piece.ways.setdefault(word.means, [])
            elif not word.joins:
                part.append(word)
        if piece.who or piece.ways:
            yield piece

    def _done_by(self, verb: str, who: Sequence[Word], behind: Sequence[Word]) -> list[str]:
        """An order that names nobody who does it, for each of those who are named, with the condition that they do: in front
        of the order word (`who`), behind "with", or before where they go. [] where nobody is named.
        """
        told = self._telling(behind)
        at = next((at for at in range(len(told)) if self._leads(told, at)), -1)
        if not who and at >= 0 and told[at].means == WITH:
            told, who = told[:at], told[at + 1 :]
        elif not who and at > 0 and told[at].means == TO and self._are_names(told[at + 1 :]):
            told, who = told[at:], told[:at]
        told = told[1:] if told and told[0].means == TO else told
        while told and told[-1].joins:
            told.pop()
        people = [" ".join(word.written for word in piece.who) for piece in self._pieces(who)]
        if not people or not self._are_names(who):
            return []
        said = " ".join([verb, *(word.written for word in told)]).replace(" ,", ",")
        cases = [self._case(self.synonyms.by_whom[verb].format(each), each) for each in people]
        return [f"{said} {case}" for case in cases] if all(cases) else []

    def _case(self, condition: str, who: str) -> str:
        """ "if Warwick acts and Warwick has 1 strength"; "" where both cannot be said together."""
        own = IFS.fullmatch(self.tail)
        if own is None or self.tail.casefold().startswith("unless"):
            return "" if self.tail else f"if {condition}"
        return f"if {condition} and {PRONOUN.sub(who, own['case'])}"


@dataclass
class _Piece:
    """A part of a list of moves: who goes, and what stands behind each preposition."""

    who: list[Word] = field(default_factory=list)
    ways: dict[str, list[Word]] = field(default_factory=dict)

    def standard(self) -> str:
        """ "March Kent via Sussex from Wilts"."""
        told = [word.written for word in [*self.who, *self.ways.get(TO, ())]]
        for how in (VIA, BY, FROM):
            told += [how, *(word.written for word in self.ways[how])] if how in self.ways else []
        return " ".join(told)
