"""The game master: what the desk shows, mails unasked and takes by mail."""
