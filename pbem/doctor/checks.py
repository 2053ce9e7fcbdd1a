"""`pbem doctor` checks everything the moderator depends on and says how to correct what is wrong. It changes nothing in the
database and deletes its own test letters from the mailbox.
"""

from __future__ import annotations

import asyncio
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from secrets import SystemRandom
from typing import Any

from pbem.config.loading import ConfigError, load_settings
from pbem.config.settings import Settings
from pbem.database_url import Location
from pbem.doctor.findings import Finding, Health
from pbem.doctor.proofreading import proofread
from pbem.doctor.surroundings import daemon_finding, file_findings, moderators_findings, secret_finding
from pbem.engine.played_log import Diverged
from pbem.engine.table import Table
from pbem.mail.dkim import NoAnswer, Resolver
from pbem.mail.imap.errors import MailboxError
from pbem.mail.imap.mailbox import Mailbox
from pbem.mail.reading import read_header
from pbem.mail.smtp import Refused, Undelivered
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Desk
from pbem.moderator.core.games import load_table
from pbem.moderator.core.setups import load_setup, scenario_version
from pbem.moderator.deadlines.clock import open_clock, progress_of
from pbem.moderator.deadlines.clock_state import next_look
from pbem.moderator.desk.from_settings import desk_from, mailbox_from, sender_from
from pbem.moderator.intake.mailbox_owner import trial_letter
from pbem.render.templates.filters import plural
from pbem.render.templates.own_templates import own_files
from pbem.store import figures
from pbem.store.database import Session
from pbem.store.errors import StoreError
from pbem.store.figures import kept_mark
from pbem.store.games import lobby, progress
from pbem.store.games.lists import GamesPage, count_going_on, other_versions, page_of_games, signed_games, some_going_on
from pbem.store.mail import inbox
from pbem.store.migrate import newest_revision
from pbem.store.tables.games import GameRow

LITTLE_SPACE = 1_000_000_000
TOO_LITTLE_SPACE = 50_000_000
OLD_BACKUP = timedelta(days=2)
LATE_MAIL = timedelta(hours=1)
CLOCK_TOLERANCE = timedelta(minutes=5)
MAX_GAMES = 100
"""Games replayed unless all are asked for: that takes a second or two."""
MAX_NAMED = 20
"""How many games with the same finding are named each."""
MAX_BYTES = 1_000_000_000
"""A larger file is not read as a whole unless asked for."""
ARRIVAL_SECONDS, ARRIVAL_PAUSE = 20, 0.2
"""Seconds the doctor waits for a mail to itself, and between two looks."""
LOOPBACK = ("127.0.0.1", "::1", "localhost")


def examine(
    config: Path | None = None, now: Callable[[], datetime] = lambda: datetime.now(UTC), *, thorough: bool = False
) -> Iterator[Finding]:
    """Gives the findings one by one, each as soon as it is known. `config` as for load_settings.

    Checks that would take long in a large database look at a part, and the finding says which; `thorough`: at everything.
    """
    try:
        settings = load_settings(config)
    except ConfigError as error:
        yield Finding("configuration", Health.FAULT, str(error), "correct what is named, and run `pbem doctor` again")
        return
    yield from _configuration(settings)
    yield from file_findings(settings, config)
    yield from _database(settings, now, thorough=thorough)
    yield from _imap(settings)
    yield from _smtp(settings)


def _configuration(settings: Settings) -> Iterator[Finding]:
    yield Finding("configuration", Health.OK, f"moderator {settings.smtp.sender}")
    for name, section in (("imap", settings.imap), ("smtp", settings.smtp)):
        if section.security == "none" and section.host not in LOOPBACK:
            problem = f"[{name}] talks to {section.host} without encryption: password and letters can be read on the way"
            yield Finding("configuration", Health.WARNING, problem, f'set security in [{name}] to "tls" or "starttls"')


# The database and what is in it


def _database(settings: Settings, now: Callable[[], datetime], *, thorough: bool) -> Iterator[Finding]:
    if isinstance(settings.database, Path):
        yield _space(settings.database.parent)
    schema = _schema(settings.database)
    yield schema
    if schema.health is not Health.OK:
        return
    yield from _backup(settings.database, now())
    try:
        desk = desk_from(settings)
    except Exception as error:  # whatever keeps the desk from opening is reported as the finding
        yield Finding(
            "installation",
            Health.FAULT,
            _error_text(error),
            "install pbem again, or correct `scenarios` and `templates` in pbem.toml",
        )
        return
    try:
        yield _language(settings, desk)
        yield from _templates_and_scenarios(desk)
        yield from examine_games(desk, now(), thorough=thorough)
        with desk.db.reading() as session:
            yield from _dkim(Context(session, desk), settings)
            yield secret_finding(Context(session, desk), games_to_replay(session, thorough=thorough))
            yield from moderators_findings(Context(session, desk))
            yield daemon_finding(Context(session, desk), now())
    finally:
        desk.db.close()


