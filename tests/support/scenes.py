"""Scenes: transcripts that begin in the middle of a game, at a position that the file itself describes.

Between the header of a transcript and its log stand

    shows y36 event                         what the scene proves (a card's half), one a line
    given turn 5                            the Calendar box
    given phase campaign
    given norfolk at gloucester men_at_arms=3 coin=2
    given oxford calendar 7 exile           or: given oxford dead | shipwrecked | removed
    given york favours ely oxford           or: given neutral ely
    given depleted ely                      or: given exhausted ely
    given norfolk has y5 y20                Capabilities, with their Special Vassals
    given hold y36 l1
    given in force y14
    given vassal essex henry_vi 4
    given influence york 5
    given london for york
    given order york norfolk, pass          what is left of a Plan
    begin battle gloucester york            what is played: see FLOWS

`python -m tests.support.scenes DRAFT...` turns drafts into scenes: a draft has orders (`york> flee none`) and, wherever
you like, `dice 3 5 1` (the next dice) and `deck york y36 y1` (what the next shuffle of York puts on top); the rest is filled
in, for you to read. Standing orders, forced answers, dice and events appear by themselves.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from pbem.engine.decision import Json, Shape, Shuffle
from pbem.engine.dice import Mixed, RollId
from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import Setup
from pbem.engine.table import Table
from pbem.games import GAMES
from pbem.games.plantagenet import turns
from pbem.games.plantagenet.battle import battle_at
from pbem.games.plantagenet.campaign import command, end_campaign, feed, plan, tides
from pbem.games.plantagenet.cards import arts_of_war
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.state import Depletion, Phase, State, Status
from pbem.games.plantagenet.levy import exiles, muster, pay
from pbem.games.plantagenet.wars.set_up import first_state
from pbem.moderator.core.setups import load_setup
from pbem.orders.carry.execute import execute
from pbem.orders.carry.waiting import carry_on
from pbem.replay.transcript import write_transcript
from pbem.replay.transcript_reader import play_transcript, read_header
from pbem.resources import scenarios_dir
from tests.games.plantagenet import scene

SCENES = Path(__file__).parents[1] / "transcripts" / "plantagenet"
HEAD_WORDS = ("game", "scenario", "rules", "option", "shows", "given", "begin")
Flow: TypeAlias = Callable[[State], Coroutine[Any, Any, Any]]


# What a scene can begin with


FLOWS: dict[str, Callable[..., Flow]] = {
    "game": lambda: turns.play,
    "levy": lambda: turns.levy,
    "campaign": lambda: turns.campaign,
    "draw": lambda side: partial(_with, arts_of_war.draw_events, Side(side)),
    "draw_both": lambda: arts_of_war.arts_of_war,
    "capabilities": lambda side: partial(_with, arts_of_war.draw_capabilities, Side(side)),
    "pay": lambda: pay.pay,
    "exiles": lambda: exiles.exiles_and_vassals,
    "muster": lambda side=None: muster.muster if side is None else partial(_with, muster.muster_side, Side(side)),
    "plan": lambda: plan.plan,
    "start": lambda: plan.begin_campaign,
    "campaign_and_levy": lambda: _campaign_and_levy,
    "commands": lambda: command.commands,
    "card": lambda side, card: partial(_with, command.command_card, Side(side), card),
    "battle": lambda place, side: partial(_with, battle_at.battle_at, Locale(place), Side(side)),
    "feed": lambda: feed.feed,
    "tides": lambda: tides.tides_of_war,
    "disembark": lambda: end_campaign.disembark,
    "waste": lambda: end_campaign.waste,
    "reset": lambda: end_campaign.reset,
    "end": lambda: end_campaign.end_campaign,
}


async def _campaign_and_levy(s: State) -> None:
    await turns.campaign(s)
    await turns.levy(s)


async def _with(flow: Callable[..., Coroutine[Any, Any, Any]], *arguments: Any) -> None:
    """`flow` takes the State last here, first there."""
    *first, s = arguments
    await flow(s, *first)


# What a scene can be given


def apply(s: State, line: str) -> None:
    """Carry out one `given` line. Raises ValueError for one that says nothing."""
    match line.split():
        case ["turn", number]:
            s.turn = int(number)
        case ["phase", phase]:
            s.phase = Phase(phase)
        case ["influence", side, points]:
            scene.lead(s, Side(side), int(points))
        case ["london", "for", "york"]:
            s.london_for_york = True
        case ["hold", *cards]:
            scene.hold(s, *cards)
        case ["in", "force", *cards]:
            scene.in_effect(s, *cards)
        case ["vassal", name, lord, box]:
            scene.vassal(s, name, lord, int(box))
        case [("depleted" | "exhausted") as wear, *locales]:
            scene.worn(s, Depletion(wear), *locales)
        case ["neutral", *locales]:
            scene.favour(s, None, *locales)
        case [side, "favours", *locales]:
            scene.favour(s, Side(side), *locales)
        case ["order", side, *cards]:
            s.plans[Side(side)] = [card.strip(",") for card in cards]
        case [lord, *words]:
            _apply_to_lord(s, Lord(lord), words)
        case _:
            raise ValueError(line)


def _apply_to_lord(s: State, lord: Lord, words: list[str]) -> None:
    match words:
        case ["at", where, *figures]:
            pairs = dict(figure.split("=") for figure in figures)
            scene.put(s, lord, where, **{name: int(number) for name, number in pairs.items()})
        case ["calendar", box, *exile]:
            scene.on_calendar(s, lord, int(box), exile == ["exile"])
        case ["has", *cards]:
            scene.capability(s, lord, *cards)
        case [status]:
            scene.gone(s, lord, Status(status))
        case _:
            raise ValueError(f"{lord} {' '.join(words)}")


# Playing


@dataclass(frozen=True)
class Scene:
    """A scene file's head: its lines as written, what it shows, what is given, what is played."""

    head: tuple[str, ...]
    shows: tuple[str, ...]
    given: tuple[str, ...]
    begin: tuple[str, ...]
    body: tuple[str, ...]

    @classmethod
    def read(cls, text: str) -> Scene:
        """From the text of a file."""
        lines = text.splitlines()
        split = next((n for n, line in enumerate(lines) if _of_body(line)), len(lines))
        told = [line.partition(" ") for line in lines[:split]]
        by_word = {word: tuple(rest for first, _, rest in told if first == word) for word in ("shows", "given", "begin")}
        begin = by_word["begin"][0].split() if by_word["begin"] else ["game"]
        head, body = tuple(lines[:split]), tuple(lines[split:])
        return cls(head, by_word["shows"], by_word["given"], tuple(begin), body)

    def rules(self) -> Rules[State]:
        """Plantagenet, beginning with the scene."""
        flow = FLOWS[self.begin[0]](*self.begin[1:])
        return replace(GAMES["plantagenet"], new_state=self.new_state, play=flow)

    def new_state(self, from_files: Setup) -> State:
        """The scenario with what is given."""
        s = first_state(from_files)
        for line in self.given:
            apply(s, line)
        return s


