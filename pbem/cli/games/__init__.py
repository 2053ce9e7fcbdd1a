"""Commands for games and their players."""
