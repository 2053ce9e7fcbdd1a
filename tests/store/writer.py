"""Run as a program: writes transactions into the database named, one line of output a commit, until it is killed.

Transaction n is letter n, three log entries with an event each, and a mail: all of it or nothing.
"""

import sys
from datetime import UTC, datetime

from pbem.database_url import read_location
from pbem.store.database import Database
from pbem.store.games import journal, lobby
from pbem.store.games.journal import EventLine, JournalLine
from pbem.store.mail import inbox, outbox

NOW = datetime(2031, 3, 30, tzinfo=UTC)
LINES = 3
TEXT = b"march to york\r\n" * 2000


def transaction(database: Database, game_id: int) -> int:
    """Write one letter's worth and return how many letters there are."""
    with database.writing() as session:
        number = journal.next_number(session, game_id)
        letter_number = number // LINES + 1
        letter, _ = inbox.accept(session, TEXT, f"<{letter_number}@player>", "york@example.org", NOW)
        numbers = range(number, number + LINES)
        lines = [
            JournalLine(number=n, kind="answer", seat="york", key="k", subject="s", answer=n, after="0") for n in numbers
        ]
        journal.append(session, game_id, lines, letter.id, NOW)
        journal.append_events(session, game_id, [_event(n) for n in numbers])
        inbox.settle(session, letter.id, "done", "3 orders", game_id=game_id)
        mail = outbox.NewMail(
            message_id=f"<{letter_number}@us>",
            envelope_to="york@example.org",
            raw=TEXT,
            kind="report",
            now=NOW,
            game_id=game_id,
            letter_id=letter.id,
        )
        outbox.queue(session, mail)
        return letter_number


def _event(number: int) -> EventLine:
    return EventLine(entry_number=number, place=0, rule="r", name="n", data={})


def main() -> None:
    database = Database.open(read_location(sys.argv[1]))
    with database.reading() as session:
        game_id = lobby.find_game(session, "bosworth-1").id
    while True:
        print(transaction(database, game_id), flush=True)


if __name__ == "__main__":
    main()
