"""Forecasts of costs and odds, and previews of orders."""
