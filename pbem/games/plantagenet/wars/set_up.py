"""6.1.2, 6.3 The set-up of a War, by what has happened to the Heirs in earlier ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.engine.copying import copied
from pbem.engine.game.setup import Setup
from pbem.games.plantagenet.components.box import MARGARET, Box, Side
from pbem.games.plantagenet.components.card_ids import Capabilities
from pbem.games.plantagenet.components.lords import edward_comes
from pbem.games.plantagenet.components.readings import PRESENT, Readings, readings
from pbem.games.plantagenet.components.setup import lay_out, new_state, open_sheet, with_options
from pbem.games.plantagenet.components.state import State, Wars
from pbem.games.plantagenet.components.war_book import THIRD_WARS, WAR, WarBook
from pbem.games.plantagenet.wars.earlier import earlier_wars
from pbem.games.plantagenet.wars.ending import lost_heirs
from pbem.games.plantagenet.wars.first_wars import legitimacy_fades, plantagenets_go_to_war, the_kingmaker
from pbem.games.plantagenet.wars.heirs import book_of, wars_of
from pbem.games.plantagenet.wars.layout import Layout
from pbem.games.plantagenet.wars.succession import forget_who_cannot_come, succession_cards
from pbem.games.plantagenet.wars.third_wars import last_stand, new_rivals

LAYOUTS: Mapping[str, Callable[[Layout], None]] = {
    "I": plantagenets_go_to_war,
    "IIY": the_kingmaker,
    "IIL": legitimacy_fades,
    "IIIY": new_rivals,
    "IIIL": last_stand,
}


def first_state(setup: Setup) -> State:
    """2.1, 6.3 The position before the first question: of a single scenario, of the campaign, or of one War alone."""
    if "book" not in setup.data:
        return new_state(setup)
    box, book = setup.data["box"], setup.data["book"]
    wars = earlier_wars(setup) if setup.data["page"]["kind"] == WAR else Wars(book.first)
    return with_options(war_state(box, book, wars, setup.scenario, readings(setup)), setup)


def set_up(s: State, war: str) -> None:
    """6.1.2 Sets up the next War: everything new, except what passes from War to War, and the numbers of Battles."""
    before = wars_of(s)
    wars = Wars(war, removed=before.removed, won=before.won, gloucester_as_heir=before.gloucester_as_heir)
    new = war_state(s.box, book_of(s), wars, s.scenario, s.readings)
    new.hidden_mats, new.readings, new.battles, new.events = s.hidden_mats, s.readings, s.battles, s.events
    vars(s).update(vars(new))


def war_state(box: Box, book: WarBook, wars: Wars, scenario: str, read: Readings = PRESENT) -> State:
    """6.3 The position at the beginning of the War in `wars`, which also has what passes on to it."""
    war, wars = book.wars[wars.war], copied(wars)
    wars.listed = {side: list(war.listed[side]) for side in Side}
    layout = Layout(box, book, war, wars, read)
    LAYOUTS[war.code](layout)
    page = layout.page()
    s = lay_out(box, open_sheet(page), page, scenario)
    s.book, s.wars = book, wars
    wars.cards = layout.cards
    wars.heirs = {side: list(layout.heirs(side)) for side in Side}
    deal_cards(s)
    charge_for_lost_heirs(s)
    s.events = []  # a War is reported when it begins
    return s


def deal_cards(s: State) -> None:
    """6.3 Adds the cards that Succession brings at the set-up; Edward (l26) with Margaret, or set aside until she
    Musters.
    """
    forget_who_cannot_come(s)
    for side in Side:
        wars_of(s).cards[side] += succession_cards(s, side)
        deck = {*s.decks[side], *wars_of(s).cards[side]}
        s.decks[side] = sorted(deck, key=s.box.card_order.__getitem__)
    if MARGARET in s.lords:
        s.aside.append(Capabilities.EDWARD)
    if MARGARET in s.mats:
        edward_comes(s, MARGARET)


def charge_for_lost_heirs(s: State) -> None:
    """6.3 At the set-up of a third War each Heir lost to Death, Shipwreck or Natural Causes costs their side Influence,
    once (R124).
    """
    if wars_of(s).war in THIRD_WARS:
        lost = len(lost_heirs(s, Side.YORK)) - len(lost_heirs(s, Side.LANCASTER))
        s.influence += book_of(s).lost_heir_points * lost
