"""The command `gdl show`: a position as text, as a picture or as data, and the stages of compilation."""

import sys

import click

from interpreter.commands.games import make_engine, start
from interpreter.commands.options import (
    CannotWork,
    Setup,
    game_options,
    has_colour,
    json_option,
    position_option,
)
from interpreter.commands.output import print_json, width, write
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import PositionError
from interpreter.engines.position_parts import Position, contains_hidden
from interpreter.play.scene.observer import Relation, relation, relation_names
from interpreter.play.text.drawing import Layout, draw, layout_of
from interpreter.positions.fen import line_of


@click.command("show")
@game_options
@position_option
@click.option("--observer", metavar="PLAYER", help="Show only what this player may see.")
@click.option(
    "--stage",
    type=click.Choice(["tree", "game", "plan", "ir", "llvm"]),
    help="A stage of compilation instead.",
)
@click.option(
    "--relation", "related", metavar="NAME", help="Show the pieces or sites for which a relation holds."
)
@click.option("--svg", metavar="FILE", help="Draw into a file, as SVG; `-` writes to the output.")
@click.option("--fen", "as_fen", is_flag=True, help="Print it as FEN, where the rules say how.")
@json_option
def command(
    game: str, setup: Setup, position: str | None, observer: str | None, stage: str | None, related: str | None,
    svg: str | None, as_fen: bool, as_json: bool,
) -> None:  # fmt: skip
    """Draw a position, or print a stage of the compilation."""
    if stage is not None:
        from interpreter.commands.stages import stage_text  # LLVM takes long to load

        click.echo(stage_text(game, setup, stage))
        return
    engine = make_engine(game, setup)
    state = start(engine, setup, position)
    if as_fen:
        click.echo(_fen(state))
        return
    names = [p.name for p in engine.game.players]
    shown = state.position() if observer is None else state.observation(_player(observer, names))
    found = None if related is None else _related(engine, state, related, shown)
    if as_json:
        print_json(_data(engine, shown, found))
    elif svg is not None:
        _draw_picture(state, shown, found, svg)
    else:
        _draw_text(engine, state, shown, found)


def _fen(state: State) -> str:
    try:
        return line_of(state)
    except PositionError as error:
        raise CannotWork(str(error)) from error


def _data(engine: Engine, shown: Position, found: Relation | None) -> Position:
    """A position as data, with a relation if there is one."""
    if found is None:
        return shown
    sites = engine.game.board.sites
    pairs = [(sites[a].name, sites[b].name) for a, b in found.pairs]
    return shown | {"relation": pairs, "can_capture": list(found.prey)}


def _draw_picture(state: State, shown: Position, found: Relation | None, path: str) -> None:
    from interpreter.play.notebook import picture_of  # svg takes long to load

    write(path, picture_of(state, shown, found), "the picture")


def _draw_text(engine: Engine, state: State, shown: Position, found: Relation | None) -> None:
    colour = has_colour(sys.stdout)
    layout = layout_of(state, shown, Layout(colour=colour, relation=found, width=width()))
    text = draw(engine.game, shown, layout)
    click.echo(text, color=colour)
    if state.ended is not None:
        click.echo(f"the game is over: {state.ended.text}")


def _related(engine: Engine, state: State, name: str, shown: Position) -> Relation:
    """A relation. Raises CannotWork for one that does not exist, or that would reveal a secret."""
    relations = relation_names(engine.game)
    if name not in relations:
        known = f"the relations are: {', '.join(relations)}" if relations else "the game has none"
        raise CannotWork(f"there is no relation `{name}`; {known}")
    if contains_hidden(shown):
        raise CannotWork(
            f"`{name}` depends on the full position, of which --observer hides a part; leave --observer out"
        )
    return relation(engine, state, name)


def _player(name: str, names: list[str]) -> int:
    for index, known in enumerate(names):
        if known.lower() == name.lower():
            return index
    raise CannotWork(f"there is no player `{name}`; the players are: {', '.join(names)}")
