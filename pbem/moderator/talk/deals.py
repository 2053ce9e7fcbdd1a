"""What players propose to each other and agree on: to resign, a draw, moves taken back, a pause. It is no order.

The lines that say it become entries of kind OFFER. An entry's key is OFFERED, AGREED, REFUSED or ENDED, its subject what it
is about; HANDED_OVER ends all that a seat has offered or agreed to. A draw that is offered stands until each other player
has agreed, one refuses or gives an order of their own, or the offer is withdrawn. The wish to resign stands until it is
confirmed, or the player gives an order. The wish to take an order back stands until anything is done.

What a player leaves behind who plays a seat no longer does not hold, and no correction brings it back. Where the entry that
says so is struck, or orders from before it are carried out again, it is said once more.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import takewhile
from typing import Any

from pbem.effort import spend
from pbem.engine.decision import CLOCK, Seat
from pbem.engine.entry import NOT_OF_THE_GAME, Entry, EntryKind
from pbem.engine.refusal import Illegal, Misread
from pbem.engine.standing import order_text
from pbem.engine.table import TOLD_TO_OWNER, WAITING, Table
from pbem.i18n import Text
from pbem.moderator.deadlines import clock_state
from pbem.moderator.deadlines.clock import Clock, iso, note
from pbem.moderator.deadlines.time_sentences import written
from pbem.orders.languages.words import alternatives, folded
from pbem.orders.place.segments import heading_of, segments_of
from pbem.orders.words.grammar import Grammar
from pbem.orders.words.vocabulary import STANDING
from pbem.timing.duration import DAY, HOUR, in_words, read_duration
from pbem.timing.errors import BadTime

RESIGN, DRAW, TAKE_BACK, PAUSE = "resign", "draw", "take_back", "pause"
CONFIRM, STAY = "resign_yes", "resign_no"
OFFER_DRAW, NO_DRAW = "offer_draw", "no_draw"
ASK_BACK, NO_BACK = "ask_back", "no_back"
ASK_PAUSE, NO_PAUSE = "ask_pause", "no_pause"
AGREE, REFUSE, RESUME = "agree", "refuse", "resume"
GIVES_UP = "gives_up"
"""Says in other words than the order that the game is given up."""
USAGE = {
    "resign": (
        "resign",
        Text('gives the game up, once you have written "resign yes" as well; "resign no" thinks better of it'),
    ),
    "offer": (
        "offer draw",
        Text('offers a draw: the answer is "accept draw" or "decline draw"; "offer no draw" ends the offer'),
    ),
    "take": (
        "ask to take back",
        Text('asks to take your last letter back: the answer is "agree take back" or "refuse take back"'),
    ),
    "pause": ("pause 2 weeks", Text('asks for a pause of the clock: the answer is "agree pause" or "refuse pause"')),
    "resume": ("resume", Text("ends a pause: the clock goes on")),
}
"""How each of these lines is written, and what it does, by the word that `help` knows it by."""
_THING = r"(?: (?:to |with )?(?:the |a )?(?P<thing>draw|take back|taking back|takeback|pause))?"
_FORMS = {
    RESIGN: r"(?:i )?resign(?: the game)?",
    CONFIRM: r"(?:i )?resign yes",
    STAY: r"resign no",
    OFFER_DRAW: r"offer (?:a )?draw",
    NO_DRAW: r"offer no draw",
    ASK_BACK: r"(?:ask to take back|ask (?:to )?take it back|take back)",
    NO_BACK: r"ask not to take back",
    NO_PAUSE: r"(?:pause no|no pause)",
    ASK_PAUSE: r"pause(?: (?:for )?(?P<length>.{1,30}))?",
    AGREE: rf"(?:agree|accept){_THING}",
    REFUSE: rf"(?:refuse|decline){_THING}",
    RESUME: r"resume(?: the game| play)?",
}
_READ = {word: re.compile(form, re.IGNORECASE) for word, form in _FORMS.items()}
_GIVES_UP = re.compile(alternatives("giving_up"))
_LONGEST = 120
_THINGS = {"draw": DRAW, "take back": TAKE_BACK, "taking back": TAKE_BACK, "takeback": TAKE_BACK, "pause": PAUSE}


def plain(text: str) -> str:
    """A line without a comment and a full stop, with single spaces."""
    return " ".join(text.partition("#")[0].split()).rstrip(" .!")


def deal_word(text: str) -> str:
    """The word of a line that agrees on something, or "" for any other. It stands there in full, but for GIVES_UP."""
    line = plain(text)
    word = next((word for word, form in _READ.items() if form.fullmatch(line)), "")
    is_given_up = not word and len(line) <= _LONGEST and _GIVES_UP.fullmatch(" ".join(folded(line))) is not None
    return GIVES_UP if is_given_up else word


def thing_in(text: str) -> str:
    """What an answer is about (DRAW, TAKE_BACK, PAUSE), "" where it does not say."""
    found = _READ[AGREE].fullmatch(plain(text)) or _READ[REFUSE].fullmatch(plain(text))
    return _THINGS.get((found["thing"] or "").casefold(), "") if found else ""


def length_in(text: str) -> str:
    """How long a pause is asked for, as it is written; "" where the line does not say."""
    found = _READ[ASK_PAUSE].fullmatch(plain(text))
    return (found["length"] or "") if found else ""


# What stands open

OFFERED, AGREED, REFUSED, ENDED = "offered", "agreed", "refused", "ended"
HANDED_OVER = "handed_over"
"""The key of an entry that says that a seat is another player's from now on."""
RESIGNED, DRAWN = "resigned", "draw_agreed"
USUAL_PAUSE, MAX_PAUSE = 14 * DAY, 84 * DAY
TWO = 2
THINGS = {DRAW: "draw", TAKE_BACK: "take back", PAUSE: "pause"}
"""What can be offered, as a line names it."""
BY_A_PLAYER = (EntryKind.ANSWER, EntryKind.WAITED)
ENTRIES_A_STEP = 25
"""Entries looked through for offers in a step of work (pbem.effort)."""


