"""Forecasts of what orders lead to."""
