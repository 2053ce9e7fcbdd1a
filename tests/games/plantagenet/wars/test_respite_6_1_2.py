"""6.1 Respite and War: which War is next, what passes over to it, Natural Causes (6.3)."""

from collections.abc import Sequence

import pytest

from pbem.games.plantagenet import turns
from pbem.games.plantagenet.components.box import Side
from pbem.games.plantagenet.components.state import State
from pbem.games.plantagenet.wars.ending import end_war
from pbem.games.plantagenet.wars.respite import natural_causes, next_war
from tests.games.plantagenet.build import LANCASTER, YORK, run, told
from tests.games.plantagenet.scene import in_effect
from tests.games.plantagenet.wars.war import state_of_wars, war


def won(code: str, winner: Side, *lost: str, turn: int = 10) -> State:
    """A War that has just ended in this Turn."""
    s = war(code, *lost, turn=turn)
    state_of_wars(s).won.append({"war": code, "winner": winner, "how": "threshold", "turn": turn})
    return s


# 6.1.2


@pytest.mark.parametrize(
    ("code", "winner", "following"),
    [
        ("I", YORK, "IIY"),
        ("I", LANCASTER, "IIL"),
        ("IIY", YORK, "IIIY"),
        ("IIY", LANCASTER, "IIIL"),
        ("IIL", YORK, "IIIY"),
        ("IIL", LANCASTER, "IIIL"),
    ],
)
def test_6_1_2_the_winner_decides_which_war_is_next(code: str, winner: Side, following: str) -> None:
    assert next_war(won(code, winner)) == following


def campaign_of(monkeypatch: pytest.MonkeyPatch, winners: Sequence[Side], dice: Sequence[int] = ()) -> State:
    """The campaign where each War is won in its first Turn."""
    s, left = war("I"), list(winners)

    async def ended_at_once(s: State) -> None:
        end_war(s, left.pop(0), "threshold")

    monkeypatch.setattr(turns, "take_turn", ended_at_once)
    run(turns.play_wars(s), dice=dice)
    assert not left
    return s


@pytest.mark.parametrize(
    ("winners", "wars"),
    [((YORK, YORK, LANCASTER), ["I", "IIY", "IIIY"]), ((LANCASTER, YORK, YORK), ["I", "IIL", "IIIY"])],
)
def test_6_0_the_winner_of_the_third_war_wins_the_campaign(
    monkeypatch: pytest.MonkeyPatch, winners: Sequence[Side], wars: list[str]
) -> None:
    s = campaign_of(monkeypatch, winners, dice=[6, 6, 6, 6])
    assert [each["war"] for each in state_of_wars(s).won] == wars
    assert s.result["winner"] is winners[-1]


def test_6_1_2_removed_heirs_and_y28_pass_over_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    s = war("I", "rutland")
    s.influence = 17
    codes: list[str] = []

    async def ended_at_once(s: State) -> None:
        codes.append(state_of_wars(s).war)
        if codes[-1] == "IIY":
            assert (s.influence, state_of_wars(s).heirs[YORK]) == (0, ["york", "march", "gloucester"])
            state_of_wars(s).gloucester_as_heir = True
        end_war(s, YORK, "threshold")

    monkeypatch.setattr(turns, "take_turn", ended_at_once)
    run(turns.play_wars(s), dice=[6, 6, 6, 6])
    assert codes == ["I", "IIY", "IIIY"]
    assert state_of_wars(s).removed == ["rutland"]
    assert state_of_wars(s).gloucester_as_heir


# Natural Causes


def aged(s: State, *dice: int) -> list[str]:
    """6.3 Natural Causes with these dice; who is removed then."""
    before = list(state_of_wars(s).removed)
    run(natural_causes(s), dice=dice)
    return [person for person in state_of_wars(s).removed if person not in before]


@pytest.mark.parametrize("code", ["IIY", "IIL"])
@pytest.mark.parametrize(("dice", "gone"), [((4, 5), True), ((5, 5), False)])
def test_6_3_two_dice_less_than_the_last_turn_remove_henry_vi(code: str, dice: tuple[int, int], gone: bool) -> None:
    s = won(code, YORK, turn=10)
    assert aged(s, *dice, 6, 6) == (["henry_vi"] if gone else [])


def test_6_3_two_dice_for_york_too() -> None:
    assert aged(won("IIL", LANCASTER, "henry_vi", turn=3), 1, 1) == ["york"]


def test_6_3_the_turn_in_which_the_war_ended_counts() -> None:
    assert aged(won("IIL", LANCASTER, "henry_vi", turn=2), 1, 1) == []


@pytest.mark.parametrize(("die", "gone"), [(6, ["march"]), (5, [])])
def test_6_3_iiy_edward_iv_goes_on_a_six(die: int, gone: list[str]) -> None:
    assert aged(won("IIY", YORK, "york", "henry_vi"), die) == gone


def test_6_3_iiy_march_is_not_edward_iv_when_york_goes_now() -> None:
    assert aged(won("IIY", YORK, "henry_vi"), 1, 1) == ["york"]


def test_6_3_iil_march_is_never_rolled_for() -> None:
    assert aged(won("IIL", LANCASTER, "york", "henry_vi")) == []


@pytest.mark.parametrize("code", ["I", "IIIY", "IIIL"])
def test_6_3_only_after_a_second_war(code: str) -> None:
    s = won(code, YORK)
    s.result = None
    assert aged(s) == []


@pytest.mark.parametrize("winner", [YORK, LANCASTER])
def test_6_0_who_loses_the_last_yorkist_heir_so_has_lost_the_campaign(winner: Side) -> None:
    s = won("IIY", winner, "march", "rutland", "gloucester", "henry_vi")
    assert aged(s, 1, 1) == ["york"]
    assert s.result["winner"] is LANCASTER


def test_6_0_henry_tudor_shields_lancaster() -> None:
    s = won("IIL", LANCASTER, "york", "margaret", "somerset_1", "somerset_2")
    assert aged(s, 1, 1) == ["henry_vi"]
    assert s.result is None


def test_6_1_natural_causes_come_before_the_next_war_is_set_up() -> None:
    s = won("IIY", YORK, "henry_vi", "rutland", "gloucester")
    run(turns.respite(s), dice=[1, 1])
    assert state_of_wars(s).war == "IIIY"
    assert state_of_wars(s).heirs[YORK] == ["march"]


def test_6_1_2_everything_else_is_set_up_anew() -> None:
    s = won("I", LANCASTER)
    in_effect(s, "l17")
    run(turns.respite(s))
    assert [event.data["war"] for event in told(s, "war_begins")] == ["IIL"]
    assert (s.this_levy, s.turn, s.influence) == ([], 1, 0)
