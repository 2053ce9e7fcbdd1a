"""Letters as people write them."""
