"""Text to answer and back."""

from copy import deepcopy
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.engine.decision import (
    Assign,
    Decision,
    Die,
    Json,
    Menu,
    Number,
    Pick,
    PickSome,
    Sequence,
    Shape,
    Split,
    Stack,
    YesNo,
)
from pbem.engine.refusal import Ambiguous, Misread
from pbem.orders.words.grammar import Grammar
from pbem.orders.words.lexicon import Lexicon, lexicon_by, plain_words
from tests.engine.toy import CARTS, GOODS, TOWNS, TOY, TRICKS, one_cart_each, open_fair, question

# Names that share words, begin alike, hide in each other, or carry accents and signs.
NAMES = {
    "york": "York",
    "york_y": "York (city)",
    "new_york": "New York",
    "minster": "York Minster",
    "albans": "St Albans",
    "davids": "St. David's",
    "lord_stanley": "Stanley",
    "vassal_stanley": "Vassal Stanley",
    "maa": "Men-at-Arms",
    "orleans": "Orléans",
    "tower": "The Tower",
    "king": "King of the Romans",
    "y1": "Culverins and Falconets (y1)",
    "y2": "Culverins and Falconets (y2)",
}
RULES = replace(TOY, names=lambda _s, option: (NAMES.get(option, option),))
GRAMMAR = Grammar(RULES, None)
IDS = sorted(NAMES)

some_ids = st.lists(st.sampled_from(IDS), min_size=1, unique=True)


def back(shape: Shape, answer: Json) -> Json:
    """The answer, written and read again; pairs line by line."""
    decision = question(shape)
    read = [GRAMMAR.read(decision, line) for line in GRAMMAR.write(decision, answer)]
    return {k: v for pairs in read for k, v in pairs.items()} if isinstance(shape, Assign) else read[0]


@given(st.booleans())
def test_a_written_yes_or_no_reads_back(answer: bool) -> None:
    assert back(YesNo(), answer) is answer


@given(st.integers(0, 10_000))
def test_a_written_number_reads_back(answer: int) -> None:
    assert back(Number(0, 10_000), answer) == answer


@given(some_ids, st.data())
def test_a_written_pick_reads_back(ids: list[str], data: st.DataObject) -> None:
    answer = data.draw(st.sampled_from(ids))
    assert back(Pick(lambda: ids), answer) == answer


@given(some_ids, st.data())
def test_a_written_menu_choice_of_several_words_reads_back(ids: list[str], data: st.DataObject) -> None:
    options = [f"{verb} {one}" for verb in ("besiege", "leave") for one in ids]
    answer = data.draw(st.sampled_from(options))
    assert back(Menu(lambda: options), answer) == answer


@given(some_ids, st.data())
def test_a_written_selection_reads_back(ids: list[str], data: st.DataObject) -> None:
    answer = data.draw(st.lists(st.sampled_from(ids), unique=True))
    assert back(PickSome(lambda: ids, 0, len(ids)), answer) == answer


@given(some_ids, st.data())
def test_a_written_sequence_reads_back(ids: list[str], data: st.DataObject) -> None:
    answer = data.draw(st.permutations(ids))
    assert back(Sequence(lambda: ids), answer) == answer


@settings(deadline=None)
@given(some_ids, st.data())
def test_written_pairs_read_back(ids: list[str], data: st.DataObject) -> None:
    items, bins = [i for i in IDS if i not in ids], ids
    given_out = data.draw(st.lists(st.sampled_from(items), unique=True)) if items else []
    answer = {item: data.draw(st.sampled_from(bins)) for item in given_out}
    shape = Assign(lambda: items, lambda: bins, len(answer), lambda *_: None)
    assert back(shape, answer) == answer


@given(some_ids, st.data())
def test_written_pairs_of_things_that_are_both_read_back(ids: list[str], data: st.DataObject) -> None:
    answer = {item: data.draw(st.sampled_from(ids)) for item in ids}
    assert back(Assign(lambda: ids, lambda: ids, len(ids), lambda *_: None), answer) == answer


@given(st.lists(st.sampled_from([i for i in IDS if i not in ("y1", "y2")]), min_size=1, unique=True), st.data())
def test_written_shares_read_back(ids: list[str], data: st.DataObject) -> None:
    answer = {one: data.draw(st.integers(1, 99)) for one in data.draw(st.permutations(ids))}
    assert back(Split(lambda: dict.fromkeys(ids, 99), sum(answer.values())), answer) == answer


@given(some_ids, st.data())
def test_case_and_space_do_not_count(ids: list[str], data: st.DataObject) -> None:
    answer = data.draw(st.sampled_from(ids))
    decision = question(Pick(lambda: ids))
    written = GRAMMAR.write(decision, answer)[0]
    for text in (written.upper(), written.lower(), f"  {written.replace(' ', '   ')}  "):
        assert GRAMMAR.read(decision, text) == answer


