"""The core that checked games are made of, and what its expressions mean (`nodes`, `model`, `builtins`, `evaluate`)."""
