"""What commands show the game master, as plain data: they print it as tables and as JSON (docs/cli.md names the keys).

Times are aware datetimes in UTC.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from pbem.engine.decision import Seat
from pbem.engine.ending import ending_in_words, ending_of
from pbem.engine.event import Event
from pbem.engine.log.entry import NOT_OF_THE_GAME, Entry, EntryKind
from pbem.engine.played_log import Diverged
from pbem.engine.table import Table
from pbem.moderator.core.context import Context, GameContext
from pbem.moderator.core.desk import Desk
from pbem.moderator.core.games import entry_of, load_table
from pbem.moderator.deadlines.clock import open_clock, regencies
from pbem.moderator.desk.overview import GameLine, list_games, restored_progress
from pbem.moderator.desk.watching import service_facts
from pbem.moderator.reports.occasion import Occasion
from pbem.moderator.reports.past import table_at
from pbem.moderator.reports.report_building import build_report
from pbem.orders.words.lexicon import Lexicon
from pbem.render.final import Final
from pbem.replay.why import in_words, origin
from pbem.store import figures
from pbem.store.database import Session
from pbem.store.errors import NotFound
from pbem.store.games import journal, lobby, timekeeping, watchers
from pbem.store.games.journal import LogLine
from pbem.store.games.lists import GamesPage, count_going_on, games_by_id
from pbem.store.mail import inbox, outbox
from pbem.store.mail.services import WORK, service
from pbem.store.tables.games import GameRow
from pbem.store.tables.mail import LetterRow, OutgoingRow

Facts = dict[str, Any]


# Games


def game_facts(context: Context, page: GamesPage) -> list[Facts]:
    """The games of a page, a dict each."""
    return [_game(line) for line in list_games(context, page)]


def _game(line: GameLine) -> Facts:
    game = line.game
    return {
        "game": game.name,
        "scenario": game.scenario,
        "status": game.status,
        "ending": ending_in_words(ending_of(game.result)) if game.result is not None else "",
        "sandbox": game.is_sandbox,
        "moderator": game.moderator,
        "turn": line.turn,
        "waits_for": line.waits_for,
        "letters": line.traffic.letters,
        "last_letter": line.traffic.last,
        "mail": line.reach,
    }


def told_options(desk: Desk, name: str) -> list[str]:
    """What was chosen when a game was opened, and how it reads its rules: a sentence each. Raises NotFound."""
    with desk.db.reading() as session:
        game = lobby.find_game(session, name)
        return list(desk.rules_of(game).told_options(desk.setup_of(game)))


def one_game(context: GameContext, turn: str | None = None) -> Facts:
    """A game with its seats: what each is asked, its secret answers and its orders for later. Raises NotFound."""
    game, rules = context.game, context.desk.rules_of(context.game)
    facts: Facts = {
        "game": game.name,
        "title": rules.title,
        "scenario": game.scenario,
        "status": game.status,
        "held_because": game.held_because,
        "result": game.result,
        "began": game.created,
        "auth": game.auth,
        "commitment": game.commitment,
        "observers": observer_facts(context),
    }
    try:
        at_table, _ = table_at(context, turn)
    except Diverged as error:
        return facts | {"diverges": str(error)}
    table, silent = at_table.table, regencies(context.session, game.id)
    facts |= {"turn": rules.turn(table.state), "entries": len(table.entries), "over": table.over, "seats": []}
    for row in lobby.seats(context.session, game.id):
        report = build_report(at_table, row, Occasion("preview"))
        facts["seats"].append(
            {
                "seat": row.name,
                "player": row.player,
                "address": row.address,
                "told": row.told,
                "receipt": row.receipt,
                "regency": row.name in silent,
                "asked": [question.prompt for question in report.form.questions],
                "answered": list(report.form.given),
                "waiting": [line for segment in report.form.waiting for line in segment.lines],
                "standing": [order.text for order in report.form.standing],
            }
        )
    return facts


def observer_facts(context: GameContext) -> list[Facts]:
    """Who watches a game."""
    rows = watchers.observers(context.session, context.game.id)
    return [{"name": row.name, "address": row.address} for row in rows]


# The log


def log_facts(session: Session, name: str, *, struck: bool = False, first: int = 1) -> list[Facts]:
    """The live entries of a game from number `first` on; with `struck` the struck ones too. Raises NotFound."""
    lines = journal.read_all(session, lobby.find_game(session, name).id)
    letters = {line.number: line.letter_id for line, _ in lines}
    entries = {line.number: entry_of(line) for line, _ in lines}
    return [
        _entry(line, is_struck) | _why(entries, letters, line.number)
        for line, is_struck in lines
        if line.number >= first and (struck or not is_struck)
    ]


def _why(entries: Mapping[int, Entry], letters: Mapping[int, int | None], number: int) -> Facts:
    """The cause of an entry: the letter and the line behind it, and the same in words."""
    entry = entries[number]
    words = in_words(entry, letters.get, entries.get)
    if entry.cause is None:
        return {"cause": None, "why": words}
    first = origin(entry, entries.get)
    line = first.cause or entry.cause
    cause = {
        "kind": str(entry.cause.kind),
        "entry": entry.cause.entry or None,
        "letter": letters.get(first.number),
        "line": line.line,
        "typed": line.typed,
        "standard": line.standard or entry.cause.standard,
    }
    return {"cause": cause, "why": words}


def _entry(line: LogLine, struck: bool) -> Facts:
    return {
        "entry": line.number,
        "struck": struck,
        "written": line.written,
        "letter": line.letter_id,
        "turn": line.turn,
        "kind": str(line.kind),
        "seat": line.seat,
        "key": line.key,
        "subject": line.subject,
        # A receipt's orders would fill the page, and are in the transcript.
        "answer": _number_of_orders(line.answer["orders"]) if line.kind == EntryKind.RECEIPT else line.answer,
        "note": line.note,
    }


def _number_of_orders(orders: list[str]) -> str:
    return f"{len(orders)} {'order' if len(orders) == 1 else 'orders'}"


# Letters and mails


def letter_facts(session: Session, letters: list[LetterRow]) -> list[Facts]:
    """Letters as they were dealt with, without their text."""
    games = games_by_id(session, (row.game_id for row in letters if row.game_id is not None))
    names = {game.id: game.name for game in games.values()}
    return [
        {
            "letter": row.id,
            "came": row.received,
            "status": row.status,
            "from": row.sender,
            "game": names.get(row.game_id or 0, ""),
            "seat": row.seat or "",
            "bytes": max(row.size, 0),
            "outcome": row.outcome,
        }
        for row in letters
    ]


def mail_facts(mails: list[OutgoingRow]) -> list[Facts]:
    """Mails of ours, without their text."""
    return [
        {
            "mail": row.id,
            "queued": row.queued,
            "status": row.status,
            "sent": row.sent,
            "to": row.envelope_to,
            "seat": row.seat or "",
            "kind": row.kind,
            "letter": row.letter_id,
            "error": row.last_error,
        }
        for row in mails
    ]


# The state of all


def status_facts(context: Context, page: GamesPage) -> Facts:
    """The state of the whole installation: when the moderator was last at work, what waits, and each game of a page."""
    session, now = context.session, context.desk.now()
    mails, letters = figures.mails_waiting(session), figures.letters_undone(session)
    return {
        "now": now,
        "last_at_work": timekeeping.last_beat(session),
        "daemons": [{"daemon": each.name, "has_mailbox": each.has_mailbox} for each in context.desk.db.daemons()],
        "mails_waiting": mails.count,
        "oldest_mail": mails.oldest,
        "mails_refused": figures.mails_refused(session),
        "letters_unanswered": letters.count,
        "oldest_letter": letters.oldest,
        "letters_failed": inbox.count_letters(session, "dead"),
        "lines_failed": service(session, WORK).lines_failed,
        "services": service_facts(context),
        "games_going_on": count_going_on(session),
        "games": [_standing(context, line) for line in list_games(context, page)],
    }


def _standing(context: Context, line: GameLine) -> Facts:
    """A game under way: whom it waits for, since when, until when, and what is wrong with it."""
    game = line.game
    waits: list[Facts] = []
    try:
        progress = line.progress or restored_progress(context, game)
        since = _asked_since(context.session, game)
        waits = [{"seat": seat, "since": since, "due": due} for seat, due, _ in progress.waits]
        health = line.reach
    except Diverged as error:
        health = f"diverges at entry {error.entry.number}"
    if regency_seats := regencies(context.session, game.id):
        health = "; ".join(filter(None, [health, f"regencies: {', '.join(regency_seats)}"]))
    if game.status == "held":
        health = "; ".join(filter(None, [f"held: {game.held_because}", health]))
    return {"game": game.name, "status": game.status, "turn": line.turn, "waits": waits, "health": health or "ok"}


def _asked_since(session: Session, game: GameRow) -> datetime:
    """When the newest entry of the game itself was written: the present questions have been open since then."""
    return journal.last_written(session, game.id, NOT_OF_THE_GAME) or game.created


# Figures


def figure_facts(final: Final) -> Facts:
    """The figures of a game by Turn, and how its dice have fallen."""
    figures = [
        {
            "chart": each.chart.id,
            "tracks": [{"track": track.id, "up": track.up, "down": track.down} for track in each.chart.tracks],
            "turns": list(each.labels),
            "numbers": [list(row) for row in each.rows],
        }
        for each in final.figures
    ]
    faces = [{"seat": each.seat, "key": each.key, "counts": list(each.counts), "odd": each.odd} for each in final.dice.faces]
    chances = [(tries.key, each) for tries in final.dice.tries for each in tries.seats if each is not None]
    return {
        "figures": figures,
        "faces": faces,
        "tries": [
            {
                "key": key,
                "seat": each.seat,
                "rolled": each.rolled,
                "succeeded": each.succeeded,
                "expected": each.expected,
            }
            for key, each in chances
        ],
    }


# Who knew what


def known_facts(context: GameContext, seat: Seat, number: int) -> Facts:
    """What a seat knew when entry `number` was written: the Events it had been told, each with its mail, and those it could
    see but had not been told. Hidden Events are only counted. Raises NotFound.

    No mail stores which Events it told: it told those that were written before it was queued and that no earlier report had
    told.
    """
    session, game, desk = context.session, context.game, context.desk
    lobby.seat(session, game.id, seat)
    lines = {line.number: line for line, _ in journal.read_all(session, game.id)}
    if number not in lines:
        known = f"1 to {max(lines)}" if lines else "none yet"
        raise NotFound(f"{game.name} has no entry {number}; it has {known}")
    moment = lines[number].written
    table: Table[Any] = load_table(context)
    names = Lexicon(lambda id_: table.rules.names(table.state, id_)).name
    reports = [mail for mail in reversed(outbox.mails_to(session, game.id, seat, "report")) if mail.queued <= moment]
    facts_told: list[Facts] = []
    not_told: list[Facts] = []
    hidden = 0
    for line in journal.events_since(session, game.id, -1):
        if line.entry_number > number:
            continue
        event = Event(line.rule, line.name, line.data, line.seen_by)
        if not event.visible_to(seat):
            hidden += 1
            continue
        written = lines[line.entry_number].written if line.entry_number else game.created
        mail = next((each for each in reports if _can_tell(each, written, lines.get(line.entry_number))), None)
        sentence = desk.page.tell(table.rules.name, [event], names)[0]
        fact = {"entry": line.entry_number, "said": sentence}
        if mail is None:
            not_told.append(fact)
        else:
            facts_told.append(fact | {"mail": mail.id, "queued": mail.queued, "sent": mail.sent})
    return {
        "game": game.name,
        "seat": seat,
        "entry": number,
        "at": moment,
        "told": facts_told,
        "not_told": not_told,
        "hidden": hidden,
    }


def _can_tell(mail: OutgoingRow, written: datetime, line: LogLine | None) -> bool:
    """Whether a report was written when an entry was in the log: of the same moment those of its letter, or later ones."""
    if mail.queued != written or line is None or line.letter_id is None or mail.letter_id is None:
        return mail.queued >= written
    return mail.letter_id >= line.letter_id


def due_facts(context: GameContext) -> Facts:
    """The terms of a game about time, and each seat's deadline."""
    table = load_table(context)
    clock = open_clock(context.session, context.game.id, context.desk.now())
    clocks = clock.clocks(table)
    seats = [
        {
            "seat": seat,
            "due": clock.due(clocks, seat) if clock.is_running(clocks, table, seat) else None,
            "extensions_taken": clocks.used[seat],
            "turns_missed": clocks.unplayed[seat],
            "regency_since": clocks.regencies.get(seat),
        }
        for seat in table.seats
    ]
    return {"game": context.game.name, "terms": clock.terms.as_json(), "seats": seats}
