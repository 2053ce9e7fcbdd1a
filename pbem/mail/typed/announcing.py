"""Lines around a player's lines that mark them as somebody else's words, or take them back.

Programs quote without marks as well: below the head of an old letter, below "Begin forwarded message:", within a fence, with
a chat's "[22.08.26, 20:31] Anna:" in front. Orders are read there where quoting.py finds them typed. What signs something is
not taken from below any of these.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from pbem.mail.reading.phrases import phrases

from .quoting import FENCE, TYPED, LineRole, is_attribution, is_delimiter, says_fact
from .sent import is_form_begin
from .text import TextLine

# What a chat program writes before each line: "[22.08.26, 20:31:07] Ann: ".
CHAT = re.compile(
    r"\[?[0-9]{1,4}[./-][0-9]{1,2}[./-][0-9]{1,4},? "
    r"[0-9]{1,2}:[0-9][0-9](?::[0-9][0-9])?(?: ?[AaPp]\.?[Mm]\.?)?\]?(?: -)? ([^:]{1,40}): (?=\S)"
)
_ONESELF = re.compile(phrases("oneself"))
_SENDER = re.compile(rf"[* ]*(?:{phrases('sender_field')}) ?[*]?[:：]", re.IGNORECASE)
_FIELD = re.compile(rf"[* ]*(?:{phrases('head_field')}) ?[*]?[:：]", re.IGNORECASE)
_FORWARDED = re.compile(rf"[-_*=> ]{{0,40}}(?:{phrases('forwarded')})\b.{{0,40}}", re.IGNORECASE)
_ADDED = re.compile(rf"\W*(?:p\.? ?){{1,3}}s\b|\W*(?:{phrases('added')})\b", re.IGNORECASE)
_MAX_LENGTH = 200
_MAX_MOTTO_WORDS = 4
"""A longer line behind a signature's delimiter stands below each letter of its writer."""


def announced(lines: Sequence[TextLine], kinds: Sequence[LineRole], facts: Collection[str]) -> list[str]:
    """For each line the one above, however far, that announces the words below it as somebody else's; "" where there is
    none. A head right above what is marked as a quote, or is our own mail, announces that and no more.
    """
    heads, announcements = _heads(lines, kinds, facts), list[str]()
    pending, within, fenced = "", "", ""
    for line, kind, above in zip(lines, kinds, heads, strict=True):
        is_typed = kind in TYPED
        if is_typed and FENCE.fullmatch(line.text):
            fenced = "" if fenced else line.text
        if above:
            pending = pending or above
        elif line.text and kind in (LineRole.QUOTED, LineRole.RETURNED):
            pending = ""
        elif line.text and is_typed:
            within = within or pending
        is_of_chat = is_typed and CHAT.match(line.text[:_MAX_LENGTH]) is not None
        announcements.append(within or fenced or (line.text if is_of_chat else ""))
    return announcements


def is_of_another(text: str, writer: str) -> bool:
    """Whether a line of a chat begins with the name of somebody else than the `writer` ("": nobody knows who that is)."""
    match = CHAT.match(text[:_MAX_LENGTH]) if writer else None
    name_words = set(re.findall(r"\w+", match[1].casefold())) if match else set()
    return (
        bool(name_words)
        and name_words.isdisjoint(re.findall(r"\w+", writer.casefold()))
        and not any(map(_ONESELF.fullmatch, name_words))
    )


def _heads(lines: Sequence[TextLine], kinds: Sequence[LineRole], facts: Collection[str]) -> Iterator[str]:
    """For each line its text, if it is of the head of an older letter, else ""."""
    texts = [
        line.text[:_MAX_LENGTH] if not line.depth and (kind in TYPED or kind is LineRole.FOREIGN) else ""
        for line, kind in zip(lines, kinds, strict=True)
    ]
    fields = [_SENDER.match(text) is not None or _FIELD.match(text) is not None for text in texts]
    for at, text in enumerate(texts):
        beside = (at > 0 and fields[at - 1]) or (at + 1 < len(texts) and fields[at + 1])
        is_head = (
            (fields[at] and (beside or _SENDER.match(text) is not None))
            or _FORWARDED.fullmatch(text) is not None
            or (bool(text) and is_attribution(text) and not says_fact(f"{texts[at - 1] if at else ''} {text}", facts))
        )
        yield text if is_head else ""


def behind_addition(text: str) -> str:
    """What a line that was added says behind the word for that ("PS: ..."); the line itself for any other."""
    match = _ADDED.match(text[:_MAX_LENGTH])
    return text if match is None else text[match.end() :]


def afterthoughts(lines: Sequence[TextLine], kinds: Sequence[LineRole]) -> list[int]:
    """The indices of what is said below a closing, or after the delimiter of a signature as it is not below each letter: a
    postscript with all that follows, and lines of few words.
    """
    found, behind, added = list[int](), False, False
    for at, (line, kind) in enumerate(zip(lines, kinds, strict=True)):
        if kind is not LineRole.SIGNED or is_form_begin(line.text):
            behind = added = False
            continue
        if is_delimiter(line.text):
            behind, added = True, False
            continue
        added = added or _ADDED.match(line.text[:_MAX_LENGTH]) is not None
        if line.text and (added or not behind or len(line.text.split()) <= _MAX_MOTTO_WORDS):
            found.append(at)
    return found
