"""Messages between players: letters in, letters out."""

from __future__ import annotations

from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.mail.reading import read_letter
from pbem.mail.typed.orders import LineSigns, read_lines
from pbem.moderator.clock.deadline_changes import set_terms
from pbem.moderator.core.desk import Player
from pbem.moderator.correcting.by_hand import hold, release
from pbem.moderator.desk.press import CannotAnswer, answer_question, messages_of, press_of, set_press
from pbem.moderator.intake.admission import take_in
from pbem.moderator.intake.moderating import moderate_all
from pbem.moderator.seats.handover import hand_over
from pbem.moderator.seats.observers import add_observer
from pbem.moderator.talk.message_headers import MessageHeaders
from pbem.store.archive.transfer import export_game, import_game
from pbem.store.database import Database
from pbem.store.games import press
from pbem.store.tables.mail import MessageRow
from tests.support.conversation import LANCASTER_SETUP, PLAYERS, YORK_SETUP, Conversation, Mail, to

THREE = {
    seat: Player(name, f"{name.lower()}@example.test")
    for seat, name in zip(("red", "blue", "green"), ("Ann", "Bob", "Cleo"), strict=True)
}
PRIVATE = "tell Lancaster\nHi Bob,\nshall we have peace?\n\nmarch ely\n== The position ==\n<b>Ann</b>\nend\n"


@pytest.fixture
def talk(tmp_path: Path) -> Conversation:
    return Conversation(tmp_path)


def lines(mail: Mail) -> str:
    return mail.text.replace("\r\n", "\n")


def kept(talk: Conversation) -> list[MessageRow]:
    with talk.db.reading() as session:
        return press.all_of(session, talk.game().id)


def test_a_message_is_sent_at_once_and_its_writer_is_told(talk: Conversation) -> None:
    mails = talk.write("york", PRIVATE)
    hers, his = to("york", mails), to("lancaster", mails)
    assert "sent to Lancaster, at once, 13 words" in hers.flat
    assert "York to you:" in lines(his)
    assert "  | march ely\n  | == The position ==\n  | <b>Ann</b>\n" in lines(his)
    assert "&lt;b&gt;Ann&lt;/b&gt;" in his.html
    assert "<b>Ann</b>" not in his.html
    assert "[bosworth-1 Lancaster] A message from York" in his.subject
    assert talk.table().entries == []


def test_a_line_is_a_message_too_and_the_orders_beside_it_are_carried_out(talk: Conversation) -> None:
    mails = talk.write("york", f"Tell Bob: peace; or give y32 richard # no order\n{YORK_SETUP}")
    assert "sent to Lancaster" in to("york", mails).flat
    assert "| peace; or give y32 richard # no order" in to("lancaster", mails).text
    assert talk.asked() == "lancaster"


def test_a_message_is_sent_although_the_orders_fail(talk: Conversation) -> None:
    mails = talk.write("york", "give y99 nobody\ntell lancaster: oops\n")
    assert "| oops" in to("lancaster", mails).text
    assert "--" in to("york", mails).text


WRAPPED = (
    "tell Lancaster: I am not sure whether my men want to go on, but they may",
    "give y32 richard the army, who has asked for it so often that I am tired",
    "of all his letters; and then we shall see what he can do with it, before",
    "the winter comes to the north and nobody can march over the hills to the",
    "sea",
)
NOTE = ("tell Lancaster: I am happy to leave you the whole of the north if you like", "I will of course stab him later")


def with_html(text: str, html: str) -> bytes:
    mail = EmailMessage()
    mail.set_content(text)
    mail.add_alternative(html, subtype="html")
    mail["From"] = "anna@example.net"
    return bytes(mail)


def heads(raw: bytes) -> list[tuple[str, bool]]:
    opens = MessageHeaders({"york": "Ann", "lancaster": "Bob"}, {}).opens
    return [(each.head, each.sure) for each in read_lines(read_letter(raw), (), LineSigns(opens=opens)).passages]


