"""What players agree on in games that let them."""
