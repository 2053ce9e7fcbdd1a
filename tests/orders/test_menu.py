"""Lines that choose from a Menu."""

from cProfile import Profile
from itertools import combinations

import pytest

from pbem.engine.decision import Menu
from pbem.engine.refusal import Ambiguous, BadLine, Illegal, Misread
from pbem.orders.words.lexicon import Lexicon
from pbem.orders.words.menu import choices, read_menu, strange_words, written

NAMES = {
    "oxford": ("Oxford",),
    "ely": ("Ely",),
    "kings_lynn": ("King's Lynn",),
    "salisbury": ("Salisbury",),
    "rutland": ("Rutland",),
    "march": ("March",),
    "warwick": ("Warwick",),
    "calais": ("Calais",),
    "y23": ("Burgundians (y23)",),
    "spend_1": ("spend 1",),
    "spend_3": ("spend 3",),
    "by_way": ("by way",),
    "london": ("London",),
    "devon": ("Devon",),
}
GROUPS = ("alone", "all", "salisbury", "rutland", "salisbury rutland")
OPTIONS = (
    *(f"march oxford {group}" for group in GROUPS),
    "march ely",
    "march salisbury march",
    "parley ely",
    "parley ely spend_1",
    "parley ely spend_3",
    "parley kings_lynn by_way",
    "levy lord warwick calais",
    "levy lord warwick calais spend_1",
    "levy troops",
    "levy troops from ely irishmen",
    "levy capability y23",
    "muster march",
    "king_richard",
    "done",
)


def lexicon() -> Lexicon:
    return Lexicon(lambda option: NAMES.get(option, (option,)))


def read(line: str) -> str:
    return read_menu(lexicon(), OPTIONS, line, NAMES)


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_is_read_as_it_is_written(option: str) -> None:
    assert read(written(lexicon(), option)) == option


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("march oxford with salisbury and rutland", "march oxford salisbury rutland"),
        ("march oxford, rutland, salisbury", "march oxford salisbury rutland"),
        ("MARCH to Oxf all", "march oxford all"),
        ("march salisbury with march", "march salisbury march"),
        ("march salisbury", "march salisbury march"),
        ("parley ely spend 1", "parley ely spend_1"),
        ("parley ely", "parley ely"),
        ("parley lynn", "parley kings_lynn by_way"),
        ("levy capability burgundians", "levy capability y23"),
        ("levy capability y23", "levy capability y23"),
        ("levy lord warwick", "levy lord warwick calais"),
        ("levy lord warwick spend 1", "levy lord warwick calais spend_1"),
        ("levy troops", "levy troops"),
        ("levy troops ely", "levy troops from ely irishmen"),
        ("levy troops irishmen from ely", "levy troops from ely irishmen"),
        ("muster March", "muster march"),
        ("king richard", "king_richard"),
        ("Done.", "done"),
    ],
)
def test_a_line_may_say_it_in_its_own_way(line: str, meant: str) -> None:
    assert read(line) == meant


@pytest.mark.parametrize(
    ("line", "kind", "problem", "nearest"),
    [
        ("march oxford", Ambiguous, "can mean march Oxford alone, march Oxford all", "march Oxford alone"),
        ("march oxford sal rut ely", Illegal, "is not open to you now", "march Oxford Salisbury Rutland"),
        ("march rutland", Illegal, '"march rutland" is not open to you now', "march Oxford Rutland"),
        ("march london", Illegal, '"march london" is not open to you now', "march Ely"),
        ("march oxfrod all", Misread, 'I do not know what "oxfrod" means here', "march Oxford all"),
        ("march ely alone", Illegal, '"march ely alone" is not open to you now', "march Ely"),
        ("parley ely spend 2", Misread, 'I do not know what "2" means here', "parley Ely spend 1"),
        ("parley ely spend", Ambiguous, "can mean parley Ely spend 1 or parley Ely spend 3", "parley Ely spend 3"),
        ("tax ely", Illegal, '"tax" is not open to you now', "march Oxford alone"),
    ],
)
def test_a_line_that_fits_no_option_is_refused_with_the_nearest(
    line: str, kind: type[BadLine], problem: str, nearest: str
) -> None:
    with pytest.raises(kind) as caught:
        read(line)
    assert problem in caught.value.problem
    assert nearest in caught.value.nearest
    for offered in caught.value.nearest:
        read(offered)


def test_a_word_that_order_words_are_used_with_is_no_slip() -> None:
    """Where no option has it, what is asked for is not open: the game can say why."""
    for usual, kind in (((), Misread), (("by", "ship"), Illegal)):
        with pytest.raises(kind):
            read_menu(lexicon(), OPTIONS, "march ely by ship", NAMES, usual)


