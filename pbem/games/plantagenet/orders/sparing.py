"""Standing orders that spare a place or a Lord: "never pillage london", "never intercept with warwick"."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from pbem.engine.decision import Decision, Json, Seat
from pbem.engine.game.standing import NeverAlways
from pbem.engine.phrase import ALL, NONE, Phrase, words_of
from pbem.engine.refusal import Illegal, Misread
from pbem.games.plantagenet.campaign.intercept import Band, members
from pbem.games.plantagenet.components.box import Lord
from pbem.games.plantagenet.components.options import ALONE
from pbem.games.plantagenet.components.state import State
from pbem.games.plantagenet.orders.policies import PREFERENCES, lexicon
from pbem.games.plantagenet.orders.preferences import MY_LORD, bands, no_stronghold, not_mine
from pbem.games.plantagenet.wars.heirs import meant
from pbem.i18n import Text
from pbem.orders.policies.habits import habit_of, is_habit, merged, named_never, options_of, with_habits
from pbem.orders.policies.preferences import first_open, is_none, refusing
from pbem.orders.words.lexicon import plain_words
from pbem.orders.words.vocabulary import NEVER


class SparedPlace(Phrase, form="at {place}"):
    """A place, as distinct from the Lord of the same name."""

    place: str


# Pillage


def read_pillage(s: State, seat: Seat, text: str) -> Json:
    """3.2.1 Reads Lords in order of preference; or {"never": [...]} with Lords, places ("at london") or "all". Raises
    BadLine.
    """
    habit, rest = habit_of(text)
    if habit != NEVER and not is_none(plain_words(text)):
        return MY_LORD.read(s, seat, text)
    spared = [read_spared(s, seat, part) for part in rest.split(",") if plain_words(part)] if habit == NEVER else []
    return {NEVER: spared or [ALL]}


def read_spared(s: State, seat: Seat, text: str) -> str:
    """A place, or a Lord of another name; "with york" is the Lord. Raises BadLine."""
    lords = [lord for lord in meant(s, s.lords) if not_mine(s, seat, lord) is None]
    if plain_words(text)[0] == "with":
        return lexicon(s).read_one(text, lords)
    others = [lord for lord in lords if lord not in named_as_places(s)]
    named = lexicon(s).read_one(text, [*map(SparedPlace, s.board.locales), *others])
    if problem := no_stronghold(s, seat, _bare(named)):
        raise Illegal(problem)
    return named


def _bare(named: str) -> str:
    place = SparedPlace.fits(named)
    return named if place is None else place.place


def named_as_places(s: State) -> list[Lord]:
    """The Lords who share their names with Locales."""
    places = {facts.name for facts in s.board.locales.values()}
    return [lord for lord in s.lords if s.box.lords[lord].name in places]


def write_pillage(s: State, policy: Json) -> str:
    """The Lords in words, or who and what is spared."""
    if not is_habit(policy):
        return MY_LORD.write(s, policy)
    if policy[NEVER] == [ALL]:
        return NEVER
    doubtful, name = named_as_places(s), lexicon(s).name
    return f"{NEVER} " + ", ".join(("with " if one in doubtful else "") + name(_bare(one)) for one in policy[NEVER])


def merged_spared(old: Json, new: Json) -> Json:
    """Both orders combined; one that spares everything includes the other."""
    both = merged(old, new)
    return {NEVER: [ALL]} if ALL in named_never(both) else both


def spared_by(_s: State, decision: Decision, policy: Json) -> list[str]:
    """3.2.1 The Lords who must not Pillage the place of the question."""
    never = named_never(policy)
    everybody = ALL in never or SparedPlace(decision.subject) in never
    return [lord for lord in options_of(decision.shape) if everybody or lord in never]


# Intercept


def read_bands(s: State, seat: Seat, text: str) -> Json:
    """4.3.4 Reads who Intercepts, and with whom: "york with all, march alone"."""
    plan = PREFERENCES.read(bands, s, seat, text, whole=False)
    wrong = [band for band in plan if words_of(band)[0] in (ALL, ALONE)] if isinstance(plan, list) else []
    if wrong:
        raise Misread(Text("name the Lord first, then who goes along"))
    return plan


def led_along(s: State, decision: Decision, policy: Json) -> list[str]:
    """4.3.4 The groups that include a Lord who never Intercepts."""
    never = set(named_never(policy))
    bands_open = [Band.read(option) for option in options_of(decision.shape)]
    return [band for band in bands_open if never & {band.lord, *band.group, *(members(s, band) if band != NONE else ())}]


WHO_PILLAGES = replace(
    MY_LORD,
    read=read_pillage,
    write=write_pillage,
    answer=partial(first_open, barred=spared_by),
    habit=NeverAlways(
        is_habit, spared_by, merged_spared, exception=Text("an Unpaid or Unfed Lord must Pillage if possible (3.2.1)")
    ),
)
WHO_INTERCEPTS = with_habits(
    replace(refusing(replace(MY_LORD, read=read_bands), not_mine), answer=partial(first_open, barred=led_along)), led_along
)
