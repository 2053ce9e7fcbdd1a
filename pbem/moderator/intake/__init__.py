"""From the mailbox in fair turns: letters admitted, identified, moderated one by one, or set aside."""
