"""The operations of each chapter on a position."""
