"""Corrections of Vassals and Arts of War cards by the game master."""

from __future__ import annotations

from pbem.engine.game.acts import Ruled
from pbem.engine.refusal import Illegal, Misread
from pbem.games.plantagenet.components.board import LAST_BOX, Vassal
from pbem.games.plantagenet.components.box import Card, Lord, Side
from pbem.games.plantagenet.components.capabilities import give_capability, objection_to
from pbem.games.plantagenet.components.lords import disband_vassal, discard_capability, muster_vassal, return_card
from pbem.games.plantagenet.components.options import EventOf
from pbem.games.plantagenet.components.state import Phase, State, Status, holder_of, lord_with, lords_of, mat_hidden, side_of
from pbem.games.plantagenet.wars.heirs import cards_in_play, meant
from pbem.orders.words.rulings import RulingLine

RULE = "ruling"
NEVER_MUSTERS = (Status.SET_ASIDE, Status.REPLACED)
VASSAL_FORMS = (
    ("Essex with Norfolk", "a Vassal is on this Lord's mat; his marker is ahead by as many boxes as his Service"),
    ("Essex calendar 9", "his marker is in this box: of one on a mat his Service, else face down"),
    ("Essex disbanded 9", "he is on no mat, and face down in this box"),
    ("Essex ready", "he is on no mat, but at his Seat"),
)
CARD_FORMS = (
    ("y7 with Norfolk", "a card is a Capability on this Lord's mat, with what it brings"),
    ("y7 held", "its side holds it"),
    ("y7 in deck", "it is in its side's deck"),
    ("y7 in force", "it is in force as an Event of this Levy or Campaign"),
    ("y7 out", "it is out of the game"),
)


def card_or_vassal(s: State, read: RulingLine) -> Ruled | None:
    """Carries out a line about a card or Vassal; None for other lines. Raises a BadLine."""
    if (parts := read.around("with")) is not None:
        return _with(s, read, *parts)
    if (what := read.ending("in", "deck") or read.ending("in", "the", "deck")) != "":
        return _to_deck(s, read, what)
    for words, put in (("held", _hold), ("in force", _in_force), ("out", _out)):
        if (what := read.ending(*words.split())) != "":
            return put(s, read, _card(s, read, what))
    if (what := read.ending("ready")) != "":
        return _ready(s, read, what)
    for word in ("disbanded", "calendar"):
        if (parts := read.around(word)) is not None and (word == "disbanded" or _is_vassal(s, read, parts[0])):
            return _box(s, read, *parts, disbanded=word == "disbanded")
    return None


# Vassals


def _vassal(s: State, read: RulingLine, text: str) -> Vassal:
    return Vassal(read.one_of(text, sorted(s.sheet.vassals), "Vassal with a Seat"))


def _is_vassal(s: State, read: RulingLine, text: str) -> bool:
    """Whether a text names a Vassal and not a Lord: both have places on the Calendar."""
    lords = [lord for lord in meant(s, s.lords) if s.lords[lord].status not in NEVER_MUSTERS]
    return read.one_of(text, [*lords, *sorted(s.sheet.vassals)], "Lord or Vassal") in s.sheet.vassals


def _names(s: State, read: RulingLine, text: str) -> bool:
    try:
        return bool(_vassal(s, read, text))
    except Misread:
        return False


def _with(s: State, read: RulingLine, what: str, who: str) -> Ruled:
    lord = Lord(read.one_of(who, list(s.mats), "Lord on the map"))
    if not _names(s, read, what):
        return _capability(s, read, _card(s, read, what), lord)
    vassal = _vassal(s, read, what)
    _leave(s, vassal)
    s.disbanded.pop(vassal, None)
    muster_vassal(s, lord, vassal, RULE)
    return Ruled(f"{read.name(vassal)} with {read.name(lord)}, Calendar {s.service[vassal]}")


def _leave(s: State, vassal: Vassal) -> None:
    """Moves a Vassal off his mat, face down on the Calendar or to his Seat."""
    if lord_with(s, vassal) is not None:
        disband_vassal(s, vassal, RULE)


def _ready(s: State, read: RulingLine, what: str) -> Ruled:
    vassal = _vassal(s, read, what)
    _leave(s, vassal)
    s.disbanded.pop(vassal, None)
    if vassal not in s.ready:
        s.ready.append(vassal)
    return Ruled(f"{read.name(vassal)} Ready")


