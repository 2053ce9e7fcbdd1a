"""Attacks on the dice by somebody who has the key: each was possible when a seat gave one share and decks had none."""

from __future__ import annotations

from email.message import EmailMessage
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from pbem.engine.dice import Fate, Mixed, RollId
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.log.shares import SALTED, SCHEME, mixed_in, share_of
from pbem.engine.table import Table
from pbem.games import GAMES
from pbem.moderator.core.context import Context
from pbem.moderator.core.games import load_table
from pbem.moderator.core.setups import load_setup
from pbem.moderator.correcting.correction import Correction, Insertion, redo, rework, undo
from pbem.moderator.joining.gathering import ask_players
from pbem.replay.audit import verify
from pbem.resources import scenarios_dir
from pbem.store.archive.transfer import export_game
from pbem.store.games import lobby
from tests.moderator.joining.gathered import ANN, BOB, Gathered, mail_to
from tests.support.conversation import KEY, LANCASTER_ROUND, YORK_ROUND, Conversation
from tests.support.works import text_of

SCENARIO = "ia_henry_vi"


@pytest.fixture
def talk(tmp_path: Path) -> Conversation:
    return Conversation(tmp_path)


def rolls(entries: list[Entry]) -> list[tuple[str, object]]:
    return [(entry.subject, entry.answer) for entry in entries if entry.kind is EntryKind.ROLL]


def begun(folder: Path, number: int = 0) -> tuple[Gathered, Table[Any]]:
    """A game whose players were asked, and how it begins when they accept by letters with these numbers."""
    folder.mkdir(exist_ok=True)
    desk = Gathered(folder)
    desk._written = number
    ask_players(desk.desk, "plantagenet", SCENARIO, {"york": ANN, "lancaster": BOB}, key=KEY)
    asked = desk.new_mails()
    desk.reply(ANN, mail_to(ANN, asked), "accept")
    desk.reply(BOB, mail_to(BOB, asked), "accept")
    with desk.db.reading() as session:
        return desk, load_table(Context(session, desk.desk).of(lobby.find_game(session, "ia-henry-vi-1")))


# A key that deals well


def test_the_key_alone_does_not_tell_what_is_dealt(tmp_path: Path) -> None:
    rules = GAMES["plantagenet"]
    foretold = Table.open_new(rules, load_setup(rules, SCENARIO, scenarios_dir()), Fate(KEY))
    deals = [rolls(begun(tmp_path / str(number), number)[1].entries) for number in (10, 20, 30)]
    assert all(deal != rolls(foretold.entries) for deal in deals)
    assert deals[0] != deals[1] != deals[2] != deals[0]


def test_all_players_have_given_a_share_before_the_first_roll_and_everybody_is_told_them(tmp_path: Path) -> None:
    desk, table = begun(tmp_path)
    kinds = [entry.kind for entry in table.entries]
    assert kinds.index(EntryKind.ROLL) > max(place for place, kind in enumerate(kinds) if kind is EntryKind.SALT)
    assert set(table.shares.of) == {"york", "lancaster"}
    desk._seen = 0
    mails = desk.new_mails()
    for who in (ANN, BOB):
        opening = text_of([mail for mail in mails if str(mail["To"]) == who.address][-1])
        assert all(each in opening.replace(" ", "") for each in table.shares.of.values())


def test_a_game_that_is_opened_at_once_says_what_the_key_alone_decides(talk: Conversation) -> None:
    assert all("come from the moderator's key alone" in mail.flat for mail in talk.opening)


def test_a_game_that_begins_anew_is_dealt_with_the_shares_all_the_same(tmp_path: Path) -> None:
    desk, table = begun(tmp_path)
    undo(desk.desk, "ia-henry-vi-1", "all over again", to=0)
    with desk.db.reading() as session:
        again = load_table(Context(session, desk.desk).of(lobby.find_game(session, "ia-henry-vi-1")))
    assert again.shares.of == table.shares.of
    assert rolls(again.entries) == rolls(table.entries)


# A Message-ID that chooses dice


CHOSEN = [RollId("battle", "4.4.2 hit", "centre", n) for n in (1, 2, 3)]


def ground(pool: str) -> str:
    """A Message-ID of York's whose share makes the chosen dice sixes, if they are rolled under that letter."""
    fate = Fate(KEY)
    for number in count():
        message_id = f"<{number}@york.test>"
        mixed = Mixed(pool=mixed_in(pool, "york", share_of(message_id)))
        if all(fate.die(each, mixed) == 6 for each in CHOSEN):
            return message_id
    raise AssertionError


def test_one_message_id_does_not_choose_dice_of_letters_to_come() -> None:
    fate, pool = Fate(KEY), mixed_in("", "lancaster", "00" * 16)
    pool = mixed_in(pool, "york", share_of(ground(pool)))
    assert [fate.die(each, Mixed(pool=pool)) for each in CHOSEN] == [6, 6, 6]
    later = [mixed_in(pool, "lancaster", share_of(f"<{n}@lancaster.test>")) for n in range(100)]
    lucky = sum(all(fate.die(each, Mixed(pool=after)) == 6 for each in CHOSEN) for after in later)
    assert lucky < 5


