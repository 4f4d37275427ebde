"""The trial of a game whose text is right: random games, and what they say about its rules."""
