"""The odds of an attack that is ordered, for previews."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.copying import copied
from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.game.forecast import Caution, Forecast, Odds
from pbem.games.kingmaker.asking.assembling import AWARDS
from pbem.games.kingmaker.asking.event import EVENT
from pbem.games.kingmaker.asking.joining_in import ADD
from pbem.games.kingmaker.asking.leading_against import attack_of
from pbem.games.kingmaker.asking.options import (
    DONE,
    ENCAMP,
    FORBEAR,
    Attack,
    Award,
    Besiege,
    Execute,
    LeadAgainst,
    Play,
    Transfer,
)
from pbem.games.kingmaker.asking.unasked import EXECUTE, PLAY, TRANSFER
from pbem.games.kingmaker.components.ids import DEAD, NobleId, Phase
from pbem.games.kingmaker.components.names import name_of
from pbem.games.kingmaker.components.nobles import in_field, replaced_by
from pbem.games.kingmaker.components.state import Fight, State
from pbem.games.kingmaker.preview.facts import fight_line, killed_lines, royals_called
from pbem.games.kingmaker.preview.odds import battle_of, best_for_attacker, chances, siege_of
from pbem.games.kingmaker.royals import kill_royal
from pbem.games.kingmaker.turns import TURN
from pbem.games.kingmaker.victory import look_for_victory
from pbem.i18n import Text

ENDING = {
    ENCAMP: Text("this ends your movement; attacks come next"),
    FORBEAR: Text("this ends your movement and your attacks; a Parliament or a coronation comes next"),
    DONE: Text("this ends your movement, attacks, Parliament and coronation: then you draw two cards"),
}
"""R83 What ends phases of a turn."""


def forecast(s: State, seat: Seat, decision: Decision, answer: Json) -> Forecast:
    """6 The odds of an ordered battle or siege, who must agree first, and whether the order ends the game or phases of the
    turn.
    """
    if decision.key == EVENT:
        return Forecast(words=tuple(royals_called(s, seat)))
    if decision.key in (ADD, EXECUTE) and isinstance(answer, str):
        return Forecast(words=tuple(of_execution(s, answer)))
    if decision.key in (PLAY, TRANSFER, AWARDS) and isinstance(answer, str):
        return Forecast(words=tuple(of_replacing(s, answer)))
    if decision.key == TURN and answer in ENDING:
        return Forecast(words=(ENDING[answer],))
    if decision.key != TURN or s.phase not in (Phase.MOVEMENT, Phase.COMBAT) or not isinstance(answer, str):
        return Forecast()
    asked = tuple(of_consent(s, seat, answer))
    fight = _ordered(s, seat, answer)
    if fight is None or not fight.attackers or (fight.place is None and not fight.defenders):
        return Forecast(words=asked)
    odds = Odds(fight_line(s, fight), best_for_attacker(fight, chances(s, fight)))
    return Forecast(words=(*asked, odds, *killed_lines(s, fight)))


def of_execution(s: State, answer: str) -> Iterator[Caution]:
    """10.5, 10.7, 13.4 A warning that an execution ends the game, and who wins; or that a King dies."""
    order = Execute.fits(answer)
    if order is None or s.royals[order.royal].at == DEAD:
        return
    later = copied(s)
    kill_royal(later, order.royal)
    look_for_victory(later)
    if later.result is not None:
        winners = [name_of(s, each) for each in later.result["winners"]]
        sentence = Text("the game is over with it: {winners} win", winners=Text(", ").join(winners))
        yield Caution(sentence if winners else Text("the game is over with it: no Royal is left alive, and all lose"))
    elif s.royals[order.royal].crowned:
        yield Caution(Text("{royal} is a King", royal=name_of(s, order.royal)))


def of_replacing(s: State, answer: str) -> Iterator[Caution]:
    """12.3 A warning that a Noble loses a see to a new one."""
    order = next((match for form in (Play, Transfer, Award) if (match := form.fits(answer)) is not None), None)
    to = NobleId(order.to if isinstance(order, Play) else order.noble) if order is not None else NobleId("")
    for see in replaced_by(s, to, order.card) if order is not None else ():
        yield Caution(Text("{noble} loses {see} to it, which is discarded", noble=name_of(s, to), see=name_of(s, see)))


def of_consent(s: State, seat: Seat, answer: str) -> Iterator[Caution]:
    """13.2 (Ruling: R99) A warning that the ally who commands the Force is asked; an order to attack ends Movement in any
    case.
    """
    order = LeadAgainst.fits(answer)
    leader = s.nobles[order.commander].owner if order is not None and order.commander in s.nobles else seat
    if leader == seat:
        return
    sentence = Text("{player} commands this Force and is asked first: after a no, or silence, it does not attack")
    if s.phase is Phase.MOVEMENT:
        sentence = Text(
            "{player} commands this Force and is asked first: after a no, or silence, it does not attack. "
            "Your Movement phase is over either way"
        )
    yield Caution(sentence.filled(player=name_of(s, leader)))


def _ordered(s: State, seat: Seat, answer: str) -> Fight | None:
    """The combat that an order begins; None for other orders."""
    if answer.startswith("attack "):
        order = Attack.read(answer)
        return battle_of(s, seat, order.area, order.seat, order.nobles or in_field(s, order.area, seat))
    if answer.startswith("besiege "):
        siege = Besiege.read(answer)
        area = s.board.places[siege.place].area
        return siege_of(s, seat, siege.place, siege.nobles or in_field(s, area, seat))
    force = LeadAgainst.fits(answer)
    return None if force is None else attack_of(s, force)
