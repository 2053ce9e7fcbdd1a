"""What a line that is not understood was probably meant as: lines to show its writer, never to carry out.

Here a name may be misspelt and a word may be strange; what counts is what the line names of the things that can be answered.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Final

from rapidfuzz import process
from rapidfuzz.distance import OSA

from pbem.effort import spend
from pbem.engine.decision import Assign, Decision, Menu, Pick, Split, YesNo
from pbem.figures import is_number
from pbem.orders.languages.words import everyday, listed
from pbem.orders.parse.parse import MAX_LINE_LENGTH
from pbem.orders.place.position import Position, Unasked
from pbem.orders.reading.candidate import Candidate, Fit, Kind
from pbem.orders.reading.candidates import candidates, candidates_of, ways_of
from pbem.orders.reading.denied import but_for_denied
from pbem.orders.reading.known import known_at
from pbem.orders.reading.match import fit_all
from pbem.orders.reading.misread.slips import slips_of
from pbem.orders.reading.naming import PAIR, TWO, figure_of, named_in, with_telling_words
from pbem.orders.reading.read import MAX_TOKENS
from pbem.orders.reading.sayings import Sayings, sayings_of
from pbem.orders.reading.tokens import Token, clauses_of, tokens_of
from pbem.orders.words.lexicon import plain_words
from pbem.orders.words.lines import line_of, verb_for, verbs_for
from pbem.orders.words.vocabulary import SPECIAL, written_for

MAX_SHOWN: Final = 3
MAX_TOGETHER: Final = 4
"""So many orders of one line are shown together."""
FEW: Final = 4
"""Of so many choices all can be shown."""
MAX_FITTED: Final = 400
MAX_SHARED: Final = 12
SHORT: Final = 8
"""A longer line counts nothing out."""
STEPS_TO_GUESS, STEPS_A_FIT = 60, 20
"""The work of guessing at a line, and of each candidate that it names something of (pbem.effort)."""
ONE_SLIP, TWO_SLIPS = 4, 7
"""A word of so many letters may have one letter wrong, or two."""
OTHERS: Final = frozenset(listed("others"))
"""Says of what a line does not name what is done with it."""
CHOOSING: Final = frozenset(listed("choosing"))
ENDING: Final = frozenset(listed("ending"))
ORDINALS: Final = tuple(listed("ordinals"))
NUMBER: Final = re.compile(r"(?:number|no\.?|nr\.?|option|#)\s*([0-9]{1,2})\b", re.IGNORECASE)


def guesses(position: Position, line: str) -> tuple[str, ...]:
    """The lines in the standard form that a line was most probably meant as, the best first; () where it says nothing of
    what can be answered. What gives something up is shown only where the line names it, or says that it ends something;
    what may be done unasked only where all of it is named, and nothing that is asked was meant.
    """
    kept, by = known_at(position.table).guesses, (position.seat, line)
    if by not in kept:
        found = _guesses(position, line) or _guesses(Unasked(position.table, position.seat), line, whole=True)
        kept[by] = but_for_denied(position.table, line, _of_named_pieces(position, line, found))
    return kept[by]


def _of_named_pieces(position: Position, line: str, found: Sequence[str]) -> Sequence[str]:
    """Of several lines those that are not about another piece of the writer's than a line which names one first."""
    pieces = _own_pieces(position, plain_words(line))
    first = next((ids for ids in pieces if ids is not None), set[str]())
    if not first:
        return found
    named = set().union(*filter(None, pieces))
    acting = {each: next(filter(None, _own_pieces(position, plain_words(each)[1:])), set[str]()) for each in found}
    return [each for each in found if not acting[each] or acting[each] & named]


def _own_pieces(position: Position, words: Sequence[str]) -> list[set[str] | None]:
    """For each word the pieces of the writer's that it names; None where it names nothing."""
    place, known = partial(position.rules.orders.place, position.state, position.seat), position.vocabulary
    return [{*filter(place, ids)} if (ids := known.meant_in(word)) else None for word in words]


