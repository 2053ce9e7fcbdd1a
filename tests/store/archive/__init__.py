"""Games as documents, and whole databases copied."""
