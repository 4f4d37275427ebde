"""What ends a game and who comes next, and positions that come again."""
