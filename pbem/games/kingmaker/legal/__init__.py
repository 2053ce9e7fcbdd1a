"""What may be done: lists of choices, for whoever asks."""
