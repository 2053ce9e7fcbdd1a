"""The orders of one line: the line without what leads to them, and several orders on it one by one.

What leads to an order is no part of it: a salutation, the question that is answered, a reason, a rejected choice. A line
without these says the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from pbem.engine.decision import Menu, PickSome, Seat
from pbem.engine.game.orders import no_place
from pbem.engine.phrase import words_of as words_in
from pbem.engine.table import Table
from pbem.moderator.reading.line_tests import LineTests
from pbem.orders.carry.contradictions import is_one_answer
from pbem.orders.languages.words import alternatives, around, listed, not_ordered
from pbem.orders.parse.parse import CLAUSE, MAX_LINE_LENGTH, QUESTION, cut_actor
from pbem.orders.place.position import Position
from pbem.orders.place.segments import Cursor
from pbem.orders.reading.candidates import candidates_of
from pbem.orders.reading.naming import options_of
from pbem.orders.reading.option_parts import TO
from pbem.orders.reading.read import meant_by
from pbem.orders.reading.sayings import sayings_of
from pbem.orders.reading.several import apart, together
from pbem.orders.reading.standard import standard_lines
from pbem.orders.reading.tokens import COLON, doubts, tokens_of
from pbem.orders.words.headings import headings_of
from pbem.orders.words.lexicon import plain_words
from pbem.orders.words.lines import verbs_for
from pbem.orders.words.vocabulary import vocabulary_of

_SALUTES, _MODERATORS = frozenset(listed("salutes")), frozenset(listed("moderators"))
COMPANY = frozenset(listed("company"))
"""Words for several people: the players."""
_MAX_ADDRESS = 4
"""Words of a salutation."""
_ASKED = re.compile(r"[?:]")
_ROW = re.compile(r"\s*[*(:]")
"""Follows the name in a row of choices."""
_NOT_MEANT = re.compile(alternatives("not_meant"), re.IGNORECASE)
_CONCLUDING = re.compile(rf",\s*(?:and\s+)?{alternatives('concluding')}\b,?\s+", re.IGNORECASE)
_IN_PLACE_OF = re.compile(rf"(?<!\w){alternatives('in_place_of')}(?=\s)", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_ASKS_WITHIN = 3
"""How many first words can have the one that asks: disband which of them?"""
_ANSWERED = re.compile(rf"\s+{alternatives('answering_behind')}\s*[.!]*$", re.IGNORECASE)
"""After the name that answers: "Clifford does"."""
_PAIR = re.compile(r"\s*([^:;.!]+):([^:;.!]+)[.!]?\s*")
_BETWEEN_PAIRS = re.compile(r";|[.!](?=\s)")
_ASKING, _BESIDE_ASKING = frozenset(listed("asking_what")), frozenset(listed("asking_beside"))
_LEAVING_OPEN = frozenset(listed("leaving_open"))
_MIN_PROMPT, _MAX_SIGNS = 3, 4
"""How many words identify a repeated question; how many signs that may end it are tried."""


def without_marks(text: str) -> str:
    """A line without remarks that say that it is not meant, or not now."""
    return _NOT_MEANT.sub(" ", text[:MAX_LINE_LENGTH]).strip() if len(text) <= MAX_LINE_LENGTH else text


def salutation(text: str) -> tuple[str, str]:
    """Whom a line greets before a comma, and the rest: "Dear Moderator, move Grey to York", "Friends, ..."; ("", text) for
    any other line.
    """
    head, _, rest = text.partition(",")
    words = plain_words(head)
    if not rest.strip() or not words or len(words) > _MAX_ADDRESS:
        return "", text
    if words[0] in _SALUTES:
        return head.split(maxsplit=1)[-1].strip() if len(words) > 1 else "", rest.strip()
    return (head.strip(), rest.strip()) if words[0] in COMPANY else ("", text)


def behind_salutation(text: str) -> str:
    """A line without a salutation of the moderator, or of nobody in particular, if more than one word follows: a single word
    could give something up, and must then be the whole line.
    """
    whom, rest = salutation(text)
    is_moderator = _MODERATORS.issuperset(plain_words(whom))
    return rest if is_moderator and len(plain_words(rest)) > 1 else text


def behind_prompt(prompts: Iterable[str], text: str) -> str:
    """A line without the question that it repeats before its answer, with some of its words missing or not: "Place which
    Noble? Audley."
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
    """The lines that a line can mean that repeats the open question in its writer's words and answers it: "What next?
    Forage!"; also with the order word that the answer leaves out: "Who steps outside? Clifford". None for other questions.
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
    """The conclusion of a sentence that begins with its reason: "Calais has six already, so Rutland to Ireland". If the
    reason is or may be an order, or the conclusion stays open, the line is not changed.
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
    """A line without the choice that it rejects: "Grey begins in Groby instead of Codnor". Only one thing is left out, which
    must be named right there and be a possible choice.
    """
    found = _IN_PLACE_OF.search(text[:MAX_LINE_LENGTH])
    vocabulary, shapes = vocabulary_of(table), [(each, each.shape) for each in table.open_to(seat)]
    # If several can be chosen, nothing is said about the others.
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
    """The name that begins a row of choices, if the line is such a row copied from our mail: "Rivers ** 1-4, green, home
    Southeast". Any other line as it is. `rows` is called only for a line that can be one.
    """
    name, *rest = _ROW.split(text.strip(" -\t"), maxsplit=1)
    words = plain_words(text)
    is_row = bool(rest) and len(words) >= _MIN_PROMPT and any(row[: len(words)] == words for row in rows())
    return name.strip() if is_row else text


