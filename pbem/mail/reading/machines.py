"""Mail that programs send: it is never answered and never plays (RFC 3834)."""

import re
import tomllib
import unicodedata
from dataclasses import dataclass
from importlib.resources import files

from pbem.mail.letter import OWN_MARK

from .headers import Headers, text_of, valued
from .parts import Part

_ROBOTS = re.compile(
    r"(?:mailer-daemon|postmaster|no[-_.]?reply|do[-_.]?not[-_.]?reply|bounces?|autoresponder|auto-reply)(?:[+=_-].*)?"
)
_BULK = frozenset({"bulk", "junk", "list", "auto_reply", "auto-reply"})
_ABSENT = frozenset({"auto_reply", "auto-reply"})
REACTION = "a reaction"
_MAX_BEGINNING_LENGTH = 1_000
_QUOTE_BEGINS = re.compile(
    r"[>_=*-]|[\w -]{2,20}:\s|[^\n]{1,200}:\s*(?:\n|\Z)|(?:Sent|Get|Gesendet|Von meinem) [^\n]{1,100}\Z"
)
_NO = frozenset({"", "no", "none", "false", "0"})
_ANSWERING = ("x-autoreply", "x-autorespond", "x-autoresponder", "x-mail-autoreply", "x-autoreply-from", "x-auto-reply-from")
_LISTS = ("list-id", "list-unsubscribe", "list-post", "mailing-list", "x-mailing-list")
_CHALLENGERS = ("boxbe.com", "spamarrest.com", "mailinblack.com", "sendio.com", "bluebottle.com")
_CHALLENGE = re.compile(r"spamblocker-challenge|challenge(?:[+=_-].*)?|.*-challenge")
# What EarthLink writes, whose header says nothing.
_CHALLENGE_TEXT = "i apologize for this automatic reply to your email"
_CHALLENGE_SUBJECT = re.compile(r".*\(verifying email\)|.*\((?:action|verification) required\)", re.IGNORECASE)
_REACTION = "text/vnd.google.email-reaction+json"
# What stands for a reaction where a program does not know it, of Gmail, Outlook and Apple's Messages.
_QUOTED_WORDS = r"[“„«\"][^”“»\"]{1,800}[”“»\"]"
_NAME = r"[A-ZÄÖÜ][\w.'-]{0,40}(?: [A-ZÄÖÜ][\w.'-]{0,40}){0,2}"
_REACTED = re.compile(
    r"(?:\W{0,40}\n)?\s*[^\n]{1,100}\b(?:reacted|hat|réagi|reagiu|reagito|reaccionó|reaccionado|gereageerd|reager\w{1,4}|zareagował\S*"
    r"|отреагировал\S*)(?: (?:via|from|über|mit|o|pelo|a través de|con|mediante|tramite|przez|через|\S{1,12} über)){1,2} "
    r"Gmail\w{0,2}\b[^\n]*(?:\s*<[^\n>]*>)?"
    r"|[^\n]{1,100} (?:(?:reacted(?: \S{1,12})? to|liked|loved|laughed at) (?:your|this) (?:message|e-?mail)"
    r"|hat (?:mit \S{1,12} )?auf (?:Ihre|deine|die) (?:Nachricht|E-Mail) reagiert|a réagi à (?:votre|ton) message"
    r"|(?:ha reaccionado|reaccionó) a (?:tu|su) mensaje|ha reagito al (?:tuo|suo) messaggio"
    r"|heeft (?:gereageerd op (?:je|uw) bericht|op (?:je|uw) bericht gereageerd)"
    r"|reageerde(?: met \S{1,12})? op (?:je|uw) bericht|reagiu à (?:sua|tua) mensagem"
    r"|reagerede på (?:din|dit) (?:besked|mail)|reagerade på ditt meddelande)\b[^\n]{0,20}"
    r"|[^\n]{1,100} (?:reacted (?:with )?[^\w\s]{1,8}|added a reaction[^\w\n]{0,12})(?=\s*(?:\n|\Z))"
    rf"|{_NAME} (?:liked|loved|disliked|laughed at|emphasi[sz]ed|questioned) {_QUOTED_WORDS}"
    r"|(?:Liked|Loved|Disliked|Laughed at|Emphasi[sz]ed|Questioned)"
    rf" (?:an? (?:image|photo|picture|message|attachment|video|movie|link|file)\.?(?=\s*(?:\n|\Z))|{_QUOTED_WORDS})"
    rf"|Removed an? [^\n]{{1,40}} from (?:an? \w+|{_QUOTED_WORDS})"
    rf"|(?:Reacted )?[^\w\s]{{1,8}} to (?:an? \w+|{_QUOTED_WORDS})"
    r"|(?:Gefällt(?: nicht)?|(?:Ge)?[Ll]iebt|Lacht über|Betont|Hinterfragt|Mit [^\n]{1,40} markiert"
    r"|A (?:aimé|adoré|ri de|ri à|souligné|contesté)|Le (?:gustó|encantó))"
    rf"(?: nicht)?:? {_QUOTED_WORDS}"
    rf"|(?:Hat )?{_QUOTED_WORDS} mit [^\n]{{1,40}} markiert"
)
# What programs of Microsoft write for a person who takes a letter back, or has read one.
_RECALLED = re.compile(r"[^\n]{1,200} (?:would like to recall the message|möchte die Nachricht)\b[^\n]*")
_WAS_READ = re.compile(
    r"(?:Your message|Ihre Nachricht)\s*\n(?:\s*[\w ]{1,20}:[^\n]*\n){1,4}\s*(?:was (?:read|deleted)|wurde (?:am|ge))\b"
    r"|(?:Your message was (?:read|displayed|deleted)\b|Ihre Nachricht wurde (?:gelesen|angezeigt|gelöscht)\b)"
    r"|This is a (?:return|read) receipt for (?:the|your) (?:mail|message)\b"
    r"|Dies ist eine (?:Empfangs|Lese)bestätigung für\b"
    r"|The message sent on [^\n]{1,100}(?:\n[^\n]{1,100})?\bhas been (?:displayed|read)\b"
)
# What programs put before the subject of ours that was read, or deleted without.
_READ_SUBJECT = re.compile(
    r"(?:(?:not )?read|(?:nicht )?gelesen|ungelesen|read receipt|lesebestätigung|empfangsbestätigung|(?:non )?lu"
    r"|(?:no )?leído|(?:non )?letto|(?:niet )?gelezen)\s?: ?(?=\[)|return receipt \(displayed\) ?- ?(?=\[)",
    re.IGNORECASE,
)
_CALENDARS = ("text/calendar", "application/ics")
_CALENDAR_ANSWERS = ("reply", "counter", "refresh", "declinecounter")
_MAX_LINE_LENGTH = 200
_MAX_CALENDAR_LENGTH = 10_000

