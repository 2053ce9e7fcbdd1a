"""One record being run: its State, its script, and the rule of its operation."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from copy import deepcopy
from typing import Any

from pbem.engine.decision import DICE, Decision
from pbem.games.warriors_of_england.aftermath import levy as levying
from pbem.games.warriors_of_england.aftermath import placing, tower
from pbem.games.warriors_of_england.aftermath.control import control
from pbem.games.warriors_of_england.aftermath.henry import henry
from pbem.games.warriors_of_england.battle import battle as battles
from pbem.games.warriors_of_england.battle.attack import attacks
from pbem.games.warriors_of_england.battle.commanders import COMMANDER, name_commander
from pbem.games.warriors_of_england.battle.intrigue import intrigue
from pbem.games.warriors_of_england.battle.losses import NOBLES, TROOPS, take_hits
from pbem.games.warriors_of_england.battle.withdrawal import WITHDRAW, arrive, force_out, may_force, may_withdraw
from pbem.games.warriors_of_england.campaign import campaign
from pbem.games.warriors_of_england.campaign.initiative import initiative
from pbem.games.warriors_of_england.components.board import Side
from pbem.games.warriors_of_england.components.nobles import at
from pbem.games.warriors_of_england.components.state import State, battle_of
from pbem.games.warriors_of_england.setup import choose, mark
from pbem.games.warriors_of_england.victory import end_turn, score
from pbem.lab.conform.conformance import Difference, OperationRecord
from pbem.lab.conform.driver import Mismatch
from pbem.lab.games.warriors_of_england.conformance.outcomes import compare_outcomes
from pbem.lab.games.warriors_of_england.conformance.records import REFUSED
from pbem.lab.games.warriors_of_england.conformance.script import Script
from pbem.lab.games.warriors_of_england.conformance.snapshot import differences, position


class Case:
    """A record with a State of ours at its start; `first` is the State that the scenario begins with."""

    def __init__(self, record: OperationRecord, first: State) -> None:
        self.record = record
        self.s = deepcopy(first) if record.before is None else position(record.before, first.board)
        args = {name: value for name, value in record.args.items() if name != "op"}
        steps = record.args.get("steps") or [(self.op, args)]
        dice = (die["v"] for die in record.script)
        self.script = Script(self.s, steps, dice, endless=record.op == REFUSED)
        self.more: list[Difference] = []
        self.refused = False

    @property
    def op(self) -> str:
        """The operation, also of a record that tells that it is refused."""
        return str(self.record.args["op"] if self.record.op == REFUSED else self.record.op)

    @property
    def side(self) -> Side:
        """Who acts."""
        return Side(self.record.actor["side"])

    def play(self, flow: Coroutine[Any, Any, Any], *, stop_at: tuple[str, ...] = (), at_dice: bool = False) -> None:
        """Run a rule, up to a question with one of these keys."""

        def until(decision: Decision) -> bool:
            return decision.key in stop_at or (at_dice and decision.seat == DICE)

        self.script.play(flow, until)
        self.script.spent()

    def expect(self, path: str, expected: Any, actual: Any) -> None:
        """Compare one more fact."""
        if expected != actual:
            self.more.append((path, expected, actual))

    def differences(self) -> list[Difference]:
        """What differs from the recorded end. A record that tells of a refusal ends when it is refused."""
        if self.record.op == REFUSED:
            return self.more
        event_differences = compare_outcomes(self.record, self.s.events)
        return [*differences(self.record.after, self.s), *self.more, *event_differences]


def _setup(case: Case) -> None:
    case.script.now = case.record.args
    case.script.steps.clear()
    case.play(placing.draw(case.s, len(case.record.args["nobles"])))


def _setup_pick(case: Case) -> None:
    case.play(choose(case.s, case.side))
    if not placing.drawn(case.s):
        mark(case.s)


def _choose_battle(case: Case) -> None:
    battles.begin(case.s, case.script.answer(battles.battle_question(case.s)))


def _commander(case: Case) -> None:
    case.play(name_commander(case.s, case.side, at(case.s, battle_of(case.s).at, case.side)))


def _intrigue(case: Case) -> None:
    case.play(intrigue(case.s, case.side), stop_at=(COMMANDER,))
    _end_if_over(case)


def _attack(case: Case) -> None:
    case.play(attacks(case.s))


def _losses(case: Case) -> None:
    s, battle = case.s, battle_of(case.s)
    nobles = battle.retreating if battle.to else at(s, battle.at, case.side)
    case.play(take_hits(s, case.side, nobles))
    if battle.to:
        arrive(s, case.side)
        battles.end(s)
    elif not any(battle.hits.values()):
        _end_if_over(case)


def _withdraw(case: Case) -> None:
    forced = case.record.start["battle"]["stage"] == "forced"
    if forced and case.record.args["to"] is None:
        case.script.name_dice(case.record.args["flee"])
        case.script.now = case.record.args
        case.script.steps.clear()
    case.play(force_out(case.s, case.side) if forced else may_withdraw(case.s, case.side), stop_at=(TROOPS, NOBLES))
    battle = battle_of(case.s)
    if not battle.hits[case.side] and (battle.to or battles.is_over(case.s)):
        battles.end(case.s)


def _force(case: Case) -> None:
    case.play(may_force(case.s), stop_at=(WITHDRAW,), at_dice=True)


def _battle(case: Case) -> None:
    chosen = case.script.answer(battles.battle_question(case.s))
    case.expect("args.at", case.record.args["at"], chosen)
    case.play(battles.battle(case.s, chosen))


def _end_if_over(case: Case) -> None:
    if battles.is_over(case.s):
        battles.end(case.s)


def _control(case: Case) -> None:
    case.script.name_dice(case.record.args["order"])
    case.script.steps.clear()
    case.play(control(case.s))


def _levy(case: Case) -> None:
    case.script.now = case.record.args
    case.script.steps.clear()
    wanted = {area: list(nobles) for area, nobles in case.record.args["levies"].items() if nobles}
    for area, nobles in wanted.items():
        if area not in levying.levy_areas(case.s, case.side) or len(nobles) > levying.levy_limit(case.s, case.side, area):
            raise Mismatch(f"no such Levy in {area}")
    case.play(levying.levy(case.s, case.side))
    for area, nobles in wanted.items():
        if len(nobles) > case.script.given.get(area, 0):
            raise Mismatch(f"left over: the Levy in {area} is over before {nobles[-1]}'s Troop")


def _trial(case: Case) -> None:
    noble = case.script.answer(tower.trial_question(case.s, case.side))
    if case.record.args["noble"] is not None:
        case.play(tower.trial(case.s, case.side, noble))


def _draw(case: Case) -> None:
    _setup(case)
    _end_draft_if_over(case)


def _draft(case: Case) -> None:
    case.play(placing.draft(case.s, case.side))
    _end_draft_if_over(case)


def _end_draft_if_over(case: Case) -> None:
    if not placing.drawn(case.s):
        placing.end_draft(case.s)


def _end_turn(case: Case) -> None:
    end_turn(case.s)
    result = (case.s.result["winner"] or "draw") if case.s.result else None
    case.expect("outcome.result", case.record.outcome.get("result"), result)


def _refused(case: Case) -> None:
    try:
        OPERATIONS[case.op](case)
    except (Mismatch, KeyError) as refused:
        case.refused = not isinstance(refused, KeyError)
    case.expect("refused", True, case.refused)


def _step(flow: Callable[[State], Coroutine[Any, Any, None]]) -> Callable[[Case], None]:
    def run_it(case: Case) -> None:
        case.script.steps.clear()
        case.play(flow(case.s))

    return run_it


OPERATIONS: Mapping[str, Callable[[Case], None]] = {
    "setup": _setup,
    "setup_pick": _setup_pick,
    "initiative": _step(initiative),
    "campaign": lambda case: case.play(campaign.campaign(case.s, case.side)),
    "choose_battle": _choose_battle,
    "commander": _commander,
    "intrigue": _intrigue,
    "attack": _attack,
    "losses": _losses,
    "withdraw": _withdraw,
    "force": _force,
    "battle": _battle,
    "control": _control,
    "levy": _levy,
    "trial": _trial,
    "draw": _draw,
    "draft": _draft,
    "place": lambda case: case.play(placing.place(case.s, case.side)),
    "score": lambda case: score(case.s),
    "henry": _step(henry),
    "end_turn": _end_turn,
    REFUSED: _refused,
}