def test_a_long_line_that_a_program_has_wrapped_is_one_message(talk: Conversation) -> None:
    mails = talk.write("york", "\n".join(WRAPPED))
    assert "but they may give y32 | richard the army" in to("lancaster", mails).flat
    assert talk.table().entries == []


def test_html_shows_whether_a_program_has_wrapped_a_message() -> None:
    text = "\n".join(NOTE)
    assert heads(with_html(text, f"<p>{' '.join(NOTE)}</p>")) == [(" ".join(NOTE), True)]
    assert heads(with_html(text, f"<p>{'<br>'.join(NOTE)}</p>")) == [(" ".join(NOTE), False)]


@pytest.mark.parametrize(
    "lines", [NOTE, ("tell Lancaster: would you agree to leave Wales to", "me if I stay out of Calais?")]
)
def test_what_can_be_the_rest_of_a_message_or_a_note_is_told_to_nobody(talk: Conversation, lines: tuple[str, str]) -> None:
    mails = talk.write("york", "\n".join(lines))
    assert [mail.to for mail in mails] == [PLAYERS["york"].address]
    assert f'not sent: is "{lines[1]}" the rest of your message?' in mails[0].flat
    begun = lines[0].partition(": ")[2][:20]
    assert all(begun not in mail.flat for mail in talk.write("york", "ok") if mail.to != PLAYERS["york"].address)


def test_an_empty_line_or_a_full_stop_ends_a_message(talk: Conversation) -> None:
    apart = talk.write("york", "tell Lancaster: peace then\n\nI will stab him later")
    assert "stab" not in to("lancaster", apart).flat
    ended = talk.write("york", "tell Lancaster: peace now.\nI will stab him later on")
    assert "stab" not in to("lancaster", ended).flat


def test_a_message_under_a_full_line_goes_to_its_own_readers_alone(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, scenario="three_players", game="kingmaker", players=THREE)
    to_all = "tell all: I greet you, and I hope for a long game with many agreements."
    assert len(to_all) > 68
    mails = talk.write("red", f"{to_all}\ntell Bob: let us crush Cleo\n{to_all}\nask moderator: may we?\n")
    read = {mail.to: mail.flat for mail in mails}
    assert (
        "Red to everybody: | I greet you, and I hope for a long game with many agreements. Red" in read["bob@example.test"]
    )
    assert "Red to you: | let us crush Cleo Red" in read["bob@example.test"]
    assert read["cleo@example.test"].count("many agreements.") == 2
    assert "crush" not in read["cleo@example.test"]
    assert "may we" not in read["cleo@example.test"] + read["bob@example.test"]


@pytest.mark.parametrize("head", ["tell alle", "tell Bob und Cleo", "tell allen außer Ann"])
def test_readers_are_named_in_german_too(tmp_path: Path, head: str) -> None:
    talk = Conversation(tmp_path, scenario="three_players", game="kingmaker", players=THREE)
    mails = talk.write("red", f"{head}: Guten Tag")
    assert [mail.to for mail in mails if "| Guten Tag" in mail.text] == ["bob@example.test", "cleo@example.test"]


def test_without_end_it_goes_on_to_what_is_quoted_or_to_a_signature(talk: Conversation) -> None:
    quoted = "".join(f"> {line}\n" for line in talk.opening[0].text.splitlines())
    mails = talk.write("york", f"tell Lancaster\nOne more thing.\n-- \nAnn, 12 Mill Lane\n\n{quoted}")
    his, hers = to("lancaster", mails), to("york", mails)
    assert "| One more thing." in lines(his)
    assert "Mill Lane" not in lines(his)
    assert 'there was no line "end"' in hers.flat


def test_a_german_end_ends_a_message_too(talk: Conversation) -> None:
    """What stands behind it is the writer's own, and nobody else's."""
    mails = talk.write("york", "sag Lancaster\nFrieden?\nEnde\nhelp dice\n")
    assert "| Frieden?" in lines(to("lancaster", mails))
    assert "help dice" not in " ".join(lines(to("lancaster", mails)))
    assert 'there was no line "end"' not in to("york", mails).flat
    assert "help dice -> help" in to("york", mails).flat


