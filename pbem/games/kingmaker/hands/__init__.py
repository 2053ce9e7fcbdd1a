"""12 Crown cards: played from hand, awarded, transferred, traded, shown; places given."""
