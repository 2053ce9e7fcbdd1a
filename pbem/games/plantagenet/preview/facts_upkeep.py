"""3.2, 4.7, 4.8.1 What is coming: who cannot be Paid or Fed, and what that costs; the Tides of War.

Pay and Feed are not computed here: the rules play them on copies of the position.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator, Sequence
from typing import Any, NamedTuple

from pbem.engine.copying import copied
from pbem.engine.courses import courses
from pbem.engine.decision import Decision, Pick
from pbem.engine.event import Event
from pbem.games.plantagenet.campaign.end_campaign import grow, on_card, waste_assets, wastes
from pbem.games.plantagenet.campaign.march import March
from pbem.games.plantagenet.campaign.tides import awards
from pbem.games.plantagenet.components.assets import own
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import PROVENDER, Lord, Side
from pbem.games.plantagenet.components.group import haul, move
from pbem.games.plantagenet.components.lords import OFF_RIGHT, RATING_BASE
from pbem.games.plantagenet.components.state import (
    Phase,
    State,
    command_of,
    enemy_there,
    in_exile_box,
    lords_at,
    lords_of,
    mustered_vassals,
    sea_of,
    side_of,
    with_him,
)
from pbem.games.plantagenet.levy.pay import madame_la_grande, percys_power
from pbem.games.plantagenet.levy.pillage import FEED, PAY, Upkeep, cost_of, maintain_at, pillage_by, price_of
from pbem.games.plantagenet.preview.forecast_words import lords_in_words, name
from pbem.i18n import Text

OWE_COIN = Text("At the next Pay (Turn {turn}) {who} at {where} owe {owed} Coin and have {has}")
OWES_COIN = Text("At the next Pay (Turn {turn}) {who} at {where} owes {owed} Coin and has {has}")
OWE_PROVENDER = Text("At Feed after this card {who} at {where} owe {owed} Provender and have {has}")
OWES_PROVENDER = Text("At Feed after this card {who} at {where} owes {owed} Provender and has {has}")


def to_pay(s: State, side: Side) -> Iterator[str]:
    """3.2 Who would be short of Coin at the next Pay, and the Vassals that will be due."""
    if s.turn == s.sheet.last_turn:
        return
    turn, later = s.turn + 1, at_next_pay(s)
    ashore = [lord for lord in lords_of(later, side) if sea_of(later, lord) is None]  # nobody is at Sea in a Levy (4.8.2)
    owing = [lord for lord in ashore if not percys_power(later, lord)]
    for short in shortages(later, side, PAY, owing):
        yield _short(short, OWES_COIN if short.one else OWE_COIN, turn=turn)
    coming = [(lord, vassal) for lord, vassal in mustered_vassals(s, side) if s.service.get(vassal) == s.turn + 1]
    due = [vassal for lord, vassal in coming if not percys_power(later, lord)]
    if due:
        vassals = ", ".join(name(s, vassal) for vassal in due)
        yield Text(
            "At the next Pay (Turn {turn}) these Vassals are due: {vassals}. Each costs 1 Influence or Disbands.",
            turn=turn,
            vassals=vassals,
        )


def at_next_pay(s: State) -> State:
    """3.2 The position at the next Pay if nobody did anything: after Grow (4.8.4) and Waste (4.8.5). A shortage of Troops in
    the pool is ignored, because it depends on the Enemy.
    """
    later = copied(s)
    grow(later)
    if wastes(later):
        for lord, mat in later.mats.items():
            waste_assets(later, lord)
            mat.forces |= on_card(later, lord)
    madame_la_grande(later)
    return later


def to_feed(s: State, side: Side, marches: Sequence[March] = ()) -> Iterator[str]:
    """4.7 Who would be short of Provender after this card: Lords who have moved or fought, and, for Lords who could still
    make one of these `marches`, with that March.
    """
    for short in shortages(s, side, FEED, fed_after_card(s, side)):
        yield _short(short, OWES_PROVENDER if short.one else OWE_PROVENDER)
    if marches and (lord := command_of(s).lord) not in fed_after_card(s, side):
        yield from if_he_marches(s, lord, marches)


def fed_after_card(s: State, side: Side) -> list[Lord]:
    """4.7 The side's Lords who owe Provender now."""
    excused = s.command.depot if s.command is not None else []
    return [lord for lord in lords_of(s, side) if s.mats[lord].moved and lord not in excused]


_DISBANDS = Text("{short} at {places}, he Disbands, which costs {lost} Influence")
_PILLAGES = Text("{short} at {places}, he Pillages, which costs {lost} Influence")
_PILLAGES_IN_VAIN = Text("{short} at {places}, he Pillages and even so Disbands, which costs {lost} Influence")


