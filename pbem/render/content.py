"""The content of a mail: subject, text, HTML, its pictures, attached files."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class MailPicture:
    """A PNG picture in a mail, with its alt text."""

    name: str
    png: bytes
    alt: str

    @property
    def cid(self) -> str:
        """The Content-ID that the HTML uses (RFC 2392); it depends on the picture alone."""
        return f"{self.name.partition('.')[0]}.{sha256(self.png).hexdigest()[:32]}@pbem"

    @property
    def in_page(self) -> str:
        """The picture as an address of its own (RFC 2397), for a page in a browser."""
        return f"data:image/png;base64,{b64encode(self.png).decode()}"


class Enclosed(NamedTuple):
    """A file that goes with a mail; `type` is its media type ("application/gzip")."""

    name: str
    type: str
    data: bytes


class Content(NamedTuple):
    """The content of a mail."""

    subject: str
    text: str
    html: str
    pictures: tuple[MailPicture, ...] = ()
    enclosed: tuple[Enclosed, ...] = ()

    @property
    def page(self) -> str:
        """The HTML with its pictures in it, for a browser."""
        html = self.html
        for picture in self.pictures:
            html = html.replace(f"cid:{picture.cid}", picture.in_page)
        return html
