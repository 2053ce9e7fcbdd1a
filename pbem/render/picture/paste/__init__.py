"""PNG from parts: each is rasterised once and kept, and pasted on the paper. `sheet` has what others call."""
