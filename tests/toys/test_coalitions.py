"""Twin worlds for readers who compare notes: what none of them knows may differ, and they must not notice."""

from __future__ import annotations

FIVE = ("percy", "neville", "scotland", "clifford", "stanley")
