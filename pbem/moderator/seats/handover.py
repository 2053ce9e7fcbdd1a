"""Changes who plays a seat: another player, the same player at another address, the game master for a Turn; and which game
master moderates a game.

A newcomer is told the story so far, as the seat has seen it.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import Any

from pbem import values
from pbem.engine.decision import Seat
from pbem.engine.log.cause import Cause, CauseKind
from pbem.engine.played_log import Diverged
from pbem.engine.table import Table
from pbem.mail.address import new_message_id
from pbem.mail.letter import Draft
from pbem.moderator.core.context import Context, GameContext, transaction
from pbem.moderator.core.desk import OFF, RIGHTS, Desk, Player, rights_in_words
from pbem.moderator.core.games import load_table, save
from pbem.moderator.core.line_results import LineResult
from pbem.moderator.core.setups import forget_language
from pbem.moderator.deadlines.clock import forget_player, hear, open_clock, stamp
from pbem.moderator.reading.query_words import HISTORY
from pbem.moderator.reports.notices import Dispatch, MasterMail, queue_draft, tell_gamemaster, time_notice
from pbem.moderator.reports.notify import mail_report, seat_is_back, turn_of
from pbem.moderator.reports.occasion import AnsweredLetter, Occasion
from pbem.moderator.seats.addresses import give_token, move_to, why_not_at
from pbem.moderator.talk.seat_log import SAME_PLAYER, leave
from pbem.render.notice import render_notice
from pbem.replay.turns import by_turn
from pbem.store.errors import StoreError
from pbem.store.games import lobby, press
from pbem.store.mail import reach
from pbem.store.tables.games import SeatRow

MAX_TURNS = 15
"""How many Turns a newcomer is told, the last ones; `history 3` shows any."""


def newcomer_history(table: Table[Any], seat: Seat) -> list[LineResult]:
    """Questions for the story of each Turn, as a letter of the seat could ask them."""
    events = (news.event for news in table.news if news.event.visible_to(seat))
    turns, before = by_turn(table, events)
    if not turns:
        return [LineResult(0, HISTORY, understood=HISTORY, asks=HISTORY)] if before else []
    lines = [f"{HISTORY} {label.number}" for label, _ in turns[-MAX_TURNS:]]
    return [LineResult(0, line, understood=line, asks=HISTORY) for line in lines]


# Hand-over

FORMER = "former-player"
"""Names mails to former players in Message-IDs: no seat has this name."""


class BadHandover(StoreError):
    """A seat cannot be handed over; the message says why, and what can be done."""


def hand_over(desk: Desk, name: str, seat: Seat, person: Player, *, commit: bool = True) -> SeatRow:
    """Give a seat to another player, with a new token; or (without `commit`) only try it. The former player and the others
    are told, and the newcomer gets a first letter.

    That letter has the report, the story so far as the seat has seen it, the player's aid, and in its reply form the orders
    that the former player left for later: these are cancelled until the newcomer sends them. The newcomer does not get
    messages to the former player alone; whoever wrote one that was not delivered yet is told. Raises NotFound, BadHandover.
    """
    with transaction(desk, commit=commit) as session:
        context = Context(session, desk).of(lobby.find_game(session, name))
        row = _open_seat(context, seat)
        _check(context, row, person)
        before, address = row.kept_player or row.player, row.kept_address or row.address
        is_other, unread = address.lower() != person.address.lower(), Counter[Seat]()
        if is_other:
            _say_farewell(context, row, address)
            unread = press.withhold_private(session, context.game.id, row.name, desk.now())
            context.game.options = forget_language(context.game.options, row.name)
        row.player, row.address = person.name, person.address
        row.kept_player = row.kept_address = row.acting_turn = ""
        reach.has_written(session, row)
        give_token(context, row)
        _write_newcomer(context, row, before, is_other=is_other)
        for other in lobby.seats(session, context.game.id):
            if other.id != row.id:
                facts: dict[str, Any] = {"player": person.name, "before": before, "unread": unread[other.name]}
                time_notice(context, other, "new_player", f"seat-{row.token_number}", whose=row.name, **facts)
    return row


def _write_newcomer(context: GameContext, row: SeatRow, before: str, *, is_other: bool) -> None:
    """Cancel the orders that the former player left, and send the newcomer their first letter."""
    now, table = context.desk.now(), load_table(context)
    first = table.next_number
    with table.because(Cause(CauseKind.MASTER)):
        left = leave(table, row.name, "" if is_other else SAME_PLAYER)
        clock = open_clock(context.session, context.game.id, now)
        if is_other:
            forget_player(clock, table, row.name)
        hear(clock, table, row.name)
    save(context.session, context.game, table, first, None, now)
    letter = AnsweredLetter(sender=row.name, results=newcomer_history(table, row.name))
    mail_report(context.at(table), row, Occasion(f"kit-{stamp(now)}", letter, newcomer=before, left_orders=left))


def _say_farewell(context: GameContext, row: SeatRow, address: str) -> None:
    """Tell the former player, at their address, that the seat is no longer theirs. The mail belongs to no seat and has no
    token, so neither an answer to it nor its bounce counts for the seat.
    """
    desk, game = context.desk, context.game
    occasion = (f"{row.token_number}-{stamp(desk.now())}", row.name)
    message_id = new_message_id(desk.secret, desk.host, game.name, FORMER, *occasion)
    content = render_notice(context.page_for(row.name), "seat_left", game=game.name, seat=row.name)
    queue_draft(context, Draft(address, *content, message_id, desk.mailbox), Dispatch("notice", game_id=game.id))


def change_address(desk: Desk, name: str, seat: Seat, address: str) -> SeatRow:
    """Change a player's address, with a new token; both addresses are told. Raises NotFound, BadHandover, BadValue."""
    with desk.db.writing() as session:
        context = Context(session, desk).of(lobby.find_game(session, name))
        row = _open_seat(context, seat)
        _check(context, row, Player.as_kept(row.player, values.address(address)))
        move_to(context, row, address)
        return row


