"""3.3 Exiles and Vassals."""

from __future__ import annotations

from pbem.engine.decision import Decision, Pick
from pbem.engine.event import tell
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import MARGARET, Lord, Side
from pbem.games.plantagenet.components.card_ids import Events
from pbem.games.plantagenet.components.held import any_moment
from pbem.games.plantagenet.components.lords import muster_lord
from pbem.games.plantagenet.components.state import State, Status, in_force, on_calendar, side_of
from pbem.i18n import Text

EXILES = "3.3.1 exiles"
STAY = "stay"


async def exiles_and_vassals(s: State) -> None:
    """3.3 Muster Exiles, the Rebels first, then Ready Vassals."""
    await any_moment(s)
    for side in s.order:
        await muster_exiles(s, side)
    ready_vassals(s)


async def muster_exiles(s: State, side: Side) -> None:
    """3.3.1 Muster Exiles: Lord by Lord, if the owner likes, without check or cost (ruling R50)."""
    for lord in [lord for lord in s.lords if side_of(s, lord) is side]:
        if in_reach(s, lord):
            await muster_exile(s, lord)


def in_reach(s: State, lord: Lord) -> bool:
    """3.3.1 Whether an Exile can Muster: marked Exile, in the current or an earlier box; with Be sent for (l4) anywhere on
    the Calendar.
    """
    cylinder = s.lords[lord]
    if cylinder.status is not Status.CALENDAR or not cylinder.exile:
        return False
    sent_for = side_of(s, lord) is Side.LANCASTER and in_force(s, Events.BE_SENT_FOR) and on_calendar(s, lord)
    return cylinder.box <= s.turn or sent_for


async def muster_exile(s: State, lord: Lord) -> None:
    """3.3.1 One Exile Musters into a box he may use, or stays on the Calendar."""
    boxes = boxes_for(s, lord)
    prompt = Text("{lords} is in Exile: return into which Exile box, or stay?", lords=s.box.lords[lord].name)
    shape = Pick(lambda: [*boxes, STAY])
    answer = await Decision(
        side_of(s, lord), EXILES, lord, prompt, shape, lambda: STAY if costly(s, lord) else [*boxes, STAY][0]
    )
    if answer != STAY:
        muster_lord(s, lord, Locale(answer), "3.3.1")


def costly(s: State, lord: Lord) -> bool:
    """6.0 Shaky Allies: whether the return would be costly, since Margaret in France costs Clarence; then it is never the
    default.
    """
    return lord == MARGARET and "shaky_allies" in s.sheet.special_rules


def boxes_for(s: State, lord: Lord) -> list[Locale]:
    """6.0 The Exile boxes that the scenario allows the Lord."""
    return [
        box
        for box, (side, users) in s.sheet.exile_boxes.items()
        if side is side_of(s, lord) and (users is None or lord in users)
    ]


def ready_vassals(s: State) -> None:
    """3.3.2 Ready Vassals: those face down in the current box return to their Seats, whoever is there (ruling R49)."""
    for vassal in [vassal for vassal, box in s.disbanded.items() if box == s.turn]:
        del s.disbanded[vassal]
        s.ready.append(vassal)
        tell(s, "3.3.2", "vassal_ready", vassal=vassal, locale=s.box.vassals[vassal].seat)
