"""The command `gdl solve`."""

import json
import sys
from dataclasses import replace
from pathlib import Path
from time import monotonic

import click

import interpreter
from interpreter.commands.games import make_engine, start
from interpreter.commands.options import CannotWork, Setup, Whole, game_options, json_option, position_option
from interpreter.commands.output import print_json, write
from interpreter.engines.base import State
from interpreter.engines.notation import option_text
from interpreter.search.certificates import Certificate
from interpreter.search.certifying import strategies
from interpreter.search.running import NO_LIMIT, OnProgress, SearchError, Watch
from interpreter.search.solving import MEGABYTES, Limits, Solution, is_same_value, solve, written

_SHOWN = 20  # actions of a line


@click.command("solve")
@game_options
@position_option
@click.option("--seconds", type=Whole(min=1), help="Give up after so many seconds.")
@click.option("--positions", type=Whole(min=1), default=NO_LIMIT, help="Give up after so many positions.")
@click.option(
    "--memory",
    type=Whole(min=16),
    default=MEGABYTES,
    show_default=True,
    help="Megabytes for tables of positions.",
)
@click.option("--verify", is_flag=True, help="Prove it a second time, and play best play through.")
@click.option(
    "--keep",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Keep in this file what is known when it is stopped, and go on from there next time.",
)
@click.option(
    "--certificate",
    metavar="FILE",
    help="Write the strategy that proves it, which `gdl verify` checks; `-` writes to the output.",
)
@json_option
def command(
    game: str,
    setup: Setup,
    position: str | None,
    seconds: int | None,
    positions: int,
    memory: int,
    verify: bool,
    keep: Path | None,
    certificate: str | None,
    as_json: bool,
) -> None:
    """Prove what best play leads to.

    For games of one or two players without chance and secrets; a puzzle for one gets the shortest way. Ctrl-C stops it. A
    position counts once, however it is reached. A proof for --verify begins anew, without the file that was kept.
    """
    state = start(make_engine(game, setup), setup, position)
    limits = Limits(Watch(seconds, _counter()), memory, positions, keep, verify)
    try:
        found = solve(state, limits)
        if verify:
            _verify(state, found, limits)
        if certificate is not None:
            _certify(game, state, position is not None, found, limits, certificate)
    except SearchError as error:
        more = f"; the same command goes on from {keep}" if keep is not None and keep.exists() else ""
        raise CannotWork(f"{error}{more}") from error
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", nl=False, err=True)
    moves = written(state, found.line)
    if certificate == "-":
        return
    if as_json:
        print_json({
            "game": game,
            "result": _result(state, found),
            "returns": found.returns,
            "line": moves,
            "best": found.is_best,
            "method": found.method,
            "positions": found.positions,
            "seconds": round(found.seconds, 3),
            "verified": verify,
            "proof": found.proof,
        })  # fmt: skip
        return
    if len(found.returns) > 1 and len(moves) > _SHOWN:
        moves = [*moves[:_SHOWN], "..."]
    checked = ", proved twice" if verify else ""
    checked = f", proved again in {found.proof} of them" if found.proof else checked
    click.echo(_result(state, found))
    if moves and (len(found.returns) > 1 or found.returns[0] > 0):
        click.echo(f"{_name_of_line(found)}: {' '.join(moves)}")
    click.echo(f"{found.positions} positions, {found.seconds:.1f} s, {found.method}{checked}")


def _result(state: State, found: Solution) -> str:
    """What best play leads to, in words."""
    players, returns = state.engine.game.players, found.returns
    if returns == (1.0,):
        moves = "1 move" if len(found.line) == 1 else f"{len(found.line)} moves"
        return f"solved in {moves}" + ("" if found.is_best else "; fewer may do")
    if not any(returns):
        return "draw"
    if len(returns) == 1 or set(returns) != {1.0, -1.0}:
        payoffs = ", ".join(f"{p.name} {r:g}" for p, r in zip(players, returns, strict=True))
        return f"payoffs: {payoffs}"
    return f"{players[returns.index(1.0)].name} wins"


def _name_of_line(found: Solution) -> str:
    """What the moves are: the shortest way, best play by distance, or any moves by which the value was proved."""
    if not found.is_best:
        return "moves of the proof, not of best play"
    return "moves" if len(found.returns) == 1 else "best play"


def _verify(state: State, found: Solution, limits: Limits) -> None:
    """Solves again with other keys, unless best play alone has proved it once more, and plays best play on the reference engine."""
    if not found.proof:
        again = solve(state, replace(limits, positions=NO_LIMIT, keep=None), salt=1)
        if again.returns != found.returns:
            raise CannotWork(f"two proofs differ: {found.returns} and {again.returns}; please report this")
    reference = interpreter.engine(state.engine.game, kind="reference")
    if not is_same_value(reference.from_bytes(bytes(state)), found):
        raise CannotWork("best play does not lead to the value that was proved; please report this")


def _certify(name: str, state: State, is_placed: bool, found: Solution, limits: Limits, file: str) -> None:
    """Writes the certificate of a solution. Raises SearchError, CannotWork."""
    options = {o.name: option_text(o, o.value) for o in state.engine.game.options if o.value != o.default}
    position = dict(state.position()) if is_placed else None
    made = Certificate(name, options, position, strategies(state, found, limits))
    write(file, json.dumps(made.to_json(), ensure_ascii=False, indent=0) + "\n", "the certificate")


def _counter() -> OnProgress:
    """Shows how many positions were looked at, if somebody is there to read it."""
    if not sys.stderr.isatty():
        return lambda nodes: None
    last = monotonic()

    def show(nodes: int) -> None:
        nonlocal last
        if monotonic() - last > 1:
            last = monotonic()
            click.echo(f"\r{nodes:,} positions ", nl=False, err=True)

    return show
