"""What players ask, and how it is answered."""
