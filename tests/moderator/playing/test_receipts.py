"""Receipts: what they hash, that they form a chain over everything sent, and what a doctored log gives away."""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from pbem.cli.app import app
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.log.shares import SALTED, SCHEME
from pbem.moderator.core.games import save
from pbem.moderator.correcting.correction import undo
from pbem.moderator.reading.letter_words import EVERY_TURN
from pbem.moderator.reports.notify import is_due
from pbem.orders.carry.execute import execute
from pbem.replay.audit import AuditVerdict, verify
from pbem.replay.receipts import Chains, check_receipts, give_receipt, receipt_of
from pbem.resources import docs_dir
from pbem.store.archive.transfer import export_game, import_game
from pbem.store.database import Database
from pbem.store.games import lobby
from tests.replay.test_audit import RULES, SETUP
from tests.support.conversation import KEY, NOON, YORK_ROUND, YORK_SETUP, Conversation, to

Archive = dict[str, Any]


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    """A game under way, with a letter refused, one that only asks, and a Round taken back and played again."""
    talk = Conversation(tmp_path_factory.mktemp("receipts"))
    talk.write("york", "give y32 richard\ngive y99 norfolk\ngive y2 norfolk\n")
    talk.write("york", "nonsense\n")
    talk.write("york", "status\n")
    talk.write("york", YORK_SETUP.replace("give y32 richard\n", ""))
    talk.write("lancaster", "give l5 oxford\n")
    talk.write("lancaster", "give l13 jasper, l34 henry, l36 henry\narray left oxford, centre henry, right jasper\n")
    talk.write("york", YORK_ROUND)
    undo(talk.desk, talk.name, "a slip of the pen")
    talk.write("york", YORK_ROUND)
    archive = archive_of(talk)
    talk.db.close()
    return archive


@pytest.fixture
def archive(exported: Archive) -> Archive:
    """A copy to be doctored."""
    return deepcopy(exported)


def archive_of(talk: Conversation) -> Archive:
    with talk.db.reading() as session:
        return export_game(session, talk.game().id)


def receipts(archive: Archive, seat: str = "york") -> list[Archive]:
    return [entry for entry in archive["entries"] if entry["kind"] == "receipt" and entry["seat"] == seat]


def proof(archive: Archive) -> AuditVerdict:
    """What the archive proves; only receipts have been touched, so the game itself must be found exact."""
    verdict = verify(archive, RULES, SETUP)
    assert verdict.exact is True
    return verdict


# What a receipt is


def test_a_receipt_binds_game_seat_chain_and_orders() -> None:
    one = receipt_of("ab", "york", "", ["march ely"])
    others = {
        receipt_of("cd", "york", "", ["march ely"]),
        receipt_of("ab", "lancaster", "", ["march ely"]),
        receipt_of("ab", "york", one, ["march ely"]),
        receipt_of("ab", "york", "", ["march", "ely"]),
        receipt_of("ab", "york", "", ["march ely", "march ely"]),
    }
    assert re.fullmatch(r"[0-9a-f]{16}", one)
    assert len(others | {one}) == 6


def test_two_ways_to_write_a_letter_give_one_receipt() -> None:
    assert receipt_of("ab", "york", "", ["march C\u0327a"]) == receipt_of("ab", "york", "", ["march \u00c7a"])


def test_the_page_about_receipts_is_right(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, key=KEY)
    page = (docs_dir() / "receipts.md").read_text(encoding="utf-8")
    commitment = talk.game().commitment
    first = receipt_of(commitment, "york", "", ["give Final Charge (y32) Richard III", "give Vanguard (y36) Norfolk"])
    second = receipt_of(commitment, "york", first, ["flee none (kept for this round)", "reroll all (kept for this round)"])
    assert f"This prints `{first}`" in page
    assert f"it has the receipt `{second}`" in page
    assert commitment in page


def test_a_player_checks_his_own(talk: Conversation, tmp_path: Path) -> None:
    mail = to("york", talk.write("york", "give y32 richard\ngive y36 norfolk\n"))
    understood = re.findall(r" ok .* -> (.*)", mail.text)
    orders = tmp_path / "orders.txt"
    orders.write_text("\n".join(understood), encoding="utf-8")
    told = CliRunner().invoke(app, ["receipt", talk.game().commitment, "york", str(orders)])
    assert told.exit_code == 0
    assert len(understood) == 2
    assert f"receipt {told.stdout.strip()}" in mail.text


