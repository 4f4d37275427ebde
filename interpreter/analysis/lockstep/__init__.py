"""Two games in lock step: where their rules differ, the shortest way there that can be found, and the clause that makes it."""
