"""Chapter 1: the pieces, the map, and the position."""
