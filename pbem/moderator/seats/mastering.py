"""Which game master moderates a game."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from pbem.engine.played_log import Diverged
from pbem.moderator.core.context import Context, GameContext
from pbem.moderator.core.desk import OFF, RIGHTS, Desk, rights_in_words
from pbem.moderator.core.games import load_table
from pbem.moderator.deadlines.clock import stamp
from pbem.moderator.reports.notices import tell_gamemaster
from pbem.moderator.reports.notify import mail_report
from pbem.moderator.reports.occasion import Occasion
from pbem.moderator.seats.addresses import give_token
from pbem.store.errors import StoreError
from pbem.store.games import lobby
from pbem.store.tables.games import SeatRow

COMMANDS = 'Reply to this mail with commands, one a line; "help" lists them.'


class NoMaster(StoreError):
    """Nobody who could moderate the game; the message says why."""


def give_game(desk: Desk, name: str, address: str) -> str:
    """Let another game master moderate a game ("": the owner), and tell them and who did it before. Gives the address. Seats
    that the one before has acted for go to them, with a new address.

    Raises NotFound, and NoMaster for an address that is no game master's, or that plays in the game: they would see all.
    """
    with desk.db.writing() as session:
        context = Context(session, desk)
        game = lobby.find_game(session, name)
        master = desk.master_at(address or desk.gamemaster)
        if master is None:
            known = ", ".join(each.address for each in desk.masters) or "none"
            raise NoMaster(f"{address or 'the owner'} is not a game master; pbem.toml has: {known}")
        seats = [row.name for row in lobby.seats(session, game.id) if master.address.lower() in _addresses(row)]
        if seats:
            raise NoMaster(
                f"{master.address} plays {', '.join(seats)} in {game.name}, and would see the secrets of the other seats"
            )
        before, game.moderator = desk.gamemaster_of(game), "" if master.is_owner else master.address.lower()
        session.flush()
        for row in lobby.seats(session, game.id):
            if row.acting_turn and row.address.lower() == before.lower() != master.address.lower():
                _act_instead(context.of(game), row, master.address)
        for each in {before, master.address} - {""}:
            who = "You moderate" if each == master.address else f"{master.name or master.address} moderates"
            rights = rights_in_words(master.rights) if each == master.address else ""
            how = COMMANDS if each == master.address and desk.letters.by_mail != OFF else ""
            lines = tuple(line for line in (f"{who} {game.name} from now on.", rights, how) if line)
            occasion = f"moderator-{game.name}-{stamp(desk.now())}"
            facts: dict[str, Any] = {"heading": f"who moderates {game.name}", "lines": lines, "more": 0, "daily": False}
            tell_gamemaster(context, None, "watch", occasion, to=each, **facts)
        return master.address


def who_moderates(desk: Desk, name: str) -> str:
    """Who moderates a game, in a line, with their rights. Raises NotFound."""
    with desk.db.reading() as session:
        game = lobby.find_game(session, name)
        address = desk.gamemaster_of(game)
        master = desk.master_at(address) if address else None
        if master is None:
            return f"{game.name} is the owner's; no address of a game master is configured (moderator)"
        if master.is_owner:
            gone = f"; {game.moderator} is no game master any more" if game.moderator else ""
            return f"{master.address} moderates {game.name}: the owner{gone}"
        rights = ", ".join(right for right in RIGHTS if right in master.rights)
        person = f"{master.name} <{master.address}>" if master.name else master.address
        return f"{person} moderates {game.name}; rights: {rights or 'none'}"


def act_for_who_is_gone(desk: Desk) -> list[str]:
    """Let the game master of each game act where one acts who has the game no longer: nothing of it goes to them any more.
    Gives a line for each seat.
    """
    with desk.db.reading() as session:
        acted_for = [(row.id, row.game_id, row.address) for row in lobby.seats_acted_for(session)]
    lines = []
    for seat_id, game_id, address in acted_for:
        with desk.db.writing() as session:
            context = Context(session, desk).of(lobby.game(session, game_id))
            actor = desk.gamemaster_of(context.game)
            row = next(each for each in lobby.seats(session, game_id) if each.id == seat_id)
            if actor and row.acting_turn and row.address.lower() == address.lower() != actor.lower():
                _act_instead(context, row, actor)
                lines.append(f"{context.game.name}: {actor} acts for {row.name}, no longer {address}")
    return lines


def _act_instead(context: GameContext, row: SeatRow, address: str) -> None:
    """The game master at this address acts for a player from now on; of a game that does not replay they get no report."""
    row.address = address
    give_token(context, row)
    occasion = Occasion(f"acting-{stamp(context.desk.now())}-{row.token_number}", opening=False)
    with suppress(Diverged):
        mail_report(context.at(load_table(context)), row, occasion)


def _addresses(row: SeatRow) -> set[str]:
    return {row.address.lower(), row.kept_address.lower()}