# Moves taken back


def test_a_late_share_changes_no_roll_that_was_taken_back(talk: Conversation) -> None:
    talk.set_up()
    talk.write("york", YORK_ROUND)
    talk.write("lancaster", LANCASTER_ROUND)
    before = rolls(talk.table().entries)
    assert before
    undo(talk.desk, talk.name, "to look again")
    redo(talk.desk, talk.name, "it was right")
    assert rolls(talk.table().entries) == before


def test_who_writes_another_letter_after_an_undo_gets_fresh_dice_and_everybody_is_told(talk: Conversation) -> None:
    talk.set_up()
    talk.write("york", YORK_ROUND)
    talk.write("lancaster", LANCASTER_ROUND)
    before = rolls(talk.table().entries)
    talk.new_mails()
    undo(talk.desk, talk.name, "once more")
    mails = talk.new_mails()
    assert {mail.to for mail in mails} == {"ann@example.test", "bob@example.test"}
    assert all("Whoever writes again gets fresh dice" in mail.flat for mail in mails)
    talk.write("lancaster", LANCASTER_ROUND)
    after = rolls(talk.table().entries)
    assert [about for about, _ in after][:3] == [about for about, _ in before][:3]
    assert after != before


def test_another_letter_under_the_same_message_id_gets_fresh_dice_too(talk: Conversation) -> None:
    def under(message: EmailMessage) -> None:
        message.replace_header("Message-ID", "<one@bob>")

    talk.set_up()
    talk.write("york", YORK_ROUND)
    talk.write("lancaster", LANCASTER_ROUND, change=under)
    before = rolls(talk.table().entries)
    undo(talk.desk, talk.name, "once more")
    talk.write("lancaster", f"{LANCASTER_ROUND}# now that I know\n", change=under)
    after = rolls(talk.table().entries)
    assert len(before) > 20
    assert after[:5] != before[:5]
    shares = [entry.answer for entry in talk.table().entries if entry.kind is EntryKind.SALT]
    assert len(shares) == len(set(shares))


def test_an_undo_before_any_roll_says_nothing_of_dice(talk: Conversation) -> None:
    talk.write("york", "give y32 richard")
    talk.new_mails()
    undo(talk.desk, talk.name, "a slip")
    mails = talk.new_mails()
    assert mails
    assert not any("fresh dice" in mail.flat for mail in mails)


@pytest.mark.parametrize("options", [{}, {SCHEME: SALTED}])
def test_games_of_both_schemes_verify_with_what_was_taken_back(tmp_path: Path, options: dict[str, int]) -> None:
    talk = Conversation(tmp_path, options=dict(options))
    talk.set_up()
    talk.write("york", YORK_ROUND)
    talk.write("lancaster", LANCASTER_ROUND)
    undo(talk.desk, talk.name, "once more")
    talk.write("lancaster", LANCASTER_ROUND)
    talk.write("york", YORK_ROUND)
    undo(talk.desk, talk.name, "and back")
    redo(talk.desk, talk.name, "no, it stands")
    talk.play_to_the_end()
    rules = GAMES["plantagenet"]
    with talk.db.reading() as session:
        archive = export_game(session, talk.game().id)
    setup = load_setup(rules, "bosworth", scenarios_dir(), archive["game"]["options"])
    verdict = verify(archive, rules, setup)
    assert verdict.ok, verdict.text()
    assert verdict.struck > 0
    one = next(entry for entry in archive["entries"] if entry["kind"] == "roll" and isinstance(entry["answer"], int))
    one["answer"] = one["answer"] % 6 + 1
    assert not verify(archive, rules, setup).ok


def test_a_letter_that_is_put_in_gets_fresh_dice_and_those_behind_it_roll_what_they_rolled(talk: Conversation) -> None:
    talk.set_up()
    talk.write("york", YORK_ROUND)
    talk.write("lancaster", LANCASTER_ROUND)
    talk.write("york", YORK_ROUND)
    talk.write("lancaster", LANCASTER_ROUND)
    before = [entry for entry in talk.table().entries if entry.kind is EntryKind.ROLL]
    assert {entry.turn for entry in before} == {"round 1", "round 2"}
    rework(talk.desk, talk.name, "an exact copy", Correction(letter=3), after_the_end=True, commit=True)
    assert rolls(talk.table().entries) == rolls(before)
    insert = Insertion(LANCASTER_ROUND.encode())
    rework(talk.desk, talk.name, "as it was meant", Correction(letter=4, insert=insert), after_the_end=True, commit=True)
    assert rolls(talk.table().entries)[:20] != rolls(before)[:20]
    assert all("gets fresh dice" in mail.flat for mail in talk.new_mails() if "as it was meant" in mail.flat)
