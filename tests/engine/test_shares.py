"""Shares in the dice: what goes into a roll, and which rolls fall again as they fell."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from pbem.engine.dice import Fate, Mixed, RollId
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.log.shares import POOLED, SALTED, SCHEME, Shares, mixed_in, rolls_made, scheme_of, share_of, walk
from tests.engine.toy import BLUE, CARDS, RED

FATE = Fate(b"\x05" * 32)
NAME = RollId("day 1", "9 trick", "juggle", 1)


def share(number: int, seat: str, value: str) -> Entry:
    return Entry(number, EntryKind.SALT, seat, "salt", seat, value, "")


def roll(number: int) -> Entry:
    return Entry(number, EntryKind.ROLL, "dice", NAME.key, NAME.subject, 1, "", NAME.turn)


def pools(entries: Iterable[Entry], strikes: list[tuple[int, int]]) -> dict[int, str]:
    """What goes into each roll of a log, by its number."""
    seen = walk(POOLED, entries, strikes)
    return {e.number: shares.into(NAME).pool for e, shares in seen if e.kind is EntryKind.ROLL}


def test_every_share_is_mixed_into_the_pool() -> None:
    shares = Shares(POOLED)
    shares.note(share(1, RED, "aa"))
    shares.note(share(2, BLUE, "bb"))
    shares.note(share(3, RED, "cc"))
    assert shares.pool == mixed_in(mixed_in(mixed_in("", RED, "aa"), BLUE, "bb"), RED, "cc")
    assert shares.of == {RED: "cc", BLUE: "bb"}
    assert shares.into(NAME) == Mixed(pool=shares.pool)


def test_the_pool_goes_into_dice_and_decks() -> None:
    one, other = Mixed(pool=mixed_in("", RED, "aa")), Mixed(pool=mixed_in("", RED, "ab"))
    names = [RollId("day 1", "9 trick", "juggle", n) for n in range(60)]
    assert [FATE.die(name, one) for name in names] != [FATE.die(name, other) for name in names]
    assert [FATE.order(name, CARDS, one) for name in names] != [FATE.order(name, CARDS, other) for name in names]


def test_a_share_of_each_letter_is_wanted_and_before_there_was_a_pool_one_of_each_seat() -> None:
    new, old = Shares(POOLED), Shares(SALTED)
    for shares in (new, old):
        shares.note(share(1, RED, "aa"))
    assert (new.wants(RED), old.wants(RED), old.wants(BLUE)) == (True, False, True)


def test_a_struck_roll_under_the_same_letter_falls_as_it_fell_whatever_share_came_between() -> None:
    log = [share(1, RED, "aa"), roll(2), share(3, BLUE, "bb"), share(4, RED, "aa"), roll(5)]
    found = pools(log, [(1, 3)])
    assert found[5] == found[2] == mixed_in("", RED, "aa")
    log = [share(1, BLUE, "bb"), share(2, RED, "aa"), roll(3), share(4, BLUE, "b2"), share(5, RED, "aa"), roll(6)]
    found = pools(log, [(2, 3)])
    assert found[6] == found[3]


def test_a_struck_roll_under_another_letter_falls_anew() -> None:
    found = pools([share(1, RED, "aa"), roll(2), share(3, RED, "ac"), roll(4)], [(1, 2)])
    assert found[4] == mixed_in("", RED, "ac") != found[2]


def test_a_strike_counts_for_what_is_written_after_it() -> None:
    log = [share(1, RED, "aa"), share(2, BLUE, "bb"), roll(3), share(4, BLUE, "bc"), roll(5)]
    assert pools(log, [(2, 3)])[3] == mixed_in(mixed_in("", RED, "aa"), BLUE, "bb")
    assert pools(log, [(2, 3)])[5] == mixed_in(mixed_in("", RED, "aa"), BLUE, "bc")
    assert set(rolls_made(POOLED, log, [(2, 3)])) == {(NAME, f"{BLUE}=bb"), (NAME, f"{BLUE}=bc")}


def test_the_option_tells_the_scheme() -> None:
    assert (scheme_of({}), scheme_of({SCHEME: POOLED})) == (SALTED, POOLED)


@pytest.mark.parametrize("strange", [0, 3, "2", None, True])
def test_there_is_no_other_scheme(strange: object) -> None:
    with pytest.raises(ValueError, match="there is no scheme"):
        scheme_of({SCHEME: strange})


def test_a_share_depends_on_the_message_id_and_every_line() -> None:
    shares = {share_of("<1@a>", ["march"]), share_of("<2@a>", ["march"]), share_of("<1@a>", ["march", "tax"])}
    assert len(shares) == 3
    assert {len(each) for each in shares} == {32}