def act_for(desk: Desk, name: str, seat: Seat) -> SeatRow:
    """Let the game master play a seat until the next Turn begins: its mail goes to them. All players are told.

    Raises NotFound, and BadHandover where no game master is configured or the seat is acted for already.
    """
    with desk.db.writing() as session:
        context = Context(session, desk).of(lobby.find_game(session, name))
        row = _open_seat(context, seat)
        if not (actor := desk.gamemaster_of(context.game)):
            raise BadHandover("no address of a game master is configured (moderator): nobody could act")
        if row.acting_turn:
            raise BadHandover(f"{row.name} of {name} is acted for already, until {row.acting_turn} is over")
        table = load_table(context)
        first = table.next_number
        with table.because(Cause(CauseKind.MASTER)):
            hear(open_clock(session, context.game.id, desk.now()), table, row.name)
        if table.next_number > first:
            save(session, context.game, table, first, None, desk.now())
        row.kept_player, row.kept_address = row.player, row.address
        row.acting_turn = turn_of(table)
        for each in lobby.seats(session, context.game.id):
            facts: dict[str, Any] = {"whose": row.name, "player": row.kept_player, "turn": row.acting_turn}
            time_notice(context, each, "acting", f"acting-{stamp(desk.now())}", **facts)
        row.player, row.address = f"game master for {row.kept_player}"[: values.MAX_NAME], actor
        session.flush()
        mail_report(context.at(table), row, Occasion(f"acting-{stamp(desk.now())}", opening=False))
        return row


def give_seat_back(desk: Desk, name: str, seat: Seat) -> SeatRow:
    """The player plays their own seat again, before the Turn is over. All players are told. Raises NotFound, BadHandover."""
    with desk.db.writing() as session:
        context = Context(session, desk).of(lobby.find_game(session, name))
        row = lobby.seat(session, context.game.id, seat)
        if not row.acting_turn:
            raise BadHandover(f"nobody acts for {row.name} of {name}")
        table = load_table(context)
        seat_is_back(context, row, f"back-{stamp(desk.now())}")
        mail_report(context.at(table), row, Occasion(f"back-{stamp(desk.now())}"))
        return row


def _open_seat(context: GameContext, seat: Seat) -> SeatRow:
    if context.game.status == "over":
        raise BadHandover(f"{context.game.name} is over")
    return lobby.seat(context.session, context.game.id, seat)


def _check(context: GameContext, row: SeatRow, person: Player) -> None:
    address = person.address
    if (address.lower(), person.name) == (row.address.lower(), row.player):
        raise BadHandover(f"{row.name} of {context.game.name} is {person.name}'s at {address} already")
    if why := why_not_at(context, row, address):
        raise BadHandover(why)


COMMANDS = 'Reply to this mail with commands, one a line; "help" lists them.'


class NoMaster(StoreError):
    """Nobody who could moderate the game; the message says why."""


def give_game(desk: Desk, name: str, address: str) -> str:
    """Let another game master ("": the owner) moderate a game, and tell them and the former one. Gives the address. Seats
    that the former one acted for go to them, with a new address.

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
            tell_gamemaster(context, None, "watch", occasion, MasterMail(to=each), **facts)
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
            former = f"; {game.moderator} is no game master any more" if game.moderator else ""
            return f"{master.address} moderates {game.name}: the owner{former}"
        rights = ", ".join(right for right in RIGHTS if right in master.rights)
        person = f"{master.name} <{master.address}>" if master.name else master.address
        return f"{person} moderates {game.name}; rights: {rights or 'none'}"


def replace_former_masters(desk: Desk) -> list[str]:
    """Where a former game master acts for a seat, let the present one act: nothing more goes to the former.
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


def new_address(desk: Desk, name: str, seat: Seat) -> SeatRow:
    """Give a seat a new token; the old one no longer opens it. Its player is told. Raises NotFound."""
    with desk.db.writing() as session:
        game = lobby.find_game(session, name)
        row = lobby.seat(session, game.id, seat)
        context = Context(session, desk).of(game)
        give_token(context, row)
        time_notice(context, row, "new_address", f"token-{row.token_number}", player=row.player)
        return row
