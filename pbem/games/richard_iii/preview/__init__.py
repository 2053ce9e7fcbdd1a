"""What orders would come to, and what a player should know of the options of a question."""
