"""6.3 The set-up of the first War, and of the second."""

from __future__ import annotations

from pbem.games.plantagenet.components.box import Side
from pbem.games.plantagenet.wars.layout import Layout

HEIRS_FOR_PEMBROKE = 2
"""IIY: Pembroke comes when at most this many Yorkist Heirs are left."""


def plantagenets_go_to_war(layout: Layout) -> None:
    """6.3 War I: as Henry VI (Ia), with possible successors set aside."""
    for side in Side:
        layout.of_base(side)
    layout.favour_of(layout.war.base)
    layout.set_aside("margaret")
    layout.set_aside("somerset_2")


# IIY


def the_kingmaker(layout: Layout) -> None:
    """6.3 War IIY: Warwick's Rebellion (II) with a Yorkist King by Succession."""
    layout.of_base(Side.LANCASTER)
    layout.favour_of(layout.war.base)
    layout.calendar("devon", 1)
    layout.calendar("gloucester_1", 9)
    layout.calendar("northumberland_y1", 9)
    set_up_york(layout)
    set_up_pembroke(layout)
    set_up_lancastrian_heirs(layout)


def set_up_york(layout: Layout) -> None:
    """6.3 IIY Yorkist Succession: the King at London, the others at their Seats.

    Ruling: a Rutland who is King sets up at London and brings no Favour to Canterbury, which is part of his other set-up.
    """
    york, march, rutland = (layout.remains(person) for person in ("york", "march", "rutland"))
    if york:
        layout.muster("york", "london")
    if march:
        layout.muster("march" if york else "edward_iv", "ludlow" if york else "london")
    if rutland:
        layout.muster("rutland", "canterbury" if york or march else "london")
        if york or march:
            layout.favour["canterbury"] = Side.YORK
    if york and march:
        layout.set_aside("edward_iv")
    if york or march or rutland:
        layout.set_aside("richard_iii")
    else:
        layout.remove("gloucester_1")
        layout.calendar("richard_iii", 9)


def set_up_pembroke(layout: Layout) -> None:
    """6.3 IIY: with two or fewer Yorkist Heirs left, Pembroke is there from the start."""
    if len(layout.alive(Side.YORK)) <= HEIRS_FOR_PEMBROKE:
        layout.muster("pembroke", "pembroke")
    else:
        layout.set_aside("pembroke")


def set_up_lancastrian_heirs(layout: Layout) -> None:
    """6.3 IIY Lancastrian Succession: Henry VI instead of Margaret if he lives, Somerset (1) instead of Somerset (2)."""
    for first, second in (("henry_vi", "margaret"), ("somerset_1", "somerset_2")):
        if layout.remains(first):
            layout.calendar(first, 9, exile=True)
        if not layout.remains(second):
            layout.remove(second)
        elif layout.remains(first):
            layout.set_aside(second)


# IIL


def legitimacy_fades(layout: Layout) -> None:
    """6.3 War IIL."""
    layout.favour_of(layout.war.page)
    set_up_king(layout)
    layout.muster("jasper_tudor_1", "harlech")
    layout.calendar("exeter_1", 2)
    layout.calendar("oxford", 2)
    layout.calendar("northumberland_l", 8)
    layout.muster("warwick_y", "calais")
    layout.muster("salisbury", "york")
    layout.muster("pembroke", "pembroke")
    layout.calendar("devon", 1)
    for person, lord in (("york", "york"), ("march", "march"), ("rutland", "rutland"), ("gloucester", "gloucester_1")):
        if layout.remains(person):
            layout.calendar(lord, 7, exile=True)


def set_up_king(layout: Layout) -> None:
    """6.3 IIL Lancastrian Succession: the King at London, Somerset at Wells unless he is King.

    Ruling: Margaret as King comes to box 1, which her Succession names, not to London, which the list of places does.

    A game can be opened with the other reading.
    """
    henry, margaret, first, second = map(layout.remains, ("henry_vi", "margaret", "somerset_1", "somerset_2"))
    if henry:
        layout.muster("henry_vi", "london")
    if margaret and henry:
        layout.set_aside("margaret")
    elif margaret and layout.readings.margaret_king_at_london:
        layout.muster("margaret", "london")
    elif margaret:
        layout.calendar("margaret", 1)
    seat = "wells" if henry or margaret else "london"
    if first:
        layout.muster("somerset_1", seat)
    if second and first:
        layout.set_aside("somerset_2")
    elif second:
        layout.muster("somerset_2", seat)
