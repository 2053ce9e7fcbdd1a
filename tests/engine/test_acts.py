"""Acts: what a seat does without being asked."""

from dataclasses import replace

import pytest

from pbem.engine.decision import Asked, Decision, Json, Menu, Seat, Together
from pbem.engine.dice import Fate
from pbem.engine.event import tell
from pbem.engine.game.acts import Acts, UnsafeAct
from pbem.engine.game.rules import Rules
from pbem.engine.log.entry import EntryKind
from pbem.engine.played_log import Diverged
from pbem.engine.refusal import Illegal, NotAsked
from pbem.engine.table import Table

from .toy import BLUE, KEY, RED, SEATS, Fair, asking, restored, setup

WAVE = "20 wave"


def open_acts(s: Fair, seat: Seat) -> Asked:
    """On each day anybody may wave or leave, or, who has a hand, throw a card."""
    hand = [f"throw {card}" for card in s.hands.get(seat, ())]
    return (Decision(seat, WAVE, f"day {s.day}", "", Menu(lambda: ["wave", "leave", "spoil", "break", "forbid", *hand])),)


def do(s: Fair, seat: Seat, _key: str, answer: Json) -> None:
    """Throwing adds a town; leaving ends the game."""
    s.told.append([seat, answer])
    tell(s, "20", "acts", seat=seat, what=answer)
    if answer == "leave":
        s.result = {"winner": next(each for each in SEATS if each != seat)}
    elif answer == "forbid":
        raise Illegal("it is forbidden")
    elif answer == "break":
        raise KeyError("a fault")


ACTS = Acts(open_acts, do)


def by_state(s: Fair, seat: Seat, key: str) -> Decision:
    """A question whose options hang on what was told."""

    def options() -> list[str]:
        spoiled = any(each[1] == "spoil" for each in s.told)
        return [] if spoiled else [f"town {n}" for n in range(2, 4 + len(s.told))]

    return Decision(seat, key, "ely", "?", Menu(options))


def fair_of(*seats: Seat, together: bool = False) -> Table[Fair]:
    """A table at which these seats are asked, one after another or at once."""

    async def flow(s: Fair) -> None:
        questions = [by_state(s, seat, f"{n} town") for n, seat in enumerate(seats)]
        if together:
            s.told.append(await Together(tuple(questions)))
        else:
            for each in questions:
                s.told.append(await each)

    rules: Rules[Fair] = replace(asking(flow), acts=ACTS)
    return Table.open_new(rules, setup(), Fate(KEY))


def test_a_seat_that_is_not_asked_acts_and_the_open_question_is_asked_of_the_new_position() -> None:
    table = fair_of(RED)
    assert table.open()[0].shape.refusal("town 4") is not None
    table.act(BLUE, WAVE, "wave")
    assert [(d.seat, d.key) for d in table.open()] == [(RED, "0 town")]
    assert table.open()[0].shape.refusal("town 4") is None
    entry = table.entries[-1]
    assert (entry.kind, entry.seat, entry.key, entry.subject, entry.answer) == (EntryKind.ACT, BLUE, WAVE, "day 0", "wave")
    assert [(each.number, each.event.name) for each in table.news] == [(1, "acts")]
    assert entry.after
    assert table.asked_at == 0


def test_a_log_with_acts_is_restored() -> None:
    table = fair_of(RED, RED)
    table.act(BLUE, WAVE, "wave")
    table.answer(RED, "0 town", "town 4")
    table.act(RED, WAVE, "wave", subject="day 0")
    table.answer(RED, "1 town", "town 5")
    again = restored(table)
    assert again.state.told == table.state.told == [[BLUE, "wave"], "town 4", [RED, "wave"], "town 5"]
    assert again.news == table.news
    assert again.over


def test_an_act_that_is_not_open_or_not_legal_changes_nothing() -> None:
    table = fair_of(RED)
    for key, subject in (("21 other", None), (WAVE, "day 7")):
        with pytest.raises(NotAsked):
            table.act(BLUE, key, "wave", subject=subject)
    for answer in ("throw ace", "forbid"):
        with pytest.raises(Illegal):
            table.act(BLUE, WAVE, answer)
    with pytest.raises(KeyError):
        table.act(BLUE, WAVE, "break")
    assert (table.entries, table.news, table.state.told) == ([], [], [])
    table.answer(RED, "0 town", "town 2")
    assert table.over


def test_an_act_can_end_the_game() -> None:
    table = fair_of(RED)
    table.act(RED, WAVE, "leave")
    assert (table.over, table.open(), table.result()) == (True, (), {"winner": BLUE})
    assert table.acts_of(BLUE) == ()
    assert restored(table).over


def test_what_was_given_in_secret_survives_an_act() -> None:
    table = fair_of(RED, BLUE, together=True)
    table.answer(RED, "0 town", "town 3")
    table.act(BLUE, WAVE, "wave")
    assert [answer for _, answer in table.given_by(RED)] == ["town 3"]
    table.answer(BLUE, "1 town", "town 4")
    assert table.state.told == [[BLUE, "wave"], ("town 3", "town 4")]
    assert restored(table).state.told == table.state.told


@pytest.mark.parametrize("together", [True, False])
def test_an_act_that_should_not_have_been_open_is_a_fault_and_changes_nothing(together: bool) -> None:
    table = fair_of(RED, BLUE, together=together)
    if together:
        table.answer(RED, "0 town", "town 3")
    before = len(table.entries)
    with pytest.raises(UnsafeAct, match=RED):
        table.act(BLUE, WAVE, "spoil")
    assert (len(table.entries), table.state.told) == (before, [])


def test_nobody_acts_in_a_game_without_acts_and_a_log_that_says_so_diverges() -> None:
    table = fair_of(RED)
    table.act(BLUE, WAVE, "wave")
    with pytest.raises(Diverged):
        restored(table, rules=replace(table.rules, acts=Acts()))
    other = Table.open_new(replace(table.rules, acts=Acts()), setup(), Fate(KEY))
    assert other.acts_of(RED) == ()
    with pytest.raises(NotAsked):
        other.act(RED, WAVE, "wave")
