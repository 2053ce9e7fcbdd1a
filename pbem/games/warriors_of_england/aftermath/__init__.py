"""8.0-14.0 Control, Levy, Tower of London, new Nobles, victory points, Henry VI."""
