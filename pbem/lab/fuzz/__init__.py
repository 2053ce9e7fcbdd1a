"""Random games in search of faults: crashes, broken invariants, dead ends, leaks, logs that do not lead back.

Every game follows from its seed, so that a finding can be played again with `fuzz_game`.
"""

from pbem.lab.fuzz.reach import events_named
from pbem.lab.fuzz.report import Failure, FuzzReport
from pbem.lab.fuzz.run import FuzzSettings, fuzz, fuzz_game

__all__ = ["Failure", "FuzzReport", "FuzzSettings", "events_named", "fuzz", "fuzz_game"]
