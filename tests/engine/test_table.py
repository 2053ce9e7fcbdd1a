"""Table: open, answer, restore, fork, and the refusals."""

import json
from dataclasses import asdict, replace
from typing import Any

import pytest

from pbem.engine.decision import Assign, Decision, Menu, Number, Pick, PickSome, Sequence, Split, Stack, Together, YesNo
from pbem.engine.dice import Chance
from pbem.engine.game.setup import Setup
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.played_log import Diverged
from pbem.engine.refusal import Illegal, NotAsked
from pbem.engine.table import Table
from pbem.orders.carry.execute import execute

from .toy import (
    BLUE,
    CARTS,
    GOODS,
    RED,
    TOWNS,
    Fair,
    asking,
    one_cart_each,
    open_fair,
    question,
    restored,
    table_of,
    tally_of,
)

LOAD = dict(zip(GOODS, CARTS, strict=True))
TOWN = question(Pick(lambda: TOWNS))
GO = question(YesNo(), BLUE, "3 go", "day 1")


def keys(table: Table[Fair]) -> list[tuple[str, str]]:
    return [(d.seat, d.key) for d in table.open()]


def test_a_new_table_waits_at_its_first_question() -> None:
    table = open_fair()
    assert keys(table) == [(RED, "1 load"), (BLUE, "1 load")]
    assert (table.entries, table.over, table.next_number) == ([], False, 1)


def test_an_answer_goes_to_the_rules_and_stands_in_the_log() -> None:
    table = table_of(TOWN, GO)
    table.answer(RED, "5 town", "york")
    assert table.state.told == ["york"]
    assert keys(table) == [(BLUE, "3 go")]
    entry = table.entries[0]
    assert (entry.number, entry.kind, entry.seat, entry.key, entry.subject, entry.answer, entry.turn) == (
        (1, EntryKind.ANSWER, RED, "5 town", "ely", "york", "day 0")
    )


def test_the_game_is_over_after_its_last_question() -> None:
    table = table_of(TOWN)
    table.answer(RED, "5 town", "york")
    assert table.over
    assert table.open() == ()


def test_a_table_knows_which_entry_led_to_the_open_questions() -> None:
    table = table_of(TOWN, GO)
    assert table.asked_at == 0
    table.salt(BLUE, "aa")
    table.answer(RED, "5 town", "york")
    assert table.asked_at == 2 == restored(table).asked_at


def test_a_timeout_is_an_answer_of_its_own_kind() -> None:
    table = table_of(TOWN, GO)
    table.answer(RED, "5 town", "ely", EntryKind.TIMEOUT)
    assert table.entries[0].kind is EntryKind.TIMEOUT


@pytest.mark.parametrize(
    ("shape", "wrong", "problem"),
    [
        (YesNo(), "yes", "yes or no"),
        (Number(2, 9), 10, "from 2 to 9"),
        (Number(0, 1), True, "from 0 to 1"),
        (Pick(lambda: TOWNS), "bath", "'bath' is not open"),
        (PickSome(lambda: TOWNS, 1, 2), "ely", "a list"),
        (PickSome(lambda: TOWNS, 1, 2), [], "from 1 to 2 are needed, not 0"),
        (PickSome(lambda: TOWNS, 1, 2), ["ely", "ely"], "named twice"),
        (PickSome(lambda: TOWNS, 1, 2), ["ely", "bath"], "'bath' is not open"),
        (Sequence(lambda: CARTS), "first", "a list"),
        (Sequence(lambda: CARTS), ["first"], "each must be named once"),
        (Assign(lambda: GOODS, lambda: CARTS, 3, one_cart_each), [], "pairs"),
        (Assign(lambda: GOODS, lambda: CARTS, 3, one_cart_each), {"wool": "first"}, "3 are needed, not 1"),
        (Assign(lambda: GOODS, lambda: CARTS, 2, one_cart_each), LOAD, "only 2 can be given"),
        (Assign(lambda: GOODS, lambda: CARTS, 3, one_cart_each), {"gold": "first"}, "'gold' is not yours"),
        (Assign(lambda: GOODS, lambda: CARTS, 3, one_cart_each), {"wool": "tenth"}, "nothing can be given to 'tenth'"),
        (Assign(lambda: GOODS, lambda: CARTS, 3, one_cart_each), {"wool": "first", "salt": "first"}, "'first' is full"),
        (Split(lambda: {"ely": 2, "york": 3}, 4), {"ely": 0, "york": 4}, "a positive number"),
        (Split(lambda: {"ely": 2, "york": 3}, 4), {"ely": True, "york": 3}, "a positive number"),
        (Split(lambda: {"ely": 2, "york": 3}, 4), {"bath": 4}, "'bath' is not open"),
        (Split(lambda: {"ely": 2, "york": 3}, 4), {"ely": 3, "york": 1}, "'ely' can take 2 at most"),
        (Split(lambda: {"ely": 2, "york": 3}, 4), {"york": 3}, "4 must be shared out, not 3"),
        (Stack(lambda: {"ely": 2, "york": 3}, 4), "ely", "a list"),
        (Stack(lambda: {"ely": 2, "york": 3}, 4), ["bath"] * 4, "'bath' is not open"),
        (Stack(lambda: {"ely": 2, "york": 3}, 4), ["ely", "ely", "ely", "york"], "there are 2 of 'ely' only"),
        (Stack(lambda: {"ely": 2, "york": 3}, 4), ["ely", "york"], "4 are needed, not 2"),
    ],
)
def test_an_illegal_answer_is_refused_and_nothing_has_happened(shape: Any, wrong: object, problem: str) -> None:
    table = table_of(question(shape))
    with pytest.raises(Illegal, match=problem):
        table.answer(RED, "5 town", wrong)
    assert table.entries == []
    assert len(table.open()) == 1


