"""3.1 Arts of War: the cards are drawn, and their Events happen."""
