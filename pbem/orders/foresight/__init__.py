"""What orders would come to: previews."""
