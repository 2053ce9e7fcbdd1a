"""What players are asked, chapter by chapter."""
