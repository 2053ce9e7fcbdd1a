"""Turns from positions at random, played at random: what is open is what a second reading of the rules says.

Positions that a game would reach after many turns come at once: heirs and twins of both sides dead, turned, in pools or not
of age, a vacant throne, crowded areas, and event cards on both sides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from pbem.engine.decision import DICE, Assign, Decision, Json, Pick, PickSome, Shuffle
from pbem.games.richard_iii.actions.actions import ACT
from pbem.games.richard_iii.actions.events import MUSTER, MUSTER_AT, PLAGUE
from pbem.games.richard_iii.actions.land import path_of
from pbem.games.richard_iii.battle.battle import ACT as BATTLE_TURN
from pbem.games.richard_iii.battle.battle import WHICH
from pbem.games.richard_iii.battle.combat import HIT
from pbem.games.richard_iii.battle.retreat import REGROUP
from pbem.games.richard_iii.battle.treachery import TREASON
from pbem.games.richard_iii.cards.cards import CARD
from pbem.games.richard_iii.components.board import Area, BlockId, CardId, Fate, Kind, Side
from pbem.games.richard_iii.components.options import DONE, March, Regroup, Sail
from pbem.games.richard_iii.components.state import AWAY, MINOR, POOL, REMOVED, Block, GameOver, Phase, State
from pbem.games.richard_iii.political.home import HOME
from pbem.games.richard_iii.political.political import OVERFLOW, political_turn
from pbem.games.richard_iii.supply.succession import ENTER, EXECUTE
from pbem.games.richard_iii.supply.supply import STARVE
from pbem.games.richard_iii.turns import turn
from tests.games.richard_iii.referee import Referee, said
from tests.games.richard_iii.scene import set_up
from tests.support.second_reading import Told

EVENTS = ["piracy", "force_march", "surprise", "treason", "muster", "plague"]
DECK = [*(["ap_4"] * 8), "ap_3", "ap_2", *EVENTS, *EVENTS]
HOT = 8
"""The number of areas in which blocks gather, so that they meet."""
PLAYS, AT_ONCE = 96, 12
"""The turns that are played, each from its seed, and how many of them in one test."""


# Positions


def at_random(rng: Random) -> State:
    """A position in which every living heir, noble and levy is anywhere that the rules let them be."""
    s = set_up()
    s.king_side = rng.choice(list(Side))
    areas = s.board.areas
    owner = {area: place.exile or rng.choice(list(Side)) for area, place in areas.items()}
    hot = gathering(s, rng)
    for block, facts in s.board.blocks.items():
        if facts.twin and facts.start == AWAY and rng.random() < 0.45:  # with the other side from the beginning
            s.blocks[block], s.blocks[facts.twin] = Block(POOL, facts.strength), Block(AWAY, 0)
    for block, facts in s.board.blocks.items():
        side = facts.side or s.king_side.enemy
        open_ = [area for area in (*hot * 6, *areas) if owner[area] is side]
        if s.blocks[block].at not in (AWAY, REMOVED):
            scatter(s, block, rng, open_ or s.board.exiles(side))
    for side in Side:
        if not heirs_of(s, side):
            s.blocks[BlockId("somerset_l" if side is Side.LANCASTER else "gloucester_y")] = Block(POOL, 3)
    s.king = heirs_of(s, s.king_side)[0] if rng.random() < 0.85 else BlockId("")
    s.pretender = heirs_of(s, s.king_side.enemy)[0]
    deal(s, rng)
    return s


def gathering(s: State, rng: Random) -> list[Area]:
    """Areas that are next to each other, so that an attack comes, and is joined, over many borders."""
    areas = [rng.choice([area for area, place in s.board.areas.items() if place.exile is None and s.board.borders[area]])]
    for area in areas:
        near = [each for each in s.board.borders[area] if each not in areas and s.board.areas[each].exile is None]
        areas += near[: HOT - len(areas)]
    return areas


def scatter(s: State, block: BlockId, rng: Random, areas: list[Area]) -> None:
    """One block: dead, not of age, in its pool, face down, or on the map with some of its steps."""
    facts, chance = s.board.blocks[block], rng.random()
    piece = Block(rng.choice(areas), rng.randint(1, facts.strength))
    if chance < 0.16 and facts.fate is Fate.REMOVED:
        piece = Block(REMOVED, 0)
        if facts.twin:
            s.blocks[facts.twin] = Block(REMOVED, 0)
    elif chance < 0.22 and facts.kind is Kind.HEIR:
        piece = Block(MINOR, facts.strength)
    elif chance < 0.35:
        down = facts.fate is not Fate.REMOVED and rng.random() < 0.3
        piece = Block(facts.homes[0] if facts.fate is Fate.HOME else POOL, facts.strength, face_down=down)
    s.blocks[block] = piece


def heirs_of(s: State, side: Side) -> list[BlockId]:
    """3.21 The living heirs, the senior first."""
    facts = s.board.blocks
    heirs = [b for b in facts if facts[b].kind is Kind.HEIR and facts[b].side is side]
    return sorted((b for b in heirs if s.blocks[b].at not in (REMOVED, AWAY)), key=lambda b: facts[b].rank)


def deal(s: State, rng: Random) -> None:
    """1.1 A card that is played this turn, the first of each hand, and others behind it."""
    s.turn = rng.randint(2, 7)
    cards = rng.sample(DECK, 2)
    while cards[0] == cards[1] and cards[0] in EVENTS:
        cards = rng.sample(DECK, 2)
    for side, card in zip(Side, cards, strict=True):
        s.hands[side] = [CardId(card), *[CardId("ap_2")] * (7 - s.turn)]
        s.played[side] = [CardId("ap_3")] * (s.turn - 1)


# Players


class Play:
    """One turn, often with the Political Turn behind it."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)  # noqa: S311 - players, not secrets
        self.s = at_random(self.rng)
        self.referee = Referee(self.s)
        self.objections: list[str] = []
        self.asked: list[str] = []
        self.s.events = Told(self.referee.happens, self.objections)
        self.muster = Area("")

    async def rules(self) -> None:
        """1.0 What is played."""
        try:
            await turn(self.s)
            if self.rng.random() < 0.5:
                self.s.phase = Phase.POLITICAL
                await political_turn(self.s)
        except GameOver:
            return

    def out(self) -> None:
        """Play it to its end."""
        flow, reply = self.rules(), None
        while True:
            try:
                questions = flow.send(reply)
            except StopIteration:
                return
            reply = tuple(self.answer(question) for question in questions)

    def answer(self, asked: Decision) -> Json:
        """What the player, or the dice, say; what is open is compared before."""
        if asked.seat == DICE:
            return self.dice(asked)
        self.asked.append(asked.key)
        if asked.key == CARD:
            return self.s.hands[Side(asked.seat)][0]
        return ANSWERS[asked.key](self, asked, Side(asked.seat))

    def dice(self, asked: Decision) -> Json:
        """Low dice are more frequent, so that blocks fall; even ones too, so that they turn."""
        if isinstance(asked.shape, Shuffle):
            return self.rng.sample(asked.shape.items, len(asked.shape.items))
        return self.rng.choice([1, 1, 2, 2, 2, 3, 4, 5, 6])

    def compare(self, what: str, found: set[Any], expected: set[Any]) -> None:
        """Object where the rules offer anything else than the second reading."""
        if found != expected:
            missing, more = (sorted(map(str, each))[:4] for each in (expected - found, found - expected))
            self.objections.append(f"{what}: {missing} missing, {more} too many")

    # 5.0

    def acts(self, asked: Decision, side: Side) -> str:
        """5.0 Every action is open that should be; attacks are preferred."""
        options = picked(asked)
        self.compare("actions", set(self.actions(options)), self.referee.actions(side))
        moves = [each for each in options if March.fits(each) or Sail.fits(each)]
        attacks = [each for each in moves if self.referee.status(target(each), side) in ("enemy", "contested")]
        joins = [each for each in attacks if self.referee.status(target(each), side) == "contested"]
        chosen = self.rng.choice([*[attacks] * 4, *[joins] * 4, moves, options, [DONE]]) or attacks or options
        answer = self.rng.choice(chosen)
        if answer != DONE:
            self.referee.act(side, answer, self.path(answer))
        return answer

    def actions(self, options: list[str]) -> Iterator[tuple[str, ...]]:
        """Options as the Referee says them; a March that names no way goes the best one."""
        yield from said(options)
        for option in options:
            if (march := March.fits(option)) is not None:
                yield "march", march.block, march.to, *self.path(option)[1:-1]
            elif (sail := Sail.fits(option)) is not None:
                start, to = (self.s.board.areas[area].coast for area in (self.s.blocks[sail.block].at, sail.to))
                yield from (("sail", sail.block, sail.to, sea) for sea in start if sea in to and sail.zone in ("", sea))

    def path(self, option: str) -> tuple[Area, ...]:
        """5.2 The way of a March."""
        march = March.fits(option)
        return path_of(self.s, march) if march is not None else ()

    def musters_at(self, asked: Decision, side: Side) -> str:
        """5.1 To any friendly or vacant area; one to which somebody can come."""
        found = {Area(each) for each in picked(asked) if each != "none"}
        self.compare("muster at", found, {area for area in self.s.board.areas if self.referee.is_open(area, side)})
        coming = {area: len(self.coming(area, side)) for area in found}
        self.muster = self.rng.choice(sorted(found, key=lambda area: (-coming[area], area))[:4])
        return self.muster

    def coming(self, area: Area, side: Side) -> set[tuple[str, ...]]:
        """5.1 Who can come to an area, and by which way."""
        blocks = [block for each in self.s.board.areas for block in self.referee.here(each, side)]
        ways = ((block, path) for block in blocks for path in self.referee.paths(block) if path[-1] == area)
        return {("march", block, area, *path[1:-1]) for block, path in ways}

    def musters(self, asked: Decision, side: Side) -> str:
        """5.1 Everybody can come who should."""
        options = picked(asked)
        self.compare("muster", set(self.actions(options)), self.coming(self.muster, side))
        answer = self.rng.choice(options)
        if answer != DONE:
            self.referee.act(side, answer, self.path(answer))
        return answer

    def plagues(self, asked: Decision, side: Side) -> str:
        """5.1 A city that the enemy alone holds."""
        cities = {area for area, place in self.s.board.areas.items() if place.city}
        expected = {"none", *(area for area in cities if self.referee.status(area, side) == "enemy")}
        self.compare("plague", set(picked(asked)), expected)
        return self.rng.choice(picked(asked))

    # 6.0

    def fights(self, asked: Decision, side: Side) -> str:
        """6.1 P1 says which battle is next."""
        expected = {area for area in self.s.board.areas if self.referee.status(area, side) == "contested"}
        self.compare("battles", set(picked(asked)), expected)
        self.compare("who says the next battle", {side}, {self.s.p1})
        return self.rng.choice(picked(asked))

    def takes_turn(self, asked: Decision, side: Side) -> str:
        """6.2 Whose turn it is, and all that they can do."""
        options, (expected, blocks) = picked(asked), self.referee.in_turn()
        self.compare("in turn", {side}, {expected})
        self.compare("battle turn", said(options), self.referee.turns(side, blocks))
        verb = self.rng.choice(sorted({option.split(" ")[0] for option in options} | {"fire"}))
        return self.rng.choice([option for option in options if option.startswith(verb)] or options)

    def is_hit(self, asked: Decision, side: Side) -> str:
        """6.4 One of the strongest."""
        engaged = self.referee.the_fight().engaged[side]
        most = max(self.s.blocks[block].steps for block in engaged)
        self.compare("hit", set(picked(asked)), {block for block in engaged if self.s.blocks[block].steps == most})
        return self.rng.choice(picked(asked))

    def treason(self, asked: Decision, side: Side) -> str:
        """5.1, 6.9 Before round 1 any engaged enemy with a loyalty number."""
        self.compare("treason", set(picked(asked)), {"none", *self.referee.targets(side, "")})
        return self.rng.choice(picked(asked))

    def regroups(self, asked: Decision, side: Side) -> str:
        """6.7 Whoever has not gone yet, to any area that is open."""
        fight, options = self.referee.the_fight(), picked(asked)
        if self.asked[-2:] != [REGROUP] * 2:
            fight.crossed.clear()
        blocks = self.referee.here(fight.where, side)
        expected = {("regroup", block, to) for block in blocks for to in self.referee.ways_out(block, regroups=True)}
        self.compare("regroup", said([option for option in options if Regroup.fits(option)]), expected)
        return self.rng.choice(options)

    # 6.8-8.5

    def executes(self, _asked: Decision, _side: Side) -> bool:
        """9.1 Now and then."""
        return self.rng.random() < 0.4

    def enters(self, asked: Decision, side: Side) -> str:
        """6.82 The senior minor, at a crown or in exile."""
        minors = [heir for heir in heirs_of(self.s, side) if self.s.blocks[heir].at == MINOR]
        places = self.s.board.areas.items()
        crowns = {area for area, place in places if place.crown and self.referee.is_open(area, side)}
        exiles = {area for area, place in places if place.exile is side}
        self.compare("enter", set(picked(asked)), crowns if side is self.s.king_side else exiles)
        self.compare("who enters", {asked.subject}, set(minors[:1]))
        return self.rng.choice(picked(asked))

    def starves(self, asked: Decision, side: Side) -> list[str]:
        """7.1, 7.2, 8.5 As many as are too many, of all but mercenaries in the exile where they are at home."""
        assert isinstance(asked.shape, PickSome)
        area, facts = Area(asked.subject), self.s.board.blocks
        place = self.s.board.areas[area]
        fed = [b for b in self.referee.here(area, side) if not (place.exile and facts[b].homes == (area,))]
        limit = {"ireland": 2, "scotland": 2, "calais": 4, "france": 4}.get(area, 5 if place.city else 4)
        self.compare("starve", set(asked.shape.options()), set(fed))
        self.compare("how many starve", {asked.shape.least, asked.shape.most}, {len(fed) - limit})
        return self.rng.sample(list(asked.shape.options()), asked.shape.most)

    def goes_home(self, asked: Decision, side: Side) -> dict[str, str]:
        """8.3, 8.4 Who has several homes is asked; one of them is taken."""
        assert isinstance(asked.shape, Assign)
        going = [
            block
            for area, place in self.s.board.areas.items()
            for block in self.referee.here(area, side)
            if place.exile is None and self.s.board.blocks[block].kind in (Kind.HEIR, Kind.NOBLE, Kind.CHURCH)
        ]
        homes = {block: self.referee.homes(block) for block in going}
        expected = {block: areas for block, areas in homes.items() if len(areas) > 1}
        chosen: dict[str, str] = {block: self.rng.choice(sorted(areas)) for block, areas in expected.items()}
        if (why := asked.shape.refusal(chosen)) is not None:
            self.objections.append(f"homes {expected}: {why}")
            return dict(asked.default() if asked.default is not None else {})
        return chosen


