"""Adapters: the Wars of the Roses (6.0-6.3), whose records have a layout of their own."""
