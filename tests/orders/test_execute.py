"""Lines of a letter, carried out or refused with the nearest lines that would do."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.engine.decision import Assign, Decision, Menu, Number, Pick, PickSome, Sequence, Split, Stack, Together, YesNo
from pbem.engine.refusal import Ambiguous, BadLine, Illegal, Misread, NotAsked
from pbem.engine.table import Table
from pbem.orders.carry.execute import execute
from pbem.orders.words.lines import line_of, lines_for, verb_for
from tests.engine.toy import (
    BLUE,
    CARTS,
    GOODS,
    RED,
    TOWNS,
    TRICKS,
    Fair,
    next_day,
    one_cart_each,
    open_fair,
    question,
    table_of,
)
from tests.lab.test_random_play import play_on, some_answer

GO = question(YesNo(), key="3 go")
TOWN = question(Pick(lambda: TOWNS))
PRICE = question(Number(2, 9), key="4 price")
TAKE = question(PickSome(lambda: GOODS, 0, 2), key="6 take")
LINE = question(Sequence(lambda: CARTS), key="7 line")
SHARE = question(Split(lambda: {"ely": 2, "york": 3, "kings_lynn": 1}, 4), key="8 share")
TRICK = question(Menu(lambda: TRICKS), key="9 trick")
WAY = question(Stack(lambda: {"ely": 1, "york": 2, "kings_lynn": 3}, 3), key="10 way")
LOAD = question(Assign(lambda: GOODS, lambda: CARTS, 3, one_cart_each), key="1 load")
LOAD_WITH_DEFAULT = replace(LOAD, default=lambda: dict(zip(GOODS, CARTS, strict=True)))
HOLD = question(YesNo(), BLUE, "3 go", "held")


@pytest.mark.parametrize(
    ("asked", "line", "answer", "said"),
    [
        (GO, "go no", False, "go no"),
        (GO, "  GO   Yes ", True, "go yes"),
        (TOWN, "town kings", "kings_lynn", "town King's Lynn"),
        (TOWN, "to york", "york", "town Yórk"),
        (TOWN, "town: eboracum", "york", "town Yórk"),
        (PRICE, "price 9", 9, "price 9"),
        (TAKE, "take salt, wool", ["salt", "wool"], "take salt, wool"),
        (TAKE, "take none", [], "take none"),
        (LINE, "line third first second", ["third", "first", "second"], "line third, first, second"),
        (SHARE, "share 3 york, ely", {"york": 3, "ely": 1}, "share 3 Yórk, 1 Ely"),
        (TRICK, "sing york", "sing york", "sing Yórk"),
        (TRICK, "Rest.", "rest", "rest"),
        (WAY, "way 2 york, lynn", ["york", "york", "kings_lynn"], "way Yórk, Yórk, King's Lynn"),
        (LOAD, "load wool third, salt second, black first", None, "load wool third, salt second, Black Cloth first"),
    ],
)
def test_a_line_is_carried_out_and_said_back(asked: Decision, line: str, answer: object, said: str) -> None:
    table = table_of(asked)
    assert execute(table, RED, line) == said
    assert table.over
    assert answer is None or table.state.told == [answer]


@pytest.mark.parametrize(
    ("asked", "line"),
    [
        (GO, "go yes"),
        (TOWN, "town St Albans"),
        (PRICE, "price 3"),
        (TAKE, "take Black Cloth"),
        (LINE, "line second, third, first"),
        (SHARE, "share 2 Ely, 2 Yórk"),
        (LOAD, "load wool third, salt second, Black Cloth first"),
    ],
)
def test_what_is_said_back_is_understood_again(asked: Decision, line: str) -> None:
    assert execute(table_of(asked), RED, execute(table_of(asked), RED, line)) == line


# The refusals


def refused(table: Table[Fair], line: str, seat: str = RED) -> BadLine:
    """The refusal of `line`; the table is as it was."""
    before = len(table.entries), table.open()
    with pytest.raises(BadLine) as caught:
        execute(table, seat, line)
    assert (len(table.entries), table.open()) == before
    return caught.value


def test_a_line_like_no_order_is_offered_none() -> None:
    bad = refused(table_of(PRICE), "fly home")
    assert (bad.problem, bad.nearest) == ('"fly" is not an order', ())


@pytest.mark.parametrize(
    ("asked", "line", "kind", "problem", "nearest"),
    [
        (GO, "go perhaps", Misread, "the answer is yes or no", "go yes"),
        (TOWN, "town yrok", Misread, 'I do not know what "yrok" means here', "town Yórk"),
        (TOWN, "town", Misread, "one is needed here", "town Ely"),
        (PRICE, "price lots", Misread, "a number from 2 to 9", "price 2"),
        (PRICE, "price 12", Illegal, "a number from 2 to 9", "price 2"),
        (TAKE, "take wol", Misread, 'I do not know what "wol" means here', "take wool"),
        (TAKE, "take", Misread, 'write "none"', "take none"),
        (TAKE, "take wool salt black", Illegal, "from 0 to 2 are needed, not 3", "take wool, salt"),
        (TAKE, "take wool wool", Illegal, "named twice", "take wool"),
        (TRICK, "sing", Ambiguous, '"sing" can mean sing Yórk or sing Ely', "sing Yórk"),
        (TRICK, "juggel", Misread, '"juggel" is not an order', "juggle"),
        (TRICK, "sing yrok", Misread, 'I do not know what "yrok" means here', "sing Yórk"),
        (TRICK, "sing lynn", Illegal, '"sing lynn" is not open to you now', "sing Yórk"),
        (WAY, "way york ely lynn york", Illegal, "3 are needed, not 4: 1 too many", "way Yórk, Ely, King's Lynn"),
        (WAY, "way", Misread, "name them in their order", "way Ely, Yórk, Yórk"),
        (LOAD, "load wool frist", Misread, 'I do not know what "frist" means here', "load wool first"),
        (LOAD, "load wool first, salt first", Illegal, "first is full", "load salt second"),
        (PRICE, "take wool", NotAsked, 'nothing asks for "take" now', "price 2"),
        (PRICE, "clear", NotAsked, "nothing to clear", "price 2"),
    ],
)
def test_a_bad_line_is_refused_with_lines_that_would_do(
    asked: Decision | Together, line: str, kind: type[BadLine], problem: str, nearest: str
) -> None:
    bad = refused(table_of(asked), line)
    assert type(bad) is kind
    assert problem in bad.problem
    assert nearest in bad.nearest
    for offered in bad.nearest:
        execute(table_of(asked), RED, offered)


@pytest.mark.parametrize(
    ("asked", "line", "kind", "problem", "nearest"),
    [
        (LINE, "line first, second", Illegal, "each must be named once", ()),
        (SHARE, "share 3 ely, 1 york", Illegal, "Ely can take 2 at most", ()),
        (SHARE, "share 1 york", Illegal, "4 must be shared out, not 1", ()),
        (WAY, "way ely x2, york", Illegal, "there are 1 of Ely only", ("way Ely, Yórk, TOWN",)),
        (WAY, "way ely", Illegal, "3 are needed, not 1: 2 missing", ("way Ely, TOWN, TOWN",)),
        (LOAD, "load wool", Misread, "pairs are needed", ("load GOOD CART, ...",)),
        (PRICE, "", Misread, "no order on this line", ()),
        (PRICE, "!!", Misread, "no order on this line", ()),
        (PRICE, "prise 3", Misread, '"prise" is not an order', ("price 3", "price 2 to 9")),
        (
            PRICE,
            "t 3",
            Ambiguous,
            '"t" can mean take or town',
            ("town TOWN", "take GOOD, GOOD | take none"),
        ),
        (PRICE, "withdraw town", Misread, 'no standing order "town"', ()),
        (PRICE, "standing take wool", Illegal, '"take" is not an order that can stand', None),
        (TOWN, "town bath", Misread, 'I do not know what "bath" means here', None),
    ],
)
def test_a_bad_line_is_refused_with_how_it_is_written(
    asked: Decision, line: str, kind: type[BadLine], problem: str, nearest: tuple[str, ...] | None
) -> None:
    bad = refused(table_of(asked), line)
    assert type(bad) is kind
    assert problem in bad.problem
    assert nearest is None or bad.nearest == nearest


def test_an_abbreviated_order_word_is_settled_by_what_is_open() -> None:
    assert execute(table_of(TOWN), RED, "t ely") == "town Ely"
    assert execute(table_of(TAKE), RED, "t wool") == "take wool"
    with pytest.raises(Ambiguous):
        execute(table_of(Together((TOWN, TAKE))), RED, "t ely")


def test_the_other_seat_is_not_asked() -> None:
    bad = refused(table_of(TAKE), "take wool", BLUE)
    assert isinstance(bad, NotAsked)
    assert bad.nearest == ()


# An Assign, collected


def test_an_assignment_can_be_given_line_by_line_and_changed() -> None:
    table = table_of(LOAD)
    execute(table, RED, "load wool first")
    execute(table, RED, "load salt second")
    execute(table, RED, "load wool third")
    assert not table.over
    assert execute(table, RED, "load black first") == "load Black Cloth first"
    assert table.state.told == [{"salt": "second", "wool": "third", "black_cloth": "first"}]


def test_clear_forgets_what_was_collected() -> None:
    table = table_of(LOAD)
    execute(table, RED, "load wool first")
    assert execute(table, RED, "clear") == "clear"
    assert table.draft_of(LOAD) == {}
    execute(table, RED, "load salt first")
    assert table.draft_of(LOAD) == {"salt": "first"}


def test_a_pair_that_does_not_fit_is_refused_and_the_draft_is_kept() -> None:
    table = table_of(LOAD)
    execute(table, RED, "load wool first")
    bad = refused(table, "load salt first")
    assert bad.nearest == ("load salt second", "load salt third")
    assert table.draft_of(LOAD) == {"wool": "first"}


# Lines for later


def test_a_line_for_a_later_question_is_kept_for_the_narrowest_scope() -> None:
    table = table_of(HOLD, PRICE, next_day, PRICE)
    assert execute(table, RED, "price 7") == "price 7 (kept for this day)"
    execute(table, BLUE, "go yes")
    assert table.state.told == [True, 7]
    assert [d.key for d in table.open()] == ["4 price"]


def test_a_standing_line_is_kept_for_the_next_wider_scope() -> None:
    table = table_of(HOLD, PRICE, next_day, PRICE)
    assert execute(table, RED, "standing price 7") == "standing price 7 (kept for this fair)"
    execute(table, BLUE, "go yes")
    assert table.state.told == [True, 7, 7]


def test_a_standing_line_may_name_its_scope() -> None:
    table = table_of(HOLD, PRICE, next_day, PRICE)
    assert execute(table, RED, "standing day town ely, york") == "standing town Ely, Yórk (kept for this day)"


def test_withdraw_ends_a_standing_order() -> None:
    table = table_of(HOLD, PRICE)
    execute(table, RED, "standing price 7")
    assert refused(table, "withdraw town").nearest == ("withdraw price",)
    assert execute(table, RED, "withdraw pri") == "withdraw price 7"
    execute(table, BLUE, "go yes")
    assert [d.key for d in table.open()] == ["4 price"]


def test_a_word_that_only_stands_is_kept_though_its_question_is_open() -> None:
    table = table_of(LOAD)
    assert execute(table, RED, "routine") == "routine as ever (kept for this day)"
    assert table.over


def test_a_line_that_is_a_preference_answers_the_open_question() -> None:
    table = table_of(TOWN)
    assert execute(table, RED, "town york, ely") == "town Yórk, Ely (kept for this day)"
    assert table.state.told == ["york"]


# Lines of the reply form


@pytest.mark.parametrize("verb_of", [GO, TOWN, PRICE, TAKE, LINE, SHARE, TRICK, WAY, LOAD])
def test_the_order_word_of_a_question_answers_it(verb_of: Decision) -> None:
    assert verb_for(table_of(verb_of), verb_of) == verb_of.key.split()[1]


def test_the_lines_for_a_default_give_it() -> None:
    table = open_fair(days=1)
    while not table.over:
        decision = table.open()[0]
        for line in lines_for(table, decision) or ["sing ely"]:
            execute(table, decision.seat, line)
    assert table.state.told[0] == [RED, [True, 5, "ely", [], list(CARTS), {"ely": 2, "york": 2}]]


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_the_lines_of_any_answer_give_it(data: st.DataObject) -> None:
    table = open_fair(days=1)
    play_on(data, table, data.draw(st.integers(0, 16)))
    if table.over:
        return
    decision = data.draw(st.sampled_from(table.open()))
    answer = some_answer(data, decision)
    by_lines, by_answer = table.fork(), table.fork()
    if by_lines.draft_of(decision):
        execute(by_lines, decision.seat, "clear")
    for line in line_of(table, decision, answer):
        execute(by_lines, decision.seat, line)
    by_answer.answer(decision.seat, decision.key, answer)
    assert by_lines.state.told == by_answer.state.told
    assert [d.key for d in by_lines.open()] == [d.key for d in by_answer.open()]


def test_the_lines_for_what_is_begun_complete_it() -> None:
    table = table_of(LOAD_WITH_DEFAULT)
    execute(table, RED, "load salt first")
    lines = lines_for(table, LOAD_WITH_DEFAULT)
    assert lines == ["load Black Cloth third", "load wool second"]
    for line in lines:
        execute(table, RED, line)
    assert table.over


def test_an_answer_begun_anew_says_that_the_old_one_stands() -> None:
    table = table_of(Together((LOAD, HOLD)))
    for line in ("load wool third", "load salt second", "load black first"):
        execute(table, RED, line)
    assert "stands until this one is whole" in execute(table, RED, "load wool second")
    assert execute(table, RED, "clear") == "clear"
    assert table.draft_of(LOAD) == {}


def test_a_standing_answer_leaves_no_draft_behind() -> None:
    table = table_of(LOAD)
    execute(table, RED, "load wool first")
    execute(table, RED, "routine")
    assert not table.drafts


def test_a_line_that_gives_the_whole_answer_puts_the_beginning_aside() -> None:
    table = table_of(LOAD)
    execute(table, RED, "load wool first, salt second")
    execute(table, RED, "load wool second, salt first, black third")
    assert table.state.told == [{"wool": "second", "salt": "first", "black_cloth": "third"}]


def test_a_line_may_swap_what_was_begun() -> None:
    table = table_of(LOAD)
    execute(table, RED, "load wool first, salt second")
    execute(table, RED, "load wool second, salt first")
    assert table.draft_of(LOAD) == {"wool": "second", "salt": "first"}


TWO = question(Assign(lambda: GOODS, lambda: CARTS, 2, one_cart_each), key="1 load")


def test_too_many_pairs_are_refused_and_clear_helps() -> None:
    table = table_of(TWO)
    execute(table, RED, "load wool first")
    assert refused(table, "load wool first, salt second, black third").problem == "only 2 can be given"
    assert refused(table_of(TWO), "load wool first, salt second, black third").nearest == (
        "load wool first",
        "load GOOD CART, ...",
    )


def test_a_line_longer_than_any_order_is_refused() -> None:
    assert "too long" in refused(table_of(TOWN), "town " + "ely " * 300).problem


def test_a_number_of_any_length_is_only_a_wrong_number() -> None:
    assert "from 2 to 9" in refused(table_of(PRICE), "price " + "9" * 900).problem
    assert "at most" in refused(table_of(SHARE), "share " + "9" * 900 + " ely").problem


def test_an_order_that_replaces_another_says_so() -> None:
    table = table_of(HOLD, PRICE)
    execute(table, RED, "price 7")
    assert execute(table, RED, "price 7") == "price 7 (kept for this day)"
    assert execute(table, RED, "price 8") == "price 8 (kept for this day, in place of price 7)"
    assert execute(table, RED, "standing price 3") == "standing price 3 (kept for this fair)"


def test_an_order_that_comes_too_late_says_so() -> None:
    table = table_of(PRICE, HOLD, next_day, HOLD)
    execute(table, RED, "price 7")
    assert execute(table, RED, "price 8") == "price 8 (kept for this day, which has asked it already)"
    assert execute(table, RED, "standing price 8") == "standing price 8 (kept for this fair)"
    execute(table, BLUE, "go yes")
    assert execute(table, RED, "price 9") == "price 9 (kept for this day)"


@pytest.mark.parametrize(
    ("line", "nearest"),
    [
        ("standing price lots", "standing price 2"),
        ("standing day price lots", "standing day price 2"),
        ("standing prise 3", "standing price 2 to 9"),
        ("standing standing price 3", "standing routine"),
    ],
)
def test_what_is_near_to_a_standing_order_stands_too(line: str, nearest: str) -> None:
    assert nearest in refused(table_of(HOLD, PRICE), line).nearest


def test_withdraw_reads_the_order_as_it_was_given_and_asks_which() -> None:
    table = table_of(HOLD, PRICE)
    assert refused(table, "withdraw").problem == "you have no standing order"
    execute(table, RED, "standing price 7")
    assert refused(table, "withdraw").nearest == ("withdraw price",)
    assert execute(table, RED, "withdraw standing price 7") == "withdraw price 7"
