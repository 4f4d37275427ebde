"""Positions as people write them: YAML with the places of what is wrong, and Forsyth-Edwards Notation."""
