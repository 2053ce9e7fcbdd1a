"""Games put right: a letter replaced, left out, put in; moves taken back and given back; the dry run tells all of it."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.log.shares import SALTED, SCHEME
from pbem.moderator.core.context import Context
from pbem.moderator.correcting.aftermath import CorrectionReport, ReaderKnowledge
from pbem.moderator.correcting.by_hand import CannotCorrect, rule
from pbem.moderator.correcting.correction import Correction, Insertion, KeyIsOut, redo, rework, undo
from pbem.moderator.desk.archive_files import rerun_game
from pbem.moderator.seats.observers import add_observer
from pbem.store.errors import NotFound
from pbem.store.games import journal, lobby, watchers
from pbem.store.mail import inbox, outbox
from tests.begun.program import Program, at_work
from tests.support.board import opened
from tests.support.conversation import LANCASTER_ROUND, LANCASTER_SETUP, YORK_ROUND, YORK_SETUP, Conversation, Mail, to
from tests.support.watching import CLIO

BEGUN = Path(__file__).parents[2] / "begun" / "games"
YORK, LANCASTER = "assign york\n", "assign henry\nassign somerset\n"


@pytest.fixture
def ia(tmp_path: Path) -> Iterator[Conversation]:
    """Ia in the midst of the Campaign of Turn 1; each letter came some minutes after the one before."""
    with opened(tmp_path) as talk:
        write = talk.write

        def later(*args: Any, **options: Any) -> Any:
            talk.clock.move(minutes=7)
            return write(*args, **options)

        talk.write = later
        yield talk


def played(talk: Conversation) -> None:
    """York: letters 1, 3, 5, 7. Lancaster: 2, 4, 6, 8."""
    talk.once("played in corrections", play)


def play(talk: Conversation) -> list[Mail]:
    talk.write("york", YORK)
    talk.write("lancaster", LANCASTER)
    talk.write("york", "muster york\nlevy carts\ndone\n")
    talk.write("lancaster", "muster henry\nlevy troops\ndone\n")
    talk.write("york", "plan york, york, march, march")
    talk.write("lancaster", "plan henry, henry, somerset, somerset")
    talk.write("york", "march peterborough\npass")
    talk.write("lancaster", "pass")
    talk.clock.move(hours=1)
    return []


def log_of(talk: Conversation) -> list[tuple[object, ...]]:
    """The live log without numbers, fingerprints, clocks and receipts, which are new each time."""
    lines = [(e.kind, e.seat, e.key, e.subject, str(e.answer), e.turn) for e in talk.table().entries]
    return [line for line in lines if line[0] not in ("clock", "receipt")]


def is_exact(talk: Conversation) -> bool:
    with talk.db.reading() as session:
        return rerun_game(Context(session, talk.desk).of(talk.game())).exact


def mats(talk: Conversation, lord: str, asset: str) -> int:
    return int(talk.table().state.mats[lord].assets.get(asset, 0))


# A letter in the place of another


def test_a_dry_run_tells_all_and_changes_nothing(ia: Conversation) -> None:
    played(ia)
    before, letters = ia.db.size(), log_of(ia)
    found = rework(ia.desk, ia.name, "a slip", Correction(letter=3, insert=Insertion(b"muster york\nlevy troops\ndone\n")))
    assert not found.committed
    assert found.struck is not None
    assert "mats, York, assets, Carts: 4 -> 2" in found.position
    assert found.gone == ("York gains 2 Carts.", "York gives up 1 Provender (Feed).")
    assert "York Levies Troops at Ely." in found.come
    assert found.again.fallen == ()
    told = {each.reader: each for each in found.told}
    assert any("Cart" in line for line in told["york"].untrue)
    assert {mail.to for mail in found.mails} == {"ann@example.test", "bob@example.test"}
    assert all("a slip" in mail.text for mail in found.mails)
    assert log_of(ia) == letters
    assert ia.new_mails() == []
    assert ia.db.size() == before or ia.db.path is None  # a server has taken pages for what is undone


def test_what_was_shown_is_what_is_done(ia: Conversation) -> None:
    played(ia)
    putting = Insertion(b"muster york\nlevy troops\ndone\n")
    carts = mats(ia, "york", "carts")
    dry = rework(ia.desk, ia.name, "a slip", Correction(letter=3, insert=putting))
    done = rework(ia.desk, ia.name, "a slip", Correction(letter=3, insert=putting), commit=True)
    assert (done.position, done.gone, done.come, done.told) == (dry.position, dry.gone, dry.come, dry.told)
    assert mats(ia, "york", "carts") < carts
    assert is_exact(ia)
    mails = ia.new_mails()
    assert sorted(mail.to for mail in mails) == ["ann@example.test", "bob@example.test"]
    assert "The game master has corrected the game: a slip" in to("lancaster", mails).flat


def test_struck_entries_stay_and_new_ones_name_their_letters(ia: Conversation) -> None:
    played(ia)
    rework(
        ia.desk, ia.name, "a slip", Correction(letter=3, insert=Insertion(b"muster york\nlevy troops\ndone\n")), commit=True
    )
    with ia.db.reading() as session:
        whole = journal.read_all(session, ia.game().id)
        numbers = [line.number for line, _ in whole]
        live = [line.letter_id for line, struck in whole if not struck and line.kind in ("answer", "waiting")]
        row = inbox.letter(session, 9)
    assert numbers == list(range(1, len(numbers) + 1))
    assert list(dict.fromkeys(live)) == [1, 2, 9, 4, 5, 6, 7, 8]
    assert (row.seat, row.status) == ("york", "done")
    assert row.outcome == "put in by the game master: a slip"


def test_the_same_rolls_give_the_same_dice(talk: Conversation) -> None:
    talk.set_up()
    talk.write("york", YORK_ROUND)
    talk.write("lancaster", LANCASTER_ROUND)

    def dice() -> list[tuple[str, str, str, object]]:
        return [(e.turn, e.key, e.subject, e.answer) for e in talk.table().entries if e.kind == "roll"]

    before = dice()
    assert before
    found = rework(talk.desk, talk.name, "again", Correction(letter=3, insert=Insertion(YORK_ROUND.encode())), commit=True)
    assert found.position == ()
    assert dice() == before


def test_lines_that_no_longer_fit_are_told_to_their_writers(ia: Conversation) -> None:
    played(ia)
    found = rework(
        ia.desk, ia.name, "a slip", Correction(letter=5, insert=Insertion(b"plan march, march, york, york")), commit=True
    )
    assert [(each.letter_id, each.line) for each in found.again.fallen] == [(7, "march peterborough"), (7, "pass")]
    mine = to("york", ia.new_mails()).flat
    for fallen in found.again.fallen:
        assert fallen.seat == "york"
        assert f'Your line "{fallen.line}" can no longer be carried out' in mine


def test_a_corrected_letter_with_a_refused_line_is_not_committed(ia: Conversation) -> None:
    played(ia)
    putting = Insertion(b"muster york\nlevy cartz of gold\ndone\n")
    assert any(
        "line 2" in line for line in rework(ia.desk, ia.name, "a slip", Correction(letter=3, insert=putting)).again.refused
    )
    before = log_of(ia)
    with pytest.raises(CannotCorrect, match="cartz"):
        rework(ia.desk, ia.name, "a slip", Correction(letter=3, insert=putting), commit=True)
    assert log_of(ia) == before


def test_a_corrected_letter_names_each_line_that_is_no_order_and_is_not_committed(ia: Conversation) -> None:
    played(ia)
    putting = Insertion(b"flub\nmuster york\nMy dear friend\nlevy troops\ndone\n")
    found = rework(ia.desk, ia.name, "a slip", Correction(letter=3, insert=putting))
    flub, friend = found.again.unread
    assert flub.startswith('"flub" is not an order (nearest: done; muster York')
    assert friend.startswith('"My dear friend" is ')
    assert f"Lines left out:\n  {flub}\n  {friend}\n" in found.text()
    before = log_of(ia)
    with pytest.raises(CannotCorrect, match='a line of the letter is left out: "flub" is not an order'):
        rework(ia.desk, ia.name, "a slip", Correction(letter=3, insert=putting), commit=True)
    assert log_of(ia) == before


def test_a_mail_that_is_put_in_may_have_words_beside_its_orders(ia: Conversation) -> None:
    played(ia)
    whole = (
        b"From: Bob <bob@elsewhere.test>\nMessage-ID: <astray@elsewhere.test>\nSubject: x\n\nflub\nstanding share others\n"
    )
    found = rework(
        ia.desk,
        ia.name,
        "astray",
        Correction(letter=7, insert=Insertion(whole, is_mail=True, seat="lancaster")),
        commit=True,
    )
    assert [each.partition(" (")[0] for each in found.again.unread] == ['"flub" is not an order']


def test_a_letter_without_orders_is_no_correction(ia: Conversation) -> None:
    played(ia)
    with pytest.raises(CannotCorrect, match="no orders"):
        rework(ia.desk, ia.name, "a slip", Correction(letter=3, insert=Insertion(b"\n")))


def test_a_letter_that_has_done_nothing_cannot_be_replaced(ia: Conversation) -> None:
    played(ia)
    ia.write("york", "help")
    with pytest.raises(NotFound, match="letter 9 has no entries that count; letters that have: 1, 2, 3"):
        rework(ia.desk, ia.name, "a slip", Correction(letter=9, without=True))


# Left out, put in


def test_a_letter_is_left_out(ia: Conversation) -> None:
    played(ia)
    found = rework(ia.desk, ia.name, "not theirs", Correction(letter=8, without=True), commit=True)
    assert found.again.letters == 0
    assert ia.asked() == "lancaster"
    assert [decision.key for decision in ia.table().open_to("lancaster")] == ["4.2 command"]
    assert is_exact(ia)


def test_a_letter_is_put_in_before_another(ia: Conversation) -> None:
    played(ia)
    putting = Insertion(b"standing share others\n", seat="lancaster")
    found = rework(ia.desk, ia.name, "it had gone astray", Correction(letter=7, insert=putting), commit=True)
    assert found.again.fallen == ()
    assert ia.table().orders_of("lancaster")
    assert is_exact(ia)


def test_a_salt_stays_where_it_was_when_its_letter_is_left_out(ia: Conversation) -> None:
    played(ia)
    salts = dict(ia.table().salts)
    rework(ia.desk, ia.name, "not theirs", Correction(letter=2, without=True), commit=True)
    assert ia.table().salts == salts
    assert is_exact(ia)


@pytest.mark.parametrize(
    "mail",
    [
        b"Subject: orders\n\nstanding share others\n\nOn Monday you wrote:\n> standing share all\n",
        b"Subject: orders\nMIME-Version: 1.0\nContent-Type: text/html\n\n<p>standing share others</p>\n",
    ],
)
def test_a_letter_that_is_put_in_can_be_a_whole_mail(ia: Conversation, mail: bytes) -> None:
    played(ia)
    whole = b"From: Bob <bob@elsewhere.test>\nMessage-ID: <astray@elsewhere.test>\n" + mail
    found = rework(
        ia.desk,
        ia.name,
        "astray",
        Correction(letter=7, insert=Insertion(whole, is_mail=True, seat="lancaster")),
        commit=True,
    )
    assert found.again.fallen == ()
    assert [(order.verb, order.policy) for order in ia.table().orders_of("lancaster")] == [("share", ["others"])]


def test_a_letter_is_put_in_for_a_seat_there_is(ia: Conversation) -> None:
    played(ia)
    with pytest.raises(NotFound, match="has no seat kent; it has: york, lancaster"):
        rework(ia.desk, ia.name, "astray", Correction(letter=7, insert=Insertion(b"pass", seat="kent")))


# What waits for later in a corrected letter

AHEAD = (
    "muster york\nlevy carts\ndone\nstanding share others\nplan york, york, march, march\n"
    "card 1: march peterborough\npass\ncard 2: parley peterborough until friendly, at most 2\nif it fails: pass\n"
    "else go on\ncard 3: march: forage\npass\n",
    "muster york\nlevy troops\ndone\nstanding intercept none\nplan york, march, york, march\n"
    "card 1: march cambridge\npass\ncard 2: forage; pass\ncard 3: parley cambridge until friendly, at most 2\n"
    "if it fails: pass\nelse go on\n",
)


def played_ahead(folder: Path, york: str) -> Iterator[Conversation]:
    """York's third letter is for the whole Turn; Lancaster writes in between. The dice are those of games begun before: in
    others a letter that is put in has dice of its own.
    """
    with opened(folder, options={SCHEME: SALTED}) as talk:
        for seat, lines in (
            ("york", YORK),
            ("lancaster", LANCASTER),
            ("york", york),
            ("lancaster", "muster henry\nlevy troops\ndone\nplan henry, henry, somerset, somerset\ncard 1: pass\n"),
            ("lancaster", "card 2: pass\ncard 3: somerset: pass\n"),
            ("york", "card 4: pass"),
            ("lancaster", "card 4: pass"),
        ):
            talk.clock.move(minutes=7)
            talk.write(seat, lines)
        yield talk


@pytest.mark.parametrize(("sent", "meant"), [AHEAD, AHEAD[::-1]])
def test_a_corrected_letter_comes_to_what_it_would_have_come_to(sent: str, meant: str, tmp_path: Path) -> None:
    """With waiting lines, conditions and standing orders, in the letter and in those after it."""
    for talk in played_ahead(tmp_path / "as-meant", meant):
        wanted, log = talk.table(), log_of(talk)
    for talk in played_ahead(tmp_path / "put-right", sent):
        assert log_of(talk) != log
        rework(talk.desk, talk.name, "a slip", Correction(letter=3, insert=Insertion(meant.encode())), commit=True)
        table = talk.table()
        assert table.state == wanted.state
        assert log_of(talk) == log
        assert table.waiting == wanted.waiting
        assert [table.orders_of(seat) for seat in table.seats] == [wanted.orders_of(seat) for seat in wanted.seats]
        assert is_exact(talk)


def test_orders_for_one_card_are_not_carried_out_for_another(tmp_path: Path) -> None:
    """The corrected letter plays card 1; York's next letter was for card 1, and is not kept for card 2."""
    plan = "muster york\nlevy carts\ndone\nplan york, march, york, march\n"
    letters = (
        ("york", YORK),
        ("lancaster", LANCASTER),
        ("york", plan),
        ("lancaster", "muster henry\nlevy troops\ndone\nplan henry, henry, somerset, somerset\n"),
        ("york", "march peterborough\ncard 2: pass\n"),
    )
    with opened(tmp_path, options={SCHEME: SALTED}) as talk:
        for seat, lines in letters:
            talk.clock.move(minutes=7)
            talk.write(seat, lines)
        found = rework(
            talk.desk,
            talk.name,
            "a slip",
            Correction(letter=3, insert=Insertion(f"{plan}card 1: pass\n".encode())),
            commit=True,
        )
        over = "what its report asked for is over, and it names no segment"
        assert [(each.line, each.problem) for each in found.again.fallen] == [("march peterborough", over)]
        assert [line.text for line in talk.table().waiting["york"]] == ["pass"]


