"""The parts of a letter (RFC 2046), and which of them are read.

The standard library's parser follows any nesting down and tries every open boundary on every line; this one goes down to a
limit, and looks through a part once for each level it lies at.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from html import unescape

from pbem.mail.letter import ATTACHMENT

from .charsets import decode, tidy
from .headers import Headers, Valued, read_headers, split_letter, text_of, valued
from .html import HtmlText, html_to_text, looks_like_html
from .limits import Limits
from .transfer import decoded, decoded_text, encoding_in

_BOUNDARY_LINE = re.compile(
    rb"^--(\S(?:[^\r\n]{0,198}\S)?)[ \t]*\r{0,2}\nContent-[A-Za-z-]{1,40}[ \t]*:", re.MULTILINE | re.IGNORECASE
)
_PREAMBLE = 500
_MIME_PREAMBLE = b"This is a multi-part message in MIME format."
_ENTITY = re.compile(r"&(?:nbsp|amp|lt|gt|quot|apos|#39|#160|#xa0);", re.IGNORECASE)
# What is text under another name. Enriched text (RFC 1896) has tags, and lines that are lines.
_PLAIN_TOO = frozenset(
    {
        *("plain/text", "text/text", "text/ascii", "text/txt", "text/x-plain", "text/markdown", "text/x-markdown"),
        *("text/unknown", "application/text", "application/plain"),
    }
)
# What is no letter under such a name, whatever is in it (RFC 2046 4.1.4: all other text is plain).
_NO_LETTER = frozenset(
    {"text/rtf", "text/css", "text/javascript", "text/calendar", "text/vcard", "text/x-vcard", "text/directory", "text/xml"}
)
_ENRICHED = frozenset({"text/enriched", "text/richtext"})
_BYTES = "application/octet-stream"
_XHTML = "application/xhtml+xml"
_MEDIA_TYPE = re.compile(r"[^\s/]+/[^\s/]+")
_MAX_BOUNDARY_LENGTH = 200
# Neither text nor attachments: what programs tell programs (RFC 3464, RFC 8098).
_REPORT_PARTS = frozenset({"message/delivery-status", "message/disposition-notification", "text/rfc822-headers"})
_SEALED = "encrypted"
DISGUISED = "its style sheets are too large to tell what is seen"
# No charset takes more bytes for a character.
_WIDEST = 4


class UnreadableLetter(Exception):
    """A letter is built in a way that is not read; the message says why."""


@dataclass(frozen=True)
class MimePart:
    """A part of a letter, or the whole. `body` is as it came; that of a multipart is in its `parts`, if it has any."""

    headers: Headers
    content: Valued
    body: bytes
    parts: tuple["MimePart", ...] = ()

    @property
    def kind(self) -> str:
        """The media type, "text/plain" where none is told; XHTML is HTML."""
        if self.content.value == _XHTML:
            return "text/html"
        return self.content.value if _MEDIA_TYPE.fullmatch(self.content.value) else "text/plain"

    @property
    def disposition(self) -> Valued:
        """Whether to show the part or attach it (RFC 2183)."""
        return valued(self.headers.first("content-disposition"), _MAX_BOUNDARY_LENGTH * 4)

    def walk(self) -> Iterator["MimePart"]:
        """The part and all within it, outer before inner."""
        yield self
        for part in self.parts:
            yield from part.walk()

    def decoded(self) -> bytes:
        """The body without its transfer encoding (RFC 2045 6); an unknown one is none."""
        if self.kind.startswith("text/"):
            return decoded_text(self.body, self._encoding, self.charset)
        return decoded(self.body, self._encoding)

    @property
    def charset(self) -> str:
        """The charset that it claims."""
        return self.content.parameters.get("charset", "")

    @property
    def _encoding(self) -> str:
        return _encoding_of(self.headers)


def _encoding_of(headers: Headers) -> str:
    return encoding_in(text_of(headers.first("content-transfer-encoding"), _MAX_BOUNDARY_LENGTH))


@dataclass(frozen=True)
class Body:
    """What there is to be read in a letter; see Letter for `text`, `html`, `struck`, `unseen`, `source` and `cut`."""

    text: str = ""
    html: str = ""
    struck: tuple[str, ...] = ()
    unseen: tuple[str, ...] = ()
    source: str = ""
    attachments: int = 0
    unreadable: str = ""
    attached: str = ""
    cut: bool = False


@dataclass
class _Found:
    """The pieces that are shown, in order: plain text and HTML as text, beside each other where they are alternatives."""

    pieces: list[tuple[str, str]] = field(default_factory=list)
    pages: list[HtmlText] = field(default_factory=list)
    sealed: list[str] = field(default_factory=list)
    is_doubtful: bool = False
    """A page of which nobody can say what is seen has no plain text beside it."""

    def elements(self, limits: Limits) -> int:
        """How many elements may still be looked at."""
        return max(0, limits.elements - sum(page.tokens for page in self.pages) // 2)


def read_parts(raw: bytes, limits: Limits) -> MimePart:
    """The parts of a letter. Raises UnreadableLetter if there are too many, or too many within each other."""
    return _Reader(limits).part(raw, 0)


class _Reader:
    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._left = limits.parts
        self._lines = limits.all_header_lines

    def part(self, raw: bytes, depth: int) -> MimePart:
        self._left -= 1
        if self._left < 0:
            raise UnreadableLetter("too many parts")
        block, body = split_letter(raw, self._limits, inner=depth > 0)
        self._lines -= min(max(block.count(b"\n"), block.count(b"\r")), self._limits.header_lines)
        if self._lines < 0:
            raise UnreadableLetter("too many header lines in its parts")
        headers = read_headers(block, self._limits)
        content = valued(headers.first("content-type"), self._limits.value)
        if not content.value.startswith("multipart/"):
            if depth or not _is_bare_multipart(content, body):
                return MimePart(headers, content, body)
            content = Valued("multipart/mixed", {})
        if depth >= self._limits.depth:
            raise UnreadableLetter("parts within parts too deep")
        pieces = self._pieces(headers, content, body)
        return MimePart(headers, content, body, tuple(self.part(piece, depth + 1) for piece in pieces))

    def _pieces(self, headers: Headers, content: Valued, body: bytes) -> list[bytes]:
        """The parts of a multipart by its boundary, be it encoded as a whole, else by one that stands in it as one would."""
        boundary = content.parameters.get("boundary", "").rstrip()[:_MAX_BOUNDARY_LENGTH].encode()
        whole = decoded(body, _encoding_of(headers))
        for each in (body, whole) if whole != body else (body,):
            if boundary and (pieces := _between(each, boundary, self._left)):
                return pieces
        for each in (body, whole) if whole != body else (body,):
            if (guessed := _BOUNDARY_LINE.search(each)) is not None:
                return _between(each, guessed[1], self._left)
        return []


def _is_bare_multipart(content: Valued, body: bytes) -> bool:
    """Whether a text begins as a multipart does, of which the header says nothing."""
    if content.value not in ("", "text/plain"):
        return False
    match = _BOUNDARY_LINE.search(body[:_PREAMBLE])
    return match is not None and body[: match.start()].strip() in (b"", _MIME_PREAMBLE)


def _between(body: bytes, boundary: bytes, most: int) -> list[bytes]:
    """What stands between boundary lines (RFC 2046 5.1.1), but for one more than `most`. The last may lack its end."""
    line = re.compile(b"--" + re.escape(boundary) + rb"(--)?[ \t]*(?:\r{0,2}\n|\r|\Z)")
    pieces: list[bytes] = []
    start = -1
    for match in line.finditer(body):
        if match.start() and body[match.start() - 1] not in b"\r\n":
            continue
        if 0 <= start < match.start():
            pieces.append(_without_line_end(body[start : match.start()]))
        start = -1 if match[1] else match.end()
        if match[1] or len(pieces) > most:
            break
    if 0 <= start < len(body) and len(pieces) <= most:
        pieces.append(body[start:])
    return pieces


def _without_line_end(piece: bytes) -> bytes:
    return piece.removesuffix(b"\n").removesuffix(b"\r").removesuffix(b"\r")


# What is read


def read_body(letter: MimePart, limits: Limits) -> Body:
    """The text of a letter: its plain text, else its HTML as text, else that of an attached file."""
    found = _Found()
    _gather(letter, found, limits)
    leaves = [part for part in letter.walk() if not part.parts]
    attachments = sum(_is_attachment(part) for part in leaves)
    struck = tuple(dict.fromkeys(line for page in found.pages for line in page.struck))
    unseen = tuple(dict.fromkeys(line for page in found.pages for line in page.unseen))
    html, html_cut = _joined([page for _, page in found.pieces if page], limits)
    html_cut |= any(page.cut for page in found.pages)
    attached, attached_cut = _attached_text(leaves, limits)
    body = Body(struck=struck, unseen=unseen, attachments=attachments, attached=attached, cut=html_cut)
    if found.is_doubtful:
        return replace(body, unreadable=DISGUISED, attached="")
    if any(text.strip() for text, _ in found.pieces):
        shown, cut = _joined([text if text.strip() else page for text, page in found.pieces], limits)
        return replace(body, text=shown, html=html, source="plain", cut=cut)
    if html.strip():
        return replace(body, text=html, source="html")
    if found.sealed:
        return replace(body, unreadable=found.sealed[0])
    if shown := _mislabelled(leaves, limits):
        text, cut = _joined([shown], limits)
        return replace(body, text=text, source="plain", cut=cut)
    if attached:
        return replace(body, text=attached, source=ATTACHMENT, cut=html_cut or attached_cut)
    return replace(body, unreadable=_only_tnef(leaves))


def _mislabelled(leaves: list[MimePart], limits: Limits) -> str:
    """The text of the first part that is text under another name; "" if there is none."""
    for part in leaves:
        kind = part.content.value
        if part.disposition.value == "attachment" or _file_name(part):
            continue
        if kind in _ENRICHED:
            return html_to_text(_text(part, limits.html_bytes), limits, as_typed=True).text
        if kind in _PLAIN_TOO:
            return _plain(part, limits)
        is_known = kind in ("text/plain", "text/html") or kind in _NO_LETTER
        may_be_text = kind == _BYTES or (kind.startswith("text/") and not is_known)
        if may_be_text and len(leaves) == 1 and _is_text(part.decoded()[: limits.characters]):
            return _plain(part, limits)
    return ""


def _is_text(raw: bytes) -> bool:
    """Whether bytes are UTF-8 without control characters."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return all(sign.isprintable() or sign.isspace() for sign in text)