def test_a_message_in_the_reply_form_is_none_of_its_orders(talk: Conversation) -> None:
    text = talk.opening[0].text
    begin = text.index("give ", text.index("--- orders ---"))
    mails = talk.write("york", text[:begin] + "tell Lancaster\nmarch ely\nend\n" + text[begin:])
    assert "| march ely" in to("lancaster", mails).text
    assert talk.table().entries == []


def test_a_message_that_is_quoted_back_is_no_order_of_its_reader(talk: Conversation) -> None:
    talk.write("york", YORK_SETUP)
    his = to("lancaster", talk.write("york", f"tell Lancaster\n{LANCASTER_SETUP}end\n"))
    for back in (his.text, "".join(f"> {line}\n" for line in his.text.splitlines())):
        before = talk.table().next_number
        talk.write("lancaster", f"{back}\n")
        assert talk.table().next_number == before
    answer = to("york", talk.write("lancaster", f"tell york: No.\n\n{his.text}"))
    assert "| No." in answer.text
    assert "give l5" not in answer.text


def test_the_same_letter_is_not_sent_twice(talk: Conversation) -> None:
    def answering(message: EmailMessage) -> None:
        message["In-Reply-To"] = talk.opening[0].message_id

    talk.write("york", PRIVATE, change=answering)
    mails = talk.write("york", PRIVATE, change=answering)
    assert [mail.to for mail in mails] == ["ann@example.test"]
    assert len(kept(talk)) == 1
    talk.write("york", f"again\n{PRIVATE}", change=answering)
    assert len(kept(talk)) == 2


def test_a_held_game_delivers_messages_and_once_only(talk: Conversation) -> None:
    hold(talk.desk, talk.name, "a question of the rules")
    talk.new_mails()
    mails = talk.write("york", f"{PRIVATE}{YORK_SETUP}")
    assert "shall we have peace?" in to("lancaster", mails).text
    release(talk.desk, talk.name)
    assert len(kept(talk)) == 1
    assert not any("shall we have peace?" in mail.text for mail in talk.new_mails())
    assert talk.asked() == "lancaster"


def test_a_message_can_wait_for_the_report(talk: Conversation) -> None:
    set_terms(talk.desk, talk.name, {"press_delivery": "report"})
    talk.new_mails()
    mails = talk.write("york", PRIVATE)
    assert [mail.to for mail in mails] == ["ann@example.test"]
    talk.write("york", YORK_SETUP)
    report = to("lancaster", talk.write("lancaster", LANCASTER_SETUP))
    assert "== Messages ==" in lines(report)
    assert "York to you:\n  | Hi Bob,\n" in lines(report)
    later = talk.write("lancaster", "report")
    assert "Hi Bob" not in later[0].text


@pytest.mark.parametrize(
    ("allowed", "text", "why"),
    [
        ("none", "tell lancaster: hi", "players cannot write to each other in this game"),
        ("public", "tell lancaster: hi", "in this game all read every message"),
        ("any", "tell lancaster anonymously: hi", "this game has no anonymous messages"),
        ("any", "tell Clarence: hi", "whom shall I tell?"),
        ("any", "tell york: hi", "that is you"),
        ("any", "tell lancaster\n\nend", "there is nothing in it"),
        ("any", f"tell lancaster\n{'x' * 70}\n" + f"{'y' * 70}\n" * 70 + "end", "it is too long"),
    ],
)
def test_what_is_not_allowed_is_refused_by_name(talk: Conversation, allowed: str, text: str, why: str) -> None:
    set_terms(talk.desk, talk.name, {"press": allowed})
    talk.new_mails()
    mails = talk.write("york", text)
    assert [mail.to for mail in mails] == ["ann@example.test"]
    assert why in mails[0].flat
    assert kept(talk) == []


