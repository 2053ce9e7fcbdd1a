"""An owner with their folder and configuration, their commands, and the players' letters."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import cache
from pathlib import Path
from unittest.mock import patch

from typer.main import get_command
from typer.testing import CliRunner, Result

from pbem.cli.app import app
from pbem.database_url import DatabaseUrl, Location
from pbem.postoffice import HOST, PostOffice
from tests.support.empty import change_log, content_of, empty_database, fill, is_as_made

MODERATOR, MASTER = "moderator@pbem.test", "master@pbem.test"
ANN, BOB = "ann@pbem.test", "bob@pbem.test"
SECRET = "sixteen letters and more"  # noqa: S105 - what stands in the configuration below
PLAYERS = (f"york=Ann <{ANN}>", f"lancaster=Bob <{BOB}>")


@dataclass(frozen=True)
class Kept:
    """What an owner's commands have come to: the database, and all mails that came for players and the game master."""

    database: bytes | str
    mails: tuple[tuple[str, bytes], ...]


KEPT: dict[Callable[[Owner], object], Kept] = {}
"""By the commands: these take a second each time."""
COMMANDS = cache(get_command)
"""The commands of an app, made once: that takes longer than many of them do."""


@dataclass(frozen=True)
class Owner:
    """An owner at their keyboard, in a folder of their own."""

    folder: Path
    office: PostOffice
    database: Location

    @classmethod
    def at(cls, folder: Path, office: PostOffice) -> Owner:
        """One with a configuration and an empty database."""
        owner = cls(folder, office, empty_database(folder / "games.sqlite"))
        owner.configure()
        return owner

    def pbem(self, *arguments: str, code: int = 0) -> Result:
        """Run a command, which must end with the exit code `code`."""
        with patch("typer.testing._get_command", COMMANDS):
            result = CliRunner().invoke(app, ["--config", str(self.folder / "pbem.toml"), *arguments])
        assert result.exit_code == code, result.output
        return result

    def configure(self, **changes: str) -> None:
        """Write the configuration; `changes` replace whole lines by their key, "imap_port" being `port` in [imap]."""
        file = self.folder.joinpath("pbem.toml")
        file.write_text(self._configuration(**changes), encoding="utf-8")
        file.chmod(0o600)

    def _configuration(self, **changes: str) -> str:
        values = {
            "database": f'"{self.database.url}"' if isinstance(self.database, DatabaseUrl) else '"games.sqlite"',
            "imap_host": f'"{HOST}"',
            "imap_port": str(self.office.imap_port),
            "imap_security": '"none"',
            "smtp_port": str(self.office.smtp_port),
        }
        return CONFIGURATION.format(**values | changes)

    def open_game(self) -> None:
        """A game of Bosworth between Ann and Bob; the first of an owner with the usual configuration is copied."""
        usual = self._configuration() == self.folder.joinpath("pbem.toml").read_text(encoding="utf-8")
        if usual and is_as_made(self.database):
            self.once(_opened)
        else:
            _opened(self)

    def mail(self, address: str) -> EmailMessage:
        """The newest mail that came for `address`."""
        message = message_from_bytes(self.office.messages(address)[-1], policy=policy.default)
        assert isinstance(message, EmailMessage)
        return message

    def once(self, play: Callable[[Owner], object]) -> None:
        """Let the owner of no game yet do what `play` does; after the first time, take what it came to then."""
        if play not in KEPT:
            play(self)
            mails = tuple((address, mail) for address in (ANN, BOB, MASTER) for mail in self.office.messages(address))
            KEPT[play] = Kept(content_of(self.database), mails)
            return
        fill(self.database, KEPT[play].database)
        for address, mail in KEPT[play].mails:
            envelope, _, raw = mail.split(b"\r\n", 2)  # two lines that the delivery writes anew
            self.office.deliver(raw, address, envelope.decode().partition("<")[2].removesuffix(">"))

    def falsify_log(self) -> None:
        """As if the rules led elsewhere now: every fingerprint in the log is another."""
        change_log(self.database, "UPDATE entry SET after = '0123456789abcdef' WHERE after <> ''")

    def wait_for_mail(self, address: str) -> None:
        """Wait until something has come for `address`, ten seconds at most."""
        end = time.monotonic() + 10
        while not self.office.messages(address) and time.monotonic() < end:
            time.sleep(0.02)
        assert self.office.messages(address)

    def write(self, sender: str, lines: str, **headers: str) -> None:
        """A player's letter: `lines` in answer to the newest report they have."""
        report = self.mail(sender)
        letter = EmailMessage(policy=policy.SMTP)
        fields = {"From": sender, "To": str(report["Reply-To"]), "Subject": "orders"} | headers
        fields.setdefault("Message-ID", f"<{len(self.office.messages(MODERATOR))}.{self.folder.name}@pbem.test>")
        for name, value in fields.items():
            letter[name.replace("_", "-")] = value
        letter.set_content(lines)
        recipient = re.sub(r".*<|>.*", "", fields["To"])
        self.office.deliver(bytes(letter), recipient, sender)


def _opened(owner: Owner) -> None:
    owner.pbem("new", "bosworth", "--at-once", *PLAYERS)


CONFIGURATION = """
database = {database}
secret = "sixteen letters and more"
moderator = "master@pbem.test"

[imap]
host = {imap_host}
port = {imap_port}
security = {imap_security}
user = "moderator@pbem.test"
password = "rose"

[smtp]
host = "127.0.0.1"
port = {smtp_port}
security = "none"
sender = "moderator@pbem.test"
"""