# What readers know


def test_a_die_that_was_seen_and_will_fall_again_is_named(talk: Conversation) -> None:
    talk.set_up()
    talk.write("york", YORK_ROUND)
    talk.write("lancaster", LANCASTER_ROUND)
    found = undo(talk.desk, talk.name, "a slip", commit=False)
    assert all(each.dice for each in found.told)
    assert all(each.mails for each in found.told)
    assert "that will be rolled afresh:\n  " in found.text()


def test_a_secret_that_was_told_is_named_as_one(ia: Conversation) -> None:
    played(ia)
    found = rework(ia.desk, ia.name, "a slip", Correction(letter=1, without=True))
    told = {each.reader: each for each in found.told}
    assert "York" in " ".join(told["york"].in_secret + told["york"].untrue)
    hidden = set(told["york"].in_secret) & set(told["lancaster"].in_secret + told["lancaster"].untrue)
    assert hidden == set()


def test_own_orders_that_have_answered_are_no_secret_of_others(tmp_path: Path) -> None:
    for talk in played_ahead(tmp_path, AHEAD[0]):
        found = rework(talk.desk, talk.name, "a slip", Correction(letter=3, insert=Insertion(AHEAD[1].encode())))
        told = next(each for each in found.told if each.reader == "york")
        assert "Your waiting order is carried out: march Peterborough." in told.untrue
        assert not any("waiting order" in line for line in told.in_secret)


