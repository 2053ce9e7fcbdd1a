"""Why a line is not possible: short explanations from the position."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from pbem.engine.decision import Decision
from pbem.games.warriors_of_england.aftermath.placing import DRAFT, PLACE, crown_areas, drawn
from pbem.games.warriors_of_england.aftermath.tower import TRIAL
from pbem.games.warriors_of_england.battle.battle import ORDER
from pbem.games.warriors_of_england.battle.commanders import COMMANDER
from pbem.games.warriors_of_england.battle.intrigue import INTRIGUE, needed
from pbem.games.warriors_of_england.battle.losses import NOBLES, TROOPS
from pbem.games.warriors_of_england.battle.withdrawal import WITHDRAW
from pbem.games.warriors_of_england.campaign.campaign import CAMPAIGN, able_to_leave, may_enter
from pbem.games.warriors_of_england.components.board import CROWN, Area, Border, NobleId, Side
from pbem.games.warriors_of_england.components.names import names
from pbem.games.warriors_of_england.components.nobles import at, in_box, is_infirm, is_mixed, stars
from pbem.games.warriors_of_england.components.state import ASIDE, CUP, DRAWN, OFF, OUT, TOWER, State, battle_of, covert
from pbem.i18n import Text

Ids = Sequence[str]
Reason = Callable[[State, Side, Ids], "str | None"]
KINDS = {
    Border.CLEAR: Text("a clear border lets two Nobles pass"),
    Border.OBSTRUCTED: Text("the border is obstructed: one Noble a campaign"),
    Border.SEA: Text("it is a sea route: one Noble a campaign"),
}


def why_not(s: State, decision: Decision, _verb: str, ids: Ids) -> str | None:
    """Why the line that names these ids does not answer the question; None if there is no better reason than the options."""
    reason = REASONS.get(decision.key)
    return reason(s, Side(decision.seat), ids) if reason is not None else None


def name(s: State, option: str) -> str:
    return names(s, option)[0]


def ranked(s: State, noble: NobleId) -> str:
    """A Noble's name with their stars."""
    return f"{name(s, noble)} {'*' * stars(s, noble)}"


def nobles_in(s: State, ids: Iterable[str]) -> list[NobleId]:
    """The Nobles among what a line names."""
    return [NobleId(each) for each in ids if each in s.board.nobles]


def areas_in(s: State, ids: Iterable[str]) -> list[Area]:
    """The areas among what a line names."""
    return [Area(each) for each in ids if each in s.board.areas]


def whereabouts(s: State, noble: NobleId) -> str:
    """Where a Noble is; this is public."""
    place = s.nobles[noble].at
    by_place = {
        TOWER: Text("is in the Tower"),
        CUP: Text("is not in play: his counter is in the cup or still to be drawn"),
        ASIDE: Text("is not in play: his counter is in the cup or still to be drawn"),
        OFF: Text("is not in play: his counter is in the cup or still to be drawn"),
        OUT: Text("is out of the game"),
        DRAWN: Text("is beside the map, still to be selected"),
        **{covert(side): Text("is in the Covert Box of {side}", side=side.title()) for side in Side},
    }
    return Text(
        "{noble} {get}", noble=name(s, noble), get=by_place.get(place) or Text("is in {place}", place=name(s, place))
    )


def why_not_mine(s: State, side: Side, noble: NobleId) -> str | None:
    """2.2 Why a Noble cannot be ordered: not on the map, or controlled by the enemy."""
    if s.nobles[noble].at not in s.board.areas:
        return whereabouts(s, noble)
    return (
        None
        if s.nobles[noble].by is side
        else Text("{noble} fights for {enemy}", noble=name(s, noble), enemy=side.enemy.title())
    )


# 6.0


def why_no_march(s: State, side: Side, ids: Ids) -> str | None:
    """6.1, 6.2 Why a campaign is not possible: who cannot go, or not there, or too many."""
    nobles, areas = nobles_in(s, ids), areas_in(s, ids)
    for noble in nobles:
        if why := why_not_mine(s, side, noble):
            return why
        if is_infirm(s, noble):
            return Text("{noble} is infirm and cannot campaign", noble=name(s, noble))
    if not nobles or len(areas) != 1:
        return Text("a march names one or two Nobles and one area")
    return why_not_together(s, nobles) or why_not_there(s, side, nobles, areas[0])


def why_not_together(s: State, nobles: Sequence[NobleId]) -> str | None:
    """6.1 Why these Nobles cannot go together: at most two, from one area."""
    starts = {s.nobles[noble].at for noble in nobles}
    if len(starts) > 1:
        return Text(", ").join(whereabouts(s, noble) for noble in nobles)
    return Text("two Nobles at most march in one campaign") if len(nobles) > Border.CLEAR.limit else None


def why_not_there(s: State, side: Side, nobles: Sequence[NobleId], to: Area) -> str | None:
    """6.1 Why these Nobles cannot go there: only to an adjacent area, no more than the border allows; 6.2 as many must stay
    as there are enemies.
    """
    start = s.nobles[nobles[0]].at
    if to == start:
        return Text("{noble} is in {to} already", noble=name(s, nobles[0]), to=name(s, to))
    border = s.board.borders[start].get(to)
    if border is None:
        return Text("{whereabouts}, which does not border on {to}", whereabouts=whereabouts(s, nobles[0]), to=name(s, to))
    if not may_enter(s, side, to):
        return Text("{to} is a Foreign Area of {enemy}", to=name(s, to), enemy=side.enemy.title())
    if len(nobles) > border.limit:
        return Text("{start} to {to}: {why}", start=name(s, start), to=name(s, to), why=KINDS[border])
    left, enemies = able_to_leave(s, side, start), len(at(s, start, side.enemy))
    if len(nobles) > left:
        return Text(
            "as many Nobles must stay in {start} as there are enemies ({enemies}): {left} can leave",
            start=name(s, start),
            enemies=enemies,
            left=max(0, left),
        )
    return None


