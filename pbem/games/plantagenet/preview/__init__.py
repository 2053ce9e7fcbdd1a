"""Costs and odds of orders, and orders tried ahead."""
