"""Texts: English strings that know their template, and are said by it in another language."""

from __future__ import annotations

import copy
import json

import pytest

from pbem.i18n import MAX_DEPTH, MAX_LENGTH, Text, mapped, packed, read_as, said, unpacked

GERMAN = {
    "{lord} pays {coin} Coin": "{coin} Coin zahlt {lord}",
    "nobody": "niemand",
    "nothing is left": "nichts ist übrig",
    'I do not know what "{typed}" means here': 'ich weiß nicht, was "{typed}" hier bedeutet',
    " or ": " oder ",
    "the Levy of Turn {turn}": "das Levy von Turn {turn}",
    "{segment} of War {war}": "{segment} des Krieges {war}",
}


def german(text: object) -> str:
    return said(text, lambda template: GERMAN.get(template, template))


PAYS = Text("{lord} pays {coin} Coin", lord="York", coin=2)
LEFT = Text("nothing is left")


@pytest.mark.parametrize(
    ("text", "english", "other"),
    [
        (LEFT, "nothing is left", "nichts ist übrig"),
        (PAYS, "York pays 2 Coin", "2 Coin zahlt York"),
        (PAYS.filled(lord=Text("nobody"), coin=3), "nobody pays 3 Coin", "3 Coin zahlt niemand"),
        (
            Text('I do not know what "{typed}" means here', typed="nobody"),
            'I do not know what "nobody" means here',
            'ich weiß nicht, was "nobody" hier bedeutet',
        ),
        (
            Text('I do not know what "{typed}" means here', typed="{lord}"),
            'I do not know what "{lord}" means here',
            'ich weiß nicht, was "{lord}" hier bedeutet',
        ),
        (Text("; ").join([PAYS, LEFT]), "York pays 2 Coin; nothing is left", "2 Coin zahlt York; nichts ist übrig"),
        (Text(" or ").join(["a", "b"]), "a or b", "a oder b"),
        (Text("{").join(["a", "b"]), "a{b", "a{b"),
        (Text(", ").join([]), "", ""),
        (LEFT + ".", "nothing is left.", "nichts ist übrig."),
        ("York: " + LEFT, "York: nothing is left", "York: nichts ist übrig"),
        (Text("nobody knows it"), "nobody knows it", "nobody knows it"),
        ("nothing is left", "nothing is left", "nothing is left"),
        (7, 7, "7"),
    ],
)
def test_a_text_is_said_by_its_template_and_what_was_typed_stays(text: object, english: object, other: str) -> None:
    assert text == english
    assert german(text) == other


def test_it_is_its_english_text_wherever_that_is_meant() -> None:
    prices: dict[str, int] = {PAYS: 1}
    assert prices["York pays 2 Coin"] == 1
    assert json.dumps([PAYS]) == '["York pays 2 Coin"]'
    for same in (copy.copy(PAYS), copy.deepcopy(PAYS), copy.deepcopy([LEFT + "."])[0]):
        assert german(same) != same


def test_what_it_is_filled_in_with_can_be_changed() -> None:
    deep = Text("; ").join([Text("{lord} pays {coin} Coin", lord="'york'", coin=1), "'york'"])
    assert german(mapped(deep, lambda text: text.replace("'york'", "York"))) == "1 Coin zahlt York; York"
    assert mapped("'york'", str.upper) == "'YORK'"


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("the Levy of Turn 3", "das Levy von Turn 3"),
        ("the Levy of Turn 3 of War I", "das Levy von Turn 3 des Krieges I"),
        ("the Plan", "the Plan"),
    ],
)
def test_a_name_is_known_again_by_the_templates_of_names(name: str, other: str) -> None:
    read = read_as(name, [Text("{segment} of War {war}"), Text("the Levy of Turn {turn}")])
    assert read == name
    assert german(read) == other


def in_each_other(deep: int) -> Text:
    text = LEFT
    for _ in range(deep):
        text = text + "."
    return text


@pytest.mark.parametrize(
    "text",
    [
        LEFT,
        PAYS,
        Text("{").join([PAYS, "{lord}"]),
        Text("} or {").join([PAYS, "{lord}"]),
        Text("{a}", a="{" * MAX_LENGTH),
        *map(in_each_other, range(MAX_DEPTH - 2, MAX_DEPTH + 3)),
    ],
)
def test_what_is_written_as_data_can_be_read(text: Text) -> None:
    assert unpacked(json.loads(json.dumps(packed(text)))) == text


def test_a_text_of_data_does_not_grow_without_end() -> None:
    form: object = "a" * 1000
    for _ in range(MAX_DEPTH):
        form = ["{a}" * 50, {"a": form}]
    with pytest.raises(ValueError, match="is no text"):
        unpacked(form)
