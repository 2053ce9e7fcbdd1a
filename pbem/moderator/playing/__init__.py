"""Lines carried out at the table, or only tried; moves taken back."""
