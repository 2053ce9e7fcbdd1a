"""Chapter 4: the Campaign, but for Battle."""
