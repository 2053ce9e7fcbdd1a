"""Commands that only show: games, logs, whether everything is running, and who knew what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any

import typer

from pbem.cli.terminal.arguments import Game, Seat, game_names
from pbem.cli.terminal.listing import AsJson, cell, print_json, print_rows
from pbem.cli.terminal.saying import plain, say

seeing_app = typer.Typer()

GAME_COLUMNS = {
    "game": "game",
    "scenario": "scenario",
    "status": "status",
    "turn": "turn",
    "waits_for": "waits for",
    "letters": "letters",
    "last_letter": "last letter",
    "mail": "mail",
}
LOG_COLUMNS = {
    "entry": "entry",
    "written": "written (UTC)",
    "letter": "letter",
    "turn": "turn",
    "kind": "kind",
    "seat": "seat",
    "key": "key",
    "subject": "subject",
    "answer": "answer",
    "note": "note",
    "why": "why",
}
MAX_LISTED = 200
"""Games in a list, unless another number is asked for."""
Before = Annotated[
    str,
    typer.Option(
        "--before",
        metavar="GAME",
        help="The games opened before this one.",
        autocompletion=game_names,
        show_default="the newest",
    ),
]
Most = Annotated[int, typer.Option("--most", min=1, help="How many games.")]
STATUS_COLUMNS = {"game": "game", "status": "status", "turn": "turn", "waits": "waits for", "health": "health"}


@seeing_app.command()
def games(
    ctx: typer.Context,
    archived: Annotated[bool, typer.Option("--all", help="Archived games too.")] = False,
    before: Before = "",
    most: Most = MAX_LISTED,
    as_json: AsJson = False,
) -> None:
    """List the newest games: status, turn, whom each waits for.

    A game that is over shows who has won.
    """
    from pbem.moderator.core.context import Context
    from pbem.moderator.desk.overview import known_page
    from pbem.moderator.desk.plain_data import game_facts

    with ctx.obj.desk() as desk:
        page = known_page(desk, before, most, archived=archived)
        with desk.db.reading() as session:
            rows = game_facts(Context(session, desk), page)
    if as_json:
        print_json(rows)
    else:
        rows = [
            row
            | {
                "last_letter": row["last_letter"] or "never",
                "status": f"{row['status']}{', sandbox' * row['sandbox']}",
                "turn": row["ending"] or row["turn"],
            }
            for row in rows
        ]
        print_rows(rows, GAME_COLUMNS, "there are no games; `pbem new` opens one")
        _say_older(rows, most, "games --all" if archived else "games")


def _say_older(rows: Sequence[Mapping[str, Any]], most: int, command: str) -> None:
    """How to see the games before those of a page, if it is full."""
    if len(rows) == most:
        say(f"For older games: pbem {command} --before {plain(rows[0]['game'])}")


@seeing_app.command()
def log(
    ctx: typer.Context,
    game: Game,
    all_lines: Annotated[bool, typer.Option("--all", help="Include struck entries, marked.")] = False,
    first: Annotated[int, typer.Option("--from", help="Begin with this entry.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Show the log of a game and what caused each entry.

    Each entry has its time, its letter and the line that was typed.
    """
    from pbem.moderator.desk.plain_data import log_facts

    with ctx.obj.desk() as desk, desk.db.reading() as session:
        rows = log_facts(session, game, struck=all_lines, first=first)
    if as_json:
        print_json(rows)
    else:
        marked = [row | {"entry": f"{row['entry']}{' struck' if row['struck'] else ''}"} for row in rows]
        print_rows(marked, LOG_COLUMNS, f"{game} has no entries from {first} on")


@seeing_app.command()
def status(ctx: typer.Context, before: Before = "", most: Most = MAX_LISTED, as_json: AsJson = False) -> None:
    """Show whether everything is running: service, mail, games.

    It covers the service, the outbox, unanswered letters, the mail servers, and for whom each running game waits.
    """
    from pbem.moderator.core.context import Context
    from pbem.moderator.desk.overview import known_page
    from pbem.moderator.desk.plain_data import status_facts
    from pbem.moderator.joining import gathering

    with ctx.obj.desk() as desk:
        page = known_page(desk, before, most, going_on=True)
        with desk.db.reading() as session:
            facts = status_facts(Context(session, desk), page)
        to_come = gathering.facts_of(desk)
    if as_json:
        print_json(facts)
        return
    for line in _status_lines(facts):
        say(line)
    for game in to_come:
        say(f"{game['game']}: waits for {game['missing']} players to accept")
        say(f"  whom: pbem tables {game['game']}")
    rows = [row | {"waits": _waits(row["waits"], facts["now"])} for row in facts["games"]]
    print_rows(rows, STATUS_COLUMNS, "no game goes on")
    _say_older(rows, most, "status")


