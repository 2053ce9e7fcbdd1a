"""The loop: letters from IMAP to the desk, mails from the outbox to SMTP.

A letter is kept in the database before the mailbox is told that it is done, so that a crash at any point loses none and
repeats none: the repeat is recognised by its Message-ID. Whatever one letter holds, the next one is dealt with.

Several daemons can share one database on a server: one of them reads the mailbox, all answer letters and send mails.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from datetime import UTC, datetime, timedelta
from functools import partial

from apscheduler.schedulers.asyncio import AsyncIOScheduler  # type: ignore[import-untyped]
from tenacity import AsyncRetrying, retry_if_exception, wait_exponential_jitter

from pbem.daemon_jobs import in_a_line, keep_on_time, log_retry
from pbem.mail.imap.errors import MailboxError
from pbem.mail.imap.mailbox import Mailbox
from pbem.mail.smtp import NotTaken, Sender, Undelivered
from pbem.moderator.clock.deadline_changes import MAX_SILENCE, credit_downtime
from pbem.moderator.clock.deadline_run import tick_each
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Desk
from pbem.moderator.desk.mail_letters import deal_with_desk_letters
from pbem.moderator.desk.outbox import is_enough, next_mails, note_outcomes, note_probe, tell_of_limits
from pbem.moderator.desk.overview import forget
from pbem.moderator.desk.watching import Subject, note_fails, note_works, tell_subject, tell_trouble, watch
from pbem.moderator.intake.mailbox_owner import NotOurs, be_owner, server_time
from pbem.moderator.intake.mailbox_turns import Intake
from pbem.moderator.intake.moderating import leftovers, moderate_waiting, tell_what_failed
from pbem.moderator.intake.set_aside import look_up_keys
from pbem.moderator.seats.addresses import ready_to_send
from pbem.moderator.seats.handover import replace_former_masters
from pbem.store.claims import MAILBOX
from pbem.store.errors import NotNow
from pbem.store.games import timekeeping
from pbem.store.mail import inbox, outbox, way_out
from pbem.store.mail.services import IMAP, SMTP, WORK
from pbem.store.tables.mail import OutgoingRow, WayOutRow

log = logging.getLogger(__name__)

# This many may go out twice if the power fails between sending and noting it.
MAILS_AT_ONCE = 10
MAX_DUE = 1000
SHORT_SECONDS = 60
"""A connection that is lost sooner is not opened again at once: a server that hangs up each time would lock us out."""
MAX_LOSSES = 8
RETRY_SECONDS = 30
CLOCK_SECONDS = HEALTH_SECONDS = 60
KEY_SECONDS = 60
PROBE_SECONDS = 10 * 60
"""If no mail has gone out for this long, we test whether one could."""
TURN_SECONDS = 0.2
"""Seconds spent on letters between two looks into the mailbox; a letter once begun is finished."""
WAITING_FOR_EACH = 2
"""Letters that wait to be dealt with for each of the other daemons."""
NOTED_FOR = timedelta(seconds=30)
"""For this long a service that works is not noted again."""
COMPARED_FOR = 10 * 60
"""Seconds between two questions to the mail server for the time while our clock is in doubt."""
LOOK_SECONDS = 0.25
"""Seconds: how often a daemon that does not read the mailbox looks for letters that another has taken in, and whether that
one is gone.
"""
SENDING_SECONDS = 20.0
"""Seconds that letters wait for mails being sent."""
NOW_AND_THEN = timedelta(days=1)
"""With `pbem once` from cron, gaps up to this length do not count as downtime."""


class Daemon:
    """The running moderator: one desk, one mailbox, one SMTP server. `open_mailbox` is called for each new connection,
    `health` every minute.
    """

    def __init__(
        self,
        desk: Desk,
        open_mailbox: Callable[[], Mailbox],
        sender: Sender,
        say: Callable[[str], None] = log.info,
        *,
        patience: timedelta = MAX_SILENCE,
        health: Callable[[], None] = lambda: None,
    ) -> None:
        self.desk = desk
        self._open_mailbox = open_mailbox
        self._sender = sender
        self._say = say
        self._sending = asyncio.Lock()
        self._posting: asyncio.Task[None] | None = None
        self._longest_wait: float | None = None
        self._sends = True
        self._stopping = asyncio.Event()
        self._mailbox: Mailbox | None = None
        self._losses = 0
        self._own: Mailbox | None = None
        self._patience = patience
        self._health = health
        self._read_at: datetime | None = None
        self._others = 0
        """Daemons at work besides this one, which deal with what it takes in, when it last looked."""
        self._some_failed = True
        """Whether, when it last looked, letters that belong to no seat may have met a fault."""
        self._noted: dict[str, datetime] = {}
        """When a service was last noted to work."""
        self._handed_over = -math.inf
        """When a mail was last handed over, taken or not, on the clock of the event loop."""
        self._compared: tuple[float, timedelta | None] = (-math.inf, None)
        """When the mail server was last asked for the time, on a clock that nobody sets, and by how much it is ahead."""

    async def once(self, mailbox: Mailbox) -> int:
        """Fetch, moderate and send what there is now. Gives how many letters were dealt with.

        Deadlines are put off first where nobody has looked for long: the letters are answered with those that hold then, and
        players hear of it after that (mind_the_clock). Between two turns new letters are looked for, and players' go first.

        Raises NotOurs for a mailbox of another database, once the game master is told; nothing else is sent then.
        """
        try:
            if self._own is not mailbox:
                await asyncio.to_thread(be_owner, self.desk, mailbox)
                self._own = mailbox
            return await self._once(mailbox)
        except NotOurs as stop:
            await self._tell_why(stop)
            raise

    async def _once(self, mailbox: Mailbox) -> int:
        intake, count, has_begun = Intake(self.desk, mailbox), 0, False
        while not self._stopping.is_set():
            began = self.desk.now()
            self._others = max(len(self.desk.db.daemons()) - 1, 0)
            await asyncio.to_thread(intake.look)
            self._works(IMAP)
            beginning = await self._clock_in(mailbox, began, begins=not has_begun)
            if beginning.wait_for_keys and not has_begun and self._longest_wait is None:  # in service a job does it
                await self.look_up_keys()
            has_begun = True
            count += await self._take_turns(intake)
            self._works(WORK)
            if not intake.has_players_letters:
                self._read_at = began
            if intake.is_empty:
                if self._tell_what_failed():  # of all letters at once
                    await self._send_for_a_while()
                break
        if intake.not_kept:
            self._say(f"{intake.not_kept} letters that belong to no seat were more than are kept in an hour")
        return count

    async def _take_turns(self, intake: Intake) -> int:
        """Answer letters one after the other for TURN_SECONDS. Returns how many."""
        refused = answered = 0
        until = time.monotonic() + TURN_SECONDS
        while True:
            refused += await asyncio.to_thread(self._take_in, intake, until)
            answered += self._moderate(1 if self._others and not intake.is_empty else None)
            if intake.is_empty or self._stopping.is_set() or time.monotonic() >= until:
                await self._send_for_a_while(is_due=answered > 0)
                return refused + answered

    def _take_in(self, intake: Intake, until: float) -> int:
        """Take in a letter; where other daemons are at work, as many as keep them busy. Gives how many were refused."""
        refused = intake.take_turn()
        while self._others and time.monotonic() < until and not (intake.is_empty or self._stopping.is_set()):
            with self.desk.db.reading() as session:
                if inbox.count_pending(session) > WAITING_FOR_EACH * self._others:
                    break
            refused += intake.take_turn()
        return refused

    async def _tell_why(self, stop: NotOurs) -> None:
        """Tell only the game master why we stop."""
        subject = Subject("mailbox", "pbem has stopped: the mailbox", (str(stop),))
        async with self._sending:
            with self.desk.db.writing() as session:
                tell_subject(Context(session, self.desk), subject)
                due = outbox.due(session, self.desk.now(), MAX_DUE)
                notices = [mail for mail in due if mail.kind == "watch" and mail.envelope_to == self.desk.gamemaster]
                ready = [(mail, ready_to_send(Context(session, self.desk), mail)) for mail in notices]
            await self._send_all(ready)

    async def _clock_in(self, mailbox: Mailbox, now: datetime, *, begins: bool) -> timekeeping.Beginning:
        """Note that we are at work, also while a long queue of letters is dealt with. Gives what was read for it."""
        with self.desk.db.reading() as session:
            beginning = timekeeping.beginning(session)
        for line in replace_former_masters(self.desk) if begins and beginning.is_acted_for else ():
            self._say(line)
        if timekeeping.is_fresh(beginning.last, now):
            return beginning
        compare = partial(self._server_ahead, mailbox)
        for line in await asyncio.to_thread(credit_downtime, self.desk, now, self._patience, compare):
            self._say(line)
        return beginning

    def _server_ahead(self, mailbox: Mailbox) -> timedelta | None:
        """By how much the mail server's clock is ahead of ours, as it said in the last minutes; None: it does not say."""
        if not self.desk.machine.is_compared:
            return None
        asked_at, ahead = self._compared
        if time.monotonic() - asked_at >= COMPARED_FOR:
            self._compared = time.monotonic(), None  # not at once again where the connection is lost over it
            server = server_time(self.desk, mailbox)
            ahead = None if server is None else server - self.desk.now()
            self._compared = time.monotonic(), ahead
        return ahead

    async def mind_the_clock(self) -> None:
        """Do what was due when the mailbox was last read: every letter that had arrived by then has been dealt with."""
        if self._read_at is None:
            return
        has_done = False
        for lines in tick_each(self.desk, self._read_at):
            for line in lines:
                self._say(line)
            has_done = has_done or bool(lines)
            await asyncio.sleep(0)  # letters do not wait for the clocks of all games
        if has_done:
            await self.empty_outbox()

    async def look_up_keys(self) -> None:
        """Look up the keys that letters wait for, and deal with those that need wait no longer. Others do not wait."""
        if await asyncio.to_thread(look_up_keys, self.desk):
            await self.deal()

    async def deal(self) -> int:
        """Answer the stored letters, and send what is due. Returns the number of letters."""
        count = self._moderate()
        self._tell_what_failed()
        await self._send_for_a_while()
        return count

    async def help(self) -> int:
        """Do what there is to do for a daemon that does not read the mailbox: answer letters that another one has taken in,
        for TURN_SECONDS, and send what is due. Returns the number of letters.
        """
        count, until = 0, time.monotonic() + TURN_SECONDS
        while (more := self._moderate(1)) and not self._stopping.is_set() and time.monotonic() < until:
            count += more
        await self._send_for_a_while()
        return count + more

    def _moderate(self, most: int | None = None) -> int:
        outcomes = moderate_waiting(self.desk, most=most)
        left = outcomes.left or leftovers(self.desk)
        of_desk = deal_with_desk_letters(self.desk) if left.held else []
        self._some_failed = left.faulty or bool(of_desk)
        for line in [*outcomes.lines, *of_desk]:
            self._say(line)
        return len(outcomes.lines)

    def _tell_what_failed(self) -> bool:
        """Tell the game master of letters that have met a fault, if there were any. Gives whether they are told."""
        return self._some_failed and tell_what_failed(self.desk)

    async def _send_for_a_while(self, *, is_due: bool = False) -> None:
        """Send what is due; `is_due`: something surely is. In service letters do not wait for long for a server that takes
        its time over a mail: the sending goes on beside them.
        """
        if self._posting is None or self._posting.done():
            self._posting = asyncio.create_task(self.empty_outbox(is_due=is_due))
        await asyncio.wait({self._posting}, timeout=self._longest_wait)
        if self._posting.done():
            self._posting.result()

    async def look_after(self) -> None:
        """Answer letters that a daemon which is gone has left, and send what is due."""
        while await self.help() and not self._stopping.is_set():
            pass

    async def empty_outbox(self, *, is_due: bool = False) -> None:
        """Try every mail that is due; see send_due."""
        is_due = await self.send_due(is_due=is_due)
        while is_due:
            is_due = await self.send_due(is_due=True)

    async def send_due(self, *, is_due: bool = False) -> bool:
        """Try to send the first few mails due in the outbox, while a server takes them. Gives whether some were tried and
        others are due. `is_due`: nobody need look whether some are.
        """
        async with self._sending:
            if not is_due:
                with self.desk.db.reading() as session:
                    is_due = outbox.count_due(session, self.desk.now()) > 0
            if not is_due or not self._sends:
                return False
            with ExitStack() as claimed:  # until what became of them is noted
                return await self._send_all(self._next_mails(claimed))

    def _next_mails(self, claimed: ExitStack) -> list[tuple[OutgoingRow, bytes]]:
        """The first few mails due that no other daemon is sending, with their bytes; it is noted that they are tried."""
        with self.desk.db.writing() as session:
            context = Context(session, self.desk)
            if tell_of_limits(context):
                self._say("the game master is told: mails wait to be sent")
            mails = next_mails(context, MAILS_AT_ONCE, lambda work: claimed.enter_context(self.desk.db.claim(work)))
            return [(mail, ready_to_send(context, mail)) for mail in mails]

    async def _send_all(self, mails: list[tuple[OutgoingRow, bytes]]) -> bool:
        """Hand mails to the server and note what became of them, also of those before one that breaks off the rest. Gives
        whether some were tried and others are due.
        """
        results: list[tuple[OutgoingRow, NotTaken | None]] = []
        is_due = False
        try:
            for mail, raw in mails:
                results.append((mail, await self._send(mail, raw)))
                if is_enough([problem for _, problem in results]) or not self._sends:
                    break
        finally:
            if results:
                self._handed_over = asyncio.get_running_loop().time()
                with self.desk.db.writing() as session:
                    is_due = note_outcomes(Context(session, self.desk), results) > 0
                    outbox.mark_untried(session, [mail for mail, _ in mails[len(results) :]])
                    closed = way_out.closed(session)
                self._note_way_out(closed)
        return is_due

    def _note_way_out(self, closed: WayOutRow | None) -> None:
        """Record whether mails can be sent, as the outbox found."""
        if closed is None:
            self._works(SMTP)
        else:
            self._fails(SMTP, closed.last_error)

    async def probe(self) -> None:
        """Try whether mails could go out, if none was tried for long: a password that is over shows before a mail waits.

        Where mails wait for the server, they are what it is tried with.
        """
        loop = asyncio.get_running_loop()
        with self.desk.db.reading() as session:
            waits = way_out.closed(session) is not None and way_out.count_waiting(session) > 0
        if waits or loop.time() - self._handed_over < PROBE_SECONDS / 2:
            return
        async with self._sending:
            problem: Undelivered | None = None
            try:
                await self._sender.check()
            except Undelivered as error:
                log.warning("%s", error)
                problem = error
            self._handed_over = loop.time()
            with self.desk.db.writing() as session:
                note_probe(Context(session, self.desk), problem)
                closed = way_out.closed(session)
            self._note_way_out(closed)
        await self.empty_outbox()  # a mail that says that it works again

    async def tell_trouble(self) -> None:
        """Report a mailbox or work that has been failing for long to the game master."""
        lines = await asyncio.to_thread(tell_trouble, self.desk)
        for line in lines:
            self._say(line)
        if lines:
            await self.empty_outbox()

    def failed(self, fault: BaseException) -> None:
        """Note why the work broke off; of a fault of ours, only its kind: what it says can be a secret of a game."""
        if isinstance(fault, MailboxError):
            self._fails(IMAP, str(fault))
        else:
            self._fails(WORK, str(fault) if isinstance(fault, NotNow | OSError) else type(fault).__name__)

    def _works(self, service: str) -> None:
        """Note it, unless that was just done and nothing has failed here since."""
        now, noted = self.desk.now(), self._noted.get(service)
        if noted is not None and timedelta(0) <= now - noted < NOTED_FOR:
            return
        for line in note_works(self.desk, service):
            self._say(line)
        self._noted[service] = now

    def _fails(self, service: str, error: str) -> None:
        """Note it if the database can be written: that it cannot is told by its own errors."""
        self._noted.pop(service, None)
        try:
            note_fails(self.desk, service, error)
        except (NotNow, OSError) as problem:
            log.warning("%s", problem)

    async def _send(self, mail: OutgoingRow, raw: bytes) -> NotTaken | None:
        """Send a mail. Returns the error, if any."""
        try:
            await self._sender.send(raw, self.desk.mailbox, mail.envelope_to)
        except NotTaken as problem:
            log.warning("mail %s to %s: %s", mail.id, mail.envelope_to, problem)
            return problem
        return None

    def stop(self) -> None:
        """Make serve() end after the letter in hand. A cancellation would do, but can meet a mail half noted."""
        self._stopping.set()
        if self._mailbox is not None:
            self._mailbox.interrupt()

    async def serve(self, poll_seconds: float) -> None:
        """Go on until stop(): wait for letters by IDLE or polling, look into the outbox every half minute and at the clock
        every minute. While the mailbox cannot be read the clock does nothing: orders may lie in it.

        A lost connection is opened again, and a database that cannot be written is tried again; while the mailbox cannot be
        read, after ever longer pauses up to five minutes. Letters that are kept do not wait for it. No fault ends it: it is
        logged, and the work is tried again after such a pause. Raw mail past its time is forgotten once a day.

        Of several daemons one reads the mailbox, and minds the clock; when it is gone another one does. They share all other
        work.

        Only a mailbox of another database ends it (NotOurs): where nobody knows whose the letters are, nobody is answered.
        """
        self._patience = max(self._patience, 3 * timedelta(seconds=poll_seconds))
        self._longest_wait = SENDING_SECONDS
        scheduler = AsyncIOScheduler(timezone=UTC)
        often = {"max_instances": 1, "coalesce": True}
        scheduler.add_job(in_a_line, "interval", [self.look_after], seconds=RETRY_SECONDS, **often)
        scheduler.add_job(in_a_line, "interval", [self.mind_the_clock], seconds=CLOCK_SECONDS, **often)
        scheduler.add_job(in_a_line, "interval", [self.tell_trouble], seconds=HEALTH_SECONDS, **often)
        scheduler.add_job(in_a_line, "interval", [self.look_up_keys], seconds=KEY_SECONDS, **often)
        scheduler.add_job(in_a_line, "interval", [self.probe], seconds=PROBE_SECONDS, **often)
        now = datetime.now(UTC)
        for job, every in (
            (self.forget, timedelta(days=1)),
            (self.note_health, timedelta(seconds=HEALTH_SECONDS)),
            (self.watch, timedelta(hours=1)),
        ):
            aside = partial(asyncio.to_thread, job)
            scheduler.add_job(in_a_line, "interval", [aside], seconds=every.total_seconds(), next_run_time=now)
        scheduler.start()
        waker = asyncio.create_task(keep_on_time(scheduler, CLOCK_SECONDS))
        try:
            while not self._stopping.is_set():
                await self._work_until_lost(poll_seconds)
        finally:
            waker.cancel()
            await self._end_sending(scheduler)

    async def _end_sending(self, scheduler: AsyncIOScheduler) -> None:
        """Send what is due if that does not take long; then only the mail in hand, and note what became of it: a scheduler
        that is shut down breaks off what it does.
        """
        if self._posting is not None:
            await asyncio.wait({self._posting}, timeout=SENDING_SECONDS)
        self._sends = False
        async with self._sending:
            scheduler.shutdown(wait=False)

    def note_health(self) -> None:
        """Write the health figures that are configured."""
        self._health()

    def watch(self) -> None:
        """Tell the game master what is wrong (moderator/desk/watching)."""
        for heading in watch(self.desk):
            self._say(f"the game master is told: {heading}")

    def forget(self) -> None:
        """Delete what has passed its retention time (moderator/desk/overview)."""
        forget(self.desk)

    async def _work_until_lost(self, poll_seconds: float) -> None:
        """Work with one connection until it is lost or stop() comes, trying until there is one that works."""
        async for attempt in AsyncRetrying(
            retry=retry_if_exception(lambda fault: isinstance(fault, Exception) and not isinstance(fault, NotOurs)),
            wait=wait_exponential_jitter(initial=1, max=300),
            sleep=self._pause,
            before_sleep=log_retry,
        ):
            if self._stopping.is_set():
                return
            with attempt:
                try:
                    await self._work_or_help(poll_seconds)
                except NotOurs:
                    raise
                except Exception as fault:
                    self.failed(fault)
                    raise

    async def _work_or_help(self, poll_seconds: float) -> None:
        """Read the mailbox, if no other daemon does; else help the one that does, for a moment."""
        with self.desk.db.claim(MAILBOX) as is_ours:
            if is_ours:
                await self._connect_and_work(poll_seconds)
                return
        self._read_at = None
        if not await self.help():
            await self._pause(LOOK_SECONDS)

    async def _connect_and_work(self, poll_seconds: float) -> None:
        """Open a connection and work with it. Raises MailboxError if it is lost before the mailbox was read once.

        Where there is none, what is kept is dealt with; one that is lost again and again is opened after longer pauses.
        """
        began = time.monotonic()
        self._mailbox = self._open_mailbox()  # known while it is opened: stop() must reach it
        try:
            await asyncio.to_thread(self._mailbox.__enter__)
        except MailboxError:
            await self.deal()
            raise
        has_worked = False
        try:
            while not self._stopping.is_set() and self.desk.db.holds(MAILBOX):
                await self.once(self._mailbox)
                has_worked = True
                await asyncio.to_thread(self._mailbox.wait, poll_seconds)
        except NotOurs:
            raise
        except (MailboxError, NotNow) as lost:
            if not has_worked:
                raise
            log.warning("%s", lost)
            self._losses = min(self._losses + 1, MAX_LOSSES) if time.monotonic() - began < SHORT_SECONDS else 0
        finally:
            await asyncio.to_thread(self._mailbox.__exit__, None, None, None)
        await self._pause(2**self._losses - 1)

    async def _pause(self, seconds: float) -> None:
        """Sleep, at most until stop()."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._stopping.wait(), seconds)
