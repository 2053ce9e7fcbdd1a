"""How well lines are read that people have written in their own words: each is sent as a letter at one of the positions.

A line is compared with the lines in standard form that it `means` (none: it is talk), by all that the game comes to.

`python -m tests.letters.natural.reading GAME [--show wrong]` counts the verdicts of lines/GAME.toml.
"""

from __future__ import annotations

import json
import re
import sys
import time
import tomllib
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

from pbem.effort import limited
from pbem.engine.decision import Decision, Json, PickSome
from pbem.engine.log.entry import EntryKind, fingerprint
from pbem.engine.table import Table
from pbem.mail.reading import read_letter
from pbem.moderator.core.context import DeferredWrites, LetterContext
from pbem.moderator.core.line_results import TALKS, LineResult
from pbem.moderator.playing.order_lines import carry_out_lines, question_line
from pbem.moderator.reading.seat_letter import Read, read_for_seat
from pbem.moderator.talk.messages import Messages, speak
from pbem.orders.words.lexicon import plain_words, telling
from pbem.store.games import lobby
from pbem.store.tables.mail import LetterRow
from tests.letters.natural.position import HERE, PLACED, WRITTEN, Position, positions

FIRST = 3
"""So many suggestions are looked at."""
LATER = timedelta(minutes=5)
"""After the report the letter comes."""
WRITE_AS = re.compile(r"Write it as: (.+)$")


class Verdict(StrEnum):
    """What became of a line."""

    UNDERSTOOD = "understood"  # it has done what it means; talk has been left as talk
    SHOWN = "shown"  # nothing was done, and one of the first suggestions does what it means
    NOTHING = "nothing"  # nothing was done, and no suggestion is right; talk was refused as an order
    PART = "part"  # the first of its orders were carried out, and nothing else
    WRONG = "wrong"  # something else was done


@dataclass(frozen=True)
class Effect:
    """All that a letter has done: `did` has the new entries of its seat in words, `state` all that the game has come to,
    `told` its messages and what it asks of the moderator. `results` are what its lines are answered with.
    """

    did: tuple[str, ...]
    state: Json
    told: tuple[str, ...]
    results: tuple[LineResult, ...]

    @property
    def is_nothing(self) -> bool:
        """Whether it has changed nothing and asks nothing."""
        return not self.did and not self.told

    @property
    def refused(self) -> LineResult | None:
        """The first line that was refused."""
        return next((result for result in self.results if result.problem), None)

    @property
    def suggested(self) -> tuple[str, ...]:
        """The lines that the answer names in the place of that one."""
        if self.refused is None:
            return ()
        how = WRITE_AS.search(self.refused.problem)
        return (*self.refused.nearest, *(how[1].split(" or ") if how is not None else ()))

    def same_as(self, other: Effect) -> bool:
        """Whether both letters have done the same."""
        return (self.state, self.told) == (other.state, other.told)


# A letter


def effect(at: Position, lines: Sequence[str]) -> Effect:
    """Read lines as one letter of the position's seat, and carry them out at a fork of its Table: as the moderator does,
    but without a share in the dice and a receipt, and nothing is written.
    """
    talk, table = at.by_mail, at.table.fork()
    before, waiting = len(table.entries), table.waiting.get(at.seat)
    with talk.db.reading() as session, limited():
        game = lobby.find_game(session, talk.name)
        seat, row = lobby.seat(session, game.id, at.seat), _row(at, lines)
        letter = read_letter(row.raw)
        context = LetterContext(session, talk.desk, game, seat, letter, row, writes=DeferredWrites(held=True))
        results, spoken = _carry_out(context, table, read_for_seat(context, table))
    did = tuple(_entries(table, at.seat, before, but=EntryKind.WAITING if table.waiting.get(at.seat) == waiting else None))
    return Effect(did, _come_to(table, at.seat), tuple(_told(results, spoken)), results)


