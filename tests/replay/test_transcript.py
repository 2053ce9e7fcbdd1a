"""Games as text: written, played again, and every way in which a file can fail."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.doctor.random_play import RandomPlayer
from pbem.engine.decision import Decision, Menu, Number, Pick, Seat, Sequence, Split, Stack, Together, YesNo
from pbem.engine.dice import Fate, Mixed, RollId, roll, shuffle
from pbem.engine.event import Event, tell
from pbem.engine.game.orders import Orders, Word
from pbem.engine.game.rules import Rules
from pbem.engine.log.entry import EntryKind, fingerprint
from pbem.engine.table import Table
from pbem.games import GAMES
from pbem.lab.play.random_games import play_at_random
from pbem.moderator.core.setups import load_setup
from pbem.moderator.playing.order_lines import carry_out
from pbem.orders.carry.execute import execute
from pbem.replay.transcript import TranscriptError, event_line, write_transcript
from pbem.replay.transcript_reader import play_transcript, read_header
from pbem.resources import scenarios_dir

FILES = sorted((Path(__file__).parent.parent / "transcripts").glob("*/*.txt"))
PLANTAGENET = GAMES["plantagenet"]
BOSWORTH = load_setup(PLANTAGENET, "bosworth", scenarios_dir())
GOLDEN = next(path for path in FILES if path.stem == "everything_by_standing_order").read_text()


def same(one: Table[Any], other: Table[Any]) -> bool:
    return facts(one) == facts(other)


def facts(table: Table[Any]) -> list[Any]:
    """All of a game but the places of its fingerprints (where it stopped for a player) and what has brought it."""
    entries = [replace(e, after="", cause=None) for e in table.entries]
    asked = [(d.seat, d.key, d.subject, d.prompt) for d in table.open()]
    return [entries, fingerprint(table.state), table.news, table.over, asked]


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_transcript_plays(path: Path) -> None:
    text = path.read_text()
    header = read_header(text)
    rules = GAMES[header.game]
    play_transcript(rules, load_setup(rules, header.scenario, scenarios_dir(), header.options), text)


@pytest.mark.parametrize("number", range(20))
def test_a_random_game_is_the_same_after_a_round_trip(number: int) -> None:
    table = play_at_random(PLANTAGENET, BOSWORTH, f"transcript {number}")
    again = play_transcript(PLANTAGENET, BOSWORTH, write_transcript(table))
    assert table.over
    assert same(table, again)


def test_a_game_can_be_written_at_any_moment_and_played_on() -> None:
    player = RandomPlayer.from_seed("at any moment")
    table = player.open_table(PLANTAGENET, BOSWORTH)
    while not table.over:
        again = play_transcript(PLANTAGENET, BOSWORTH, write_transcript(table), table.chance)
        assert same(table, again)
        decision = player.question(table)
        answer = player.answer(decision)
        for each in (table, again):
            each.answer(decision.seat, decision.key, answer)
        assert same(table, again)
        if len(table.entries) > 40:
            return


def open_bosworth() -> Table[Any]:
    return Table.open_new(PLANTAGENET, BOSWORTH, Fate(bytes(32)))


def test_what_answers_no_question_comes_back_too() -> None:
    table = open_bosworth()
    for seat, line in (
        ("york", "give y1 richard"),
        ("york", "clear"),
        ("york", "give y33 richard, y36 norfolk"),
        ("york", "standing battle reroll all"),
        ("lancaster", "standing flee henry if troops under 3, oxford"),
        ("york", "withdraw reroll"),
    ):
        execute(table, seat, line)
    table.salt("york", "00ff")
    text = write_transcript(table, {"name": "bosworth-7"})
    assert [e.kind for e in table.entries] == [*[EntryKind.DRAFT] * 3, *[EntryKind.INSTRUCTION] * 3, EntryKind.SALT]
    assert same(table, play_transcript(PLANTAGENET, BOSWORTH, text))
    assert read_header(text).facts == {"name": "bosworth-7"}


def test_a_revised_answer_and_one_by_the_clock_come_back() -> None:
    table = open_bosworth()
    for left, right in (("norfolk", "richard_iii"), ("richard_iii", "norfolk")):
        table.answer("york", "6.0 array", {"left": left, "centre": "northumberland_y2", "right": right}, EntryKind.TIMEOUT)
    text = write_transcript(table)
    assert text.count("york! array") == 2
    assert same(table, play_transcript(PLANTAGENET, BOSWORTH, text))


def test_a_game_taken_back_between_two_dice_can_be_written() -> None:
    whole = play_at_random(PLANTAGENET, BOSWORTH, "taken back")
    last = max(place for place, e in enumerate(whole.entries) if e.kind is EntryKind.ROLL)
    table = Table.restore(PLANTAGENET, BOSWORTH, whole.chance, whole.entries[:last])
    table.salt("york", "00ff")
    table.settle()
    assert same(table, play_transcript(PLANTAGENET, BOSWORTH, write_transcript(table), table.chance))


# Strict


def doctored(change: Callable[[list[str]], object], where: Callable[[str], bool]) -> tuple[str, int]:
    """The golden game with a change at the first line that fits, and that line's number."""
    lines = GOLDEN.splitlines()
    place = next(n for n, line in enumerate(lines) if where(line))
    tail = lines[place:]
    change(tail)
    return "\n".join([*lines[:place], *tail]), place + 1


