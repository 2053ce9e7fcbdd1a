"""Games that are ended by the game master, put away, or deleted."""

from __future__ import annotations

from pbem import values
from pbem.engine.decision import GAMEMASTER
from pbem.engine.ending import CLOSED
from pbem.engine.log.cause import Cause, CauseKind
from pbem.engine.played_log import Diverged
from pbem.moderator.core.context import Context, GameContext
from pbem.moderator.core.desk import Desk
from pbem.moderator.core.games import load_table, save
from pbem.moderator.deadlines.clock import stamp
from pbem.moderator.reports.notify import tell_all
from pbem.moderator.reports.occasion import Occasion
from pbem.store.errors import StoreError
from pbem.store.games import lobby, removal
from pbem.store.mail import inbox
from pbem.store.tables.games import GameRow


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
