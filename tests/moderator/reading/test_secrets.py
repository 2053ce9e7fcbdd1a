"""Twin worlds: two games that differ only in what a reader must not know; their mail must be the same to the byte."""

from __future__ import annotations

from pathlib import Path

from tests.support.conversation import LANCASTER_SETUP, YORK_SETUP, Conversation, Mail, to

OTHER_YORK = (
    "give y1 richard\ngive y2 norfolk\ngive y9 norfolk\ngive y13 northumberland\n"
    "array left richard, centre norfolk, right northumberland\n"
)


def lancasters_mail(folder: Path, york: str) -> list[Mail]:
    """All mail that Lancaster gets up to the reveal, York having written `york`."""
    folder.mkdir()
    talk = Conversation(folder)
    mails = [*talk.opening, *talk.write("york", york), *talk.write("lancaster", "report\nreroll all\n")]
    talk.db.close()
    return [m for m in mails if m.to == "bob@example.test"]


def test_lancasters_mail_does_not_depend_on_yorks_choices(tmp_path: Path) -> None:
    one = lancasters_mail(tmp_path / "one", YORK_SETUP)
    other = lancasters_mail(tmp_path / "other", OTHER_YORK)
    assert len(one) >= 2
    assert [m.lasting for m in one] == [m.lasting for m in other]


def test_message_ids_tell_nothing_of_the_letter_that_caused_them(tmp_path: Path) -> None:
    ids = []
    for number, york in enumerate((YORK_SETUP, OTHER_YORK)):
        (tmp_path / str(number)).mkdir()
        talk = Conversation(tmp_path / str(number))
        talk.write("lancaster", LANCASTER_SETUP)
        ids.append(to("lancaster", talk.write("york", york)).message_id)
        talk.db.close()
    assert ids[0] == ids[1]


def test_own_choices_are_shown_to_oneself_before_the_reveal(talk: Conversation) -> None:
    mail = to("york", talk.write("york", YORK_SETUP))
    assert "Vanguard (y36) Norfolk" in mail.text
    assert "left Norfolk" in mail.text


def test_the_reveal_shows_both_sides_everything(talk: Conversation) -> None:
    mails = talk.set_up()
    for seat in ("york", "lancaster"):
        assert "Vanguard" in to(seat, mails).text
        assert "Piquiers" in to(seat, mails).text
