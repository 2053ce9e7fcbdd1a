"""What must be true of a club in the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import text

from pbem.engine.agreements.offers import RESIGNED
from pbem.engine.log.entry import EntryKind
from pbem.engine.played_log import Diverged
from pbem.games import GAMES
from pbem.lab.soak.club import Club, is_foreseen
from pbem.lab.soak.letters import letter_id
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Desk
from pbem.moderator.desk.archive_files import rerun_game, verify_document
from pbem.moderator.desk.overview import known_games, restored_progress
from pbem.store.archive.transfer import export_game
from pbem.store.database import Session
from pbem.store.games import journal, lobby
from pbem.store.games.progress import Progress
from pbem.store.mail.inbox import letter_by_message_id
from pbem.store.tables.games import GameRow

OVERDUE = timedelta(days=4)
"""If nothing has happened this long after a deadline and its grace, the clock is stuck."""
MAX_NAMED = 20


@dataclass(frozen=True, slots=True)
class SoakFinding:
    """Something that is wrong: with which game ("": none), and what."""

    game: str
    what: str


def stuck_games(desk: Desk, now: datetime) -> Iterator[SoakFinding]:
    """The games that wait for nobody, or whose clocks stand still, and those held by a fault."""
    with desk.db.reading() as session:
        playing, held = lobby.games(session, "playing"), lobby.games(session, "held")
        known = known_games(Context(session, desk), playing)
        for game in playing:
            try:
                progress_of_game = known.get(game.id) or restored_progress(Context(session, desk), game)
            except Diverged as fault:
                yield SoakFinding(game.name, f"does not replay: {fault}")
                continue
            if why := _why_stuck(progress_of_game, now):
                yield SoakFinding(game.name, f"stuck: {why}")
    yield from (SoakFinding(each.name, f"held: {each.held_because}") for each in held if not is_foreseen(each.held_because))


def _why_stuck(progress: Progress, now: datetime) -> str:
    if not progress.waits:
        return "nobody is asked anything"
    if all(due is None for _, due, _ in progress.waits):
        return "nobody who is asked has a deadline"
    # Of a seat that is waited for beyond its deadline the game master was told.
    over = [seat for seat, due, waits_on in progress.waits if due is not None and not waits_on and now - due > OVERDUE]
    return f"the deadline of {', '.join(over)} is over, and nothing happens" if over else ""


def endings(desk: Desk) -> Counter[str]:
    """How many games are over, by what has ended them."""
    counted: Counter[str] = Counter()
    with desk.db.reading() as session:
        for game in lobby.games(session, "over"):
            counted[_ended_by(session, game)] += 1
    return counted


def _ended_by(session: Session, game: GameRow) -> str:
    """How a game has ended: as its players or the game master said, or by its rules, led there by a player or the clock."""
    lines = journal.read(session, game.id)
    reasons = [line.key for line in lines if line.kind == EntryKind.ENDED]
    if reasons:
        return "resignation" if reasons[-1] == RESIGNED else reasons[-1]
    answers = [line.kind for line in lines if line.kind in (EntryKind.ANSWER, EntryKind.TIMEOUT)]
    return "deadline" if answers[-1:] == [EntryKind.TIMEOUT] else "rule"


def unproved_games(desk: Desk) -> Iterator[SoakFinding]:
    """The games whose log does not lead where it says, or that `pbem verify` finds something against."""
    with desk.db.reading() as session:
        games = lobby.games(session)
    for game in games:
        with desk.db.reading() as session:
            exact = rerun_game(Context(session, desk).of(game))
            verdict = verify_document(export_game(session, game.id), GAMES, desk.scenarios)
        problems = [*verdict.receipts.problems, *(verdict.account.problems if verdict.account is not None else ())]
        if not exact.exact:
            yield SoakFinding(game.name, f"not EXACT: {exact.text().splitlines()[:3]}")
        if not verdict.ok or problems:
            yield SoakFinding(game.name, f"not verified: {problems[:3] or verdict.text().splitlines()}")


def lost_letters(club: Club) -> Iterator[SoakFinding]:
    """Letters that a server took and that no mail answers, or that are not done with."""
    desk = club.service.desk
    with desk.db.reading() as session:
        for number in club.letters.unanswered():
            row = letter_by_message_id(session, letter_id(number))
            if row is None:
                yield SoakFinding("", f"letter {letter_id(number)} was taken and is not in the database")
                continue
            answers = session.connection().execute(_ANSWERS, {"letter": row.id}).scalar_one()
            if not answers:
                game = "" if row.game_id is None else lobby.game(session, row.game_id).name
                yield SoakFinding(game, f"letter {row.id} ({letter_id(number)}) has no answer: {row.status}, {row.outcome}")
        for status, total in session.connection().execute(_UNDONE):
            yield SoakFinding("", f"{total} letters are {status}")


_ANSWERS = text("SELECT count(*) FROM outgoing WHERE letter_id = :letter AND status = 'refused'")
_UNDONE = text("SELECT status, count(*) FROM letter WHERE status IN ('new', 'held') GROUP BY status")
_RECEIPTS = text(
    """SELECT entry.letter_id, count(*) FROM entry WHERE kind = 'receipt' AND letter_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM strike WHERE strike.game_id = entry.game_id AND entry.number BETWEEN strike.first AND strike.last)
    GROUP BY entry.letter_id HAVING count(*) > 1"""
)
_WAITING = text("SELECT envelope_to, min(last_error), count(*) FROM outgoing WHERE status = 'waiting' GROUP BY envelope_to")
_REFUSED = text("SELECT envelope_to, min(last_error), count(*) FROM outgoing WHERE status = 'refused' GROUP BY envelope_to")


def doubles(club: Club) -> Iterator[SoakFinding]:
    """Letters that were carried out twice, and mails that were delivered twice."""
    with club.service.desk.db.reading() as session:
        for letter, times in session.connection().execute(_RECEIPTS):
            yield SoakFinding("", f"letter {letter} was carried out {times} times")
    if twice := club.letters.twice():
        yield SoakFinding("", f"{twice} mails were delivered twice")


def undelivered(club: Club) -> Iterator[SoakFinding]:
    """Mails that wait, and those refused at an address that is none that bounces."""
    bouncing = {member.address for member in club.members if member.temper == "bouncing"}
    with club.service.desk.db.reading() as session:
        for address, error, total in session.connection().execute(_WAITING):
            yield SoakFinding("", f"{total} mails to {address} wait: {error}")
        for address, error, total in session.connection().execute(_REFUSED):
            if address not in bouncing:
                yield SoakFinding("", f"{total} mails to {address} are refused: {error}")
