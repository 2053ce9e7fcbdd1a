"""Positions as records write them, and ours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.games.warriors_of_england.components.board import Area, Board, NobleId, Side
from pbem.games.warriors_of_england.components.nobles import is_mixed
from pbem.games.warriors_of_england.components.state import Battle, Noble, Phase, Shown, State
from pbem.lab.conform.conformance import Difference, Snapshot

COMPARED = ("at", "aggressor", "missed", "third_miss", "commander", "hits", "london")
"""What of a Battle is compared, beside those who withdraw."""
PHASES = {"draw": Phase.DRAFT, "over": Phase.END}
"""Phases that records call otherwise."""


def position(before: Snapshot, board: Board) -> State:
    """The State that a record begins with."""
    s = State(board, {NobleId(noble): _noble(facts) for noble, facts in before["nobles"].items()})
    s.turn, s.vp, s.result = before["turn"], before["vp"], None
    s.phase = PHASES.get(before["phase"]) or Phase(before["phase"])
    s.initiative = Side(before["initiative"]) if before["initiative"] else None
    s.value = before["value"] or 0
    s.impulses, s.plays = _by_side(before["impulses"]), _by_side(before["plays"])
    s.control, s.aggressor = _held(before["control"]), _held(before["aggressor"])
    s.tried = list(before["tried"])
    s.battle = _battle(before["battle"]) if before["battle"] else None
    return s


def _noble(facts: Mapping[str, Any]) -> Noble:
    by = Side(facts["by"]) if facts["by"] else None
    return Noble(Area(facts["at"]), Shown(facts["side"]), by, facts["troops"], facts["disgraced"])


def _by_side(facts: Mapping[str, int]) -> dict[Side, int]:
    return {side: facts[side] for side in Side}


def _held(facts: Mapping[str, str]) -> dict[Area, Side]:
    return {Area(area): Side(side) for area, side in facts.items() if side}


def _battle(facts: Mapping[str, Any]) -> Battle:
    battle = Battle(facts["at"], Side(facts["aggressor"]), facts["round"], facts["missed"], facts["third_miss"])
    battle.commander = {Side(side): noble for side, noble in facts["commander"].items() if noble}
    battle.hits = _by_side(facts["hits"])
    battle.london = Side(facts["london"]) if facts["london"] else None
    if facts["retreat"]:
        battle.retreating, battle.to = facts["retreat"]["nobles"], facts["retreat"]["to"]
    return battle


def differences(after: Snapshot, s: State) -> Iterator[Difference]:
    """Where a State differs from a recorded position."""
    actual = snapshot_of(s, after)
    for path, expected in _flat(_compared(after, s)):
        if expected != actual.get(path):
            yield path, expected, actual.pop(path, None)
        else:
            actual.pop(path, None)
    for path, value in actual.items():
        if value is not None:
            yield path, None, value


def snapshot_of(s: State, after: Snapshot) -> dict[str, Any]:
    """Our position, path by path, as far as it is compared with `after`."""
    now: dict[str, Any] = {
        "turn": s.turn,
        "vp": s.vp,
        "initiative": s.initiative,
        "result": (s.result["winner"] or "draw") if s.result else None,
        "control": dict(s.control),
        "aggressor": dict(s.aggressor),
        "value": s.value or None,
        "impulses": dict(s.impulses),
        "plays": dict(s.plays),
        "nobles": {
            name: {"at": n.at, "side": n.shown, "by": n.by, "troops": n.troops, "disgraced": n.disgraced}
            for name, n in s.nobles.items()
        },
        "battle": _told(s.battle, after) if s.battle else None,
    }
    return dict(_flat(_compared({**now, "phase": after["phase"], "value": now["value"] if after["value"] else None}, s)))


def _told(battle: Battle, after: Snapshot) -> dict[str, Any]:
    recorded = after["battle"] or {}
    return {
        "at": battle.at,
        "aggressor": battle.aggressor,
        "missed": battle.missed,
        "third_miss": battle.third_miss,
        "commander": {side: battle.commander.get(side) for side in Side},
        "hits": dict(battle.hits),
        "london": battle.london if recorded.get("stage") == "losses" else recorded.get("london"),
        "retreat": {"to": battle.to, "nobles": battle.retreating} if battle.to else None,
    }


def _compared(now: Mapping[str, Any], s: State) -> dict[str, Any]:
    """What of a position is compared: what belongs to its phase, and of Nobles off the map where they are."""
    fields = {name: now[name] for name in ("turn", "vp", "initiative", "result", "control", "value")}
    fields["aggressor"] = {area: side for area, side in now["aggressor"].items() if side and is_mixed(s, area)}
    fields["control"] = {area: side for area, side in now["control"].items() if side}
    fields["nobles"] = {noble: _kept(facts, s) for noble, facts in now["nobles"].items()}
    if now["phase"] == Phase.CAMPAIGNS:
        fields["impulses"] = now["impulses"]
    if now["phase"] == Phase.PLACING:
        fields["plays"] = now["plays"]
    battle = now["battle"]
    if now["phase"] == Phase.BATTLES and battle:
        retreat = battle["retreat"]
        fields["battle"] = {key: battle[key] for key in COMPARED}
        fields["battle"]["retreat"] = {"to": retreat["to"], "nobles": sorted(retreat["nobles"])} if retreat else None
    return fields


def _kept(facts: Mapping[str, Any], s: State) -> dict[str, Any]:
    known = ("at", "side", "troops", "by", "disgraced") if facts["at"] in s.board.areas else ("at", "side", "troops")
    return {key: facts[key] for key in known}


def _flat(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield from _flat(part, f"{path}.{key}".lstrip("."))
    else:
        yield path, value