# 7.0


def why_no_battle(s: State, _side: Side, ids: Ids) -> str | None:
    """7.0 Why there is no battle: it takes Nobles of both sides."""
    return next(
        (
            Text("only one side has Nobles in {area}", area=name(s, area))
            for area in areas_in(s, ids)
            if not is_mixed(s, area)
        ),
        None,
    )


def why_not_here(s: State, side: Side, noble: NobleId) -> str | None:
    """Why a Noble cannot act: he is not in the battle, or on the other side."""
    here = noble in at(s, battle_of(s).at, side)
    return None if here else why_not_mine(s, side, noble) or whereabouts(s, noble)


def why_no_commander(s: State, side: Side, ids: Ids) -> str | None:
    """7.1 Why a Noble cannot command: only one of the highest rank."""
    for noble in nobles_in(s, ids):
        return why_not_here(s, side, noble) or Text("{noble} is not of the highest rank", noble=name(s, noble))
    return None


def why_no_intrigue(s: State, side: Side, ids: Ids) -> str | None:
    """7.2 Why an intrigue is not possible: only against an enemy Noble in the battle, of a lower rank than the commander."""
    for noble in nobles_in(s, ids):
        if why := why_not_here(s, side.enemy, noble):
            return why
        if needed(s, side, noble) <= 0:
            return no_die_would_do(s, battle_of(s).commander[side], noble)
    return None


def no_die_would_do(s: State, commander: NobleId, noble: NobleId) -> str:
    """7.2.1, 7.2.2, 14.0 Why no die would succeed: the ranks, the enemy's colour, or an infirm King."""
    if is_infirm(s, commander):
        return Text("no die would do: {noble} is infirm, and his stars do not count", noble=name(s, commander))
    if stars(s, commander) > stars(s, noble):
        return Text(
            "no die would do: {ranked}, {ranked2} with 1 more for the enemy's colour",
            ranked=ranked(s, commander),
            ranked2=ranked(s, noble),
        )
    return Text("no die would do: {ranked}, {ranked2}", ranked=ranked(s, commander), ranked2=ranked(s, noble))


def why_no_loss(s: State, side: Side, ids: Ids) -> str | None:
    """7.5 Why a Noble cannot be hit: he is not there."""
    return next((why for noble in nobles_in(s, ids) if (why := why_not_here(s, side, noble))), None)


def why_no_withdrawal(s: State, side: Side, ids: Ids) -> str | None:
    """7.6 Why a withdrawal is not possible: not to the enemy; no more Nobles than the border allows."""
    here = battle_of(s).at
    for to in areas_in(s, ids):
        border = s.board.borders[here].get(to)
        if border is None:
            return Text("{here} does not border on {to}", here=name(s, here), to=name(s, to))
        if not may_enter(s, side, to):
            return Text("{to} is a Foreign Area of {enemy}", to=name(s, to), enemy=side.enemy.title())
        if at(s, to, side.enemy):
            return Text("{enemy} has Nobles in {to}", enemy=side.enemy.title(), to=name(s, to))
        return why_no_loss(s, side, ids) or Text("{kinds}: name who goes", kinds=KINDS[border])
    return None


# 10.0, 11.0


def why_no_trial(s: State, _side: Side, ids: Ids) -> str | None:
    """10.0 Why a trial is not possible: only Nobles in the Tower, once a turn each."""
    for noble in nobles_in(s, ids):
        return Text("{noble} has been tried this turn", noble=name(s, noble)) if noble in s.tried else whereabouts(s, noble)
    return None


def why_not_selected(s: State, side: Side, ids: Ids) -> str | None:
    """11.1 Why a Noble cannot be selected: only drawn Nobles, one's own colour first, then green, then the enemy's."""
    for noble in nobles_in(s, ids):
        if noble not in drawn(s):
            return whereabouts(s, noble)
        return Text("{side} selects Nobles of its own colour first, then neutral ones, then the enemy's", side=side.title())
    return None


def why_not_placed(s: State, side: Side, ids: Ids) -> str | None:
    """11.2 Why a Noble cannot be placed: only from the Covert Box; at home, or with a crown where a friendly Noble is, or
    abroad.
    """
    areas = areas_in(s, ids)
    for noble in nobles_in(s, ids):
        home = s.board.nobles[noble].home
        if noble not in in_box(s, side):
            return whereabouts(s, noble)
        if home != CROWN:
            return Text("{noble} is placed in {home}, his home", noble=name(s, noble), home=name(s, home))
        if areas and areas[0] not in crown_areas(s, side):
            return Text(
                "{noble} has a crown: he is placed with a Noble of yours, or in a Foreign Area of yours",
                noble=name(s, noble),
            )
        return Text("{noble} has a crown: name the area", noble=name(s, noble)) if not areas else None
    return None


REASONS: Mapping[str, Reason] = {
    CAMPAIGN: why_no_march,
    ORDER: why_no_battle,
    COMMANDER: why_no_commander,
    INTRIGUE: why_no_intrigue,
    TROOPS: why_no_loss,
    NOBLES: why_no_loss,
    WITHDRAW: why_no_withdrawal,
    TRIAL: why_no_trial,
    DRAFT: why_not_selected,
    PLACE: why_not_placed,
}
