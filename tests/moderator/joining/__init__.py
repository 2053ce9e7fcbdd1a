"""Players are asked first."""
