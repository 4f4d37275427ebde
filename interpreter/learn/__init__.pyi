"""What `interpreter.learn` offers, for type checkers: at run time each name is loaded when it is first asked for."""

from interpreter.learn.agents import pettingzoo_env
from interpreter.learn.open_spiel import openspiel_game
from interpreter.learn.single_agent import gymnasium_env

__all__ = ["gymnasium_env", "openspiel_game", "pettingzoo_env"]