def failure(text: str) -> TranscriptError:
    with pytest.raises(TranscriptError) as caught:
        play_transcript(PLANTAGENET, BOSWORTH, text)
    return caught.value


def replace_first(new: str) -> Callable[[list[str]], None]:
    def change(lines: list[str]) -> None:
        lines[0] = new

    return change


def test_a_question_without_a_line_is_found() -> None:
    text, number = doctored(lambda lines: lines.pop(0), lambda line: line.startswith("york* hit"))
    error = failure(text)
    assert error.line == number
    assert error.expected.startswith('"asks york hit | round 1')
    assert error.found.startswith('"= [york] 4.4.2 hit standing_order')


def test_a_die_without_a_line_is_found() -> None:
    text, number = doctored(lambda lines: lines.pop(0), lambda line: line.startswith("dice> 4.4.2 protection"))
    error = failure(text)
    assert (error.line, error.found[:3]) == (number, '"= ')
    assert "dice 4.4.2 protection" in error.expected


def test_a_line_without_a_question_is_found() -> None:
    text, number = doctored(lambda lines: lines.insert(0, "york> charge yes"), lambda line: line.startswith("dice>"))
    error = failure(text)
    assert (error.line, error.found) == (number, '"york> charge yes"')
    assert error.expected.startswith('"asks dice')


@pytest.mark.parametrize(
    ("where", "new", "expected"),
    [
        ("= 4.4.2 hits", "= 4.4.2 hits place=left step=missiles york=99 lancaster=0", '"= 4.4.2 hits place='),
        ("= 4.4.2 hits", "= 4.4.2 misses", '"= 4.4.2 hits place='),
        ("dice> 4.4.2 protection", "dice> 4.4.2 protection | somebody else = 3", '"dice> 4.4.2 protection |'),
        ("dice> 4.4.2 protection", "dice> 4.4.2 reroll | somebody else = 3", '"dice> 4.4.2 protection |'),
        ("york> array", "york> array left Oxford", "a legal answer"),
        ("york> array", 'york> array {"left":', "a legal answer"),
        ("york> array", "york> array left Norfolk, left Norfolk, left Norfolk", "a legal answer"),
        ("york> array", "york> array left Norfolk, centre Richard, right Northumb | now", '"asks lancaster give'),
        ("york* hit", "york= hit Norfolk Militia", "york* hit"),
        ("york* hit", "york* hit Norfolk Retinue", "york* hit"),
        ("york+ standing", "york+ standing charge maybe", "a standing order"),
        ("york+ standing", "york+ withdraw reroll", "the withdrawal of a standing order"),
        ("york+ standing", "york+ rest", '"standing"'),
        ("york+ standing", "warwick> flee none", "one of york, lancaster"),
        ("over", "over {winner:nobody}", '"over {winner:'),
        ("over", "asks york flee | round 9", '"over {winner:'),
    ],
)
def test_a_line_that_differs_is_found(where: str, new: str, expected: str) -> None:
    text, number = doctored(replace_first(new), lambda line: line.startswith(where))
    error = failure(text)
    assert (error.line, error.found) == (number, f'"{new}"')
    assert error.expected.startswith(expected)


