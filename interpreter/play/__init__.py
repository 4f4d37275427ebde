"""What people touch: playing at a table, bots and contests, records, boards as text and as pictures."""