def _guesses(position: Position, line: str, *, whole: bool = False) -> tuple[str, ...]:
    """With `whole` only what is named whole."""
    tokens = tokens_of(line[:MAX_LINE_LENGTH])
    if len(line) > MAX_LINE_LENGTH or len(tokens) > MAX_TOKENS or not position.questions:
        return ()
    spend(STEPS_TO_GUESS)
    guess = _Guess(position, line, tokens)
    found = guess.named() if whole else guess.lines()
    begins = _orders_begun(position, line, tokens)
    if begins is not None:
        found = [each for each in found if each.partition(" ")[0] in begins]
    return tuple(found[:MAX_SHOWN])


def _orders_begun(position: Position, line: str, tokens: Sequence[Token]) -> set[str] | None:
    """The order words that a line begins with, or with a slip of: it is no other. None where it begins otherwise."""
    first, words = tokens[0].word if tokens else "", position.vocabulary.words
    names = {name for word in words for name in (word.verb, *written_for(word.synonyms))} | {*SPECIAL}
    meant = {first, *slips_of(position.table).found(line).get(first, ())} & names
    return {word.verb for word in words if meant & {word.verb, *written_for(word.synonyms)}} if meant else None


class _Guess:
    def __init__(self, position: Position, line: str, tokens: Sequence[Token]) -> None:
        self.sayings: Sayings = sayings_of(position.table)
        self.position, self.line = position, line
        self.tokens = self._put_right(tokens, candidates(position, tokens))
        self.words = {word for token in self.tokens for word in (token.word, token.bare)}

    def lines(self) -> list[str]:
        """What is shown, in its order."""
        fits = self._fits()
        full = [each for each in fits if _is_full(each)]
        if not full:
            self._say_where_they_stand()
            fits = self._fits()
            full = [each for each in fits if _is_full(each)]
        together = _covering([each for each in full if each.candidate.line.partition(" ")[0] in self._one_by_one()])
        found = ["; ".join(each.candidate.line for each in together)] if len(together) > 1 else []
        found += [
            *self._pairs(),
            *self._shared_out(),
            *self._counted_out(),
            *(each.candidate.line for each in (full or fits)),
        ]
        return list(dict.fromkeys(found)) or self._few()

    def named(self) -> list[str]:
        """What the line names whole."""
        return list(dict.fromkeys(each.candidate.line for each in self._fits() if _is_full(each)))

    def _one_by_one(self) -> set[str]:
        """The order words of which a line each is written; those of other questions take a list."""
        menus = (each for each in self.position.questions if isinstance(each.shape, Menu))
        return {verb for each in menus for verb in verbs_for(self.position.table, each)}

    def _put_right(self, tokens: Sequence[Token], able: Sequence[Candidate]) -> list[Token]:
        """The words; those that are like a word of what can be answered are that word."""
        words = {word for each in able for part in each.parts for word in part.words} | self.sayings.sense.names
        known = sorted(word for word in words if len(word) >= ONE_SLIP)
        return [self._put_right_one(token, known) for token in tokens]

    def _say_where_they_stand(self) -> None:
        """Add the places of those whom the line names: "Margaret's battle" is where she stands."""
        position = self.position
        named = position.vocabulary.named_in(" ".join(token.bare for token in self.tokens))[:MAX_TOGETHER]
        places = (position.rules.orders.place(position.state, position.seat, each) for each in named)
        words = dict.fromkeys(word for place in places if place for word in plain_words(position.lexicon.name(place)))
        self.tokens += [Token("", ","), *(Token(word, word) for word in words if word not in self.words)]
        self.words |= set(words)

    def _put_right_one(self, token: Token, known: Sequence[str]) -> Token:
        word, sayings = token.bare, self.sayings
        is_known = sayings.means_something(word) or word in sayings.known or word in everyday()
        if not token.word or len(word) < ONE_SLIP or is_known or not word.isalpha():
            return token
        most = 1 if len(word) < TWO_SLIPS else 2
        near = process.extractOne(word, known, scorer=OSA.distance, score_cutoff=most)
        return token if near is None or near[0][0] != word[0] else Token(near[0], near[0])

    def _fits(self) -> list[Fit]:
        """How well the line says each candidate of which it names something, the best first."""
        able = [each for each in candidates(self.position, self.tokens) if self._names_something(each)][:MAX_FITTED]
        spend(STEPS_A_FIT * len(able))
        found = fit_all(self.tokens, (replace(each, is_shown=True) for each in able), self.sayings.sense)
        found = self._but_for_others(found)
        shown = [each for each in found if each.taken or each.complete or (each.spoken and each.candidate.names_nothing)]
        shown = [each for each in shown if each.spoken or not each.candidate.final or self._is_named(each)]
        return sorted(shown, key=_rank)

    def _is_named(self, each: Fit) -> bool:
        """Whether names tell what gives something up without its order word: several, or in few words a goal."""
        return len(each.taken) > 1 or (each.names_goal and len(self.tokens) <= SHORT)

    def _but_for_others(self, fits: Sequence[Fit]) -> list[Fit]:
        """The fits without those of what a line leaves out: "keep the Marshal" does not discard him, nor does "Stanley comes
        in, discard the other one"; in their place those that the line does not name.
        """
        left_out = [each for each in fits if self._leaves_out(each)]
        verbs = {verb for each in left_out if (verb := _verb_of(each)) in self._open_verbs()}
        lines = {each.candidate.line for each in left_out}
        every = [each for each in candidates(self.position, self.tokens) if each.line.partition(" ")[0] in verbs]
        others = [each for each in every if each.line not in lines and not each.final]
        known = {each.candidate.line for each in fits}
        more = fit_all(self.tokens, [each for each in others if each.line not in known][:FEW], self.sayings.sense)
        shown = [replace(each, taken=each.taken or ((0,),)) for each in more]
        return [*(each for each in fits if each.candidate.line not in lines), *shown]

    def _leaves_out(self, each: Fit) -> bool:
        """Whether what a fit names stands in a clause that says it is not for its order word, or apart from the clause with
        that word, which is said of others.
        """
        verb = next((part for part in each.candidate.parts if part.kind is Kind.VERB), None)
        against = self.position.rules.orders.synonyms.against.get(_verb_of(each), frozenset())
        clauses = clauses_of(self.tokens)
        named = {clauses[at] for places in each.taken for at in places}
        said, others, denied = set[int](), set[int](), set[int]()
        for token, clause in zip(self.tokens, clauses, strict=True):
            said |= {clause} if verb is not None and token.word in verb.words else set()
            others |= {clause} if token.word in OTHERS else set()
            denied |= {clause} if token.word in against else set()
        return bool(named) and (bool(named & denied) or (bool(said & others) and not named & others))

    def _open_verbs(self) -> set[str]:
        """The order words with which the first question is answered."""
        return set(verbs_for(self.position.table, self.position.questions[0]))

    def _names_something(self, candidate: Candidate) -> bool:
        """Whether the line has a word of what a candidate names, or its order word, if that is all that it has."""
        named = [part for part in candidate.parts if part.kind in (Kind.NAME, Kind.NONE)] or candidate.parts
        return any(not self.words.isdisjoint(part.words) for part in named)

    def _pairs(self) -> list[str]:
        """What a line gives to whom, or sends where: each goes with what is named behind it, or before it where all is."""
        questions = ((each, each.shape) for each in self.position.questions)
        return [line for each, shape in questions if isinstance(shape, Assign) and (line := self._pairs_of(each, shape))]

    def _pairs_of(self, decision: Decision, shape: Assign) -> str:
        """The same for one question ("": nothing). Where the line begins with who gets something, each is named in front of
        what they get.
        """
        ways = with_telling_words(ways_of(self.position, [*shape.items(), *shape.bins()]))
        items, bins = ({each: ways[each] for each in kind} for kind in (shape.items(), shape.bins()))
        named = dict(reversed([(item, places) for item, places in named_in(self.tokens, items)]))
        goals = [(bin_, at) for bin_, at in named_in(self.tokens, bins) if at not in named.values()]
        leads = bool(goals and named) and goals[0][1] < min(named.values())
        pairs: dict[str, str] = {}
        for item, places in sorted(named.items(), key=lambda each: each[1]):
            before = [bin_ for bin_, at in reversed(goals) if at < places]
            behind = [bin_ for bin_, at in goals if at > places]
            goal = ((before or behind) if leads else (behind or before))[:1]
            if goal and shape.pair_refusal(item, goal[0], pairs) is None:
                pairs[item] = goal[0]
        if not pairs or shape.partial_refusal(pairs) is not None:
            return ""
        name, verb = self.position.lexicon.name, verb_for(self.position.table, decision)
        return f"{verb} " + ", ".join(f"{name(item)} {name(bin_)}" for item, bin_ in pairs.items())

    def _shared_out(self) -> list[str]:
        """How a line shares out: who is named in a clause takes as many as it says there, "both", or one: "the third"."""
        decision, clauses = self.position.questions[0], clauses_of(self.tokens)
        shape = decision.shape
        if not isinstance(shape, Split):
            return []
        shares: dict[str, int] = {}
        for bin_, places in named_in(self.tokens, ways_of(self.position, shape.limits())):
            clause = [token.word for token, number in zip(self.tokens, clauses, strict=True) if number == clauses[places[0]]]
            figures = [int(figure) for word in clause if is_number(figure := figure_of(word))]
            shares[bin_] = figures[0] if len(figures) == 1 else PAIR if not TWO.isdisjoint(clause) else 1
        return [line_of(self.position.table, decision, shares)[0]] if shape.refusal(shares) is None else []

    def _counted_out(self) -> list[str]:
        """The choice that a line counts out: the second one, number 4 on the list."""
        if len(self.tokens) > SHORT:
            return []
        number = NUMBER.search(self.line)
        counted = [at for at, word in enumerate(ORDINALS) if word in self.words]
        at = int(number[1]) - 1 if number is not None else counted[0] if len(counted) == 1 else -1
        lines = self._choices()
        return [lines[at]] if 0 <= at < len(lines) else []

    def _few(self) -> list[str]:
        """All choices, where they are few and the line says by a word that it chooses; those that end something, where it
        says that.
        """
        lines = self._choices()
        if len(lines) <= FEW and self.words & (CHOOSING | ENDING | self.sayings.sense.names):
            return lines
        ends = self.position.rules.orders.synonyms.final
        return [each for each in lines if each.partition(" ")[0] in ends] if self.words & ENDING else []

    def _choices(self) -> list[str]:
        """The choices of the first question, in their order."""
        decision = self.position.questions[0]
        if isinstance(decision.shape, Split):
            return [line_of(self.position.table, decision, share)[0] for share in _shares(decision.shape)]
        if not isinstance(decision.shape, Pick | Menu | YesNo):
            return []
        return list(dict.fromkeys(each.line for each in candidates_of(self.position, decision, ())))


