"""Messages put together by hand, byte for byte: the standard library would write them too well."""

from __future__ import annotations

from base64 import b64encode, encodebytes
from binascii import b2a_qp
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

Headers = list[tuple[str, str]]


@dataclass(frozen=True)
class Part:
    """A MIME part: its own header lines and its encoded body."""

    headers: tuple[tuple[str, str], ...]
    body: bytes

    def raw(self) -> bytes:
        """As it stands between two boundaries."""
        return head_bytes(self.headers) + b"\r\n" + self.body


def head_bytes(headers: Sequence[tuple[str, str]]) -> bytes:
    """Header lines as they are; what is not ASCII goes as UTF-8, the way careless programs write it."""
    return "".join(f"{name}: {value}\r\n" for name, value in headers).encode()


def message(headers: Headers, part: Part) -> bytes:
    """The whole message."""
    return head_bytes([*headers, ("MIME-Version", "1.0")]) + part.raw()


def token(*seeds: str, length: int = 16) -> str:
    """Hex digits that look random and are always the same for the same seeds."""
    return sha256("|".join(seeds).encode()).hexdigest()[:length]


def encode(data: bytes, cte: str) -> bytes:
    """Bytes with CRLF line ends in a transfer encoding (RFC 2045 6)."""
    if cte.lower() == "base64":
        return encodebytes(data).replace(b"\n", b"\r\n")
    if cte.lower() == "quoted-printable":
        return b2a_qp(data.replace(b"\r\n", b"\n"), istext=True).replace(b"\n", b"\r\n")
    return data


def text(
    body: str,
    subtype: str = "plain",
    *,
    charset: str = "utf-8",
    cte: str = "quoted-printable",
    params: str = "",
    codec: str = "",
) -> Part:
    """A text part; `codec` is what really encodes it where the charset named is a lie."""
    missing = "xmlcharrefreplace" if subtype == "html" else "replace"
    data = body.replace("\r\n", "\n").replace("\n", "\r\n").encode(codec or charset, missing)
    kind = f'text/{subtype}; charset="{charset}"{params}'
    return Part((("Content-Type", kind), ("Content-Transfer-Encoding", cte)), encode(data, cte))


def bare(body: str) -> Part:
    """Text without a word about what it is."""
    return Part((), body.replace("\n", "\r\n").encode())


def file(name: str, kind: str, data: bytes, *, inline: str = "") -> Part:
    """An attached file, or a picture that HTML shows by its Content-ID."""
    headers = [("Content-Type", f'{kind}; name="{name}"'), ("Content-Transfer-Encoding", "base64")]
    if inline:
        headers += [("Content-Disposition", f'inline; filename="{name}"'), ("Content-ID", f"<{inline}>")]
    else:
        headers += [("Content-Disposition", f'attachment; filename="{name}"')]
    return Part(tuple(headers), encode(data, "base64"))


def multipart(kind: str, boundary: str, *parts: Part, params: str = "", preamble: str = "") -> Part:
    """Parts between boundaries (RFC 2046 5.1)."""
    lines = f"{preamble}\r\n".encode() if preamble else b""
    for part in parts:
        lines += f"--{boundary}\r\n".encode() + part.raw().removesuffix(b"\r\n") + b"\r\n"
    lines += f"--{boundary}--\r\n".encode()
    return Part((("Content-Type", f'multipart/{kind}; {params}boundary="{boundary}"'),), lines)


def word(value: str, charset: str = "utf-8", *, q: bool = False) -> str:
    """A header value with its encoded words (RFC 2047), one for a dozen letters or so."""
    if value.isascii():
        return value
    chunks = [value[i : i + 12] for i in range(0, len(value), 12)]
    return "\r\n ".join(_word(chunk.encode(charset), charset, q) for chunk in chunks)


def _word(data: bytes, charset: str, q: bool) -> str:
    if q:
        coded = "".join(chr(b) if chr(b).isascii() and chr(b).isalnum() else "_" if b == 0x20 else f"={b:02X}" for b in data)
        return f"=?{charset}?Q?{coded}?="
    return f"=?{charset}?B?{b64encode(data).decode()}?="
