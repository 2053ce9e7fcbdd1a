"""What players say to each other: messages, offers, and what they agree on."""
