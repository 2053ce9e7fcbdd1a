"""What a mail server's refusal means: whose fault it is, and whether it is for good (RFC 5321 4.2, RFC 3463, RFC 2034).

Servers print the same code for "no such person", "you have sent enough today" and "I do not like this mail". The status
(5.1.1) is more to be trusted than the reply code, and where neither tells, the words do, which are English everywhere.
Nobody is said to be unreachable unless the refusal names them: all else waits, and is tried again.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum

from pbem.figures import is_number


class SmtpStage(Enum):
    """Where in the conversation a server refuses."""

    CONNECT = "connect"
    HELLO = "EHLO"
    AUTH = "AUTH"
    MAIL = "MAIL FROM"
    RCPT = "RCPT TO"
    DATA = "DATA"


class Whose(Enum):
    """Whom a refusal is about, and so who waits for the next attempt."""

    RECIPIENT = "recipient"
    """This address: it is unknown, or its mailbox is full or closed."""
    DELAYED = "delayed"
    """This mail, as yet: the recipient's server wants it to be sent again later (greylisting)."""
    LETTER = "letter"
    """This mail: it is too large, or not in a form that the server takes."""
    UNCLEAR = "unclear"
    """This mail or all of them; other mails are tried."""
    SERVER = "server"
    """Our server, our login or our sender: no mail is taken now."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """Whose fault a refusal is. One that is not `final` is tried again."""

    whose: Whose
    final: bool = False


_NOT_NOW = Judgement(Whose.SERVER)
_GONE = Judgement(Whose.RECIPIENT, final=True)
_CLOSED_NOW = Judgement(Whose.RECIPIENT)
_AGAIN = Judgement(Whose.DELAYED)
_TOO_LARGE = Judgement(Whose.LETTER, final=True)
_UNCLEAR = Judgement(Whose.UNCLEAR)

_REFUSAL, _PERMANENT = 400, 500
_CLOSING = 421
_LOGIN = (430, 432, 454, 523, 524, 525, 526, 530, 534, 535, 538)
"""Replies about login and encryption (RFC 4954 6, RFC 3207 4, RFC 5248)."""
_NO_MAIL_THERE = (521, 556)
"""The recipient's host takes no mail at all (RFC 7504)."""
_MAY_NAME_SOMEBODY = (550, 551, 553, 554)
_MOVED, _FULL_CODE, _NO_STORAGE, _BUSY = 551, 552, 452, 450
_STATUS = re.compile(r"(?:^|\(?#|\[|\n)\s*([45])\.([0-9]{1,3})\.([0-9]{1,3})\b")
_STATUS_AGAIN = re.compile(r"\n[45]\.[0-9]{1,3}\.[0-9]{1,3} ?")
_GONE_STATUS = frozenset({(1, 1), (1, 2), (1, 3), (1, 4), (1, 6), (1, 10), (2, 1)})
"""The recipient's address or mailbox is none (RFC 3463 3.2, 3.3, RFC 7505 4.2)."""
_NO_ROUTE_STATUS = frozenset({(4, 4), (4, 310)})
_FULL_STATUS = frozenset({(2, 2)})
_SIZE_STATUS = frozenset({(3, 4), (2, 3)})
_SENDER_STATUS = frozenset({(1, 7), (1, 8), (1, 90), (2, 252), (3, 2), (4, 5), (5, 3), (7, 57), (7, 60)})
"""Our sender, our login or our share of the server. 1.90, 2.252, 7.57 and 7.60 are those of Microsoft 365."""
_LIMIT_STATUS = frozenset({(1, 90), (4, 5)})
_NOT_FROM_US_STATUS = frozenset({(7, 133), (7, 134), (7, 135), (7, 136)})
"""The recipient lets only some write to them, at Microsoft 365."""
_ADDRESS, _MAILBOX, _SYSTEM, _NETWORK, _CONTENT = 1, 2, 3, 4, 6

