"""Whose words each line of a letter is: the player's own, ours come back, a quote, a signature, or a mail program's.

Our own text is found by comparison (returned.py). The lines of a mail program right above it are recognised by what they say
of our mail: its Subject, our address, the reader's. For everything else, as in letters that answer nothing of ours, there
are the phrases of a dozen languages in mail-parser-reply; which of it may be cut is decided here, because cutting an order
by mistake is worse than asking about a greeting.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import Enum
from itertools import pairwise, takewhile

from mailparser_reply import EmailMessage  # type: ignore[import-untyped]
from mailparser_reply.constants import MAIL_LANGUAGES  # type: ignore[import-untyped]

from pbem.figures import has_digit
from pbem.mail.reading.phrases import phrases

from .sent import is_form_begin
from .text import TextLine


class LineRole(Enum):
    """Whose words a line is, and for those left out the reason why."""

    OWN = "typed"
    POLITE = "a greeting"
    SIGNED = "below a signature or a closing"
    FOOTER = "a footer"
    RETURNED = "our own mail"
    QUOTED = "quoted"
    FOREIGN = "written by a mail program"


TYPED = (LineRole.OWN, LineRole.POLITE, LineRole.SIGNED)


def _of_library(key: str) -> str:
    """The phrases of mail-parser-reply, of all languages; empty ones and Swedish `/Name` would match orders."""
    facts: list[str] = []
    for language in MAIL_LANGUAGES.values():
        entry = language.get(key) or []
        facts += [entry] if isinstance(entry, str) else entry
    return "|".join(phrase.removesuffix(",") for phrase in facts if phrase and not phrase.startswith("/"))


_SAYS_WHO_OR_WHEN = re.compile(rf"\b(?:{phrases('wrote')})\b|@|\b\d\d?[:.h]\d\d\b|\b\d{{4}}\b", re.IGNORECASE)
_SEPARATOR = re.compile(r"-{4,}\s*\w.*-{4,}")
_HEADER_LINE = re.compile(r"[* ]*+[^\s:：][^:：]{0,30}[:：]")
_DATED = re.compile(r"\d{1,4}\D{1,3}\d|\d:\d\d")
_DATE_AND_TIME = re.compile(r"\b\d{4}\b.*\b\d?\d[:.h]\d\d\b")
_RULE_SIGNS = "-_=*~"
_MIN_RULE_LENGTH = 3
_MAX_RULE_WORDS_LENGTH = 80
_RULER = re.compile(r"([_=~*-])\1{19,}")
FENCE = re.compile(r"(?:'{3,}|~{3,})\s*\w{0,10}")
_SENT_FROM = re.compile(
    rf"(?:[(\[*_~\s-]*|[^\w\s>#|;/]{{1,4}}\s)(?:{_of_library('sent_from')}|{phrases('sent_from')}).*", re.IGNORECASE
)
_PRONOUNS = re.compile(
    rf"[(\[]?\s*(?:(?:my )?(?:preferred )?(?:pronouns?|pronomen)(?: are)?\s*:?\s*)?"
    rf"(?:{phrases('pronoun')})(?:\s*/\s*(?:{phrases('pronoun')})){{1,4}}\s*[)\]]?\.?",
    re.IGNORECASE,
)
_SIGN_OFF = re.compile(
    rf"(?:{_of_library('signatures')}|{phrases('sign_off')})(?:[,.!]+(?:\s+[\w.'-]+){{0,3}})?", re.IGNORECASE
)
_END_OF_SIGN_OFF = re.compile(r"[,.!]+\s")
_HELLO = rf"(?:{phrases('hello')})(?:[\s,][^,.!:;#]{{0,40}})?"
_SALUTATION = re.compile(rf"{_HELLO}[,!.:]|{phrases('hello_alone')}", re.IGNORECASE)
_INTRODUCTION = re.compile(
    rf"(?:{_HELLO}[,!.]\s*)?(?:(?:here(?:'s|\s+(?:are|come|is))|these\s+are|below\s+are|please\s+find|find)\s+)?"
    r"(?:(?:my|our|the|your)\s+)?orders(?:\s+(?:below|attached|follow|as\s+follows|above|enclosed))?"
    r"(?:\s+(?:for|of|from)\s+[\w' -]{1,40})?\s*[:.!]?",
    re.IGNORECASE,
)
_DISCLAIMER = re.compile(rf"[\[* ]*(?:{_of_library('disclaimers')})", re.IGNORECASE)

# An attribution is hardly longer; the library's expressions are quadratic in the length of a line.
_MAX_HEADER_LINE_LENGTH = 200
_MAX_HEADER_LINES = 400
_MAX_SIGNATURE_LINES = 4
_MAX_BLOCK_LINES = 14
"""The most lines between the player's text and ours."""
_MIN_FACT_LENGTH = 4
_HEADERS: re.Pattern[str] = EmailMessage(text="", languages=list(MAIL_LANGUAGES)).HEADER_REGEX


