"""Who takes a seat, or watches."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

from pbem import values

_PERSON = re.compile(r'(?:"((?:[^"\\]|\\.)*)"|([^"<>]*))\s*<([^<>]*)>|([^<>\s,]+)')
"""A name, in quotation marks or without, and an address in angle brackets, or an address alone."""
_ESCAPED = re.compile(r"\\(.)")


@dataclass(frozen=True)
class Player:
    """Who takes a seat. Raises BadValue for a name or an address that is none."""

    name: str
    address: str

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", values.person_name(self.name))
        values.address(self.address)

    @classmethod
    def read(cls, text: str) -> Self:
        """Who is meant by `Ann <ann@example.org>` or `ann@example.org`. Raises BadValue."""
        found = _PERSON.fullmatch(text.strip())
        if found is None:
            raise values.BadValue(f'{values.one_line(repr(text), 100)} is not like "Ann <ann@example.org>"')
        quoted, plain, bracketed, alone = found.groups(default="")
        return cls.named(_ESCAPED.sub(r"\1", quoted) or plain, bracketed or alone)

    @classmethod
    def named(cls, name: str, address: str) -> Self:
        """The same; without a name they are called as their mailbox is."""
        return cls(name or address.partition("@")[0], values.address(address))

    @classmethod
    def as_kept(cls, name: str, address: str) -> Self:
        """Somebody who stands in the database, where a name or address can be from before there were rules for them."""
        return cls(values.fitted_name(name) or "?", values.fitted_address(address))
