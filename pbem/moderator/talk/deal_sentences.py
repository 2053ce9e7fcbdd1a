"""The sentences about what is open between players and what became of it, for each of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from pbem.engine.agreements.ahead import Acceptance
from pbem.engine.agreements.dealing import head_in_words, in_force, is_within
from pbem.engine.agreements.dealing import in_words as clauses_in_words
from pbem.engine.agreements.offers import DEAL, DRAW, PAUSE, REFUSED, RESIGN, RESIGNED, TAKE_BACK, Offer
from pbem.engine.decision import Json, Seat
from pbem.engine.log.entry import EntryKind
from pbem.engine.table import Table
from pbem.i18n import Text
from pbem.moderator.deadlines import clock_state
from pbem.moderator.deadlines.clock import Clock, fresh_entries
from pbem.moderator.deadlines.time_sentences import written
from pbem.moderator.talk.agreements import until_in_words, why_not_now
from pbem.timing.duration import in_words


def open_lines(clock: Clock, table: Table[Any], reader: Seat) -> Iterator[str]:
    """The open offers to a reader that are no agreements of the game's, each with the words that answer it; and the pause,
    if any.
    """
    resigned = table.offers.resigned
    for offer in () if reader in resigned else table.open_offers:
        if offer.thing == DEAL:
            continue
        if line := _own(clock, offer) if offer.seat == reader else _of_another(clock, table, offer, reader):
            yield line
    yield from () if table.over else (_resigned(clock, seat, reader) for seat in resigned)
    clocks = clock.clocks(table)
    if not table.over and (pause := clocks.pause_at(clock.now)) is not None:
        sentence = clock.words.gettext('The game pauses until %s: no deadline runs. "resume" ends the pause.')
        yield sentence % clock.local_time(clocks, reader, pause.end)


@dataclass(frozen=True, slots=True)
class ReadUpTo:
    """The newest `entry` that was reported to a reader, and the first entry of their `letter`, whose offers are shown in
    full (0: no letter is answered).
    """

    entry: int
    letter: int = 0


MAX_WITH_AND = 2
"""An offer to up to this many says "you and NAME"; more are listed."""
ALL_ANEW = ReadUpTo(-1)
"""A reader who asks is told everything in full."""


def agreement_lines(clock: Clock, table: Table[Any], reader: Seat, since: ReadUpTo = ALL_ANEW) -> Iterator[str]:
    """The agreements of the game's that concern a reader: open offers, promises not yet due (with their visible state), and
    acceptances in advance. Those reported before are shown by number and first clause, promises by their numbers.
    """
    if table.over or reader in table.offers.resigned:
        return
    for offer in table.offers.with_party(reader):
        is_own = since.letter and offer.entry >= since.letter and offer.seat == reader
        if offer.thing == DEAL and not is_own:
            yield _agreement(clock, table, offer, reader, in_full=offer.entry > since.entry)
    yield from _promises(clock, table, reader, since.entry)
    yield from (line.said(clock.words.gettext) for line in ahead_lines(table, reader))


def deal_news(clock: Clock, table: Table[Any], reader: Seat, first: int) -> tuple[str, ...]:
    """The news for a reader in entries of others from number `first` on: offers and answers, who has resigned, a pause."""
    fresh = [e for e in table.entries if e.number >= first and e.kind is EntryKind.OFFER and e.seat != reader]
    new = {entry.number for entry in fresh}
    lines = [_resigned(clock, entry.seat, reader) for entry in fresh if entry.key == RESIGNED and not table.over]
    lines += answer_lines(clock, table, reader, first)
    offers = [] if reader in table.offers.resigned else table.open_offers
    for offer in offers:
        if offer.entry in new and offer.thing != DEAL and (line := _of_another(clock, table, offer, reader)):
            lines.append(line)
    if fresh_entries(table, first, (clock_state.BREAK,)):
        lines += [line for line in open_lines(clock, table, reader) if "resume" in line]
    return (*lines, *resumed_lines(clock, table, reader, first))


def new_agreements(clock: Clock, table: Table[Any], reader: Seat, first: int) -> Iterator[str]:
    """The offers of the game's that another has made to a reader since entry `first`, with the words that answer them."""
    for offer in table.open_offers:
        if offer.thing == DEAL and offer.entry >= first and offer.seat != reader and _concerns(offer, reader):
            yield _agreement(clock, table, offer, reader, is_news=True)


def _concerns(offer: Offer, reader: Seat) -> bool:
    """Whether a reader may know of an offer."""
    return reader in offer.parties


def _resigned(clock: Clock, seat: Seat, reader: Seat) -> str:
    """That a seat's player has given the game up, and others play on."""
    if seat == reader:
        return clock.words.gettext("You have resigned. The game master decides what becomes of your seat.")
    sentence = clock.words.gettext(
        "%s has resigned. The game goes on, and the game master decides what becomes of the seat."
    )
    return sentence % written(seat)


