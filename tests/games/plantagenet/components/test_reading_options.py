"""Options for the rules that players read in two ways: what is chosen, told, refused, and written down."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from pathlib import Path

import pytest

from pbem.engine.game.setup import Setup
from pbem.games.plantagenet.components.box import Lord
from pbem.games.plantagenet.components.opening_options import bad_options, told_options
from pbem.games.plantagenet.components.reading_options import OPTIONS, ReadingOption
from pbem.games.plantagenet.components.readings import ARRIVED, BEFORE, PRESENT, READ_ANEW, Readings, readings
from pbem.games.plantagenet.game import RULES
from pbem.moderator.core.setups import load_setup
from pbem.moderator.joining.opening import BadOpening, checked_options, open_game
from pbem.moderator.reading.help_pages import read_rulings
from pbem.render.templates.page import Page
from pbem.resources import docs_dir, scenarios_dir, templates_dir
from tests.support.conversation import PLAYERS, Conversation, to

EACH = pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
IA, II = "ia_henry_vi", "ii_warwicks_rebellion"


def setup(scenario: str = IA, version: int = 0, **options: str) -> Setup:
    files = load_setup(RULES, scenario, scenarios_dir(), dict(options))
    return Setup(files.scenario, files.data, dict(options), version)


def numbers(option: ReadingOption) -> list[str]:
    """The rulings that an option is about."""
    return re.findall(r"R\d+", option.about)


@EACH
def test_the_first_reading_is_the_standard_and_the_second_is_chosen(option: ReadingOption) -> None:
    usual, other = option.readings
    assert getattr(readings(setup()), option.field) is usual.means is getattr(PRESENT, option.field)
    for each in (usual, other):
        assert getattr(readings(setup(**{option.name: each.value})), option.field) is each.means
    assert usual.means is not other.means


def test_a_position_is_read_as_its_game_says() -> None:
    assert RULES.new_state(setup(lords_at_sea="on the map")).readings.at_sea_on_map
    assert not RULES.new_state(setup()).readings.at_sea_on_map


def test_games_begun_before_go_on_as_they_were_read() -> None:
    old = setup(version=READ_ANEW - 1)
    assert readings(old) == BEFORE
    told = " ".join(told_options(old))
    assert "A Lord at Sea is on the map" in told
    assert "A Lord at Sea is not on the map" in " ".join(told_options(setup()))
    others = {option.field for option in OPTIONS} - {"at_sea_on_map", "collectors_double"}
    assert all(getattr(BEFORE, name) == getattr(PRESENT, name) for name in others)


def test_games_begun_before_a_later_change_are_read_as_the_present_but_for_it() -> None:
    assert readings(setup(version=ARRIVED - 1)) == replace(PRESENT, interceptors_arrive=False)
    assert readings(setup(version=ARRIVED)) == readings(setup()) == PRESENT


def test_every_reading_is_explained() -> None:
    assert Readings.__doc__ is not None
    assert [each.name for each in fields(Readings) if f"`{each.name}`" not in Readings.__doc__] == []


@EACH
def test_the_rulings_name_their_option_and_its_values(option: ReadingOption) -> None:
    """Docs: what `pbem rules plantagenet R72` prints."""
    for number in numbers(option):
        told = " ".join(read_rulings(docs_dir(), "plantagenet", number)[0].split())
        assert f"`{option.name}`" in told
        assert all(f"`{each.value}`" in told for each in option.readings)
    assert all(number in each.told for number in numbers(option) for each in option.readings)
    assert option.name in Path("deploy/GAMEMASTER.md").read_text(encoding="utf-8")


@EACH
def test_both_readings_are_told_in_german(option: ReadingOption) -> None:
    german = Page(templates_dir(), language="de").words
    assert all(german.gettext(each.told) != each.told for each in option.readings)


def test_the_first_letter_tells_how_the_game_is_read(tmp_path: Path) -> None:
    game = Conversation(tmp_path, scenario=IA, options={"intercept_into_enemies": "no"})
    for seat in PLAYERS:
        told = to(seat, game.opening).flat
        assert "Nobody Intercepts where other Lords of the Marching side already stand (R72)." in told
        assert "A Lord at Sea is not on the map" in told
        assert "Married to a Neville" not in told, "l24 is not in Ia"
    game.db.close()


@pytest.mark.parametrize(
    ("language", "title", "first"),
    [("en", "How this game is played", "A Lord at Sea is not"), ("de", "So wird dieses Spiel gespielt", "Ein Lord auf See")],
)
def test_the_first_letter_has_the_readings_in_one_list(tmp_path: Path, language: str, title: str, first: str) -> None:
    game = Conversation(tmp_path, scenario=IA, options={"language": {"york": language}})
    mail = to("york", game.opening)
    game.db.close()
    _, _, after = mail.text.partition(f"== {title} ==")
    listed = after.partition("==")[0].strip()
    assert listed.startswith(f"- {first}")
    assert listed.count("\n- ") + 1 == len(list(told_options(setup())))
    assert re.match(r"</h2>\s*<ul", mail.html.partition(title)[2])
    assert "(R38)" not in mail.text.replace(listed, "")


def test_only_what_comes_up_is_told() -> None:
    told = {scenario: " ".join(told_options(setup(scenario))) for scenario in RULES.scenarios}
    assert told["bosworth"] == ""
    of_wars = {scenario for scenario in RULES.scenarios if setup(scenario).data["page"].get("parts")}
    assert {scenario for scenario, text in told.items() if "(R63)" in text} - of_wars == {II}
    assert {scenario for scenario, text in told.items() if "(R20)" in text} - of_wars == {
        IA,
        "ib_towton",
        "ic_somersets_return",
    }


@pytest.mark.parametrize(
    ("scenario", "option", "value", "chosen", "comes_up"),
    [
        ("iil_legitimacy_fades", "margaret_as_king", "london", ("lost_henry_vi",), True),
        ("iil_legitimacy_fades", "margaret_as_king", "london", (), False),
        ("iil_legitimacy_fades", "margaret_as_king", "london", ("lost_henry_vi", "lost_margaret"), False),
        ("iiy_the_kingmaker", "margaret_as_king", "london", ("lost_henry_vi",), False),
        ("iiiy_new_rivals", "northumberland_with_rutland", "yes", ("lost_york", "lost_march"), True),
        ("iiiy_new_rivals", "northumberland_with_rutland", "yes", ("lost_york",), False),
        ("iiiy_new_rivals", "northumberland_with_rutland", "yes", ("lost_york", "lost_rutland"), False),
        ("iiiy_new_rivals", "northumberland_with_rutland", "yes", ("lost_york", "lost_march", "gloucester_as_heir"), False),
        (IA, "northumberland_with_rutland", "yes", (), False),
        ("wotr_wars_of_the_roses", "northumberland_with_rutland", "yes", (), True),
    ],
)
def test_a_war_alone_has_a_use_for_the_readings_of_its_set_up(
    scenario: str, option: str, value: str, chosen: tuple[str, ...], comes_up: bool
) -> None:
    chosen_so = setup(scenario, **{option: value}, **dict.fromkeys(chosen, "true"))
    assert (bad_options(chosen_so) == "") is comes_up


def test_a_game_opened_with_another_set_up_of_a_war_begins_so() -> None:
    s = RULES.new_state(setup("iil_legitimacy_fades", margaret_as_king="london", lost_henry_vi="true"))
    assert s.lords[Lord("margaret")].where == "london"


def test_a_game_of_several_wars_has_a_use_for_every_option() -> None:
    """6.3: its first War alone has neither Married to a Neville nor Foreign Haven."""
    files = setup(IA)
    page = {"kind": "wars", "parts": [IA, II]}
    wars = Setup("wars", {**files.data, "page": page}, {option.name: option.readings[1].value for option in OPTIONS})
    assert bad_options(wars) == ""
    assert list(told_options(wars)) == [option.readings[1].told for option in OPTIONS]


@pytest.mark.parametrize(
    ("scenario", "name", "value"),
    [("bosworth", "lords_at_sea", "on the map"), (IA, "neville_joined", "yes"), (II, "jack_cade_by_cards", "yes")],
)
def test_an_option_for_what_never_comes_up_is_refused(tmp_path: Path, scenario: str, name: str, value: str) -> None:
    game = Conversation(tmp_path)
    with pytest.raises(BadOpening, match=f"needs no {name}: it never comes up there"):
        open_game(game.desk, "plantagenet", scenario, PLAYERS, options={name: value})
    game.db.close()


def test_every_option_fits_some_scenario() -> None:
    fit = {o.name for o in OPTIONS for s in RULES.scenarios if not bad_options(setup(s, **{o.name: o.readings[1].value}))}
    assert fit == {option.name for option in OPTIONS}


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("lords_at_sea", "On the Map", "on the map"),
        ("lords-at-sea", "on-the-map", "on the map"),
        ("Lords At Sea", "off_the_map", "off the map"),
    ],
)
def test_options_are_typed_with_spaces_hyphens_or_underscores(name: str, text: str, value: str) -> None:
    assert checked_options(RULES, [(name, text)]) == {"lords_at_sea": value}


@pytest.mark.parametrize(
    ("name", "text", "refusal"),
    [
        (
            "lords_at_sea",
            "onmap",
            r"the option lords_at_sea cannot be 'onmap' \(is it on the map\?\); it can be off",
        ),
        ("lord_at_see", "off the map", r"Plantagenet has no option 'lord_at_see' \(is it lords_at_sea\?\); it has hidden"),
        ("intercept", "no", r"no option 'intercept' \(is it intercept_into_enemies\?\)"),
        ("handicap", "yrok 3", r"cannot be 'yrok 3' \(is it york 3\?\); it can be york 1, york 2"),
        ("second_ship_at_nine", "never", r"cannot be 'never'.*; it can be yes, no"),
    ],
)
def test_a_refusal_names_the_nearest_right_one(name: str, text: str, refusal: str) -> None:
    with pytest.raises(BadOpening, match=refusal):
        checked_options(RULES, [(name, text)])
