"""Plays a rule with the arguments and dice of a record."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import Any, TypeVar

from pbem.engine.decision import DICE, Decision, Json
from pbem.engine.phrase import NONE, words_of
from pbem.games.warriors_of_england.aftermath.control import ROLL as CONTROL
from pbem.games.warriors_of_england.aftermath.levy import LEVY
from pbem.games.warriors_of_england.aftermath.placing import DRAFT, DRAW, PLACE
from pbem.games.warriors_of_england.aftermath.tower import TRIAL
from pbem.games.warriors_of_england.battle.battle import ORDER
from pbem.games.warriors_of_england.battle.commanders import COMMANDER
from pbem.games.warriors_of_england.battle.intrigue import INTRIGUE
from pbem.games.warriors_of_england.battle.losses import EXILE, FLIGHT, NOBLES, TROOPS
from pbem.games.warriors_of_england.battle.withdrawal import FORCE, WITHDRAW
from pbem.games.warriors_of_england.campaign.campaign import CAMPAIGN
from pbem.games.warriors_of_england.components.board import NOWHERE, Area, NobleId, Side
from pbem.games.warriors_of_england.components.nobles import at
from pbem.games.warriors_of_england.components.options import (
    NOBODY,
    PASS,
    STAY,
    Choose,
    Give,
    March,
    PlaceAt,
    PutBack,
    Take,
    Withdraw,
)
from pbem.games.warriors_of_england.components.state import CUP, State, battle_of, covert
from pbem.games.warriors_of_england.setup import CHOOSE
from pbem.lab.conform.driver import Mismatch

T = TypeVar("T")
Args = Mapping[str, Any]
STEPS = {
    CHOOSE: "setup_pick",
    CAMPAIGN: "campaign",
    ORDER: "choose_battle",
    COMMANDER: "commander",
    INTRIGUE: "intrigue",
    WITHDRAW: "withdraw",
    FORCE: "force",
    TRIAL: "trial",
    DRAFT: "draft",
    PLACE: "place",
}
"""The operation that answers a question."""
ANY_DIE = 1
SILENT = ("attack",)
"""Operations without a choice."""


class Script:
    """The steps of a record, and its dice. Flight dice of one step belong to the Nobles that it names, in its order."""

    def __init__(self, s: State, steps: Iterable[tuple[str, Args]], dice: Iterable[int], *, endless: bool = False) -> None:
        self.s = s
        self.endless = endless
        """Whether dice never run out: an operation that is refused has none."""
        self.steps = deque(steps)
        self.dice = deque(dice)
        self.named: dict[str, int] = {}
        self.now: Args = {}
        self.losing = "", ""
        self.given: dict[str, int] = {}
        """How many Troops of each area's Levy have been asked for."""

    def play(self, flow: Coroutine[Any, Any, T], until: Callable[[Decision], bool] = lambda _: False) -> T | None:
        """Run a rule to its end, or to a question at which `until` holds. Raises Mismatch."""
        reply: tuple[Json, ...] | None = None
        while True:
            try:
                (asked,) = flow.send(reply)
            except StopIteration as end:
                return end.value  # type: ignore[no-any-return]
            if until(asked):
                flow.close()
                return None
            reply = (self.answer(asked),)

    def answer(self, decision: Decision) -> Json:
        """The recorded answer to a question. Raises Mismatch where the rules refuse it."""
        if decision.seat == DICE:
            return self._chance(decision)
        answer = self._recorded(decision)
        if refusal := decision.shape.refusal(answer):
            raise Mismatch(f"{decision.key} ({decision.subject}) of {decision.seat}: {answer!r} refused: {refusal}")
        return answer

    def spent(self) -> None:
        """Raises Mismatch where steps or dice are left over that mean something."""
        left = [op for op, args in self.steps if op not in SILENT and not _is_idle(op, args)]
        if left or self.dice or self.named:
            raise Mismatch(f"left over: {left}, dice {[*self.dice, *self.named.values()]}")

    def name_dice(self, nobles: Iterable[str]) -> None:
        """The next dice are for these, in this order."""
        for noble in nobles:
            self.named[noble] = self._die()

    # Answers

    def _chance(self, decision: Decision) -> Json:
        if decision.key == DRAW:
            drawn = list(self.now["nobles"])
            return [*drawn, *(n for n, each in self.s.nobles.items() if each.at == CUP and n not in drawn)]
        if decision.key in (FLIGHT, CONTROL):
            if decision.key == FLIGHT and not self.named and self.steps:
                self._take("withdraw")
            if decision.subject not in self.named:
                raise Mismatch(f"no die for {decision.subject}")
            return self.named.pop(decision.subject)
        return self._die()

    def _die(self) -> int:
        if self.endless:
            return ANY_DIE
        if not self.dice:
            raise Mismatch("no die is left")
        return self.dice.popleft()

    def _recorded(self, decision: Decision) -> Json:
        if decision.key == COMMANDER and self.now.get("commander"):
            return self.now["commander"]
        if decision.key in WITHIN:
            return WITHIN[decision.key](self, decision)
        if decision.key == INTRIGUE and decision.seat == battle_of(self.s).aggressor:
            while len(self.steps) > 1 and self.steps[1][0] == "intrigue":
                self.steps.popleft()
        if decision.key == WITHDRAW and not self.is_of(Side(decision.seat)):
            return STAY
        args = self._take(STEPS[decision.key])
        return ANSWERS[decision.key](self, Side(decision.seat), args)

    def is_of(self, side: Side) -> bool:
        """7.6 Whether the next step is the withdrawal of this side. The Aggressor is asked second: of two steps the first is
        the other side's, also where the rules did not ask that side.
        """
        self._pass_over("withdraw")
        ops = [op for op, _ in self.steps]
        if side is battle_of(self.s).aggressor and ops[:2] == ["withdraw", "withdraw"] and _is_idle(*self.steps[0]):
            self.steps.popleft()
        return ops[:1] != ["withdraw"] or self._is_named(side, self.steps[0][1])

    def _is_named(self, side: Side, args: Args) -> bool:
        """Whether a withdrawal can be a side's: whoever it names is theirs."""
        nobles = at(self.s, battle_of(self.s).at, side)
        return all(noble in nobles for noble in (*(args.get("nobles") or ()), *(args.get("flee") or ())))

    def _pass_over(self, op: str) -> None:
        """Leave out the steps before the next of an operation that ask for nothing."""
        while self.steps and self.steps[0][0] != op and (self.steps[0][0] in SILENT or _is_idle(*self.steps[0])):
            self.steps.popleft()

    def troops_lost(self, decision: Decision) -> dict[str, int]:
        """What a side loses of its Troops."""
        self.losing = decision.seat, decision.subject
        args = self._take("losses")
        return {noble: lost for noble, lost in args["troops"].items() if lost}

    def _take(self, op: str) -> Args:
        """The next step, which must be of this operation."""
        self._pass_over(op)
        if not self.steps or self.steps[0][0] != op:
            raise Mismatch(f"{op} is asked, the record has {self.steps[0][0] if self.steps else 'nothing more'}")
        self.now = self.steps.popleft()[1]
        if op == "withdraw":
            self.name_dice(self.now.get("flee") or ())
        if op == "losses":
            self.name_dice(self.now["nobles"])
        return self.now

    def nobles_hit(self, decision: Decision) -> list[str]:
        """Who of a side is hit; its commander is not named, for he comes last of all."""
        if self.losing != (decision.seat, decision.subject):
            self._take("losses")
        commander = battle_of(self.s).commander[Side(decision.seat)]
        nobles = list(self.now["nobles"])
        return nobles[:-1] if nobles and nobles[-1] == commander else nobles

    def exiled(self, decision: Decision) -> str:
        """Where a Noble goes into exile."""
        only = decision.shape.forced()
        return str(self.now["exile"][decision.subject] if only is None else only[0])

    def levied(self, decision: Decision) -> str:
        """Who gets a Troop of a Levy."""
        area, number = words_of(decision.subject)
        given = self.now["levies"].get(area) or []
        self.given[area] = int(number)
        return given[int(number) - 1] if len(given) >= int(number) else NONE


