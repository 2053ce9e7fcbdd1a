"""Deadlines as people write them: durations, weekdays, zones, days of absence. Knows no game, no database and no mail."""
