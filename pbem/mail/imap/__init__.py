"""The mailbox letters arrive in, over IMAP: `mailbox` is what the rest of the program uses."""
