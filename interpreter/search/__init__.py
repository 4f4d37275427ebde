"""What engines are driven with: counting, random games, and tree search."""
