"""A fault that the program survives is logged, and seen by the tests (conftest)."""

from __future__ import annotations

import pytest

from pbem.faults import note_fault


@pytest.mark.faults
def test_a_fault_is_noted_with_its_traceback(request: pytest.FixtureRequest) -> None:
    noted: list[str] = next(
        plugin.NOTED for plugin in request.config.pluginmanager.get_plugins() if hasattr(plugin, "NOTED")
    )
    players: dict[str, str] = {}
    try:
        players["york"]
    except KeyError as fault:
        note_fault(fault, "a line")
    assert "a line: KeyError: 'york'" in noted[-1]
    assert "Traceback" in noted[-1]