def kinds_of(
    lines: Sequence[TextLine], ours: Sequence[bool], facts: Collection[str] = (), order_words: Collection[str] = ()
) -> list[LineRole]:
    """The kind of every line; `ours` are those that came back, `facts` what a mail program says of our mails above them."""
    kinds = [
        LineRole.RETURNED if mine else LineRole.QUOTED if line.depth else LineRole.OWN
        for line, mine in zip(lines, ours, strict=True)
    ]
    _blank_lines_between(lines, kinds)
    for start in _beginnings(kinds, LineRole.RETURNED):
        _drop_above(lines, kinds, start, facts)
    _quote_tail(lines, kinds, facts)
    for start in _beginnings(kinds, LineRole.QUOTED):
        _drop_attribution(lines, kinds, start)
    _drop_dates(lines, kinds)
    _Footers(lines, kinds, order_words).drop()
    _drop_polite(lines, kinds)
    return kinds


def _blank_lines_between(lines: Sequence[TextLine], kinds: list[LineRole]) -> None:
    """A line without a letter, between two of ours, is ours as well: a ruler, or what is left of a table."""
    returned = [place for place, kind in enumerate(kinds) if kind is LineRole.RETURNED]
    for last, place in pairwise(returned):
        if not any(any(map(str.isalnum, lines[i].text)) for i in range(last + 1, place)):
            kinds[last + 1 : place] = [LineRole.RETURNED] * (place - last - 1)


def _beginnings(kinds: Sequence[LineRole], kind: LineRole) -> list[int]:
    return [i for i, each in enumerate(kinds) if each is kind and (i == 0 or kinds[i - 1] is not kind)]


# What a mail program writes above our mail


def _drop_above(lines: Sequence[TextLine], kinds: list[LineRole], start: int, facts: Collection[str]) -> None:
    """The header block, attribution and rulers right above a line of ours; the first marker of a form is none of them."""
    window = range(max(0, start - _MAX_BLOCK_LINES), start)
    known = [i for i in window if _is_free(kinds[i]) and says_fact(lines[i].text, facts)]
    top = min((i for i in known if _all_headers(lines, i, start, facts)), default=start)
    while top > 0 and _is_free(kinds[top - 1]) and (above := _above(lines, top, start, facts)) < top:
        top = above
    for i in range(top, start):
        if _is_free(kinds[i]) and not is_form_begin(lines[i].text):
            kinds[i] = LineRole.FOREIGN


def _is_rule(text: str) -> bool:
    """Whether a line is a ruler, be it with words in its midst. A letter may be one long line: no expression is tried here
    that goes back over it.
    """
    left, right = len(text.lstrip(_RULE_SIGNS)), len(text.rstrip(_RULE_SIGNS))
    if not left or not text.strip(f"{_RULE_SIGNS} "):
        return len(text) >= _MIN_RULE_LENGTH
    before, behind = len(text) - left, len(text) - right
    return min(before, behind) >= _MIN_RULE_LENGTH and right - before <= _MAX_RULE_WORDS_LENGTH


