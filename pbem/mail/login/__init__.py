"""How we log in to mail servers: passwords, passwords that a command gives, and OAuth2 tokens."""
