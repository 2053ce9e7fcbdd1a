"""Several daemons share one PostgreSQL database (tests.kill.several has the long run)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kill.several import SETTINGS, Plan, run

SHORT = Plan(daemons=3, games=20, letters=120, kills=3)
MIN_LETTERS = 80
"""If all battles end early."""


@pytest.mark.postgresql
def test_daemons_that_are_killed_lose_nothing_and_do_nothing_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in SETTINGS.items():
        monkeypatch.setenv(name, value)
    assert run(SHORT, tmp_path).letters >= MIN_LETTERS
