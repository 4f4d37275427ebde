"""How rules become functions of the program: effects, actions and their candidates, demands, turns and ends."""
