"""The tilings that a board may be made of, by the word behind `board`. A new one is a module and a row here."""

from collections.abc import Mapping

from gdl.boards.graphs import Graph
from gdl.boards.hexes import Hexes
from gdl.boards.octagons import Octagons
from gdl.boards.squares import Squares
from gdl.boards.tiling import Tiling

TILINGS: Mapping[str, Tiling] = {t.name: t for t in (Squares(), Hexes(), Octagons(), Graph())}

SORTS = frozenset(sort for t in TILINGS.values() for sort in t.sorts(()))  # of cells, by name

FORMS = tuple(
    form for t in TILINGS.values() for kind, form in t.forms.items() if kind != "growing"
)  # as an author writes them
