"""3.2, 4.7, 4.8.1 What is coming, as things stand: who cannot be Paid or Fed, and what that costs; the Tides of War."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pbem.games.plantagenet.campaign.tides import awards
from pbem.games.plantagenet.components.assets import own
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import Lord, Side
from pbem.games.plantagenet.components.influence import standing_of
from pbem.games.plantagenet.components.lords import OFF_RIGHT, RATING_BASE
from pbem.games.plantagenet.components.state import State, lords_at, lords_of, mustered_vassals
from pbem.games.plantagenet.levy.pay import percys_power
from pbem.games.plantagenet.levy.pillage import FEED, PAY, Upkeep, cost_of, may_pillage, price_of
from pbem.games.plantagenet.preview.forecast_words import lords_in_words, name


def to_pay(s: State, side: Side) -> Iterator[str]:
    """3.2 Who would be short of Coin at the next Pay, and the Vassals that will be due."""
    if s.turn == s.sheet.last_turn:
        return
    turn = s.turn + 1
    for short in shortages(s, side, PAY, [lord for lord in lords_of(s, side) if not percys_power(s, lord)]):
        told = f"At the next Pay (Turn {turn}) {short.who} at {short.where} owe {short.owed} Coin and have {short.has}"
        if short.one:
            told = f"At the next Pay (Turn {turn}) {short.who} at {short.where} owes {short.owed} Coin and has {short.has}"
        yield f"{told}. {short.follows}"
    due = [vassal for _, vassal in mustered_vassals(s, side) if s.service.get(vassal) == s.turn + 1]
    if due:
        vassals = ", ".join(name(s, vassal) for vassal in due)
        yield f"At the next Pay (Turn {turn}) these Vassals are due: {vassals}. Each costs 1 Influence or Disbands."


def to_feed(s: State, side: Side, moving: Sequence[Lord] = ()) -> Iterator[str]:
    """4.7 Who would be short of Provender after this card: of those who have moved or fought, and of `moving` if they do."""
    excused = s.command.depot if s.command is not None else []
    moved = [lord for lord in lords_of(s, side) if s.mats[lord].moved and lord not in excused]
    for short in shortages(s, side, FEED, moved):
        told = f"At Feed after this card {short.who} at {short.where} owe {short.owed} Provender and have {short.has}"
        if short.one:
            told = f"At Feed after this card {short.who} at {short.where} owes {short.owed} Provender and has {short.has}"
        yield f"{told}. {short.follows}"
    rest = [lord for lord in moving if lord not in moved and lord not in excused]
    lords = lords_in_words(s, rest)
    march = f"If {lords} Marches" if len(rest) == 1 else f"If {lords} March"
    for short in shortages(s, side, FEED, rest):
        who, where = short.who, short.where
        told = f"{march}, at Feed after this card {who} at {where} owe {short.owed} Provender and have {short.has}"
        if short.one:
            told = f"{march}, at Feed after this card {who} at {where} owes {short.owed} Provender and has {short.has}"
        yield f"{told}. {short.follows}"


class Shortage(NamedTuple):
    """Lords who have too little at a place, in words, and what that brings with it."""

    one: bool
    who: str
    where: str
    owed: int
    has: int
    follows: str


def shortages(s: State, side: Side, upkeep: Upkeep, owing: Sequence[Lord]) -> Iterator[Shortage]:
    """3.2.1 Place by place: where those who owe have too little between them and those who Share."""
    for where in dict.fromkeys(s.lords[lord].where for lord in owing):
        here = [lord for lord in owing if s.lords[lord].where == where]
        owed = sum(cost_of(s, lord) for lord in here)
        has = sum(own(s, lord, upkeep.asset) for lord in lords_at(s, where, side))
        if owed > has:
            follows = what_follows(s, upkeep, here, where)
            yield Shortage(len(here) == 1, lords_in_words(s, here), name(s, where), owed, has, follows)


def what_follows(s: State, upkeep: Upkeep, short: Sequence[Lord], where: str) -> str:
    """3.2.1 What being short brings with it: Pillage where it is possible, else Disband."""
    if may_pillage(s, short[0]):
        row, place = s.board.row(Locale(where)), name(s, where)
        costs, coin, provender = price_of(row), row.pillage_coin, row.pillage_provender
        if len(short) == 1:
            return (
                f"{upkeep.short}, he Pillages, which costs {costs} Influence, brings {coin} Coin and {provender} Provender; "
                f"{place} is Exhausted and turns to the Enemy, its neighbours shift a level toward him."
            )
        return (
            f"{upkeep.short}, one of them Pillages, which costs {costs} Influence, brings {coin} Coin and {provender} "
            f"Provender; {place} is Exhausted and turns to the Enemy, its neighbours shift a level toward him."
        )
    lost = ", ".join(f"{name(s, lord)} {standing_of(s, lord)}" for lord in short)
    return f"{upkeep.short}, Lords Disband, which costs Influence: {lost}."


def pillage_words(s: State, where: Locale) -> str:
    """3.2.1 What a Pillage costs, brings and leaves behind."""
    row = s.board.row(where)
    return (
        f"costs {price_of(row)} Influence, brings {row.pillage_coin} Coin and {row.pillage_provender} Provender; "
        f"{name(s, where)} is Exhausted and turns to the Enemy, its neighbours shift a level toward him."
    )


def disband_words(s: State, lord: Lord) -> str:
    """3.2.4 Where a Lord who Disbands now goes."""
    box = s.turn + RATING_BASE - s.box.lords[lord].influence
    return "goes off the Calendar" if box >= OFF_RIGHT else f"can be Levied again from Turn {box}"


def tides_now(s: State, side: Side) -> Iterator[str]:
    """4.8.1 What the Tides of War would bring if they came now; with Hidden Mats the Enemy's cards would tell, so only
    one's own share.
    """
    mine = sum(award.points for award in awards(s, side))
    if s.hidden_mats:
        yield f"Tides of War, as things stand: {mine} Influence to you."
        return
    theirs = sum(award.points for award in awards(s, side.enemy))
    net = f"you gain {mine - theirs}" if mine > theirs else f"the Enemy gains {theirs - mine}"
    net = net if mine != theirs else "nothing changes"
    yield f"Tides of War, as things stand: {mine} Influence to you, {theirs} to the Enemy: {net}."