def examine_games(desk: Desk, now: datetime, *, thorough: bool = False) -> Iterator[Finding]:
    """Check an open database: the file, the times, the letters, the games."""
    with desk.db.reading() as session:
        games = games_to_replay(session, thorough=thorough)
    yield _integrity(desk, games, thorough=thorough)
    with desk.db.reading() as session:
        yield _clock(session, now)
        yield from _letters(session, now)
        yield from _games(Context(session, desk), games, now)


def _space(folder: Path) -> Finding:
    if not folder.is_dir():
        return Finding("disk", Health.FAULT, f"there is no folder {folder}", f"make it: mkdir -p {folder}")
    free = shutil.disk_usage(folder).free
    result = f"{free / 1e9:.1f} GB free in {folder}"
    health = Health.FAULT if free < TOO_LITTLE_SPACE else Health.WARNING if free < LITTLE_SPACE else Health.OK
    return Finding(
        "disk", health, result, "" if health is Health.OK else "make room: a letter that cannot be kept stays unread"
    )


def _schema(location: Location) -> Finding:
    is_file = isinstance(location, Path)
    if isinstance(location, Path) and not location.exists():
        return Finding("database", Health.WARNING, f"{location} is not there yet", "none needed: `pbem games` makes it")
    try:
        revision = figures.revision_of(location)
    except StoreError as error:
        first = "restore the last backup" if is_file else "start the server, or restore the last dump"
        return Finding("database", Health.FAULT, str(error), f"{first}, or set `database` in pbem.toml")
    newest = newest_revision()
    if revision == newest:
        return Finding("database", Health.OK, f"{location}, schema {revision}")
    if revision is None or revision < newest:
        problem = f"{location} has schema {revision or 'none'}, this program's is {newest}"
        copy = "after a copy of it" if is_file or revision is None else "which makes no copy: make one with pg_dump"
        return Finding("database", Health.WARNING, problem, f"none needed: `pbem games` migrates it, {copy}")
    problem = f"{location} has schema {revision}, which is newer than this program ({newest})"
    return Finding("database", Health.FAULT, problem, "install the newer version of pbem again")


def _integrity(desk: Desk, games: Sequence[GameRow], *, thorough: bool) -> Finding:
    size = desk.db.size()
    whole = thorough or size <= MAX_BYTES
    wrong = desk.db.integrity() if whole else desk.db.integrity_of([game.id for game in games])
    if wrong:
        mend = "stop `pbem serve` and restore the last backup; see GAMEMASTER.md, Backup and restore"
        return Finding("integrity", Health.FAULT, "; ".join(wrong[:5]), mend)
    if whole:
        pages = "pages, " if desk.db.path is not None else ""  # those of a server are its own business
        return Finding("integrity", Health.OK, f"{pages}references, logs and their guards are whole")
    damage = (
        f"the logs of {len(games)} games and all their guards are whole; the rest of {size / 1e9:.1f} GB is not looked at"
    )
    return Finding("integrity", Health.OK, damage, "`pbem doctor --all` looks at it; deploy/backup.sh does so in each copy")


def _backup(database: Location, now: datetime) -> Iterator[Finding]:
    """The age of the newest copy in `backups` beside the database, where deploy/backup.sh puts them."""
    if not isinstance(database, Path):
        yield Finding("backup", Health.OK, "copies of a PostgreSQL database are made with pg_dump, and not seen from here")
        return
    copies = [path for path in (database.parent / "backups").glob("*.sqlite") if path.is_file()]
    if not copies:
        yield Finding(
            "backup", Health.WARNING, "no copy in the folder backups beside the database", "run deploy/backup.sh daily"
        )
        return
    newest = max(copies, key=lambda path: path.stat().st_mtime)
    age = now - datetime.fromtimestamp(newest.stat().st_mtime, UTC)
    result = f"{newest.name} is {max(age, timedelta()).total_seconds() / 3600:.0f} hours old"
    old = age > OLD_BACKUP
    yield Finding(
        "backup", Health.WARNING if old else Health.OK, result, "see why deploy/backup.sh no longer runs" if old else ""
    )