def _attached_text(leaves: list[MimePart], limits: Limits) -> tuple[str, bool]:
    """The text of the first attached text file that has any, and whether it was cut."""
    for part in leaves:
        if _is_text_file(part) and (text := _plain(part, limits)).strip():
            return _joined([text], limits)
    return "", False


def _joined(pieces: list[str], limits: Limits) -> tuple[str, bool]:
    """Pieces of text one below the other, as much as is read, and whether there was more."""
    whole = "\n".join(pieces)
    lines = whole[: limits.characters].split("\n", limits.lines)
    return "\n".join(lines[: limits.lines]), len(whole) > limits.characters or len(lines) > limits.lines


def _gather(part: MimePart, found: _Found, limits: Limits) -> None:
    """Add what a part shows. Of alternatives one is shown, of a signed part what is signed (RFC 1847 2.1)."""
    if not part.parts:
        _gather_leaf(part, found, limits)
    elif part.kind == "multipart/encrypted":
        found.sealed.append(_SEALED)
    elif part.kind == "multipart/alternative":
        _gather_alternatives(part, found, limits)
    else:
        for inner in part.parts[:1] if part.kind == "multipart/signed" else part.parts:
            _gather(inner, found, limits)


def _gather_alternatives(part: MimePart, found: _Found, limits: Limits) -> None:
    within = _Found([], found.pages, found.sealed)
    for inner in part.parts:
        _gather(inner, within, limits)
    if within.is_doubtful and not any(plain.strip() for plain, _ in within.pieces):
        found.is_doubtful = True
    if within.pieces:
        plain, html = zip(*within.pieces, strict=True)
        found.pieces.append(("\n".join(filter(None, plain)), "\n".join(filter(None, html))))


