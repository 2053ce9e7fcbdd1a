"""Which lines of a letter are the player's own: quotes, attributions, header blocks, signatures and footers told apart.

What mail programs write around a reply in a dozen languages is known by mail-parser-reply; which of it may be cut is
decided here, because cutting an order by mistake is worse than asking about a greeting.
"""

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from itertools import takewhile

from mailparser_reply import EmailMessage  # type: ignore[import-untyped]
from mailparser_reply.constants import MAIL_LANGUAGES  # type: ignore[import-untyped]

from .text import Line


class Kind(Enum):
    """Whose words a line is. DROPPED is the player's own too, but no order; FOREIGN was put in by a mail program."""

    OWN = "own"
    DROPPED = "dropped"
    QUOTED = "quoted"
    FOREIGN = "foreign"


def _phrases(key: str) -> str:
    """The alternatives of all languages; empty ones and Swedish `/Name` would match orders."""
    found: list[str] = []
    for language in MAIL_LANGUAGES.values():
        entry = language.get(key) or []
        found += [entry] if isinstance(entry, str) else entry
    return "|".join(phrase.removesuffix(",") for phrase in found if phrase and not phrase.startswith("/"))


_VERB = (
    r"wrote|writes|schrieb|schreibt|[ée]crit|escribi[óo]|escreveu|ha scritto|scrive|schreef|skrev|skriver|kirjoitti|"
    r"napisa[łl]|pisze|napsal|nap[íi]sal|p[íi]še|írta|yazdı|пише[тн]?|написал|написа"
)
_ATTRIBUTION = re.compile(rf"(?:\b(?:{_VERB})\b.*|.*(?:@|\b\d\d?[:.h]\d\d\b|\b\d{{4}}\b).*)[:：]$", re.IGNORECASE)
_SEPARATOR = re.compile(r"-{4,}\s*\w.*-{4,}")
_HEADER_LINE = re.compile(r"[* ]*[^\s:][^:]{0,20}:")
_RULER = re.compile(r"([_=~*-])\1{19,}")
_SENT_FROM = re.compile(
    rf"(?:{_phrases('sent_from')}|Sent (?:from|with|via) |Von mein\w+ .* gesendet|Gesendet mit |Diese Nachricht wurde von |"
    r"Envoyé (?:de|à partir) |Télécharger Outlook |Outlook für |Enviado (?:desde|do) |Verzonden (?:vanaf|met|via) |"
    r"Wysłan[eo] z |Inviato (?:da|dal) |Skickat från |Sendt fra |Отправлено |Virus-free\b).*",
    re.IGNORECASE,
)
_SIGN_OFF = re.compile(
    rf"(?:{_phrases('signatures')}|Thanks|Thank you|Thx|Many thanks|Thanks in advance|Cheers|Best|Best wishes|Greetings|"
    r"Regards|Yours|Yours sincerely|Sincerely|Danke|Vielen Dank|LG|VG|MfG|Merci|Amicalement|Groeten|Groetjes|Bedankt|"
    r"Dzięki|Grazie|Ciao|Obrigado|Tack|Hilsen)(?:[,.!]+(?:\s+[\w.'-]+){0,3})?",
    re.IGNORECASE,
)
_HELLO = (
    r"(?:hi|hello|hey|dear|good (?:morning|evening|day)|hallo|liebe[rs]?|guten (?:tag|morgen|abend)|moin|bonjour|salut|"
    r"hola|ciao|buongiorno|beste|dag|hej|hei|witam|cześć|dzień dobry|ahoj|olá)(?:[\s,][^,.!:;#]{0,40})?"
)
_SALUTATION = re.compile(rf"{_HELLO}[,!.]|hi|hello|hey|hallo|bonjour|hola|hej", re.IGNORECASE)
_INTRODUCTION = re.compile(
    rf"(?:{_HELLO}[,!.]\s*)?(?:(?:here(?:'s|\s+(?:are|come|is))|these\s+are|below\s+are)\s+)?(?:(?:my|our|the)\s+)?"
    r"orders(?:\s+(?:for|of)\s+(?:(?:this|the|next)\s+)?turn(?:\s+\d+)?)?\s*[:.!]?",
    re.IGNORECASE,
)
_DISCLAIMER = re.compile(rf"[\[* ]*(?:{_phrases('disclaimers')})", re.IGNORECASE)

# An attribution is hardly longer; the library's expressions are quadratic in the length of a line.
_LONGEST_HEADER_LINE = 200
_MOST_HEADER_LINES = 3000
_MOST_SIGNATURE_LINES = 4
_HEADERS: re.Pattern[str] = EmailMessage(text="", languages=list(MAIL_LANGUAGES)).HEADER_REGEX


def kinds_of(lines: Sequence[Line]) -> list[Kind]:
    """The kind of every line."""
    kinds = [Kind.QUOTED if line.depth else Kind.OWN for line in lines]
    _quote_tail(lines, kinds)
    for start in _runs_of_quotes(kinds):
        _drop_attribution(lines, kinds, start)
    for index in range(len(lines)):
        if kinds[index] is Kind.OWN and lines[index].text:
            _drop_footer(lines, kinds, index)
    _drop_salutation(lines, kinds)
    return kinds


def _quote_tail(lines: Sequence[Line], kinds: list[Kind]) -> None:
    """Programs that do not mark quotes put a header block, a ruler with words or an attribution before the old letter."""
    for start, length in _header_blocks(lines):
        if kinds[start] is not Kind.OWN:
            continue
        kinds[start : start + length] = [Kind.FOREIGN] * length
        after = next((i for i in range(start + length, len(lines)) if lines[i].text), len(lines))
        if after < len(lines) and not lines[after].depth and _is_tail(lines, kinds, start, length):
            kinds[after:] = [Kind.QUOTED] * (len(lines) - after)
            return


