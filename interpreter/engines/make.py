"""Making the engine for a game."""

from importlib import import_module

from gdl.core.model import Game
from interpreter.engines.base import Engine

# Each is loaded when it is first made: LLVM takes a third of a second, which the reference engine does not need.
_ENGINES = {"native": "NativeEngine", "reference": "ReferenceEngine"}


def engine(
    game: Game,
    kind: str = "native",
    keep: bool = True,
    effort: int | None = None,
    counts_work: bool = False,
) -> Engine:
    """An engine for a game, `native` or `reference`. Raises ValueError for one that does not exist.

    `keep`: whether machine code is kept on disk from one run to the next. `effort`: how much it is optimised, 0 to 3. Code
    with 0 is made in a tenth of the time and runs several times slower. By default the code is made quickly (1), and made
    anew (2) when it has run for as long as that takes. `counts_work`: whether machine code counts what it does, so that
    somebody who looks for a while can stop at the same place on every machine.
    """
    if kind not in _ENGINES:
        raise ValueError(f"there is no engine `{kind}`; there are: {', '.join(_ENGINES)}")
    make = getattr(import_module(f"interpreter.engines.{kind}"), _ENGINES[kind])
    if kind == "reference":
        made: Engine = make(game)
    else:
        made = make(game, keep=keep, effort=effort, counts_work=counts_work)
    return made
