"""From the owner's settings to the things the moderator works with."""

from __future__ import annotations

import ssl

from pbem.config import Imap, Settings, Smtp
from pbem.games import GAMES
from pbem.mail.imap import Mailbox
from pbem.mail.server import Server
from pbem.mail.smtp import Sender
from pbem.moderator.desk.desk import Desk
from pbem.moderator.desk.masters import Master
from pbem.render.templates.page import Page
from pbem.resources import own_templates, scenarios_dir, templates_dir
from pbem.store.database import Database
from pbem.timing.steady import SteadyClock, machine_uptime


def desk_from(settings: Settings) -> Desk:
    """The desk over the configured database, which is made or migrated where needed; close `desk.db` when done.

    Raises StoreError and ResourceMissing.
    """
    scenarios, page = scenarios_dir(settings.scenarios), Page(templates_dir(), own_templates(settings.templates))
    return Desk(
        db=Database.open(settings.database),
        games=GAMES,
        scenarios=scenarios,
        page=page,
        mailbox=settings.smtp.sender,
        secret=settings.secret.get_secret_value().encode(),
        now=SteadyClock(),
        uptime=machine_uptime,
        gamemaster=settings.moderator,
        other_masters=tuple(Master(each.address, each.name, frozenset(each.rights)) for each in settings.moderators),
        letters_per_hour=settings.mail.letters_per_hour,
        strangers_per_hour=settings.mail.strangers_per_hour,
        mails_per_hour=settings.smtp.mails_per_hour,
        mails_per_day=settings.smtp.mails_per_day,
        max_letter_bytes=settings.mail.max_letter_bytes,
        retention_days=settings.mail.retention_days,
        pictures=settings.mail.pictures,
        open_tables=settings.mail.open_tables,
        by_mail=settings.mail.desk,
    )


def mailbox_from(settings: Settings) -> Mailbox:
    """The mailbox letters arrive in, not opened yet."""
    imap = settings.imap
    return Mailbox(_server(imap), imap.folder, imap.done_folder, idle=imap.idle, poll=imap.poll_seconds)


def sender_from(settings: Settings) -> Sender:
    """The way out for our mails, not connected yet. Belongs to the event loop it is first used in."""
    return Sender(_server(settings.smtp))


def _server(section: Imap | Smtp) -> Server:
    password = section.password.get_secret_value()
    context = ssl.create_default_context(cafile=section.ca_file) if section.ca_file is not None else None
    return Server(section.host, section.port, section.user, password, section.security, context=context)
