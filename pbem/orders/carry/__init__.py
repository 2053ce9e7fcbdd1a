"""Placed orders carried out, line after line of a letter, and those that waited."""
