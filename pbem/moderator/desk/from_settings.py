"""Makes the desk, the mailbox and the mail sender from the owner's settings."""

from __future__ import annotations

import ssl
from pathlib import Path

from pbem.config.sections import Imap, OAuthAccount, Smtp
from pbem.config.settings import Settings
from pbem.games import GAMES
from pbem.mail.imap.mailbox import Mailbox
from pbem.mail.login.command import CommandLogin
from pbem.mail.login.identity import Account
from pbem.mail.login.tokens import TokenFile, TokenLogin
from pbem.mail.login.ways import Login, Showing
from pbem.mail.server import Server
from pbem.mail.smtp import Sender
from pbem.moderator.core.desk import Desk, HostMachine, LetterRules, MailRules, Master, Staff
from pbem.render.templates.page import Page
from pbem.resources import own_templates, scenarios_dir, templates_dir
from pbem.store.database import Database
from pbem.timing.steady import SteadyClock, machine_uptime


def desk_from(settings: Settings) -> Desk:
    """The desk with the configured database, which is created or migrated if needed; close `desk.db` when done.

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
        machine=HostMachine(uptime=machine_uptime, is_compared=True),
        staff=Staff(
            gamemaster=settings.moderator,
            others=tuple(Master(each.address, each.name, frozenset(each.rights)) for each in settings.moderators),
        ),
        letters=LetterRules(
            letters_per_hour=settings.mail.letters_per_hour,
            strangers_per_hour=settings.mail.strangers_per_hour,
            max_letter_bytes=settings.mail.max_letter_bytes,
            open_tables=settings.mail.open_tables,
            by_mail=settings.mail.desk,
        ),
        mails=MailRules(
            mails_per_hour=settings.smtp.mails_per_hour,
            mails_per_day=settings.smtp.mails_per_day,
            retention_days=settings.mail.retention_days,
            pictures=settings.mail.pictures,
        ),
    )


def mailbox_from(settings: Settings) -> Mailbox:
    """The mailbox that letters arrive in, not connected yet."""
    imap = settings.imap
    return Mailbox(_server(settings, imap), imap.folder, imap.done_folder, idle=imap.idle, poll=imap.poll_seconds)


def sender_from(settings: Settings) -> Sender:
    """The sender of our mails, not connected yet. It belongs to the event loop it is first used in."""
    return Sender(_server(settings, settings.smtp))


def _server(settings: Settings, section: Imap | Smtp) -> Server:
    context = ssl.create_default_context(cafile=section.ca_file) if section.ca_file is not None else None
    return Server(
        section.host,
        section.port,
        section.user,
        section.password.get_secret_value(),
        section.security,
        context=context,
        other_login=_login(settings, section),
    )


def _login(settings: Settings, section: Imap | Smtp) -> Login | None:
    """The source of the password or token, if it is not a password in the configuration."""
    showing: Showing | None = None if section.sasl == "auto" else section.sasl
    if section.password_command:
        return CommandLogin(section.password_command, showing or "password")
    for account in settings.oauth:
        if account.name == section.oauth:
            return TokenLogin(account_from(account), token_file_of(account), showing or "token")
    return None


# Where tokens come from: what the providers have published.
_MICROSOFT = "https://login.microsoftonline.com/{tenant}/oauth2/v2.0"
_MICROSOFT_SCOPE = "https://outlook.office.com/IMAP.AccessAsUser.All https://outlook.office.com/SMTP.Send offline_access"


def account_from(account: OAuthAccount) -> Account:
    """What an [[oauth]] table says, with the URLs of known providers filled in."""
    known: dict[str, str] = {}
    extra: dict[str, str] = {}
    if account.provider == "microsoft":
        base = _MICROSOFT.format(tenant=account.tenant)
        known = {"device_url": f"{base}/devicecode", "authorize_url": f"{base}/authorize", "token_url": f"{base}/token"}
        known["scope"] = _MICROSOFT_SCOPE
    elif account.provider == "google":
        known = {
            "device_url": "https://oauth2.googleapis.com/device/code",
            "authorize_url": "https://accounts.google.com/o/oauth2/v2/auth",
            "token_url": "https://oauth2.googleapis.com/token",
            "scope": "https://mail.google.com/",
        }
        extra = {"access_type": "offline", "prompt": "consent"}
    urls = {
        name: getattr(account, name) or known.get(name, "") for name in ("device_url", "authorize_url", "token_url", "scope")
    }
    return Account(
        account.name,
        account.client_id,
        client_secret=account.client_secret.get_secret_value(),
        redirect_url=account.redirect_url,
        extra=extra,
        **urls,
    )


def token_file_of(account: OAuthAccount) -> TokenFile:
    """Where the tokens of an account are kept."""
    return TokenFile(account.tokens or Path(f"oauth-{account.name}.json"))
