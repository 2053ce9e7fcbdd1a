"""1 Components: printed facts, the position, and what Nobles and cards are worth."""
