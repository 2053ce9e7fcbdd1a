"""Richard III."""
