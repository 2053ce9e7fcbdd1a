"""Commands for letters and for putting right what came of them."""
