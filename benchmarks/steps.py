"""Single steps from Python: a position of ours in place beside a state of OpenSpiel in place, in one process.

    python benchmarks/steps.py [--seconds 1] [--runs 3] [--only GAME ...]

Both play random games with the same loop: ask for the legal actions, draw one, do it. Figures are actions a second of
processor time, the medians of the runs, contestants alternating. `immutable` makes a new state for each action. It needs
`pip install open_spiel`. Results go to benchmarks/results, as JSON and as a table.
"""

import argparse
import json
from collections.abc import Callable
from datetime import date
from random import Random
from statistics import median
from time import process_time
from typing import Any

import pyspiel
from report import HERE, machine, versions
from side_by_side import PAIRS, Pair

import gdl
import interpreter

MOST = 2000  # actions of one game


def in_place(engine: Any, random: Random) -> int:
    play, done = engine.initial_state(random.getrandbits(32)).mutable(), 0
    while not play.is_terminal and done < MOST:
        actions = play.legal_actions()
        play.play(actions[int(random.random() * len(actions))])
        done += 1
    return done


def immutable(engine: Any, random: Random) -> int:
    state, done = engine.initial_state(random.getrandbits(32)), 0
    while not state.is_terminal and done < MOST:
        actions = state.legal_actions()
        state = state.apply(actions[int(random.random() * len(actions))])
        done += 1
    return done


def theirs(game: Any, random: Random) -> int:
    state, done = game.new_initial_state(), 0
    while not state.is_terminal() and done < MOST:
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, odds)[0])
            continue
        actions = state.legal_actions()
        state.apply_action(actions[int(random.random() * len(actions))])
        done += 1
    return done


def rate(loop: Callable[[Any, Random], int], given: Any, seconds: float, seed: int) -> float:
    random, done, start = Random(seed), 0, process_time()
    while process_time() - start < seconds:
        done += loop(given, random)
    return done / (process_time() - start)


def measured(pair: Pair, seconds: float, runs: int) -> dict[str, float]:
    engine = interpreter.engine(gdl.load(pair.ours, options=pair.options), effort=2)
    game = pyspiel.load_game(pair.theirs)
    found: dict[str, list[float]] = {"in place": [], "immutable": [], "OpenSpiel": []}
    in_place(engine, Random(0))  # what is built on first use is no part of the figures
    for run in range(runs):
        found["in place"].append(rate(in_place, engine, seconds, run))
        found["immutable"].append(rate(immutable, engine, seconds, run))
        found["OpenSpiel"].append(rate(theirs, game, seconds, run))
    return {name: median(rates) for name, rates in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--only", nargs="*", default=[])
    asked = parser.parse_args()
    lines = {}
    for pair in PAIRS:
        if asked.only and pair.ours not in asked.only:
            continue
        lines[pair.ours] = measured(pair, asked.seconds, asked.runs)
        mine, other = lines[pair.ours]["in place"], lines[pair.ours]["OpenSpiel"]
        print(f"{pair.ours:20} {mine:12,.0f} {other:12,.0f} {mine / other:6.2f}", flush=True)
    data = {
        "date": date.today().isoformat(),
        "machine": machine(),
        "versions": versions(None, ""),
        "lines": lines,
    }
    path = HERE / "results" / f"steps-{data['date']}"
    path.with_suffix(".json").write_text(json.dumps(data, indent=1) + "\n")
    rows = [
        f"| {name} | {r['in place']:,.0f} | {r['immutable']:,.0f} | {r['OpenSpiel']:,.0f} | "
        f"{r['in place'] / r['OpenSpiel']:.2f} |"
        for name, r in lines.items()
    ]
    head = [
        "| game | in place | immutable | OpenSpiel in place | in place / OpenSpiel |",
        "|---|---|---|---|---|",
    ]
    about = (
        f"Actions a second from Python, {data['date']}, {data['machine']['processor']}. Quote ratios only."
    )
    path.with_suffix(".md").write_text("\n".join([about, "", *head, *rows]) + "\n")


if __name__ == "__main__":
    main()
