"""Lines written before their questions open."""

from dataclasses import replace

import pytest

from pbem.engine.decision import Menu, Number, Pick, Together, YesNo
from pbem.engine.log.entry import Entry, EntryKind
from pbem.engine.refusal import Ambiguous, BadLine, Misread, NotAsked
from pbem.engine.table import Table
from pbem.orders.carry.execute import execute
from pbem.orders.carry.waiting import carry_on, drop_lines, stop_outrun
from tests.engine.toy import BLUE, RED, TOWNS, TRICKS, Fair, question, restored, table_of

HOLD = question(YesNo(), BLUE, "3 go", "held")
TRICK = question(Menu(lambda: TRICKS), key="9 trick", subject="first")
AGAIN = replace(TRICK, subject="second")
PRICE = question(Number(2, 9), key="4 price")
TOWN = question(Pick(lambda: TOWNS))


def write(table: Table[Fair], *lines: str, seat: str = RED) -> list[str]:
    """The lines of a letter, one after another."""
    said = []
    for line in lines:
        said.append(execute(table, seat, line))
        carry_on(table)
    return said


def waiting(table: Table[Fair]) -> list[str]:
    """The lines of RED that wait."""
    return [line.text for line in table.waiting.get(RED, [])]


def test_a_line_before_its_question_waits_and_answers_once_it_opens() -> None:
    table = table_of(HOLD, TRICK, AGAIN)
    assert write(table, "sing ely", "rest") == ["kept until it is asked: sing Ely", "kept until it is asked: rest"]
    assert waiting(table) == ["sing Ely", "rest"]
    write(table, "go yes", seat=BLUE)
    assert table.state.told == [True, "sing ely", "rest"]
    assert waiting(table) == []
    assert [e.kind for e in table.entries] == [
        *[EntryKind.WAITING, EntryKind.WAITING, EntryKind.ANSWER, EntryKind.WAITED, EntryKind.WAITED],
    ]


def test_what_a_waiting_line_has_done_is_told_to_its_writer_only() -> None:
    table = table_of(HOLD, TRICK)
    write(table, "sing eb")
    write(table, "go yes", seat=BLUE)
    told = [n.event for n in table.news if n.event.name == "waiting_order"]
    assert [(e.data, e.seen_by) for e in told] == [({"order": "sing Yórk"}, frozenset({RED}))]


def test_waiting_lines_come_back_out_of_the_log() -> None:
    table = table_of(HOLD, TRICK, AGAIN, HOLD, TRICK)
    write(table, "sing ely", "rest", "juggle")
    assert waiting(restored(table)) == ["sing Ely", "rest", "juggle"]
    write(table, "go yes", seat=BLUE)
    other = restored(table)
    assert (other.waiting, other.news, other.state.told) == (table.waiting, table.news, table.state.told)
    assert waiting(other) == ["juggle"]
    carry_on(other)
    assert other.entries == table.entries


def test_a_waiting_line_that_is_not_legal_any_more_ends_the_waiting() -> None:
    short = replace(TRICK, shape=Menu(lambda: ("juggle", "rest")))
    table = table_of(HOLD, short)
    write(table, "sing ely", "rest")
    write(table, "go yes", seat=BLUE)
    assert table.open() == (short,)
    assert waiting(table) == []
    stopped = table.news[-1].event
    assert (stopped.name, stopped.seen_by) == ("waiting_stopped", frozenset({RED}))
    assert stopped.data == {"line": "sing Ely", "problem": '"sing" is not open to you now', "dropped": ["rest"]}
    assert restored(table).news == table.news


def test_a_question_that_the_next_line_does_not_answer_ends_the_waiting() -> None:
    table = table_of(HOLD, PRICE, TRICK)
    write(table, "sing ely")
    write(table, "go yes", seat=BLUE)
    assert table.open() == (PRICE,)
    assert table.news[-1].event.data["problem"] == 'nothing asks for "sing" now'


def test_behind_a_waiting_line_every_other_one_waits_too() -> None:
    table = table_of(HOLD, TRICK, question(Pick(lambda: TOWNS), key="6 take"))
    write(table, "sing ely", "take ely")
    write(table, "go yes", seat=BLUE)
    assert table.state.told == [True, "sing ely", "ely"]


