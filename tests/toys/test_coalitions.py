"""Twin worlds for readers who compare notes: what none of them knows may differ, and they must not notice."""

from __future__ import annotations

from random import Random

import pytest

from pbem.engine.table import Table
from pbem.lab.leaks.moments import Moment
from pbem.lab.leaks.other import other_world
from pbem.lab.leaks.planting import try_plants
from pbem.lab.leaks.run import MAX_READERS, coalition, leaktest
from pbem.lab.leaks.twist import table_of
from pbem.lab.play.random_games import play_at_random
from tests.toys.border_war.game import RULES
from tests.toys.files import toy_files

FIVE = ("percy", "neville", "scotland", "clifford", "stanley")
