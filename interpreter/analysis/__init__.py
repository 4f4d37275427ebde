"""What designers ask of a game: its tests, what can be captured, and two games side by side."""
