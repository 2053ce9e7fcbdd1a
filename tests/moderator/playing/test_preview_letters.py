"""Letters that ask for a preview: every line is answered with what it would come to, and nothing else happens."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.engine.decision import Json, Shape
from pbem.engine.dice import Fate, Mixed, RollId
from pbem.moderator.correcting.by_hand import hold
from pbem.orders.words.lines import lines_for
from tests.support.conversation import Conversation, Mail, form, offered, to

SCENARIO = "ia_henry_vi"


@pytest.fixture
def talk(tmp_path: Path) -> Conversation:
    """A game as York's Muster begins."""
    talk = Conversation(tmp_path, scenario=SCENARIO)
    talk.once("to the Muster", to_the_muster)
    assert talk.asked() == "york"
    return talk


def to_the_muster(talk: Conversation) -> list[Mail]:
    while "muster" not in (question := talk.table().open()[0]).key:
        talk.write(question.seat, "\n".join(lines_for(talk.table(), question)))
    return []


def no_die(roll: RollId, shape: Shape, mixed: Mixed) -> Json:
    """A Chance that must not be asked."""
    raise AssertionError(f"{roll} was rolled for a preview: {shape}, {mixed}")


def preview(talk: Conversation, seat: str, text: str) -> Mail:
    """The answer to a letter, which must be the only mail."""
    return to(seat, talk.write(seat, text))


def test_each_line_is_said_back_with_its_costs_and_odds(talk: Conversation) -> None:
    mail = preview(
        talk, "york", "preview\nmuster york\nlevy troops\nparley cambridge\nmuster march\nparley hereford spend 1\n"
    )
    assert mail.subject == "[ia-henry-vi-1 York] Preview: nothing is carried out"
    assert "2 ok muster york -> muster York" in mail.flat
    assert (
        "3 ok levy troops -> levy troops - costs 1 Levy action - brings 1 Longbowmen, 1 Militia - Depletes Ely" in mail.flat
    )
    assert (
        "parley Cambridge - costs 2 Influence, 1 Levy action - 1 Way from Ely - succeeds on 1-5 (5 in 6, 83 %)" in mail.flat
    )
    assert "with spend 0 on 1-3 (3 in 6, 50 %); with spend 3 on 1-5 (5 in 6, 83 %)" in mail.flat
    assert "York (1 of 3 Levy actions left): what next?" in mail.flat
    assert "Certain, in all: 5 Influence, 3 Levy actions." in mail.flat


def test_the_html_says_the_same(talk: Conversation) -> None:
    mail = preview(talk, "york", "preview\nmuster york\nparley cambridge\nparley <nowhere>\n")
    assert "succeeds on 1-5 (5 in 6, 83 %)" in mail.html
    assert "&lt;nowhere&gt;" in mail.html
    assert "<nowhere>" not in mail.html


