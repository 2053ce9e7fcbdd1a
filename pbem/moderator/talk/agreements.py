"""What players agree on with each other (engine/agreements): offered to some, answered, done when all have agreed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.engine.agreements.ahead import ACCEPTS, ACCEPTS_NOT
from pbem.engine.agreements.dealing import binding, in_words, known_objection
from pbem.engine.agreements.deals import NO_DEALS, Parties
from pbem.engine.agreements.offers import (
    AGREED,
    DEAL,
    ENDED,
    FAILED,
    LAPSED,
    OFFERED,
    REFUSED,
    Offer,
    about_deal,
    deal_number,
)
from pbem.engine.decision import Json, Seat
from pbem.engine.log.changes import note_said, with_said
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.refusal import Ambiguous, BadLine, Fault, Illegal, Misread
from pbem.engine.table import Table
from pbem.faults import note_fault
from pbem.i18n import Text
from pbem.moderator.deadlines.time_sentences import written
from pbem.moderator.talk.deal_words import (
    BETWEEN_CLAUSES,
    OFFER,
    WHOLE,
    Offered,
    deal_word,
    number_in,
    offered_in,
    parted,
    says_offer,
)
from pbem.moderator.talk.message_headers import MessageHeaders

MAX_CLAUSES = 10
"""The most clauses of one offer."""
MAX_OPEN = 12
"""How many offers of a seat can be open at once: each is in every report of its parties."""
MAX_PROMISES = 40
"""How many promises that are not yet due a seat can be a party to."""
AND = Text(" and ")
NOT_NOW = Text("as things stand this cannot be carried out: {why}")
STAYS_OPEN = Text("{why}. Nothing is agreed to, and the offer stays open: accept it once that has changed")
"""Refuses the last signature if its writer knows that the offer cannot be carried out now."""
PROMISED_ALREADY = Text("all of that is promised already: agreement {numbers}")
TAKEN_BACK = Text("moves have been taken back")


@dataclass(frozen=True, slots=True)
class OfferTerms:
    """An offer as it is understood: its parties, clauses and end."""

    parties: tuple[Seat, ...]
    clauses: tuple[Json, ...]
    end: Json


def offer(table: Table[Any], seat: Seat, text: str, heads: MessageHeaders | None) -> str:
    """Make an offer, and say how it was understood. Raises BadLine; then nothing has happened."""
    known, offered = heads_at(table, heads), offered_in(text)
    parties = (seat, *others_named(table, seat, known, offered))
    terms = _terms(table, seat, known, offered, parties, text)
    _must_have_room(table, seat)
    return _open(table, seat, terms)


def counter(table: Table[Any], seat: Seat, text: str, heads: MessageHeaders | None) -> str:
    """Refuse an offer, and make another one to the same players. Raises BadLine; then nothing has happened."""
    refused = _answered(table, seat, number_in(text), offered_in(text).clauses)
    known = heads_at(table, heads)
    parties = (seat, *(each for each in refused.parties if each != seat))
    terms = _terms(table, seat, known, offered_in(text), parties, text)
    _must_have_room(table, seat)
    _note(table, seat, REFUSED, refused)
    return _open(table, seat, terms, instead=refused.number)


def heads_at(table: Table[Any], heads: MessageHeaders | None) -> MessageHeaders:
    """How players are named: by their seats, where nothing else is known."""
    return heads or MessageHeaders(dict.fromkeys(table.seats, ""), table.rules.orders.seats)


def with_outcome(table: Table[Any], offer_text: str) -> str:
    """Carry out what follows from the newest offer, and add that to its text."""
    made = table.open_offers[-1]
    first = table.next_number
    table.settle()
    if table.next_number == first or _is_unsigned(table, made):
        return offer_text
    return Text("{offer}; all have agreed in advance: {outcome}", offer=offer_text, outcome=_outcome(table, made, first))


def accept(table: Table[Any], seat: Seat, agreed: Offer) -> str:
    """Agree to an offer. The last signature has it carried out, now or as soon as the game can be changed. Raises Illegal if
    it would be carried out now and the writer knows that this is impossible: then the offer stays open.
    """
    if why := _why_not_at_once(table, seat, agreed):
        raise Illegal(STAYS_OPEN.filled(why=NOT_NOW.filled(why=why)), [f"refuse {agreed.number}"])
    _note(table, seat, AGREED, agreed)
    first = table.next_number
    table.settle()
    if _is_unsigned(table, agreed):
        left = [each for each in agreed.others if each != seat and each not in agreed.agreed]
        return Text("you agree to offer {number}; still to answer: {names}", number=agreed.number, names=_names(left))
    return _outcome(table, agreed, first)


def why_not_now(table: Table[Any], seat: Seat, offer: Offer) -> str:
    """Why an offer cannot be carried out as things are, as far as one of its parties knows ("": nothing is known). A fault
    of the program is noted at the Table, and keeps no mail back.
    """
    try:
        return known_objection(table.rules.deals, table.state, seat, offer)
    except Exception as fault:
        note_fault(fault, f"an offer of {offer.seat}")
        table.faults.append(Fault(seat, offer.about, fault))
        return ""


def _why_not_at_once(table: Table[Any], seat: Seat, agreed: Offer) -> str:
    """Why an offer that a seat is the last to agree to cannot be carried out now, as far as they know ("": nothing is)."""
    deals, s = table.rules.deals, table.state
    if any(each not in agreed.agreed for each in agreed.others if each != seat):
        return ""
    return why_not_now(table, seat, agreed) if deals.is_safe(s, binding(deals, s, agreed.clauses)) else ""


def warnings_since(table: Table[Any], seat: Seat, first: int) -> tuple[str, ...]:
    """Warnings for the writer of a line that made or accepted an offer since entry `first` that is open."""
    fresh = [entry for entry in table.entries if entry.number >= first and entry.kind is EntryKind.OFFER]
    numbers = [deal_number(entry.subject) for entry in fresh if entry.seat == seat and entry.key in (OFFERED, AGREED)]
    reasons = [why_not_now(table, seat, each) for each in map(table.offers.named, numbers) if each and each.thing == DEAL]
    return tuple(NOT_NOW.filled(why=why) for why in reasons if why)


def _is_unsigned(table: Table[Any], offer: Offer) -> bool:
    """Whether an offer is still open, and somebody has to answer it."""
    return any(each.entry == offer.entry and not each.signed for each in table.open_offers)


def _outcome(table: Table[Any], agreed: Offer, first: int) -> str:
    """What has become of an agreement that all have signed."""
    facts: dict[str, Any] = {"number": agreed.number, "terms": _in_words(table, agreed.clauses)}
    fresh = (entry for entry in reversed(table.entries) if entry.number >= first and entry.subject == agreed.about)
    done = next((entry for entry in fresh if entry.key in (DEAL, FAILED)), None)
    if done is None:
        return Text("all have agreed to offer {number}, which is carried out as soon as that is possible: {terms}", **facts)
    if done.key == FAILED:
        why = note_said(done)
        return Text("agreement {number} is not carried out, nothing of it: {why}", number=agreed.number, why=why)
    if not binding(table.rules.deals, table.state, agreed.clauses):
        return Text("agreement {number} is made: {terms}", **facts)
    return Text("agreement {number} is carried out: {terms}", **facts)


def refuse(table: Table[Any], seat: Seat, refused: Offer) -> str:
    """Refuse an offer, which ends it; also after having agreed to it, as long as others have not. Raises Illegal."""
    _must_be_unsigned(refused)
    _note(table, seat, REFUSED, refused)
    return Text(
        "offer {number} is over; told that you do not agree: {names}",
        number=refused.number,
        names=_names(each for each in refused.parties if each != seat),
    )


def withdraw(clock: object, table: Table[Any], seat: Seat, text: str) -> str:
    """Withdraw an offer of one's own. Raises BadLine."""
    del clock
    number = number_in(text)
    offer_named = table.offers.named(number)
    if not says_offer(text) and any(order.number == number for order in table.orders_of(seat)):
        if offer_named is None:
            over = Text("your offer {number} is over, and standing order {number} is yours", number=number)
            raise Ambiguous(over, [f"withdraw standing {number}"])
        raise Ambiguous(
            Text("offer {number} is yours, and so is standing order {number}", number=number),
            [f"withdraw offer {number}", f"withdraw standing {number}"],
        )
    if offer_named is None or offer_named.thing != DEAL or offer_named.seat != seat:
        own_offers = [each for each in table.open_offers if each.thing == DEAL and each.seat == seat]
        problem = Text("no offer {number} of yours is open", number=number)
        raise Illegal(problem, [f"withdraw {each.number}" for each in own_offers])
    _must_be_unsigned(offer_named)
    _note(table, seat, ENDED, offer_named)
    return Text("offer {number} is withdrawn; told so: {names}", number=number, names=_names(offer_named.others))


