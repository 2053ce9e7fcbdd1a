"""What of our own mails comes back in a letter, however it was quoted, wrapped, recoded or turned into HTML.

Both texts are compared by their letters and digits alone, so quote marks, line breaks, tables and damaged accents do not
matter. A long stretch that is found in one of our mails is ours. An order that is in our mail as an example may have
been copied by the player, and what it says of their lines has their own words, so a stretch counts only if there is enough
in it that nobody would type.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from html import unescape
from itertools import accumulate

from .sent import OurMail, is_form_begin, is_form_end
from .text import TextLine

_SIGNS = re.compile(r"[^a-z0-9]+")
# What programs add to links and pictures in the text they make of HTML.
_ADDED = re.compile(
    r"<(?:mailto|https?):[^<>\s]{1,300}>|\[(?:cid|image|Bild|Image):[^\]]{0,200}\]|\(?mailto:[^\s)]{1,300}\)?"
)
_TAG = re.compile(r"<[^<>]*>")
_SEED = 16
"""Letters that must be the same for a look whether more are."""
_STRIDE = 8
"""Our text is indexed every _STRIDE letters: a match has at least _SEED + _STRIDE of them."""
_MAX_PLACES = 8
_MIN_DISTINCTIVE = 24
"""Distinctive characters that prove a run is quoted from us."""
_MOSTLY = 0.5
_MAX_GAP = 4000
_BY_CHANCE = 3
"""Letters by which a stretch may reach into the line before or after: these can be the same as ours by accident."""
_ANSWERED = re.compile(r" {0,3}[0-9]{1,4} (?:ok|--|\.\.)(?: |$)| {4}\S.{0,200} {3}\(")
"""What our text says of a line of the reader's letter begins so, whether it was read as an order or not."""
_WRAPPED = " " * 6
"""So far the rest of that is indented."""
_SUBJECT = 6
"""A sentence has its verb within this many words."""


def key_of(text: str) -> str:
    """The letters and digits of a text in ASCII and lower case: what survives any recoding."""
    if "<" in text or "[" in text or "mailto:" in text:  # else nothing is added, and most lines are looked at once
        text = _ADDED.sub("", text)
    return _SIGNS.sub("", text.casefold())


@dataclass(frozen=True)
class _Block:
    """A stretch of a letter that stands in our text: `start` to `end` of its letters, `ours` where it begins in ours."""

    start: int
    end: int
    ours: int

    @property
    def ours_end(self) -> int:
        return self.ours + self.end - self.start


@dataclass(frozen=True)
class _DistinctiveText:
    """The letters of lines that are no orders: where the lines start, and how many such letters stand before each."""

    starts: Sequence[int]
    before: Sequence[int]

    @classmethod
    def of(cls, starts: Sequence[int], keys: Sequence[str], tells: Sequence[bool]) -> _DistinctiveText:
        weights = (len(key) if tell else 0 for key, tell in zip(keys, tells, strict=True))
        return cls(starts, [0, *accumulate(weights)])

    def between(self, start: int, end: int) -> int:
        """How many lie between two places."""
        return self._before(end) - self._before(start)

    def _before(self, place: int) -> int:
        line = min(bisect_right(self.starts, place) - 1, len(self.before) - 2)
        if line < 0:
            return 0
        whole = self.before[line + 1] - self.before[line]
        return self.before[line] + (min(place - self.starts[line], whole) if whole else 0)


