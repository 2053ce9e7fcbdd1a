"""A begun game in its folder: its archive, letters written to it since, lines to read, and what became of them."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

from tests.begun.program import SEATS, Aside, Mail, Program

HERE = Path(__file__).parent / "games"
ARCHIVE, LETTERS, LINES = "archive.json.gz", "letters.json", "lines.txt"
TOLD, ENTRIES, READINGS = "told.jsonl.gz", "entries.jsonl.gz", "readings.jsonl.gz"
HOUR = timedelta(hours=1)


def games() -> list[str]:
    """The names of all folders of begun games."""
    return sorted(path.parent.name for path in HERE.glob(f"*/{ARCHIVE}"))


def read(name: str, file: str) -> str:
    """A file of a game as text."""
    raw = (HERE / name / file).read_bytes()
    return (gzip.decompress(raw) if file.endswith(".gz") else raw).decode()


def write(name: str, file: str, text: str) -> None:
    """Write a file of a game, the same bytes for the same text."""
    (HERE / name).mkdir(parents=True, exist_ok=True)
    raw = text.encode()
    (HERE / name / file).write_bytes(gzip.compress(raw, 9, mtime=0) if file.endswith(".gz") else raw)


def archive_of(name: str) -> Any:
    """The exported game."""
    return json.loads(read(name, ARCHIVE))


def letters_of(name: str) -> list[dict[str, Any]]:
    """The letters that are written to the game since, and the hours that pass between them."""
    return list(json.loads(read(name, LETTERS)))


def deliver(program: Program, letter: Mapping[str, Any]) -> list[Mail]:
    """One letter comes, hours pass, or the game is released.

    The letter answers the report with the number `answers` of those to its seat, counted from the newest (0), if it has one.
    """
    if "hours" in letter:
        return program.wait(letter["hours"])
    if "release" in letter:
        return program.release()
    reports = program.reports(letter["from"]) if "answers" in letter and letter["from"] in SEATS else []
    answered = reports[letter["answers"]] if reports else ""
    return program.write(letter["from"], letter["text"], answered, by_thread=bool(letter.get("thread")))


def told_by(program: Program, place: int, letter: Mapping[str, Any], mails: Sequence[Mail]) -> str:
    """What came of one letter, as JSON: to whom its mails went, of which kinds, and what the reports among them say."""
    what = f"letter of {letter['from']}" if "from" in letter else json.dumps(letter)
    told = {
        "place": place,
        "what": what,
        "mails": [[mail.kind, mail.to] for mail in mails],
        "reports": program.take_reports(),
    }
    return json.dumps(told, ensure_ascii=False, sort_keys=True)


def answers_to_letters(program: Program, name: str) -> list[str]:
    """What comes of the letters of a game, a line each."""
    letters = enumerate(letters_of(name), 1)
    return [told_by(program, place, letter, deliver(program, letter)) for place, letter in letters]


def entries_in_words(entries: Sequence[Mapping[str, Any]]) -> str:
    """Entries as JSON, a line each."""
    return "".join(json.dumps(entry, ensure_ascii=False, sort_keys=True) + "\n" for entry in entries)


def readings(table: Any, lines: Sequence[str]) -> Iterator[str]:
    """What each line alone would come to for each seat, as JSON, a line each."""
    aside = Aside(table)
    for line in lines:
        for seat in SEATS:
            found = {"line": line, "seat": seat, **aside.read(seat, line)}
            yield json.dumps(found, ensure_ascii=False, sort_keys=True)


def lines_of(name: str) -> list[str]:
    """The corpus of single lines."""
    return read(name, LINES).splitlines()
