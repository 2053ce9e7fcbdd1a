"""Compares two positions of a game in the game's words: what moved, changed its number, is lost or new."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from pbem.engine.game.rules import Rules
from pbem.engine.log.entry import Fixed

LEFT_OUT = frozenset({"events"})
"""Fields of a State that are no part of the position."""
NONE = "none"


def differences(rules: Rules[Any], before: Any, after: Any) -> list[str]:
    """What is otherwise in the State `after` than in `before`, a line each: "lords, March, where: Ely -> Bury".

    Ids are told by their names, fields by theirs. Nothing where the positions are the same.
    """
    return list(_Compared(lambda id_: rules.names(after, id_)[0], rules.reports.leads).compare((), before, after))


class _Compared:
    """A walk through two positions side by side."""

    def __init__(self, name: Callable[[str], str], leads: Mapping[str, tuple[str, str]]) -> None:
        self._name = name
        self._leads = leads

    def compare(self, path: tuple[str, ...], before: Any, after: Any) -> Iterator[str]:
        """The lines for what lies below `path`."""
        if isinstance(before, Fixed) or isinstance(after, Fixed) or before == after:
            return
        if len(path) == 1 and path[0] in self._leads:
            yield self._line(path, f"{self._lead(path[0], before)} -> {self._lead(path[0], after)}")
            return
        if is_dataclass(before) and is_dataclass(after) and type(before) is type(after):
            for field in fields(before):
                if field.name not in LEFT_OUT:
                    words = field.name.replace("_", " ")
                    yield from self.compare((*path, words), getattr(before, field.name), getattr(after, field.name))
        elif isinstance(before, Mapping) and isinstance(after, Mapping):
            for key in dict.fromkeys([*before, *after]):
                yield from self.compare((*path, self._value(key)), before.get(key), after.get(key))
        elif isinstance(before, list | tuple) and isinstance(after, list | tuple):
            yield self._line(path, self._lists(before, after))
        else:
            yield self._line(path, f"{self._value(before)} -> {self._value(after)}")

    def _lists(self, before: list[Any] | tuple[Any, ...], after: list[Any] | tuple[Any, ...]) -> str:
        old, new = (Counter(map(self._value, each)) for each in (before, after))
        lost, new_values = old - new, new - old
        changes = [f"without {', '.join(lost.elements())}"] if lost else []
        changes += [f"with {', '.join(new_values.elements())}"] if new_values else []
        return ", ".join(changes) or f"in another order: {', '.join(map(self._value, after))}"

    def _lead(self, field: str, number: int) -> str:
        """Who leads, and by how much."""
        above, below = self._leads[field]
        return "neither side leads" if number == 0 else f"{above if number > 0 else below} leads by {abs(number)}"

    @staticmethod
    def _line(path: tuple[str, ...], what: str) -> str:
        return f"{', '.join(path)}: {what}"

    def _value(self, value: Any) -> str:
        """A value in words. A piece that is new or lost is shown with all that it has."""
        if value is None or value in ("", [], {}):
            return NONE
        if is_dataclass(value) and not isinstance(value, type):
            field_values = ((field.name.replace("_", " "), getattr(value, field.name)) for field in fields(value))
            return ", ".join(
                f"{name} {self._value(each)}" for name, each in field_values if each not in (None, "", [], {}, False)
            )
        if isinstance(value, Mapping):
            return ", ".join(f"{self._value(key)} {self._value(each)}" for key, each in value.items())
        if isinstance(value, list | tuple | set | frozenset):
            return ", ".join(map(self._value, value))
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, Enum | str):
            return self._name(str(value))
        return str(value)
