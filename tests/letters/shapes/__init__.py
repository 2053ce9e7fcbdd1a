"""What mail programs make of a reply: one function for each program, or for each thing a player does in it."""
