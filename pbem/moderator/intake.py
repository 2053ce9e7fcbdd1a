"""From the mailbox into the database: a look at all headers, then letter by letter, in fair turns.

Nothing here waits for a stranger: between any two slices of work new letters are looked for, and players' letters go first.
The letters of one game come in the order of the mailbox, so that what a player wrote first is dealt with first. One letter
is in memory at a time, and it is kept before the mailbox is told that it is done.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Sequence

from pbem.mail.imap import Mailbox, NotGiven
from pbem.moderator.admission import (
    Admission,
    Place,
    refuse,
    room_for_known,
    room_for_strangers,
    sort_out,
    take_in,
    tell_of_strangers,
)
from pbem.moderator.desk import Desk
from pbem.store.errors import NotNow

log = logging.getLogger(__name__)

MOST_IN_A_TURN = 50
"""Games that have their turn between two looks."""
KNOWN_IN_A_TURN = 5
STRANGERS_IN_A_TURN = 50
COUNTED_IN_A_TURN = 500
MOST_OF_A_BOUNCE = 200_000
"""So many bytes of a bounce are read: what it is about stands at its beginning."""


class Intake:
    """What waits in one mailbox, sorted. All functions wait for the server: call them from a thread of their own.

    All raise MailboxError, and NotNow while the database cannot be written: then begin anew with another Intake.
    """

    def __init__(self, desk: Desk, mailbox: Mailbox) -> None:
        self._desk = desk
        self._mailbox = mailbox
        self._validity = -1
        self._forget_all()

    def _forget_all(self) -> None:
        self._seen: set[int] = set()
        self._games: dict[int, deque[Admission]] = {}
        self._known: deque[Admission] = deque()
        self._strangers: deque[int] = deque()

    @property
    def has_players_letters(self) -> bool:
        """Whether letters wait that open a seat."""
        return bool(self._games)

    @property
    def is_empty(self) -> bool:
        """Whether nothing waits."""
        return not (self._games or self._known or self._strangers)

    def look(self) -> None:
        """Sort out what has come since the last look. A letter that could not be kept is left for another Intake."""
        uids = self._mailbox.look()
        if self._mailbox.validity != self._validity:
            self._validity = self._mailbox.validity
            self._forget_all()
        fresh = [uid for uid in uids if uid not in self._seen]
        for at in range(0, len(fresh), MOST_IN_A_TURN):
            batch = fresh[at : at + MOST_IN_A_TURN]
            for admission in sort_out(self._desk, self._mailbox.headings(batch)):
                self._line_up(admission)
            self._seen.update(batch)

    def _line_up(self, admission: Admission) -> None:
        if admission.place is Place.PLAYER:
            self._games.setdefault(admission.game_id, deque()).append(admission)
        elif admission.place is Place.STRANGER:
            self._strangers.append(admission.uid)
        else:
            self._known.append(admission)

    def take_turn(self) -> int:
        """Take in the next letter of each game; where none waits, a few of those that open no seat.

        Gives how many letters were refused on the way: those taken in are still to be dealt with.
        """
        if self._games:
            self._take_players()
            return 0
        self._take_known()
        return self._refuse_strangers()

    def _take_players(self) -> None:
        for game_id in list(self._games)[:MOST_IN_A_TURN]:
            waiting = self._games.pop(game_id)
            self._take(waiting.popleft())
            if waiting:  # behind the games that have not had a turn yet
                self._games[game_id] = waiting

    def _take_known(self) -> None:
        if not self._known:
            return
        few = [self._known.popleft() for _ in range(min(KNOWN_IN_A_TURN, len(self._known)))]
        room = max(room_for_known(self._desk), 0)
        for admission in few[:room]:
            self._take(admission)
        self._count_only([admission.uid for admission in few[room:]])

    def _take(self, admission: Admission) -> None:
        """Keep one letter and mark it done. One that cannot be fetched or kept stays in the mailbox."""
        try:
            raw = self._fetch(admission)
            if raw is None:
                return
            take_in(self._desk, raw, admission.size if self._is_cut(admission, raw) else 0)
        except NotNow:
            raise
        except NotGiven as fault:
            log.warning("%s", fault)
        except Exception:  # the next letter has done nothing
            log.exception("the letter with UID %s could not be kept and stays in the mailbox", admission.uid)
        else:
            self._mailbox.mark_done([admission.uid])

    def _is_cut(self, admission: Admission, raw: bytes) -> bool:
        return admission.size > self._most(admission) or len(raw) > self._most(admission)

    def _most(self, admission: Admission) -> int:
        most = self._desk.max_letter_bytes
        return min(most, MOST_OF_A_BOUNCE) if admission.place is Place.BOUNCE else most

    def _fetch(self, admission: Admission) -> bytes | None:
        """A letter, or what is read of one that is too long: of a bounce the beginning, else the header."""
        most = self._most(admission)
        if admission.size <= most or admission.place is Place.BOUNCE:
            # One byte more tells a letter that is longer than the server has said.
            return self._mailbox.fetch(admission.uid, most + 1)
        return next((heading.header for heading in self._mailbox.headings([admission.uid])), None)

    def _refuse_strangers(self) -> int:
        """Keep the headers of a few strangers' letters, or only count more of them. Gives how many were kept."""
        if not self._strangers:
            return 0
        room = room_for_strangers(self._desk)
        if room <= 0:
            self._count_only(self._next_strangers(COUNTED_IN_A_TURN))
            return 0
        uids = self._next_strangers(min(room, STRANGERS_IN_A_TURN))
        refused = refuse(self._desk, self._mailbox.headings(uids))
        self._mailbox.mark_done(uids)
        return refused

    def _next_strangers(self, most: int) -> list[int]:
        return [self._strangers.popleft() for _ in range(min(most, len(self._strangers)))]

    def _count_only(self, uids: Sequence[int]) -> None:
        if not uids:
            return
        log.warning("%d letters beyond %d an hour from strangers are not kept", len(uids), self._desk.strangers_per_hour)
        tell_of_strangers(self._desk)
        self._mailbox.mark_done(uids)
