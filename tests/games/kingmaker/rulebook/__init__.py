"""The examples and rules of the rulebook, played as they stand there."""
