"""From the mailbox into the database: first all headers, then letter by letter, in fair turns.

No player waits for a stranger: between any two slices of work it looks for new letters, and players' letters go first. The
next game is the one with the fewest bytes so far, its next letter included: nobody waits longer than one letter takes for
somebody who sends many or long letters, in however many games. The letters of one game keep the order of the mailbox. One
letter is in memory at a time, and is stored before it is moved to the done folder.

Some letters stay in the inbox because the server does not give them, or does not move them. The database knows which were
dealt with, so these are not read again. Each is tried again after longer and longer pauses, and the game master is told once
of those that the server does not give.
"""

from __future__ import annotations

import logging
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import timedelta

from pbem.mail.imap.done_folder import MAX_REFUSED_IN_A_ROW
from pbem.mail.imap.errors import MailboxError, NotGiven, NotMoved
from pbem.mail.imap.letters import FetchedHeader, Withheld
from pbem.mail.imap.mailbox import Mailbox
from pbem.moderator.core.context import Context
from pbem.moderator.core.desk import Desk
from pbem.moderator.intake.admission import (
    Admission,
    QueuePlace,
    refuse,
    room_at_seat,
    room_for_known,
    room_for_strangers,
    seat_marks,
    sort_out,
    take_in,
    tell_of_strangers,
)
from pbem.moderator.intake.mailbox_owner import is_trial
from pbem.moderator.reports.notices import tell_gamemaster
from pbem.store.errors import NotNow
from pbem.store.mail import mailbox as kept
from pbem.store.mail import outbox
from pbem.store.tables.mail import LeftRow

# Letter by letter

log = logging.getLogger(__name__)

KIND = "withheld"
HOUR = timedelta(hours=1)
MAX_TOLD = 20
"""How many letters that the server does not give a mail names."""
MOVED_AT_ONCE = 250
MAX_WORDS_LENGTH = 300
"""Characters kept of what the server said."""


class UnmovedLetters:
    """The letters that stay in one mailbox. All functions raise NotNow while the database cannot be written."""

    def __init__(self, desk: Desk, mailbox: Mailbox) -> None:
        self._desk = desk
        self._mailbox = mailbox
        self._validity = mailbox.validity
        self._in_a_row, self._words = 0, ""
        self.was_replaced = False
        """Whether the folder is another one by now, so that letters which were to be put away may still lie there."""
        with desk.db.reading() as session:
            self._rows, self.has_unreported = kept.all_left_in(session, self._validity)
        if not self._validity:  # then a UID may mean another letter today
            self._rows = {uid: row for uid, row in self._rows.items() if row.status == kept.WITHHELD}

    def are_due(self, uids: Iterable[int]) -> list[int]:
        """Which of these letters to read now: new ones, and those whose pause is over.

        Letters that are dealt with are moved now, if the server does it this time. Raises MailboxError.
        """
        now = self._desk.now()
        due = [uid for uid in uids if uid not in self._rows or kept.is_due(self._rows[uid], now)]
        done = [uid for uid in due if uid in self._rows and self._rows[uid].status == kept.DONE]
        if done:
            self._mailbox.expect_copies()
            self.put_away(done)
        return [uid for uid in due if uid not in set(done)]

    def put_away(self, uids: Collection[int]) -> None:
        """Move letters that are dealt with. Raises MailboxError if the connection is lost.

        Once the server has refused a few in a row the others are only noted, and tried again later.
        """
        waiting = list(uids)
        while waiting:
            few, waiting = waiting[:MOVED_AT_ONCE], waiting[MOVED_AT_ONCE:]
            left, words = [], ""
            try:
                if self._in_a_row >= MAX_REFUSED_IN_A_ROW:
                    raise NotMoved(few, self._words)
                if not self._mailbox.mark_done(few):
                    self.was_replaced = True
                    return
            except NotMoved as fault:
                left, words = fault.uids, fault.words
                self._words = words
                if len(left) == len(few):
                    left, waiting = [*left, *waiting], []
            moved = set(few).difference(left)
            self._in_a_row = 0 if moved else self._in_a_row + len(left)
            self._forget(moved)
            if left:
                log.warning("%s letters stay where they are: %s", len(left), words)
                self._note(kept.DONE, dict.fromkeys(left, words))

    def withhold(self, words: dict[int, str]) -> None:
        """Note that the server does not give these letters, each with its reason."""
        for uid, said in words.items():
            log.warning("the letter with UID %s is not given: %s", uid, said)
        self._note(kept.WITHHELD, words)
        self.has_unreported = True

    def _note(self, status: str, words: dict[int, str]) -> None:
        shown = {uid: _storable(said) for uid, said in words.items()}
        with self._desk.db.writing() as session:
            kept.leave(session, self._validity, status, shown, self._desk.now())
        with self._desk.db.reading() as session:
            self._rows |= kept.left(session, self._validity, words)

    def _forget(self, uids: Iterable[int]) -> None:
        known = [uid for uid in uids if self._rows.pop(uid, None) is not None]
        if known:
            with self._desk.db.writing() as session:
                kept.forget_left(session, self._validity, known)


