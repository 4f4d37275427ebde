"""Positions as people write them: YAML with the places of what is wrong, and the notation of chess programs."""
