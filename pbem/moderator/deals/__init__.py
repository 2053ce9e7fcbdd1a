"""What players agree on: how a game ends before its end, moves taken back, a pause."""
