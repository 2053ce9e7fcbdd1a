"""A log rewritten by somebody who has the key: its dice are right, the rules lead through it, and it is found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import asdict, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from pbem.doctor.random_play import PlayPolicy, RandomPlayer
from pbem.engine.decision import GAMEMASTER
from pbem.engine.dice import Fate
from pbem.engine.log.entry import Entry, EntryKind, fingerprint
from pbem.engine.log.shares import SALTED, SCHEME
from pbem.engine.played_log import News
from pbem.engine.table import Table
from pbem.games import GAMES
from pbem.moderator.core.setups import load_exactly
from pbem.moderator.correcting.correction import redo, undo
from pbem.moderator.deadlines import clock_state
from pbem.moderator.desk.archive_files import verify_document
from pbem.orders.carry.waiting import carry_on
from pbem.replay import clock_notes
from pbem.replay.audit import AuditVerdict, entries_of
from pbem.resources import scenarios_dir
from pbem.store.archive.transfer import export_game
from pbem.store.games import removal
from tests.begun import record
from tests.games.richard_iii.test_worked_battles import BOTH_HAVE_3_AP
from tests.support.board import opened
from tests.support.conversation import LANCASTER_ROUND, YORK_ROUND, Conversation

Archive = dict[str, Any]
RULES = GAMES["plantagenet"]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    """The public copy of a game played by letters to its end."""
    return archive_of_a_game(tmp_path_factory.mktemp("rewritten"), {})


@pytest.fixture(scope="module")
def waited(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    """A game in which lines have waited for their questions."""
    with opened(tmp_path_factory.mktemp("waited")) as talk:
        talk.write(
            "york", "assign york\nmuster york\ndone\nplan york, york, march, march\ncard 1: march peterborough; pass\n"
        )
        talk.write("lancaster", "assign henry\nassign somerset\nmuster henry\ndone\nplan henry, henry, somerset, somerset\n")
        with talk.db.reading() as session:
            archive = export_game(session, talk.game().id)
    archive["game"]["created"] = "2026-12-01T12:00:00Z"
    return archive


def archive_of_a_game(folder: Path, options: dict[str, Any]) -> Archive:
    talk = Conversation(folder, options=options)
    talk.set_up()
    talk.play_to_the_end()
    with talk.db.reading() as session:
        archive = export_game(session, talk.game().id, public=True)
    talk.db.close()
    archive["game"]["created"] = "2026-12-01T12:00:00Z"
    return archive


def proof(archive: Archive) -> AuditVerdict:
    return verify_document(archive, GAMES, scenarios_dir())


def table_of(archive: Archive, entries: Sequence[Entry]) -> Table[Any]:
    """A Table at which the entries have been taken: all that the game master needs to play on alone."""
    game = archive["game"]
    setup = load_exactly(RULES, game["scenario"], scenarios_dir(), game["options"], game["rules_version"])
    table = Table(RULES, setup, Fate(bytes.fromhex(game["key"])))
    for entry in entries:
        table.replay(entry, check=False)
    return table


def as_archive(archive: Archive, table: Table[Any]) -> Archive:
    """The archive of a game that had gone as it has at a Table: fingerprints, Events and result fit."""
    forged = deepcopy(archive)
    forged["strikes"] = []
    forged["entries"] = [asdict(e) | {"letter": None, "written": archive["game"]["created"]} for e in table.entries]
    forged["events"], places = [], Counter[int]()
    for news in table.news:
        forged["events"].append(_event(news, places[news.number]))
        places[news.number] += 1
    forged["game"] |= {"status": "over" if table.over else "playing", "result": table.result()}
    return forged


def _event(news: News, place: int) -> Archive:
    seen_by = None if news.event.seen_by is None else sorted(news.event.seen_by)
    told = {"rule": news.event.rule, "name": news.event.name, "data": dict(news.event.data)}
    return {"entry_number": news.number, "place": place, "seen_by": seen_by} | told


def forged(archive: Archive, change: Callable[[list[Entry]], object]) -> Archive:
    """The archive with its log changed, numbered and played anew."""
    log = [replace(entry, after="") for entry in entries_of(archive)]
    change(log)
    table = table_of(archive, [])
    for number, entry in enumerate(log, 1):
        table.replay(replace(entry, number=number, turn=table.rules.turn(table.state)))
    table.entries[-1] = replace(table.entries[-1], after=fingerprint(table.state))
    return as_archive(archive, table)


def told(verdict: AuditVerdict) -> str:
    """The first difference. Receipts and dice are as they should be, and the game plays again."""
    assert not verdict.ok
    assert (verdict.commitment_ok, verdict.exact, verdict.receipts.problems) == (True, True, ())
    return str(verdict.differences[0])


def place(log: Sequence[Entry], kind: EntryKind, seat: str = "", nth: int = 0) -> int:
    """Where the nth entry of a kind stands."""
    return [n for n, entry in enumerate(log) if entry.kind is kind and seat in ("", entry.seat)][nth]


# Played on by the game master alone


def played_on(archive: Archive, seed: int) -> Archive:
    """The first third of a log is kept, the rest is answered anew; the receipts stay, each at about its place."""
    log = [replace(e, number=n) for n, e in enumerate(entries_of(archive), 1)]
    cut = next(n for n, e in enumerate(log) if n > len(log) / 3 and e.kind is EntryKind.RECEIPT) + 1
    table = table_of(archive, log[:cut])
    receipts = [(n, entry) for n, entry in enumerate(log) if entry.kind is EntryKind.RECEIPT and n >= cut]
    player = RandomPlayer.of_policy(f"{seed}", PlayPolicy.RANDOM, RULES)
    while not table.over:
        decision = player.question(table)
        table.answer(decision.seat, decision.key, player.answer(decision), subject=decision.subject)
        carry_on(table)
        while receipts and (table.over or receipts[0][0] <= table.next_number):
            _, entry = receipts.pop(0)
            table.remark(entry.kind, entry.seat, entry.key, entry.subject, entry.answer)
    for _, entry in receipts:
        table.remark(entry.kind, entry.seat, entry.key, entry.subject, entry.answer)
    return as_archive(archive, table)


def test_an_honest_game_is_accounted_for(played: Archive) -> None:
    verdict = proof(played)
    assert verdict.ok, verdict.text()
    assert verdict.account is not None
    assert verdict.account.letters == verdict.receipts.counts["york"] + verdict.receipts.counts["lancaster"]
    assert not any(line.startswith("by the ") for line in verdict.text().splitlines())


def test_a_history_played_on_with_another_winner_is_found(played: Archive) -> None:
    others = (played_on(played, seed) for seed in range(20))
    other = next(each for each in others if each["game"]["result"] != played["game"]["result"])
    verdict = proof(other)
    assert verdict.receipts.text() == proof(played).receipts.text()
    kept = next(
        n for n, (a, b) in enumerate(zip(entries_of(other), entries_of(played), strict=False)) if a.answer != b.answer
    )
    assert "stands in no letter" in told(verdict) or "was not carried out" in told(verdict)
    assert verdict.differences[0].number >= kept
    assert "THE GAME IS NOT AS IT WAS PROMISED." in verdict.text()


# Single changes


def test_an_exchanged_answer_is_found(played: Archive) -> None:
    log = entries_of(played)
    n = place(log, EntryKind.ANSWER, nth=-1)
    table, entry = table_of(played, log[:n]), log[n]
    decision = next(d for d in table.open_to(entry.seat) if (d.key, d.subject) == (entry.key, entry.subject))
    player = RandomPlayer.of_policy("1", PlayPolicy.RANDOM, RULES)
    other = next(a for a in iter(lambda: player.answer(decision), None) if a != entry.answer)
    table.answer(entry.seat, entry.key, other, subject=entry.subject)
    carry_on(table)
    for receipt in log[n:]:
        if receipt.kind is EntryKind.RECEIPT:
            table.remark(receipt.kind, receipt.seat, receipt.key, receipt.subject, receipt.answer)
    found = told(proof(as_archive(played, table)))
    assert found.startswith(f"entry {entry.number}: {entry.seat}'s answer {entry.key}")
    assert found.endswith("it stands in no letter")


KINDS = {
    EntryKind.WAITED: "it stands in no letter",
    EntryKind.STANDING: "is said to be standing: nothing is due by itself",
    EntryKind.FORCED: "is said to be forced: nothing is due by itself",
    EntryKind.SILENT: "is said to be silent: nothing is due by itself",
    EntryKind.ROLL: "a roll is nothing of",
    EntryKind.TIMEOUT: "who is not late",
}


@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_that_is_said_to_be_of_another_kind_is_found(played: Archive, kind: EntryKind) -> None:
    log = entries_of(played)
    n = place(log, EntryKind.ANSWER, nth=-1)
    other: dict[str, Any] = {"kind": kind, "note": "no orders by 9", "cause": None}
    found = told(proof(forged(played, lambda log: log.__setitem__(n, replace(log[n], **other)))))
    assert found.startswith(f"entry {n + 1}: ")
    assert KINDS[kind] in found


def test_a_standing_order_put_in_is_found() -> None:
    archive = record.archive_of("bosworth-over")
    n = place(entries_of(archive), EntryKind.INSTRUCTION, nth=0)
    found = told(proof(forged(archive, lambda log: log.insert(n + 1, log[n]))))
    assert found.startswith(f"entry {n + 2}: ")
    assert found.endswith("it stands in no letter")


def test_a_standing_order_left_out_is_found() -> None:
    archive = record.archive_of("bosworth-midst")
    log = entries_of(archive)
    n = place(log, EntryKind.INSTRUCTION, nth=-1)
    found = told(proof(forged(archive, lambda log: log.pop(n))))
    receipt = place(log[n:], EntryKind.RECEIPT) + n
    assert found.startswith(f"entry {receipt}: {log[n].seat}'s receipt {log[receipt].subject} has ")
    assert found.endswith(", which was not carried out")


def test_a_line_that_waits_and_was_changed_is_found() -> None:
    archive = record.archive_of("ia-plan")
    n = max(n for n, e in enumerate(entries_of(archive)) if e.kind is EntryKind.WAITING and e.key == "waiting" and e.answer)

    def change(log: list[Entry]) -> None:
        lines: Any = deepcopy(log[n].answer)
        lines[-1]["line"] = "pass" if lines[-1]["line"] != "pass" else "done"
        log[n] = replace(log[n], answer=lines)

    found = told(proof(forged(archive, change)))
    assert found.startswith(f"entry {n + 1}: ")
    assert found.endswith("it stands in no letter")


def test_a_line_put_aside_for_no_order_is_named() -> None:
    archive = record.archive_of("ia-plan")
    log = entries_of(archive)
    seat = next(entry.seat for entry in reversed(log) if entry.kind is EntryKind.WAITING and entry.answer)
    nothing = Entry(0, EntryKind.WAITING, seat, "waiting", seat, [], "")
    verdict = proof(forged(archive, lambda log: log.append(nothing)))
    assert f"waiting lines put aside for orders that were refused: entry {len(log) + 1}" in verdict.text()


def test_an_answer_by_the_clock_without_a_deadline_is_found() -> None:
    archive = record.archive_of("iii-late")
    log = entries_of(archive)
    n = place(log, EntryKind.ANSWER, nth=-1)
    late = {"kind": EntryKind.TIMEOUT, "note": "no orders by 2026-12-31T00:00:00+00:00"}
    found = told(proof(forged(archive, lambda log: log.__setitem__(n, replace(log[n], **late)))))
    assert found == f"entry {n + 1}: the clock answers for {log[n].seat}, who is not late"


@pytest.fixture(scope="module")
def late_at_sea(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    """A game in which York sails, which nobody else sees, and writes no more until their time is over."""
    terms = {"deadline": "48h", "grace": "12h", "reminder": "24h"}
    folder = tmp_path_factory.mktemp("sea")
    talk = Conversation(folder, scenario="1460", game="richard_iii", key=BOTH_HAVE_3_AP, terms=terms)
    talk.write("york", "card 3 AP")
    talk.write("lancaster", "card 3 AP")
    talk.tick(hours=2)
    talk.write("york", "sail Warwick East Anglia")
    talk.tick(days=3)
    with talk.db.reading() as session:
        archive = export_game(session, talk.game().id)
    talk.db.close()
    return archive


def deadlines_of(archive: Archive, seat: str) -> list[Archive]:
    """The entries that say until when a seat has time, before the clock first answers."""
    end = next(entry["number"] for entry in archive["entries"] if entry["kind"] == "timeout")
    return [e for e in archive["entries"][:end] if (e["kind"], e["key"], e["seat"]) == ("clock", "deadline", seat)]


def test_a_clock_that_runs_on_behind_what_nobody_else_sees_has_made_its_seat_late(late_at_sea: Archive) -> None:
    log = entries_of(late_at_sea)
    act, late = place(log, EntryKind.ANSWER, "york", nth=-1), place(log, EntryKind.TIMEOUT)
    assert log[late].seat == "york"
    assert deadlines_of(late_at_sea, "york")[-1]["number"] < log[act].number < log[late].number
    assert proof(late_at_sea).ok


def test_a_deadline_from_before_what_all_have_seen_makes_nobody_late(late_at_sea: Archive) -> None:
    archive = deepcopy(late_at_sea)
    *_, former, newest = deadlines_of(archive, "york")
    newest["key"] = "reminder"
    (missed,) = [e for e in archive["entries"] if (e["kind"], e["key"], e["seat"]) == ("clock", "missed", "york")]
    missed["answer"]["asked"] = former["answer"]["asked"]
    late = entries_of(archive)[place(entries_of(archive), EntryKind.TIMEOUT)]
    assert told(proof(archive)) == f"entry {late.number}: the clock answers for york, who is not late"


def test_a_receipt_that_was_moved_is_found(played: Archive) -> None:
    log = entries_of(played)
    first = place(log, EntryKind.RECEIPT)
    second = next(n for n, e in enumerate(log) if e.kind is EntryKind.RECEIPT and e.seat != log[first].seat)
    verdict = proof(forged(played, lambda log: log.insert(second, log.pop(first))))
    answered = next(e for e in log if e.kind in (EntryKind.ANSWER, EntryKind.DRAFT) and e.seat == log[first].seat)
    assert told(verdict).startswith(f"entry {answered.number}: {answered.seat}'s {answered.kind}")


# Shares in the dice


@pytest.mark.parametrize(
    ("behind", "problem"), [(True, "stands behind orders of its letter"), (False, "has given no share in the dice")]
)
def test_a_share_moved_behind_the_orders_of_its_letter_or_left_out_is_found(
    played: Archive, behind: bool, problem: str
) -> None:
    log = entries_of(played)
    share, end = place(log, EntryKind.SALT, "lancaster", 1), place(log, EntryKind.RECEIPT, "lancaster", 1)
    moved = [*log[:share], *log[share + 1 : end], *([log[share]] if behind else []), log[end]]
    table = table_of(played, [])
    for entry in moved:  # the dice fall as they do without the share, and all that needs no player with them
        if entry.kind is EntryKind.ANSWER:
            table.answer(entry.seat, entry.key, entry.answer, subject=entry.subject)
        elif entry.kind in (EntryKind.DRAFT, EntryKind.SALT, EntryKind.INSTRUCTION):
            table.note_again(entry)
            table.settle()
        elif entry.kind is EntryKind.RECEIPT:
            table.remark(entry.kind, entry.seat, entry.key, entry.subject, entry.answer)
    archive = as_archive(played, table)
    for seat in archive["seats"]:
        newest = place(moved, EntryKind.RECEIPT, seat["name"], -1)
        seat["receipt"] = moved[newest].subject
    assert problem in told(proof(archive))


def test_a_share_of_somebody_who_does_not_play_is_found(played: Archive) -> None:
    def change(log: list[Entry]) -> None:
        log[:] = [replace(log[0], seat="moderator", subject="moderator"), *log[1:7]]

    archive = forged(played, change)
    assert any("is that of no letter" in str(each) for each in proof(archive).differences)


# Moves taken back


def strike(first: int, last: int) -> Archive:
    return {"first": first, "last": last, "reason": "a slip", "struck": "2026-12-02T12:00:00Z"}


def test_a_strike_that_hides_the_next_one_is_found(played: Archive) -> None:
    others = (played_on(played, seed) for seed in range(20))
    other = next(each for each in others if each["game"]["result"] != played["game"]["result"])
    behind = next(n for n, e in enumerate(other["entries"]) if e != played["entries"][n])
    nonsense = other["entries"][0] | {"kind": "forced", "key": "nothing", "after": "", "turn": ""}
    other["entries"] = [*other["entries"][:behind], nonsense, *other["entries"][behind:], nonsense]
    other["entries"] = [entry | {"number": number} for number, entry in enumerate(other["entries"], 1)]
    for event in other["events"]:
        event["entry_number"] += event["entry_number"] > behind
    last = len(other["entries"])
    other["strikes"] = [strike(last, last), strike(behind + 1, behind + 1)]
    assert "are struck, and later ones had been written that count" in told(proof(other))


def test_what_comes_again_from_a_part_that_no_rules_lead_to_is_named(played: Archive) -> None:
    log = entries_of(played)
    begins = place(log, EntryKind.RECEIPT, nth=-3) + 1
    table = table_of(played, log[:begins])
    nonsense = replace(log[0], kind=EntryKind.FORCED, key="nothing", after="", turn="")
    flee = next(decision for decision in table.open() if decision.key == "4.4.2 flee")
    again = Entry(0, EntryKind.ANSWER, flee.seat, flee.key, flee.subject, [], "")
    struck = [nonsense, again, *(e for e in log[begins:] if e.kind is EntryKind.RECEIPT)]
    table.next_number += len(struck)
    table.answer(flee.seat, flee.key, [], subject=flee.subject)
    archive = as_archive(played, table)
    part = [asdict(entry) | {"letter": None, "written": archive["game"]["created"]} for entry in struck]
    entries = [*archive["entries"][:begins], *part, *archive["entries"][begins:]]
    archive["entries"] = [entry | {"number": number} for number, entry in enumerate(entries, 1)]
    archive["strikes"] = [strike(begins + 1, begins + len(struck))]
    text = proof(archive).text()
    assert (
        f"carried out again from where these rules do not lead, so proved by nothing: entry {begins + len(struck) + 1}"
        in text
    )


def carried_out_again(folder: Path) -> Archive:
    """A game whose letters were taken back, and came again when their texts were gone."""
    talk = Conversation(folder)
    talk.set_up()
    first = len(talk.table().entries)
    talk.write("york", YORK_ROUND)
    talk.write("lancaster", LANCASTER_ROUND)
    undo(talk.desk, talk.name, "a slip", to=first)
    with talk.db.writing() as session:
        assert removal.forget_raw(session, talk.clock() + timedelta(days=9), 1000)
    redo(talk.desk, talk.name, "it was right")
    with talk.db.reading() as session:
        archive = export_game(session, talk.game().id)
    talk.db.close()
    archive["game"]["created"] = "2026-12-01T12:00:00Z"
    return archive


def test_what_is_carried_out_again_as_it_stood_is_proved_by_the_orders_of_its_letters(tmp_path: Path) -> None:
    verdict = proof(carried_out_again(tmp_path))
    text = verdict.text()
    assert verdict.ok, text
    assert "carried out again, as their letters order it: " in text
    assert "carried out again as they stood" not in text
    assert "the archive ends while the game is being played: nothing can be said of what came after" in text


def test_what_comes_again_out_of_order_rests_on_the_moderators_word(tmp_path: Path) -> None:
    """Two answers of one letter that change places are no more what it has ordered one after another. They are not of the
    lines that they say they are of, unless they say otherwise.
    """
    archive = carried_out_again(tmp_path)
    again = [e for e in archive["entries"] if e["number"] > archive["strikes"][-1]["last"]]
    given = [e for e in again if e["kind"] == "instruction" and e["seat"] == "york"][:2]
    said = [{key: entry[key] for key in ("key", "subject", "answer", "cause")} for entry in given]
    for entry, other in zip(given, reversed(said), strict=True):
        entry.update(other)
    text = proof(archive).text()
    assert f"carried out again as they stood: entry {given[1]['number']}" in text
    assert "cannot be checked: 1 decision of the game master or players, 1 repeated after a correction" in text
    for entry, first in zip(given, said, strict=True):
        entry["cause"] = first["cause"]
    assert told(proof(archive)).startswith(f"entry {given[0]['number']}: york's instruction")


CLAIMS: dict[EntryKind, list[dict[str, Any]]] = {
    EntryKind.ANSWER: [{"kind": "line", "standard": "flee all"}, {"kind": "master"}, {"kind": "follows", "entry": 3}],
    EntryKind.INSTRUCTION: [{"kind": "standing", "entry": 3}, {"kind": "aside", "line": "1"}, {"kind": "again", "entry": 3}],
    EntryKind.STANDING: [{"kind": "standing", "entry": 3}, {"kind": "line", "line": "1"}],
    EntryKind.ROLL: [{"kind": "follows", "entry": 9_999}],
    EntryKind.WAITED: [{"kind": "waiting", "standard": "flee none", "entry": 3}],
}


@pytest.mark.parametrize(("kind", "claim"), [(kind, claim) for kind, claims in CLAIMS.items() for claim in claims])
def test_an_entry_that_is_said_to_be_of_another_line_is_found(
    played: Archive, waited: Archive, kind: EntryKind, claim: Any
) -> None:
    archive = deepcopy(waited if kind is EntryKind.WAITED else played)
    entry = next(e for e in reversed(archive["entries"]) if e["kind"] == kind)
    entry["cause"] = claim
    assert told(proof(archive)).startswith(f"entry {entry['number']}: ")


def test_an_older_log_that_does_not_say_what_has_brought_its_entries_is_proved_all_the_same(
    played: Archive, waited: Archive
) -> None:
    for archive in (played, waited):
        older = deepcopy(archive)
        assert all(entry.pop("cause") for entry in older["entries"])
        verdict = proof(older)
        assert verdict.ok
        assert verdict.text() == proof(archive).text()


# What nothing proves is named


def test_what_the_game_master_does_is_named(played: Archive) -> None:
    ended = Entry(0, EntryKind.ENDED, GAMEMASTER, "closed", GAMEMASTER, {"winner": "york"}, "", note="enough")

    def change(log: list[Entry]) -> None:
        del log[place(log, EntryKind.RECEIPT, nth=1) + 1 :]
        log.append(ended)

    archive = forged(played, change)
    assert f"by the game master, or agreed: the end, closed by moderator (entry {len(archive['entries'])})" in (
        proof(archive).text()
    )


def test_what_was_taken_back_is_read_again_too(tmp_path: Path) -> None:
    talk = Conversation(tmp_path)
    talk.set_up()
    talk.write("york", YORK_ROUND)
    undo(talk.desk, talk.name, "a slip of the pen")
    talk.write("york", YORK_ROUND)
    with talk.db.reading() as session:
        archive = export_game(session, talk.game().id)
    talk.db.close()
    verdict = proof(archive)
    assert verdict.ok
    (strike,) = archive["strikes"]
    assert f"by the game master, or agreed: entries {strike['first']} to {strike['last']} taken back" in verdict.text()
    struck = next(e for e in archive["entries"] if e["number"] >= strike["first"] and e["kind"] == "instruction")
    struck["answer"]["once"] = True
    assert told(proof(archive)).startswith(f"entry {struck['number']}: york's instruction")


def test_a_seat_that_is_handed_over_is_named() -> None:
    archive = record.archive_of("ia-plan")
    log = entries_of(archive)
    verdict = proof(
        forged(archive, lambda log: log.append(Entry(0, EntryKind.OFFER, "york", "handed_over", "york", {}, "")))
    )
    assert verdict.ok
    assert f"by the game master, or agreed: york handed over (entry {len(log) + 1})" in verdict.text()


def test_a_game_without_receipts_says_what_cannot_be_shown(tmp_path: Path) -> None:
    old = archive_of_a_game(tmp_path, {SCHEME: SALTED})
    old["game"]["created"] = "2026-11-01T12:00:00Z"
    for seat in old["seats"]:
        seat["receipt"] = "f00dfeed42"
    kept = [replace(e, cause=None) for e in entries_of(old) if e.kind is not EntryKind.RECEIPT]
    old = forged(old, lambda log: log.__setitem__(slice(None), [replace(e, after="") for e in kept]))
    verdict = proof(old)
    assert verdict.ok
    assert "from before there were receipts, so not to be shown: entries " in verdict.text()
    old["game"]["created"] = "2026-12-01T12:00:00Z"
    assert told(proof(old)).endswith("it stands in no letter")


@pytest.mark.faults  # such an entry can raise where it is read
@pytest.mark.parametrize("answer", [None, 7, "none", [7], {"kept": 3}, [{"line": 3}]])
def test_an_entry_of_any_other_form_is_a_difference(answer: Any) -> None:
    archive = record.archive_of("ia-plan")
    waiting = next(e for e in archive["entries"] if e["kind"] == "waiting")
    waiting["answer"] = answer
    verdict = proof(archive)
    assert not verdict.ok
    assert verdict.differences[0].number == waiting["number"]


def test_the_account_knows_the_moderators_own_words() -> None:
    assert (clock_notes.DEADLINE, clock_notes.MISSED, clock_notes.TERMS) == (
        clock_state.DEADLINE,
        clock_state.MISSED,
        clock_state.TERMS,
    )
