"""Dice and decks: bound to what they are rolled for, and even."""

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256

import pytest

from pbem.engine.decision import DICE, Die, Shuffle, YesNo
from pbem.engine.dice import Fate, Mixed, RollId, roll, shuffle
from pbem.engine.log.entry import EntryKind
from pbem.engine.played_log import Diverged, Rolled
from pbem.engine.table import Table

from .toy import BLUE, CARDS, KEY, RED, Fair, Loaded, asking, next_day, question, restored, setup, table_of

GO = question(YesNo(), key="3 go")
FATE = Fate(KEY)


async def throw(s: Fair) -> None:
    """Two dice for one thing, one for another."""
    s.told += [await roll("9 trick", "juggle"), await roll("9 trick", "juggle"), await roll("9 trick", "sing")]


def dice_of(table: Table[Fair]) -> list[int]:
    return [e.answer for e in table.entries if e.kind is EntryKind.ROLL]


def test_a_die_is_an_entry_of_the_log() -> None:
    table = table_of(throw)
    assert [(e.seat, e.key, e.subject) for e in table.entries] == [
        (DICE, "9 trick", "juggle"),
        (DICE, "9 trick", "juggle"),
        (DICE, "9 trick", "sing"),
    ]
    assert table.state.told == dice_of(table)


def test_a_roll_is_named_by_turn_key_subject_and_count() -> None:
    chance = Loaded()
    Table.open_new(asking(throw, next_day, throw), setup(), chance)
    assert [str(name) for name, _, _ in chance.asked] == [
        "day 0|9 trick|juggle|1",
        "day 0|9 trick|juggle|2",
        "day 0|9 trick|sing|1",
        "day 1|9 trick|juggle|1",
        "day 1|9 trick|juggle|2",
        "day 1|9 trick|sing|1",
    ]


def test_the_same_die_falls_again_after_a_shorter_log() -> None:
    table = table_of(throw, GO, throw)
    table.answer(RED, "3 go", True)
    again = restored(table, table.entries[:3])
    again.answer(RED, "3 go", False)
    assert dice_of(again) == dice_of(table)


def test_the_count_of_rolls_is_restored() -> None:
    chance = Loaded()
    table = Table.open_new(asking(throw, GO, throw), setup(), chance)
    again = Table.restore(table.rules, setup(), later := Loaded(), table.entries)
    again.answer(RED, "3 go", True)
    assert str(later.asked[0][0]) == "day 0|9 trick|juggle|3"


def test_another_question_leaves_every_other_die_alone() -> None:
    async def one_more(_s: Fair) -> None:
        await roll("2 weather", "rain")

    plain, other = table_of(throw), table_of(one_more, throw)
    assert dice_of(other)[1:] == dice_of(plain)


def test_a_replay_takes_its_dice_from_the_log() -> None:
    table = Table.open_new(asking(throw), setup(), Loaded(6, 5, 4))
    silent = Loaded()
    again = Table.restore(table.rules, setup(), silent, table.entries)
    assert again.state.told == [6, 5, 4]
    assert silent.asked == []


def test_an_audit_sees_each_result_with_all_it_was_bound_to() -> None:
    table = table_of(GO, throw)
    table.salt(RED, "ab")
    table.answer(RED, "3 go", True)
    seen: list[Rolled] = []
    Table.restore(table.rules, setup(), FATE, table.entries, seen.append)
    assert [r.entry.answer for r in seen] == dice_of(table)
    assert all(r.mixed == Mixed({RED: "ab"}) for r in seen)
    assert [FATE(r.roll, r.shape, r.mixed) for r in seen] == dice_of(table)


def test_a_die_of_the_log_is_not_asked_of_a_player() -> None:
    table = table_of(throw)
    bent = [replace(table.entries[0], seat=RED)]
    with pytest.raises(Diverged, match="expected \"9 trick\" about 'juggle' to red"):
        restored(table, bent)


# Salts


