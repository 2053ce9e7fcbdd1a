"""Commands for letters, and for correcting what they did."""
