"""Turns: which actions are on offer, and whether a player has any."""
