"""What one seat may know, as text and HTML. It is handed plain things and knows no game, mail or database."""
