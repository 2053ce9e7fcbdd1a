"""Forecasts of what orders lead to, and facts below questions."""
