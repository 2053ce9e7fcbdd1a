"""The options of questions, as typed values."""

from __future__ import annotations

from pbem.engine.phrase import Phrase
from pbem.games.richard_iii.components.board import NOWHERE, Area, BlockId

DONE, MULLIGAN = "done", "mulligan"


class March(Phrase, form="march {block} {to}[ via {way}]"):
    """5.2 A block goes by land, by the best path or by the one named."""

    block: BlockId
    to: Area
    way: tuple[Area, ...] = ()


class Sail(Phrase, form="sail {block} {to}[ by {zone}]"):
    """5.3 A block goes by sea; the sea is named if two are possible."""

    block: BlockId
    to: Area
    zone: str = ""


class Recruit(Phrase, form="recruit {block} {area}"):
    """5.4 A block of the pool is placed on the map."""

    block: BlockId
    area: Area


class Main(Phrase, form="main {area} {border}"):
    """6.3 The main attack on an area comes over this border."""

    area: Area
    border: Area


class Fire(Phrase, form="fire {block}"):
    """6.4 A block fires."""

    block: BlockId


class Charge(Phrase, form="charge {block} {target}"):
    """6.5 The senior heir charges one enemy block."""

    block: BlockId
    target: BlockId


class Turn(Phrase, form="turn {block} {target}"):
    """6.9 A treachery roll against one enemy block."""

    block: BlockId
    target: BlockId


class Retreat(Phrase, form="retreat {block}[ {to}][ by {zone}]"):
    """6.6 A block retreats; with nowhere to go it is eliminated."""

    block: BlockId
    to: Area = NOWHERE
    zone: str = ""


class Hold(Phrase, form="hold {block}"):
    """6.2 A block passes its battle turn."""

    block: BlockId


class Regroup(Phrase, form="regroup {block} {to}[ by {zone}]"):
    """6.7 A block of the winner goes to an adjacent area."""

    block: BlockId
    to: Area
    zone: str = ""