@dataclass
class Offer:
    """What a seat has proposed: the `number` of its entry, how many `seconds` a pause is to last, who has agreed."""

    thing: str
    seat: Seat
    number: int
    seconds: int = 0
    agreed: set[Seat] = field(default_factory=set)


def offers_of(table: Table[Any]) -> list[Offer]:
    """What stands open, in the order it was proposed."""
    return _offers_in(table, table.entries)


def _offers_in(table: Table[Any], entries: Sequence[Entry]) -> list[Offer]:
    spend(len(entries) // ENTRIES_A_STEP)
    found: list[Offer] = []
    for entry in entries:
        _pass_over(found, entry)
    return [] if table.over else found


def played_on(table: Table[Any], first: int) -> Iterator[tuple[Offer, Seat]]:
    """The draws that an order has declined since entry `first`, each with whose order it was."""
    found: list[Offer] = []
    for entry in table.entries:
        for offer in _pass_over(found, entry):
            if offer.thing == DRAW and entry.number >= first:
                yield offer, entry.seat


def _pass_over(found: list[Offer], entry: Entry) -> list[Offer]:
    """Bring what stands open behind an entry, and give back what ends with what the entry has done in the game."""
    if entry.kind is EntryKind.OFFER:
        _take(found, entry)
    elif entry.kind not in NOT_OF_THE_GAME:
        dead = [offer for offer in found if _dies(offer, entry)]
        found[:] = [offer for offer in found if offer not in dead]
        return dead
    return []


def _take(found: list[Offer], entry: Entry) -> None:
    if entry.key == HANDED_OVER:
        found[:] = [offer for offer in found if offer.seat != entry.seat]
        for offer in found:
            offer.agreed.discard(entry.seat)
    if entry.key == OFFERED:
        found.append(Offer(entry.subject, entry.seat, entry.number, entry.answer.get("seconds") or 0))
    for offer in [each for each in found if each.thing == entry.subject]:
        if entry.key == AGREED and offer.seat != entry.seat:
            offer.agreed.add(entry.seat)
        elif (entry.key == REFUSED and offer.seat != entry.seat) or (entry.key == ENDED and offer.seat == entry.seat):
            found.remove(offer)


def _dies(offer: Offer, entry: Entry) -> bool:
    """Whether an offer ends with what an entry has done in the game."""
    if offer.thing == PAUSE:
        return False
    if offer.thing == TAKE_BACK:
        return _ends_wishes(entry)
    mine = entry.seat == offer.seat
    return entry.kind in BY_A_PLAYER and (mine if offer.thing == RESIGN else not mine and entry.seat not in offer.agreed)


# Lines


def apply_deal(clock: Clock | None, table: Table[Any], seat: Seat, word: str, text: str) -> str:
    """Carry out a line that begins with a `word` of words.deal_word, and give back what was understood. Raises BadLine."""
    if table.over:
        raise Illegal(Text("the game is over"))
    return _DOES[word](clock, table, seat, text)


def is_agreed_back(table: Table[Any]) -> Offer | None:
    """The wish to take an order back to which everybody has agreed, if there is one."""
    since = takewhile(lambda entry: not _ends_wishes(entry), reversed(table.entries))  # it is asked before each order
    offers = _offers_in(table, [*since][::-1])
    return next((offer for offer in offers if offer.thing == TAKE_BACK and _all_agree(table, offer)), None)


def _ends_wishes(entry: Entry) -> bool:
    """Whether no wish to take an order back stands behind an entry."""
    return entry.kind not in NOT_OF_THE_GAME and entry.kind is not EntryKind.SALT


def _all_agree(table: Table[Any], offer: Offer) -> bool:
    return offer.agreed >= set(table.seats) - {offer.seat}


def _own(table: Table[Any], seat: Seat, thing: str) -> Offer | None:
    return next((offer for offer in offers_of(table) if (offer.thing, offer.seat) == (thing, seat)), None)


def _write(table: Table[Any], seat: Seat, key: str, thing: str, seconds: int | None = None) -> None:
    table.remark(EntryKind.OFFER, seat, key, thing, {} if seconds is None else {"seconds": seconds})


def _gives_up(clock: Clock | None, table: Table[Any], seat: Seat, text: str) -> str:
    """Raises BadLine: nobody resigns by a sentence."""
    del clock, text
    _refuse_more_than_two(table)
    line = "resign" if _own(table, seat, RESIGN) is None else "resign yes"
    raise Misread(Text('nothing has changed: to give the game up, write "{line}"', line=line), (line,))


def _refuse_more_than_two(table: Table[Any]) -> None:
    if len(table.seats) > TWO:
        raise Illegal(Text("more than two players play this game: write to the game master"))


def _resign(clock: Clock | None, table: Table[Any], seat: Seat, text: str) -> str:
    del clock, text
    _refuse_more_than_two(table)
    if _own(table, seat, RESIGN) is None:
        _write(table, seat, OFFERED, RESIGN)
    return Text('nothing has changed yet: write "resign yes" if you give the game up, or "resign no" if you do not')


def _confirm(clock: Clock | None, table: Table[Any], seat: Seat, text: str) -> str:
    del clock, text
    if _own(table, seat, RESIGN) is None:
        raise Illegal(Text('write "resign" first, and then "resign yes"'), ["resign"])
    (winner,) = (other for other in table.seats if other != seat)
    table.end(seat, RESIGNED, winner)
    return Text("you have resigned: {winner} wins", winner=written(winner))


def _withdraw(thing: str, problem: str, told: str) -> Callable[[Clock | None, Table[Any], Seat, str], str]:
    def withdraw(clock: Clock | None, table: Table[Any], seat: Seat, text: str) -> str:
        del clock, text
        if _own(table, seat, thing) is None:
            raise Illegal(problem)
        _write(table, seat, ENDED, thing)
        return told

    return withdraw


def _offer_draw(clock: Clock | None, table: Table[Any], seat: Seat, text: str) -> str:
    del clock, text
    _refuse_second(table, seat, DRAW, "accept draw")
    _write(table, seat, OFFERED, DRAW)
    return Text("you have offered a draw; it lapses if another player sends an order instead")


def _refuse_second(table: Table[Any], seat: Seat, thing: str, answer: str) -> None:
    for offer in offers_of(table):
        if offer.thing == thing and offer.seat == seat:
            raise Illegal(Text("you have asked for that already, and the answer is still to come"))
        if offer.thing == thing:
            raise Illegal(Text("{seat} has asked for that already: answer it", seat=written(offer.seat)), [answer])


def _ask_back(clock: Clock | None, table: Table[Any], seat: Seat, text: str) -> str:
    del clock, text
    _refuse_second(table, seat, TAKE_BACK, "agree take back")
    last_order(table, seat)
    _write(table, seat, OFFERED, TAKE_BACK)
    return Text("asked: your last order is taken back when the others agree, unless anything is done before")


def last_order(table: Table[Any], seat: Seat) -> int:
    """The number of the entry of a seat's last order, if it can be taken back. Raises Illegal.

    Never behind a die or a shuffle, behind anything of another player's or of the clock's, or behind what its player has
    been told alone; nor, where things lie hidden on the table, when others were asked at the same time, or are asked now:
    then something hidden may have been shown.
    """
    mine = [entry.number for entry in table.entries if entry.kind in BY_A_PLAYER and entry.seat == seat]
    if not mine:
        raise Illegal(Text("you have given no order yet"))
    first = mine[-1]
    for entry in table.entries:
        if entry.number < first or entry.kind in (*NOT_OF_THE_GAME, EntryKind.SALT) or given_ahead(entry, seat):
            continue
        if entry.kind is EntryKind.ROLL:
            raise Illegal(Text("a die has been rolled or a card drawn since your last order"))
        if entry.seat != seat:
            raise Illegal(Text("somebody else has acted since your last order"))
    if any(news.number >= first and _told_alone(news.event.name, news.event.seen_by) for news in table.news):
        raise Illegal(Text("you have seen something hidden since your last order"))
    if table.rules.is_open:
        return first
    asked = {decision.seat for decision in table.open()} | {decision.seat for decision in _asked_at(table, first)}
    if asked != {seat}:
        raise Illegal(Text("others are asked something since your last order, or were asked with you"))
    return first


def given_ahead(entry: Entry, seat: Seat) -> bool:
    """Whether an entry is an order of another seat for later, of which `seat` must not learn: it bars nothing, and stays."""
    return entry.seat != seat and (
        entry.kind is EntryKind.INSTRUCTION or (entry.kind is EntryKind.WAITING and entry.key == WAITING)
    )


def _told_alone(name: str, seen_by: frozenset[str] | None) -> bool:
    return seen_by is not None and name not in TOLD_TO_OWNER.values()


def _asked_at(table: Table[Any], number: int) -> list[Any]:
    """The questions that were open when an entry was written."""
    before = [entry for entry in table.entries if entry.number < number]
    spend(len(before))
    past = Table.restore(table.rules, table.setup, table.chance, before)
    return [*past.open(), *(decision for seat in past.seats for decision, _ in past.given_by(seat))]


def _ask_pause(clock: Clock | None, table: Table[Any], seat: Seat, text: str) -> str:
    if clock is None or not clock.runs:
        raise Illegal(Text("this game has no deadlines: take the time that you need"))
    _refuse_second(table, seat, PAUSE, "agree pause")
    length = _length(length_in(text))
    _write(table, seat, OFFERED, PAUSE, int(length.total_seconds()))
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


def _meant(table: Table[Any], seat: Seat, text: str, verbs: tuple[str, str]) -> Offer:
    """The offer that an answer is about: of a draw it must say so. Raises BadLine. `verbs` answer a draw, and the rest."""
    thing = thing_in(text)
    offers = [
        offer for offer in offers_of(table) if offer.seat != seat and offer.thing in THINGS and seat not in offer.agreed
    ]
    lines = [f"{verbs[offer.thing != DRAW]} {THINGS[offer.thing]}" for offer in offers]
    meant = [offer for offer in offers if offer.thing == thing or (not thing and offer.thing != DRAW)]
    if not offers or (thing and not meant):
        raise Illegal(Text("nothing like that is asked of you by another player"), lines)
    if len(meant) != 1:
        raise Misread(Text("say what you answer"), tuple(lines))
    return meant[0]


def _agree(clock: Clock | None, table: Table[Any], seat: Seat, text: str) -> str:
    offer = _meant(table, seat, text, ("accept", "agree"))
    if offer.thing == TAKE_BACK:
        last_order(table, offer.seat)
    _write(table, seat, AGREED, offer.thing)
    offer.agreed.add(seat)
    if not _all_agree(table, offer):
        return Text("you agree; others are still to answer")
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
    offer = _meant(table, seat, text, ("decline", "refuse"))
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
    RESUME: _resume,
}


