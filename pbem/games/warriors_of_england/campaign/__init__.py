"""5.0, 6.0 Initiative and campaigns."""
