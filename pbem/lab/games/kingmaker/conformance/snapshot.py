"""Positions as records write them, and ours."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.games.kingmaker.components.board import Board
from pbem.games.kingmaker.components.ids import Phase
from pbem.games.kingmaker.components.state import (
    Captive,
    Claim,
    Conquest,
    Force,
    Gift,
    Noble,
    Parliament,
    Peace,
    Player,
    Royal,
    Ship,
    Stamps,
    State,
)
from pbem.games.kingmaker.housekeeping import note_holders, owners
from pbem.games.kingmaker.prestige import prestige
from pbem.lab.conform.conformance import Difference, Snapshot

PILES = ("display", "chancery", "crown_deck", "crown_discard", "event_deck", "event_discard", "event_aside")
STAMPS = ("moved", "freed", "attacked", "targets", "traded")
SORTED = (*PILES, *STAMPS, "npf")
"""Lists whose order means nothing."""
DERIVED = "derived"


def position(before: Snapshot, board: Board) -> State:
    """The State that a record begins with."""
    players = {seat: Player(**{k: list(v) for k, v in facts.items()}) for seat, facts in before["players"].items()}
    royals = {royal: Royal(**facts) for royal, facts in before["royals"].items()}
    s = State(board, list(before["order"]), before["first"], before["active"], players, royals)
    s.round, s.turn, s.phase = before["round"], before["turn_no"], Phase(before["phase"])
    s.events_left, s.tile_above, s.turned = before["events_left"], before["tile_above"], before["turned"]
    s.nobles = {
        noble: Noble(facts["player"], facts["at"], list(facts["cards"])) for noble, facts in before["nobles"].items()
    }
    s.captives = {noble: _captive(facts) for noble, facts in before["captives"].items()}
    s.ships = {ship: Ship(**facts) for ship, facts in before["ships"].items()}
    s.alliances = [list(members) for members in before["alliances"]]
    s.conquered = {place: Conquest(**facts) for place, facts in before["conquered"].items()}
    s.besieged, s.assaults = dict(before["besieged"]), dict(before["assaults"])
    s.unplayed, s.clamours = list(before["npf"]), list(before["clamours"])
    for pile in PILES:
        setattr(s, pile, list(before[pile]))
    s.peace = Peace(**before["peace"]) if before["peace"] else None
    s.parliament = _sitting(before["parliament"]) if before["parliament"] else None
    s.claim = Claim(**before["victory_card"]) if before["victory_card"] else None
    s.both, s.head_claimed, s.result = dict(before["both"]), before["head_claimed"], before["result"]
    _several(s, before)
    note_holders(s)
    return s


def _sitting(facts: Mapping[str, Any]) -> Parliament:
    return Parliament(facts["player"], facts["area"], list(facts["attending"]), list(facts["cards"]))


def _captive(facts: Mapping[str, Any]) -> Captive:
    return Captive(facts["player"], facts["captor"], facts["area"], list(facts["cards"]), facts.get("force", False))


def _several(s: State, before: Snapshot) -> None:
    """What only records of several players' dealings have, and the stamps."""
    s.forces = [_force(facts) for facts in before.get("forces") or ()]
    s.loans, s.both_allied = dict(before.get("loans") or {}), dict(before.get("both_allied") or {})
    s.gifts = {item: Gift(**facts) for item, facts in (before.get("gifts") or {}).items()}
    limit = before.get("time_limit")
    s.rounds = limit["rounds"] if limit else None
    earlier = before.get("stamps") or {}
    s.stamps = Stamps(
        **{name: list(before[name]) for name in STAMPS},
        earlier_moved=list(earlier.get("moved", ())),
        earlier_attacked=list(earlier.get("attacked", ())),
        cards_moved=dict(earlier.get("cards_moved", {})),
        cards_attacked=list(earlier.get("cards_attacked", ())),
    )


def _force(facts: Mapping[str, Any]) -> Force:
    turn, phase = facts["formed"]
    return Force(facts["commander"], list(facts["nobles"]), turn, Phase(phase))


# Ours, written as records do