def faces(key: bytes = KEY, count: int = 60, **salts: str) -> list[int]:
    fate = Fate(key)
    return [fate.die(RollId("day 1", "9 trick", "juggle", n), Mixed(salts)) for n in range(count)]


def test_salts_change_the_dice_and_their_order_does_not_matter() -> None:
    assert faces(red="aa") != faces() != faces(red="bb")
    assert faces(red="aa", blue="bb") == faces(blue="bb", red="aa")
    assert faces(red="aa", blue="bb") != faces(red="bb", blue="aa")


def test_a_seat_gives_its_salt_once() -> None:
    table = table_of(GO)
    table.salt(RED, "aa")
    table.salt(RED, "bb")
    table.salt(BLUE, "cc")
    assert table.salts == {RED: "aa", BLUE: "cc"} == restored(table).salts
    assert [e.kind for e in table.entries] == [EntryKind.SALT, EntryKind.SALT]


def test_a_salt_given_reaches_the_chance() -> None:
    chance = Loaded()
    table = Table.open_new(asking(GO, throw), setup(), chance)
    table.salt(BLUE, "cc")
    table.answer(RED, "3 go", True)
    assert chance.asked[0][2] == {BLUE: "cc"}


# Decks


def test_a_shuffle_keeps_every_card() -> None:
    async def deal(s: Fair) -> None:
        s.told.append(await shuffle("2 deal", "deck", CARDS))

    table = table_of(deal)
    assert sorted(table.state.told[0]) == sorted(CARDS)
    assert restored(table).state.told == table.state.told


def test_decks_do_not_depend_on_salts_or_dice() -> None:
    name = RollId("day 1", "2 deal", "deck", 1)
    assert FATE(name, Shuffle(CARDS), Mixed()) == FATE(name, Shuffle(CARDS), Mixed({RED: "aa"}))

    async def deal(s: Fair) -> None:
        s.told.append(await shuffle("2 deal", "deck", CARDS))

    assert table_of(throw, deal).state.told[-1] == table_of(deal).state.told[-1]


def test_each_shuffle_of_a_deck_is_another() -> None:
    orders = {tuple(FATE.order(RollId("day 1", "2 deal", "deck", n), CARDS)) for n in range(1, 21)}
    assert len(orders) > 15


def test_the_order_of_the_cards_given_does_not_matter() -> None:
    name = RollId("day 1", "2 deal", "deck", 1)
    assert FATE.order(name, CARDS) == FATE.order(name, CARDS[::-1])


# Fairness: with a fixed key these figures are fixed too; the bounds are those of chi-square at one in a thousand


def chi_square(counts: Sequence[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((n - expected) ** 2 for n in counts) / expected


def test_the_faces_are_even() -> None:
    counts = Counter(faces(count=12_000))
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    assert chi_square(list(counts.values())) < 20.52


def test_one_die_tells_nothing_of_the_next() -> None:
    dice = faces(count=12_000)
    pairs = Counter(itertools.pairwise(dice))
    assert len(pairs) == 36
    assert chi_square(list(pairs.values())) < 66.62


def test_every_card_comes_first_alike() -> None:
    firsts = Counter(FATE.order(RollId("day 1", "2 deal", "deck", n), CARDS)[0] for n in range(5_000))
    assert len(firsts) == 5
    assert chi_square(list(firsts.values())) < 18.47


def test_the_commitment_is_the_hash_of_the_key() -> None:
    assert FATE.commitment == sha256(KEY).hexdigest()
    assert faces() != faces(bytes(32))


@pytest.mark.parametrize(("shape", "wrong"), [(Die(), 7), (Die(), 0), (Die(), True), (Shuffle(CARDS), ["ace"])])
def test_no_other_result_is_a_result(shape: Die | Shuffle, wrong: object) -> None:
    assert shape.refusal(wrong) is not None
    assert shape.refusal(FATE(RollId("", "", "", 1), shape, Mixed())) is None


def test_only_dice_and_decks_are_left_to_chance() -> None:
    with pytest.raises(TypeError, match="no random result"):
        FATE(RollId("", "", "", 1), YesNo(), Mixed())