def test_a_line_with_a_policy_is_kept_as_a_standing_order_all_the_same() -> None:
    table = table_of(HOLD, TRICK, PRICE)
    said = write(table, "sing ely", "price 7")
    assert said[1] == "price 7 (kept for this day)"
    write(table, "go yes", seat=BLUE)
    assert table.state.told == [True, "sing ely", 7]


def test_nothing_waits_while_something_is_asked() -> None:
    table = table_of(PRICE, TRICK)
    with pytest.raises(NotAsked, match='nothing asks for "sing" now'):
        execute(table, RED, "sing ely")


def test_what_cannot_wait_is_refused() -> None:
    with pytest.raises(NotAsked):
        execute(table_of(HOLD, TOWN), RED, "take wool")


@pytest.mark.parametrize(
    ("line", "kind", "problem", "nearest"),
    [
        ("sing yrok", Misread, 'I do not know what "yrok" means here', "sing Yórk"),
        ("sign ely", Misread, '"sign" is not an order', "sing TOWN"),
        ("r", Ambiguous, '"r" can mean rest or routine', "rest"),
    ],
)
def test_a_slip_in_a_line_that_waits_is_told_at_once(line: str, kind: type[BadLine], problem: str, nearest: str) -> None:
    table = table_of(HOLD, TRICK)
    with pytest.raises(kind) as caught:
        execute(table, RED, line)
    assert caught.value.problem == problem
    assert nearest in caught.value.nearest
    assert table.waiting == {}


def test_a_simultaneous_answer_can_be_revised_while_lines_wait() -> None:
    table = table_of(Together((replace(TRICK, seat=RED), HOLD)), AGAIN)
    write(table, "sing ely", "sing york")
    assert [a for _, a in table.given_by(RED)] == ["sing york"]


def test_waiting_lines_can_be_dropped() -> None:
    table = table_of(HOLD, TRICK)
    write(table, "sing ely")
    assert drop_lines(table, RED) == ["sing Ely"]
    assert waiting(restored(table)) == []
    assert drop_lines(table, RED) == []
    write(table, "go yes", seat=BLUE)
    assert table.open() == (TRICK,)


def test_lines_outrun_by_a_question_are_given_up_and_told() -> None:
    table = table_of(HOLD, TRICK)
    write(table, "sing ely", "rest")
    execute(table, BLUE, "go yes")
    stop_outrun(table, "moves have been taken back")
    assert waiting(table) == []
    assert table.news[-1].event.data["problem"] == "moves have been taken back"


# Logs from before lines were kept by segments


def old_entry(number: int, kind: EntryKind, seat: str, key: str, subject: str, answer: object, note: str = "") -> Entry:
    return Entry(number, kind, seat, key, subject, answer, "", "day 0", note)


OLD_LOG = [
    old_entry(1, EntryKind.WAITING, RED, "waiting", RED, ["sing ely", ["rest", "a day"], "juggle"]),
    old_entry(2, EntryKind.ANSWER, BLUE, "3 go", "held", True),
    old_entry(3, EntryKind.WAITING, RED, "waiting", RED, [["rest", "a day"], "juggle"]),
    old_entry(4, EntryKind.WAITED, RED, "9 trick", "first", "sing ely", "sing Ely"),
    old_entry(5, EntryKind.WAITING, RED, "waiting", RED, ["juggle"]),
    old_entry(6, EntryKind.WAITING, RED, "waiting", "rest", [], "it was for a day, which is over"),
]


def test_a_log_in_which_lines_were_taken_off_beforehand_is_still_read() -> None:
    table = table_of(HOLD, TRICK, AGAIN)
    for entry in OLD_LOG[:4]:
        table.replay(entry)
    assert waiting(table) == ["rest", "juggle"]
    for entry in OLD_LOG[4:]:
        table.replay(entry)
    assert waiting(table) == []
    told = {"line": "rest", "problem": "it was for a day, which is over", "dropped": ["juggle"]}
    assert table.news[-1].event.data == told


def test_a_game_of_an_older_log_goes_on_and_is_restored() -> None:
    table = table_of(HOLD, TRICK, AGAIN)
    table.replay(old_entry(1, EntryKind.WAITING, RED, "waiting", RED, ["sing ely", "juggle"]))
    write(table, "go yes", seat=BLUE)
    assert table.state.told == [True, "sing ely", "juggle"]
    assert waiting(table) == []
    other = restored(table)
    assert (other.state.told, other.waiting) == (table.state.told, table.waiting)
