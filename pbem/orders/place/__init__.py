"""What a parsed order is for: an open question, a segment to come, a standing order."""
