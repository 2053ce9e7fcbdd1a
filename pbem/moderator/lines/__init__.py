"""The lines of a letter: orders, questions, and words about the letter itself."""
