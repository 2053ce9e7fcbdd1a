"""Every word of a letter, once for each kind: what stands in `golden/letters` is what is mailed.

Where a sentence is meant to read otherwise, `WRITE_GOLDEN=1 pytest tests/render/test_golden_letters.py` writes the files
anew; look at the difference. Other tests ask what a letter tells, not in which words.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pbem.doctor.samples import NOTICES, SEAT
from pbem.render.notice import render_notice
from tests.render.tables import page
from tests.support.specimens import PLAYED, REFERENCES, letter

GOLDEN = Path(__file__).parent / "golden" / "letters"
RULER = "=" * 76


def compare(name: str, text: str) -> None:
    """A text is that of the golden file of this name; with WRITE_GOLDEN it becomes that."""
    golden = GOLDEN / f"{name.replace(' ', '_')}.txt"
    if "WRITE_GOLDEN" in os.environ:
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [*PLAYED, *REFERENCES])
def test_a_letter_reads_as_it_did(name: str) -> None:
    content = letter(name).content
    text = content.text.replace("\r\n", "\n")
    compare(name, f"Subject: {content.subject}\n\n{text}")


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_notices_read_as_they_did(language: str) -> None:
    speaking = page().speaking(language)
    notices = [render_notice(speaking, kind, **(SEAT | facts)) for kind, facts in sorted(NOTICES.items())]
    compare(f"notices {language}", "".join(f"{RULER}\nSubject: {subject}\n\n{text}" for subject, text, _ in notices))


def test_no_golden_letter_is_left_over() -> None:
    names = [*PLAYED, *REFERENCES, "notices en", "notices de"]
    assert {path.stem for path in GOLDEN.iterdir()} == {name.replace(" ", "_") for name in names}
