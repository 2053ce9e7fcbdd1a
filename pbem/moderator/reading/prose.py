"""Which lines are orders and which are talk: what an order can begin with, and what people write around orders.

A line that begins like an order is one, and stops the letter if it fails. So does one that is made of the game's own words
and no longer than orders are. Anything else is talk: it is said back as "not an order", and stops nothing.

But a line above orders can say that they are not simply meant: for another card, in some case only, or not at all. That is
never passed over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from rapidfuzz import process
from rapidfuzz.distance import OSA

from pbem.engine.decision import Menu, PickSome, Seat, YesNo
from pbem.engine.game.orders import Word
from pbem.engine.game.rules import Rules
from pbem.engine.phrase import words_of as words_in
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
from pbem.orders.languages.words import alternatives, around, everyday, listed, not_ordered, patterns
from pbem.orders.parse.caution import MAX_SENTENCE_LENGTH, limits_others
from pbem.orders.parse.parse import CLAUSE, MAX_LINE_LENGTH, QUESTION, is_denied
from pbem.orders.place.position import Position
from pbem.orders.reading.clauses import in_own_words
from pbem.orders.reading.misspelt import nearly_right
from pbem.orders.reading.naming import options_of
from pbem.orders.reading.read import may_order, meant_by, read
from pbem.orders.reading.sayings import sayings_of
from pbem.orders.reading.several import together
from pbem.orders.reading.slips import Slips, slips_of
from pbem.orders.reading.standard import standard_lines
from pbem.orders.reading.tokens import COLON, doubts, tokens_of
from pbem.orders.words.headings import NEXT, HeadingWords, cut_heading, figure, headings_of
from pbem.orders.words.lexicon import ELSE, SMALL_WORDS, plain_words
from pbem.orders.words.lines import verbs_for
from pbem.orders.words.vocabulary import CLEAR, HABITS, STANDING, WHOLE_WORDS, WITHDRAW, vocabulary_of

_OF_OFFERS = frozenset({*listed("agreeing"), *listed("answering_offers"), *listed("offering")})
_ACCEPT = "accept"
_SHORT = 10
"""A line with more words answers no offer."""
_SUBJECT, _PARTICLE = 3, 2
"""Among so many words at the beginning is what answers an offer; letters of a small word ("ich nehme Annas Angebot an")."""
_TELLING = 3
"""Letters of an order word that are enough to recognise it."""
_LONG, _SENTENCE = 8, 6
_FIXED = (*ELSE, *HABITS, STANDING, WITHDRAW, CLEAR, PREVIEW_WORD, NEXT, "if", MENDING, *TIME_WORDS, *SYNONYMS, *WORDS)

_JOINTS = re.compile(rf"\s*,\s*|\s+{alternatives('list_joints')}\s+", re.IGNORECASE)
"""What is between the names of a list."""
_MIN_ORDER_WORD = 4
"""A shorter beginning of an order word is a word of its own: I."""
_MAX_NAME = 100
_STEM = 6
"""Letters of a side's name that its people share: York and the Yorkists, Lancaster and the Lancastrians."""
# What is with the names of sides and turns at the head of letters.
_ABOUT_THE_LETTER = frozenset(listed("heads"))
_NAMES_THE_GAME = frozenset(listed("game_heads"))
_TIMES = frozenset(listed("times"))


@dataclass(frozen=True)
class OrderPrefixes:
    """The words, in lower case, that a line can begin with; the beginning of an `abbreviable` one will do. The `loose` ones
    are other words for them, which begin an order where nothing else tells: talk can begin so too.
    """

    exact: frozenset[str]
    abbreviable: frozenset[str]
    loose: frozenset[str] = frozenset()

    @property
    def of_lines(self) -> frozenset[str]:
        """The words that a line begins with which is not the wrapped rest of the one above it, and which its writer can have
        copied from a mail of ours. That a wrapped sentence must not sign anything is seen to where lines sign (signatures).
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
        """Whether a word, in lower case, may be a slip in one of the stems; `alone` there is less to tell it by."""
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


# Talk

_COMMON = frozenset({*listed("clauses"), *listed("talk"), *SMALL_WORDS, *(word for run in around().sharing for word in run)})
"""Words that orders and talk share."""
_ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_GAME = 0.5
"""A line of which more words than this part are the game's was meant as an order."""


EXCLAMATION = "!"
COURTESY = re.compile(rf"^[^\w]*(?:[0-9]{{1,2}}[.)]\s+)?(?:{alternatives('leads')}\b,?\s*)*", re.IGNORECASE)
"""What can precede an order, and is no sentence."""
_MAX_WORDS_BELOW = 3
_HALT = re.compile(alternatives("halts"))


