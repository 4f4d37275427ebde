"""The designer's page of a game: what many games say about it, with definitions, numbers and intervals."""