_NO_WORDS = re.compile(r"https?://\S+|<?[^\s<>]+@[^\s<>]+>?")
_SIZE = re.compile(
    r"(?:message|mail|data)(?: size| length)? (?:is )?(?:too|exceeds|larger)\b"
    r"(?! (?:many|much|quickly|fast|often|frequently|soon|early|late|frequent))|\btoo (?:large|big)\b"
    r"|\bline (?:is )?too long\b|\bline length exceed|\bsize (?:limit|exceed)"
    r"|(?:exceed|maximum|over)\w*\b.{0,40}\b(?:size|length)\b|\bmessage size\b"
)
_LIMIT = re.compile(
    r"\bquota|\brate\b|\brate.?limit|\blimit(?:s|ed|ing|ation)?\b|throttl|\btoo (?:many|much|fast|quickly|frequent)"
    r"|\bper (?:day|hour|minute|second)\b|\b(?:day|daily|hourly)\b|\bexceed|\bvolume\b|\bmaximum number\b|\b24 hours\b"
)
_SO_MUCH_A_TIME = re.compile(
    r"\bper (?:day|hour|minute|second)\b|\b(?:a|an|each|every) (?:day|hour|minute)\b|\b(?:daily|hourly)\b|\b24 hours\b"
    r"|\brate\b|\btoo (?:many|fast|quickly)\b"
)
_FULL = re.compile(
    r"\b(?:mailbox|inbox|account)\b.{0,40}\b(?:full|quota|storage|exceed)|\b(?:full|over.?quota|quota)\b.{0,30}\bmailbox"
    r"|\buser.{0,20}(?:over|exceeded).{0,12}quota|\bover ?quota\b|\bexceeded (?:its |their )?storage allocation"
)
_FULL_FOR_SURE = re.compile(r"\b(?:recipient|user|their|the)\S{0,3} (?:mail|in)box (?:is |was )?(?:\w+ )?full\b")
_OF_SENDING = re.compile(
    r"\b(?:sending|outgoing|outbound|submission) (?:\w+ )?(?:quota|limit|rate|volume|allowance)"
    r"|\b(?:account|user|mailbox|domain)\b.{0,40}\b(?:for|from) sending\b"
    r"|\bsending from\b|\b(?:sending|outgoing|outbound) (?:mail|spam|email)|\bunusual sending\b"
    r"|\bto send (?:any )?more\b|\bsend more\b"
    r"|\bmessages from .{0,40}(?:weren.t|were not) sent\b|\bidentit\w+ failed the check\b|\bpayment\b|\bupgrade\b|\btrial\b"
)
_SENDING = re.compile(r"\bsend|\bmessag|\bday|\btoday|\bdaily|\bhour|\bfor account\b")
_GREY = re.compile(r"gr[ea]y.?list|postgrey|come back later|try again in [0-9]")
_LOOP = re.compile(r"\bhops?\b|\bhop count\b|\bmail loop\b|\bloop(?:ing|s)? (?:detected|back)|\breceived:?.{0,9} headers")
"""The mail goes in a circle, mostly behind the recipient's address."""
_NOT_FROM_US = re.compile(r"\bresolver\.rst\.|\bsendernotauthenticatedfor(?:group|mailbox)\b")
_OURS = re.compile(
    r"\bsender\b|\bsubmission|sendas|\bsend(?:ing)? as\b|\bsend from\b|mail ?from|envelope.from|return.path|\brelay"
    r"|\bauth\w*|\blog ?in\b|\bpassword\b|\bclient\b|\bhelo\b|\behlo\b|\bip\b|\bblock.?list|\bblack.?list|spamhaus"
    r"|\breputation|\bdnsbl|\brbl\b|\byour (?:account|ip|domain|server|host|connection)|\bserver busy"
    r"|\bservice (?:is )?(?:un|not )|rcpthosts|\breverse\b|\btls\b"
)
_NOBODY = re.compile(
    r"\b(?:user|recipient|mailbox|account|address|inbox|person|alias)s?\b.{0,60}\b(?:unknown|unavailable|not found|not exist"
    r"|n[o']t exist|unrecogni[sz]ed|disabled|inactive|invalid|suspended|deactivated|discontinued|no longer"
    r"|not (?:a )?(?:known|valid|active|here|local|available))\b"
    r"|\b(?:unknown|no such|invalid|nonexist\w+|non-exist\w+|unrout\w+|disabled|inactive|not a valid|bad destination)"
    r" (?:\w+ )?(?:user|recipient|mailbox|account|address|person|domain)"
    r"|\b(?:doesn.t|does not) have an? .{0,40}account|\bno mailbox\b|\bdomain .{0,60}(?:not found|not exist)"
)
_MICROSOFT_NOBODY = re.compile(r"recipient address(?:es)? rejected ?: access denied")


