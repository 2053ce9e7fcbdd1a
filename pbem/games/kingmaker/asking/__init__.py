"""2-11 What players are asked, chapter by chapter."""
