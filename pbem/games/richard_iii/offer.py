"""The choices at the opening: one scenario."""

from __future__ import annotations

from pbem.engine.game.setup import GameOffer
from pbem.i18n import Text

OFFER = GameOffer("Richard III", {"1460": Text("The Wars of the Roses, 1460: three campaigns")})
