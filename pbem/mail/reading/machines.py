"""Mail that programs send: it is never answered and never plays (RFC 3834)."""

import re
import tomllib
import unicodedata
from dataclasses import dataclass
from importlib.resources import files

from pbem.mail.letter import OWN_MARK

from .headers import Headers, text_of, valued
from .parts import MimePart
from .phrases import phrases

_ROBOTS = re.compile(
    r"(?:mailer-daemon|postmaster|no[-_.]?reply|do[-_.]?not[-_.]?reply|bounces?|autoresponder|auto-reply)(?:[+=_-].*)?"
)
_BULK = frozenset({"bulk", "junk", "list", "auto_reply", "auto-reply"})
_ABSENT = frozenset({"auto_reply", "auto-reply"})
REACTION = "a reaction"
_MAX_BEGINNING_LENGTH = 1_000
_QUOTE_BEGINS = re.compile(
    rf"[>_=*-]|[\w -]{{2,20}}:\s|[^\n]{{1,200}}:\s*(?:\n|\Z)|(?:{phrases('sent_from')})[^\n]{{0,100}}\Z", re.IGNORECASE
)
_NO = frozenset({"", "no", "none", "false", "0"})
_ANSWERING = ("x-autoreply", "x-autorespond", "x-autoresponder", "x-mail-autoreply", "x-autoreply-from", "x-auto-reply-from")
_LISTS = ("list-id", "list-unsubscribe", "list-post", "mailing-list", "x-mailing-list")
_CHALLENGERS = ("boxbe.com", "spamarrest.com", "mailinblack.com", "sendio.com", "bluebottle.com")
_CHALLENGE = re.compile(r"spamblocker-challenge|challenge(?:[+=_-].*)?|.*-challenge")
# The words of EarthLink, whose header does not say that a program wrote it.
_CHALLENGE_TEXT = re.compile(phrases("challenge_text"), re.IGNORECASE)
_CHALLENGE_SUBJECT = re.compile(rf".*\((?:{phrases('challenge_subject')})\)", re.IGNORECASE)
_REACTION = "text/vnd.google.email-reaction+json"
_QUOTED_WORDS = r"[“„«\"][^”“»\"]{1,800}[”“»\"]"
_NAME = r"[A-ZÄÖÜ][\w.'-]{0,40}(?: [A-ZÄÖÜ][\w.'-]{0,40}){0,2}"
_SLOTS = {"{who}": r"[^\n]{1,100}?", "{name}": _NAME, "{quote}": _QUOTED_WORDS, "{sign}": r"[^\w\s]{1,8}"}


def _sentences(name: str) -> str:
    """The alternatives of a regular expression for sentences of programs, from phrases.toml."""
    found = phrases(name)
    for slot, meant in _SLOTS.items():
        found = found.replace(slot, meant)
    return found


# What stands for a reaction where a program does not know it, of Gmail, Outlook and Apple's Messages. The sign can be in
# a line of its own above or below, and a link of Gmail below.
_REACTED = re.compile(
    rf"(?:\W{{0,40}}\n)?\s*(?:{_sentences('reaction')})(?:\s*\n[^\w\n>]{{1,8}}(?=\n|\Z))?(?:\s*<?https?://[^\s>]{{1,400}}>?)?"
)
# What programs of Microsoft write for a person who takes a letter back, or has read one.
_RECALLED = re.compile(rf"[^\n]{{1,200}} (?:{_sentences('recalled')})\b[^\n]*")
_WAS_READ = re.compile(_sentences("was_read"))
# What programs put before the subject of ours that was read, or deleted without.
_READ_SUBJECT = re.compile(
    rf"(?:{phrases('read_subject')})\s?: ?(?=\[)|return receipt \(displayed\) ?- ?(?=\[)", re.IGNORECASE
)
_CALENDARS = ("text/calendar", "application/ics")
_CALENDAR_ANSWERS = ("reply", "counter", "refresh", "declinecounter")
_MAX_LINE_LENGTH = 200
_MAX_CALENDAR_LENGTH = 10_000

