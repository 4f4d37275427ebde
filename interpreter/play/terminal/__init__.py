"""`gdl play`: the table at which people and bots sit."""
