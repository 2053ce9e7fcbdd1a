"""All games for the game master: the list, games closed, archived or deleted; and how long raw mail is kept.

The list uses the progress stored for each game; only a game without one is restored. Old raw mail is deleted a little at a
time, so that new letters are dealt with in between.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from time import sleep

from pbem import values
from pbem.engine.decision import GAMEMASTER
from pbem.engine.ending import CLOSED
from pbem.engine.log.cause import Cause, CauseKind
from pbem.engine.played_log import Diverged
from pbem.moderator.core.context import Context, GameContext
from pbem.moderator.core.desk import Desk
from pbem.moderator.core.games import load_table, save
from pbem.moderator.deadlines.clock import open_clock, progress_of, stamp, until_when
from pbem.moderator.intake.set_aside import reach_lines
from pbem.moderator.reports.notify import tell_all
from pbem.moderator.reports.occasion import Occasion
from pbem.store import figures
from pbem.store.database import Session
from pbem.store.errors import NotNow, StoreError
from pbem.store.games import lobby, progress, removal
from pbem.store.games.lists import GamesPage, page_of_games
from pbem.store.games.progress import Progress
from pbem.store.games.timekeeping import is_sure
from pbem.store.mail import inbox, mailbox
from pbem.store.tables.games import GameRow

ROWS_AT_ONCE = 100
"""Rows of a kind that are deleted in one transaction: others write between two of these."""
PAUSE_SECONDS = 0.02
"""Others that wait for the database try again within this time or a little more."""


def forget(desk: Desk) -> None:
    """Delete the text of letters and mails that are closed and past their time, and strangers' letters as a whole.

    Nothing is deleted while the clock is in doubt. Raises NotNow while the database cannot be written; what is deleted by
    then stays deleted.
    """
    now = desk.now()
    with desk.db.reading() as session:
        if not is_sure(session, now):
            return
    before = now - timedelta(days=desk.mails.retention_days)
    while _forget_some(desk, before):
        sleep(PAUSE_SECONDS)
    with desk.db.writing() as session:
        mailbox.forget_old_left(session, before)


def _forget_some(desk: Desk, before: datetime) -> int:
    with desk.db.writing() as session:
        return removal.forget_raw(session, before, ROWS_AT_ONCE)


# The list of games

AT_ONCE = 50
"""Games that are restored before the results are stored."""
MAX_LISTED = 200
"""Games in a list, unless other numbers are asked for."""
NO_TRAFFIC = figures.Traffic(0, None)


@dataclass(frozen=True, slots=True)
class GameLine:
    """A game in the list: its Turn and whom it waits for in words, its letters, whose mail comes back, and its stored
    `progress` (None: there is none).
    """

    game: GameRow
    turn: str
    waits_for: str
    traffic: figures.Traffic
    reach: str
    progress: Progress | None


def page_before(
    session: Session, name: str = "", most: int = MAX_LISTED, *, archived: bool = False, going_on: bool = False
) -> GamesPage:
    """The newest games, or of those that were opened before the game of this name. Raises NotFound."""
    before = lobby.find_game(session, name).id if name else 0
    return GamesPage(most=most, before=before, archived=archived, going_on=going_on)


def list_games(context: Context, page: GamesPage) -> list[GameLine]:
    """The games of a page in the order they were opened. One whose log does not replay says so instead of its Turn."""
    session = context.session
    games = page_of_games(session, page)
    ids = [game.id for game in games]
    known, traffic, reach = known_games(context, games), figures.traffic(session, ids), reach_lines(session, ids)
    lines = []
    for game in games:
        progress_row = known.get(game.id)
        turn, waits_for = _in_words(context, game, progress_row)
        reach_text = "; ".join(reach.get(game.id, ()))
        lines.append(GameLine(game, turn, waits_for, traffic.get(game.id, NO_TRAFFIC), reach_text, progress_row))
    return lines


def known_games(context: Context, games: Iterable[GameRow]) -> dict[int, Progress]:
    """The stored progress of these games by their ids, if it was computed by the present rules."""
    versions = {game.id: context.desk.rules_of(game).version for game in games}
    known = progress.known(context.session, versions)
    return {id_: game_progress for id_, game_progress in known.items() if game_progress.rules_version == versions[id_]}


def _in_words(context: Context, game: GameRow, game_progress: Progress | None) -> tuple[str, str]:
    if game_progress is None:
        try:
            game_progress = restored_progress(context, game)
        except Diverged as error:
            return f"diverges at entry {error.entry.number}", "the moderator"
    now = context.desk.now()
    until = (
        (wait[0], until_when(game_progress, wait, now) if game.status == "playing" else "") for wait in game_progress.waits
    )
    return game_progress.turn, ", ".join(f"{seat} {when}".rstrip() for seat, when in until)


def restored_progress(context: Context, game: GameRow) -> Progress:
    """The position of a game in words, by restoring it. Raises Diverged."""
    return progress_of(open_clock(context.session, game.id, context.desk.now()), load_table(context.of(game)))


def known_page(
    desk: Desk, name: str = "", most: int = MAX_LISTED, *, archived: bool = False, going_on: bool = False
) -> GamesPage:
    """The same page, with the position of each of its games stored. Raises NotFound."""
    with desk.db.reading() as session:
        page = page_before(session, name, most, archived=archived, going_on=going_on)
    keep_page(desk, page)
    return page


def keep_page(desk: Desk, page: GamesPage) -> None:
    """Compute and store the progress of those games of a page that have none, as after an update of the rules.

    Nothing is stored while another process writes.
    """
    with desk.db.reading() as session:
        games = page_of_games(session, page)
        known = known_games(Context(session, desk), games)
        unknown = [game for game in games if game.id not in known]
    try:
        for first in range(0, len(unknown), AT_ONCE):
            _keep(desk, unknown[first : first + AT_ONCE])
    except NotNow:
        return


def _keep(desk: Desk, games: Iterable[GameRow]) -> None:
    """Store the positions of these games in words, but for those whose log has changed meanwhile."""
    rows = []
    with desk.db.reading() as session:
        for game in games:
            with suppress(Diverged):
                version = progress.log_version(session, game.id)
                rows.append((game.id, version, restored_progress(Context(session, desk), game)))
    with desk.db.writing() as session:
        for game_id, version, game_progress in rows:
            if progress.log_version(session, game_id) == version:
                progress.keep(session, game_id, game_progress)


class NotOver(StoreError):
    """Only a game that is over can be put away."""


class CannotClose(StoreError):
    """A game cannot be ended so; the message says why, and what can be done."""


def close_game(desk: Desk, name: str, because: str) -> GameRow:
    """End a game without a result, as an entry with a reason: everybody gets the last report. Letters that were kept are
    settled. Raises NotFound, NotOver for one that is over already, CannotClose for one that does not replay: the last report
    is made from that; BadValue.
    """
    because = values.reason(because)
    try:
        with desk.db.writing() as session:
            return _close(Context(session, desk).of(lobby.find_game(session, name)), because)
    except Diverged as differs:
        before = max(differs.entry.number - 1, 0)
        raise CannotClose(
            f"{name} cannot be closed: its log does not replay under the present rules ({differs}), and the last report "
            f"needs that. Reinstall the old version, or `pbem undo {name} --to {before} --because ...`; then close it"
        ) from differs


def _close(context: GameContext, because: str) -> GameRow:
    session, game, now = context.session, context.game, context.desk.now()
    if game.status == "over":
        raise NotOver(f"{game.name} is over already; `pbem archive {game.name}` puts it away")
    table = load_table(context)
    first = table.next_number
    with table.because(Cause(CauseKind.MASTER)):
        table.end(GAMEMASTER, CLOSED, None, because)
    save(session, game, table, first, None, now)
    for letter in inbox.held_letters(session):
        if letter.game_id == game.id:
            inbox.settle(session, letter.id, "done", f"{game.name} is closed")
    tell_all(context.at(table), Occasion(f"closed-{stamp(now)}", everybody=True))
    return game


def put_away(desk: Desk, name: str, *, back: bool = False) -> GameRow:
    """Leave a game that is over out of all lists, or (`back`) list it again. Raises NotFound, NotOver."""
    with desk.db.writing() as session:
        game = lobby.find_game(session, name)
        if game.status != "over":
            raise NotOver(f"{game.name} is {game.status}: only a game that is over can be archived; `pbem close` ends one")
        game.is_archived = not back
        session.flush()
        return game


def delete_game(desk: Desk, name: str) -> None:
    """Remove a game with its log, letters and mails for good. Raises NotFound, NotOver for one that goes on.

    The caller has written an export before.
    """
    check_deletable(desk, name)
    with desk.db.writing() as session:
        removal.delete_game(session, lobby.find_game(session, name).id)


def check_deletable(desk: Desk, name: str) -> None:
    """Raises NotFound, and NotOver for a game that goes on and is no sandbox."""
    with desk.db.reading() as session:
        game = lobby.find_game(session, name)
    if game.status != "over" and not game.is_sandbox:
        raise NotOver(f"{game.name} is {game.status}: close it first (`pbem close {game.name} --because ...`)")
