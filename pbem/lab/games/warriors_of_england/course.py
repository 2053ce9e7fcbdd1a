"""The course of a game, followed by its Events alone: what they say must fit together, and lead to the position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.engine.event import Event
from pbem.games.warriors_of_england.aftermath.tower import AWARD
from pbem.games.warriors_of_england.components.board import HENRY_VI, ROYAL, Area, Board, NobleId, Side
from pbem.games.warriors_of_england.components.state import ASIDE, CUP, DRAWN, OUT, State, covert

Data = Mapping[str, Any]
NAMED = ("noble", "nobles", "group")
"""The data of Events that name Nobles who act or suffer something."""


@dataclass
class Shadow:
    """The position as the Events tell it. `award` are VP given for an execution that is still to be told."""

    board: Board
    at: dict[NobleId, Area] = field(default_factory=dict)
    by: dict[NobleId, Side] = field(default_factory=dict)
    flipped: set[NobleId] = field(default_factory=set)
    control: dict[Area, Side] = field(default_factory=dict)
    vp: int = 0
    award: Side | None = None
    left: dict[Side, int] = field(default_factory=dict)


def course_findings(begun: State, s: State, events: Sequence[Event]) -> list[str]:
    """What does not fit together in the Events of a game, and with the position they have led to."""
    shadow = _begin(begun.board)
    findings = []
    for event in events:
        findings += [f"{noble} is dead, and in {event.name}" for noble in _named(event.data) if shadow.at.get(noble) == OUT]
        if (step := STEPS.get(event.name)) is not None:
            findings += step(shadow, event.data)
    return [*findings, *_differences(shadow, s)]


def _begin(board: Board) -> Shadow:
    shadow = Shadow(board)
    for noble, counter in board.nobles.items():
        if counter.setup is not None:
            shadow.at[noble], shadow.by[noble] = Area(counter.setup["region"]), Side(counter.setup["controller"])
    return shadow


def _named(data: Data) -> Iterator[NobleId]:
    for name in NAMED:
        match data.get(name):
            case str() as noble:
                yield NobleId(noble)
            case list() as nobles:
                yield from map(NobleId, nobles)
            case {"nobles": list() as nobles}:
                yield from map(NobleId, nobles)


def _differences(shadow: Shadow, s: State) -> Iterator[str]:
    for noble, each in s.nobles.items():
        by_events = shadow.at.get(noble)
        if by_events is not None and by_events != (CUP if each.at == ASIDE else each.at):
            yield f"{noble} is at {each.at}, by the Events at {by_events}"
        if each.at in s.board.areas and shadow.by.get(noble) is not each.by:
            yield f"{noble} is {each.by}'s, by the Events {shadow.by.get(noble)}'s"
    if shadow.control != s.control:
        yield f"control is {s.control}, by the Events {shadow.control}"
    if shadow.vp != s.vp:
        yield f"the VP marker is at {s.vp}, by the Events at {shadow.vp}"


# What Events do


def _set_up(shadow: Shadow, data: Data) -> Iterator[str]:
    """3.0 Control marks are laid."""
    shadow.control = {Area(area): Side(side) for area, side in data["control"].items()}
    yield from ()


def _drawn(shadow: Shadow, data: Data) -> Iterator[str]:
    """11.1 Nobles come out of the cup, some of whom had been put back."""
    for noble in map(NobleId, data["nobles"]):
        if (was := shadow.at.get(noble)) not in (None, CUP):
            yield f"{noble} is drawn from {was}"
        shadow.at[noble] = DRAWN


def _placed(shadow: Shadow, data: Data) -> Iterator[str]:
    """3.0, 11.2 A Noble comes to the map from his Covert Box, or out of the draw."""
    noble, side = NobleId(data["noble"]), Side(data["side"])
    if (was := shadow.at.get(noble)) not in (DRAWN, covert(side)):
        yield f"{noble} is placed from {was}"
    shadow.at[noble], shadow.by[noble] = Area(data["area"]), side


def _initiative(shadow: Shadow, data: Data) -> Iterator[str]:
    """5.0 The value is the losing die and 1; the other side has one impulse less."""
    side = Side(data["side"])
    if data["value"] != min(data["dice"].values()) + 1:
        yield f"the dice {data['dice']} give the value {data['value']}"
    shadow.left = {side: data["value"], side.enemy: data["value"] - 1}


def _uses(shadow: Shadow, data: Data) -> Iterator[str]:
    """6.1 An impulse is used."""
    side = Side(data["side"])
    shadow.left[side] -= 1
    if shadow.left[side] < 0 or shadow.left[side] != data["left"]:
        yield f"{side} has {data['left']} impulses left, and should have {shadow.left[side]}"


def _campaigns(shadow: Shadow, data: Data) -> Iterator[str]:
    """6.1 Nobles of one area go to another, two at most."""
    yield from _uses(shadow, data)
    group = data["group"]
    nobles, start, to = [NobleId(noble) for noble in group["nobles"]], Area(group["start"]), Area(group["to"])
    border = shadow.board.borders[start].get(to)
    if {shadow.at.get(noble) for noble in nobles} != {start} or {shadow.by.get(noble) for noble in nobles} != {data["side"]}:
        yield f"{nobles} do not stand in {start}"
    if border is None or len(nobles) > border.limit:
        yield f"{nobles} cannot go from {start} to {to}"
    shadow.at.update(dict.fromkeys(nobles, to))


def _arrive(shadow: Shadow, data: Data) -> Iterator[str]:
    """7.6.7 Those who have withdrawn."""
    shadow.at.update({NobleId(noble): Area(data["to"]) for noble in data["nobles"]})
    yield from ()


def _intrigue(shadow: Shadow, data: Data) -> Iterator[str]:
    """7.2.1 An enemy Noble may change sides."""
    noble, side = NobleId(data["noble"]), Side(data["side"])
    if shadow.by.get(noble) is not side.enemy:
        yield f"{side} intrigues with {noble}, who is no enemy"
    if data["turned"]:
        shadow.by[noble] = side


def _goes(shadow: Shadow, data: Data) -> Iterator[str]:
    """7.5 Flight, 10.0 trial, 11.1 selection: a Noble comes somewhere else; who dies for the second time is out."""
    noble, to = NobleId(data["noble"]), Area(data["to"])
    dies = data.get("outcome") == "killed" or (data.get("done") and not data["pardon"])
    if dies and (to == OUT) is not (noble == HENRY_VI or noble in shadow.flipped):
        yield f"{noble} dies and comes to {to}"
    if not dies and to == OUT:
        yield f"{noble} is out without dying"
    shadow.at[noble] = CUP if to == ASIDE else to
    if dies:
        shadow.flipped.add(noble)


def _tried(shadow: Shadow, data: Data) -> Iterator[str]:
    """10.0 The award is for an execution of a 3-star Noble of the enemy's, and none goes without."""
    counter = shadow.board.nobles[NobleId(data["noble"])]
    up = counter.reverse if data["noble"] in shadow.flipped else counter.face
    due = Side(data["side"]) if data["done"] and not data["pardon"] and up.stars >= ROYAL else None
    if shadow.award is not due:
        yield f"the trial of {data['noble']} gives {shadow.award} VP that are due to {due}"
    shadow.award = None
    yield from _goes(shadow, data)