def if_he_marches(s: State, lord: Lord, marches: Sequence[March]) -> Iterator[str]:
    """4.7 The consequences of Feed, by where the Lord has Marched alone."""
    side, who = side_of(s, lord), name(s, lord)
    follows: dict[tuple[bool, bool, str], list[str]] = {}
    for to in dict.fromkeys(march.to for march in marches if not enemy_there(s, side, march.to)):
        for there in courses(s, lambda f, to=to: _step(f, lord, to), 1):  # type: ignore[misc]
            for short in shortages(there, side, FEED, [lord]):
                end = (short.ends[0].pillager is not None, bool(short.ends[0].gone), points(short.ends))
                follows.setdefault(end, []).append(name(s, to))
    if not follows:
        return
    has = sum(own(s, other, PROVENDER) for other in with_him(s, lord))
    sentences = [
        Text(
            "If {who} Marches, at Feed after this card {who} owes {cost_of} Provender (here he has {has})",
            who=who,
            cost_of=cost_of(s, lord),
            has=has,
        )
    ]
    for (pillages, goes, lost), names in follows.items():
        sentence = _DISBANDS if not pillages else _PILLAGES_IN_VAIN if goes else _PILLAGES
        sentences.append(sentence.filled(short=FEED.short, places=Text(", ").join(names), lost=lost))
    yield Text(". ").join(sentences) + "."


async def _step(s: State, lord: Lord, to: Locale) -> None:
    await haul(s, [lord], unasked=True)
    move(s, [lord], to)


class UpkeepEnd(NamedTuple):
    """3.2.1 A possible end of Pay or Feed at a place: its cost in Influence, who has Pillaged, and who is still short."""

    lost: int
    pillager: Lord | None
    gone: tuple[Lord, ...]


def outcomes(s: State, side: Side, play: Callable[[State], Coroutine[Any, Any, None]]) -> list[UpkeepEnd]:
    """3.2.1 The possible ends of Pay or Feed at a place, one for each choice: the rules play it on copies."""
    ends = [_outcome(end.events, side) for end in courses(s, play)]
    return list(dict.fromkeys(ends))


def _outcome(events: Sequence[Event], side: Side) -> UpkeepEnd:
    ours = [event for event in events if event.data.get("side") == side]
    lost = -sum(int(event.data["points"]) for event in ours if event.name == "influence")
    pillager = next((Lord(event.data["lord"]) for event in ours if event.name == "pillages"), None)
    return UpkeepEnd(lost, pillager, tuple(Lord(event.data["lord"]) for event in ours if event.name == "disbands"))


class Shortage(NamedTuple):
    """Lords who have too little at a place, in words; the consequences, and the possible ends."""

    one: bool
    who: str
    where: str
    owed: int
    has: int
    follows: str
    ends: list[UpkeepEnd]


def _short(short: Shortage, sentence: Text, **more: int) -> Text:
    """A shortage, formulated by `sentence`, with its consequences."""
    sentence = sentence.filled(who=short.who, where=short.where, owed=short.owed, has=short.has, **more)
    return Text("{told}. {follows}", told=sentence, follows=short.follows)


def shortages(s: State, side: Side, upkeep: Upkeep, owing: Sequence[Lord]) -> Iterator[Shortage]:
    """3.2.1 For each place where the Lords who owe, and those who Share, have too little."""
    for where in dict.fromkeys(s.lords[lord].where for lord in owing):
        here = [lord for lord in owing if s.lords[lord].where == where]
        ends = outcomes(s, side, lambda f, here=here: maintain_at(f, upkeep, here))  # type: ignore[misc]
        if any(end.lost for end in ends):
            owed = sum(cost_of(s, lord) for lord in here)
            has = sum(own(s, lord, upkeep.asset) for lord in lords_at(s, where, side))
            follows = what_follows(s, upkeep, here, where, ends)
            yield Shortage(len(here) == 1, lords_in_words(s, here), name(s, where), owed, has, follows, ends)


_SOME_DISBAND = Text("{short}, by your choices some of {who} Disband, which costs {lost} Influence.")
_ONE_DISBANDS = Text("{short}, {who} Disbands, which costs {lost} Influence.")
_ALL_DISBAND = Text("{short}, {who} Disband, which costs {lost} Influence.")
_NAMED_PILLAGES = Text(
    "{short}, {lords_in_words} Pillages, which costs {costs} Influence, brings {coin} Coin and "
    "{provender} Provender; {place} is Exhausted and turns to the Enemy, its neighbours shift a "
    "level toward him."
)
_HE_PILLAGES = Text(
    "{short}, he Pillages, which costs {costs} Influence, brings {coin} Coin and {provender} "
    "Provender; {place} is Exhausted and turns to the Enemy, its neighbours shift a level toward him."
)
_ONE_PILLAGES = Text(
    "{short}, one of them Pillages, which costs {costs} Influence, brings {coin} Coin and "
    "{provender} Provender; {place} is Exhausted and turns to the Enemy, its neighbours shift a "
    "level toward him."
)


