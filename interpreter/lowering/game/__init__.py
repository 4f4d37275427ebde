"""Rewrites of the checked game: the same rules, said in a way that needs less code. Each is a function from game to game."""
