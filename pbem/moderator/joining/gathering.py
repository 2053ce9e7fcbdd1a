"""A game whose players are invited first: who is invited, who gets which seat, and the mails to them.

It begins with the letter that fills the last seat. A seat reserved for somebody is theirs until they decline. The others go
to those who accept, first come, first served: as they wish, or by a lot that follows from the game's key, which is fixed
before anybody answers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Unpack

from pbem import values
from pbem.engine.decision import Seat
from pbem.engine.dice import Fate, RollId
from pbem.mail.address import SEAT, hash_of, hashes_in, is_of_mailbox, new_message_id, seat_address
from pbem.mail.letter import Draft, Letter
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Desk, Player
from pbem.moderator.core.setups import OTHERS, find_scenario, language_of, load_setup
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
from pbem.moderator.reports.notices import ASKED, Dispatch, queue_draft, tell_gamemaster
from pbem.moderator.seats.addresses import GUEST, guest_in, guest_token_of
from pbem.render.notice import render_notice
from pbem.store.games import gatherings, lobby
from pbem.store.tables.games import GameRow
from pbem.store.tables.joining import GatheringRow, GuestRow
from pbem.timing.terms import described, read_terms


@dataclass(frozen=True)
class Guests:
    """Who is invited: those with a reserved seat, and the others."""

    seated: Mapping[Seat, Player]
    others: Sequence[Player] = ()

    @property
    def all(self) -> list[tuple[Seat, Player]]:
        """Everybody, each with their reserved seat ("": none)."""
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
    """Add a guest, with a token of their own."""
    desk, now = context.desk, context.desk.now()
    token = guest_token_of(desk.secret, key_of(row).commitment, player.address)
    new = gatherings.NewGuest(name=player.name, address=player.address, seat=seat, status=status, token_hash=hash_of(token))
    return gatherings.add_guest(context.session, row.id, new, now)


def seating_of(context: Context, row: GatheringRow) -> Seating:
    """The seats of a game to come and its guests."""
    return Seating(row, seats_of(context.desk, row), gatherings.guests(context.session, row.id))


# Beginning and ending


def begin_if_full(context: Context, row: GatheringRow) -> GameRow | None:
    """Open the game if nobody is missing: the players get its opening letters, and those on the waiting list are told."""
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
    """Cancel a game to come; all who were invited are told.

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
    """Withdraw somebody's invitation, and tell them. Raises NotFound, and BadOpening if the game has begun."""
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
    """Invite others too; who is invited already and has not answered gets the invitation again. Raises what drop does."""
    with desk.db.writing() as session:
        context, row = Context(session, desk), _going_on(gatherings.find(session, name))
        _check(desk, (), Guests({}, players), is_open=False)
        for player in players:
            guest = gatherings.guest_at(session, row.id, player.address) or add_guest(context, row, player, "", "invited")
            if guest.status != "accepted":
                gatherings.change_guest(session, guest, "invited", guest.wish, desk.now())
                tell_guest(context, row, guest, "invitation", f"invitation-{desk.now():%Y%m%dT%H%M}")


def remind(desk: Desk, name: str) -> list[GuestRow]:
    """Send the invitation again to those who have not answered; gives these. Raises what drop does."""
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


def invitation_lines(desk: Desk, name: str | None = None) -> list[str]:
    """The games whose players are still asked, or the one of this name, with their guests, for the game master. Raises
    NotFound.
    """
    with desk.db.reading() as session:
        context = Context(session, desk)
        return [line for row in _shown(context, name) for line in _lines_of(context, row)] or ["no game waits for players"]


def facts_of(desk: Desk, name: str | None = None) -> list[dict[str, Any]]:
    """The same as plain data. Raises NotFound."""
    with desk.db.reading() as session:
        context = Context(session, desk)
        return [_facts(context, row) for row in _shown(context, name)]


def _shown(context: Context, name: str | None) -> Sequence[GatheringRow]:
    if name is None:
        return gatherings.gatherings(context.session, "gathering")
    return [gatherings.find(context.session, name)]


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


# Who gets which seat

LOT = RollId("opening", "seats", "", 1)
"""The id of the lot for seats, like that of a roll."""


def seats_of(desk: Desk, row: GatheringRow) -> Sequence[Seat]:
    """The seats of the game to come. Raises NoScenario where its file is gone."""
    rules = desk.games[row.rules]
    return rules.seats(load_setup(rules, row.scenario, desk.scenarios, row.options))


def key_of(row: GatheringRow) -> Fate:
    """The source of the game's dice, and of the lot."""
    return Fate(bytes.fromhex(row.key))