def _gather_leaf(part: MimePart, found: _Found, limits: Limits) -> None:
    if part.kind in ("application/pkcs7-mime", "application/x-pkcs7-mime"):
        signed = part.content.parameters.get("smime-type", "") == "signed-data"
        found.sealed.append("signed in a way that is not read" if signed else _SEALED)
    elif not _is_body(part):
        return
    elif part.kind == "text/html":
        _add_page(_text(part, limits.bytes), found, limits)  # of what is cut off is seen whether a style sheet is in it
    else:
        text = _plain(part, limits)
        if text.lstrip().startswith("-----BEGIN PGP MESSAGE-----"):
            found.sealed.append(_SEALED)
        elif looks_like_html(text):
            _add_page(text, found, limits)
        else:
            found.pieces.append((text, ""))


def _add_page(html: str, found: _Found, limits: Limits) -> None:
    page = html_to_text(html, replace(limits, elements=found.elements(limits)))
    found.pages.append(page)
    found.is_doubtful |= page.is_doubtful
    found.pieces.append(("", page.text))


def _is_body(part: MimePart) -> bool:
    """A multipart without parts (no boundary, cut off) is read as the text it is."""
    if part.disposition.value == "attachment" or _file_name(part):
        return False
    return part.kind in ("text/plain", "text/html") or part.kind.startswith("multipart/")


