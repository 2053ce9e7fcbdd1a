"""Which places a closeup is about."""

from __future__ import annotations

from pbem.engine.decision import Seat
from pbem.engine.game.picture import Picture


def focus_of(picture: Picture, seat: Seat) -> frozenset[str]:
    """The ids of the places, havens and seas that must be seen: where something happened, and where somebody acts.

    Where nothing happened: where the pieces of `seat` are; those of all for an observer (""), and for one who has none.
    Empty where there is nothing to be seen at all.
    """
    drawn = {each.id for each in picture.sites}
    ends = {end for arrow in picture.arrows for end in (arrow.start, arrow.end)}
    happened = ends | set(picture.scenes) | {place.id for place in picture.places if place.battle}
    acting = {piece.where for piece in picture.pieces if piece.active}
    if happened & drawn:
        return frozenset((happened | acting) & drawn)
    own_places = {piece.where for piece in picture.pieces if piece.side == seat}
    return frozenset((acting | (own_places or {piece.where for piece in picture.pieces})) & drawn)
