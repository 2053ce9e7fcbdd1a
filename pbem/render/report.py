"""The letter a seat gets about its game: text and its HTML twin, from one Report."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import zip_longest
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.event import Event
from pbem.render.colours import band_of
from pbem.render.content import Content, Enclosed, MailPicture
from pbem.render.final import Final, final_facts
from pbem.render.omitted_lines import NONE_OMITTED, OmittedLines
from pbem.render.press import PressMessage
from pbem.render.templates.filters import listing, quoted, written
from pbem.render.templates.page import COMMON, Page
from pbem.render.templates.phrases import Chapter

FORM_BEGIN = "--- orders ---"
FORM_END = "--- end of orders ---"
"""The lines around the reply form: what stands between them in an answer is read as orders."""
TWO = 2


class Status(StrEnum):
    """Where a game stands."""

    PLAYING = "playing"
    HELD = "held"
    OVER = "over"


class Outcome(StrEnum):
    """What became of a line, as the receipt marks it."""

    DONE = "ok"
    REFUSED = "--"
    NOT_DONE = ".."


class FormPart(StrEnum):
    """What a line of a reply form is: sent unchanged, or a comment."""

    LIVE = "live"
    OFF = "off"
    NEAR = "near"
    DONE = "done"
    KEPT = "kept"


@dataclass(frozen=True, slots=True)
class FormLine:
    """A line of a reply form. A comment is OFF until its # is deleted, NEAR: it would do in place of the line above it, DONE
    or KEPT: it was, and tells so.
    """

    part: FormPart
    text: str


@dataclass(frozen=True, slots=True)
class ReceiptLine:
    """A line of the letter being answered.

    `number` counts its orders from 1, `text` is as written, `understood` says it back when it was done; `problem` says why
    it was refused, with the `nearest` legal lines. One with a slip was read as `mended`, if that was allowed. `warns` is
    what the writer of one that is kept is warned of.
    """

    number: int
    text: str
    outcome: Outcome
    understood: str = ""
    problem: str = ""
    nearest: tuple[str, ...] = ()
    mended: str = ""
    behind: int = 0
    warns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that can be chosen: how it is listed, the whole `line` that chooses it, and the `code` that stands for that
    line ("": it is only where a line begins, and has none).
    """

    text: str
    line: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """An open question.

    `lines` are prefilled in the reply form: as they are they answer it, or complete the `drafts`, the beginning of an
    answer given already; those that give something up are `off`, as comments. `examples` are legal lines, which are
    `complete` where there is no other. `usage` and `about` explain the order word; where there are many, the `choices` say
    of each what can follow it; else `shown` are the examples with their codes. `facts` tell of the options.
    """

    prompt: str
    lines: tuple[str, ...]
    usage: str
    about: str
    examples: tuple[str, ...] = ()
    drafts: tuple[str, ...] = ()
    choices: tuple[tuple[str, tuple[Choice, ...]], ...] = ()
    shown: tuple[Choice, ...] = ()
    facts: tuple[str, ...] = ()
    off: tuple[str, ...] = ()
    complete: bool = False

    @property
    def listed(self) -> tuple[str, ...]:
        """The choices as lines of text, each code bound to its choice by a space at which no line breaks."""
        return tuple(_listed(words, listed) for words, listed in self.choices)

    @property
    def coded(self) -> tuple[Choice, ...]:
        """All that have a code."""
        every = (*(choice for _, listed in self.choices for choice in listed), *self.shown)
        return tuple(choice for choice in every if choice.code)


def _listed(words: str, listed: Sequence[Choice]) -> str:
    codes = [f"{choice.code}\u00a0" if choice.code else "" for choice in listed]
    choices = ", ".join(f"{code}{choice.text or words}" for code, choice in zip(codes, listed, strict=True))
    return f"{words}: {choices}" if any(choice.text for choice in listed) else choices


