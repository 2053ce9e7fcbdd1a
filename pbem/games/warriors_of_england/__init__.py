"""Warriors of England, 1455-1487: rules, orders, reports."""