def _language(settings: Settings, desk: Desk) -> Finding:
    known, wanted = desk.page.languages, settings.play.language
    if wanted in known:
        return Finding("language", Health.OK, f"new games are told in {wanted}; there are {', '.join(known)}")
    problem = f"there is no language {wanted!r}; there are {', '.join(known)}"
    return Finding("language", Health.FAULT, problem, "correct `language` in [play], or make words with `pbem lab messages`")


def _templates(desk: Desk) -> Iterator[Finding]:
    try:
        count, faults = _fill_nothing(desk), proofread(desk)
    except Exception as error:  # a template can fail in any way; which one it is, is the finding
        mend = "install pbem again; with scenario files of your own, correct those first"
        yield Finding("templates", Health.FAULT, _error_text(error), mend)
        return
    own_templates = desk.page.own
    for fault in faults:
        mend = f"correct it in {own_templates}; until then the project's own is taken in its place"
        yield Finding("templates", Health.FAULT, str(fault), mend)
    if not faults:
        own_note = (
            f"; {plural(len(own_files(own_templates)), 'file')} of your own in {own_templates}" if own_templates else ""
        )
        yield Finding("templates", Health.OK, f"{count} templates can be read{own_note}")


def _templates_and_scenarios(desk: Desk) -> Iterator[Finding]:
    yield from _templates(desk)
    for rules in desk.games.values():
        for scenario in rules.scenarios:
            try:
                rules.new_state(load_setup(rules, scenario, desk.scenarios))
            except Exception as error:  # as above, for the owner's own scenario files
                mend = f"correct the files in {desk.scenarios / rules.name}, or unset `scenarios` in pbem.toml"
                yield Finding("scenarios", Health.FAULT, f"{rules.name} {scenario}: {_error_text(error)}", mend)
            else:
                version = scenario_version(rules, scenario, desk.scenarios)
                yield Finding("scenarios", Health.OK, f"{rules.name} {scenario}, version {version}")


def _fill_nothing(desk: Desk) -> int:
    """Read the project's templates and every game's phrases. Gives how many templates there are."""
    page = desk.page.delivered
    names = page.environment.list_templates(extensions=["j2"])
    for name in names:
        page.environment.get_template(name)
    for game in desk.games:
        page.phrases(game)
    return len(names)


def _clock(session: Session, now: datetime) -> Finding:
    """Compare the clock with the newest entry, and with the Date of the newest letter."""
    mend = "set the clock of this machine; `timedatectl set-ntp true` keeps it right"
    written, letter = figures.last_written(session), figures.newest_letter(session)
    if written is not None and now < written - CLOCK_TOLERANCE:
        return Finding("clock", Health.FAULT, f"it is {now:%F %R} here, but an entry is from {written:%F %R} UTC", mend)
    date = read_header(letter.raw).date if letter is not None and letter.raw else None
    if letter is not None and date is not None and date > letter.received + CLOCK_TOLERANCE:
        problem = f"the newest letter came at {letter.received:%F %R} but was written at {date:%F %R} UTC"
        return Finding("clock", Health.WARNING, problem, f"if its writer's clock is right, {mend}")
    return Finding("clock", Health.OK, f"it is {now:%F %R} UTC")


def _letters(session: Session, now: datetime) -> Iterator[Finding]:
    waiting_letters = inbox.count_letters(session, "held") + inbox.count_letters(session, "dead")
    refused, late = figures.mails_refused(session), figures.mails_late(session, now - LATE_MAIL)
    if waiting_letters or refused:
        result = f"{waiting_letters} not dealt with, {refused} of our mails refused"
        yield Finding("letters", Health.WARNING, result, "look at them with `pbem letters`")
    if late:
        result = f"{late} of our mails wait for more than an hour"
        yield Finding("letters", Health.WARNING, result, "see that `pbem serve` runs, and the line on SMTP below")
    if not (waiting_letters or refused or late):
        yield Finding("letters", Health.OK, "all dealt with, all sent")


def _dkim(context: Context, settings: Settings) -> Iterator[Finding]:
    """Whether DKIM signatures can be checked, if a game or the configuration for new ones asks for them."""
    asking = [game.name for game in signed_games(context.session, MAX_NAMED)]
    if asking or settings.play.auth == "dkim":
        yield dns_finding(context.desk.letters.resolver, context.desk.host, asking)