@pytest.mark.parametrize(("seat", "key"), [(BLUE, "5 town"), (RED, "3 go")])
def test_an_answer_to_a_question_not_open_is_refused(seat: str, key: str) -> None:
    with pytest.raises(NotAsked, match=f"{key} is not asked of {seat} now"):
        table_of(TOWN, GO).answer(seat, key, True)


@pytest.mark.parametrize(
    ("shape", "answer"),
    [
        (Pick(lambda: ["ely"]), "ely"),
        (Number(4, 4), 4),
        (PickSome(lambda: TOWNS, 0, 0), []),
        (PickSome(lambda: ["ely", "york"], 2, 2), ["ely", "york"]),
        (Sequence(lambda: ["first"]), ["first"]),
        (Sequence(list), []),
        (Split(lambda: {"ely": 9}, 4), {"ely": 4}),
        (Split(lambda: {"ely": 9, "york": 9}, 0), {}),
        (Split(lambda: {"ely": 2, "york": 0, "bath": 1}, 3), {"ely": 2, "bath": 1}),
        (Stack(lambda: {"ely": 3, "york": 0}, 2), ["ely", "ely"]),
        (Stack(lambda: {"ely": 9, "york": 9}, 0), []),
        (Menu(lambda: ["march ely"]), "march ely"),
    ],
)
def test_a_question_with_one_legal_answer_plays_itself(shape: Any, answer: object) -> None:
    table = table_of(question(shape), GO)
    assert table.state.told == [answer]
    assert table.entries[0].kind is EntryKind.FORCED


def test_rules_that_change_an_answer_do_not_change_the_log() -> None:
    async def spend(s: Fair) -> None:
        plan = await question(Stack(lambda: {"ely": 2, "york": 2}, 2))
        s.told.append(plan.pop(0))

    table = table_of(spend, GO)
    table.answer(RED, "5 town", ["ely", "york"])
    assert table.state.told == ["ely"]
    assert table.entries[0].answer == ["ely", "york"]


# Together


def test_simultaneous_questions_wait_for_the_last_answer() -> None:
    table = open_fair()
    table.answer(BLUE, "1 load", LOAD)
    assert keys(table) == [(RED, "1 load")]
    assert [a for _, a in table.given_by(BLUE)] == [LOAD]
    assert table.given_by(RED) == []
    assert table.news == []


def test_a_simultaneous_answer_can_be_revised_until_the_last_is_in() -> None:
    table = open_fair()
    other = {"wool": "third", "salt": "second", "black_cloth": "first"}
    table.answer(BLUE, "1 load", LOAD)
    table.answer(BLUE, "1 load", other)
    table.answer(RED, "1 load", LOAD)
    assert table.news[0].event.data == {"red": LOAD, "blue": other}
    with pytest.raises(NotAsked):
        table.answer(BLUE, "1 load", LOAD)
    assert restored(table).news == table.news


def test_one_seat_may_have_several_of_the_simultaneous_questions() -> None:
    pair = Together((TOWN, question(YesNo(), RED, "3 go"), GO))
    table = table_of(pair)
    table.answer(RED, "3 go", False)
    table.answer(BLUE, "3 go", True)
    table.answer(RED, "5 town", "ely")
    assert table.state.told == [("ely", False, True)]


def test_simultaneous_questions_with_one_key_are_told_apart_by_their_subject() -> None:
    pair = Together((replace(TOWN, subject="north"), replace(TOWN, subject="south")))
    table = table_of(pair)
    table.answer(RED, "5 town", "york", subject="south")
    assert [d.subject for d in table.open()] == ["north"]
    table.answer(RED, "5 town", "ely")
    assert table.state.told == [("ely", "york")]
    assert restored(table).state.told == table.state.told


