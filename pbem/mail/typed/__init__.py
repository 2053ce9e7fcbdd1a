"""What a person typed of a letter: not quoted, not returned to us, not for other people."""
