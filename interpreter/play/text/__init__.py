"""Positions as text, for terminals and pipes."""
