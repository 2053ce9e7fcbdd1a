"""What the running clock does: reminders, orders for a seat whose time is up, terms, downtime."""