def test_a_place_is_never_taken_for_a_companion() -> None:
    """The first thing after the order word is the one the line names first."""
    with pytest.raises(Illegal):
        read_menu(lexicon(), ["march oxford salisbury", "march ely alone"], "march salisbury")


def test_the_choices_are_listed_as_whole_lines_where_they_are_few() -> None:
    found = choices(lexicon(), OPTIONS)
    assert {words: [name for name, _ in listed] for words, listed in found.items()} == {
        "march": ["Oxford alone", "Oxford all", "Oxford Salisbury", "Oxford Rutland", "Ely", "Salisbury March"],
        "parley": ["Ely", "King's Lynn by way"],
        "levy lord": ["Warwick Calais"],
        "levy troops": [""],
        "levy capability": ["Burgundians (y23)"],
        "muster": ["March"],
        "king richard": [""],
        "done": [""],
    }
    lines = [line for listed in found.values() for _, line in listed]
    assert all(written(lexicon(), read(line)) == line for line in lines)


def test_many_choices_are_listed_as_far_as_their_first_name() -> None:
    """Those that go on behind it make no line."""
    many = [f"sail {ship} port{number}" for ship in ("cog", "hulk") for number in range(20)]
    names = Lexicon(lambda option: (option.capitalize() if option in ("cog", "hulk") else option,))
    found = choices(names, [*many, "done"])
    assert found == {"sail": [("Cog", ""), ("Hulk", "")], "done": [("", "done")]}


def test_of_two_choices_that_name_the_same_in_another_order_one_is_listed() -> None:
    names = Lexicon(lambda option: (option.capitalize(),))
    found = choices(names, ["march york warwick ely", "march warwick york ely", "march york ely"])
    assert [name for name, _ in found["march"]] == ["York Warwick Ely", "York Ely"]


def test_a_name_that_needs_more_words_is_listed_with_them_where_there_is_room() -> None:
    """Not all of so many choices are listed whole, but those behind "vassal" are few."""
    ports = [f"sail port{number}{group}" for number in range(13) for group in ("", " all", " alone")]
    lords = [f"sail island lord{number}" for number in range(9)]
    names = Lexicon(lambda option: (option.capitalize(),))
    found = choices(names, [*ports, *lords, "levy vassal essex", "levy vassal kent", "levy carts"])
    assert [line for _, line in found["levy"]] == ["levy Vassal Essex", "levy Vassal Kent", "levy Carts"]
    assert all(line for listed in found.values() for _, line in listed)
    assert len(found["sail"]) == 22
    many = choices(names, [*ports, *(f"sail island lord{number}" for number in range(40)), "levy vassal essex"])
    assert ("Island", "") in many["sail"]
    assert many["levy"] == [("Vassal Essex", "levy Vassal Essex")]


def test_strange_words_are_told_with_what_is_like_them() -> None:
    assert strange_words(lexicon(), "lord Warwcik 3, ely", [*NAMES, "lord"]) == {"warwcik": ["Warwick"]}


@pytest.mark.parametrize("line", ["3 ely", "ely x3", "3x ely", "three ely", "ely × 3", "ely twice", "Ely!"])
def test_numbers_are_not_strange(line: str) -> None:
    assert strange_words(lexicon(), line, NAMES) == {}


def test_the_options_of_a_menu_are_computed_once() -> None:
    looked = []

    def options() -> list[str]:
        looked.append(1)
        return list(OPTIONS)

    shape = Menu(options)
    assert shape.refusal("done") is None
    assert shape.forced() is None
    assert looked == [1]


def test_twice_as_many_options_take_about_twice_the_work() -> None:
    groups = [
        " ".join(some) for number in range(1, 4) for some in combinations(("oxford", "ely", "london", "devon"), number)
    ]

    def work(rows: str) -> int:
        options = [f"march place_{a}{b} {group}" for a in rows for b in "efgh" for group in groups]
        profile = Profile()
        read = profile.runcall(read_menu, lexicon(), options, f"march place {rows[0]}h with london and ely")
        assert read == f"march place_{rows[0]}h ely london"
        return sum(entry.callcount for entry in profile.getstats())

    assert work("abcdijkl") < 3 * work("mnop")  # other names: what is known of some is kept


def test_a_name_run_together_is_no_slip_where_it_is_not_open() -> None:
    with pytest.raises(Illegal, match="not open to you now"):
        read("parley kingsl spend 3")
    assert not strange_words(lexicon(), "parley kingsl", [*NAMES, "parley"])
