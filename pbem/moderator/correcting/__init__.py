"""Games corrected: held, undone, redone, replayed; orders and rulings by hand."""
