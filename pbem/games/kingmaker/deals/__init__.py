"""5, 7.5, 9.2, 10.4, 12, 13 Agreements between players: the clauses of offers, read, written and carried out."""