# Players who leave

ONCE_MORE = Text("once more")
"""The note of an entry that says again what a struck one has said."""


def leave(table: Table[Any], seat: Seat, note: str = "") -> list[str]:
    """Say that a seat is handed over, and withdraw its standing orders and waiting lines; gives them as lines that give them
    again.
    """
    table.remark(EntryKind.OFFER, seat, HANDED_OVER, seat, {}, note)
    lines: list[str] = []
    if table.over:
        return lines
    for order in table.orders_of(seat):
        lines.append(f"{STANDING} {order_text(table.rules, table.state, order)}")
        table.withdraw(seat, order.key, order.verb, order.number)
    lexicon = Grammar(table.rules, table.state).lexicon
    headings = {segment.name: heading_of(segment, lexicon) for segment in segments_of(table, seat)}
    if waiting := table.waiting.get(seat, []):
        for line in waiting:
            heading = headings.get(line.segment, "")
            lines.append(f"{heading}: {line.text}" if heading else line.text)
        table.wait(seat, [])
    return lines


def says_left(entry: Entry) -> bool:
    """Whether an entry says that its seat has been handed over."""
    return entry.kind is EntryKind.OFFER and entry.key == HANDED_OVER


def seats_left(entries: Iterable[Entry]) -> list[Seat]:
    """The seats that have been handed over by these entries, each once."""
    return list(dict.fromkeys(entry.seat for entry in entries if says_left(entry)))


def leave_again(table: Table[Any], seats: Collection[Seat]) -> None:
    """Say once more that seats were handed over: what stands of them now is from before."""
    for seat in seats:
        leave(table, seat, ONCE_MORE)
