"""Twin worlds: games that differ only in what a seat must not know, and its mails in both, compared to the byte.

At random moments of random games one world gets another hand, Plan, mats or dice of the enemy's, or orders of his that only
he can see. Then the same is done in both, through the moderator and a database each: letters are taken in, the clock is
minded. What the reader is sent must be the same in all its bytes, as many mails, and at the same times.

The commitment to the dice is held equal where the key is not, as if a hash were shared by two keys: nothing that is sent
before the end of a game is computed from the key but the dice, so this changes no other byte.
"""

from pbem.leaks.report import Finding, LeakReport
from pbem.leaks.run import leaktest

__all__ = ["Finding", "LeakReport", "leaktest"]