def read_pick(text: str) -> str:
    return str(GRAMMAR.read(question(Pick(lambda: IDS)), text))


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("orleans", "orleans"),
        ("ORLÉANS", "orleans"),
        ("orl", "orleans"),
        ("St David’s", "davids"),
        ("st davids", "davids"),
        ("dav", "davids"),
        ("men at arms", "maa"),
        ("stdavids", "davids"),
        ("stdav", "davids"),
        ("stal", "albans"),
        ("menatarms", "maa"),
        ("menat", "maa"),
        ("menarms", "maa"),
        ("kingoftheromans", "king"),
        ("m-a-a", "maa"),
        ("tower", "tower"),
        ("to the tower", "tower"),
        ("king romans", "king"),
        ("minster", "minster"),
        ("york", "york"),
        ("new", "new_york"),
        ("stanley", "lord_stanley"),
        ("vas sta", "vassal_stanley"),
        ("falconets y2", "y2"),
        ("y1", "y1"),
    ],
)
def test_names_can_be_cut_short(text: str, meant: str) -> None:
    assert read_pick(text) == meant


@pytest.mark.parametrize(("text", "fitting"), [("st", ["albans", "davids"]), ("culv", ["y1", "y2"]), ("y", None)])
def test_a_name_that_fits_several_is_refused_with_all_of_them(text: str, fitting: list[str] | None) -> None:
    if fitting is None:
        fitting = ["york", "york_y", "minster"]
    with pytest.raises(Ambiguous, match=f'"{text}" can mean ') as caught:
        read_pick(text)
    assert sorted(caught.value.nearest) == sorted(fitting)


@pytest.mark.parametrize(("text", "nearest"), [("yrok", "york"), ("alban", "albans"), ("orlaens", "orleans")])
def test_a_misspelt_name_is_refused_with_the_nearest(text: str, nearest: str) -> None:
    with pytest.raises(Misread, match="I do not know what") as caught:
        Lexicon(lambda o: (NAMES[o].replace("Albans", "Albyns"),)).read_one(text, IDS)
    assert caught.value.nearest[0] == nearest


def test_one_name_is_one_name() -> None:
    with pytest.raises(Misread, match="only one"):
        read_pick("york, orleans")
    with pytest.raises(Misread, match="one is needed"):
        read_pick("the")


def test_a_list_needs_no_commas() -> None:
    assert GRAMMAR.lexicon.read_list("new york stanley and orleans", IDS) == ["new_york", "lord_stanley", "orleans"]
    assert GRAMMAR.lexicon.read_list("york, york minster", IDS) == ["york", "minster"]


def test_none_and_all_stand_for_lists() -> None:
    decision = question(PickSome(lambda: GOODS, 0, 3))
    grammar = Grammar(TOY, open_fair().state)
    for word in ("none", "Nobody", "NOTHING", "no"):
        assert grammar.read(decision, word) == []
    assert grammar.read(decision, "all") == list(GOODS)
    with pytest.raises(Misread, match="none"):
        grammar.read(decision, "  ")


@pytest.mark.parametrize(("text", "answer"), [("Y", True), ("true", True), ("NO!", False), ("n", False), ("False", False)])
def test_yes_and_no_have_short_forms(text: str, answer: bool) -> None:
    assert GRAMMAR.read(question(YesNo()), text) is answer


@pytest.mark.parametrize("text", ["", "maybe", "yes no", "yes please"])
def test_nothing_else_is_yes_or_no(text: str) -> None:
    with pytest.raises(Misread, match="yes or no"):
        GRAMMAR.read(question(YesNo()), text)


@pytest.mark.parametrize("text", ["3", "three", "Three.", "+3", "x3", "3x", "x 3", " 3 "])
def test_a_number_is_read_however_it_is_written(text: str) -> None:
    assert GRAMMAR.read(question(Number(2, 9)), text) == 3


@pytest.mark.parametrize("text", ["", "many", "-1", "2 3", "1.5", "thirteen", "9" * 12])
def test_nothing_else_is_a_number(text: str) -> None:
    with pytest.raises(Misread, match="a number from 2 to 9"):
        GRAMMAR.read(question(Number(2, 9)), text)


def pairs(text: str) -> Json:
    shape = Assign(lambda: GOODS, lambda: CARTS, 3, one_cart_each)
    return Grammar(TOY, open_fair().state).read(question(shape), text)


def test_pairs_can_be_written_either_way_round_and_on_one_line() -> None:
    assert pairs("wool first, second: salt, black to third") == {"wool": "first", "salt": "second", "black_cloth": "third"}


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("wool", "pairs are needed"),
        ("", "pairs are needed"),
        ("wool first salt", "pairs are needed"),
        ("wool salt", "do not make a pair"),
        ("first second", "do not make a pair"),
        ("wool first, wool second", "named twice"),
    ],
)
def test_what_is_no_pair_is_refused(text: str, problem: str) -> None:
    with pytest.raises(Misread, match=problem):
        pairs(text)


