"""Twin worlds: games that differ only in what a seat must not know, and its mails in both, compared to the byte.

At random moments of random games one world gets another hand, layout or dice of the enemy's, or orders of theirs that only
they can see. Then the same is done in both, through the moderator and a database each: letters are taken in, the clock is
minded. What the reader is sent must be the same in all its bytes, as many mails, and at the same times.

Tokens, the secret of Message-IDs and the clock are the same in both, so that no byte has to be left out of the comparison.
Where other dice are to come the game has another key, and keeps its commitment, as if two keys had one hash: before the end
of a game nothing else that is sent follows from the key.
"""
