"""Decides what each line of a letter is. It does so once: all later steps use the LetterLines that it gives."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from pbem.effort import spend
from pbem.engine.agreements.offers import DEAL
from pbem.engine.decision import Pick, Seat
from pbem.engine.refusal import Ambiguous, BadLine, Misread
from pbem.engine.table import Table
from pbem.faults import note_fault
from pbem.i18n import Text
from pbem.mail.letter import OrderLine
from pbem.moderator.deadlines.time_words import time_word
from pbem.moderator.reading.form_lines import gives_up
from pbem.moderator.reading.letter_lines import BETWEEN_ORDERS, LetterLine, LetterLines, LineKind, without_denied_codes
from pbem.moderator.reading.letter_words import ALWAYS_MENDING, SLIPS, is_mend, lasting_mend, letter_words, news_line
from pbem.moderator.reading.line_orders import (
    COMPANY,
    LineOrders,
    behind_own_question,
    behind_prompt,
    behind_salutation,
    chosen_row,
    concluded,
    salutation,
    without_marks,
    without_rivals,
)
from pbem.moderator.reading.line_tests import LineTests, LineWords, OrderPrefixes, prefixes_of
from pbem.moderator.reading.query_words import HELP, behind_request, question_in
from pbem.moderator.reading.report_questions import NO_CODES, Shown, code_behind, codes_written
from pbem.moderator.reading.signatures import NOTHING_AROUND, LineSurroundings, held_back
from pbem.moderator.talk.agreements import near_answers
from pbem.moderator.talk.deal_words import (
    GIVES_UP,
    WITHDRAW,
    countering_in,
    deal_word,
    number_in,
    quoted_deal,
)
from pbem.moderator.talk.message_headers import ALL as ALL_PLAYERS
from pbem.moderator.talk.message_headers import MessageHeaders, with_seats_named
from pbem.orders.carry.below import may_change
from pbem.orders.carry.contradictions import corrects
from pbem.orders.carry.preview import PREVIEW_WORD, is_preview, without_preview
from pbem.orders.parse.parse import COMMENT, MAX_LINE_LENGTH, MAX_LINES, QUESTION, numbered_parts, parts_of
from pbem.orders.place.position import Position
from pbem.orders.reading.misread.guess import guesses
from pbem.orders.reading.misread.misspelt import mended
from pbem.orders.reading.read import meant_by
from pbem.orders.reading.tokens import COLON
from pbem.orders.words.headings import headings_of
from pbem.orders.words.lexicon import plain_words
from pbem.orders.words.lines import codes_in
from pbem.orders.words.vocabulary import WITHDRAW as WITHDRAW_ORDER

Numbered = tuple[int, str]
ALTERNATIVE = re.compile(r"\s*[a-d]\s*:\s*\S", re.IGNORECASE)
"""Begins one of several alternatives with letters ("a: ...")."""
ALL_WORD = "all"
"""Everybody, as the head of a message names them."""
STEPS_TO_SORT = 10
"""The work of finding the kind of a line, which is done twice (pbem.effort)."""
STEPS_OF_TALK, CHARACTERS_A_STEP = 20, 2
"""The work of deciding whether a line is talk: each of many tests looks at all of its words (pbem.effort)."""
TOO_LONG = Text(
    "an order can have at most {longest_line} characters; write this as several lines", longest_line=MAX_LINE_LENGTH
)
TOO_MANY = Text(
    "a letter can have at most {most_lines} orders; this one and those after it are not carried out", most_lines=MAX_LINES
)
MESSAGE_APART = Text("it is not sent: a message stands on a line of its own")
NO_ORDER = Text("this letter has no order that I understand")
MAY_BE_ORDER = Text(
    "it may be an order, so what ends something below it is not carried out: write the order, or leave this out"
)
IN_QUOTES = Text("in quotation marks it says nothing: write it without them")
NOT_MEANT = Text(
    "what stands beside the order may take it back, put it off or change it: write the order alone, or leave it out"
)
NOT_YOURS = Text("what stands below it may be another player's: leave this out if it is your order")
HEADS = Text("with a colon it may be the heading of what stands below it: write it without one if it is your order")
ALTERNATIVES = Text("these may be alternatives: write the one that is to be done, without its letter")
TO_OTHERS = Text("it is written to other players, so it is no order; and what is not sent to them, they do not get")
NO_OFFER = Text("write whom it is for, a colon, and what is offered")
NO_COUNTERED = Text("say which offer it answers, by its number")
ONE_ANSWER = Text("an answer is about one offer: write one for each")
NO_CONDITION = Text("an answer to an offer is the whole line, and holds at once: nothing can stand behind its number")
ITS_WORD = Text('an offer is answered by "accept" or "refuse" and its number, and by nothing else')
NEAR_OFFERS = (
    "offer PLAYER: CLAUSE; CLAUSE",
    "counter NUMBER: CLAUSE; CLAUSE",
    "standing accept PLAYER: CLAUSE; CLAUSE",
)
RIGHT_BELOW = 2
"""A line that is no farther below an order may be about it."""
MAX_DOUBTFUL = 3
"""In a letter without an order, a meaning is sought for this many lines."""


def kind_of(words: LineWords, text: str) -> tuple[LineKind, str]:
    """The kind and the word of a part of a line by itself."""
    if is_mend(text):
        return LineKind.LETTER, SLIPS
    if lasting := lasting_mend(text) or news_line(text):
        return LineKind.TIME, lasting
    if word := time_word(text, words.orders):
        return LineKind.TIME, word
    if word := deal_word(text):
        return LineKind.DEAL, word
    if (word := question_in(text, words.all)) and not words.headings.heads(text):
        return LineKind.QUESTION, word
    return LineKind.ORDER, ""


@dataclass(frozen=True)
class _Part:
    """A part of a line before its kind is known. After `preview` it asks nothing, as it is what to preview. `in_prose`: it
    is of a sentence or an exclamation.
    """

    number: int
    text: str
    mends: bool = False
    behind_preview: bool = False
    in_prose: bool = False


class Sorter:
    """Sorts the lines of letters from one seat at the present position. `shown` are the codes in the mail that is answered,
    `heads` the names of players. If the seat's player `always_mends` slips, each letter does.
    """

    def __init__(
        self,
        table: Table[Any],
        seat: Seat,
        beginnings: OrderPrefixes | None = None,
        shown: Mapping[str, Shown] = NO_CODES,
        *,
        always_mends: bool = False,
        heads: MessageHeaders | None = None,
    ) -> None:
        self._shown, self._always_mends, self._heads = shown, always_mends, heads
        self._tests = LineTests(table, seat, prefixes_of(table) if beginnings is None else beginnings, heads)
        self._headings = headings_of(table.rules)
        self._table, self._seat = table, seat
        self._orders = LineOrders(table, seat, self._tests)
        self._offers = False

    def letter(
        self, lines: Iterable[Numbered], *, alone: bool = False, beside: LineSurroundings = NOTHING_AROUND
    ) -> LetterLines:
        """All lines of a letter, including talk and words about the letter. If none is an order, talk that may be one is
        refused by name; beside messages (not `alone`) only if it names what an order names. What is `beside` the lines can
        make a signature doubtful.
        """
        orders, others, halted = self._parted(list(lines))
        sorted_ = self.orders(orders)
        if not halted and not orders and all(line.kind is LineKind.TALK for line in others):
            others = self._with_doubtful(others, alone=alone)
        others = self._with_held_ends(sorted_.all, others)
        previews = sorted_.previews or (bool(halted) and any(line.kind is not LineKind.QUESTION for line in sorted_.all))
        lines_ = (*without_denied_codes(sorted_.all, others), *others)
        if any(line.kind is LineKind.FAULT for line in others):  # what is refused holds up what is below it
            lines_ = tuple(sorted(lines_, key=lambda line: line.number))
        lines_ = lines_ if halted else held_back(lines_, self._tests.begins_order, beside)
        return replace(sorted_, all=lines_, previews=previews, halts=halted)

    def _parted(self, typed: Sequence[Numbered]) -> tuple[list[Numbered], list[LetterLine], str]:
        """The lines of a letter that may be orders, the other lines with their kinds, and the first line that stops all of
        it ("": none).
        """
        orders: list[Numbered] = []
        others: list[LetterLine] = []
        written = [(number, self._core(text)) for number, text in typed]
        count, heads, halted = 0, 0, ""
        lettered = sum(ALTERNATIVE.match(text) is not None for _, text in typed)
        for place, (number, text) in enumerate(written):
            if whom := self._written_to(text):
                others.append(_failed(number, text, Misread(TO_OTHERS, (f"tell {whom}: {salutation(text)[1]}",))))
            elif why := self._why_not_meant(typed[place][1], is_one_of_several=lettered > 1):
                others.append(_failed(number, typed[place][1], Misread(why)))
            elif self._is_deal(text):
                orders.append((number, text))
                count += 1
            elif self._tests.halts(text):
                others.append(_talk(number, text))
                halted = halted or text
            elif self._codes(text):
                orders.append((number, text))
                count += 1 + text.count(BETWEEN_ORDERS)
            elif place == heads and place < len(written) - 1 and self._tests.names_the_letter(text):
                others.append(_talk(number, text))
                heads += 1
            elif place < len(written) - 1 and self._may_head(text):
                others.append(_failed(number, typed[place][1], Misread(HEADS)))
            elif self._is_apart(written, place) and self._tests.signs_the_letter(text, orders):
                others.append(_talk(number, text))
            elif count <= MAX_LINES and self._may_change(written, place, orders):
                orders.append((number, text))
                count += 1
            elif said := self._without_order(number, text) if count <= MAX_LINES else []:
                others += [replace(line, text=typed[place][1], typed=typed[place][1]) for line in said]
            else:
                orders.append((number, text))
                count += 1 + text.count(BETWEEN_ORDERS)
        return orders, others, halted

    def _may_change(self, written: Sequence[Numbered], place: int, orders: Sequence[Numbered]) -> bool:
        """Whether a line may change the order right above it, or take it back: that is asked, and is no talk."""
        (number, text), above = written[place], orders[-1:]
        if not above or above[0][0] != written[place - 1][0] or number - above[0][0] > RIGHT_BELOW:
            return False
        try:
            return may_change(Position(self._table, self._seat), text, above[0][1])
        except BadLine:
            return False
        except Exception as fault:
            note_fault(fault, f"whether {text!r} changes the order above it")
            return False

    def _why_not_meant(self, text: str, *, is_one_of_several: bool) -> Text | None:
        """Why an order may not be meant, or not now: words around it ("pass, off", "Old: pass"), several alternatives ("A:
        pass"), or the name of another player above it ("Bob:").
        """
        order = without_marks(text)
        if order != text and (self._is_order_or_code(order) or self._tests.begins_order(order)):
            return NOT_MEANT
        if is_one_of_several and ALTERNATIVE.match(text) is not None:
            return ALTERNATIVES
        names = self._heads.names if self._heads is not None else {}
        is_heading = text.rstrip().endswith(COLON) and names.get(tuple(plain_words(text)), self._seat) != self._seat
        return NOT_YOURS if is_heading else None

    def _may_head(self, text: str) -> bool:
        """Whether a line is only a name with a colon that would be carried out as an answer: "March:" above his orders."""
        if not text.rstrip().endswith(COLON) or self._headings.heads(text) or question_in(text, self._tests.words.all):
            return False
        try:
            meant = meant_by(Position(self._table, self._seat), text.rstrip().removesuffix(COLON))
        except BadLine:
            return False
        except Exception as fault:  # as an order it fails too, and is refused by name
            note_fault(fault, f"what {text!r} heads")
            return False
        return bool(meant) and meant.split()[0] not in plain_words(text)

    def _is_deal(self, text: str) -> bool:
        """Whether a line offers something, or answers an offer that it quotes."""
        return self._tests.is_offer(without_preview(text)) or bool(quoted_deal(text))

    def _without_order(self, number: int, text: str) -> list[LetterLine]:
        """The lines of one that orders nothing; [] for an order, and for one at which the program fails: it fails as an
        order too, and is refused by name.
        """
        try:
            return self._no_orders(number, text)
        except BadLine:
            return []
        except Exception as fault:
            note_fault(fault, f"what {text!r} says")
            return []

    def _core(self, text: str) -> str:
        """A line without what leads to its order: a salutation, a repeated question of ours, our description of a choice
        that it copies, and words that ask for an answer.
        """
        open_to = self._table.open_to(self._seat)
        text = behind_prompt([str(each.prompt) for each in open_to], behind_request(self._behind_salutation(text)))
        text = self._core_of_sentence(text)
        return chosen_row(lambda: self._rows, text)

    @cached_property
    def _rows(self) -> list[list[str]]:
        """The words of each row that describes a choice: computed at most once for a letter."""
        facts, state, open_to = self._table.rules.orders.facts, self._table.state, self._table.open_to(self._seat)
        return [plain_words(fact) for each in open_to if isinstance(each.shape, Pick) for fact in facts(state, each)]

    def _core_of_sentence(self, text: str) -> str:
        """A line without the writer's own question, reasons, and rejected choices. A code at the end of a line is all that
        counts.
        """
        code = "" if corrects(self._table, text) else code_behind(text, self._shown)
        if code and kind_of(self._tests.words, text)[0] is LineKind.ORDER:
            return code
        for shorter in (
            *behind_own_question(self._table, self._seat, text),
            concluded(self._table, text, self._is_order_or_code),
            without_rivals(self._table, self._seat, text),
        ):
            if shorter != text and self._is_order_or_code(shorter):
                return shorter
        return text

    def _is_order_or_code(self, text: str) -> bool:
        """Whether a text is an order, or a choice of the mail by its code."""
        codes = codes_in(text)
        if codes:
            return set(codes) <= set(self._shown)
        try:
            return bool(meant_by(Position(self._table, self._seat), text)) or len(self._orders.of(text)) > 1
        except BadLine:
            return False
        except Exception as fault:
            note_fault(fault, f"whether {text!r} is an order")
            return False

    def _behind_salutation(self, text: str) -> str:
        """A line without a salutation of the moderator, if an order or a word about the letter follows."""
        rest = behind_salutation(text)
        return rest if rest != text and self._is_acted_on(rest) else text

    def _is_acted_on(self, text: str) -> bool:
        """Whether a text is an order or a word about the letter. If the program fails at it, it counts as neither: it fails
        again when it is sorted, and is refused by name.
        """
        try:
            return kind_of(self._tests.words, text)[0] is not LineKind.ORDER or self._tests.says_order(text)
        except BadLine:
            return False
        except Exception as fault:
            note_fault(fault, f"whether {text!r} is an order")
            return False

    def _written_to(self, text: str) -> str:
        """The players, as named, to whom a line is addressed that may be an order: "Dear all, Grey goes to Lincoln" ("": any
        other line).
        """
        whom, rest = salutation(text)
        words, names = plain_words(whom), self._heads.names if self._heads is not None else {}
        to_all = not (ALL_PLAYERS | COMPANY).isdisjoint(words)
        is_player = names.get(tuple(words), self._seat) != self._seat
        if not (to_all or is_player) or not self._is_acted_on(rest):
            return ""
        return ALL_WORD if to_all and ALL_PLAYERS.isdisjoint(words) else whom

    def _is_apart(self, written: Sequence[Numbered], place: int) -> bool:
        """Whether a line is the last, below an empty one."""
        return 0 < place == len(written) - 1 and written[place][0] > written[place - 1][0] + 1

    def with_halts(self, lines: Sequence[OrderLine], below: Iterable[OrderLine]) -> tuple[OrderLine, ...]:
        """The lines of a letter, and those from below its closing that hold it back ("PS: forget it")."""
        return (*lines, *(line for line in below if self._tests.halts_below(line.text)))

    def _with_doubtful(self, talk: Sequence[LetterLine], *, alone: bool) -> list[LetterLine]:
        """Lines of talk. The first ones that may be orders are refused, each with its probable meaning; beside messages only
        those that name what an order names, as more of a letter is talk there.
        """
        position = Position(self._table, self._seat)
        lines_read: list[LetterLine] = []
        doubtful = 0
        for line in talk:
            asked = doubtful < MAX_DOUBTFUL and not line.text.rstrip().endswith("?")
            asked = asked and (alone or self._tests.may_be_order(line.text))
            near = guesses(position, line.text) if asked else ()
            doubtful += bool(near)
            lines_read.append(_failed(line.number, line.text, Misread(NO_ORDER, near)) if near else line)
        return lines_read

    def _with_held_ends(self, orders: Sequence[LetterLine], others: Sequence[LetterLine]) -> list[LetterLine]:
        """The lines that order nothing. Talk that may be an order is refused if it is above a line that gives something up,
        which then waits: else what was meant before it would be lost.
        """
        last = max((line.number for line in orders if self._ends_something(line)), default=0)
        position = Position(self._table, self._seat)
        return [
            _failed(line.number, line.text, Misread(MAY_BE_ORDER, guesses(position, line.text)))
            if line.kind is LineKind.TALK and line.number < last and self._tests.may_be_lost(line.text)
            else line
            for line in others
        ]

    def _ends_something(self, line: LetterLine) -> bool:
        """Whether a line is an order that gives something up: done, pass."""
        if line.kind is LineKind.CODE:
            return gives_up(self._table, line.text)
        position = Position(self._table, self._seat)
        return line.kind is LineKind.ORDER and gives_up(self._table, meant_by(position, line.text) or line.text)

    def _no_orders(self, number: int, text: str) -> list[LetterLine]:
        """The lines of one that is talk or about the letter; [] for one that is acted on."""
        spend(STEPS_TO_SORT)
        if words := letter_words(text):
            return [LetterLine(number, text, text, LineKind.LETTER, word) for word in words]
        if len(text) <= MAX_LINE_LENGTH and corrects(self._table, text):
            return []
        parts = parts_of(text, self._headings) or [text]
        spend(STEPS_TO_SORT * (len(parts) - 1))
        whole = text if len(parts) == 1 and not parts[0].endswith(text) else ""
        if whole and self._tests.must_be_whole(whole, parts[0]):
            return []
        if not any(map(self._tests.is_deal, parts)) and all(map(self._is_talk, parts)):
            return [_talk(number, text)]
        return []

    def _is_talk(self, part: str) -> bool:
        spend(STEPS_OF_TALK + len(part) // CHARACTERS_A_STEP)
        return self._tests.is_talk(part)

    def orders(self, lines: Iterable[Numbered]) -> LetterLines:
        """Sorts lines of a letter of which none is talk, nor a word about the letter on a line of its own."""
        written = list(lines)
        self._offers = any(self._tests.is_offer(without_preview(text)) for _, text in written)
        previews = any(is_preview(text) for _, text in written)
        parts = [
            replace(_part(*part, previews), in_prose=self._tests.is_prose(line[1]))
            for line in written
            for part in self._parts(*line)
        ]
        lasting = [line for part in parts if (line := lasting_mend(part.text))]
        always = lasting[-1] == ALWAYS_MENDING if lasting else self._always_mends
        mends = always or any(part.mends for part in parts)
        lines_: list[LetterLine] = []
        for part in parts:  # those beyond are not read, and it is said where that begins
            past = len(lines_) > MAX_LINES
            lines_ += (
                [LetterLine(part.number, part.text, part.text, LineKind.ORDER)] if past else self._lines_of(part, mends)
            )
        return LetterLines(tuple(self._asked_by_all(lines_)), mends, previews, shown=self._shown, heads=self._heads)

    def _parts(self, number: int, text: str) -> list[Numbered]:
        """The orders of a line, without what leads to the order, unless that is part of it: "I want East"."""
        if self._tests.is_offer(without_preview(text)) or quoted_deal(text):
            return [(number, " ".join(COMMENT.sub("", text).split()))]
        parts = numbered_parts([(number, text)], self._headings)
        whole = " ".join(COMMENT.sub("", text).split())
        if any(self._tests.is_offer(part) for _, part in parts):
            return self._with_whole_offer(number, whole, [part for _, part in parts])
        is_cut = len(parts) == 1 and parts[0][1] != whole
        return [(number, whole)] if is_cut and self._tests.must_be_whole(whole, parts[0][1]) else parts

    def _with_whole_offer(self, number: int, whole: str, parts: Sequence[str]) -> list[Numbered]:
        """The parts of a line with an offer after orders: from there on everything is the offer, because semicolons separate
        its clauses too.
        """
        first = next(place for place, part in enumerate(parts) if self._tests.is_offer(part))
        begin = whole.rfind(parts[first]) if whole.count(parts[first]) == 1 else -1
        rest = whole[begin:] if begin >= 0 else f"{BETWEEN_ORDERS} ".join(parts[first:])
        return [*((number, part) for part in parts[:first]), (number, rest)]

    def _asked_by_all(self, lines: Sequence[LetterLine]) -> Iterator[LetterLine]:
        """The lines. An order that is a question in other games ("card Piracy") is refused if all other lines ask."""
        kinds = {line.kind for line in lines if not self._tests.may_ask(line)}
        for line in lines:
            text = line.text.partition(" ")[2]
            doubtful = kinds == {LineKind.QUESTION} and self._tests.may_ask(line)
            why = Ambiguous(
                Text("it plays {text}, and all else in this letter asks: to play it, send it by itself", text=text),
                [f"{HELP} {text}"],
            )
            yield _failed(line.number, line.typed, why) if doubtful else line

    def _codes(self, text: str) -> tuple[str, ...]:
        return codes_written(self._table, self._seat, text, self._shown)

    def _lines_of(self, part: _Part, mends: bool) -> list[LetterLine]:
        spend(STEPS_TO_SORT)
        if len(part.text) > MAX_LINE_LENGTH:
            cut = part.text[:MAX_LINE_LENGTH]
            if kind_of(self._tests.words, cut)[0] is not LineKind.QUESTION:
                return [_failed(part.number, part.text, Misread(TOO_LONG))]
            part = replace(part, text=cut)
        try:
            return list(self._lines(part, mends))
        except BadLine as bad:
            return [_failed(part.number, part.text, bad)]
        except Exception as fault:  # it is refused by name, and the lines around it are read
            note_fault(fault, f"the kind of {part.text!r}")
            return [_failed(part.number, part.text, fault)]

    def _mended(self, text: str) -> str:
        """A line with its slips corrected, unless it is about time or the letter."""
        if time_word(text) or lasting_mend(text) or news_line(text):
            return text
        has_heading = self._headings.front.match(text) is not None
        return mended(self._table, text, self._tests.says_order, has_heading=has_heading)

    def _lines(self, part: _Part, mends: bool) -> Iterator[LetterLine]:
        """The lines in a part: one, or each of several orders in the player's own words, or of several codes."""
        if deal := self._about_a_deal(part):
            yield deal
            return
        codes = self._codes(part.text)
        for code in codes:
            meant = self._shown.get(code)
            typed = part.text if len(codes) == 1 or QUESTION.search(part.text) else code
            yield LetterLine(part.number, typed, code if meant is None else meant.line, LineKind.CODE, code)
        if codes:
            return
        line = self._line(part, mends)
        if line.kind is not LineKind.ORDER:
            yield line
            return
        line = replace(line, text=with_seats_named(self._table, self._heads, line.text))
        orders = self._orders.of(line.text)
        yield from (replace(line, text=order, is_part=len(orders) > 1) for order in orders)

    def _about_a_deal(self, part: _Part) -> LetterLine | None:
        """The line for a part that begins like a message, or is (or looks like) an offer or an answer to one; None for any
        other.
        """
        if quoted := quoted_deal(part.text):
            return _failed(part.number, part.text, Misread(IN_QUOTES, (quoted,)))
        if self._heads is not None and self._heads.opens(part.text) is not None:
            return _failed(part.number, part.text, Misread(MESSAGE_APART))
        if self._tests.is_offer(part.text):
            line = self._line(part, mends=False)
            return line if line.kind is LineKind.DEAL else _failed(part.number, part.text, self._no_offer(part.text))
        if near := self._tests.near_deal(part.text):
            problem = Text('I do not know what "{word}" means here', word=part.text.split()[0])
            return replace(_failed(part.number, part.text, Misread(problem, (near,))), word=deal_word(near))
        if given := self._tests.answers_in(part.text):
            if len(given) > 1:
                return _failed(part.number, part.text, Misread(ONE_ANSWER, (f"{BETWEEN_ORDERS} ".join(given),)))
            answers = near_answers(self._table, self._seat, given)
            return _failed(part.number, part.text, Misread(NO_CONDITION, answers))
        if said := self._tests.answers_said(part.text):
            return _failed(part.number, part.text, Misread(ITS_WORD, said))
        return None

    def _no_offer(self, text: str) -> Misread:
        """Why a line that begins like an offer is none. A counter-offer without a number could answer each open offer."""
        clauses = countering_in(text)
        open_ = [
            each for each in self._table.offers.with_party(self._seat) if each.thing == DEAL and each.seat != self._seat
        ]
        if not clauses or not open_:
            return Misread(NO_OFFER, NEAR_OFFERS)
        return Misread(NO_COUNTERED, [f"counter {each.number}: {clauses}" for each in open_])

    def _line(self, part: _Part, mends: bool) -> LetterLine:
        if part.mends:
            return LetterLine(part.number, part.text, part.text, LineKind.LETTER, SLIPS)
        if part.behind_preview and not part.text:
            return LetterLine(part.number, "", "", LineKind.LETTER, PREVIEW_WORD)
        text = self._mended(part.text) if mends else part.text
        kind, word = kind_of(self._tests.words, text)
        if kind is LineKind.QUESTION and word not in plain_words(text)[:1] and self._tests.says_one_order(text):
            kind, word = LineKind.ORDER, ""  # "stand and fight" does not ask for standing orders
        if word == WITHDRAW and not self._tests.withdraws_offer(text, offers=self._offers):
            text, kind, word = f"{WITHDRAW_ORDER} {number_in(text)}", LineKind.ORDER, ""
        if (part.behind_preview and kind is LineKind.QUESTION) or (word == GIVES_UP and not self._tests.is_deal(text)):
            kind, word = LineKind.ORDER, ""
        return LetterLine(part.number, part.text, text, kind, word, in_prose=part.in_prose)


def _talk(number: int, text: str) -> LetterLine:
    return LetterLine(number, text, text, LineKind.TALK)


def _failed(number: int, text: str, fault: Exception) -> LetterLine:
    return LetterLine(number, text, text, LineKind.FAULT, fault=fault)


def _part(number: int, text: str, previews: bool) -> _Part:
    rest = without_preview(text) if previews else text
    return _Part(number, rest, is_mend(rest), previews and is_preview(text))


def sort_orders(table: Table[Any], seat: Seat, lines: Iterable[Numbered]) -> LetterLines:
    """The lines of a letter to this seat of which none is talk."""
    return Sorter(table, seat).orders(lines)