def _is_idle(op: str, args: Args) -> bool:
    """Steps that the rules need not ask for: nobody to turn, nowhere to go, nothing to lose."""
    match op:
        case "intrigue":
            return args["noble"] is None
        case "withdraw":
            return args["to"] is None and not args.get("flee")
        case "losses":
            return not args["nobles"] and not any(args["troops"].values())
    return False


def _at(script: Script, noble: NobleId, area: Area) -> Area:
    """The area of an option for one Noble: none where it is his home."""
    home = script.s.board.nobles[noble].home
    return NOWHERE if home == area else area


def _campaign(script: Script, _side: Side, args: Args) -> str:
    named = args.get("nobles", ())
    if strays := [noble for noble in named if script.s.nobles[noble].at != args["from"]]:
        raise Mismatch(f"{strays[0]} is not in {args['from']}")
    known = [noble for noble in script.s.nobles if noble in named]
    return PASS if args.get("pass") else March(tuple(known), args["to"])


def _withdraw(script: Script, side: Side, args: Args) -> str:
    if args["to"] is None:
        return STAY
    everybody = at(script.s, battle_of(script.s).at, side)
    named = [noble for noble in everybody if noble in args["nobles"]]
    return Withdraw(args["to"], () if named == everybody else tuple(named))


def _draft(_script: Script, side: Side, args: Args) -> str:
    options = {covert(side): Take, covert(side.enemy): Give, CUP: PutBack}
    return options[args["to"]](args["noble"])


def _placed(script: Script, _side: Side, args: Args) -> str:
    return NOBODY if args.get("pass") else PlaceAt(args["noble"], _at(script, args["noble"], args["area"]))


ANSWERS: Mapping[str, Callable[[Script, Side, Args], Json]] = {
    CHOOSE: lambda script, _, args: Choose(args["noble"], _at(script, args["noble"], args["area"])),
    CAMPAIGN: _campaign,
    ORDER: lambda _script, _side, args: args["at"],
    COMMANDER: lambda _script, _side, args: args["noble"],
    INTRIGUE: lambda _script, _side, args: args["noble"] or NONE,
    WITHDRAW: _withdraw,
    FORCE: lambda _script, _side, args: args["force"],
    TRIAL: lambda _script, _side, args: args["noble"] or NONE,
    DRAFT: _draft,
    PLACE: _placed,
}
WITHIN: Mapping[str, Callable[[Script, Decision], Json]] = {
    TROOPS: Script.troops_lost,
    NOBLES: Script.nobles_hit,
    EXILE: Script.exiled,
    LEVY: Script.levied,
}
"""Questions that an operation answers with a part of its arguments."""
