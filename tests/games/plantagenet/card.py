"""Verbs for tests of Command cards: open one, act, look."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.games.plantagenet.campaign.command import command_action, command_options, open_command
from pbem.games.plantagenet.components.box import Lord
from pbem.games.plantagenet.components.state import Depletion, Phase, State
from tests.games.plantagenet.build import Line, run


def active(s: State, lord: str, actions: int | None = None) -> State:
    """The Lord's Command card is turned up in a Campaign; with so many actions, where a number is given."""
    s.phase = Phase.CAMPAIGN
    open_command(s, Lord(lord))
    assert s.command is not None
    s.command.actions = actions or s.command.actions
    return s


def act(s: State, choice: str, *lines: Line, dice: Sequence[int] = ()) -> None:
    """The Active Lord carries out an option of his Menu."""
    assert s.command is not None
    assert choice in options(s), f"{choice!r} is not among {options(s)}"
    run(command_action(s, s.command.lord, choice), *lines, dice=dice)


def options(s: State, word: str = "") -> list[str]:
    """The options of the Active Lord's Menu, or those that begin with an order word."""
    assert s.command is not None
    return [option for option in command_options(s, s.command.lord) if option.split()[0] == word or not word]


def assets(s: State, lord: str) -> dict[str, int]:
    """What Assets lie on the mat."""
    return {str(asset): number for asset, number in s.mats[Lord(lord)].assets.items() if number}


def wear(s: State, locale: str) -> Depletion | None:
    """Depleted or Exhausted, or neither."""
    return {str(place): worn for place, worn in s.wear.items()}.get(locale)


def where(s: State, lord: str) -> str:
    """The Locale or Sea of the Lord."""
    return s.lords[Lord(lord)].where
