"""What a seat can write now, as candidates: the answers to its open questions."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final

from pbem.engine.decision import Assign, Decision, Json, Menu, Number, Pick, PickSome, Split, Stack, YesNo
from pbem.engine.decision import Sequence as InOrder
from pbem.engine.phrase import words_of
from pbem.engine.writing import option_line, verb_of
from pbem.orders.languages.words import Run, around
from pbem.orders.place.position import Position
from pbem.orders.reading.match import Asked, Candidate, Kind, Part, Token
from pbem.orders.reading.sayings import Sayings, inflected_figures, named_by, sayings_of, sole_title
from pbem.orders.words.lexicon import NUMBERS, SMALL_WORDS, plain_words
from pbem.orders.words.lines import line_of, verb_for

YES, NO, NONE = "yes", "no", "none"
VIA: Final = "via"
MOST_NUMBERS: Final = 40
ONE_AND_NONE: Final = 2
COUNT: Final = re.compile(r"[x×]?([0-9]{1,2})[x×]?")


def candidates(position: Position, tokens: Sequence[Token]) -> list[Candidate]:
    """All that the line could answer. Where the answers to a question are lists, those that the line itself names."""
    return [each for decision in position.questions for each in _Answers(position, decision, tokens).candidates()]


class _Answers:
    """The candidates of one question."""

    def __init__(self, position: Position, decision: Decision, tokens: Sequence[Token]) -> None:
        self.position = position
        self.decision = decision
        self.tokens = tokens
        self.sayings: Sayings = sayings_of(position.table)
        self.synonyms = position.rules.orders.synonyms
        self.asked = self._asked(self._optional)

    def candidates(self) -> list[Candidate]:
        shape = self.decision.shape
        match shape:
            case Menu():
                return self._menu(shape)
            case Pick():
                return self._pick(shape.options())
            case YesNo():
                return [self._answer(True, [self._yes()]), self._answer(False, [self._none(NO, around().no)])]
            case Number(least, most):
                numbers = range(least, min(most, least + MOST_NUMBERS) + 1)
                return [self._answer(n, [Part(Kind.NAME, _said(n))]) for n in numbers]
            case PickSome():
                return self._some(shape)
            case InOrder() | Stack():
                return self._in_order(list(shape.limits()) if isinstance(shape, Stack) else list(shape.options()))
            case Assign():
                return self._pairs(shape)
            case Split():
                return []
        return []

    # Each shape

    def _menu(self, shape: Menu) -> list[Candidate]:
        options = shape.options()
        verbs = {verb_of(option) for option in options if words_of(option)[1:]} - self.synonyms.final
        return [self._option(option, only_verb=len(verbs) == 1) for option in options]

    def _option(self, option: str, *, only_verb: bool) -> Candidate:
        head, *rest = words_of(option)
        verb, *more = head.split("_")
        final = verb in self.synonyms.final
        ways = (self.sayings.own if final else self.sayings.verbs).get(verb, ((verb,),))
        names = [
            Part(Kind.NAME, self._named(word), needed=word not in self.synonyms.left_out.get(verb, ()))
            for word in (*more, *rest)
        ]
        line = option_line(self.position.lexicon.name, option)
        leads = self.synonyms.prepositions.get(verb) == "to "
        parts = (
            Part(Kind.VERB, ways, needed=final or not (only_verb or (names and not leads and self._is_apart(verb, rest)))),
            *names,
        )
        return Candidate(line, parts, self.asked, final, leads, in_full=not only_verb, in_order=VIA in rest)

    def _is_apart(self, verb: str, rest: Sequence[str]) -> bool:
        """Whether no other order word of the Menu goes with one of these names."""
        others = {
            word for option in self.decision.shape.options() if verb_of(option) != verb for word in words_of(option)[1:]
        }
        return not others & set(rest)

    def _pick(self, options: Sequence[str]) -> list[Candidate]:
        found = [
            self._answer(each, [Part(Kind.NAME, self._named(word)) for word in words_of(each)])
            for each in options
            if each != NONE
        ]
        if NONE in options:
            alone = len(options) == ONE_AND_NONE
            found.append(
                self._answer(NONE, [self._none(NONE, around().none | around().no)], self._asked() if alone else None)
            )
        others = [each for each in options if each != NONE]
        if len(others) == 1:
            found.append(self._answer(others[0], [self._yes()]))
        return found

    def _some(self, shape: PickSome) -> list[Candidate]:
        options = shape.options()
        found = [self._answer([], [self._none(NONE, around().none | around().no)])] if shape.least == 0 else []
        if len(options) <= shape.most:
            found.append(self._answer(list(options), [Part(Kind.NAME, tuple(around().all))]))
        named = _named_in(self.tokens, {option: self._named_whole(option) for option in options})
        chosen = [option for option, _ in named]
        if len(chosen) > len(set(chosen)):
            return []  # something is named twice: it is refused by name
        if named:
            found.append(self._answer(chosen, [_taken(self.tokens, places) for _, places in named]))
        found += [
            self._answer([each], [Part(Kind.NAME, self._named_whole(each))])
            for each in options
            if [each] != [o for o, _ in named]
        ]
        return [each for each in found if each is not None]

    def _in_order(self, options: Sequence[str]) -> list[Candidate]:
        named = _named_in(self.tokens, {option: self._named_whole(option) for option in options})
        answer: list[str] = []
        parts: list[Part] = []
        for option, places in named:
            times, counted = _times(self.tokens, places)
            answer += [option] * times
            parts += [_taken(self.tokens, places), *(Part(Kind.NAME, ((self.tokens[at].word,),)) for at in counted)]
        return [self._answer(answer, parts)] if answer else []

    def _pairs(self, shape: Assign) -> list[Candidate]:
        items, bins = list(shape.items()), list(shape.bins())
        if set(items) & set(bins):
            return []
        named = _named_in(self.tokens, {each: self._named_whole(each) for each in (*items, *bins)})
        pairs: dict[str, str] = {}
        waiting: list[str] = []
        for option, _ in named:
            if waiting and (option in items) != (waiting[-1] in items):
                pairs |= dict.fromkeys(waiting, option) if option in bins else {option: waiting[-1]}
                waiting = []
            else:
                waiting.append(option)
        if waiting or not pairs:
            return []
        said = f"{verb_for(self.position.table, self.decision)} " + ", ".join(
            f"{self.position.lexicon.name(item)} {self.position.lexicon.name(bin_)}" for item, bin_ in pairs.items()
        )
        return [Candidate(said, (self._verb(), *(_taken(self.tokens, places) for _, places in named)), self.asked)]

    # Parts

    def _answer(self, answer: Json, parts: Sequence[Part], asked: Asked | None = None) -> Candidate | None:
        shape = self.decision.shape
        if shape.refusal(answer) is not None:
            return None
        table = self.position.table
        line = line_of(table, self.decision, answer)[0]
        verb = verb_for(table, self.decision)
        gives_up = verb in self.synonyms.final and answer not in (False, NONE, [])
        head = Part(Kind.VERB, self.sayings.own.get(verb, ((verb,),)), needed=True) if gives_up else self._verb()
        folded = " ".join(plain_words(line))
        also = self.sayings.answers.get(folded, ())
        told = [Part(part.kind, (*part.ways, *also), part.needed) for part in parts[:1]] + list(parts[1:])
        return Candidate(line, (head, *told), asked or self.asked, gives_up)

    def _verb(self) -> Part:
        verb = verb_for(self.position.table, self.decision)
        return Part(Kind.VERB, self.sayings.verbs.get(verb, ((verb,),)), needed=False)

    def _yes(self) -> Part:
        return Part(Kind.NAME, tuple(around().yes))

    def _none(self, word: str, ways: Iterable[Run]) -> Part:
        return Part(Kind.NONE, (*ways, *self.sayings.things.get(word, ())))

    def _named(self, word: str) -> tuple[Run, ...]:
        """The runs for one word of an option."""
        ways = named_by(self.position.vocabulary, word)
        title = sole_title(self.position.vocabulary, word)
        ways = (*ways, *([(title,)] if title else []), *inflected_figures(ways))
        without = tuple(way[:-1] for way in ways if len(way) > 1 and way[-1][-1:].isdigit())
        return (
            *ways,
            *without,
            *self.sayings.things.get(word.replace("_", "-"), ()),
            *self.sayings.things.get(word.replace("_", " "), ()),
        )

    def _named_whole(self, option: str) -> tuple[Run, ...]:
        """The runs for an option of one word or several."""
        words = words_of(option)
        return self._named(words[0]) if len(words) == 1 else named_by(self.position.vocabulary, option)

    def _asked(self, but: Collection[str] = ()) -> Asked:
        """What stands around the question, `but` for these of its words."""
        position, decision = self.position, self.decision
        acting = position.rules.orders.acting(position.state, decision)
        known = set(position.vocabulary.known)
        actors = tuple(run for each in acting if each in known for run in named_by(position.vocabulary, each))
        stands = [position.rules.orders.place(position.state, decision.seat, each) for each in acting]
        origins = tuple(run for place in stands if place for run in named_by(position.vocabulary, place))
        verbs = {run[0] for runs in self.sayings.verbs.values() for run in runs if len(run) == 1}
        said = {word for word in plain_words(f"{decision.prompt} {decision.subject}") if not word.isdigit()}
        verbs = set() if isinstance(decision.shape, YesNo) else verbs
        return Asked(frozenset(said - verbs - set(but)), actors, origins)

    @property
    def _optional(self) -> set[str]:
        """The words that name what can be chosen: one beside another choice is not accounted for."""
        shape = self.decision.shape
        options = (
            list(shape.options()) if isinstance(shape, Pick | PickSome | InOrder) and not isinstance(shape, Menu) else []
        )
        return {word for option in options for run in named_by(self.position.vocabulary, option) for word in run}


def _said(number: int) -> tuple[Run, ...]:
    return ((str(number),), *((word,) for word, figure in NUMBERS.items() if figure == str(number)))


def _taken(tokens: Sequence[Token], places: Sequence[int]) -> Part:
    return Part(Kind.NAME, (tuple(tokens[at].bare for at in places), tuple(tokens[at].word for at in places)))


def _named_in(tokens: Sequence[Token], ways: Mapping[str, tuple[Run, ...]]) -> list[tuple[str, tuple[int, ...]]]:
    """The options that a line names, in its order, each with the places of its words; [] where one cannot be told from another."""
    found: list[tuple[str, tuple[int, ...]]] = []
    at = 0
    while at < len(tokens):
        fits = [
            (len(places), rank == 0, option, places)
            for option, runs in ways.items()
            for rank, run in enumerate(runs)
            if (places := _from(tokens, at, run))
        ]
        if not fits:
            at += 1
            continue
        longest, is_name = max(each[:2] for each in fits)
        meant = {option: places for length, first, option, places in fits if (length, first) == (longest, is_name)}
        whole = {option: places for option, places in meant.items() if any(len(run) == longest for run in ways[option])}
        if len(meant) > 1 and len(whole) != 1:
            return []
        option, places = next(iter((whole or meant).items()))
        found.append((option, places))
        at = places[-1] + 1
    return found


def _from(tokens: Sequence[Token], at: int, run: Run) -> tuple[int, ...]:
    """The places, from one on, whose words name a run or its first words."""
    places: list[int] = []
    words = iter(run)
    word = next(words)
    for place in range(at, len(tokens)):
        if tokens[place].is_(word):
            places.append(place)
            word = next(words, "")
            if not word:
                break
        elif not places or tokens[place].word not in SMALL_WORDS:
            break
    is_title = len(places) == 1 and (tokens[at].word,) in around().titles and len(run) > 1
    return () if is_title else tuple(places)


def _times(tokens: Sequence[Token], places: Sequence[int]) -> tuple[int, list[int]]:
    """How often a name is meant, and where that is said."""
    for at in (places[0] - 1, places[-1] + 1):
        if 0 <= at < len(tokens):
            figure = NUMBERS.get(tokens[at].word, tokens[at].word)
            counted = COUNT.fullmatch(figure)
            if counted is not None:
                return max(1, min(int(counted[1]), MOST_NUMBERS)), [at]
    return 1, []
