"""Pieces that are named by their sites, as sites: then `beside(site(c), s)` is about two sites, which the board decides."""

from collections.abc import Container
from typing import TypeVar, cast

from gdl.core import model
from gdl.core.types import SITE
from gdl.core.visit import rewritten

T = TypeVar("T")


def with_pieces_as_sites(e: T, slots: Container[int]) -> T:
    """The same where some names stand for the sites of pieces instead of the pieces."""

    def change(part: object) -> object:
        match part:
            case model.Builtin(name="site", arguments=(model.Local() as of,)) if of.slot in slots:
                return model.Local(part.span, SITE, of.slot, of.name)
        return rewritten(part, change) if isinstance(part, model.Node) else part

    return cast(T, change(e))
