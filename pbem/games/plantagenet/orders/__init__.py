"""Order words, standing orders and conditions of Plantagenet."""
