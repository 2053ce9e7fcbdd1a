"""The rules of Kingmaker II."""
