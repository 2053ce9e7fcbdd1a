"""Answers as text that a player may write."""

from __future__ import annotations

from collections.abc import Callable

from pbem.engine.decision import Assign, Decision, Json, Menu, Number, Pick, Split, YesNo

NameOf = Callable[[str], str]
"""The written name of an option id."""


def verb_of(option: str) -> str:
    """The order word of a Menu's option ("king" for "king_richard")."""
    return option.partition(" ")[0].partition("_")[0]


def option_line(name: NameOf, option: str) -> str:
    """A Menu's option as a line."""
    head, _, rest = option.partition(" ")
    return " ".join([head.replace("_", " "), *([name(rest)] if rest else [])])


def answer_texts(name: NameOf, decision: Decision, answer: Json) -> list[str]:
    """The line or lines (without the order word) that give `answer`."""
    match decision.shape:
        case YesNo():
            return ["yes" if answer else "no"]
        case Number():
            return [str(answer)]
        case Menu():
            return [option_line(name, answer)]
        case Pick():
            return [name(answer)]
        case Assign():
            return [f"{name(item)} {name(bin_)}" for item, bin_ in answer.items()]
        case Split():
            return [", ".join(f"{n} {name(bin_)}" for bin_, n in answer.items())]
        case _:
            return [", ".join(name(a) for a in answer) or "none"]
