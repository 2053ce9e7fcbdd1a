"""Games: who plays them, their logs, their clocks, what is written in them, and how they are removed."""
