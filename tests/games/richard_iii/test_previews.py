"""What previews and questions tell: AP, odds of battles, and nothing that is hidden."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from pbem.engine.decision import DICE, Decision, Json, OpenPick
from pbem.engine.dice import Fate
from pbem.engine.table import Table
from pbem.games.richard_iii.actions.actions import ACT, action_question, begin_actions, perform
from pbem.games.richard_iii.actions.events import MUSTER_AT, PLAGUE, coming_to, muster_areas
from pbem.games.richard_iii.battle.battle import battle
from pbem.games.richard_iii.cards.cards import CARD
from pbem.games.richard_iii.components.blocks import at as blocks_at
from pbem.games.richard_iii.components.blocks import side_of
from pbem.games.richard_iii.components.board import Area, BlockId, CardId, Side
from pbem.games.richard_iii.components.state import AWAY, POOL, Block, Phase, State
from pbem.games.richard_iii.game import RULES
from pbem.games.richard_iii.political.home import home_question, homes_of
from pbem.games.richard_iii.preview.facts import facts
from pbem.games.richard_iii.preview.forces import battle_words, could_be, fighter
from pbem.games.richard_iii.preview.forecast import forecast
from pbem.games.richard_iii.preview.lookahead import play_alone
from pbem.games.richard_iii.preview.odds import Fighter, Force, fought
from pbem.moderator.core.setups import load_setup
from pbem.orders.carry.preview import BEYOND, preview
from pbem.resources import scenarios_dir
from tests.games.richard_iii.scene import LANCASTER, YORK, at, attack, empty, play, put
from tests.support.conversation import Conversation, to

KENT, SUSSEX = Area("kent"), Area("sussex")


def acting(card: str = "ap_3") -> State:
    """York acts first with this card: Warwick and Rutland in Sussex, two blocks of Lancaster in Kent."""
    s = empty(card)
    put(s, "sussex", "warwick_y", "rutland_y")
    put(s, "kent", "oxford_l", "devon_l")
    s.p1 = s.acting = YORK
    s.phase, s.ap = Phase.ACTION, s.board.cards[CardId(card)].ap
    begin_actions(s)
    return s


def told(s: State, line: str) -> tuple[str, ...]:
    return forecast(s, YORK, action_question(s, YORK), line).lines(())


def test_5_2_a_march_costs_ap_once_for_each_area() -> None:
    s = acting()
    assert told(s, "march warwick_y middlesex") == ("costs 1 AP",)
    s.active.append(SUSSEX)
    assert told(s, "march warwick_y middlesex") == ()


def test_6_0_a_march_into_the_enemy_tells_the_odds() -> None:
    cost, who, odds = told(acting(), "march warwick_y kent")
    assert cost == "costs 1 AP"
    assert who == "battle in Kent: one block of yours with 4 steps against 2 hidden blocks"
    assert odds.startswith("if all fire, you hold the area in about ")


def test_odds_are_those_of_battles_that_are_fought() -> None:
    """Against Oxford alone, who is known here, the rules themselves are played with dice at random."""
    rng, games = Random(3), 300  # noqa: S311 - a check, not secrets
    won = sum(warwick_holds_kent(rng) for _ in range(games))
    warwick, oxford = Fighter("B", "B", 3, 4, 4), Fighter("A", "A", 2, 3, 4)
    odds = fought(Force((warwick,)), Force((oxford,)))
    assert odds.attacker == pytest.approx(won / games, abs=0.12)


def test_6_3_odds_know_that_the_roles_change_when_the_reserve_must_deploy_in_round_1() -> None:
    """6.3 Devon falls in round 1; Oxford, in Reserve, attacks from then on, and it is Oxford who retreats in round 4."""
    s = empty()
    put(s, "kent", "march_y", "oxford_l")
    put(s, "kent", "devon_l", steps=1)
    attack(s, "kent", YORK, "sussex")
    s.reserves = [BlockId("oxford_l")]
    s.p1 = YORK
    play(battle(s, KENT), dice=[1, *[6] * 17])
    assert at(s, "march_y") == "kent"
    certain, weak, harmless = Fighter("A", "A", 6, 4, 4), Fighter("C", "C", 0, 1, 4), Fighter("A", "A", 0, 4, 4)
    odds = fought(Force((certain,)), Force((weak,), (harmless,) * 4))
    assert odds.attacker == 1


def test_2_2_odds_give_the_bonus_of_a_shield_to_who_defends_after_the_roles_have_changed() -> None:
    """6.3, ruling R23: Devon falls to March in round 1, and Arundel defends Sussex, his home, from then on."""
    certain, at_home = Fighter("A", "A", 6, 1, 4), Fighter("B", "B", 0, 4, 4, at_home=6)
    weak, late = Fighter("C", "C", 0, 1, 4), Fighter("C", "C", 0, 4, 4)
    assert fought(Force((certain, at_home)), Force((weak,), (late,))).lost_by_defender == 5
    assert fought(Force((certain, at_home)), Force((weak, late))).lost_by_defender < 5
    s = empty()
    put(s, "sussex", "arundel_y")
    arundel = fighter(s, BlockId("arundel_y"), Area("sussex"), [])
    assert (arundel.power, arundel.at_home) == (2, 1)


@pytest.mark.parametrize("holder", [YORK, LANCASTER])
def test_5_1_odds_count_the_roll_for_treason(holder: Side) -> None:
    """The first block that is turned leaves its side with fewer, or with nobody."""
    rng, games = Random(4), 1500  # noqa: S311 - a check, not secrets
    s = in_kent(holder)
    won = sum(york_holds_kent(in_kent(holder), rng) for _ in range(games))
    attacking, defending = (
        Force(tuple(fighter(s, BlockId(block), KENT, side) for block in side)) for side in (YORKISTS, LANCASTERS)
    )
    odds = [fought(attacking, defending, treason).attacker for treason in (None, holder is YORK)]
    assert odds[1] == pytest.approx(won / games, abs=0.08)  # three times what chance alone brings
    assert (odds[1] > odds[0]) is (holder is YORK)
    told = battle_words(s, YORK, KENT)
    assert told[1] == f"before it {'you roll' if holder is YORK else 'they roll'} for Treason, " + (
        "to turn one of theirs (in the odds)" if holder is YORK else "to turn one of yours (in the odds)"
    )


YORKISTS, LANCASTERS = [BlockId("hastings_y"), BlockId("stanley_y")], [BlockId("exeter_l"), BlockId("rivers_l")]


def in_kent(holder: Side) -> State:
    """York attacks in Kent, and somebody holds the Treason card."""
    s = empty()
    put(s, "kent", *YORKISTS, *LANCASTERS)
    attack(s, "kent", YORK, "sussex")
    s.treason = holder
    return s


def york_holds_kent(s: State, rng: Random) -> bool:
    """Whether Yorkist blocks are there after a battle by the rules."""
    play_out(s, rng)
    return any(side_of(s, block) is YORK for block in blocks_at(s, KENT))


def warwick_holds_kent(rng: Random) -> bool:
    """Whether Warwick, who attacks, is there after the battle."""
    s = empty()
    put(s, "kent", "warwick_y", "oxford_l")
    attack(s, "kent", YORK, "sussex")
    play_out(s, rng)
    return at(s, "warwick_y") == KENT


def play_out(s: State, rng: Random) -> None:
    """The battle in Kent, with dice at random."""
    flow, reply = battle(s, KENT), None
    while True:
        try:
            questions = flow.send(reply)
        except StopIteration:
            return
        reply = tuple(rng.randint(1, 6) if each.seat == DICE else given(each) for each in questions)


def given(question: Decision) -> Json:
    """What the rules take for a player who has given no order."""
    only = question.shape.forced()
    if only is not None:
        return only[0]
    assert question.default is not None
    return question.default()


def test_6_3_who_comes_over_another_border_is_in_reserve() -> None:
    s = acting()
    attack(s, "kent", YORK, "sussex")
    put(s, "middlesex", "march_y")
    late = battle_words(s, YORK, KENT, [BlockId("march_y"), BlockId("warwick_y")], "middlesex")
    first = battle_words(s, YORK, KENT, [BlockId("march_y"), BlockId("warwick_y")], "sussex")
    assert late[0] == "comes in Reserve, and fights from round 2 on"
    assert late[1] == first[0]
    assert late[2] != first[1]


def test_7_1_an_area_that_cannot_feed_one_more_is_named() -> None:
    s = acting()
    limit = s.board.areas[Area("dorset")].limit
    put(s, "dorset", *["norfolk_y", "suffolk_y", "arundel_y", "worcester_y", "hastings_y"][:limit])
    assert told(s, "march warwick_y dorset")[1:] == (f"Dorset would hold {limit + 1} blocks and feeds {limit}",)


def test_7_2_in_exile_its_own_mercenaries_are_fed_besides() -> None:
    s = acting()
    calais = Area("calais")
    limit = s.board.areas[calais].limit
    put(
        s,
        "calais",
        "burgundian_mercenary_y",
        "calais_mercenary_y",
        *["norfolk_y", "suffolk_y", "arundel_y", "worcester_y"][: limit - 1],
    )
    assert told(s, "sail warwick_y calais") == ("costs 1 AP",)
    put(s, "calais", "hastings_y")
    crowd = f"Calais would hold {limit + 1} blocks besides its own mercenaries, and feeds {limit}"
    assert told(s, "sail warwick_y calais") == ("costs 1 AP", crowd)
    assert told(s, "sail rutland_y calais") == ("costs 1 AP", crowd)


def other_enemies(s: State) -> State:
    """The same for York's eyes: others of Lancaster stand in Kent, with other strength."""
    for block, place in (("oxford_l", POOL), ("devon_l", POOL), ("wiltshire_l", KENT), ("pembroke_l", KENT)):
        s.blocks[BlockId(block)] = Block(Area(place), 1 if place == KENT else s.board.blocks[BlockId(block)].strength)
    return s


