"""Which words of a line say the parts of a candidate: its order word, who acts, its names, a refusal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Final

from pbem.figures import has_digit
from pbem.orders.languages.words import MAX_RUN_LENGTH, Run, around, listed_words, meanings
from pbem.orders.reading.bearers import BEFORE_A_NAME, is_titled_otherwise
from pbem.orders.reading.candidate import PLAINLY_NOT, Candidate, Kind, Part, Sense
from pbem.orders.reading.tokens import COLON, Token, Words
from pbem.orders.words.lexicon import NUMBERS, SMALL_WORDS, telling

FIRST_NAME: Final = 0.3
"""What the written name is worth before all else that something is called."""
RANKS: Final = frozenset(meanings("ranks"))
"""What tells a place in a list."""
TOWARDS: Final = listed_words("towards")
"""Stands before where somebody goes."""
WHITHER: Final = listed_words("to_whom")
OF: Final = listed_words("of")
BEING: Final = listed_words("being")
"""Behind a name these say where somebody is, or what."""
ONCE_MORE: Final = listed_words("once_more")
"""As an order word these stand in front of what they are for; behind it they tell nothing."""
DETERMINERS: Final = listed_words("determiners")
"""Behind these stands a thing, and nothing that is done."""
OBJECT_ARTICLES: Final = listed_words("object_articles")
"""Stands before whom something is done to: den Marschall."""
BACK: Final = listed_words("back")
"""There "and back" is more than any order says."""
FUTURE: Final = listed_words("future")
THIRD_PERSON: Final = ("s", "t")
"""What a verb ends with in front of which stands who does it, in English and in German."""
INFINITIVE: Final = "en"
"""What a German verb ends with that stands behind all that it names."""
MIN_PART_LENGTH: Final = 3
"""A part of a name has so many letters."""


class Taking:
    """The words of a line as they are taken by the parts of a candidate, one after another."""

    def __init__(self, words: Words, candidate: Candidate, sense: Sense) -> None:
        self.words, self.tokens, self.clauses = words, words.tokens, words.clauses
        self.candidate = candidate
        self.sense = sense
        self.used: set[int] = set()
        self.strength = 0.0
        self.taken: list[tuple[int, ...]] = []
        self.names: list[tuple[tuple[Run, ...], tuple[int, ...]]] = []
        """The ways to say each name that is taken, with the places of the words that say it."""
        self.left: set[int] = set()
        self.verb = -1
        self.is_one_word = False
        """Whether the order word is said by one word."""
        self.spoken = False
        self.denies = True
        """Whether a refusal is said with a "no"; beside one that is said otherwise ("battle") a "no" turns it round."""
        self.refusal = range(0)
        """The places of the words that refuse."""
        self.other_doers: set[int] = set()
        """The places of the words that name who does it, and is none of those who are chosen."""
        self.takes_all = False
        """Whether all is taken, and no name said."""
        self.around = around()

    def _take_verb(self, ways: Sequence[Run]) -> int:
        """Where the order word stands (-1: nowhere)."""
        for way in self.words.possible(ways):
            for at in self.words.places.get(way[0], ()):
                if at > len(self.tokens) - len(way):
                    break
                if (self.candidate.in_full and self._is_noun(at)) or self._is_owned(at) or self._ends_name(at):
                    continue
                places = range(at, at + len(way))
                free = not self.used & set(places) and all(self.tokens[p].is_(w) for p, w in zip(places, way, strict=True))
                free = free and not (self.candidate.as_named and len(way) > 1 and self._are_named(places))
                free = free and not (way[0] in ONCE_MORE and self._follows_something(at))
                if free and (self.candidate.final or way != ways[0] or len(way) > 1 or not self._is_listed(at)):
                    self.used |= set(places)
                    self.is_one_word = len(way) == 1
                    return at
                if apart := self._said_apart(way, at):
                    self.used |= set(apart)
                    return at
        return -1

    def _is_noun(self, at: int) -> bool:
        """Whether a word that could be the order word is a thing there: my parley at Oxford, the tax of London."""
        return at > 0 and self.tokens[at - 1].word in DETERMINERS

    def _ends_name(self, at: int) -> bool:
        """Whether what could be the order word is the end of a whole name: Newcastle Levy."""
        return at > 0 and (self.tokens[at - 1].word, self.tokens[at].word) in self.sense.pairs

    def _is_owned(self, at: int) -> bool:
        """Whether what could be the order word is somebody's: Stanley's march to Ireland."""
        if not self.candidate.leads or not at:
            return False
        owner = self.tokens[at - 1]
        return owner.word != owner.bare and owner.bare in self.sense.names

    def _follows_something(self, at: int) -> bool:
        """Whether more than what tells nothing stands in front: "again Scrope York" orders what "Scrope to York again" may
        not mean.
        """
        return any(token.word and (token.word,) not in self.around.fillers for token in self.tokens[:at])

    def _said_apart(self, way: Run, first: int) -> tuple[int, ...]:
        """The places of an order word of several words whose last ones stand apart from it, in its clause: "puts Edward
        back in the cup"; () where it does not begin there. What gives something up is said in one piece.
        """
        can_part = len(way) > 1 and (way[-1],) in self.around.particles and not self.candidate.final
        if not can_part or not self.tokens[first].is_(way[0]):
            return ()
        found = [first]
        for word in way[1:]:
            after = found[-1] + 1
            end = len(self.tokens) if (word,) in self.around.particles else after + 1
            at = next((at for at in range(after, min(end, len(self.tokens))) if self.tokens[at].is_(word)), -1)
            if at < 0 or at in self.used or any(map(self._parts_orders, range(after, at))):
                return ()
            found.append(at)
        return tuple(found)

    def _parts_orders(self, at: int) -> bool:
        word = self.tokens[at].word
        return not word or (word,) in self.around.joints - self.around.plain_joints

    def _is_done(self) -> bool:
        """Whether the line says by a common word that its writer chooses: I take, we pick."""
        words = [token.word for token in self.tokens]
        return any((word,) in self.around.doing and (before,) in self.around.self for before, word in pairwise(["", *words]))

    def _is_listed(self, at: int) -> bool:
        """Whether a word that could be the order word is a name there: the Earl of March; Warwick and March; March is
        here.
        """
        heads = at + 1 < len(self.tokens) and self.tokens[at + 1].bare == COLON
        if self.tokens[at].word not in self.sense.called or heads:
            return False
        before = self.tokens[at - 1].word if at else "-"
        behind = self.tokens[at + 1].word if at + 1 < len(self.tokens) else "-"
        lists = {"", *(word for (word,) in self.around.plain_joints)}
        return before in lists or behind in lists | BEING or before in OF or (before,) in self.around.titles

    def _take_actor(self, places: range) -> None:
        asked = self.candidate.asked
        for way in asked.origins if self.candidate.as_named and not asked.actors else asked.actors:
            found = max(self._places_of(way, places), key=len, default=())
            if len(found) < len(way) and not self._tells([self.tokens[at] for at in found], way):
                continue  # "the Duke" of Norfolk is not York
            if self._is_other_doer(found):
                self.other_doers |= set(found)
                continue
            if found and not (self.candidate.as_named and self._are_named(found)):
                self.used |= set(found)
                return

    def _is_other_doer(self, places: Sequence[int]) -> bool:
        """Whether right in front of an inflected order word stands somebody else than those who are chosen, and who do it
        themselves: where it is asked whether March intercepts Henry VI, "Henry VI intercepts March" says nothing.
        """
        names = [part for part in self.candidate.parts if part.kind is Kind.NAME]
        is_told = bool(names) or not self.candidate.asked.actors
        if self.candidate.is_option or self.candidate.undergoes or not is_told or not places:
            return False
        form = self.tokens[self.verb].word
        is_next = places[-1] + 1 == self.verb and self.is_one_word and form.endswith(THIRD_PERSON)
        said = {self.tokens[at].word for at in places}
        is_chosen = any(said & part.words for part in names)
        return is_next and form != self.candidate.line.partition(" ")[0] and not is_chosen

    def _are_named(self, places: Sequence[int]) -> bool:
        """Whether words stand in a name of the candidate."""
        names = [part for part in self.candidate.parts if part.kind is Kind.NAME]
        return any(self.tokens[at].word in part.words for at in places for part in names)

    def _take_name(self, part: Part, verb: int, *, moves: bool) -> float:
        """Take the words that name a part best. Gives the share of the name that is said. Who `moves` is not where they go:
        "Kent to March" sends nobody to Kent.
        """
        ways = part.ways
        best: tuple[float, int, tuple[int, ...]] = (0.0, 0, ())
        for rank, way in enumerate(ways):
            for found in self._places_of(way, range(len(self.tokens))):
                if ((self.candidate.leads or self._is_goal()) and self._is_away(found[0])) or (
                    self.candidate.in_order and self.taken and found[0] < self.taken[-1][-1]
                ):
                    continue
                if moves and self._is_towards(found[0]):
                    continue
                said = [self.tokens[at] for at in found]
                if len(found) == 1 < len(way) and self._says_more_than(found[0], moves=moves):
                    continue
                if len(found) < len(way) and (way in self.sense.things or not self._tells(said, way)):
                    continue
                if self._is_turned_to(found[0], verb):
                    continue
                if is_titled_otherwise(self.tokens, found, ways) or self.sense.bearers.are_several(
                    [token.bare for token in said], ways
                ):
                    continue
                if not self.candidate.is_shown and self._is_who_does_it(part, found, verb):
                    continue
                share = len(found) / len(way)
                best = max(best, (len(found) + share + FIRST_NAME * (rank == 0), found[0] > verb, found))
        if best[2]:
            self.used |= set(best[2])
            self.strength += best[0]
            self.taken.append(best[2])
            self.names.append((tuple(ways), best[2]))
            self.takes_all = self.takes_all or tuple(self.tokens[at].word for at in best[2]) in self.around.all
        return min(1.0, best[0] / (len(best[2]) + 1)) if best[2] else 0.0

    def _says_more_than(self, at: int, *, moves: bool) -> bool:
        """Whether a word of a name says something else by itself: where to, "goes south"; and right in front of where
        somebody goes the place that they leave, "Calais to Kent".
        """
        token, behind = self.tokens[at], self.tokens[at + 1 : at + 2]
        beside = [part for part in self.candidate.parts if part.kind is Kind.TRUE]
        is_way = not moves and self.candidate.leads and any((token.word,) in part.ways for part in beside)
        leaves = moves and token.bare in self.sense.called and any(each.word in TOWARDS for each in behind)
        return is_way or leaves

    def _take_true(self, ways: Sequence[Run]) -> None:
        for way in sorted(ways, key=len, reverse=True):
            for found in self._places_of(way, range(len(self.tokens))):
                is_more = self.tokens[found[0]].word in BACK and self._joins(found[0] - 1)
                if len(found) == len(way) and self.used.isdisjoint(found) and not is_more:
                    self.used |= set(found)

    def _tells(self, said: Sequence[Token], way: Run) -> bool:
        """Whether a part of a name tells it: its beginning, or half of it, by more than a title or an order word. What is
        no name ("all of mine") is said as a whole.
        """
        if way in self.around.all | self.around.yes:
            return False
        if len(said) == 1 and said[0].bare in self.candidate.rivals:
            return False  # "York marches" tells of York's player, and not of the York Levy
        if len(said) == 1 and said[0].bare in self.sense.called and not said[0].is_(way[0]):
            return False  # where somebody else is called Pembroke that is not Jasper, Earl of Pembroke
        dull = self.around.titles | self.around.fillers | self.around.ways | self.around.doing
        telling = [
            each
            for each in said
            if (each.word,) not in dull
            and len(each.word) >= MIN_PART_LENGTH
            and each.word not in self.sense.verbs | self.sense.shared
        ]
        counts = any(has_digit(word) or word in NUMBERS or word in RANKS for word in way)
        return bool(telling) and not counts and (said[0].is_(way[0]) or 2 * len(said) >= len(way))

    def _is_put(self) -> bool:
        """Whether the last name is said to be where something is, or goes, if it must be: Hastings in Leicester. "From
        Leicester" he goes.
        """
        if len(self.taken) > 1 and self._is_away(self.taken[-1][0]):
            return False
        if not self.candidate.is_put:
            return True
        before = self.taken[-1][0] - 1
        while before >= 0 and self.tokens[before].word in BEFORE_A_NAME:
            before -= 1
        word = self.tokens[before].word if before >= 0 else ""
        return word in TOWARDS or (word,) in self.around.within

    def _goes_somewhere(self) -> bool:
        """Whether a piece and where it goes are told without an order word: Clifford to Ely; or by nothing but their names,
        one behind the other: Clifford Ely.
        """
        names = sum(part.kind is Kind.NAME for part in self.candidate.parts)
        is_alone = [at for places in self.taken for at in places] == [*range(len(self.tokens))]
        return names > 1 and (is_alone or any(token.word in TOWARDS for token in self.tokens))

    def _does_it(self, part: Part, at: int, verb: int) -> bool:
        """Whether a name in front of the order word is who does it: "Red attacks Lincoln". At the end of its clause a German
        infinitive has all that it names in front of it: "Rot angreifen"; and German says by its article who does nothing.
        """
        if part.behind is None or not at < verb or self.tokens[verb].word in part.behind:
            return False
        if at > 0 and self.tokens[at - 1].word in OBJECT_ARTICLES:
            return False
        is_last = verb + 1 == len(self.tokens) or not self.tokens[verb + 1].word
        return not (is_last and self.tokens[verb].word.endswith(INFINITIVE))

    def _is_subject(self, at: int, verb: int) -> bool:
        """Whether a name right in front of an inflected order word says who does it: London taxes March, Essex pays, Suffolk
        recruits in Oxford.
        """
        if self.candidate.deeds and self._does_by(at, verb):
            return True
        is_next = self.is_one_word and at >= 0 and verb == at + 1
        is_done_to = bool(self.candidate.asked.actors) and not self.candidate.leads and self.candidate.in_full
        if not is_next or not is_done_to:
            return False
        word, form = self.candidate.line.partition(" ")[0], self.tokens[verb].word
        return form != word and form.endswith(THIRD_PERSON)

    def _is_who_does_it(self, part: Part, places: Sequence[int], verb: int) -> bool:
        """Whether words that could say a name stand where it says who does it."""
        ends = self._end_of(part, places[-1])
        return (
            self._does_it(part, places[0], verb)
            or self._is_subject(ends, verb)
            or self._is_goer(part, places[0], ends, verb)
        )

    def _end_of(self, part: Part, at: int) -> int:
        """The place of the last word of a name that goes on behind one of its words: Grey of Ruthin."""
        end = at
        for behind in range(at + 1, len(self.tokens)):
            if self.tokens[behind].bare in part.words:
                end = behind
            elif self.tokens[behind].word not in OF:
                break
        return end

    def _is_goer(self, part: Part, begins: int, ends: int, verb: int) -> bool:
        """Whether the name of a place stands where who goes does, right in front of an inflected order word: "Pembroke
        marches". "To Pembroke marches Jasper" says where.
        """
        is_goal = self.candidate.leads and part is [each for each in self.candidate.parts if each.kind is Kind.NAME][-1]
        form = self.tokens[verb].word if verb >= 0 else ""
        is_next = self.is_one_word and ends + 1 == verb and form.endswith(THIRD_PERSON)
        return is_goal and is_next and form != self.candidate.line.partition(" ")[0] and not self._is_towards(begins)

    def _does_by(self, at: int, verb: int) -> bool:
        """Whether a name in front of an order word says who does it, and not to whom it is done: Essex pays, Essex will pay,
        Norfolk and Essex pay for it.
        """
        if not 0 <= at < verb:
            return False
        form, between = self.tokens[verb].word, {token.word for token in self.tokens[at + 1 : verb]}
        if not between and form in self.candidate.deeds:
            return True
        if form != self.candidate.line.partition(" ")[0]:
            return False
        is_listed = any((token.word,) in self.around.plain_joints for token in self.tokens[:at])
        return between <= FUTURE and bool(between or (is_listed and self.taken))

    def _is_turned_to(self, at: int, verb: int) -> bool:
        """Whether nothing but "to" stands between what is said for the order word and the only name: "back to Clarence"
        returns nobody, nor does "return to Clarence" where that is no place.
        """
        if verb < 0 or (self.candidate.is_of_place and self.tokens[verb].word == self.candidate.line.partition(" ")[0]):
            return False
        if self.candidate.leads or sum(part.kind is Kind.NAME for part in self.candidate.parts) > 1:
            return False
        # An order word that ends with "to" leads to a place: "give to Clarence" gives nobody.
        is_own = self.tokens[verb].word == self.candidate.line.partition(" ")[0]
        taken = () if is_own and not self.candidate.is_of_place else self.used
        places = (n for n in range(verb + 1, at) if n not in taken)
        between = [word for n in places if (word := self.tokens[n].word)]
        return between[:1] != [] and between[0] in TOWARDS and BEFORE_A_NAME.issuperset(between[1:])

    def _is_goal(self) -> bool:
        """Whether the next name of an option is to whom something goes: it does not go to whom it comes from."""
        return self.candidate.is_option and not self.candidate.is_of_place and bool(self.taken)

    def _is_towards(self, at: int) -> bool:
        before = at - 1
        while before >= 0 and (
            self.tokens[before].word in BEFORE_A_NAME or (self.tokens[before].word,) in self.around.titles
        ):
            before -= 1
        return before >= 0 and self.tokens[before].word in TOWARDS

    def _is_away(self, at: int) -> bool:
        """Whether a name is where somebody comes from: from York, leaving York, but not "leaves for York"."""
        before, skipped = at - 1, SMALL_WORDS - WHITHER
        while before >= 0 and (self.tokens[before].word in skipped or (self.tokens[before].word,) in self.around.titles):
            before -= 1
        words = tuple(token.word for token in self.tokens[max(0, before) : before + 2])
        return before >= 0 and (words[:1] in self.around.away or words in self.around.away)

    def _places_of(self, way: Run, places: range) -> Iterator[tuple[int, ...]]:
        """The places of words that name a run, or a part of it: in its order, with nothing but small words between."""
        for start in self.words.beginnings(way):
            if start in self.used or start not in places:
                continue
            for first, word in enumerate(way):
                if not self.tokens[start].is_(word):
                    continue
                found, next_word = [start], first + 1
                for at in range(start + 1, places.stop):
                    if next_word >= len(way):
                        break
                    following = next((n for n in range(next_word, len(way)) if self.tokens[at].is_(way[n])), None)
                    if at not in self.used and following is not None:
                        found.append(at)
                        next_word = following + 1
                    elif self.tokens[at].word not in SMALL_WORDS and not self._is_said_further(at):
                        break
                yield tuple(found)

    def _is_said_further(self, at: int) -> bool:
        """Whether behind a comma a name goes on: to Bristol, in the field."""
        at -= (self.tokens[at].word,) in self.around.within
        is_comma = at >= 0 and not self.tokens[at].word
        return is_comma and at + 1 < len(self.tokens) and (self.tokens[at + 1].word,) in self.around.within

    def _refused(self, part: Part, has_verb: bool) -> bool:
        """Whether the line says none, or no: with such a word, or with "not" and the order word."""
        for way in sorted(part.ways, key=len, reverse=True):
            at, says_no = self._run_at(way), way in self.around.none | self.around.no
            if not says_no and has_verb and self.clauses[at] == self.clauses[self.verb]:
                continue  # "fights in exile" does not refuse it
            if at >= 0 and not (says_no and self._is_turned(part, at + len(way))):
                self.used |= set(range(at, at + len(way)))
                self.refusal = range(at, at + len(way))
                self.denies = says_no
                self.strength += len(way)
                return True
        denied = [
            at for at, token in enumerate(self.tokens) if (token.word,) in self.around.negations and at not in self.used
        ]
        if denied and has_verb and self.tokens[denied[0]].word in PLAINLY_NOT:
            self.used.add(denied[0])
            self.strength += 1
            return True
        return False

    def _is_turned(self, part: Part, behind: int) -> bool:
        """Whether behind a "no" stands another way to refuse, which it turns round: no battle. "No, battle" does not."""
        words = list(takewhile(bool, (token.word for token in self.tokens[behind : behind + MAX_RUN_LENGTH + 1])))
        said = telling(words)
        others = (telling(way) for way in part.ways if way not in self.around.none | self.around.no)
        return any(way and said[: len(way)] == way for way in others)

    def _run_at(self, run: Run) -> int:
        for at in range(len(self.tokens) - len(run) + 1):
            places = range(at, at + len(run))
            if not self.used & set(places) and all(self.tokens[p].is_(w) for p, w in zip(places, run, strict=True)):
                return at
        return -1

    def _joins(self, at: int) -> bool:
        """Whether a comma or what stands between two orders stands there."""
        word = self.tokens[at].word if at >= 0 else "-"
        return not word or (word,) in self.around.joints
