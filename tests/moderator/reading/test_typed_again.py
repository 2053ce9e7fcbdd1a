"""What could not be read stands in our mail in the player's own words; written again, it is answered again."""

from __future__ import annotations

from pathlib import Path

from tests.support.conversation import Conversation, to

UNREAD = "please bring Rutland over to Caernarvon"


def test_a_line_that_was_not_read_is_answered_each_time(tmp_path: Path) -> None:
    talk = Conversation(tmp_path, scenario="bosworth")
    for rest in ("flee none", "flee all"):
        mail = to("york", talk.write("york", f"{UNREAD}\n{rest}\n"))
        assert f"{UNREAD} (" in mail.flat
        assert "2 ok" in mail.flat