# What mail programs put before the subject of the letter that they answer for somebody who is away.
_AWAY = tuple(tomllib.loads(files(__package__).joinpath("away.toml").read_text("utf-8"))["subjects"])
# "Out of office next week" is how a person writes; a program parts its words from the subject that it answers.
_AWAY_SUBJECT = re.compile(
    rf"(?:{'|'.join(re.escape(unicodedata.normalize('NFC', words)) for words in _AWAY)})"
    r"\s*(?:$|[.!:：\-–—|(\[<\"'“„«]|(?:auto|re|aw|sv|antw)\b)",
    re.IGNORECASE,
)
_AWAY_SOMEWHERE = re.compile("|".join(re.escape(words) for words in _AWAY if len(words) > len("abwesend")), re.IGNORECASE)
# "Re:" and "Fwd:" as mail programs of many languages write them. A heading of orders ("levy:") is none of them.
_PREFIX = re.compile(
    r"(?:re|aw|antw|sv|vs|odp|rif|ris|res|rv|fw|fwd|wg|tr|enc|i|vb|vl|doorst|ynt|ilt|ha|nf|hs|vá|továbbítás|отв|ответ|пересл|"
    r"на|απ|σχετ|πρθ|回复|回覆|答复|答覆|转发|轉寄|返信|転送|회신|전달|réf|ref|bls|trs|atb|pd|yan|rép|réponse|antwort|svar)"
    r"(?:\s?[\[(^][0-9]{1,3}[\])]?)?\s?[:：]\s*",
    re.IGNORECASE,
)
# One word in brackets or between stars. In ours a game, a seat and a turn stand in brackets.
_MARKED = re.compile(
    r"(?:\[[^\]\s]{1,20}\]|\{[^}\s]{1,20}\}|\*{2,5}[^*]{1,20}\*{2,5}|(?:EXTERNAL|EXTERN|EXT|SPAM)\s?:)\s*", re.IGNORECASE
)


@dataclass(frozen=True)
class Machine:
    """Why a letter is taken for a program's ("": it is a person's), and whether the program says that somebody is away."""

    why: str = ""
    vacation: bool = False


def machine_of(headers: Headers, sender: str, subject: str, letter: Part | None = None) -> Machine:
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
    if is_ours(subject):
        return ""
    subject_text = unicodedata.normalize("NFC", subject)
    if _AWAY_SUBJECT.match(subject_text):
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


def _why_parts(letter: Part) -> str:
    for part in letter.walk():
        if part.kind == "message/disposition-notification":
            return "a receipt"
        if part.kind == _REACTION or part.disposition.value == "reaction":  # of Gmail, and RFC 9078
            return REACTION
        if part.kind in _CALENDARS and _is_reply(part):
            return "the answer of a calendar"
    return ""


def _is_reply(calendar: Part) -> bool:
    """Whether a calendar entry answers an invitation (RFC 5546 3.2); one that invites may come with a letter."""
    named = calendar.content.parameters.get("method", "").lower()
    found = re.search(rb"^METHOD:(\w+)\s*$", calendar.decoded()[:_MAX_CALENDAR_LENGTH], re.MULTILINE) if not named else None
    return (found[1].decode().lower() if found else named) in _CALENDAR_ANSWERS


def why_text(text: str) -> str:
    """Why the text of a letter, of which the header tells nothing, is a program's; "" for a person's."""
    begin = text.strip()[:_MAX_BEGINNING_LENGTH]
    if begin[: len(_CHALLENGE_TEXT)].casefold() == _CHALLENGE_TEXT:
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
