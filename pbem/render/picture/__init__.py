"""A Picture drawn: SVG of our own, and PNG made from it. `draw` has what others call."""
