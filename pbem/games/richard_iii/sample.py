"""Characters of random players: one who attacks, one who seeks battle, and one who gathers blocks."""

from __future__ import annotations

from pbem.engine.game.sample import BotStyle, Sample

MEETING = {"middlesex": 30.0, "kent": 8.0, "oxford": 8.0, "essex": 8.0}
"""Where players who seek battle go."""
ROSES = ("buckingham", "northumberland", "westmoreland", "shrewsbury", "rivers", "stanley", "warwick", "salisbury", "kent")
CHURCHES = ("canterbury_church", "york_church")
HEIRS = ("henry_vi_l", "york_y", "march_y", "rutland_y", "somerset_l", "exeter_l", "exeter_y", "clarence_y", "clarence_l")
TO_MEET = {f"recruit {stem}_{side}": 1.5 for stem in (*ROSES, *CHURCHES, "clarence", "exeter") for side in "ly"}
HEIRS_MARCH = {f"march {heir}": 2.0 for heir in (*HEIRS, "warwick_y", "warwick_l")}
ATTACK = BotStyle({"march": 6, "sail": 1, "recruit": 1, "main": 0.1, "done": 0.1, "mulligan": 20})
MEET = BotStyle(
    {"march": 6, "sail": 2, "recruit": 1, "main": 0.2, "done": 0.02, "none": 0.1, **TO_MEET, **HEIRS_MARCH}, last=MEETING
)
GATHER = BotStyle({"march": 2, "sail": 2, "recruit": 4, "main": 0.1, "done": 0.2, "mulligan": 20})
SAMPLE = Sample(styles=(ATTACK, MEET, MEET, GATHER))