def _must_be_unsigned(offered: Offer) -> None:
    if offered.signed:
        raise Illegal(
            Text("all have agreed to offer {number}: it is carried out as soon as it can be", number=offered.number)
        )


def has_offered(table: Table[Any], seat: Seat, number: int) -> bool:
    """Whether a seat has made an offer of this number, open or not."""
    if not table.offers.is_known(number, seat):
        return False
    made = (each for each in table.entries if each.kind is EntryKind.OFFER and (each.seat, each.key) == (seat, OFFERED))
    return any(each.subject == about_deal(number) for each in made)


def end_offers(table: Table[Any], struck: Iterable[Entry]) -> None:
    """Write the offers and acceptances in advance that are struck now again, as ended: a letter that names the number of one
    must never answer another.
    """
    for entry in struck:
        number = deal_number(entry.subject)
        if entry.kind is EntryKind.OFFER and entry.key == ACCEPTS:
            table.note_again(entry)
            table.remark(EntryKind.OFFER, entry.seat, ACCEPTS_NOT, entry.subject, {})
        elif entry.kind is EntryKind.OFFER and entry.key == OFFERED and number:
            table.note_again(entry)
            table.remark(EntryKind.OFFER, entry.seat, LAPSED, entry.subject, with_said({}, TAKEN_BACK), str(TAKEN_BACK))