def test_an_unsigned_message_waits_and_tells_nothing_of_its_writer(talk: Conversation) -> None:
    set_terms(talk.desk, talk.name, {"press": "anonymous"})
    talk.new_mails()
    mails = talk.write("york", f"tell all anonymously: beware\n{YORK_SETUP}")
    assert not any("beware" in mail.text for mail in mails if mail.to == "bob@example.test")
    report = to("lancaster", talk.write("lancaster", LANCASTER_SETUP))
    assert "Somebody to everybody:\n  | beware\n" in lines(report)
    assert "York to everybody" not in lines(report)


def observed(mails: list[Mail]) -> list[Mail]:
    return [mail for mail in mails if mail.to == "clio@example.test"]


def test_an_observer_reads_public_messages_only(tmp_path: Path) -> None:
    seen = []
    for folder, private in (("with", PRIVATE), ("without", "")):
        (tmp_path / folder).mkdir()
        talk = Conversation(tmp_path / folder)
        add_observer(talk.desk, talk.name, Player("Clio", "clio@example.test"))
        talk.write("york", f"tell all: Have fun!\n{private}{YORK_SETUP}")
        talk.write("lancaster", LANCASTER_SETUP)
        talk.play_to_the_end()
        talk.see_again()
        seen.append([(mail.subject, mail.text, mail.html) for mail in observed(talk.new_mails())])
    assert len(seen[0]) > 1
    assert seen[0] == seen[1]
    assert any("Have fun!" in text for _, text, _ in seen[0])
    assert not any("peace" in text for _, text, _ in seen[0])


def test_so_many_messages_a_letter_and_a_day(talk: Conversation) -> None:
    mails = talk.write("york", "".join(f"tell lancaster: number {n}\n" for n in range(7)))
    assert "a letter can have 5 messages at most" in to("york", mails).flat
    for n in range(6):
        talk.write("york", "".join(f"tell lancaster: {n}-{m}\n" for m in range(5)))
    assert len(kept(talk)) == 30
    talk.clock.move(days=2)
    talk.write("york", "tell lancaster: good morning")
    assert len(kept(talk)) == 31


def told(mails: list[Mail]) -> str:
    """What Ann is told in answer to her letter."""
    return next(mail.flat for mail in mails if mail.to == "ann@example.test")


def test_so_many_messages_go_to_each_reader_at_once_and_the_writer_is_told_why_others_wait(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, scenario="three_players", game="kingmaker", players=THREE)
    for letter in range(2):
        talk.write("red", "".join(f"tell Bob: number {letter}-{n}\n" for n in range(5)))
    late = talk.write("red", "tell Bob: number 11")
    assert "sent to Blue, with the next report, for only 10 a day to one player go at once" in told(late)
    assert [mail.to for mail in late] == ["ann@example.test"]
    mixed = talk.write("red", "tell all: good evening\ntell Cleo: and to you")
    assert "at once, but to Blue with the next report" in told(mixed)
    assert "sent to Green, at once" in told(mixed)
    others = [mail.to for mail in mixed if mail.to != "ann@example.test"]
    assert others == ["cleo@example.test"]


def test_messages_after_the_end(talk: Conversation) -> None:
    talk.set_up()
    talk.play_to_the_end()
    mails = talk.write("york", "tell lancaster: a good game!")
    assert "| a good game!" in to("lancaster", mails).text


def test_messages_are_told_again(talk: Conversation) -> None:
    talk.write("york", PRIVATE)
    talk.write("lancaster", "tell york: Yes.")
    for seat, told in (("york", "You to Lancaster:"), ("lancaster", "York to you:")):
        answer = to(seat, talk.write(seat, "messages"))
        assert told in answer.text
        assert "| march ely" in answer.text
        assert "| Yes." in answer.text
    assert '"end"' in to("york", talk.write("york", "help tell")).flat