def test_a_line_goes_to_the_first_of_several_questions_without_an_answer() -> None:
    pair = Together((replace(TOWN, subject="north"), replace(TOWN, subject="south"), GO))
    table = table_of(pair)
    execute(table, RED, "town york")
    execute(table, RED, "town ely")
    execute(table, BLUE, "go yes")
    assert table.state.told == [("york", "ely", True)]


# Questions nobody is asked


def silent(default: str = "ely") -> Decision:
    return replace(TOWN, default=lambda: default, automatic=True)


def test_a_question_nobody_is_asked_is_answered_by_its_default() -> None:
    table = table_of(silent(), GO)
    assert keys(table) == [(BLUE, "3 go")]
    assert table.state.told == ["ely"]
    assert [e.kind for e in table.entries] == [EntryKind.SILENT]
    assert restored(table).state.told == ["ely"]


def test_a_question_nobody_is_asked_is_answered_by_a_standing_order() -> None:
    table = table_of(GO, silent())
    execute(table, RED, "standing town york")
    table.answer(BLUE, "3 go", True)
    assert table.state.told == [True, "york"]
    assert table.entries[-1].kind is EntryKind.STANDING


def test_a_standing_order_that_does_what_is_done_anyway_is_not_told() -> None:
    table = table_of(GO, silent())
    execute(table, RED, "standing town ely")
    table.answer(BLUE, "3 go", True)
    assert table.state.told == [True, "ely"]
    assert table.entries[-1].kind is EntryKind.SILENT


def test_a_question_nobody_is_asked_is_never_open() -> None:
    table = Table(asking(silent(), GO), *_setup())
    assert (table.open(), table.open_to(RED)) == ((), ())
    with pytest.raises(NotAsked):
        table.answer(RED, "5 town", "york")


# Drafts


def test_a_draft_collects_an_assign_until_it_is_complete() -> None:
    table = open_fair()
    table.draft(RED, "1 load", {"wool": "first"})
    table.draft(RED, "1 load", {"wool": "first", "salt": "third"})
    decision = table.open_to(RED)[0]
    assert table.draft_of(decision) == {"wool": "first", "salt": "third"}
    assert [e.kind for e in table.entries] == [EntryKind.DRAFT, EntryKind.DRAFT]
    assert restored(table).draft_of(decision) == table.draft_of(decision)
    table.draft(RED, "1 load", {"wool": "first", "salt": "third", "black_cloth": "second"})
    assert table.entries[-1].kind is EntryKind.ANSWER
    assert table.drafts == restored(table).drafts == {}


def test_a_draft_that_does_not_fit_is_refused() -> None:
    table = open_fair()
    with pytest.raises(Illegal, match="'first' is full"):
        table.draft(RED, "1 load", {"wool": "first", "salt": "first"})
    assert table.entries == []


# Restore


def play_a_while(table: Table[Fair]) -> None:
    table.answer(BLUE, "1 load", LOAD)
    table.answer(RED, "1 load", LOAD)
    table.answer(RED, "3 go", True)
    table.answer(RED, "4 price", 7)
    table.answer(RED, "5 town", "kings_lynn")


def test_restore_gives_the_same_position_without_looking_at_options() -> None:
    table = open_fair()
    play_a_while(table)
    other = restored(table)
    assert tally_of(table).looked > 0
    assert tally_of(other).looked == 0
    assert other.state.told == table.state.told
    assert other.news == table.news
    assert other.entries == table.entries
    assert other.next_number == table.next_number
    assert keys(other) == keys(table)


def test_entries_survive_json() -> None:
    table = open_fair()
    play_a_while(table)
    lines = json.loads(json.dumps([asdict(e) for e in table.entries]))
    assert [Entry(**{**line, "kind": EntryKind(line["kind"])}) for line in lines] == table.entries


def test_a_fork_shares_nothing_with_its_table() -> None:
    table = open_fair()
    play_a_while(table)
    fork = table.fork()
    before = len(table.entries), len(table.news), list(table.state.told)
    fork.answer(RED, "6 take", ["wool"])
    fork.salt(RED, "aa")
    fork.answer(RED, "7 line", list(CARTS))
    assert (len(table.entries), len(table.news), table.state.told) == before
    assert table.salts == {}
    assert keys(table) == [(RED, "6 take")]


def test_a_fork_numbers_on_where_its_table_stands() -> None:
    table = table_of(TOWN, GO)
    table.next_number = 41
    fork = table.fork()
    fork.answer(RED, "5 town", "ely")
    assert fork.entries[0].number == 41


def diverging(log: list[Entry], *questions: Any) -> str:
    with pytest.raises(Diverged) as caught:
        Table.restore(asking(*questions), *_setup(), log)
    return str(caught.value)


