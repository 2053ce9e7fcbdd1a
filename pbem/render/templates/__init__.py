"""The templates: read, filled, translated, and checked where the moderator wrote them."""