def test_the_game_master_reads_stops_and_allows_messages(talk: Conversation) -> None:
    talk.write("york", PRIVATE)
    assert "  | march ely" in messages_of(talk.desk, talk.name)
    set_press(talk.desk, talk.name, {"press": "none"})
    assert press_of(talk.desk, talk.name) == "Players cannot write to each other in this game."
    assert "cannot write to each other" in to("york", talk.write("york", "tell lancaster: hi")).flat


def test_an_archive_has_the_messages_and_a_public_copy_those_for_all(talk: Conversation, tmp_path: Path) -> None:
    set_press(talk.desk, talk.name, {"press": "anonymous"})
    talk.write("york", f"{PRIVATE}tell all: gg\ntell all anonymously: hush\n")
    talk.set_up()
    talk.play_to_the_end()
    with talk.db.reading() as session:
        whole = export_game(session, talk.game().id)
        public = export_game(session, talk.game().id, public=True)
    assert [(each["text"], each["seat"], each["place"]) for each in public["messages"]] == [
        ("gg", "york", 0),
        ("hush", "", 0),
    ]
    assert "peace" not in str(public)
    elsewhere = Database.open(tmp_path / "elsewhere.sqlite")
    with elsewhere.writing() as session:
        again = export_game(session, import_game(session, whole).id)
    elsewhere.close()
    assert again["messages"] == whole["messages"]
    assert len(whole["messages"]) == 3


def test_the_game_master_is_asked_and_answers(talk: Conversation) -> None:
    set_press(talk.desk, talk.name, {"press": "none"})
    mails = talk.write("york", "ask moderator\nMay I march?\nmarch ely\nend\n")
    (asked,) = [mail for mail in mails if mail.to == "gm@example.test"]
    assert "York asks you something: york-1" in asked.subject
    assert "May I march? march ely" in asked.flat
    assert "your question is with the game master" in to("york", mails).flat
    assert not any(mail.to == "bob@example.test" for mail in mails)
    assert answer_question(talk.desk, talk.name, "york-1", "Yes.") == "york"
    (answer,) = talk.new_mails()
    assert answer.to == "ann@example.test"
    assert "Game master to you:\n  | On your question york-1: Yes.\n" in lines(answer)
    again = to("york", talk.write("york", "messages"))
    assert "You to Game master:" in again.text
    assert "york-1: Yes." in again.flat
    assert "There are no messages." in to("lancaster", talk.write("lancaster", "messages")).text
    with pytest.raises(CannotAnswer, match="it has: york-1"):
        answer_question(talk.desk, talk.name, "york-2", "Yes.")


@pytest.mark.parametrize("word", ["resign", "draw", "pause", "moderator", "messages", "take"])
def test_help_tells_how_people_talk(talk: Conversation, word: str) -> None:
    assert "is not a word of this game" not in to("york", talk.write("york", f"help {word}")).flat


def test_the_lines_of_a_letter_are_answered_in_the_order_in_which_they_were_written(talk: Conversation) -> None:
    told = to("york", talk.write("york", "tell lancaster: Peace?\noffer draw\ntell nobody: hi\n"))
    places = [told.text.index(f"  {number} {outcome}  ") for number, outcome in ((1, "ok"), (2, "ok"), (3, "--"))]
    assert places == sorted(places)


def test_a_question_that_nobody_could_answer_is_not_sent(talk: Conversation) -> None:
    talk.desk = replace(talk.desk, staff=replace(talk.desk.staff, gamemaster=""))
    (mail,) = talk.write("york", "ask moderator: May a Lord Flee?")
    assert "this game has no game master who could answer" in mail.flat


def test_unsigned_messages_delay_no_signed_one(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, scenario="three_players", game="kingmaker", players=THREE)
    set_press(talk.desk, talk.name, {"press": "anonymous"})
    for letter in range(2):
        talk.write("red", "".join(f"tell Bob anonymously: number {letter}-{n}\n" for n in range(5)))
    late = talk.write("red", "tell Bob: number 11")
    assert "sent to Blue, at once" in told(late)
    assert "bob@example.test" in [mail.to for mail in late]


