"""Orders for later: kept, looked ahead at, carried out when their moment comes."""
