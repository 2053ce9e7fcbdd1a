"""Letters as they come, one file each in `cases/`, through the whole path: what each does, and what its writer is told.

Beside `NAME.eml` lies `NAME.toml`, which says what is expected:

| key        | what it says                                                                                           |
|------------|--------------------------------------------------------------------------------------------------------|
| `why`      | what the letter is, in a sentence                                                                      |
| `ok`       | lines that are carried out, all of them, each with its number: "1 give y32 richard"                    |
| `refused`  | the same of lines that are refused                                                                     |
| `not_read` | lines that are said back as "Not read as orders", in order                                             |
| `says`     | words that stand in a mail to the writer, `never` words that stand in none                             |
| `mails`    | how many mails come to the writer, by default 1                                                        |
| `outcome`  | words in what is noted of the letter                                                                   |
| `place`    | where it waits by its header alone (admission.Place), by default "player"                              |
| `game`     | how the game is opened, as Conversation has it; by default a Bosworth with `auth` "token+sender"       |
| `seat`     | who writes, by default "york"; `before` are letters that come first, each a seat and a text            |

In a letter @SEAT@ stands for the address of the seat, @TOKEN@ for its part behind the +, @ID@ for the Message-ID of the
opening without its brackets, @ID:q@ for that with its brackets as an encoded word, and @SUBJECT@ for the opening's Subject.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from email.header import Header
from pathlib import Path
from typing import Any

import pytest

from pbem.mail.imap.letters import FetchedHeader
from pbem.mail.reading.headers import split_letter
from pbem.mail.reading.limits import Limits
from pbem.moderator.intake.admission import sort_out
from tests.support.conversation import PLAYERS, Conversation, Mail, to

CASES = Path(__file__).parent / "cases"
USUAL_GAME = {"auth": "token+sender"}
_RESULT = re.compile(r" +(\d+) (ok|--)  (.*)")
_LEFT_OUT = re.compile(r" {2,6}(\S.*?) +\([^()]*\)")


@dataclass(frozen=True)
class Case:
    """A letter and what is expected of it, see above."""

    name: str
    why: str
    ok: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    not_read: tuple[str, ...] = ()
    says: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    mails: int = 1
    outcome: str = ""
    place: str = "player"
    game: dict[str, Any] = field(default_factory=lambda: USUAL_GAME)
    seat: str = "york"
    before: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return self.name

    def letter(self, talk: Conversation) -> bytes:
        """The letter to this game."""
        address, opening = talk.address(self.seat), to(self.seat, talk.opening)
        raw = (CASES / f"{self.name}.eml").read_bytes()
        for mark, text in {
            "@SEAT@": address,
            "@TOKEN@": address.partition("@")[0].partition("+")[2],
            "@ID:q@": Header(opening.message_id, "utf-8", maxlinelen=60).encode(),
            "@ID@": opening.message_id.strip("<>"),
            "@SUBJECT@": opening.subject,
        }.items():
            raw = raw.replace(mark.encode(), text.encode())
        return raw


def _case(path: Path) -> Case:
    told = tomllib.loads(path.read_text(encoding="utf-8"))
    lists = {key: tuple(map(_frozen, value)) for key, value in told.items() if isinstance(value, list)}
    return Case(path.stem, **(told | lists))


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def lines_of(mails: list[Mail], result: str) -> tuple[str, ...]:
    """The lines of a letter that have this result ("ok", "--") in its answer, with their numbers, as they were typed."""
    found = []
    for mail in mails:
        letter = mail.text.replace("\r\n", "\n").partition("== Your letter")[2].partition("\n\n==")[0].split("\n", 1)[-1]
        entries = re.sub(r"\n {8,}(?=\S)", " ", letter).split("\n")
        matches = [match for line in entries if (match := _RESULT.match(line))]
        found += [f"{match[1]} {_typed(match[3])}" for match in matches if match[2] == result]
    return tuple(found)


def _typed(line: str) -> str:
    return re.split(r" -> | \(read as|: |\.$", line, maxsplit=1)[0]


def not_read(mails: list[Mail]) -> tuple[str, ...]:
    """The lines that an answer says back as no orders."""
    found = []
    for mail in mails:
        said = mail.text.replace("\r\n", "\n").partition("Not read as orders:\n")[2].partition("\n\n")[0]
        found += [match[1] for line in said.split("\n") if (match := _LEFT_OUT.match(line))]
    return tuple(found)


def _games() -> list[dict[str, Any]]:
    return [case.game for case in {repr(case.game): case for case in ALL}.values()]


ALL = [_case(path) for path in sorted(CASES.glob("*.toml"))]


def test_each_letter_says_what_is_expected() -> None:
    assert {path.stem for path in CASES.glob("*.eml")} == {case.name for case in ALL}


@pytest.fixture(scope="module")
def talks(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Conversation]:
    """A conversation for each way in which a game is opened: what the library for SQL has compiled is kept with it."""
    return {repr(game): Conversation(tmp_path_factory.mktemp("case"), **game) for game in _games()}


@pytest.mark.parametrize("case", ALL, ids=str)
def test_case(case: Case, talks: dict[str, Conversation]) -> None:
    talk = talks[repr(case.game)]
    talk.start_again()
    for seat, text in case.before:
        talk.write(seat, text)
    raw = case.letter(talk)
    (admission,) = sort_out(talk.desk, [FetchedHeader(1, len(raw), split_letter(raw, Limits())[0])])
    assert admission.place.value == case.place
    mails = [mail for mail in talk.deliver(raw) if mail.to == PLAYERS[case.seat].address]
    outcome = talk.letter(1 + len(case.before)).outcome
    assert (lines_of(mails, "ok"), lines_of(mails, "--")) == (case.ok, case.refused), outcome
    assert not_read(mails) == case.not_read
    assert len(mails) == case.mails, outcome
    said = " ".join(f"{mail.subject} {mail.flat}" for mail in mails)
    assert [words for words in case.says if words not in said] == []
    assert [words for words in case.never if words in said] == []
    assert case.outcome in outcome
