"""The command `gdl trace`."""

from collections.abc import Iterator

import click

import interpreter
from interpreter.analysis.tracing import Step, trace
from interpreter.commands.games import load, parted_moves, start
from interpreter.commands.options import CannotWork, Setup, Whole, game_options, json_option, position_option
from interpreter.commands.output import print_json
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import IllegalAction
from interpreter.shared.hashing import Random


@click.command("trace")
@game_options
@position_option
@click.option(
    "--moves", default="", help="The moves, separated by `;`, or by commas or blanks where moves have none."
)
@click.option("--random", "count", type=Whole(min=0), default=0, help="So many random moves after them.")
@json_option
def command(game: str, setup: Setup, position: str | None, moves: str, count: int, as_json: bool) -> None:
    """Follow a game step by step: what was on offer, what rejected the rest, what settled, which ends were judged."""
    engine = interpreter.engine(load(game, setup), kind="reference")
    first = start(engine, setup, position)
    played = _played(engine, first, moves, count, setup.seed or 0)
    steps = list(trace(engine, first, played))
    if as_json:
        print_json([step.to_json() for step in steps])
        return
    click.echo("\n".join(line for step in steps for line in _lines(step)))


def _played(engine: Engine, first: State, text: str, count: int, seed: int) -> list[str]:
    """The moves that are given, and random ones behind them. Raises CannotWork for one that is not legal."""
    found: list[str] = []
    state, random = first, Random(seed)
    for move in parted_moves(first, text):
        try:
            action = state.action_from_string(move)
        except IllegalAction as error:
            raise CannotWork(f"move {len(found) + 1}: {error}") from error
        found.append(state.action_to_string(action))
        state = state.apply(action)
    while count > 0 and not state.is_terminal:
        action = random.pick(state.legal_actions())
        found.append(state.action_to_string(action))
        state, count = state.apply(action), count - 1
    return found


def _lines(step: Step) -> Iterator[str]:
    yield f"{step.number}. {step.player}" + (f": {step.move}" if step.move else " is to move")
    for offered in step.offered:
        yield f"   {offered.name}: {offered.legal} legal"
        for r in offered.rejected:
            yield f"     {r.text}: false for {r.times} of {r.of} ({r.span})"
    for what, before, after in step.changed:
        yield f"   {what}: {before} -> {after}"
    for settled in step.settled:
        rounds = f"{settled.rounds} round{'s' * (settled.rounds != 1)}"
        yield f"   settled in {rounds} ({settled.span})"
    for end in step.ends:
        yield f"   end {end.text}: {'holds' if end.held else 'does not hold'} ({end.span})"
    if step.result:
        yield f"   over: {step.result}"
    yield ""