def what_follows(s: State, upkeep: Upkeep, short: Sequence[Lord], where: str, ends: Sequence[UpkeepEnd]) -> str:
    """3.2.1 The consequences of a shortage: Pillage where possible, and Disband."""
    pillagers = {end.pillager for end in ends if end.pillager is not None}
    if not pillagers:
        sentence = _SOME_DISBAND if leaves_open(ends) else _ONE_DISBANDS if len(ends[0].gone) == 1 else _ALL_DISBAND
        return sentence.filled(short=upkeep.short, who=leaving(s, ends), lost=points(ends))
    row = s.board.row(Locale(where))
    pillage = (_HE_PILLAGES if len(short) == 1 else _ONE_PILLAGES if len(pillagers) > 1 else _NAMED_PILLAGES).filled(
        short=upkeep.short,
        lords_in_words=lords_in_words(s, pillagers),
        costs=price_of(row),
        coin=row.pillage_coin,
        provender=row.pillage_provender,
        place=name(s, where),
    )
    return Text(" ").join([pillage, *(Text("{line}.", line=line) for line in even_so(s, ends, upkeep.short))])


def after_pillage(s: State, decision: Decision, lord: Lord) -> list[UpkeepEnd]:
    """3.2.1 The possible ends if this Lord Pillages, of those who are asked about."""
    assert isinstance(decision.shape, Pick)
    short, side = [Lord(each) for each in decision.shape.options()], side_of(s, lord)
    return outcomes(s, side, lambda fork: pillage_by(fork, upkeep_of(s), lord, short))


def upkeep_of(s: State) -> Upkeep:
    """What is being paid: Pay in a Levy, Feed in a Campaign."""
    return PAY if s.phase is Phase.LEVY else FEED


def points(ends: Sequence[UpkeepEnd]) -> str:
    """The cost: "9", or "9-11" if it depends on choices."""
    least, most = min(end.lost for end in ends), max(end.lost for end in ends)
    return str(least) if least == most else f"{least}-{most}"


def leaves_open(ends: Sequence[UpkeepEnd]) -> bool:
    """Whether it depends on choices who Disbands."""
    return len({end.gone for end in ends}) > 1


def leaving(s: State, ends: Sequence[UpkeepEnd]) -> str:
    """Who Disbands, or may."""
    return lords_in_words(s, dict.fromkeys(lord for end in ends for lord in end.gone))


def even_so(s: State, ends: Sequence[UpkeepEnd], short: str) -> list[str]:
    """3.2.1 Who Disbands in spite of a Pillage, and the total cost; nothing if nobody does."""
    who, lost = leaving(s, ends), points(ends)
    if not who:
        return []
    if leaves_open(ends):
        return [
            Text(
                "{short} even so, by your choices some of {who} Disband: {lost} Influence in all",
                short=short,
                who=who,
                lost=lost,
            )
        ]
    if len(ends[0].gone) == 1:
        return [Text("{short} even so, {who} Disbands: {lost} Influence in all", short=short, who=who, lost=lost)]
    return [Text("{short} even so, {who} Disband: {lost} Influence in all", short=short, who=who, lost=lost)]


def if_he_pillages(s: State, decision: Decision, lord: Lord) -> str:
    """3.2.1 The total result if this Lord Pillages."""
    ends = after_pillage(s, decision, lord)
    pillager, lost = name(s, lord), points(ends)
    still_short = Text("").join(even_so(s, ends, upkeep_of(s).short))
    return (
        Text("If {pillager} Pillages: {gone}", pillager=pillager, gone=still_short)
        if still_short
        else Text("If {pillager} Pillages: nobody Disbands, {lost} Influence in all.", pillager=pillager, lost=lost)
    )


def pillage_words(s: State, where: Locale) -> str:
    """3.2.1 The cost, gain and effects of a Pillage."""
    row = s.board.row(where)
    return Text(
        "costs {price_of} Influence, brings {pillage_coin} Coin and {pillage_provender} Provender; "
        "{where} is Exhausted and turns to the Enemy, its neighbours shift a level toward him.",
        price_of=price_of(row),
        pillage_coin=row.pillage_coin,
        pillage_provender=row.pillage_provender,
        where=name(s, where),
    )


def disband_words(s: State, lord: Lord) -> str:
    """3.2.4 Where a Lord who Disbands now goes; from an Exile box under an Exile marker."""
    box = s.turn + RATING_BASE - s.box.lords[lord].influence
    if box >= OFF_RIGHT:
        return Text("goes off the Calendar")
    if in_exile_box(s, lord):
        return Text("can come back from Exile from Turn {box}", box=box)
    return Text("can be Levied again from Turn {box}", box=box)


def tides_now(s: State, side: Side) -> Iterator[str]:
    """4.8.1 The result of the Tides of War if they came now. With Hidden Mats the Enemy's cards would be revealed, so only
    one's own awards.
    """
    mine = sum(award.points for award in awards(s, side))
    if s.hidden_mats:
        yield Text("Tides of War, as things stand: {mine} Influence to you.", mine=mine)
        return
    theirs = sum(award.points for award in awards(s, side.enemy))
    net = (
        Text("you gain {mine}", mine=mine - theirs)
        if mine > theirs
        else Text("the Enemy gains {theirs}", theirs=theirs - mine)
    )
    net = net if mine != theirs else Text("nothing changes")
    yield Text(
        "Tides of War, as things stand: {mine} Influence to you, {theirs} to the Enemy: {net}.",
        mine=mine,
        theirs=theirs,
        net=net,
    )
