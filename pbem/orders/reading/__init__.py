"""A line read against what its writer can mean now: the candidates, and how well it says each of them."""
