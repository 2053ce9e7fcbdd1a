"""Where records of the Wars of the Roses do not follow the rules as we read them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pbem.engine.decision import Json, Pick, Shape
from pbem.games.plantagenet.campaign.end_campaign import LAND
from pbem.games.plantagenet.components.board import LAST_BOX
from pbem.games.plantagenet.components.state import locale_of
from pbem.lab.conform.conformance import Deviation, OperationRecord
from pbem.lab.games.plantagenet.conformance.wars.case import WarCase


def exiled_in_last_box(record: OperationRecord) -> bool:
    """5.1 A Victory Check in box 15 with Exiles in a box after it."""
    return record.op == "victory" and record.args.get("turn") == LAST_BOX and any(record.args["exile_next"].values())


def ended_before_last_box(case: WarCase) -> None:
    """5.1 The same check, as if the War ended a box earlier, so that there is a next one."""
    case.args["turn"] = LAST_BOX - 1
    case.s.sheet = replace(case.s.sheet, last_turn=LAST_BOX - 1)


def both_land(record: OperationRecord) -> bool:
    """4.8.2 Two Lords are to Land at one Port."""
    if record.op != "sequence" or record.args["kind"] != "disembark":
        return False
    ports = [port for _, _, port in record.args["rolls"]]
    return len(set(ports)) < len(ports)


def land_beside_enemy(case: WarCase) -> None:
    """4.8.2 A Port where another of these Lords has Landed just before will do, an Enemy too."""

    def relaxed(shape: Shape, _: Json) -> Shape:
        assert isinstance(shape, Pick)
        landed = [at for lord, _, _ in case.args["rolls"] if (at := locale_of(case.s, lord)) is not None]
        return replace(shape, options=lambda: [*shape.options(), *landed])

    case.script.relaxed[LAND] = relaxed


WAR_DEVIATIONS: Mapping[str, Deviation] = {
    "EXILE_AFTER_BOX_15": Deviation(seen=exiled_in_last_box, bend=ended_before_last_box),
    "LANDS_BESIDE_ENEMY": Deviation(seen=both_land, bend=land_beside_enemy),
}
