"""1 Components: printed facts, the position, and helpers that read it."""
