"""Settings: one TOML file plus environment variables, read once at the start and passed down.

Every option can also be given as an environment variable (`PBEM_IMAP__HOST` for `host` in `[imap]`), which wins over
the file; that is how the secrets stay out of it.
"""
