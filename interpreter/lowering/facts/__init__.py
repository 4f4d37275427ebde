"""Facts of a game, found before any code is written. Each is a frozen value, made once by a function of the game."""
