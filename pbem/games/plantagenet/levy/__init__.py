"""Chapter 3: Levy."""
