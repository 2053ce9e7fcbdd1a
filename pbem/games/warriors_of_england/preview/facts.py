"""Short facts below a question: who the Nobles are, and which dice would succeed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from pbem.engine.decision import Decision, Menu, Pick
from pbem.engine.game.forecast import Meeting, percent
from pbem.engine.phrase import NONE, words_of
from pbem.games.warriors_of_england.aftermath.placing import DRAFT, PLACE
from pbem.games.warriors_of_england.aftermath.tower import TRIAL
from pbem.games.warriors_of_england.battle.battle import ORDER, regions
from pbem.games.warriors_of_england.battle.commanders import COMMANDER
from pbem.games.warriors_of_england.battle.intrigue import INTRIGUE, targets
from pbem.games.warriors_of_england.battle.losses import NOBLES, TROOPS
from pbem.games.warriors_of_england.battle.withdrawal import FORCE, WITHDRAW, withdrawals_of
from pbem.games.warriors_of_england.campaign.campaign import CAMPAIGN
from pbem.games.warriors_of_england.components.board import CROWN, HENRY_VI, LONDON, Area, Border, Colour, NobleId, Side
from pbem.games.warriors_of_england.components.names import names
from pbem.games.warriors_of_england.components.nobles import at, in_box, is_infirm, of_side, side_up, strength
from pbem.games.warriors_of_england.components.options import STAY, Choose, March, Take, Withdraw
from pbem.games.warriors_of_england.components.state import State, battle_of
from pbem.games.warriors_of_england.preview.forecast import (
    battle_words,
    best_chance,
    holding_london,
    of_intrigue,
    of_trial,
    of_withdrawal,
)
from pbem.games.warriors_of_england.setup import CHOOSE
from pbem.i18n import Text

COLOURS = {Colour.RED: Text("red"), Colour.WHITE: Text("white"), Colour.GREEN: Text("green")}


def facts(s: State, decision: Decision) -> tuple[str, ...]:
    """Short lines below a question; for most questions none."""
    lines_of = FACTS_BY_KEY.get(decision.key)
    return tuple(lines_of(s, decision)) if lines_of is not None else ()


def counter(s: State, noble: NobleId) -> str:
    """2.2 A counter in words: "Warwick ** 3-6, green, home West Midlands"."""
    up, home = side_up(s, noble), s.board.nobles[noble].home
    where = Text("has a crown") if home == CROWN else Text("home {home}", home=names(s, home)[0])
    troops = s.nobles[noble].troops
    led = Text(", {troops} Troop{what}", troops=troops, what="s" * (troops > 1)) if troops else ""
    colour = COLOURS[up.colour]
    return Text(
        "{noble} {what} {battle}-{leadership}, {colour}, {where}{led}",
        noble=names(s, noble)[0],
        what="*" * up.stars,
        battle=up.battle,
        leadership=up.leadership,
        colour=colour,
        where=where,
        led=led,
    )


def nobles_among(s: State, decision: Decision) -> Iterator[str]:
    """3.0, 7.1, 11.0 The counters of all Nobles that can be named."""
    assert isinstance(decision.shape, Menu | Pick)
    named = [word for option in decision.shape.options() for word in words_of(option) if word in s.board.nobles]
    yield from (counter(s, NobleId(noble)) for noble in dict.fromkeys(named))


def drafted(s: State, decision: Decision) -> Iterator[str]:
    """11.1 The Nobles who can be selected, and where each order word puts them."""
    yield from nobles_among(s, decision)
    assert isinstance(decision.shape, Menu)
    options = decision.shape.options()
    if Take.among(options):
        yield Text('You select one, and cannot pass: "take" puts that Noble into your Covert Box.')
    else:
        yield Text('Only enemies are left: "return" puts one back into the cup, "give" into your opponent\'s Covert Box.')


def placed(s: State, decision: Decision) -> Iterator[str]:
    """11.2 The Nobles who can be placed, and where."""
    yield from nobles_among(s, decision)
    if any(s.board.nobles[noble].home == CROWN for noble in in_box(s, Side(decision.seat))):
        yield Text(
            "Each comes with 1 Troop to his home, which you need not name, or, with a crown, to the area that you name. "
            '"place none" places nobody, and counts as one of these.'
        )
    else:
        yield Text('Each comes to his home with 1 Troop. "place none" places nobody, and counts as one of these.')


def chosen(s: State, decision: Decision) -> Iterator[str]:
    """3.0 The neutral Nobles who can be chosen, and how they are placed."""
    yield from nobles_among(s, decision)
    assert isinstance(decision.shape, Menu)
    troops = s.board.draft["troops"]
    if any(s.board.nobles[order.noble].home == CROWN for order in Choose.among(decision.shape.options())):
        yield Text(
            "You choose one, and cannot pass. He comes with {troops} Troops to his home, or, if he has a crown, to the area "
            "that you name.",
            troops=troops,
        )
    else:
        yield Text("You choose one, and cannot pass. He comes to his home with {troops} Troops.", troops=troops)


def ways_out(s: State, decision: Decision) -> Iterator[str]:
    """6.1 For each area, who can go and where: two Nobles over a clear border, one over any other."""
    assert isinstance(decision.shape, Menu)
    side = Side(decision.seat)
    marches = [march for option in decision.shape.options() if (march := March.fits(option))]
    starts: dict[Area, list[March]] = {}
    for march in marches:
        starts.setdefault(Area(s.nobles[march.nobles[0]].at), []).append(march)
    for start, ways in starts.items():
        who = dict.fromkeys(noble for march in ways for noble in march.nobles)
        pairs = dict.fromkeys(march.to for march in ways if len(march.nobles) > 1)
        alone = dict.fromkeys(march.to for march in ways if march.to not in pairs)
        those, both, single = (
            ", ".join(names(s, noble)[0] for noble in who),
            _places(s, side, ways, pairs),
            _places(s, side, ways, alone),
        )
        where = names(s, start)[0]
        if pairs and alone:
            yield Text(
                "{where}, {those}: up to two Nobles to {both}; one Noble to {single}",
                where=where,
                those=those,
                both=both,
                single=single,
            )
        elif pairs:
            yield Text("{where}, {those}: up to two Nobles to {both}", where=where, those=those, both=both)
        elif len(who) > 1:
            yield Text("{where}, {those}: one Noble to {single}", where=where, those=those, single=single)
        else:
            yield Text("{where}, {those}: to {single}", where=where, those=those, single=single)
    yield from _of_marching(s, side, marches)


def _of_marching(s: State, side: Side, marches: Sequence[March]) -> Iterator[str]:
    """6.1 What marches with a Noble, in how many lines, when a march is an attack or loses London, and who cannot march."""
    pair = next((march for march in marches if len(march.nobles) > 1), None)
    if pair is not None:
        named = " ".join(names(s, word)[0] for word in words_of(pair)[1:])
        yield Text("All Troops go along. Two go together in one line, named in any order: march {named}", named=named)
    if any(at(s, march.to, side.enemy) for march in marches):
        yield Text(
            "A march to enemies attacks. The percentage tells how often the best of these marches holds the area, if nobody "
            "withdraws."
        )
    holding = holding_london(s, side)
    if s.control.get(LONDON) is side and 0 < len(holding) <= Border.CLEAR.limit:
        held_by = Text(", ").join(names(s, noble)[0] for noble in holding)
        yield Text("You lose London at once when its last 3-star Noble leaves ({nobles}).", nobles=held_by)
    if any(is_infirm(s, noble) for noble in of_side(s, side)):
        yield Text("{noble} is infirm and cannot march.", noble=names(s, HENRY_VI)[0])
    if s.impulses[side] > 1:
        yield Text(
            'Lines for your later impulses can stand below it in the same letter; "help segment" says when one is not '
            "carried out."
        )


def _places(s: State, side: Side, marches: Iterable[March], areas: Iterable[Area]) -> str:
    """Areas with the enemy strength there, and the chance of the best march."""
    strong = {area: strength(s, at(s, area, side.enemy)) for area in areas}
    return Text(", ").join(
        Text(
            "{area} (enemies, strength {n}: {chance})",
            area=names(s, area)[0],
            n=n,
            chance=percent(best_chance(s, side, (march for march in marches if march.to == area))),
        )
        if n
        else names(s, area)[0]
        for area, n in strong.items()
    )


def battles_to_fight(s: State, decision: Decision) -> Iterator[str]:
    """7.0 The odds in each region."""
    side = Side(decision.seat)
    for area in regions(s):
        aggressor = s.aggressor.get(area, Side.YORK)
        yield _told(s, area, battle_words(s, side, at(s, area, side), at(s, area, side.enemy), "", aggressor))


def of_intrigues(s: State, decision: Decision) -> Iterator[str]:
    """7.2 The enemy Nobles who can be won over, with the die that each needs."""
    side = Side(decision.seat)
    for noble in targets(s, side):
        yield Text("{counter}, an enemy: {words}", counter=counter(s, noble), words=of_intrigue(s, side, noble).words[0])
    yield Text(
        "Each side has one try in a battle. A Noble who turns comes over at once with his Troops; a try that fails costs "
        "nothing."
    )


def of_trials(s: State, decision: Decision) -> Iterator[str]:
    """10.0 Who is in the Tower, with the die that each needs."""
    side = Side(decision.seat)
    assert isinstance(decision.shape, Menu | Pick)
    for noble in (option for option in decision.shape.options() if option != NONE):
        yield Text("{counter}: {words}", counter=counter(s, NobleId(noble)), words=of_trial(s, side, noble).words[0])


def of_going_or_staying(s: State, decision: Decision) -> Iterator[str]:
    """7.6 The next round, and what happens to Nobles who withdraw."""
    side = Side(decision.seat)
    here = battle_of(s).at
    yield from (Text("Yours: {counter}", counter=counter(s, noble)) for noble in at(s, here, side))
    yield from (Text("Theirs: {counter}", counter=counter(s, noble)) for noble in at(s, here, side.enemy))
    if not decision.subject.endswith("forced"):
        yield Text("If you stay, {words}", words=of_withdrawal(s, side, STAY).words[0])
        yield _told(s, here, battle_words(s, side, at(s, here, side), at(s, here, side.enemy))[1:])
    ways = withdrawals_of(s, side)
    pursuit = Text(", or ").join(dict.fromkeys(of_withdrawal(s, side, way).words[0] for way in ways))
    yield Text("If you withdraw, {pursuit}; who arrives is disgraced", pursuit=pursuit)
    yield from _of_those_who_go(s, ways)


def _of_those_who_go(s: State, ways: Sequence[Withdraw]) -> Iterator[str]:
    """7.6.2-7.6.4 Where all can go; how many over the other borders, and what becomes of the rest."""
    number_to = {way.to: len(way.nobles) for way in ways}
    if max(number_to.values(), default=0) == 0:
        return
    for number in dict.fromkeys(number_to.values()):
        areas = Text(" or ").join(names(s, area)[0] for area, limit in number_to.items() if limit == number)
        match number:
            case 0:
                yield Text("To {areas} all can go.", areas=areas)
            case 1:
                yield Text(
                    "To {areas} only one Noble can go: name him. The others must flee (Flight Table) and lose their Troops.",
                    areas=areas,
                )
            case _:
                yield Text(
                    "To {areas} only {number} Nobles can go: name them. The others must flee (Flight Table) and lose their "
                    "Troops.",
                    areas=areas,
                    number=number,
                )


def of_the_field(s: State, decision: Decision) -> Iterator[str]:
    """7.7 The odds of a battle that goes on."""
    side, here = Side(decision.seat), battle_of(s).at
    yield _told(s, here, battle_words(s, side, at(s, here, side), at(s, here, side.enemy)))


def of_losses(s: State, decision: Decision) -> Iterator[str]:
    """7.5 The Nobles who can be hit."""
    side = Side(decision.seat)
    yield from (counter(s, noble) for noble in at(s, battle_of(s).at, side))


def _told(s: State, area: Area, words: tuple[str, ...]) -> str:
    dice, *others = words
    if isinstance(dice, Meeting):
        dice = dice.fields["line"].fields["dice"]
    return Text("{area}: {words}", area=names(s, area)[0], words=Text("; ").join([dice, *others]))


FACTS_BY_KEY: Mapping[str, Callable[[State, Decision], Iterator[str]]] = {
    CAMPAIGN: ways_out,
    CHOOSE: chosen,
    DRAFT: drafted,
    PLACE: placed,
    COMMANDER: nobles_among,
    ORDER: battles_to_fight,
    INTRIGUE: of_intrigues,
    TRIAL: of_trials,
    WITHDRAW: of_going_or_staying,
    FORCE: of_the_field,
    TROOPS: of_losses,
    NOBLES: of_losses,
}
