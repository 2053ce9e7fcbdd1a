"""Before all tests of the toys: the laboratory knows them."""

from __future__ import annotations

from pbem.lab.games import LAB_GAMES
from tests.toys.border_war.game import RULES
from tests.toys.border_war.lab import LAB

LAB_GAMES[RULES.name] = LAB
