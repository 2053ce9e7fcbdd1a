"""A clock that one wrong reading does not move."""

from datetime import UTC, datetime, timedelta

import pytest

from pbem.timing.steady import CONFIRMED_AFTER, SteadyClock, machine_uptime

NOON = datetime(2026, 11, 27, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


class Machine:
    """A machine whose clock can be set, and which can be suspended."""

    def __init__(self) -> None:
        self.wall, self.started = NOON, 1000.0
        self.clock = SteadyClock(lambda: self.wall, lambda: self.started)

    def runs(self, length: timedelta) -> datetime:
        """Time goes on; gives what the clock says then."""
        self.wall += length
        self.started += length.total_seconds()
        return self.clock()


@pytest.mark.parametrize("by", [timedelta(days=365), timedelta(days=-1), timedelta(hours=1), timedelta(minutes=-5)])
def test_a_wrong_reading_is_not_believed(by: timedelta) -> None:
    machine = Machine()
    machine.wall += by
    assert machine.clock() == NOON
    assert machine.runs(MINUTE) == NOON + MINUTE
    machine.wall -= by
    assert machine.runs(MINUTE) == NOON + 2 * MINUTE


@pytest.mark.parametrize("by", [timedelta(days=365), timedelta(hours=-1)])
def test_a_clock_that_stays_as_it_was_set_is_believed(by: timedelta) -> None:
    machine = Machine()
    machine.wall += by
    assert machine.clock() == NOON
    assert machine.runs(CONFIRMED_AFTER) == NOON + by + CONFIRMED_AFTER


def test_two_wrong_readings_do_not_confirm_each_other() -> None:
    machine = Machine()
    for number in range(1, 20):
        machine.wall += timedelta(hours=number)
        assert machine.runs(MINUTE) == NOON + number * MINUTE


def test_a_machine_that_was_suspended_and_one_that_drifts_are_believed_at_once() -> None:
    machine = Machine()
    assert machine.runs(timedelta(hours=8)) == NOON + timedelta(hours=8)
    machine.wall += timedelta(seconds=30)
    assert machine.clock() == NOON + timedelta(hours=8, seconds=30)


def test_the_uptime_of_this_machine_goes_on() -> None:
    first, second = machine_uptime(), machine_uptime()
    assert (first is None) == (second is None)
    if first is not None and second is not None:
        assert first.boot == second.boot
        assert first.length <= second.length
