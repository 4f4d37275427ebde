"""Which parts of the rules are ever used: by the tests beside a game, by random games, by bots; and what would reach the rest."""
