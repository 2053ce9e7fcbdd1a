"""Figures for monitoring: a JSON file, and text that Prometheus reads. They hold no secret of a game."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from prometheus_client import CollectorRegistry, Gauge, write_to_textfile

from pbem.moderator.core.desk import Desk
from pbem.moderator.deadlines.clock import regencies
from pbem.store import figures
from pbem.store.games import timekeeping
from pbem.store.games.lists import count_games
from pbem.store.mail import inbox, services
from pbem.store.mail.services import IMAP, SERVICES, SMTP, WORK
from pbem.store.tables.service import ServiceRow
from pbem.timing.duration import in_words

NEVER = 0.0


@dataclass(frozen=True, slots=True)
class ServiceFigures:
    """The state of one of SERVICES: whether it works (1 for yes); when it last worked, began to fail, and had an error."""

    ok: int
    last_ok: float
    failing_since: float
    error_at: float

    @classmethod
    def of(cls, row: ServiceRow) -> ServiceFigures:
        """Those of a service."""
        moments = (_seconds(moment) for moment in (row.last_ok, row.failing_since, row.error_at))
        return cls(int(row.failing_since is None), *moments)


@dataclass(frozen=True, slots=True)
class MailFigures:
    """The mails that wait, and those that a server has refused for good."""

    mails_waiting: int
    oldest_mail: float
    mails_refused: int


@dataclass(frozen=True, slots=True)
class LetterFigures:
    """The letters that wait or have failed, and the lines at which the program itself has."""

    letters_unanswered: int
    oldest_letter: float
    letters_failed: int
    lines_failed: int


@dataclass(frozen=True, slots=True)
class GameFigures:
    """The games that are played or held, and the regencies in them."""

    games_playing: int
    games_held: int
    seats_regencies: int


@dataclass(frozen=True, slots=True)
class HealthFigures:
    """The state of the moderator: moments in seconds since 1970 (UTC; 0: never, or none), counts, and its `services`."""

    looked: float
    last_at_work: float
    daemons: int
    mails: MailFigures
    letters: LetterFigures
    games: GameFigures
    services: dict[str, ServiceFigures]

    def by_name(self) -> dict[str, float]:
        """Each figure by the name that it has in files."""
        by_name = {"looked": self.looked, "last_at_work": self.last_at_work, "daemons": self.daemons}
        by_name |= asdict(self.mails) | asdict(self.letters) | asdict(self.games)
        for service, figures_of_it in self.services.items():
            by_name |= {f"{service}_{name}": figure for name, figure in asdict(figures_of_it).items()}
        return by_name


ABOUT = {
    "looked": "When these figures were taken, in seconds since 1970",
    "last_at_work": "When the moderator was last at work, in seconds since 1970",
    "daemons": "Daemons at work on the database",
    "mails_waiting": "Mails that are still to be sent",
    "oldest_mail": "When the oldest of them was queued, in seconds since 1970",
    "mails_refused": "Mails that a server refused for good",
    "letters_unanswered": "Letters that are not dealt with yet, or are kept for games on hold",
    "oldest_letter": "When the oldest of them came, in seconds since 1970",
    "letters_failed": "Letters that could not be dealt with",
    "lines_failed": "Lines, and standing orders, at which the program itself has failed so far",
    "games_playing": "Games that are played",
    "games_held": "Games on hold",
    "seats_regencies": "Seats of games that are played whose players have not written for some own turns: regencies",
}
_OF_SERVICES = {IMAP: "the mailbox was read", SMTP: "mails got out", WORK: "all letters that had come were dealt with"}
for _name, _does in _OF_SERVICES.items():
    ABOUT |= {
        f"{_name}_ok": f"Whether {_does} at the last attempt (1) or not (0)",
        f"{_name}_last_ok": f"When {_does} last, in seconds since 1970",
        f"{_name}_failing_since": f"Since when not, in seconds since 1970; 0 while {_name}_ok is 1",
        f"{_name}_error_at": "When the last error was met, in seconds since 1970",
    }


def figures_of(desk: Desk) -> HealthFigures:
    """The figures as they are now."""
    with desk.db.reading() as session:
        mails, letters = figures.mails_waiting(session), figures.letters_undone(session)
        game_ids = timekeeping.games_with_regencies(session)
        return HealthFigures(
            desk.now().timestamp(),
            _seconds(timekeeping.last_beat(session)),
            len(desk.db.daemons()),
            MailFigures(mails.count, _seconds(mails.oldest), figures.mails_refused(session)),
            LetterFigures(
                letters.count,
                _seconds(letters.oldest),
                inbox.count_letters(session, "dead"),
                services.service(session, WORK).lines_failed,
            ),
            GameFigures(
                count_games(session, "playing"),
                count_games(session, "held"),
                sum(len(regencies(session, game_id)) for game_id in game_ids),
            ),
            {name: ServiceFigures.of(services.service(session, name)) for name in SERVICES},
        )


def errors_of(desk: Desk) -> dict[str, str]:
    """The last error of each service, "" for none, by the names in the health file."""
    with desk.db.reading() as session:
        return {f"{name}_error": services.service(session, name).error for name in SERVICES}


def _seconds(moment: datetime | None) -> float:
    return NEVER if moment is None else moment.astimezone(UTC).timestamp()


def write_health(desk: Desk, health: Path | None, metrics: Path | None) -> None:
    """Write the figures to the files that are wanted, each whole or not at all. Raises OSError."""
    if health is None and metrics is None:
        return
    figures_now, errors = figures_of(desk).by_name(), errors_of(desk)
    named = {"daemons_named": ", ".join(each.name for each in desk.db.daemons())}
    if health is not None:
        part = health.with_name(f"{health.name}.part")
        part.write_text(json.dumps(figures_now | errors | named) + "\n", encoding="ascii")
        os.replace(part, health)
    if metrics is not None:
        registry = CollectorRegistry()
        for name, value in figures_now.items():
            Gauge(f"pbem_{name}", ABOUT[name], registry=registry).set(value)
        last = Gauge(
            "pbem_last_error", "1 for the last error of each service, in words", ["service", "error"], registry=registry
        )
        for name, error in errors.items():
            if error:
                last.labels(name.removesuffix("_error"), error).set(1)
        write_to_textfile(str(metrics), registry)


STALE = timedelta(minutes=5)
"""The figures are written every minute: older ones are those of a moderator that is gone or hangs."""
MAX_IDLE = timedelta(minutes=15)


def why_not_well(health: Path, now: datetime, max_idle: timedelta = MAX_IDLE) -> str:
    """What is wrong according to a health file, "" for nothing: the file is old, or for longer than `max_idle` no work was
    done or no mails went out. Raises OSError and ValueError if it cannot be read.
    """
    stored = json.loads(health.read_text(encoding="ascii"))
    if (age := _since(stored["looked"], now)) > STALE:
        return f"pbem serve has written nothing for {in_words(age)}"
    if (idle := _since(stored["work_last_ok"], now)) > max_idle:
        error = stored["imap_error"] if not stored["imap_ok"] else stored["work_error"]
        since = f"for {in_words(idle)}" if stored["work_last_ok"] else "yet"
        return f"no look for letters has come to its end {since}" + (f": {error}" if error else "")
    if not stored["smtp_ok"] and (idle := _since(stored["smtp_failing_since"], now)) > max_idle:
        return f"no mails have got out for {in_words(idle)}: {stored['smtp_error']}"
    return ""


def _since(moment: float, now: datetime) -> timedelta:
    return timedelta(seconds=now.timestamp() - moment)
