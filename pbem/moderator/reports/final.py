"""The last report of a game, from its log: replayed once for the figures, the dice and the story by Turn.

The figures that compare the dice with fair ones are exact, and need nothing but the standard library.
"""

from __future__ import annotations

import gzip
import hmac
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from importlib.resources import files
from math import erfc, exp, fsum, pi, sqrt
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.event import Event
from pbem.engine.game.atlas import TurnLabel
from pbem.engine.game.reports import Attempt, Chart
from pbem.engine.log.shares import POOLED, scheme_of
from pbem.engine.played_log import Rolled
from pbem.engine.table import Table
from pbem.i18n import Text
from pbem.moderator.core.context import TableContext
from pbem.moderator.reports.notices import Spare, strictly
from pbem.render.charts import illustrated
from pbem.render.content import Enclosed
from pbem.render.final import RAREST, ByHand, Chances, Dice, Faces, Figures, Final, GameProof, StoryTurn, Tries
from pbem.render.final_words import FinalWords
from pbem.render.report import Report, Status
from pbem.replay.turns import by_turn
from pbem.store.archive.transfer import export_game
from pbem.store.database import Session
from pbem.store.tables.games import GameRow

FACES = 6
MIN_DICE = 30
"""With fewer dice there are less than five of each face to be expected, and the test of the faces says nothing."""


def chi_square(counts: Sequence[int]) -> float:
    """How far the numbers of each face are from even: the sum of (seen - expected)^2 / expected; 0 is even."""
    expected = sum(counts) / len(counts)
    return fsum((seen - expected) ** 2 / expected for seen in counts) if expected else 0.0


def chance_of_faces(chi: float) -> float:
    """The chance that six faces of fair dice stray by `chi` or more: the upper tail of chi-square, five degrees of freedom.

    Exact for an odd number of degrees (Abramowitz and Stegun, 26.4.4).
    """
    return erfc(sqrt(chi / 2)) + sqrt(2 * chi / pi) * exp(-chi / 2) * (1 + chi / 3)


def distribution(faces: Iterable[int]) -> list[float]:
    """The chance of each number of successes; each die succeeds on its number of `faces` (Poisson's binomial)."""
    chances = [1.0]
    for good in faces:
        chance = good / FACES
        stays = [before * (1 - chance) for before in chances]
        rises = [before * chance for before in chances]
        chances = [a + b for a, b in zip([*stays, 0.0], [0.0, *rises], strict=True)]
    return chances


def luck(seat: Seat, attempts: Iterable[tuple[int, bool]]) -> Chances:
    """The Chances of a seat's rolls, each given by the number of faces it succeeds on and whether it did."""
    rolls = list(attempts)
    succeeded = sum(success for _, success in rolls)
    expected = sum(faces for faces, _ in rolls) / FACES
    chances = distribution(faces for faces, _ in rolls)
    tail = fsum(chances[succeeded:] if succeeded > expected else chances[: succeeded + 1])
    return Chances(seat, len(rolls), succeeded, expected, one_in(tail), succeeded > expected)


def one_in(chance: float) -> int:
    """The n of "one time in n" for a chance, to two digits; 1 for what happens more often than two times in three."""
    if chance > 2 / 3:
        return 1
    if chance * RAREST <= 1:
        return RAREST
    times = 1 / chance
    return round(times) if times < 100 else round(times / 10) * 10


# The last report

MEDIA_TYPE = "application/gzip"
CHECKER = "check_game.py"
"""The program for players that goes with the archive; mail programs refuse attachments that are called like programs."""
PASSED_OVER = 252
"""Dice skip a byte of this value or higher."""
MAX_ARCHIVE = 5_000_000
"""Bytes of an archive that goes with a mail, in which it is a third longer; some servers take 10 MB at most."""
LINE = 60
"""Characters of the hashed text on a line."""


class TooLarge(Exception):
    """A file does not go with a mail; the message says how large it is."""


def final_of(table: Table[Any], seat: Seat | None, proof: GameProof | None = None, record: _Record | None = None) -> Final:
    """The figures, dice and story of a game, as far as `seat` may see them (None: everybody)."""
    record = record or _Record.of(table)
    turns, _ = by_turn(table, (news.event for news in table.news if news.event.visible_to(seat)))
    if proof is not None:
        proof = replace(proof, by_hand=by_hand(proof.key, record.rolled))
    return Final(tuple(_story(table, turns)), tuple(_figures(table, record)), _dice(table, record), proof)


