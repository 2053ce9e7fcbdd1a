"""The games, each with its chapter tests."""