# What is offered


def _must_have_room(table: Table[Any], seat: Seat) -> None:
    """Raise Illegal where the seat has too many offers open, or the game lets nobody agree on anything."""
    must_exist(table)
    own_offers = [each for each in table.open_offers if each.thing == DEAL and each.seat == seat]
    if len(own_offers) >= MAX_OPEN:
        near = [f"withdraw offer {each.number}" for each in own_offers[:1]]
        raise Illegal(Text("{most} offers of yours are open, and that is the most", most=MAX_OPEN), near)


def must_exist(table: Table[Any]) -> None:
    """Raise Illegal where the game lets nobody agree on anything."""
    if not table.rules.deals.exist:
        raise Illegal(NO_DEALS, ["offer draw"])


def to_answer(table: Table[Any], seat: Seat) -> list[int]:
    """The numbers of the offers of others that are open to a seat and not answered by it."""
    offers = table.offers.with_party(seat)
    return [each.number for each in offers if each.thing == DEAL and each.seat != seat and seat not in each.agreed]


def near_answers(table: Table[Any], seat: Seat, lines: Sequence[str]) -> tuple[str, ...]:
    """Answers to offers, without those to offers that are not open; where none is left, the answer to each that is."""
    open_ = to_answer(table, seat)
    left = [line for line in lines if number_in(line) in open_]
    verbs = dict.fromkeys(line.rpartition(" ")[0] for line in lines)
    return tuple(left or (f"{verb} {number}" for verb in verbs for number in open_))