def test_a_player_is_told_what_is_no_commitment(tmp_path: Path) -> None:
    orders = tmp_path / "orders.txt"
    orders.write_text("pass\n", encoding="utf-8")
    told = CliRunner().invoke(app, ["receipt", "bosworth-1", "york", str(orders)])
    assert told.exit_code == 2
    assert "64 hex digits" in told.output


# The chain


def test_each_accepted_letter_has_one_and_no_other_letter(exported: Archive) -> None:
    assert [len(entry["answer"]["orders"]) for entry in receipts(exported)] == [2, 4, 7, 7]
    assert [len(entry["answer"]["orders"]) for entry in receipts(exported, "lancaster")] == [1, 2]
    york = next(seat for seat in exported["seats"] if seat["name"] == "york")
    assert york["receipt"] == receipts(exported)[-1]["subject"]


def test_two_letters_of_the_same_text_have_different_receipts(talk: Conversation) -> None:
    mails = [to("york", talk.write("york", "zone Asia/Tokyo\n")) for _ in range(3)]
    numbers = [found[1] for mail in mails if (found := re.search(r"receipt ([0-9a-f]{16})", mail.text))]
    assert len(set(numbers)) == 3
    assert [entry["subject"] for entry in receipts(archive_of(talk))] == numbers


def test_one_byte_of_an_order_breaks_the_chain_there(archive: Archive) -> None:
    entry = receipts(archive)[1]
    honest = list(entry["answer"]["orders"])
    for line, order in enumerate(honest):
        for place in range(len(order)):
            changed = f"{order[:place]}{chr(ord(order[place]) ^ 1)}{order[place + 1 :]}"
            entry["answer"]["orders"] = [*honest[:line], changed, *honest[line + 1 :]]
            (problem,) = check(archive).problems
            assert problem[0] == entry["number"], changed


def check(archive: Archive) -> Chains:
    """The chains alone, without playing the game again."""
    newest = {seat["name"]: seat["receipt"] for seat in archive["seats"]}
    entries = [
        Entry(e["number"], EntryKind(e["kind"]), e["seat"], e["key"], e["subject"], e["answer"], e["after"])
        for e in archive["entries"]
    ]
    return check_receipts(archive["game"]["commitment"], newest, entries)


def test_an_honest_chain_is_unbroken_whatever_was_taken_back(archive: Archive) -> None:
    struck = archive["strikes"][0]
    taken_back = [e for e in receipts(archive) if struck["first"] <= e["number"] <= struck["last"]]
    verdict = proof(archive)
    assert len(taken_back) == 1
    assert verdict.ok
    assert "receipts: 4 of york, 2 of lancaster, unbroken" in verdict.text()


def renumbered(archive: Archive) -> None:
    """A forger leaves no gap."""
    for number, entry in enumerate(archive["entries"], 1):
        entry["number"] = number


def falsify(archive: Archive) -> None:
    receipts(archive)[1]["answer"]["orders"][0] = "give Piquiers Norfolk"


def drop(archive: Archive) -> None:
    archive["entries"].remove(receipts(archive)[1])


def drop_first(archive: Archive) -> None:
    archive["entries"].remove(receipts(archive)[0])


def swap(archive: Archive) -> None:
    one, other = receipts(archive)[:2]
    for key in ("subject", "answer"):
        one[key], other[key] = other[key], one[key]


def insert(archive: Archive) -> None:
    first = receipts(archive)[0]
    forged = receipt_of(archive["game"]["commitment"], "york", first["subject"], ["flee Norfolk"])
    answer = {"orders": ["flee Norfolk"], "previous": first["subject"]}
    archive["entries"].insert(archive["entries"].index(first) + 1, first | {"subject": forged, "answer": answer})


def two_in_one(archive: Archive) -> None:
    orders = receipts(archive)[1]["answer"]["orders"]
    orders[:2] = ["\n".join(orders[:2])]


def renamed(archive: Archive) -> None:
    receipts(archive)[1]["subject"] = "0" * 16


def emptied(archive: Archive) -> None:
    receipts(archive)[1]["answer"] = ["flee none"]


