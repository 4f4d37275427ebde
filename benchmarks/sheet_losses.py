"""Whether a rule sheet loses something: all sentences of authors are left out, rules are changed a little, and the sheet must change.

    python benchmarks/sheet_losses.py [GAME ...] [--most 12]

Each line that is printed names a change that plays differently and reads the same. What decides nothing that is played does not
count: how moves are written, what no rule uses, and what the options rule out that are chosen.
"""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import interpreter
from gdl.core import nodes as core
from gdl.core.model import Condition, Game
from gdl.core.visit import nodes, same
from gdl.diagnostics.values import GameError
from gdl.loader import bundled_games, find
from interpreter.analysis.mutating import Mutant, load_changed, mutants
from interpreter.caching import game_cache
from interpreter.play.sheet.blocks import draw_sheet
from interpreter.play.sheet.folding import folded
from interpreter.play.sheet.sheet import sheet
from interpreter.play.sheet.wording import never

SEED = 1


def without_sentences(game: Game) -> Game:
    return replace(game, meanings=())


def told(game: Game) -> str:
    """The sheet that rules alone give, with the picture of the start."""
    bare = without_sentences(game)
    return draw_sheet(bare, sheet(interpreter.engine(bare, "reference"), with_moves=False), 100, False)


def _played(game: Game) -> object:
    """What decides what is played under the options that are chosen."""
    game = folded(game)
    actions = tuple(replace(a, notation=None) for a in game.actions)
    actions = tuple(
        a for a in actions if not any(isinstance(p, Condition) and never(p.condition) for p in a.parts)
    )
    ends = tuple(e for e in game.ends if not never(e.condition))
    turns = tuple(game.turns.values())
    parts = (
        game.setup,
        actions,
        ends,
        game.settles,
        game.requires,
        game.prefers,
        game.skips,
        game.hides,
        turns,
    )
    used, waiting = dict[str, object](), [parts]
    while waiting:
        for node in nodes(waiting.pop()):
            name = (
                node.definition
                if isinstance(node, core.Apply)
                else node.score
                if isinstance(node, core.Result)
                else ""
            )
            if name in game.definitions and name not in used:
                used[name] = game.definitions[name].body
                waiting.append(used[name])
    return parts, game.limit, tuple(used.items())


def losses(name: str, most: int) -> Iterator[tuple[Mutant, bool]]:
    """Mutants that change what is played, each with whether the sheet tells them apart from the game."""
    path = find(name)
    game = game_cache.load(path, {}, None)
    try:
        before = told(game)
    except Exception as error:  # a sheet that cannot be made is what is looked for
        print(f"{name}: {error!r}")
        return
    found = mutants(game)
    for mutant in Random(SEED).sample(found, min(most, len(found))):
        try:
            other = load_changed(mutant, path, {})
        except GameError:
            continue
        if same(_played(game), _played(other)):
            continue
        try:
            yield mutant, told(other) != before
        except GameError:
            continue  # its start goes wrong


def main() -> None:
    parser = ArgumentParser()
    parser.add_argument("games", nargs="*")
    parser.add_argument("--most", type=int, default=12)
    chosen = parser.parse_args()
    seen = total = 0
    for name in chosen.games or bundled_games():
        for mutant, is_told in losses(name, chosen.most):
            total += 1
            seen += is_told
            if not is_told:
                before = " ".join(mutant.before.split())
                print(
                    f"{name}: {mutant.file.rsplit('/', 1)[-1]}:{mutant.line}: `{before}` -> `{mutant.after}`"
                )
                sys.stdout.flush()
    print(f"{seen} of {total} changes are told")


if __name__ == "__main__":
    main()
