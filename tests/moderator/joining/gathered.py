"""A desk that invites players, and people who write to it."""

from __future__ import annotations

from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path

from pbem.games import GAMES
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Desk, LetterRules, Player, Staff
from pbem.moderator.intake.moderating import moderate_all, take_in
from pbem.moderator.seats.addresses import ready_to_send
from pbem.render.templates.page import Page
from pbem.resources import scenarios_dir, templates_dir
from pbem.store.games import gatherings
from pbem.store.mail import inbox, outbox
from pbem.store.tables.joining import GuestRow
from tests.support.conversation import MODERATOR, Clock
from tests.support.empty import empty_database, open_made
from tests.support.works import parsed

ANN, BOB, CYD = (Player(name, f"{name.lower()}@example.test") for name in ("Ann", "Bob", "Cyd"))
GAMEMASTER = "gm@example.test"


class Gathered:
    """A desk, its clock, and the mails it has queued, as they are handed to the mail server."""

    def __init__(self, folder: Path, *, open_tables: bool = True) -> None:
        self.clock = Clock()
        self.db = open_made(empty_database(folder / "test.sqlite"))
        self.desk = Desk(
            db=self.db,
            games=GAMES,
            scenarios=scenarios_dir(),
            page=Page(templates_dir()),
            mailbox=MODERATOR,
            secret=b"s" * 16,
            now=self.clock,
            staff=Staff(gamemaster=GAMEMASTER),
            letters=LetterRules(open_tables=open_tables),
        )
        self._seen = self._written = 0

    def new_mails(self) -> list[EmailMessage]:
        """The mails queued since the last look."""
        with self.db.writing() as session:
            rows = [row for row in outbox.due(session, self.clock() + timedelta(days=9), 1000) if row.id > self._seen]
            self._seen = max([self._seen, *(row.id for row in rows)])
            context = Context(session, self.desk)
            return [parsed(ready_to_send(context, row)) for row in rows]

    def write(
        self, who: Player, text: str, to: str = MODERATOR, *, subject: str = "hello", answers: str = ""
    ) -> list[EmailMessage]:
        """A letter a minute after the last, and the mails it causes."""
        self.clock.move(minutes=1)
        self._written += 1
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = f"{who.name} <{who.address}>", to, subject
        message["Message-ID"] = f"<letter-{self._written}@example.test>"
        if answers:
            message["In-Reply-To"] = answers
        message.set_content(text)
        take_in(self.desk, bytes(message))
        moderate_all(self.desk)
        return self.new_mails()

    def reply(self, who: Player, mail: EmailMessage, text: str) -> list[EmailMessage]:
        """The same to where a mail is answered to."""
        return self.write(who, text, str(mail["Reply-To"]), subject=f"Re: {mail['Subject']}", answers=mail["Message-ID"])

    def guests(self, name: str) -> dict[str, GuestRow]:
        """The guests of a game by name."""
        with self.db.reading() as session:
            found = gatherings.guests(session, gatherings.find(session, name).id)
            return {guest.name: guest for guest in found}

    def outcome(self, number: int) -> str:
        """What became of a letter."""
        with self.db.reading() as session:
            return inbox.letter(session, number).outcome


def mail_to(who: Player | str, mails: list[EmailMessage]) -> EmailMessage:
    """The one mail of these to somebody."""
    address = who if isinstance(who, str) else who.address
    (mail,) = [mail for mail in mails if str(mail["To"]) == address]
    return mail
