"""What previews say of odds."""

from random import Random

import pytest

from pbem.engine.decision import DICE
from pbem.engine.game.forecast import Odds
from pbem.games.warriors_of_england.aftermath import tower
from pbem.games.warriors_of_england.battle.battle import battle
from pbem.games.warriors_of_england.battle.withdrawal import WITHDRAW
from pbem.games.warriors_of_england.campaign.campaign import campaign_question
from pbem.games.warriors_of_england.components.board import Area, NobleId
from pbem.games.warriors_of_england.components.nobles import at, to_tower
from pbem.games.warriors_of_england.components.options import STAY
from pbem.games.warriors_of_england.components.state import Phase, State
from pbem.games.warriors_of_england.preview.forecast import battle_words, forecast
from pbem.games.warriors_of_england.preview.odds import Army, fought_out, hit_chance
from tests.games.warriors_of_england.scene import LANCASTER, YORK, position, put


def simulated(mine: Army, theirs: Army, rounds: int = 4000) -> float:
    """How often the first army is left alone."""
    rng, won = Random(5), 0  # noqa: S311 - a check, not secrets
    for _ in range(rounds):
        one, other = mine.strength, theirs.strength
        while one and other:
            given = sum(rng.randint(1, 6) + mine.bonus >= 6 for _ in range(min(one, mine.leadership)))
            taken = sum(rng.randint(1, 6) + theirs.bonus >= 6 for _ in range(min(other, theirs.leadership)))
            one, other = max(0, one - taken), max(0, other - given)
        won += one > 0
    return won / rounds


@pytest.mark.parametrize(("mine", "theirs"), [(Army(8, 6, 1), Army(8, 5, 0)), (Army(3, 8, 0), Army(5, 3, 0))])
def test_7_3_the_odds_of_a_battle_are_those_of_its_dice(mine: Army, theirs: Army) -> None:
    end = fought_out(mine, theirs)
    assert sum(end) == pytest.approx(1)
    assert end.mine == pytest.approx(simulated(mine, theirs), abs=0.03)


def test_7_3_2_a_better_commander_hits_on_more_faces() -> None:
    assert [hit_chance(bonus) for bonus in (0, 2, 5, 7)] == pytest.approx([1 / 6, 3 / 6, 1, 1])


def test_a_campaign_tells_of_the_battle_or_of_control() -> None:
    s = position()
    put(s, YORK, "yorkshire", warwick=4, hastings=2)
    put(s, LANCASTER, "north_midlands", talbot=4, audley=2)
    decision = campaign_question(s, YORK)
    told = forecast(s, YORK, decision, "march hastings warwick north_midlands").words
    assert told[0] == "battle: your 6 dice, hits on 5-6 (2 in 6, 33 %) against 5 dice, hits on 6 (1 in 6, 17 %)"
    assert told[1] == "intrigue before it: you turn Audley on 1 (1 in 6, 17 %)"
    assert "you hold the field" in told[2]
    assert forecast(s, YORK, decision, "march warwick northeast").words == ("control succeeds on 1-2 (2 in 6, 33 %)",)


def test_a_trial_tells_the_verdict_that_is_needed() -> None:
    s = position(Phase.TOWER, value=5)
    put(s, LANCASTER, "london", margaret=1)
    s.control = {Area("london"): LANCASTER}
    for noble in ("york", "oxford"):
        to_tower(s, NobleId(noble))
    decision = tower.trial_question(s, LANCASTER)
    assert forecast(s, LANCASTER, decision, "york").words == ("executed on 5-6 (2 in 6, 33 %)",)
    assert forecast(s, LANCASTER, decision, "oxford").words == ("pardoned on 5-6 (2 in 6, 33 %)",)


BOTH = ["they turn Bonville on 1-2 (2 in 6, 33 %)", "you turn Audley on 1 (1 in 6, 17 %)"]


def told_odds(words: tuple[str, ...]) -> float:
    return next(line.chance for line in words if isinstance(line, Odds))


def york_holds(s: State, rng: Random) -> bool:
    """Whether York alone is left in Yorkshire after a battle by the rules, in which nobody withdraws."""
    flow, reply = battle(s, Area("yorkshire")), None
    while True:
        try:
            (asked,) = flow.send(reply)
        except StopIteration:
            return not at(s, Area("yorkshire"), LANCASTER) and bool(at(s, Area("yorkshire"), YORK))
        only = asked.shape.forced()
        if asked.seat == DICE:
            reply = (rng.randint(1, 6),)
        elif only is not None:
            reply = (only[0],)
        elif asked.key == WITHDRAW and STAY in asked.shape.options():
            reply = (STAY,)
        else:
            reply = (asked.default(),)


@pytest.mark.parametrize(
    ("york", "lancaster", "turned"),
    [
        ({"york": 1}, {"clifford": 2, "audley": 1}, ["you turn Audley on 1-2 (2 in 6, 33 %)"]),
        ({"hastings": 3, "bonville": 2}, {"somerset": 1}, ["they turn Bonville on 1-2 (2 in 6, 33 %)"]),
        ({"warwick": 2, "bonville": 2}, {"somerset": 2, "audley": 2}, BOTH),
        ({"bonville": 2}, {"somerset": 1}, ["they turn Bonville on 1-2 (2 in 6, 33 %)"]),
    ],
)
def test_7_2_the_odds_of_a_battle_count_the_intrigues_before_it(
    york: dict[str, int], lancaster: dict[str, int], turned: list[str]
) -> None:
    def scene() -> State:
        s = position(Phase.BATTLES)
        put(s, YORK, "yorkshire", **york)
        put(s, LANCASTER, "yorkshire", **lancaster)
        s.aggressor[Area("yorkshire")] = YORK
        return s

    s = scene()
    words = battle_words(s, YORK, at(s, Area("yorkshire"), YORK), at(s, Area("yorkshire"), LANCASTER), "", YORK)
    rng = Random(7)  # noqa: S311 - a check, not secrets
    held = sum(york_holds(scene(), rng) for _ in range(1500)) / 1500
    assert [line for line in words if line.startswith("intrigue")] == [f"intrigue before it: {line}" for line in turned]
    assert told_odds(words) == pytest.approx(held, abs=0.05)
