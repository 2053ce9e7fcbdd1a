"""A line, read against all that its writer can mean now: the one candidate that it says, or those nearest to it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from heapq import nlargest
from itertools import takewhile
from typing import Any, Final

from pbem.effort import spend
from pbem.engine.decision import Menu, Number, PickSome, YesNo
from pbem.engine.phrase import words_of
from pbem.engine.table import Table
from pbem.figures import has_digit
from pbem.orders.languages.words import (
    Run,
    alternatives,
    around,
    everyday,
    listed,
    listed_words,
    meanings,
    not_ordered,
    several_words_of_doubt,
)
from pbem.orders.parse.parse import CLAUSE, MAX_LINE_LENGTH
from pbem.orders.place.position import Position, Unasked
from pbem.orders.reading.candidate import Candidate, Fit, Kind, can_be_near, can_be_whole
from pbem.orders.reading.candidates import candidates
from pbem.orders.reading.clauses import (
    COLON,
    SEVERAL,
    clauses_of,
    denies,
    is_doubtful,
    joined,
    leads_in_doubt,
    only_counts_time,
    telling_clauses,
    tells,
    tells_circumstances,
    with_owners,
    without_asides,
    without_request,
)
from pbem.orders.reading.known import MAX_FITS, Reading, known_at
from pbem.orders.reading.match import best_of, fit_all
from pbem.orders.reading.naming import options_of
from pbem.orders.reading.option_parts import with_other_named
from pbem.orders.reading.reasons import (
    is_passed_over,
    remarks,
    tells_nothing,
    turns_remark_round,
    without_descriptions,
    without_reasons,
)
from pbem.orders.reading.sayings import Sayings, sayings_of
from pbem.orders.reading.tokens import Token, doubts, tokens_of, turns_round
from pbem.orders.words.lexicon import NUMBERS, SMALL_WORDS, plain_words
from pbem.orders.words.lines import verbs_for
from pbem.orders.words.vocabulary import HABITS, SPECIAL

SENTENCE: Final = re.compile(r"(?<=[^\W\d]{3})[.!]+\s+(?=[^\W\d_])|!+\s*|(?<=[^\W\d]{3})\.+$|;\s*$")
ASIDE: Final = re.compile(rf"\s*\(((?:{'|'.join(sorted(run[0] for run in around().asides))})\b[^()]*)\)", re.IGNORECASE)
"""What is told in brackets of what stands before them: (where Edward IV is)."""
NUMBERING: Final = re.compile(r"\W*[0-9]+\s*[.):]\W*")
"""Counts what stands on its line, and says nothing."""
MAX_TOKENS: Final = 40
STEPS_TO_READ, STEPS_TO_FIT, CANDIDATES_A_STEP, WORDS_OF_A_FIT = 60, 20, 8, 10
"""The work of reading a line, of holding so many words of it against a candidate that is near, and of passing others over
(pbem.effort).
"""
MAX_STEPS_OF_FITS: Final = 12_000
"""One reading of words takes no more: a letter has ten times as many."""
MAX_CLAUSES: Final = 4
MAX_LEFT: Final = 4
"""Where more words are left over, a line is a sentence."""
COURTEOUS: Final = re.compile(
    rf",\s*{alternatives('politeness')}\s*(?:[.!]*\s*$|(?=[,:]))|\s{alternatives('politeness')}\s*[.!]*\s*$", re.IGNORECASE
)
"""What stands behind an order and is no condition of it."""
NOTHING_MORE: Final = frozenset(listed("nothing_more"))
OVER_AND_DONE: Final = frozenset(listed("over_and_done"))
REST: Final = frozenset(listed("others"))
EXCUSES: Final = frozenset(listed("excuses"))
TO: Final = frozenset({"to", *(said for said, meant in meanings("prepositions").items() if meant == "to")})
"""What stands before where somebody goes."""
COUNTING: Final = frozenset({*NUMBERS, *meanings("counted")})
OTHERS: Final = frozenset({*SPECIAL, *HABITS})
"""What begins with these is no answer."""


def read(position: Position, line: str) -> Reading:
    """What a line says of what its writer can mean now, by itself: no heading and no condition stands in it."""
    readings, by = known_at(position.table).readings, (position.seat, line)
    if by not in readings:
        readings[by] = _read_anew(position, line)
        if not readings[by].meant and (unasked := Unasked(position.table, position.seat)).questions:
            readings[by] = _with_acts(readings[by], _read_anew(unasked, line, must_say=True))
    return readings[by]


def meant_by(position: Position, line: str) -> str:
    """What `read` gives as meant, for who shows nothing of what is near: it costs a part of the work."""
    known, by = known_at(position.table), (position.seat, line)
    if by in known.readings:
        return known.readings[by].meant
    if by not in known.meant:
        known.meant[by] = (
            _read_anew(position, line, near=False).meant
            or _read_anew(Unasked(position.table, position.seat), line, must_say=True, near=False).meant
        )
    return known.meant[by]


def _with_acts(answer: Reading, act: Reading) -> Reading:
    """What a line says that answers nothing: an act, or else what is shown of both."""
    return act if act.meant else replace(answer, shown=tuple(dict.fromkeys([*answer.shown, *act.shown])))


@dataclass
class _Line:
    """A line taken apart: its `clauses`, those of them that are `telling`, with their words, and those that stand `beside`.
    It asks `politely`, if it is a request; `sayings` are how things are said in its game.
    """

    position: Position
    text: str
    sayings: Sayings
    clauses: Sequence[Sequence[Token]]
    politely: bool

    def __post_init__(self) -> None:
        self.telling = telling_clauses(self.position, self.clauses, self.sayings)
        self.tokens = joined(self.telling)
        self.beside = [clause for clause in self.clauses if clause not in self.telling]

    @cached_property
    def asks(self) -> bool:
        """Whether it may be a question."""
        return not self.politely and is_doubtful(self.position.table, self.text)

    def is_certain(self, best: Sequence[Fit]) -> bool:
        """Whether nothing in it doubts what it says `best`, or takes that back.

        Talk that stands apart is passed over where the order word is said: behind a bare yes it can turn it round.
        """
        # A word of doubt that is part of a saying is accounted for by that: in what is whole there is no other.
        return (
            not doubts(self.tokens, several_words_of_doubt() - _plain_beside(best))
            and not self.sayings.sense.bearers.names_nobody(self.tokens)
            and not any(map(turns_remark_round, self._beside(best)))
            and not any(map(tells_circumstances, takewhile(lambda clause: clause not in self.telling, self.clauses)))
            and not any(map(leads_in_doubt, self.clauses))
            and all(_is_passed_over(clause, best, self.sayings) for clause in self._beside(best))
            and not self.asks
        )

    def agrees(self, best: Sequence[Fit]) -> bool:
        """Whether the whole line, too, says what its telling clauses say `best`, and none of them something else."""
        if not best:
            return True
        # What stands before a colon says whose words the rest are.
        beside = self._beside(best)
        figures = (self.tokens[at].word for places in best[0].taken for at in places)
        is_said = best[0].spoken or any(has_digit(word) or word in COUNTING for word in figures)
        counts = any(clause[-1].bare == COLON for clause in beside) or not (is_said and best[0].named)
        if best[0].whole and beside and counts:
            whole = best_of(fit_all(joined(self.clauses), (each.candidate for each in best), self.sayings.sense))
            if not whole or not whole[0].whole:
                return False
        return not (
            _answers_otherwise(self.position, best[0], self.clauses, self.sayings)
            or _says_another(self.position.table, best[0], self.tokens)
            or _goes_elsewhere(self.position, best[0], self.tokens)
        )

    def said_by_clauses(self, best: Sequence[Fit], *, must_say: bool, certain: bool) -> str:
        """What its clauses say one by one, where they do not say it together; "" for nothing."""
        if must_say:
            return ""
        same = _same_by_clause(self.position, self.telling, self.sayings) if certain and not self._beside(best) else ""
        return same or ("" if self.asks else _end_by_clause(self.position, self.clauses, self.sayings))

    def near(self, best: Sequence[Fit]) -> Reading:
        """What is near to it, to be shown. Beside a "not" that can be the opposite."""
        shown = () if denies(self.tokens) else _lines_of(best)
        shown = tuple(dict.fromkeys([*_by_clause(self.position, self.telling, self.sayings), *shown]))
        orders = any(len(each.left) <= MAX_LEFT for each in best)
        doubted = doubts(self.tokens, but=self.sayings.sense.verbs)
        return Reading("", shown, orders=orders and bool(shown) and not doubted)

    def _beside(self, best: Sequence[Fit]) -> list[Sequence[Token]]:
        """The clauses beside what is said; what a refusal is excused with is none."""
        refuses = _refuses(best)
        return [each for each in self.beside if not (refuses and EXCUSES.issuperset(token.word for token in each))]


def _read_anew(position: Position, line: str, *, must_say: bool = False, near: bool = True) -> Reading:
    """Where the line `must_say` its order word, nothing is meant without. What is `near` is looked for to be shown."""
    said = _taken_apart(position, line)
    if said is None:
        return Reading()
    best = (_best if near else _whole)(position, said.tokens, said.sayings)
    certain = said.is_certain(best)
    if certain and not (must_say or said.beside) and (goes := _only_move(position, said.tokens, said.sayings)):
        return Reading(goes, (goes,), orders=True)
    certain = certain and said.agrees(best)
    best = [each for each in best if each.spoken or not must_say]
    lines = _lines_of(best)
    if certain and len(lines) == 1 and best[0].whole:
        return Reading(lines[0], lines, orders=True)
    if by_clauses := said.said_by_clauses(best, must_say=must_say, certain=certain):
        return Reading(by_clauses, (by_clauses,), orders=True)
    return said.near(best) if near else Reading()


def _taken_apart(position: Position, line: str) -> _Line | None:
    """A line by its clauses, without what tells nothing; None for one that is no answer to what is asked."""
    picked = {option for each in position.questions if isinstance(each.shape, PickSome) for option in each.shape.options()}
    if picked and position.vocabulary.leaves_choice(line[:MAX_LINE_LENGTH], picked):
        return None
    line, politely = without_request(COURTEOUS.sub("", line))
    line = without_descriptions(ASIDE.sub(r", \1,", with_other_named(position, line)), sayings_of(position.table))
    begins = plain_words(line[:MAX_LINE_LENGTH])[:1]
    if len(line) > MAX_LINE_LENGTH or not position.questions or CLAUSE.search(line) or set(begins) & OTHERS:
        return None
    if NUMBERING.fullmatch(line) and not any(isinstance(each.shape, Number) for each in position.questions):
        return None
    sayings = sayings_of(position.table)
    sentences = (with_owners(tokens_of(each), sayings) for each in SENTENCE.split(line))
    clauses = [
        clause for each in sentences for clause in clauses_of(without_asides(without_reasons(each, sayings), sayings))
    ]
    said = _Line(position, line, sayings, clauses, politely)
    is_too_much = not said.tokens or len(said.tokens) > MAX_TOKENS
    return None if is_too_much or only_counts_time(said.tokens) else said


def _lines_of(best: Sequence[Fit]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(each.candidate.line for each in best))


def _refuses(best: Sequence[Fit]) -> bool:
    """Whether what is said is a refusal: what it is excused with takes nothing back."""
    return bool(best) and any(part.kind is Kind.NONE for part in best[0].candidate.parts)


def _plain_beside(best: Sequence[Fit]) -> frozenset[Run]:
    """What doubts nothing beside the order word that says all of it: "that's all, done"."""
    ends = bool(best) and best[0].spoken and best[0].candidate.final and best[0].candidate.names_nothing
    return around().plain if ends else frozenset()


def _says_another(table: Table[Any], best: Fit, tokens: Sequence[Token]) -> bool:
    """Whether the name of what one order of several is for stands beside words of another order, or of somebody going there:
    "back to Calais" is no Tax.
    """
    if best.spoken or not best.candidate.in_full:
        return False
    sayings, verb = sayings_of(table), plain_words(best.candidate.line)[0]
    words = [token.word for token in tokens]
    goes = len(best.taken) == 1 and verb not in table.rules.orders.synonyms.moves and not TO.isdisjoint(words)
    # What a line begins with is an order word, if it can be one, though somebody has that name: march Calais.
    meant = (sayings.order_at(words, at)[0] for at, word in enumerate(words) if not at or word not in sayings.sense.names)
    return goes or any(other and other != verb for other in meant)


def _answers_otherwise(position: Position, best: Fit, clauses: Sequence[Sequence[Token]], sayings: Sayings) -> bool:
    """Whether a clause of several, said by itself, gives a question of yes or no the other answer: "no, I keep it", "yes, a
    new hand".
    """
    if not 1 < len(clauses) <= MAX_CLAUSES or not any(isinstance(each.shape, YesNo) for each in position.questions):
        return False
    bests = (_whole(position, clause, sayings) for clause in clauses)
    return any(len(each) == 1 and each[0].candidate.line != best.candidate.line for each in bests)


def _goes_elsewhere(position: Position, best: Fit, tokens: Sequence[Token]) -> bool:
    """Whether the last name of a line cannot be where somebody goes: "York and London" lists two names, and who marches "to
    Exeter" does not march from there. Where who goes is named last, the place stands behind "to".
    """
    if len(best.taken) < SEVERAL or not all(isinstance(each.shape, Menu) for each in position.questions):
        return False
    firsts = [places[0] for places in best.taken]
    before = tokens[max(firsts) - 1].word
    is_led = best.candidate.leads and any(each.word in TO for each in tokens[max(0, min(firsts) - SEVERAL) : min(firsts)])
    return (best.turned > 0 and best.candidate.goes_first and (before in TO or (best.candidate.leads and not is_led))) or (
        not best.spoken and (before,) in around().joints
    )


def _only_move(position: Position, tokens: Sequence[Token], sayings: Sayings) -> str:
    """Of the orders that could be meant where no order word is said, the only one that takes who is named "to" a place:
    Edward to Oxford.
    """
    if TO.isdisjoint(token.word for token in tokens):
        return ""
    best = best_of(fits_of(position, tokens, sayings, near=True))
    if not best or any(fit.spoken or fit.left or fit.misled or not fit.likely or len(fit.taken) != 1 for fit in best):
        return ""
    first = best[0].taken[0][0]
    actors = {word for run in best[0].candidate.asked.actors for word in run}
    if first < SEVERAL or tokens[first - 1].word not in TO or tokens[first - SEVERAL].word not in actors:
        return ""
    small = position.rules.orders.synonyms.prepositions
    lines = [fit.candidate.line for fit in best if small.get(fit.candidate.line.split()[0], "").strip() in TO]
    return lines[0] if len(lines) == 1 else ""


def _same_by_clause(position: Position, clauses: Sequence[Sequence[Token]], sayings: Sayings) -> str:
    """What each of several clauses says, with nothing left over, if it is the same: "nobody goes, we fight". What is said
    again in the same words is exclaimed: "surprise, surprise".
    """
    if not 1 < len(clauses) <= MAX_CLAUSES or len({tuple(clause) for clause in clauses}) == 1:
        return ""
    bests = [_whole(position, clause, sayings) for clause in clauses]
    lines = {best[0].candidate.line if len(best) == 1 else "" for best in bests}
    return lines.pop() if len(lines) == 1 else ""


def _end_by_clause(position: Position, clauses: Sequence[Sequence[Token]], sayings: Sayings) -> str:
    """What one clause of several says as a whole that ends something, where all others say that nothing more is done:
    "nothing this time, pass".
    """
    ends = [clause for clause in clauses if not _says_nothing_more(clause, sayings)]
    refuses = tuple(token.word for token in clauses[-1]) in around().no  # "pass, no way"
    if len(ends) != 1 or refuses or not 1 < len(clauses) <= MAX_CLAUSES or doubts(ends[0]):
        return ""
    best = _whole(position, ends[0], sayings)
    is_end = len(best) == 1 and best[0].spoken and best[0].candidate.final and best[0].candidate.names_nothing
    return best[0].candidate.line if is_end else ""


def _says_nothing_more(clause: Sequence[Token], sayings: Sayings) -> bool:
    """Whether a clause says that nothing more is done, or no more than courtesy, and names nothing."""
    words = [token.word for token in clause if token.word]
    if not words:
        return True
    if tells_nothing(clause):
        return not doubts(clause, several_words_of_doubt() - around().plain)
    if doubts(clause) or sum((word,) in around().negations for word in words[1:]):
        return False
    telling = [word for word in words if (word,) not in around().plain]
    if telling and set(telling) <= OVER_AND_DONE:
        return True
    # "No parliament, nobody crowned, done": what is not done may be named; a figure may be a choice.
    is_more = len(words) > 1 or (words[0],) not in around().no
    return words[0] in NOTHING_MORE and is_more and not any(map(sayings.counts, words[1:]))


def _by_clause(position: Position, clauses: Sequence[Sequence[Token]], sayings: Sayings) -> list[str]:
    """What one clause of several says with nothing left over: "tax Ely, it costs me 2"."""
    bests = (_best(position, clause, sayings) for clause in clauses[:MAX_CLAUSES] if not denies(clause))
    whole = (best[0] for best in bests if len(best) == 1 and best[0].whole and best[0].spoken and best[0].named)
    return [each.candidate.line for each in whole] if len(clauses) > 1 else []


def fits_of(position: Position, tokens: Sequence[Token], sayings: Sayings, *, near: bool = False) -> list[Fit]:
    """How well these words say each of the candidates that they can say all of; or (`near`) all that they can be near."""
    kept, by = known_at(position.table).fits, (position.seat, isinstance(position, Unasked), near, tuple(tokens))
    if by not in kept:
        if len(kept) >= MAX_FITS:
            kept.clear()
        kept[by] = _fits_anew(position, tokens, sayings, near=near)
    return kept[by]


def _said_of(words: frozenset[str], candidate: Candidate) -> int:
    return sum(len(words & part.words) for part in candidate.parts if part.kind is Kind.NAME)


def _fits_anew(position: Position, tokens: Sequence[Token], sayings: Sayings, *, near: bool) -> list[Fit]:
    """Where it would cost too much to tell them apart, none is said as a whole, and of those that are near the first are
    looked at of which the words say most.
    """
    words = frozenset(word for token in tokens for word in (token.word, token.bare))
    every, may_be = candidates(position, tokens), can_be_near if near else can_be_whole
    able = [each for each in every if may_be(words, each, sayings.sense)]
    spend(STEPS_TO_READ + len(every) // CANDIDATES_A_STEP)
    # The words are looked for among the words.
    steps = STEPS_TO_FIT * (1 + (len(tokens) // WORDS_OF_A_FIT) ** 2)
    most = MAX_STEPS_OF_FITS // steps
    if len(able) > most:
        able = nlargest(most, able, key=lambda each: _said_of(words, each)) if near else []
    spend(steps * len(able))
    return fit_all(tokens, able, sayings.sense)


def _best(position: Position, tokens: Sequence[Token], sayings: Sayings) -> list[Fit]:
    """The best fits: those that are whole, or else those that are near. Few candidates can be the former."""
    return _whole(position, tokens, sayings) or best_of(fits_of(position, tokens, sayings, near=True))


def _whole(position: Position, tokens: Sequence[Token], sayings: Sayings) -> list[Fit]:
    """The best fits that are whole."""
    return best_of([each for each in fits_of(position, tokens, sayings) if each.whole])


def _is_passed_over(clause: Sequence[Token], best: Sequence[Fit], sayings: Sayings) -> bool:
    """Whether a clause beside what is said best is talk, or a remark. What comes of an order ("that will be the day") is no
    remark on one that ends something.
    """
    ends = bool(best) and best[0].candidate.final
    return not (ends and remarks(clause)) and (tells(clause, sayings) or is_passed_over(clause, sayings, ends=ends))


def may_order(position: Position, line: str) -> bool:
    """Whether a line that is talk may be an order that was not understood: it asks, doubts, denies and reports nothing, says
    an order word that is asked for, and names something that can be chosen, or a piece of its writer's: "Neville gets all
    the rest".
    """
    sayings, tokens = sayings_of(position.table), tokens_of(line[:MAX_LINE_LENGTH])
    if len(tokens) > MAX_TOKENS or is_doubtful(position.table, line) or turns_round(tokens):
        return False
    verbs = {verb for decision in position.questions for verb in verbs_for(position.table, decision)}
    telling, words = sayings.sense.meaningful - sayings.sense.names, [token.word for token in tokens]
    # Beside "the others" a common verb is enough: "Mowbray takes all the others".
    is_of_others = not REST.isdisjoint(words)
    runs = (run for verb in verbs for run in sayings.here.get(verb, ()))
    ways = [run for run in runs if is_of_others or not telling.isdisjoint(run)]
    says = any(tuple(words[at : at + len(run)]) == run for run in ways for at in range(len(words)))
    return says and any(map(partial(_is_concerned, position), position.vocabulary.named_in(line)))


def may_be_lost(position: Position, line: str) -> bool:
    """Whether what a line of talk may order would be lost if what ends something below it were done: also an order with a
    condition, or one in words that are no order's, about a piece of the writer's that goes somewhere, or for which there is
    an order word: "Norfolk attack Pembroke, if the odds are even".
    """
    if may_order(position, line):
        return True
    main = next(filter(str.strip, CLAUSE.split(line[:MAX_LINE_LENGTH])), "")
    tokens = tokens_of(main)
    if not 1 < len(tokens) <= MAX_TOKENS or is_doubtful(position.table, line):
        return False
    words = [token.word for token in tokens]
    if _only_tells(tokens, words):
        return False
    meant = [(word, [*position.vocabulary.meant_in(word)]) for word in words if word not in everyday()]
    named = [(word, any(map(partial(_is_own, position), ids))) for word, ids in meant if ids]
    if not named or not named[0][1]:  # it is told of somebody else
        return False
    behind = words[words.index(named[0][0]) + 1 :]
    orders = sayings_of(position.table).sense.verbs
    return any(not is_own for _, is_own in named) or any(word in orders and word not in SMALL_WORDS for word in behind)


def _only_tells(tokens: Sequence[Token], words: Sequence[str]) -> bool:
    """Whether words deny something, doubt it, or tell what is or was."""
    runs = not_ordered() - {(word,) for word in listed_words("commanding")}
    return doubts(tokens, runs) or any((word,) in around().negations | around().states for word in words)


def _is_own(position: Position, named: str) -> bool:
    """Whether one that is named is a piece of the seat."""
    return bool(position.rules.orders.place(position.state, position.seat, named))


def _is_concerned(position: Position, named: str) -> bool:
    """Whether one that is named can be chosen now, or is a piece of the seat."""
    asked = position.questions
    menus = (option for decision in asked if isinstance(decision.shape, Menu) for option in decision.shape.options())
    chosen = [*menus, *(option for decision in asked for option in options_of(decision))]
    return any(named in words_of(option) for option in chosen) or bool(
        position.rules.orders.place(position.state, position.seat, named)
    )