def is_delimiter(text: str) -> bool:
    """Whether a line parts a signature from the letter."""
    return text in ("--", "__") or _RULER.fullmatch(text) is not None


def is_attribution(text: str) -> bool:
    """Whether a line ends in a colon, as `On ... wrote:` does, and says before it who wrote or when."""
    return text[-1:] in (":", "：") and _SAYS_WHO_OR_WHEN.search(text[:-1]) is not None


def _is_free(kind: LineRole) -> bool:
    return kind in (LineRole.OWN, LineRole.QUOTED)


def says_fact(text: str, facts: Collection[str]) -> bool:
    """Whether a line says what a mail program says of a mail of ours."""
    words = " ".join(text.casefold().split())
    return any(fact in words for fact in facts) or any(len(words) > 4 * _MIN_FACT_LENGTH and words in fact for fact in facts)


def _all_headers(lines: Sequence[TextLine], first: int, end: int, facts: Collection[str]) -> bool:
    """Whether nothing but header lines and blank ones stands from `first` to `end`."""
    texts = [line.text for line in lines[first:end] if line.text]
    return all(
        says_fact(text, facts) or _HEADER_LINE.match(text) or _is_rule(text) or text[-1] in ":：" or _DATED.search(text)
        for text in texts
    )


def _above(lines: Sequence[TextLine], top: int, start: int, facts: Collection[str]) -> int:
    """Where the block goes on upwards: over a ruler, a line with a date, or the first line of a wrapped attribution."""
    place = top - 1
    while place > max(0, start - _MAX_BLOCK_LINES) and not lines[place].text:
        place -= 1
    text = lines[place].text
    if not text:
        return top
    touching = place == top - 1
    if _is_rule(text) and text != "--":
        return place
    if top == start:
        return place if text[-1] in ":：" and is_attribution(text) else top
    dated = bool(_DATED.search(text)) and (_HEADER_LINE.match(text) is not None or lines[start - 1].text[-1:] in (":", "："))
    return place if touching and (dated or says_fact(text, facts)) else top


# Quotes by the second means: what programs write above any old letter


def _quote_tail(lines: Sequence[TextLine], kinds: list[LineRole], facts: Collection[str]) -> None:
    """Programs that do not mark quotes put a header block, a ruler with words or an attribution before the old letter."""
    # A quote below a block tells that it announces no tail. Found once: a letter may have hundreds of blocks.
    last_quoted = max((i for i, kind in enumerate(kinds) if kind is LineRole.QUOTED), default=-1)
    last_form = max((i for i, line in enumerate(lines) if is_form_begin(line.text)), default=-1)
    for start, length in _header_blocks(lines, kinds):
        if kinds[start] is not LineRole.OWN:
            continue
        kinds[start : start + length] = [LineRole.FOREIGN] * length
        after = next((i for i in range(start + length, len(lines)) if lines[i].text), len(lines))
        if after == len(lines) or kinds[after] is not LineRole.OWN or last_quoted >= start:
            continue
        if last_form >= start or _is_tail(lines, kinds, start, length, facts):
            end = next((i for i in range(after, len(lines)) if kinds[i] is LineRole.RETURNED), len(lines))
            for i in range(after, end):
                kinds[i] = LineRole.QUOTED if kinds[i] is LineRole.OWN else kinds[i]
            last_quoted = end - 1


def _is_tail(lines: Sequence[TextLine], kinds: Sequence[LineRole], start: int, length: int, facts: Collection[str]) -> bool:
    """An attribution of which the player has deleted the quote has their orders below it, and nothing above."""
    block = _is_block(lines, start, length)
    if block and facts:
        return True
    plain_attribution = is_attribution(lines[start + length - 1].text) and not block
    above = any(kinds[i] is LineRole.OWN and lines[i].text for i in range(start))
    return above or not plain_attribution


