"""A closeup in words, for those who cannot see it."""

from __future__ import annotations

from collections.abc import Iterator
from gettext import NullTranslations

from pbem.engine.decision import Seat
from pbem.engine.game.picture import Arrow, Going, Picture
from pbem.render.picture.alt import ENGLISH, MAX_LENGTH
from pbem.render.picture.closeup.focus import focus_of


def closeup_alt(picture: Picture, seat: Seat, words: NullTranslations = ENGLISH) -> str:
    """What a closeup for `seat` shows: the movements, the battles, the places it is about with who is there, as far as
    that goes into 600 letters.
    """
    names = {each.id: each.name for each in picture.sites}
    sentences = [words.gettext("Closeup of %s, for narrow screens.") % picture.title]
    more = words.gettext("And more.")
    candidates = [*_happened(picture, names, words), *_standing(picture, focus_of(picture, seat), names, words)]
    for sentence in candidates:
        if len(" ".join([*sentences, sentence, more])) > MAX_LENGTH:
            return " ".join([*sentences, more])
        sentences.append(sentence)
    return " ".join(sentences)


def _happened(picture: Picture, names: dict[str, str], words: NullTranslations) -> Iterator[str]:
    acting = [piece for piece in picture.pieces if piece.active and piece.where in names]
    if acting:
        acting_words = ", ".join(words.gettext("%s in %s") % (piece.name, names[piece.where]) for piece in acting)
        yield f"{picture.words.active.capitalize()}: {acting_words}."
    arrows = (arrow for arrow in picture.arrows if {arrow.start, arrow.end} <= set(names))
    yield from (_movement(arrow, picture, names, words) for arrow in arrows)
    fought = (place.name for place in picture.places if place.battle)
    yield from (words.gettext("%s at %s.") % (picture.words.battle, name) for name in fought)


def _movement(arrow: Arrow, picture: Picture, names: dict[str, str], words: NullTranslations) -> str:
    side = next((party.name for party in picture.parties if party.seat == arrow.side), "")
    sentences = {
        Going.LAND: words.gettext("%s from %s to %s."),
        Going.SEA: words.gettext("%s by sea from %s to %s."),
        Going.FLIGHT: words.gettext("%s in flight from %s to %s."),
    }
    return sentences[arrow.going] % (side, names[arrow.start], names[arrow.end])


def _standing(picture: Picture, focus: frozenset[str], names: dict[str, str], words: NullTranslations) -> Iterator[str]:
    """Who stands at each place, then those where nobody does."""
    here = {place: [f"{each.name} {each.strength}" for each in picture.pieces if each.where == place] for place in focus}
    sorted_ = sorted(here, key=lambda place: names[place])
    yield from (f"{names[place]}: {', '.join(here[place])}." for place in sorted_ if here[place])
    if empty := [names[place] for place in sorted_ if not here[place]]:
        yield words.gettext("Nobody at %s.") % ", ".join(empty)
