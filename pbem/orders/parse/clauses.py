"""What an order given in advance says besides its answer: how long it holds, on what condition, and what else is done."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pbem.engine.refusal import Misread
from pbem.orders.languages.words import alternatives

ONCE = re.compile(r"[\s,]*\bonce\b(?:\s+only\b)?[\s,.]*", re.I)
ELSE = re.compile(rf"[\s,]*\b{alternatives('else')}\b[\s,:]*", re.I)
IF = re.compile(rf"[\s,]*\b({alternatives('conditions')})\b[\s,:]*", re.I)
UNLESS = re.compile(alternatives("unless"), re.I)


@dataclass(frozen=True, slots=True)
class Clauses:
    """The parts of a line: `what` is done `if_` a condition holds (`unless`: if it does not), or else `otherwise`.

    `scope` is how long the order holds, where the line says that.
    """

    what: str
    if_: str = ""
    unless: bool = False
    otherwise: str | None = None
    scope: str = ""
    once: bool = False

    @property
    def stand(self) -> bool:
        """Whether they say that the order stands: when, how often or how long."""
        return bool(self.if_ or self.scope or self.once)


def cut_clauses(text: str, scopes: Sequence[str], *, conditions: bool) -> Clauses:
    """The clauses of `text`. With `conditions` the words themselves may hold some: only how long it holds is cut off.

    Raises Misread where a clause is empty or there are several.
    """
    text, scope = _cut_scope(text, scopes)
    rest, times = ONCE.subn(" ", text)
    if conditions:
        return Clauses(rest.strip(), scope=scope, once=bool(times))
    what, *others = ELSE.split(rest)
    if len(others) > 1:
        raise Misread('only one "else" can be read')
    what, *if_ = IF.split(what)
    if len(if_) > 2:
        raise Misread('only one "if" can be read; join conditions by "and" or "or"')
    if if_ and not if_[1].strip():
        raise Misread(f'"{if_[0]}" needs a condition after it')
    if others and not (if_ and others[0].strip()):
        raise Misread('"else" needs a condition before it and an order after it')
    otherwise = others[0].strip() if others else None
    unless = bool(if_) and UNLESS.fullmatch(if_[0]) is not None
    return Clauses(what.strip(" ,"), if_[1].strip() if if_ else "", unless, otherwise, scope, bool(times))


def _cut_scope(text: str, scopes: Sequence[str]) -> tuple[str, str]:
    """The text without "for this campaign", and that scope."""
    if not scopes:
        return text, ""
    names = "|".join(map(re.escape, scopes))
    found = re.search(rf"[\s,]*\b{alternatives('scopes')}({names})\b[\s,.]*", text, re.I)
    if found is None:
        return text, ""
    return f"{text[: found.start()]} {text[found.end() :]}".strip(), found[1].casefold()
