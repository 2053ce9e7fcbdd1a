"""Plays a rule with the choices and dice of a record."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Coroutine, Mapping
from typing import Any, TypeVar

from pbem.engine.decision import DICE, Decision, Json
from pbem.engine.phrase import NONE
from pbem.games.richard_iii.actions.actions import ACT as DO
from pbem.games.richard_iii.actions.events import MUSTER, MUSTER_AT, PLAGUE
from pbem.games.richard_iii.battle.battle import ACT, WHICH
from pbem.games.richard_iii.battle.combat import HIT
from pbem.games.richard_iii.battle.retreat import REGROUP
from pbem.games.richard_iii.battle.treachery import TREASON
from pbem.games.richard_iii.cards.cards import CARD
from pbem.games.richard_iii.cards.deal import DEAL
from pbem.games.richard_iii.components.board import Area, BlockId, Side
from pbem.games.richard_iii.components.options import (
    DONE,
    Charge,
    Fire,
    Hold,
    March,
    Recruit,
    Regroup,
    Retreat,
    Sail,
    Turn,
)
from pbem.games.richard_iii.components.state import POOL, GameOver, State
from pbem.games.richard_iii.political.home import HOME
from pbem.games.richard_iii.political.political import OVERFLOW
from pbem.games.richard_iii.supply.succession import ENTER, EXECUTE
from pbem.games.richard_iii.supply.supply import STARVE
from pbem.lab.conform.conformance import OperationRecord
from pbem.lab.conform.driver import Mismatch

T = TypeVar("T")
CREDIT = 100
SILENT = (
    "end",
    "end_regroup",
    "stop",
    "no_treason",
    "spare",
    "step",
    "sea_move",
    "recruit",
    "battle",
    "muster_area",
    "muster_move",
    "plague",
)
"""Choices that end something, or that stand among the arguments too."""


class Script:
    """What is left of a record's choices and dice."""

    def __init__(self, s: State, record: OperationRecord) -> None:
        self.s, self.record = s, record
        self.choices = [entry for entry in record.script if entry["t"] == "choice"]
        self.dice = deque(record.args["dice"])
        self.moves = deque(record.args.get("moves", ()))
        self.mixed = False
        """Whether moves may follow recruits."""
        self.one_pair = False
        """Whether of the ports paid for from one port only the last is remembered."""
        self.relaxed = set[str]()
        """The questions to which the recorded answer stands although the rules refuse it, by their keys."""
        self.unasked: Collection[str] = ()
        """Blocks whose home nobody need ask for."""
        self.ends = False
        """Whether the game is over where the script ends."""
        self.lends = False
        """Whether AP are lent after a sea move once there are none."""
        self.sailed = False
        """Whether a move was by sea."""
        self.credit = 0
        """AP that the record spends although there are none."""
        for entry in self.choices:
            if entry["c"] in ("retreat", "regroup"):
                self._learn_sea(BlockId(entry["block"]), Area(entry["area"]))

    def play(self, flow: Coroutine[Any, Any, T], stop_at: tuple[str, ...] = ()) -> T | None:
        """Run a rule to its end, or to a question with one of these keys. Raises Mismatch."""
        reply: tuple[Json, ...] | None = None
        while True:
            try:
                asked = flow.send(reply)
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]
            if any(each.key in stop_at for each in asked):
                flow.close()
                return None
            reply = tuple(self.answer(each) for each in asked)

    def answer(self, decision: Decision) -> Json:
        """The recorded answer to a question. Raises Mismatch where the rules refuse it."""
        if decision.seat == DICE:
            return self._hands(decision) if decision.key == DEAL else self.die()
        answer = ANSWERS[decision.key](self, decision)
        refusal = decision.shape.refusal(answer)
        if refusal and decision.key not in self.relaxed:
            raise Mismatch(f"{decision.key} ({decision.subject}) of {decision.seat}: {answer!r} refused: {refusal}")
        return answer

    def die(self) -> int:
        """The next die. Raises Mismatch."""
        if not self.dice:
            raise Mismatch("no die is left")
        return int(self.dice.popleft())

    def spent(self) -> None:
        """Raises Mismatch where dice or choices that mean something are left over."""
        means = (entry for entry in self.choices if entry["c"] != "home" or entry["block"] not in self.unasked)
        left = [entry["c"] for entry in means if entry["c"] not in SILENT]
        if self.dice or left or self.moves:
            raise Mismatch(f"left over: {left}, dice {list(self.dice)}, moves {list(self.moves)}")

    def lend(self) -> None:
        """AP for whatever follows."""
        self.credit += CREDIT
        self.s.ap += CREDIT

    def take(self, *kinds: str, **facts: Any) -> Mapping[str, Any] | None:
        """The first choice of these kinds with these facts, taken out."""
        for entry in self.choices:
            if entry["c"] in kinds and all(entry.get(name) == value for name, value in facts.items()):
                self.choices.remove(entry)
                return entry
        return None

    def _hands(self, decision: Decision) -> list[str]:
        """The deck with the cards of the recorded hands on top."""
        deck, top = list(decision.shape.items), []  # type: ignore[attr-defined]
        for side in Side:
            for card in self.record.after["hands"][side]:
                drawn = next(each for each in deck if each.partition(".")[0] == card)
                deck.remove(drawn)
                top.append(drawn)
        return [*top, *deck]

    # Answers

    def acts(self, decision: Decision) -> str:
        """The next move of the phase."""
        if self.mixed:
            self.s.recruiting = False
        if self.one_pair:
            self.s.pairs = list(dict(self.s.pairs).items())
        if not self.moves:
            self.s.ap, self.credit = self.s.ap - self.credit, 0
            return DONE
        if self.lends and self.sailed and not self.s.ap:
            self.lend()
        self.sailed |= "sea" in self.moves[0]
        return self.order_of(self.moves.popleft(), decision)

    def order_of(self, move: Mapping[str, Any], _decision: Decision) -> str:
        """A move as an order."""
        if "land" in move:
            _, *way, to = move["path"]
            return March(BlockId(move["land"]), Area(to), tuple(map(Area, way)))
        if "sea" in move:
            block, to = BlockId(move["sea"]), Area(move["to"])
            start = self.s.blocks[block].at
            seas = self.s.board.seas_between(start, to)
            if move["from"] != start or move["zone"] not in seas:
                raise Mismatch(f"{block} does not sail from {move['from']} to {to} by the {move['zone']}")
            named = len(seas) > 1
            return Sail(block, to, move["zone"] if named else "")
        return Recruit(BlockId(move["recruit"]), Area(move["area"]))

    def fights(self, _decision: Decision) -> str:
        """What a block does on its battle turn."""
        entry = self.take("fire", "charge", "treachery", "pass", "retreat", "eliminate")
        if entry is None and self.ends:
            raise GameOver
        if entry is None:
            raise Mismatch("no battle turn is left")
        block = BlockId(entry["block"])
        match entry["c"]:
            case "fire":
                return Fire(block)
            case "charge":
                return Charge(block, BlockId(entry["target"]))
            case "treachery":
                return Turn(block, BlockId(entry["target"]))
            case "pass":
                return Hold(block)
            case "eliminate":
                return Retreat(block)
        return Retreat(block, Area(entry["area"]))

    def _learn_sea(self, block: BlockId, to: Area) -> None:
        """A position does not tell by which of two seas a block has come; where it goes does."""
        here = self.s.blocks[block].at
        seas = {entry.start for entry in self.s.entered if entry.to == here}
        if block in self.s.by_sea and to != here:
            fit = [zone for zone in self.s.board.areas[to].coast if zone in seas]
            self.s.by_sea[block] = fit[0] if fit else self.s.by_sea[block]

    def is_hit(self, decision: Decision) -> str:
        """Who of equals is hit."""
        only = decision.shape.forced()
        if only is not None:
            return str(only[0])
        entry = self.take("hit")
        if entry is None:
            raise Mismatch(f"nobody is named of {decision.shape}")
        return str(entry["block"])

    def regroups(self, _decision: Decision) -> str:
        """Who regroups where."""
        while (entry := self.take("regroup")) is not None:
            block, to = BlockId(entry["block"]), Area(entry["area"])
            if to != self.s.blocks[block].at:  # those who sail "to" where they are stay
                return Regroup(block, to)
        return DONE

    def tries(self, _decision: Decision) -> str:
        """Whom the Treason card tries."""
        entry = self.take("treason", "no_treason")
        return NONE if entry is None or entry["c"] == "no_treason" else str(entry.get("target") or entry["block"])

    def executes(self, decision: Decision) -> bool:
        """Whether somebody is executed."""
        return self.take("execute", block=decision.subject) is not None

    def enters(self, decision: Decision) -> str:
        """Where a minor enters."""
        only, entry = decision.shape.forced(), self.take("enter_minor", block=decision.subject)
        if entry is None:
            if only is None:
                raise Mismatch(f"{decision.subject} enters nowhere")
            return str(only[0])
        return str(entry["area"])

    def starves(self, decision: Decision) -> list[str]:
        """Who loses a step, or leaves an exile area."""
        shape: Any = decision.shape
        kind = "supply_loss" if decision.key == STARVE else "overflow"
        among: list[str] = shape.options()
        losers: list[str] = []
        while len(losers) < shape.least:
            entry = next((e for e in self.choices if e["c"] == kind and e["block"] in among), None)
            if entry is None and decision.key in self.relaxed:
                return losers or [block for block in among if self.record.after["blocks"][block]["at"] == POOL]
            if entry is None:
                only = shape.forced()
                if only is None:
                    raise Mismatch(f"{kind}: {len(losers)} of {shape.least} are named")
                return list(only[0])
            self.choices.remove(entry)
            losers.append(str(entry["block"]))
        return losers

    def goes_home(self, decision: Decision) -> dict[str, str]:
        """Who goes where."""
        shape: Any = decision.shape
        homes: dict[str, str] = {}
        for block in shape.items():
            entry = self.take("home", block=block)
            named = self.record.args.get("homes", {}).get(block)
            homes[block] = str(entry["area"]) if entry else named or self.record.after["blocks"][block]["at"]
        return homes


ANSWERS: Mapping[str, Callable[[Script, Decision], Json]] = {
    CARD: lambda script, decision: script.record.args[decision.seat],
    DO: Script.acts,
    MUSTER_AT: lambda script, _: script.record.args["area"] or NONE,
    MUSTER: Script.acts,
    PLAGUE: lambda script, _: script.record.args["area"] or NONE,
    WHICH: lambda script, _: script.record.args["where"],
    ACT: Script.fights,
    HIT: Script.is_hit,
    REGROUP: Script.regroups,
    TREASON: Script.tries,
    EXECUTE: Script.executes,
    ENTER: Script.enters,
    STARVE: Script.starves,
    OVERFLOW: Script.starves,
    HOME: Script.goes_home,
}
