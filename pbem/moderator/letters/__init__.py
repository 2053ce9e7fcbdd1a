"""A letter on its way in: admitted, identified, read, carried out, answered."""