def snapshot(s: State) -> Snapshot:
    """Our position as a record would write it."""
    found: Snapshot = {
        "order": s.seats,
        "first": s.first,
        "active": s.active,
        "round": s.round,
        "turn_no": s.turn,
        "phase": str(s.phase),
        "events_left": s.events_left,
        "tile_above": s.tile_above,
        "turned": s.turned,
        "players": {seat: {k: sorted(v) for k, v in vars(player).items()} for seat, player in s.players.items()},
        "nobles": {n: {"player": unit.owner, "at": unit.at, "cards": sorted(unit.cards)} for n, unit in s.nobles.items()},
        "captives": {noble: _captured(each) for noble, each in s.captives.items()},
        "royals": {royal: vars(piece) for royal, piece in s.royals.items()},
        "ships": {ship: vars(piece) for ship, piece in s.ships.items()},
        "alliances": sorted(sorted(members) for members in s.alliances),
        "conquered": {place: vars(each) for place, each in s.conquered.items()},
        "besieged": s.besieged,
        "assaults": s.assaults,
        "npf": sorted(s.unplayed),
        "clamours": s.clamours,
        **{pile: sorted(getattr(s, pile)) for pile in PILES},
        **{name: sorted(getattr(s.stamps, name)) for name in STAMPS},
        "peace": vars(s.peace) if s.peace else None,
        "parliament": _parliament(s.parliament) if s.parliament else None,
        "victory_card": vars(s.claim) if s.claim else None,
        "both": s.both,
        "head_claimed": s.head_claimed,
        "result": s.result,
    }
    return {**found, **_several_now(s)}


def _captured(each: Captive) -> Snapshot:
    found = {"player": each.owner, "captor": each.captor, "area": each.area, "cards": sorted(each.cards)}
    return {**found, "force": True} if each.force else found


def _parliament(each: Parliament) -> Snapshot:
    return {**vars(each), "attending": sorted(each.attending), "cards": sorted(each.cards)}


def _several_now(s: State) -> Snapshot:
    stamps = s.stamps
    return {
        "forces": [
            {"commander": each.commander, "nobles": sorted(each.nobles), "formed": [each.turn, str(each.phase)]}
            for each in sorted(s.forces, key=lambda each: each.commander)
        ],
        "loans": s.loans,
        "gifts": {item: vars(gift) for item, gift in s.gifts.items()},
        "both_allied": s.both_allied,
        "stamps": {
            "moved": sorted(stamps.earlier_moved),
            "attacked": sorted(stamps.earlier_attacked),
            "cards_moved": stamps.cards_moved,
            "cards_attacked": sorted(stamps.cards_attacked),
        },
        "time_limit": None if s.rounds is None else {"rounds": s.rounds},
    }


def derived(s: State) -> Snapshot:
    """What a record derives of a position: who controls what, and prestige."""
    return {
        "control": owners(s),
        "prestige": {seat: prestige(s, seat) for seat in s.seats},
        "alliance_prestige": [[members, prestige(s, *members)] for members in sorted(map(sorted, s.alliances))],
    }


def in_order(row: Snapshot) -> Snapshot:
    """A recorded position, with the lists sorted whose order means nothing."""
    return {key: sorted(value) if key in SORTED else _tidy(key, value) for key, value in row.items()}


def _tidy(key: str, value: Any) -> Any:
    if key == "players":
        return {seat: {pile: sorted(cards) for pile, cards in facts.items()} for seat, facts in value.items()}
    if key in ("nobles", "captives"):
        return {noble: {**facts, "cards": sorted(facts["cards"])} for noble, facts in value.items()}
    if key == "parliament" and value:
        return {**value, "attending": sorted(value["attending"]), "cards": sorted(value["cards"])}
    if key == "alliances":
        return sorted(sorted(members) for members in value)
    if key == "forces":
        forces = [{**force, "nobles": sorted(force["nobles"])} for force in value]
        return sorted(forces, key=lambda force: str(force["commander"]))
    if key == "stamps":
        return {name: sorted(each) if isinstance(each, list) else each for name, each in value.items()}
    if key == "result" and value:
        return {**value, "winners": sorted(value["winners"])}
    return value


def derived_in_order(row: Snapshot) -> Snapshot:
    """What a record derives, in our order."""
    scores = sorted([sorted(members), points] for members, points in row["alliance_prestige"])
    return {**row, "alliance_prestige": scores}


def differences(recorded: Snapshot, s: State) -> list[Difference]:
    """Where our position differs from the recorded one; fields that it does not have are not kept there."""
    ours = snapshot(s)
    expected = in_order({key: value for key, value in recorded.items() if key != DERIVED})
    missing = [(key, value, None) for key, value in expected.items() if key not in ours]
    found = [each for key, value in expected.items() if key in ours for each in unlike(key, value, ours[key])]
    if DERIVED in recorded:
        found += unlike(DERIVED, derived_in_order(recorded[DERIVED]), derived(s))
    return [*missing, *found]


def unlike(path: str, expected: Any, found: Any) -> Iterable[Difference]:
    """Where two values differ, down to the fields of objects."""
    if not (isinstance(expected, dict) and isinstance(found, dict)):
        return [(path, expected, found)] if expected != found else []
    keys = dict.fromkeys([*expected, *found])
    return [each for key in keys for each in unlike(f"{path}.{key}", expected.get(key), found.get(key))]
