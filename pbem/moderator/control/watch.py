"""What the game master is told without asking: once a day at most for each subject, by the daemon."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlmodel import Session

from pbem.moderator.control.overview import known_games
from pbem.moderator.desk.context import Context
from pbem.moderator.desk.desk import Desk
from pbem.moderator.letters.bounces import reach_lines
from pbem.moderator.reports.notices import tell_gamemaster
from pbem.render.templates.filters import plural
from pbem.store import lobby, mailbox, post
from pbem.store.tables import GameRow
from pbem.timing.zones import UTC_ZONE, local_time

LITTLE_SPACE = 1_000_000_000
"""Bytes; with less free the game master is warned."""
OLD_BACKUP = timedelta(days=2)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
MOST_LINES = 20
BACKUPS = "backups"
"""The folder beside the database where deploy/backup.sh puts copies."""


@dataclass(frozen=True, slots=True)
class Subject:
    """Something to be told: its `name` in Message-IDs, a heading, lines that say what it is and what to do, and the address
    of who is told (empty: the owner).
    """

    name: str
    heading: str
    lines: tuple[str, ...]
    to: str = ""


def watch(desk: Desk) -> list[str]:
    """Tell the game masters of all that is wrong, each subject in a mail of its own and once a day. Gives the headings."""
    now = desk.now()
    with desk.db.reading() as session:
        subjects = [*_of_letters(Context(session, desk), now), *_of_games(Context(session, desk), now)]
        subjects += _of_mailbox(session)
    subjects += [*_of_disk(desk.db.path.parent), *_of_backups(desk.db.path.parent / BACKUPS, now)]
    told_now = []
    for subject in subjects:
        with desk.db.writing() as session:
            if tell_subject(Context(session, desk), subject):
                told_now.append(subject.heading)
    return told_now


def tell_subject(context: Context, subject: Subject, *, urgency: int = 0) -> bool:
    """Queue a mail about a subject, unless there was one today. Gives whether there was none."""
    before = post.newest_mail_number(context.session)
    occasion = f"watch-{subject.name}-{context.desk.now():%F}"
    lines, more = subject.lines[:MOST_LINES], max(len(subject.lines) - MOST_LINES, 0)
    facts: dict[str, Any] = {"heading": subject.heading, "lines": lines, "more": more, "daily": True}
    tell_gamemaster(context, None, "watch", occasion, to=subject.to, urgency=urgency, **facts)
    return post.newest_mail_number(context.session) > before


def second_daemon(desk: Desk, process: str) -> None:
    """Tell the game master that a second daemon was started on this database, and has not begun."""
    line = f'A second "pbem serve" was started while {process} is at work. It has ended; nothing was done twice.'
    with desk.db.writing() as session:
        tell_subject(Context(session, desk), Subject("second-daemon", "a second daemon was started", (line,)))


def _of_letters(context: Context, now: datetime) -> Iterator[Subject]:
    session = context.session
    games = {game.id: game for game in lobby.games(session)}
    dead = [row for row in post.dead_letters(session, 1000) if row.received > now - DAY and row.seat]
    if dead:
        advice = (
            '"pbem letters" lists them; "pbem letters retry N" reads one again, "pbem letters assign N GAME SEAT" one that '
            "came from another address."
        )
        told_of = [(games.get(row.game_id or 0), f"letter {row.id} of {row.seat}: {row.outcome}") for row in dead]
        others = "The owner of pbem can have one read again."
        yield from _by_master(context, "dead", "letters of players that failed", told_of, advice, others)
    refused = [mail for mail in post.refused_mails(session) if mail.queued > now - DAY]
    if refused:
        lines = [f"mail {mail.id} to {mail.envelope_to} ({mail.kind}): {mail.last_error}" for mail in refused]
        told_of = [(games.get(mail.game_id or 0), line) for mail, line in zip(refused, lines, strict=True)]
        yield from _by_master(context, "refused", "mails that a server refused", told_of)
    delayed = [mail for mail in post.waiting_mails(session) if mail.refused_since and mail.refused_since < now - HOUR]
    if delayed:
        lines = [f"mail {mail.id} to {mail.envelope_to} ({mail.kind}): {mail.last_error}" for mail in delayed]
        told_of = [(games.get(mail.game_id or 0), line) for mail, line in zip(delayed, lines, strict=True)]
        advice = "They are tried again for five days. All other mails go out."
        yield from _by_master(context, "delayed", "mails that a server does not take yet", told_of, advice, advice)
    going_on = {game.id: game for game in lobby.games_going_on(session)}
    found = [(going_on[id_], line) for id_, lines in reach_lines(session).items() if id_ in going_on for line in lines]
    told_of = [(game, f"{game.name}: {line}") for game, line in found]
    yield from _by_master(context, "unreached", "players who are not reached", told_of)


def _by_master(
    context: Context,
    name: str,
    heading: str,
    told_of: Iterable[tuple[GameRow | None, str]],
    owners: str = "",
    others: str = "",
) -> Iterator[Subject]:
    """The same subject for each game master who is concerned: the lines about their games, and what to do. The `owners`
    have the command line, `others` only their desks. Of sandboxes nothing is told.
    """
    lines: dict[str, list[str]] = {}
    for game, line in told_of:
        if game is not None and game.is_sandbox:
            continue
        lines.setdefault(context.desk.gamemaster_of(game), []).append(line)
    for address, theirs in lines.items():
        advice = owners if address == context.desk.gamemaster else others
        yield Subject(name, f"{heading}: {len(theirs)}", tuple(filter(None, (*theirs, advice))), address)


def _of_games(context: Context, now: datetime) -> Iterator[Subject]:
    stands = known_games(context)
    late: list[tuple[GameRow | None, str]] = []
    held: list[tuple[GameRow | None, str]] = []
    for game in lobby.games_going_on(context.session):
        if game.status == "held":
            held.append((game, f"{game.name}: {game.held_because}"))
        elif game.id in stands:
            overdue = [(seat, due) for seat, due, _ in stands[game.id].waits if due is not None and due < now]
            late += [(game, f"{game.name}: {seat}'s orders were due {local_time(due, UTC_ZONE)}") for seat, due in overdue]
    yield from _by_master(context, "late", "orders that are late", late)
    advice = ('"pbem release GAME" lets one go on.', 'Reply with the line "release GAME" to let one go on.')
    yield from _by_master(context, "held", "games on hold", held, *advice)


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
    """Where there are copies, the newest should not be old; who makes none is told by the doctor."""
    copies = [path.stat().st_mtime for path in folder.glob("*.sqlite") if path.is_file()]
    if copies and (age := now - datetime.fromtimestamp(max(copies), UTC)) > OLD_BACKUP:
        line = f"The newest copy in {folder} is {age.days} days old. See why deploy/backup.sh no longer runs."
        yield Subject("backups", "the backups are old", (line,))