def _is_tail(lines: Sequence[Line], kinds: Sequence[Kind], start: int, length: int) -> bool:
    """An attribution of which the player has deleted the quote has his orders below it, and nothing above."""
    if any(line.depth for line in lines[start:]):
        return False
    plain_attribution = _ATTRIBUTION.search(lines[start + length - 1].text) and not _is_block(lines, start, length)
    above = any(kinds[i] is Kind.OWN and lines[i].text for i in range(start))
    return above or not plain_attribution or any(is_form_begin(line.text) for line in lines[start:])


def _is_block(lines: Sequence[Line], start: int, length: int) -> bool:
    return sum(bool(_HEADER_LINE.match(line.text)) for line in lines[start : start + length]) >= 2


def _header_blocks(lines: Sequence[Line]) -> Iterator[tuple[int, int]]:
    """First line and number of lines of everything unquoted that announces an older letter."""
    text = "\n".join("" if line.depth else line.text[:_LONGEST_HEADER_LINE] for line in lines[:_MOST_HEADER_LINES])
    blocks = {i: 1 for i, line in enumerate(lines) if not line.depth and _SEPARATOR.fullmatch(line.text)}
    for match in _HEADERS.finditer(text):
        start = text.count("\n", 0, match.start()) + len(match[0]) - len(match[0].lstrip("\n"))
        length = sum(1 for _ in takewhile(lambda line: line.text and not line.depth, lines[start:]))
        last = text.count("\n", 0, match.end())
        length = min(length, last - start + 1)
        if length and _announces(lines, start, length):
            blocks[start] = length
    yield from sorted(blocks.items())


def _announces(lines: Sequence[Line], start: int, length: int) -> bool:
    """The library takes a single `Do: ...` for a Polish header block, and any colon for more; ask for some evidence."""
    words = " ".join(line.text for line in lines[start : start + length])
    evidence = any(character.isdigit() or character == "@" for character in words)
    return evidence and (_is_block(lines, start, length) or words.endswith((":", "：")) or "david" in words)


def is_form_begin(text: str) -> bool:
    """Whether a cleaned line is the first marker of a reply form, however many dashes are left of it."""
    return re.fullmatch(r"-{1,4}\s*orders\s*-{1,4}", text, re.IGNORECASE) is not None


def _runs_of_quotes(kinds: Sequence[Kind]) -> list[int]:
    return [i for i, kind in enumerate(kinds) if kind is Kind.QUOTED and (i == 0 or kinds[i - 1] is not Kind.QUOTED)]


def _drop_attribution(lines: Sequence[Line], kinds: list[Kind], quote: int) -> None:
    """Drop `On ... wrote:` right above a quote; mail programs wrap it over up to three lines."""
    last = next((i for i in range(quote - 1, -1, -1) if lines[i].text), -1)
    for first in range(last, max(last - 3, -1), -1):
        if kinds[first] is not Kind.OWN or not lines[first].text:
            return
        words = " ".join(line.text for line in lines[first : last + 1])
        if words[-1] not in ":：":
            return
        if _ATTRIBUTION.search(words) and _begins_attribution(lines[first].text, first == last):
            kinds[first : last + 1] = [Kind.FOREIGN] * (last - first + 1)
            return


def _begins_attribution(text: str, alone: bool) -> bool:
    """A wrapped attribution goes on upwards until the line that has the date, or that begins it with a capital."""
    return bool(re.search(r"\d", text)) or (alone and "@" in text) or (alone and len(text.split()) > 1)


def _drop_footer(lines: Sequence[Line], kinds: list[Kind], start: int) -> None:
    text = lines[start].text
    if text in ("--", "__") or _RULER.fullmatch(text):
        _drop(kinds, start, _end_of_own(lines, kinds, start))
    elif _SENT_FROM.fullmatch(text):
        _drop(kinds, start, start + 1)
    elif _DISCLAIMER.match(text):
        paragraph = list(takewhile(lambda i: lines[i].text, range(start, _end_of_own(lines, kinds, start))))
        kinds[start : start + len(paragraph)] = [Kind.FOREIGN] * len(paragraph)
    elif _SIGN_OFF.fullmatch(text):
        _drop(kinds, start, _end_of_sign_off(lines, kinds, start))


def _drop(kinds: list[Kind], start: int, end: int) -> None:
    kinds[start:end] = [Kind.DROPPED] * (end - start)


def _end_of_own(lines: Sequence[Line], kinds: Sequence[Kind], start: int) -> int:
    after = (i for i in range(start, len(kinds)) if kinds[i] is not Kind.OWN or is_form_begin(lines[i].text))
    return next(after, len(kinds))


def _end_of_sign_off(lines: Sequence[Line], kinds: Sequence[Kind], start: int) -> int:
    """`Thanks,` ends the orders if some stand above it and only a name or two below."""
    end = _end_of_own(lines, kinds, start)
    below = sum(bool(line.text) for line in lines[start + 1 : end])
    above = any(kinds[i] is Kind.OWN and lines[i].text for i in range(start))
    return end if above and below <= _MOST_SIGNATURE_LINES else start + 1


def _drop_salutation(lines: Sequence[Line], kinds: list[Kind]) -> None:
    """The first line where it greets, and what stands first then where it introduces the orders ("my orders:")."""
    for polite in (_SALUTATION, _INTRODUCTION):
        first = next((i for i, kind in enumerate(kinds) if kind is Kind.OWN and lines[i].text), None)
        if first is not None and polite.fullmatch(lines[first].text):
            kinds[first] = Kind.DROPPED