SERVICE_NAMES = {"imap": "mailbox (IMAP)", "smtp": "way out (SMTP)", "work": "letters (work)"}


def _status_lines(facts: dict[str, Any]) -> list[str]:
    now = facts["now"]
    at_work = facts["last_at_work"]
    return [
        f"service: {'never at work' if at_work is None else f'last at work {_ago(at_work, now)}'}",
        f"daemons: {_daemons(facts['daemons'])}",
        f"outbox: {facts['mails_waiting']} waiting{_oldest(facts['oldest_mail'], now)}, {facts['mails_refused']} refused",
        f"letters: {facts['letters_unanswered']} unanswered{_oldest(facts['oldest_letter'], now)}, "
        f"{facts['letters_failed']} failed",
        *([f"lines at which the program failed: {facts['lines_failed']}"] if facts["lines_failed"] else ()),
        *(f"{name}: {_service(facts['services'][key], now)}" for key, name in SERVICE_NAMES.items()),
    ]


def _daemons(daemons: list[dict[str, Any]]) -> str:
    """Those at work, and where there are several, which one reads the mailbox."""
    named = [f"{each['daemon']}{' (reads the mailbox)' * (each['has_mailbox'] and len(daemons) > 1)}" for each in daemons]
    return ", ".join(named) or "none at work"


def _service(service: dict[str, Any], now: datetime) -> str:
    """When a service last worked, or since when it fails, with its last error."""
    last = "has not worked yet" if service["last_ok"] is None else f"worked {_ago(service['last_ok'], now)}"
    if service["failing_since"] is not None:
        error = f"{service['error']} (last seen {_ago(service['error_at'], now)})"
        return f"fails since {_ago(service['failing_since'], now)}, {last}: {plain(error)}"
    before = f"; last error {_ago(service['error_at'], now)}: {plain(service['error'])}" if service["error_at"] else ""
    return f"{last}{before}"


def _oldest(moment: datetime | None, now: datetime) -> str:
    return "" if moment is None else f" (the oldest {_ago(moment, now)})"


def _ago(moment: datetime, now: datetime) -> str:
    minutes = int((now - moment).total_seconds() // 60)
    hours, days = minutes // 60, minutes // (24 * 60)
    number, unit = (days, "day") if days > 1 else (hours, "hour") if hours > 1 else (minutes, "minute")
    return f"{number} {unit}{'' if number == 1 else 's'} ago"


def _waits(waits: list[dict[str, Any]], now: datetime) -> str:
    sentences = []
    for wait in waits:
        due = "" if wait["due"] is None else f", {'late since' if wait['due'] <= now else 'until'} {cell(wait['due'])} UTC"
        sentences.append(f"{wait['seat']}, asked {_ago(wait['since'], now)}{due}")
    return "; ".join(sentences) or "nobody"


@seeing_app.command("who-knew")
def who_knew(
    ctx: typer.Context,
    game: Game,
    seat: Seat,
    entry: Annotated[int, typer.Argument(help="The entry of the log.", min=1)],
    as_json: AsJson = False,
) -> None:
    """Show what a seat knew when an entry was written.

    It lists what the seat had been told by then, in which mail, and what it had not.
    """
    from pbem.moderator.core.context import Context
    from pbem.moderator.desk.plain_data import known_facts
    from pbem.store.games import lobby

    with ctx.obj.desk() as desk, desk.db.reading() as session:
        facts = known_facts(Context(session, desk).of(lobby.find_game(session, game)), seat.casefold(), entry)
    if as_json:
        print_json(facts)
        return
    say(f"{facts['seat']} of {facts['game']} at entry {entry}, {cell(facts['at'])} UTC")
    for mail in dict.fromkeys((each["mail"], each["queued"], each["sent"]) for each in facts["told"]):
        number, queued, sent = mail
        state = "not sent yet" if sent is None else f"sent {cell(sent)}"
        say(f"told by mail {number} (queued {cell(queued)}, {state}):")
        for each in facts["told"]:
            if each["mail"] == number:
                say(f"  {each['entry']}: {plain(each['said'])}")
    say("not told yet:" if facts["not_told"] else "it had been told all that it could see")
    for each in facts["not_told"]:
        say(f"  {each['entry']}: {plain(each['said'])}")
    say(f"hidden from this seat: {facts['hidden']} events")
