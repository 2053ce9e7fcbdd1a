"""Letters made to keep the moderator busy. They are so long that with an expression that goes back over a line again and
again a test takes minutes or never ends; nothing here is timed.
"""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.mail.reading.quoting import LineRole, kinds_of
from pbem.mail.reading.text import split_lines
from tests.moderator.conversation import Conversation, to

LONG = 150_000


@pytest.mark.parametrize(
    "line", [f"{'-' * LONG}x", f"{'a' * LONG}:", f"{'@' * LONG}x:", f"{'*' * LONG}x", "wrote " * (LONG // 6)]
)
@pytest.mark.parametrize("mark", ["", "> "])
def test_one_long_line_above_our_report_stops_nothing(tmp_path: Path, line: str, mark: str) -> None:
    talk = Conversation(tmp_path)
    report = to("york", talk.set_up())

    def answer(message: EmailMessage) -> None:
        message["In-Reply-To"] = report.message_id
        message.replace_header("Content-Transfer-Encoding", "8bit")

    quoted = "\n".join(f"{mark}{each}" for each in report.text.splitlines())
    mails = talk.write("york", f"culverins all\n{line}\n{quoted}", change=answer)
    assert [mail.kind for mail in mails if mail.to == to("york", mails).to]
    assert talk.letter(3).status == "done"


@pytest.mark.parametrize(
    ("line", "is_ruler"),
    [
        ("---", True),
        ("- - -", True),
        ("-- ", False),
        ("--- Original message ---", True),
        ("*** york ***", True),
        ("---york", False),
        ("york---", False),
        ("--york--", False),
        (f"---{'x' * 80}---", True),
        (f"---{'x' * 81}---", False),
        ("--- a --- b ---", True),
    ],
)
def test_what_is_a_ruler_above_our_report(line: str, is_ruler: bool) -> None:
    lines = split_lines(f"march ely\n{line}\nOur own words, as they were sent")
    assert (kinds_of(lines, [False, False, True])[1] is LineRole.FOREIGN) == is_ruler