def _answered(table: Table[Any], seat: Seat, number: int, clauses: Sequence[str]) -> Offer:
    """The offer that a counter-offer of these clauses answers. Raises Illegal."""
    offer_named = table.offers.named(number)
    if offer_named is None or offer_named.thing != DEAL or seat not in offer_named.parties:
        open_ = [each for each in table.offers.with_party(seat) if each.thing == DEAL and each.seat != seat]
        rest = f"{BETWEEN_CLAUSES} ".join(clauses)
        near = [f"counter {each.number}: {rest}" for each in open_]
        if not table.offers.is_known(number, seat):
            raise Illegal(Text("no offer {number} is open to you", number=number), near)
        others = (each for each in table.offers.parties_of(number) if each != seat)
        near.append(f"offer {', '.join(map(written, others))}: {rest}")
        raise Illegal(Text("offer {number} is open no longer: make an offer of your own", number=number), near)
    if offer_named.seat == seat:
        raise Illegal(Text("offer {number} is your own", number=number), [f"withdraw {number}"])
    _must_be_unsigned(offer_named)
    return offer_named


def others_named(
    table: Table[Any], seat: Seat, heads: MessageHeaders, offered: Offered, verb: str = OFFER
) -> tuple[Seat, ...]:
    """Those whom an offer is for, as its line names them; `verb` begins it. Raises BadLine where a word names nobody."""
    whom = offered.whom
    head = heads.readers(whom, has_colon=True)
    others = [each for each in table.seats if each != seat and each not in table.offers.resigned]
    near = [f"offer {written(each)}: ..." for each in others]
    if offered.names_end_alone:
        rest = f"{whom}: {f'{BETWEEN_CLAUSES} '.join(offered.clauses)}"
        lines = [f"{verb} {written(each)} {rest}" for each in others]
        raise Misread(Text("name the players first, and behind them until when"), lines)
    if not head.is_understood or head.unsigned:
        problem = Text('I do not know whom "{told}" means: name each player, and then a colon', told=head.unclear or whom)
        raise Misread(problem, near)
    allies = table.rules.allies(table.state, seat) if head.allies else ()
    if head.allies and not allies:
        raise Illegal(Text("you have no allies now"), near)
    named = {*head.seats, *allies} if not (head.everybody or head.all_but) else {*others} - {*head.all_but}
    if seat in named:
        raise Illegal(Text("it is for others: your own part is in it anyway"), near)
    if resigned := [each for each in named if each in table.offers.resigned]:
        raise Illegal(Text("resigned, and can agree on nothing: {names}", names=_names(resigned)), near)
    if not named:
        raise Illegal(Text("nobody is left whom it could be for"), near)
    return tuple(each for each in table.seats if each in named)


def _terms(
    table: Table[Any], seat: Seat, heads: MessageHeaders, offered: Offered, seats: tuple[Seat, ...], line: str
) -> OfferTerms:
    """The clauses and the end of an offer as the game reads them; it is on this line. Raises BadLine."""
    deals, s = table.rules.deals, table.state
    if not offered.clauses:
        near = [f"offer {offered.whom or '...'}: {form}" for form, _ in deals.forms]
        raise Misread(Text("it offers nothing: write what is offered behind the colon, with ; between several"), near)
    if offered.breaks_off:
        raise Misread(Text("it ends with ; and nothing is offered: write all of an offer on one line, however long that is"))
    if len(offered.clauses) > MAX_CLAUSES:
        raise Illegal(Text("an offer has {most} clauses at most", most=MAX_CLAUSES))
    parties = Parties(seat, seats, heads.names)
    clauses = tuple(deals.together(s, [_clause(table, seat, parties, text, line) for text in offered.clauses]))
    must_need_only(table, clauses, seats, offered)
    _must_say_something_new(table, seats, clauses)
    promised = sum(deals.is_promise(s, clause) for clause in clauses)
    if promised and promised + sum(seat in each.parties for each in table.offers.promises) > MAX_PROMISES:
        raise Illegal(Text("{most} promises open at once are the most", most=MAX_PROMISES))
    return OfferTerms(seats, clauses, deals.ends.read(s, seat, offered.end))


def _must_say_something_new(table: Table[Any], seats: Collection[Seat], clauses: Collection[Json]) -> None:
    """Raise Illegal for an offer of nothing but promises that these players have made already."""
    made = [each for each in table.offers.promises if {*each.parties} == {*seats} and each.clause in clauses]
    if made and all(clause in [each.clause for each in made] for clause in clauses):
        numbers = Text(", ").join(dict.fromkeys(str(each.number) for each in made))
        raise Illegal(PROMISED_ALREADY.filled(numbers=numbers))


