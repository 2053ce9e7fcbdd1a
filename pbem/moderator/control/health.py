"""Figures for whoever watches the machine: a JSON file, and text that Prometheus reads. They tell no secret of a game."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

from prometheus_client import CollectorRegistry, Gauge, write_to_textfile

from pbem.moderator.desk.desk import Desk
from pbem.store import lobby, post, timekeeping

NEVER = 0.0


@dataclass(frozen=True, slots=True)
class HealthFigures:
    """How the moderator does: moments in seconds since 1970 (UTC; 0: never, or there is none), and counts."""

    looked: float
    last_at_work: float
    mails_waiting: int
    oldest_mail: float
    mails_refused: int
    letters_unanswered: int
    oldest_letter: float
    letters_failed: int
    games_playing: int
    games_held: int


ABOUT = {
    "looked": "When these figures were taken, in seconds since 1970",
    "last_at_work": "When the moderator was last at work, in seconds since 1970",
    "mails_waiting": "Mails that are still to be sent",
    "oldest_mail": "When the oldest of them was queued, in seconds since 1970",
    "mails_refused": "Mails that a server refused for good",
    "letters_unanswered": "Letters that are not dealt with yet, or are kept for games on hold",
    "oldest_letter": "When the oldest of them came, in seconds since 1970",
    "letters_failed": "Letters that could not be dealt with",
    "games_playing": "Games that are played",
    "games_held": "Games on hold",
}


def figures_of(desk: Desk) -> HealthFigures:
    """The figures as they are now."""
    with desk.db.reading() as session:
        mails, letters = post.waiting_mails(session), post.undone_letters(session)
        return HealthFigures(
            desk.now().timestamp(),
            _seconds(timekeeping.last_beat(session)),
            len(mails),
            min((_seconds(mail.queued) for mail in mails), default=NEVER),
            len(post.refused_mails(session)),
            len(letters),
            min((_seconds(letter.received) for letter in letters), default=NEVER),
            post.count_letters(session, "dead"),
            len(lobby.games(session, "playing")),
            len(lobby.games(session, "held")),
        )


def _seconds(moment: datetime | None) -> float:
    return NEVER if moment is None else moment.astimezone(UTC).timestamp()


def write_health(desk: Desk, health: Path | None, metrics: Path | None) -> None:
    """Write the figures to the files that are wanted, each whole or not at all. Raises OSError."""
    if health is None and metrics is None:
        return
    found = figures_of(desk)
    if health is not None:
        part = health.with_name(f"{health.name}.part")
        part.write_text(json.dumps(asdict(found)) + "\n", encoding="ascii")
        os.replace(part, health)
    if metrics is not None:
        registry = CollectorRegistry()
        for name, value in asdict(found).items():
            Gauge(f"pbem_{name}", ABOUT[name], registry=registry).set(value)
        write_to_textfile(str(metrics), registry)
