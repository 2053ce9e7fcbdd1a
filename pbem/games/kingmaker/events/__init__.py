"""4 The Event phase: one module for each kind of card."""
