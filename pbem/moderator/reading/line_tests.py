"""What a line can be for one seat of a game: an order, talk, a heading, an answer to an offer.

A line that begins like an order is one, and stops the letter if it fails. So does one that consists of the game's own words
and is no longer than orders are. Anything else is talk: the report lists it as "not an order", and it stops nothing.

But a line above orders can limit them: to another card, to some case, or cancel them. Such a line is never ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rapidfuzz import process
from rapidfuzz.distance import OSA

from pbem.engine.decision import Seat, YesNo
from pbem.engine.game.orders import Word
from pbem.engine.game.rules import Rules
from pbem.engine.refusal import BadLine, Illegal
from pbem.engine.table import Table
from pbem.figures import has_digit, is_number
from pbem.mail.typed.announcing import behind_addition
from pbem.moderator.deadlines.time_words import SYNONYMS, TIME_WORDS, time_said
from pbem.moderator.reading.letter_lines import LetterLine, LineKind
from pbem.moderator.reading.letter_words import (
    MENDING,
    WORDS,
    is_mend,
    lasting_mend,
    news_line,
)
from pbem.moderator.reading.query_words import ALSO, CARD, GREETINGS, QUESTIONS, order_words_of, words_of
from pbem.moderator.talk.agreements import has_offered
from pbem.moderator.talk.deal_words import (
    FIRST_WORDS,
    GIVES_UP,
    answers_in,
    begins_offer,
    deal_word,
    is_whole,
    number_in,
    says_offer,
)
from pbem.moderator.talk.deal_words import near_deal as deal_meant
from pbem.moderator.talk.message_headers import MessageHeaders, with_seats_named
from pbem.orders.carry.preview import PREVIEW_WORD
from pbem.orders.languages.words import alternatives, around, everyday, listed, patterns
from pbem.orders.parse.caution import MAX_SENTENCE_LENGTH, limits_others
from pbem.orders.parse.parse import CLAUSE, MAX_LINE_LENGTH, QUESTION, is_denied
from pbem.orders.place.position import Position
from pbem.orders.reading.clauses import in_own_words
from pbem.orders.reading.misread.misspelt import nearly_right
from pbem.orders.reading.misread.slips import Slips, slips_of
from pbem.orders.reading.read import may_be_lost, may_order, meant_by, read
from pbem.orders.reading.sayings import sayings_of
from pbem.orders.reading.several import together
from pbem.orders.reading.standard import standard_lines
from pbem.orders.words.headings import NEXT, HeadingWords, cut_heading, figure, headings_of
from pbem.orders.words.lexicon import ELSE, SMALL_WORDS, plain_words
from pbem.orders.words.lines import verbs_for
from pbem.orders.words.vocabulary import CLEAR, HABITS, STANDING, WHOLE_WORDS, WITHDRAW, vocabulary_of

_TELLING = 3
"""Letters of an order word that are enough to recognise it."""
_LONG, _SENTENCE = 8, 6
_FIXED = (*ELSE, *HABITS, STANDING, WITHDRAW, CLEAR, PREVIEW_WORD, NEXT, "if", MENDING, *TIME_WORDS, *SYNONYMS, *WORDS)


@dataclass(frozen=True)
class OrderPrefixes:
    """The words, in lower case, that a line of orders can begin with. An `abbreviable` one can be cut short. `loose` ones
    are other words for orders, which talk can begin with too.
    """

    exact: frozenset[str]
    abbreviable: frozenset[str]
    loose: frozenset[str] = frozenset()

    @property
    def of_lines(self) -> frozenset[str]:
        """Words that begin a new line: a line with one of them is not the wrapped rest of the line above, and can be copied
        from our mails. (`signatures` makes sure that a wrapped sentence signs nothing.)
        """
        return self.exact | self.loose | FIRST_WORDS

    def begin(self, text: str) -> bool:
        """Whether a line begins like an order: with one of the words, the beginning of one, or a slip in one."""
        words = plain_words(text)
        if not words or is_mend(text) or lasting_mend(text) or news_line(text):
            return bool(words)
        first = words[0]
        if first in self.exact or first in WHOLE_WORDS:
            return first in self.exact
        if len(first) >= _TELLING and any(each.startswith(first) for each in self.abbreviable):
            return True
        return len(words) <= _SENTENCE and self.near(first, alone=len(words) == 1)

    def near(self, first: str, *, alone: bool = False) -> bool:
        """Whether a word, in lower case, may be an `abbreviable` one with a slip; stricter for one `alone` on its line."""
        if len(first) <= _TELLING:
            return alone and any(_lost_a_letter(first, each) for each in self.abbreviable)
        likely = [each for each in self.abbreviable if not alone or first[0] in each[:2]]
        most = 1 if len(first) < _LONG else 2
        return process.extractOne(first, likely, scorer=OSA.distance, score_cutoff=most) is not None

    def begin_in_full(self, text: str) -> bool:
        """Whether a line begins with one of the words, not cut short."""
        return any(word in self.exact for word in plain_words(text)[:1])


def _lost_a_letter(typed: str, word: str) -> bool:
    """Whether a word is four letters long, and one of them is missing in what was typed, but not the first."""
    return len(word) == _TELLING + 1 and typed in {word[:at] + word[at + 1 :] for at in range(1, len(word))}


def prefixes_of(table: Table[Any]) -> OrderPrefixes:
    """What a line can begin with in this game's scenario."""
    prefixes = _of(table.rules.words(table.state), headings_of(table.rules).all)
    return replace(prefixes, loose=sayings_of(table).sense.verbs)


