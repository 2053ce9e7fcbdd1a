"""`pbem login`: from no tokens to mail servers that take them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from pbem.cli.app import app
from pbem.doctor import checks
from pbem.mail.login import identity as asking
from tests.mail.token_servers import TokenServer, token_server
from tests.support.identity import DENIED, EXPIRED, PENDING, IdentityServer, identity_server
from tests.support.owner import Owner

SECTION = (
    '\n[{name}]\nhost = "127.0.0.1"\nport = {port}\nsecurity = "none"\nuser = "moderator@pbem.test"\noauth = "{oauth}"\n'
)


class Site:
    """An owner whose provider takes tokens only."""

    def __init__(self, folder: Path, identity: IdentityServer, imap: TokenServer, smtp: TokenServer) -> None:
        self.folder, self.identity, self.imap, self.smtp = folder, identity, imap, smtp
        self.configure(identity.table())

    def configure(self, tables: str, imap: str = "moderator", smtp: str = "moderator") -> None:
        """Write the configuration."""
        sections = SECTION.format(name="imap", port=self.imap.port, oauth=imap)
        sections += SECTION.format(name="smtp", port=self.smtp.port, oauth=smtp) + 'sender = "moderator@pbem.test"\n'
        head = 'secret = "sixteen letters and more"\nmoderator = "master@pbem.test"\n'
        self.folder.joinpath("pbem.toml").write_text(head + sections + tables, encoding="utf-8")

    def log_in(self, *names: str, code: int = 0, typed: str = "") -> Result:
        """Run `pbem login`."""
        config = str(self.folder / "pbem.toml")
        result = CliRunner().invoke(app, ["--config", config, "login", *names], input=typed)
        assert result.exit_code == code, result.output
        return result


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    def at_once(account: asking.Account, code: asking.DeviceCode) -> asking.Tokens:
        return await_device_login(account, code, lambda _: None)

    await_device_login = asking.await_device_login
    monkeypatch.setattr(asking, "await_device_login", at_once)
    with (
        identity_server() as identity,
        token_server("imap", identity.is_good) as imap,
        token_server("smtp", identity.is_good) as smtp,
    ):
        yield Site(tmp_path, identity, imap, smtp)


def test_a_device_code_opens_both_servers(site: Site) -> None:
    site.identity.polls = [PENDING]
    told = site.log_in().stdout
    file = site.folder / "oauth-moderator.json"
    assert "tokens for moderator@pbem.test in [imap] and moderator@pbem.test in [smtp]" in told
    assert f"Open {site.identity.url('confirm')} in a browser on any machine" in told
    assert "type the code ABCD-EFGH" in told
    assert "10 minutes at most" in told
    assert f"The tokens are in {file}" in told
    assert "folder INBOX, 0 waiting" in told
    assert "logged in as moderator@pbem.test" in told
    assert json.loads(file.read_text())["refresh_token"] == "refresh-1"  # noqa: S105 - of a stub
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_browser_login_takes_the_address(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("secrets.token_urlsafe", lambda _: "the-state")
    site.configure(site.identity.table() + 'flow = "browser"\n')
    told = site.log_in(typed="http://127.0.0.1:8765/?code=good&state=the-state\n").stdout
    assert f"{site.identity.url('authorize')}?" in told.replace("\n", "")
    assert "0 waiting" in told
    assert "copy the whole of it" in site.log_in(code=1, typed="http://127.0.0.1:8765/?code=good\n").stderr


@pytest.mark.parametrize(
    ("polls", "told"), [([DENIED], "declined in the browser"), ([EXPIRED], "run `pbem login moderator` again")]
)
def test_a_refusal_says_what_to_do_and_keeps_the_old_tokens(polls: list[str], told: str, site: Site) -> None:
    site.log_in()
    site.identity.polls = list(polls)
    assert told in site.log_in(code=1).stderr
    assert json.loads((site.folder / "oauth-moderator.json").read_text())["refresh_token"] == "refresh-1"  # noqa: S105 - of a stub


def test_a_server_that_does_not_take_the_tokens_is_told(site: Site) -> None:
    site.imap.is_good = lambda _: False
    result = site.log_in(code=1)
    assert "login refused for 'moderator@pbem.test'" in result.stderr
    assert "that the mailbox allows this access (deploy/PROVIDERS.md)" in result.stderr
    assert "logged in as moderator@pbem.test" in result.stdout  # at SMTP


def test_several_accounts_are_logged_in_one_after_the_other(site: Site) -> None:
    site.configure(site.identity.table("reading") + site.identity.table("sending"), "reading", "sending")
    told = site.log_in().stdout
    assert "reading: tokens for moderator@pbem.test in [imap]." in told
    assert "sending: tokens for moderator@pbem.test in [smtp]." in told
    assert "reading" not in site.log_in("sending").stdout
    assert "no [[oauth]] table has the name 'other'; there are reading, sending" in site.log_in("other", code=1).stderr


def test_a_command_before_the_login_says_to_log_in(site: Site) -> None:
    result = CliRunner().invoke(app, ["--config", str(site.folder / "pbem.toml"), "once"])
    assert result.exit_code == 1
    assert "there are no tokens for 'moderator'; run `pbem login moderator`" in result.stderr


def test_the_doctor_sees_who_can_read_the_tokens(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "ARRIVAL_SECONDS", 0)  # the stub delivers nothing
    site.log_in()
    file, config = site.folder / "oauth-moderator.json", str(site.folder / "pbem.toml")
    file.chmod(0o644)
    (site.folder / "pbem.toml").chmod(0o600)
    told = CliRunner().invoke(app, ["--config", config, "doctor"]).stdout
    assert f"everybody on this machine can read {file}" in told


def test_where_no_provider_takes_tokens_that_is_said(owner: Owner) -> None:
    assert "there is no [[oauth]] table in the configuration" in owner.pbem("login", code=1).stderr
