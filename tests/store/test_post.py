"""Letters are kept once, mails until they are taken."""

from datetime import timedelta
from hashlib import sha256

import pytest

from pbem.store.database import Database
from pbem.store.errors import Duplicate, NotFound
from pbem.store.games import removal
from pbem.store.mail import inbox, outbox
from pbem.store.tables.games import GameRow
from pbem.store.tables.mail import OutgoingRow

from .sample import NOW, send

MINUTE = timedelta(minutes=1)
RAW = b"From: york\r\nSubject: orders\r\n\r\nmarch\r\n"


def accept(db: Database, message_id: str, raw: bytes = b"raw") -> tuple[int, bool]:
    with db.writing() as session:
        letter, new = inbox.accept(session, raw, message_id, "york@example.org", NOW)
        return letter.id, new


def test_a_letter_is_kept_as_it_came(db: Database) -> None:
    raw = b"From: york\r\n\r\n\xff\x00march"
    accept(db, "<1@x>", raw)
    with db.reading() as session:
        (letter,) = inbox.pending_letters(session)
    assert (letter.raw, letter.digest, letter.sender) == (raw, sha256(raw).hexdigest(), "york@example.org")
    assert (letter.received, letter.status, letter.game_id) == (NOW, "new", None)


def test_the_same_letter_again_changes_nothing(db: Database) -> None:
    first, new = accept(db, "<1@x>", RAW)
    assert new
    with db.writing() as session:
        inbox.settle(session, first, "done", "2 orders")
    assert accept(db, "<1@x>", b"Received: from elsewhere\n" + RAW.replace(b"\r", b"")) == (first, False)
    with db.reading() as session:
        letter = inbox.letter_by_message_id(session, "<1@x>")
        assert letter is not None
        assert (letter.raw, letter.status, letter.outcome) == (RAW, "done", "2 orders")
        assert inbox.pending_letters(session) == []


@pytest.mark.parametrize(("sender", "raw"), [("york@example.org", b"From: y\r\n\r\nstay"), ("eve@example.org", RAW)])
def test_another_letter_under_a_known_message_id_is_kept(db: Database, sender: str, raw: bytes) -> None:
    first, _ = accept(db, "<1@x>", RAW)
    with db.writing() as session:
        letter, new = inbox.accept(session, raw, "<1@x>", sender, NOW)
        again, anew = inbox.accept(session, b"Received: x\r\n" + raw, "<1@x>", sender, NOW)
    assert (new, letter.id != first, letter.message_id.endswith("@again>")) == (True, True, True)
    assert (again.id, anew) == (letter.id, False)


def test_a_header_alone_is_not_the_letter(db: Database) -> None:
    header = inbox.header_of(RAW)
    with db.writing() as session:
        cut, _ = inbox.accept(session, header, "<1@x>", "york@example.org", NOW, size=len(RAW))
        inbox.settle(session, cut.id, "dead", "refused")
        whole, new = inbox.accept(session, RAW, "<1@x>", "york@example.org", NOW)
        assert (new, whole.size, cut.size) == (True, len(RAW), len(RAW))
        assert inbox.accept(session, b"Received: x\r\n" + header, "<1@x>", "york@example.org", NOW, size=90)[0].id == cut.id
        with pytest.raises(NotFound, match="only the header was kept"):
            inbox.retry(session, cut.id)


def test_a_letter_discarded_is_done_with(db: Database) -> None:
    letter_id, _ = accept(db, "<1@x>")
    with db.writing() as session:
        with pytest.raises(NotFound, match="is new"):
            inbox.discard(session, letter_id, "spoilt")
        inbox.settle(session, letter_id, "held", "a fault")
        assert inbox.discard(session, letter_id, "spoilt").outcome == "discarded at the desk: spoilt"
        with pytest.raises(NotFound, match="is done"):
            inbox.retry(session, letter_id)


def test_letters_wait_in_order_until_settled(db: Database, game: GameRow) -> None:
    one, two, three, four = (accept(db, f"<{n}@x>")[0] for n in range(4))
    with db.writing() as session:
        inbox.settle(session, two, "done", "1 order", game_id=game.id, seat="york")
        inbox.settle(session, three, "dead", "no text", game_id=game.id)
        settled = inbox.settle(session, three, "dead", "no text at all", seat="york")
        inbox.settle(session, four, "held", "game held")
    assert (settled.game_id, settled.seat, settled.outcome) == (game.id, "york", "no text at all")
    with db.reading() as session:
        assert [letter.id for letter in inbox.pending_letters(session)] == [one]
        assert [letter.id for letter in inbox.dead_letters(session)] == [three]
        assert [letter.id for letter in inbox.held_letters(session)] == [four]


def test_a_dead_letter_can_be_tried_again_but_not_a_done_one(db: Database) -> None:
    dead, _ = accept(db, "<1@x>")
    done, _ = accept(db, "<2@x>")
    with db.writing() as session:
        inbox.settle(session, dead, "dead", "unreadable")
        inbox.settle(session, done, "done", "1 order")
        inbox.retry(session, dead)
        with pytest.raises(NotFound, match="is done and cannot be read again"):
            inbox.retry(session, done)
        assert [(letter.id, letter.outcome) for letter in inbox.pending_letters(session)] == [(dead, "")]


def test_unknown_letters_and_mails(db: Database) -> None:
    with db.writing() as session:
        with pytest.raises(NotFound, match="no letter 9"):
            inbox.settle(session, 9, "done", "")
        with pytest.raises(NotFound, match="no mail 9"):
            outbox.mark_sent(session, [9], NOW)