def dns_finding(resolver: Resolver, host: str, asking: Sequence[str]) -> Finding:
    """Whether the DNS gives keys of DKIM signatures, `asking` being the games that ask for one."""
    try:
        resolver(f"_domainkey.{host}".encode())
    except NoAnswer as fault:
        health = Health.FAULT if asking else Health.WARNING
        meant = f"letters to {', '.join(asking)} are refused" if asking else "new games ask for signatures"
        mend = "set the name servers of this machine right (/etc/resolv.conf)"
        return Finding("dkim", health, f"the DNS does not answer, and {meant}: {fault}", mend)
    return Finding("dkim", Health.OK, "DKIM signatures can be checked: the DNS answers")


def games_to_replay(session: Session, *, thorough: bool) -> list[GameRow]:
    """The games under way: a random sample of many, or all (`thorough`)."""
    if thorough:
        return page_of_games(session, GamesPage(most=count_going_on(session), going_on=True))
    return some_going_on(session, MAX_GAMES, SystemRandom().randrange)


def _games(context: Context, games: Sequence[GameRow], now: datetime) -> Iterator[Finding]:
    """The games that are not over: the logs of some are replayed, the others get only quick checks."""
    session, look = context.session, _GameLook(context, now)
    if len(games) < (many := count_going_on(session)):
        result = f"{many} are not over; {len(games)} of them, taken by chance, are replayed, their clocks compared"
        yield Finding("games", Health.OK, result, "`pbem doctor --all` does so with every one")
    yield from map(look.closely, games)
    seen = {game.id for game in games}
    for game in [*lobby.games(session, "held"), *look.changed()]:
        if game.id not in seen and (finding := look.briefly(game)) is not None:
            seen.add(game.id)
            yield finding


class _GameLook:
    """Checks games against their stored progress (store.games.progress) and the versions of their scenario files."""

    def __init__(self, context: Context, now: datetime) -> None:
        self.context, self.session, self.desk, self.now = context, context.session, context.desk, now
        self.version = cache(lambda rules, scenario: scenario_version(self.desk.games[rules], scenario, self.desk.scenarios))

    def changed(self) -> Iterator[GameRow]:
        """The first games of each scenario whose files have changed. Faults in the files are reported elsewhere."""
        for rules in self.desk.games.values():
            for scenario in rules.scenarios:
                with suppress(Exception):
                    version = self.version(rules.name, scenario)
                    yield from other_versions(self.session, rules.name, scenario, version, MAX_NAMED)

    def closely(self, game: GameRow) -> Finding:
        """Replay a game and compare its stored values."""
        try:
            table = load_table(self.context.of(game))
            wrong = self._wrongly_kept(game, table)
            exact = f"EXACT, {len(table.entries)} entries"
            noted = self._noted(game, f"{exact}, but ")
        except Exception as error:  # a rule that fails on a replay is as much a finding as one that diverges
            return _no_replay(game, error)
        if wrong:
            mend = f"`pbem hold {game.name}` and `pbem release {game.name}` find it out anew"
            return Finding(f"game {game.name}", Health.FAULT, wrong, mend)
        return noted or Finding(f"game {game.name}", Health.OK, exact)

    def briefly(self, game: GameRow) -> Finding | None:
        """The findings about a game without a replay."""
        try:
            return self._noted(game)
        except Exception as error:
            return _no_replay(game, error)

    def _noted(self, game: GameRow, exact: str = "") -> Finding | None:
        about, version = f"game {game.name}", self.version(game.rules, game.scenario)
        if game.status == "held":
            mend = f"`pbem release {game.name}` when it can go on"
            return Finding(about, Health.WARNING, f"held: {game.held_because}", mend)
        if version != game.scenario_version:
            problem = f"{exact}its scenario files have changed ({game.scenario_version}, now {version})"
            return Finding(about, Health.WARNING, problem, "put the old files back if the change was not meant")
        return None

    def _wrongly_kept(self, game: GameRow, table: Table[Any]) -> str:
        """Stored values of a game that do not follow from its log; "" if all do. An early clock entry is harmless."""
        clock = open_clock(self.session, game.id, self.now)
        due, look = next_look(clock.clocks(table), clock.terms, self.now), progress.look(self.session, game.id)
        if game.status == "playing" and due is not None and (look is None or look > due):
            late = "is never looked at" if look is None else f"is looked at only at {look:%F %R}"
            return f"its clock has something to do at {due:%F %R} UTC, and {late}"
        stored_progress = progress.known(self.session, [game.id]).get(game.id)
        if (
            stored_progress is not None
            and stored_progress.rules_version == table.rules.version
            and stored_progress != progress_of(clock, table)
        ):
            return f"`pbem games` shows it in {stored_progress.turn}, and its log leads elsewhere"
        return ""


