"""A clock that has gone on while the machine was off is compared with the mail server's."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from pbem.daemon import Daemon
from pbem.mail.imap.mailbox import Mailbox
from pbem.mail.server import Server
from pbem.mail.smtp import Sender
from pbem.moderator.core.desk import HostMachine
from pbem.moderator.joining.opening import open_game
from pbem.postoffice import HOST
from pbem.store.tables.log import EntryRow
from pbem.timing.steady import Uptime
from tests.support.conversation import MODERATOR, PLAYERS
from tests.support.scripted_imap import CLOSE, Asked, ScriptedImap, on, rewriting
from tests.support.works import MASTER, PASSWORD, Works, text_of

TERMS = {"deadline": "72h", "zone": "Europe/London", "absence_does": "delegate"}
BEGUN = ["deadline", "deadline"]


class Machine:
    """The daemon's machine, which can be off for some time, and whose clock can be set while it is. The mail server's clock
    is that of the machine that runs the test.
    """

    def __init__(self, works: Works, imap: Server | None = None) -> None:
        self.works, self.imap = works, imap or works.imap
        works.clock.time = datetime.now(UTC)
        self._boots = 1
        self._booted = works.clock.time
        self._daemon: Daemon | None = None
        host = HostMachine(uptime=lambda: Uptime(f"boot {self._boots}", works.clock() - self._booted), is_compared=True)
        works.desk = replace(works.desk, machine=host)

    def starts_again(self, **set_by: float) -> None:
        """It was off, and its clock has gone on by this."""
        self.works.clock.move(**set_by)
        self._boots += 1
        self._booted = self.works.clock()
        self._daemon = None

    def looks(self, **later: float) -> list[str]:
        """The daemon looks into the mailbox and at the clock; gives what it says."""
        said: list[str] = []
        self.works.clock.move(**later)

        async def work() -> None:
            async with Sender(self.works.smtp) as sender:
                daemon = Daemon(self.works.desk, lambda: Mailbox(self.imap), sender, said.append)
                with Mailbox(self.imap) as mailbox:
                    await daemon.once(mailbox)
                await daemon.mind_the_clock()

        asyncio.run(work())
        return said


@pytest.fixture
def scripted() -> Iterator[ScriptedImap]:
    with ScriptedImap() as office:
        yield office


def server_of(office: ScriptedImap) -> Server:
    return Server(HOST, office.port, MODERATOR, PASSWORD, "none", timeout=10)


def clock_keys(works: Works) -> list[str]:
    return [row.key for row in works.rows(EntryRow) if row.kind == "clock"]


def timeouts(works: Works) -> list[str]:
    return [row.key for row in works.rows(EntryRow) if row.kind == "timeout"]


def test_a_clock_five_days_ahead_after_a_restart_does_nothing_and_the_game_master_is_told(works: Works) -> None:
    """Who says that they will be away in three days is not answered for at once."""
    machine = Machine(works)
    game = open_game(works.desk, "plantagenet", "bosworth", PLAYERS, terms=TERMS)
    machine.looks()
    first, last = (works.clock().date() + timedelta(days=days) for days in (3, 9))
    works.post(works.letter(game, "york", f"absent {first} to {last}, delegate"))
    machine.looks(minutes=1)
    before = clock_keys(works)
    machine.starts_again(days=5)
    (said,) = machine.looks()
    assert "nothing is due until they agree" in said
    assert machine.looks(hours=12) == []
    assert (clock_keys(works), timeouts(works)) == (before, [])
    told = [mail for mail in works.mails(MASTER) if "Two clocks differ" in str(mail["Subject"])]
    assert len(told) == 1
    assert "no reminder goes out and no deadline expires until the two clocks agree" in text_of(told[0])
    machine.starts_again(days=-5, hours=-12)
    machine.looks(minutes=5)
    assert (clock_keys(works), timeouts(works)) == (before, [])
    assert machine.looks(minutes=5) == []
    works.assert_sound()


def test_a_machine_that_was_off_for_five_days_goes_on_at_once(works: Works) -> None:
    """Five days ago it was right as well."""
    machine = Machine(works)
    works.clock.move(days=-5)
    open_game(works.desk, "plantagenet", "bosworth", PLAYERS, terms=TERMS)
    machine.looks()
    machine.starts_again(days=5)
    assert "bosworth-1: deadlines are put off, the moderator was away for 5 days" in machine.looks()
    assert clock_keys(works) == [*BEGUN, "paused", "told"]


def test_a_server_whose_clock_is_wrong_stops_no_game_for_more_than_a_day(works: Works) -> None:
    machine = Machine(works)
    open_game(works.desk, "plantagenet", "bosworth", PLAYERS, terms=TERMS)
    machine.looks()
    machine.starts_again(days=5)
    machine.looks()
    assert machine.looks(hours=23) == []
    assert "bosworth-1: deadlines are put off, the moderator was away for 6 days" in machine.looks(hours=2)


@pytest.mark.parametrize("days", [2, -2])
def test_a_clock_that_was_set_while_the_machine_ran_is_compared_too(works: Works, days: int) -> None:
    machine = Machine(works)
    open_game(works.desk, "plantagenet", "bosworth", PLAYERS, terms=TERMS)
    machine.looks()
    machine._booted += timedelta(days=days)
    assert "nothing is due until they agree" in machine.looks(days=days)[0]
    assert machine.looks(minutes=20) == []
    machine._booted -= timedelta(days=days)
    assert machine.looks(days=-days) == ["bosworth-1: deadlines are put off, the moderator was away for 20 minutes"]
    assert clock_keys(works) == [*BEGUN, "paused"]


REFUSALS: dict[str, Callable[[Asked], bytes]] = {
    "no": lambda asked: asked.no("no room"),
    "bad": lambda asked: asked.bad("what?"),
    "cut": lambda _: CLOSE,
}


@pytest.mark.parametrize("reply", REFUSALS.values(), ids=REFUSALS)
@pytest.mark.parametrize(("command", "rest"), [("APPEND", ""), ("UID FETCH", "INTERNALDATE")])
def test_where_the_server_does_not_say_the_time_ten_minutes_are_waited_for(
    works: Works, scripted: ScriptedImap, command: str, rest: str, reply: Callable[[Asked], bytes]
) -> None:
    machine = Machine(works, server_of(scripted))
    open_game(works.desk, "plantagenet", "bosworth", PLAYERS, terms=TERMS)
    machine.looks()
    scripted.quirks.append(on(command, reply, rest))
    machine.starts_again(days=5)
    (said,) = machine.looks()
    assert said.endswith("nothing is due until it is sure")
    assert machine.looks(minutes=5) == []
    assert "bosworth-1: deadlines are put off, the moderator was away for 5 days" in machine.looks(minutes=6)


@pytest.mark.parametrize(
    "said", [b"", b"INTERNALDATE NIL", b'INTERNALDATE "31-Dec-9999 23:00:00 -1400"', b'INTERNALDATE "yesterday"']
)
def test_a_server_that_says_no_time_is_none_that_differs(works: Works, scripted: ScriptedImap, said: bytes) -> None:
    machine = Machine(works, server_of(scripted))
    machine.looks()
    scripted.quirks.append(rewriting("UID FETCH", rb'INTERNALDATE "[^"]*"', said))
    machine.starts_again(days=5)
    assert machine.looks()[0].endswith("nothing is due until it is sure")


def test_the_letter_that_asks_for_the_time_is_gone_afterwards(works: Works, scripted: ScriptedImap) -> None:
    machine = Machine(works, server_of(scripted))
    machine.looks()
    machine.starts_again(days=5)
    machine.looks()
    assert scripted.asked("APPEND")
    assert all(not letters for letters in scripted.folders.values())


def test_nobody_is_asked_for_the_time_where_the_machine_was_not_off(works: Works, scripted: ScriptedImap) -> None:
    machine = Machine(works, server_of(scripted))
    machine.looks()
    machine.looks(days=5)  # a machine that was suspended
    machine.starts_again(minutes=10)
    machine.looks()
    assert not scripted.asked("APPEND")