def test_only_mails_that_went_out_before_are_said_to_have_told_it(talk: Conversation) -> None:
    talk.set_up()
    talk.write("york", YORK_ROUND)
    talk.write("lancaster", LANCASTER_ROUND)
    with talk.db.reading() as session:
        newest = outbox.newest_mail_number(session)
    found = undo(talk.desk, talk.name, "a slip", commit=False)
    numbers = [int(mail.split()[1]) for each in found.told for mail in each.mails]
    assert numbers
    assert max(numbers) <= newest


def mails_named(found: CorrectionReport, reader: str) -> list[int]:
    return [int(mail.split()[1]) for each in found.told if each.reader == reader for mail in each.mails]


def test_only_mails_that_told_one_of_the_lines_are_named(ia: Conversation) -> None:
    """York's Plan was answered with a report that told nothing else; so is a letter that changes nothing."""
    played(ia)
    with ia.db.reading() as session:
        reports = [mail for mail in outbox.mails_of_game(session, ia.game().id) if mail.seat == "york"]
        plan = next(mail.id for mail in reports if mail.letter_id == 5)
        later = [mail.id for mail in reports if (mail.letter_id or 0) >= 3]
    found = rework(ia.desk, ia.name, "a slip", Correction(letter=3, without=True))
    assert plan in later
    assert mails_named(found, "york") == [number for number in later if number != plan]


