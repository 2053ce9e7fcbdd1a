"""Order words, standing orders, conditions, segments, reasons."""
