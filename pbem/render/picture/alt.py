"""A picture in words, for those who cannot see it."""

from __future__ import annotations

from gettext import NullTranslations

from pbem.engine.game.picture import Picture, Track

MAX_LENGTH = 600
"""Characters. Mail programs cut off longer texts, and they tire listeners."""
ENGLISH = NullTranslations()


def alt_text(picture: Picture, words: NullTranslations = ENGLISH) -> str:
    """The picture's title, who leads, and who is where, as far as that fits into MAX_LENGTH."""
    main_tracks = [track for track in picture.tracks if track.side] or picture.tracks[:1]
    balance = ", ".join(_balance(track, picture, words) for track in main_tracks)
    text = words.gettext("Map of %s: %s.") % (picture.title, picture.subtitle) + (f" {balance}." if balance else "")
    for party in picture.parties:
        text = _with_pieces(text, picture, party.seat, party.name, words)
    return text


def _balance(track: Track, picture: Picture, words: NullTranslations) -> str:
    if track.side:
        return f"{track.name} {track.net}"
    if not track.net:
        return words.gettext("%s even") % track.name
    return words.gettext("%s %d for %s") % (track.name, abs(track.net), picture.parties[track.net > 0].name)


def _with_pieces(text: str, picture: Picture, side: str, name: str, words: NullTranslations) -> str:
    places = {place.id: place.name for place in picture.places}
    places |= {haven.id: haven.name for haven in picture.havens} | {water.id: water.name for water in picture.waters}
    here: dict[str, list[str]] = {}
    for piece in picture.pieces:
        if piece.side == side:
            here.setdefault(places[piece.where], []).append(f"{piece.name} {piece.strength}")
    standing = [words.gettext("%s at %s") % (", ".join(pieces), where) for where, pieces in here.items()]
    others = words.gettext("others")
    whole = f"{text} {name}: {'; '.join(standing) or words.gettext('nobody on the map')}."
    while len(whole) > MAX_LENGTH and standing:
        standing.pop()
        whole = f"{text} {name}: {'; '.join([*standing, others])}."
    return whole
