"""The four reports that the letters answer, from games with fixed keys and a clock that stands still."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.conversation import Conversation, Mail, to

LEVY = "assign york\nmuster york\nparley bury\nlevy troops\nlevy carts\nmuster march\nlevy troops\nlevy carts\ndone\n"
PLAN = "plan york, march, york, march"
ENEMY_LEVY = "assign henry\nassign somerset\nmuster henry\nlevy troops\ndone\n"
ENEMY_PLAN = "plan henry, somerset, henry, somerset"
TOKEN = {"ia": "m4kd7wtqh2sv9xye", "bosworth": "r8bn3gzpc6ju5fka"}
_TOKEN = re.compile(rb"moderator\+[a-z2-9]{16}@")


def make_reports() -> dict[str, bytes]:
    """Each report as it is mailed, by name. A seat's token is drawn by chance: a fixed one stands in its place."""
    with TemporaryDirectory() as folder:
        found = {**_board(Path(folder)), **_battle(Path(folder))}
    return {name: _TOKEN.sub(f"moderator+{token}@".encode(), mail.raw) for name, (token, mail) in found.items()}


def _board(folder: Path) -> dict[str, tuple[str, Mail]]:
    (folder / "ia").mkdir()
    talk = Conversation(folder / "ia", scenario="ia_henry_vi", pictures=False)
    opening = to("york", talk.opening)
    talk.write("york", LEVY + PLAN)
    talk.write("lancaster", ENEMY_LEVY)
    card = to("york", talk.write("lancaster", ENEMY_PLAN))
    talk.db.close()
    return {"opening": (TOKEN["ia"], opening), "card": (TOKEN["ia"], card)}


def _battle(folder: Path) -> dict[str, tuple[str, Mail]]:
    (folder / "bosworth").mkdir()
    talk = Conversation(folder / "bosworth", pictures=False)
    battle = to("york", talk.set_up())
    last = to("york", talk.play_to_the_end())
    talk.db.close()
    return {"battle": (TOKEN["bosworth"], battle), "last": (TOKEN["bosworth"], last)}
