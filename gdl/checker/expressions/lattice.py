"""Borders and nodes: what asks for them needs a board that has some."""

from gdl.checker.context import Context
from gdl.source import Span

_LACKING = {"borders": "borders", "nodes": "nodes", "border": "borders", "cells": "borders"}


def lacks_places(span: Span, name: str, context: Context) -> bool:
    """Reports what asks for borders or nodes on a board that has none. Of a guessed board nothing is said."""
    board, lacking = context.names.board, _LACKING.get(name, "")
    if board is None or not lacking or (board.borders if lacking == "borders" else board.nodes):
        return False
    if name == "cells" and board.nodes:
        return False
    if not context.names.is_board_guessed:
        context.reporter.report(
            "unknown-name",
            span,
            f"this board has no {lacking}",
            f"needs {lacking}",
            others=[(context.names.board_span, "the board")],
            help=f"write `with {lacking}` behind the size of the board: `board square 5 x 5 with {lacking}`",
        )
    return True
