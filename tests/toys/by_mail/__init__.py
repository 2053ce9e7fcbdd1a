"""The toy games by mail."""