def judge(stage: SmtpStage, code: int, text: str, recipient: str = "") -> Judgement:
    """Whose fault a reply is that was none of success, `text` being what follows its code, and `recipient` the one
    address that the mail is for.
    """
    if code < _REFUSAL:  # what does not belong here, or cannot be read
        return _UNCLEAR
    status, words = _status_of(text), _words_of(text)
    is_login = code in _LOGIN and not _SIZE.search(words)
    if stage in (SmtpStage.CONNECT, SmtpStage.HELLO, SmtpStage.AUTH) or code == _CLOSING or is_login:
        return _NOT_NOW
    final = code >= _PERMANENT and not _says_not_for_good(text)
    is_size = status in _SIZE_STATUS and not _SO_MUCH_A_TIME.search(words)
    if code >= _PERMANENT and (is_size or (status not in _FULL_STATUS and _SIZE.search(words))):
        return _TOO_LARGE
    if stage is SmtpStage.MAIL:
        return _NOT_NOW
    about_them = stage is SmtpStage.RCPT or (bool(recipient) and recipient.lower() in text.lower())
    judgement = _by_status(status, words, final=final) or _by_words(code, status, words, final=final, about_them=about_them)
    judgement = judgement or _by_code(stage, code)
    return judgement if final else replace(judgement, final=False)


def tells_of_limit(reply: str) -> bool:
    """Whether a reply (code and words) says that our server has sent as much as it may for a while, for us."""
    code, _, text = reply.partition(" ")
    status = _status_of(text)
    if not is_number(code) or judge(SmtpStage.RCPT, int(code), text).whose is not Whose.SERVER:
        return False
    return status in _LIMIT_STATUS or bool(_LIMIT.search(_words_of(text)))


def _by_status(status: tuple[int, int] | None, words: str, *, final: bool) -> Judgement | None:
    """The verdict by the enhanced status code alone."""
    if status is None:
        return None
    subject = status[0]
    if final and status in _GONE_STATUS:
        ours = (_LIMIT, _OURS, _OF_SENDING) if status[0] == _MAILBOX else (_SO_MUCH_A_TIME, _OF_SENDING)
        is_ours = any(found.search(words) for found in ours)
        if not is_ours:
            return _CLOSED_NOW if _FULL.search(words) else _GONE
    if status in _NOT_FROM_US_STATUS or _NOT_FROM_US.search(words):
        return _CLOSED_NOW
    if status in _FULL_STATUS:
        return _NOT_NOW if _OF_SENDING.search(words) else _CLOSED_NOW
    if status in _SENDER_STATUS or (subject == _SYSTEM and not final):
        return _NOT_NOW
    if subject == _MAILBOX:
        if _OURS.search(words) or _OF_SENDING.search(words):
            return _NOT_NOW
        return _AGAIN if not final and (status == (_MAILBOX, 0) or _GREY.search(words)) else _CLOSED_NOW
    if final and subject == _CONTENT:
        return _TOO_LARGE
    return None


def _by_words(code: int, status: tuple[int, int] | None, words: str, *, final: bool, about_them: bool) -> Judgement | None:
    if (_FULL.search(words) and not _SENDING.search(words)) or _FULL_FOR_SURE.search(words):
        return _CLOSED_NOW
    if _LOOP.search(words):
        return _UNCLEAR
    if _LIMIT.search(words):
        return _NOT_NOW
    if not final and _GREY.search(words):
        return _AGAIN
    if _OURS.search(words) or _OF_SENDING.search(words):
        return _NOT_NOW
    if not final:
        return _CLOSED_NOW if status is not None and status[0] == _ADDRESS and about_them else None
    nobody = bool(_NOBODY.search(words)) or (status == (_NETWORK, 1) and _MICROSOFT_NOBODY.search(words) is not None)
    named = (code in _MAY_NAME_SOMEBODY and nobody) or status in _NO_ROUTE_STATUS or status == (_ADDRESS, 0)
    return _GONE if about_them and named else None


def _by_code(stage: SmtpStage, code: int) -> Judgement:
    """The verdict by the reply code alone."""
    if code == _NO_STORAGE:
        return _NOT_NOW
    if stage is not SmtpStage.RCPT:
        return _UNCLEAR
    if code == _MOVED or code in _NO_MAIL_THERE:
        return _GONE
    if code == _FULL_CODE:
        return _CLOSED_NOW
    return _AGAIN if code == _BUSY else _UNCLEAR


def _status_of(text: str) -> tuple[int, int] | None:
    """Subject and detail of the enhanced status in a reply, if it has one (RFC 3463 2; qmail writes "(#5.1.1)")."""
    match = _STATUS.search(text)
    return (int(match[2]), int(match[3])) if match else None


def _says_not_for_good(text: str) -> bool:
    """Whether the enhanced status is of a refusal that may pass (4.1.1), whatever the reply code says."""
    match = _STATUS.search(text)
    return match is not None and match[1] == "4"


def _words_of(text: str) -> str:
    """A reply of several lines as one, in small letters, without the statuses that begin the lines, addresses and links:
    these can have any words in them.
    """
    return " ".join(_NO_WORDS.sub(" ", _STATUS_AGAIN.sub(" ", f"\n{text}").lower()).split())
