"""Samples of what templates are filled with, to try them before a player's mail does."""

from __future__ import annotations

from typing import Any

SEAT: dict[str, Any] = {
    "game": "bosworth-1",
    "seat": "york",
    "player": "Anne",
    "held_because": "",
    "reply_to": "pbem+token@example.org",
}
_DUE = "Thu 26 Nov 2026 20:00 GMT (Europe/London)"
_MORE = {"extensions": 2, "extension": "48 hours", "usual": "24h"}

NOTICES: dict[str, dict[str, Any]] = {
    "stranger": {"sender": "mallory@example.net"},
    "wrong_token": {"because": "it has no address of a seat"},
    "held": {"held_because": "a question about rule 4.4"},
    "over": {},
    "too_long": {},
    "flood": {"limit": "60"},
    "no_preview": {},
    "preview_fault": {"letter": "12", "fault": "KeyError: <oxford>"},
    "fault": {"letter": "12", "fault": "KeyError: <oxford>"},
    "reminder": {"due": _DUE, "left": "23 hours", "asked": "1. Array 2. Give", "absent": "absent 2026-12-20", **_MORE},
    "late": {"due": _DUE, "then": "at noon it is over", "asked": "Array", "too": ["lancaster"], **_MORE},
    "late_enemy": {"enemy": "lancaster", "due": _DUE, "then": "at noon it is over"},
    "time": {
        "topic": "York is away",
        "lines": ["York is away from Sun 20 Dec 2026 to Sun 3 Jan 2027.", "York has time until Mon 4 Jan 2027."],
    },
    "no_show_held": {"late": ["york"], "whose": "Your", "due": _DUE, "because": "As agreed"},
    "no_show_waits": {"late": "york", "whose": "Your", "due": _DUE},
    "no_show": {"late": ["york"], "whose": "York's", "due": _DUE, "what": "the game is held", "held": True},
    "away": {"since": _DUE, "until": _DUE, "away": "7 days", "games": ["bosworth-1", "towton-2"]},
    "clock_fault": {"fault": "KeyError: <oxford>"},
    "observer_no_orders": {},
    "observer_stopped": {"games": ["bosworth-1", "towton-2"]},
    "observer_fault": {"fault": "KeyError: <oxford>"},
    "template_fault": {"fault": "common/report.txt.j2, line 3: 'lords' is undefined"},
}
"""What each kind of notice is filled with beyond SEAT."""