_SALUTES, _MODERATORS = frozenset(listed("salutes")), frozenset(listed("moderators"))
COMPANY = frozenset(listed("company"))
"""Several who are spoken to, whoever they are: the players."""
_MAX_ADDRESS = 4
"""Words of a salutation."""
_ASKED = re.compile(r"[?:]")
_ROW = re.compile(r"\s*[*(:]")
"""What stands behind a name in a row of what can be chosen."""
_NOT_MEANT = re.compile(alternatives("not_meant"), re.IGNORECASE)
_CONCLUDING = re.compile(rf",\s*(?:and\s+)?{alternatives('concluding')}\b,?\s+", re.IGNORECASE)
_IN_PLACE_OF = re.compile(rf"(?<!\w){alternatives('in_place_of')}(?=\s)", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_ASKS_WITHIN = 3
"""Among so many first words stands the one that asks: disband which of them?"""
_ANSWERED = re.compile(rf"\s+{alternatives('answering_behind')}\s*[.!]*$", re.IGNORECASE)
"""Behind the name that answers: "Clifford does"."""
_PAIR = re.compile(r"\s*([^:;.!]+):([^:;.!]+)[.!]?\s*")
_BETWEEN_PAIRS = re.compile(r";|[.!](?=\s)")
_ASKING, _BESIDE_ASKING = frozenset(listed("asking_what")), frozenset(listed("asking_beside"))
_LEAVING_OPEN = frozenset(listed("leaving_open"))
_MIN_PROMPT, _MAX_SIGNS = 3, 4
"""So many words of a question tell that it is repeated; and so many signs that can end it are looked at."""


def without_marks(text: str) -> str:
    """A line without what says around it that it is not meant, or not now."""
    return _NOT_MEANT.sub(" ", text[:MAX_LINE_LENGTH]).strip() if len(text) <= MAX_LINE_LENGTH else text


def salutation(text: str) -> tuple[str, str]:
    """Whom a line greets in front of a comma, and what it says behind that: "Dear Moderator, move Grey to York", "Friends,
    ..."; ("", text) for any other line.
    """
    head, _, rest = text.partition(",")
    words = plain_words(head)
    if not rest.strip() or not words or len(words) > _MAX_ADDRESS:
        return "", text
    if words[0] in _SALUTES:
        return head.split(maxsplit=1)[-1].strip() if len(words) > 1 else "", rest.strip()
    return (head.strip(), rest.strip()) if words[0] in COMPANY else ("", text)


def behind_salutation(text: str) -> str:
    """A line without the salutation of the moderator, or of nobody in particular, where more than a word follows: what
    gives something up counts by itself alone.
    """
    whom, rest = salutation(text)
    is_moderator = _MODERATORS.issuperset(plain_words(whom))
    return rest if is_moderator and len(plain_words(rest)) > 1 else text


def behind_prompt(prompts: Iterable[str], text: str) -> str:
    """A line without the question that it repeats in front of its answer: "Place which Noble? Audley." What it leaves out of
    the question may be missing.
    """
    if len(text) > MAX_LINE_LENGTH:
        return text
    asked = [plain_words(prompt) for prompt in prompts]
    for end in reversed([sign.end() for sign in _ASKED.finditer(text)][:_MAX_SIGNS]):
        words, rest = plain_words(text[:end]), text[end:].strip()
        if len(words) >= _MIN_PROMPT and plain_words(rest) and any(_stand_in(words, prompt) for prompt in asked):
            return rest
    return text


def behind_own_question(table: Table[Any], seat: Seat, text: str) -> Iterator[str]:
    """What a line can say that asks in its writer's words what is asked, and then answers: "What next? Forage!", also with
    the order word that the answer leaves out: "Who steps outside? Clifford". One that asks anything else says nothing so.
    """
    head, _, rest = text[:MAX_LINE_LENGTH].partition("?")
    rest = _ANSWERED.sub("", rest.strip())
    if not plain_words(rest) or "?" in rest or not (verbs := _asked_for(table, seat, head)):
        return
    yield rest
    pairs = [_PAIR.fullmatch(each) for each in _BETWEEN_PAIRS.split(rest)]
    for verb in verbs:
        if all(pairs):
            yield "; ".join(f"{verb} {pair[1].strip()} {pair[2].strip()}" for pair in pairs if pair is not None)
        elif all(word not in verbs for word in plain_words(rest)):
            yield f"{verb} {rest}"


def _asked_for(table: Table[Any], seat: Seat, question: str) -> list[str]:
    """The order words of what a question asks in its writer's words; [] where that is not asked."""
    words = plain_words(question)
    if not words or _ASKING.isdisjoint(words[:_ASKS_WITHIN]):
        return []
    sayings, open_to = sayings_of(table), table.open_to(seat)
    verbs = list(dict.fromkeys(verb for each in open_to for verb in verbs_for(table, each)))
    asked = {word for verb in verbs for run in sayings.here.get(verb, ()) for word in run}
    asked |= {word for each in open_to for word in plain_words(f"{each.prompt!s} {each.subject!s}")}
    others = [word for word in words if word not in asked and word not in _ASKING | _BESIDE_ASKING]
    says = any(word in asked and word not in _BESIDE_ASKING for word in words)
    if any((word,) in not_ordered() - {(each,) for each in _ASKING} or sayings.means_something(word) for word in others):
        return []
    return verbs if len(others) <= int(says) else []


def concluded(table: Table[Any], text: str, says: Callable[[str], bool]) -> str:
    """What a sentence comes to that says first why: "Calais has six already, so Rutland to Ireland". One that orders
    something there, or may, or leaves open what it comes to, stays as it is.
    """
    found = list(_CONCLUDING.finditer(text[:MAX_LINE_LENGTH]))
    if not found or QUESTION.search(text) is not None:
        return text
    lead, rest = text[: found[-1].start()], text[found[-1].end() :].strip()
    words, sayings = plain_words(lead), sayings_of(table)
    orders = any(sayings.order_at(words, at)[0] for at, word in enumerate(words) if word not in sayings.sense.names)
    is_open = not _LEAVING_OPEN.isdisjoint(words) or doubts(tokens_of(lead), around().retracts | around().later)
    if not words or orders or is_open or COLON in lead or says(lead) or not says(rest):
        return text
    return rest


def without_rivals(table: Table[Any], seat: Seat, text: str) -> str:
    """A line without who or what is not chosen in it: "Grey begins in Groby instead of Codnor". Only one thing that is named
    right there, and can be chosen, is left out.
    """
    found = _IN_PLACE_OF.search(text[:MAX_LINE_LENGTH])
    vocabulary, shapes = vocabulary_of(table), [(each, each.shape) for each in table.open_to(seat)]
    # Where several can be chosen it is not said what becomes of the others.
    if found is None or any(isinstance(shape, PickSome) for _, shape in shapes):
        return text
    options = (shape.options() if isinstance(shape, Menu) else options_of(each) for each, shape in shapes)
    chosen = {word for every in options for option in every for word in words_in(option)}
    for end in (word.end() for word in islice(_WORD.finditer(text, found.end()), _MAX_ADDRESS)):
        known = vocabulary.meant_in(text[found.end() : end])
        if known:
            others = f"{text[: found.start()]}{text[end:]}"
            is_left_out = len(known) == 1 and known[0] in chosen and known[0] not in vocabulary.meant_in(others)
            return others if is_left_out else text
    return text


def chosen_row(rows: Callable[[], Iterable[Sequence[str]]], text: str) -> str:
    """The name with which a row of what can be chosen begins, where a line is one that is copied from the mail: "Rivers **
    1-4, green, home Southeast". Any other line as it is. The words of the rows are asked for only by a line that can be one.
    """
    name, *rest = _ROW.split(text.strip(" -\t"), maxsplit=1)
    words = plain_words(text)
    is_row = bool(rest) and len(words) >= _MIN_PROMPT and any(row[: len(words)] == words for row in rows())
    return name.strip() if is_row else text


def _stand_in(words: Iterable[str], prompt: Iterable[str]) -> bool:
    """Whether a prompt has these words, in their order."""
    left = iter(prompt)
    return all(word in left for word in words)


class Talk:
    """Tells talk from orders for one seat of a game."""

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
        """Whether a line holds its letter back: nothing of that is carried out."""
        begun = self._beginnings.begin_in_full(text)
        return not begun and _HALT.fullmatch(" ".join(plain_words(behind_addition(text)))) is not None

    def halts_below(self, text: str) -> bool:
        """The same of a line below a closing, where disclaimers stand too: a postscript, or a few words."""
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
    """The words of a game by which its lines are told from others: those of its `orders`, all that begin one, and its
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
    """What a part of a line can be for one seat of a game, at the position as it is now. `heads` has how players are
    named.
    """

    def __init__(
        self, table: Table[Any], seat: Seat, beginnings: OrderPrefixes, heads: MessageHeaders | None = None
    ) -> None:
        self.words, self._headings = LineWords.of(table), headings_of(table.rules)
        self._table, self._seat, self._heads = table, seat, heads
        self._talk = Talk(slips_of(table), beginnings)
        named = heads.names.items() if heads is not None else ()
        self._own_names = frozenset(word for name, whose in named if whose == seat for word in name)

    def halts(self, text: str) -> bool:
        """Whether a line holds its letter back: nothing of that is carried out."""
        return self._talk.halts(text)

    def halts_below(self, text: str) -> bool:
        """The same of a line below a closing."""
        return self._talk.halts_below(text)

    def is_prose(self, text: str) -> bool:
        """Whether a line is an exclamation, or begins with no word for an order: "I stay in London". Headings and conditions
        begin none.
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
        """Whether a line above all others only says whose orders follow, of which game, or of which time if that is now:
        York can be a Lord too, and a player who heads their letter with their side orders nothing by it.
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
        """Whether a line below all others, and apart from them, only names the side whose letter it is. Where that names
        what can be answered, a Lord, it does so only below orders that answer: else it is the answer.
        """
        words = [word for word in plain_words(text[:_MAX_NAME]) if word not in _ABOUT_THE_LETTER]
        if not (any(map(self._is_of_side, words)) and self.names_the_letter(text)):
            return False
        return not self._is_answer(text) or any(self._is_answer(order) for _, order in above)

    def must_be_whole(self, whole: str, part: str) -> bool:
        """Whether a line says an order, and does not without what leads to it."""
        return len(whole) <= MAX_LINE_LENGTH and not self.says_one_order(part) and self.says_one_order(whole)

    def may_ask(self, line: LetterLine) -> bool:
        """Whether a line is an order that begins as the question about a card does, and names one that has a text."""
        word, _, text = line.text.partition(" ")
        return line.kind is LineKind.ORDER and word.casefold() == CARD and bool(text) and not has_digit(text)

    def may_be_order(self, text: str) -> bool:
        """Whether a line of talk may be an order that is not understood."""
        return may_order(Position(self._table, self._seat), text)

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
        """Whether a line begins with other words for an order word than the rulebook's: a German one, or several."""
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
        """What a line that agrees on nothing, and begins with no word of the game, would agree on without a slip."""
        first = plain_words(text[:_MAX_NAME])[:1]
        return deal_meant(text) if self.words.all.isdisjoint(first) else ""

    def answers_in(self, text: str) -> tuple[str, ...]:
        """The answers to offers of a line that goes on behind the first, where the game lets players agree on something."""
        first = plain_words(text[:_MAX_NAME])[:1]
        is_read = self._table.rules.deals.exist and self.words.all.isdisjoint(first)
        return answers_in(text) if is_read else ()

    def answers_said(self, text: str) -> tuple[str, ...]:
        """The answers to open offers that a line says without their word: "yes to offer 26", with a condition and without
        a number: "accept if Dora accepts", or by who has offered: "I refuse Dora's offer"; () for any other line.
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
        """The answers of a line that has a word of answers and names a player, but for small words nothing else: to that
        player's offers, to all where they have made none.
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
        """The player whom a word names, in the possessive too; "" for none."""
        names = self._heads.names if self._heads is not None else {}
        return names.get((word,)) or names.get((word.removesuffix("s"),), "")

    def is_offer(self, text: str) -> bool:
        """Whether a part of a line is an offer, or begins like one where the game lets players agree on something."""
        return is_whole(text) or (self._table.rules.deals.exist and begins_offer(text))

    def withdraws_offer(self, text: str, *, offers: bool) -> bool:
        """Whether a line that withdraws a number means an offer, also one that is over by now, is made in this letter (it
        `offers` something), or is somebody else's. A standing order can have that number as well.
        """
        table, seat, number = self._table, self._seat, number_in(text)
        if says_offer(text) or has_offered(table, seat, number):
            return True
        is_standing = any(order.number == number for order in table.orders_of(seat))
        return not is_standing and (offers or table.offers.is_known(number, seat))

    def with_its_word(self, text: str) -> str:
        """A line without an order word that has the conditions of an open question's own answer ("Neville if Beth sends
        nobody"), or lists what answers it each by itself ("Neville, Stafford"), with the order word in front; "" for any
        other.
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
        """Whether a text is an answer by an order word that has conditions, be it one that the rules do not allow."""
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
        """The names of a text that is a list of them, the first of which is by itself an answer by this order word, where
        that takes several; [] for any other.
        """
        names = _JOINTS.split(text)
        is_list = len(names) > 1 and all(map(position.vocabulary.is_name, names)) and word.policy is not None
        return names if is_list and meant_by(position, names[0]).startswith(f"{word.verb} ") else []

    def _is_order_asked(self, part: str) -> bool:
        """Whether a part of a line begins with the order word of an open question of yes or no, or a beginning of it."""
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
        """Whether a line is made of a number and what it counts, "2nd impulse:", and that is not now."""
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
