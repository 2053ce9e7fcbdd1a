"""12, 10.4, 10.5, 6.5 What players may do at any safe moment, in anybody's turn, without being asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from pbem.engine.decision import Decision, Json, Menu, Seat
from pbem.engine.event import tell
from pbem.engine.game.acts import Acts
from pbem.games.kingmaker.asking.asked import now
from pbem.games.kingmaker.asking.leading import command, leading_for_allies
from pbem.games.kingmaker.asking.options import Disband, Entrust, Execute, Lift, Play, Recall, Show, Transfer, Watch
from pbem.games.kingmaker.combat.siege import give_up_siege
from pbem.games.kingmaker.components.ids import Card, NobleId, Phase, Spot, harbour, inside
from pbem.games.kingmaker.components.names import name_of, names, names_of
from pbem.games.kingmaker.components.nobles import nobles_of, royals_of
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.forces import end_force, is_new, owners_of
from pbem.games.kingmaker.hands.award import award_card, awards, entries, keeps_last, play_noble
from pbem.games.kingmaker.hands.exchange import show, transfer
from pbem.games.kingmaker.legal.choices import new_keepers, takers_of
from pbem.games.kingmaker.movement.loans import recall
from pbem.games.kingmaker.movement.ships import ship_owner
from pbem.games.kingmaker.royals import execute_royal, reallocate
from pbem.i18n import Text

PLAY, TRANSFER, ENTRUST, EXECUTE = "12.1 play", "12.2 transfer", "10.4 entrust", "10.5 execute"
LIFT, RECALL, DISBAND, SHOW, COMMAND = "6.5 lift", "5.9 recall", "13.2 disband", "12.6 show", "13.2 command"
WATCH = "4.1 heed"
WATCHED = {"events": True, "nothing": False}
"""4.1 What can be watched, and whether a player who chooses it is asked then."""


def is_safe(s: State) -> bool:
    """12.1 Whether free acts are possible: not before the game, in a combat, or while attendance of a Parliament is decided.

    Ruling: R82 in a combat cards are added in turn (6.2.4). Ruling: R134 nor while players choose for an Event that takes
    effect.
    """
    under_way = s.phase not in (Phase.SETUP, Phase.OVER) and not s.progress.taking_effect
    return under_way and s.fight is None and s.summoned is None


def open_acts(s: State, seat: Seat) -> tuple[Decision, ...]:
    """12 All acts open to a player now. Up to the draw of a combat, and while an Event takes effect, only Royals can pass to
    another Noble (l. 579).
    """
    if not is_safe(s) and not is_before_the_draw(s) and not s.progress.taking_effect:
        return ()
    return _acts_for(s, seat, ACTS_OF if is_safe(s) else [ENTRUST])


def acts_ahead(s: State, seat: Seat) -> tuple[Decision, ...]:
    """12 All acts that would be open if the moment were safe. Ruling: R132 waiting orders are read against them."""
    return () if s.phase in (Phase.SETUP, Phase.OVER) else _acts_for(s, seat, ACTS_OF)


def _acts_for(s: State, seat: Seat, keys: Iterable[str]) -> tuple[Decision, ...]:
    return tuple(Decision(seat, key, now(s), ACTS_OF[key][0], Menu(partial(ACTS_OF[key][1], s, seat))) for key in keys)


def is_before_the_draw(s: State) -> bool:
    """6.2.4 Whether a combat is in its adding step."""
    return s.fight is not None and s.fight.card is None and s.phase is not Phase.OVER


def event_lies_open(s: State) -> bool:
    """12.2, 10.5 (l. 582, 625) Whether an Event card is turned up and not resolved yet. Then no card is transferred and no
    Royal executed (Ruling: R97), but cards are played from hand (4.1) and Royals reallocated (10.4).
    """
    return s.showing is not None


def act(s: State, seat: Seat, key: str, answer: Json) -> None:
    """12 Carries out one act. Raises Illegal."""
    ACTS_OF[key][2](s, seat, answer)


# What can be done


def plays(s: State, seat: Seat) -> list[str]:
    """12.1 Each hand card with each Noble who can have it, and Nobles where they can enter. One card is kept for the
    discard.
    """
    hand = s.players[seat].hand
    if keeps_last(s, seat):
        return []
    nobles = [Play(card, spot) for card in hand if s.facts(card).sort.is_noble for spot in entries(s, seat, NobleId(card))]
    return [
        *nobles,
        *(Play(card, noble) for card in hand if not s.facts(card).sort.is_noble for noble in awards(s, seat, card)),
    ]


def transfers(s: State, seat: Seat) -> list[str]:
    """12.2 Cards that can pass between the player's own Nobles; passing them to another player takes an agreement."""
    if event_lies_open(s):
        return []
    cards = [card for noble in nobles_of(s, seat) for card in s.nobles[noble].cards]
    return [Transfer(card, noble) for card in cards for noble in takers_of(s, card) if s.nobles[noble].owner == seat]


