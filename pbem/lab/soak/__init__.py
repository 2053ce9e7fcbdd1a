"""A year of a club: games of all kinds played by bots through real servers, with trouble on a schedule, in an hour or so.

All that happens follows from a seed, but for the order in which letters of one hour are dealt with.
"""
