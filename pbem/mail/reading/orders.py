"""The order lines of a letter.

A report carries a reply form between FORM_BEGIN and FORM_END. A player answers by writing lines of his own anywhere
outside it, by editing it in place, or by sending it back as it stands. What he wrote himself counts; the form counts
when he wrote inside it, or nothing at all.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from pbem.mail.letter import OrderLine

from .quoting import Kind, is_form_begin, kinds_of
from .text import Line, split_lines

FORM_BEGIN = "--- orders ---"
FORM_END = "--- end of orders ---"

_FORM_END = re.compile(r"-{1,4}\s*end of orders\s*-{1,4}", re.IGNORECASE)
_IN_FORM = (Kind.OWN, Kind.QUOTED)
# Signs that no order begins with, emoji among them; a number, unless it counts a card.
_BULLET = re.compile(r"(?:[^\w\s\"'#(+?]+|\d{1,2}[.)](?!\s*card\b))\s+", re.IGNORECASE)
_COMMENT = re.compile(r"(?:\s+|(?<=;))#.*")
# "card 2: march ely", "if it fails: pass".
_HEADING = re.compile(r"[^:,;]{1,60}:(?:\s|$)")
_BOLD = re.compile(r"\*(\S(?:[^*]*\S)?)\*")
# Mail programs wrap plain text somewhere between these columns, and then everywhere in the letter.
_SOONEST_WRAP = 72
_LATEST_WRAP = 80
# So many letters of an order word tell it from the rest of a sentence.
_TELLING = 3
# A letter beyond this is no orders any more.
_LONGEST_TEXT = 200_000


@dataclass(frozen=True)
class _Numbered:
    """The lines of a letter, and those meant as orders: index and number."""

    lines: Sequence[Line]
    numbered: Sequence[tuple[int, int]]


@dataclass(frozen=True)
class _Form:
    """Line indices of the two markers; `end` is one past the last line when the second marker is missing."""

    begin: int
    end: int

    def __contains__(self, index: int) -> bool:
        return self.begin <= index <= self.end


def read_orders(text: str, order_words: Collection[str] = ()) -> tuple[OrderLine, ...]:
    """The order lines of a letter's text, comments and blank lines left out.

    Own lines are numbered from the first line the player wrote, not counting quotes; form lines from the form's marker.
    A line that looks like the wrapped rest of the one above is joined to it, unless it begins with one of `order_words`.
    """
    return _joined(_lines_of(text), tuple(word.casefold() for word in order_words))


def _lines_of(text: str) -> _Numbered:
    """All lines of the letter, and those that are orders with their numbers."""
    lines = split_lines(text[:_LONGEST_TEXT])
    kinds = kinds_of(lines)
    form = _find_form(lines, kinds)
    own = [i for i, kind in enumerate(kinds) if kind is Kind.OWN]
    outside = [i for i in own if form is None or i not in form]
    if form is None:
        return _own_orders(lines, kinds, outside)
    inside = [i for i in own if i in form and _is_order(lines[i])]
    if inside or not any(_is_order(lines[i]) for i in outside):
        return _form_orders(lines, kinds, form, inside)
    return _own_orders(lines, kinds, outside)


def _find_form(lines: Sequence[Line], kinds: Sequence[Kind]) -> _Form | None:
    """The newest form: unquoted before quoted, then the least deeply quoted."""
    begins = [i for i, line in enumerate(lines) if kinds[i] in _IN_FORM and is_form_begin(line.text)]
    if not begins:
        return None
    begin = min(begins, key=lambda i: (kinds[i] is Kind.QUOTED, lines[i].depth, i))
    end = next((i for i in range(begin, len(lines)) if _FORM_END.fullmatch(lines[i].text)), None)
    return _Form(begin, _end_of_open_form(lines, kinds, begin) if end is None else end)


def _end_of_open_form(lines: Sequence[Line], kinds: Sequence[Kind], begin: int) -> int:
    """The player cut the second marker off: the form ends with the last line of the kind it began with."""
    return max(i for i in range(begin, len(lines)) if kinds[i] is kinds[begin]) + 1


def _is_order(line: Line) -> bool:
    return bool(line.text) and not line.text.startswith("#") and not _is_marker(line)


def _is_marker(line: Line) -> bool:
    return is_form_begin(line.text) or _FORM_END.fullmatch(line.text) is not None


def _own_orders(lines: Sequence[Line], kinds: Sequence[Kind], own: Sequence[int]) -> _Numbered:
    typed = [i for i, kind in enumerate(kinds) if kind in (Kind.OWN, Kind.DROPPED)]
    first = next((i for i in typed if lines[i].text), 0)
    numbers = {i: number for number, i in enumerate((i for i in typed if i >= first), 1)}
    return _Numbered(lines, [(i, numbers[i]) for i in own if i >= first])


def _form_orders(lines: Sequence[Line], kinds: Sequence[Kind], form: _Form, inside: Sequence[int]) -> _Numbered:
    """The form's lines; a quoted line gives way to an own line that begins with the same word."""
    replaced = {_first_word(lines[i]) for i in inside}
    body = [i for i in range(form.begin + 1, min(form.end, len(lines))) if kinds[i] in _IN_FORM]
    kept = [i for i in body if kinds[i] is Kind.OWN or _first_word(lines[i]) not in replaced]
    return _Numbered(lines, [(i, i - form.begin) for i in kept])


def _first_word(line: Line) -> str:
    return next(iter(_bare(line.text).casefold().split()), "")


def _joined(found: _Numbered, order_words: tuple[str, ...]) -> tuple[OrderLine, ...]:
    lines = found.lines
    wraps = max((line.width for line in lines), default=0) <= _LATEST_WRAP
    orders: list[OrderLine] = []
    last = -2
    for index, number in found.numbered:
        line = lines[index]
        if not _is_order(line):
            continue
        if wraps and orders and last == index - 1 and _continues(lines[last], line, order_words):
            orders[-1] = OrderLine(orders[-1].number, f"{orders[-1].text} {line.text}")
        else:
            orders.append(OrderLine(number, _bare(line.text)))
        last = index
    return tuple(OrderLine(order.number, _COMMENT.sub("", order.text)) for order in orders)


def _continues(above: Line, line: Line, order_words: tuple[str, ...]) -> bool:
    """A line was wrapped if the next one's first word would have stuck out. Better one odd order than half of one."""
    first = line.text.split()[0]
    wrapped = above.depth == line.depth and above.width + 1 + len(first) > _SOONEST_WRAP
    begins = _HEADING.match(line.text) is not None or _begins_order(first.casefold(), order_words)
    return wrapped and not begins


def _begins_order(word: str, order_words: tuple[str, ...]) -> bool:
    """Whether a word is an order word, or three letters or more of one."""
    return any(word == known or (len(word) >= _TELLING and known.startswith(word)) for known in order_words)


def _bare(text: str) -> str:
    """Without a list bullet, without *bold* signs, with single spaces."""
    unmarked = _BULLET.sub("", text, count=1) if _BULLET.match(text) else text
    bold = _BOLD.fullmatch(unmarked)
    return " ".join((bold[1] if bold else unmarked).split())
