"""Errors that an owner or a server can cause. It is imported only after an error, as it needs all parts of the program."""

from __future__ import annotations

import json
import tomllib

from pbem.config.loading import ConfigError
from pbem.daemon_lock import AlreadyRunning
from pbem.engine.played_log import Diverged
from pbem.lab.conform.listing import BadListing
from pbem.lab.legs.game import Stuck
from pbem.lab.play import demo
from pbem.mail.imap.errors import MailboxError
from pbem.mail.login.ways import NoSecret
from pbem.mail.smtp import Refused, Undelivered
from pbem.moderator.clock.deadline_changes import NoDeadline
from pbem.moderator.core.setups import BadLanguage, NoScenario
from pbem.moderator.correcting.correction import KeyIsOut
from pbem.moderator.desk.press import CannotAnswer
from pbem.moderator.joining.opening import BadOpening
from pbem.moderator.reading.help_pages import NoSection
from pbem.moderator.seats.observers import BadObserver
from pbem.render.templates.catalogue import NoLanguage
from pbem.replay.audit import NotAnArchive
from pbem.replay.transcript import TranscriptError
from pbem.resources import ResourceMissing
from pbem.store.errors import StoreError
from pbem.timing.errors import BadTime
from pbem.values import BadValue

FORESEEN = (
    ConfigError,
    AlreadyRunning,
    StoreError,
    NoScenario,
    NoSection,
    BadOpening,
    BadObserver,
    BadLanguage,
    NoLanguage,
    Diverged,
    MailboxError,
    NoSecret,
    Refused,
    Undelivered,
    ResourceMissing,
    demo.NotFinished,
    Stuck,
    KeyIsOut,
    CannotAnswer,
    NoDeadline,
    BadTime,
    BadValue,
    OSError,
    UnicodeError,
    json.JSONDecodeError,
    tomllib.TOMLDecodeError,
    TranscriptError,
    NotAnArchive,
    BadListing,
)
"""Errors that an owner or a server can cause: reported on one line, without a traceback."""
