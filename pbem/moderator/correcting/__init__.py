"""Games put right: held, undone, redone, replayed; orders and rulings by hand."""
