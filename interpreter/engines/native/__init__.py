"""The native engine: games as machine code."""
