"""2 Set-up."""
