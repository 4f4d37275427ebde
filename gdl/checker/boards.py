"""The board: from its clause to a `Board`."""

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

from gdl import board as boards
from gdl import static, syntax
from gdl.board import FACINGS, Board, BoardError
from gdl.checker.kinds import Kinds
from gdl.checker.names import RESERVED, Scope
from gdl.diagnostics import near
from gdl.types import ANY, NUMBER, SITE

SHAPES = ("square", "hex", "graph")
WINDOW = 64  # the width of a growing board's window, where none is given


class Boards(Kinds):
    """Builds the board."""

    def board(self, clause: syntax.Board) -> None:
        self.names.board_span = clause.span
        if clause.form == "graph":
            self.graph(clause)
            return
        if not self.has_good_axes(clause):
            return
        sizes: list[int] = []
        for node in clause.extent:
            expr = self.wanted(node, Scope(), NUMBER)
            found = static.known(expr, boards.square(1, 1))
            if found is None:
                self.report(
                    "not-static",
                    node.span,
                    "the size of a board must be known before the game begins",
                    "depends on the play",
                )
                return
            if not isinstance(found[0], int):
                if expr.type != ANY:
                    self.report(
                        "bad-board", node.span, "the size of a board is a whole number", f"is {found[0]}"
                    )
                return
            sizes.append(found[0])
        try:
            whole = self.build(clause, sizes, None, clause.axes)
            self.names.board = whole
            if whole is not None and clause.condition is not None:
                plain = self.build(clause, sizes, None, None)
                kept = self.kept(clause.condition, whole)
                keep = {(s.file, s.rank) for s in plain.sites if s.index in kept} if plain else set()
                self.names.board = self.build(clause, sizes, keep, clause.axes)
        except BoardError as error:
            self.report("bad-board", clause.span, str(error), "cannot be built")
        self.stack(clause)

    def stack(self, clause: syntax.Board) -> None:
        """Lets the sites hold several pieces, where the clause says so."""
        if clause.is_stacking and self.names.board is not None:
            self.names.board = replace(self.names.board, is_stacking=True)

    def has_good_axes(self, clause: syntax.Board) -> bool:
        """Whether the directions along which files and rows are counted can be used."""
        if clause.axes is None or clause.shape.name not in SHAPES:
            return True
        span = clause.axes[0].span.to(clause.axes[1].span)
        if clause.shape.name != "hex":
            self.report(
                "bad-board",
                span,
                "only boards of hexes take `axes`",
                "not on this board",
                help="on squares files run east and rows north",
            )
            return False
        known = [d.name for d in boards.hexagon(1).directions]
        for axis in clause.axes:
            if axis.name not in known:
                self.report(
                    "unknown-direction",
                    axis.span,
                    f"a board of hexes has no direction `{axis.name}`",
                    "not a direction of the board",
                    help=near(axis.name, known) or "its directions are " + ", ".join(known),
                )
                return False
        first, second = (known.index(a.name) for a in clause.axes)
        if first % 3 == second % 3:
            self.report(
                "bad-board",
                span,
                "both axes run along the same line",
                "these do not cross",
                help=f"take another second one, such as `axes {known[first]}, {known[(first + 2) % 6]}`",
            )
            return False
        return True

    def is_good_graph(self, clause: syntax.Board) -> bool:
        """Whether every site of a graph has a name of its own, is on a track and is not joined to itself."""
        sites = [n.name for t in clause.tracks if isinstance(t, syntax.Track) for n in t.sites]
        before = len(self.names.reporter.found)
        taken: set[str] = set()
        for track in clause.tracks:
            if isinstance(track, syntax.Spot):
                if track.site.name not in sites:
                    self.report(
                        "bad-board",
                        track.site.span,
                        f"`{track.site.name}` is on no track of this board",
                        "joined to nothing",
                        help=f"join it to another site: `{sites[0]}-{track.site.name}`" if sites else "",
                    )
                continue
            for site in track.sites:
                if site.name in (RESERVED | set(FACINGS)) - taken:
                    taken.add(site.name)
                    self.report(
                        "reserved-name",
                        site.span,
                        f"`{site.name}` is a word of the language",
                        "no name of a site",
                        help=f"take another name, such as `{site.name}_`",
                    )
            for one, other in pairwise(track.sites):
                if one.name == other.name:
                    self.report(
                        "bad-board", other.span, f"`{one.name}` cannot be joined to itself", "the same site"
                    )
        return len(self.names.reporter.found) == before

    def graph(self, clause: syntax.Board) -> None:
        if not self.is_good_graph(clause):
            return
        tracks = [
            (tuple(n.name for n in t.sites), t.is_one_way)
            for t in clause.tracks
            if isinstance(t, syntax.Track)
        ]
        spots = {}
        for spot in clause.tracks:
            if isinstance(spot, syntax.Spot):
                x, y = (Fraction(e.value) for e in (spot.x, spot.y) if isinstance(e, syntax.Number))
                spots[spot.site.name] = (x, y)
        try:
            self.names.board = boards.graph(tracks, spots)
        except BoardError as error:
            self.report("bad-board", clause.span, str(error), "cannot be built")
        self.stack(clause)

    def kept(self, condition: syntax.Expr, whole: Board) -> set[int]:
        scope = Scope()
        it = self.names.local(scope, "it", SITE, condition.span)
        expr = self.condition(condition, scope)
        keep: set[int] = set()
        for site in whole.sites:
            try:
                if static.value(expr, whole, {it.slot: site.index}):
                    keep.add(site.index)
            except static.NotStatic:
                if expr.type != ANY:
                    self.report(
                        "not-static",
                        condition.span,
                        "which sites exist must be known before the game begins",
                        "depends on the play",
                    )
                return {s.index for s in whole.sites}
        return keep

    def build(
        self,
        clause: syntax.Board,
        sizes: list[int],
        keep: set[tuple[int, int]] | None,
        named: tuple[syntax.Ident, syntax.Ident] | None,
    ) -> Board | None:
        keeps = None if keep is None else (lambda file, rank: (file, rank) in keep)
        axes = (named[0].name, named[1].name) if named is not None else None
        match clause.shape.name, clause.form:
            case "square" | "hex", "growing":
                return boards.growing(clause.shape.name, sizes[0] if sizes else WINDOW)
            case "square", "by":
                return boards.square(
                    sizes[0], sizes[1], keeps, clause.skipping.name if clause.skipping else ""
                )
            case "hex", "by":
                return boards.hex_rhombus(sizes[0], sizes[1], keeps, axes)
            case "hex", "side":
                side = sizes[0]
                if not 1 <= side <= 60:
                    raise BoardError(f"a hexagon's side is 1 to 60, not {side}")
                return boards.hexagon(side, keeps, axes)
            case "hex", "rows":
                return boards.hex_rows(sizes, keeps, axes)
            case _:
                self.report(
                    "unknown-board",
                    clause.shape.span,
                    f"there is no board `{clause.shape.name}` of this form",
                    "not a board",
                    help=(near(clause.shape.name, SHAPES) if clause.shape.name not in SHAPES else "")
                    or "boards are `square W x H`, `hex W x H`, `hex side N`, `hex rows A, B, ...` and `graph a-b-c, ...`",
                )
                return None
