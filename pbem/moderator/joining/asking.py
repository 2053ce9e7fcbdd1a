"""Strangers who ask to join a game: only where the moderator allows it, and an open table is there.

A stranger's address can be forged, so nobody takes part by asking: they get one mail, at most one a day, and answer that.
However many ask, nobody is kept from it: of those who only ask the oldest are forgotten, and the answer to the mail counts.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from pbem.mail.address import is_of_mailbox, new_message_id
from pbem.mail.letter import Draft, Letter
from pbem.mail.reading.orders import read_lines
from pbem.moderator.desk.context import Context
from pbem.moderator.desk.players import Player
from pbem.moderator.joining.gathering import add_guest
from pbem.moderator.joining.guest_mail import asked_for, is_told, tell_guest
from pbem.moderator.joining.seating import seats_of
from pbem.moderator.joining.words import ORDER_WORDS, Asked, asked_in
from pbem.moderator.reports.notices import may_warn, queue_draft
from pbem.render.notice import render_notice
from pbem.store import gatherings
from pbem.store.tables import GatheringRow, GuestRow, LetterRow
from pbem.values import fitted_name, is_address

LONGEST_ASKED = 64 * 1024
"""A longer letter of a stranger is not read, in bytes."""
MOST_ASKED = 50
"""So many who have asked and not confirmed it are shown to the game master; of others only the newest are kept."""
TIME_TO_SEND = timedelta(hours=2)
"""So long one who asks is kept in any case: until the mail to them has got out."""
TIME_TO_CONFIRM = timedelta(days=3)
"""Who has not confirmed it by then is forgotten."""
LONGEST_NAME = 60


def strangers_are_read(context: Context) -> bool:
    """Whether letters of strangers are read at all."""
    return context.desk.open_tables and bool(gatherings.open_to_strangers(context.session))


def answer_stranger(context: Context, letter: Letter, row: LetterRow) -> str:
    """Deal with a letter that asks to join a game, and say in a line what became of it; "" for any other letter."""
    if not strangers_are_read(context) or letter.doubt or not _can_be_asked(context, letter.sender):
        return ""
    tables = {table.name.lower(): table for table in gatherings.open_to_strangers(context.session)}
    lines = [line.text for line in read_lines(letter, (), ORDER_WORDS).lines]
    asked = asked_in([letter.offered, *lines], tables.__contains__)
    if asked is None:
        return ""
    table = tables.get(asked.table)
    if table is None:
        _tell_tables(context, letter, row, list(tables.values()), asked.table)
        return f"from {letter.sender}: asks for {asked.table or 'open games'}; told which are open"
    return _invite(context, table, letter, row, asked)


def _can_be_asked(context: Context, sender: str) -> bool:
    desk = context.desk
    ours = is_of_mailbox(sender, desk.mailbox) or desk.master_at(sender) is not None
    return is_address(sender) and not ours


def _invite(context: Context, table: GatheringRow, letter: Letter, row: LetterRow, asked: Asked) -> str:
    """The one mail that a stranger gets: who answers it has this address."""
    session, now = context.session, context.desk.now()
    guest = gatherings.guest_at(session, table.id, letter.sender)
    if guest is not None and guest.status == "dropped":
        return f"{table.name}: {letter.sender} asks to join, and is no longer invited"
    if guest is None:
        _forget_old(context, table)
        guest = _add(context, table, letter)
    if asked.wish in seats_of(context.desk, table):
        gatherings.change_guest(session, guest, guest.status, asked.wish, now)
    occasion = f"asked-{now:%Y%m%d}"
    if is_told(context, table, guest, occasion) or (when := may_warn(context, guest.address, wait=True)) is None:
        return f"{table.name}: {letter.sender} asks to join, and has been written to a short while ago"
    about: dict[str, Any] = {"answered": letter.message_id, "letter_id": row.id, "not_before": when}
    tell_guest(context, table, guest, "asked_to_join", occasion, **about)
    return f"{table.name}: {letter.sender} asks to join, and is asked to confirm it"


def _forget_old(context: Context, table: GatheringRow) -> None:
    """Forget who has asked long ago and not confirmed it, and of more than MOST_ASKED the oldest."""
    now = context.desk.now()
    asked = [each for each in gatherings.guests(context.session, table.id) if each.status == "asked"]
    for place, guest in enumerate(asked):
        is_one_of_many = len(asked) - place >= MOST_ASKED and guest.since < now - TIME_TO_SEND
        if is_one_of_many or guest.since < now - TIME_TO_CONFIRM:
            gatherings.remove_guest(context.session, guest)


def guest_again(context: Context, letter: Letter) -> GuestRow | None:
    """Somebody who has asked, was forgotten, and answers the mail that they got: a guest as before."""
    table = asked_for(context, letter)
    return None if table is None or letter.doubt else _add(context, table, letter)


def _add(context: Context, table: GatheringRow, letter: Letter) -> GuestRow:
    name = fitted_name(letter.sender_name[:LONGEST_NAME])
    return add_guest(context, table, Player.named(name, letter.sender), "", "asked")


def _tell_tables(context: Context, letter: Letter, row: LetterRow, tables: list[GatheringRow], asked: str) -> None:
    """Which games are open: to one address once a day."""
    desk = context.desk
    message_id = new_message_id(desk.secret, desk.host, "tables", letter.sender, f"{desk.now():%Y%m%d}")
    if context.is_queued(message_id) or may_warn(context, letter.sender) is None:
        return
    games = [
        (table.name, desk.games[table.rules].title, desk.games[table.rules].scenarios[table.scenario]) for table in tables
    ]
    subject, text, html = render_notice(desk.page, "open_tables", game="pbem", tables=games, asked=asked)
    references = (letter.message_id,) if letter.message_id else ()
    draft = Draft(
        to=letter.sender,
        subject=subject,
        text=text,
        html=html,
        message_id=message_id,
        reply_to=desk.mailbox,
        in_reply_to=letter.message_id or None,
        references=references,
        auto_submitted="auto-replied",
    )
    queue_draft(context, draft, "invitation", letter_id=row.id)