def trusts(s: State, seat: Seat) -> list[str]:
    """10.4 Royals that can pass between the player's own Nobles; passing them to another player takes an agreement."""
    royals = royals_of(s, seat)
    return [Entrust(royal, noble) for royal in royals for noble in new_keepers(s, royal) if s.nobles[noble].owner == seat]


def executions(s: State, seat: Seat) -> list[str]:
    """10.5 The Royals that the player can execute: those with their own Nobles."""
    if event_lies_open(s):
        return []
    return [Execute(royal) for royal in royals_of(s, seat)]


def sieges_of(s: State, seat: Seat) -> list[str]:
    """6.5 The player's own sieges."""
    return [Lift(place) for place, besieger in s.besieged.items() if besieger == seat]


def loans_of(s: State, seat: Seat) -> list[str]:
    """5.9 The player's own ships that are lent and lie in port."""
    lent = [ship for ship in s.loans if ship in s.ships and ship_owner(s, ship) == seat]
    return [Recall(ship) for ship in lent if harbour(s.ships[ship].at) is not None]


def forces_of(s: State, seat: Seat) -> list[str]:
    """13.2 Forces with Nobles of the player that were not formed in this phase."""
    return [Disband(force.commander) for force in s.forces if seat in owners_of(s, force) and not is_new(s, force)]


def shows(s: State, seat: Seat) -> list[str]:
    """12.6 Each hand card to each other player."""
    return [Show(card, other) for card in s.players[seat].hand for other in s.seats if other != seat]


def watches(s: State, seat: Seat) -> list[str]:
    """4.1 (R110) To be asked before Events in others' turns, or no more; the choice that would change something comes
    first.
    """
    return [Watch(what) for what in sorted(WATCHED, key=lambda what: WATCHED[what] == (seat in s.watching))]


# What is done


def do_play(s: State, seat: Seat, answer: str) -> None:
    """12.1"""
    order = Play.read(answer)
    if s.facts(order.card).sort.is_noble:
        play_noble(s, seat, order.card, Spot(order.to))
    else:
        award_card(s, seat, order.card, NobleId(order.to))


def do_transfer(s: State, _seat: Seat, answer: str) -> None:
    """12.2"""
    order = Transfer.read(answer)
    transfer(s, order.card, order.noble)


def do_entrust(s: State, _seat: Seat, answer: str) -> None:
    """10.4"""
    order = Entrust.read(answer)
    reallocate(s, order.royal, order.noble, agreed=False)


def do_show(s: State, seat: Seat, answer: str) -> None:
    """12.6"""
    order = Show.read(answer)
    show(s, seat, [order.card], [order.seat])


def do_execute(s: State, seat: Seat, answer: str) -> None:
    """10.5"""
    execute_royal(s, seat, Execute.read(answer).royal)


def do_lift(s: State, seat: Seat, answer: str) -> None:
    """6.5"""
    give_up_siege(s, seat, Lift.read(answer).place)


def do_recall(s: State, seat: Seat, answer: str) -> None:
    """5.9"""
    recall(s, seat, Recall.read(answer).ship)


def do_command(s: State, _seat: Seat, answer: str) -> None:
    """13.2"""
    command(s, answer)


def do_disband(s: State, seat: Seat, answer: str) -> None:
    """13.2"""
    end_force(s, seat, Disband.read(answer).noble)


def do_watch(s: State, seat: Seat, answer: str) -> None:
    """4.1"""
    is_asked = WATCHED[Watch.read(answer).what]
    s.watching = [each for each in s.seats if (is_asked if each == seat else each in s.watching)]
    tell(s, "4.1", "watching" if is_asked else "not_watching", seen_by=frozenset({seat}))


ACTS_OF: Mapping[str, tuple[str, Callable[[State, Seat], list[str]], Callable[[State, Seat, str], None]]] = {
    PLAY: (Text("Which card do you play?"), plays, do_play),
    TRANSFER: (Text("Which card passes to which of your Nobles?"), transfers, do_transfer),
    ENTRUST: (Text("Which Royal passes to which of your Nobles?"), trusts, do_entrust),
    EXECUTE: (Text("Which Royal do you execute?"), executions, do_execute),
    LIFT: (Text("Which siege do you give up?"), sieges_of, do_lift),
    RECALL: (Text("Which ship do you take back?"), loans_of, do_recall),
    COMMAND: (Text("Where does your Force go?"), leading_for_allies, do_command),
    DISBAND: (Text("Which Force do you end?"), forces_of, do_disband),
    SHOW: (Text("Which card do you show to whom?"), shows, do_show),
    WATCH: (Text("Are you asked before an Event card of another's turn takes effect?"), watches, do_watch),
}
"""By key: the prompt, the function that lists the options, and the one that carries an option out."""


