"""A lookahead takes the faces that the game calls best; costs are told in the game's units and their order."""

from __future__ import annotations

import pytest

from pbem.engine.decision import Die, Shuffle
from pbem.engine.dice import Mixed, RollId
from pbem.engine.game.forecast import Forecast, Previews, costs_in_words
from pbem.orders.carry.lookahead import Unforeseen, all_succeeds

UNITS = ({"gold": "gold"}, {"man": "men", "horse": "horses"}, {"action": "actions"})


def roll(key: str) -> RollId:
    return RollId("day 1", key, "somebody", 1)


def test_the_lowest_face_is_best_where_a_game_does_not_say_otherwise() -> None:
    assert all_succeeds(Previews())(roll("1 hit"), Die(), Mixed()) == 1


def test_a_game_can_call_another_face_best_and_for_one_roll_still_another() -> None:
    chance = all_succeeds(Previews(best=6, best_of={"2 morale": 1}))
    assert (chance(roll("1 hit"), Die(), Mixed()), chance(roll("2 morale"), Die(), Mixed())) == (6, 1)


def test_a_shuffle_cannot_come_out_well() -> None:
    with pytest.raises(Unforeseen):
        all_succeeds(Previews())(roll("3 draw"), Shuffle(("a", "b")), Mixed())


def test_costs_are_told_in_the_order_of_their_units_with_their_plurals() -> None:
    assert costs_in_words({"action": 2, "gold": 3, "man": 1}, UNITS) == "3 gold, 1 man, 2 actions"
    assert costs_in_words({"horse": 2, "man": 1, "gold": 1}, UNITS) == "1 gold, 2 horses, 1 man", "a group as it comes"
    assert costs_in_words({"honour": 2, "man": 2}, UNITS) == "2 men, 2 honour"
    assert Forecast({"man": 1}, ("hits on 6",)).lines(UNITS) == ("costs 1 man", "hits on 6")