def _award(shadow: Shadow, data: Data) -> Iterator[str]:
    """10.0 2 VP at once."""
    shadow.award = Side(data["side"])
    shadow.vp += AWARD if shadow.award is Side.LANCASTER else -AWARD
    yield from _marker(shadow, data)


def _scores(shadow: Shadow, data: Data) -> Iterator[str]:
    """12.0 The VP of controlled regions, less those for exiles; the marker moves by the difference."""
    gained = {side: _points(shadow, side) for side in Side}
    if gained != data["gained"]:
        yield f"the sides score {data['gained']}, by the Events {gained}"
    shadow.vp += gained[Side.LANCASTER] - gained[Side.YORK]
    yield from _marker(shadow, data)


def _points(shadow: Shadow, side: Side) -> int:
    points = sum(shadow.board.regions[area].points for area, holder in shadow.control.items() if holder is side)
    abroad = [at for noble, at in shadow.at.items() if at in shadow.board.foreign and shadow.by.get(noble) is side]
    return points - sum(shadow.board.foreign[at].points for at in abroad)


def _marker(shadow: Shadow, data: Data) -> Iterator[str]:
    if data["vp"] != shadow.vp:
        yield f"the VP marker is moved to {data['vp']}, and should be at {shadow.vp}"


def _gains(shadow: Shadow, data: Data) -> Iterator[str]:
    """8.0 Control without a roll, or by one; only somebody who stands there gains it."""
    area, side = Area(data["area"]), Side(data["side"])
    if data.get("gained", True):
        shadow.control[area] = side
        if not any(at == area and shadow.by.get(noble) is side for noble, at in shadow.at.items()):
            yield f"{side} gains {area} without a Noble there"


def _lost(shadow: Shadow, data: Data) -> Iterator[str]:
    """8.0.5, 8.0.8 Nobody controls it any more."""
    area = Area(data.get("area", "london"))
    if shadow.control.pop(area, None) is None:
        yield f"{area} is lost by nobody"


STEPS: Mapping[str, Callable[[Shadow, Data], Iterator[str]]] = {
    "set_up": _set_up,
    "drawn": _drawn,
    "placed": _placed,
    "initiative": _initiative,
    "passes": _uses,
    "campaigns": _campaigns,
    "disgraced": _arrive,
    "intrigue": _intrigue,
    "flight": _goes,
    "selects": _goes,
    "trial": _tried,
    "award": _award,
    "scores": _scores,
    "game_over": _marker,
    "gains": _gains,
    "tries": _gains,
    "uncontrolled": _lost,
    "london_lost": _lost,
}
