"""The secrets that twin worlds can differ in, and the number of moments of a game at which they are compared."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.lab.trial import Hidden, Trial

TWINS = 4
LIMIT = 300
"""The moments at which a leak on trial is looked for: a number, so that every machine finds the same."""
DICE, ORDERS, BEGUN, ANSWERS = "dice", "orders", "answers begun", "secret answers"
OFFERS = "offers"
"""What two others offer each other, and agree on, where a game lets players do that."""
ALL = "all that is hidden"
"""What is secret in every game: dice and decks to come, what others have written ahead or only looked at, what they have
begun to answer, or have answered while others still think; and, where a game hides several things in its position, all of
them at once.
"""


def secrets_of(trial: Trial) -> list[str]:
    """What worlds of a game can differ in: its own secrets, then those of every game."""
    several = sum(each.vary is not None for each in trial.secrets) > 1
    offers = [] if trial.offers is None else [OFFERS]
    return [*(each.name for each in trial.secrets), *([ALL] if several else []), ORDERS, BEGUN, ANSWERS, *offers, DICE]


def hidden_in(trial: Trial, secret: str) -> Sequence[Hidden]:
    """What differs in the position between worlds that differ in this."""
    return [each for each in trial.secrets if each.name == secret or (secret == ALL and each.vary is not None)]


def in_turn(trial: Trial, secrets: Sequence[str]) -> list[str]:
    """These, each as often as it has its turn."""
    often = {each.name: each.often for each in trial.secrets}
    return [each for n in range(max(often.values(), default=1)) for each in secrets if often.get(each, 1) > n]
