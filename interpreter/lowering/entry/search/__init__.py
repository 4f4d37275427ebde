"""The program for searches: loops over positions that know no game, and what they ask of the rules."""
