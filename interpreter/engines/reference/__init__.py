"""The reference engine: the meaning of the language, written to be read.

engine            the contract: states and what is asked of them
rules             what is legal, in the language's order of evaluation; candidates, settling, results, repetition are parts of it
effects           how a position changes, one after the other or in `simultaneous` blocks; outcomes: all ways of chance
paths             where lines, walks and leaps lead
view              a position as expressions ask about it; what they mean is in `gdl.core.evaluate`
data              the position itself; position_reader and position_writer: positions in and out
why               the reasons against a move
witnesses         what a condition that holds has found on the board; relation_pairs: between which sites relations hold
hidden            what a player does not see; knowledge: what can be known all the same; exchange and resampling: a state that looks
                  the same
notations         how legal actions are written; public_notation: what a player learns of another one's action
batch             many games at once

It finds everything in the position each time it is asked, and keeps no facts that it would have to keep up to date. A
state never changes, so what was once found for it stays: its legal actions with the names that they bind, their
notations, what each player sees of it, and what definitions give in it. The rules of one question keep what follows the actions that they tried. Of a
game are kept which places exchange pieces, and of the shape of a path's pattern its automaton.

What this package offers is loaded when it is first asked for: a game that is only played by machine code needs none of it.
`__init__.pyi` says the same to type checkers.
"""

from gdl.platform.on_demand import offered

__all__ = ["Data", "ReferenceEngine", "ReferenceState"]

_HOMES = {
    "Data": "interpreter.engines.reference.data",
    "ReferenceEngine": "interpreter.engines.reference.engine",
    "ReferenceState": "interpreter.engines.reference.engine",
}

__getattr__, __dir__ = offered(__name__, _HOMES)
