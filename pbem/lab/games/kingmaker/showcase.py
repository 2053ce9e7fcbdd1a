"""Who plays Kingmaker II where it is shown."""

from __future__ import annotations

from pbem.lab.showcase import Showcase

SHOWCASE = Showcase(
    scenario="three_players",
    options={"rounds": 2},
    players={"red": "Ann", "blue": "Beth", "green": "Carl", "yellow": "Dora", "purple": "Oscar"},
)