@dataclass
class _OurText:
    """All that we wrote to a player, as one run of letters with a break between mails."""

    letters: str
    starts: list[int] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    telling: _DistinctiveText = field(default_factory=lambda: _DistinctiveText([], []))

    @classmethod
    def of(cls, texts: Iterable[str], answered: str, order_words: Collection[str]) -> _OurText:
        """What stands in `answered`, by its letters, are the reader's own words."""
        starts, keys, tells, at = list[int](), list[str](), list[bool](), 0
        for text in texts:
            inside = False
            for line in text.splitlines():
                inside = (inside or is_form_begin(line.strip())) and not is_form_end(line.strip())
                if key := key_of(line):
                    starts.append(at)
                    keys.append(key)
                    tells.append(not (inside or key in answered or _is_order_like(line, order_words)))
                    at += len(key)
            starts.append(at)
            keys.append("\n")
            tells.append(False)
            at += 1
        return cls("".join(keys), starts, keys, _DistinctiveText.of(starts, keys, tells))

    def lines_between(self, start: int, end: int) -> list[str]:
        """The keys of the whole lines between two places of one mail."""
        found = []
        for line in range(bisect_right(self.starts, start - 1), len(self.starts)):
            if self.starts[line] + len(self.keys[line]) > end or self.keys[line] == "\n":
                break
            found.append(self.keys[line])
        return found

    def seeds(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for place in range(0, len(self.letters) - _SEED + 1, _STRIDE):
            places = found.setdefault(self.letters[place : place + _SEED], [])
            if len(places) < _MAX_PLACES:
                places.append(place)
        return found


def _letters_of_answered(text: str) -> str:
    """The letters of what a plain text of ours says of its reader's own lines: they can type their words again."""
    found, inside = list[str](), False
    for line in text.splitlines():
        inside = _ANSWERED.match(line) is not None or (inside and line.startswith(_WRAPPED))
        if inside:
            found.append(key_of(line))
    return "".join(found)


def _is_order_like(line: str, order_words: Collection[str]) -> bool:
    """Whether a line of ours can be copied as an order: an example, or a line of the form."""
    words = line.replace(":", " ").strip(" #*-.>").casefold().split()
    # Examples are one below the other in HTML: "You may write: ...", "or: ...".
    words = words[1:] if words[:1] == ["or"] else words
    if words[:3] == ["you", "may", "write"]:
        return True
    return any(word in order_words for word in words[:1])


@lru_cache(64)
def _inflected(order_words: frozenset[str]) -> frozenset[str]:
    """The third person of order words: marches, parleys, levies."""
    return frozenset(form for word in order_words for form in (f"{word}s", f"{word}es", f"{word[:-1]}ies"))


def _can_be_order(line: str, order_words: Collection[str], verbs: Collection[str]) -> bool:
    """Whether a player can mean a line as an order: it begins with an order word, or says who does what ("York marches to
    Ely"), as our reports do. One such line alone is theirs; in a stretch of our mail the lines around it tell.
    """
    return _is_order_like(line, order_words) or any(word in verbs for word in line.casefold().split()[1:_SUBJECT])


def returned_lines(
    lines: Sequence[TextLine], sent: Sequence[OurMail], order_words: Collection[str] = (), *, in_html: bool = False
) -> list[bool]:
    """Whether each line of a letter is ours, one of the mails in `sent`. A line without letters and digits never is.

    A letter that was written `in_html` quotes our HTML. Most others quote our plain text: then the HTML is not read as text,
    which takes ten times as long as to see that no more of it is in the letter.
    """
    written = _Written.of(lines, order_words)
    if written.telling.between(0, len(written.letters)) < _MIN_DISTINCTIVE:  # no stretch of it can be telling
        return [False] * len(lines)
    answered = "\n".join(_letters_of_answered(mail.text) for mail in sent)
    if not in_html:
        plain = _OurText.of((mail.text for mail in sent), answered, order_words)
        returned = _compared(written, plain)
        if not _can_have_more(written, returned, plain.letters, [mail.html for mail in sent if mail.html]):
            return returned
    return _compared(written, _OurText.of((text for mail in sent for text in mail.texts), answered, order_words))


@dataclass(frozen=True)
class _Written:
    """A letter: its lines, their letters, where each starts among all of them, and which of them are no orders."""

    lines: Sequence[TextLine]
    keys: Sequence[str]
    letters: str
    starts: Sequence[int]
    telling: _DistinctiveText

    @classmethod
    def of(cls, lines: Sequence[TextLine], order_words: Collection[str]) -> _Written:
        keys = [key_of(line.text) for line in lines]
        starts = [0, *accumulate(len(key) for key in keys)]
        verbs = _inflected(frozenset(order_words))
        tells = [not _can_be_order(line.text, order_words, verbs) for line in lines]
        return cls(lines, keys, "".join(keys), starts, _DistinctiveText.of(starts[:-1], keys, tells))


def _compared(written: _Written, ours: _OurText) -> list[bool]:
    """Whether each line of a letter stands in our text."""
    lines, keys, starts = written.lines, written.keys, written.starts
    blocks = [block for block in _blocks(written.letters, ours) if _is_distinctive(block, ours.telling, written.telling)]
    blocks = [block for block in blocks if not _is_typed_again(block, lines, starts)]
    covered = _covered(blocks, starts)
    returned = [bool(key) and count >= _MOSTLY * len(key) for key, count in zip(keys, covered, strict=True)]
    _fill_gaps(lines, keys, starts, returned, blocks, ours)
    return returned


def _can_have_more(written: _Written, returned: Sequence[bool], plain: str, pages: Iterable[str]) -> bool:
    """Whether a stretch of a letter that is long enough, with something in it that is not `returned`, can be in one of
    these pages, and does not in our `plain` text, where it has been found to be none of ours: an order that our form shows.
    """
    stretches = set[str]()
    for start, key, is_ours in zip(written.starts, written.keys, returned, strict=False):
        around = range(max(0, start - _MIN_DISTINCTIVE + 1), start + len(key)) if key and not is_ours else ()
        stretches.update(written.letters[at : at + _MIN_DISTINCTIVE] for at in around)
    for page in pages:
        letters = key_of(unescape(_TAG.sub("", page)))
        places = range(len(letters) - _MIN_DISTINCTIVE + 1)
        common = stretches.intersection(letters[at : at + _MIN_DISTINCTIVE] for at in places)
        if any(stretch not in plain for stretch in common):
            return True
    return False


def _is_distinctive(block: _Block, ours: _DistinctiveText, theirs: _DistinctiveText) -> bool:
    """Whether a stretch has enough in it that nobody would type: in our mail, and as it is in the letter.

    An order that a sentence of ours names as an example is typed as a line of its own.
    """
    return min(ours.between(block.ours, block.ours_end), theirs.between(block.start, block.end)) >= _MIN_DISTINCTIVE


def _is_typed_again(block: _Block, lines: Sequence[TextLine], starts: Sequence[int]) -> bool:
    """Whether a stretch is no more than one line without a quote mark: what a player has written is in our mail in their
    own words, over several lines where it is long, and they can write it again, with another end too. Of a mail that comes
    back there is more. A line of which little is there is none of them: its end only is the same.
    """
    line = bisect_right(starts, block.start + _BY_CHANCE) - 1
    if starts[line + 1] - block.start < _MOSTLY * (starts[line + 1] - starts[line]) and line + 1 < len(lines):
        line += 1
    return block.end <= starts[line + 1] + _BY_CHANCE and not lines[line].depth


def _blocks(letters: str, ours: _OurText) -> list[_Block]:
    """The longest stretches that stand in both texts, from the beginning of the letter on."""
    seeds, found, at = ours.seeds(), list[_Block](), 0
    while at <= len(letters) - _SEED:
        places = seeds.get(letters[at : at + _SEED])
        if places is None:
            at += 1
            continue
        floor = found[-1].end if found else 0
        best = max((_extended(letters, ours.letters, at, place, floor) for place in places), key=_length)
        found.append(best)
        at = max(best.end, at + 1)
    return found


def _length(block: _Block) -> int:
    return block.end - block.start


def _extended(letters: str, ours: str, at: int, place: int, floor: int) -> _Block:
    """The whole stretch around a seed, not before `floor` in the letter."""
    end = _SEED
    while letters[at + end : at + end + _SEED] == ours[place + end : place + end + _SEED] and at + end < len(letters):
        end += _SEED  # most of a stretch is compared in pieces: letter by letter takes ten times as long
    end = min(end, len(letters) - at, len(ours) - place)
    while at + end < len(letters) and place + end < len(ours) and letters[at + end] == ours[place + end]:
        end += 1
    back = 0
    while at - back > floor and place - back > 0 and letters[at - back - 1] == ours[place - back - 1]:
        back += 1
    return _Block(at - back, at + end, place - back)


def _covered(blocks: Sequence[_Block], starts: Sequence[int]) -> list[int]:
    """How many letters of each line lie in a block."""
    counts = [0] * (len(starts) - 1)
    line = 0
    for block in blocks:
        while starts[line + 1] <= block.start:
            line += 1
        while line < len(counts) and starts[line] < block.end:
            counts[line] += max(0, min(block.end, starts[line + 1]) - max(block.start, starts[line]))
            if starts[line + 1] > block.end:
                break
            line += 1
        line = min(line, len(counts) - 1)
    return counts


def _fill_gaps(
    lines: Sequence[TextLine],
    keys: Sequence[str],
    starts: Sequence[int],
    found: list[bool],
    blocks: Sequence[_Block],
    ours: _OurText,
) -> None:
    """Short lines of ours between and behind the long stretches: those that stand there in our text, in the same order."""
    for number, block in enumerate(blocks):
        after = blocks[number + 1] if number + 1 < len(blocks) else None
        follows = after is not None and block.ours_end <= after.ours <= block.ours_end + _MAX_GAP
        end = after.ours if after is not None and follows else block.ours_end + _MAX_GAP
        wanted = ours.lines_between(block.ours_end, end)
        first = bisect_right(starts, block.end - 1) - 1
        last = bisect_right(starts, after.start) - 1 if after is not None else len(keys) - 1
        quoted = bool(lines[first].depth)
        for place in range(first + 1, last + 1):
            if not wanted:
                break
            key = keys[place]
            if found[place] or not key or bool(lines[place].depth) != quoted or key not in wanted:
                continue
            found[place] = True
            del wanted[: wanted.index(key) + 1]