def home(text: str) -> Json:
    called = {"earl": ("Earl of Warwick", "Warwick"), "duke": ("Duke of York",), "town": ("Warwick",)}
    grammar = Grammar(replace(TOY, names=lambda _, each: called.get(each, (each,))), open_fair().state)
    return grammar.read(question(Assign(lambda: ["earl", "duke"], lambda: ["town"], 2, lambda *_: None)), text)


def test_a_place_that_is_called_like_who_goes_there_comes_second() -> None:
    assert home("Earl of Warwick Warwick") == home("Warwick Warwick") == {"earl": "town"}
    assert home("Duke of York Warwick, Warwick Warwick") == {"duke": "town", "earl": "town"}
    with pytest.raises(Misread, match="do not make a pair"):
        home("Warwick Duke of York")


def test_a_share_without_a_number_is_one() -> None:
    shape = Split(lambda: {"york": 3, "orleans": 3}, 4)
    assert GRAMMAR.read(question(shape), "3 york, orleans") == {"york": 3, "orleans": 1}
    assert GRAMMAR.read(question(shape), "york 1, york 2, orleans") == {"york": 3, "orleans": 1}


@pytest.mark.parametrize(
    "text",
    [
        "2 york, 1 orleans",
        "york 2, orleans",
        "two york and one orleans",
        "2 york 1 orleans",
        "york 2 orleans 1",
        "york x2, orleans",
        "2x york, orleans",
        "york ×2, orleans x1",
        "york twice, orleans once",
        "york +2, orleans +1",
        "york, york, orleans",
    ],
)
def test_how_many_can_be_said_in_many_ways(text: str) -> None:
    shape = Split(lambda: {"york": 3, "orleans": 3}, 4)
    assert GRAMMAR.read(question(shape), text) == {"york": 2, "orleans": 1}
    stack = Stack(lambda: {"york": 3, "orleans": 3}, 3)
    assert GRAMMAR.read(question(stack), text) == ["york", "york", "orleans"]


@pytest.mark.parametrize("text", ["2 york orleans", "york orleans x2"])
def test_a_number_for_two_names_is_refused(text: str) -> None:
    with pytest.raises(Misread, match="it is not clear what 2 of are meant"):
        GRAMMAR.read(question(Stack(lambda: {"york": 3, "orleans": 3}, 3)), text)


def test_chance_is_not_read_from_text() -> None:
    with pytest.raises(TypeError, match="no text stands for"):
        GRAMMAR.read(question(Die()), "6")


def examples(shape: Shape, default: Json = None) -> list[str]:
    decision = Decision("red", "5 town", "ely", "?", shape, None if default is None else lambda: default)
    return Grammar(TOY, open_fair().state).examples(decision)


def test_examples_begin_with_the_default() -> None:
    assert examples(Pick(lambda: TOWNS), "kings_lynn")[0] == "King's Lynn"
    assert examples(YesNo(), False) == ["no", "yes"]
    assert examples(Number(2, 9), 5) == ["5", "2", "3", "4"]
    assert examples(PickSome(lambda: GOODS, 0, 2), ["wool", "salt"])[:2] == ["wool, salt", "none"]
    assert examples(PickSome(lambda: ["wool", "salt", "wine"], 2, 2))[:2] == ["wool, salt", "salt, wine"]
    assert examples(Sequence(lambda: CARTS)) == []


def test_plain_words_fold_case_accents_and_signs() -> None:
    assert plain_words("St. David’s, ORLÉANS & Men-at-Arms!") == ["st", "davids", "orleans", "men", "at", "arms"]
    assert plain_words("“Straße”, Łódź; Œuvre\u00a0Ærø") == ["strasse", "lodz", "oeuvre", "aero"]


def test_other_spellings_stand_for_a_name() -> None:
    assert Grammar(TOY, open_fair().state).read(question(Menu(lambda: TRICKS)), "sing eb") == "sing york"


def test_the_names_of_printed_facts_are_made_once_for_them() -> None:
    facts, other = ["ely"], ["york"]

    def names(state: list[str], option: str) -> tuple[str, ...]:
        return (f"{state[0]} {option}",)

    lexicon = lexicon_by(lambda state: state, names)
    assert lexicon(facts) is lexicon(facts)
    assert (lexicon(facts).name("gate"), lexicon(other).name("gate")) == ("ely gate", "york gate")


def test_a_grammar_at_another_position_has_the_same_names_and_reads_by_that_position() -> None:
    table = open_fair()
    grammar = Grammar(table.rules, table.state)
    state = deepcopy(table.state)
    there = grammar.at(state)
    assert there.lexicon is grammar.lexicon
    assert (there.state, grammar.state) == (state, table.state)
    assert there.state is state
