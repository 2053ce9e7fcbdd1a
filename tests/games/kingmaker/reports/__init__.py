"""What readers are told and shown."""
