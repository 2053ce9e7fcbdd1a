"""Games that come from elsewhere: the file read, the game tried, and taken in."""
