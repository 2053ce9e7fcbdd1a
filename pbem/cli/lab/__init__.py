"""The commands of the laboratory: `pbem lab ...`."""
