"""A closeup in words, for those who cannot see it."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.decision import Seat
from pbem.engine.picture import Arrow, Going, Picture
from pbem.render.picture.alt import MOST
from pbem.render.picture.closeup.focus import focus_of

FROM = {Going.LAND: "from", Going.SEA: "by sea from", Going.FLIGHT: "in flight from"}


def closeup_alt(picture: Picture, seat: Seat) -> str:
    """What a closeup for `seat` shows: the movements, the battles, the places it is about with who stands there, as far as
    that goes into 600 letters.
    """
    names = {each.id: each.name for each in picture.sites}
    said = [f"Closeup of {picture.title}, for narrow screens."]
    told = [*_happened(picture, names), *_standing(picture, focus_of(picture, seat), names)]
    for sentence in told:
        if len(" ".join([*said, sentence, ELSE])) > MOST:
            return " ".join([*said, ELSE])
        said.append(sentence)
    return " ".join(said)


ELSE = "And more."


def _happened(picture: Picture, names: dict[str, str]) -> Iterator[str]:
    acting = [f"{piece.name} in {names[piece.where]}" for piece in picture.pieces if piece.active and piece.where in names]
    if acting:
        yield f"{picture.words.active.capitalize()}: {', '.join(acting)}."
    yield from (_movement(arrow, picture, names) for arrow in picture.arrows if {arrow.start, arrow.end} <= set(names))
    yield from (f"{picture.words.battle} at {place.name}." for place in picture.places if place.battle)


def _movement(arrow: Arrow, picture: Picture, names: dict[str, str]) -> str:
    side = next((party.name for party in picture.parties if party.seat == arrow.side), "")
    return f"{side} {FROM[arrow.going]} {names[arrow.start]} to {names[arrow.end]}."


def _standing(picture: Picture, focus: frozenset[str], names: dict[str, str]) -> Iterator[str]:
    """Who stands at each place, then those where nobody does."""
    here = {place: [f"{each.name} {each.strength}" for each in picture.pieces if each.where == place] for place in focus}
    sorted_ = sorted(here, key=lambda place: names[place])
    yield from (f"{names[place]}: {', '.join(here[place])}." for place in sorted_ if here[place])
    if empty := [names[place] for place in sorted_ if not here[place]]:
        yield f"Nobody at {', '.join(empty)}."
