"""Where a database is: in a file, or on a PostgreSQL server, which a URL names."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias
from urllib.parse import parse_qs, unquote, urlsplit

SCHEMES = ("postgresql+psycopg", "postgresql")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*(?=://)")
_NEARLY_A_URL = re.compile(r"postgres\w*(?:\+\w*)?:|(?:.*\s)?password\s*=", re.IGNORECASE | re.DOTALL)
"""What names a server in another form: as the name of a file it would be told everywhere, with the password in it."""
HOW = f"a URL is {SCHEMES[0]}://USER:PASSWORD@HOST:PORT/NAME, with / : @ in a password as %2F %3A %40"


@dataclass(frozen=True, slots=True)
class DatabaseUrl:
    """The URL of a database on a server. As text it has neither the password nor what else follows a question mark."""

    url: str = field(repr=False)

    def __str__(self) -> str:
        parts = urlsplit(self.url)
        user = unquote(parts.username) + "@" if parts.username else ""
        host = parts.netloc.rpartition("@")[2] or parse_qs(parts.query).get("host", [""])[0]
        return f"postgresql://{user}{host}{parts.path}"

    @property
    def password(self) -> str:
        """The password in it, "" for none."""
        return unquote(urlsplit(self.url).password or "")


Location: TypeAlias = Path | DatabaseUrl


def read_location(text: str) -> Location:
    """The file or URL that somebody has named. Raises ValueError, without the text, for other URLs."""
    text = text.strip() if "://" in text else text
    scheme = _SCHEME.match(text)
    if scheme is None and _NEARLY_A_URL.match(text.strip()):
        raise ValueError(HOW)
    if scheme is None:
        return Path(text)
    if scheme[0] not in SCHEMES:
        raise ValueError(f"a file, or a URL that begins with {SCHEMES[0]}://, and not with {scheme[0]}://")
    try:
        parts = urlsplit(text)
        known = parts.port is None or parts.port > 0
    except ValueError:  # what it says can have a part of the password
        known = False
    if not known or not parts.path.strip("/"):
        raise ValueError(HOW)
    return DatabaseUrl(text)
