"""What stands around the map: calendar, tracks, boxes, and what the signs mean."""