@dataclass(frozen=True, slots=True)
class Waiting:
    """Lines that wait for a segment: how a heading names it ("card 2 York"; "": no heading does), the segment, the lines,
    and how often the first has been carried out already, if it is repeated. `now` tells of each line in what it is worse now
    than it was shown when it was given ("": in nothing).
    """

    heading: str
    segment: str
    lines: tuple[str, ...]
    made: int = 0
    now: tuple[str, ...] = ()

    @property
    def marked(self) -> list[tuple[str, str]]:
        """Each line with what it is now."""
        return list(zip_longest(self.lines, self.now[: len(self.lines)], fillvalue=""))


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A standing order: its line, the scope that it holds for ("round", "battle") with its `length` in words ("this round"),
    and what its owner calls it by.

    `coming`: it sleeps until its time begins.
    """

    text: str
    scope: str
    number: int = 0
    coming: bool = False
    length: str = ""

    @property
    def line(self) -> str:
        """The order with its number."""
        return f"{self.number}. {self.text}" if self.number else self.text


@dataclass(frozen=True, slots=True)
class Asked:
    """The answer to a line that only asks: the `line`, what is told, and `orders` that may be copied."""

    line: str
    chapters: tuple[Chapter, ...] = ()
    orders: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SealLine:
    """Something a seat has chosen in secret: what (an order word), when, its seal, and once it has come to light the text
    that the seal is the hash of.
    """

    seat: Seat
    what: str
    when: str
    seal: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Proof:
    """What binds the moderator: the records of what everybody, and the reader, have been told, and new seals."""

    public: str
    own: str = ""
    seals: tuple[SealLine, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """Which game a report is about: its short name `game`, the folder of templates `rules`, who plays each seat, and `names`
    that gives written names. `colour` ("#rrggbb") is that of the reader's seat ("": none).

    `commitment` is the hash of the game's `key`, which is shown (hex) once revealed, `salt` the reader's newest share in the
    dice. `options` are those of the game, with how it reads its rules, for the first letter.
    """

    game: str
    rules: str
    title: str
    scenario: str
    players: Mapping[Seat, str]
    names: Callable[[str], str]
    commitment: str
    key: str = ""
    salt: str = ""
    options: tuple[str, ...] = ()
    colour: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionPart:
    """How the game stands, and what brought it there.

    `view` is what the game's `view` gives, `news` are Events the seat may see; `headline` has what mattered most of them, at
    most three lines, the weightiest first; `score` tells who leads. When the game is over, `winners` have won it, one or
    several; with none it is a draw, or `all_lose`, or it has been `closed`.
    """

    turn: str
    view: Any
    status: Status = Status.PLAYING
    news: tuple[Event, ...] = ()
    headline: tuple[str, ...] = ()
    score: str = ""
    winners: tuple[Seat, ...] = ()
    all_lose: bool = False
    closed: bool = False

    @property
    def winner(self) -> Seat | None:
        """The first of those who have won."""
        return self.winners[0] if self.winners else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Notes:
    """What is said before anything else: `lines`, what the reader was told that counts no longer (`gone`), the `messages`
    that no mail has told them yet; and what is between them and others: `agreements`.
    """

    lines: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    messages: tuple[PressMessage, ...] = ()
    agreements: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What became of the reader's letter, and of other lines of theirs.

    `lines` are those of the letter, `untold` those that are not carried out and only counted, `number` is its receipt and
    `newest` that of the reader's last letter. `letter` is the letter again where lines of it were refused, `again` the
    segments whose waiting lines are in it, `ready` the lines that came too late and can be sent again, `mend` other lines
    that came to nothing, `left_out` those that are no orders, with why (it `talks`: some may be meant for other players, and
    `reply` is the line that would send them to the one whom the letter answers);
    `left_orders` are orders of a player before the reader, a `newcomer`, that hold no longer.
    """

    lines: tuple[ReceiptLine, ...] = ()
    untold: OmittedLines = NONE_OMITTED
    number: str = ""
    newest: str = ""
    letter: tuple[FormLine, ...] = ()
    again: frozenset[str] = frozenset()
    ready: tuple[FormLine, ...] = ()
    mend: tuple[str, ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()
    talks: bool = False
    reply: str = ""
    left_orders: tuple[str, ...] = ()
    newcomer: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplyForm:
    """What the reader is asked and can order: `given` are answers that can still be revised, `segment` further lines for the
    reply form, `suggestions` lines it shows as comments, `acts` examples of what the reader may do without being asked
    (what each is about, and the line), `waiting` lines that wait for their questions, `standing` orders and those that have
    `ended`, `lasting` what else the reader has chosen for all their letters, `news` when they are written to of what others
    do ("": as everybody is).
    """

    questions: tuple[Question, ...] = ()
    given: tuple[str, ...] = ()
    segment: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()
    acts: tuple[tuple[str, str], ...] = ()
    waiting: tuple[Waiting, ...] = ()
    standing: tuple[StandingLine, ...] = ()
    ended: tuple[StandingLine, ...] = ()
    lasting: tuple[str, ...] = ()
    news: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockPart:
    """Who is waited for: `due` is until when the reader has time, `late` what comes when that has passed, `until` the
    same of others, in brief.
    """

    due: str = ""
    late: str = ""
    until: Mapping[Seat, str] = field(default_factory=dict)
    waiting_for: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Extras:
    """What goes along with a report: the picture of the board, the part of it that matters now, for narrow screens, what the
    last report adds, and files.
    """

    map: MailPicture | None = None
    closeup: MailPicture | None = None
    final: Final | None = None
    enclosed: tuple[Enclosed, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """All that a report says. Nothing in it may be more than its seat may know.

    `seat` is "" for an observer, who is told what everybody may know. `asked` answers the lines that only ask; a `brief`
    report does that alone, and tells neither news nor position. `seen_before`: the position, the board and the pictures are
    as in the last report to this reader, and are left out.
    """

    seat: Seat
    about: About
    position: PositionPart
    notes: Notes = Notes()
    receipt: Receipt = Receipt()
    form: ReplyForm = ReplyForm()
    clock: ClockPart = ClockPart()
    extras: Extras = Extras()
    proof: Proof | None = None
    asked: tuple[Asked, ...] = ()
    opening: bool = False
    brief: bool = False
    seen_before: bool = False

    @property
    def form_sends(self) -> bool:
        """Whether the reply form has lines that are not commented out: what `ok` would send."""
        letter_lines = (*self.receipt.ready, *self.receipt.letter)
        if self.receipt.reply:
            return True
        if letter_lines:
            return any(line.part is FormPart.LIVE for line in letter_lines)
        return bool(self.form.segment or any(question.lines for question in self.form.questions))

    @property
    def first_code(self) -> str:
        """The first code of a choice that stands in it ("": none does)."""
        return next((choice.code for question in self.form.questions for choice in question.coded), "")

    @property
    def player(self) -> str:
        """Who reads it ("": an observer)."""
        return self.about.players.get(self.seat, "")

    @property
    def others(self) -> tuple[Seat, ...]:
        """The seats of the other players."""
        return tuple(seat for seat in self.about.players if seat != self.seat)


def position_text(page: Page, report: Report) -> str:
    """The position and the board in words, as the text of the report has them."""
    facts = {"report": report, "view": report.position.view, "reader": _reader(page, report)}
    return page.surely(lambda sure: sure.fill(f"{COMMON}/whole_position.txt.j2", **facts))


def write_report(page: Page, report: Report) -> Content:
    """All of the mail. Raises NoPhrase for an Event that no phrase tells."""
    return page.surely(lambda sure: _write_report(sure, report))


def _write_report(page: Page, report: Report) -> Content:
    charts = report.extras.final.pictures if report.extras.final else ()
    shown = (*(picture for picture in (report.extras.closeup, report.extras.map) if picture), *charts)
    return Content(subject_for(page, report), *render_report(page, report), pictures=shown, enclosed=report.extras.enclosed)


def render_report(page: Page, report: Report) -> tuple[str, str]:
    """The report as text and as HTML. Raises NoPhrase for an Event that no phrase tells."""
    facts = {
        "report": report,
        "view": report.position.view,
        "reader": _reader(page, report),
        "band": band_of(report.about.colour),
        "about": _about(page, report),
        "summary": summary(page, report),
        "story": page.phrases(report.about.rules).story(report.position.news, report.about.names),
        "form_begin": FORM_BEGIN,
        "form_end": FORM_END,
        **final_facts(page, report.about.rules, report.extras.final, report.about.names),
    }
    # Prose is written once, as text, and set into both letters.
    prose = {part: page.fill(f"{COMMON}/{part}.txt.j2", **facts) for part in ("opening", "footer")}
    text, html = (page.fill(f"{COMMON}/report.{form}.j2", **facts, **prose) for form in ("txt", "html"))
    return text, html


def summary(page: Page, report: Report) -> str:
    """What is asked of the reader, in one line; an observer is told how the game stands."""
    return _headline(page, report, "summary")


def subject_for(page: Page, report: Report) -> str:
    """The Subject of the letter: "[bosworth-1 York round 2] Your move"."""
    return _headline(page, report, "subject")


def _headline(page: Page, report: Report, part: str) -> str:
    text = page.fill(f"{COMMON}/{part}.txt.j2", report=report, reader=_reader(page, report))
    return " ".join(text.split())


def _reader(page: Page, report: Report) -> str:
    return written(report.seat) if report.seat else page.words.gettext("Observer")


def _about(page: Page, report: Report) -> str:
    """The game, and who plays it: "ia-1 - Plantagenet, Ia - York (Anne) against Lancaster (Bert)"; of three or more:
    "Percy (Anne), Neville (Bert) and Scotland (Cora)".
    """
    sides = sorted(report.about.players, key=lambda seat: seat != report.seat)
    names = [f"{written(seat)} ({quoted(report.about.players[seat])})" for seat in sides]
    two = len(sides) == TWO
    playing = page.words.gettext(" against ").join(names) if two else listing(names, page.words.gettext(" and "))
    return f"{report.about.game} - {report.about.title}, {page.say(report.about.scenario)} - {playing}"
