"""7.0 Battles: commanders, intrigue, rounds, losses, withdrawal."""
