"""Agreements between players."""