def test_nothing_comes_of_it(talk: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    seats, entries = [talk.seat("york"), talk.seat("lancaster")], talk.table().entries
    monkeypatch.setattr(Fate, "__call__", lambda _self, roll, shape, mixed: no_die(roll, shape, mixed))
    preview(
        talk,
        "york",
        "preview\nmuster york\nparley cambridge\nstanding intercept none\nwithdraw intercept\ndone\nplan york\n",
    )
    preview(talk, "lancaster", "preview\nmuster henry\nlevy troops\nparley ely\nstanding flee all\n")
    assert talk.table().entries == entries
    assert [talk.seat("york"), talk.seat("lancaster")] == seats
    assert not talk.table().waiting


@pytest.mark.faults
def test_a_fault_in_a_preview_does_not_hold_the_game(talk: Conversation, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("the rules have no bread")

    entries = talk.table().entries
    with monkeypatch.context() as patched:
        patched.setattr("pbem.moderator.playing.previews.preview", broken)
        mails = talk.write("york", "preview\nmuster york\n")
    assert "nothing in it has changed" in to("york", mails).flat
    (told,) = [mail for mail in mails if mail.to == talk.desk.gamemaster]
    assert "ZeroDivisionError: the rules have no bread" in told.flat
    assert talk.game().status == "playing"
    assert talk.table().entries == entries


def test_the_word_can_stand_in_front_of_an_order_and_anywhere(talk: Conversation) -> None:
    one = preview(talk, "york", "preview muster york; levy troops")
    other = preview(talk, "york", "muster york; levy troops\npreview\n")
    assert one.text == other.text
    assert "levy troops -> levy troops" in one.flat


def test_a_preview_sent_back_is_carried_out(talk: Conversation) -> None:
    mail = preview(talk, "york", "preview\nmuster york\nlevy troops\nlevy carts\ngibberish\n")
    assert "# gibberish" not in form(mail), "it is talk"
    talk.write("york", offered(mail))
    assert talk.table().state.wear == {"ely": "depleted"}


def test_the_line_that_runs_out_of_actions_is_told(talk: Conversation) -> None:
    mail = preview(talk, "york", "preview\nmuster march\nlevy carts; levy carts; levy carts\nmuster york\n")
    assert mail.flat.count("levy carts -> levy Carts") == 2
    assert "-- levy carts:" in mail.flat
    assert "Sent as it is, line 3 would be refused" in mail.flat


def test_a_slip_gets_the_nearest_lines(talk: Conversation) -> None:
    mail = preview(talk, "york", "preview\nmuster oyrk\n")
    assert 'I do not know what "oyrk" means here' in mail.flat
    assert "Nearest: muster York" in mail.flat


def test_a_command_card_is_rehearsed_to_its_end(talk: Conversation) -> None:
    to_first_card(talk)
    mail = preview(talk, "york", "preview\nmarch cambridge; march ipswich; forage\n")
    assert "-> march Cambridge - costs 1 Command action - a second Highway can follow at no cost" in mail.flat
    assert "York (1 of 2 Command actions left, and a free second Highway): what next?" in mail.flat
    assert "-- march ipswich:" in mail.flat
    assert "-> forage - costs 1 Command action - succeeds on 1-4 (4 in 6, 67 %)" in mail.flat
    assert "York's card, the 1st of Turn 1 is over with it" in mail.flat


def to_first_card(talk: Conversation) -> None:
    """On to the first question of a Command card, by the defaults."""
    while "command" not in (question := talk.table().open()[0]).key:
        talk.write(question.seat, "\n".join(lines_for(talk.table(), question)))


def test_it_works_while_nothing_is_asked(talk: Conversation) -> None:
    mail = preview(talk, "lancaster", "preview\nmuster henry\nlevy troops\nlevy ship\n")
    assert "kept for the Levy of Turn 1" in mail.flat
    assert "brings 1 Men-at-Arms, 1 Longbowmen, 1 Militia" in mail.flat
    assert "as things stand now it could not be carried out" in mail.flat
    assert "London is not a Port" in mail.flat
    assert not talk.table().waiting.get("lancaster")


def test_it_works_while_the_game_is_held(talk: Conversation) -> None:
    hold(talk.desk, talk.name, "lunch")
    talk.new_mails()
    assert "levy troops -> levy troops" in preview(talk, "york", "preview\nmuster york\nlevy troops\n").flat


def test_it_works_when_the_game_is_over(tmp_path: Path) -> None:
    talk = Conversation(tmp_path)
    talk.set_up()
    talk.play_to_the_end()
    before = talk.table().entries
    assert "Preview: nothing is carried out" in preview(talk, "york", "preview\nreroll all\n").subject
    assert talk.table().entries == before


def test_a_preview_without_orders_says_how(talk: Conversation) -> None:
    assert "Your letter had no orders to preview" in preview(talk, "york", "preview\n").flat


def test_a_standing_order_is_read_back_with_what_it_would_do_now(tmp_path: Path) -> None:
    talk = Conversation(tmp_path)
    talk.set_up()
    asked = talk.table().open()[0]
    mail = preview(talk, asked.seat, "preview\nstanding culverins all\nstanding reroll all\n")
    assert (asked.seat, asked.key) == ("york", "4.4.1 culverins")
    assert (
        "- if it were asked now, it would answer: culverins Norfolk, Northumberland - Norfolk: a die is added" in mail.flat
    )
    assert "3 ok standing reroll all" in mail.flat


def test_it_does_not_count_as_news_told(talk: Conversation) -> None:
    told = talk.seat("lancaster").told
    talk.write("york", "muster york\nlevy troops\n")
    preview(talk, "lancaster", "preview\nmuster henry\n")
    assert talk.seat("lancaster").told == told
    mails = talk.write("york", "done\n")
    assert "Depleted" in to("lancaster", mails).text


def test_lines_about_time_are_left_for_another_letter_and_questions_have_their_own_answer(talk: Conversation) -> None:
    answer, mail = talk.write("york", "preview\nstatus\nextend 24h\nmuster york\n")
    assert "Preview" not in answer.subject
    assert "status ->" not in mail.flat
    assert "extend 24h -> about time: a preview does not try it, send it in a letter without preview" in mail.flat
    assert "muster york -> muster York" in mail.flat
    assert "would stop" not in mail.flat


def test_repeated_orders_and_branches_are_read_with_what_they_cost(talk: Conversation) -> None:
    lines = ("muster march", "parley worcester until friendly, at most 3, spend 1", "if it fails: levy carts", "else: pass")
    mail = preview(talk, "york", "\n".join(["preview", *lines]))
    assert "each time, and at most 3 times: - costs 3 Influence, 1 Levy action" in mail.flat
    assert "in that case: costs 1 Levy action" in mail.flat
    assert "Certain, in all: 3 Influence, 1 Levy action." in mail.flat


def test_the_plan_and_orders_for_its_cards_are_rehearsed(talk: Conversation) -> None:
    lines = (
        "muster york; levy carts; done",
        "plan: york, march, york, march",
        "card 1: march cambridge; pass",
        "card 2: forage",
    )
    mail = preview(talk, "york", "\n".join(["preview", *lines]))
    assert "for the Plan of Turn 1: plan York, March, York, March" in mail.flat
    assert "-> for York's card, the 1st of Turn 1: march Cambridge - costs 1 Command action" in mail.flat
    assert "-> for March's card, the 2nd of Turn 1: forage - costs 1 Command action - succeeds" in mail.flat
    assert "would stop" not in mail.flat


SECRET_LETTERS = {
    "lines that wait": "muster henry\nlevy troops\n",
    "standing orders": "standing game intercept none\nstanding game play none\n",
}


@pytest.mark.parametrize("letter", SECRET_LETTERS.values(), ids=SECRET_LETTERS)
def test_a_preview_does_not_show_what_the_enemy_has_ordered_ahead(talk: Conversation, letter: str) -> None:
    lines = "preview\nmuster york; parley cambridge; done\nplan york, march, york, march\ncard 1: march cambridge\n"
    before = preview(talk, "york", lines)
    entries = len(talk.table().entries)
    talk.write("lancaster", letter)
    assert len(talk.table().entries) > entries
    after = preview(talk, "york", lines)
    assert (before.text, before.html) == (after.text, after.html)


def test_a_preview_while_both_plan_does_not_show_whether_the_enemy_has(talk: Conversation) -> None:
    while "plan" not in (question := talk.table().open()[0]).key:
        talk.write(question.seat, "\n".join(lines_for(talk.table(), question)))
    lines = "preview\nplan york, york, march, march\ncard 1: march cambridge; forage\n"
    before = preview(talk, "york", lines)
    assert "-> for York's card, the 1st of Turn 1: march Cambridge" in before.flat
    talk.write("lancaster", "plan henry, henry, somerset, somerset\n")
    assert not talk.table().open_to("lancaster")
    after = preview(talk, "york", lines)
    assert (before.text, before.html) == (after.text, after.html)


def test_an_answer_collected_over_several_lines_stops_no_preview(tmp_path: Path) -> None:
    talk = Conversation(tmp_path)
    talk.write("york", "give y32 richard\ngive y36 norfolk\ngive y1 northumberland\ngive y2 norfolk\n")
    lines = "array left norfolk\narray centre richard\narray right northumberland\n"
    text = preview(talk, "york", f"preview\n{lines}").text
    assert "would stop" not in text
    assert talk.table().draft_of(talk.table().open_to("york")[0]) == {}


def test_lines_that_are_no_orders_are_named(talk: Conversation) -> None:
    (mail,) = talk.write("york", "preview\nfine weather here\ndone")
    assert "Not read as orders: fine weather here (not an order)" in mail.flat
    assert "fine weather here (not an order)" in mail.html


def test_a_plan_with_a_card_of_a_lord_who_is_not_there_says_so(talk: Conversation) -> None:
    assert "Make your Plan of 4 Command cards, first to last." in preview(talk, "york", "help plan").flat
    line = "plan York, March, Rutland, pass"
    for letter in (f"preview\n{line}", line):
        told = preview(talk, "york", letter).flat
        assert "Rutland is not on the map: his card is a Pass unless he comes" in told
        assert "March is not on the map" not in told


def test_all_lines_that_would_be_refused_are_named_and_cost_nothing(talk: Conversation) -> None:
    told = preview(talk, "york", "preview\nmuster york\nparley camelot\nlevy troops\nplan york, camelot, pass, pass\n").flat
    assert "Sent as it is, lines 3, 5 would be refused, and what depends on them would not be carried out." in told
    assert "Certain, in all" not in told, told
