"""Letters that came, mails that go out, and how the ways in and out do."""