def _of_body(line: str) -> bool:
    return bool(line.strip()) and not line.startswith("#") and line.partition(" ")[0] not in HEAD_WORDS


def setup_for(text: str) -> Setup:
    """The files of a scene's scenario."""
    header = read_header(text)
    return load_setup(GAMES["plantagenet"], header.scenario, scenarios_dir(), header.options)


def play_scene(text: str) -> Table[Any]:
    """Play a scene strictly. Raises TranscriptError where the rules go another way."""
    return play_transcript(Scene.read(text).rules(), setup_for(text), text)


# Recording


@dataclass
class Script:
    """A Chance that gives dice and decks in the order in which a draft names them."""

    dice: list[int] = field(default_factory=list)
    decks: list[list[str]] = field(default_factory=list)

    def __call__(self, roll: RollId, shape: Shape, mixed: Mixed) -> Json:  # noqa: ARG002
        """The next die, or the items with the next deck's on top."""
        if isinstance(shape, Shuffle):
            top = next((deck for deck in self.decks if deck[0] == roll.subject), None)
            if top is not None:
                self.decks.remove(top)
            cards = [] if top is None else top[1:]
            assert set(cards) <= set(shape.items), f"not in the deck of {roll.subject}: {cards}"
            return [*cards, *(item for item in shape.items if item not in cards)]
        assert self.dice, f"no die left for {roll}"
        return self.dice.pop(0)


def record(draft: str) -> str:
    """The scene that a draft stands for. Raises BadLine where an order is refused."""
    told, script = Scene.read(draft), Script()
    orders = []
    for line in told.body:
        first, _, rest = line.partition(" ")
        if first == "dice":
            script.dice += map(int, rest.split())
        elif first == "deck":
            script.decks.append(rest.split())
        elif first.endswith(">") and first != "dice>":
            orders.append((first[:-1], rest))
    table = Table.open_new(told.rules(), setup_for(draft), script)
    for seat, text in orders:
        execute(table, seat, text)
        carry_on(table)
    assert not script.dice, f"dice left over: {script.dice}"
    lines = write_transcript(table).split("\n")
    log = [line for line in lines if line.partition(" ")[0] not in HEAD_WORDS]
    return "\n".join([*told.head, *log])


if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = Path(name)
        path.write_text(record(path.read_text()))
        print(path.read_text())