def last_parts(context: TableContext, report: Report, spare: Spare = strictly) -> tuple[Final | None, tuple[Enclosed, ...]]:
    """The parts that only the report of a finished game has, and the archive; nothing for any other report, even of the same
    game at an earlier time. `spare` leaves out what cannot be made.

    Charts are drawn where the moderator wants pictures.
    """
    table = context.table
    if report.brief or not table.over or report.position.status is not Status.OVER:
        return None, ()
    proved = context.once("proof", lambda: spare("the archive", lambda: proof_of(context.session, context.game)))
    proof, enclosed = proved if proved is not None else (None, ())
    record = context.once("record", lambda: spare("the figures of the game", lambda: _Record.of(table)))
    if record is None:
        return None, enclosed
    final = spare("the figures and the story", lambda: final_of(table, report.seat or None, proof, record))
    if final is not None and context.desk.mails.pictures:
        final = spare("the charts", partial(_illustrated, context, report, final)) or final
    return final, enclosed


def _illustrated(context: TableContext, report: Report, final: Final) -> Final:
    words = context.page_for(report.seat).surely(lambda page: FinalWords(page, report.about.rules))
    return illustrated(final, words, context.table.rules.colours)


def proof_of(session: Session, game: GameRow) -> tuple[GameProof, tuple[Enclosed, ...]]:
    """How players can check a game that is over, and the files that go with it: the archive, and the program that checks it.

    Raises StoreError while the game is not over, and TooLarge for an archive that no mail server would take.
    """
    archive = archive_of(session, game)
    if len(archive.data) > MAX_ARCHIVE:
        raise TooLarge(f"the archive has {len(archive.data):,} bytes, and mail servers take no more than {MAX_ARCHIVE:,}")
    program = CHECKER if scheme_of(game.options) == POOLED else ""  # games begun before end as they went on
    proof = GameProof(game.key, game.commitment, archive.name, sha256(archive.data).hexdigest(), checker=program)
    return proof, (archive, checker()) if program else (archive,)


def archive_of(session: Session, game: GameRow) -> Enclosed:
    """The public copy of a game as a gzip file that `pbem verify` reads; the same game gives the same bytes.

    Raises StoreError for a game that is not over.
    """
    document = json.dumps(export_game(session, game.id, public=True), ensure_ascii=False, separators=(",", ":"))
    return Enclosed(f"{game.name}.json.gz", MEDIA_TYPE, gzip.compress(document.encode(), mtime=0))


def checker() -> Enclosed:
    """The program that checks an archive without pbem, as a text file."""
    source = files("pbem.verifier").joinpath(CHECKER).read_bytes()
    return Enclosed(f"{CHECKER}.txt", "text/plain", source)


# The log, played again


@dataclass(slots=True)
class _Record:
    """Data from a replay of the log: the measures at the start and at the end of each Turn, and every random result."""

    stamps: list[TurnLabel] = field(default_factory=list)
    measures: list[dict[str, int]] = field(default_factory=list)
    rolled: list[Rolled] = field(default_factory=list)
    ended: Mapping[str, int] | None = None

    @classmethod
    def of(cls, table: Table[Any]) -> _Record:
        record, rules = cls(), table.rules
        again = Table(rules, table.setup, table.chance, record.rolled.append)
        known = record._note(again, 0, rules.new_state(table.setup))
        for entry in table.entries:
            again.replay(entry, check=False)
            known = record._note(again, known, again.state)
        record.measures.append(dict(rules.reports.chronicle.measures(again.state)))
        return record

    def _note(self, again: Table[Any], known: int, state: Any) -> int:
        """Note the measures at the beginning of a Turn as those at the end of the one before: as they are, or as they were
        before a new setup.
        """
        chronicle = again.rules.reports.chronicle
        for news in again.news[known:]:
            self.ended = chronicle.at_the_end(news.event) or self.ended
            if (stamp := again.rules.reports.stamp(again.state, news.event)) is not None:
                self.stamps.append(stamp)
                self.measures.append(dict(self.ended or chronicle.measures(state)))
                self.ended = None
        return len(again.news)


def _story(table: Table[Any], turns: Sequence[tuple[TurnLabel, list[Event]]]) -> Iterator[StoryTurn]:
    start = table.rules.new_state(table.setup)
    brief = table.rules.reports.chronicle.brief(start, [events for _, events in turns])
    return (StoryTurn(stamp, tuple(events)) for (stamp, _), events in zip(turns, brief, strict=True))


