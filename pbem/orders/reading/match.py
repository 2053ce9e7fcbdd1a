"""How well a line says a candidate. Pure: words in, figures out; nothing here knows a game or carries anything out.

A candidate is understood where each of its parts is named and every word of the line is accounted for: by a part, by who
acts, by the question's own words, or by the words that tell nothing. All else is no understanding, however near. The words
are taken by the parts first (taking); then it is looked at what the others tell (left_over).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Final

from pbem.orders.reading.candidate import NEAR, VERB_WEIGHT, Candidate, Fit, Kind, Sense
from pbem.orders.reading.left_over import LeftOver
from pbem.orders.reading.tokens import Token, Words

NOT_ALL: Final = 0.15
"""What a strange word takes from a score."""
NOT_MEANT: Final = 0.4
"""What a word takes that means something else in the game."""
MAX_SHOWN: Final = 3


def fit_all(tokens: Sequence[Token], candidates: Iterable[Candidate], sense: Sense) -> list[Fit]:
    """How well a line says each of several candidates."""
    words = Words(tokens)
    return [_Fitting(words, each, sense).fit() for each in candidates]


class _Fitting(LeftOver):
    def fit(self) -> Fit:
        named, needed = 0.0, 0.0
        complete, refuses, cut_short = True, False, False
        # The order word first: who is named before it acts, and is no place by the same name.
        verb = next((part for part in self.candidate.parts if part.kind is Kind.VERB), None)
        names = [part for part in self.candidate.parts if part.kind is Kind.NAME]
        mover = names[0] if self.candidate.leads and len(names) > 1 else None
        at = self._take_verb(verb.ways) if verb is not None else -1
        self.verb, self.spoken = at, at >= 0
        if at > 0:
            self._take_actor(range(at))
        for part in self.candidate.parts:
            if part.kind is Kind.VERB:
                named += VERB_WEIGHT * (at >= 0)
                needed += VERB_WEIGHT * (at >= 0 or part.needed)
                complete = complete and (at >= 0 or not part.needed)
                continue
            if part.kind is Kind.TRUE:
                self._take_true(part.ways)
                continue
            if part.kind is Kind.NONE:
                share, weight, refuses = (1.0 if self._refused(part, at >= 0) else 0.0), 1.0, True
            else:
                share, weight = self._take_name(part, at, moves=part is mover), 1.0
            if part.needed or share:
                named += weight * min(1.0, share)
                needed += weight
            complete = complete and (share > 0 or not part.needed)
            cut_short = cut_short or (share < 1 and (part.needed or share > 0))
        strange, meant = self._left_over(refuses=refuses)
        score = (named / needed if needed else 0.0) - NOT_ALL * strange - NOT_MEANT * meant
        if self.candidate.in_full and at < 0 and not self.candidate.final:
            complete = complete and (self._goes_somewhere() if self.candidate.leads else not cut_short and self._is_put())
        return Fit(
            self.candidate,
            whole=complete and not strange and not meant,
            score=score,
            strength=self.strength,
            turned=sum(first[-1] > second[-1] for first, second in combinations(self.taken, 2)),
            complete=complete and not cut_short and not self.candidate.final,
            likely=at >= 0 or not strange,
            spoken=self.spoken or (verb is not None and not verb.needed and self._is_done()),
            taken=tuple(self.taken),
            left=frozenset(self.left),
            misled=not self.spoken and (0 in self.left or any(self.tokens[at].word in self.sense.verbs for at in self.left)),
        )


def best_of(fits: Sequence[Fit]) -> list[Fit]:
    """The best of several: those that are whole, the strongest first; or else those near enough to be shown."""
    whole = sorted((each for each in fits if each.whole), key=lambda each: -each.strength)
    if whole:
        best = [each for each in whole if each.strength >= whole[0].strength]
        of_same_words = len({tuple(sorted(each.candidate.line.split())) for each in best}) == 1
        in_turn = [each for each in best if each.turned == min(best, key=lambda each: each.turned).turned]
        return in_turn if of_same_words else best
    shown = (each for each in fits if _is_near(each) and (each.spoken or not each.candidate.final))
    near = sorted(shown, key=lambda each: (not each.complete, -each.score, len(each.candidate.line)))
    return near[:MAX_SHOWN]


def _is_near(each: Fit) -> bool:
    """Whether a candidate is shown: all of it is said, and no other order word; or most of it, and it was likely meant."""
    return (each.complete and not each.misled) or (each.score >= NEAR and each.likely)