def test_where_their_text_is_forgotten_the_first_mail_after_an_entry_has_told_it(ia: Conversation) -> None:
    played(ia)
    with_text = mails_named(rework(ia.desk, ia.name, "a slip", Correction(letter=3, without=True)), "lancaster")
    with ia.db.writing() as session:
        for mail in outbox.mails_of_game(session, ia.game().id):
            mail.raw = b""
    assert mails_named(rework(ia.desk, ia.name, "a slip", Correction(letter=3, without=True)), "lancaster") == with_text


def test_each_line_that_is_gone_stands_once_below_those_who_were_told(ia: Conversation) -> None:
    played(ia)
    lines = rework(ia.desk, ia.name, "a slip", Correction(letter=3, without=True)).text().splitlines()
    assert lines.count("  York gains 2 Carts.") == 1
    assert sum("York gains 2 Carts." in line for line in lines) == 1
    below = [line for line in lines[: lines.index("  York gains 2 Carts.")] if not line.startswith(" ")]
    assert below[-1] == "No longer happened, told to york and lancaster:"


def test_what_was_told_in_secret_stands_below_its_reader() -> None:
    told = (
        ReaderKnowledge("york", untrue=("Rain.",), in_secret=("A spy.",)),
        ReaderKnowledge("lancaster", untrue=("Rain.",)),
    )
    found = CorrectionReport("g-1", committed=False, struck=None, gone=("Rain.", "A spy.", "Rain."), told=told)
    assert (
        "No longer happened, told to york and lancaster:\n  Rain.\n"
        "No longer happened, told to york (a secret they should not know):\n  A spy.\n"
        "No longer happened, told to nobody:\n  Rain.\n"
    ) in found.text()