def _row(at: Position, lines: Sequence[str]) -> LetterRow:
    text = "\n".join(lines)
    head = {
        "From": at.players[at.seat].address,
        "To": "moderator@example.test",
        "Subject": f"Re: {at.mail.subject}",
        "Message-ID": "<natural@example.test>",
        "In-Reply-To": at.mail.message_id,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Transfer-Encoding": "8bit",
    }
    raw = "".join(f"{name}: {value}\r\n" for name, value in head.items()) + f"\r\n{text}\r\n"
    received = at.by_mail.clock() + LATER
    digest = sha256(raw.encode()).hexdigest()
    return LetterRow(id=10**6, message_id="natural", received=received, sender="", digest=digest, raw=raw.encode())


def _carry_out(context: LetterContext, table: Table[Any], read: Read) -> tuple[tuple[LineResult, ...], Messages]:
    clock, lines = context.at(table).clock, read.lines
    if lines.previews:
        return tuple(question_line(line) for line in lines.acted_on), Messages()
    results = carry_out_lines(table, context.seat.name, lines, clock)
    spoken = speak(context, read.to_send)
    return (*results, *spoken.results), spoken


def _entries(table: Table[Any], seat: str, before: int, but: EntryKind | None) -> Iterator[str]:
    """The new entries of a seat, in words, but for those of a kind that have come to nothing."""
    for entry in islice(table.entries, before, None):
        if entry.seat == seat and entry.kind not in (EntryKind.FORCED, but):
            yield f"{entry.kind}: {entry.key} {entry.subject}: {_written(entry.answer)}"


def _come_to(table: Table[Any], seat: str) -> Json:
    """What a game has come to, as far as this seat has a say in it."""
    clocks = [_written(e.answer) for e in table.entries if e.kind in (EntryKind.CLOCK, EntryKind.OFFER, EntryKind.ENDED)]
    return {
        "position": fingerprint(table.state),
        "asked": [(d.seat, d.key, d.subject) for d in table.open()],
        "given": [_written([d.key, d.subject, _sorted(d, answer)]) for d, answer in table.given_by(seat)],
        "drafts": _written([[*map(str, of), begun] for of, begun in sorted(table.drafts.items())]),
        "standing": sorted(_written([order.key, order.as_answer()]) for order in table.book.of(seat)),
        "waiting": [[w.segment, w.most, *telling(plain_words(w.text))] for w in table.waiting.get(seat, [])],
        "time and offers": clocks,
        "over": [table.over, table.agreed],
    }


def _sorted(decision: Decision, answer: Json) -> Json:
    return sorted(answer) if isinstance(decision.shape, PickSome) else answer


def _told(results: Iterable[LineResult], spoken: Messages) -> Iterator[str]:
    for message in spoken.sent:
        yield f"message to {message.seats or 'all'}: {message.text}"
    for result in results:
        if result.asks not in ("", TALKS):
            yield f"asks: {' '.join(plain_words(result.read))}"


def _written(value: Json) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


# A verdict


class NotStandard(Exception):
    """A line that a text is said to mean is not carried out: it is to be put right in the file of lines."""


@cache
def meant(at: Position, means: tuple[str, ...]) -> Effect:
    """What lines in standard form do. Raises NotStandard."""
    found = effect(at, means)
    for result in found.results:
        if not result.accepted:
            raise NotStandard(f"{at.game} {at.name}: {result.text!r} is refused: {result.problem} {result.nearest}")
    if means and found.is_nothing:
        raise NotStandard(f"{at.game} {at.name}: {means} do nothing")
    return found


def judge(at: Position, typed: str, means: Sequence[str]) -> Verdict:
    """What becomes of a text that a person has written, and that `means` these standard lines (none: it is talk). Raises
    NotStandard.
    """
    done, wanted = effect(at, typed.splitlines()), meant(at, tuple(means))
    if not means and done.is_nothing:
        return Verdict.UNDERSTOOD if done.refused is None else Verdict.NOTHING
    if done.same_as(wanted):
        return Verdict.UNDERSTOOD
    if done.is_nothing:
        shown = any(effect(at, text.splitlines()).same_as(wanted) for text in as_shown(done, typed))
        return Verdict.SHOWN if shown else Verdict.NOTHING
    parts = (meant(at, tuple(means[:count])) for count in range(1, len(means)))
    return Verdict.PART if any(map(done.same_as, parts)) else Verdict.WRONG


