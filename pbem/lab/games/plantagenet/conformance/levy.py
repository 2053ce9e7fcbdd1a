"""Adapters: Muster (3.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine.decision import Decision, Json
from pbem.engine.phrase import P, Phrase
from pbem.games.plantagenet.cards.arts_of_war import draw
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import Card
from pbem.games.plantagenet.components.card_ids import Events
from pbem.games.plantagenet.components.state import place_of
from pbem.games.plantagenet.levy.king_richard import crown
from pbem.games.plantagenet.levy.levy import LevyCapability, LevyCarts, LevyLord, LevyShip, LevyVassal
from pbem.games.plantagenet.levy.levy_troops import LevyTroops
from pbem.games.plantagenet.levy.muster import Loyalty, MusterLord, carry_out, finish, levy_action, muster_options
from pbem.games.plantagenet.levy.parley import Parley
from pbem.lab.conform.driver import Mismatch
from pbem.lab.games.plantagenet.conformance.cards import drawn_first
from pbem.lab.games.plantagenet.conformance.case import Adapter, Case, die, said_or_argued
from pbem.lab.games.plantagenet.conformance.script import Answer, Script
from pbem.lab.games.plantagenet.conformance.snapshot import open_muster, vassal_id

LEVY_IDLE = (
    *("levy_parley", "parley_target", "levy_lord", "levy_vassal", "levy_troops", "levy_ship", "levy_carts"),
    *("levy_capability", "capability", "influence_check", "blockade_roll", "go_by_way", "seat", "levy_from"),
    *("mercenary_coin", "commons_0_militia", "commons_1_militia", "commons_2_militia", "rising_wages_coin"),
)


def kings_name(_: Decision, script: Script) -> Json:
    """y32 Whether the action is undone."""
    return bool(script.take_all("cancel_levy_action"))


def wages(_: Decision, script: Script) -> Json:
    """l9 Who pays Rising Wages."""
    return script.take("rising_wages_coin")["lord"]


ANSWERS: Mapping[str, Answer] = {
    "3.4 kings_name": kings_name,
    "3.4.4 wages": wages,
    "1.9.1 blockade": die("naval_blockade"),
}


def act(case: Case, choice: Phrase) -> None:
    """3.4 One Levy action, which our Menu must offer."""
    offered(muster_options(case.s), choice)
    case.play(levy_action(case.s, case.lord, choice), ANSWERS, LEVY_IDLE)


def offered(options: Sequence[str], choice: str) -> None:
    """Raises Mismatch for what the Menu does not offer."""
    if choice not in options:
        raise Mismatch(f"{choice!r} is not open")


def spend(case: Case) -> int:
    """1.4.2 The raise."""
    return int(case.record.args.get("extra_ip") or 0)


# Parley

BY_CARD = {"jack_cade": Events.JACK_CADE, "succession": Events.SUCCESSION, "parliament_votes": Events.PARLIAMENT_VOTES}
MEANS: Mapping[str, Card | None] = {**BY_CARD, "my_crown_is_in_my_heart": None, "gloucester_as_heir": None}


def parley(case: Case) -> None:
    """3.4.1 Parley, by Lordship or by what a card grants."""
    target = case.record.args.get("target") or place_of(case.s, case.lord)
    orders = [Parley(target, *means, spend(case), by_way) for means in means_used(case) for by_way in ways_round(case)]
    case.play(levy_action(case.s, case.lord, choose(muster_options(case.s), orders)), ANSWERS, LEVY_IDLE)


def ways_round(case: Case) -> tuple[bool, ...]:
    """3.4.1 What an order says of going by Ways: nothing where that is no longer than by the Sea that is blockaded."""
    round_the_sea = case.record.args.get("by_way") or case.script.find("go_by_way")
    return (True, False) if round_the_sea else (False,)


def choose(options: Sequence[str], wanted: Sequence[P]) -> P:
    """The first of the orders that the Menu offers. Raises Mismatch."""
    on_menu = [order for order in wanted if order in options]
    if not on_menu:
        raise Mismatch(f"{wanted[0]!r} is not open")
    return on_menu[0]


def means_used(case: Case) -> list[tuple[Card | None, bool]]:
    """What an order names of what was spent on the Parley, a card or Lordship, the likeliest first."""
    before = case.record.start["muster"].get("free", {})
    after = (case.record.after.get("muster") or {}).get("free", {})
    used = [name for name in before if before[name] > after.get(name, 0)] if case.record.after.get("muster") else []
    auto = case.record.outcome.get("auto", False)
    if not case.record.after.get("muster"):
        used = [name for name in before if name in MEANS and (auto or not MEANS[name])]
    cards = [(MEANS[name], False) for name in used if MEANS.get(name)]
    free = any(not MEANS.get(name) for name in used)
    return [*cards, *([] if free else [(None, True)]), (None, False)]


# The other Levy actions


def lord(case: Case) -> None:
    """3.4.2 Levy Lord."""
    target, seat = case.record.args["target"], case.record.args.get("seat")
    options = muster_options(case.s)
    seats = [seat, None] if seat else [None, *{o.seat for o in LevyLord.among(options) if o.other == target}]
    act(case, choose(options, [LevyLord(target, place, spend(case)) for place in seats]))


def vassal(case: Case) -> None:
    """3.4.3 Levy Vassal."""
    act(case, LevyVassal(vassal_id(case.record.args["target"]), spend(case)))


SOURCES = {"stronghold": [""], "soldiers_of_fortune": [""], "beloved_warwick": ["warwick"], "irishmen": ["irishmen"]}
SOURCES["soldiers_of_fortune_militia"] = ["irishmen", "warwick"]


def troops(case: Case) -> None:
    """3.4.4 Levy Troops."""
    args = case.record.args
    source, here = args.get("from"), place_of(case.s, case.lord)
    places: list[tuple[str, Locale | None]] = [(by, None) for by in SOURCES.get(args["mode"], ())]
    if source not in (None, here) or not places:
        places.append(("", source))
    payer = args.get("mercenary_coin_from") or args.get("coin_from")
    hires = payer or args["mode"].startswith("soldiers_of_fortune")
    hired = [(True, None), *([(False, payer)] if payer else [])] if hires else [(False, None)]
    extra = int(args.get("commons_militia") or 0)
    orders = [LevyTroops(*place, any_payer, who, extra) for place in places for any_payer, who in hired]
    act(case, choose(muster_options(case.s), orders))


def transport(case: Case) -> None:
    """3.4.5 Levy Transport."""
    act(case, LevyShip() if case.record.args["what"] == "ship" else LevyCarts())


def capability(case: Case) -> None:
    """3.4.6 Levy Capability."""
    act(case, LevyCapability(case.record.args["card"]))


# The segment


def activated(case: Case) -> None:
    """3.4 A Lord takes his turn; Gloucester may be crowned (6.0)."""
    case.s.muster = open_muster(case.s, case.record.start, case.side)
    case.play(carry_out(case.s, MusterLord(case.lord)), idle=("muster_with", "king_richard"))
    if case.record.args.get("king_richard"):
        crown(case.s)
    after = case.record.after.get("muster") or {"actions": 0}
    case.expect("outcome.actions", case.record.outcome["actions"], after["actions"])


def lord_done(case: Case) -> None:
    """3.4 A Lord ends his actions."""
    case.play(no_question(case), idle=("end_lord_muster",))


async def no_question(case: Case) -> None:
    """3.4 The end of a Lord's actions asks nothing."""
    finish(case.s)


def trusted(case: Case) -> None:
    """y22 Loyalty and Trust is given to the acting Lord."""
    case.play(carry_out(case.s, Loyalty(case.lord)), idle=("loyalty_and_trust",))


def crowned_at_setup(case: Case) -> None:
    """6.0 King Richard at setup; the record may go on to the first draw."""
    if said_or_argued(case, "king_richard", "use")(None, case.script):
        crown(case.s)
    if case.script.draws:
        case.play(draw(case.s, case.s.rebel), {"3.1.1 shuffle": drawn_first})


ADAPTERS: Mapping[str, Adapter] = {
    "levy_parley": parley,
    "levy_lord": lord,
    "levy_vassal": vassal,
    "levy_troops": troops,
    "levy_transport": transport,
    "levy_capability": capability,
    "activate_muster": activated,
    "end_lord_muster": lord_done,
    "use_loyalty_and_trust": trusted,
    "king_richard_setup": crowned_at_setup,
}