def resumed_lines(clock: Clock, table: Table[Any], reader: Seat, first: int) -> Iterator[str]:
    """Who else has ended a pause since entry `first`."""
    for fact in fresh_entries(table, first, (clock_state.RESUMED,)):
        if fact.seat != reader:
            yield clock.words.gettext("%s has ended the pause.") % written(fact.seat)


def played_on_lines(clock: Clock, table: Table[Any], reader: Seat, first: int) -> Iterator[str]:
    """Whose order has declined the reader's draw since entry `first`; for reports alone: a mail of its own would tell of an
    order of which the reader learns nothing else.
    """
    for declined in () if table.over else table.offers.declined:
        if declined.entry >= first and declined.offer.seat == reader:
            yield clock.words.gettext("%s plays on: your offer of a draw holds no longer.") % written(declined.seat)


def answer_lines(clock: Clock, table: Table[Any], reader: Seat, first: int) -> Iterator[str]:
    """What others have refused since entry `first`."""
    say = clock.words.gettext
    sentences = {
        DRAW: say(Text("%s declines a draw.")),
        TAKE_BACK: say(Text("%s does not agree to take an order back.")),
        PAUSE: say(Text("%s does not agree to a pause.")),
    }
    for entry in table.entries:
        is_refusal = entry.kind is EntryKind.OFFER and entry.key == REFUSED and entry.subject in sentences
        if entry.number >= first and is_refusal and entry.seat != reader:
            yield sentences[entry.subject] % written(entry.seat)


def _promises(clock: Clock, table: Table[Any], reader: Seat, told_to: int) -> Iterator[str]:
    """The promises by or to a reader that are not yet due; of those reported before only the numbers."""
    deals, say = table.rules.deals, clock.words.gettext
    own_promises = [promise for promise in table.offers.promises if reader in promise.parties]
    old = [*dict.fromkeys(str(promise.number) for promise in own_promises if promise.entry <= told_to)]
    if len(old) == 1:
        yield Text('Promised in agreement {number} ("status" tells what).', number=old[0]).said(say)
    elif old:
        yield Text('Promised in agreements {numbers} ("status" tells what).', numbers=Text(", ").join(old)).said(say)
    for promise in own_promises:
        if promise.entry > told_to:
            sentence = Text("Promised in agreement {number}: {clause}. That binds nobody.")
            clause, now = deals.write(table.state, promise.clause), _so_far(table, promise.clause, reader)
            line = sentence.filled(number=promise.number, clause=clause)
            yield (Text("{promise} Now: {facts}.", promise=line, facts=now) if now else line).said(say)


def _so_far(table: Table[Any], clause: Json, reader: Seat) -> str:
    """The present state of a promise. Only the owner of a standing order that keeps it is told so."""
    deals, s = table.rules.deals, table.state
    for order in table.orders_of(reader):
        if order.condition is None and deals.is_kept_by(s, clause, (order.seat, order.verb, order.policy)):
            return Text("your standing order {number} does it", number=order.number)
    return deals.so_far(s, clause)


def _agreement(
    clock: Clock, table: Table[Any], offer: Offer, reader: Seat, *, in_full: bool = True, is_news: bool = False
) -> str:
    """An offer of the game's in words for one of its parties, with the obstacles that this party knows. Nobody else is told.
    If it `is_news`, it says how to accept such offers in advance.
    """
    sentence, why = _offered(table, offer, reader, in_full=in_full), why_not_now(table, reader, offer)
    if why:
        sentence = Text("{offer} As things stand this cannot be carried out: {why}.", offer=sentence, why=why)
    if offer.signed or reader in (offer.seat, *offer.agreed):
        return sentence.said(clock.words.gettext)
    if (given := _fitting(table, offer, reader)) is not None:
        ahead = Text("{offer} Your acceptance {number} agrees to it as soon as all others agree and it can be carried out.")
        sentence = ahead.filled(offer=sentence, number=given.number)
    elif is_news:
        ahead = Text('{offer} To agree to such an offer before it comes: "standing accept {seat}: ...".')
        sentence = ahead.filled(offer=sentence, seat=written(offer.seat))
    return sentence.said(clock.words.gettext)


def _fitting(table: Table[Any], offer: Offer, reader: Seat) -> Acceptance | None:
    """A reader's acceptance in advance that covers an offer; None if there is none."""
    in_advance = in_force(table.rules.deals, table.state, table.offers, reader)
    return next((each for each in in_advance if is_within(table.rules.deals, table.state, each, offer)), None)


