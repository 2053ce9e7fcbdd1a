"""Standing orders: the preferences of a player for questions that are not asked, or that a letter need not answer each
time.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache, partial

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.game.standing import Policy, Wording
from pbem.engine.phrase import NONE, words_of
from pbem.engine.refusal import BadLine, Illegal, Misread
from pbem.games.kingmaker.asking.aftermath import NOBODY
from pbem.games.kingmaker.asking.event import KEEP
from pbem.games.kingmaker.asking.options import (
    CALL_OFF,
    FINISH,
    PASS,
    Add,
    Award,
    Condemn,
    Discard,
    Execute,
    Passing,
)
from pbem.games.kingmaker.components.board import Board
from pbem.games.kingmaker.components.cards import Sort
from pbem.games.kingmaker.components.ids import INSIDE, Card, NobleId
from pbem.games.kingmaker.components.names import names_on
from pbem.games.kingmaker.components.nobles import are_friends
from pbem.games.kingmaker.components.state import State
from pbem.games.kingmaker.orders.whereabouts import why_anothers
from pbem.i18n import Text
from pbem.orders.languages.words import alternatives
from pbem.orders.policies.habits import YES_OR_NO, options_of, or_usual
from pbem.orders.policies.preferences import Preferences, is_none
from pbem.orders.words.grammar import NO_WORDS, YES_WORDS
from pbem.orders.words.lexicon import Lexicon, plain_words

Answer = Callable[[State, Decision, Json], Json]
Named = Callable[[State, Seat], list[str]]
SORTS: dict[str, tuple[Sort, ...]] = {
    "nobles": (Sort.TITLED, Sort.UNTITLED),
    "titles": (Sort.TITLE,),
    "offices": (Sort.OFFICE,),
    "sees": (Sort.SEE,),
    "mercenaries": (Sort.MERCENARY,),
    "ships": (Sort.SHIP,),
    "towns": (Sort.TOWN,),
}
"""The kinds of cards that an order can name."""
NEWEST, OLDEST, ALL = "newest", "oldest", "all"
FIELD = "field"
MUST_DISCARD = Text("who has drawn two cards must discard one: name it, or a kind of cards")
PASS_WORD = re.compile(rf"\b({alternatives('passing')})\b", re.IGNORECASE)
GRANT = ("seats", "places")


def lexicon(s: State) -> Lexicon:
    return _lexicon_of(s.board)


@lru_cache(maxsize=2)
def _lexicon_of(board: Board) -> Lexicon:
    return Lexicon(partial(names_on, board))


PREFERENCES: Preferences[State] = Preferences(lexicon)


def nobles(s: State, _seat: Seat) -> list[str]:
    """Nobles, or "none"."""
    return [NONE, *s.board.cards.nobles]


def of_allies(s: State, seat: Seat) -> list[str]:
    """6.2.6, 6.4, 9.2, 13.2 Nobles, or "none"; also for questions that an ally's Noble in a Force can answer."""
    return nobles(s, seat)


def of_anybody(s: State, seat: Seat) -> list[str]:
    """10.4 (R103) Nobles, or "none"; also for questions that another player's Noble can answer, with that player's
    consent.
    """
    return nobles(s, seat)


def places(s: State, _seat: Seat) -> list[str]:
    """Places, or "none"."""
    return [NONE, *s.board.places]


def landings(s: State, _seat: Seat) -> list[str]:
    """Fortified places, and the open field."""
    return [FIELD, *s.board.places]


def houses(s: State, _seat: Seat) -> list[str]:
    """Both houses."""
    return list(dict.fromkeys(facts.house for facts in s.board.cards.royals.values()))


def discards(s: State, seat: Seat) -> list[str]:
    """Crown cards, kinds of cards, and the newest or oldest of the hand."""
    return [NEWEST, OLDEST, *SORTS, *crown_cards(s, seat)]


def additions(s: State, seat: Seat) -> list[str]:
    """Crown cards and Nobles."""
    return [NONE, *crown_cards(s, seat)]


