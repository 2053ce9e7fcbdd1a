"""What is installed, and how."""
