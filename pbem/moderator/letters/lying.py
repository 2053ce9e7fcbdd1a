"""Letters that lie in the mailbox though we want them gone: the server does not give them, or does not move them.

What was dealt with is known by the database, so that nothing of it is read again. Each is tried again after longer and
longer pauses, and the game master hears once of those that are not given.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Iterable
from datetime import timedelta

from pbem.mail.imap import MAX_REFUSED_IN_A_ROW, Mailbox, NotMoved
from pbem.moderator.desk.context import Context
from pbem.moderator.desk.desk import Desk
from pbem.moderator.reports.notices import tell_gamemaster
from pbem.store import mailbox as kept
from pbem.store import post
from pbem.store.tables import LeftRow

log = logging.getLogger(__name__)

KIND = "withheld"
HOUR = timedelta(hours=1)
MOST_TOLD = 20
"""So many letters that are not given are named in a mail."""
MOVED_AT_ONCE = 250
LONGEST_WORDS = 300
"""So many characters of what the server said are kept."""


class Lying:
    """The letters that lie in one mailbox. All functions raise NotNow while the database cannot be written."""

    def __init__(self, desk: Desk, mailbox: Mailbox) -> None:
        self._desk = desk
        self._mailbox = mailbox
        self._validity = mailbox.validity
        self._in_a_row, self._words = 0, ""
        self.was_replaced = False
        """Whether the folder is another one by now, so that letters which were to be put away may still lie there."""
        with desk.db.reading() as session:
            self._rows = kept.left(session, self._validity)
        if not self._validity:  # then a UID may mean another letter today
            self._rows = {uid: row for uid, row in self._rows.items() if row.status == kept.WITHHELD}

    def are_due(self, uids: Iterable[int]) -> list[int]:
        """Those of these letters that are to be read now: of those that lie there, the ones whose pause is over.

        What is dealt with is moved now, if the server lets us this time. Raises MailboxError.
        """
        now = self._desk.now()
        due = [uid for uid in uids if uid not in self._rows or kept.is_due(self._rows[uid], now)]
        done = [uid for uid in due if uid in self._rows and self._rows[uid].status == kept.DONE]
        if done:
            self.put_away(done)
        return [uid for uid in due if uid not in set(done)]

    def put_away(self, uids: Collection[int]) -> None:
        """These letters are dealt with: have them moved. Raises MailboxError where the connection is lost.

        Once the server has refused a few in a row the others are only noted: it is asked again at their next try.
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
        """The server does not give these letters, and says why."""
        for uid, said in words.items():
            log.warning("the letter with UID %s is not given: %s", uid, said)
        self._note(kept.WITHHELD, words)

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
        before = post.newest_notice(session, KIND, desk.now())
    if before is not None and desk.now() - before.queued < HOUR:
        return
    with desk.db.writing() as session:
        rows, known = kept.unreported(session), kept.reported_uids(session)
        # A mailbox that was made anew, and gives its letters other UIDs, would have many told of again.
        news = [row for row in rows if row.uid not in known]
        if news:
            _tell(Context(session, desk), news)
        kept.mark_reported(session, rows)


def _tell(context: Context, rows: list[LeftRow]) -> None:
    lines = [f"UID {row.uid}: {row.words}" for row in rows[:MOST_TOLD]]
    more, occasion = max(len(rows) - MOST_TOLD, 0), f"withheld-{context.desk.now():%Y%m%d%H%M%S}"
    tell_gamemaster(context, None, KIND, occasion, count=len(rows), lines=lines, more=more)


def _storable(said: str) -> str:
    """A server's words as the database and a mail can hold them: one line, and not too long."""
    shown = " ".join("".join(sign if sign.isprintable() else " " for sign in said).split())
    return shown.encode("utf-8", "backslashreplace").decode()[:LONGEST_WORDS]
