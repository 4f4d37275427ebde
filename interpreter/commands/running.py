"""Commands that run a game: moves, show, perft, playout, why."""

import shutil
import sys
from typing import TYPE_CHECKING, Any

import click

from interpreter.commands.common import (
    FINDINGS,
    CannotWork,
    Setup,
    Whole,
    find,
    game_options,
    has_colour,
    interruptible,
    json_option,
    load,
    make_engine,
    position_option,
    print_json,
    progress,
    start,
    write,
)  # fmt: skip

if TYPE_CHECKING:
    from gdl.model import Game
    from interpreter.engines.base import Engine, State
    from interpreter.play.relations import Relation


@click.command()
@game_options
@position_option
@json_option
def moves(game: str, setup: Setup, position: str | None, as_json: bool) -> None:
    """The legal moves in notation, one a line, sorted."""
    state = start(make_engine(game, setup), setup, position)
    found = sorted(state.action_to_string(a) for a in state.legal_actions())
    if as_json:
        print_json(found)
    elif found:
        click.echo("\n".join(found))
    elif state.ended is not None:
        click.echo(f"the game is over: {state.ended.text}", err=True)


@click.command()
@game_options
@position_option
@click.option("--observer", metavar="PLAYER", help="Show only what this player may see.")
@click.option(
    "--stage", type=click.Choice(["tree", "game", "ir", "llvm"]), help="A stage of compilation instead."
)
@click.option("--relation", metavar="NAME", help="Show who stands in a relation to whom.")
@click.option("--svg", metavar="FILE", help="Draw into a file, as SVG; `-` writes to the output.")
@json_option
def show(
    game: str, setup: Setup, position: str | None, observer: str | None, stage: str | None, relation: str | None,
    svg: str | None, as_json: bool,
) -> None:  # fmt: skip
    """Draw a position, or print a stage of the compilation."""
    if stage is not None:
        click.echo(_stage(game, setup, stage))
        return
    engine = make_engine(game, setup)
    state = start(engine, setup, position)
    names = [p.name for p in engine.game.players]
    shown = state.position() if observer is None else state.observation(_player(observer, names))
    related = None if relation is None else _related(engine, state, relation, shown)
    if as_json:
        sites = engine.game.board.sites
        if related is not None:
            pairs = [(sites[a].name, sites[b].name) for a, b in related.pairs]
            shown |= {"relation": pairs, "can_capture": list(related.prey)}
        print_json(shown)
        return
    from interpreter.play.scene import signs_of
    from interpreter.play.scores import score

    signs, scored = signs_of(engine, state, shown), score(engine, state, shown)
    ended = state.ended.text if state.ended is not None else ""
    if svg is not None:
        from interpreter.play.picture import picture

        write(
            svg,
            picture(engine.game, shown, relation=related, ended=ended, signs=signs, score=scored),
            "the picture",
        )
        return
    from interpreter.play.view import draw

    width = shutil.get_terminal_size().columns - 1 if sys.stdout.isatty() else 100
    text = draw(
        engine.game,
        shown,
        colour=has_colour(sys.stdout),
        relation=related,
        signs=signs,
        score=scored,
        width=width,
    )
    click.echo(text, color=has_colour(sys.stdout))
    if ended:
        click.echo(f"the game is over: {ended}")


def _related(engine: "Engine", state: "State", name: str, shown: Any) -> "Relation":
    """A relation. Raises CannotWork for one that there is not, or that would tell a secret."""
    from interpreter.play.relations import relation
    from interpreter.play.scene import contains_hidden

    relations = [d.name for d in engine.game.definitions.values() if d.is_relation]
    if name not in relations:
        known = f"the relations are: {', '.join(relations)}" if relations else "the game has none"
        raise CannotWork(f"there is no relation `{name}`; {known}")
    if contains_hidden(shown):
        raise CannotWork(
            f"`{name}` is judged on the full position, of which --observer hides a part; leave --observer out"
        )
    return relation(engine, state, name)


def _player(name: str, names: list[str]) -> int:
    for index, known in enumerate(names):
        if known.lower() == name.lower():
            return index
    raise CannotWork(f"there is no player `{name}`; the players are: {', '.join(names)}")


def _lowered(game: "Game", stage: str) -> str:
    """The intermediate representation of a game, or LLVM's."""
    from interpreter.engines.native.engine import NativeEngine
    from interpreter.ir import text

    engine = NativeEngine(game)
    return text.write(engine.lowered.program) if stage == "ir" else engine.text


