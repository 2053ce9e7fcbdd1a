"""What every shape works with: the report that is answered, the headers of the answer, and the list of all shapes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from .wire import Headers, Part, message, token, word

Lines = tuple[str, ...]

PLAYER = "ann@example.test"
NAME = "Ann Archer"
BEGIN, END = "--- orders ---", "--- end of orders ---"
ALL = ("opening", "card", "battle", "last")
WITH_FORM = ALL[:3]
# For shapes that are not about the quote: the two short reports.
SHORT = ALL[1:3]

TYPED: Mapping[str, Lines] = {
    "opening": ("assign York", "muster York", "levy troops", "done"),
    "card": ("march Cambridge with all", "pass"),
    "battle": ("flee none", "absorb militia, retinue"),
    "last": ("status", "help march"),
}
# Lines that no mail program sends in one piece where it wraps text by itself.
LONG: Mapping[str, Lines] = {
    "opening": (
        "assign York",
        "plan York, March, York, March; card 1: parley Cambridge until friendly, at most 2; forage",
        "muster York",
    ),
    "card": (
        "approach: exile if outnumbered 2 to 1 else battle; intercept with March at Cambridge if they are fewer",
        "march Cambridge with all",
        "pass",
    ),
    "battle": (
        "flee none",
        "standing absorb militia, norfolk longbowmen, longbowmen, men-at-arms, vassal, norfolk retinue, retinue",
        "reroll retinue, men-at-arms",
    ),
    "last": ("status", "history 1", "help march"),
}


@dataclass(frozen=True)
class Report:
    """One of our mails, as its reader's program has it."""

    name: str
    subject: str
    message_id: str
    sender: str
    reply_to: str
    text: str
    html: str
    raw: bytes

    @property
    def page(self) -> str:
        """What stands inside the body of the HTML."""
        return self.html.partition("<body")[2].partition(">")[2].partition("</body>")[0].strip()

    @property
    def form(self) -> Lines:
        """The lines of the reply form, with its markers; none in a last report."""
        lines = self.text.split("\n")
        return tuple(lines[lines.index(BEGIN) : lines.index(END) + 1]) if BEGIN in lines else ()


@dataclass(frozen=True)
class Answer:
    """A letter and what is to be read from it."""

    raw: bytes
    lines: Lines = ()
    kind: str = "orders"
    talk: Lines = ()


@dataclass(frozen=True)
class Shape:
    """A way in which a letter comes; `write` gives the bytes if the typed lines are the orders, an Answer if not."""

    name: str
    why: str
    reports: Sequence[str]
    write: Callable[[Report, Lines], bytes | Answer]

    def answer(self, report: Report) -> Answer:
        """The letter that answers this report."""
        typed = TYPED[report.name]
        made = self.write(report, typed)
        return made if isinstance(made, Answer) else Answer(made, typed)


SHAPES: dict[str, Shape] = {}


def add(name: str, why: str, write: Callable[[Report, Lines], bytes | Answer], reports: Sequence[str] = ALL) -> None:
    """Put a shape on the list. Raises ValueError if there is one of that name."""
    if name in SHAPES:
        raise ValueError(f"two shapes are called {name}")
    SHAPES[name] = Shape(name, why, reports, write)


def shape(
    why: str, *reports: str
) -> Callable[[Callable[[Report, Lines], bytes | Answer]], Callable[[Report, Lines], bytes | Answer]]:
    """Put the function below on the list, under its own name."""

    def decorate(write: Callable[[Report, Lines], bytes | Answer]) -> Callable[[Report, Lines], bytes | Answer]:
        add(write.__name__, why, write, reports or ALL)
        return write

    return decorate


def read_report(name: str, raw: bytes) -> Report:
    """A report from its mail."""
    mail = message_from_bytes(raw, policy=policy.default)
    assert isinstance(mail, EmailMessage)
    plain, html = mail.get_body(("plain",)), mail.get_body(("html",))
    assert plain is not None
    assert html is not None
    return Report(
        name,
        str(mail["Subject"]),
        str(mail["Message-ID"]),
        str(mail["From"]),
        str(mail["Reply-To"]),
        str(plain.get_content()).replace("\r\n", "\n"),
        str(html.get_content()).replace("\r\n", "\n"),
        raw,
    )


def head(
    report: Report,
    seed: str,
    *,
    prefix: str = "Re: ",
    charset: str = "utf-8",
    name: str = NAME,
    agent: tuple[str, str] | None = None,
    mid: str = "{hash}@example.test",
    refs: bool = True,
    date: str = "Sat, 22 Aug 2026 20:41:07 +0200",
    subject: str | None = None,
    more: Headers | None = None,
) -> Headers:
    """The header lines of a reply, trace lines first. `mid` makes the Message-ID; no `refs`: the report is not named."""
    code = token(seed, report.name)
    headers: Headers = [
        ("Return-Path", f"<{PLAYER}>"),
        ("Delivered-To", "moderator@example.test"),
        (
            "Received",
            (
                f"from mail.example.test (mail.example.test [192.0.2.25]) by mx.example.test\r\n"
                f"\twith ESMTPS id {code[:10]}; {date}"
            ),
        ),
        ("From", f"{word(name, charset)} <{PLAYER}>"),
        ("To", report.reply_to),
        ("Subject", word(f"{prefix}{report.subject}" if subject is None else subject, charset)),
        ("Date", date),
        ("Message-ID", f"<{mid.format(hash=code, upper=code.upper())}>"),
    ]
    if refs:
        headers += [("In-Reply-To", report.message_id), ("References", report.message_id)]
    if agent:
        headers.append(agent)
    return headers + (more or [])


def send(report: Report, seed: str, part: Part, **more: Any) -> bytes:
    """A reply of one part with the usual headers."""
    return message(head(report, seed, **more), part)
