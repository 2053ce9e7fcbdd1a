"""Letters are taken from the mailbox in fair turns: admitted, identified, moderated one by one, or set aside."""
