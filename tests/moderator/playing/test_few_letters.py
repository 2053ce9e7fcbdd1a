"""How many letters a battle takes."""

from __future__ import annotations

from collections import Counter

from tests.support.conversation import (
    LANCASTER_ROUND,
    LANCASTER_SETUP,
    PLAYERS,
    YORK_SETUP,
    Conversation,
    form,
    offered,
    to,
)

STANDING = (
    "standing flee none\nstanding absorb militia, longbowmen, men-at-arms, vassal, retinue\nstanding reroll all\n"
    "standing culverins all\nstanding centre left, right\n"
)
YORK = YORK_SETUP + STANDING + "standing charge no\nstanding vanguard no\n"
LANCASTER = LANCASTER_SETUP + STANDING + "standing order left, centre, right\n"


def test_no_letter_after_the_array_with_standing_orders(talk: Conversation) -> None:
    talk.write("york", YORK)
    last = talk.write("lancaster", LANCASTER)
    assert talk.game().status == "over"
    assert {m.to for m in last} == {player.address for player in PLAYERS.values()}


def test_one_letter_a_side_a_round_with_the_forms_as_they_stand(talk: Conversation) -> None:
    mails = talk.set_up()
    letters: Counter[tuple[str, str]] = Counter()
    while talk.game().status != "over":
        (seat,) = [s for s in PLAYERS if any(m.to == PLAYERS[s].address and "Your move" in m.subject for m in mails)]
        ask = to(seat, mails)
        letters[seat, ask.subject.split("] ")[0]] += 1
        mails = talk.write(seat, offered(ask))
    assert letters
    assert max(letters.values()) == 1


def test_a_standing_order_that_fired_is_told_to_its_owner_only(talk: Conversation) -> None:
    talk.write("york", YORK)
    last = talk.write("lancaster", LANCASTER.replace("militia, longbowmen", "longbowmen, militia"))
    assert "absorb Militia, Longbowmen" in to("york", last).text
    assert "absorb Militia, Longbowmen" not in to("lancaster", last).text


def test_standing_orders_in_force_are_echoed(talk: Conversation) -> None:
    mail = to("york", talk.write("york", "standing reroll retinue, men-at-arms\n"))
    assert "reroll Retinue, Men-at-Arms" in mail.text
    later = to("york", talk.write("york", "report\n"))
    assert "reroll Retinue, Men-at-Arms" in later.text
    gone = to("york", talk.write("york", "withdraw reroll\n"))
    assert "reroll Retinue, Men-at-Arms" not in gone.text.split("Nothing has changed on the board", 1)[1]


def test_a_player_who_answers_hit_by_hit_does_not_fill_the_others_mailbox(talk: Conversation) -> None:
    talk.set_up()
    talk.write("york", "culverins none\nflee none\nvanguard no\ncharge no\nreroll none\n")
    asked = talk.write("lancaster", LANCASTER_ROUND)
    while "which unit absorbs" in (ask := to("york", asked)).text.lower():
        line = next(line for line in form(ask).splitlines() if line.startswith("hit "))
        asked = talk.write("york", line)
        over = talk.game().status == "over" or "round 1]" not in to("york", asked).subject
        assert over or [m.to for m in asked] == [PLAYERS["york"].address]
        if over:
            break
    assert "Hit" in to("lancaster", asked).text