def _is_block(lines: Sequence[TextLine], start: int, length: int) -> bool:
    return sum(bool(_HEADER_LINE.match(line.text)) for line in lines[start : start + length]) >= 2


def _header_blocks(lines: Sequence[TextLine], kinds: Sequence[LineRole]) -> Iterator[tuple[int, int]]:
    """First line and number of lines of everything unquoted that announces an older letter."""
    free = [
        line.text[:_MAX_HEADER_LINE_LENGTH] if kind is LineRole.OWN else "" for line, kind in zip(lines, kinds, strict=True)
    ]
    free = free[:_MAX_HEADER_LINES]
    text = "\n".join(each if ":" in each or "：" in each or _DATED.search(each) else "." if each else "" for each in free)
    blocks = {i: 1 for i, each in enumerate(free) if _SEPARATOR.fullmatch(each) and not _introduces(each)}
    for match in _HEADERS.finditer(text):
        start = text.count("\n", 0, match.start()) + len(match[0]) - len(match[0].lstrip("\n"))
        length = sum(1 for _ in takewhile(bool, free[start:]))
        last = text.count("\n", 0, match.end())
        length = min(length, last - start + 1)
        if length and _announces(lines, start, length):
            blocks[start] = length
    yield from sorted(blocks.items())


def _introduces(text: str) -> bool:
    """Whether a line says that orders follow, be it within a ruler ("----- my orders -----")."""
    return _INTRODUCTION.fullmatch(text[:_MAX_HEADER_LINE_LENGTH].strip(f"{_RULE_SIGNS} ")) is not None


def _announces(lines: Sequence[TextLine], start: int, length: int) -> bool:
    """The library takes a single `Do: ...` for a Polish header block, and any colon for more; ask for some evidence."""
    words = " ".join(line.text for line in lines[start : start + length])
    evidence = re.search(r"[\d@]", words) is not None
    return evidence and (_is_block(lines, start, length) or words.endswith((":", "：")) or "david" in words)


def _drop_attribution(lines: Sequence[TextLine], kinds: list[LineRole], quote: int) -> None:
    """Drop `On ... wrote:` right above a quote; mail programs wrap it over up to three lines."""
    last = next((i for i in range(quote - 1, max(-1, quote - _MAX_BLOCK_LINES), -1) if lines[i].text), -1)
    for first in range(last, max(last - 3, -1), -1):
        if kinds[first] is not LineRole.OWN or not lines[first].text:
            return
        words = " ".join(line.text[:_MAX_HEADER_LINE_LENGTH] for line in lines[first : last + 1])
        if words[-1] not in ":：":
            return
        if is_attribution(words) and _begins_attribution(lines[first].text, first == last):
            kinds[first : last + 1] = [LineRole.FOREIGN] * (last - first + 1)
            return


def _drop_dates(lines: Sequence[TextLine], kinds: list[LineRole]) -> None:
    """Drop the first line of an attribution where it was wrapped behind the date: `On Saturday, 22 Aug 2026 at 14:00,`."""
    for below in _beginnings(kinds, LineRole.FOREIGN):
        above = lines[below - 1].text[:_MAX_HEADER_LINE_LENGTH] if below and kinds[below - 1] is LineRole.OWN else ""
        if above.endswith(",") and _DATE_AND_TIME.search(above):
            kinds[below - 1] = LineRole.FOREIGN


def _begins_attribution(text: str, alone: bool) -> bool:
    """A wrapped attribution goes on upwards until the line that has the date, or that begins it with a capital."""
    return bool(re.search(r"\d", text)) or (alone and "@" in text) or (alone and len(text.split()) > 1)


# Signatures and politeness


