"""Whether the documents are true."""
