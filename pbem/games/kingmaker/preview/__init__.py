"""Forecasts for players: odds of combats, and the consequences of orders."""