class _Footers:
    """Signatures, closings and footers of a letter, found in one pass."""

    def __init__(self, lines: Sequence[TextLine], kinds: list[LineRole], order_words: Collection[str]) -> None:
        self._lines = lines
        self._kinds = kinds
        self._order_words = order_words
        self._ends = self._ends_of_own()

    def _ends_of_own(self) -> list[int]:
        """For each line, where the player's own text that it stands in ends."""
        ends, end = [0] * len(self._kinds), len(self._kinds)
        for i in range(len(self._kinds) - 1, -1, -1):
            if self._kinds[i] is not LineRole.OWN or is_form_begin(self._lines[i].text):
                end = i
            ends[i] = end
        return ends

    def drop(self) -> None:
        """Mark what is no order in the player's own text."""
        typed_above = False
        place = 0
        while place < len(self._kinds):
            text = self._lines[place].text
            length = self._length(place, typed_above) if self._kinds[place] is LineRole.OWN and text else 0
            typed_above = typed_above or (bool(text) and self._kinds[place] is LineRole.OWN)
            place += max(length, 1)

    def _length(self, start: int, typed_above: bool) -> int:
        """How many lines are dropped from `start` on."""
        text, end = self._lines[start].text, self._ends[start]
        if is_delimiter(text):
            return self._mark(start, end, LineRole.SIGNED)
        if FENCE.fullmatch(text):
            return self._mark(start, start + 1, LineRole.POLITE)
        if _SENT_FROM.fullmatch(text[:_MAX_HEADER_LINE_LENGTH]) or _PRONOUNS.fullmatch(text[:_MAX_HEADER_LINE_LENGTH]):
            return self._mark(start, start + 1, LineRole.FOOTER)
        if _DISCLAIMER.match(text[:_MAX_HEADER_LINE_LENGTH]):
            paragraph = takewhile(lambda i: self._lines[i].text and not self._is_order(i), range(start + 1, end))
            return self._mark(start, start + 1 + sum(1 for _ in paragraph), LineRole.FOOTER)
        if _SIGN_OFF.fullmatch(text[:_MAX_HEADER_LINE_LENGTH]) and not self._says_order_behind(text):
            return self._mark(start, end if typed_above and self._is_signature(start, end) else start + 1, LineRole.SIGNED)
        return 0

    def _mark(self, start: int, end: int, kind: LineRole) -> int:
        self._kinds[start:end] = [kind] * (end - start)
        return end - start

    def _is_signature(self, start: int, end: int) -> bool:
        """`Thanks,` ends the orders if some stand above it and only a name or two below."""
        below: list[int] = []
        for i in range(start + 1, end):
            below += [i] if self._lines[i].text else []
            if len(below) > _MAX_SIGNATURE_LINES:
                return False
        return not any(map(self._is_order, below))

    def _is_order(self, place: int) -> bool:
        """Whether a line begins with an order word."""
        return self._begins_order(self._lines[place].text)

    def _says_order_behind(self, closing: str) -> bool:
        """Whether the text after "Thanks," is no name: it begins with an order word, or has a digit in it."""
        behind = _END_OF_SIGN_OFF.split(closing, 1)[1:]
        return any(self._begins_order(text) or has_digit(text) for text in behind)

    def _begins_order(self, text: str) -> bool:
        first = text.casefold().split()[:1]
        return any(word.strip(",.:;") in self._order_words for word in first)


def _drop_polite(lines: Sequence[TextLine], kinds: list[LineRole]) -> None:
    """The first line where it greets, and what stands first then where it introduces the orders ("my orders:")."""
    for is_polite in (_greets, _introduces):
        first = next((i for i, kind in enumerate(kinds) if kind is LineRole.OWN and lines[i].text), None)
        if first is not None and not is_form_begin(lines[first].text) and is_polite(lines[first].text):
            kinds[first] = LineRole.POLITE


def _greets(text: str) -> bool:
    return _SALUTATION.fullmatch(text[:_MAX_HEADER_LINE_LENGTH]) is not None


def facts_of(all_facts: Iterable[Sequence[str]]) -> frozenset[str]:
    """What mail programs may say of any of these mails."""
    return frozenset(fact for facts in all_facts for fact in facts if len(fact) >= _MIN_FACT_LENGTH)