def test_a_die_has_six_faces() -> None:
    lines = GOLDEN.splitlines()
    place = next(n for n, line in enumerate(lines) if line.startswith("dice>"))
    lines[place] = lines[place].rpartition(" ")[0] + " 7"
    error = failure("\n".join(lines))
    assert (error.line, error.expected) == (place + 1, "a die shows 1 to 6")


def test_an_event_too_many_is_found() -> None:
    text, number = doctored(lambda lines: lines.insert(0, "= 6.0 comet"), lambda line: line.startswith("york* flee"))
    error = failure(text)
    assert (error.line, error.expected) == (number, '"asks york flee | round 1" and no such event')


def test_a_line_left_over_is_found() -> None:
    count = len(GOLDEN.splitlines())
    error = failure(GOLDEN + "york> flee none\n")
    assert (error.line, error.expected) == (count + 1, "nothing after it")


def test_a_file_cut_short_is_found() -> None:
    lines = GOLDEN.splitlines()[:-2]
    error = failure("\n".join(lines))
    assert (error.line, error.found) == (len(lines) + 1, "the end of the file")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("game plantagenet", "game chess", "game 'plantagenet'"),
        ("scenario bosworth", "scenario towton", "scenario 'bosworth'"),
        ("rules 4", "rules 99", "rules 4"),
        ("rules 4", "rules 4\noption advanced true", "options {}"),
        ("rules 4", "rules one", 'a line "rules ..." before the log'),
        ("rules 4", "option advanced maybe", "a value in JSON"),
        ("game plantagenet", "", 'a line "game ..." before the log'),
    ],
)
def test_another_game_is_refused(old: str, new: str, expected: str) -> None:
    assert failure(GOLDEN.replace(old, new, 1)).expected == expected


def test_nothing_is_rolled_behind_the_end() -> None:
    table = open_bosworth()
    again = play_transcript(PLANTAGENET, BOSWORTH, write_transcript(table))
    with pytest.raises(RuntimeError, match="at its end"):
        again.chance(RollId("", "", "", 1), YesNo(), Mixed())


# Shapes that Bosworth does not have


def share_out(seat: Seat) -> Decision:
    return Decision(seat, "8 share", "day 1", "?", Split(lambda: {"ely": 2, "york": 3}, 4))


async def small_play(s: Any) -> None:
    """A deck, hands for one seat only, two seats at once, a share-out and an order."""
    deck = await shuffle("2 deal", "deck", ("ace", "king", "queen"))
    tell(s, "2", "hand", seen_by=frozenset({"york"}), cards=deck[:2], best={"suit": "null", "value": None, "of": 3})
    await Together((share_out("york"), share_out("lancaster")))
    await Decision("york", "7 line", "york", "?", Sequence(lambda: ("left", "centre", "right")))
    await Decision("york", "4 price", "york", "?", Number(2, 9))
    await Decision("york", "9 forced", "york", "?", Number(1, 1))
    await roll("5 end", "end")


def small_rules() -> Rules[Any]:
    words = [("share", "8 share"), ("line", "7 line"), ("price", "4 price"), ("forced", "9 forced")]
    vocabulary: tuple[Word[Any], ...] = tuple(Word(verb, key, verb, verb) for verb, key in words)
    return replace(PLANTAGENET, play=small_play, vocabulary=vocabulary, orders=Orders())


def small_game() -> str:
    table = Table.open_new(small_rules(), BOSWORTH, Fate(bytes(32)))
    table.answer("lancaster", "8 share", {"york": 3, "ely": 1})
    table.answer("york", "8 share", {"ely": 2, "york": 2})
    table.answer("york", "7 line", ["right", "left", "centre"])
    table.answer("york", "4 price", 7)
    return write_transcript(table)


def test_every_shape_has_its_line() -> None:
    lines = small_game().splitlines()
    assert lines[3:7] == ["", "# array", lines[5], lines[6]]
    assert lines[5].startswith("dice> 2 deal | deck = ")
    assert lines[6].startswith("= [york] 2 hand cards=[")
    assert lines[6].endswith(' best={suit:"null",value:null,of:3}')
    assert lines[7:12] == [
        "lancaster> share 3 York, 1 Ely | day 1",
        "york> share 2 Ely, 2 York | day 1",
        "york> line right, left, centre",
        "york> price 7",
        "york= forced 1",
    ]
    assert play_transcript(small_rules(), BOSWORTH, small_game()).over