# What mail programs put before the subject of the letter that they answer for somebody who is away.
_AWAY_TABLE = tomllib.loads(files(__package__).joinpath("away.toml").read_text("utf-8"))
_AWAY, _SOMEBODY_AWAY = (tuple(_AWAY_TABLE[name]) for name in ("subjects", "of_somebody"))
_AWAY_WORDS = "|".join(re.escape(unicodedata.normalize("NFC", words)) for words in _AWAY)
# "Out of office next week" is how a person writes; a program parts its words from the subject that it answers.
_AWAY_SUBJECT = re.compile(
    rf"(?:auto(?=\s?:)|{_AWAY_WORDS})"
    r"\s*(?:$|[.!:：\-–—|(\[<\"'“„«]|(?:auto|re|aw|sv|antw)\b)",
    re.IGNORECASE,
)
# "[Auto-Reply] Re: [bosworth-1 York] Your move": no answer of a person is marked so.
_AWAY_MARK = re.compile(rf"[\[(*]{{1,5}}(?:{_AWAY_WORDS})[\])*]{{1,5}}", re.IGNORECASE)
_AWAY_SOMEBODY = re.compile(rf"[^:\[]{{1,60}} (?:{'|'.join(map(re.escape, _SOMEBODY_AWAY))})\s*(?:[.!(]|$)", re.IGNORECASE)
_AWAY_SOMEWHERE = re.compile("|".join(re.escape(words) for words in _AWAY if len(words) > len("abwesend")), re.IGNORECASE)
# "Re:" and "Fwd:" as mail programs of many languages write them. A heading of orders ("levy:") is none of them.
_PREFIX = re.compile(rf"(?:{phrases('subject_prefix')})(?:\s?[\[(^][0-9]{{1,3}}[\])]?)?\s?[:：]\s*", re.IGNORECASE)
# One word in brackets or between stars. In ours a game, a seat and a turn are in brackets.
_MARKED = re.compile(
    r"(?:\[[^\]\s]{1,20}\]|\{[^}\s]{1,20}\}|\*{2,5}[^*]{1,20}\*{2,5}|(?:EXTERNAL|EXTERN|EXT|SPAM)\s?:)\s*", re.IGNORECASE
)


@dataclass(frozen=True)
class Machine:
    """Why a letter is taken for a program's ("": it is a person's), and whether the program says that somebody is away."""

    why: str = ""
    vacation: bool = False


def machine_of(headers: Headers, sender: str, subject: str, letter: MimePart | None = None) -> Machine:
    """Whether a program sent a letter; without its parts (`letter`) by its header alone."""
    if vacation := _why_absence(headers, subject):
        return Machine(vacation, vacation=True)
    return Machine(_why_program(headers, sender, subject) or (_why_parts(letter) if letter else ""))


def without_prefixes(subject: str) -> str:
    """A subject without "Re:", "AW:", "Fwd:" and their like in front, nor marks of gateways ("[EXTERNAL]", "***SPAM***")."""
    rest = subject.lstrip()
    while match := _PREFIX.match(rest) or _MARKED.match(rest):
        rest = rest[match.end() :]
    return rest


def is_ours(subject: str) -> bool:
    """Whether a subject is one of ours, answered or sent on: they begin with the game in brackets."""
    return without_prefixes(subject).startswith("[")


def is_about_delivery(headers: Headers, sender: str) -> bool:
    """Whether a letter looks as if a mail server wrote it: a person may quote what one wrote."""
    report = valued(headers.first("content-type"), _MAX_LINE_LENGTH).value == "multipart/report"
    return report or has_null_sender(headers) or is_robot(sender) or "x-failed-recipients" in headers


def has_null_sender(headers: Headers) -> bool:
    """Whether the envelope had no sender (RFC 5321 4.5.5)."""
    return any(value.replace(" ", "") == "<>" for value in headers.all("return-path"))


def is_robot(address: str) -> bool:
    """Whether an address says that nobody reads what is sent to it."""
    return _ROBOTS.fullmatch(address.partition("@")[0]) is not None


def _values(headers: Headers, *names: str) -> set[str]:
    """The values of these fields without parameters and comments."""
    return {valued(value, _MAX_LINE_LENGTH).value.partition("(")[0].strip() for value in headers.all(*names)}


def _why_absence(headers: Headers, subject: str) -> str:
    if OWN_MARK.lower() in headers or (is_about_delivery(headers, "") and "auto-submitted" not in headers):
        return ""
    if "auto-replied" in _values(headers, "auto-submitted") and not _is_report(headers):
        return "Auto-Submitted: auto-replied"
    for name in _ANSWERING:
        if _values(headers, name) - _NO:
            return name
    if _values(headers, "precedence", "x-precedence") & _ABSENT:
        return "Precedence: auto_reply"
    return _why_subject(headers, subject)