def _offered(table: Table[Any], offer: Offer, reader: Seat, *, in_full: bool) -> Text:
    """The same without that. Whoever has still to answer is told all of it each time."""
    whole = in_full or reader not in (offer.seat, *offer.agreed)
    facts: dict[str, Any] = {
        "number": offer.number,
        "seat": written(offer.seat),
        "names": _row([written(each) for each in offer.others if each != reader]),
        "left": _row([written(each) for each in offer.others if each not in offer.agreed and each != reader]),
        "terms": (clauses_in_words if whole else head_in_words)(table.rules.deals, table.state, offer.clauses),
        "until": until_in_words(table, offer.end),
    }
    if offer.signed:
        return Text("All have agreed to offer {number}, which is carried out as soon as that is possible: {terms}.", **facts)
    if offer.seat == reader:
        sentence = Text(
            "You have offered {names} (offer {number}): {terms}{until}. Still to answer: {left}. "
            '"withdraw {number}" ends it.'
        )
    elif reader in offer.agreed:
        sentence = Text(
            "You have agreed to {seat}'s offer {number}: {terms}{until}. Still to answer: {left}. "
            '"refuse {number}" ends it anyway.'
        )
    elif len(offer.others) > MAX_WITH_AND:
        sentence = Text(
            "{seat} offers you, {names} (offer {number}): {terms}{until}. "
            'Write "accept {number}", "refuse {number}" or "counter {number}: ...".'
        )
    elif len(offer.others) > 1:
        sentence = Text(
            "{seat} offers you and {names} (offer {number}): {terms}{until}. "
            'Write "accept {number}", "refuse {number}" or "counter {number}: ...".'
        )
    else:
        sentence = Text(
            "{seat} offers you (offer {number}): {terms}{until}. "
            'Write "accept {number}", "refuse {number}" or "counter {number}: ...".'
        )
    return sentence.filled(**facts)


def _row(names: list[str]) -> str:
    """Names in a row, with "and" before the last."""
    first = [Text(", ").join(names[:-1])] if len(names) > 1 else []
    return Text(" and ").join([*first, *names[-1:]])


def _own(clock: Clock, offer: Offer) -> str:
    say = clock.words.gettext
    sentences = {
        RESIGN: say(Text('You have written "resign". Write "resign yes" to give the game up, or "resign no" to play on.')),
        DRAW: say(Text('You have offered a draw. "offer no draw" withdraws the offer.')),
        TAKE_BACK: say(Text('You have asked to take your last order back. "ask not to take back" withdraws that.')),
        PAUSE: say(Text('You have asked for a pause. "no pause" withdraws that.')),
    }
    return sentences[offer.thing]


def _of_another(clock: Clock, table: Table[Any], offer: Offer, reader: Seat) -> str:
    """Nothing of what does not concern the reader, such as a wish to resign: it is its player's secret until confirmed."""
    if not _concerns(offer, reader):
        return ""
    if offer.thing == DEAL:
        return _agreement(clock, table, offer, reader)
    if reader in offer.agreed:
        return ""
    say, who = clock.words.gettext, written(offer.seat)
    sentences = {
        DRAW: say(
            Text('%s offers a draw. Write "accept draw", which ends the game, or "decline draw"; an order declines it too.')
        ),
        TAKE_BACK: say(Text('%s asks to take their last order back. Write "agree take back" or "refuse take back".')),
        PAUSE: say(Text('%s asks for a pause. Write "agree pause" or "refuse pause".')),
    }
    length = say(Text(" It lasts %s.")) % in_words(timedelta(seconds=offer.seconds)) if offer.thing == PAUSE else ""
    return sentences[offer.thing] % who + length


# In advance

OR = Text(" or ")
ONCE = Text("{number}: the first offer by {names} of exactly this, and of nothing else: {terms}{until}")
EACH = Text("{number}: each offer by {names} of exactly this, and of nothing else: {terms}{until}")


def ahead_lines(table: Table[Any], reader: Seat) -> Iterator[Text]:
    """The offers that a reader agrees to in advance, each with the words that end it."""
    for given in in_force(table.rules.deals, table.state, table.offers, reader):
        yield Text(
            'You agree in advance, by acceptance {acceptance}. "withdraw acceptance {number}" ends it.',
            acceptance=acceptance_in_words(table, given),
            number=given.number,
        )


def acceptance_in_words(table: Table[Any], given: Acceptance) -> Text:
    """Offers that a player agrees to in advance, with their limits."""
    how_often = ONCE if given.once else EACH
    end = "" if given.end is None else table.rules.deals.ends.write(table.state, given.end)
    until = Text(" (until {end})", end=end) if end else ""
    terms = clauses_in_words(table.rules.deals, table.state, given.limits)
    return how_often.filled(number=given.number, names=OR.join(map(written, given.whom)), terms=terms, until=until)