def test_an_own_standing_order_is_no_secret_to_its_player(talk: Conversation) -> None:
    talk.write("york", f"{YORK_SETUP}\nstanding flee none\n")
    talk.write("lancaster", LANCASTER_SETUP)
    talk.write("lancaster", "culverins none")
    talk.write("york", "culverins none")
    found = undo(talk.desk, talk.name, "a slip", commit=False)
    assert "flee none" in " ".join(found.gone)
    assert "a secret they should not know" not in found.text()


def test_what_is_only_added_did_not_happen_instead_of_anything(ia: Conversation) -> None:
    text = rule(ia.desk, ia.name, "York at Ludlow", "a slip", commit=False).text()
    assert "taken back: nothing;" in text
    assert "\nHappened:\n" in text


def test_observers_who_were_told_are_named_too(ia: Conversation) -> None:
    add_observer(ia.desk, ia.name, CLIO)
    played(ia)
    with ia.db.writing() as session:
        watchers.observer(session, ia.game().id, CLIO.address).told = ia.table().entries[-1].number
    told = {each.reader: each for each in rework(ia.desk, ia.name, "a slip", Correction(letter=3, without=True)).told}
    assert "York gains 2 Carts." in told["observer Clio"].untrue


def test_a_preview_of_undo_is_what_undo_does(ia: Conversation) -> None:
    played(ia)
    dry = undo(ia.desk, ia.name, "a slip", commit=False)
    assert ia.new_mails() == []
    done = undo(ia.desk, ia.name, "a slip")
    assert (dry.struck, dry.position, dry.told) == (done.struck, done.position, done.told)
    assert [mail.text for mail in dry.mails] == [mail.text for mail in done.mails]