def tell_of_withheld(desk: Desk) -> None:
    """Tell the game master once of each letter that is not given, in one mail an hour at most."""
    with desk.db.reading() as session:
        if not kept.unreported(session):
            return
        before = outbox.newest_notice(session, KIND, desk.now())
    if before is not None and desk.now() - before.queued < HOUR:
        return
    with desk.db.writing() as session:
        rows, known = kept.unreported(session), kept.reported_uids(session)
        # A mailbox that was recreated gives its letters other UIDs: without this many would be reported again.
        news = [row for row in rows if row.uid not in known]
        if news:
            _tell(Context(session, desk), news)
        kept.mark_reported(session, rows)


def _tell(context: Context, rows: list[LeftRow]) -> None:
    lines = [f"UID {row.uid}: {row.words}" for row in rows[:MAX_TOLD]]
    more, occasion = max(len(rows) - MAX_TOLD, 0), f"withheld-{context.desk.now():%Y%m%d%H%M%S}"
    tell_gamemaster(context, None, KIND, occasion, count=len(rows), lines=lines, more=more)


def _storable(text: str) -> str:
    """A server's words as the database and a mail can hold them: one line, and not too long."""
    shown = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return shown.encode("utf-8", "backslashreplace").decode()[:MAX_WORDS_LENGTH]


AT_ONCE = 50
"""Headers in memory at a time."""
COUNTED_IN_A_TURN = 5
"""How many letters beyond the limit are counted in the turn of one that is stored."""
A_LETTER = 20_000
"""Bytes that a letter counts for its game besides its own."""
UNREAD_IN_A_TURN = 200
"""Headers that are looked at between two looks into the mailbox."""
MAX_OF_A_BOUNCE = 200_000
"""Bytes read of a bounce: what it is about is at its beginning."""


