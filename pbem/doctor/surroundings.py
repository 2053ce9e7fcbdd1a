"""Checks around the moderator: who can read its files, whether its secret is unchanged, whether a daemon runs."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta
from pathlib import Path

from pbem.config.loading import find_config, has_secrets
from pbem.config.settings import Settings
from pbem.doctor.findings import Finding, Health
from pbem.mail.address import hash_of
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import OFF
from pbem.moderator.seats.addresses import token_of
from pbem.store.games import lobby, timekeeping
from pbem.store.games.lists import games_without_master
from pbem.store.tables.games import GameRow

AT_WORK = timedelta(minutes=15)
SECRETS = "secrets.env"
"""The file beside the configuration that the handbook keeps passwords in."""


def file_findings(settings: Settings, config: Path | None) -> Iterator[Finding]:
    """Modes and owners of the configuration, the secrets and the database."""
    path = find_config(config)
    database = [settings.database] if isinstance(settings.database, Path) else []
    files = [(path, has_secrets(path)), (path.parent / SECRETS, True), *((file, True) for file in database)]
    files += [(account.tokens, True) for account in settings.oauth if account.tokens is not None]
    findings = [finding for file, secret in files if file.exists() for finding in _modes(file, secret=secret)]
    findings += [finding for file in database for finding in _owners(file)]
    yield from findings or [Finding("files", Health.OK, "nobody else reads configuration, secrets and database")]


def _modes(path: Path, *, secret: bool) -> Iterator[Finding]:
    mode = stat.S_IMODE(path.stat().st_mode)
    if secret and mode & (stat.S_IROTH | stat.S_IWOTH):
        yield Finding("files", Health.WARNING, f"everybody on this machine can read {path}", f"chmod o= {path}")
    elif mode & stat.S_IWOTH:
        yield Finding("files", Health.WARNING, f"everybody on this machine can change {path}", f"chmod o-w {path}")


def _owners(database: Path) -> Iterator[Finding]:
    """SQLite writes beside its file too, so the folder counts; and whoever runs the daemon must own both."""
    folder = database.parent
    if not folder.is_dir():
        return
    if not os.access(folder, os.W_OK | os.X_OK):
        yield Finding("files", Health.FAULT, f"we may not write in {folder}", f"give it to the service: chown pbem {folder}")
    elif database.exists() and not os.access(database, os.W_OK):
        yield Finding(
            "files", Health.FAULT, f"we may not write {database}", f"give it to the service: chown pbem {database}"
        )
    elif database.exists() and folder.stat().st_uid != database.stat().st_uid:
        problem = f"{folder} and {database.name} belong to different users"
        yield Finding("files", Health.WARNING, problem, f"chown them to the user of the service, such as pbem: {folder}")


def secret_finding(context: Context, games: Iterable[GameRow]) -> Finding:
    """Whether the configured secret matches the tokens of all seats of these games."""
    strange = []
    for game in games:
        for seat in lobby.seats(context.session, game.id):
            token = token_of(context.desk.secret, game.commitment, seat.name, seat.token_number)
            if seat.token_number and not game.is_sandbox and hash_of(token) != seat.token_hash:
                strange.append(f"{game.name} {seat.name}")
    if not strange:
        return Finding("secret", Health.OK, "PBEM_SECRET matches the addresses of all seats")
    problem = f"PBEM_SECRET is not the one that {len(strange)} seats got their addresses with, such as {strange[0]}"
    mend = (
        "set the old secret again; else each of these seats gets a new address with its next mail, and the old one works on"
    )
    return Finding("secret", Health.WARNING, problem, mend)


MAX_LOST = 20
"""Games without a game master that are named."""


def moderators_findings(context: Context) -> Iterator[Finding]:
    """Whether every game has a game master who is there, and the others can write to their desks."""
    desk = context.desk
    lost = games_without_master(context.session, (each.address for each in desk.masters), MAX_LOST)
    if lost:
        problem = f"{lost[0].moderator}, who moderates {', '.join(game.name for game in lost)}, is in no [[moderators]]"
        mend = "the owner gets the notices now; `pbem moderator GAME --owner` says so for good"
        yield Finding("moderators", Health.WARNING, problem, mend)
    if desk.staff.others and desk.letters.by_mail == OFF:
        problem = "game masters besides the owner get notices, and can do nothing: their desks take no letters"
        yield Finding("moderators", Health.WARNING, problem, 'set desk = "token" or "dkim" in [mail]')
    elif desk.staff.others and not lost:
        yield Finding("moderators", Health.OK, f"{len(desk.staff.others)} besides the owner")


def daemon_finding(context: Context, now: datetime) -> Finding:
    """Whether somebody reads letters: a daemon that runs, or one that was started from cron lately."""
    daemons, beat = context.desk.db.daemons(), timekeeping.last_beat(context.session)
    since = "never" if beat is None else f"{beat:%F %R} UTC"
    if beat is not None and beat > now + AT_WORK:
        mend = "set the clock of this machine; `timedatectl set-ntp true` keeps it right"
        return Finding("daemon", Health.FAULT, f"the moderator was last at work at {since}, which is to come", mend)
    if daemons:
        at_work = f"{', '.join(each.name for each in daemons)} {'is' if len(daemons) == 1 else 'are'} at work"
        return Finding("daemon", Health.OK, f"{at_work}, last at {since}")
    if beat is not None and now - beat < AT_WORK:
        return Finding("daemon", Health.OK, f"no daemon runs; the moderator was at work at {since}")
    mend = "systemctl start pbem, or run `pbem once` from cron"
    return Finding("daemon", Health.WARNING, f"no daemon runs; the moderator was last at work: {since}", mend)
