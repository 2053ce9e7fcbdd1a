"""Who is written to, and what: from Events and Views, never from State."""
