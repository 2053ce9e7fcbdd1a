"""Incoming letters: bytes in, a Letter out."""
