"""Letters as players write them."""
