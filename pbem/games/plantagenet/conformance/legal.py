"""Adapters: what a Lord may do at a menu, our options against the recorded ones."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from pbem.games.plantagenet.campaign.command import can_act, command_options
from pbem.games.plantagenet.campaign.forage import SURE, forage_succeeds_on
from pbem.games.plantagenet.components.box import PROVENDER
from pbem.games.plantagenet.components.state import place_of, side_of
from pbem.games.plantagenet.conformance.case import Adapter, Case
from pbem.games.plantagenet.conformance.command import by_group
from pbem.games.plantagenet.conformance.deviations import FOUR_BITS
from pbem.games.plantagenet.conformance.snapshot import vassal_id
from pbem.games.plantagenet.levy.levy import seats_for
from pbem.games.plantagenet.levy.muster import muster_options

Options = Sequence[Sequence[str]]


def named(options: Options, *words: str) -> set[str]:
    """The first word after `words` in the options that begin so."""
    return {
        option[len(words)] for option in options if list(option[: len(words)]) == list(words) and len(option) > len(words)
    }


def compare(case: Case, what: str, recorded: Iterable[str], found: Iterable[str]) -> None:
    """Which of a kind are open."""
    case.expect(what, sorted(set(recorded)), sorted(set(found)))


def targets(rows: Collection[Mapping[str, str]], field: str = "target") -> set[str]:
    """What the rows name."""
    return {row[field] for row in rows}


# Levy


def levy(case: Case) -> None:
    """3.4 The Levy actions open to the acting Lord."""
    legal, options = case.record.outcome["legal"], [option.split() for option in muster_options(case.s)]
    compare(case, "parley", targets(legal["parley"]), named(options, "parley"))
    compare(case, "levy_vassal", map(vassal_id, targets(legal["levy_vassal"])), named(options, "levy", "vassal"))
    compare(case, "levy_lord", targets(legal["levy_lord"]), named(options, "levy", "lord"))
    for row in legal["levy_lord"]:
        compare(case, f"seats.{row['target']}", row["seats"], seats_for(case.s, row["target"]))
    compare(case, "levy_troops", targets(legal["levy_troops"], "mode"), troops_modes(options))
    compare(case, "levy_capability", legal["levy_capability"], named(options, "levy", "capability"))
    case.expect("levy_carts", legal["levy_carts"], ["levy", "carts"] in options)
    case.expect("levy_ship", legal["levy_ship"], ["levy", "ship"] in options)


def troops_modes(options: Options) -> set[str]:
    """3.4.4 The recorded names of the ways to Levy Troops."""
    modes = set()
    for words in (option[2:] for option in options if list(option[:2]) == ["levy", "troops"]):
        hired = "mercenaries" in words
        if "from" in words:
            modes.add("commission_of_array")
        elif "irishmen" in words or "warwick" in words:
            source = "irishmen" if "irishmen" in words else "beloved_warwick"
            modes.add("soldiers_of_fortune_militia" if hired else source)
        else:
            modes.add("soldiers_of_fortune" if hired else "stronghold")
    return modes


# Command


def command(case: Case) -> None:
    """4.2 The Command actions open to the Active Lord with the Group shown; none to a Lord who is gone."""
    legal, s, lord = case.record.outcome["legal"], case.s, case.lord
    acts = lord in s.mats and can_act(s, lord)
    options = [option.split() for option in command_options(s, lord)] if acts else []
    group = case.record.start["command"]["group"]
    words = by_group(s, lord, group).split() if acts else []
    together = [option for option in options if option[0] in ("march", "sail") and option[2:] == words]
    compare(case, "march", targets(legal["march"], "to"), named(together, "march"))
    compare(case, "sail", legal["sail"], named(together, "sail"))
    full = s.mats[lord].assets[PROVENDER] >= FOUR_BITS if acts else False
    sources = [" ".join(option[1:]) for option in options if option[0] == "supply"]
    compare(case, "supply", supplies(legal["supply"], full), sources)
    compare(case, "tax", targets(legal["tax"], "where"), named(options, "tax"))
    compare(case, "parley", targets(legal["parley"]), named(options, "parley"))
    compare(case, "exile_pact", legal.get("exile_pact", ()), named(options, "exile") if len(group) == 1 else ())
    case.expect("forage", legal["forage"] or None, forage(case) if ["forage"] in options else None)


def supplies(rows: Collection[Mapping[str, int | str]], full: bool) -> Iterable[str]:
    """4.5 The Sources that yield anything, as in our orders; a mat that is `full` shows what it would have received as 0."""
    for row in rows:
        added = row.get("added") or ("added" in row and full)
        if row.get("stronghold") or (added and row["depletes"]):
            yield str(row["source"])
        if row.get("port") or (added and not row["depletes"]):
            yield f"{row['source']} ships"


def forage(case: Case) -> str:
    """4.6.2 The range of success as recorded."""
    most = forage_succeeds_on(case.s, side_of(case.s, case.lord), place_of(case.s, case.lord))
    return "auto" if most == SURE else f"1-{most}"


ADAPTERS: Mapping[str, Adapter] = {"legal_levy": levy, "legal_command": command}
