"""Lines for acts: what takes them, behind what, and orders that have become worse by an act of somebody else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from pbem.engine.decision import Asked, Decision, Json, Menu, Seat
from pbem.engine.dice import Fate
from pbem.engine.event import tell
from pbem.engine.game.acts import Acts
from pbem.engine.game.forecast import Forecast, Previews
from pbem.engine.game.orders import Word
from pbem.engine.game.rules import Rules
from pbem.engine.log.entry import EntryKind
from pbem.engine.refusal import BadLine, Illegal, NotAsked
from pbem.engine.table import Table
from pbem.orders.carry.execute import execute, understand
from pbem.orders.carry.letter import LetterOrders
from pbem.orders.carry.since import since
from pbem.orders.carry.waiting import carry_on
from pbem.orders.place.placed import Act, Answer
from tests.engine.toy import BLUE, KEY, RED, TOY, Fair, asking, restored, setup

TRICK, WAVE = "9 trick", "20 wave"
WAVES: tuple[Word[Fair], ...] = (
    Word("wave", WAVE, "wave ely | wave york", "Wave to somebody.", act=True, example="wave ely"),
    Word("sing", WAVE, "sing st albans", "Sing of it, unasked.", act=True),
)


def open_acts(s: Fair, seat: Seat) -> Asked:
    """Nobody acts on day 1; red cannot wave to anybody while blue has just done it."""
    if s.day == 1:
        return ()
    waves = [] if s.told[-1:] == [[BLUE, "wave ely"]] and seat == RED else ["wave ely", "wave york"]
    return (Decision(seat, WAVE, f"day {s.day}", "", Menu(lambda: [*waves, "sing st_albans"])),)


def do(s: Fair, seat: Seat, _key: str, answer: Json) -> None:
    s.told.append([seat, answer])
    tell(s, "20", "acts", seen_by=frozenset({BLUE}) if answer == "wave york" else None, what=answer)


def cost(s: Fair, _seat: Seat, _decision: Decision, _answer: Json) -> Forecast:
    """A trick costs as much as has been done before."""
    return Forecast({"coin": len(s.told)})


def why_not(_s: Fair, _seat: Seat, verb: str, _ids: list[str]) -> str | None:
    return "blue waves already" if verb == "wave" else None


def fair(*days: int) -> Table[Fair]:
    """A fair at which red is asked for a trick on each of these days."""

    async def flow(s: Fair) -> None:
        for day in days:
            s.day = day
            shape = Menu(lambda: ["juggle", "sing york", "sing ely"])
            s.told.append(await Decision(RED, TRICK, f"day {day}", "Which trick?", shape, lambda: "juggle"))

    rules: Rules[Fair] = replace(
        asking(flow), vocabulary=(*TOY.vocabulary, *WAVES), acts=Acts(open_acts, do, why_not), previews=Previews(cost)
    )
    return Table.open_new(rules, setup(), Fate(KEY))


def act_in(table: Table[Fair], seat: Seat, line: str) -> str:
    action = understand(table, seat, line).action
    assert isinstance(action, Act), action
    return str(action.answer)


def refusal(call: Callable[[], object]) -> BadLine:
    with pytest.raises(BadLine) as bad:
        call()
    return bad.value


def test_a_line_is_an_act_by_its_order_word_names_and_slips_as_any_other() -> None:
    table = fair(2)
    assert act_in(table, BLUE, "wave Ely") == "wave ely"
    assert act_in(table, BLUE, "wa eboracum") == "wave york"
    assert act_in(table, BLUE, "I wave to York") == "wave york"
    assert refusal(lambda: understand(table, BLUE, "wave to Lenne")).nearest
    assert isinstance(refusal(lambda: understand(table, BLUE, "York")), BadLine)


def test_an_open_question_takes_a_line_before_an_act_does() -> None:
    table = fair(2)
    assert isinstance(understand(table, RED, "sing York").action, Answer)
    assert act_in(table, RED, "sing St Albans") == "sing st_albans"
    assert act_in(table, BLUE, "sing") == "sing st_albans"


def test_what_is_not_open_is_refused_with_the_reason_and_what_is() -> None:
    table = fair(2)
    table.act(BLUE, WAVE, "wave ely")
    bad = refusal(lambda: understand(table, RED, "wave Ely"))
    assert isinstance(bad, Illegal)
    assert bad.problem == '"wave" is not open to you now: blue waves already'
    assert bad.nearest == ("sing Ely", "sing St Albans")


def test_in_a_game_without_acts_nothing_asks_for_such_a_word() -> None:
    table = fair(2)
    other = Table.open_new(replace(table.rules, acts=Acts()), setup(), Fate(KEY))
    assert isinstance(refusal(lambda: understand(other, BLUE, "wave Ely")), NotAsked)


def test_a_line_that_waits_for_its_moment_is_done_then_and_the_log_says_so() -> None:
    table = fair(1, 2)
    assert execute(table, BLUE, "wave ely") == "kept until it can be done: wave Ely"
    carry_on(table)
    assert [line.text for line in table.waiting[BLUE]] == ["wave Ely"]
    execute(table, RED, "juggle")
    carry_on(table)
    assert table.waiting[BLUE] == []
    entry = table.entries[-1]
    assert (entry.kind, entry.seat, entry.answer, entry.note) == (EntryKind.ACT, BLUE, "wave ely", "wave Ely")
    assert [news.event.name for news in table.news if news.event.seen_by == frozenset({BLUE})] == ["waiting_order"]
    again = restored(table)
    assert again.state.told == table.state.told
    assert again.waiting == table.waiting


# Orders that cross with an act


def letter(table: Table[Fair], told: int, *lines: str) -> list[str]:
    """What becomes of a letter of red's that answers a report behind entry `told`."""
    orders, said = LetterOrders(table, RED, lines, since(table, RED, told)), []
    for place in range(len(lines)):
        try:
            said.append(orders.execute(place))
        except BadLine as bad:
            said.append(bad.problem)
    return said


def test_an_order_that_others_have_made_worse_is_held_and_its_writer_asked_again() -> None:
    table = fair(2)
    table.act(BLUE, WAVE, "wave ely")
    assert letter(table, 0, "juggle") == ["now it costs 1 coin, not 0. It is not done: send it again if you still want it"]
    assert not table.over
    assert letter(table, 1, "juggle") == ["juggle"]


@pytest.mark.parametrize("line", ["juggle even so", "juggle even if it costs more"])
def test_who_allows_it_is_not_asked_again(line: str) -> None:
    table = fair(2)
    table.act(BLUE, WAVE, "wave ely")
    assert letter(table, 0, line) == ["juggle"]


def test_what_a_seat_cannot_see_holds_nothing_up() -> None:
    table = fair(2)
    table.act(BLUE, WAVE, "wave york")
    assert since(table, RED, 0) is None
    assert letter(table, 0, "juggle") == ["juggle"]


def test_its_own_orders_and_acts_make_nothing_worse() -> None:
    table = fair(2, 3, 4)
    table.act(RED, WAVE, "wave ely")
    assert since(table, RED, 0) is None
    table.act(BLUE, WAVE, "wave ely")
    assert letter(table, 1, "juggle even so", "juggle", "juggle") == [
        "juggle",
        "now it costs 3 coin, not 2. It is not done: send it again if you still want it",
        "now it costs 3 coin, not 2. It is not done: send it again if you still want it",
    ]
