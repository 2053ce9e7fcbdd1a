"""What random games of Kingmaker II need: what there is to reach, what is hidden, and standing orders to give."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.decision import Decision, Json, Seat
from pbem.games.kingmaker.asking.assembling import AWARDS
from pbem.games.kingmaker.asking.ending import END, SENTENCE
from pbem.games.kingmaker.asking.options import Show
from pbem.games.kingmaker.asking.unasked import SHOW
from pbem.games.kingmaker.components.names import name_of, names
from pbem.games.kingmaker.components.nobles import nobles_of
from pbem.games.kingmaker.components.state import State
from pbem.lab.games.kingmaker.beginnings import mixed
from pbem.lab.games.kingmaker.offers import offers, passes_soon
from pbem.lab.games.kingmaker.plants import PLANTS
from pbem.lab.games.kingmaker.rare import beginning, sought
from pbem.lab.games.kingmaker.reach import reachable, reached
from pbem.lab.games.kingmaker.secrets import SECRETS
from pbem.lab.trial import Mix, Trial

CHANCES = ("", "", " if outnumbered", " if I defend", " if round over 2", " if the King is there")
PLAIN = (
    "pass",
    "assent yes",
    "enlist yes",
    "attend none",
    "discard newest",
    "discard mercenaries, towns, newest",
    "claim yes",
    "escort all",
)
MANY = 12
"""10.4 So many Nobles of other players are named as keepers at once."""
MORE = (
    "occupy all",
    "guard none",
    "ashore field",
    "sortie yes",
    "shelter all",
    "stay no",
    "renounce York",
    "renounce Lancaster",
    "agree no",
    "abandon if outnumbered",
)


def delegated(s: State, seat: Seat) -> Iterator[str]:
    """Orders for every question outside one's own turn, and for its end."""
    own = ", ".join(names(s, noble)[0] for noble in nobles_of(s, seat))
    yield from ("pass", "attend none", f"award {own}", "condemn all", "discard newest")


def lasting(s: State, seat: Seat, mix: Mix) -> Iterator[str]:
    """Some of what nobody is asked, and orders for combats and Parliaments."""
    own = [names(s, noble)[0] for noble in nobles_of(s, seat)]
    others = [names(s, noble)[0] for noble in nobles_of(s, *(other for other in s.seats if other != seat))]
    chances, lines = list(CHANCES), [*PLAIN, *MORE]
    mix(own)
    mix(chances)
    if own:
        lines += [f"{verb} {', '.join(own)}" for verb in ("keeper", "major", "holder", "sacrifice", "spoils", "guard")]
        lines += [f"attend {own[0]} unless {name_of(s, other)}" for other in s.seats if other != seat]
        lines += [f"occupy {own[0]}", f"escort {own[0]}", f"attend {own[0]}", f"award {', '.join(own)}"]
    lines += [f"keeper {', '.join(mixed(others, mix)[:MANY])}"] if others else []
    mix(lines)
    yield from (f"standing {line}" for line in lines[:2])
    yield f"standing pass{chances[0]}"


def shown_of_act(act: Decision, answer: Json, seat: Seat) -> str:
    """12.6 (R43) That a card is shown the two alone know."""
    return "" if act.key == SHOW and seat not in (act.seat, Show.read(answer).seat) else str(answer)


TRIAL = Trial(
    reached=reached,
    reachable=reachable,
    delegated=delegated,
    secrets=SECRETS,
    lasting=lasting,
    plants=PLANTS,
    shown_of_act=shown_of_act,
    offers=offers,
    passes_soon=passes_soon,
    beginning=beginning,
    sought=sought,
    drawn_for=(AWARDS, SENTENCE, END),
    conditions=("outnumbered", "I defend", "round over 2"),
)