def _is_text_file(part: MimePart) -> bool:
    return (part.kind == "text/plain" and not _is_body(part)) or _file_name(part).endswith(".txt")


def _is_attachment(part: MimePart) -> bool:
    return not _is_body(part) and part.kind not in _REPORT_PARTS


def _file_name(part: MimePart) -> str:
    return (part.disposition.parameters.get("filename") or part.content.parameters.get("name", "")).lower()


def _only_tnef(leaves: list[MimePart]) -> str:
    """Why there is nothing to read in a letter that came wrapped up by Outlook (winmail.dat)."""
    sealed = any(part.kind == "application/ms-tnef" or _file_name(part) == "winmail.dat" for part in leaves)
    return "winmail.dat" if sealed else ""


def _text(part: MimePart, characters: int) -> str:
    """The text of a part, whatever it claims to be, cut to the limit."""
    raw = part.decoded()[: characters * _WIDEST]
    return tidy(decode(raw, part.charset), characters)


def _plain(part: MimePart, limits: Limits) -> str:
    text = _text(part, limits.characters + 1)  # one more shows that there is more
    if part.content.parameters.get("format", "").lower() == "flowed":
        text = unflow(text, delsp=part.content.parameters.get("delsp", "").lower() == "yes")
    if _ENTITY.search(text):  # a program has made them of HTML, and nobody types them
        text = tidy(unescape(text), limits.characters + 1)
    return without_armour(text)


_ARMOUR = "-----BEGIN PGP SIGNED MESSAGE-----"
_ARMOUR_ENDS = ("-----BEGIN PGP SIGNATURE-----", "-----END PGP SIGNATURE-----")


def without_armour(text: str) -> str:
    """Text signed in the clear without its armour: header lines, dash escapes and signatures (RFC 4880 7)."""
    if _ARMOUR not in text:
        return text
    kept: list[str] = []
    state = ""
    for line in text.split("\n"):
        marker = line.rstrip()
        if marker == _ARMOUR:
            state = "header"
        elif state == "header":
            state = "header" if marker else "signed"
        elif state == "signed" and marker == _ARMOUR_ENDS[0]:
            state = "signature"
        elif state == "signature":
            state = "" if marker == _ARMOUR_ENDS[1] else state
        else:
            kept.append(line.removeprefix("- ") if state == "signed" else line)
    return "\n".join(kept)


def unflow(text: str, *, delsp: bool) -> str:
    """Undo format=flowed (RFC 3676 4.1-4.5): join softly broken lines of one quote depth, remove space-stuffing.

    The signature mark `-- ` ends in a space but is never joined (4.3). Lines end with a line feed.
    """
    done: list[list[str]] = []
    open_at: int | None = None
    for raw in text.split("\n"):
        content = raw.lstrip(">")
        depth = len(raw) - len(content)
        content = content.removeprefix(" ")
        flows = content.endswith(" ") and content != "-- "
        piece = content[:-1] if flows and delsp else content
        if depth == open_at and content != "-- ":
            done[-1].append(piece)
        else:
            done.append([f"{'>' * depth}{' ' if depth else ''}{piece}"])
        open_at = depth if flows else None
    return "\n".join("".join(pieces) for pieces in done)
