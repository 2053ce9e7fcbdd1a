"""What readers are shown."""
