"""What others have signed in advance, or offer each other, tells nobody anything by a fork of the Table."""

from __future__ import annotations

from pathlib import Path

from pbem.orders.carry.lookahead import fork_alone
from tests.toys.agreements.test_agreed_ahead import trade, war_in
from tests.toys.agreements.test_agreements import NEVILLE, PERCY, SCOTLAND


def test_at_a_fork_for_a_seat_is_nothing_that_others_have_agreed_on(tmp_path: Path) -> None:
    war = war_in(tmp_path / "war")
    mine, other = trade(war)
    war.write(PERCY, f"offer Cora: I give {mine} to Cora\nstanding accept Cora: I keep out of Kelso until turn 2")
    war.write(NEVILLE, f"offer Cora: I give {other} to Cora\nstanding accept Anna: I give {other} to Percy")
    war.write(SCOTLAND, "offer Ben: I keep out of Kelso until turn 9; Ben keeps out of Kelso until turn 9")
    war.write(NEVILLE, f"accept {war.table().open_offers[-1].number}")
    table = war.table()
    assert table.offers.promises
    fork = fork_alone(table, PERCY)
    assert [each.seat for each in fork.open_offers] == [PERCY]
    assert [each.seat for each in fork.offers.ahead] == [PERCY]
    assert fork.offers.promises == []
    assert {each.seat for each in table.open_offers} == {PERCY, NEVILLE}
    assert len(table.offers.ahead) == 2