@pytest.mark.parametrize(
    ("change", "found", "problem"),
    [
        (falsify, 1, "its orders give"),
        (drop, 1, "the one before it is"),
        (drop_first, 0, "the one before it is none"),
        (swap, 0, "the one before it is none"),
        (insert, 2, "the one before it is"),
        (two_in_one, 1, "does not say what was ordered"),
        (renamed, 1, "its orders give"),
        (emptied, 1, "does not say what was ordered"),
    ],
)
def test_a_forged_chain_is_found_at_its_first_false_link(
    archive: Archive, change: Callable[[Archive], None], found: int, problem: str
) -> None:
    """`found` counts the receipts of York in the forged log; the game itself is as it was."""
    del archive["entries"][archive["strikes"].pop()["last"] :], archive["events"][:]
    for seat in archive["seats"]:
        seat["receipt"] = receipts(archive, seat["name"])[-1]["subject"]
    assert not verify(archive).differences
    change(archive)
    renumbered(archive)
    (difference,) = verify(archive).differences
    assert difference.number == receipts(archive)[found]["number"]
    assert problem in difference.problem
    assert "BROKEN" in verify(archive).text()
    assert not verify(archive).ok


def test_the_last_letter_left_out_is_found_by_the_seat(archive: Archive) -> None:
    last = receipts(archive, "lancaster")[-1]
    last["kind"] = "clock"
    *others, difference = proof(archive).differences
    assert f"the newest receipt of lancaster is {last['subject']}" in str(difference)
    assert [each.problem.split(": ")[-1] for each in others[1:]] == ["it stands in no letter"] * 2
    assert others[0].problem.endswith("is that of no letter")


def test_a_chain_left_out_altogether_is_found(archive: Archive) -> None:
    for entry in receipts(archive):
        entry["kind"] = "clock"
    *others, difference = proof(archive).differences
    assert "its log ends with none" in str(difference)
    assert all(each.problem.endswith(("it stands in no letter", "is that of no letter")) for each in others)


def test_both_seats_chains_are_looked_at(archive: Archive) -> None:
    for seat in ("york", "lancaster"):
        receipts(archive, seat)[0]["answer"]["orders"] = ["pass"]
    broken = [d.number for d in proof(archive).differences if "its orders give" in d.problem]
    assert broken == [receipts(archive, seat)[0]["number"] for seat in ("york", "lancaster")]


def test_a_game_without_receipts_verifies_as_before(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, options={SCHEME: SALTED}, key=KEY)
    talk.set_up()
    talk.play_to_the_end()
    archive, setup = archive_of(talk), replace(SETUP, options={SCHEME: SALTED})
    for entry in archive["entries"]:
        entry["kind"] = "clock" if entry["kind"] == "receipt" else entry["kind"]
    for seat in archive["seats"]:
        seat["receipt"] = "f00dfeed42"
    verdict = verify(archive, RULES, setup)
    assert verdict.ok
    assert "receipts: none" in verdict.text()


def test_a_game_begun_before_receipts_begins_a_chain(talk: Conversation) -> None:
    with talk.db.writing() as session:
        lobby.set_receipt(session, talk.seat("york").id, "f00dfeed42")
    talk.write("york", "give y32 richard\n")
    talk.write("york", "give y36 norfolk\n")
    assert "receipts: 2 of york, unbroken" in verify(archive_of(talk)).text()


def test_a_chain_survives_a_move_under_another_name(talk: Conversation, tmp_path: Path) -> None:
    talk.write("york", YORK_SETUP)
    document = archive_of(talk)
    document["game"]["name"] = "elsewhere"
    db = Database.open(tmp_path / "other.sqlite")
    with db.writing() as session:
        moved = export_game(session, import_game(session, document).id)
    db.close()
    assert moved["seats"][0]["receipt"] == talk.seat("york").receipt
    assert "receipts: 1 of york, unbroken" in verify(moved).text()


# Nothing of it reaches the game, or the other side


def test_a_receipt_changes_nothing_in_the_game(talk: Conversation) -> None:
    table = talk.table()
    asked, known = table.open(), len(table.news)
    give_receipt(table, "ab", "york", "", ["give y32 richard"])
    assert table.entries[-1].kind is EntryKind.RECEIPT
    assert (table.open(), len(table.news)) == (asked, known)
    execute(table, "york", "give y32 richard")
    assert not is_due(table, talk.seat("lancaster"), EVERY_TURN)


def test_undo_takes_back_orders_not_the_receipt_of_a_letter_that_did_nothing(talk: Conversation) -> None:
    talk.write("york", "give y32 richard\n")
    first = talk.table().entries[0].number
    talk.write("york", "nonsense\n")
    table = talk.table()
    give_receipt(table, talk.game().commitment, "york", talk.seat("york").receipt, ["pass (the Plan is over already)"])
    with talk.db.writing() as session:
        save(session, lobby.find_game(session, talk.name), table, table.entries[-1].number, talk.letter(2).id, NOON)
    struck = undo(talk.desk, talk.name, "a slip").struck
    assert struck is not None
    assert struck[0] == first
