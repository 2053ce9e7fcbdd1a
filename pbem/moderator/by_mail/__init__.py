"""The game master's desk by mail: commands in letters from their own address, answered by mail."""
