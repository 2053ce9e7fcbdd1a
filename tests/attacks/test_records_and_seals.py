"""A game retold and a Plan exchanged: what players keep of their mails shows it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.replay.receipts import receipt_of
from pbem.replay.witness import Evidence, hear, told_in
from pbem.store.archive.transfer import export_game
from tests.support.board import by_seat, opened, to_the_plan
from tests.support.conversation import PLAYERS, Conversation, Mail, offered, to

PLANS = {"york": "plan york, march, pass, pass", "lancaster": "plan henry, somerset, pass, pass"}
RECORD = re.compile(r"\d+-[0-9a-f]{16}")


@pytest.fixture
def ia(tmp_path: Path) -> Iterator[Conversation]:
    with opened(tmp_path / "game") as talk:
        yield talk


def records(mail: Mail) -> list[str]:
    """The records of a mail: of what everybody was told, and of what its reader was."""
    return RECORD.findall(mail.flat)


def planned(talk: Conversation) -> list[Mail]:
    """Both Plans are made; the mails that come of the second."""
    to_the_plan(talk)
    first, second = ("york", "lancaster") if talk.table().open_to("york") else ("lancaster", "york")
    mails = talk.write(first, PLANS[first])
    assert not any("seal-" in mail.text for mail in mails)
    return talk.write(second, PLANS[second])


def played(talk: Conversation) -> list[Mail]:
    """All mails until Turn 2."""
    mails = [*talk.opening, *planned(talk)]
    newest = by_seat(mails)
    while talk.table().state.turn < 2:
        seat = talk.asked()
        new = talk.write(seat, offered(newest[seat]))
        newest |= by_seat(new)
        mails += new
    return mails


def archive_of(talk: Conversation) -> dict[str, Any]:
    with talk.db.reading() as session:
        return export_game(session, talk.game().id)


def heard(folder: Path, mails: list[Mail], archive: dict[str, Any]) -> Evidence:
    folder.mkdir(exist_ok=True)
    for number, mail in enumerate(mails):
        (folder / f"{number}.eml").write_bytes(mail.raw)
    told = told_in(archive)
    assert told is not None
    return hear(folder, archive["game"]["name"], told)


# Records


def test_both_players_have_one_record_of_what_everybody_was_told(ia: Conversation) -> None:
    york, lancaster = (records(mail) for mail in ia.opening)
    assert york[0] == lancaster[0]
    mails = planned(ia)
    assert records(to("york", mails))[0] == records(to("lancaster", mails))[0] != york[0]


def test_what_one_player_alone_was_told_is_in_their_record_alone(ia: Conversation) -> None:
    played(ia)
    told = told_in(archive_of(ia))
    assert told is not None
    public, york, lancaster = (told.newest[reader] for reader in ("", "york", "lancaster"))
    assert str(york) != str(lancaster)
    assert public.count < max(york.count, lancaster.count)


def test_saved_mails_agree_with_the_archive(ia: Conversation, tmp_path: Path) -> None:
    mails = played(ia)
    evidence = heard(tmp_path / "mails", mails, archive_of(ia))
    assert evidence.problems == ()
    assert evidence.told > len(mails) / 2


def test_a_game_that_is_retold_is_found(ia: Conversation, tmp_path: Path) -> None:
    mails = played(ia)
    archive = deepcopy(archive_of(ia))
    event = next(each for each in archive["events"] if each["name"] == "plans_made")
    event["data"]["cards"] += 1
    problems = heard(tmp_path / "mails", mails, archive).problems
    assert any("which this game never had: its reader was told another game" in each for each in problems)


def test_a_share_that_is_not_that_of_the_letter_is_found(ia: Conversation, tmp_path: Path) -> None:
    mails = played(ia)
    archive = deepcopy(archive_of(ia))
    share = [each for each in archive["entries"] if each["kind"] == "salt" and each["seat"] == "york"][2]
    share["answer"] = "ab" * 16
    problems = heard(tmp_path / "mails", mails, archive).problems
    assert any("is not in the log: another was put in" in each for each in problems)


def test_receipts_made_anew_over_other_orders_are_found(ia: Conversation, tmp_path: Path) -> None:
    mails = played(ia)
    archive = deepcopy(archive_of(ia))
    previous = ""
    for entry in [each for each in archive["entries"] if (each["kind"], each["seat"]) == ("receipt", "york")]:
        orders = [*entry["answer"]["orders"], "pass"]
        previous_one, previous = previous, receipt_of(archive["game"]["commitment"], "york", previous, orders)
        entry |= {"subject": previous, "answer": {"orders": orders, "previous": previous_one}}
    problems = heard(tmp_path / "mails", mails, archive).problems
    assert any("which is not in the log: other orders were put in" in each for each in problems)


def test_mails_of_another_game_are_not_taken_for_agreement(ia: Conversation, tmp_path: Path) -> None:
    mails = played(ia)
    archive = archive_of(ia)
    archive["game"]["name"] = "another-game"
    (problem,) = heard(tmp_path / "mails", mails, archive).problems
    assert "so nothing was compared" in problem


def test_a_record_in_a_mail_of_an_unknown_character_set_is_read(ia: Conversation, tmp_path: Path) -> None:
    archive, mails = archive_of(ia), played(ia)[:1]
    strange = replace(
        mails[0],
        raw=b"Subject: [" + archive["game"]["name"].encode() + b" turn 1]\nContent-Type: text/plain; "
        b"charset=x-none\n\nRecord: 57-" + b"ab" * 8,
    )
    assert any("never had" in each for each in heard(tmp_path / "mails", [strange], archive).problems)


# Seals


def test_a_plan_is_sealed_for_the_other_side_and_tells_nothing(ia: Conversation) -> None:
    mails = planned(ia)
    for seat, other in (("york", "Lancaster"), ("lancaster", "York")):
        told = to(seat, mails).flat
        assert f"Sealed: {other}'s plan (" in told
        assert "Opened" not in told
    seals = {re.findall(r"seal-([0-9a-f]{32})", to(seat, mails).flat)[0] for seat in PLAYERS}
    assert len(seals) == 2


def test_a_seal_is_opened_when_the_plan_is_played(ia: Conversation) -> None:
    sealed = {
        seat: re.findall(r"seal-([0-9a-f]{32})", to(seat, mails).flat)[0] for mails in [planned(ia)] for seat in PLAYERS
    }
    ia.see_again()
    newest = by_seat(ia.new_mails())
    told = dict.fromkeys(PLAYERS, "")
    while ia.table().state.turn < 2:
        seat = ia.asked()
        new = by_seat(ia.write(seat, offered(newest[seat])))
        newest |= new
        for each, mail in new.items():
            told[each] += mail.flat
    for seat, plan in (("york", '["henry_vi","somerset_1","pass","pass"]'), ("lancaster", '["york","march","pass","pass"]')):
        assert f"begins with seal-{sealed[seat]}: " in told[seat]
        assert plan in told[seat]


def test_a_plan_that_was_exchanged_is_found(ia: Conversation, tmp_path: Path) -> None:
    mails = planned(ia)
    archive = deepcopy(archive_of(ia))
    plan = next(each for each in archive["entries"] if each["key"] == "4.1 plan" and each["seat"] == "york")
    assert heard(tmp_path / "mails", mails, archive).problems == ()
    plan["answer"] = ["march", "york", "pass", "pass"]
    problems = heard(tmp_path / "mails", mails, archive).problems
    assert any("nothing that was chosen in this game has that seal" in each for each in problems)


def test_what_a_player_writes_in_a_message_is_no_record(ia: Conversation, tmp_path: Path) -> None:
    mails = ia.write("york", f"tell Lancaster:\nlook: 7-{'ab' * 8} and seal-{'cd' * 16}\nend\nassign york\n")
    assert any("ab" * 8 in mail.text for mail in mails)
    assert heard(tmp_path / "mails", mails, archive_of(ia)).problems == ()
