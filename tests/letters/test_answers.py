"""Answers to our reports in the shapes of many mail programs: that the corpus is sound, and that each is read as expected.

What is expected was written down without a look at how letters are read.
"""

from __future__ import annotations

import re
from collections import Counter
from email import message_from_bytes, policy
from email.message import Message
from html import unescape

import pytest

from pbem.games import GAMES
from pbem.mail.reading.door import read_letter
from pbem.mail.typed.returned import returned_lines
from pbem.mail.typed.sent import Sent, sent_of
from pbem.mail.typed.text import split_lines
from pbem.moderator.intake.inspection import inspect_alone
from pbem.moderator.reading.line_tests import prefixes_of_games
from tests.letters.corpus import ANSWERS, KINDS, Expected, corpus, report_names, report_raw
from tests.letters.make import answers, expected_toml, reports
from tests.letters.shapes.talk import BARE

LETTERS = corpus()
WORDS = prefixes_of_games(GAMES)
SENT = {name: sent_of(report_raw(name)) for name in report_names()}
# A sentence of each report that stands in its text and in its HTML, far down.
FORMS = ("opening", "card", "battle")
TELLING = dict.fromkeys(FORMS, "and what follows a # is a comment") | {"last": "Your share in the dice"}
# The report does not come back in these: its reader deleted it, cut it off, or no program quoted it.
WITHOUT_REPORT = BARE | set(
    "aerc_cut_quote gmail_trimmed edit_form_only edit_form_only_marked edit_html_copied edit_spaced empty_body "  # noqa: SIM905
    "empty_blanks ok_alone sealed_pgp sealed_pgp_inline sealed_smime picture_only pdf_only mark_bold mark_semicolons "
    "mark_blanks pgp_clearsigned_form utf16_no_mark flowed_delsp_stuffed attached_text subject_only references_none "
    "html_as_plain challenge challenge_silent list_mail newsletter read_receipt read_receipt_outlook "
    "read_receipt_deleted calendar_google calendar_outlook delay_postfix delivered vacation_gmail vacation_sieve "
    "vacation_unix".split()
)
# Markup inside of lines, and all of it.
_INLINE = re.compile(r"</?(?:a|b|code|del|font|i|s|span|strike|u)\b[^>]*>", re.IGNORECASE)
_TAG = re.compile(r"<!--.*?-->|<[^>]*>", re.DOTALL)
_QUOTE_MARK = re.compile(r"^\s*(?:m|mt)?(?:[>|]\s?)+", re.MULTILINE)


def flat(text: str) -> str:
    """A text on one line, without quote marks and typographic dress."""
    plain = text.translate({0x2019: "'", 0x201C: '"', 0x201D: '"', 0xFEFF: "", 0x200B: ""})
    return " ".join(_QUOTE_MARK.sub("", plain).split())


def words_of(message: Message) -> str:
    """All that a letter says anywhere: subject, texts, HTML without its tags, attachments, enclosed letters."""
    found = [str(message["Subject"] or "")]
    for part in message.walk():
        if part.get_content_maintype() != "text":
            continue
        text = _decoded(part)
        found.append(text)
        if "<" in text:
            found.append(unescape(_TAG.sub(" ", _INLINE.sub("", text))))
    return flat("\n".join(found))


def _decoded(part: Message) -> str:
    raw = part.get_payload(decode=True)
    assert isinstance(raw, bytes)
    named = str(part.get_content_charset("utf-8"))
    for charset in ("cp1252" if named == "iso-8859-1" else named, "utf-8"):
        try:
            text = raw.decode(charset)
        except (LookupError, UnicodeError):
            continue
        return _unflowed(text) if part.get_param("delsp") else text
    return raw.decode("cp1252", "replace")


def _unflowed(text: str) -> str:
    return re.sub(r"(?<=\S)  \r?\n[> ]*", " ", text)


def quotes(letter: Expected) -> bool:
    """Whether the report is in the letter."""
    silent_machine = letter.name.startswith("absence_") and not letter.name.endswith("_silent")
    return letter.name not in WITHOUT_REPORT and not silent_machine


@pytest.mark.parametrize("letter", LETTERS, ids=str)
def test_a_letter_is_what_its_table_says(letter: Expected) -> None:
    """It can be parsed; typed lines and talk are in it, the report too unless it is known not to be; its kind fits."""
    said = words_of(message_from_bytes(letter.raw, policy=policy.default))
    for line in (*letter.lines, *letter.talk):
        assert flat(line) in said
    assert (TELLING[letter.report] in said) == quotes(letter)
    assert letter.kind in KINDS
    assert bool(letter.lines) == (letter.kind == "orders")
    assert not set(letter.lines) & set(letter.talk)
    assert all(line == " ".join(line.split()) for line in letter.lines)
    assert letter.why.endswith(".")


def test_what_comes_back_is_found_by_our_plain_text_or_by_all() -> None:
    """Where a letter quotes no HTML of ours, that is not read; whether it does is seen without reading it."""
    unread, letters = 0, LETTERS[::5]
    for letter in letters:
        sent, lines = sent_of(report_raw(letter.report)), split_lines(read_letter(letter.raw).text[:20_000])
        returned = returned_lines(lines, [sent], WORDS.exact)
        unread += "texts" not in vars(sent)
        all_texts = [Sent(text) for text in SENT[letter.report].texts]
        assert returned == returned_lines(lines, all_texts, WORDS.exact), letter.name
    assert len(letters) // 3 < unread < len(letters)


def test_no_two_letters_are_the_same() -> None:
    assert [count for count in Counter(letter.raw for letter in LETTERS).values() if count > 1] == []


def test_the_corpus_is_large_and_not_too_large() -> None:
    assert len(LETTERS) >= 320
    assert len({letter.name for letter in LETTERS}) >= 80
    assert sum(path.stat().st_size for path in ANSWERS.rglob("*") if path.is_file()) < 12_000_000


def test_every_letter_has_its_table() -> None:
    files = {f"{path.parent.name}/{path.stem}" for path in ANSWERS.rglob("*.eml") if path.parent.name != "reports"}
    assert files == {str(letter) for letter in LETTERS}
    assert set(report_names()) == set(TELLING)


def test_the_letters_are_those_that_make_writes() -> None:
    for report in reports():
        made = list(answers(report))
        assert (ANSWERS / report.name / "expected.toml").read_text(encoding="utf-8") == expected_toml(made)
        assert [name for name, _, answer in made if (ANSWERS / report.name / f"{name}.eml").read_bytes() != answer.raw] == []


def test_the_reports_carry_no_picture_and_no_token_drawn_by_chance() -> None:
    for name in report_names():
        raw = report_raw(name)
        assert b"image/" not in raw
        assert set(re.findall(rb"moderator\+([a-z2-9]+)@", raw)) <= {b"m4kd7wtqh2sv9xye", b"r8bn3gzpc6ju5fka"}


@pytest.mark.parametrize("letter", LETTERS, ids=str)
def test_a_letter_is_read_as_its_table_says(letter: Expected) -> None:
    look = inspect_alone(letter.raw, WORDS, [SENT[letter.report]])
    assert look.kind == letter.kind
    assert (*(line.text for line in look.orders), *look.words) == letter.lines
