"""The page of `gdl review --web`: a server for one game, on this machine alone."""

import click

from interpreter.analysis.review.answers import Keeper
from interpreter.analysis.review.sitting import Sitting
from interpreter.commands.web import listen, web_or_refuse


def ask_in_browser(sitting: Sitting, keeper: Keeper, name: str, number: int, opens_browser: bool) -> None:
    """Serves the page until Ctrl-C. Raises CannotWork."""
    web_or_refuse("`gdl review --web`")
    port = listen("127.0.0.1", number)
    from interpreter.commands.web_server import Serving, serve  # takes long to load
    from interpreter.play.web.reviewing import Reviewing

    reviewing = Reviewing(sitting, keeper, name)
    address = port.address.rstrip("/") + reviewing.path

    def ready() -> None:
        click.echo(address)
        if opens_browser:
            import webbrowser  # loads much that only this needs

            webbrowser.open(address)

    serve(Serving({}, [], port, review=reviewing), ready)
