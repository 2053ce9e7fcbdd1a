"""13.1, 13.2 Alliances and allied Forces."""