def _why_subject(headers: Headers, subject: str) -> str:
    """A player's answer to one of our own letters is never taken for a program's by its subject."""
    subject_text = unicodedata.normalize("NFC", subject)
    if is_ours(subject) and not _AWAY_MARK.match(subject_text):
        return ""
    if any(known.match(subject_text) for known in (_AWAY_MARK, _AWAY_SUBJECT, _AWAY_SOMEBODY)):
        return "a subject that tells of an absence"
    if "x-auto-response-suppress" in headers and _AWAY_SOMEWHERE.search(subject_text):
        return "X-Auto-Response-Suppress and a subject that tells of an absence"
    return ""


def _is_report(headers: Headers) -> bool:
    return "multipart/report" in _values(headers, "content-type")


def _why_program(headers: Headers, sender: str, subject: str) -> str:
    if OWN_MARK.lower() in headers:
        return "a mail of our own"
    if _is_report(headers):
        kind = valued(headers.first("content-type"), _MAX_LINE_LENGTH * 4).parameters.get("report-type", "")
        return "a receipt" if "disposition-notification" in kind.lower() else "a report of a mail server"
    if submitted := _values(headers, "auto-submitted") - {"", "no"}:
        return f"Auto-Submitted: {text_of(sorted(submitted)[0], _MAX_LINE_LENGTH)}"
    if bulk := _values(headers, "precedence", "x-precedence") & _BULK:
        return f"Precedence: {sorted(bulk)[0]}"
    if has_null_sender(headers):
        return "no sender in the envelope"
    if _READ_SUBJECT.match(subject):
        return "a receipt"
    if is_robot(sender):
        return "the address of a program"
    if listed := next((name for name in _LISTS if name in headers), ""):
        return f"a mailing list ({listed})"
    return _why_challenge(headers, sender, subject)


def _why_challenge(headers: Headers, sender: str, subject: str) -> str:
    """A program that asks whoever writes for the first time to prove that they are no program."""
    local, _, host = sender.partition("@")
    by_host = any(host == known or host.endswith(f".{known}") for known in _CHALLENGERS)
    by_header = any(name.startswith("x-challenge") for name, _ in headers.fields)
    if (
        by_host
        or by_header
        or _CHALLENGE.fullmatch(local)
        or (_CHALLENGE_SUBJECT.fullmatch(subject) and not is_ours(subject))
    ):
        return "a challenge to prove that a person wrote"
    return ""


def _why_parts(letter: MimePart) -> str:
    for part in letter.walk():
        if part.kind == "message/disposition-notification":
            return "a receipt"
        if part.kind == _REACTION or part.disposition.value == "reaction":  # of Gmail, and RFC 9078
            return REACTION
        if part.kind in _CALENDARS and _is_reply(part):
            return "the answer of a calendar"
    return ""


def _is_reply(calendar: MimePart) -> bool:
    """Whether a calendar entry answers an invitation (RFC 5546 3.2); one that invites may come with a letter."""
    named = calendar.content.parameters.get("method", "").lower()
    found = re.search(rb"^METHOD:(\w+)\s*$", calendar.decoded()[:_MAX_CALENDAR_LENGTH], re.MULTILINE) if not named else None
    return (found[1].decode().lower() if found else named) in _CALENDAR_ANSWERS


def why_text(text: str) -> str:
    """Why the text of a letter, of which the header tells nothing, is a program's; "" for a person's."""
    begin = text.strip()[:_MAX_BEGINNING_LENGTH]
    if _CHALLENGE_TEXT.match(begin):
        return "a challenge to prove that a person wrote"
    if _REACTED.match(begin) and not _goes_on(begin, _REACTED):
        return REACTION
    if _RECALLED.match(begin) and not _goes_on(begin, _RECALLED):
        return "a program's note that a letter is to be taken back"
    return "a receipt" if _WAS_READ.match(begin) else ""


def _goes_on(text: str, known: re.Pattern[str]) -> bool:
    """Whether something stands behind a program's words other than a quote: a ruler, a header block, lines with marks."""
    match = known.match(text)
    rest = text[match.end() :].strip() if match else ""
    return bool(rest) and _QUOTE_BEGINS.match(rest) is None
