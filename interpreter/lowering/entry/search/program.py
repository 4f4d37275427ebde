"""The program for searches: the rules' answers, and the loops that ask for them.

deciding.solve(context, solver, at)     the value of a state by alpha-beta search
proving.prove(context, solver, at)      whether a player can reach a payoff, by proof numbers
forcing.force(context, forced, at)      whether a player can win in so many moves
growing.plant(context, tree, at)        a state becomes the root of a Monte Carlo tree
growing.grow(context, tree)             so many iterations
growing.rest(context, tree)             backs up what they have found
growing.look_for_answer(context, tree, child)    whether an answer to an action wins at once
exploring.follow(context, graph)        all states that follow one
exploring.begin(context, graph)         the first of all positions that can be reached
exploring.explore(context, graph)       the others
gathering.begin(context, gathered)      the first of all positions that can be reached, as a number
gathering.wander(context, gathered)     whether a position comes again in random games
gathering.reindex(context, gathered)    finds positions by their numbers anew
gathering.explore(context, gathered)    the others
gathering.spread(context, gathered)     what is won or lost in so many actions
gathering.weigh(context, gathered)      what the actions of a state are worth
gathering.check(context, gathered)      proves once more what the first position is worth
claiming.check(context, claims)         which claims do not hold in some of the states that lie in a row
glancing.find_wins(context, glance, at)   which actions win at once
glancing.find_answer(context, glance, at, place)  whether an action may be answered by a win
dealing.begin(context, deals)           notes what the player sees of a state
dealing.deal(context, deals, at)        another state that looks the same
recalling.name_of(context, past, at, place)     the word of an action that was taken
recalling.look_back(context, past, at, count)   whether others could do in imagined states what they did
imagining.clear(context, imagined)      forgets a tree through imagined states
imagining.dream(context, imagined)      so many iterations
imagining.gather(context, imagined, at) what was found at the root
looking.look(context, look, at)         the best action by alpha-beta to some depth, with an evaluation
expecting.expect(context, look, at)     the same where chance decides, by means of samples
looking.play(context, look, at)         a game against itself, with what is measured in it
looking.gauge(context, look, at)        by how much actions change the evaluation in a random game
claiming.wander(context, claims)        random games, and games that go where claims nearly fail
"""

from collections.abc import Callable
from types import FunctionType, ModuleType

from interpreter.ir.python import translated
from interpreter.lowering.entry.search import (
    blocks,
    chances,
    claiming,
    dealing,
    deals,
    deciding,
    expecting,
    exploring,
    forcing,
    gathering,
    glancing,
    growing,
    imagining,
    judging,
    looking,
    proving,
    recalling,
    tables,
    walking,
)
from interpreter.lowering.entry.search.answers import write_answers
from interpreter.lowering.entry.search.asked import Rules
from interpreter.lowering.entry.search.records import layouts as layouts
from interpreter.lowering.function import Function

PUBLIC: tuple[Callable[..., object], ...] = (
    deciding.solve,
    proving.prove,
    forcing.force,
    growing.plant,
    growing.grow,
    growing.rest,
    growing.look_for_answer,
    exploring.follow,
    exploring.begin,
    exploring.explore,
    gathering.begin,
    gathering.wander,
    gathering.reindex,
    gathering.explore,
    gathering.spread,
    gathering.weigh,
    gathering.check,
    claiming.check,
    claiming.wander,
    looking.look,
    expecting.expect,
    looking.play,
    looking.gauge,
    glancing.find_wins,
    glancing.find_answer,
    dealing.begin,
    dealing.deal,
    recalling.name_of,
    recalling.look_back,
    imagining.clear,
    imagining.dream,
    imagining.gather,
)
_MODULES: tuple[ModuleType, ...] = (
    tables,
    chances,
    judging,
    deciding,
    proving,
    forcing,
    blocks,
    growing,
    exploring,
    gathering,
    claiming,
    looking,
    expecting,
    glancing,
    deals,
    walking,
    dealing,
    recalling,
    imagining,
)


def write_all(f: Function) -> None:
    """The functions of `Rules`, and all loops."""
    write_answers(f)
    for module in _MODULES:
        for function in vars(module).values():
            if isinstance(function, FunctionType) and function.__module__ == module.__name__:
                f.program.finish(translated(function, {Rules: "context"}, function in PUBLIC))