def test_a_shuffle_keeps_every_card() -> None:
    text = small_game().replace("ace", "joker", 1)
    with pytest.raises(TranscriptError, match="a shuffle keeps every card"):
        play_transcript(small_rules(), BOSWORTH, text)


def test_events_read_the_same_whatever_the_order_of_their_readers() -> None:
    told = {seats: event_line(_secret(*seats)) for seats in (("york", "lancaster"), ("lancaster", "york"))}
    assert set(told.values()) == {"= [lancaster,york] 1 seen"}


def _secret(*seats: str) -> Event:
    return Event("1", "seen", {}, frozenset(seats))


# Menus, stacks, lines that wait, questions nobody is asked


def play_card(seat: Seat) -> Decision:
    return Decision(seat, "3 play", seat, "?", Pick(lambda: ("none", "y1")), lambda: "none", automatic=True)


def command(seat: Seat, subject: str) -> Decision:
    return Decision(seat, "4 command", subject, "?", Menu(lambda: ("march york", "march ely alone", "pass")))


async def menu_play(_s: Any) -> None:
    """York plans, Lancaster commands, York commands twice."""
    await Decision("york", "2 plan", "york", "?", Stack(lambda: {"york": 2, "ely": 2}, 3))
    await play_card("york")
    await command("lancaster", "first")
    await command("york", "second")
    await command("york", "third")
    await command("york", "fourth")


USAGES = {"march": "march AREA"}


def menu_rules() -> Rules[Any]:
    words = [("plan", "2 plan"), ("play", "3 play"), ("march", "4 command"), ("pass", "4 command")]
    vocabulary: tuple[Word[Any], ...] = tuple(
        Word(verb, key, USAGES.get(verb, verb), verb, waits=key[0] == "4") for verb, key in words
    )
    return replace(PLANTAGENET, play=menu_play, vocabulary=vocabulary, orders=Orders())


def menu_game() -> Table[Any]:
    """York writes ahead: their second waiting line is not legal when it is asked."""
    table = Table.open_new(menu_rules(), BOSWORTH, Fate(bytes(32)))
    carry_out(table, "york", [(1, "plan york, ely x2"), (2, "march york"), (3, "march bath"), (4, "pass")])
    carry_out(table, "lancaster", [(1, "march ely")])
    return table


SHOWN = '"shown": {"part": true}'
YORK, BATH, PASS = (f'{{"line": "{line}", {SHOWN}}}' for line in ("march york", "march bath", "pass"))


def test_menus_stacks_and_waiting_lines_have_their_lines() -> None:
    table = menu_game()
    told = [line for line in write_transcript(table).splitlines()[5:] if line and not line.startswith("#")]
    assert told == [
        "york> plan York, Ely, Ely",
        "york. play none",
        f"york+ waiting [{YORK}]",
        f"york+ waiting [{YORK}, {BATH}]",
        f"york+ waiting [{YORK}, {BATH}, {PASS}]",
        "lancaster> march Ely alone | first",
        "york& march York | second",
        '= [york] 4 command waiting_order order="march York"',
        'york+ stopped {"line": "march bath", "problem": "I do not know what \\"bath\\" means here", '
        '"kept": [], "dropped": ["pass"], '
        '"said": ["I do not know what \\"{slips}\\" means here{meant}", {"slips": "bath", "meant": ""}]}',
        '= [york] waiting waiting_stopped line="march bath" '
        'problem="I do not know what \\"bath\\" means here" dropped=[pass]',
        "asks york command | third",
    ]
    assert same(table, play_transcript(menu_rules(), BOSWORTH, write_transcript(table), table.chance))


def test_an_order_of_a_menu_may_be_called_like_the_menu() -> None:
    async def play(_s: Any) -> None:
        await Decision("york", "3 muster", "york", "?", Menu(lambda: ("muster march", "muster york", "done")))

    vocabulary: tuple[Word[Any], ...] = (Word("muster", "3 muster", "", ""), Word("done", "3 muster", "", ""))
    rules = replace(menu_rules(), play=play, vocabulary=vocabulary)
    table = Table.open_new(rules, BOSWORTH, Fate(bytes(32)))
    carry_out(table, "york", [(1, "muster york")])
    assert "york> muster York" in write_transcript(table).splitlines()
    assert same(table, play_transcript(rules, BOSWORTH, write_transcript(table), table.chance))
