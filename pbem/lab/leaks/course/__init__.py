"""What happens in both worlds of a twin."""
