"""Letters as mail programs send them."""
