"""How a position lies in memory: each representation of pieces has its own file, and offers what `PieceStore` asks."""