def why_not(s: State, seat: Seat, verb: str, ids: list[str]) -> str | None:
    """Why an act is not open, for a line with this order word."""
    if verb in ("transfer", "entrust", "play", "show") and (why := why_one_each(s, seat, verb, ids)):
        return why
    if verb in ("play", "show"):
        return why_no_card(s, seat, verb, ids)
    if verb in ("transfer", "execute") and event_lies_open(s):
        return Text("not while an Event card lies open: once it has taken effect")
    if verb == "command" and any(each in s.seats for each in ids):
        return Text("{player} orders in their turn what the Force attacks, and you are asked", player=name_of(s, s.active))
    if verb in ("transfer", "entrust"):
        return Text("only between your own Nobles in the same spot, not besieged and not at sea")
    return {
        "execute": Text("you control no such Royal"),
        "lift": Text("you besiege no such place"),
        "recall": Text("you have lent no such ship, or it is at sea"),
        "command": Text("you command no Force that can go there in this turn, of an ally who has Nobles in it"),
        "disband": Text("you have no Noble in such a Force, or it was formed in this phase"),
    }.get(verb)


def why_one_each(s: State, seat: Seat, verb: str, ids: list[str]) -> str | None:
    """10.4, 12.1, 12.2, 12.6 Why a line with several cards or Royals, or several Nobles, cannot be read: each is written on
    a line of its own. None if it has one of each.
    """
    held: set[str] = {*s.players[seat].hand} if verb in ("play", "show") else {*royals_of(s, seat)}
    held |= {card for noble in nobles_of(s, seat) for card in s.nobles[noble].cards} if verb == "transfer" else set()
    items = [each for each in dict.fromkeys(ids) if each in held]
    takers = [each for each in dict.fromkeys(ids) if each in (s.seats if verb == "show" else nobles_of(s, seat))]
    if max(len(items), len(takers)) < 2 or (len(items) != len(takers) and min(len(items), len(takers)) != 1):
        return None
    number = max(len(items), len(takers))
    pairs = zip(*(each * number if len(each) == 1 else each for each in (items, takers)), strict=True)
    lines = "; ".join(f"{verb} {names(s, item)[0]} {names(s, taker)[0]}" for item, taker in pairs)
    return Text('one at a time: "{lines}"', lines=lines)


def why_no_card(s: State, seat: Seat, verb: str, ids: list[str]) -> str | None:
    """12.1, 12.6 Why a hand card cannot be played or shown."""
    hand = s.players[seat].hand
    cards = [each for each in ids if each in s.board.cards.crown and each not in s.nobles]
    if absent := [card for card in cards if card not in hand]:
        return Text("{card} is not in your hand", card=s.board.names[absent[0]])
    if not hand:
        return Text("you hold no card")
    if verb == "play" and keeps_last(s, seat):
        return Text("you keep one card to discard")
    if not cards:
        return None
    if verb == "show":
        return Text("name the player to whom you show it")
    if entering := [NobleId(card) for card in cards if s.facts(Card(card)).sort.is_noble]:
        return why_not_at(s, seat, entering[0])
    return Text("it cannot go there: a Noble who is besieged, at sea, or cannot hold it")


def why_not_at(s: State, seat: Seat, noble: NobleId) -> str:
    """12.1, R9 Where a Noble of the hand can enter play."""
    spots = entries(s, seat, noble)
    slots = {"noble": names(s, noble)[0], "spots": names_of(s, spots)}
    homes = {inside(home) for home in s.facts(noble).places}
    if homes.issuperset(spots):
        return Text("{noble} comes into play in a home castle that is open to you: {spots}", **slots)
    return Text("no home castle of {noble}'s is open to you, and the nearest that is yours is {spots}", **slots)


def is_unseen(s: State, seat: Seat) -> bool:
    """4.1 Whether acts that a player wrote for their own turn must wait. Ruling: R146 they do while the Event card of that
    turn lies open.
    """
    return s.active == seat and event_lies_open(s)


ACTS: Acts[State] = Acts(open_acts, act, why_not, acts_ahead, is_unseen)