def prefixes_of_rules(rules: Rules[Any]) -> OrderPrefixes:
    """What a line can begin with in any scenario of one game."""
    return _of(rules.vocabulary, headings_of(rules).all)


def prefixes_of_games(games: Mapping[str, Rules[Any]]) -> OrderPrefixes:
    """What a line can begin with in any of these games."""
    words = [word for rules in games.values() for word in rules.vocabulary]
    return _of(words, [kind for rules in games.values() for kind in headings_of(rules).all])


def _of(words: Iterable[Word[Any]], kinds: Iterable[str]) -> OrderPrefixes:
    known = list(words)
    stems = {*(word.verb for word in known), *(question.word for question in QUESTIONS), *kinds, *_FIXED}
    synonyms = {name for word in known for name in word.synonyms}
    synonyms |= {name for question in QUESTIONS for name in question.synonyms} | {*ALSO, *patterns("preview")}
    return OrderPrefixes(_first(stems | synonyms), _first(stems))


def _first(names: Iterable[str]) -> frozenset[str]:
    return frozenset(name.split()[0] for name in names)


# Tests

_OF_OFFERS = frozenset({*listed("agreeing"), *listed("answering_offers"), *listed("offering")})
_ACCEPT = "accept"
_SHORT = 10
"""A line with more words answers no offer."""
_SUBJECT, _PARTICLE = 3, 2
"""The word that answers an offer is among the first _SUBJECT words; words of up to _PARTICLE letters are ignored ("ich nehme
Annas Angebot an").
"""
_JOINTS = re.compile(rf"\s*,\s*|\s+{alternatives('list_joints')}\s+", re.IGNORECASE)
"""Separates the names of a list."""
_MIN_ORDER_WORD = 4
"""Letters of an order word cut short. Shorter ones are words of their own: I."""
_MAX_NAME = 100
_STEM = 6
"""Letters that the name of a side and of its people share: York and the Yorkists, Lancaster and the Lancastrians."""
_ABOUT_THE_LETTER = frozenset(listed("heads"))
_NAMES_THE_GAME = frozenset(listed("game_heads"))
_TIMES = frozenset(listed("times"))
_COMMON = frozenset({*listed("clauses"), *listed("talk"), *SMALL_WORDS, *(word for run in around().sharing for word in run)})
"""Words that orders and talk share."""
_ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_GAME = 0.5
"""A line was meant as an order if more than this share of its words belong to the game."""
EXCLAMATION = "!"
COURTESY = re.compile(rf"^[^\w]*(?:[0-9]{{1,2}}[.)]\s+)?(?:{alternatives('leads')}\b,?\s*)*", re.IGNORECASE)
"""Words before an order that make it no sentence: a courtesy, a number."""
_MAX_WORDS_BELOW = 3
_HALT = re.compile(alternatives("halts"))


