"""The command `gdl lsp`."""

from importlib.util import find_spec

import click

from interpreter.commands.options import CannotWork


@click.command("lsp")
def command() -> None:
    """Serve an editor: errors as you type, hover, completion, definitions, formatting.

    It speaks the Language Server Protocol over standard input and output; an editor starts it.
    """
    if find_spec("pygls") is None:
        raise CannotWork(
            "`gdl lsp` needs pygls: install the extra `lsp`, as in "
            "`pip install 'gdl-interpreter[lsp]'`, or in a clone `pip install '.[lsp]'`"
        )
    from interpreter.editing.server import make

    make().start_io()
