"""`pbem login`: the first tokens of accounts whose providers take no passwords (OAuth2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from pbem.cli.terminal import saying
from pbem.cli.terminal.saying import say

if TYPE_CHECKING:
    from pbem.config.sections import OAuthAccount
    from pbem.config.settings import Settings
    from pbem.mail.login.identity import Account, Tokens

login_app = typer.Typer()


@login_app.command("login")
def log_in(
    ctx: typer.Context,
    account: Annotated[str, typer.Argument(help="The name of an [[oauth]] table.", show_default="all of them")] = "",
) -> None:
    """Log in to a mail provider that takes no passwords (OAuth2).

    The mail servers are then tried with the new tokens; exit code 1 if one refuses them.
    """
    settings = ctx.obj.settings()
    works = [_get_tokens(settings, each) for each in _chosen(settings, account)]
    if not all(works):
        raise typer.Exit(1)


def _chosen(settings: Settings, name: str) -> list[OAuthAccount]:
    """The accounts to log in to. Raises ConfigError if there are none."""
    from pbem.config.loading import ConfigError

    known = settings.oauth
    if not known:
        raise ConfigError(
            "there is no [[oauth]] table in the configuration; deploy/PROVIDERS.md says which providers need one"
        )
    logins = [each for each in known if name in ("", each.name)]
    if not logins:
        raise ConfigError(f"no [[oauth]] table has the name {name!r}; there are {', '.join(each.name for each in known)}")
    return logins


def _get_tokens(settings: Settings, chosen: OAuthAccount) -> bool:
    """Log in to an account and keep its tokens. Gives whether the mail servers take them. Raises NoSecret."""
    from pbem.moderator.desk.from_settings import account_from, token_file_of

    account, file = account_from(chosen), token_file_of(chosen)
    sections = [(name, section) for name, section in (("imap", settings.imap), ("smtp", settings.smtp))]
    users = [(name, section.user) for name, section in sections if section.oauth == chosen.name]
    whom = " and ".join(f"{user} in [{name}]" for name, user in users) or "nobody yet (set oauth in [imap] and [smtp])"
    say(f"{chosen.name}: tokens for {whom}.")
    tokens = _by_device(account) if chosen.way == "device" else _by_browser(account)
    with file.locked():
        file.write(tokens)
    say(f"Logged in. The tokens are in {file.path}; pbem renews them by itself.")
    if not tokens.refresh_token:
        say("The provider gave nothing to renew them with: check scope (offline_access), or you must log in again soon.")
    works = [_works(settings, name) for name, _ in users]
    return all(works)


def _by_device(account: Account) -> Tokens:
    from pbem.mail.login.identity import await_device_login, begin_device_login

    code = begin_device_login(account)
    say(f"Open {code.url} in a browser on any machine, log in as that user, and type the code {code.user_code}")
    if code.whole_url:
        say(f"or open {code.whole_url}")
    say(f"Waiting for that, {code.seconds / 60:.0f} minutes at most (Ctrl-C gives up) ...")
    return await_device_login(account, code)


def _by_browser(account: Account) -> Tokens:
    from pbem.mail.login.identity import begin_browser_login, finish_browser_login

    login = begin_browser_login(account)
    say(f"Open this address in a browser on any machine and log in as that user:\n\n{login.url}\n")
    say(f"The browser then goes to {account.redirect_url}... and shows that nothing is there. That is as it should be:")
    address = typer.prompt("copy the whole address of that page and paste it here")
    return finish_browser_login(account, login, address)


def _works(settings: Settings, name: str) -> bool:
    """Try the tokens at the mail server itself."""
    import asyncio

    from pbem.mail.imap.errors import MailboxError
    from pbem.mail.smtp import Undelivered
    from pbem.moderator.desk.from_settings import mailbox_from, sender_from

    async def check_sender() -> str:
        return await sender_from(settings).check()

    try:
        outcome = mailbox_from(settings).check() if name == "imap" else asyncio.run(check_sender())
    except (MailboxError, Undelivered) as error:
        saying.console(stderr=True).print(f"pbem: {saying.plain(str(error))}", style="red", soft_wrap=True)
        return False
    say(saying.plain(outcome))
    return True
