"""Several orders on one line of a letter."""

from tests.support.conversation import Conversation, to


def receipt_in(text: str) -> list[str]:
    """The lines that answer a letter's lines, numbers in front."""
    return [line.strip() for line in text.splitlines() if line.lstrip()[:1].isdigit() and (" ok " in line or " -- " in line)]


def test_every_order_on_a_line_is_answered_with_the_number_of_the_line(talk: Conversation) -> None:
    talk.set_up()
    mail = to(
        "york", talk.write("york", "• culverins none; flee none # nobody\nreroll all; HITS: militia, then longbowmen; \n")
    )
    answered = receipt_in(mail.text)
    assert [line.split()[0] for line in answered] == ["1", "1", "2", "2"]
    assert all(" ok " in line for line in answered)
    assert "absorb Militia, Longbowmen" in mail.text


def test_what_stands_behind_a_refused_order_on_its_line_is_an_order_of_its_own(talk: Conversation) -> None:
    talk.set_up()
    mail = to("york", talk.write("york", "flee none; flee nrofolk; culverins none\n"))
    assert "flee none" in receipt_in(mail.text)[0]
    assert 'I do not know what "nrofolk" means here' in mail.text
    assert "flee Norfolk" in mail.text
    assert "1 ok  culverins none -> culverins none" in mail.text


def test_a_line_may_be_written_in_other_words(talk: Conversation) -> None:
    talk.set_up()
    mail = to("york", talk.write("york", "guns: nobody; flee: King Richard if troops under 3\n"))
    assert "culverins none" in mail.text
    assert "flee Richard III if troops under 3" in mail.text
