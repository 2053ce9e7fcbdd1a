"""What an order leads to: the odds of its dice, and of the battle it starts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.game.forecast import FACES, Forecast, Meeting, Odds, faces_from, odds, percent
from pbem.engine.phrase import NONE
from pbem.games.warriors_of_england.aftermath.placing import PLACE
from pbem.games.warriors_of_england.aftermath.tower import PARDONED_FROM, TRIAL, is_pardon
from pbem.games.warriors_of_england.battle.attack import HIT, Force, force_of
from pbem.games.warriors_of_england.battle.intrigue import INTRIGUE, needed
from pbem.games.warriors_of_england.battle.withdrawal import WITHDRAW
from pbem.games.warriors_of_england.campaign.campaign import CAMPAIGN
from pbem.games.warriors_of_england.components.board import CROWN, LONDON, ROYAL, Area, NobleId, Side
from pbem.games.warriors_of_england.components.names import names
from pbem.games.warriors_of_england.components.nobles import at, side_up, stars, strength, useful_stars
from pbem.games.warriors_of_england.components.options import NOBODY, PASS, STAY, March, PlaceAt, Withdraw
from pbem.games.warriors_of_england.components.state import State, battle_of
from pbem.games.warriors_of_england.preview.intrigues import Field, after_intrigues, commander_of, field_of, intrigue_words
from pbem.games.warriors_of_england.preview.odds import Army, fought_out
from pbem.i18n import Text


def forecast(s: State, _seat: Seat, decision: Decision, answer: Json) -> Forecast:
    """The forecast for an answer; empty for most questions."""
    tell = FORECASTS_BY_KEY.get(decision.key)
    return tell(s, Side(decision.seat), answer) if tell is not None else Forecast()


def of_campaign(s: State, side: Side, answer: Json) -> Forecast:
    """6.0, 7.3 The odds of a battle where the Nobles go, as things are now; without enemies there, what control would need
    (8.0).
    """
    if answer == PASS:
        return Forecast()
    march = March.read(answer)
    mine = [*at(s, march.to, side), *march.nobles]
    theirs = at(s, march.to, side.enemy)
    if theirs:
        aggressor = s.aggressor.get(march.to, Side.YORK if at(s, march.to, side) else side)
        words = battle_words(s, side, mine, theirs, names(s, march.to)[0], aggressor)
    else:
        words = control_words(s, side, march.to, mine)
    return Forecast(words=(*words, *_london_words(s, side, march)))


def _london_words(s: State, side: Side, march: March) -> tuple[str, ...]:
    """8.0.8 A warning that London is lost at once, if the last 3-star Noble leaves it."""
    if s.control.get(LONDON) is not side:
        return ()
    loses = set(holding_london(s, side)) <= set(march.nobles) and march.to != LONDON
    return (Text("you lose control of London at once: no 3-star Noble is left there"),) if loses else ()


def holding_london(s: State, side: Side) -> list[NobleId]:
    """8.0.8 The Nobles by whom a side holds London."""
    return [noble for noble in at(s, LONDON, side) if useful_stars(s, noble) >= ROYAL]


def battle_words(
    s: State,
    side: Side,
    mine: Sequence[NobleId],
    theirs: Sequence[NobleId],
    where: str = "",
    aggressor: Side | None = None,
) -> tuple[str, ...]:
    """7.2, 7.3 The dice and odds of a battle in which nobody withdraws, at `where`.

    With an `aggressor`, who tries last, the intrigues still to come are included.
    """
    field = field_of(s, {side: mine, side.enemy: theirs})
    one, other = _armies(s, field, side)
    sides = [aggressor.enemy, aggressor] if aggressor is not None else []
    end = after_intrigues(s, field, sides, lambda field: fought_out(*_armies(s, field, side)))
    dice = Text("battle: {dice}", dice=Text("your {dice} against {dice2}", dice=_dice(one), dice2=_dice(other)))
    fought = Text(
        "if you fight to the end, you hold the field {mine}, they {theirs}, nobody {nobody}",
        mine=percent(end.mine),
        theirs=percent(end.theirs),
        nobody=percent(end.nobody),
    )
    short = Text(
        "an attack in {where}, strength {strength} against your {strength2}",
        where=where,
        strength=other.strength,
        strength2=one.strength,
    )
    return Meeting(dice, short), *intrigue_words(s, field, sides, side), Odds(fought, end.mine)


def _armies(s: State, field: Field, side: Side) -> tuple[Army, Army]:
    """The armies of a side and of its enemy."""
    up, other = (side_up(s, field.commander[each]) for each in (side, side.enemy))
    mine, theirs = (strength(s, field.nobles[each]) for each in (side, side.enemy))
    return (
        Army(mine, up.leadership, max(0, up.battle - other.battle)),
        Army(theirs, other.leadership, max(0, other.battle - up.battle)),
    )


def best_chance(s: State, side: Side, marches: Iterable[March]) -> float:
    """7.3 The highest probability, among these marches to enemies in one area, of holding it, if nobody withdraws."""
    words = (word for march in marches for word in of_campaign(s, side, march).words)
    return max((word.chance for word in words if isinstance(word, Odds)), default=0.0)


def _dice(army: Army) -> str:
    return _dice_words(min(army.strength, army.leadership), army.bonus)


def _dice_words(number: int, bonus: int) -> str:
    """In words: "8 dice, hits on 6 (1 in 6, 17 %)"."""
    faces = faces_from(HIT - bonus)
    if number == 1:
        return Text("1 die, hits on {faces_from}", faces_from=faces)
    return Text("{leadership} dice, hits on {faces_from}", leadership=number, faces_from=faces)


def control_words(s: State, side: Side, area: Area, nobles: Sequence[NobleId]) -> tuple[str, ...]:
    """8.0 What control would need, if these Nobles are still there."""
    if area in s.board.foreign or s.control.get(area) is side:
        return ()
    if area == LONDON:
        royal = any(useful_stars(s, noble) >= ROYAL for noble in nobles)
        return (Text("control of London: sure") if royal else Text("control of London: only with a 3-star Noble"),)
    if any(s.board.nobles[noble].home == area for noble in nobles):
        return (Text("control: sure, somebody is at home"),)
    roll = odds(max(useful_stars(s, noble) for noble in nobles))
    return (Odds(Text("control {roll}", roll=roll), roll.chance),)


def of_intrigue(s: State, side: Side, answer: Json) -> Forecast:
    """7.2 The die that succeeds."""
    return Forecast() if answer == NONE else Forecast(words=(odds(needed(s, side, NobleId(answer))),))


def of_trial(s: State, side: Side, answer: Json) -> Forecast:
    """10.0 The die that succeeds, for a pardon or an execution."""
    if answer == NONE:
        return Forecast()
    noble = NobleId(answer)
    pardon = is_pardon(s, side, noble)
    lowest = PARDONED_FROM if pardon else stars(s, noble) + 2
    words = (
        Text("pardoned on {faces_from}", faces_from=faces_from(lowest))
        if pardon
        else Text("executed on {faces_from}", faces_from=faces_from(lowest))
    )
    return Forecast(words=(Odds(words, (FACES + 1 - lowest) / FACES),))


def of_withdrawal(s: State, side: Side, answer: Json) -> Forecast:
    """7.6.6 The attack on Nobles who go, under a commander of their own (J15); 7.3 or the next round of those who stay."""
    battle = battle_of(s)
    mine, theirs = (at(s, battle.at, each) for each in (side, side.enemy))
    if answer == STAY:
        ours, other = force_of(s, side, mine), force_of(s, side.enemy, theirs)
        return Forecast(words=(Text("next round: your {force} against {force2}", force=_force(ours), force2=_force(other)),))
    going = Withdraw.read(answer).nobles or tuple(mine)
    commander = commander_of(s, side, going)
    pursuit = Text("they attack once more with {force}", force=_force(force_of(s, side.enemy, theirs, commander)))
    left = ", ".join(names(s, noble)[0] for noble in mine if noble not in going)
    return Forecast(words=(pursuit, *((Text("cannot go and must flee: {nobles}", nobles=left),) if left else ())))


def _force(force: Force) -> str:
    return _dice_words(force.dice, force.bonus)


def of_placing(s: State, side: Side, answer: Json) -> Forecast:
    """11.2 The Nobles in the area where a Noble is placed."""
    if answer == NOBODY:
        return Forecast()
    chosen = PlaceAt.read(answer)
    area = chosen.area or s.board.nobles[chosen.noble].home
    assert area != CROWN
    enemies = at(s, area, side.enemy)
    if not enemies or at(s, area, side):
        return Forecast()
    words = Text("he stands alone among enemies: you are the Aggressor next turn")
    return Forecast(words=(Meeting(words, Text("alone among enemies in {area}", area=names(s, area)[0])),))


def enemies(s: State, seat: Seat, place: str) -> str:
    """7.0 The enemies in an area, in words."""
    there = at(s, Area(place), Side(seat).enemy) if place in s.board.areas else []
    return (
        Text("an attack in {place}, strength {strength}", place=names(s, place)[0], strength=strength(s, there))
        if there
        else ""
    )


FORECASTS_BY_KEY: Mapping[str, Callable[[State, Side, Json], Forecast]] = {
    CAMPAIGN: of_campaign,
    INTRIGUE: of_intrigue,
    TRIAL: of_trial,
    WITHDRAW: of_withdrawal,
    PLACE: of_placing,
}