@dataclass(frozen=True)
class Seating:
    """Who has joined: the `seats` of the game to come, and its `guests` in the order they were asked."""

    row: GatheringRow
    seats: Sequence[Seat]
    guests: Sequence[GuestRow]

    @property
    def accepted(self) -> list[GuestRow]:
        """Those who will play, or wait, in the order in which they have accepted."""
        will = (guest for guest in self.guests if guest.status == "accepted")
        return sorted(will, key=lambda guest: (guest.since, guest.id))

    @property
    def kept(self) -> dict[Seat, GuestRow]:
        """The reserved seats, and whose they are."""
        return {guest.seat: guest for guest in self.guests if guest.seat and guest.status in ("invited", "accepted")}

    @property
    def free(self) -> list[Seat]:
        """The seats that are not reserved."""
        return [seat for seat in self.seats if seat not in self.kept]

    @property
    def takers(self) -> list[GuestRow]:
        """Those who have accepted and will have one of the free seats."""
        return [guest for guest in self.accepted if not guest.seat][: len(self.free)]

    @property
    def waiting(self) -> list[GuestRow]:
        """Those who have accepted and will play only if somebody else does not."""
        playing = self.takers
        return [guest for guest in self.accepted if not guest.seat and guest not in playing]

    @property
    def missing(self) -> int:
        """How many players must still accept before the game begins."""
        to_come = sum(guest.status != "accepted" for guest in self.kept.values())
        return to_come + len(self.free) - len(self.takers)

    def players(self) -> dict[Seat, GuestRow]:
        """Who plays what, once nobody is missing."""
        seated = self.kept | self._given()
        return {seat: seated[seat] for seat in self.seats}

    def _given(self) -> dict[Seat, GuestRow]:
        """The free seats, by lot or as their takers wish."""
        if self.row.by_lot:
            return dict(zip(key_of(self.row).order(LOT, tuple(self.free)), self.takers, strict=True))
        wished = {guest.wish: guest for guest in reversed(self.takers) if guest.wish in self.free}
        content = [guest.id for guest in wished.values()]
        others = (guest for guest in self.takers if guest.id not in content)
        left = (seat for seat in self.free if seat not in wished)
        return wished | dict(zip(left, others, strict=True))


# Mails to guests

KIND = "invitation"
"""The kind of all mails to guests."""


def guest_of(context: Context, letter: Letter) -> GuestRow | None:
    """The guest whose token a letter was sent to, or whose mail of ours it answers."""
    for each in hashes_in(letter.recipients, context.desk.mailbox):
        if (guest := gatherings.by_token_hash(context.session, each)) is not None:
            return guest
    guests = (guest_in(context, reference) for reference in letter.references)
    return next((guest for guest in guests if guest is not None), None)


def asked_for(context: Context, letter: Letter) -> GatheringRow | None:
    """The open game that a letter's sender asked to join and has been forgotten by, found by the token that they were sent.
    The token follows from their address, so nothing need be stored about those who only ask.
    """
    given = set(hashes_in(letter.recipients, context.desk.mailbox))
    if not given or not letter.sender or not context.desk.letters.open_tables:
        return None
    for row in gatherings.open_to_strangers(context.session):
        token = guest_token_of(context.desk.secret, key_of(row).commitment, letter.sender)
        if hash_of(token) in given and gatherings.guest_at(context.session, row.id, letter.sender) is None:
            return row
    return None


@dataclass(frozen=True, slots=True)
class LetterRef:
    """A letter that a mail answers: its number, and its Message-ID as its writer's program gave it ("": none)."""

    id: int
    message_id: str


def tell_guest(
    context: Context,
    row: GatheringRow,
    guest: GuestRow,
    kind: str,
    occasion: str,
    *,
    to: LetterRef | None = None,
    not_before: datetime | None = None,
    **facts: Any,
) -> None:
    """Queue a mail to a guest at their registered address, once for each `occasion`; `to` is the letter that it answers, if
    any.
    """
    desk = context.desk
    message_id = guest_message_id(context, row, guest, occasion)
    if is_told(context, row, guest, occasion):
        return
    root, answered = guest_message_id(context, row, guest, "invitation"), to.message_id if to else ""
    page = desk.page.speaking(language_of(row.options, guest.seat or OTHERS))
    subject, text, html = render_notice(page, kind, **_facts_of(context, row, guest), **facts)
    draft = Draft(
        to=guest.address,
        subject=subject,
        text=text,
        html=html,
        message_id=message_id,
        reply_to=seat_address(desk.mailbox, SEAT),
        in_reply_to=answered or None,
        references=tuple(each for each in (root, answered) if each and each != message_id),
        auto_submitted="auto-replied" if answered else "auto-generated",
    )
    # As urgent as a game's first letter, which may follow at once and must not overtake it.
    queue_draft(context, draft, Dispatch(KIND, to.id if to else None, not_before=not_before, urgency=ASKED))


def is_told(context: Context, row: GatheringRow, guest: GuestRow, occasion: str) -> bool:
    """Whether a guest has been written to on this occasion."""
    return context.is_queued(guest_message_id(context, row, guest, occasion))


def guest_message_id(context: Context, row: GatheringRow, guest: GuestRow, occasion: str) -> str:
    """The Message-ID of a mail to a guest."""
    return new_message_id(context.desk.secret, context.desk.host, row.name, f"{GUEST}{guest.id}", occasion)


def _facts_of(context: Context, row: GatheringRow, guest: GuestRow) -> dict[str, Any]:
    """The facts for every mail to a guest: the game, its seats, the names of those who have one."""
    rules, terms = context.desk.games[row.rules], read_terms(row.terms)
    guests = gatherings.guests(context.session, row.id)
    setup = load_setup(rules, row.scenario, context.desk.scenarios, row.options)
    return {
        "game": row.name,
        "player": guest.name,
        "title": rules.title,
        "scenario": rules.scenarios[row.scenario],
        "kept": guest.seat,
        "wish": guest.wish,
        "seats": Seating(row, rules.seats(setup), guests).free,
        "by_lot": row.by_lot,
        "others": [each.name for each in guests if each.status == "accepted" and each.id != guest.id],
        "played": list(rules.told_options(setup)),
        "terms": list(described(terms)),
        "commitment": key_of(row).commitment,
    }