def test_nothing_hidden_changes_what_is_told() -> None:
    one, other = acting(), other_enemies(acting())
    assert set(could_be(one, LANCASTER)) == set(could_be(other, LANCASTER))
    assert told(one, "march warwick_y kent") == told(other, "march warwick_y kent")
    assert facts(one, action_question(one, YORK)) == facts(other, action_question(other, YORK))


def test_an_enemy_who_fights_on_ones_own_side_is_not_awaited() -> None:
    s = acting()
    enemies = [block for block in could_be(s, LANCASTER) if s.board.blocks[block].twin]
    assert all(s.blocks[block].at != AWAY for block in enemies)
    assert BlockId("warwick_l") not in could_be(s, LANCASTER)


def test_5_0_the_question_tells_who_can_go_where() -> None:
    s = acting()
    assert facts(s, action_question(s, YORK))[1] == (
        "Sussex, Earl of Rutland 3, Earl of Warwick 4: next to Kent (2 enemy blocks), Wilts, Dorset, Middlesex, Oxford"
    )


def test_5_4_the_question_tells_that_recruits_end_the_moves() -> None:
    s = acting()
    told = " ".join(facts(s, action_question(s, YORK)))
    assert "a sail or a recruit is one block. Once you recruit, nobody moves any more." in told
    assert "Several go in one line: march Earl of Rutland, Earl of Warwick Wilts" in told
    s.recruiting = True
    told = " ".join(facts(s, action_question(s, YORK)))
    assert "next to" not in told
    assert "march" not in told


