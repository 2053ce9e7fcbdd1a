"""How well a line says a candidate. Pure: words in, figures out; nothing here knows a game or carries anything out.

A candidate is understood where each of its parts is named and every word of the line is accounted for: by a part, by who
acts, by the question's own words, or by the words that tell nothing. All else is no understanding, however near. The words
are taken by the parts first (taking). The others tell nothing, something strange, or something else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from itertools import combinations
from typing import Final

from pbem.figures import has_digit
from pbem.orders.languages.words import MAX_RUN_LENGTH, Run, harmless, listed_words, not_ordered
from pbem.orders.reading.bearers import is_alone
from pbem.orders.reading.candidate import NEAR, PLAINLY_NOT, VERB_WEIGHT, Candidate, Fit, Kind, Sense
from pbem.orders.reading.taking import BACK, BEING, TOWARDS, Taking
from pbem.orders.reading.tokens import Token, Words
from pbem.orders.words.lexicon import NUMBERS, SMALL_WORDS

ARTICLES: Final = listed_words("articles")
SETTLEMENTS: Final = listed_words("settlements")
"""These tell nothing beside the name of a place, but where a game has several places by one name: the city of York."""
HAVING: Final = listed_words("having")
AGAINST: Final = listed_words("against")
AT: Final = listed_words("at")
TOGETHER: Final = listed_words("together")
FOR_WHOM: Final = listed_words("to_whom") - TOWARDS
MANNER, ORDERED, PERFORMING = harmless("manner"), harmless("ordered"), harmless("performing")
PRAISE, PERSONS, DECLARING = harmless("praise"), harmless("persons"), harmless("declaring")
INDEFINITE: Final = listed_words("indefinite")
TO_ONESELF: Final = listed_words("to_oneself")
"""Right behind an order word these say who gets what is named: give me Clarence."""


class Tells(Enum):
    """What words tell beside a candidate."""

    NOTHING = 0
    STRANGE = 1
    OTHER = 2


class LeftOver(Taking):
    """Looks at the words that are left over when all parts have taken theirs."""

    def _left_over(self, *, refuses: bool) -> tuple[int, int]:
        """How many words are left over that are strange, and how many that mean something else."""
        self._take_origin()
        strange = meant = 0
        at = 0
        while at < len(self.tokens):
            if at in self.used or not self.tokens[at].word:
                at += 1
                continue
            length, tells = self._told_at(at, refuses=refuses)
            if tells is not Tells.NOTHING:
                self.left |= {*range(at, at + length)}
            strange += tells is Tells.STRANGE
            meant += tells is Tells.OTHER
            at += length
        return strange, meant

    def _take_origin(self) -> None:
        """ "from Ely" where who acts stands at Ely; "stays at Ely", "levies Troops in Ely"."""
        refuses = any(part.kind is Kind.NONE for part in self.candidate.parts)
        stays = refuses or (self.spoken and not self.candidate.leads and not self.candidate.final)
        for at, token in enumerate(self.tokens):
            leaving = self.around.away | self.around.within if stays else self.around.away
            pair = (self.tokens[at - 1].word, token.word) if at else ()
            if at in self.used or ((token.word,) not in leaving and pair not in leaving):
                continue
            for way in self.candidate.asked.origins:
                found = max(self._places_of(way, range(at + 1, min(len(self.tokens), at + 6))), key=len, default=())
                if found and len(found) == len(way):
                    self.used |= {at, *found, *([at - 1] if pair in leaving else [])}
                    break

    def _told_at(self, at: int, *, refuses: bool) -> tuple[int, Tells]:
        """How many words from a place on belong together, and what they tell."""
        for length in range(min(MAX_RUN_LENGTH, len(self.tokens) - at), 0, -1):
            places = range(at, at + length)
            if self.used & set(places):
                continue
            run = tuple(self.tokens[place].word for place in places)
            tells = self._told_by(run, at, refuses=refuses)
            if tells is not None:
                return length, tells
        if self._means(self.tokens[at]):
            return 1, Tells.OTHER
        return 1, Tells.NOTHING if self._is_harmless(at) else Tells.STRANGE

    def _is_harmless(self, at: int) -> bool:
        """Whether a word orders nothing and takes nothing back where it stands, beside an order that is said in full."""
        word = self.tokens[at].word
        if not self.spoken or self.candidate.as_whole or word in self.candidate.asked.choices:
            return False
        if self.candidate.final and self.candidate.names_nothing:
            return word in DECLARING and 0 < at < self.verb and (self.tokens[at - 1].word,) in self.around.self
        if all(self.clauses[place] != self.clauses[at] for place in self.used):
            return False
        is_led = at < self.verb and self.clauses[at] == self.clauses[self.verb]
        return (
            word in MANNER
            or word in ORDERED
            or (word in PERFORMING and is_led)
            or (word in PRAISE and self._leads_to_name(at))
            or (word in PERSONS and self._leads_to_name(at))
        )

    def _leads_to_name(self, at: int) -> bool:
        """Whether what praises or blames stands in front of a name, with nothing but such words between."""
        behind = at + 1
        while behind < len(self.tokens) and not self._is_named(behind) and self._is_called(self.tokens[behind].word):
            behind += 1
        return self._is_named(behind)

    def _is_called(self, word: str) -> bool:
        """Whether a word can stand between praise and a name."""
        return word in PRAISE or word in PERSONS or word in SMALL_WORDS or (word,) in self.around.titles

    def _is_named(self, at: int) -> bool:
        """Whether a word is taken for a name, or names who acts."""
        is_word = 0 <= at < len(self.tokens) and at != self.verb and bool(self.tokens[at].word)
        return is_word and (self._is_in_name(at) or self._names_actor((self.tokens[at].word,)))

    def _told_by(self, run: Run, at: int, *, refuses: bool) -> Tells | None:
        around_, asked = self.around, self.candidate.asked
        if self.candidate.final and self.candidate.names_nothing and self.spoken and len(run) > 1 and run in around_.plain:
            return Tells.NOTHING
        if run in not_ordered() or (run[0] in BACK and self._joins(at - 1)):
            return Tells.OTHER
        if run in around_.degrees and tuple(token.word for token in self.tokens[at + 1 : at + 2]) in around_.chatter:
            return Tells.OTHER
        if self.candidate.final and self.candidate.names_nothing:
            return Tells.NOTHING if self._is_plain(run, at) or self._names_actor(run) else None
        if run in around_.stand_ins and self._is_in_name(at - 1):
            return Tells.NOTHING
        if run in around_.titles and self._is_in_name(at + 1) and not self._names_another(at):
            return Tells.NOTHING
        if refuses and self.denies and self._names_actor(run) and self._chooses(at):
            return Tells.OTHER
        if run[0] in TOGETHER and self.candidate.leads and len(self.taken) > 1:
            return Tells.NOTHING
        if at in self.other_doers or self._is_at_goal(run, at) or self._does_instead(run, at):
            return Tells.OTHER
        if self._states(run, at) or self._is_any(run, at):
            return Tells.OTHER
        if run in around_.courtesy:
            return Tells.NOTHING if self.spoken or not self.takes_all or run in around_.beside else Tells.STRANGE
        if run in around_.denials:
            return Tells.NOTHING if refuses and self._denies_too(run, at) else Tells.OTHER
        if run in around_.yes:
            return Tells.OTHER if refuses else Tells.NOTHING
        if self._names_actor(run):
            return Tells.OTHER if self._is_elsewhere(run, at) or self._is_one_of_two(run, at) else Tells.NOTHING
        is_there = self._names_one_there(run) and not (self.spoken and at < self.verb)
        is_with_place = self._says_where(refuses=refuses) and (is_there or self._is_against(run, at))
        if is_with_place or self._is_for_actor(run, at):
            return Tells.NOTHING
        if self._repeats(run, at):
            is_exclaimed = not self.spoken and len(self.names) == 1 and run in self.names[0][0]  # surprise, surprise
            return Tells.NOTHING if self._is_said_beside(run, at) and not is_exclaimed else Tells.OTHER
        if len(run) == 1 and run[0] in asked.choices:
            return Tells.OTHER
        if run[0] in TO_ONESELF and self.verb >= 0 and at > 0 and {*range(self.verb, at)} <= self.used:
            return Tells.OTHER
        if self._is_quiet(run):
            return Tells.OTHER if self._does_something_else(run, at) else Tells.NOTHING
        if len(run) == 1 and run[0] in asked.words and (self.spoken or run not in around_.quiet):
            return Tells.NOTHING
        if run not in around_.titles or at + 1 == len(self.tokens) or self._is_title_alone(at):
            return None
        return Tells.OTHER if self._names_another(at) else Tells.NOTHING

    def _does_instead(self, run: Run, at: int) -> bool:
        """Whether a word of the question names who does it, and they are not chosen: Oxford intercepts Henry."""
        return not self.sense.names.isdisjoint(run) and self._is_other_doer([*range(at, at + len(run))])

    def _is_at_goal(self, run: Run, at: int) -> bool:
        """Whether a word says that somebody is where the order would lead: March at Rochester."""
        return run[0] in AT and self.candidate.leads and self._is_in_name(at + 1) and not self._is_in_name(at - 1)

    def _states(self, run: Run, at: int) -> bool:
        """Whether right behind the name of what does nothing by the order stands what holds of it: London has the plague.
        What only is, is chosen by an order word.
        """
        if not self.candidate.undergoes or not self._is_in_name(at - 1) or self._says_choice(at + len(run)):
            return False
        return run[0] in HAVING or (not self.spoken and run[0] in BEING)

    def _says_choice(self, at: int) -> bool:
        """Whether words from a place on say that somebody chooses: "my choice", "the city" that is asked for."""
        words = [token.word for token in self.tokens[at : at + MAX_RUN_LENGTH]]
        return (any(word in self.candidate.asked.words for word in words) and HAVING.isdisjoint(self.words.all)) or any(
            tuple(words[:length]) in self.around.beside for length in range(2, len(words) + 1)
        )

    def _is_any(self, run: Run, at: int) -> bool:
        """Whether a word in front of the name says that any of its kind is meant, and nothing else is said: a surprise."""
        return (
            not self.spoken
            and run[0] in INDEFINITE
            and self._is_in_name(at + 1)
            and len(self.tokens) == 1 + len(self.taken[0])
        )

    def _denies_too(self, run: Run, at: int) -> bool:
        """Whether a denial beside a refusal says the same; "but" and "never" do not, nor a "not" in front of it: do not pay
        nobody.
        """
        around_, behind = self.around, at + len(run)
        says_no = run in around_.none | around_.no
        if run[0] not in PLAINLY_NOT and not says_no:
            return False
        if run in around_.negations and any(
            at < place and self.clauses[place] == self.clauses[at] for place in self.refusal
        ):
            return False
        is_apart = run in around_.answers and behind < len(self.tokens) and not self.tokens[behind].word
        return self.denies or is_apart or (says_no and self._denies_order(at))

    def _denies_order(self, at: int) -> bool:
        """Whether a "no" is said with the order word, and what refuses otherwise is said apart: "no exile, we fight"."""
        if self.verb < 0 or self.clauses[self.verb] != self.clauses[at]:
            return False
        return all(self.clauses[place] != self.clauses[at] for place in self.refusal)

    def _is_title_alone(self, at: int) -> bool:
        """Whether a title stands for something by itself: the Archbishop and the Landsknechts to
        Clifford; the King goes first. "My lord, ..." does not.
        """
        behind = self.tokens[at + 1].word
        if behind and is_alone(self.tokens, at, self.sense.names):
            return True
        is_listed = not behind and at > 0 and self.tokens[at - 1].word in ARTICLES
        return is_listed or behind in TOWARDS or (behind,) in self.around.joints | self.around.between

    def _is_in_name(self, at: int) -> bool:
        """Whether a word is taken for a name."""
        return any(at in places for places in self.taken)

    def _names_another(self, at: int) -> bool:
        """Whether a title makes a name that is not of the candidate: the Earl of Warwick is no county."""
        behind = next((n for n in range(at + 1, len(self.tokens)) if self.tokens[n].word not in SMALL_WORDS), at)
        titled = (self.tokens[at].word, self.tokens[behind].word)
        ways = (way for part in self.candidate.parts for way in part.ways)
        return titled in self.sense.titled and titled not in ways

    def _is_plain(self, run: Run, at: int) -> bool:
        """Whether a run may stand beside a word that gives something up."""
        around_ = self.around
        is_behind = self.verb >= 0 and at > self.verb
        is_asked = len(run) == 1 and run[0] in self.candidate.asked.words
        is_first = run in around_.yes and not at and len(run) < len(self.tokens)
        is_apart = is_first and (not self.tokens[len(run)].word or self.verb == len(run))
        return (
            is_apart
            or run in around_.plain
            or run in around_.courtesy
            or (is_behind and (is_asked or run in around_.plain_behind))
        )

    def _is_quiet(self, run: Run) -> bool:
        """Whether a run tells nothing. Where no order word is said, a name, a number or a "no" can be in any talk, and so
        can a word that gives something up.
        """
        around_ = self.around
        if run[0] in SETTLEMENTS and run[0] in self.sense.names:
            return False
        if self.spoken and not (self.candidate.final or self.candidate.as_whole):
            return run in around_.fillers or run in around_.doing or run in around_.ways or run in around_.chatter
        named = sum(part.kind is Kind.NAME for part in self.candidate.parts)
        if self.spoken and self.candidate.final and named and not self.candidate.as_whole and run in around_.ways:
            return True
        return run in around_.beside or ((self.spoken or named > 1) and run in around_.between)

    def _does_something_else(self, run: Run, at: int) -> bool:
        """Whether a common verb begins a clause of its own, in which nothing of the candidate is said: "and takes it"."""
        begins = at > 0 and (self.tokens[at - 1].word,) in self.around.joints
        return begins and run in self.around.doing and all(self.clauses[p] != self.clauses[at] for p in self.used)

    def _names_actor(self, run: Run) -> bool:
        return any(set(run) <= {*way, *(f"{word}s" for word in way)} for way in self.candidate.asked.actors)

    def _is_for_actor(self, run: Run, at: int) -> bool:
        """Whether a word says that what is named is for who acts: Great Ships for York."""
        behind = tuple(token.word for token in self.tokens[at + 1 : at + 2])
        return run[0] in FOR_WHOM and bool(behind) and self._names_actor(behind)

    def _is_elsewhere(self, run: Run, at: int) -> bool:
        """Whether the name of who acts is that of a place here, where they are not: "levy troops at York" of York at Ely."""
        is_where = at > 0 and (self.tokens[at - 1].word,) in self.around.within
        return is_where and run not in self.candidate.asked.origins

    def _is_one_of_two(self, run: Run, at: int) -> bool:
        """Whether the name of who acts is that of something to choose here, and joined to what is chosen: "march Pembroke
        and Chester" of the Earl of Pembroke.
        """
        beside = (*self.tokens[at - 1 : at], *self.tokens[at + len(run) : at + len(run) + 1])
        is_joined = any((each.word,) in self.around.plain_joints or (not each.word and at > self.verb) for each in beside)
        return is_joined and run[0] in self.candidate.asked.choices

    def _says_where(self, *, refuses: bool) -> bool:
        """Whether the line says by its order word, or by who goes where, what is done."""
        return not refuses and (self.spoken or (self.candidate.leads and len(self.taken) > 1))

    def _is_against(self, run: Run, at: int) -> bool:
        """Whether a word says of somebody who stands where the order leads that it is against them."""
        behind = tuple(token.word for token in self.tokens[at + 1 : at + 2])
        return run[0] in AGAINST and bool(behind) and self._names_one_there(behind)

    def _names_one_there(self, run: Run) -> bool:
        """Whether a run names somebody who stands where the order leads: attack Somerset in the Southwest. What is called
        after the place, York castle, is another place.
        """
        if self.sense.names.isdisjoint(run):
            return False
        places = {word for part in self.candidate.parts if part.kind is Kind.NAME for word in part.words}
        ways = (way for way in self.candidate.asked.present if places.isdisjoint(way))
        return any(set(run) <= {*way, *(f"{word}s" for word in way)} for way in ways)

    def _chooses(self, at: int) -> bool:
        """Whether a name is chosen, beside a "none" in another clause: of "exile Jasper, none" only one can be meant. A name
        at the head of the line only says who is asked: "Jasper, exile none".
        """
        clause = [place for place, number in enumerate(self.clauses) if number == self.clauses[at]]
        words = [(self.tokens[place].word,) for place in clause if place != self.verb and self.tokens[place].word]
        plain = self.around.fillers | self.around.joints
        is_only_name = all(word in plain or self._names_actor(word) for word in words)
        return is_only_name and (self.verb in clause or self.clauses[at] > 0)

    def _repeats(self, run: Run, at: int) -> bool:
        """Whether a run says again what a part has said, or is a word of its name that stands apart. A name that must stand
        behind the order word is in front of it somebody else's part.
        """
        if self.verb > at and any(run in part.ways for part in self.candidate.parts if part.behind is not None):
            return False
        is_name = run[0] in self.sense.names
        said = [part for part in self.candidate.parts if run[0] in part.words]
        no_name = [part for part in said if part.kind is not Kind.VERB or (self.spoken and not is_name)]
        again = any(run in part.ways for part in no_name)
        return again or (len(run) == 1 and is_name and self._goes_with_a_name(run[0]))

    def _goes_with_a_name(self, word: str) -> bool:
        """Whether a word stands in a name with the words that are taken for it."""
        return any(
            word in way and any(self.tokens[at].is_(each) for at in places for each in way)
            for ways, places in self.names
            for way in ways
        )

    def _is_said_beside(self, run: Run, at: int) -> bool:
        """Whether what a run says again is said in its own clause, or is the order word of one with a name of its own: pay
        Norfolk and pay Essex. Else it is another order: go to Ely and parley Ely.
        """
        here = [place for place in self.used if self.clauses[place] == self.clauses[at]]
        if any(run in part.ways for part in self.candidate.parts if part.kind is Kind.VERB):
            # The order word that was taken may be the second one, and say something else: move Scrope York and take it.
            beside = [place for place in self.used if self.clauses[place] == self.clauses[self.verb] and place != self.verb]
            return bool(here) and (bool(beside) or self.candidate.names_nothing)
        said = [places for ways, places in self.names if any(word in way for way in ways for word in run)]
        return any(self.clauses[place] == self.clauses[at] for places in said for place in places)

    def _means(self, token: Token) -> bool:
        words = (token.word, token.bare)
        return any(word in self.sense.meaningful or has_digit(word) or word in NUMBERS for word in words)


# How well they fit


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
        mover = names[0] if self.candidate.leads and self.candidate.goes_first and len(names) > 1 else None
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
