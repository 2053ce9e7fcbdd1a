"""Figures of speed: how fast games are restored and played, and what memory that takes. Nothing here judges them."""

from __future__ import annotations

import resource
import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any

from pbem.engine.entry import fingerprint
from pbem.engine.rules import Rules, Setup
from pbem.engine.table import Table
from pbem.moderator.random_play import play_at_random

ROUNDS = 3  # the best of so many counts: what else the machine does is not ours


def bench(rules: Rules[Any], setup: Setup, seed: str | int = 1, games: int = 50) -> dict[str, dict[str, float]]:
    """All figures, by part."""
    return {"engine": bench_engine(rules, setup, seed, games)}


def bench_engine(rules: Rules[Any], setup: Setup, seed: str | int, games: int) -> dict[str, float]:
    """Random games played and restored.

    A decision is any question answered, dice and forced choices included; while playing, the options of every player's
    question are listed, while restoring none are. The share of fingerprints is part of a restored decision's time.
    """
    tables: list[Table[Any]] = []
    played = _seconds(lambda: tables.extend(play_at_random(rules, setup, f"{seed}/{n}") for n in range(games)), rounds=1)
    longest = max(tables, key=lambda table: len(table.entries))
    restored = _seconds(lambda: [_restore(table) for table in tables])
    decisions = sum(len(table.entries) for table in tables)
    return {
        "games": games,
        "decisions": decisions,
        "random_games_per_second": games / played,
        "microseconds_per_random_decision": played / decisions * 1e6,
        "restored_decisions_per_second": decisions / restored,
        "microseconds_per_restored_decision": restored / decisions * 1e6,
        "microseconds_per_fingerprint": _seconds(lambda: fingerprint(longest.state)) * 1e6,
        "longest_game_decisions": len(longest.entries),
        "longest_game_restore_milliseconds": _seconds(lambda: _restore(longest)) * 1e3,
        "peak_memory_mebibytes": peak_memory(),
    }


def _restore(table: Table[Any]) -> Table[Any]:
    return Table.restore(table.rules, table.setup, table.chance, table.entries)


def _seconds(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """The shortest time that `work` took, in seconds."""
    times = []
    for _ in range(rounds):
        begun = perf_counter()
        work()
        times.append(perf_counter() - begun)
    return min(times)


def peak_memory() -> float:
    """The most memory this process has had, in MiB (the system counts in KiB, macOS in bytes)."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def summary(figures: dict[str, dict[str, float]]) -> str:
    """The figures for people, a line each."""
    lines = []
    for part, values in figures.items():
        lines += [f"{part}:", *(f"  {name.replace('_', ' ')}: {_figure(value)}" for name, value in values.items())]
    return "\n".join(lines)


def _figure(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