def _stand_in(words: Iterable[str], prompt: Iterable[str]) -> bool:
    """Whether a prompt contains these words in this order."""
    left = iter(prompt)
    return all(word in left for word in words)


# Several orders


class LineOrders:
    """Splits lines from one seat of a game into orders, at the present position."""

    def __init__(self, table: Table[Any], seat: Seat, tests: LineTests) -> None:
        self._table, self._seat, self._tests = table, seat, tests
        self._headings = headings_of(table.rules)

    def of(self, line: str) -> list[str]:
        """The orders of a line: several only if it is not one answer, and no order that gives something up comes twice or
        before others.
        """
        if whole := self._tests.with_its_word(line):
            return [whole]
        if self._tests.says_one_order(line):
            return [line]
        position = Position(self._table, self._seat)
        orders = (
            self._together(line)
            or self._standard(line)
            or [order for clause in apart(self._table, line) for order in together(position, clause) or [clause]]
        )
        if len(orders) > 1 and self._gives_up_twice(orders):
            answers = {meant_by(position, order) for order in orders}
            return [*answers] if len(answers) == 1 and "" not in answers else [line]
        if len(orders) > 1 and (self._is_one_answer(line, orders) or self._ends_before_others(orders)):
            return [line]
        return [*orders]

    def _together(self, text: str) -> list[str]:
        """The orders of a line without a heading that can all be given now."""
        return together(Position(self._table, self._seat), text) if self._headings.front.match(text) is None else []

    def _standard(self, text: str) -> list[str]:
        """The orders of a line in the standard form; [] if it speaks of somebody who is not one of the seat's pieces: "Essex
        will pay". After a colon a line says whom an order is for.
        """
        orders = standard_lines(self._table, text)
        tells = self._begins_with_rival(text) or any(self._tells_of_another(text, order) for order in orders)
        return [] if (COLON not in text and tells) or any(self._says_no_list(text, order) for order in orders) else orders

    def _says_no_list(self, text: str, order: str) -> bool:
        """Whether a line with the order word of an open question names several that can be chosen, but not as a list:
        "Warwick disbands Clarence", "disband Warwick, Clarence on".
        """
        position, verb = Position(self._table, self._seat), order.partition(" ")[0]
        asked = [each for each in position.open if isinstance(each.shape, PickSome) and verb in verbs_for(self._table, each)]
        tokens = tokens_of(text[:MAX_LINE_LENGTH])
        return any(not candidates_of(position, each, tokens) for each in asked) and not CLAUSE.search(text)

    def _begins_with_rival(self, text: str) -> bool:
        """Whether a line says what another player does: "York marches on Chester"."""
        first, second, *_ = [*plain_words(text[:MAX_LINE_LENGTH]), "", ""]
        rivals = {word for seat in self._table.seats if seat != self._seat for word in plain_words(seat)}
        return first in rivals and (second,) in sayings_of(self._table).forms

    def _tells_of_another(self, text: str, order: str) -> bool:
        """Whether an order, typed in a form of its own word or leading somewhere, names actors before it of whom none is a
        piece of the seat on the map.
        """
        orders, vocabulary = self._table.rules.orders, vocabulary_of(self._table)
        actor, rest = cut_actor(order, vocabulary)
        verb = rest.partition(" ")[0]
        ids, own = vocabulary.named_in(actor), sayings_of(self._table).own.get(verb, ())
        is_own = orders.synonyms.prepositions.get(verb) == TO or any(
            (word,) in own for word in plain_words(text[:MAX_LINE_LENGTH])
        )
        if orders.place is no_place or not ids or self._seat in ids or not is_own:
            return False
        return not any(orders.place(self._table.state, self._seat, each) for each in ids)

    def _is_one_answer(self, text: str, orders: Sequence[str]) -> bool:
        """Whether what looks like several orders is one answer, as typed: "pay Norfolk and pay Essex"."""
        cursor = Cursor(self._table, self._seat)
        words = {order.partition(" ")[0].casefold() for order in orders}
        return len(words) == 1 and is_one_answer(self._table, self._seat, cursor, text)

    def _ends_before_others(self, orders: Sequence[str]) -> bool:
        """Whether an order ends a segment, and others follow it on its line: "done, Warwick to Kent"."""
        closing = {word.verb for word in vocabulary_of(self._table).words if word.closes}
        return any(" ".join(plain_words(order)) in closing for order in orders[:-1])

    def _gives_up_twice(self, orders: Sequence[str]) -> bool:
        """Whether all orders of a line give up the same: "no retreat, we stay in South Midlands"."""
        sayings, position = sayings_of(self._table), Position(self._table, self._seat)
        words = [plain_words(meant_by(position, order) or order) for order in orders]
        verbs = [{verb for at in range(len(each)) if (verb := sayings.order_at(each, at)[0])} for each in words]
        return verbs[0] == verbs[-1] and verbs[0] <= sayings.final