class Talk:
    """Distinguishes talk from orders for one seat of a game."""

    def __init__(self, slips: Slips, beginnings: OrderPrefixes) -> None:
        self._slips = slips
        self._beginnings = beginnings

    def is_talk(self, text: str) -> bool:
        """Whether a line is plainly no order."""
        if not any(map(str.isalnum, text)):
            return True
        words = plain_words(text)
        if not words or words[0] in GREETINGS:
            return True
        if words[0] not in WORDS and self._beginnings.begin(text):
            return False
        if limits_others(text):
            return False
        return not self._is_of_the_game(words) or (len(words) > MAX_SENTENCE_LENGTH and not self._beginnings.near(words[0]))

    def halts(self, text: str) -> bool:
        """Whether a line stops its letter: nothing of that is carried out."""
        begun = self._beginnings.begin_in_full(text)
        return not begun and _HALT.fullmatch(" ".join(plain_words(behind_addition(text)))) is not None

    def halts_below(self, text: str) -> bool:
        """The same for a line below a closing, where disclaimers can be too: a postscript, or a few words."""
        return self.halts(text) and (behind_addition(text) != text or len(plain_words(text)) <= _MAX_WORDS_BELOW)

    def is_aside(self, text: str) -> bool:
        """Whether a line is in brackets as a whole, and does not begin with a word that orders begin with."""
        return _ASIDE.fullmatch(text.strip()) is not None and not self._beginnings.begin_in_full(text)

    def _is_of_the_game(self, words: list[str]) -> bool:
        telling = [word for word in words if word not in _COMMON and word not in WORDS and not is_number(word)]
        known = self._slips.words | self._beginnings.exact
        return sum(word in known for word in telling) > _GAME * len(telling)


@dataclass(frozen=True)
class LineWords:
    """The words that identify lines of a game: those of its `orders`, `all` words that begin an order in any game, and its
    `headings`.
    """

    orders: frozenset[str]
    all: frozenset[str]
    headings: HeadingWords

    @classmethod
    def of(cls, table: Table[Any]) -> LineWords:
        """Those of this game's scenario."""
        return cls(frozenset(words_of(table)), frozenset(order_words_of(table)), headings_of(table.rules))