# Given back


def test_what_was_taken_back_is_given_back(ia: Conversation) -> None:
    played(ia)
    before = log_of(ia)
    undo(ia.desk, ia.name, "a slip", to=11)
    assert log_of(ia) != before
    found = redo(ia.desk, ia.name, "it was right after all")
    assert found.again.fallen == ()
    assert log_of(ia) == before
    assert is_exact(ia)


def test_nothing_is_given_back_where_others_have_moved_since(ia: Conversation) -> None:
    played(ia)
    undo(ia.desk, ia.name, "a slip")
    ia.write("lancaster", "pass")
    with pytest.raises(CannotCorrect, match="since moves of"):
        redo(ia.desk, ia.name, "it was right after all")


def test_where_nothing_was_taken_back_nothing_is_given_back(ia: Conversation) -> None:
    with pytest.raises(NotFound, match="nothing has been taken back"):
        redo(ia.desk, ia.name, "it was right after all")


def test_a_game_that_is_over_is_not_put_right_by_chance(talk: Conversation) -> None:
    with talk.db.writing() as session:
        lobby.finish(session, talk.game().id, {"winner": None}, talk.clock())
    with pytest.raises(KeyIsOut, match="--after-the-end does it"):
        rework(talk.desk, talk.name, "a slip", Correction(letter=1, without=True))


# Games of all kinds


def unchanged(program: Program, letter: int) -> CorrectionReport:
    """What comes of putting a letter in its own place."""
    with program.db.reading() as session:
        raw = inbox.letter(session, letter).raw
    return rework(
        program.desk,
        program.game,
        "nothing",
        Correction(letter=letter, insert=Insertion(raw, is_mail=True)),
        after_the_end=True,
    )


def letters_of(program: Program) -> list[int]:
    with program.db.reading() as session:
        lines = journal.read(session, lobby.find_game(session, program.game).id)
    return list(dict.fromkeys(line.letter_id for line in lines if line.letter_id is not None))


def put_in_their_own_places(name: str, folder: Path, most: int) -> list[str]:
    """Games with waiting lines, branches, standing orders, undo, clocks: what differs when letters are read again."""
    differing = []
    with at_work(folder / "begun.sqlite") as program:
        program.take_in(json.loads(gzip.decompress((BEGUN / name / "archive.json.gz").read_bytes())))
        letters = letters_of(program)
        for letter in letters[:: max(1, len(letters) // most)]:
            found = unchanged(program, letter)
            if found.position or found.gone or found.come or found.again.fallen:
                differing.append(found.text())
    return differing


@pytest.mark.parametrize("name", ["bosworth-midst", "ia-undo", "iii-late"])
def test_letters_put_in_their_own_places_change_nothing(name: str, tmp_path: Path) -> None:
    assert put_in_their_own_places(name, tmp_path, most=3) == []


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(each.name for each in BEGUN.iterdir()))
def test_letters_of_all_games_put_in_their_own_places_change_nothing(name: str, tmp_path: Path) -> None:
    """The first of them has all others read again."""
    assert put_in_their_own_places(name, tmp_path, most=6) == []