def crown_cards(s: State, seat: Seat) -> list[Card]:
    """12 All Crown cards; of two companies with one printed name only the one that the player holds, if they hold just
    one.
    """
    hand = s.players[seat].hand
    companies = {s.facts(card).company for card in hand if s.facts(card).company}
    return [card for card, facts in s.board.cards.crown.items() if card in hand or facts.company not in companies]


def awards(s: State, _seat: Seat) -> list[str]:
    """Titles and Offices, and Nobles."""
    return [*(card for card, facts in s.board.cards.crown.items() if facts.sort.is_post), *s.board.cards.nobles]


def royals(s: State, _seat: Seat) -> list[str]:
    """Royals."""
    return [*s.board.cards.royals]


FOR_OWN: tuple[Named, ...] = (nobles, additions)
"""These name the player's own Nobles only."""

# Applied


def among(instead_of_none: str, _s: State, decision: Decision, plan: Json) -> str | None:
    """The first option named. For "none" the option `instead_of_none` is taken."""
    wanted = [instead_of_none if name == NONE else name for name in plan]
    return next((name for name in wanted if name in options_of(decision.shape)), None)


def ashore(_s: State, decision: Decision, plan: Json) -> str | None:
    """4.4 The first possible spot named: inside a place, or the open field."""
    options = options_of(decision.shape)
    spots = [next((o for o in options if not o.startswith(INSIDE)), "") if name == FIELD else INSIDE + name for name in plan]
    return next((spot for spot in spots if spot in options), None)


def some(_s: State, decision: Decision, plan: Json) -> list[str]:
    """4.3, 6.3, 8 The possible options named, in the order named; or all, or none."""
    options = options_of(decision.shape)
    return options if plan == [ALL] else [name for name in plan if name in options]


def condemning(_s: State, decision: Decision, plan: Json) -> str | None:
    """9.2 Condemns all captives, or those named, one after the other."""
    options = Condemn.among(options_of(decision.shape))
    return next((each for each in options if each.who == ALL == plan[0] or each.who in plan), None)


def discarding(s: State, decision: Decision, plan: Json) -> str | None:
    """11.5 Discards the first card named that is in the hand, or the first of a kind named."""
    hand = [each.card for each in Discard.among(options_of(decision.shape))]
    if not hand:
        return FINISH if FINISH in options_of(decision.shape) else None
    for name in plan:
        if name in (NEWEST, OLDEST):
            return Discard(hand[-1 if name == NEWEST else 0])
        sorts = SORTS.get(name, ())
        if fitting := [card for card in hand if card == name or s.facts(card).sort in sorts]:
            return Discard(fitting[0])
    return None


def adding(_s: State, decision: Decision, plan: Json) -> str | None:
    """6.2.4 Adds the first card named that is still in the hand, to the Noble named or to any."""
    options = Add.among(options_of(decision.shape))
    for wanted in plan:
        words = words_of(wanted)
        fitting = [add for add in options if add.card == words[0] and (len(words) == 1 or add.noble == words[1])]
        if fitting:
            return fitting[0]
    return None


def executing(_s: State, decision: Decision, plan: Json) -> str | None:
    """6.2.4 Executes the first Royal named who is present."""
    return next((order for name in plan for order in Execute.among(options_of(decision.shape)) if order.royal == name), None)


def awarding(_s: State, decision: Decision, plan: Json) -> str | None:
    """7.4 Awards the first card and Noble named that fit, or the first that fits the one named."""
    options = Award.among(options_of(decision.shape))
    for wanted in plan:
        words = set(words_of(wanted))
        if fitting := [order for order in options if words <= {order.card, order.noble}]:
            return fitting[0]
    return None


def fixed(answer: str) -> Answer:
    """A fixed answer, if it is an option."""
    return lambda _s, decision, _plan: answer if answer in options_of(decision.shape) else None


# Read


def read_names(named: Named, s: State, seat: Seat, text: str, *, whole: bool = True) -> list[str]:
    """Reads alternatives in order of preference. Raises Misread for "never"."""
    plan = PREFERENCES.read(named, s, seat, text, whole=whole)
    if isinstance(plan, dict):
        raise Misread(Text('this order says what is preferred, the first first; it knows no "never"'))
    if named in (*FOR_OWN, of_allies):
        check_own(s, seat, plan, allies=named is of_allies)
    return list(plan)


