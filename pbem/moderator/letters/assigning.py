"""A letter that was not dealt with, read as one from a seat because the game master says whose it is."""

from __future__ import annotations

from pbem.engine.decision import Seat
from pbem.mail.reading import read_letter
from pbem.moderator.desk.context import Context
from pbem.moderator.desk.desk import Desk
from pbem.moderator.desk.identify import identify
from pbem.moderator.desk.letter_context import Writer
from pbem.moderator.letters.receive import read_as
from pbem.store import lobby, post
from pbem.store.errors import StoreError


class CannotAssign(StoreError):
    """A letter cannot be read as one from that seat; the message says why."""


def assign(desk: Desk, number: int, name: str, seat: Seat, *, force: bool = False) -> str:
    """Read a held or dead letter as one from a seat, whoever has sent it; gives what became of it. The seat's player is
    answered at the registered address, as ever.

    Raises NotFound, and CannotAssign for a letter that opens another seat (unless by `force`), or was read already; and for
    a game on hold: its letters are identified anew when it goes on.
    """
    with desk.db.writing() as session:
        row = post.letter(session, number)
        before = row.status
        if before not in ("held", "dead"):
            raise CannotAssign(f"letter {number} is {before}: only one that is held or dead can be assigned")
        context, game = Context(session, desk), lobby.find_game(session, name)
        if game.status == "held":
            raise CannotAssign(f"{game.name} is on hold: release it first (`pbem release {game.name}`)")
        writer = Writer(game, lobby.seat(session, game.id, seat))
        letter = read_letter(row.raw)
        other = identify(context, letter)
        if isinstance(other, Writer) and other.seat.id != writer.seat.id and not force:
            raise CannotAssign(
                f"letter {number} opens {other.seat.name} of {other.game.name}; --force reads it all the same"
            )
        post.retry(session, number)
        verdict = read_as(context, writer, letter, row)
        outcome = f"assigned to {name} {seat} by the game master: {verdict.outcome}"
        if verdict.status is not None:
            post.settle(session, number, verdict.status, outcome)
    return f"letter {number}: {outcome}"
