"""2-11 The questions that players are asked, by chapter of the rulebook."""
