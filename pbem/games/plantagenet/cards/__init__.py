"""3.1 Arts of War: drawing cards, and their Events."""
