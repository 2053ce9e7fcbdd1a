"""A game on hold, and let go on again with its letters; and which letter is the newest that can be taken back."""

from __future__ import annotations

from gettext import NullTranslations

from pbem import values
from pbem.engine.decision import Seat
from pbem.engine.log.entry import NOT_OF_THE_GAME, EntryKind
from pbem.moderator.clock.terms import restart, tell_new_deadlines
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Desk
from pbem.moderator.core.games import load_table
from pbem.moderator.deadlines.clock import stamp
from pbem.moderator.intake.moderating import moderate_waiting
from pbem.moderator.reports.notices import time_notice
from pbem.moderator.seats.addresses import give_token
from pbem.store.errors import NotFound
from pbem.store.games import journal, lobby
from pbem.store.mail import inbox
from pbem.store.tables.games import GameRow, SeatRow


class KeyIsOut(Exception):
    """The game has ended and its key is published: whoever plays on could know the dice beforehand."""


NOTHING_TO_UNDO = NOT_OF_THE_GAME - {EntryKind.OFFER}


def last_letters_first(lines: list[journal.LogLine]) -> int:
    """The number of the first entry of the newest letter in the live log that has done something: in the game, or towards
    what players agree on. What it has said about time holds.

    Raises NotFound where no letter has.
    """
    letters = [line.letter_id for line in lines if line.letter_id is not None and line.kind not in NOTHING_TO_UNDO]
    if not letters:
        raise NotFound("no letter has changed this game yet")
    return next(line.number for line in lines if line.letter_id == letters[-1])


def new_address(desk: Desk, name: str, seat: Seat) -> SeatRow:
    """Give a seat a new token: the one before opens it no longer. Its player is told. Raises NotFound."""
    with desk.db.writing() as session:
        game = lobby.find_game(session, name)
        row = lobby.seat(session, game.id, seat)
        context = Context(session, desk).of(game)
        give_token(context, row)
        time_notice(context, row, "new_address", f"token-{row.token_number}", player=row.player)
        return row


def hold(desk: Desk, name: str, because: str) -> GameRow:
    """Stop a game: letters are kept, nothing is moderated. All players are told why. Raises NotFound, BadValue."""
    because = values.reason(because)
    with desk.db.writing() as session:
        game = lobby.hold(session, lobby.find_game(session, name).id, because)
        context = Context(session, desk).of(game)
        for seat in lobby.seats(session, game.id):
            time_notice(context, seat, "on_hold", f"hold-{stamp(desk.now())}", because=because)
        return game


def release(desk: Desk, name: str, because: str = "") -> list[str]:
    """Let a held game go on, with fresh deadlines, tell all players (and `because` of what), and deal with the letters kept
    meanwhile. Gives a line for each.

    Raises BadValue, and Diverged, and the game stays held, when the rules do not lead where its log does.
    """
    because = values.reason(because)
    with desk.db.writing() as session:
        game = lobby.find_game(session, name)
        context = Context(session, desk).of(game)
        context_at = context.at(load_table(context))
        lobby.release(session, game.id)
        restart(context_at)
        kept = [row.id for row in inbox.held_letters(session) if row.game_id == game.id]
        for letter_id in kept:
            inbox.retry(session, letter_id)
    dealt_with = moderate_waiting(desk, kept)
    _tell_going_on(desk, name, because)
    return dealt_with


def _tell_going_on(desk: Desk, name: str, because: str) -> None:
    """That the game goes on, and until when players have time, where the letters kept have not stopped or ended it."""
    with desk.db.writing() as session:
        game = lobby.find_game(session, name)
        if game.status == "playing":
            context = Context(session, desk).of(game)
            tell_new_deadlines(context.at(load_table(context)), lambda say: _going_on(say, because))


def _going_on(say: NullTranslations, because: str) -> str:
    return say.gettext("The game goes on: %s") % because if because else say.gettext("The game goes on.")