def test_5_2_an_area_that_is_paid_for_says_so() -> None:
    s = acting()
    perform(s, YORK, "march warwick_y wilts")
    assert any(line.startswith("Sussex (paid), Earl of Rutland 3: ") for line in facts(s, action_question(s, YORK)))


def test_7_1_an_area_that_will_not_feed_all_says_so_before_the_turn_ends() -> None:
    s = acting()
    assert "would hold" not in " ".join(facts(s, action_question(s, YORK)))
    put(s, "sussex", "york_y", "march_y", "salisbury_y")
    assert facts(s, action_question(s, YORK))[-1] == "Sussex would hold 5 blocks and feeds 4"


def test_5_1_the_question_of_a_muster_says_who_can_come_and_where_nobody_can() -> None:
    s = empty("muster")
    put(s, "sussex", "warwick_y", "rutland_y")
    put(s, "leicester", "york_y")
    first, *_, others, nobody, then = facts(s, Decision(YORK, MUSTER_AT, "", "", OpenPick(list)))
    areas, coming = muster_areas(s, YORK), coming_to(s, YORK)
    numbers = [len(coming.get(area, ())) for area in areas]
    assert numbers == sorted(numbers, reverse=True)
    assert (numbers[0], numbers[-1]) == (3, 0)
    assert first.startswith("To Warwick")
    assert first.endswith(" can come: Duke of York, Earl of Rutland, Earl of Warwick")
    assert others.startswith("How many blocks can come to the others: ")
    assert others.endswith(", Sussex 1")
    assert nobody.startswith("Nobody can come to ")
    assert then.endswith("the others stay. Nothing else is done with this card.")


@pytest.mark.parametrize(("card", "said"), [("treason", "one try to turn an enemy block"), ("piracy", "only sea moves")])
def test_5_1_what_an_event_card_does_is_said_where_it_is_done(card: str, said: str) -> None:
    s = empty(card)
    put(s, "sussex", "warwick_y")
    s.p1 = s.acting = YORK
    begin_actions(s)
    s.ap = 1
    assert said in facts(s, action_question(s, YORK))[0]


def test_8_3_the_question_tells_the_homes() -> None:
    s = acting()
    free = {BlockId("warwick_y"): homes_of(s, BlockId("warwick_y"))}
    lines = facts(s, home_question(s, YORK, free))
    assert any(line.startswith("Earl of Warwick: ") and "Calais" in line for line in lines)
    assert lines[-1].startswith("An area feeds 4 blocks")