def _setup() -> tuple[Setup, Chance]:
    table = table_of(TOWN)
    return table.setup, table.chance


def log_of_town_and_go() -> list[Entry]:
    table = table_of(TOWN, GO)
    table.answer(RED, "5 town", "york")
    table.answer(BLUE, "3 go", True)
    return table.entries


def test_a_replay_is_refused_by_another_question() -> None:
    other = question(Pick(lambda: TOWNS), key="6 road")
    assert diverging(log_of_town_and_go(), other) == (
        "entry 1: expected \"5 town\" about 'ely' to red, the rules now ask \"6 road\" about 'ely' to red"
    )


def test_a_replay_is_refused_by_another_subject() -> None:
    other = question(Pick(lambda: TOWNS), subject="york")
    assert diverging(log_of_town_and_go(), other) == (
        "entry 1: expected \"5 town\" about 'ely' to red, the rules now ask \"5 town\" about 'york' to red"
    )


def test_a_replay_is_refused_by_another_seat() -> None:
    other = question(Pick(lambda: TOWNS), seat=BLUE)
    assert diverging(log_of_town_and_go(), other) == (
        "entry 1: expected \"5 town\" about 'ely' to red, the rules now ask \"5 town\" about 'ely' to blue"
    )


def test_a_replay_names_all_simultaneous_questions() -> None:
    message = diverging(log_of_town_and_go()[1:], Together((TOWN, question(YesNo(), RED, "3 go"))))
    assert message.endswith("the rules now ask \"5 town\" about 'ely' to red and \"3 go\" about 'ely' to red")


def test_a_replay_is_refused_by_another_state() -> None:
    async def twist(s: Fair) -> None:
        s.told.append("twist")

    log = log_of_town_and_go()
    message = diverging(log, TOWN, twist, GO)
    assert message.startswith("entry 1: the state after it is ")
    assert message.endswith(f"the log says {log[0].after}")


def test_a_replay_is_refused_by_a_log_longer_than_the_game() -> None:
    log = log_of_town_and_go()
    short = table_of(TOWN)
    short.answer(RED, "5 town", "york")
    assert short.entries[0].after == log[0].after
    assert diverging(log, TOWN) == "entry 2: expected \"3 go\" about 'day 1' to blue, the rules have ended the game"


def test_a_divergence_tells_the_entry_and_what_is_asked() -> None:
    log = log_of_town_and_go()
    other = question(Pick(lambda: TOWNS), key="6 road")
    with pytest.raises(Diverged) as caught:
        Table.restore(asking(other), *_setup(), log)
    assert caught.value.entry == log[0]
    assert [d.key for d in caught.value.asked] == ["6 road"]


def test_a_note_in_the_log_is_checked_against_the_state_too() -> None:
    table = open_fair()
    table.salt(RED, "aa")
    bent = [replace(table.entries[0], after="0" * 16)]
    with pytest.raises(Diverged, match="the log says 0000000000000000"):
        restored(table, bent)


def test_only_where_the_game_stops_for_a_player_there_is_a_fingerprint() -> None:
    table = table_of(TOWN, question(Number(1, 1), key="4 price"), silent(), GO)
    table.answer(RED, "5 town", "york")
    assert [bool(e.after) for e in table.entries] == [False, False, True]
    table.salt(RED, "aa")
    assert table.entries[-1].after == table.entries[-2].after


def test_a_log_without_any_fingerprint_can_be_restored() -> None:
    log = [replace(e, after="") for e in log_of_town_and_go()]
    assert Table.restore(asking(TOWN, GO), *_setup(), log).over


def test_each_fingerprint_of_an_old_log_is_looked_at_where_the_newest_does_not_fit() -> None:
    first, last = log_of_town_and_go()
    message = diverging([replace(first, after="1" * 16), replace(last, after="2" * 16)], TOWN, GO)
    assert message.startswith("entry 1: the state after it is ")


def test_rules_that_fail_on_the_way_are_told_by_the_entry_that_first_differs() -> None:
    async def stumble(s: Fair) -> None:
        s.told.append("twist")
        await GO
        raise KeyError("stumble")

    assert diverging(log_of_town_and_go(), TOWN, stumble).startswith("entry 1: the state after it is ")


def test_what_is_foreseen_from_a_table_has_no_fingerprints_and_is_known_to_come_from_it() -> None:
    table = table_of(GO)
    ahead = table.foresee(table.rules, table.chance)
    ahead.settle()
    ahead.answer(BLUE, GO.key, True)
    assert ahead.origin is table
    assert [entry.after for entry in ahead.entries] == [""] * len(ahead.entries)
    assert not table.entries or table.entries[-1].key != GO.key
