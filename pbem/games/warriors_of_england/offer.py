"""The choices at the opening: one scenario."""

from __future__ import annotations

from pbem.engine.game.setup import GameOffer
from pbem.i18n import Text

OFFER = GameOffer("Warriors of England", {"campaign": Text("The war, 1455-1487: nine turns")})
