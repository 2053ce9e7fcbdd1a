"""A log played again: verified, rerun, and written as a transcript."""
