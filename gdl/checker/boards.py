"""The board: from its clause to a `Board`."""

from fractions import Fraction

from gdl import board as boards
from gdl import static, syntax
from gdl.board import Board, BoardError
from gdl.checker.kinds import Kinds
from gdl.checker.names import Scope
from gdl.diagnostics import near
from gdl.types import ANY, NUMBER, SITE


class Boards(Kinds):
    """Builds the board."""

    def board(self, clause: syntax.Board) -> None:
        self.names.board_span = clause.span
        if clause.form == "graph":
            self.graph(clause)
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

    def graph(self, clause: syntax.Board) -> None:
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
        if axes is not None and clause.shape.name != "hex":
            raise BoardError("only boards of hexes take `axes`; on squares they are east and north")
        match clause.shape.name, clause.form:
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
                known = ("square", "hex", "graph")
                self.report(
                    "unknown-board",
                    clause.shape.span,
                    f"there is no board `{clause.shape.name}` of this form",
                    "not a board",
                    help=(near(clause.shape.name, known) if clause.shape.name not in known else "")
                    or "boards are `square W x H`, `hex W x H`, `hex side N`, `hex rows A, B, ...` and `graph a-b-c, ...`",
                )
                return None