class LineTests:
    """Tests what a part of a line can be for one seat of a game, at the present position. `heads` names the players."""

    def __init__(
        self, table: Table[Any], seat: Seat, beginnings: OrderPrefixes, heads: MessageHeaders | None = None
    ) -> None:
        self.words, self._headings = LineWords.of(table), headings_of(table.rules)
        self._table, self._seat, self._heads = table, seat, heads
        self._talk = Talk(slips_of(table), beginnings)
        named = heads.names.items() if heads is not None else ()
        self._own_names = frozenset(word for name, whose in named if whose == seat for word in name)

    def halts(self, text: str) -> bool:
        """Whether a line stops its letter: nothing of that is carried out."""
        return self._talk.halts(text)

    def halts_below(self, text: str) -> bool:
        """The same of a line below a closing."""
        return self._talk.halts_below(text)

    def is_prose(self, text: str) -> bool:
        """Whether a line is an exclamation, or begins with no word for an order: "I stay in London". Lines that begin with a
        heading or a condition are not.
        """
        if self._headings.front.match(text) is not None or CLAUSE.search(text):
            return False
        words = plain_words(COURTESY.sub("", text[:MAX_LINE_LENGTH]))
        speaks = bool(words) and (words[0],) in around().speakers | around().subjects | around().self
        is_order = (
            bool(vocabulary_of(self._table).named(words[0]) or sayings_of(self._table).order_at(words, 0)[0])
            if words
            else False
        )
        return text.rstrip().endswith(EXCLAMATION) or speaks or not is_order

    def begins_order(self, text: str) -> bool:
        """Whether a line begins with an order word of the game."""
        return not self.words.orders.isdisjoint(plain_words(text)[:1])

    def names_the_letter(self, text: str) -> bool:
        """Whether a line above all others only says whose orders follow, in which game, or for which time (if that is now).
        York can be a Lord too: a player who writes their side above a letter orders nothing with it.
        """
        if self._headings.heads(text):
            return False
        words = plain_words(text[:_MAX_NAME])
        rules = self._table.rules
        titles = [rules.title, rules.name.replace("_", " ")]
        if not _NAMES_THE_GAME.isdisjoint(words):  # without that "Henry VI" may be a King
            setup = self._table.setup
            titles += [setup.scenario.replace("_", " "), rules.scenarios.get(setup.scenario, "")]
        names = {word for name in titles for word in plain_words(name)}
        now = set(plain_words(rules.turn(self._table.state)))
        now |= set() if has_digit(" ".join(now)) else {"1", "one"}
        telling = [word for word in words if word not in _ABOUT_THE_LETTER]
        is_side = [self._is_of_side(word) for word in telling]
        known = all(
            mine or word in names or word in now or word in self._own_names
            for word, mine in zip(telling, is_side, strict=True)
        )
        return known and (any(is_side) or "orders" in words or (bool(telling) and (set(telling) <= names or len(words) > 1)))

    def _is_of_side(self, word: str) -> bool:
        side = plain_words(self._seat.replace("_", " "))
        return any(word == each or word.startswith(each[:_STEM]) for each in side)

    def signs_the_letter(self, text: str, above: Sequence[tuple[int, str]]) -> bool:
        """Whether a line below all others, and apart from them, only names the writer's side. If that is also a possible
        answer (a Lord), it counts as a signature only below orders that answer; else it is the answer.
        """
        words = [word for word in plain_words(text[:_MAX_NAME]) if word not in _ABOUT_THE_LETTER]
        if not (any(map(self._is_of_side, words)) and self.names_the_letter(text)):
            return False
        return not self._is_answer(text) or any(self._is_answer(order) for _, order in above)

    def must_be_whole(self, whole: str, part: str) -> bool:
        """Whether a line says an order only together with what leads to it."""
        return len(whole) <= MAX_LINE_LENGTH and not self.says_one_order(part) and self.says_one_order(whole)

    def may_ask(self, line: LetterLine) -> bool:
        """Whether a line is an order that could also be the question about a card."""
        word, _, text = line.text.partition(" ")
        return line.kind is LineKind.ORDER and word.casefold() == CARD and bool(text) and not has_digit(text)

    def may_be_order(self, text: str) -> bool:
        """Whether a line of talk may be an order that is not understood."""
        return may_order(Position(self._table, self._seat), text)

    def may_be_lost(self, text: str) -> bool:
        """Whether a line of talk may be an order that a line below it, which ends something, would leave undone."""
        return may_be_lost(Position(self._table, self._seat), text)

    def is_talk(self, part: str) -> bool:
        if self._is_heading(part) or self._is_of_another_time(part) or self.near_deal(part) or self.answers_in(part):
            return False
        if self.answers_said(part) or time_said(part):
            return False
        if is_denied(part) and sayings_of(self._table).order_at(plain_words(part), 0)[0]:
            return False
        if self._talk.is_aside(part):
            return not self._is_answer(part)
        named = with_seats_named(self._table, self._heads, part)
        says_order = named != part and bool(meant_by(Position(self._table, self._seat), named))
        return not says_order and all(map(self._is_plain_talk, dict.fromkeys([part, nearly_right(self._table, part)])))

    def _is_plain_talk(self, part: str) -> bool:
        return self._talk.is_talk(part) and not self._begins_with_other_word(part) and not self._is_natural(part)

    def _begins_with_other_word(self, part: str) -> bool:
        """Whether a line begins with other words for an order than the rulebook's: a German word, or several words."""
        sayings, words = sayings_of(self._table), plain_words(part[:_MAX_NAME])
        verb, length = sayings.order_at(words, 0)
        german = self._table.rules.orders.synonyms.german.get(verb, "")
        is_own = bool(german) and words[:1] == plain_words(german) and words[0] not in everyday()
        return bool(verb) and not QUESTION.search(part) and (length > 1 or is_own)

    def is_deal(self, part: str) -> bool:
        """Whether a part of a line agrees on something. "Concede" can answer a question as well."""
        word = deal_word(part)
        return bool(word) and not (word == GIVES_UP and (self._is_answer(part) or self._is_order_asked(part)))

    def near_deal(self, text: str) -> str:
        """The agreement that a line would be without a slip, if it begins with no word of the game ("": none)."""
        first = plain_words(text[:_MAX_NAME])[:1]
        return deal_meant(text) if self.words.all.isdisjoint(first) else ""

    def answers_in(self, text: str) -> tuple[str, ...]:
        """The answers in a line that goes on after an answer to an offer, if the game lets players agree on something."""
        first = plain_words(text[:_MAX_NAME])[:1]
        is_read = self._table.rules.deals.exist and self.words.all.isdisjoint(first)
        return answers_in(text) if is_read else ()

    def answers_said(self, text: str) -> tuple[str, ...]:
        """The answers to open offers that a line says in another form: without the word ("yes to offer 26"), with a
        condition and no number ("accept if Dora accepts"), or by the name of who offers ("I refuse Dora's offer"); () for
        any other line.
        """
        offers = self._table.offers.with_party(self._seat) if self._table.rules.deals.exist else ()
        open_to = {each.number: each.seat for each in offers if each.seat != self._seat}
        words = plain_words(text[:MAX_LINE_LENGTH])
        if not open_to or len(words) > _SHORT or QUESTION.search(text) is not None or deal_word(text):
            return ()
        named = [number for number in open_to if str(number) in words]
        is_said = any(word in _OF_OFFERS or (word,) in around().yes for word in words)
        begins = words[:1] == [_ACCEPT] and CLAUSE.search(text) is not None
        if (named and is_said) or begins:
            return tuple(f"{_ACCEPT} {number}" for number in named or open_to)
        return tuple(self._answers_to_whom(words, open_to))

    def _answers_to_whom(self, words: Sequence[str], open_to: Mapping[int, Seat]) -> Iterator[str]:
        """The answers of a line that consists of a word of answers, the name of a player, and small words: to that player's
        offers, or to all if they have made none.
        """
        answer = next((word for word in words[:_SUBJECT] if word in _OF_OFFERS), "")
        small = {*_OF_OFFERS, *SMALL_WORDS, *_ABOUT_THE_LETTER, *(word for word in words if len(word) <= _PARTICLE)}
        others = [word for word in words if word not in small]
        offerer = self._player_called(others[0]) if answer and len(others) == 1 else ""
        if offerer:
            theirs = [number for number, seat in open_to.items() if seat == offerer]
            for number in theirs or open_to:
                yield given if deal_word(given := f"{answer} {number}") else f"{_ACCEPT} {number}"

    def _player_called(self, word: str) -> Seat:
        """The player whom a word names, also in the possessive; "" for none."""
        names = self._heads.names if self._heads is not None else {}
        return names.get((word,)) or names.get((word.removesuffix("s"),), "")

    def is_offer(self, text: str) -> bool:
        """Whether a part of a line is an offer, or begins like one where the game lets players agree on something."""
        return is_whole(text) or (self._table.rules.deals.exist and begins_offer(text))

    def withdraws_offer(self, text: str, *, offers: bool) -> bool:
        """Whether a line that withdraws a number means an offer and not the standing order of that number: also an offer
        that is over, is made in this letter (it `offers` something), or is somebody else's.
        """
        table, seat, number = self._table, self._seat, number_in(text)
        if says_offer(text) or has_offered(table, seat, number):
            return True
        is_standing = any(order.number == number for order in table.orders_of(seat))
        return not is_standing and (offers or table.offers.is_known(number, seat))

    def with_its_word(self, text: str) -> str:
        """A line with the order word of an open question added, if it has that question's conditions ("Neville if Beth sends
        nobody") or lists several answers to it ("Neville, Stafford"); "" for any other line.
        """
        if not self.words.all.isdisjoint(plain_words(text[:_MAX_NAME])[:1]) or len(text) > MAX_LINE_LENGTH:
            return ""
        position, text = Position(self._table, self._seat), with_seats_named(self._table, self._heads, text)
        for decision in position.open:
            for word in position.vocabulary.words:
                if word.key == decision.key and word.answers:
                    if self._has_conditions(word, text):
                        return f"{word.verb} {text}"
                    if names := self._names_for(word, position, text):
                        return f"{word.verb} {', '.join(names)}"
        return ""

    def _has_conditions(self, word: Word[Any], text: str) -> bool:
        """Whether a text is an answer with conditions to an order word, legal or not."""
        if word.policy is None or not word.policy.conditional(self._table.state, self._seat, text):
            return False
        try:
            word.policy.read(self._table.state, self._seat, text)
        except Illegal:
            return True
        except BadLine:
            return False
        return True

    def _names_for(self, word: Word[Any], position: Position, text: str) -> list[str]:
        """The names in a list whose first one alone answers with this order word, if the word takes several; [] for any
        other text.
        """
        names = _JOINTS.split(text)
        is_list = len(names) > 1 and all(map(position.vocabulary.is_name, names)) and word.policy is not None
        return names if is_list and meant_by(position, names[0]).startswith(f"{word.verb} ") else []

    def _is_order_asked(self, part: str) -> bool:
        """Whether a part of a line begins with the order word of an open yes-or-no question, cut short or not."""
        open_to = (decision for decision in self._table.open_to(self._seat) if isinstance(decision.shape, YesNo))
        asked = {verb for decision in open_to for verb in verbs_for(self._table, decision)}
        first, *_ = plain_words(part[:_MAX_NAME]) or [""]
        return len(first) >= _MIN_ORDER_WORD and any(word.verb in asked for word in vocabulary_of(self._table).named(first))

    def _is_heading(self, part: str) -> bool:
        """Whether a line is a heading, or one in words that are not known: "2nd card", "nächste Karte:"."""
        try:
            return cut_heading(part, self._headings)[0] is not None or self._headings.front.fullmatch(part) is not None
        except BadLine:
            return True

    def _is_of_another_time(self, part: str) -> bool:
        """Whether a line consists of a number and what it counts ("2nd impulse:"), and that is not the present one."""
        words = [figure(word) for word in plain_words(part[:_MAX_NAME])]
        numbers = {word for word in words if is_number(word)}
        others = set(words) - numbers
        now = {word for word in plain_words(self._table.rules.turn(self._table.state)) if is_number(word)} or {"1"}
        return bool(others & _TIMES) and others <= _TIMES | _ABOUT_THE_LETTER and bool(numbers) and not numbers <= now

    def _is_answer(self, part: str) -> bool:
        """Whether a part of a line is a short answer to an open question."""
        return read(Position(self._table, self._seat), part).orders

    def says_order(self, text: str) -> bool:
        """Whether a line says one or several orders that can be given now."""
        position = Position(self._table, self._seat)
        return bool(meant_by(position, text)) or bool(together(position, text))

    def _is_natural(self, part: str) -> bool:
        """Whether a part of a line is an order in the player's own words, or a short answer to an open question."""
        if len(part) > MAX_LINE_LENGTH:
            return False
        if self.with_its_word(part):
            return True
        position = Position(self._table, self._seat)
        is_standard = in_own_words(self._table, part) and bool(standard_lines(self._table, part))
        return is_standard or read(position, part).orders or bool(together(position, part))

    def says_one_order(self, text: str) -> bool:
        """Whether a line without a heading says one order that can be given now: "no more moves, I'm done"."""
        return self._headings.front.match(text) is None and bool(meant_by(Position(self._table, self._seat), text))