def test_counting_a_senders_letters(db: Database) -> None:
    with db.writing() as session:
        rows = [inbox.accept(session, b"", f"<{n}@x>", "york@x", NOW + n * MINUTE)[0] for n in range(3)]
        inbox.accept(session, b"", "<other@x>", "other@x", NOW + 2 * MINUTE)
        assert [inbox.letters_since(session, row, NOW + MINUTE) for row in rows] == [0, 1, 2]


def test_mails_are_due_in_order_and_when_their_time_has_come(db: Database, game: GameRow) -> None:
    letter_id, _ = accept(db, "<1@x>")
    with db.writing() as session:
        one = send(session, "<a@us>", game_id=game.id, seat="york", letter_id=letter_id)
        later = send(session, "<b@us>")
        outbox.mark_failed(session, later, NOW, "451 try later", permanent=False)
        three = send(session, "<c@us>")
        assert [mail.id for mail in outbox.due(session, NOW, 10)] == [one, three]
        assert [mail.id for mail in outbox.due(session, NOW, 1)] == [one]
        assert [mail.id for mail in outbox.due(session, NOW + MINUTE, 10)] == [one, later, three]


def test_the_newest_mail_of_a_kind_to_a_seat(db: Database, game: GameRow) -> None:
    with db.writing() as session:
        send(session, "<a@us>", game_id=game.id, seat="york")
        newest = send(session, "<b@us>", game_id=game.id, seat="york")
        send(session, "<c@us>", game_id=game.id, seat="lancaster")
        send(session, "<d@us>", game_id=game.id, seat="york", kind="notice")
        outbox.mark_sent(session, [newest], NOW)
        found = outbox.newest_mail(session, game.id, "york", "report")
        assert found is not None
        assert found.id == newest
        assert outbox.newest_mail(session, game.id, "york", "answers") is None


def test_a_message_id_is_ours_once(db: Database) -> None:
    with db.writing() as session:
        mail_id = send(session, "<a@us>")
        with pytest.raises(Duplicate, match="<a@us>"):
            send(session, "<a@us>")
        found = outbox.outgoing_by_message_id(session, "<a@us>")
        assert found is not None
        assert found.id == mail_id
        assert outbox.outgoing_by_message_id(session, "<b@us>") is None


def test_a_sent_mail_is_done(db: Database) -> None:
    with db.writing() as session:
        mail_id = send(session, "<a@us>")
        outbox.mark_failed(session, mail_id, NOW, "451 later", permanent=False)
        outbox.mark_sent(session, [mail_id], NOW + MINUTE)
        assert outbox.due(session, NOW + timedelta(days=9), 10) == []
    with db.reading() as session:
        mail = outbox.outgoing_by_message_id(session, "<a@us>")
    assert mail is not None
    assert (mail.status, mail.sent, mail.attempts, mail.last_error) == ("sent", NOW + MINUTE, 2, "")


def test_the_waits_double_up_to_four_hours_and_never_end(db: Database) -> None:
    waits = []
    with db.writing() as session:
        mail_id = send(session, "<a@us>")
        for _ in range(300):
            mail = outbox.mark_failed(session, mail_id, NOW, "451 later", permanent=False)
            waits.append((mail.next_attempt - NOW) // MINUTE)
        assert outbox.due(session, NOW + 239 * MINUTE, 10) == []
        assert [mail.last_error for mail in outbox.due(session, NOW + 240 * MINUTE, 10)] == ["451 later"]
    assert waits == [1, 2, 4, 8, 16, 32, 64, 128] + [240] * 292


def test_a_refused_mail_is_not_tried_again(db: Database) -> None:
    with db.writing() as session:
        mail = outbox.mark_failed(session, send(session, "<a@us>"), NOW, "550 no such user", permanent=True)
        assert outbox.due(session, NOW + timedelta(days=9), 10) == []
        assert [row.id for row in outbox.refused_mails(session)] == [mail.id]
    assert (mail.status, mail.last_error, mail.attempts) == ("refused", "550 no such user", 1)


def test_old_texts_are_forgotten_but_not_what_became_of_them(db: Database, game: GameRow) -> None:
    done, _ = accept(db, "<1@x>")
    accept(db, "<2@x>")
    with db.writing() as session:
        inbox.settle(session, done, "done", "1 order", game_id=game.id, seat="york")
        sent = send(session, "<a@us>")
        send(session, "<b@us>")
        outbox.mark_sent(session, [sent], NOW)
        assert removal.forget_raw(session, NOW, 1000) == 0
        assert removal.forget_raw(session, NOW + MINUTE, 1000) == 2
        assert removal.forget_raw(session, NOW + MINUTE, 1000) == 0
    with db.reading() as session:
        letter = inbox.letter_by_message_id(session, "<1@x>")
        assert letter is not None
        assert (letter.raw, letter.outcome, letter.digest) == (b"", "1 order", sha256(b"raw").hexdigest())
        assert [row.raw for row in inbox.pending_letters(session)] == [b"raw"]
        forgotten = session.get(OutgoingRow, sent)
        assert forgotten is not None
        assert (forgotten.raw, forgotten.status) == (b"", "sent")


def test_a_letter_is_found_by_its_number(db: Database) -> None:
    letter_id, _ = accept(db, "<1@x>")
    with db.reading() as session:
        assert inbox.letter(session, letter_id).message_id == "<1@x>"
        with pytest.raises(NotFound, match="no letter 9"):
            inbox.letter(session, 9)