def check_own(s: State, seat: Seat, plan: Sequence[str], *, allies: bool) -> None:
    """1.3 Raises Illegal for a Noble of another Faction, whom the order could never match. Nobles of allies pass if `allies`
    is set.
    """
    for wanted in plan:
        for noble in (NobleId(each) for each in words_of(wanted) if each in s.board.cards.nobles):
            is_allied = allies and noble in s.nobles and are_friends(s, seat, s.nobles[noble].owner)
            if not is_allied and (why := why_anothers(s, seat, noble)):
                raise Illegal(why)


def nothing_more(_s: State, _seat: Seat, text: str) -> Json:
    """Reads an order without arguments. Raises Misread if there are any."""
    if plain_words(text):
        raise Misread(Text("this order takes nothing else"))
    return [ALL]


def read_some(s: State, seat: Seat, text: str) -> Json:
    """Nobles, "all" or "none"."""
    if plain_words(text) == [ALL]:
        return [ALL]
    return [NONE] if is_none(plain_words(text)) else read_names(nobles, s, seat, text)


def read_discards(read: Callable[[State, Seat, str], Json], s: State, seat: Seat, text: str) -> Json:
    """11.5 Reads cards and kinds of cards. Raises Illegal for "none": a discard is compulsory."""
    if is_none(plain_words(text)):
        raise Illegal(MUST_DISCARD)
    return read(s, seat, text)


def read_sortie(s: State, seat: Seat, text: str) -> Json:
    """6.5 Reads Nobles, or yes and no for all and none."""
    word = " ".join(plain_words(text))
    return [ALL] if word in YES_WORDS else [NONE] if word in NO_WORDS else read_some(s, seat, text)


def read_additions(s: State, seat: Seat, text: str) -> Json:
    """Reads cards in order of preference, each alone or with the Noble who should get it. Raises BadLine."""
    plan = read_names(additions, s, seat, text, whole=False)
    if plan == [NONE]:
        raise Misread(Text('"{word}" adds nothing', word=PASS), [PASS])
    for wanted in plan:
        words = words_of(wanted)
        if words[0] in s.players[seat].hand and s.facts(Card(words[0])).sort.is_noble:
            sentence = Text("{card} is a Noble: in a combat only cards for your Nobles in it are added")
            raise Illegal(sentence.filled(card=lexicon(s).name(words[0])))
        if len(words) > 2 or s.facts(Card(words[0])).sort.is_noble:
            raise Misread(Text("name a card, and the Noble who gets it; put commas between the cards"), ["add CARD NOBLE"])
    return plan


def read_awards(read: Callable[[State, Seat, str], Json], s: State, seat: Seat, text: str) -> Json:
    """7.4 Reads awards of drawn cards. Raises Illegal for a card of the hand, which is played instead, at any time."""
    named = lexicon(s).named_in(text, [*s.players[seat].hand, *s.nobles])
    cards = [each for each in named if each in s.players[seat].hand]
    if cards:
        words = [names_on(s.board, each)[0] for each in (cards[0], *(each for each in named if each in s.nobles))]
        line = f"play {' '.join(words[:2])}"
        sentence = Text('in a Parliament drawn cards are awarded; one of your hand is played: "play CARD NOBLE"')
        raise Illegal(sentence, [line])
    return read(s, seat, text)


def read_grant(s: State, seat: Seat, text: str) -> Json:
    """5.3 Reads players or "all", then "pass", then places or "all". Raises Misread."""
    who, passes, where = (*PASS_WORD.split(text, maxsplit=1), "", "")[:3]
    others = [other for other in s.seats if other != seat]
    if not passes:
        raise Misread(Text("say whom you let pass where"), ["let PLAYER pass PLACE"])
    seats = [ALL] if plain_words(who) == [ALL] else lexicon(s).read_list(who, others)
    places_ = [ALL] if plain_words(where) == [ALL] else lexicon(s).read_list(where, list(s.board.places))
    if not seats or not places_:
        raise Misread(Text("say whom you let pass where"), ["let PLAYER pass PLACE"])
    return {"seats": seats, "places": places_}


