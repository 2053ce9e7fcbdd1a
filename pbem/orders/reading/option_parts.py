"""What the options of a question are called, and what stands around them: the parts that its candidates are made of."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, cached_property
from itertools import chain
from typing import Final
from weakref import WeakKeyDictionary

from pbem.engine.decision import Decision, Json, Menu, Pick, PickSome, Seat, Split, YesNo
from pbem.engine.decision import Sequence as InOrder
from pbem.engine.phrase import words_of
from pbem.engine.writing import verb_of
from pbem.figures import has_digit, is_number
from pbem.orders.languages.words import Run, alternatives, around
from pbem.orders.place.position import Position
from pbem.orders.reading.bearers import is_titled_otherwise
from pbem.orders.reading.candidate import Asked, Candidate, Kind, Part
from pbem.orders.reading.known import known_at
from pbem.orders.reading.naming import Named, named_in, options_of, plurals, singulars, with_telling_words, words_from
from pbem.orders.reading.sayings import MAX_NAMES, Sayings, inflected_figures, named_by, sayings_of, sole_among, sole_titles
from pbem.orders.reading.taking import THIRD_PERSON
from pbem.orders.reading.tokens import Token
from pbem.orders.words.lexicon import SMALL_WORDS, plain_words
from pbem.orders.words.lines import line_of, verb_for
from pbem.orders.words.vocabulary import Vocabulary

NO, NONE = "no", "none"
TO: Final = "to "
"""How a game tells the preposition of an order word that leads somewhere."""


@cache
def _parts_beside(said: tuple[str, ...]) -> tuple[Part, ...]:
    runs = tuple(tuple(plain_words(each)) for each in said)
    return (Part(Kind.TRUE, runs, needed=False),) if runs else ()


class OptionParts:
    """Makes the parts of the candidates of one question."""

    def __init__(self, position: Position, decision: Decision, tokens: Sequence[Token]) -> None:
        self.position = position
        self.decision = decision
        self.tokens = tokens
        self.sayings: Sayings = sayings_of(position.table)
        self.synonyms = position.rules.orders.synonyms
        self._places: dict[str, str] = {}
        # Many options of a question share these.
        self._parts: dict[tuple[str, str], Part] = {}
        self._leavings: dict[tuple[tuple[str, ...], tuple[str, ...], bool], Asked] = {}

    def _answer(self, answer: Json, parts: Sequence[Part], asked: Asked | None = None) -> list[Candidate]:
        """The candidate for an answer; [] where it is not open."""
        if self.decision.shape.refusal(answer) is not None:
            return []
        table = self.position.table
        line, verb = line_of(table, self.decision, answer)[0], verb_for(table, self.decision)
        final = verb in self.synonyms.final and answer not in (False, NONE, [])
        head = Part(Kind.VERB, self._ways(verb, final=True, alone=not parts)) if final else self._verb()
        beside = self._beside(verb)
        also = self.sayings.answers.get(" ".join(plain_words(line)), ())
        # Of several words half is no answer ("hand" for "another hand"), as half a name is: these are said as a whole.
        whole = tuple(run for run in also if len(run) > 1) if parts else ()
        ways = tuple(run for run in also if run not in whole or parts[0].kind is Kind.NONE)
        told = [Part(part.kind, (*part.ways, *ways), part.needed) if at == 0 else part for at, part in enumerate(parts)]
        undergoes, is_of_place = self._undergo(answer), not isinstance(answer, str) or answer not in self._people
        deeds = self._deeds(verb, undergoes=undergoes)
        parts_, asked_ = (head, *told, *beside), asked or self._asked
        found = [Candidate(line, parts_, asked_, final, undergoes=undergoes, deeds=deeds, is_of_place=is_of_place)]
        apart = replace(asked or self._asked, words=frozenset())
        return [*found, Candidate(line, (Part(Kind.VERB, whole),), apart, final, as_whole=True)] if whole else found

    @cached_property
    def _rivals(self) -> frozenset[str]:
        """The words that name the other seats."""
        seats = self.position.table.seats
        return frozenset(word for seat in seats if seat != self.decision.seat for word in plain_words(seat))

    @cached_property
    def _all_places(self) -> frozenset[str]:
        """The places of the game's map, and none of those who stand there."""
        return frozenset(self.position.rules.reports.atlas.places(self.position.state)) - self._people

    @cached_property
    def _people(self) -> frozenset[str]:
        """All who can stand somewhere on it."""
        situations = self.position.rules.standing.situations
        return frozenset(situations.people(self.position.state) if situations is not None else ())

    def _undergo(self, answer: Json) -> bool:
        """Whether what an answer names are none of its seat's pieces, and nothing that a piece does: Essex is paid."""
        ids = [answer] if isinstance(answer, str) else answer if isinstance(answer, list) else []
        return bool(ids) and answer != NONE and not any(self._acts(word) for each in ids for word in words_of(str(each)))

    def _acts(self, word: str) -> bool:
        """Whether one that is chosen does something: a piece of the seat, or anybody who can stand on the map."""
        return bool(self._place(word)) or word in self._people

    def _deeds(self, verb: str, *, undergoes: bool) -> frozenset[str]:
        """The forms of an order word in front of which stands who does it: pays."""
        own = self.sayings.own.get(verb, ()) if undergoes else ()
        forms = {run[0] for run in own if len(run) == 1 and run[0].endswith(THIRD_PERSON)}
        return self.synonyms.done_by.get(verb, frozenset()) | forms

    def _beside(self, verb: str) -> tuple[Part, ...]:
        """What may be said of an order without changing it."""
        return _parts_beside(self.synonyms.beside.get(verb, ()))

    def _verb(self) -> Part:
        return Part(Kind.VERB, self._ways(verb_for(self.position.table, self.decision)), needed=False)

    def _ways(self, verb: str, *, final: bool = False, alone: bool = False) -> tuple[Run, ...]:
        """What an order word is said with: one that gives something up by itself, and `alone` where nothing is named."""
        said = self.sayings
        return (said.here if not final else said.alone if alone else said.own).get(verb, ((verb,),))

    def _none(self, word: str) -> Part:
        words = around().no if word == NO else around().none | around().no
        return Part(Kind.NONE, (*sorted(words), *self.sayings.things.get(word, ())))

    def _named(self, word: str) -> tuple[Run, ...]:
        """The runs for one word of an option. The same words stand in most of the options, at every position."""
        vocabulary, titles = self.position.vocabulary, self._titles.get(word, ())
        kept, by = _names.setdefault(vocabulary, {}), (word, self.position.lexicon.name(word), titles)
        if by not in kept:
            if len(kept) >= MAX_NAMES:
                kept.clear()
            kept[by] = self._named_anew(*by)
        return kept[by]

    def _named_anew(self, word: str, name: str, more_titles: tuple[str, ...]) -> tuple[Run, ...]:
        ways = named_by(self.position.vocabulary, word)
        titles = (*sole_titles(self.position.vocabulary).get(word, ()), *more_titles)
        without_number = tuple(way[:-1] for way in ways if len(way) > 1 and has_digit(way[-1][-1:]))
        plain = " ".join(plain_words(name))
        things = [self.sayings.things.get(each, ()) for each in (word.replace("_", "-"), word.replace("_", " "), plain)]
        numbered = tuple((way[-1],) for way in ways[:1] if len(way) > 1 and has_digit(way[-1]) and not is_number(way[-1]))
        several = plurals([way for way in ways if len(way) > 1 and not has_digit(way[-1])])
        more = (
            *((title,) for title in titles),
            *inflected_figures(ways),
            *without_number,
            *chain.from_iterable(things),
            *numbered,
            *several,
            *singulars(way for way in ways if not has_digit(way[-1])),
        )
        return tuple(dict.fromkeys((*ways, *more)))

    @cached_property
    def _titles(self) -> Mapping[str, tuple[str, ...]]:
        """The titles that one alone has of those who are chosen from: the king, where Henry is none of them. Where somebody
        goes, another may be meant, who cannot; and where a name alone answers, "the duke and the earl" names two.
        """
        shape = self.decision.shape
        if not isinstance(shape, Menu):
            return {}
        options = (words_of(each) for each in shape.options())
        chosen = {word for head, *rest in options for word in ([] if self._leads(head) else [head, *rest])}
        return sole_among(self.position.vocabulary, chosen)

    def _leads(self, verb: str) -> bool:
        return self.synonyms.prepositions.get(verb) == TO

    def _named_whole(self, option: str) -> tuple[Run, ...]:
        """The runs for an option of one word or several."""
        kept = known_at(self.position.table).names.setdefault(question_of(self.decision), {})
        if option not in kept:
            words = words_of(option)
            ways = self._named(words[0]) if len(words) == 1 else named_by(self.position.vocabulary, option)
            kept[option] = (*ways, *self.sayings.own.get(option, ()))
        return kept[option]

    def _named_here(
        self,
        options: Sequence[str],
        *,
        plurals: bool = False,
        by_words: bool = False,
        tell: Callable[[Named, int, Collection[str]], str] | None = None,
    ) -> Named:
        """The options that the line names; `by_words`: also by a word of the name that no other one has."""
        ways = {option: self._named_whole(option) for option in options}
        ways = with_telling_words(ways) if by_words else ways
        if plurals:
            ways = {
                option: (*runs, *((f"{run[0]}{ending}",) for run in runs for ending in ("s", "es") if len(run) == 1))
                for option, runs in ways.items()
            }
        found = named_in(self.tokens, ways, tell)
        return [] if any(self._may_be_another(ways[option], places) for option, places in found) else found

    def _may_be_another(self, ways: Sequence[Run], places: Sequence[int]) -> bool:
        """Whether words that name something which is called so can name another one, or have a title that it has not."""
        said = [self.tokens[at].bare for at in places]
        bearers = self.sayings.sense.bearers
        return is_titled_otherwise(self.tokens, places, ways) or bearers.are_several(said, ways, self._called_here)

    @cached_property
    def _called_here(self) -> frozenset[Run] | None:
        """The written names of all who stand somewhere, or can be chosen: nobody else can be meant. None: where people stand
        is not known.
        """
        if self.position.rules.standing.situations is None:
            return None
        ids = self._people.union(options_of(self.decision)).intersection(self.position.vocabulary.known)
        return frozenset(named_by(self.position.vocabulary, each)[0] for each in ids)

    @cached_property
    def _asked(self) -> Asked:
        """What stands around the question, but for what can be chosen: one beside another choice is not accounted for."""
        match self.decision.shape:
            case Menu() as menu:
                return replace(self._around(), choices=self._words_of_things(menu.options()))
            case Pick() | PickSome() | InOrder() as shape:
                options: Sequence[str] = shape.options()
            case _:
                options = ()
        return self._around({word for each in options for run in named_by(self.position.vocabulary, each) for word in run})

    def _words_of_things(self, options: Iterable[str]) -> frozenset[str]:
        """The words of what stands behind the order words of a Menu: "troops" are no mere fellows beside "levy Carts". An
        order word that is a title as well is no title beside another choice: "king Richard".
        """
        options = list(options)
        things = {word for option in options for word in words_of(option)[1:]}
        words = {word for thing in things for run in named_by(self.position.vocabulary, thing) for word in run}
        titles, dull = {run[0] for run in around().titles}, around().titles | around().fillers
        orders = {verb for option in options if (verb := verb_of(option)) in titles}
        return frozenset(orders).union(word for word in words if word not in SMALL_WORDS and (word,) not in dull)

    def _around(self, but: Collection[str] = ()) -> Asked:
        position, decision = self.position, self.decision
        known = set(position.vocabulary.known)
        acting = [each for each in position.rules.orders.acting(position.state, decision) if each in known]
        at_place = [piece for each in acting for piece in self._standing.get(each, ())]
        is_chosen = isinstance(decision.shape, PickSome) and not {*at_place}.isdisjoint(decision.shape.options())
        acting += at_place if len(at_place) == 1 and not is_chosen else []
        stands = filter(None, (position.rules.orders.place(position.state, decision.seat, each) for each in acting))
        # A question to be answered with yes or no says what is done; beside another choice an order word is another order.
        verbs = set() if isinstance(decision.shape, YesNo) else self.sayings.sense.verbs
        said = {word for word in plain_words(f"{decision.prompt!s} {decision.subject!s}") if not has_digit(word)}
        ways = {run[0] for run in around().ways}
        side = tuple(plain_words(decision.seat))
        named = {word for each in options_of(decision) for run in named_by(position.vocabulary, each) for word in run}
        acts = side == tuple(token.word for token in self.tokens[: len(side)])  # elsewhere it can be a condition: with Green
        is_free = acts and not (acting or isinstance(decision.shape, Menu)) and named.isdisjoint(side)
        sides = (side,) if is_free or not any(map(self.sayings.means_something, side)) else ()
        # What is no order of this game, though people write it as one, is none of the question's words either: ransom Grey.
        no_orders = {word for each in self.synonyms.no_orders for word in plain_words(each)}
        return Asked(
            frozenset(said - verbs - ways - no_orders - set(but)), (*self._runs(acting), *sides), self._runs(stands)
        )

    def _leaving(self, words: Iterable[str], present: Iterable[str] = (), *, gives: bool = False) -> Asked:
        """What stands around an option: where those of its `words` stand that lead somewhere or are chosen, and who is
        `present` where it leads. Who `gives` something is where it comes from, and does not act.
        """
        by = (tuple(dict.fromkeys(place for word in words if (place := self._place(word)))), tuple(present), gives)
        if by not in self._leavings:
            asked, (stands, there, _) = self._asked, by
            origins = self._runs(stands) if stands else asked.origins
            actors, origins = ((), asked.actors) if gives else (asked.actors, origins)
            self._leavings[by] = replace(asked, actors=actors, origins=origins, present=self._runs(there))
        return self._leavings[by]

    def _place(self, piece: str) -> str:
        if piece not in self._places:
            self._places[piece] = self.position.rules.orders.place(self.position.state, self.decision.seat, piece)
        return self._places[piece]

    def _about(self, option: str) -> Asked:
        """What stands around a question about one: they, and where they stand."""
        asked, places = self._around(), [place for word in words_of(option) if (place := self._place(word))]
        return replace(
            asked, actors=(*asked.actors, *self._named_whole(option)), origins=(*asked.origins, *self._runs(places))
        )

    def _runs(self, ids: Iterable[str]) -> tuple[Run, ...]:
        return tuple(run for each in ids for run in named_by(self.position.vocabulary, each))

    # Places told by who stands there

    def _where(self, place: str, verb: str) -> Iterator[Run]:
        """The words of the line that tell a place by who stands there: "joins Grey"."""
        for said in self.synonyms.joins.get(verb, ()):
            leads = tuple(plain_words(said))
            for at in range(len(self.tokens) - len(leads)):
                if all(self.tokens[at + n].is_(word) for n, word in enumerate(leads)):
                    met = self._met_at(at + len(leads))
                    yield from ((*leads, *words) for words in met.get(place, ()))

    def _met_at(self, at: int) -> Mapping[str, list[Run]]:
        """By place, the words that name who stands there, from one of the line's words on; those of the longest name."""
        begins = next((n for n in range(at, len(self.tokens)) if self.tokens[n].word not in SMALL_WORDS), at)
        found = [
            (len(places), len(places) == len(way), place, tuple(self.tokens[n].word for n in places))
            for place, pieces in self._standing.items()
            for piece in pieces
            for way in named_by(self.position.vocabulary, piece)
            if (places := words_from(self.tokens, begins, way))
        ]
        best = max((each[:2] for each in found), default=(0, False))
        met: dict[str, list[Run]] = {}
        for length, whole, place, words in found:
            if (length, whole) == best:
                met.setdefault(place, []).append(words)
        return met

    @cached_property
    def _standing(self) -> Mapping[str, list[str]]:
        """The pieces that the seat knows to stand at each place."""
        found: dict[str, list[str]] = {}
        for each in self.position.vocabulary.known:
            if place := self._place(each):
                found.setdefault(place, []).append(each)
        return found


