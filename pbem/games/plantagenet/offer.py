"""6.0 The scenarios, and the choices at the opening."""

from __future__ import annotations

from pbem.engine.game.setup import GameOffer
from pbem.games.plantagenet.components.opening_options import ABOUT_OPTIONS, OPTIONS
from pbem.games.plantagenet.wars.earlier import ABOUT_EARLIER, EARLIER
from pbem.i18n import Text

SCENARIOS = {
    "bosworth": Text("Bosworth, 22 August 1485: one Battle"),
    "ia_henry_vi": Text("Ia Henry VI, 1459-1461: fifteen Turns"),
    "ib_towton": Text("Ib Towton, 1461: one Turn"),
    "ic_somersets_return": Text("Ic Somerset's Return, 1463-1464: three Turns"),
    "ii_warwicks_rebellion": Text("II Warwick's Rebellion, 1469-1471: fifteen Turns"),
    "iii_my_kingdom_for_a_horse": Text("III My Kingdom for a Horse, 1484-1485: seven Turns"),
    "wotr_wars_of_the_roses": Text("Wars of the Roses, 1459-1485: three Wars, up to thirty-seven Turns"),
    "i_plantagenets_go_to_war": Text("War I alone, Plantagenets Go to War, 1459-1461: fifteen Turns"),
    "iiy_the_kingmaker": Text("War IIY alone, The Kingmaker, 1469-1471: fifteen Turns"),
    "iil_legitimacy_fades": Text("War IIL alone, Lancastrian Legitimacy Fades, 1469-1471: fifteen Turns"),
    "iiiy_new_rivals": Text("War IIIY alone, New Rivals, 1484-1485: seven Turns"),
    "iiil_yorkists_last_stand": Text("War IIIL alone, Yorkists' Last Stand, 1484-1485: six Turns"),
}
OFFER = GameOffer(
    "Plantagenet",
    SCENARIOS,
    options={**OPTIONS, **dict.fromkeys(EARLIER, (True,))},
    about_options={**ABOUT_OPTIONS, **ABOUT_EARLIER},
)
