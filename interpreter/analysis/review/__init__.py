"""The review of a game: which positions show its author most of what the rules might mean instead, and what their answers exclude."""
