"""What things are called: by their names, and by what players write for them."""

import pytest

from pbem.engine.refusal import Ambiguous
from pbem.games.plantagenet.orders.policies import lexicon
from pbem.games.plantagenet.orders.preferences import known
from tests.games.plantagenet.scene import IA, II, position

ASSETS = ("coin", "provender")
UNITS = ("men_at_arms", "longbowmen", "militia", "mercenaries", "retinue", "handgunners")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("St. Albans", "st_albans"),
        ("st albans", "st_albans"),
        ("stalb", "st_albans"),
        ("saint albans", "st_albans"),
        ("Bury", "bury_st_edmunds"),
        ("kings lynn", "lynn"),
        ("Narrow Sea", "english_channel"),
        ("irish", "irish_sea"),
        ("earl of warwick", "warwick_y"),
        ("Duke of Somerset", "somerset_1"),
        ("beaufort", "somerset_1"),
        ("Duke of Exeter", "exeter_1"),
        ("King Henry", "henry_vi"),
        ("henry", "henry_vi"),
        ("Edmund Plantagenet", "rutland"),
        ("y14", "y14"),
        ("Parliament’s Truce", "event_y12"),
        ("parliaments truce", "event_y12"),
    ],
)
def test_a_thing_goes_by_several_names(text: str, meant: str) -> None:
    s = position(IA)
    things = [*s.lords, *s.board.locales, *s.board.seas, "y14", "event_y12"]
    assert lexicon(s).read_one(text, things) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("maa", "men_at_arms"),
        ("men at arms", "men_at_arms"),
        ("menatarms", "men_at_arms"),
        ("lb", "longbowmen"),
        ("archers", "longbowmen"),
        ("mercs", "mercenaries"),
        ("mil", "militia"),
        ("prov", "provender"),
        ("food", "provender"),
        ("money", "coin"),
    ],
)
def test_units_and_assets_go_by_what_players_call_them(text: str, meant: str) -> None:
    assert lexicon(position(IA)).read_one(text, [*UNITS, *ASSETS]) == meant


def test_a_name_of_two_lords_is_asked_about() -> None:
    s = position(IA)
    with pytest.raises(Ambiguous, match=r"York.*Warwick.*Salisbury"):
        lexicon(s).read_one("richard", ["york", "warwick_y", "salisbury"])
    assert lexicon(s).read_one("richard", ["york", "march"]) == "york"


@pytest.mark.parametrize("scenario", [IA, II])
def test_everything_is_called_by_its_written_name(scenario: str) -> None:
    """No name is taken for that of another."""
    s = position(scenario)
    words, options = lexicon(s), [*s.lords, *s.board.seas, *sorted(s.sheet.cards)]
    named = {
        option: words.name(option) for option in options if len(words.matches(words.spellings(option)[0], options)) == 1
    }
    assert len(named) > len(options) - 8
    assert all(words.read_one(name, options) == option for option, name in named.items())


def test_every_id_that_a_line_can_name_has_a_name() -> None:
    s = position(IA)
    assert all(lexicon(s).spellings(option)[0] for option in known(s))
