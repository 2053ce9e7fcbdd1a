"""Orders for later."""
