"""Before a game: invitations, guests and strangers, the opening."""
