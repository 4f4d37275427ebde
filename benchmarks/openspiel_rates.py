"""Random games of OpenSpiel; run by side_by_side.py with a Python that has `open_spiel`, and without ours.

    python openspiel_rates.py check GAME        counts of positions, mean length and mean result, as JSON
    python openspiel_rates.py rate GAME SECONDS playouts per second, as JSON

A rate is taken twice. `native`: the library's own random rollouts in C++, made by one simulation of its search bot, whose
evaluator plays as many random games from the position as one asks for. `python`: the loop that one writes in Python.
"""

import json
import random
import sys
import time

import pyspiel

LEAVES = 30_000  # counted at most, to see whether the rules are the same
GAMES = 200  # played for the mean length


def after_chance(state):
    """Chance up to the first decision, since rollouts begin with one."""
    while state.is_chance_node():
        actions, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(random.choices(actions, odds)[0])
    return state


def play(game):
    """A random game: how many decisions, and the first player's result."""
    state = game.new_initial_state()
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(actions, odds)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
            decisions += 1
    return decisions, state.returns()[0]


def perft(state, depth):
    if state.is_terminal():
        return 0
    actions = state.legal_actions()
    return len(actions) if depth == 1 else sum(perft(state.child(a), depth - 1) for a in actions)


def check(game):
    counts = []
    if game.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC:
        while len(counts) < 6:
            counts.append(perft(game.new_initial_state(), len(counts) + 1))
            grows = counts[-1] / (counts[-2] if len(counts) > 1 else 1)
            if counts[-1] * grows > LEAVES or not counts[-1]:
                break
    games = [play(game) for _ in range(GAMES)]
    return {
        "perft": counts,
        "mean_length": sum(g[0] for g in games) / GAMES,
        "first_result": sum(g[1] for g in games) / GAMES,
    }


def native(game, seconds):
    """Random rollouts a second in C++."""
    done, spent, batch, seed = 0, 0.0, 1, 1
    while spent < seconds:
        state = after_chance(game.new_initial_state())
        evaluator = pyspiel.RandomRolloutEvaluator(batch, seed)
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, 1, 10, False, seed, False)
        start = time.process_time()
        bot.step(state)
        took = time.process_time() - start
        done, spent, seed = done + batch, spent + took, seed + 1
        if took < seconds / 10:
            batch *= 2
    return done / spent


def python(game, seconds):
    """Random games a second in Python, and decisions a second."""
    start, done, decisions = time.process_time(), 0, 0
    while time.process_time() - start < seconds:
        decisions += play(game)[0]
        done += 1
    spent = time.process_time() - start
    return done / spent, decisions / spent


def main():
    what, name = sys.argv[1:3]
    game = pyspiel.load_game(name)
    if what == "check":
        print(json.dumps(check(game)))
        return
    seconds = float(sys.argv[3])
    games, decisions = python(game, seconds)
    print(json.dumps({"native": native(game, seconds), "python": games, "decisions": decisions}))


if __name__ == "__main__":
    main()
