"""A small game for two to five houses on the border: what a game can ask of those around it, in a few hundred lines.

Hands are secret, so are the orders of a campaign, two houses can be allied and part again, dice hit high, bands cross the
sea, and each Turn has a campaign and two impulses. At any time a house may give a card or land away, and
houses may agree on that with each other.
"""