def as_shown(done: Effect, typed: str) -> Iterator[str]:
    """The letter with each of the first suggestions in the place of the line, or the part of one, that was refused."""
    refused = done.refused
    if refused is None:
        return
    lines = typed.splitlines()
    for near in done.suggested[:FIRST]:
        line = lines[refused.number - 1]
        for mended in dict.fromkeys((near, line.replace(refused.text, near))):
            yield "\n".join([*lines[: refused.number - 1], mended, *lines[refused.number :]])


# The lines


@dataclass(frozen=True)
class Line:
    """What a person has written at a position, and the standard lines that it means."""

    at: Position
    typed: str
    means: tuple[str, ...]


def lines_of(game: str, file: Path | None = None) -> list[Line]:
    """The lines that were written for a game, in its own file or another. Raises KeyError for an unknown position."""
    told = tomllib.loads((file or HERE / "lines" / f"{game}.toml").read_text(encoding="utf-8"))
    return [line for name, here in told.items() for line in _lines_at(positions(game)[name], here)]


def _lines_at(at: Position, told: dict[str, Any]) -> Iterator[Line]:
    yield from (Line(at, each["typed"], tuple(each["means"])) for each in told.get("order", []))
    yield from (Line(at, typed, ()) for typed in told.get("talk", []))


def main(arguments: Sequence[str] | None = None) -> None:
    """Count the verdicts of a game's lines, and show those that are asked for."""
    parser = ArgumentParser(prog="reading", description=__doc__)
    parser.add_argument("game", choices=[*PLACED, "all"])
    parser.add_argument("--show", action="append", default=[], choices=[*Verdict, "all"], help="show the lines judged so")
    parser.add_argument("--at", default="", help="at this position only")
    parser.add_argument("--lines", type=Path, help="a file of lines in place of the game's own")
    chosen = parser.parse_args(arguments)
    games = list(WRITTEN) if chosen.game == "all" else [chosen.game]
    for game in games:
        lines = [line for line in lines_of(game, chosen.lines) if chosen.at in ("", line.at.name)]
        judged = _judge_all(lines, {*Verdict} if "all" in chosen.show else {*map(Verdict, chosen.show)})
        print("\n".join(_table(game, judged)))


def _judge_all(lines: Sequence[Line], show: set[Verdict]) -> list[tuple[Line, Verdict]]:
    judged = []
    for line in lines:
        try:
            verdict = judge(line.at, line.typed, line.means)
        except NotStandard as bad:
            print(f"not standard: {bad}")
            continue
        judged.append((line, verdict))
        if verdict in show:
            print("\n".join(_shown(line, verdict)))
    return judged


def _shown(line: Line, verdict: Verdict) -> Iterator[str]:
    done = effect(line.at, line.typed.splitlines())
    yield f"{verdict} at {line.at.name}: {line.typed!r}"
    yield f"    means  {'; '.join(line.means) or '(talk)'}"
    yield from (f"    did    {each}" for each in (*done.did, *done.told))
    yield from () if done.results else ("    taken for talk",)
    for result in done.results:
        near = f" Nearest: {', '.join(result.nearest[:FIRST])}" if result.nearest else ""
        said = result.understood or f"{result.problem or '(not carried out)'}{near}"
        yield f"    answer {result.number} {result.text} -> {said}"


def _table(game: str, judged: Sequence[tuple[Line, Verdict]]) -> Iterator[str]:
    """The counts of a game, orders and talk apart, position by position."""
    yield f"{game:<24}" + "".join(f"{verdict:>12}" for verdict in Verdict)
    for name in dict.fromkeys(line.at.name for line, _ in judged):
        yield _row_of(name, [verdict for line, verdict in judged if line.at.name == name])
    yield _row_of("all orders", [verdict for line, verdict in judged if line.means])
    yield _row_of("all talk", [verdict for line, verdict in judged if not line.means])


def _row_of(name: str, verdicts: Iterable[Verdict]) -> str:
    counts = Counter(verdicts)
    return f"  {name:<22}" + "".join(f"{counts[verdict] or '-':>12}" for verdict in Verdict)


if __name__ == "__main__":
    began = time.perf_counter()
    main()
    print(f"{time.perf_counter() - began:.1f} s", file=sys.stderr)
