"""Any game as an environment for programs that learn, as three libraries want it: the extra `learn` installs them.

    interpreter.learn.pettingzoo_env("hex")    every seat is an agent, one after the other
    interpreter.learn.gymnasium_env("hex")     one seat is the agent, bots are on the others
    interpreter.learn.openspiel_game("hex")    a game of OpenSpiel, for its algorithms

An agent observes the planes of its seat (`engine.planes`), which hold nothing that the seat may not see; actions are the dense
numbers of `engine.actions`, with a mask of what is legal. `__init__.pyi` says the same to type checkers.
"""

from gdl.platform.on_demand import offered

__all__ = ["gymnasium_env", "openspiel_game", "pettingzoo_env"]

_HOMES = {
    "gymnasium_env": "interpreter.learn.single_agent",
    "openspiel_game": "interpreter.learn.open_spiel",
    "pettingzoo_env": "interpreter.learn.agents",
}

__getattr__, __dir__ = offered(__name__, _HOMES)
