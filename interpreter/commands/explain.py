"""The command `gdl explain`."""

import click

from gdl.diagnostics.codes import CODES
from gdl.diagnostics.pages import page
from gdl.diagnostics.similar_names import near
from interpreter.commands.options import CannotWork


@click.command("explain")
@click.argument("code", required=False)
def command(code: str | None) -> None:
    """Print the page of a diagnostic's code, or all codes."""
    if code is None:
        width = max(map(len, CODES))
        for name, row in sorted(CODES.items()):
            click.echo(f"{name:<{width}}  {row.severity:<7}  {row.summary}")
        return
    try:
        click.echo(page(code.strip("[]")).rstrip("\n"))
    except KeyError:
        help = near(code, CODES) or "`gdl explain` lists all codes"
        raise CannotWork(f"there is no diagnostic `{code}`; {help}") from None
