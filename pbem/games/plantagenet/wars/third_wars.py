"""6.3 The set-up of the third War. Only here the set-up determines the Heirs; all Lords set up are Mustered."""

from __future__ import annotations

from pbem.games.plantagenet.components.box import Side
from pbem.games.plantagenet.components.war_book import Person
from pbem.games.plantagenet.wars.layout import Layout

YORK, MARCH, RUTLAND, GLOUCESTER = map(Person, ("york", "march", "rutland", "gloucester"))
WARWICK_Y, WARWICK_L = Person("warwick_y"), Person("warwick_l")
HENRY_VI, MARGARET, HENRY_TUDOR = map(Person, ("henry_vi", "margaret", "henry_tudor"))
SOMERSET_1, SOMERSET_2 = map(Person, ("somerset_1", "somerset_2"))

YORKIST_KINGS = {
    YORK: ("york", ("y14", "y21")),
    MARCH: ("edward_iv", ("y23", "y24")),
    RUTLAND: ("rutland", ("y20", "y21")),
    GLOUCESTER: ("richard_iii", ("y32", "y33")),
    WARWICK_Y: ("warwick_y", ()),
}
"""6.3 IIIY The Lord card and the cards of each King."""
YORKIST_HEIRS = {
    (YORK, MARCH): ("march", "ludlow", ("y20",)),
    (YORK, RUTLAND): ("rutland", "canterbury", ("y20",)),
    (MARCH, RUTLAND): ("rutland", "canterbury", ("y31",)),
    (YORK, GLOUCESTER): ("gloucester_1", "gloucester", ("y34",)),
    (MARCH, GLOUCESTER): ("gloucester_1", "gloucester", ("y28", "y34")),
    (RUTLAND, GLOUCESTER): ("gloucester_2", "london", ("y34",)),
}
"""6.3 IIIY The Lord card, place and cards of the Heir to each King."""
LANCASTRIAN_KINGS = {
    HENRY_VI: ("l15", "l17"),
    MARGARET: ("l27", "l31"),
    SOMERSET_1: ("l18", "l20", "l27"),
}
"""6.3 IIIL The cards of each King."""
NEXT_HEIRS = {MARCH: ("march", "y20"), RUTLAND: ("rutland", "y20"), GLOUCESTER: ("gloucester_1", "y34")}
"""6.3 IIIL The Lord card and the card of the Heir beside York."""


# IIIY


def new_rivals(layout: Layout) -> None:
    """6.3 War IIIY: My Kingdom for a Horse (III), with Yorkists by Succession and one Lancastrian Heir."""
    heirs = yorkist_heirs(layout)
    layout.muster("norfolk", "arundel")
    crown_york(layout, heirs)
    layout.wars.listed = {Side.YORK: heirs[:2], Side.LANCASTER: [lancastrian_heir(layout, heirs[0])]}
    layout.favour_seats()


def yorkist_heirs(layout: Layout) -> list[Person]:
    """6.3 IIIY Yorkist Heirs and Lords, step by step: those who remain, highest first.

    Ruling: "exactly one" of York, March or Gloucester means that one Yorkist Heir is left in all.

    A game can be opened with the other reading, in which Rutland is not counted.
    """
    heirs = layout.alive(Side.YORK)
    if layout.wars.gloucester_as_heir and {RUTLAND, GLOUCESTER} <= {*heirs}:
        heirs.remove(RUTLAND)
    if heirs == [RUTLAND]:
        layout.muster("salisbury", "york")
        layout.add(Side.YORK, "y16", "y17", "y22")
        return [WARWICK_Y]
    counted = [heir for heir in heirs if heir != RUTLAND] if layout.readings.northumberland_with_rutland else heirs
    if len(counted) == 1:
        layout.muster("northumberland_y2", "carlisle")
        layout.add(Side.YORK, "y37")
    return heirs


def crown_york(layout: Layout, heirs: list[Person]) -> None:
    """6.3 IIIY Yorkist Succession: the highest is King at London, the next his Heir."""
    king, *others = heirs
    lord, cards = YORKIST_KINGS[king]
    layout.muster(lord, "london")
    layout.add(Side.YORK, *cards)
    for heir in others[:1]:
        lord, locale, cards = YORKIST_HEIRS[king, heir]
        layout.muster(lord, locale)
        layout.add(Side.YORK, *cards)


def lancastrian_heir(layout: Layout, king: Person) -> Person:
    """6.3 IIIY Lancastrian Heir: Margaret if she lives; else Henry Tudor, or Warwick against King Edward IV. Oxford and
    Jasper Tudor are with them. Returns the Heir.
    """
    if layout.remains(MARGARET):
        heir, place, cards = MARGARET, "france", ("l27", "l31")
    elif king != MARCH:
        heir, place, cards = HENRY_TUDOR, "france", ("l32", "l35")
    else:
        heir, place, cards = WARWICK_L, "calais", ("l23", "l30")
    for lord in (heir, "oxford", "jasper_tudor_2"):
        layout.muster(lord, place)
    layout.add(Side.LANCASTER, *cards)
    return heir


# IIIL


def last_stand(layout: Layout) -> None:
    """6.3 War IIIL."""
    king = crown_lancaster(layout)
    layout.muster("oxford", "oxford")
    layout.muster("jasper_tudor_2", "pembroke")
    layout.wars.listed = {Side.YORK: exiled_york(layout), Side.LANCASTER: [king]}
    layout.favour_seats()


def crown_lancaster(layout: Layout) -> Person:
    """6.3 IIIL Lancastrian Succession: the highest Heir is King, the others are not in this War. Somerset (2) has the card
    of Somerset (1). Returns the King.
    """
    king = next(person for person in layout.alive(Side.LANCASTER))
    king = SOMERSET_1 if king == SOMERSET_2 else king
    layout.muster(king, "london")
    layout.add(Side.LANCASTER, *LANCASTRIAN_KINGS[king])
    return king


def exiled_york(layout: Layout) -> list[Person]:
    """6.3 IIIL Yorkist Succession, step by step: the Heirs, who are set up with their Lords in Burgundy, or with Warwick at
    Calais.
    """
    heirs, lords = chosen_heirs(layout)
    if not heirs:
        heirs, lords = [WARWICK_Y], ["warwick_y"]
        layout.add(Side.YORK, "y16")
    if len(heirs) == 1:
        lords.append("salisbury")
        layout.add(Side.YORK, "y17", "y22")
    for lord in [*lords, "norfolk"]:
        layout.muster(lord, "calais" if WARWICK_Y in heirs else "burgundy")
    return heirs


def chosen_heirs(layout: Layout) -> tuple[list[Person], list[str]]:
    """6.3 IIIL Yorkist Succession: York with one other Heir, or Gloucester alone, or none of York's own; with their Lord
    cards.
    """
    heirs = layout.alive(Side.YORK)
    named = layout.wars.gloucester_as_heir and GLOUCESTER in heirs
    if named or heirs[:1] == [GLOUCESTER]:
        layout.add(Side.YORK, "y35")
        return [GLOUCESTER], ["gloucester_2"]
    if heirs[:1] != [YORK]:
        return [], []
    layout.add(Side.YORK, "y14", "y18")
    lords = ["york"]
    for person in heirs[1:2]:
        lord, card = NEXT_HEIRS[person]
        layout.add(Side.YORK, card)
        lords.append(lord)
    return heirs[:2], lords
