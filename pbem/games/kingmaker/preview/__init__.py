"""Odds of combats."""
