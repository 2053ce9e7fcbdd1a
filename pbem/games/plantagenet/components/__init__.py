"""Chapter 1: the pieces, the map, and where all of them stand."""