@pytest.fixture
def talk(tmp_path: Path) -> Conversation:
    return Conversation(tmp_path, scenario="1460", game="richard_iii")


def test_a_preview_adds_up_ap_and_reads_on_with_the_card_of_the_letter(talk: Conversation) -> None:
    lines = "card 2\nsail March Kent\nsail Rutland Glamorgan\nrecruit Norwich Levy East Anglia\ndone\ncard 4"
    seen = to("york", talk.write("york", f"preview\n{lines}")).flat
    assert "Certain, in all: 2 AP." in seen
    assert '5 -- recruit Norwich Levy East Anglia: "recruit" is not open to you now: no AP left.' in seen
    talk.write("lancaster", "card 3")
    assert to("york", talk.write("york", f"preview\n{lines}")).flat == seen


def test_5_1_a_plague_played_ahead_takes_nothing() -> None:
    """What dies of it is hidden: with an heir's last step the game would be over."""
    s = empty("plague")
    put(s, "middlesex", "henry_vi_l", steps=1)
    s.phase, s.acting = Phase.ACTION, LANCASTER
    flow = play_alone(s, YORK)
    assert [each.key for each in flow.send(None)] == [PLAGUE]
    assert [each.key for each in flow.send(("middlesex",))] == [ACT]
    with pytest.raises(StopIteration):
        flow.send(("done",))
    assert at(s, "henry_vi_l") == "middlesex"


def test_german_readers_are_told_odds_in_german(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, scenario="1460", game="richard_iii", options={"language": {"": "de"}})
    talk.write("lancaster", "card 4")
    talk.write("york", "card 4")
    talk.write("york", "sail March Kent\ndone")
    told = to("lancaster", talk.write("lancaster", "preview\nmarch henry vi kent")).flat
    assert "if all fire" not in told
    assert "wenn alle" in told.lower()


def last_actions() -> Table[State]:
    """The actions of turn 6: both sides have one card left, and nothing is to choose in turn 7."""
    table = Table.open_new(RULES, load_setup(RULES, "1460", scenarios_dir()), Fate(b"k" * 32))
    while not (table.state.turn == 6 and table.state.phase is Phase.ACTION and table.open()[0].key == ACT):
        decision = table.open()[0]
        assert decision.default is not None
        table.answer(decision.seat, decision.key, decision.default(), subject=decision.subject)
    return table


def test_behind_the_end_of_a_preview_only_standing_orders_are_tried() -> None:
    table = last_actions()
    seat = table.open()[0].seat
    lines = preview(table, seat, enumerate(["done", "card 2", "hold"], 1)).lines
    assert [(line.understood, line.tried, line.problem) for line in lines] == [
        ("done", True, ""),
        (BEYOND, False, ""),
        ("hold (kept for this turn)", True, ""),
    ]


def test_5_22_the_question_tells_where_blocks_are_pinned() -> None:
    s = acting()
    put(s, "sussex", "oxford_l", "devon_l")
    attack(s, "sussex", LANCASTER, "kent")
    s.p1 = LANCASTER
    lines = facts(s, action_question(s, YORK))
    assert lines[0] == "Sussex: your blocks there are pinned"
    assert lines[1] == "battle in Sussex: 2 blocks of yours with 7 steps against 2 hidden blocks"
    assert lines[2].startswith("if all fire, you hold the area in about ")


def test_6_3_where_the_main_attack_can_be_another_the_question_says_what_that_is() -> None:
    s = acting()
    put(s, "middlesex", "york_y")
    assert "main attack" not in " ".join(facts(s, action_question(s, YORK)))
    for order in ("march warwick_y kent", "march york_y kent"):
        perform(s, YORK, order)
    told = " ".join(facts(s, action_question(s, YORK)))
    assert "The main attack on Kent comes over the border of Sussex" in told
    assert "To change it to that of Middlesex: main Kent Middlesex." in told
    s.ap = 0
    assert 'do what costs none, or end with "done"' in action_question(s, YORK).prompt


def test_5_1_a_mulligan_is_told_only_where_it_can_be_had() -> None:
    s = empty("ap_3")
    s.turn, s.redealt, s.hands[YORK] = 1, False, [CardId("ap_2")]
    question = Decision(YORK, CARD, "", "", OpenPick(list))
    assert "Your hand has 2 AP: before this first card you can show it" in " ".join(facts(s, question))
    s.turn = 2
    assert "card mulligan" not in " ".join(facts(s, question))
    assert all("mulligan" not in word.about for word in RULES.vocabulary)
