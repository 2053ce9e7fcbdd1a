"""6.1 Respite and War: Natural Causes, the next War, and what passes on to it."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.dice import roll
from pbem.engine.event import tell
from pbem.games.plantagenet.components.box import EDWARD_IV, MARGARET, Side
from pbem.games.plantagenet.components.card_ids import Capabilities
from pbem.games.plantagenet.components.influence import lead_of
from pbem.games.plantagenet.components.state import State, tell_own
from pbem.games.plantagenet.components.subjects import OfLord
from pbem.games.plantagenet.components.war_book import THIRD_WARS, Person
from pbem.games.plantagenet.wars.ending import DYNASTIC, dynasty_gone, lost_heirs, win_campaign
from pbem.games.plantagenet.wars.heirs import book_of, called, card_of, king, left, lord_in_play, war_of, wars_of
from pbem.games.plantagenet.wars.succession import remove_heir

NATURAL_CAUSES = "6.3 natural causes"
HENRY_VI, YORK, MARCH = map(Person, ("henry_vi", "york", "march"))
THE_OLD = (HENRY_VI, YORK)
EDWARD_DIES = 6


def next_war(s: State) -> str:
    """6.1.2 Renewed War: the code of the next War, by the winner of the last."""
    wars = wars_of(s)
    return book_of(s).next_war[wars.war][Side(wars.won[-1]["winner"])]


def begin_war(s: State) -> None:
    """6.1.2, 6.3 A War begins: reports who can be Heir, who is King, and what has passed on from earlier Wars."""
    war = war_of(s)
    tell(s, "6.1.2", "war_begins", war=war.code, title=war.page["name"], favour=dict(s.favour))
    if wars_of(s).won:
        tell(s, "6.1.2", "war_set_up")
    for side in s.order:
        crowned = king(s) if side is s.king else None
        heirs = [called(s, person) for person in left(s, side)]
        tell(s, "6.2.1", "war_heirs", side=side, heirs=heirs, king=crowned and called(s, crowned))
        if lost := [called(s, person) for person in lost_heirs(s, side)]:
            tell(s, "6.2.2", "war_lost", side=side, lost=lost)
        tell(s, "6.3", "war_cards", side=side, cards=in_runs([int(card[1:]) for card in s.decks[side]], side))
    if MARGARET in s.mats:
        tell_own(s, MARGARET, "6.3", "capability", card=Capabilities.EDWARD)
    if war.code in THIRD_WARS and wars_of(s).removed:
        ahead = next((side for side in Side if lead_of(s, side) > 0), None)
        tell(s, "6.3", "war_scores", side=ahead, lead=abs(s.influence))
    if war.code in THIRD_WARS and wars_of(s).gloucester_as_heir:
        tell(s, "6.3", "gloucester_was_named")


def in_runs(numbers: Sequence[int], side: Side) -> str:
    """The numbers of a side's cards in short: "y1-y13, y25"."""
    starts = [number for number in numbers if number - 1 not in numbers]
    ends = [number for number in numbers if number + 1 not in numbers]
    runs = zip(starts, ends, strict=True)
    return ", ".join(f"{side[0]}{first}" if first == last else f"{side[0]}{first}-{side[0]}{last}" for first, last in runs)


# 6.3 Natural Causes


async def natural_causes(s: State) -> None:
    """6.3 Natural Causes, after a second War: two dice for Henry VI and two for York, if alive, then one for Edward IV.

    Ruling: if York goes, March is not Edward IV yet, and is not rolled for; and who loses the last Heir so has lost the
    campaign.
    """
    if "natural_causes" not in s.sheet.special_rules:
        return
    for person in THE_OLD:
        if any(person in left(s, side) for side in Side):
            await roll_for_age(s, person)
    if lord_in_play(s, MARCH) == EDWARD_IV:
        die = await roll(NATURAL_CAUSES, OfLord(EDWARD_IV))
        tell_natural_causes(s, MARCH, [die], dead=die == EDWARD_DIES)
    if dynasty_gone(s, Side.YORK):
        win_campaign(s, Side.LANCASTER, DYNASTIC)


async def roll_for_age(s: State, person: Person) -> None:
    """6.3 A roll below the number of the last Turn played removes an Heir (two dice; R127)."""
    dice = [await roll(NATURAL_CAUSES, OfLord(book_of(s).heirs[person].lords[0], which)) for which in ("first", "second")]
    tell_natural_causes(s, person, dice, dead=sum(dice) < s.turn)


def tell_natural_causes(s: State, person: Person, dice: list[int], *, dead: bool) -> None:
    """6.3 Reports the dice, and the Heir who is removed."""
    heir = book_of(s).heirs[person]
    tell(s, "6.3", "natural_causes", side=heir.side, lord=card_of(s, person), dice=dice, turn=s.turn, dead=dead)
    if dead:
        remove_heir(s, person)
