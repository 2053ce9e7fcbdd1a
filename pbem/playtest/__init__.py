"""Players that are programs: random games, whole games by mail, and what is measured and searched with them."""
