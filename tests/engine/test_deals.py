"""What players agree on at a Table: carried out as a whole at a safe moment, or not at all; numbers that tell nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, permutations
from typing import Any

import pytest

from pbem.engine.agreements.ahead import ACCEPTS, AGREED_AHEAD, about_acceptance
from pbem.engine.agreements.deals import Deals, Ends
from pbem.engine.agreements.offers import (
    AGREED,
    CAME_DUE,
    DEAL,
    DRAW,
    ENDED,
    FAILED,
    HANDED_OVER,
    LAPSED,
    OFFERED,
    REFUSED,
    RESIGN,
    RESIGNED,
    TAKE_BACK,
    OfferBook,
    about_deal,
)
from pbem.engine.decision import Json, Menu, Number, Seat, Together, YesNo
from pbem.engine.dice import Fate
from pbem.engine.event import tell
from pbem.engine.game.rules import Rules
from pbem.engine.game.setup import always
from pbem.engine.log.cause import CauseKind
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.played_log import Diverged
from pbem.engine.refusal import MET_A_FAULT, Illegal
from pbem.engine.table import Table
from pbem.replay.transcript import write_transcript
from pbem.replay.transcript_reader import play_transcript

from .toy import BLUE, KEY, RED, Fair, asking, next_day, question, restored, setup

WHITE = "white"
ALL = (RED, BLUE, WHITE)


def write(_s: Fair, clause: Any) -> str:
    """ "red gives wool to blue"."""
    return " ".join(map(str, clause))


def objection(s: Fair, clauses: Sequence[Any]) -> str:
    """Nobody gives what they do not have."""
    return next((f"{who} has no {what}" for who, _, what, *_ in clauses if what not in s.hands[who]), "")


def do(s: Fair, clauses: Sequence[Any]) -> None:
    """Goods change hands, one after another; salt breaks it, and black cloth is forbidden."""
    for who, _, what, _, whom in clauses:
        if what == "black_cloth":
            raise Illegal("nobody sells black cloth")
        s.hands[who].remove(what)
        s.hands[whom].append(what)
        tell(s, "20", "given", seat=who, what=what)
        if what == "salt":
            raise KeyError("a fault")


DEALS: Deals[Fair] = Deals(
    read=lambda _s, _seat, _parties, text: text.split(),
    write=write,
    signers=lambda _s, clause: (clause[0],),
    is_promise=lambda _s, clause: clause[1] == "promises",
    facts=lambda s, clause: f"{clause[0]} has {s.hands[clause[0]]}" if s.day > 1 else "",
    objection=objection,
    do=do,
    is_safe=lambda s, _clauses: "battle" not in s.told,
    ends=Ends(has_come=lambda s, _seat, end: end is not None and s.day >= end, write=lambda _s, end: f"day {end}"),
    forms=(("red gives wool to blue", ""),),
)


def rules_of(*parts: Any) -> Rules[Fair]:
    return replace(asking(deal_out, *parts), seats=always(*ALL), deals=DEALS)


async def deal_out(s: Fair) -> None:
    """Everybody has something."""
    s.day = 1
    s.hands = {RED: ["wool", "salt"], BLUE: ["ale", "black_cloth"], WHITE: ["honey"]}


def fair_of(*parts: Any) -> Table[Fair]:
    return Table.open_new(rules_of(*parts), setup(), Fate(KEY))


def offer(table: Table[Fair], seat: Seat, others: Sequence[Seat], *clauses: str, end: Json = None) -> int:
    """Make an offer, and give its number."""
    parties = (seat, *others)
    number = table.offers.next_number(parties)
    said: list[Json] = [clause.split() for clause in clauses]
    answer: dict[str, Json] = {"parties": list(parties), "clauses": said, "end": end}
    table.remark(EntryKind.OFFER, seat, OFFERED, about_deal(number), answer)
    return number


def say(table: Table[Fair], seat: Seat, key: str, number: int) -> None:
    """Agree to an offer, or refuse or withdraw it."""
    table.remark(EntryKind.OFFER, seat, key, about_deal(number), {})
    table.settle()


def kinds(table: Table[Fair]) -> list[tuple[str, str]]:
    return [(entry.kind, entry.key) for entry in table.entries]


def done(table: Table[Fair]) -> list[Entry]:
    return [entry for entry in table.entries if entry.kind is EntryKind.ACT]


# Numbers


def test_a_number_follows_from_who_the_parties_are_and_how_many_offers_there_were_among_just_these() -> None:
    seats = tuple("abcde")
    groups = [set(group) for size in range(2, 6) for group in combinations(seats, size)]
    alone = {frozenset(group): OfferBook(seats).next_number(group) for group in groups}
    book, numbers = OfferBook(seats), list[int]()
    for turn in range(3):
        for group in groups:
            number = book.next_number(sorted(group))
            assert number == alone[frozenset(group)] + turn * len(groups)
            answer: Json = {"parties": sorted(group), "clauses": [], "end": None}
            book.take(Entry(len(numbers), EntryKind.OFFER, min(group), OFFERED, about_deal(number), answer, ""))
            numbers.append(number)
    assert sorted(numbers) == [*range(1, len(numbers) + 1)]
    assert all(book.is_known(number, "a") == ("a" in groups[(number - 1) % len(groups)]) for number in numbers)
    assert not book.is_known(0, "a")
    assert not book.is_known(len(numbers) + 1, "a")


def test_two_players_count_their_offers_and_draws_from_one() -> None:
    book = OfferBook((RED, BLUE))
    assert book.next_number((BLUE, RED)) == 1
    book.take(Entry(1, EntryKind.OFFER, RED, OFFERED, DRAW, {}, ""))
    assert book.open[0].number == 1
    assert book.next_number((RED, BLUE)) == 2
    book.take(Entry(2, EntryKind.OFFER, RED, OFFERED, RESIGN, {}, ""))
    assert book.next_number((RED, BLUE)) == 2


# Carried out


def test_an_offer_is_one_entry_after_the_last_signature() -> None:
    table = fair_of(question(YesNo()))
    number = offer(table, RED, (BLUE, WHITE), "red gives wool to blue", "blue promises ale to white")
    table.state.told.clear()
    say(table, WHITE, AGREED, number)
    assert done(table) == []
    say(table, BLUE, AGREED, number)
    (entry,) = done(table)
    assert (entry.seat, entry.key, entry.subject) == (RED, DEAL, "deal 4")
    assert entry.answer == [
        {"clause": ["red", "gives", "wool", "to", "blue"], "signers": [RED], "promise": False},
        {"clause": ["blue", "promises", "ale", "to", "white"], "signers": [BLUE], "promise": True},
    ]
    assert entry.cause is not None
    assert (entry.cause.kind, entry.cause.entry) == (CauseKind.FOLLOWS, 3)
    assert table.state.hands == {RED: ["salt"], BLUE: ["ale", "black_cloth", "wool"], WHITE: ["honey"]}
    assert table.open_offers == []
    again = restored(table)
    assert again.state.hands == table.state.hands
    assert again.news == table.news
    assert again.offers == table.offers
    assert [(each.event.name, each.event.seen_by) for each in table.news] == [
        ("deal_agreed", frozenset(ALL)),
        ("deal_agreed", frozenset(ALL)),
        ("deal_done", frozenset(ALL)),
        ("given", None),
    ]


@pytest.mark.parametrize(("seat", "key"), [(BLUE, REFUSED), (RED, ENDED), (WHITE, REFUSED)])
def test_nothing_happens_of_an_offer_that_is_refused_or_withdrawn(seat: Seat, key: str) -> None:
    table = fair_of(question(YesNo()))
    number = offer(table, RED, (BLUE, WHITE), "red gives wool to blue")
    say(table, WHITE, AGREED, number)
    say(table, seat, key, number)
    say(table, BLUE, AGREED, number)
    assert (done(table), table.open_offers) == ([], [])
    assert restored(table).offers == table.offers


def test_nobody_signs_for_others_or_withdraws_what_is_theirs() -> None:
    table = fair_of(question(YesNo()))
    number = offer(table, RED, (BLUE,), "red gives wool to blue")
    say(table, RED, AGREED, number)
    say(table, BLUE, ENDED, number)
    say(table, WHITE, AGREED, number)
    assert [each.number for each in table.open_offers] == [number]
    assert done(table) == []


def test_of_two_offers_that_need_the_same_thing_the_first_to_be_signed_has_it() -> None:
    table = fair_of(question(YesNo()))
    first, second = (offer(table, RED, (other,), f"red gives wool to {other}") for other in (BLUE, WHITE))
    say(table, WHITE, AGREED, second)
    say(table, BLUE, AGREED, first)
    assert [entry.subject for entry in done(table)] == [about_deal(second)]
    failed = table.entries[-1]
    assert (failed.key, failed.subject, failed.note) == (FAILED, about_deal(first), "red has no wool")
    assert table.news[-1].event.data["problem"] == "red has no wool"
    assert table.news[-1].event.seen_by == frozenset({RED, BLUE})
    assert restored(table).state.hands == table.state.hands


@pytest.mark.faults
@pytest.mark.parametrize(("what", "why"), [("black_cloth", "nobody sells black cloth"), ("salt", MET_A_FAULT)])
def test_all_of_it_is_done_or_nothing(what: str, why: str) -> None:
    table = fair_of(question(YesNo()))
    who = BLUE if what == "black_cloth" else RED
    before = {seat: list(hand) for seat, hand in table.state.hands.items()}
    number = offer(table, RED, (BLUE, WHITE), "white gives honey to red", f"{who} gives {what} to white")
    for seat in (BLUE, WHITE):
        say(table, seat, AGREED, number)
    assert table.state.hands == before
    assert (table.entries[-1].key, table.entries[-1].note) == (FAILED, why)
    assert [str(fault.raised) for fault in table.faults] == (["'a fault'"] if what == "salt" else [])
    assert [each.event.name for each in table.news if each.event.name == "given"] == []
    table.answer(RED, "5 town", True)
    assert restored(table).state.hands == before


async def battle(s: Fair) -> None:
    """While it lasts nothing can be changed."""
    s.told.append("battle")
    await question(YesNo(), BLUE, "3 go")
    s.told.remove("battle")


def test_at_an_unsafe_moment_it_waits_and_is_done_right_behind_the_step() -> None:
    table = fair_of(battle, question(YesNo(), WHITE))
    number = offer(table, RED, (BLUE,), "red gives wool to blue")
    say(table, BLUE, AGREED, number)
    assert done(table) == []
    assert [each.signed for each in table.open_offers] == [2]
    assert [each.signed for each in restored(table).open_offers] == [2]
    table.answer(BLUE, "3 go", True)
    assert kinds(table)[-2:] == [("answer", "3 go"), ("act", DEAL)]
    assert table.entries[-1].cause is not None
    assert table.entries[-1].cause.entry == 2
    assert "wool" in restored(table).state.hands[BLUE]


def test_what_waits_is_done_by_whoever_restores_the_game() -> None:
    table = fair_of(battle, question(YesNo(), WHITE))
    say(table, BLUE, AGREED, offer(table, RED, (BLUE,), "red gives wool to blue"))
    again = restored(table)
    again.answer(BLUE, "3 go", True)
    assert len(done(again)) == 1


def test_between_two_steps_that_need_no_player_it_is_done_too() -> None:
    """The fight is forced, and the next one begins at once: there is one safe moment between them."""

    async def forced(s: Fair) -> None:
        s.told.append("battle")
        await question(Number(1, 1), BLUE, "4 price")
        s.told.remove("battle")
        await question(Number(2, 2), BLUE, "4 price")
        s.told.append([*s.hands[BLUE]])

    table = fair_of(battle, forced, question(YesNo(), WHITE))
    say(table, BLUE, AGREED, offer(table, RED, (BLUE,), "red gives wool to blue"))
    table.answer(BLUE, "3 go", True)
    assert [kind for kind, _ in kinds(table)[-4:]] == ["answer", "forced", "act", "forced"]
    assert "wool" in table.state.told[-1]


def hands_menu(s: Fair) -> Menu:
    return Menu(lambda: [f"sell {what}" for what in s.hands[RED]])


def test_what_was_answered_in_secret_is_never_made_illegal_by_it() -> None:
    async def both(s: Fair) -> None:
        s.told.append(
            await Together((question(hands_menu(s), RED, "9 sell"), question(YesNo(), BLUE), question(YesNo(), WHITE)))
        )

    table = fair_of(both, question(YesNo(), WHITE))
    table.answer(RED, "9 sell", "sell wool")
    number = offer(table, RED, (BLUE,), "red gives wool to blue")
    say(table, BLUE, AGREED, number)
    assert done(table) == []
    table.answer(BLUE, "5 town", True)
    assert done(table) == []
    assert [each.number for each in table.open_offers] == [number]
    table.answer(WHITE, "5 town", True)
    assert len(done(table)) == 1
    assert restored(table).state.hands == table.state.hands


def test_questions_that_are_open_are_asked_of_the_new_position() -> None:
    async def sell(s: Fair) -> None:
        s.told.append(await question(hands_menu(s), RED, "9 sell"))

    table = fair_of(sell, question(YesNo(), WHITE))
    assert table.open()[0].shape.refusal("sell wool") is None
    say(table, BLUE, AGREED, offer(table, RED, (BLUE,), "red gives wool to blue"))
    assert kinds(table)[-1] == ("forced", "9 sell")


# Ends


def test_an_offer_lapses_when_its_end_comes_and_the_parties_are_told() -> None:
    table = fair_of(question(YesNo()), next_day, question(YesNo(), BLUE))
    first = offer(table, RED, (BLUE,), "red gives wool to blue", end=2)
    offer(table, RED, (WHITE,), "red gives wool to white")
    table.answer(RED, "5 town", True)
    lapsed = table.entries[-1]
    assert (lapsed.seat, lapsed.key, lapsed.note) == (RED, LAPSED, "it was open until day 2")
    assert table.news[-1].event.seen_by == frozenset({RED, BLUE})
    say(table, BLUE, AGREED, first)
    assert done(table) == []
    assert [each.parties for each in restored(table).open_offers] == [(RED, WHITE)]


def test_what_all_have_signed_does_not_lapse() -> None:
    table = fair_of(battle, next_day, question(YesNo(), WHITE))
    number = offer(table, RED, (BLUE,), "red gives wool to blue", end=1)
    table.remark(EntryKind.OFFER, BLUE, AGREED, about_deal(number), {})
    table.settle()
    table.answer(BLUE, "3 go", True)
    assert len(done(table)) == 1


def test_the_facts_are_set_beside_a_promise_when_its_time_has_come() -> None:
    table = fair_of(question(YesNo()), next_day, question(YesNo(), BLUE))
    say(table, BLUE, AGREED, offer(table, RED, (BLUE,), "blue promises ale to red"))
    assert [each.clause for each in restored(table).offers.promises] == [["blue", "promises", "ale", "to", "red"]]
    assert "ale" in table.state.hands[BLUE]
    table.answer(RED, "5 town", True)
    due = table.entries[-1]
    assert (due.kind, due.key, due.note) == (EntryKind.OFFER, CAME_DUE, "blue has ['ale', 'black_cloth']")
    assert table.news[-1].event.data["facts"] == due.note
    assert table.news[-1].event.seen_by == frozenset({RED, BLUE})
    assert table.offers.promises == restored(table).offers.promises == []


@pytest.mark.parametrize("key", [RESIGNED, HANDED_OVER])
def test_what_a_seat_has_to_do_with_ends_when_its_player_goes(key: str) -> None:
    table = fair_of(question(YesNo()))
    offer(table, RED, (BLUE, WHITE), "red gives wool to blue")
    offer(table, WHITE, (BLUE,), "white gives honey to blue")
    left = offer(table, RED, (WHITE,), "red gives wool to white")
    table.remark(EntryKind.OFFER, BLUE, key, BLUE, {})
    assert [each.number for each in table.open_offers] == [left]


def test_what_the_game_does_ends_a_draw_and_no_agreement() -> None:
    table = fair_of(question(YesNo(), BLUE), question(YesNo(), BLUE))
    table.remark(EntryKind.OFFER, RED, OFFERED, DRAW, {})
    table.remark(EntryKind.OFFER, RED, OFFERED, TAKE_BACK, {})
    offer(table, RED, (WHITE,), "red gives wool to white")
    table.answer(BLUE, "5 town", True)
    assert [each.thing for each in table.open_offers] == [DEAL]
    assert [(each.seat, each.offer.thing) for each in table.offers.declined] == [(BLUE, DRAW)]


# The log


def test_a_log_that_carries_out_what_nobody_has_agreed_on_diverges() -> None:
    table = fair_of(question(YesNo()))
    number = offer(table, RED, (BLUE,), "red gives wool to blue")
    say(table, BLUE, AGREED, number)
    *before, entry = table.entries
    more = [*entry.answer, {"clause": ["blue", "gives", "ale", "to", "red"], "signers": [], "promise": False}]
    for log in (
        [before[0], entry],
        [*before, replace(entry, answer=more)],
        [*before, replace(entry, seat=BLUE)],
        [*before, replace(entry, answer="wool")],
        [*before, entry, entry],
        [replace(before[0], answer={}), *before[1:]],
    ):
        with pytest.raises(Diverged):
            restored(table, log)
    assert restored(table, before).open_offers[0].signed


@pytest.mark.parametrize("order", [*permutations(ALL)])
def test_a_game_with_agreements_is_told_as_a_transcript_and_read_again(order: tuple[Seat, ...]) -> None:
    first, *others = order
    table = fair_of(battle, next_day, question(YesNo(), WHITE))
    number = offer(table, first, others, "red gives wool to blue", "white promises honey to blue")
    offer(table, first, others[:1], "red gives salt to blue", end=2)
    for seat in others:
        say(table, seat, AGREED, number)
    table.answer(BLUE, "3 go", True)
    told = write_transcript(table)
    again = play_transcript(table.rules, setup(), told)
    assert [replace(entry, cause=None) for entry in again.entries] == [replace(entry, cause=None) for entry in table.entries]
    assert write_transcript(again) == told


def test_reading_lines_at_a_copy_changes_no_offer() -> None:
    table = fair_of(question(YesNo()))
    number = offer(table, RED, (BLUE,), "red gives wool to blue")
    say(table.for_reading(), BLUE, REFUSED, number)
    assert [each.number for each in table.open_offers] == [number]


# Agreed in advance


def ahead(table: Table[Fair], seat: Seat, whom: Sequence[Seat], *limits: str, once: bool = True) -> int:
    """Agree to offers in advance, and give the number of that."""
    number = table.offers.next_acceptance(seat)
    said: list[Json] = [limit.split() for limit in limits]
    answer: Json = {"whom": list(whom), "limits": said, "end": None, "once": once}
    table.remark(EntryKind.OFFER, seat, ACCEPTS, about_acceptance(number), answer)
    table.settle()
    return number


def test_what_was_agreed_to_in_advance_is_signed_by_an_entry_that_goes_back_to_it() -> None:
    table = fair_of(question(YesNo()))
    number = ahead(table, BLUE, [RED], "red gives wool to blue")
    given = table.entries[-1].number
    offer(table, RED, (BLUE,), "red gives wool to blue")
    table.settle()
    signed, did = table.entries[-2:]
    assert (signed.seat, signed.key, signed.answer) == (BLUE, AGREED_AHEAD, {"acceptance": number})
    assert signed.cause is not None
    assert (signed.cause.kind, signed.cause.entry) == (CauseKind.STANDING, given)
    assert (did.kind, did.key) == (EntryKind.ACT, DEAL)
    assert table.offers.ahead == []
    again = restored(table)
    assert (again.offers, again.state.hands, again.news) == (table.offers, table.state.hands, table.news)
    told = write_transcript(table)
    assert write_transcript(play_transcript(table.rules, setup(), told)) == told


def test_a_log_that_signs_in_advance_what_nobody_has_agreed_to_diverges() -> None:
    table = fair_of(question(YesNo()))
    ahead(table, BLUE, [RED], "red gives salt to blue")
    offer(table, RED, (BLUE,), "red gives wool to blue")
    forged = Entry(table.next_number, EntryKind.OFFER, BLUE, AGREED_AHEAD, about_deal(1), {"acceptance": 1}, "")
    with pytest.raises(Diverged, match="not what was agreed to in advance"):
        table.replay(forged)


def test_signatures_in_advance_end_with_who_gave_them_and_with_the_game() -> None:
    table = fair_of(question(YesNo()))
    ahead(table, BLUE, [RED], "red gives wool to blue")
    ahead(table, WHITE, [RED], "red gives wool to white")
    table.remark(EntryKind.OFFER, BLUE, HANDED_OVER, BLUE, {})
    assert [given.seat for given in table.offers.ahead] == [WHITE]
    table.remark(EntryKind.OFFER, WHITE, RESIGNED, RESIGN, {})
    assert table.offers.ahead == []
