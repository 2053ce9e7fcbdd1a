"""1.5.3 How much of a Hidden Mat is declared when its cards affect a result: only as much as needed."""

from __future__ import annotations

from itertools import combinations

from pbem.engine.event import tell
from pbem.games.plantagenet.components.box import Card, Lord
from pbem.games.plantagenet.components.ratings import Lent, printed_command
from pbem.games.plantagenet.components.state import State, command_of, mat_hidden, side_of


def only_as_needed(s: State, lord: Lord) -> bool:
    """1.5.3 Whether the contents of the Lord's mat are declared only as needed."""
    return s.readings.declared_as_needed and mat_hidden(s, lord)


def nothing_asked(s: State) -> bool:
    """1.5.3 Whether questions must not reveal the contents of Hidden Mats: small ones are then left to standing orders."""
    return s.hidden_mats and s.readings.mats_put_no_questions


def declare(s: State, lord: Lord, rule: str, lent: Lent, missing: int) -> None:
    """1.5.3 The Lord's side shows the cards that supplied the `missing` points; none if it is 0 or less.

    Ruling: the fewest cards that will do are declared, among as many the weakest, then the first on the mat.
    """
    if missing > 0:
        tell(s, rule, "declares", side=side_of(s, lord), lord=lord, cards=needed(lent, missing))


def needed(lent: Lent, missing: int) -> list[Card]:
    """The cards to declare for this number of points."""
    choices: list[tuple[Card, ...]] = [each for n in range(1, len(lent) + 1) for each in combinations(lent, n)]
    weights = [(len(each), sum(lent[card] for card in each)) for each in choices]
    enough = [place for place, (_, points) in enumerate(weights) if points >= missing]
    return list(choices[min(enough, key=weights.__getitem__)])


def use_actions(s: State, number: int, *, entire: bool) -> None:
    """4.2.1, 1.5.3 Spends Command actions. For one beyond the printed rating its card is declared; not for an action that
    takes the `entire` card.
    """
    command = command_of(s)
    command.spent += number
    if number and not entire and only_as_needed(s, command.lord):
        beyond = command.spent - printed_command(s, command.lord)
        declare(s, command.lord, "4.2.1", dict.fromkeys(command.lent, 1), beyond)
