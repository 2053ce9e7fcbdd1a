"""What a player has typed is told to them alone: in `history` before what it has brought, in `standing` what lasts."""

from __future__ import annotations

from pathlib import Path

from pbem.moderator.core.desk import Player
from pbem.moderator.seats.handover import hand_over
from tests.moderator.reading.questions.test_shown_letters import warriors
from tests.support.conversation import to


def told(mail_text: str) -> list[str]:
    """The lines of the reader's own that a mail tells."""
    return [line.strip().removeprefix("Your line: ") for line in mail_text.splitlines() if "Your line: " in line]


def test_history_tells_its_reader_the_lines_that_brought_what_happened(tmp_path: Path) -> None:
    with warriors(tmp_path) as talk:
        talk.write("york", "march Stanley Northeast\nPlease march York to Wales if they are fewer")
        talk.write("lancaster", "march Somerset, Buckingham North Midlands")
        mine, theirs = (to(seat, talk.write(seat, "history 1")) for seat in ("york", "lancaster"))
        assert "march Stanley Northeast" in told(mine.text)
        assert "march York to Wales if they are fewer" in told(mine.text)
        assert not any("Somerset" in line for line in told(mine.text))
        assert "march Somerset, Buckingham North Midlands" in told(theirs.text)
        assert "Wales if" not in theirs.flat
        assert mine.flat.index("march Stanley Northeast") < mine.flat.index("Stanley of York marches")


def test_who_takes_a_seat_over_is_not_told_what_was_typed_before(tmp_path: Path) -> None:
    with warriors(tmp_path) as talk:
        talk.write("york", "march Stanley Northeast")
        hand_over(talk.desk, talk.game().name, "york", Player("Cyd", "ann@example.test"))
        talk.write("lancaster", "pass")
        talk.write("york", "march York Southwest")
        mail = to("york", talk.write("york", "history 1"))
        assert "Stanley of York marches" in mail.flat
        assert told(mail.text) == ["march York Southwest"]


def test_standing_lists_what_holds_for_all_letters(tmp_path: Path) -> None:
    with warriors(tmp_path) as talk:
        assert "for all your letters" not in to("york", talk.write("york", "standing")).flat
        talk.write("york", "always mend slips")
        assert "for all your letters: always mend slips" in to("york", talk.write("york", "standing")).flat
        talk.write("york", "never mend slips")
        assert "for all your letters" not in to("york", talk.write("york", "standing")).flat
