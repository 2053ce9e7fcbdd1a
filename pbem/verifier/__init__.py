"""A program for players, which checks a game that is over without pbem: it goes out with the last reports."""
