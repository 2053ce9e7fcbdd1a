"""A game whose players are asked first: who is invited, and when it begins: with the letter that fills it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Unpack

from pbem import values
from pbem.engine.decision import Seat
from pbem.mail.address import hash_of, is_of_mailbox
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Desk, Player
from pbem.moderator.core.setups import find_scenario, load_setup
from pbem.moderator.joining.guests import Seating, key_of, seats_of, tell_guest
from pbem.moderator.joining.opening import (
    BadOpening,
    GameChoices,
    GameOpening,
    check_options,
    check_players,
    open_in,
    opening_terms,
    rules_among,
)
from pbem.moderator.reports.notices import tell_gamemaster
from pbem.moderator.seats.addresses import guest_token_of
from pbem.store.games import gatherings, lobby
from pbem.store.tables.games import GameRow
from pbem.store.tables.joining import GatheringRow, GuestRow


@dataclass(frozen=True)
class Guests:
    """Who is asked: those a seat is kept for, and the others."""

    seated: Mapping[Seat, Player]
    others: Sequence[Player] = ()

    @property
    def all(self) -> list[tuple[Seat, Player]]:
        """Everybody with the seat that is kept for them ("": none)."""
        return [*self.seated.items(), *(("", player) for player in self.others)]


def invite(
    desk: Desk,
    rules_name: str,
    scenario: str,
    guests: Guests,
    *,
    by_lot: bool = True,
    is_open: bool = False,
    **choices: Unpack[GameChoices],
) -> GatheringRow:
    """Ask guests to play a game, all or nothing; it is opened when there is a player for every seat.

    More guests than seats may be asked: who accepts too late waits. With `is_open` strangers may ask to join, and fewer may
    be invited. Raises BadOpening, NoScenario, StoreError, BadTime.
    """
    rules = rules_among(desk.games, rules_name)
    scenario = find_scenario(rules, scenario)
    setup = load_setup(rules, scenario, desk.scenarios, choices.get("options"))
    check_options(rules, setup)
    _check(desk, rules.seats(setup), guests, is_open=is_open)
    with desk.db.writing() as session:
        context = Context(session, desk)
        opening = GameOpening.of(session, rules, scenario, choices)
        lobby.refuse_known_name(session, opening.name)
        new = gatherings.NewGathering(
            name=opening.name,
            rules=rules.name,
            scenario=scenario,
            options=opening.options,
            terms=opening_terms(rules, len(rules.seats(setup)), opening.terms),
            auth=opening.auth,
            key=opening.key,
            by_lot=by_lot,
            is_open=is_open,
        )
        row = gatherings.create(session, new, desk.now())
        for seat, player in guests.all:
            guest = add_guest(context, row, player, seat, "invited")
            tell_guest(context, row, guest, "invitation", "invitation")
        return row


def ask_players(
    desk: Desk, rules_name: str, scenario: str, players: Mapping[Seat, Player], **choices: Unpack[GameChoices]
) -> GatheringRow:
    """Ask the players of all seats whether they will play; the game is opened when all have accepted.

    Raises what `invite` does.
    """
    rules = rules_among(desk.games, rules_name)
    check_players(
        desk, rules, load_setup(rules, find_scenario(rules, scenario), desk.scenarios, choices.get("options")), players
    )
    return invite(desk, rules_name, scenario, Guests(players), by_lot=False, **choices)


def _check(desk: Desk, seats: Sequence[Seat], guests: Guests, *, is_open: bool) -> None:
    if strange := [seat for seat in guests.seated if seat not in seats]:
        raise BadOpening(f"there is no seat {' and no seat '.join(strange)}; the seats are {', '.join(seats)}")
    if len(guests.all) < len(seats) and not is_open:
        raise BadOpening(f"invite at least {len(seats)} players, or let others join with --open")
    if is_open and not desk.letters.open_tables:
        raise BadOpening("strangers may not join by mail: set open_tables in [mail] of the configuration first")
    addresses = [player.address.lower() for _, player in guests.all]
    for address in addresses:
        if is_of_mailbox(address, desk.mailbox):
            raise BadOpening(f"{address} is the mailbox of the program itself; give the player's address")
        if addresses.count(address) > 1:
            raise BadOpening(f"{address} is invited twice")


def add_guest(context: Context, row: GatheringRow, player: Player, seat: Seat, status: str) -> GuestRow:
    """Somebody more, with a token of their own."""
    desk, now = context.desk, context.desk.now()
    token = guest_token_of(desk.secret, key_of(row).commitment, player.address)
    new = gatherings.NewGuest(name=player.name, address=player.address, seat=seat, status=status, token_hash=hash_of(token))
    return gatherings.add_guest(context.session, row.id, new, now)


def seating_of(context: Context, row: GatheringRow) -> Seating:
    """How things are with the seats of a game to come."""
    return Seating(row, seats_of(context.desk, row), gatherings.guests(context.session, row.id))


# Beginning and ending


def begin_if_full(context: Context, row: GatheringRow) -> GameRow | None:
    """Open the game if nobody is missing: the players get its opening letters, and who has waited is told."""
    session, seating = context.session, seating_of(context, row)
    if row.status != "gathering" or seating.missing:
        return None
    guests = seating.players()
    shares = {seat: guest.share for seat, guest in guests.items() if guest.share}
    opening = GameOpening(
        row.rules, row.scenario, row.name, row.auth, row.options, bytes.fromhex(row.key), row.terms, shares
    )
    gatherings.settle(session, row, "begun")
    game = open_in(context, opening, {seat: Player.as_kept(guest.name, guest.address) for seat, guest in guests.items()})
    gatherings.settle(session, row, "begun", game.id)
    for guest in (*seating.waiting, *(guest for guest in seating.guests if guest.status == "invited")):
        tell_guest(context, row, guest, "begun_without", "begun", waited=guest.status != "invited")
    waiting = [f"{guest.name} <{guest.address}>" for guest in seating.waiting]
    tell_gamemaster(context, game, "gathered", "gathered", waiting=waiting)
    return game


def call_off(desk: Desk, name: str, because: str) -> GatheringRow:
    """The game will not be played: all who were asked are told.

    Raises NotFound, BadValue, and BadOpening if it has begun.
    """
    because = values.reason(because)
    with desk.db.writing() as session:
        context, row = Context(session, desk), _going_on(gatherings.find(session, name))
        for guest in gatherings.guests(session, row.id):
            if guest.status in ("invited", "accepted"):
                tell_guest(context, row, guest, "called_off", "off", because=because)
        gatherings.settle(session, row, "off")
        return row


def drop(desk: Desk, name: str, address: str) -> GuestRow:
    """Somebody is asked no longer, and is told so. Raises NotFound, and BadOpening if the game has begun."""
    with desk.db.writing() as session:
        context, row = Context(session, desk), _going_on(gatherings.find(session, name))
        guest = gatherings.guest_at(session, row.id, address)
        if guest is None:
            known = ", ".join(guest.address for guest in gatherings.guests(session, row.id)) or "nobody"
            raise BadOpening(f"{address} is not invited to {row.name}; invited: {known}")
        tell_guest(context, row, guest, "dropped", "dropped")
        gatherings.change_guest(session, guest, "dropped", "", desk.now())
        return guest


def ask_more(desk: Desk, name: str, players: Sequence[Player]) -> None:
    """Invite others too; who is invited and has not answered gets the invitation again. Raises as drop does."""
    with desk.db.writing() as session:
        context, row = Context(session, desk), _going_on(gatherings.find(session, name))
        _check(desk, (), Guests({}, players), is_open=False)
        for player in players:
            guest = gatherings.guest_at(session, row.id, player.address) or add_guest(context, row, player, "", "invited")
            if guest.status != "accepted":
                gatherings.change_guest(session, guest, "invited", guest.wish, desk.now())
                tell_guest(context, row, guest, "invitation", f"invitation-{desk.now():%Y%m%dT%H%M}")


def remind(desk: Desk, name: str) -> list[GuestRow]:
    """Send the invitation again to those who have not answered. Gives them. Raises as drop does."""
    with desk.db.writing() as session:
        context, row = Context(session, desk), _going_on(gatherings.find(session, name))
        silent = [guest for guest in gatherings.guests(session, row.id) if guest.status == "invited"]
        for guest in silent:
            tell_guest(context, row, guest, "invitation", f"reminder-{desk.now():%Y%m%d}")
        return silent


def _going_on(row: GatheringRow) -> GatheringRow:
    if row.status != "gathering":
        raise BadOpening(f"{row.name} {'has begun' if row.status == 'begun' else 'was called off'}")
    return row


# Shown


def told_of(desk: Desk, name: str | None = None) -> list[str]:
    """The games whose players are still asked, or the one of this name, with their guests, for the game master. Raises
    NotFound.
    """
    with desk.db.reading() as session:
        context = Context(session, desk)
        rows = gatherings.gatherings(session, "gathering") if name is None else [gatherings.find(session, name)]
        return [line for row in rows for line in _lines_of(context, row)] or ["no game waits for players"]


def facts_of(desk: Desk, name: str | None = None) -> list[dict[str, Any]]:
    """The same as plain data. Raises NotFound."""
    with desk.db.reading() as session:
        context = Context(session, desk)
        rows = gatherings.gatherings(session, "gathering") if name is None else [gatherings.find(session, name)]
        return [_facts(context, row) for row in rows]


def _facts(context: Context, row: GatheringRow) -> dict[str, Any]:
    seating = seating_of(context, row)
    guests = [
        {
            "name": each.name,
            "address": each.address,
            "status": each.status,
            "since": each.since,
            "seat": each.seat or each.wish,
        }
        for each in seating.guests
    ]
    return {"game": row.name, "scenario": row.scenario, "status": row.status, "missing": seating.missing, "guests": guests}


def _lines_of(context: Context, row: GatheringRow) -> list[str]:
    seating = seating_of(context, row)
    ways = "by lot" if row.by_lot else "by choice"
    unfilled = f"{seating.missing} {'seat' if seating.missing == 1 else 'seats'} unfilled"
    status_text = {"gathering": unfilled, "begun": "begun", "off": "called off"}[row.status]
    openness = ", open to strangers" if row.is_open else ""
    lines = [f"{row.name}: {context.desk.games[row.rules].title}, {row.scenario}, {ways}{openness}: {status_text}"]
    for guest in seating.guests:
        status = "waits" if guest in seating.waiting else guest.status
        seat = f", {guest.seat or guest.wish}" if guest.seat or guest.wish else ""
        lines.append(f"  {guest.name} <{guest.address}>: {status} since {guest.since:%Y-%m-%d %H:%M}{seat}")
    return lines
