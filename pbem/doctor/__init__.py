"""What `pbem doctor` checks: the configuration, the servers, the database, and the moderator's own templates."""
