"""What the daemon tells the game master unasked: each subject once a day at most.

Trouble that lasts (a mailbox that cannot be read, a server that takes no mails, work that fails) is reported once a day, and
its end once. While no mails go out `pbem status`, the health file and the metrics show it, and a mail says afterwards how
long it lasted.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Desk
from pbem.moderator.deadlines.clock import stamp
from pbem.moderator.intake.set_aside import reach_lines
from pbem.moderator.reports.notices import MasterMail, tell_gamemaster
from pbem.render.templates.filters import plural
from pbem.store.database import Session
from pbem.store.games import lobby, progress
from pbem.store.games.lists import games_by_id
from pbem.store.games.timekeeping import EVERY
from pbem.store.mail import inbox, mailbox, outbox, services
from pbem.store.mail.services import IMAP, SERVICES, SMTP, WORK
from pbem.store.tables.games import GameRow
from pbem.store.tables.service import ServiceRow
from pbem.timing.duration import in_words
from pbem.timing.zones import UTC_ZONE, local_time

TOLD_AFTER = timedelta(minutes=5)
"""Trouble that is over sooner is not reported: servers are restarted, connections break."""
PAUSE = timedelta(hours=1)
"""Trouble that comes and goes is reported no more often than this."""
AGAIN = timedelta(days=1)
URGENT = 2
"""These mails go before all others."""


@dataclass(frozen=True, slots=True)
class _Wording:
    """What is said of a service."""

    fails: str
    works: str
    while_it_fails: str
    after_it: str


_WORDINGS: Mapping[str, _Wording] = {
    IMAP: _Wording(
        "letters cannot be fetched",
        "letters are fetched again",
        "Players' letters wait in the mailbox, and no deadline comes due before they are read.",
        "All letters that came meanwhile are read before any deadline comes due.",
    ),
    SMTP: _Wording("no mails get out", "mails get out again", "", "All mails were kept, and are sent now."),
    WORK: _Wording(
        "the moderator's work fails",
        "the moderator works again",
        "The log of the service says where it fails. Letters are kept, and the work is tried again every few minutes.",
        "Nothing that was kept is lost.",
    ),
}


def note_works(desk: Desk, name: str) -> list[str]:
    """Note that a service works, once a minute at most. Report the end of its trouble if that was reported, or could not be.
    Gives a line for the log if somebody is told.
    """
    now = desk.now()
    with desk.db.reading() as session:
        row = services.service(session, name)
        if row.failing_since is None and row.last_ok is not None and timedelta(0) <= now - row.last_ok < EVERY:
            return []
    with desk.db.writing() as session:
        row = services.service(session, name)
        since, error = row.failing_since, row.error
        owed = row.told is not None if name != SMTP else _is_owed_afterwards(row, now)
        services.note_works(session, name, now)
        if since is None or not owed:
            return []
        lines = [
            f"From {local_time(since, UTC_ZONE)} on, for {in_words(now - since)}, it was: {error}",
            _WORDINGS[name].after_it,
        ]
        if name == SMTP:
            services.note_reported(session, name, now, over=True)
        return [_tell(Context(session, desk), f"{name}-works", _WORDINGS[name].works, lines)]


def note_fails(desk: Desk, name: str, error: str) -> None:
    """Note that a service fails, with its error."""
    with desk.db.writing() as session:
        services.note_fails(session, name, desk.now(), error)


def tell_trouble(desk: Desk) -> list[str]:
    """Tell the game master of each trouble that lasts; gives a log line for each."""
    now = desk.now()
    with desk.db.reading() as session:
        due = [name for name in (IMAP, WORK) if _is_due(services.service(session, name), now)]
    sentences = []
    for name in due:
        with desk.db.writing() as session:
            row = services.service(session, name)
            if not _is_due(row, now) or row.failing_since is None:
                continue
            wording = _WORDINGS[name]
            lines = [
                f"Since {local_time(row.failing_since, UTC_ZONE)}: {row.error}",
                wording.while_it_fails,
                "You hear of this once a day, and when it is over.",
            ]
            services.note_reported(session, name, now)
            sentences.append(_tell(Context(session, desk), f"{name}-fails", wording.fails, lines))
    return sentences


def _is_owed_afterwards(row: ServiceRow, now: datetime) -> bool:
    """Whether to tell the game master that mails go out again: once a day at most, as a provider's limits can be reached
    every day, and not if a mail already said that mails wait.
    """
    if row.failing_since is None or row.told is not None or now - row.failing_since < TOLD_AFTER:
        return False
    return row.last_told is None or not timedelta(0) <= now - row.last_told < AGAIN


def _is_due(row: ServiceRow, now: datetime) -> bool:
    if row.failing_since is None or now - row.failing_since < TOLD_AFTER:
        return False
    if row.told is not None:
        return not timedelta(0) <= now - row.told < AGAIN
    return row.last_told is None or not timedelta(0) <= now - row.last_told < PAUSE


def _tell(context: Context, what: str, heading: str, lines: list[str]) -> str:
    facts: dict[str, Any] = {"heading": heading, "lines": lines, "more": 0, "daily": False}
    occasion = f"trouble-{what}-{stamp(context.desk.now())}"
    tell_gamemaster(context, None, "watch", occasion, MasterMail(urgency=URGENT), **facts)
    return f"the game master is told: {heading}"


def service_facts(context: Context) -> dict[str, dict[str, Any]]:
    """How each service does, by its name: `ok`, `last_ok`, `failing_since`, `error` the last one, `error_at`."""
    rows = {name: services.service(context.session, name) for name in SERVICES}
    return {
        name: {
            "ok": row.failing_since is None,
            "last_ok": row.last_ok,
            "failing_since": row.failing_since,
            "error": row.error,
            "error_at": row.error_at,
        }
        for name, row in rows.items()
    }


# Reports unasked

LITTLE_SPACE = 1_000_000_000
"""Bytes; with less free the game master is warned."""
OLD_BACKUP = timedelta(days=2)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MAX_LINES = 20
BACKUPS = "backups"
"""The folder beside the database where deploy/backup.sh puts copies."""


@dataclass(frozen=True, slots=True)
class Subject:
    """Something to report: its `name` in Message-IDs, a heading, lines that say what it is and what to do, and the reader's
    address (empty: the owner).
    """

    name: str
    heading: str
    lines: tuple[str, ...]
    to: str = ""


def watch(desk: Desk) -> list[str]:
    """Tell the game masters what is wrong, each subject in a mail of its own once a day. Gives the headings."""
    now = desk.now()
    with desk.db.reading() as session:
        subjects = [*_of_letters(Context(session, desk), now), *_of_games(Context(session, desk), now)]
        subjects += _of_mailbox(session)
    if (path := desk.db.path) is not None:  # a server's disk and its copies are its own business
        subjects += [*_of_disk(path.parent), *_of_backups(path.parent / BACKUPS, now)]
    told_now = []
    for subject in subjects:
        with desk.db.writing() as session:
            if tell_subject(Context(session, desk), subject):
                told_now.append(subject.heading)
    return told_now


def tell_subject(context: Context, subject: Subject, *, urgency: int = 0) -> bool:
    """Queue a mail about a subject, unless there was one today. Gives whether there was none."""
    before = outbox.newest_mail_number(context.session)
    occasion = f"watch-{subject.name}-{context.desk.now():%F}"
    lines, more = subject.lines[:MAX_LINES], max(len(subject.lines) - MAX_LINES, 0)
    facts: dict[str, Any] = {"heading": subject.heading, "lines": lines, "more": more, "daily": True}
    tell_gamemaster(context, None, "watch", occasion, MasterMail(to=subject.to, urgency=urgency), **facts)
    return outbox.newest_mail_number(context.session) > before


def second_daemon(desk: Desk, process: str) -> None:
    """Tell the game master that a second daemon was started on this database, and has not begun."""
    line = f'A second "pbem serve" was started while {process} is at work. It has ended; nothing was done twice.'
    with desk.db.writing() as session:
        tell_subject(Context(session, desk), Subject("second-daemon", "a second daemon was started", (line,)))


def _of_letters(context: Context, now: datetime) -> Iterator[Subject]:
    session = context.session
    dead = [row for row in inbox.dead_letters(session, 1000) if row.received > now - DAY and row.seat]
    refused, delayed = outbox.refused_mails(session, now - DAY), outbox.delayed_mails(session, now - HOUR)
    ids = [*(row.game_id for row in dead), *(mail.game_id for mail in (*refused, *delayed))]
    games = games_by_id(session, filter(None, ids))
    if dead:
        advice = (
            '"pbem letters" lists them; "pbem letters retry N" reads one again, "pbem letters assign N GAME SEAT" one that '
            "came from another address."
        )
        lines_by_game = [(games.get(row.game_id or 0), f"letter {row.id} of {row.seat}: {row.outcome}") for row in dead]
        others = "The owner of pbem can have one read again."
        yield from _by_master(context, "dead", "letters of players that failed", lines_by_game, advice, others)
    if refused:
        lines = [f"mail {mail.id} to {mail.envelope_to} ({mail.kind}): {mail.last_error}" for mail in refused]
        lines_by_game = [(games.get(mail.game_id or 0), line) for mail, line in zip(refused, lines, strict=True)]
        yield from _by_master(context, "refused", "mails that a server refused", lines_by_game)
    if delayed:
        lines = [f"mail {mail.id} to {mail.envelope_to} ({mail.kind}): {mail.last_error}" for mail in delayed]
        lines_by_game = [(games.get(mail.game_id or 0), line) for mail, line in zip(delayed, lines, strict=True)]
        advice = "They are tried again for five days. All other mails go out."
        yield from _by_master(context, "delayed", "mails that a server does not take yet", lines_by_game, advice, advice)
    unreached = reach_lines(session)
    going_on = games_by_id(session, unreached)
    lines_of_games = [(going_on[id_], line) for id_, lines in unreached.items() for line in lines]
    lines_by_game = [(game, f"{game.name}: {line}") for game, line in lines_of_games]
    yield from _by_master(context, "unreached", "players who are not reached", lines_by_game)


def _by_master(
    context: Context,
    name: str,
    heading: str,
    lines_by_game: Iterable[tuple[GameRow | None, str]],
    owners: str = "",
    others: str = "",
) -> Iterator[Subject]:
    """The same subject for each game master who is concerned: the lines about their games, and what to do. The `owners`
    have the command line, `others` only their desks. Of sandboxes nothing is told.
    """
    lines: dict[str, list[str]] = {}
    for game, line in lines_by_game:
        if game is not None and game.is_sandbox:
            continue
        lines.setdefault(context.desk.gamemaster_of(game), []).append(line)
    for address, theirs in lines.items():
        advice = owners if address == context.desk.gamemaster else others
        yield Subject(name, f"{heading}: {len(theirs)}", tuple(filter(None, (*theirs, advice))), address)


def _of_games(context: Context, now: datetime) -> Iterator[Subject]:
    overdue_games = progress.overdue(context.session, now)
    on_hold = [(game, f"{game.name}: {game.held_because}") for game in lobby.games(context.session, "held")]
    late: list[tuple[GameRow | None, str]] = []
    for id_, game in games_by_id(context.session, overdue_games).items():
        if overdue_games[id_].rules_version == context.desk.rules_of(game).version:
            overdue = [(seat, due) for seat, due, _ in overdue_games[id_].waits if due is not None and due < now]
            late += [(game, f"{game.name}: {seat}'s orders were due {local_time(due, UTC_ZONE)}") for seat, due in overdue]
    yield from _by_master(context, "late", "orders that are late", late)
    advice = ('"pbem release GAME" lets one go on.', 'Reply with the line "release GAME" to let one go on.')
    yield from _by_master(context, "held", "games on hold", on_hold, *advice)


def _of_mailbox(session: Session) -> Iterator[Subject]:
    if number := mailbox.count_left(session, mailbox.DONE):
        words = mailbox.all_left(session, mailbox.DONE)[-1].words
        lines = (
            f"{plural(number, 'letter')} stayed where the server delivered them. They have been dealt with and are not read "
            f"again. The server's words: {words}",
            'It is tried again now and then. "pbem doctor" tries each step and says which one the server refuses; make room '
            "in the mailbox, make the folder by hand, or name another one as done_folder in [imap].",
        )
        yield Subject("done-folder", "letters cannot be moved", lines)


def _of_disk(folder: Path) -> Iterator[Subject]:
    free = shutil.disk_usage(folder).free
    if free < LITTLE_SPACE:
        line = f"{free / 1e9:.2f} GB are free in {folder}. When it is full, letters stay in the mailbox and no game goes on."
        yield Subject("disk", "the disk is nearly full", (line,))


def _of_backups(folder: Path, now: datetime) -> Iterator[Subject]:
    """Report copies of which the newest is old. (`pbem doctor` tells who makes none.)"""
    copies = [path.stat().st_mtime for path in folder.glob("*.sqlite") if path.is_file()]
    if copies and (age := now - datetime.fromtimestamp(max(copies), UTC)) > OLD_BACKUP:
        line = f"The newest copy in {folder} is {age.days} days old. See why deploy/backup.sh no longer runs."
        yield Subject("backups", "the backups are old", (line,))