def read_players(s: State, seat: Seat, text: str) -> Json:
    """Other players, "all" or "none"."""
    if plain_words(text) == [ALL]:
        return [ALL]
    if is_none(plain_words(text)):
        return [NONE]
    if not (seats := lexicon(s).read_list(text, [other for other in s.seats if other != seat])):
        raise Misread(Text("name players, or write all or none"))
    return seats


def write_players(s: State, plan: Json) -> str:
    return ", ".join(each if each in (ALL, NONE) else lexicon(s).name(each) for each in plan)


def write_grant(s: State, plan: Json) -> str:
    seats, places_ = (", ".join(ALL if each == ALL else lexicon(s).name(each) for each in plan[key]) for key in GRANT)
    return f"{seats} pass {places_}"


def granting(_s: State, decision: Decision, plan: Json) -> bool | None:
    """5.3 Yes if the order names both player and place; else None, so that other orders can answer."""
    asked = Passing.read(decision.subject)
    named = all(plan[key] == [ALL] or one in plan[key] for key, one in zip(GRANT, (asked.seat, asked.place), strict=True))
    return True if named else None


def write_some(s: State, plan: Json) -> str:
    return ALL if plan == [ALL] else PREFERENCES.write(s, plan)


def bare(answer: Answer) -> Policy[State]:
    """A policy for an order word without arguments."""
    return Policy(nothing_more, lambda _s, _p: "", answer, Wording(plain=True, beside=True))


def prefer(named: Named, answer: Answer, *, whole: bool = True) -> Policy[State]:
    """A policy for alternatives in order of preference."""
    reading = partial(read_names, named, whole=whole)
    return or_usual(Policy(reading, PREFERENCES.write, answer, Wording(plain=True)))


def keeps(policy: Policy[State]) -> Policy[State]:
    """The same policy without "none"."""

    def read(s: State, seat: Seat, text: str) -> Json:
        plan = policy.read(s, seat, text)
        if plan == [NONE]:
            raise BadLine(Text("name somebody"))
        return plan

    return replace(policy, read=read)


LETS: Policy[State] = Policy(read_grant, write_grant, granting, Wording(beside=True, adds=True))
PASSES = bare(fixed(PASS))
ABANDONS = bare(fixed(CALL_OFF))
FOLLOW = keeps(prefer(places, partial(among, NONE)))
GUARDS = prefer(nobles, partial(among, KEEP))
KEEPERS = prefer(of_anybody, partial(among, NOBODY))
HONOURS = keeps(prefer(of_allies, partial(among, NONE)))
SACRIFICES = keeps(prefer(nobles, partial(among, NONE)))
PORTS = keeps(prefer(places, partial(among, NONE)))
ASHORE = prefer(landings, ashore)
HOUSES = prefer(houses, partial(among, NONE))
SOME: Policy[State] = or_usual(Policy(read_some, write_some, some, Wording(alone=ALL, plain=True)))
SORTIES: Policy[State] = or_usual(Policy(read_sortie, write_some, some, Wording(alone=ALL, plain=True)))
CONDEMNS: Policy[State] = Policy(read_some, write_some, condemning, Wording(alone=ALL, plain=True))
SHELTERS: Policy[State] = or_usual(Policy(read_players, write_players, some, Wording(plain=True)))
DISCARDS = replace(chosen := prefer(discards, discarding), read=partial(read_discards, chosen.read), wording=Wording())
"""11.5 A kind of cards is not an answer, so a line that names one is a standing order, even while the question is open."""
ADDS: Policy[State] = Policy(read_additions, PREFERENCES.write, adding, Wording(plain=True, beside=True))
EXECUTES: Policy[State] = Policy(partial(read_names, royals), PREFERENCES.write, executing, Wording(plain=True, beside=True))
AWARDS = replace(awarded := prefer(awards, awarding, whole=False), read=partial(read_awards, awarded.read))
WHETHER: Policy[State] = or_usual(YES_OR_NO)
