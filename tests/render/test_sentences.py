"""Sentences that rules and orders make: found in their source, and said in another language."""

from __future__ import annotations

import pytest

from pbem.render.templates.sentences import MAX_LENGTH, Sentences, sentences_of

SOURCE = '''
"""A module of sentences."""

KEY = "4.2 command"
PATTERN = r"(?:one|two) words"


class Parts:
    """All of the parts."""


def why(name: str, number: int) -> "str | None":
    """Why it is so."""
    if number > 3:
        raise ValueError(f"{name} is too great")
    if number > 2:
        raise Illegal(f"{name} is spent")
    assert number, "no number at all"
    if number < 0:
        return N_(f"costs {-number}")
    return f"no Way leads from {name} to {number + 1}" if number else "nothing is left"
'''


def test_what_players_read_is_found_in_the_source_and_nothing_else() -> None:
    assert sorted(text for _, text in sentences_of(SOURCE)) == [
        "costs {0}",
        "no Way leads from {0} to {1}",
        "nothing is left",
        "{0} is spent",
    ]


def german() -> Sentences:
    return Sentences(
        {
            "no Way leads from {0} to {1}": "von {0} führt kein Weg nach {1}",
            "nothing is left": "nichts ist übrig",
            "{0} is spent": "{0} ist verbraucht",
            "{0}, and {1}": "{1}, und {0}",
            "{0} is away. Write to them": "Schreibe an {0}, der nicht da ist",
            "the Coin": "das Geld",
            "{0} (feeds {1})": "{0} (versorgt {1})",
            "home of {0}": "Heimat von {0}",
            "{0} ({1} is over)": "{0} ({1} ist vorbei)",
            "card {0} of {1} in the War": "{0}. Karte von {1} im War",
            "{0} has {1} actions{2}.": "{0} hat {1} Aktionen{2}.",
            "; {0} can only Parley": "; {0} kann nur Parley",
        }
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nothing is left", "nichts ist übrig"),
        ("home of Ann: York (feeds 4), Ely (feeds 3)", "Heimat von Ann: York (versorgt 4), Ely (versorgt 3)"),
        ("no Way leads from Ely to York", "von Ely führt kein Weg nach York"),
        ("the Coin is spent", "das Geld ist verbraucht"),
        ("no Way leads from Ely to York; the Coin is spent", "von Ely führt kein Weg nach York; das Geld ist verbraucht"),
        ("the Coin is spent, and nothing is left", "nichts ist übrig, und das Geld ist verbraucht"),
        ("York is away. Write to them", "Schreibe an York, der nicht da ist"),
        ("nothing is left. York is away", "nichts ist übrig. York is away"),
        ("the Coin is spent; nothing is left.", "das Geld ist verbraucht; nichts ist übrig."),
        ("pass (card 2 of 4 in the War is over)", "pass (2. Karte von 4 im War ist vorbei)"),
        ("York has 2 actions.", "York hat 2 Aktionen."),
        ("York has 2 actions; he can only Parley.", "York hat 2 Aktionen; he kann nur Parley."),
        ("York has 2 actions: nothing is left.", "York hat 2 Aktionen: nichts ist übrig."),
        ("something else", "something else"),
        ("", ""),
    ],
)
def test_a_sentence_is_said_with_what_was_filled_in(text: str, said: str) -> None:
    assert german().say(text) == said


def test_english_and_texts_that_are_too_long_stay_as_they_are() -> None:
    assert Sentences({}).say("the Coin is spent") == "the Coin is spent"
    long = "x" * MAX_LENGTH + " is spent"
    assert german().say(long) == long


def test_a_hostile_text_is_done_with_at_once() -> None:
    many = Sentences({f"{'{0} a {1} b '}{n}": "x {0} {1}" for n in range(500)})
    assert many.say(" a  b " * 99)
