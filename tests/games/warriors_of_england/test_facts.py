"""What stands under a question: who the Nobles are, and what the dice would be."""

from collections.abc import Coroutine
from typing import Any

from pbem.doctor.random_play import RandomPlayer
from pbem.engine.decision import Decision
from pbem.engine.game.forecast import Odds, percent
from pbem.games.warriors_of_england.aftermath import tower
from pbem.games.warriors_of_england.battle.battle import battle_question, begin
from pbem.games.warriors_of_england.battle.intrigue import intrigues
from pbem.games.warriors_of_england.battle.losses import NOBLES
from pbem.games.warriors_of_england.battle.withdrawal import may_withdraw
from pbem.games.warriors_of_england.campaign.campaign import campaign_question
from pbem.games.warriors_of_england.components.board import Area, NobleId
from pbem.games.warriors_of_england.components.nobles import to_tower
from pbem.games.warriors_of_england.components.state import Phase, State
from pbem.games.warriors_of_england.game import RULES
from pbem.games.warriors_of_england.preview.facts import FACTS_BY_KEY, counter, facts
from pbem.games.warriors_of_england.preview.forecast import forecast
from pbem.games.warriors_of_england.preview.odds import Army, fought_out
from pbem.moderator.core.setups import load_setup
from pbem.resources import scenarios_dir
from tests.games.warriors_of_england.scene import LANCASTER, YORK, options, position, put

HERE = "north_midlands"


def battle(**theirs: int) -> State:
    """York's Warwick and York against these of Lancaster."""
    s = position(Phase.BATTLES)
    put(s, LANCASTER, HERE, **theirs)
    put(s, YORK, HERE, york=4, warwick=1)
    begin(s, Area(HERE))
    return s


def first(flow: Coroutine[Any, Any, Any]) -> Decision:
    """The first question of a rule."""
    asked: Decision = flow.send(None)[0]
    return asked


def test_2_2_a_counter_tells_the_side_that_is_up() -> None:
    s = battle(stanley=2)
    assert counter(s, NobleId("stanley")) == "Stanley ** 1-5, green, home Northwest, 2 Troops"
    assert counter(s, NobleId("warwick")) == "Warwick ** 3-6, green, has a crown, 1 Troop"


def test_7_0_each_region_has_its_odds() -> None:
    s = battle(stanley=2)
    put(s, LANCASTER, "wales", talbot=1)
    put(s, YORK, "wales", herbert=1)
    told = facts(s, battle_question(s))
    assert [line.partition(":")[0] for line in told] == ["North Midlands", "Wales"]
    assert all("you hold the field" in line for line in told)


def test_7_2_intrigue_says_who_the_enemies_are_and_on_what_it_succeeds() -> None:
    s = battle(stanley=2)
    assert s.battle is not None
    s.battle.commander = {YORK: NobleId("york"), LANCASTER: NobleId("stanley")}
    told = facts(s, first(intrigues(s)))
    assert told == (
        "Stanley ** 1-5, green, home Northwest, 2 Troops, an enemy: succeeds on 1 (1 in 6, 17 %)",
        "Each side has one try in a battle. A Noble who turns comes over at once with his Troops; a try that fails costs "
        "nothing.",
    )


def test_7_6_withdrawal_tells_the_next_round_and_the_pursuit() -> None:
    """J15: of those who go the best commands, and the pursuit is told against them."""
    s = battle(buckingham=2, roos=0, somerset=4)
    assert s.battle is not None
    s.battle.commander = {YORK: NobleId("york"), LANCASTER: NobleId("somerset")}
    asked = first(may_withdraw(s, LANCASTER))
    told = facts(s, asked)
    assert any(line.startswith("If you stay, next round: your ") for line in told)
    assert any(line.startswith("If you withdraw, they attack once more") for line in told)
    limited = [line for line in told if line.startswith("To ") and "must flee" in line]
    assert limited
    assert all("can go: name " in line for line in limited)
    ways = options(asked)
    way = next(option for option in ways if "buckingham" in option and "somerset" not in option)
    without = forecast(s, LANCASTER, asked, way).words[0]
    best = next(option for option in ways if "somerset" in option)
    assert forecast(s, LANCASTER, asked, best).words[0] != without


def test_7_1_the_odds_of_a_battle_under_way_are_those_of_its_commanders() -> None:
    """J4: who has been named commands to the end, and not who would do it best."""
    s = battle(somerset=4, margaret=4)
    put(s, YORK, HERE, richard_iii=1)
    assert s.battle is not None
    told = []
    for lancastrian in ("somerset", "margaret"):
        s.battle.commander = {YORK: NobleId("richard_iii"), LANCASTER: NobleId(lancastrian)}
        told.append(next(line for line in facts(s, first(may_withdraw(s, LANCASTER))) if "you hold the field" in line))
        army, enemy = Army(10, 6, 0), Army(9, 6, 1 if lancastrian == "somerset" else 2)
        assert told[-1].startswith(
            f"North Midlands: if you fight to the end, you hold the field {percent(fought_out(army, enemy).mine)}"
        )
    assert told[0] != told[1]


