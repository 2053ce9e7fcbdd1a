"""One record being run: its State, its script, and the rule of its operation."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from copy import deepcopy
from typing import Any

from pbem.games.richard_iii.actions.actions import act
from pbem.games.richard_iii.actions.land import march, paths
from pbem.games.richard_iii.actions.recruit import recruit, recruit_options
from pbem.games.richard_iii.actions.sea import destinations, sail
from pbem.games.richard_iii.battle import battle as battles
from pbem.games.richard_iii.battle import treachery as turning
from pbem.games.richard_iii.battle.combat import fire
from pbem.games.richard_iii.battle.retreat import regroup, retreat, retreats
from pbem.games.richard_iii.cards.cards import choose_cards
from pbem.games.richard_iii.cards.deal import deal
from pbem.games.richard_iii.components.blocks import is_contested
from pbem.games.richard_iii.components.board import Area, BlockId, Side
from pbem.games.richard_iii.components.death import eliminate
from pbem.games.richard_iii.components.options import Recruit
from pbem.games.richard_iii.components.state import BorderEntry, GameOver, Phase, State, battle_of
from pbem.games.richard_iii.political.home import go_home
from pbem.games.richard_iii.political.political import overflow, political_turn, reset
from pbem.games.richard_iii.political.usurpation import count, levies_home, usurpation
from pbem.games.richard_iii.supply.succession import enter, entry_areas, executions, minors, succession
from pbem.games.richard_iii.supply.supply import crowded, losses, supply_phase
from pbem.lab.conform.conformance import Difference, OperationRecord
from pbem.lab.conform.driver import Mismatch
from pbem.lab.games.richard_iii.conformance.outcomes import compare_rows
from pbem.lab.games.richard_iii.conformance.script import Script
from pbem.lab.games.richard_iii.conformance.snapshot import differences, position

IN_BATTLE = (
    "begin_round",
    "deploy_reserves",
    "battle_fire",
    "battle_charge",
    "battle_treachery",
    "battle_retreat",
    "battle_pass",
    "treason_roll",
    "elimination",
    "regroup",
)


class Case:
    """A record with a State of ours at its start; `first` is the State that the scenario begins with."""

    def __init__(self, record: OperationRecord, first: State) -> None:
        self.record = record
        self.s = deepcopy(first) if record.before is None else position(record.before, first.board)
        self.script = Script(self.s, record)
        self.more: list[Difference] = []
        self.unbarred: list[BorderEntry] = []
        """What the enemy has done and the record takes no notice of; it is there again at the end."""
        self.over = False
        """Whether the game is over by our rules before the record begins, so that there is nothing to run."""
        self.one_side_first = False
        """Whether the Supply phase is played by the Pretender, then by the King."""

    @property
    def ap_left(self) -> int:
        """The AP left without those lent."""
        return self.s.ap - self.script.credit

    @property
    def side(self) -> Side:
        """Who acts."""
        return Side(self.record.actor["side"])

    def block(self, name: str = "block") -> BlockId:
        """A block among the arguments."""
        return BlockId(self.record.args[name])

    def play(self, flow: Coroutine[Any, Any, Any]) -> None:
        """Run a rule to its end, which can be that of the game."""
        try:
            self.script.play(flow)
        except GameOver:
            return
        self.script.spent()

    def expect(self, path: str, actual: Any) -> None:
        """Compare a fact of the outcome, where it is recorded."""
        if path in self.record.outcome and self.record.outcome[path] != actual:
            self.more.append((path, self.record.outcome[path], actual))

    def expect_arg(self, name: str, actual: Any) -> None:
        """Compare what an argument tells beside the decision, where it is there."""
        if name in self.record.args and self.record.args[name] != actual:
            self.more.append((f"args.{name}", self.record.args[name], actual))

    def differences(self) -> list[Difference]:
        """What differs from the recorded end."""
        if self.record.after is None or self.over:
            return self.more
        self.expect("winner", (self.s.result or {}).get("winner"))
        self.s.ap, self.script.credit = self.ap_left, 0
        self.s.entered += self.unbarred
        state_differences = differences(self.record.after, self.s, in_battle=self.record.op in IN_BATTLE)
        rows = compare_rows(self.record, self.s.events)
        return [*state_differences, *self.more, *rows]


def _setup(case: Case) -> None:
    case.play(deal(case.s))


def _play_cards(case: Case) -> None:
    case.play(choose_cards(case.s))
    case.expect("p1", case.s.p1)
    case.expect("p2", case.s.p1.enemy if case.s.p1 is not None else None)


def _actions(case: Case) -> None:
    same_card(case)
    case.play(act(case.s, case.side))


def same_card(case: Case) -> None:
    """Compare the card named with the one that is played."""
    case.expect_arg("card", case.s.cards[case.side])


def _land_move(case: Case) -> None:
    same_card(case)
    block, path = case.block(), tuple(map(Area, case.record.args["path"]))
    if path not in list(paths(case.s, block)) or not (case.s.ap or path[0] in case.s.active):
        raise Mismatch(f"{block} cannot go {' '.join(path)}")
    case.expect("enters", march(case.s, block, path))
    case.expect("ap_left", case.ap_left)


def _sea_move(case: Case) -> None:
    same_card(case)
    block, args, before = case.block(), case.record.args, case.s.ap
    case.expect_arg("from", case.s.blocks[block].at)
    if (args["zone"], args["to"]) not in destinations(case.s, block):
        raise Mismatch(f"{block} cannot sail to {args['to']} by the {args['zone']}")
    came = sail(case.s, block, Area(args["to"]), args["zone"])
    case.expect("attack", came != "none")
    case.expect("paired_free", case.s.ap == before)
    case.expect("ap_left", case.ap_left)


def _recruit(case: Case) -> None:
    same_card(case)
    order = Recruit(case.block(), Area(case.record.args["area"]))
    if order not in recruit_options(case.s, case.side):
        raise Mismatch(f"{order} is not possible")
    recruit(case.s, order.block, order.area)


def _battle(case: Case) -> None:
    where = Area(case.record.args["where"])
    case.play(battles.battle(case.s, where))
    rounds = sum(event.name == "round" for event in case.s.events)
    case.expect("rounds", max(1, rounds))  # one that ends before its first is recorded as of one round
    won = [event.data["side"] for event in case.s.events if event.name == "battle_won"]
    case.expect("winner_of_battle", won[-1] if won else None)
    case.expect("still_contested", is_contested(case.s, where))


def _treason_roll(case: Case) -> None:
    target = BlockId(case.record.args["target"])
    side = case.s.treason
    if side is None or target not in turning.targets(case.s, side, None):
        raise Mismatch(f"{target} cannot be tried")
    case.s.treason, case.script.choices = None, []
    loyalty = turning.loyalty(case.s, target, None)
    case.expect("loyalty", loyalty)
    case.play(turning.attempt(case.s, side, target, loyalty, "treason"))
    _tried(case)


def _begin_round(case: Case) -> None:
    battle = battle_of(case.s)
    if battle.round == battles.ROUNDS:  # so a battle that nobody has won is counted to its end
        battle.round += 1
    else:
        battles.begin_round(case.s)
        case.expect("round", battle.round)


def _deploy(case: Case) -> None:
    case.play(battles.settle(case.s))
    case.expect("control_change", any(event.name == "control_change" for event in case.s.events))


def _tried(case: Case) -> None:
    attempts = [event.data["turned"] for event in case.s.events if event.name == "treachery"]
    case.expect("success", attempts[-1] if attempts else None)


def _acts(case: Case, what: Callable[[Case], Coroutine[Any, Any, Any]]) -> None:
    battle_of(case.s).acted.append(case.block())
    case.play(what(case))


def _fired(case: Case) -> None:
    volleys = [event.data for event in case.s.events if event.name in ("fires", "charges")]
    case.expect("firepower", volleys[0]["power"])
    case.expect("hits", volleys[0]["hits"])
    back = [event.data for event in case.s.events if event.name == "fires_back"]
    case.expect("counter", {"firepower": back[0]["power"], "hits": back[0]["hits"]} if back else None)


def _fire(case: Case) -> None:
    case.script.choices = [entry for entry in case.script.choices if entry["c"] == "hit"]
    _acts(case, lambda case: fire(case.s, case.block()))
    _fired(case)


def _charge(case: Case) -> None:
    block, target = case.block(), case.block("target")
    if target not in battles.chargeable(case.s, block):
        raise Mismatch(f"{block} cannot charge {target}")
    case.script.choices = []
    _acts(case, lambda case: battles.charge(case.s, block, target))
    _fired(case)


def _treachery(case: Case) -> None:
    block, target = case.block(), case.block("target")
    too_late = battles.ACT not in case.script.relaxed and battles.must_retreat(case.s, case.side)
    if target not in turning.may_try(case.s, block) or too_late:
        raise Mismatch(f"{block} cannot try {target}")
    role = turning.role_of(case.s, block)
    if case.record.args.get("role", role) != role:
        raise Mismatch(f"{block} tries as {role}")
    case.expect("loyalty", turning.loyalty(case.s, target, role))
    case.script.choices = []
    _acts(case, lambda case: turning.treachery(case.s, block, target))
    _tried(case)


def _retreat(case: Case) -> None:
    block, to = case.block(), case.record.args["to"]
    battle_of(case.s).acted.append(block)
    ways = retreats(case.s, block)
    if to is None:
        if battles.ACT not in case.script.relaxed and (ways or not battles.must_retreat(case.s, case.side)):
            raise Mismatch(f"{block} need not fall")
        with_end(case, lambda: eliminate(case.s, block, "6.6"))
        return
    way = next((way for way in ways if way.to == to), None)
    if way is None:
        raise Mismatch(f"{block} cannot retreat to {to}")
    retreat(case.s, block, way)


def with_end(case: Case, do: Callable[[], None]) -> None:
    """Do what can end the game."""
    try:
        do()
    except GameOver:
        assert case.s.phase is Phase.OVER


def _pass(case: Case) -> None:
    battle_of(case.s).acted.append(case.block())


def _regroup(case: Case) -> None:
    case.expect_arg("where", battle_of(case.s).where)
    named = [(move["block"], move["to"]) for move in case.script.moves]
    chosen = [(entry["block"], entry["area"]) for entry in case.record.choices("regroup")]
    if named != chosen:
        raise Mismatch(f"{named} regroup by the arguments, {chosen} by the script")
    case.script.moves.clear()
    case.play(regroup(case.s, case.side))


def _elimination(case: Case) -> None:
    block = case.block()
    with_end(case, lambda: eliminate(case.s, block, "6.8"))
    piece = case.s.blocks[block]
    case.expect("to", piece.at)
    case.expect("face_down", piece.face_down)
    case.expect("new_pretender", case.s.pretender or None)


def _supply(case: Case) -> None:
    case.play(_one_side_first(case.s) if case.one_side_first else supply_phase(case.s))


async def _one_side_first(s: State) -> None:
    """7.0 As records have it that depart from ruling R34."""
    succession(s)
    await executions(s)
    for side in (s.pretender_side, s.king_side):
        others, s.due[side.enemy] = s.due[side.enemy], 0
        await minors(s)
        s.due[side.enemy] = others
        await losses(s, [(side, area) for area in crowded(s, side)])


def _succession(case: Case) -> None:
    succession(case.s)
    case.expect("new_king", case.s.king)
    case.expect("at", case.s.blocks[case.s.king].at)


def _execute(case: Case) -> None:
    if case.record.args["execute"]:
        with_end(case, lambda: eliminate(case.s, case.block(), "9.1"))


def _enter(case: Case) -> None:
    area, areas = case.record.args["area"], entry_areas(case.s, case.side)
    if area is None:
        if areas:
            raise Mismatch(f"there is {areas[0]}")
        return
    case.script.choices = [{"t": "choice", "c": "enter_minor", "block": case.block(), "area": area}]
    case.play(enter(case.s, case.side, case.block(), areas))


def _losses(case: Case) -> None:
    case.play(losses(case.s, [(case.side, area) for area in crowded(case.s, case.side)]))


def _home(case: Case) -> None:
    case.play(go_home(case.s, case.side))


def _usurpation(case: Case) -> None:
    counts = {side.value: count(case.s, side) for side in Side}
    usurpation(case.s)
    case.expect("count", counts)
    case.expect("king_side", case.s.king_side)


def _reset(case: Case) -> None:
    async def anew() -> None:
        reset(case.s)
        await deal(case.s)

    case.play(anew())


def _victory(case: Case) -> None:
    OPERATIONS[case.record.outcome["during"]](case)
    case.expect("campaign", case.s.campaign)


OPERATIONS: Mapping[str, Callable[[Case], None]] = {
    "setup": _setup,
    "play_cards": _play_cards,
    **dict.fromkeys(
        (
            "action_phase",
            "event_piracy",
            "event_force_march",
            "event_surprise",
            "event_treason",
            "event_muster",
            "event_plague",
        ),
        _actions,
    ),
    "land_move": _land_move,
    "sea_move": _sea_move,
    "recruit": _recruit,
    "battle": _battle,
    "treason_roll": _treason_roll,
    "begin_round": _begin_round,
    "deploy_reserves": _deploy,
    "battle_fire": _fire,
    "battle_charge": _charge,
    "battle_treachery": _treachery,
    "battle_retreat": _retreat,
    "battle_pass": _pass,
    "regroup": _regroup,
    "elimination": _elimination,
    "supply": _supply,
    "succession": _succession,
    "execute": _execute,
    "enter_minor": _enter,
    "supply_losses": _losses,
    "political_turn": lambda case: case.play(political_turn(case.s)),
    "usurpation": _usurpation,
    "levies_home": lambda case: levies_home(case.s),
    "pretender_home": _home,
    "king_home": _home,
    "exile_overflow": lambda case: case.play(overflow(case.s)),
    "campaign_reset": _reset,
    "victory": _victory,
}


def unless_over(driver: Callable[[Case], None]) -> Callable[[Case], None]:
    """A driver that does nothing where the game is over before the record begins."""
    return lambda case: None if case.over else driver(case)
