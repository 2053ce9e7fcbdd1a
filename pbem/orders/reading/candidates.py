"""What a seat can write now, as candidates: the answers to its open questions.

Where the answers to a question are lists, the candidates are those that the line itself names: all others are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from pbem.effort import spend
from pbem.engine.decision import Assign, Decision, Json, Menu, Number, Pick, PickSome, Shape, Split, Stack, YesNo
from pbem.engine.decision import Sequence as InOrder
from pbem.engine.phrase import words_of
from pbem.engine.writing import option_line, verb_of
from pbem.figures import is_number
from pbem.orders.languages.words import Run, around, listed_words
from pbem.orders.place.position import Position
from pbem.orders.reading.bearers import BEFORE_A_NAME
from pbem.orders.reading.candidate import Candidate, Kind, Part
from pbem.orders.reading.denied import is_parted
from pbem.orders.reading.known import known_at
from pbem.orders.reading.naming import AWAY as COUNTED_AWAY
from pbem.orders.reading.naming import (
    BETWEEN,
    MAX_NUMBERS,
    Named,
    all_ways,
    figure_of,
    ordinals_in,
    paired,
    said_as,
    taken_part,
    times_of,
    told_by_place,
)
from pbem.orders.reading.option_parts import NO, NONE, OptionParts, question_of
from pbem.orders.reading.taking import THIRD_PERSON, TOWARDS
from pbem.orders.reading.tokens import COLON, Token, clauses_of
from pbem.orders.words.lexicon import plain_words
from pbem.orders.words.lines import verb_for

YES, VIA, ALL = "yes", "via", "all"
STEPS_TO_MAKE: Final = 5
"""The work of making a candidate (pbem.effort)."""
ONE_AND_NONE: Final = 2
SEVERAL: Final = 2
EACH: Final = listed_words("each")
"""Says that as many come from each."""
DONE_OTHERWISE: Final = listed_words("done_otherwise")
TO_WHOM: Final = listed_words("to_whom")
"""Stands before who gets something."""
AWAY: Final = frozenset(run[-1] for run in around().away)
WITHIN: Final = frozenset(run[0] for run in around().within)


def candidates(position: Position, tokens: Sequence[Token]) -> list[Candidate]:
    """All that a line could answer."""
    return [each for decision in position.questions for each in candidates_of(position, decision, tokens)]


def candidates_of(position: Position, decision: Decision, tokens: Sequence[Token]) -> list[Candidate]:
    """Those of one question. They can be many, and every line of a letter is read against them."""
    if not isinstance(decision.shape, Pick | YesNo | Number):
        return _Answers(position, decision, tokens).candidates()
    if _may_join(position, tokens) if isinstance(decision.shape, Menu) else _denies_one(decision, tokens):
        found = _Answers(position, decision, tokens).candidates()
        spend(STEPS_TO_MAKE * len(found))
        return found
    kept, question = known_at(position.table).candidates, question_of(decision)
    if question not in kept:
        kept[question] = _Answers(position, decision, ()).candidates()
        spend(STEPS_TO_MAKE * len(kept[question]))
    return kept[question]


def _denies_one(decision: Decision, tokens: Sequence[Token]) -> bool:
    """Whether a line can tell what is chosen by what is not: not Buckingham, Arundel."""
    return isinstance(decision.shape, Pick) and any((token.word,) in around().negations for token in tokens)


def _may_join(position: Position, tokens: Sequence[Token]) -> bool:
    """Whether a line can tell a place by who stands there."""
    said = {tuple(plain_words(each)) for ways in position.rules.orders.synonyms.joins.values() for each in ways}
    words = [token.word for token in tokens]
    return any(tuple(words[at : at + len(run)]) == run for run in said for at in range(len(words)))


def ways_of(position: Position, options: Iterable[str]) -> dict[str, tuple[Run, ...]]:
    """The runs that each of these ids can be called by."""
    answers = _Answers(position, position.questions[0], ())
    return {option: answers._named_whole(option) for option in options}


class _Answers(OptionParts):
    """The candidates of one question."""

    _number: Mapping[str, int] = MappingProxyType({})
    """How many things each order word of a Menu can be for, but for "all"."""

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
                return [each for n in numbers for each in self._answer(n, [Part(Kind.NAME, said_as(n))])]
            case PickSome() as some:
                return self._some(some)
            case InOrder() as several:
                return self._in_order(several.options())
            case Stack() as stack:
                return self._in_order(list(stack.limits()))
            case Split() as split:
                return self._shared_evenly(split) or self._shares(list(split.limits()))
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
        self._number = Counter(verb_of(option) for option in options if words_of(option)[1:] != (ALL,))
        found = [self._option(option, others[verb_of(option)], only_verb=only) for option in options]
        counted = self._by_place(list(options)) if only else []
        return [
            *found,
            *counted,
            *(moved for option, each in zip(options, found, strict=True) if (moved := self._with_who_goes(option, each))),
            *(sole for each in self._sole(options) if (sole := _by_its_first(found[each])) is not None),
        ]

    def _by_place(self, answers: Sequence[Json]) -> list[Candidate]:
        """The answers told by their place in the mail's list."""
        told = told_by_place(self.position.table, self.decision, answers)
        return [each for answer, ways in told for each in self._answer(answer, [Part(Kind.NAME, ways)])]

    def _sole(self, options: Sequence[str]) -> list[int]:
        """The places of those that alone name what they begin with: recruit Worcester, who has one home. Where somebody goes
        must always be said.
        """
        words = [words_of(option) for option in options]
        plain = {tuple(each) for each in words if len(each) == SEVERAL + 1}
        # What an option says besides another one is left out where it is not said: attack Blue Lincoln with Mowbray.
        more = [len(each) > SEVERAL + 1 and tuple(each[: SEVERAL + 1]) in plain for each in words]
        begins = [tuple(each[:SEVERAL]) for each in words]
        counts = Counter(each for each, is_more in zip(begins, more, strict=True) if not is_more)
        return [
            at
            for at, each in enumerate(words)
            if counts[begins[at]] == 1 and not more[at] and len(each) > SEVERAL and not self._leads(verb_of(options[at]))
        ]

    def _with_who_goes(self, option: str, candidate: Candidate) -> Candidate | None:
        """What gives something up and leads somewhere, with who goes: in looser words they must be named, "Arundel goes back
        to East".
        """
        verb, names = verb_of(option), candidate.parts[1:]
        if not (candidate.final and candidate.leads and candidate.asked.actors) or len(words_of(option)) != SEVERAL:
            return None
        said, who = Part(Kind.VERB, self._ways(verb)), Part(Kind.NAME, candidate.asked.actors)
        asked = replace(candidate.asked, actors=())
        return replace(candidate, parts=(said, who, *names), asked=asked, goes_first=True)

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
        is_apart = bool(names) and not set(others) & set(rest)
        # Canterbury Church to Kent: it is in the pool
        is_put = not (leads or is_apart) and len(names) > 1 and bool(rest) and rest[0] not in others
        tells_itself = len(names) > 1 if leads else is_apart or is_put
        is_of_place = bool(rest) and rest[-1] not in self._people
        undergoes = bool(rest) and not any(map(self._acts, rest))
        # A short answer stands for an order word that says it all. Where it is named where somebody goes, or who goes too,
        # what gives something up is said by other words too.
        ways = self._ways(verb, final=final and len(names) < SEVERAL, alone=not names)
        ways = self.sayings.verbs.get(verb, ways) if final and len(names) == 1 and is_of_place else ways
        ways = ways if names else (*ways, *answers)
        says_all = verb not in self.synonyms.always_said and (only_verb or tells_itself)
        head_part = Part(Kind.VERB, ways, needed=final or not says_all)
        gives = verb in self.synonyms.receives
        present = [each for word in rest for each in self._standing.get(word, ())]
        asked = self._leaving([*more, *rest] if leads else [], present, gives=gives)
        return Candidate(
            line,
            (head_part, *names, *beside),
            asked,
            final,
            leads,
            in_full=not only_verb,
            in_order=VIA in rest,
            as_named=gives,
            is_put=is_put,
            is_of_place=is_of_place,
            is_option=True,
            goes_first=not rest or rest[0] not in self._all_places,
            undergoes=undergoes,
            deeds=self._deeds(verb, undergoes=undergoes and not leads),
            rivals=self._rivals,
        )

    def _part(self, word: str, verb: str, answers: Sequence[Run]) -> Part:
        if word == NONE:
            none = self._none(NONE)
            return Part(none.kind, (*none.ways, *answers))
        if (word, verb) not in self._parts:
            ways = (*self._named(word), *self._where(word, verb))
            if word == ALL:
                ways = (*ways, *all_ways(self._number[verb]))
            self._parts[word, verb] = Part(Kind.NAME, ways, needed=word not in self.synonyms.left_out.get(verb, ()))
        return self._parts[word, verb]

    def _behind(self, verb: str, words: Sequence[str], names: Sequence[Part]) -> list[Part]:
        """The names of an option; a player, and who gets something, cannot be who does it."""
        if (taking := self.synonyms.receives.get(verb)) is None:
            return list(names)
        seats, last = self.position.table.seats, len(words) - 1
        return [
            replace(part, behind=taking) if word in seats or (taking and at == last) else part
            for at, (word, part) in enumerate(zip(words, names, strict=True))
        ]

    def _pick(self, options: Sequence[str]) -> list[Candidate]:
        others = [each for each in options if each != NONE]
        taking = self.synonyms.receives.get(verb_for(self.position.table, self.decision))
        named = ([Part(Kind.NAME, self._named(word), behind=taking) for word in words_of(each)] for each in others)
        around_ = (self._leaving(words_of(option), self._standing.get(option, ())) for option in others)
        found = [
            each
            for option, parts, asked in zip(others, named, around_, strict=True)
            for each in self._answer(option, parts, asked)
        ]
        if NONE in options:
            # Who alone could do it may be named beside "not".
            asked = self._about(others[0]) if len(options) == ONE_AND_NONE else self._asked
            found += self._answer(NONE, [self._none(NONE)], asked)
        found += self._by_place(others)
        by_name = self._named_here(others) if self.tokens and len(others) > 1 else []
        found += self._told_apart(by_name, (), one=True)
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
        asked = [replace(each.asked, actors=()) for each in found]  # who is asked about is whom it is done to
        return [Candidate(each.line, (own, *each.parts[1:]), of, final=True) for each, of in zip(found, asked, strict=True)]

    def _some(self, shape: PickSome) -> list[Candidate]:
        options = shape.options()
        named = self._named_here(options)
        chosen = [option for option, _ in named]
        against = self.synonyms.against.get(verb_for(self.position.table, self.decision), frozenset())
        if len(chosen) > len(set(chosen)) or self._does_otherwise(named) or self._is_no_list(named, against):
            return []  # something is named twice, or not for this: it is refused by name
        found = self._answer([], [self._none(NONE)], self._about(options[0]) if len(options) == 1 else None)
        if some := self._told_apart(named, against):
            return some
        if any(token.word in against for token in self.tokens):
            return found + self._all_left_out(options, named, against)  # of those who are named some are not chosen
        every = list(options if shape.every is None else shape.every())
        found += self._answer(every, [Part(Kind.NAME, all_ways(len(every)))])
        many = Part(Kind.TRUE, said_as(len(chosen)), needed=False)
        found += self._answer(chosen, [*(taken_part(self.tokens, places) for _, places in named), many]) if named else []
        single = (each for each in options if [each] != chosen)
        return found + [each for one in single for each in self._answer([one], [Part(Kind.NAME, self._named_whole(one))])]

    def _does_otherwise(self, named: Named) -> bool:
        """Whether something else is said of a name behind the first one: "pay Norfolk, let Essex go"."""
        if not named:
            return False
        clauses, first = clauses_of(self.tokens), named[0][1][0]
        verb = verb_for(self.position.table, self.decision)
        said = [token.word for token in self.tokens]
        own = {word for run in self.sayings.own.get(verb, ()) if {*run} <= {*said} for word in run}
        against = self.synonyms.against.get(verb, frozenset())
        later = {clauses[places[0]] for _, places in named[1:]} - {clauses[first]}
        words = (token.word for token, clause in zip(self.tokens, clauses, strict=True) if clause in later)
        return any(word in DONE_OTHERWISE and word not in own and word not in against for word in words)

    def _is_no_list(self, named: Named, against: Collection[str]) -> bool:
        """Whether names are no list, or more stands in it than can be chosen: somebody between an inflected order word and
        whom it is done to ("Warwick disbands Clarence"), who owns another, who acts ("pay Norfolk, York").
        """
        places, words = [places for _, places in named], [token.word for token in self.tokens]
        if len(named) > 1 and is_parted(words, places, against):
            return True
        if len(named) > 1 and any(token.bare == COLON for token in self.tokens[places[0][-1] : places[-1][0]]):
            return True  # "Norfolk: pay Essex"
        verbs = [at for at, word in enumerate(words) if (word,) in self.sayings.forms and word.endswith(THIRD_PERSON)]
        said, clauses = {at for each in places for at in each}, clauses_of(self.tokens)
        if any(at - 1 in said and any(other > at and clauses[other] == clauses[at] for other in said) for at in verbs):
            return True
        if any(words[each[-1]] != self.tokens[each[-1]].bare and each[-1] + 1 in said for each in places):
            return True
        actors = {word for run in self._asked.actors for word in run}
        behind = (at for at in range(2, len(words)) if words[at] in actors - {*against} and at not in said)
        return any(not words[at - 1] and at - 2 in said for at in behind)

    def _all_left_out(self, options: Sequence[str], named: Named, against: Collection[str]) -> list[Candidate]:
        """None, said by what is done with all of them instead: "keep them both" where some are disbanded."""
        words = [at for at, token in enumerate(self.tokens) if token.word in against]
        own = {run[0] for run in self.sayings.own.get(verb_for(self.position.table, self.decision), ()) if len(run) == 1}
        if any((token.word,) in around().denials or token.word in own - {*against} for token in self.tokens):
            return []  # "Jasper stays in exile"
        said = [taken_part(self.tokens, [at]) for at in words]
        every = Part(Kind.NAME, all_ways(len(options)))
        found = self._answer([], [*said, every])
        if len({option for option, _ in named}) == len(named) == len(options):
            every = replace(every, kind=Kind.TRUE, needed=False)
            found += self._answer([], [*said, *(taken_part(self.tokens, places) for _, places in named), every])
        return found

    def _told_apart(self, named: Named, against: Collection[str], *, one: bool = False) -> list[Candidate]:
        """Where each is named in a clause of its own, those beside whom no word says that they are not chosen: Norfolk yes,
        Essex no. With `one` one is chosen: not Buckingham, Arundel.
        """
        clauses = clauses_of(self.tokens)
        chosen, others, denials = list[str](), list[str](), list[int]()
        for option, places in named:
            clause = [at for at, number in enumerate(clauses) if number == clauses[places[0]]]
            denied = [at for at in clause if (self.tokens[at].word,) in around().denials]
            words = [at for at in clause if self.tokens[at].word in against and at not in denied]
            (others if denied or words else chosen).append(option)
            if len(denied) + bool(words) > 1:
                return []  # a denial of a denial: do not let Norfolk go
            denials += [*denied, *words]
        apart = len({clauses[places[0]] for _, places in named}) == len(named)
        if not (apart and chosen and others) or (one and len(chosen) > 1):
            return []
        said = [
            *(taken_part(self.tokens, places) for _, places in named),
            *(taken_part(self.tokens, [at]) for at in denials),
        ]
        agreed = Part(Kind.TRUE, tuple(sorted(around().yes)), needed=False)
        return self._answer(chosen[0] if one else chosen, [*said, agreed])

    def _in_order(self, options: Sequence[str]) -> list[Candidate]:
        counted, ordinals = self._counted(options), ordinals_in(self.tokens)
        if (numbered := self._numbered(options)) and not _fits_count(self.decision.shape, counted):
            return self._answer([option for option, _ in numbered], [part for _, said in numbered for part in said])
        if not counted or ordinals is None:
            return []
        answer = [option for option, times, _ in counted for _ in range(times)]
        number = Part(Kind.TRUE, said_as(len(answer)), needed=False)  # my four cards
        return self._answer(answer, [*(part for _, _, said in counted for part in said), *ordinals, number])

    def _numbered(self, options: Sequence[str]) -> list[tuple[str, list[Part]]]:
        """The options in their order, where each stands behind its own number: "1. York 2. March"; else []."""
        found: list[tuple[str, list[Part]]] = []
        for number, (option, places) in enumerate(self._named_here(options, plurals=True), 1):
            at = places[0] - 1
            while at >= 0 and not self.tokens[at].word:
                at -= 1
            is_numbered = at >= 0 and figure_of(self.tokens[at].word) == str(number)
            if not is_numbered and (number > 1 or at >= 0):
                return []
            # What numbers the first can have been taken for the number of the line.
            found.append((option, [taken_part(self.tokens, each) for each in (places, [at])[: 1 + is_numbered]]))
        return found if len(found) > 1 else []

    def _shares(self, options: Sequence[str]) -> list[Candidate]:
        counted = self._counted(options)
        if len({option for option, _, _ in counted}) < len(counted) or not counted:
            return []
        return self._answer({option: times for option, times, _ in counted}, [p for _, _, said in counted for p in said])

    def _shared_evenly(self, shape: Split) -> list[Candidate]:
        """So many from each of those who are named, or of all: "Somerset and Grey lose one each"."""
        evenly = [at for at, token in enumerate(self.tokens) if token.word in EACH]
        figures = [at for at, token in enumerate(self.tokens) if is_number(figure_of(token.word))]
        if len(evenly) != 1 or len(figures) != 1:
            return []
        named, number = self._named_here(list(shape.limits()), plurals=True), int(figure_of(self.tokens[figures[0]].word))
        bins = [bin_ for bin_, _ in named] or [bin_ for bin_, most in shape.limits().items() if most > 0]
        said = [taken_part(self.tokens, places) for places in (*(places for _, places in named), evenly, figures)]
        return self._answer(dict.fromkeys(bins, number), said) if len(set(bins)) == len(bins) else []

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
            times, said = times_of(self.tokens, places, between, counts)
            counts.update(said)
            figures = (
                _unneeded(part) if self.tokens[at].word in COUNTED_AWAY else part  # "take 2 from": of the order word
                for at in said
                for part in [taken_part(self.tokens, [at])]
            )
            found.append((option, times, [taken_part(self.tokens, places), *figures]))
        return found

    def _pairs(self, shape: Assign) -> list[Candidate]:
        items, bins = list(shape.items()), list(shape.bins())
        apart = not set(items) & set(bins)
        named = self._named_pairs(items, bins) if apart else []
        # By a word of a name alone ("Essex") only what is plainly given: "Grey in Essex" and "Essex and Grey" give nothing.
        by_words = self._named_pairs(items, bins, by_words=True) if apart else []
        by_words = by_words if len(by_words) > len(named) else []
        if any(option in items and self._is_behind(places[0], TO_WHOM | WITHIN) for option, places in by_words):
            return []
        is_given = any(
            option in bins and (self._is_behind(places[0], TO_WHOM) or self.tokens[places[0] - 1].bare == COLON)
            for option, places in by_words
        )
        named = by_words or named
        needs_verb = (bool(by_words) and not is_given) or self._is_one_list(named, items)
        pairs = paired([option for option, _ in named], items)
        if any(option in bins and self._is_behind(places[0], AWAY) for option, places in named):
            return []
        if not pairs or shape.partial_refusal(pairs) is not None:
            return []
        name, verb = self.position.lexicon.name, verb_for(self.position.table, self.decision)
        line = f"{verb} " + ", ".join(f"{name(item)} {name(bin_)}" for item, bin_ in pairs.items())
        both = Part(Kind.TRUE, tuple(sorted(around().all)), needed=False)
        return [
            Candidate(
                line,
                (
                    replace(self._verb(), needed=needs_verb),
                    *(taken_part(self.tokens, places) for _, places in named),
                    both,
                ),
                self._asked,
                as_named=True,
            )
        ]

    def _is_one_list(self, named: Named, items: Collection[str]) -> bool:
        """Whether who gets something may be no more than the last of a list: "the Earl of Essex, the Town and Cromwell"."""
        first = named[0][0] if named else ""
        return first in items and any(option not in items and self._joins(places[0]) for option, places in named)

    def _joins(self, at: int) -> bool:
        at -= 1
        while at >= 0 and (self.tokens[at].word in BEFORE_A_NAME or (self.tokens[at].word,) in around().titles):
            at -= 1
        is_comma = at >= 0 and not self.tokens[at].word and self.tokens[at].bare != COLON
        return is_comma or (at >= 0 and (self.tokens[at].word,) in around().joints)

    def _is_behind(self, at: int, words: Collection[str]) -> bool:
        """Whether in front of a name, small words apart, stands one of these words."""
        at -= 1
        while at >= 0 and self.tokens[at].word in BEFORE_A_NAME:
            at -= 1
        return at >= 0 and self.tokens[at].word in words

    def _named_pairs(self, items: Sequence[str], bins: Sequence[str], *, by_words: bool = False) -> Named:
        """What a line names; of an Earl and the area by the same name the area is what stands behind "to" or "in"."""
        found: Named = []

        def tell(before: Named, at: int, meant: Collection[str]) -> str:
            """Of somebody and the place by the same name the place where it stands behind "in", or right behind somebody."""
            follows = bool(before) and before[-1][0] in items and before[-1][1][-1] == at - 1
            is_goal = follows or self._is_behind(at, TOWARDS | WITHIN)
            told = [each for each in meant if each in (bins if is_goal else items)]
            return told[0] if len(told) == 1 else ""

        for option, places in self._named_here([*items, *bins], by_words=by_words, tell=tell):
            words, before = tuple(self.tokens[at].word for at in places), self.tokens[max(0, places[0] - 1)].word
            is_goal = places[0] > 0 and (before in (*TOWARDS, "inside") or (before,) in around().within)
            kind = bins if is_goal else items
            meant = [each for each in kind if any(way[-len(words) :] == words for way in self._named_whole(each))]
            found.append((meant[0] if option not in kind and len(meant) == 1 else option, places))
        return found


def _by_its_first(full: Candidate) -> Candidate | None:
    """An option said by its order word and the first of its names; None of one that gives something up."""
    verb, *others = full.parts
    names = [part for part in others if part.kind is Kind.NAME]
    parts = (_needed(verb), names[0], *(_unneeded(part) for part in others if part is not names[0]))
    return None if full.final or not names or not names[0].needed else replace(full, parts=parts)


_YES: Final = Part(Kind.NAME, tuple(sorted(around().yes)))


def _needed(part: Part) -> Part:
    return replace(part, needed=True)


def _unneeded(part: Part) -> Part:
    return replace(part, needed=False)


def _fits_count(shape: Shape, counted: Sequence[tuple[str, int, list[Part]]]) -> bool:
    """Whether names with their numbers in front make an answer: "2 York, 1 March" of three."""
    return shape.refusal([option for option, times, _ in counted for _ in range(times)]) is None