def test_7_6_the_pursuit_is_told_as_it_is_against_each_commander_of_those_who_go() -> None:
    """J15: without Somerset, whose Battle is 2, Margaret commands them, and the enemy adds 2 to each die."""
    s = battle(somerset=4, margaret=4, buckingham=1)
    put(s, YORK, HERE, richard_iii=1)
    assert s.battle is not None
    s.battle.commander = {YORK: NobleId("richard_iii"), LANCASTER: NobleId("somerset")}
    told = next(line for line in facts(s, first(may_withdraw(s, LANCASTER))) if line.startswith("If you withdraw"))
    assert "hits on 5-6" in told
    assert ", or they attack once more with 6 dice, hits on 4-6" in told


def test_8_0_8_who_takes_the_last_royal_noble_out_of_london_is_told_that_it_is_lost() -> None:
    s = position()
    put(s, LANCASTER, "london", margaret=1, somerset=1, buckingham=0)
    s.control[Area("london")] = LANCASTER
    told = "you lose control of London at once: no 3-star Noble is left there"
    decision = campaign_question(s, LANCASTER)
    assert told in forecast(s, LANCASTER, decision, "march margaret somerset southeast").words
    assert told not in forecast(s, LANCASTER, decision, "march margaret buckingham southeast").words


def test_10_0_a_trial_says_on_what_it_succeeds() -> None:
    s = position(Phase.TOWER)
    put(s, LANCASTER, HERE, stanley=0)
    s.control = {Area("london"): YORK}
    put(s, YORK, "london", york=1)
    to_tower(s, NobleId("stanley"))
    assert facts(s, first(tower.trials(s))) == ("Stanley ** 1-5, green, home Northwest: pardoned on 5-6 (2 in 6, 33 %)",)


def test_every_question_that_has_facts_tells_them_in_games_played_by_chance() -> None:
    told: dict[str, set[bool]] = {}
    for seed in ("1", "2"):
        player = RandomPlayer.from_seed(seed)
        table = player.open_table(RULES, load_setup(RULES, "campaign", scenarios_dir()))
        while not table.over:
            asked = player.question(table)
            told.setdefault(asked.key, set()).add(bool(facts(table.state, asked)))
            table.answer(asked.seat, asked.key, player.answer(asked), subject=asked.subject)
    assert {key for key, said in told.items() if True in said} <= set(FACTS_BY_KEY)
    assert {key for key in FACTS_BY_KEY if key in told and told[key] == {True}} >= set(FACTS_BY_KEY) - {NOBLES}


def test_6_1_how_many_can_go_and_how_two_are_named_is_told() -> None:
    s = position()
    put(s, YORK, "south_midlands", york=2, warwick=2)
    put(s, YORK, "ireland", kildare=1)
    told = "\n".join(facts(s, campaign_question(s, YORK)))
    assert "York, Warwick: up to two Nobles to" in told
    assert "Kildare: to Northwest" in told
    assert "Two go together in one line, named in any order: march York Warwick " in told


def test_7_3_an_attack_is_offered_with_the_odds_of_the_best_who_can_go() -> None:
    s = position()
    put(s, YORK, "south_midlands", york=4, warwick=2)
    put(s, LANCASTER, "east", suffolk=2)
    told = "\n".join(facts(s, campaign_question(s, YORK)))
    best = forecast(s, YORK, campaign_question(s, YORK), "march york warwick east").words
    held = percent(max(word.chance for word in best if isinstance(word, Odds)))
    assert f"East (enemies, strength 3: {held})" in told
    assert "how often the best of these marches holds the area, if nobody withdraws" in told


def test_8_0_8_london_is_warned_of_where_two_can_leave_it_without_a_royal_noble() -> None:
    s = position()
    put(s, LANCASTER, "london", margaret=1, buckingham=0)
    warning = "You lose London at once when its last 3-star Noble leaves (Margaret)."
    assert warning not in facts(s, campaign_question(s, LANCASTER))
    s.control[Area("london")] = LANCASTER
    assert warning in facts(s, campaign_question(s, LANCASTER))
    put(s, LANCASTER, "london", margaret=1, somerset=0, york=0)
    assert "You lose London" not in " ".join(facts(s, campaign_question(s, LANCASTER)))


def test_7_3_one_die_is_one() -> None:
    s = battle(buckingham=0)
    assert s.battle is not None
    s.battle.commander = {YORK: NobleId("york"), LANCASTER: NobleId("buckingham")}
    told = " ".join(facts(s, first(may_withdraw(s, LANCASTER))))
    assert "your 1 die, hits on" in told
    assert "1 dice" not in told
