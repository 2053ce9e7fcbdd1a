"""What orders would come to."""
