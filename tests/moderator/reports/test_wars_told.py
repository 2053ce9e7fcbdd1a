"""6.0-6.3 The Wars of the Roses as their letters tell them: a War's end, the next one's beginning, the last report."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.games import GAMES
from pbem.moderator.core.context import Context
from pbem.moderator.core.setups import set_languages
from pbem.moderator.correcting.by_hand import CannotCorrect, rule
from pbem.moderator.correcting.correction import undo
from pbem.moderator.desk.archive_files import rerun_game
from pbem.moderator.reports.final import final_of
from pbem.moderator.reports.past import report_of
from pbem.replay.audit import verify
from pbem.store.archive.transfer import export_game
from pbem.store.errors import NotFound
from tests.support.conversation import Conversation, Mail, to
from tests.support.wars import LEAD, PLAN, campaign, ruled, to_question, wars_won, win_war, win_wars

COMMAND, SURRENDER = "4.2 command", "6.1.1 surrender"


@pytest.fixture
def talk(tmp_path: Path) -> Iterator[Conversation]:
    talk = campaign(tmp_path)
    yield talk
    talk.db.close()


def headline_of(mail: Mail) -> list[str]:
    """The lines at the top of a report."""
    top, _, _ = "\n".join(mail.text.splitlines()).partition("\n\n")
    return " ".join(top.split()).removesuffix(".").split(". ")


def shown(talk: Conversation, turn: str) -> str:
    with talk.db.reading() as session:
        return report_of(Context(session, talk.desk).of(talk.game()), "observer", turn).text


# A War's end


def test_the_first_letter_of_the_campaign_tells_how_it_is_won(talk: Conversation) -> None:
    first = to("york", talk.opening).flat
    assert "How to win: win the last of three Wars, or leave the enemy without any possible Heir in the second." in first
    assert "Each Heir lost costs their side 8 Influence in the third." in first


def test_of_a_war_alone_it_tells_of_that_war_only(tmp_path: Path) -> None:
    options = {"lost_henry_vi": True, "lost_somerset_2": True}
    first = to("york", Conversation(tmp_path, scenario="iil_legitimacy_fades", options=dict(options)).opening).flat
    assert "How to win: win this War." in first
    assert "in the third" not in first
    assert "Lost in the Wars before: Henry VI, Somerset (2)." in first


def test_the_letter_at_a_wars_end_begins_with_who_has_won_it_and_what_follows(talk: Conversation) -> None:
    mail = win_war(talk, "york")["lancaster"]
    assert headline_of(mail) == [
        "The Yorkists win War I: they have reached the victory threshold",
        "War IIY begins: The Kingmaker",
        "York is King",
        "Influence is level; 40 wins",
    ]
    assert "WAR IIY: THE KINGMAKER All is set up anew: Lords and their mats, cards, Favour, Vassals" in mail.flat


def test_natural_causes_are_in_it_where_somebody_dies_of_them(talk: Conversation) -> None:
    win_war(talk, "york")
    mail = win_war(talk, "lancaster")["york"]
    deaths = [news.event for news in talk.table().news if news.event.name == "natural_causes" and news.event.data["dead"]]
    top = mail.flat.partition(" York, War ")[0]
    assert top.count("Natural Causes: ") == len(deaths)
    assert re.search(r"Natural Causes: York rolls \d and \d \(dies on less than 1, the last Turn\): lives\.", mail.flat)
    assert "War IIIL begins: Yorkists' Last Stand. Henry VI is King." in top


def test_edward_is_told_with_margaret_when_the_war_has_begun(tmp_path: Path) -> None:
    first = to("york", Conversation(tmp_path, scenario="iiiy_new_rivals").opening).flat
    assert "== What happened == WAR IIIY: NEW RIVALS" in first
    begun, _, _ = first.partition("LEVY OF TURN 3")
    assert "Lancastrian Capabilities: Edward (l26) to Margaret." in begun


def test_what_waited_for_a_turn_that_never_came_is_dropped_and_says_why(talk: Conversation) -> None:
    to_question(talk, PLAN)
    talk.write("york", "plan pass, pass, pass, pass\nlevy: muster York\nstanding war discard none")
    mail = win_war(talk, "york")["york"]
    gone = (
        'Your waiting line "muster York" is not carried out: it was for the Levy of Turn 2 of War I, which is over: the War'
    )
    assert gone in mail.flat
    assert talk.table().waiting.get("york", []) == []
    assert talk.table().standing_orders("york") == []


def test_a_war_can_be_taken_back_over_its_end(talk: Conversation) -> None:
    win_war(talk, "york")
    undo(talk.desk, talk.name, "a slip of mine")
    table = talk.table()
    assert (wars_won(talk), table.state.wars.war) == (0, "I")
    with talk.db.reading() as session:
        assert rerun_game(Context(session, talk.desk).of(talk.game())).exact


def test_a_ruling_of_an_heirs_death_brings_the_succession_but_ends_no_war(talk: Conversation) -> None:
    to_question(talk, PLAN)
    ruled(talk, "henry vi dead", "somerset calendar 9")
    assert talk.table().state.wars.removed == ["henry_vi"]
    told = to("york", talk.write("york", "report\nhistory I 1")).flat
    assert "Henry VI was an Heir, and is lost for good. Margaret comes to box 2 of the Calendar." in told
    for line, why in (
        ("somerset dead", "the Death of Somerset would end the War, and no ruling can end one"),
        ("henry vi at london", "Henry VI was an Heir and is lost for good: take moves back instead"),
        ("l26 in deck", r"Edward \(l26\) is not in this War, or set aside"),
        ("l17 in deck", r"Margaret \(l17\) is not in this War, or set aside"),
    ):
        with pytest.raises(CannotCorrect, match=why):
            rule(talk.desk, talk.name, line, "a slip of mine")


def test_the_question_of_a_concession_tells_what_each_answer_means_and_concede_alone_is_none(tmp_path: Path) -> None:
    talk = campaign(tmp_path)
    to_question(talk, PLAN)
    ruled(talk, "york dead", "march dead", "rutland at cambridge", "henry vi at ely", "henry vi militia 9")
    ruled(talk, "henry vi men-at-arms 9", "henry vi longbowmen 9")
    talk.write("lancaster", "plan henry vi, henry vi, pass, pass")
    talk.write("york", "plan pass, pass, pass, pass")
    to_question(talk, COMMAND)
    talk.write("lancaster", "march cambridge")
    to_question(talk, SURRENDER)
    asked = to("york", talk.write("york", "report")).flat
    assert "Yes: Rutland lives; Lancaster wins War I, and War IIL follows (Lancastrian Legitimacy Fades)." in asked
    assert "No: Rutland Dies on 3-6 (4 in 6, 67 %); else he Disbands, and the War goes on." in asked
    assert "If Rutland Dies, Lancaster wins War I all the same, and you begin the third War 8 Influence worse." in asked
    for line in ("concede", "surrender", "concede the war"):
        assert f"{line}: the answer is yes or no. Nearest: concession no" in to("york", talk.write("york", line)).flat
    mail = to("york", talk.write("york", "concede yes"))
    assert headline_of(mail)[:2] == [
        "The Lancastrians win War I: the other side has conceded it",
        "War IIL begins: Lancastrian Legitimacy Fades",
    ]
    assert "rutland" not in talk.table().state.wars.removed


# The campaign's end


@pytest.fixture
def whole(talk: Conversation) -> tuple[Conversation, dict[str, Mail]]:
    return talk, win_wars(talk, "york", "york", "lancaster")


def test_the_last_report_has_all_wars_and_can_be_checked(whole: tuple[Conversation, dict[str, Mail]]) -> None:
    talk, mails = whole
    last = mails["york"]
    assert headline_of(last)[-1] == f"You trail by {talk.table().state.influence}"
    for war in ("WAR I, TURN 1", "WAR IIY, TURN 1", "WAR IIIY, TURN 3"):
        assert war in last.text
    assert "Natural Causes " in last.text.partition("== The dice ==")[2]
    assert "6.3 natural causes" not in last.text.partition("== The dice ==")[2].partition("== Check it yourself ==")[0]
    with talk.db.reading() as session:
        document = export_game(session, talk.game().id, public=True)
    verdict = verify(document, GAMES["plantagenet"], talk.desk.setup_of(talk.game()))
    assert verdict.ok
    assert verdict.exact


def test_its_figures_are_those_with_which_each_war_ended(whole: tuple[Conversation, dict[str, Mail]]) -> None:
    talk, _ = whole
    final = final_of(talk.table(), "york")
    rows = {
        label.written: row[0] for label, row in zip(final.figures[0].labels, final.figures[0].rows, strict=True) if label
    }
    ends = [news.event.data["tracks"]["influence"] for news in talk.table().news if news.event.name == "war_won"]
    assert [rows["I 1"], rows["IIY 1"]] == ends[:2]
    assert max(ends[:2]) < -LEAD // 2


def test_the_past_is_shown_war_by_war(whole: tuple[Conversation, dict[str, Mail]]) -> None:
    talk, _ = whole
    assert "LEVY OF TURN 1 OF WAR IIY" in shown(talk, "IIY 1")
    assert "LEVY OF TURN 1 OF WAR I\n" in shown(talk, "I 1")
    assert (
        "There are Turn 1 of War I, Turn 1 of War IIY and Turns 3 to 6 of War IIIY."
        in to("york", talk.write("york", "history")).flat
    )
    history = to("york", talk.write("york", "history IIY 1")).text
    assert "LEVY OF TURN 1 OF WAR IIY" in history
    for turn in ("IIL 1", "turn 1 of War IIL"):
        with pytest.raises(NotFound, match="it has Turn 1 of War I, Turn 1 of War IIY and Turns 3 to 6 of War IIIY"):
            shown(talk, turn)
    assert "LEVY OF TURN 1 OF WAR IIY" in shown(talk, "turn 1")


def test_in_german_too(talk: Conversation) -> None:
    set_languages(talk.db, talk.name, ["de"], ("en", "de"))
    mail = win_war(talk, "york")["york"]
    assert "War IIY beginnt: The Kingmaker. York ist King." in mail.flat
    assert "Alles wird neu aufgebaut" in mail.flat


def test_cards_places_and_forecasts_are_told_in_german(talk: Conversation) -> None:
    set_languages(talk.db, talk.name, ["york=de"], ("en", "de"))
    to_question(talk, PLAN)
    talk.write("lancaster", "plan pass, pass, pass, pass")
    mail = to("york", talk.write("york", "plan march, york, york, pass\ncard 1: forage; forage; pass\ncard 2: tax ely"))
    assert "card 1: pass -> pass (March, 1. Karte von Turn 1 von War I ist schon vorbei)" in mail.flat
    assert "York ist Aktiv, noch 1 von 2 Aktionen." in mail.flat
    assert "Beaumont in Lincoln, Bonville in Launceston" in mail.flat
    assert "Tides of War, wie es jetzt steht: 9 Influence für dich, 12 für den Gegner: der Gegner gewinnt 3." in mail.flat


def test_why_a_line_is_dropped_is_told_in_german(talk: Conversation) -> None:
    set_languages(talk.db, talk.name, ["york=de"], ("en", "de"))
    to_question(talk, PLAN)
    talk.write("york", "plan pass, pass, pass, pass\nlevy: muster York")
    mail = win_war(talk, "york")["york"]
    gone = "es war für das Levy von Turn 2 von War I, was vorbei ist: der War ist zu Ende."
    assert f'Deine wartende Zeile "muster York" wird nicht ausgeführt: {gone}' in mail.flat


def test_how_the_wars_are_won_is_told_again_where_it_is_asked(talk: Conversation) -> None:
    for line in ("help win", "help heirs", "help respite"):
        told = to("york", talk.write("york", line)).flat
        assert "How to win: win the last of three Wars, or leave the enemy without any possible Heir in the second." in told
        assert "is not a word of this game" not in told
    set_languages(talk.db, talk.name, ["york=de"], ("en", "de"))
    assert "So gewinnst du: gewinne den letzten von drei Wars" in to("york", talk.write("york", "help gewinnen")).flat