def picked(asked: Decision) -> list[str]:
    """The options of a question."""
    assert isinstance(asked.shape, Pick)
    return list(asked.shape.options())


def target(move: str) -> Area:
    """Where a move goes."""
    order = March.fits(move) or Sail.fits(move)
    assert order is not None
    return order.to


ANSWERS: dict[str, Callable[[Play, Decision, Side], Json]] = {
    ACT: Play.acts,
    MUSTER_AT: Play.musters_at,
    MUSTER: Play.musters,
    PLAGUE: Play.plagues,
    WHICH: Play.fights,
    BATTLE_TURN: Play.takes_turn,
    HIT: Play.is_hit,
    TREASON: Play.treason,
    REGROUP: Play.regroups,
    EXECUTE: Play.executes,
    ENTER: Play.enters,
    STARVE: Play.starves,
    OVERFLOW: Play.starves,
    HOME: Play.goes_home,
}


@cache
def played(seed: int) -> tuple[tuple[str, ...], frozenset[str]]:
    """What was objected to in one play, and what was asked."""
    play = Play(seed)
    play.out()
    return tuple(play.objections), frozenset(play.asked)


@pytest.mark.parametrize("first", range(0, PLAYS, AT_ONCE))
def test_5_0_to_8_5_what_is_open_is_what_a_second_reading_of_the_rules_says(first: int) -> None:
    found = {seed: played(seed)[0] for seed in range(first, first + AT_ONCE)}
    assert {seed: objections for seed, objections in found.items() if objections} == {}


def test_every_question_is_met() -> None:
    missing = {*ANSWERS, CARD}
    for seed in range(PLAYS):
        missing -= played(seed)[1] if missing else frozenset()
    assert missing == set()
