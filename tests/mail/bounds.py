"""What must hold of every letter that comes through the door, whatever the bytes were."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from pbem.mail.letter import Letter
from pbem.mail.reading import Limits

MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,248}>")
ADDRESS = re.compile(r"[!-?A-~]+@[!-?A-~]+")


def check(letter: Letter, limits: Limits) -> None:
    """Fail if a value of the letter is not clean, or beyond a limit."""
    for text in _texts(letter):
        text.encode("utf-8")
    header = (letter.message_id, letter.sender, letter.sender_name, letter.subject, *letter.recipients, *letter.references)
    for value in (*header, *letter.bounce_of, *letter.bounced_ids, letter.automatic, letter.unreadable):
        assert all(unicodedata.category(character) not in ("Cc", "Cf", "Cs", "Zl", "Zp") for character in value), value
        assert len(value) <= 500
    for message_id in (letter.message_id, *letter.references, *letter.bounced_ids):
        assert MESSAGE_ID.fullmatch(message_id), message_id
        assert message_id.count("@") <= 1
    for address in (*letter.recipients, *letter.bounce_of, letter.sender):
        assert not address or (ADDRESS.fullmatch(address) and len(address) <= 254 and address == address.lower()), address
    assert len(letter.recipients) <= limits.each
    assert len(letter.references) <= limits.each
    for body in (letter.text, letter.html):
        assert len(body) <= limits.characters
        assert len(body.split("\n")) <= limits.lines
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]", body)
        assert longest_tower(body) <= 8
    assert bool(letter.text.strip()) == bool(letter.source)
    assert not (letter.text and letter.unreadable)
    assert letter.date is None or 1970 <= letter.date.year <= 2200


def longest_tower(text: str) -> int:
    """The longest run of combining marks."""
    marks = "".join("m" if unicodedata.combining(character) else " " for character in text)
    return max(map(len, marks.split()), default=0)


def _texts(letter: Letter) -> Iterator[str]:
    for value in vars(letter).values():
        if isinstance(value, str):
            yield value
        elif isinstance(value, tuple):
            yield from (item if isinstance(item, str) else item.text for item in value)
