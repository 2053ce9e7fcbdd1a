"""Chapter 4: the Campaign, without Battle."""
