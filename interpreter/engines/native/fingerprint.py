"""What machine code depends on: everything in a game that is played, and the program that lowers it."""

from pathlib import Path

import gdl
from gdl import model
from interpreter import lowering


def fingerprint(game: model.Game) -> str:
    """A text that two games share only if they are played alike."""
    board = game.board
    places = (board.shape, board.files, board.ranks, board.is_stacking, board.is_growing, board.adjacent)
    # a growing board is a whole window; others may lack any of their sites
    sites = () if board.is_growing else (board.sites, board.directions, board.steps)
    rules = (
        [(o.name, o.value) for o in game.options],
        game.players,
        [(k.name, dict(k.attributes)) for k in game.kinds],
        dict(game.columns),
        dict(game.fields),
        dict(game.pools),
        dict(game.definitions),
        game.setup,
        game.actions,
        game.phases,
        dict(game.turns),
        game.skips,
        game.settles,
        game.requires,
        game.prefers,
        game.ends,
        dict(game.histories),
        game.limit,
        game.limit_result,
    )
    return repr((places, sites, rules))


def _version() -> str:
    """The files that make machine code, by their times: another version of them makes other code.

    What is known of a board alone (`gdl.board`, `gdl.builtins`) is written into the code as constants.
    """
    folder = Path(lowering.__file__).parent
    language = Path(gdl.__file__).parent
    found = []
    shared = [folder.parent / name for name in ("hashing.py", "numbering.py")]
    for path in sorted([*folder.rglob("*.py"), *shared, *language.glob("*.py")]):
        stat = path.stat()
        found.append(f"{path.name} {stat.st_size} {stat.st_mtime_ns}")
    return " ".join(found)


VERSION = _version()
