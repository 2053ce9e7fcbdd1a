"""What players agree on."""
