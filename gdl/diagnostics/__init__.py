"""Diagnostics: what is wrong with a game, where, and what to do (`values`, `codes`), and how people read it (`render`, `pages`)."""
