"""6.0-6.3 The Wars of the Roses: Heirs, Succession, the end of a War and the set-up of the next."""
