"""What ends a game and who comes next: ends, results, positions that come again, and the order of players."""
