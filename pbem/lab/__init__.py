"""The laboratory: players that are programs, and what is searched, measured and compared with them. No game needs it."""
