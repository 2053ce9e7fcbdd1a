"""The letter that answers a preview: what a letter's lines would come to, in text and HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.engine.decision import Seat
from pbem.render.omitted_lines import NONE_OMITTED, OmittedLines
from pbem.render.report import FORM_BEGIN, FORM_END, FormLine, FormPart
from pbem.render.templates.filters import written
from pbem.render.templates.page import COMMON, Page


@dataclass(frozen=True, slots=True)
class PreviewLine:
    """One order of the letter: said back as `understood`, with its costs and odds in `words`; or its `problem`, with the
    `nearest` lines that would do. One with a slip was read as `mended`, if that was allowed. What was not `tried` is not ok.
    """

    number: int
    text: str
    understood: str = ""
    words: Sequence[str] = ()
    problem: str = ""
    nearest: Sequence[str] = ()
    mended: str = ""
    tried: bool = True


@dataclass(frozen=True, slots=True)
class PreviewPage:
    """All that the answer to a preview says. `costs` is what the lines cost together, in words ("": nothing); `refused` are
    the lines that could not be carried out, `left_out` the lines that are no orders and `unsent` the messages, with why,
    `untold` those with a problem that are only counted. `form` has the lines as they can be sent. `halts` is the line that
    made a preview of the letter, where its writer asked for none ("Wait!").
    """

    game: str
    seat: Seat
    lines: Sequence[PreviewLine]
    costs: str = ""
    refused: OmittedLines = NONE_OMITTED
    left_out: Sequence[tuple[str, str]] = ()
    unsent: Sequence[tuple[str, str]] = ()
    untold: OmittedLines = NONE_OMITTED
    form: Sequence[FormLine] = ()
    halts: str = ""

    @property
    def form_sends(self) -> bool:
        """Whether a line of the form is no comment: what `ok` would send."""
        return any(line.part is FormPart.LIVE for line in self.form)


def render_preview(page: Page, preview: PreviewPage) -> tuple[str, str, str]:
    """Subject, text and HTML."""
    return page.surely(lambda sure: _preview(sure, preview))


def _preview(page: Page, preview: PreviewPage) -> tuple[str, str, str]:
    title = page.words.gettext("Preview: nothing is carried out")
    subject = f"[{preview.game} {written(preview.seat)}] {title}"
    facts = {"preview": preview, "subject": subject, "form_begin": FORM_BEGIN, "form_end": FORM_END}
    text, html = (page.fill(f"{COMMON}/preview.{form}.j2", **facts) for form in ("txt", "html"))
    return subject, text, html
