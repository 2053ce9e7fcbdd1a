"""The games by name. The rules of one are loaded when they are first asked for, which takes a while."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from pbem.engine.game.setup import GameOffer

if TYPE_CHECKING:
    from pbem.engine.game.rules import Rules

_FOLDER = "pbem.games"


class Games(MutableMapping[str, "Rules[Any]"]):
    """The Rules of the games in the folders of these names, each `RULES` in its module `game`."""

    def __init__(self, *names: str) -> None:
        self._rules: dict[str, Rules[Any] | None] = dict.fromkeys(names)

    def __getitem__(self, name: str) -> Rules[Any]:
        rules = self._rules[name]
        if rules is None:
            rules = self._rules[name] = import_module(f"{_FOLDER}.{name}.game").RULES
        return rules

    def __setitem__(self, name: str, rules: Rules[Any]) -> None:
        self._rules[name] = rules

    def __delitem__(self, name: str) -> None:
        del self._rules[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    def offer(self, name: str) -> GameOffer:
        """What can be chosen when a game is opened, from its module `offer` if it has one; that loads no rules."""
        if self._rules[name] is None and find_spec(f"{_FOLDER}.{name}.offer") is not None:
            offer: GameOffer = import_module(f"{_FOLDER}.{name}.offer").OFFER
            return offer
        rules = self[name]
        return GameOffer(rules.title, rules.scenarios, rules.options, rules.about_options)