def _box(s: State, read: RulingLine, what: str, text: str, *, disbanded: bool) -> Ruled:
    vassal, box = _vassal(s, read, what), read.number(text, LAST_BOX + 1)
    if not disbanded and vassal in s.service:
        s.service[vassal] = box
        return Ruled(f"{read.name(vassal)} Service {box}")
    _leave(s, vassal)
    if vassal in s.ready:
        s.ready.remove(vassal)
    s.disbanded[vassal] = box
    return Ruled(f"{read.name(vassal)} Disbanded, Calendar {box}")


# Cards


def _card(s: State, read: RulingLine, text: str) -> Card:
    """A card by its number, its Capability or its Event."""
    cards = sorted(s.sheet.cards, key=s.box.card_order.__getitem__)
    try:
        return Card(read.one_of(text, cards, "card"))
    except Misread as bad:
        try:
            event = EventOf.fits(read.one_of(text, [EventOf(card) for card in cards], "card"))
        except Misread:
            raise bad from None
        assert event is not None
        return event.card


def _take(s: State, read: RulingLine, card: Card) -> bool:
    """Puts a card into its side's deck, wherever it is. Returns whether its place was public."""
    side = s.box.cards[card].side
    if (s.wars is not None and card not in cards_in_play(s)) or card in s.aside:
        raise Illegal(f"{read.name(card)} is not in this War, or set aside (6.3)")
    if card in s.drawn:
        raise Illegal(f"{read.name(card)} has been drawn and is being resolved: wait until that is done")
    if (lord := holder_of(s, card)) is not None:
        was_open = not mat_hidden(s, lord)
        discard_capability(s, card, lord)
        if card in s.out_of_game:
            s.out_of_game.remove(card)
            return_card(s, card)
        return was_open
    if card in s.decks[side]:
        return False
    for cards in (s.this_levy, s.this_campaign, s.next_levy, s.out_of_game):
        if card in cards:
            cards.remove(card)
            return_card(s, card)
            return True
    s.held[side].remove(card)
    return_card(s, card)
    return False


def _secret(side: Side) -> frozenset[str]:
    """3.1.3 The seats that may see decks and held cards: their own side."""
    return frozenset({side.value})


def _to_deck(s: State, read: RulingLine, what: str) -> Ruled:
    card = _card(s, read, what)
    was_open = _take(s, read, card)
    return Ruled(f"{read.name(card)} in the deck", None if was_open else _secret(s.box.cards[card].side))


def _hold(s: State, read: RulingLine, card: Card) -> Ruled:
    side = s.box.cards[card].side
    _take(s, read, card)
    s.decks[side].remove(card)
    s.held[side].append(card)
    return Ruled(f"{read.name(card)} held", _secret(side))


def _in_force(s: State, read: RulingLine, card: Card) -> Ruled:
    _take(s, read, card)
    s.decks[s.box.cards[card].side].remove(card)
    (s.this_levy if s.phase is Phase.LEVY else s.this_campaign).append(card)
    return Ruled(f"{read.name(card)} in force")


def _out(s: State, read: RulingLine, card: Card) -> Ruled:
    _take(s, read, card)
    s.decks[s.box.cards[card].side].remove(card)
    s.out_of_game.append(card)
    return Ruled(f"{read.name(card)} out of the game")


def _capability(s: State, read: RulingLine, card: Card, lord: Lord) -> Ruled:
    """3.4.6 Puts a card at the Lord's mat; a hidden one only its owner sees."""
    side = s.box.cards[card].side
    if side is not side_of(s, lord):
        nearest = [f"{card} with {read.name(each)}" for each in lords_of(s, side)]
        raise Illegal(f"{read.name(card)} is a card of {side.value.capitalize()}", nearest)
    _take(s, read, card)
    if (objection := objection_to(s, card, lord, s.mats[lord].capabilities)) is not None:
        lords = [each for each in lords_of(s, side) if objection_to(s, card, each, s.mats[each].capabilities) is None]
        raise Illegal(objection, [f"{card} with {read.name(each)}" for each in lords])
    give_capability(s, card, lord)
    return Ruled(f"{read.name(card)} with {read.name(lord)}", _secret(side) if mat_hidden(s, lord) else None)
