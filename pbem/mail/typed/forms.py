"""The reply form in a letter, compared with the one we sent: what of it was typed."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher

from .quoting import LineRole
from .returned import key_of
from .sent import is_form_begin, is_form_end
from .text import TextLine, is_comment

_IN_FORM = (LineRole.OWN, LineRole.QUOTED, LineRole.RETURNED)
_MAX_FORM_LINES = 400
"""Lines of a form that are compared; a longer one is cut."""
_MAX_PIECES = 4
"""A mail program may wrap a line of ours into this many."""


@dataclass(frozen=True)
class Form:
    """Line indices of the two markers; where the second is missing (`open`), `end` is one past the last line."""

    begin: int
    end: int
    open: bool = False

    def __contains__(self, index: int) -> bool:
        return self.begin <= index <= self.end


@dataclass(frozen=True)
class InForm:
    """What became of a form: its `state` (see Reading), the places of its `live` lines, and those that count as orders.

    `whole` has the text of lines, by their places, that a mail program broke into several.
    """

    state: str
    live: tuple[int, ...]
    lines: tuple[int, ...]
    whole: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class _Item:
    """A line of a form in a letter, put together from the pieces a program broke it into: its first place, and its key."""

    place: int
    key: str
    whole: str


def find_form(lines: Sequence[TextLine], kinds: Sequence[LineRole]) -> Form | None:
    """The newest form: unquoted before quoted, then the least deeply quoted."""
    begins = [i for i, line in enumerate(lines) if kinds[i] in _IN_FORM and is_form_begin(line.text)]
    if not begins:
        return None
    begin = min(begins, key=lambda i: (lines[i].depth, i))
    end = next((i for i in range(begin + 1, len(lines)) if is_form_end(lines[i].text)), None)
    return Form(begin, end) if end is not None else Form(begin, _end_of_open_form(lines, kinds, begin), open=True)


def _end_of_open_form(lines: Sequence[TextLine], kinds: Sequence[LineRole], begin: int) -> int:
    """The player cut the second marker off: the form ends with the last line quoted as it began."""
    quoted = bool(lines[begin].depth)
    return max(i for i in range(begin, len(lines)) if bool(lines[i].depth) is quoted and kinds[i] in _IN_FORM) + 1


def typed_in_form(
    lines: Sequence[TextLine], kinds: Sequence[LineRole], form: Form, sent: Sequence[Sequence[str]], struck: Collection[str]
) -> InForm:
    """What of a form was typed, by comparison with the one of those `sent` that is most like it.

    Where we do not know what we sent, the lines under quote marks were not typed, and a form without any was.
    """
    body = [i for i in range(form.begin + 1, min(form.end, len(lines))) if kinds[i] in _IN_FORM and lines[i].text]
    body = body[:_MAX_FORM_LINES]
    there = [i for i in body if key_of(lines[i].text) not in struck]
    live = tuple(i for i in there if _is_live(lines[i].text))
    if not any(sent):
        typed = [i for i in live if not lines[i].depth]
        return _judged(lines, live, typed, changed=bool(typed))
    known, items = _nearest(lines, there, [each for each in sent if each])
    if _came_back_whole(known, items):
        return InForm("untouched", tuple(item.place for item in items if _is_live(item.key)), ())
    same = _same(known, items)
    mine = [item for item in items if _is_live(item.key) and item.key]
    typed = [item.place for item in mine if item.place not in same]
    wanted = [key for key in known if _is_live(key)]
    commented = {f"#{key}" for key in wanted} & {item.key for item in items}
    taken_out = not form.open and len(mine) - len(typed) < len(wanted)
    changed = bool(typed or commented or len(there) < len(body))
    judged = _judged(lines, [item.place for item in mine], typed, changed=changed)
    if taken_out and not changed:
        judged = InForm("shorter", judged.live, judged.live)
    return replace(judged, whole={item.place: item.whole for item in mine})


def _came_back_whole(known: Sequence[str], items: Sequence[_Item]) -> bool:
    """Whether the form is as we sent it, be it with its lines run together."""
    run = "".join(item.key.removeprefix("#") for item in items)
    if run != "".join(key.removeprefix("#") for key in known):
        return False
    return len(items) < len(known) or [item.key for item in items] == list(known)


def _judged(lines: Sequence[TextLine], live: Sequence[int], typed: Sequence[int], *, changed: bool) -> InForm:
    if not changed:
        return InForm("untouched", tuple(live), ())
    replaced = {_first_word(lines[i]) for i in typed if not lines[i].depth}
    kept = [i for i in live if i in typed or not lines[i].depth or _first_word(lines[i]) not in replaced]
    return InForm("changed", tuple(live), tuple(kept))


def _is_live(text: str) -> bool:
    return not is_comment(text)


def _first_word(line: TextLine) -> str:
    return next(iter(line.text.casefold().split()), "")


def _form_key(text: str) -> str:
    """A line by its letters and digits; a comment keeps its mark."""
    return f"{'#' if is_comment(text) else ''}{key_of(text)}"


def _nearest(
    lines: Sequence[TextLine], places: Sequence[int], sent: Sequence[Sequence[str]]
) -> tuple[list[str], list[_Item]]:
    """The form that we sent that is most like the one in the letter, as keys, and the letter's lines put together by it."""
    found = []
    for form in dict.fromkeys(tuple(each) for each in sent):
        known = [_form_key(text) for text in form[:_MAX_FORM_LINES]]
        items = _put_together(lines, places, frozenset(known))
        found.append((len(_same(known, items)) * 2 - len(known), known, items))
    _, known, items = max(found, key=lambda each: each[0])
    return known, items


def _put_together(lines: Sequence[TextLine], places: Sequence[int], known: frozenset[str]) -> list[_Item]:
    """The lines of a form, with those joined that a program broke: together they are one that we sent."""
    items, at = list[_Item](), 0
    while at < len(places):
        text = lines[places[at]].text
        size = 1 if _form_key(text) in known else _pieces(lines, places[at : at + _MAX_PIECES], known)
        whole = " ".join(lines[place].text for place in places[at : at + size])
        items.append(_Item(places[at], _form_key(whole), whole))
        at += size
    return items


def _pieces(lines: Sequence[TextLine], places: Sequence[int], known: frozenset[str]) -> int:
    """How many of these lines are the pieces of one that we sent; 1 where none are."""
    joined = ""
    for size, place in enumerate(places, 1):
        text = lines[place].text
        joined += key_of(text) if joined else _form_key(text)
        if joined in known:
            return size
    return 1


def _same(known: Sequence[str], items: Sequence[_Item]) -> set[int]:
    """The places of the lines that are as we sent them."""
    matcher = SequenceMatcher(None, known, [item.key for item in items], autojunk=False)
    return {items[i].place for block in matcher.get_matching_blocks() for i in range(block.b, block.b + block.size)}
