"""Effects: what changes, piece by piece, set by set, at once or in turn, and what follows by rule."""
