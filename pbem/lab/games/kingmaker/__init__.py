"""Kingmaker II in the laboratory."""
