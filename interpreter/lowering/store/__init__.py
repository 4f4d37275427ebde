"""How a position lies in memory. `protocol` says what a store must offer; each representation of pieces has its own file."""
