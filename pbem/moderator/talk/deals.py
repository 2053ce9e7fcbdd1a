"""What players propose to each other and agree on: to resign, a draw, moves taken back, a pause. It is no order.

Carries out such lines; the Table's book of offers has what is open. Agreements of the game's own are in `agreements`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import timedelta
from typing import Any

from pbem.engine.agreements.offers import (
    AGREED,
    DEAL,
    DRAW,
    ENDED,
    OFFERED,
    PAUSE,
    REFUSED,
    RESIGN,
    RESIGNED,
    TAKE_BACK,
    Offer,
)
from pbem.engine.decision import CLOCK, Seat
from pbem.engine.log.entry import EntryKind
from pbem.engine.refusal import Illegal, Misread
from pbem.engine.table import Table
from pbem.i18n import Text
from pbem.moderator.deadlines import clock_state
from pbem.moderator.deadlines.clock import Clock, iso, note
from pbem.moderator.deadlines.time_sentences import written
from pbem.moderator.talk.acceptances import accept_ahead, accept_no_more, with_signatures
from pbem.moderator.talk.agreements import accept, counter, offer, refuse, with_outcome, withdraw
from pbem.moderator.talk.deal_words import (
    AGREE,
    AHEAD,
    ASK_BACK,
    ASK_PAUSE,
    CONFIRM,
    COUNTER,
    GIVES_UP,
    NO_BACK,
    NO_DRAW,
    NO_PAUSE,
    NOT_AHEAD,
    OFFER,
    OFFER_DRAW,
    REFUSE,
    RESUME,
    STAY,
    WHOLE,
    WITHDRAW,
    length_in,
    number_in,
    thing_in,
)
from pbem.moderator.talk.message_headers import MessageHeaders
from pbem.moderator.talk.seat_log import last_order
from pbem.timing.duration import DAY, HOUR, in_words, read_duration
from pbem.timing.errors import BadTime

DRAWN = "draw_agreed"
USUAL_PAUSE, MAX_PAUSE = 14 * DAY, 84 * DAY
THINGS = {DRAW: "draw", TAKE_BACK: "take back", PAUSE: "pause"}
"""What can be offered, as a line names it."""


# Lines


def apply_deal(
    clock: Clock | None,
    table: Table[Any],
    seat: Seat,
    word: str,
    text: str,
    heads: MessageHeaders | None = None,
    unseen: Collection[int] = (),
) -> str:
    """Carry out a line of the kind `word` (deal_words.deal_word), and give back what was understood. `heads` has how players
    are named (None: by their seats), `unseen` are the entries of offers that its writer did not know of. Raises BadLine.
    """
    _must_play(table, seat)
    if word in (AGREE, REFUSE):
        _must_be_seen(table, seat, word, text, unseen)
    if word not in WHOLE:
        return _DOES[word](clock, table, seat, text)
    sentence = state_terms(table, seat, word, text, heads)
    return with_signatures(table, seat, sentence) if word == AHEAD else with_outcome(table, sentence)


def state_terms(table: Table[Any], seat: Seat, word: str, text: str, heads: MessageHeaders | None = None) -> str:
    """Write the offer or acceptance in advance of a line of one of the kinds WHOLE, and say how it was understood, without
    carrying out what follows from it. Raises BadLine.
    """
    _must_play(table, seat)
    return {OFFER: offer, COUNTER: counter, AHEAD: accept_ahead}[word](table, seat, text, heads)


def _must_play(table: Table[Any], seat: Seat) -> None:
    """Raise Illegal for a seat that can no longer agree on anything."""
    if table.over:
        raise Illegal(Text("the game is over"))
    if seat in table.offers.resigned:
        raise Illegal(Text("you have resigned already"))


def _write(table: Table[Any], seat: Seat, key: str, thing: str, seconds: int | None = None) -> None:
    table.remark(EntryKind.OFFER, seat, key, thing, {} if seconds is None else {"seconds": seconds})


def _gives_up(clock: Clock | None, table: Table[Any], seat: Seat, text: str) -> str:
    """Raises BadLine: nobody resigns by a sentence."""
    del clock, text
    line = "resign" if table.offers.by(seat, RESIGN) is None else "resign yes"
    raise Misread(Text('nothing has changed: to give the game up, write "{line}"', line=line), (line,))


def _resign(clock: Clock | None, table: Table[Any], seat: Seat, text: str) -> str:
    del clock, text
    if table.offers.by(seat, RESIGN) is None:
        _write(table, seat, OFFERED, RESIGN)
    return Text('nothing has changed yet: write "resign yes" if you give the game up, or "resign no" if you do not')


def _confirm(clock: Clock | None, table: Table[Any], seat: Seat, text: str) -> str:
    del text
    if table.offers.by(seat, RESIGN) is None:
        raise Illegal(Text('write "resign" first, and then "resign yes"'), ["resign"])
    out = {seat, *table.offers.resigned}
    winner = table.rules.wins_by_resignation(table.state, tuple(each for each in table.seats if each not in out))
    if winner is None:
        _write(table, seat, RESIGNED, RESIGN)
        outcome = conclude_agreed(clock, table, seat)
        if table.over:
            return outcome
        return Text("you have resigned: the others play on, and the game master decides what becomes of your seat")
    table.end(seat, RESIGNED, winner)
    return Text("you have resigned: {winner} wins", winner=written(winner))


def conclude_agreed(clock: Clock | None, table: Table[Any], seat: Seat) -> str:
    """Conclude the offers to which all remaining players have agreed, now that `seat` has resigned or is a regency. Gives
    what became of the last ("": none). Nothing more is concluded once the game is over.
    """
    outcome = ""
    for agreed in [each for each in table.open_offers if each.thing in THINGS and _all_agree(clock, table, each)]:
        if table.over:
            break
        if agreed.thing == TAKE_BACK:  # its order is before the resignation, which is not taken back with it
            _write(table, agreed.seat, ENDED, TAKE_BACK)
            continue
        outcome = _conclude(clock, table, seat, agreed)
    return outcome


def _all_agree(clock: Clock | None, table: Table[Any], offer: Offer) -> bool:
    """Whether all have agreed to an offer to all seats. A regency agrees to a draw and to a pause."""
    regencies = _regencies(clock, table) if offer.thing in (DRAW, PAUSE) else ()
    return offer.agreed >= {*offer.others} - {*table.offers.resigned, *regencies}


def _regencies(clock: Clock | None, table: Table[Any]) -> list[Seat]:
    return [] if clock is None else [*clock.clocks(table).regencies]


def _withdraw(thing: str, problem: str, answer: str) -> Callable[[Clock | None, Table[Any], Seat, str], str]:
    def withdraw(clock: Clock | None, table: Table[Any], seat: Seat, text: str) -> str:
        del clock, text
        if table.offers.by(seat, thing) is None:
            raise Illegal(problem)
        _write(table, seat, ENDED, thing)
        return answer

    return withdraw


def _offer_draw(clock: Clock | None, table: Table[Any], seat: Seat, text: str) -> str:
    del text
    _refuse_second(table, seat, DRAW, "accept draw")
    _write(table, seat, OFFERED, DRAW)
    if outcome := conclude_agreed(clock, table, seat):
        return outcome
    return Text("you have offered a draw; it lapses if another player sends an order instead")


def _refuse_second(table: Table[Any], seat: Seat, thing: str, answer: str) -> None:
    for each in table.open_offers:
        if each.thing == thing and each.seat == seat:
            raise Illegal(Text("you have asked for that already, and the answer is still to come"))
        if each.thing == thing:
            raise Illegal(Text("{seat} has asked for that already: answer it", seat=written(each.seat)), [answer])


def _ask_back(clock: Clock | None, table: Table[Any], seat: Seat, text: str) -> str:
    del text
    _refuse_second(table, seat, TAKE_BACK, "agree take back")
    if silent := [each for each in _regencies(clock, table) if each != seat]:
        problem = Text(
            "all must agree to that, and {seat} is a regency, whose player does not write", seat=written(silent[0])
        )
        raise Illegal(problem)
    last_order(table, seat)
    _write(table, seat, OFFERED, TAKE_BACK)
    return Text("asked: your last order is taken back when the others agree, unless anything is done before")


def _ask_pause(clock: Clock | None, table: Table[Any], seat: Seat, text: str) -> str:
    if clock is None or not clock.runs:
        raise Illegal(Text("this game has no deadlines: take the time that you need"))
    _refuse_second(table, seat, PAUSE, "agree pause")
    length = _length(length_in(text))
    _write(table, seat, OFFERED, PAUSE, int(length.total_seconds()))
    if outcome := conclude_agreed(clock, table, seat):
        return outcome
    return Text("asked: a pause of {length}, from when the others agree", length=in_words(length))


def _length(text: str) -> timedelta:
    try:
        length = read_duration(text) if text else USUAL_PAUSE
    except BadTime as bad:
        raise Misread(bad.problem, tuple(f"pause {near}" for near in bad.nearest) or ("pause 2 weeks",)) from bad
    if not HOUR <= length <= MAX_PAUSE:
        raise Illegal(Text("a pause lasts an hour at least and 12 weeks at most"), ["pause 2 weeks"])
    return length


def _resume(clock: Clock | None, table: Table[Any], seat: Seat, text: str) -> str:
    del text
    if clock is None or clock.clocks(table).pause_at(clock.now) is None:
        raise Illegal(Text("the game does not pause"))
    note(table, seat, clock_state.RESUMED, {"at": iso(clock.now)})
    return Text("the pause is over: the clock goes on")


# Answers


def _meant(table: Table[Any], seat: Seat, text: str, verbs: tuple[str, str, str]) -> Offer:
    """The offer that an answer is about. It must say that it is a draw, and which offer if several are open to the seat.
    Raises BadLine, which for the number of a former offer suggests nothing else. `verbs` answer a draw, an agreement, and
    the rest.
    """
    thing, number = thing_in(text), number_in(text)
    open_ = [each for each in table.open_offers if each.seat != seat and seat in each.parties and seat not in each.agreed]
    by_thing = {DRAW: verbs[0], DEAL: verbs[1]}
    lines = [f"{by_thing.get(each.thing, verbs[2])} {THINGS.get(each.thing, each.number)}" for each in open_]
    if number:
        meant = [each for each in open_ if each.number == number]
    elif thing:
        meant = [each for each in open_ if each.thing == thing]
    else:
        meant = open_ if len(open_) == 1 and open_[0].thing != DRAW else []
    if number and not meant:
        raise Illegal(_not_open(table, seat, number), [] if table.offers.is_known(number, seat) else lines)
    if not open_ or (thing and not meant):
        raise Illegal(Text("nothing like that is asked of you by another player"), lines)
    if len(meant) != 1:
        raise Misread(Text("say what you answer"), tuple(lines))
    return meant[0]


def _must_be_seen(table: Table[Any], seat: Seat, word: str, text: str, unseen: Collection[int]) -> None:
    """Raise Misread for an answer that names no offer, if there is one that its writer did not know of."""
    if number_in(text) or thing_in(text):
        return
    new = [each for each in table.offers.with_party(seat) if each.entry in unseen and each.seat != seat]
    if new:
        verb = "accept" if word == AGREE else "refuse"
        lines = tuple(f"{verb} {THINGS.get(each.thing, each.number)}" for each in new)
        raise Misread(Text("say what you answer: something else is offered since the mail that you answer"), lines)


def _not_open(table: Table[Any], seat: Seat, number: int) -> str:
    """Why the offer of a number cannot be answered. It reveals no offer that the seat does not know."""
    offer_named = table.offers.named(number) if table.offers.is_known(number, seat) else None
    if offer_named is not None and offer_named.seat == seat:
        return Text("offer {number} is your own", number=number)
    if offer_named is not None:
        return Text("you have agreed to offer {number} already", number=number)
    if table.offers.is_known(number, seat):
        return Text("offer {number} is open no longer", number=number)
    return Text("no offer {number} has been made to you", number=number)


def _agree(clock: Clock | None, table: Table[Any], seat: Seat, text: str) -> str:
    offer = _meant(table, seat, text, ("accept", "accept", "agree"))
    if offer.thing == DEAL:
        return accept(table, seat, offer)
    if offer.thing == TAKE_BACK:
        last_order(table, offer.seat)
    _write(table, seat, AGREED, offer.thing)
    offer = next(each for each in table.open_offers if each.entry == offer.entry)
    if not _all_agree(clock, table, offer):
        return Text("you agree; others are still to answer")
    return _conclude(clock, table, seat, offer)


def _conclude(clock: Clock | None, table: Table[Any], seat: Seat, offer: Offer) -> str:
    """What becomes of an offer to which all have agreed; `seat` was the last."""
    if offer.thing == DRAW:
        table.end(seat, DRAWN, None)
        return Text("the game is a draw")
    if offer.thing == PAUSE and clock is not None:
        until = clock.now + timedelta(seconds=offer.seconds)
        _write(table, offer.seat, ENDED, PAUSE)
        note(table, CLOCK, clock_state.BREAK, {"from": iso(clock.now), "to": iso(until)})
        return Text("the game pauses for {until}", until=in_words(until - clock.now))
    return Text("{seat}'s last order is taken back", seat=written(offer.seat))


def _refuse(clock: Clock | None, table: Table[Any], seat: Seat, text: str) -> str:
    del clock
    number = number_in(text)
    offer_named = table.offers.named(number) if number else None
    if offer_named is not None and offer_named.thing == DEAL and seat in offer_named.agreed:
        return refuse(table, seat, offer_named)
    offer = _meant(table, seat, text, ("decline", "refuse", "refuse"))
    if offer.thing == DEAL:
        return refuse(table, seat, offer)
    _write(table, seat, REFUSED, offer.thing)
    return Text("{seat} is told that you do not agree", seat=written(offer.seat))


_DOES: dict[str, Callable[[Clock | None, Table[Any], Seat, str], str]] = {
    RESIGN: _resign,
    GIVES_UP: _gives_up,
    CONFIRM: _confirm,
    STAY: _withdraw(RESIGN, Text('you have not written "resign"'), Text("you play on")),
    OFFER_DRAW: _offer_draw,
    NO_DRAW: _withdraw(DRAW, Text("you have not offered a draw"), Text("your offer of a draw is withdrawn")),
    ASK_BACK: _ask_back,
    NO_BACK: _withdraw(TAKE_BACK, Text("you have not asked to take anything back"), Text("you do not ask for it any more")),
    ASK_PAUSE: _ask_pause,
    NO_PAUSE: _withdraw(PAUSE, Text("you have not asked for a pause"), Text("you do not ask for a pause any more")),
    AGREE: _agree,
    REFUSE: _refuse,
    WITHDRAW: withdraw,
    NOT_AHEAD: lambda _clock, table, seat, text: accept_no_more(table, seat, text),
    RESUME: _resume,
}
