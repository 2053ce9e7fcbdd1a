"""Bytes to a Letter."""
