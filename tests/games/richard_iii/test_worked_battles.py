"""The worked examples of the rulebook on battles and supply, and its whole turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.games.richard_iii.actions.actions import action_phase
from pbem.games.richard_iii.actions.land import choose_main
from pbem.games.richard_iii.battle.battle import battle, begin, begin_round, contested, next_in_turn
from pbem.games.richard_iii.battle.combat import firepower, initiative
from pbem.games.richard_iii.battle.treachery import may_try, treachery, treason
from pbem.games.richard_iii.cards.cards import play_cards
from pbem.games.richard_iii.components.blocks import at as blocks_at
from pbem.games.richard_iii.components.board import Area, BlockId, CardId
from pbem.games.richard_iii.components.options import DONE, Fire, March, Recruit, Sail
from pbem.games.richard_iii.components.state import POOL, battle_of
from pbem.games.richard_iii.political.political import overflow
from pbem.games.richard_iii.supply.supply import supply_phase, surplus
from tests.games.richard_iii.scene import LANCASTER, YORK, at, attack, empty, go, play, put, set_up
from tests.support.conversation import Conversation, to

B = BlockId
BOTH_HAVE_3_AP = b"\x01" * 32
"""With it both are dealt a card of 3 AP."""
GROUP = ("oxford_l", "devon_l", "clifford_l", "beaumont_l", "wiltshire_l", "pembroke_l")


# 6.3 Main attack and Reserve


def test_6_3_kent_is_the_main_attack_on_sussex_if_york_says_so() -> None:
    """6.3 Example 1: two from Wilts, four from Kent; the four are the main attack, the two in Reserve."""
    s = empty()
    two, four = ("hastings_y", "arundel_y"), ("suffolk_y", "essex_y", "worcester_y", "herbert_y")
    put(s, "wilts", *two)
    put(s, "kent", *four)
    put(s, "sussex", "oxford_l")
    s.p1, s.ap = YORK, 2
    for block in two:
        go(s, block, "wilts", "sussex")
    for block in four:
        go(s, block, "kent", "sussex")
    choose_main(s, YORK, Area("sussex"), Area("kent"))
    begin(s, Area("sussex"))
    assert set(battle_of(s).engaged[YORK]) == set(four)
    assert set(battle_of(s).reserve[YORK]) == set(two)


def test_6_3_three_blocks_of_three_areas_make_one_main_attack() -> None:
    """6.3 Example 2: from Middlesex, Oxford and Gloucester for AP3, all over the river Oxford/Sussex against two."""
    s = empty("ap_3")
    put(s, "sussex", "hastings_y", "arundel_y")
    for area, block in (("middlesex", "oxford_l"), ("oxford", "devon_l"), ("gloucester", "clifford_l")):
        put(s, area, block)
    s.ap = 3
    assert go(s, "oxford_l", "middlesex", "oxford", "sussex") == "main_attack_border"
    assert go(s, "devon_l", "oxford", "sussex") == "main_attack"
    assert go(s, "clifford_l", "gloucester", "oxford", "sussex") == "main_attack"
    begin(s, Area("sussex"))
    assert (s.ap, len(battle_of(s).engaged[LANCASTER]), len(battle_of(s).engaged[YORK])) == (0, 3, 2)
    assert battle_of(s).reserve[LANCASTER] == []


def test_6_3_essex_is_joined_by_two_reserves_in_round_2() -> None:
    """6.3 Essex: 3 of York from Rutland against 2; 2 from Middlesex and 3 of Lancaster from East Anglia come in round 2."""
    s = empty()
    main, behind = ("hastings_y", "arundel_y", "suffolk_y"), ("herbert_y", "worcester_y")
    put(s, "rutland", *main)
    put(s, "middlesex", *behind)
    put(s, "essex", *GROUP[:2])
    put(s, "east_anglia", *GROUP[2:5])
    s.p1, s.ap = YORK, 2
    for block in main:
        go(s, block, "rutland", "essex")
    for block in behind:
        assert go(s, block, "middlesex", "essex") == "reserve_attack"
    s.ap, s.crossed, s.active = 1, {}, []
    for block in GROUP[2:5]:
        assert go(s, block, "east_anglia", "essex") == "reserve_joins_defence"
    begin(s, Area("essex"))
    engaged = battle_of(s).engaged
    begin_round(s)
    assert (set(engaged[YORK]), set(engaged[LANCASTER])) == (set(main), set(GROUP[:2]))
    begin_round(s)
    assert (set(engaged[YORK]), set(engaged[LANCASTER])) == ({*main, *behind}, set(GROUP[:5]))


# 6.2, 6.4, 6.9 Battles


def test_6_2_herbert_then_rivers_then_clarence() -> None:
    """6.2 Battle example: A before B, and of the same letter the defender first; so in each round."""
    s = empty()
    put(s, "kent", "herbert_y", "clarence_y", "rivers_l")
    attack(s, "kent", YORK, "sussex")
    begin(s, Area("kent"))
    for _ in range(3):
        begin_round(s)
        order = []
        while found := next_in_turn(s):
            order.append(found[1][0])
            battle_of(s).acted.append(found[1][0])
        assert order == ["herbert_y", "rivers_l", "clarence_y"]


def test_6_4_stanley_with_three_steps_throws_three_dice_and_hits_with_ones_and_twos() -> None:
    """6.4 Example: Stanley 3, B2: of the dice 1, 2 and 3 two hit."""
    s = empty()
    put(s, "kent", "stanley_l", steps=3)
    put(s, "kent", "hastings_y", steps=2)
    attack(s, "kent", LANCASTER, "middlesex")
    begin(s, Area("kent"))
    assert firepower(s, B("stanley_l")) == 2
    s.battle = None
    play(battle(s, Area("kent")), [Fire(B("hastings_y")), Fire(B("stanley_l")), DONE], [6, 6, 1, 2, 3])
    assert at(s, "hastings_y") != "kent"
    assert s.blocks[B("stanley_l")].steps == 3


@pytest.mark.parametrize(("dice", "turned"), [([2, 6], True), ([4, 3], False), ([1, 1], False)])
def test_6_9_the_king_rolls_two_dice_for_northumberland(dice: list[int], turned: bool) -> None:
    """6.9 Example: loyalty 2, so two dice, and each must be even, not their sum. York is the King of the example: in
    our values Northumberland has loyalty 2 with Lancaster and 1 with York.
    """
    s = empty()
    put(s, "kent", "york_y", "northumberland_l", steps=3)
    s.king_side, s.king, s.pretender = YORK, B("york_y"), B("henry_vi_l")
    attack(s, "kent", LANCASTER, "middlesex")
    begin(s, Area("kent"))
    begin_round(s)
    assert may_try(s, B("york_y")) == ["northumberland_l"]
    play(treachery(s, B("york_y"), B("northumberland_l")), dice=dice)
    assert may_try(s, B("york_y")) == []
    twin = B("northumberland_y")
    if not turned:
        assert (at(s, "northumberland_l"), at(s, twin)) == ("kent", "enemy")
        return
    assert (at(s, twin), s.blocks[twin].steps, battle_of(s).reserve[YORK]) == ("kent", 3, [twin])
    begin_round(s)
    assert twin in battle_of(s).engaged[YORK]


def test_6_9_a_block_is_tried_by_the_card_the_pretender_and_warwick() -> None:
    """6.9 Below the example: three rolls against one block in one battle."""
    s = empty("treason")
    put(s, "kent", "york_y", "warwick_y", "stanley_l")
    s.king, s.pretender, s.treason = B("henry_vi_l"), B("york_y"), YORK
    attack(s, "kent", LANCASTER, "middlesex")
    begin(s, Area("kent"))
    (asked,) = play(treason(s), ["stanley_l"], [1])
    assert asked.key == "6.9 treason"
    begin_round(s)
    for block in ("york_y", "warwick_y"):
        assert may_try(s, B(block)) == ["stanley_l"]
        play(treachery(s, B(block), B("stanley_l")), dice=[1])
        assert may_try(s, B(block)) == []
    assert s.treason is None


@pytest.mark.parametrize(
    ("area", "block", "letter", "number"),
    [
        ("leicester", "rivers_l", "B", 3),
        ("northumbria", "newcastle_levy_l", "C", 4),
        ("south_yorks", "york_church_l", "C", 3),
        ("powys", "welsh_mercenary_l", "A", 3),
    ],
)
def test_bonuses_in_brackets(area: str, block: str, letter: str, number: int) -> None:
    """2.2, 2.4, 2.5, 2.6, 3.2 In brackets: B2 becomes B3, C3 becomes C4, C2 becomes C3, A2 becomes A3."""
    s = empty()
    put(s, area, block, "hastings_y")
    attack(s, area, YORK, "kent")
    begin(s, Area(area))
    printed = s.board.blocks[B(block)].firepower
    assert (initiative(s, B(block)), printed, firepower(s, B(block))) == (letter, number - 1, number)


# 7.0 and 8.5


def test_7_2_of_three_in_ireland_one_starves_and_goes_to_the_pool() -> None:
    """7.2 Example: even without the Irish block one of three loses a step in each supply phase, and goes to the pool."""
    s = set_up()
    s.blocks[B("irish_mercenary_y")].at = Area("kent")
    put(s, "ireland", "kent_y")
    assert surplus(s, Area("ireland"), YORK) == 1
    play(supply_phase(s), [["kent_y"]])
    play(supply_phase(s), [["kent_y"]])
    assert s.blocks[B("kent_y")].steps == s.board.blocks[B("kent_y")].strength - 2
    play(overflow(s), [["kent_y"]])
    assert at(s, "kent_y") == POOL


# The turn example


def test_1_0_the_turn_of_the_example() -> None:
    """1.0 Turn example: York 3, Lancaster 3; York lands and recruits for 3 AP, Lancaster for 2; no battle, all are fed."""
    s = set_up()
    cards = {side: CardId("ap_3") for side in (LANCASTER, YORK)}
    s.hands = {side: [card] for side, card in cards.items()}
    play_cards(s, cards)
    assert s.p1 is YORK
    east_anglia, middlesex = Area("east_anglia"), Area("middlesex")
    york = [Sail(B("warwick_y"), east_anglia), Sail(B("salisbury_y"), east_anglia)]
    recruits = [Recruit(B("norfolk_y"), east_anglia), Recruit(B("norwich_levy_y"), east_anglia)]
    lancaster = [March(B("oxford_l"), middlesex), Recruit(B("bombard_l"), middlesex)]
    asked = play(action_phase(s), [*york, *recruits, DONE, *lancaster, DONE])
    left = [question.prompt for question in asked]
    assert left[1:5] == [f"What do you do? {n} AP left." for n in (2, 2, 1)] + [
        'What do you do? No AP left: end with "done".'
    ]
    assert left[-1] == "What do you do? 1 AP left."
    assert set(blocks_at(s, east_anglia)) == {"warwick_y", "salisbury_y", "norfolk_y", "norwich_levy_y"}
    assert set(blocks_at(s, middlesex)) == {"henry_vi_l", "oxford_l", "bombard_l"}
    assert contested(s) == []
    before = {block: piece.steps for block, piece in s.blocks.items()}
    assert play(supply_phase(s)) == []
    assert {block: piece.steps for block, piece in s.blocks.items()} == before


def test_1_0_the_turn_of_the_example_by_letter(tmp_path: Path) -> None:
    """1.0 Turn example, in typed orders; then both are asked for their next card."""
    talk = Conversation(tmp_path, scenario="1460", game="richard_iii", key=BOTH_HAVE_3_AP)
    talk.write("york", "card 3")
    mails = talk.write("lancaster", "card 3")
    assert "What do you do? 3 AP left." in to("york", mails).flat
    orders = "sail Warwick East Anglia\nsail Salisbury East Anglia\nrecruit Norfolk East Anglia\n"
    mails = talk.write("york", f"{orders}recruit Norwich Levy East Anglia\ndone")
    assert "EAST ANGLIA (Norwich): 4 blocks of York" in to("lancaster", mails).flat
    mails = talk.write("lancaster", "march Oxford Middlesex\nrecruit Bombard Middlesex\ndone")
    assert "MIDDLESEX (crown area, London): 3 blocks of Lancaster" in to("york", mails).flat
    for seat in ("york", "lancaster"):
        assert "turn 2" in to(seat, mails).flat.casefold()