_names: WeakKeyDictionary[Vocabulary, dict[tuple[str, str, tuple[str, ...]], tuple[Run, ...]]] = WeakKeyDictionary()
"""The runs by which a word of an option can be called, by that word, its written name, and the titles that it has alone."""


def question_of(decision: Decision) -> tuple[Seat, str, str]:
    """By what the candidates of a question are kept."""
    return (decision.seat, decision.key, decision.subject)


# "The other one": of two things that can be chosen the one that a line does not name


TWO = 2


def with_other_named(position: Position, line: str) -> str:
    """A line with the name in place of "the other one", where it names one of two things to choose; else the line."""
    if len(list(_other_one().finditer(line))) != 1:
        return line
    named = {*position.vocabulary.named_in(line)}
    others = {other for pair in _pairs(position) if len(pair & named) == 1 for other in pair - named}
    if len(others) != 1:
        return line
    name = position.lexicon.name(others.pop())
    return _other_one().sub(lambda _found: name, line)


@cache
def _other_one() -> re.Pattern[str]:
    return re.compile(rf"\b{alternatives('other_one')}", re.IGNORECASE)


def _pairs(position: Position) -> Iterator[frozenset[str]]:
    """What the questions choose from, with each order word, where it is two things."""
    for decision in position.questions:
        match decision.shape:
            case Menu() as menu:
                things: dict[str, set[str]] = {}
                for option in menu.options():
                    things.setdefault(verb_of(option), set()).update(words_of(option)[1:2])
                groups = list(things.values())
            case Pick() | PickSome() as shape:
                groups = [{*shape.options()}]
            case Split() as shape:
                groups = [{*shape.limits()}]
            case _:
                groups = []
        known = {*position.vocabulary.known}
        yield from (frozenset(pair) for group in groups if len(pair := group & known) == TWO)