def _shares(shape: Split) -> list[dict[str, int]]:
    """The ways to share out, if they are few."""
    limits = {bin_: limit for bin_, limit in shape.limits().items() if limit > 0}
    if len(limits) > FEW or shape.total > MAX_SHARED:
        return []
    counts = product(*(range(min(limit, shape.total) + 1) for limit in limits.values()))
    shares = [{bin_: n for bin_, n in zip(limits, each, strict=True) if n} for each in counts if sum(each) == shape.total]
    return shares if len(shares) <= FEW else []


def _verb_of(each: Fit) -> str:
    return each.candidate.line.partition(" ")[0]


def _is_full(each: Fit) -> bool:
    """Whether a line names all that a candidate names."""
    needed = sum(part.needed and part.kind is Kind.NAME for part in each.candidate.parts)
    return each.complete or len(each.taken) >= max(needed, 1) or (each.spoken and each.candidate.names_nothing)


def _rank(each: Fit) -> tuple[bool, int, bool, int, int]:
    """The best first: all named, by the most words, with its order word, in the order of the line, with the least left."""
    named = len({at for places in each.taken for at in places})
    return (not _is_full(each), -named, not each.spoken, each.turned, len(each.left))


def _covering(fits: Sequence[Fit]) -> list[Fit]:
    """Orders that say together what no single one says, in the order of the line; the best alone where it says all."""
    found: list[Fit] = []
    said: set[int] = set()
    for each in fits:
        places = {at for taken in each.taken for at in taken}
        new = [taken for taken in each.taken if said.isdisjoint(taken)]
        if new and 2 * len(new) >= len(each.taken) and len(found) < MAX_TOGETHER:
            found.append(each)
            said |= places
    ends = [each for each in fits if each.candidate.final and each.candidate.names_nothing and each.spoken]
    return [*sorted(found, key=lambda each: each.taken[0]), *ends[:1]] if found else []
