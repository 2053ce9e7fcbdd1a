"""5, 7.5, 9.2, 10.4, 12, 13 What players agree on with each other: clauses of offers, read, written and carried out."""
