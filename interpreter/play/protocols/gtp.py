"""What the Go Text Protocol (Farnebäck, 2002) says of a game, beside its moves: colours, options of the rules, stones that are there."""

from collections.abc import Iterator

from gdl.core.model import Game
from interpreter.engines.base import State
from interpreter.engines.notation import option_text
from interpreter.play.protocols.moves import GTP
from interpreter.play.scene.names import read_piece

COLOURS = ("black", "white")  # of the first player, and of the second
SIZE, KOMI = "size", "komi"  # the options of rules that `boardsize` and `komi` set


def colour_of(text: str) -> int | None:
    """The player whose colour a text is: `black`, `b`, `white` or `w`."""
    return next((i for i, colour in enumerate(COLOURS) if text.lower() in (colour, colour[0])), None)


def komi_of(game: Game) -> str | None:
    """What the second player gets, as a decimal number; None where the rules have no such option."""
    option = next((o for o in game.options if o.name == KOMI), None)
    return None if option is None else decimal(option_text(option, option.value))


def decimal(text: str) -> str:
    """A number of the language such as `15/2` as `7.5`."""
    above, _, below = text.partition("/")
    return (
        f"{int(above) / int(below or 1):g}"
        if above.lstrip("-").isdecimal() and (below or "1").isdecimal()
        else text
    )


def pieces_by_colour(state: State) -> Iterator[tuple[str, str]]:
    """What stands on the board, each with its colour and its place."""
    game, players = state.engine.game, [p.name for p in state.engine.game.players]
    for name, piece in state.position()["pieces"].items():
        site = game.board.site(name)
        assert site is not None
        owner = read_piece(str(piece), players).owner
        yield COLOURS[players.index(owner)], GTP.name_site(game.board.sites[site], game)
