"""What an archive proves, what a doctored one gives away, and the rerun of a log under other rules."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from pbem.engine.decision import Decision, Pick
from pbem.engine.dice import Fate, RollId, roll
from pbem.engine.event import tell
from pbem.engine.game.rules import Rules
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.log.shares import POOLED, SCHEME
from pbem.engine.table import Table
from pbem.games import GAMES
from pbem.games.plantagenet.battle.bosworth import bosworth
from pbem.games.plantagenet.components.state import State
from pbem.lab.play.random_games import play_at_random
from pbem.moderator.core.setups import load_setup
from pbem.moderator.correcting.correction import undo
from pbem.replay.audit import NotAnArchive, recompute, replay, rerun, verify
from pbem.resources import scenarios_dir
from pbem.store.archive.transfer import export_game
from tests.support.conversation import LANCASTER_ROUND, YORK_ROUND, Conversation

Archive = dict[str, Any]
RULES = GAMES["plantagenet"]
SETUP = load_setup(RULES, "bosworth", scenarios_dir(), {SCHEME: POOLED})


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Archive:
    """The public archive of a game played by letters, with a Round taken back and played again."""
    talk = Conversation(tmp_path_factory.mktemp("audit"))
    talk.set_up()
    talk.write("york", YORK_ROUND)
    talk.write("lancaster", LANCASTER_ROUND)
    undo(talk.desk, talk.name, "a slip of the pen")
    talk.play_to_the_end()
    with talk.db.reading() as session:
        archive = export_game(session, talk.game().id, public=True)
    talk.db.close()
    return archive


@pytest.fixture
def archive(exported: Archive) -> Archive:
    """A copy to be doctored."""
    return deepcopy(exported)


def rolls(archive: Archive) -> list[Archive]:
    return [entry for entry in archive["entries"] if entry["kind"] == "roll"]


def live(archive: Archive, kind: str) -> list[Archive]:
    last = max(strike["last"] for strike in archive["strikes"])
    return [entry for entry in archive["entries"] if entry["kind"] == kind and entry["number"] > last]


def numbers(archive: Archive) -> list[int]:
    return [difference.number for difference in recompute(archive).differences]


def test_an_honest_game_is_proved(archive: Archive) -> None:
    verdict = verify(archive, RULES, SETUP)
    assert verdict.ok
    assert (verdict.commitment_ok, verdict.exact, verdict.differences) == (True, True, ())
    assert verdict.rolls == len(rolls(archive))
    assert 0 < verdict.struck < verdict.rolls
    assert set(verdict.salts) == {"york", "lancaster"}
    assert verdict.text().splitlines()[0] == "commitment: is that of the key"
    assert "played again: EXACT" in verdict.text()
    assert verdict.text().endswith(
        "\nThe game is as it was promised. 1 entry cannot be checked: 1 decision of the game master or players"
    )


def test_dice_can_be_verified_without_any_rules(archive: Archive) -> None:
    verdict = verify(archive)
    assert verdict.ok
    assert verdict.exact is None
    assert "played again: not tried" in verdict.text()


def test_a_changed_die_is_found(archive: Archive) -> None:
    die = live(archive, "roll")[3]
    die["answer"] = die["answer"] % 6 + 1
    assert numbers(archive) == [die["number"]]
    verdict = verify(archive, RULES, SETUP)
    assert (verdict.ok, verdict.exact) == (False, False)
    assert f"entry {die['number']}: {die['key']} about" in verdict.text()
    assert "PROMISED" in verdict.text()


def test_a_die_changed_in_what_was_taken_back_is_found(archive: Archive) -> None:
    die = rolls(archive)[0]
    assert die["number"] <= archive["strikes"][0]["last"]
    die["answer"] = die["answer"] % 6 + 1
    assert numbers(archive) == [die["number"]]
    assert replay(archive, RULES, SETUP) == []


def test_a_changed_key_is_found(archive: Archive) -> None:
    archive["game"]["key"] = "00" * 32
    verdict = verify(archive)
    assert not verdict.commitment_ok
    assert len(verdict.differences) > verdict.rolls / 2
    assert "IS NOT THAT OF THE KEY" in verdict.text()


def test_a_changed_salt_is_found(archive: Archive) -> None:
    salt = next(entry for entry in archive["entries"] if entry["kind"] == "salt")
    salt["answer"] = "0" * 32
    assert len(numbers(archive)) > len(rolls(archive)) / 2


def test_a_changed_turn_is_found_by_the_rules_too(archive: Archive) -> None:
    turn = live(archive, "roll")[0]["turn"]
    for entry in archive["entries"]:
        if entry["turn"] == turn and entry["kind"] == "roll":
            entry["turn"] = "round 99"
    assert numbers(archive)
    (difference,) = replay(archive, RULES, SETUP)
    assert difference.problem == f"it is {turn!r}, not 'round 99'"


def test_a_missing_roll_is_found(archive: Archive) -> None:
    gone = live(archive, "roll")[2]
    archive["entries"].remove(gone)
    assert numbers(archive)[0] == gone["number"]
    assert "is there 0 times" in verify(archive).text()
    assert replay(archive, RULES, SETUP)[0].number == gone["number"] + 1


def test_a_changed_answer_is_found_by_the_rules(archive: Archive) -> None:
    hit = next(e for e in live(archive, "standing") if e["key"] == "4.4.2 hit")
    hit["answer"] = "norfolk retinue" if hit["seat"] == "york" else "oxford retinue"
    assert numbers(archive) == []
    assert replay(archive, RULES, SETUP)[0].number == hit["number"] + 1


def test_an_answer_that_was_never_legal_is_found(archive: Archive) -> None:
    first = archive["entries"][0]
    number = next(e["number"] for e in archive["entries"] if e["kind"] == "answer")
    archive["entries"][number - 1]["answer"] = {"l1": "norfolk"}
    (difference,) = replay(archive, RULES, SETUP)
    assert first["number"] <= difference.number == number
    assert "not legal" in difference.problem


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (lambda a: a["game"].update(result={"winner": None}), "the rules do not end it so"),
        (lambda a: a["game"].update(status="playing"), "the rules do not end it so"),
        (lambda a: a["events"].pop(), "told + = 6.0 game_"),
        (lambda a: a["events"][-1].update(name="miracle"), "told - = 6.0 miracle"),
        (lambda a: a["events"].insert(0, a["events"].pop(1)), "told in another order"),
    ],
)
def test_another_end_and_other_events_are_found(archive: Archive, change: Callable[[Archive], object], found: str) -> None:
    change(archive)
    assert any(found in str(difference) for difference in replay(archive, RULES, SETUP))


@pytest.mark.parametrize(
    "change",
    [
        lambda a: a.pop("game"),
        lambda a: a["game"].update(key="no hex"),
        lambda a: a["entries"][0].update(kind="oracle"),
        lambda a: a.update(entries=None),
    ],
)
def test_something_else_is_no_archive(archive: Archive, change: Callable[[Archive], object]) -> None:
    change(archive)
    with pytest.raises(NotAnArchive, match="no archive of a game"):
        recompute(archive)


def shuffled(archive: Archive, answer: list[str]) -> Archive:
    entry = archive["entries"][0] | {"kind": "roll", "seat": "dice", "key": "2 deal", "subject": "deck", "answer": answer}
    return archive | {"entries": [entry], "strikes": [], "events": [], "seats": []}


def test_a_shuffle_is_computed_again(archive: Archive) -> None:
    fate = Fate(bytes.fromhex(archive["game"]["key"]))
    due = fate.order(RollId(archive["entries"][0]["turn"], "2 deal", "deck", 1), ("ace", "king", "queen"))
    honest = recompute(shuffled(archive, due))
    assert (honest.rolls, honest.shuffles, honest.differences) == (0, 1, ())
    assert numbers(shuffled(archive, due[::-1])) == [1]


# Rerun


@pytest.fixture(scope="module")
def table() -> Table[State]:
    """A game with a few Rounds."""
    games = (play_at_random(RULES, SETUP, f"rerun {number}") for number in range(50))
    return next(game for game in games if len(game.entries) > 150)


def rules_with(before: Callable[[State], Any]) -> Rules[Any]:
    """Bosworth with something before it."""

    async def play(s: State) -> None:
        await before(s)
        await bosworth(s)

    return replace(RULES, play=play)


async def another_die(_s: State) -> None:
    await roll("0 weather", "rain")


async def another_event(s: State) -> None:
    tell(s, "0", "rain")


async def another_fact(s: State) -> None:
    s.scenario = "Bosworth"


async def no_l1(s: State) -> None:
    for side, deck in s.decks.items():
        s.decks[side] = deck[:1]


def test_the_same_rules_are_exact(table: Table[State]) -> None:
    report = rerun(RULES, SETUP, table.chance, table.entries, events=table.news)
    assert report.exact
    assert report.text() == f"EXACT: {len(table.entries)} entries"


def test_another_question_ends_the_rerun(table: Table[State]) -> None:
    report = rerun(rules_with(another_die), SETUP, table.chance, table.entries)
    assert (report.exact, report.entries) == (False, 0)
    assert report.first is not None
    assert report.first is report.stopped
    assert report.first.entry == table.entries[0]
    assert "asked: \"0 weather\" about 'rain' to dice" in report.text()
    assert len(report.listing) == len(table.entries)


def test_another_position_does_not_end_the_rerun(table: Table[State]) -> None:
    report = rerun(rules_with(another_fact), SETUP, table.chance, table.entries, from_turn="round 2")
    assert report.first is not None
    assert (report.first.entry.number, report.stopped, report.entries) == (1, None, len(table.entries))
    assert "the state after it is" in report.text()
    assert f"all {len(table.entries)} entries can still be taken" in report.text()
    assert " round 2: " in report.listing[0]


def test_an_answer_that_is_no_longer_legal_ends_the_rerun(table: Table[State]) -> None:
    report = rerun(rules_with(no_l1), SETUP, table.chance, table.entries)
    assert report.stopped is not None
    assert "not legal" in report.stopped.problem


def test_what_was_told_otherwise_is_listed(table: Table[State]) -> None:
    report = rerun(rules_with(another_event), SETUP, table.chance, table.entries, events=table.news)
    assert not report.exact
    assert report.changed == ("entry 0: + = 0 rain",)


def test_the_first_difference_and_the_end_can_be_two(table: Table[State]) -> None:
    log = [*table.entries[:20], replace(table.entries[20], after="0" * 16), *table.entries[21:]]
    log.append(Entry(9999, EntryKind.ANSWER, "york", "9 more", "york", True, ""))
    text = rerun(RULES, SETUP, table.chance, log).text()
    assert f"entry {log[20].number}: the state after it is" in text
    assert f"only {len(table.entries)} entries can be taken" in text
    assert "entry 9999: " in text
    assert "asked: nothing" in text


async def nobody_is_asked(_s: State) -> None:
    await Decision("york", "3 play", "york", "?", Pick(lambda: ("none", "y12")), lambda: "none", automatic=True)


def test_an_answer_to_what_nobody_is_asked_must_be_legal_too() -> None:
    rules = replace(RULES, play=nobody_is_asked)
    table = Table.open_new(rules, SETUP, Fate(bytes(32)))
    assert rerun(rules, SETUP, table.chance, table.entries).exact
    report = rerun(rules, SETUP, table.chance, [replace(table.entries[0], answer="y13")])
    assert report.stopped is not None
    assert report.stopped.problem == "the answer is not legal: 'y13' is not open to you now"


def test_a_fingerprint_on_the_way_is_looked_at_though_the_last_one_fits(archive: Archive) -> None:
    sealed = [entry for entry in archive["entries"] if entry["after"]]
    assert 0 < len(sealed) < len(archive["entries"])
    sealed[-2]["after"] = "0" * 16
    (found,) = replay(archive, RULES, SETUP)
    assert (found.number, "the log says 0000000000000000" in found.problem) == (sealed[-2]["number"], True)