def _no_replay(game: GameRow, error: Exception) -> Finding:
    reason = str(error) if isinstance(error, Diverged) else _error_text(error)
    mend = f"`pbem rerun {game.name}`, then see GAMEMASTER.md, What to do when"
    return Finding(f"game {game.name}", Health.FAULT, f"its log does not replay: {reason}", mend)


# The servers


def _imap(settings: Settings) -> Iterator[Finding]:
    mailbox = mailbox_from(settings)
    try:
        yield Finding("imap", Health.OK, mailbox.check())
        with mailbox:
            idle = mailbox.can_idle
            yield from _owner(settings, mailbox)
            yield from _done_folder(settings, mailbox)
    except MailboxError as error:
        yield Finding("imap", Health.FAULT, str(error), "correct [imap] in pbem.toml")
        return
    if settings.imap.idle and not idle:
        result = f"the server has no IDLE: it is looked at every {settings.imap.poll_seconds} seconds"
        yield Finding("imap", Health.WARNING, result, "none needed; `idle = false` in [imap] makes this line go away")


def _owner(settings: Settings, mailbox: Mailbox) -> Iterator[Finding]:
    """Whether the mailbox is this database's."""
    mark = kept_mark(settings.database)
    if others := mailbox.owners() - {mark}:
        problem = f"the mailbox belongs to another database: it has the mark {', '.join(sorted(others))}"
        mend = "give this one a mailbox of its own; if it takes the other's place, stop that one and run `pbem claim`"
        yield Finding("mailbox", Health.FAULT, problem, mend)


def _done_folder(settings: Settings, mailbox: Mailbox) -> Iterator[Finding]:
    """Whether letters can be moved to the done folder, tried with a letter of our own, which is deleted."""
    message_id, letter = _trial(settings)
    try:
        done = mailbox.try_out(letter, message_id)
    except MailboxError as error:
        mend = f"make {settings.imap.done_folder} by hand, name another folder as done_folder in [imap], or make room"
        problem = f"{error}. Letters are answered, and stay in {settings.imap.folder}"
        yield Finding("done folder", Health.WARNING, problem, mend)
        return
    yield Finding("done folder", Health.OK, f"a letter of our own was moved to {done} and deleted")


def _smtp(settings: Settings) -> Iterator[Finding]:
    try:
        yield Finding("smtp", Health.OK, asyncio.run(_check_sender(settings)))
        message_id, letter = _trial(settings)
        asyncio.run(_send(settings, letter))
    except (Undelivered, Refused) as error:
        yield Finding("smtp", Health.FAULT, str(error), "correct [smtp] in pbem.toml")
        return
    yield _arrival(settings, message_id)


def _arrival(settings: Settings, message_id: str) -> Finding:
    """Whether a mail sent by SMTP arrives in the mailbox; it is deleted there."""
    began = time.monotonic()
    try:
        with mailbox_from(settings) as mailbox:
            while not mailbox.take_out(message_id):
                if time.monotonic() - began > ARRIVAL_SECONDS:
                    problem = f"a mail to {settings.smtp.sender} was taken, and is not in {settings.imap.folder} after"
                    mend = "see that [imap] reads the mailbox of `sender`, and look into its spam folder; or it comes later"
                    return Finding("mail", Health.WARNING, f"{problem} {ARRIVAL_SECONDS} seconds", mend)
                time.sleep(ARRIVAL_PAUSE)
    except MailboxError as error:
        mend = "see the line on IMAP above"
        return Finding("mail", Health.WARNING, f"whether a mail of ours arrives is not known: {error}", mend)
    return Finding("mail", Health.OK, f"a mail to {settings.smtp.sender} has arrived in {settings.imap.folder}")


def _trial(settings: Settings) -> tuple[str, bytes]:
    return trial_letter(settings.secret.get_secret_value().encode(), settings.smtp.sender, datetime.now(UTC))


async def _send(settings: Settings, letter: bytes) -> None:
    async with sender_from(settings) as sender:
        await sender.send(letter, settings.smtp.sender, settings.smtp.sender)


async def _check_sender(settings: Settings) -> str:
    return await sender_from(settings).check()


def _error_text(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