def test_what_a_player_before_has_written_counts_for_nobody_else(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, scenario="three_players", game="kingmaker", players=THREE)
    for letter in range(6):
        talk.write("red", "".join(f"tell Bob: number {letter}-{n}\n" for n in range(5)))
    assert "you have written 30 messages" in told(talk.write("red", "tell Bob: one more"))
    hand_over(talk.desk, talk.name, "red", Player("Dora", "dora@example.test"))
    talk.clock.move(minutes=5)
    talk.new_mails()
    mails = talk.write("red", "tell Bob: good morning", sender="dora@example.test")
    answer = next(mail.flat for mail in mails if mail.to == "dora@example.test")
    assert "sent to Blue, at once, 2 words" in answer
    assert "can be written today" not in answer


PRIVATE_AND_PUBLIC = "tell Blue: the old plan\ntell all: good evening\n"


def blue_is_taken_over(talk: Conversation) -> None:
    hand_over(talk.desk, talk.name, "blue", Player("Dora", "dora@example.test"))
    talk.new_mails()
    talk.clock.move(minutes=5)


def test_a_message_reaches_no_player_who_came_after_it_was_written(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, scenario="three_players", game="kingmaker", players=THREE)
    written_at = talk.clock()
    talk.clock.move(minutes=5)
    blue_is_taken_over(talk)

    def dated(message: EmailMessage) -> None:
        message["Date"] = written_at

    mails = talk.write("red", PRIVATE_AND_PUBLIC, change=dated)
    assert "it is not sent: since your letter was written, somebody else plays Blue" in told(mails)
    assert not any("the old plan" in mail.text for mail in mails if mail.to == "dora@example.test")
    assert any("good evening" in mail.text for mail in mails if mail.to == "dora@example.test")
    again = talk.write("red", f"again\n{PRIVATE_AND_PUBLIC}", change=dated)
    assert any("the old plan" in mail.text for mail in again if mail.to == "dora@example.test")


def test_nor_does_one_that_was_waiting_to_be_read(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, scenario="three_players", game="kingmaker", players=THREE)
    message = EmailMessage()
    message["From"], message["To"] = THREE["red"].address, talk.address("red")
    message["Message-ID"] = "<early@example.test>"
    message.set_content(PRIVATE_AND_PUBLIC)
    take_in(talk.desk, bytes(message))
    talk.clock.move(minutes=5)
    blue_is_taken_over(talk)
    moderate_all(talk.desk)
    mails = talk.new_mails()
    assert "somebody else plays Blue" in told(mails)
    assert not any("the old plan" in mail.text for mail in mails if mail.to == "dora@example.test")


def test_of_an_unsigned_message_nobody_is_told_who_else_reads_it(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, scenario="three_players", game="kingmaker", players=THREE)
    set_press(talk.desk, talk.name, {"press": "anonymous"})
    mails = talk.write("red", "tell Bob and Cleo anonymously: beware\ntell Bob anonymously: alone")
    assert "sent to Blue and Green without your name" in told(mails)
    read = next(mail.text for mail in talk.write("blue", "fly to the moon") if mail.to == "bob@example.test")
    assert "Somebody to you and others:" in read
    assert "Somebody to you:" in read
    own = told(talk.write("red", "messages"))
    assert "You to Blue, Green" in own


def test_a_message_that_was_refused_on_hold_is_not_sent_when_the_game_goes_on(talk: Conversation) -> None:
    hold(talk.desk, talk.name, "a pause")
    for letter in range(6):
        talk.write("york", "".join(f"tell lancaster: {letter}-{n}\n" for n in range(5)))
    refused = talk.write("york", "tell lancaster: one too many\ngive y99 nobody")
    assert "you have written 30 messages" in to("york", refused).flat
    talk.clock.move(days=2)
    release(talk.desk, talk.name)
    moderate_all(talk.desk)
    assert not any("one too many" in mail.text for mail in talk.new_mails() if mail.to == "bob@example.test")
    assert not any("one too many" in row.text for row in kept(talk))
