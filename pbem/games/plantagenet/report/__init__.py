"""What a player sees: the View, the map, the last report."""