def _figures(table: Table[Any], record: _Record) -> Iterator[Figures]:
    if not record.stamps:
        return
    labels = (None, *record.stamps)
    charts: tuple[Chart, ...] = table.rules.reports.chronicle.charts(table.state)
    for chart in charts:
        rows = tuple(tuple(now[track.id] for track in chart.tracks) for now in record.measures)
        yield Figures(chart, record.stamps[0].word, labels, rows)


# The dice


def _dice(table: Table[Any], record: _Record) -> Dice:
    seats, chronicle = table.seats, table.rules.reports.chronicle
    dice = [(r, chronicle.roller(table.state, r.roll.key, r.roll.subject)) for r in record.rolled if _is_die(r)]
    keys = list(dict.fromkeys([*chronicle.dice, *(r.roll.key for r, _ in dice)]))
    rows = [_tested(Faces("", "", _counts(r for r, _ in dice)))]
    rows += [_tested(Faces(seat, "", _counts(r for r, whose in dice if whose == seat))) for seat in seats]
    rows += [Faces("", key, _counts(r for r, _ in dice if r.roll.key == key)) for key in keys]
    attempts = list(_attempts(table, dice))
    tries = [Tries(key, _by_seat(seats, (a for a in attempts if a.key == key))) for key in keys]
    tries = [row for row in tries if any(row.seats)]
    all_ = [Tries("", _by_seat(seats, attempts))] if tries else []
    return Dice(seats, tuple(row for row in rows if row.rolled), (*tries, *all_))


def _is_die(rolled: Rolled) -> bool:
    return isinstance(rolled.entry.answer, int)


def _counts(dice: Iterable[Rolled]) -> tuple[int, ...]:
    seen = Counter(rolled.entry.answer for rolled in dice)
    return tuple(seen[face] for face in range(1, FACES + 1))


def _tested(faces: Faces) -> Faces:
    """The same compared with fair dice, if there are enough rolls."""
    if faces.rolled < MIN_DICE:
        return faces
    chi = chi_square(faces.counts)
    return replace(faces, odd=one_in(chance_of_faces(chi)), chi=chi)


def _attempts(table: Table[Any], dice: Iterable[tuple[Rolled, Seat]]) -> Iterator[Attempt]:
    """What Events tell of dice, and the dice whose good faces are always the same."""
    chronicle = table.rules.reports.chronicle
    attempts = (chronicle.attempt(news.event) for news in table.news)
    yield from (attempt for attempt in attempts if attempt is not None)
    for rolled, seat in dice:
        if good := chronicle.dice.get(rolled.roll.key):
            yield Attempt(seat, rolled.roll.key, len(good), rolled.entry.answer in good)


def _by_seat(seats: Sequence[Seat], attempts: Iterable[Attempt]) -> tuple[Chances | None, ...]:
    made = list(attempts)
    own_attempts = ((seat, [(a.faces, a.succeeded) for a in made if a.seat == seat]) for seat in seats)
    return tuple(luck(seat, rolls) if rolls else None for seat, rolls in own_attempts)


# One die by hand


def by_hand(key: str, rolled: Iterable[Rolled]) -> ByHand | None:
    """The first die whose first byte counts, as anybody with the key (hex) can compute it (engine/dice.py says how)."""
    dice = hmac.digest(bytes.fromhex(key), b"dice", "sha256")
    for each in filter(_is_die, rolled):
        parts = _parts(str(each.roll), each.mixed.of_die())
        byte = hmac.digest(dice, "".join(parts).encode(), "sha256")[0]
        if byte < PASSED_OVER:
            about = Text(
                "entry {number}, {turn}, {key} about {subject}",
                number=each.entry.number,
                turn=each.roll.turn,
                key=each.roll.key,
                subject=each.roll.subject,
            )
            return ByHand(about, parts, f"{byte:02x}", byte, byte % FACES + 1)
    return None


def _parts(roll: str, mixed: str) -> tuple[str, ...]:
    """What is hashed (the roll, what the players have given, the counter 0, with bars between), cut after bars so that it
    fits on lines.
    """
    parts: list[str] = []
    for piece in re.findall(r"[^|]*\||[^|]+", f"{roll}|{mixed}|0"):
        if parts and len(parts[-1]) + len(piece) <= LINE:
            parts[-1] += piece
        else:
            parts.append(piece)
    return tuple(parts)
