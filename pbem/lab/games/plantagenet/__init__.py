"""What bots, fuzz and the leak test need to know of Plantagenet."""
