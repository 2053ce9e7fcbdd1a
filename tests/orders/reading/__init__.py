"""Lines in their writers' own words."""