def _clause(table: Table[Any], seat: Seat, parties: Parties, text: str, line: str) -> Json:
    """A clause of an offer as the game reads it. Raises BadLine; a clause that would do is in the whole line."""
    deals, s = table.rules.deals, table.state
    try:
        return deals.read(s, seat, parties, text)
    except BadLine as bad:
        problem = Text('nothing is offered, because of "{text}": {problem}', text=text, problem=bad.problem)
        examples = [form for form, _ in deals.forms]
        is_whole = [text in line and near not in examples and _is_clause(table, seat, parties, near) for near in bad.nearest]
        near = [line.replace(text, near, 1) if whole else near for near, whole in zip(bad.nearest, is_whole, strict=True)]
        if any(is_whole):
            near = [
                _with_nearest(table, seat, parties, each) if whole else each
                for each, whole in zip(near, is_whole, strict=True)
            ]
        raise type(bad)(problem, near) from None


def _with_nearest(table: Table[Any], seat: Seat, parties: Parties, line: str) -> str:
    """A line of an offer, with what is nearest in place of each further clause that cannot be read."""
    for clause in offered_in(line).clauses if deal_word(line) in WHOLE else ():
        try:
            table.rules.deals.read(table.state, seat, parties, clause)
        except BadLine as bad:
            near = next((each for each in bad.nearest if _is_clause(table, seat, parties, each)), clause)
            line = line.replace(clause, near, 1)
    return line


def _is_clause(table: Table[Any], seat: Seat, parties: Parties, text: str) -> bool:
    """Whether a text is a clause, or several of them."""
    try:
        for clause in parted(text):
            table.rules.deals.read(table.state, seat, parties, clause.strip())
    except BadLine:
        return False
    return True


def must_need_only(
    table: Table[Any], clauses: Sequence[Json], seats: Collection[Seat], offered: Offered, verb: str = OFFER
) -> None:
    """Raise Illegal where somebody's consent is needed whom an offer is not for; `verb` begins its line."""
    deals, s = table.rules.deals, table.state
    signers = dict.fromkeys(each for clause in clauses for each in deals.signers(s, clause))
    missing = [each for each in signers if each not in seats]
    if missing:
        problem = Text("it needs the consent of players whom it is not for: {names}", names=_names(missing))
        whom = ", ".join(map(written, (*(each for each in seats if each in signers), *missing)[1:]))
        rest = f"{BETWEEN_CLAUSES} ".join(offered.clauses)
        raise Illegal(problem, [f"{verb} {whom}: {rest}"] if offered.whom else [])


def _open(table: Table[Any], seat: Seat, terms: OfferTerms, instead: int = 0) -> str:
    """Write an offer into the log, and say how it was understood."""
    number = table.offers.next_number(terms.parties)
    answer: dict[str, Json] = {"parties": list(terms.parties), "clauses": list(terms.clauses), "end": terms.end}
    if instead:
        answer["instead"] = instead
    table.remark(EntryKind.OFFER, seat, OFFERED, about_deal(number), answer)
    sentence = Text("offer {number} to {names}: {terms}{until}; nothing of it happens before all have agreed")
    terms_text = _in_words(table, terms.clauses)
    names = _names(each for each in terms.parties if each != seat)
    return sentence.filled(number=number, names=names, terms=terms_text, until=until_in_words(table, terms.end))


def until_in_words(table: Table[Any], end: Json) -> str:
    """Until when an offer is open, for the end of its clauses ("": until it is answered)."""
    end_text = table.rules.deals.ends.write(table.state, end)
    return Text(" (open until {end})", end=end_text) if end_text else ""


def _in_words(table: Table[Any], clauses: Sequence[Json]) -> str:
    return in_words(table.rules.deals, table.state, clauses)


def _names(seats: Iterable[Seat]) -> str:
    return AND.join(map(written, seats))


def _note(table: Table[Any], seat: Seat, key: str, offered: Offer) -> None:
    table.remark(EntryKind.OFFER, seat, key, offered.about, {})
