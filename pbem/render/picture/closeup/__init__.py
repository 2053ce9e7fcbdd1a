"""The part of the board that matters now, drawn large for a phone. `draw` has what others call."""