def _stage(name: str, setup: Setup, stage: str) -> str:
    """A stage as text. Raises CannotWork for one that is not built, GameError."""
    from interpreter.commands.dump import dump

    if stage == "game":
        return dump(load(name, setup))
    if stage in ("ir", "llvm"):
        return _lowered(load(name, setup), stage)
    from gdl.diagnostics import GameError, Reporter
    from gdl.loader import read_source
    from gdl.parser import parse

    reporter = Reporter()
    source = read_source(find(name), reporter)
    parsed = parse(source, reporter) if source is not None else None
    if reporter.has_errors or parsed is None:
        raise GameError(reporter.sorted())
    return dump(parsed.tree)


@click.command()
@game_options
@click.argument("depth", type=Whole(min=1))
@position_option
@click.option("--divide", is_flag=True, help="The count below every first move, at the full depth.")
@json_option
def perft(game: str, setup: Setup, depth: int, position: str | None, divide: bool, as_json: bool) -> None:
    """Count sequences of actions: lines `depth count` for 1..DEPTH."""
    from interpreter.search import perft as counting

    engine = make_engine(game, setup)
    if engine.game.has_chance:
        raise CannotWork("perft counts sequences of actions; where chance decides, there is no such count")
    state = start(engine, setup, position)
    if divide:
        found = interruptible(lambda: counting.divide(engine, state, depth))
        if as_json:
            print_json({"depth": depth, "moves": dict(found), "total": sum(n for _, n in found)})
            return
        width = max([len("total"), *(len(text) for text, _ in found)])
        for text, count in found:
            click.echo(f"{text:<{width}} {count}")
        click.echo(f"{'total':<{width}} {sum(n for _, n in found)}")
        return
    counts = counting.perft(engine, state, depth)
    for _ in range(depth):
        reached, count = interruptible(lambda: next(counts))
        if as_json:
            print_json({"depth": reached, "count": count})
        else:
            click.echo(f"{reached} {count}")
        sys.stdout.flush()


@click.command()
@game_options
@click.option("-n", "number", type=Whole(min=1), default=100, show_default=True, help="How many games.")
@click.option(
    "--max-plies", type=Whole(min=1), default=10_000, show_default=True, help="Cut longer games off."
)
@click.option(
    "--threads",
    type=Whole(1, 1024),
    default=1,
    show_default=True,
    help="Play on so many threads; the games are the same.",
)
@json_option
def playout(game: str, setup: Setup, number: int, max_plies: int, threads: int, as_json: bool) -> None:
    """Random games: how many a second, how long, who wins."""
    from interpreter.search.playout import playouts

    engine = make_engine(game, setup)
    engine.playout(engine.initial_state(0), 0, 1)  # what is built on first use is no part of the figures
    with progress(engine.game.title, number) as advance:
        found = playouts(engine, number, setup.seed or 0, max_plies, advance, threads)
    if as_json:
        print_json(found.to_json())
        return
    click.echo(f"playouts             {found.playouts}")
    click.echo(f"playouts per second  {found.playouts_per_second:.1f}")
    click.echo(f"moves per second     {found.moves_per_second:.0f}")
    click.echo(f"mean length          {found.mean_length:.1f} moves")
    finished = found.playouts - found.cut_off
    for name, o in found.outcomes.items():
        share = f" ({100 * o.wins / finished:.1f} %)" if finished else ""
        click.echo(f"{name:<20} {o.wins} wins{share}, {o.draws} draws, {o.losses} losses")
    click.echo(f"cut off              {found.cut_off}")


@click.command()
@game_options
@click.argument("move")
@position_option
@json_option
def why(game: str, setup: Setup, move: str, position: str | None, as_json: bool) -> None:
    """Why a move is (not) legal, clause by clause. Exit 0: legal; 1: not."""
    from interpreter.engines.base import IllegalAction, Reason
    from interpreter.play.view import draw_reasons

    state = start(make_engine(game, setup), setup, position)
    reasons: list[Reason] = []
    try:
        reasons = state.why(move)
        if not reasons:
            state.action_from_string(move)
            problem = ""
        else:
            problem = f"{move} is not legal"
    except IllegalAction as error:
        problem = str(error)
    if as_json:
        found: list[dict[str, Any]] = [
            {"place": str(r.span), "clause": r.span.text, "text": r.text} for r in reasons
        ]
        print_json({"move": move, "legal": not problem, "reasons": found})
    elif not problem:
        click.echo(f"{move} is legal")
    else:
        click.echo(problem)
        if reasons:
            click.echo(draw_reasons(reasons, has_colour(sys.stdout)), color=has_colour(sys.stdout))
    if problem:
        sys.exit(FINDINGS)
