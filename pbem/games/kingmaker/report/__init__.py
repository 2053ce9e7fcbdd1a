"""View, map and last report."""