class Intake:
    """The letters that wait in one mailbox, sorted. All functions wait for the server: call them from a thread of their own.

    All raise MailboxError (NotOurs where a letter shows that another database is at work), and NotNow while the database
    cannot be written: then begin again with another Intake. `not_kept` counts the letters that belong to no seat and
    exceeded the limit per hour.
    """

    def __init__(self, desk: Desk, mailbox: Mailbox) -> None:
        self.not_kept = 0
        self._desk = desk
        self._mailbox = mailbox
        self._validity = -1
        self._unmoved: UnmovedLetters | None = None
        self._forget_all()

    def _forget_all(self) -> None:
        self._seen: set[int] = set()
        self._games: dict[int, deque[Admission]] = {}
        self._served: Counter[int] = Counter()
        self._known: deque[Admission] = deque()
        self._elsewhere: deque[Admission] = deque()
        self._asking: deque[Admission] = deque()
        self._of_nobody = deque([self._take_known, self._take_asking, self._take_elsewhere])
        self._unread: deque[int] = deque()
        self._finished: list[int] = []

    @property
    def has_players_letters(self) -> bool:
        """Whether letters wait that open a seat."""
        return bool(self._games)

    @property
    def is_empty(self) -> bool:
        """Whether nothing waits. A folder that was replaced meanwhile is to be looked into again."""
        replaced = self._unmoved is not None and self._unmoved.was_replaced
        return not (replaced or self._games or self._known or self._elsewhere or self._asking or self._unread)

    def look(self) -> None:
        """Find the letters of players that have come since the last look. One that could not be stored is left for another
        Intake.

        The server is asked which letters may be players', so that they need not wait for ten thousand others. A letter that
        it misses is found with the others.
        """
        uids = self._mailbox.look()
        if self._mailbox.validity != self._validity:
            self._validity = self._mailbox.validity
            self._forget_all()
            self._unmoved = UnmovedLetters(self._desk, self._mailbox)
        unseen = [uid for uid in uids if uid not in self._seen]
        fresh = self._unmoved.are_due(unseen) if self._unmoved is not None else unseen
        promising = self._promising(fresh)
        for at in range(0, len(promising), AT_ONCE):
            self._read(promising[at : at + AT_ONCE], refuse_now=False)
        self._unread.extend(sorted(set(fresh).difference(promising), reverse=True))
        self._seen.update(unseen)
        if self._unmoved is not None and self._unmoved.has_unreported:
            tell_of_withheld(self._desk)

    def _promising(self, fresh: list[int]) -> list[int]:
        if len(fresh) <= AT_ONCE:
            return fresh
        return sorted(self._mailbox.naming(fresh, *seat_marks(self._desk)))

    def _read(self, uids: Sequence[int], *, refuse_now: bool) -> int:
        """Read a few headers: letters that open a seat or whose sender is known wait for a turn, strangers' are refused now
        or later.

        Gives how many were refused.
        """
        fetched = list(self._mailbox.headings(uids))
        headings = {heading.uid: heading for heading in fetched if isinstance(heading, FetchedHeader)}
        trials = [uid for uid, heading in headings.items() if is_trial(self._desk.secret, heading)]
        self._put_away([headings.pop(uid).uid for uid in trials])
        self._withhold({each.uid: each.words for each in fetched if isinstance(each, Withheld)})
        strangers = []
        for admission in sort_out(self._desk, headings.values()):
            if admission.place is QueuePlace.PLAYER:
                self._games.setdefault(admission.game_id, deque()).append(admission)
            elif admission.place is QueuePlace.ASKING:
                self._asking.append(admission)
            elif admission.place is QueuePlace.ELSEWHERE:
                self._elsewhere.append(admission)
            elif admission.place is not QueuePlace.STRANGER:
                self._known.append(admission)
            elif refuse_now:
                strangers.append(headings[admission.uid])
            else:
                self._unread.append(admission.uid)
        return self._refuse(strangers)

    def take_turn(self) -> int:
        """Take in the next letter of a player; where none waits, one that opens no seat and a few headers of strangers.

        Gives how many letters were refused on the way: those taken in are still to be dealt with.
        """
        if self._games:
            self._take_players()
            return 0
        for take in tuple(self._of_nobody):
            self._of_nobody.rotate(-1)  # whose turn it was comes last
            if take():
                break
        refused, left = 0, UNREAD_IN_A_TURN
        # Storing a header takes longer than counting it: after a batch with stored ones it is time for a look.
        while self._unread and left > 0 and not (self._games or refused):
            batch = [self._unread.popleft() for _ in range(min(AT_ONCE, len(self._unread)))]
            refused += self._read(batch, refuse_now=True)
            left -= len(batch)
        self._mark_finished()
        return refused

    def _take_players(self) -> None:
        game_id = min(self._games, key=self._share_with_next)
        self._served[game_id] = self._share_with_next(game_id)
        waiting = self._games[game_id]
        letter = waiting.popleft()
        if not waiting:
            del self._games[game_id]
        self._take(letter)

    def _share_with_next(self, game_id: int) -> int:
        """The bytes that a game has had, and those of its next letter as they are read."""
        letter = self._games[game_id][0]
        return self._served[game_id] + A_LETTER + min(letter.size, self._most(letter))

    def _take_known(self) -> bool:
        return self._take_one(self._known, room_for_known)

    def _take_asking(self) -> bool:
        return self._take_one(self._asking, room_for_strangers)

    def _take_one(self, waiting: deque[Admission], room_for: Callable[[Desk], int]) -> bool:
        """Take in one of these letters, or count a few if the limit is reached. Gives whether one waited."""
        if not waiting:
            return False
        if room_for(self._desk) > 0:
            self._take(waiting.popleft())
        else:
            self._count_only([waiting.popleft().uid for _ in range(min(COUNTED_IN_A_TURN, len(waiting)))])
        return True

    def _take_elsewhere(self) -> bool:
        """Take in a letter to a seat that somebody else sent. Beyond the seat's limit it counts as a stranger's."""
        if not self._elsewhere:
            return False
        admission = self._elsewhere.popleft()
        if room_at_seat(self._desk, admission.game_id, admission.seat) > 0:
            self._take(admission)
        else:
            self._unread.append(admission.uid)
        return True

    def _take(self, admission: Admission) -> None:
        """Store one letter and mark it done. One that cannot be fetched or stored stays in the mailbox."""
        try:
            raw = self._fetch(admission)
            if raw is None:
                return
            take_in(self._desk, *raw, admission.identity)
        except NotNow:
            raise
        except NotGiven as fault:
            self._withhold({admission.uid: fault.words})
        except MailboxError:
            raise
        except Exception:  # the next letter has done nothing
            log.exception("the letter with UID %s could not be kept and stays in the mailbox", admission.uid)
        else:
            self._put_away([admission.uid])

    def _put_away(self, uids: Sequence[int]) -> None:
        if uids and self._unmoved is not None:
            self._unmoved.put_away(uids)

    def _withhold(self, words: dict[int, str]) -> None:
        if words and self._unmoved is not None:
            self._unmoved.withhold(words)
            tell_of_withheld(self._desk)

    def _most(self, admission: Admission) -> int:
        most = self._desk.letters.max_letter_bytes
        return min(most, MAX_OF_A_BOUNCE) if admission.place is QueuePlace.BOUNCE else most

    def _fetch(self, admission: Admission) -> tuple[bytes, int] | None:
        """A letter and 0; of one that is too long a part (the beginning of a bounce, else the header) and the whole size;
        None if it has been removed. The size is measured here: what the server said may be wrong.
        """
        most = self._most(admission)
        if admission.place is QueuePlace.BOUNCE or not self._mailbox.goes_beyond(admission.uid, most, admission.size):
            raw = self._mailbox.fetch(admission.uid, most + 1, admission.size)
            if raw is None or len(raw) <= most:
                return None if raw is None else (raw, 0)
            size = max(admission.size, len(raw))
            if admission.place is QueuePlace.BOUNCE:
                return raw, size
        else:
            size = admission.size
        heading = next(iter(self._mailbox.headings([admission.uid])), None)
        if isinstance(heading, Withheld):
            raise NotGiven(heading.uid, heading.words)
        return None if heading is None else (heading.header, size)

    def _refuse(self, strangers: Sequence[FetchedHeader]) -> int:
        """Store the headers of strangers' letters, and only count those beyond the limit. Gives how many were stored."""
        if not strangers:
            return 0
        room = max(room_for_strangers(self._desk), 0)
        refused = refuse(self._desk, strangers[:room]) if room else 0
        self._finished += [heading.uid for heading in strangers[:room]]
        self._count_only([heading.uid for heading in strangers[room:]])
        return refused

    def _count_only(self, uids: Sequence[int]) -> None:
        if not uids:
            return
        if not self.not_kept:
            tell_of_strangers(self._desk)
        self._finished += uids
        self.not_kept += len(uids)

    def _mark_finished(self) -> None:
        finished, self._finished = self._finished, []
        self._put_away(finished)
