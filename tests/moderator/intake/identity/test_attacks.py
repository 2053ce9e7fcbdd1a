"""Letters made to keep the moderator busy. They are so long that with an expression that goes back over a line again and
again a test takes minutes or never ends; nothing here is timed.
"""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.mail.typed.quoting import LineRole, kinds_of
from pbem.mail.typed.text import split_lines
from pbem.orders.parse.parse import MAX_LINES, parts_of
from pbem.orders.words.headings import headings_of
from tests.support.conversation import Conversation, to

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


@pytest.mark.parametrize("run", [",", ", ", " ,\t", "\N{NO-BREAK SPACE}"])
def test_a_run_of_signs_between_two_words_is_one(tmp_path: Path, run: str) -> None:
    talk = Conversation(tmp_path, scenario="ia_henry_vi")
    talk.write("york", "levy: muster York")
    mail = to("york", talk.write("york", f"levy: muster{run * (60_000 // len(run))}York"))
    assert "1 ok levy: muster" in mail.flat
    (waiting,) = talk.table().waiting["york"]
    assert len(waiting.text) < 20


def test_an_order_that_is_too_long_is_refused_by_name_and_read_by_nobody(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, scenario="ia_henry_vi")
    long = f"levy: muster {'and York ' * 200}"
    for text in (f"levy: muster\n{long}", f"preview\nlevy: muster\n{long}"):
        mail = to("york", talk.write("york", text))
        assert "an order can have at most 1000 characters; write this as several lines" in mail.flat
    assert [line.text for line in talk.table().waiting["york"]] == ["muster"]
    assert not talk.letter(1).outcome.endswith("failed")
    mails = talk.write("york", f"Dear all, {'we have thought about the weather for a while. ' * 40}\nlevy: muster March")
    assert "at most 1000 characters" not in to("york", mails).flat


def test_a_long_heading_is_not_repeated_before_thousands_of_orders(tmp_path: Path) -> None:
    talk = Conversation(tmp_path)
    words = headings_of(talk.table().rules)
    parts = parts_of(f"if {'a ' * 50_000}: {'x;' * 50_000}", words)
    assert sum(map(len, parts)) < 2_000_000
    assert len(parts) == MAX_LINES + 1
