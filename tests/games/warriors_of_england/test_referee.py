"""Games played at random: what is open, and what dice come to, is what a second reading of the rules says."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from pbem.engine.decision import DICE, Decision, Json, Pick, PickSome, Shuffle, Split
from pbem.games.warriors_of_england.aftermath.levy import LEVY
from pbem.games.warriors_of_england.aftermath.placing import DRAFT, PLACE
from pbem.games.warriors_of_england.aftermath.tower import TRIAL
from pbem.games.warriors_of_england.battle.battle import ORDER
from pbem.games.warriors_of_england.battle.commanders import COMMANDER
from pbem.games.warriors_of_england.battle.intrigue import INTRIGUE
from pbem.games.warriors_of_england.battle.losses import EXILE, NOBLES, TROOPS
from pbem.games.warriors_of_england.battle.withdrawal import FORCE, WITHDRAW
from pbem.games.warriors_of_england.campaign.campaign import CAMPAIGN
from pbem.games.warriors_of_england.components.board import Area, Side
from pbem.games.warriors_of_england.components.options import Choose, PlaceAt, Withdraw
from pbem.games.warriors_of_england.setup import CHOOSE
from pbem.games.warriors_of_england.turns import play
from tests.games.warriors_of_england.referee import Referee
from tests.games.warriors_of_england.scene import set_up
from tests.support.second_reading import Told

GAMES = 6
QUESTIONS = {CHOOSE, CAMPAIGN, ORDER, COMMANDER, INTRIGUE, TROOPS, NOBLES, EXILE, WITHDRAW, FORCE, LEVY, TRIAL, DRAFT, PLACE}


class Game:
    """A whole game of players who go to the enemy and fight."""

    def __init__(self, seed: int) -> None:
        self.rng, self.s = Random(seed), set_up()  # noqa: S311 - players, not secrets
        self.referee, self.objections, self.asked = Referee(self.s), list[str](), set[str]()
        self.s.events = Told(self.referee.happens, self.objections)

    def out(self) -> None:
        """Play it to its end."""
        flow, reply = play(self.s), None
        while True:
            try:
                questions = flow.send(reply)
            except StopIteration:
                return
            reply = tuple(self.answer(question) for question in questions)

    def answer(self, asked: Decision) -> Json:
        """What a player, or the dice, say; what is open is compared before."""
        if asked.seat == DICE:
            if isinstance(asked.shape, Shuffle):
                return self.rng.sample(asked.shape.items, len(asked.shape.items))
            return self.rng.randint(1, 6)
        self.asked.add(asked.key)
        side, shape = Side(asked.seat), asked.shape
        if isinstance(shape, Split | PickSome):
            return self.loses(asked, side)
        if not isinstance(shape, Pick):
            return self.rng.random() < 0.7
        options = set(shape.options())
        if (expected := self.expected(asked, side)) != options:
            missing, more = sorted(expected - options)[:4], sorted(options - expected)[:4]
            self.objections.append(f"{asked.key} {asked.subject}: {missing} missing, {more} too many")
        return self.chooses(asked, side, sorted(options))

    def expected(self, asked: Decision, side: Side) -> set[str]:
        """What should be open."""
        referee, here = self.referee, self.referee.here
        match asked.key:
            case "6.0 campaign":
                return referee.campaigns(side) if referee.left[side] else set()
            case "7.0 order":
                regions = self.s.board.regions
                both = {str(area) for area in regions if referee.at(area, side) and referee.at(area, side.enemy)}
                return both if side is self.s.initiative else set()
            case "7.1 commander":
                battle = self.s.battle
                nobles = battle.retreating if battle is not None and battle.to else referee.at(here, side)
                most = max(referee.up(noble).stars for noble in nobles)
                return {noble for noble in nobles if referee.up(noble).stars == most}
            case "7.2 intrigue":
                return {"none", *referee.intrigues(side)}
            case "7.5 exile":
                return {area for area, place in self.s.board.areas.items() if place.faction is side}
            case "7.6 withdraw":
                return referee.withdrawals(side) | (set() if asked.subject.endswith("forced") else {"stay"})
            case "9.0 levy":
                return {"none", *referee.levied(asked.subject.split(" ")[0], side)}
            case "10.0 trial":
                inside = {noble for noble, each in self.s.nobles.items() if each.at == "tower"}
                return {"none", *(inside - referee.tried)} if self.s.control.get(Area("london")) is side else set()
            case "11.1 draft":
                return referee.drafts(side)
            case "11.2 place":
                return referee.places(side) if referee.left[side] else set()
        return set(self.chosen_at_set_up(side))

    def chosen_at_set_up(self, side: Side) -> Iterator[str]:
        """3.0 Each neutral Noble who has been drawn, one with a crown with each area."""
        for noble, each in self.s.nobles.items():
            if each.at == "drawn":
                crown = self.s.board.nobles[noble].home == "crown"
                yield from (
                    (f"choose {noble} {area}" for area in self.referee.crown_areas(side)) if crown else [f"choose {noble}"]
                )

    def chooses(self, asked: Decision, side: Side, options: list[str]) -> str:
        """One of what is open; the Referee writes down what it keeps books of."""
        if asked.key == CAMPAIGN:
            to_enemies = [each for each in options if self.referee.at(each.split(" ")[-1], side.enemy)]
            answer = self.rng.choice(to_enemies or options)
            self.referee.left[side] -= 1
            if answer != "pass":
                self.referee.moves(side, answer.split(" ")[-1])
            return answer
        if asked.key == WITHDRAW:
            stays = "stay" in options and self.rng.random() < 0.8
            answer = "stay" if stays else self.rng.choice(options)
            assert stays or answer == "stay" or Withdraw.fits(answer)
            return answer
        answer = self.rng.choice(options)
        if asked.key == PLACE:
            self.referee.left[side] -= 1
            placed = PlaceAt.read(answer)
            if placed.noble in self.s.nobles:
                self.referee.moves(side, placed.area or self.s.board.nobles[placed.noble].home)
        assert asked.key != CHOOSE or Choose.fits(answer)
        return answer

    def loses(self, asked: Decision, side: Side) -> Any:
        """7.5 Troops of those who are hit, or Nobles, the commander last."""
        assert asked.default is not None
        if isinstance(asked.shape, PickSome) and self.referee.commander[side] in asked.shape.options():
            self.objections.append(f"{self.referee.commander[side]} can be hit before others")
        return asked.default()


@cache
def played(seed: int) -> tuple[tuple[str, ...], frozenset[str]]:
    """What was objected to in one game, and what was asked."""
    game = Game(seed)
    game.out()
    return tuple(game.objections), frozenset(game.asked)


@pytest.mark.parametrize("seed", range(GAMES))
def test_3_0_to_13_0_what_is_open_is_what_a_second_reading_of_the_rules_says(seed: int) -> None:
    assert played(seed)[0] == ()


def test_every_question_is_met() -> None:
    assert frozenset[str]().union(*(played(seed)[1] for seed in range(GAMES))) == QUESTIONS
