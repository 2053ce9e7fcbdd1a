"""What a seat can leave with us is bounded, each limit says what to do, and the cost grows with what is new only."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pbem.effort import limited
from pbem.engine.log.changes import MAX_AHEAD
from pbem.engine.log.entry import EntryKind
from pbem.engine.standing import MAX_STANDING
from pbem.moderator.deadlines.clock import Clock
from pbem.moderator.intake import moderating
from pbem.moderator.playing.order_lines import MAX_BESIDE, carry_out
from pbem.moderator.reading import asking
from pbem.moderator.reading.asking import MAX_ANSWERS
from pbem.moderator.talk import messages
from pbem.timing.terms import read_terms
from tests.moderator.intake.test_work import GAMES
from tests.support.conversation import NOON, Conversation, to

STANDING = [f"standing game intercept none if influence over {n}" for n in range(1, 481)]


@pytest.fixture
def board(tmp_path: Path) -> Iterator[Conversation]:
    """Ia, just opened."""
    conversation = Conversation(tmp_path, scenario="Ia")
    yield conversation
    conversation.db.close()


def numbered(lines: list[str]) -> list[tuple[int, str]]:
    return list(enumerate(lines, 1))


def calls_of(work: Callable[[], Any]) -> int:
    """How many calls of Python functions a piece of work takes."""
    calls = 0

    def count(_frame: Any, event: str, _arg: Any) -> None:
        nonlocal calls
        calls += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        work()
    finally:
        sys.setprofile(before)
    return calls


def test_standing_orders_end_at_the_limit_and_one_again_replaces_itself(board: Conversation) -> None:
    table = board.table()
    results = carry_out(table, "york", numbered(STANDING[: MAX_STANDING + 1]))
    assert [result.accepted for result in results] == [True] * MAX_STANDING + [False]
    assert results[-1].problem == '60 standing orders are the most; "standing" lists yours, "withdraw" ends one'
    assert results[-1].nearest == ("standing", "withdraw standing 1")
    again = carry_out(table, "york", numbered([STANDING[7], "withdraw standing 3", STANDING[MAX_STANDING]]))
    assert all(result.accepted for result in again)
    assert len(table.orders_of("york")) == MAX_STANDING


def test_a_standing_order_costs_little_more_where_many_stand(board: Conversation) -> None:
    """The last ten of sixty cost less than twice what the second ten do."""
    table = board.table()
    costs = [calls_of(partial(carry_out, table, "york", numbered(STANDING[n : n + 10]))) for n in range(0, MAX_STANDING, 10)]
    assert costs[-1] < 2 * costs[1]


def test_lines_ahead_end_at_the_limit_and_each_entry_has_its_own_line_only(board: Conversation) -> None:
    table = board.table()
    results = carry_out(table, "york", numbered(["levy: muster"] * (MAX_AHEAD + 5)))
    kept = [result for result in results if result.accepted]
    assert len(kept) == len(table.waiting["york"]) == MAX_AHEAD
    refused = next(result for result in results if result.problem)
    assert refused.problem == '200 lines for later are the most; "status" lists yours, "withdraw orders" gives them up'
    assert "withdraw orders" in refused.nearest
    sizes = [len(json.dumps(entry.answer)) for entry in table.entries if entry.kind is EntryKind.WAITING]
    assert max(sizes) < 200
    assert carry_out(table, "york", [(1, "withdraw orders")])[0].accepted


def test_a_line_ahead_costs_little_more_where_many_wait(board: Conversation) -> None:
    costs = {}
    for many in (50, 200):
        table = board.table()
        carry_out(table, "york", numbered(["levy: muster"] * many))
        costs[many] = calls_of(lambda: carry_out(table, "york", numbered(["levy: muster"] * many))) / many  # noqa: B023
    assert costs[200] < 3 * costs[50]


def test_of_many_questions_only_so_many_are_looked_at(board: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    answer = asking._answer

    def noted(*given: Any) -> Any:
        looked.append(given[2])
        return answer(*given)

    monkeypatch.setattr(asking, "_answer", noted)
    mail = to("york", board.write("york", "\n".join(f"help march {n % 240}" for n in range(480))))
    assert len(looked) == MAX_ANSWERS
    assert "help march 19 -> help: see below" in mail.text
    assert f"a letter gets {MAX_ANSWERS} answers at most" in mail.flat
    looked.clear()
    board.write("york", "\n".join(["map", "card y19", "history", "help march", "Help  March"] * 96))
    assert len(looked) == 4


def test_messages_of_a_day_are_bounded_in_bytes(board: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(messages, "MAX_KB_A_DAY", 1)
    long = "tell lancaster: " + "ä" * 300
    mail = to("york", board.write("york", f"{long}\nend\n{long}\nend\n"))
    assert mail.flat.count("sent to Lancaster") == 1
    assert "within a day a player may write 1 kB of messages" in mail.flat
    mail = to("york", board.write("york", "tell lancaster: short\nend\n"))
    assert "sent to Lancaster" in mail.flat


AHEAD = {
    "plantagenet": ("levy: muster", "levy: parley ely", "standing game intercept none if influence over {}"),
    "warriors_of_england": ("place none", "turn 2: pass", "standing game try none"),
    "richard_iii": ("turn 2: pass", "retreat Kent if strength under {}"),
    "kingmaker": ("turn: claim none", "standing discard newest"),
}
LETTER_BYTES = 36_000
MANY = 60
"""Lines of each letter that are orders."""


@pytest.mark.sqlite
@pytest.mark.parametrize("game", GAMES)
def test_three_long_letters_make_the_database_a_few_times_as_large_as_they_are(tmp_path: Path, game: str) -> None:
    scenario, players = GAMES[game]
    talk = Conversation(tmp_path, scenario=scenario, game=game, players=players)
    seat, other = list(players)[:2]
    orders = "\n".join(AHEAD[game][n % len(AHEAD[game])].format(n) for n in range(MANY))
    messages = "".join(f"tell {other}: {n} {'words and words ' * 40}\nend\n" for n in range(60))
    before = talk.db.size()
    for number, text in enumerate(
        (orders, messages, f"tell {other}:\n" + "Once more unto the breach\n" * 1300 + "end\n"), 1
    ):
        talk.write(seat, f"{text}\n" + "# and so on\n" * ((LETTER_BYTES - len(text)) // 12))
        assert talk.letter(number).status == "done"
    assert talk.db.size() - before < 4 * 3 * LETTER_BYTES


BESIDE = {
    "about time": ["zone Europe/London", "zone Europe/Berlin"],
    "absences": ["absent 2026-12-20 to 2027-01-03", "present"],
    "agreements": ["offer draw", "offer no draw"],
    "resigning": ["resign", "resign no"],
}


@pytest.mark.parametrize("name", BESIDE)
def test_lines_beside_the_game_end_at_the_limit_and_the_orders_go_on(board: Conversation, name: str) -> None:
    mail = to("york", board.write("york", "\n".join([*BESIDE[name] * 20, "levy: muster"])))
    assert mail.flat.count("a letter can have at most 20 lines about time and agreements; this one is not carried out") == 20
    assert [line.text for line in board.table().waiting["york"]] == ["muster"]
    kinds = (EntryKind.CLOCK, EntryKind.OFFER)
    assert sum(entry.kind in kinds for entry in board.table().entries) == MAX_BESIDE


def test_what_a_line_beside_the_game_costs_with_a_long_log_counts_as_work(board: Conversation) -> None:
    table, clock = board.table(), Clock(read_terms({}), (), NOON)
    spent = []
    for _ in range(2):
        with limited() as effort:
            carry_out(table, "york", numbered(["absent 2026-12-20", "offer draw", "offer no draw"]), clock)
        spent.append(effort.spent)
        for place in range(3000):
            table.remark(EntryKind.CLOCK, "york", "zone", "york", f"Etc/GMT+{place % 12}")
    assert spent[1] > spent[0] + 1000


def test_an_order_costs_no_more_where_much_was_agreed_before(board: Conversation) -> None:
    table = board.table()
    before = calls_of(table.offers.agreed_back)
    for _ in range(500):
        table.remark(EntryKind.OFFER, "york", "offered", "draw", {})
    carry_out(table, "york", numbered(["standing intercept none"]))
    assert calls_of(table.offers.agreed_back) < before + 20


def test_lines_that_are_no_moves_are_bounded_by_the_day(board: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moderating, "MAX_KEPT_A_DAY", 50)
    board.write("york", "\n".join(STANDING[:60]))
    mails = board.write("york", "again\nstanding intercept none if influence over 3")
    assert "More than 50 of your lines that are no moves were kept within a day" in to("york", mails).flat
    assert board.letter(2).status == "dead"
    assert board.write("lancaster", "status")
    board.clock.move(days=1, minutes=1)
    assert "== Your letter" in to("york", board.write("york", "again\nstanding intercept none if influence over 4")).text


def test_of_several_new_addresses_in_a_letter_the_first_is_written_to(board: Conversation) -> None:
    mails = board.write("york", "address nobody\naddress a@example.net\naddress b@example.net")
    assert {mail.to for mail in mails} == {"a@example.net", "ann@example.test"}
    assert "address b@example.net: a letter can name one new address" in to("york", mails).flat
