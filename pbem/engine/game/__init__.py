"""What a game gives: its Rules, and what they are made of."""
