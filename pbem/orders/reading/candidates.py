"""What a seat can write now, as candidates: the answers to its open questions.

Where the answers to a question are lists, the candidates are those that the line itself names: all others are left out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import takewhile
from typing import Final

from pbem.effort import spend
from pbem.engine.decision import Assign, Decision, Json, Menu, Number, Pick, PickSome, Seat, Shape, Split, Stack, YesNo
from pbem.engine.decision import Sequence as InOrder
from pbem.engine.phrase import words_of
from pbem.engine.writing import option_line, verb_of
from pbem.figures import has_digit, is_number
from pbem.orders.languages.words import Run, around, folded, meanings, patterns
from pbem.orders.place.position import Position
from pbem.orders.reading.known import known_at
from pbem.orders.reading.match import TOWARDS, Asked, Candidate, Kind, Part, Token, clauses_of
from pbem.orders.reading.position_words import told_by_place
from pbem.orders.reading.sayings import Sayings, inflected_figures, named_by, sayings_of, sole_among, sole_titles
from pbem.orders.words.lexicon import NUMBERS, SMALL_WORDS, plain_words
from pbem.orders.words.lines import line_of, verb_for

YES, NO, NONE, VIA = "yes", "no", "none", "via"
TO: Final = "to "
"""How a game tells the preposition of an order word that leads somewhere."""
MAX_NUMBERS: Final = 40
STEPS_TO_MAKE: Final = 5
"""The work of making a candidate (pbem.effort)."""
ONE_AND_NONE: Final = 2
SEVERAL: Final = 2
MIN_PLURAL_LENGTH: Final = 8
"""A word of so many letters that ends with an s may be several of something."""
COUNT: Final = re.compile(r"[x×]?([0-9]{1,2})[x×]?")
AWAY: Final = frozenset({"from", "off", "on", "von", "auf"})
BETWEEN: Final = SMALL_WORDS | AWAY
"""What can stand between a number and what is counted."""
COUNTED: Final = meanings("counted")
"""What is a number in front of what is counted."""

Named = list[tuple[str, tuple[int, ...]]]
"""Options in the order of a line, each with the places of the words that name it."""


def candidates(position: Position, tokens: Sequence[Token]) -> list[Candidate]:
    """All that a line could answer."""
    return [each for decision in position.questions for each in candidates_of(position, decision, tokens)]


def candidates_of(position: Position, decision: Decision, tokens: Sequence[Token]) -> list[Candidate]:
    """Those of one question. They can be many, and every line of a letter is read against them."""
    if not isinstance(decision.shape, Pick | YesNo | Number):
        return _Answers(position, decision, tokens).candidates()
    if isinstance(decision.shape, Menu) and _may_join(position, tokens):
        found = _Answers(position, decision, tokens).candidates()
        spend(STEPS_TO_MAKE * len(found))
        return found
    kept, question = known_at(position.table).candidates, _question(decision)
    if question not in kept:
        kept[question] = _Answers(position, decision, ()).candidates()
        spend(STEPS_TO_MAKE * len(kept[question]))
    return kept[question]


def _question(decision: Decision) -> tuple[Seat, str, str]:
    return (decision.seat, decision.key, decision.subject)


def _may_join(position: Position, tokens: Sequence[Token]) -> bool:
    """Whether a line can tell a place by who stands there."""
    said = {tuple(plain_words(each)) for ways in position.rules.orders.synonyms.joins.values() for each in ways}
    words = [token.word for token in tokens]
    return any(tuple(words[at : at + len(run)]) == run for run in said for at in range(len(words)))


def ways_of(position: Position, options: Iterable[str]) -> dict[str, tuple[Run, ...]]:
    """The runs that each of these ids can be called by."""
    answers = _Answers(position, position.questions[0], ())
    return {option: answers._named_whole(option) for option in options}


class _Answers:
    """The candidates of one question."""

    def __init__(self, position: Position, decision: Decision, tokens: Sequence[Token]) -> None:
        self.position = position
        self.decision = decision
        self.tokens = tokens
        self.sayings: Sayings = sayings_of(position.table)
        self.synonyms = position.rules.orders.synonyms
        self._places: dict[str, str] = {}

    def candidates(self) -> list[Candidate]:
        match self.decision.shape:
            case Menu() as menu:
                return self._menu(menu.options())
            case Pick() as pick:
                return self._pick(pick.options())
            case YesNo():
                return self._yes_or_no()
            case Number(least, most):
                numbers = range(least, min(most, least + MAX_NUMBERS) + 1)
                return [each for n in numbers for each in self._answer(n, [Part(Kind.NAME, _said(n))])]
            case PickSome() as some:
                return self._some(some)
            case InOrder() as several:
                return self._in_order(several.options())
            case Stack() as stack:
                return self._in_order(list(stack.limits()))
            case Split() as split:
                return self._shares(list(split.limits()))
            case Assign() as assign:
                return self._pairs(assign)
        return []

    # The shapes

    def _menu(self, options: Sequence[str]) -> list[Candidate]:
        by_verb: dict[str, set[str]] = {}
        for option in options:
            by_verb.setdefault(verb_of(option), set()).update(words_of(option)[1:])
        only = len([verb for verb, words in by_verb.items() if words and verb not in self.synonyms.final]) == 1
        others = {verb: set().union(*(words for each, words in by_verb.items() if each != verb)) for verb in by_verb}
        found = [self._option(option, others[verb_of(option)], only_verb=only) for option in options]
        counted = self._by_place(list(options)) if only else []
        return found + counted + [sole for each in self._sole(options) if (sole := _by_its_first(found[each])) is not None]

    def _by_place(self, answers: Sequence[Json]) -> list[Candidate]:
        """The answers told by their place in the mail's list."""
        told = told_by_place(self.position.table, self.decision, answers)
        return [each for answer, ways in told for each in self._answer(answer, [Part(Kind.NAME, ways)])]

    def _sole(self, options: Sequence[str]) -> list[int]:
        """The places of those that alone name what they begin with: recruit Worcester, who has one home. Where somebody goes
        must always be said.
        """
        begins = [tuple(words_of(option)[:SEVERAL]) for option in options]
        counts = Counter(begins)
        return [
            at
            for at, option in enumerate(options)
            if counts[begins[at]] == 1 and len(words_of(option)) > SEVERAL and not self._leads(verb_of(option))
        ]

    def _option(self, option: str, others: Collection[str], *, only_verb: bool) -> Candidate:
        """`others` are the words that stand behind other order words of the Menu."""
        head, *rest = words_of(option)
        verb, *more = head.split("_")
        final, leads = verb in self.synonyms.final, self._leads(verb)
        line = option_line(self.position.lexicon.name, option)
        answers = self.sayings.answers.get(" ".join(plain_words(line)), ())
        names = [self._part(word, verb, answers) for word in (*more, *rest)]
        names = self._behind(verb, [*more, *rest], names)
        beside = self._beside(verb)
        # Clifford to Ely; Burgundians, a Capability; none
        tells_itself = len(names) > 1 if leads else bool(names) and not set(others) & set(rest)
        # A short answer stands for an order word that says it all. Where all who go and where to are named, what gives
        # something up is said by other words too.
        ways = self._ways(verb, final=final and len(names) < SEVERAL, alone=not names)
        ways = ways if names else (*ways, *answers)
        says_all = verb not in self.synonyms.always_said and (only_verb or tells_itself)
        head_part = Part(Kind.VERB, ways, needed=final or not says_all)
        asked = self._leaving([*more, *rest]) if leads else self._asked
        return Candidate(
            line, (head_part, *names, *beside), asked, final, leads, in_full=not only_verb, in_order=VIA in rest
        )

    def _part(self, word: str, verb: str, answers: Sequence[Run]) -> Part:
        if word == NONE:
            none = self._none(NONE)
            return Part(none.kind, (*none.ways, *answers))
        ways = (*self._named(word), *self._where(word, verb))
        return Part(Kind.NAME, ways, needed=word not in self.synonyms.left_out.get(verb, ()))

    def _behind(self, verb: str, words: Sequence[str], names: Sequence[Part]) -> list[Part]:
        """The names of an option; a player, and who gets something, cannot be who does it."""
        if (taking := self.synonyms.receives.get(verb)) is None:
            return list(names)
        seats, last = self.position.table.seats, len(words) - 1
        return [
            replace(part, behind=taking) if word in seats or (taking and at == last > 0) else part
            for at, (word, part) in enumerate(zip(words, names, strict=True))
        ]

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
            if (places := _from(self.tokens, begins, way))
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

    def _pick(self, options: Sequence[str]) -> list[Candidate]:
        others = [each for each in options if each != NONE]
        named = ([Part(Kind.NAME, self._named(word)) for word in words_of(each)] for each in others)
        found = [each for option, parts in zip(others, named, strict=True) for each in self._answer(option, parts)]
        if NONE in options:
            # Who alone could do it may be named beside "not".
            asked = self._about(others[0]) if len(options) == ONE_AND_NONE else self._asked
            found += self._answer(NONE, [self._none(NONE)], asked)
        found += self._by_place(others)
        return found + ([*self._answer(others[0], [_YES]), *self._by_word(others[0])] if len(others) == 1 else [])

    def _yes_or_no(self) -> list[Candidate]:
        """The order word alone says yes."""
        return [*self._answer(True, [_YES]), *self._by_word(True), *self._answer(False, [self._none(NO)])]

    def _by_word(self, answer: Json) -> list[Candidate]:
        """The only answer that is no refusal, said by its order word alone."""
        found = self._answer(answer, [])
        if answer is True:
            return [Candidate(each.line, (_needed(each.parts[0]),), each.asked, final=True) for each in found]
        own = Part(Kind.VERB, self.sayings.own.get(verb_for(self.position.table, self.decision), ()))
        return [Candidate(each.line, (own, *each.parts[1:]), each.asked, final=True) for each in found]

    def _some(self, shape: PickSome) -> list[Candidate]:
        options = shape.options()
        named = self._named_here(options)
        chosen = [option for option, _ in named]
        against = self.synonyms.against.get(verb_for(self.position.table, self.decision), frozenset())
        if len(chosen) > len(set(chosen)):
            return []  # something is named twice: it is refused by name
        found = self._answer([], [self._none(NONE)], self._about(options[0]) if len(options) == 1 else None)
        if some := self._told_apart(named, against):
            return some
        if any(token.word in against for token in self.tokens):
            return found  # of those who are named some are not chosen
        found += self._answer(list(options), [Part(Kind.NAME, (*sorted(around().all), *_all_of(len(options))))])
        many = Part(Kind.TRUE, _said(len(chosen)), needed=False)
        found += self._answer(chosen, [*(_taken(self.tokens, places) for _, places in named), many]) if named else []
        single = (each for each in options if [each] != chosen)
        return found + [each for one in single for each in self._answer([one], [Part(Kind.NAME, self._named_whole(one))])]

    def _told_apart(self, named: Named, against: Collection[str]) -> list[Candidate]:
        """Where each is named in a clause of its own, those beside whom no word says that they are not chosen: Norfolk yes,
        Essex no.
        """
        clauses = clauses_of(self.tokens)
        chosen, others, denials = list[str](), list[str](), list[int]()
        for option, places in named:
            clause = [at for at, number in enumerate(clauses) if number == clauses[places[0]]]
            words = [at for at in clause if (self.tokens[at].word,) in around().denials or self.tokens[at].word in against]
            (others if words else chosen).append(option)
            if len(words) > 1:
                return []  # a denial of a denial: do not let Norfolk go
            denials += words
        apart = len({clauses[places[0]] for _, places in named}) == len(named)
        if not (apart and chosen and others):
            return []
        said = [*(_taken(self.tokens, places) for _, places in named), *(_taken(self.tokens, [at]) for at in denials)]
        agreed = Part(Kind.TRUE, tuple(sorted(around().yes)), needed=False)
        return self._answer(chosen, [*said, agreed])

    def _in_order(self, options: Sequence[str]) -> list[Candidate]:
        counted, ordinals = self._counted(options), _ordinals(self.tokens)
        if (numbered := self._numbered(options)) and not _fits_count(self.decision.shape, counted):
            return self._answer([option for option, _ in numbered], [part for _, said in numbered for part in said])
        if not counted or ordinals is None:
            return []
        parts = [*(part for _, _, said in counted for part in said), *ordinals]
        return self._answer([option for option, times, _ in counted for _ in range(times)], parts)

    def _numbered(self, options: Sequence[str]) -> list[tuple[str, list[Part]]]:
        """The options in their order, where each stands behind its own number: "1. York 2. March"; else []."""
        found: list[tuple[str, list[Part]]] = []
        for number, (option, places) in enumerate(self._named_here(options, plurals=True), 1):
            at = places[0] - 1
            while at >= 0 and not self.tokens[at].word:
                at -= 1
            if at < 0 or _figure(self.tokens[at].word) != str(number):
                return []
            found.append((option, [_taken(self.tokens, places), _taken(self.tokens, [at])]))
        return found

    def _shares(self, options: Sequence[str]) -> list[Candidate]:
        counted = self._counted(options)
        if len({option for option, _, _ in counted}) < len(counted) or not counted:
            return []
        return self._answer({option: times for option, times, _ in counted}, [p for _, _, said in counted for p in said])

    def _counted(self, options: Sequence[str]) -> list[tuple[str, int, list[Part]]]:
        """The options that the line names, how often each is meant, and the parts that say so."""
        found = []
        beside = self.synonyms.beside.get(verb_for(self.position.table, self.decision), ())
        between = BETWEEN.union(
            plain_words(" ".join(beside)),
            *(way for way in self._ways(verb_for(self.position.table, self.decision)) if len(way) == 1),
        )
        counts: set[int] = set()
        for option, places in self._named_here(options, plurals=True):
            times, said = _times(self.tokens, places, between, counts)
            counts.update(said)
            found.append((option, times, [_taken(self.tokens, places), *(_taken(self.tokens, [at]) for at in said)]))
        return found

    def _pairs(self, shape: Assign) -> list[Candidate]:
        items, bins = list(shape.items()), list(shape.bins())
        named = [] if set(items) & set(bins) else self._named_pairs(items, bins)
        pairs = _paired([option for option, _ in named], items)
        if not pairs or shape.partial_refusal(pairs) is not None:
            return []
        name, verb = self.position.lexicon.name, verb_for(self.position.table, self.decision)
        line = f"{verb} " + ", ".join(f"{name(item)} {name(bin_)}" for item, bin_ in pairs.items())
        both = Part(Kind.TRUE, tuple(sorted(around().all)), needed=False)
        return [
            Candidate(
                line, (self._verb(), *(_taken(self.tokens, places) for _, places in named), both), self._asked, as_named=True
            )
        ]

    def _named_pairs(self, items: Sequence[str], bins: Sequence[str]) -> Named:
        """What a line names; of an Earl and the area by the same name the area is what stands behind "to" or "in"."""
        found: Named = []
        for option, places in self._named_here([*items, *bins]):
            words, before = tuple(self.tokens[at].word for at in places), self.tokens[max(0, places[0] - 1)].word
            is_goal = places[0] > 0 and (before in (*TOWARDS, "inside") or (before,) in around().within)
            kind = bins if is_goal else items
            meant = [each for each in kind if any(way[-len(words) :] == words for way in self._named_whole(each))]
            found.append((meant[0] if option not in kind and len(meant) == 1 else option, places))
        return found

    # Their parts

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
        found = [Candidate(line, (head, *told, *beside), asked or self._asked, final)]
        apart = replace(asked or self._asked, words=frozenset())
        return [*found, Candidate(line, (Part(Kind.VERB, whole),), apart, final, as_whole=True)] if whole else found

    def _beside(self, verb: str) -> tuple[Part, ...]:
        """What may be said of an order without changing it."""
        said = tuple(tuple(plain_words(each)) for each in self.synonyms.beside.get(verb, ()))
        return (Part(Kind.TRUE, said, needed=False),) if said else ()

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
        """The runs for one word of an option."""
        ways = named_by(self.position.vocabulary, word)
        titles = (*sole_titles(self.position.vocabulary).get(word, ()), *self._titles.get(word, ()))
        without_number = tuple(way[:-1] for way in ways if len(way) > 1 and has_digit(way[-1][-1:]))
        things = [self.sayings.things.get(word.replace("_", sign), ()) for sign in ("-", " ")]
        numbered = tuple((way[-1],) for way in ways[:1] if len(way) > 1 and has_digit(way[-1]) and not is_number(way[-1]))
        several = _plurals([way for way in ways if len(way) > 1 and not has_digit(way[-1])])
        more = (
            *((title,) for title in titles),
            *inflected_figures(ways),
            *without_number,
            *things[0],
            *things[1],
            *numbered,
            *several,
            *_singulars(way for way in ways if not has_digit(way[-1])),
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
        kept = known_at(self.position.table).names.setdefault(_question(self.decision), {})
        if option not in kept:
            words = words_of(option)
            ways = self._named(words[0]) if len(words) == 1 else named_by(self.position.vocabulary, option)
            kept[option] = (*ways, *self.sayings.own.get(option, ()))
        return kept[option]

    def _named_here(self, options: Sequence[str], *, plurals: bool = False) -> Named:
        ways = {option: self._named_whole(option) for option in options}
        if plurals:
            ways = {
                option: (*runs, *((f"{run[0]}{ending}",) for run in runs for ending in ("s", "es") if len(run) == 1))
                for option, runs in ways.items()
            }
        return named_in(self.tokens, ways)

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
        stands = filter(None, (position.rules.orders.place(position.state, decision.seat, each) for each in acting))
        # A question to be answered with yes or no says what is done; beside another choice an order word is another order.
        verbs = set() if isinstance(decision.shape, YesNo) else self.sayings.sense.verbs
        said = {word for word in plain_words(f"{decision.prompt!s} {decision.subject!s}") if not has_digit(word)}
        ways = {run[0] for run in around().ways}
        side = tuple(plain_words(decision.seat))
        sides = () if any(map(self.sayings.means_something, side)) else (side,)
        return Asked(frozenset(said - verbs - ways - set(but)), (*self._runs(acting), *sides), self._runs(stands))

    def _leaving(self, words: Sequence[str]) -> Asked:
        """What stands around an option that leads somewhere: who goes leaves where they stand."""
        stands = [place for word in words if (place := self._place(word))]
        return replace(self._asked, origins=self._runs(dict.fromkeys(stands))) if stands else self._asked

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


def _by_its_first(full: Candidate) -> Candidate | None:
    """An option said by its order word and the first of its names; None of one that gives something up."""
    verb, *others = full.parts
    names = [part for part in others if part.kind is Kind.NAME]
    parts = (_needed(verb), names[0], *(_unneeded(part) for part in others if part is not names[0]))
    return None if full.final or not names or not names[0].needed else replace(full, parts=parts)


_YES: Final = Part(Kind.NAME, tuple(sorted(around().yes)))


def _singulars(ways: Iterable[Run]) -> tuple[Run, ...]:
    """A Harbinger, South Midland."""
    ways = list(ways)
    return tuple(
        (*way[:at], way[at][:-1], *way[at + 1 :])
        for way in ways
        for at in range(len(way))
        if len(way[at]) >= MIN_PLURAL_LENGTH and way[at].endswith("s")
    )


def _plurals(ways: Iterable[Run]) -> tuple[Run, ...]:
    """Burgundians, Irish mercenaries."""
    ways = list(ways)
    several = [(*way[:at], f"{way[at]}s", *way[at + 1 :]) for way in ways for at in (0, len(way) - 1)]
    return (*several, *((*way[:-1], f"{way[-1][:-1]}ies") for way in ways if way[-1].endswith("y")))


def _needed(part: Part) -> Part:
    return Part(part.kind, part.ways)


def _unneeded(part: Part) -> Part:
    return Part(part.kind, part.ways, needed=False)


def _said(number: int) -> tuple[Run, ...]:
    return ((str(number),), *((word,) for word, figure in NUMBERS.items() if figure == str(number)))


def _all_of(number: int) -> tuple[Run, ...]:
    """All of so many, told by their number: the two of them, all three."""
    ways = [way.format(said[0]) for said in _said(number) for way in patterns("all_of")] if number > 1 else []
    return tuple(folded(way) for way in ways)


def _fits_count(shape: Shape, counted: Sequence[tuple[str, int, list[Part]]]) -> bool:
    """Whether names with their numbers in front make an answer: "2 York, 1 March" of three."""
    return shape.refusal([option for option, times, _ in counted for _ in range(times)]) is None


def _taken(tokens: Sequence[Token], places: Sequence[int]) -> Part:
    """The part that these words say."""
    return Part(Kind.NAME, (tuple(tokens[at].bare for at in places), tuple(tokens[at].word for at in places)))


def _paired(named: Sequence[str], items: Collection[str]) -> dict[str, str]:
    """What goes to whom, as a line names them: "y1 and y2 to Norfolk, ...", or "Norfolk takes y1 and y2, ..."; {} where it
    does neither throughout.
    """
    kinds = [option in items for option in named]
    if not named or kinds[0] == kinds[-1]:
        return {}
    pairs: dict[str, str] = {}
    taking = "" if kinds[0] else named[0]
    for option in named if not kinds[0] else reversed(named):
        if option in items:
            pairs[option] = taking
        else:
            taking = option
    return pairs if {*pairs.values()} == {each for each in named if each not in items} else {}


def named_in(tokens: Sequence[Token], ways: Mapping[str, tuple[Run, ...]]) -> Named:
    """The options that a line names, longer names and written ones first; [] where one cannot be told from another."""
    found: Named = []
    words = {word for token in tokens for word in (token.word, token.bare)}
    able = [(option, rank, run) for option, runs in ways.items() for rank, run in enumerate(runs) if run[0] in words]
    at = 0
    while at < len(tokens):
        fits = [
            (len(places), rank == 0, option, places)
            for option, rank, run in able
            if tokens[at].is_(run[0]) and (places := _from(tokens, at, run))
        ]
        if not fits:
            at += 1
            continue
        best = max(each[:2] for each in fits)
        meant = {option: places for length, first, option, places in fits if (length, first) == best}
        whole = {option: places for option, places in meant.items() if any(len(run) == best[0] for run in ways[option])}
        if len(meant) > 1 and len(whole) != 1:
            return []
        option, places = next(iter((whole or meant).items()))
        found.append((option, places))
        at = places[-1] + 1
    return found


def _from(tokens: Sequence[Token], at: int, run: Run) -> tuple[int, ...]:
    """The places, from one on, whose words name a run or its first words; a title alone names nobody."""
    places: list[int] = []
    behind = 0
    for place in range(at, len(tokens)):
        following = next((n for n in range(behind, len(run) if places else 1) if tokens[place].is_(run[n])), None)
        if behind >= len(run):
            break
        if following is not None:
            places.append(place)
            behind = following + 1
        elif not places or tokens[place].word not in SMALL_WORDS:
            break
    # "We" is not We done deeds of charity.
    dull = around().titles | around().fillers
    is_dull = len(places) == 1 < len(run) and (tokens[at].word,) in dull
    return () if is_dull else tuple(places)


def _times(
    tokens: Sequence[Token], places: Sequence[int], between: Collection[str], counted_before: Collection[int]
) -> tuple[int, list[int]]:
    """How often a name is meant, and the words that say so: in front of it, or behind it, with such words `between`; but for
    those that belong to a name before it.
    """
    for start, step in ((places[0] - 1, -1), (places[-1] + 1, 1)):
        within = list(takewhile(lambda at: tokens[at].word in between, range(start, len(tokens) if step > 0 else -1, step)))
        at = start + step * len(within)
        if 0 <= at < len(tokens) and at not in counted_before and (counted := COUNT.fullmatch(_figure(tokens[at].word))):
            return max(1, min(int(counted[1]), MAX_NUMBERS)), [at, *(each for each in within if tokens[each].word in AWAY)]
    return 1, []


def _ordinals(tokens: Sequence[Token]) -> list[Part] | None:
    """The words that tell the order in which names stand: first, second, last. None where they tell another."""
    ranks = [
        (at, rank) for at, token in enumerate(tokens) for rank, words in enumerate(around().ranks) if token.word in words
    ]
    in_turn = [rank for _, rank in ranks]
    return [_taken(tokens, [at]) for at, _ in ranks] if in_turn == sorted(set(in_turn)) else None


def _figure(word: str) -> str:
    return COUNTED.get(word, NUMBERS.get(word, word))
