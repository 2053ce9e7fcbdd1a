"""The observers of a game: added and removed by the game master, and the letters that they write."""

from __future__ import annotations

from pbem.mail.address import is_of_mailbox, read_message_id
from pbem.mail.letter import Letter
from pbem.mail.typed.orders import read_orders
from pbem.moderator.core.context import Context, GameContext
from pbem.moderator.core.desk import Desk, Player
from pbem.moderator.core.games import load_table
from pbem.moderator.deadlines.time_sentences import written
from pbem.moderator.reports.notices import Dispatch, may_warn, message_id_of, name_of, queue_letter
from pbem.moderator.reports.public_report import NOBODY, greet, last_number
from pbem.moderator.seats.addresses import new_token
from pbem.render.content import Content
from pbem.render.notice import render_notice
from pbem.store.games import lobby, watchers
from pbem.store.tables.games import ObserverRow
from pbem.store.tables.mail import LetterRow

STOP_WORDS = frozenset({"stop", "unsubscribe"})
"""A line of its own, or the whole Subject: whoever writes one of these gets no more mails."""
THREAD = "observer-"
STOPPED = "observer_stopped"


class BadObserver(Exception):
    """Somebody cannot be an observer; the message says why, and what can be done."""


def add_observer(desk: Desk, name: str, person: Player) -> ObserverRow:
    """Add an observer, and queue their first public report.

    Raises BadObserver, NotFound, Duplicate for one who is an observer already, Diverged.
    """
    with desk.db.writing() as session:
        game = lobby.find_game(session, name)
        context = Context(session, desk).of(game)
        _check(context, person)
        table = load_table(context)
        last_entry = last_number(table)
        row = watchers.add(session, game.id, person.name, person.address, f"{THREAD}{new_token()}", last_entry)
        greet(context.at(table), row)
        return row


def remove_observer(desk: Desk, name: str, address: str) -> ObserverRow:
    """Remove an observer, without a mail to them. Raises NotFound."""
    with desk.db.writing() as session:
        row = watchers.observer(session, lobby.find_game(session, name).id, address)
        watchers.remove(session, row)
        return row


def _check(context: GameContext, person: Player) -> None:
    desk, game, address = context.desk, context.game, person.address
    if is_of_mailbox(address, desk.mailbox):
        raise BadObserver(f"{address} is the mailbox of the program itself; give the observer's address")
    if seat := next((row for row in lobby.seats(context.session, game.id) if row.address.lower() == address.lower()), None):
        raise BadObserver(f"{address} plays {written(seat.name)} in {game.name} and cannot observe it")
    if game.status == "over":
        raise BadObserver(
            f"{game.name} is over and has no more reports; `pbem show {game.name} --as observer` has its last report"
        )


# Their letters


def answer_observer(context: Context, letter: Letter, row: LetterRow, *, player: bool) -> str:
    """Deal with a letter that opens no seat, if an observer wrote it, and say in a line what became of it; else "".

    A stop word ends the mails of the game that their letter answers; if it answers none, of all games. Anything else is
    answered only once. If the writer is also a `player`, a letter that answers no observer's report counts only if it stops.
    """
    answering = _answering(context, letter)
    watching = [answering] if answering is not None else watchers.by_address(context.session, letter.sender)
    if watching and wants_to_stop(letter):
        return _stop(context, letter, row, watching)
    if not watching or (player and answering is None):
        return ""
    return _tell_once(context, letter, row, watching[0])


def wants_to_stop(letter: Letter) -> bool:
    """Whether a line of a letter, or its Subject, is a stop word."""
    texts = [letter.subject, *(line.text for line in read_orders(letter.text).lines)]
    return any(text.strip(" \t.,!\"'").casefold() in STOP_WORDS for text in texts)


def _answering(context: Context, letter: Letter) -> ObserverRow | None:
    """The observer whom one of our mails was written to which this letter answers; the hash in its Message-ID cannot be
    forged.
    """
    for reference in letter.references:
        thread = (read_message_id(context.desk.secret, reference) or ())[1:2]
        if thread and (row := watchers.by_thread(context.session, thread[0])) is not None:
            return row
    return None


def _stop(context: Context, letter: Letter, row: LetterRow, watching: list[ObserverRow]) -> str:
    names = [lobby.game(context.session, observer.game_id).name for observer in watching]
    _notice(context, letter, row, watching[0], STOPPED, name_of(context.desk, row, "stopped"), games=names)
    for observer in watching:
        watchers.remove(context.session, observer)
    return f"{letter.sender} no longer observes {', '.join(names)}"


def _tell_once(context: Context, letter: Letter, row: LetterRow, observer: ObserverRow) -> str:
    game = lobby.game(context.session, observer.game_id)
    outcome = f"{game.name}: from an observer, who cannot give orders"
    occasion = "no-orders"
    if context.is_queued(message_id_of(context.of(game), observer.thread, occasion)):
        return f"{outcome}, and has been told so before"
    _notice(context, letter, row, observer, "observer_no_orders", occasion)
    return outcome


def _notice(
    context: Context,
    letter: Letter,
    row: LetterRow,
    observer: ObserverRow,
    kind: str,
    occasion: str,
    **facts: list[str],
) -> None:
    """Queue a notice to the observer's registered address: never to the sender, who may be anybody."""
    of_game = context.of(lobby.game(context.session, observer.game_id))
    if (when := may_warn(context, observer.address, wait=kind == STOPPED)) is None:
        return
    content = Content(*render_notice(of_game.page_for(NOBODY), kind, game=of_game.game.name, **facts))
    dispatch = Dispatch("notice", row.id, not_before=when)
    queue_letter(of_game, observer, content, (occasion,), dispatch, answered=letter.message_id)
