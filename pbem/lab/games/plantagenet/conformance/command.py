"""Adapters: Command actions (4.2), March and Sail with what follows them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from pbem.engine.decision import DICE, Decision, Json, Split
from pbem.engine.phrase import ALL, NONE, Phrase
from pbem.games.plantagenet.battle.spoils import SpoilsOf
from pbem.games.plantagenet.campaign.approach import exiles
from pbem.games.plantagenet.campaign.command import command_action, command_options
from pbem.games.plantagenet.campaign.command_cards import Agitate, ExilePact, Heralds, Merchants
from pbem.games.plantagenet.campaign.forage import Forage
from pbem.games.plantagenet.campaign.intercept import Band, intercept
from pbem.games.plantagenet.campaign.landing import rebel_supply_depot, surprise_landing
from pbem.games.plantagenet.campaign.march import March, marching
from pbem.games.plantagenet.campaign.sail import Sail
from pbem.games.plantagenet.campaign.tax import Tax
from pbem.games.plantagenet.components.board import Locale
from pbem.games.plantagenet.components.box import CARTS, PROVENDER, Card, Lord
from pbem.games.plantagenet.components.group import group_from, group_words
from pbem.games.plantagenet.components.haven import pay_for_exile, stays_home
from pbem.games.plantagenet.components.held import play_any_time
from pbem.games.plantagenet.components.lords import disband_lord
from pbem.games.plantagenet.components.options import ALONE, Group
from pbem.games.plantagenet.components.state import State, command_of, lords_at, place_of, side_of
from pbem.games.plantagenet.components.supply import Supply
from pbem.games.plantagenet.levy.parley import Parley
from pbem.lab.conform.driver import Mismatch, NotScripted
from pbem.lab.games.plantagenet.conformance.cards import ANSWERS as CARD_ANSWERS
from pbem.lab.games.plantagenet.conformance.case import Adapter, Case, die, options_of
from pbem.lab.games.plantagenet.conformance.levy import offered, spend, ways_round
from pbem.lab.games.plantagenet.conformance.script import Answer, Script

# Answers


def dropped(decision: Decision, script: Script) -> Json:
    """4.3.2, 4.6.1 Whose Provender or Carts are left behind."""
    assert isinstance(decision.shape, Split)
    kind = "discard_cart" if getattr(decision.subject, "asset", PROVENDER) == CARTS else "discard_provender"
    limits = decision.shape.limits()
    choices = [e for e in script.choices if e["c"] == kind and e["lord"] in limits][: decision.shape.total]
    for entry in choices:
        script.remove(entry)
    return dict(Counter(e["lord"] for e in choices))


def spoils(decision: Decision, script: Script) -> Json:
    """4.4.3 Who takes the Carts or the Provender, piece by piece; `take_all` is for the rest of both."""
    assert isinstance(decision.shape, Split)
    kind = "take_1_cart" if SpoilsOf.read(decision.subject).asset == CARTS else "take_1_provender"
    shares: Counter[str] = Counter()
    for _ in range(decision.shape.total):
        entry = script.find(kind)
        if entry is not None:
            script.remove(entry)
        entry = entry or script.find("take_all")
        if entry is None:
            raise NotScripted(kind)
        shares[entry["lord"]] += 1
    return dict(shares)


def interceptor(decision: Decision, script: Script) -> Json:
    """4.3.4 Who tries to Intercept, with whom; or his die."""
    if decision.seat == DICE:
        return script.die("intercept")
    entry = script.find("intercept")
    if entry is None:
        return NONE
    script.remove(entry)
    bands = [band for band in Band.among(options_of(decision)) if band.lord == entry["lord"]]
    return next((band for band in bands if is_group(band, entry["group"], bands)), Band(entry["lord"], ("?",)))


def is_group(band: Band, group: Collection[str], bands: Sequence[Band]) -> bool:
    """4.3.1 Whether an option names this Group; "all" is everybody who is named in any."""
    others = set(band.group) - {ALONE}
    if others == {ALL}:
        others = {name for each in bands for name in each.group} - {ALL, ALONE} or set(group)
    return {band.lord, *others} == set(group)


def exiled(decision: Decision, script: Script) -> Json:
    """4.3.5 Who goes into Exile, in that order."""
    return [entry["lord"] for entry in script.take_all("choose_exile", by=decision.seat)]


def kings_parley(_: Decision, script: Script) -> Json:
    """l15 Whether the Approach is cancelled."""
    return bool(script.take_all("use_kings_parley"))


def depot(_: Decision, script: Script) -> Json:
    """l28 Who takes the four Provender."""
    shares = Counter(entry["lord"] for entry in script.take_all("take_1_provender"))
    rest = script.find("take_all")
    if rest is not None:
        shares[rest["lord"]] += 4 - shares.total()
    return dict(shares)


ANSWERS: Mapping[str, Answer] = {
    **CARD_ANSWERS,
    "1.9.1 blockade": die("naval_blockade"),
    "4.6.2 forage": die("forage"),
    "4.3.2 drop": dropped,
    "4.6.1 drop": dropped,
    "4.4.3 spoils": spoils,
    "4.3.4 intercept": interceptor,
    "4.3.5 exile": exiled,
    "4.3.5 parley": kings_parley,
    "3.1.3 depot": depot,
    "4.2 clear": lambda _, script: [entry["where"] for entry in script.take_all("remove_marker")],
}
IDLE = (
    *("march_to", "sail", "sail_to", "supply", "supply_source", "from_port", "from_stronghold", "blockade_roll"),
    *("go_by_way", "forage", "forage_roll", "tax", "tax_where", "parley", "parley_target", "agitators", "agitate"),
    *("heralds", "heralds_lord", "merchants", "exile_pact", "exile_box", "influence_check", "intercept_select"),
    *("spoils_to", "take_all", "discard_provender", "discard_cart", "toggle_group_lord"),
)


# Actions


def act(case: Case, *choices: Phrase) -> None:
    """4.2 One Command action, which our Menu must offer, up to a Battle if it leads to one."""
    s = case.s
    options = command_options(s, case.lord)
    choice = next((c for c in choices if c in options), choices[0])
    offered(options, choice)
    case.play(command_action(s, case.lord, choice), ANSWERS, IDLE, until=lambda: s.battle is not None)


def by_group(s: State, lord: Lord, group: Collection[str]) -> Group:
    """4.3.1 The words for a Group."""
    for words in group_words(s, lord, marching(s)):
        if set(group_from(s, lord, words, marching(s))) == set(group):
            return words
    raise Mismatch(f"no such Group: {', '.join(group)}")


def marched(case: Case) -> None:
    """4.3 March."""
    act(case, March(case.record.args["to"], by_group(case.s, case.lord, case.record.args["group"])))


def sailed(case: Case) -> None:
    """4.6.1 Sail."""
    act(case, Sail(case.record.args["to"], by_group(case.s, case.lord, case.record.args["group"])))


def supplied(case: Case) -> None:
    """4.5 Supply."""
    act(case, Supply(case.record.args["source"], case.record.args["mode"] == "port"))


def parleyed(case: Case) -> None:
    """4.6.4 Parley."""
    target = case.record.args.get("target") or place_of(case.s, case.lord)
    act(case, *(Parley(target, spend=spend(case), by_way=by_way) for by_way in ways_round(case)))


def taxed(case: Case) -> None:
    """4.6.3 Tax."""
    act(case, Tax(case.record.args["where"], spend(case)))


def agitated(case: Case) -> None:
    """y10 Agitators."""
    compare_options(case, "agitate", {order.locale for order in Agitate.among(command_options(case.s, case.lord))})
    act(case, Agitate(case.record.args["where"]))


def heralds_sent(case: Case) -> None:
    """l4 Heralds; the records offer the Lords of their own side alone (ruling R133)."""
    called = {order.called for order in Heralds.among(command_options(case.s, case.lord))}
    compare_options(case, "heralds_lord", {lord for lord in called if side_of(case.s, lord) is case.side})
    act(case, Heralds(case.record.args["target"], spend(case)))


def pact_made(case: Case) -> None:
    """y8 Exile Pact."""
    compare_options(case, "exile_box", {order.box for order in ExilePact.among(command_options(case.s, case.lord))})
    act(case, ExilePact(case.record.args["exile_box"]))


def compare_options(case: Case, kind: str, actual: Collection[str]) -> None:
    """Compare what a choice could name, where the script tells it."""
    for entry in case.record.choices(kind):
        if "o" in entry:
            names = (option.partition(":") for option in entry["o"])
            case.expect(f"options of {kind}", sorted(name for word, _, name in names if word == kind), sorted(actual))


# March: parts with records of their own


def intercepted(case: Case) -> None:
    """4.3.4 Intercept, the attempt by itself."""
    args = case.record.args
    group = [Lord(lord) for lord in args.get("marching", ())]
    case.play(intercept(case.s, group, Locale(args["to"])), ANSWERS, IDLE)


def approached(case: Case) -> None:
    """4.3.5 Approach: the choice of Exile. What becomes of the Command card is in the outer record."""
    args = case.record.args
    where, takers = Locale(args["where"]), [Lord(lord) for lord in args["approaching"]]
    case.play(exiles(case.s, where, case.side, takers), ANSWERS, IDLE)
    case.s.command = None


def exile(case: Case) -> None:
    """4.3.5 A Lord goes into Exile; his Spoils are in the outer record."""
    if stays_home(case.s, case.lord, "4.3.5"):
        return
    if case.record.args.get("influence_penalty"):
        pay_for_exile(case.s, case.lord, place_of(case.s, case.lord), "4.3.5")
    disband_lord(case.s, case.lord, "4.3.5", exile=True)


# Held Events


def held_event(case: Case) -> None:
    """3.1.3 A Held Event that waits for no step; those of a Port (l28, l33) come with the move that led there."""
    card = Card(case.record.args["card"])
    if card == "l28":
        at_port(case)
    elif card == "l33":
        land(case)
    else:
        case.play(play_any_time(case.s, case.side, card), ANSWERS, ("play_held_event",))


def at_port(case: Case) -> None:
    """l28 Rebel Supply Depot."""
    lord = command_of(case.s).lord
    port = place_of(case.s, lord)
    others = [other for other in lords_at(case.s, port, case.side) if other != lord and case.s.mats[other].moved]
    movers = [lord, *others]
    on_mats: Answer = lambda decision, script: {who: n for who, n in depot(decision, script).items() if who in case.s.mats}  # noqa: E731
    case.play(rebel_supply_depot(case.s, movers, port), {**ANSWERS, "3.1.3 depot": on_mats}, IDLE)


def land(case: Case) -> None:
    """l33 Surprise Landing, with the free March."""
    s, lord = case.s, command_of(case.s).lord
    to = case.script.take("march_to")["where"]
    case.play(landing(s, lord, case, to), ANSWERS, IDLE, until=lambda: s.battle is not None)


async def landing(s: State, lord: Lord, case: Case, to: str) -> None:
    """l33 The card, then the March."""
    await surprise_landing(s, lord)
    await command_action(s, lord, March(Locale(to), by_group(s, lord, group_chosen(case))))


def group_chosen(case: Case) -> list[str]:
    """4.3.1 The Group shown, as the choices then change it."""
    group: list[str] = list(case.record.start["command"]["group"])
    for entry in case.record.choices("toggle_group_lord"):
        group = [lord for lord in group if lord != entry["lord"]] + [entry["lord"]] * (entry["lord"] not in group)
    return group


ADAPTERS: Mapping[str, Adapter] = {
    "march": marched,
    "sail": sailed,
    "supply": supplied,
    "forage": lambda case: act(case, Forage()),
    "tax": taxed,
    "campaign_parley": parleyed,
    "agitators": agitated,
    "heralds": heralds_sent,
    "merchants": lambda case: act(case, Merchants(spend(case))),
    "exile_pact": pact_made,
    "intercept": intercepted,
    "approach": approached,
    "exile_lord": exile,
    "held_event": held_event,
}
