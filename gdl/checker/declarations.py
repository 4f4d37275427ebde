"""Declarations: players, board, kinds, fields and definitions, in the order in which they depend on each other."""

import re
from collections.abc import Sequence
from typing import Any, TypeVar

from gdl import board as boards
from gdl import model, static, syntax
from gdl.board import FACINGS, Board, BoardError
from gdl.checker.effects import Effects
from gdl.checker.names import Names, Scope
from gdl.diagnostics import near
from gdl.source import Span
from gdl.types import ANY, BOOL, NAMED, NUMBER, SITE, TEXT, Type, set_of

_Clause = TypeVar("_Clause", syntax.Players, syntax.Kinds, syntax.Board)
MAX_PLAYERS = 8
# Words that begin a line of a block: a field so named could not be given a value there.
LINE_WORDS = frozenset(
    (
        *(
            "choose",
            "notation",
            "again",
            "line",
            "walk",
            "leap",
            "finally",
            "place",
            "move",
            "remove",
            "capture",
        ),
        *("swap", "then", "let", "simultaneously", "end"),
    )
)
HOLDERS = ("game", "player", "site", "piece")


class Declarations(Effects):
    """Fills the tables of names."""

    def __init__(self, names: Names, clauses: Sequence[syntax.Clause]) -> None:
        super().__init__(names)
        self.clauses = clauses

    def declare_all(self) -> None:
        players, kinds, boards = self.only(syntax.Players), self.only(syntax.Kinds), self.only(syntax.Board)
        if players is not None:
            self.players(players)
        if kinds is not None:
            self.kinds(kinds)
        if boards is not None:
            self.board(boards)
        for clause in self.clauses:
            if isinstance(clause, syntax.Turn) and clause.phase is not None:
                if clause.phase.name == "main":
                    self.report(
                        "reserved-name",
                        clause.phase.span,
                        "the phase `main` is described by `turn`",
                        "write `turn: ...`",
                    )
                self.names.phases = (*self.names.phases, clause.phase.name)
        for clause in self.clauses:
            if isinstance(clause, syntax.Field):
                self.field(clause)
        self.definitions([c for c in self.clauses if isinstance(c, syntax.Let)])

    def only(self, kind: type[_Clause]) -> _Clause | None:
        """The one clause of its sort; more are reported."""
        found = [c for c in self.clauses if isinstance(c, kind)]
        for extra in found[1:]:
            self.report(
                "duplicate-clause",
                extra.span,
                f"a game has one `{kind.__name__.lower()}` clause",
                "a second one",
                others=[(found[0].span, "the first one")],
            )
        return found[0] if found else None

    def players(self, clause: syntax.Players) -> None:
        chosen = clause.players
        if clause.least is not None and clause.most is not None:
            if not 1 <= clause.least <= clause.most <= len(chosen):
                self.report(
                    "bad-range",
                    clause.span,
                    f"{clause.least} to {clause.most} players, but {len(chosen)} are named",
                    "",
                )
            option = self.names.options.get("players")
            count = option.value if option is not None and isinstance(option.value, int) else clause.least
            chosen = chosen[:count]
            self.names.players_vary = True
        if len(clause.players) > MAX_PLAYERS:
            self.report(
                "bad-range",
                clause.span,
                f"a game has at most {MAX_PLAYERS} players",
                f"{len(clause.players)} players",
            )
        players = []
        for player in chosen:
            self.names.declare(player.name.name, player.name.span)
            facing = None
            if player.facing is not None:
                facing = FACINGS.get(player.facing.name)
                if facing is None:
                    self.report(
                        "unknown-direction",
                        player.facing.span,
                        f"nobody can face `{player.facing.name}`",
                        "not a direction",
                        help=near(player.facing.name, FACINGS) or "players face " + ", ".join(FACINGS),
                    )
                    facing = FACINGS["north"]  # so that nothing more is said about it
            players.append(model.Player(player.name.name, facing))
        self.names.players = tuple(players)

    # ---- the board

    def board(self, clause: syntax.Board) -> None:
        self.names.board_span = clause.span
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
            whole = self.build(clause, sizes, None)
            self.names.board = whole
            if whole is not None and clause.condition is not None:
                self.names.board = self.build(clause, sizes, self.kept(clause.condition, whole))
        except BoardError as error:
            self.report("bad-board", clause.span, str(error), "cannot be built")

    def kept(self, condition: syntax.Expr, whole: Board) -> set[tuple[int, int]]:
        scope = Scope()
        it = self.names.local(scope, "it", SITE, condition.span)
        expr = self.condition(condition, scope)
        keep: set[tuple[int, int]] = set()
        for site in whole.sites:
            try:
                if static.value(expr, whole, {it.slot: site.index}):
                    keep.add((site.file, site.rank))
            except static.NotStatic:
                if expr.type != ANY:
                    self.report(
                        "not-static",
                        condition.span,
                        "which sites exist must be known before the game begins",
                        "depends on the play",
                    )
                return {(s.file, s.rank) for s in whole.sites}
        return keep

    def build(
        self, clause: syntax.Board, sizes: list[int], keep: set[tuple[int, int]] | None
    ) -> Board | None:
        keeps = None if keep is None else (lambda file, rank: (file, rank) in keep)
        match clause.shape.name, clause.form:
            case "square", "by":
                return boards.square(
                    sizes[0], sizes[1], keeps, clause.skipping.name if clause.skipping else ""
                )
            case "hex", "by":
                return boards.hex_rhombus(sizes[0], sizes[1], keeps)
            case "hex", "side":
                side = sizes[0]
                if not 1 <= side <= 60:
                    raise BoardError(f"a hexagon's side is 1 to 60, not {side}")
                return boards.hexagon(side, keeps)
            case "hex", "rows":
                return boards.hex_rows(sizes, keeps)
            case _:
                known = ("square", "hex")
                self.report(
                    "unknown-board",
                    clause.shape.span,
                    f"there is no board `{clause.shape.name}` of this form",
                    "not a board",
                    help=(near(clause.shape.name, known) if clause.shape.name not in known else "")
                    or "boards are `square W x H`, `hex W x H`, `hex side N` and `hex rows A, B, ...`",
                )
                return None

    # ---- kinds

    def kinds(self, clause: syntax.Kinds) -> None:
        if clause.rows is None:
            for ident in clause.names:
                if self.names.declare(ident.name, ident.span):
                    self.names.kinds[ident.name] = model.Kind(ident.name, ident.span, {})
            return
        columns: list[list[tuple[Type, Any]]] = [[] for _ in clause.names]
        rows: list[tuple[syntax.Row, list[Any]]] = []
        symbols = {c.name for r in clause.rows for c in r.cells if isinstance(c, syntax.Name)}
        order = tuple(
            dict.fromkeys(c.name for r in clause.rows for c in r.cells if isinstance(c, syntax.Name))
        )
        for row in clause.rows:
            if len(row.cells) != len(clause.names):
                self.report(
                    "bad-table",
                    row.span,
                    f"this row has {len(row.cells)} values for {len(clause.names)} columns",
                    "",
                    others=[(clause.names[0].span.to(clause.names[-1].span), "the columns are named here")],
                )
                self.names.failed.add(row.name.name)
                continue
            values = []
            for column, cell in zip(columns, row.cells, strict=True):
                typed = self.cell(cell, order if symbols else ())
                column.append(typed)
                values.append(typed[1])
            rows.append((row, values))
        for number, column in enumerate(columns):
            if {t for t, _ in column} == {NUMBER, set_of(NUMBER)}:  # a number among ranges is a range of one
                columns[number] = [(set_of(NUMBER), v if isinstance(v, tuple) else (v,)) for _, v in column]
        rows = [(row, [column[i][1] for column in columns]) for i, (row, _) in enumerate(rows)]
        for ident, column in zip(clause.names, columns, strict=True):
            types = {t for t, _ in column if t.base != "none"}
            optional = any(t.base == "none" for t, _ in column)
            if len(types) > 1:
                self.report(
                    "bad-table",
                    ident.span,
                    f"the values of `{ident.name}` are of different types: "
                    + ", ".join(sorted(map(str, types))),
                    "",
                )
            kind = next(iter(types), NUMBER)
            if self.names.declare(ident.name, ident.span):
                self.names.attributes[ident.name] = kind.or_none if optional else kind
                self.names.add_symbols(kind)
        for row, values in rows:
            if self.names.declare(row.name.name, row.name.span):
                attributes = {n.name: v for n, v in zip(clause.names, values, strict=True)}
                self.names.kinds[row.name.name] = model.Kind(row.name.name, row.name.span, attributes)

    def cell(self, node: syntax.Expr, symbols: tuple[str, ...]) -> tuple[Type, Any]:
        match node:
            case syntax.Number():
                return NUMBER, node.value
            case syntax.Text():
                return TEXT, node.value
            case syntax.Nothing():
                return Type("none", is_optional=True), None
            case syntax.Name(name="true") | syntax.Name(name="yes"):
                return BOOL, True
            case syntax.Name(name="false") | syntax.Name(name="no"):
                return BOOL, False
            case syntax.Name():
                return Type("symbol", symbols=symbols), symbols.index(node.name)
            case syntax.Binary():
                low, high = (
                    int(e.value if isinstance(e, syntax.Number) else str(e)) for e in (node.left, node.right)
                )
                return set_of(NUMBER), tuple(range(low, high + 1)) if high - low < 1000 else ()
            case _:
                return ANY, None

    # ---- fields

    def field(self, clause: syntax.Field) -> None:
        name, names = clause.name.name, self.names
        if clause.holder.name not in HOLDERS:
            self.report(
                "unknown-type",
                clause.holder.span,
                f"fields belong to the game, players, sites or pieces, not to `{clause.holder.name}`",
                "not a holder of fields",
                help=near(clause.holder.name, HOLDERS)
                or "write `of game`, `of player`, `of site` or `of piece`",
            )
            names.failed.add(name)
            return
        taken = ""
        if name in LINE_WORDS:
            taken = f"`{name}` begins a line of a block, so no field can have this name"
        elif clause.holder.name == "game" and name in model.COUNTERS:
            taken = f"every game counts `{name}` itself"
        if taken:
            self.report(
                "reserved-name",
                clause.name.span,
                taken,
                "cannot be declared",
                help=f"take another name, such as `{name}_`",
            )
            names.failed.add(name)
            return
        if not names.declare(name, clause.name.span):
            return
        bounds: tuple[int, int] | None = None
        node = clause.type
        if node.least is not None and node.most is not None:
            kind = NUMBER
            ends = [
                static.known(self.wanted(e, Scope(), NUMBER), names.board) for e in (node.least, node.most)
            ]
            values = [e[0] if e is not None and isinstance(e[0], int) else None for e in ends]
            if values[0] is None or values[1] is None or values[0] > values[1]:
                self.report(
                    "bad-range",
                    node.span,
                    "the bounds of a field are two whole numbers, the lower one first",
                    "not a range",
                )
                bounds = (0, 0)
            else:
                bounds = (values[0], values[1])
        elif len(node.names) == 1 and node.names[0].name in NAMED:
            kind = NAMED[node.names[0].name]
            if kind.base in ("number", "set"):
                self.report(
                    "bad-range",
                    node.span,
                    f"a field cannot be any {kind}",
                    "without bounds",
                    help="give its range, such as `0..100`"
                    if kind.base == "number"
                    else "use a field of each site or piece",
                )
                kind = ANY
        elif len(node.names) == 1:
            kind = self.type_named(node.names[0])
            names.failed.add(name)
            return
        else:
            kind = Type("symbol", symbols=tuple(n.name for n in node.names))
            names.add_symbols(kind)
        if node.optional:
            kind = kind.or_none
        default = self.default(clause, kind, bounds)
        until = clause.until.name if clause.until is not None else ""
        if until not in ("", "action", "turn"):
            assert clause.until is not None
            self.report(
                "unknown-name",
                clause.until.span,
                "a field lasts `until action` or `until turn`",
                "not a moment",
            )
        names.fields[name] = model.Field(name, clause.span, clause.holder.name, kind, bounds, default, until)

    def default(self, clause: syntax.Field, kind: Type, bounds: tuple[int, int] | None) -> Any:
        if clause.default is not None:
            expr = self.wanted(clause.default, Scope(), kind)
            found = static.known(expr, self.names.board)
            if found is None:
                if expr.type != ANY:
                    self.report(
                        "not-static",
                        clause.default.span,
                        "a default must be known before the game begins",
                        "depends on the play",
                    )
                return None
            if bounds is not None and isinstance(found[0], int) and not bounds[0] <= found[0] <= bounds[1]:
                self.report(
                    "bad-range",
                    clause.default.span,
                    f"the default {found[0]} is not in {bounds[0]}..{bounds[1]}",
                    "out of range",
                )
            return found[0]
        if kind.is_optional or kind == ANY:
            return None
        if bounds is not None:
            return max(bounds[0], min(0, bounds[1]))
        if kind.base in ("piece",):
            self.report("bad-range", clause.span, "a field that holds a piece must allow `or none`", "")
        return False if kind.base == "bool" else 0

    # ---- definitions

    def definitions(self, clauses: list[syntax.Let]) -> None:
        """Each definition after those that it uses."""
        by_name: dict[str, syntax.Let] = {}
        for clause in clauses:
            if self.names.declare(clause.name.name, clause.name.span):
                by_name[clause.name.name] = clause
        done: set[str] = set()

        def visit(clause: syntax.Let, path: tuple[str, ...]) -> None:
            name = clause.name.name
            if name in done:
                return
            if name in path:
                self.report(
                    "recursive-definition",
                    clause.name.span,
                    "this definition uses itself: " + " -> ".join([*path[path.index(name) :], name]),
                    "goes round in a circle",
                    help="use `reached from` for what spreads over the board",
                )
                done.add(name)
                self.names.failed.add(name)
                return
            parameters = {p.name.name for p in clause.parameters}
            for used in sorted(mentioned(clause.value)):
                if used in by_name and used not in parameters:
                    visit(by_name[used], (*path, name))
            if name not in done:
                done.add(name)
                self.definition(clause)

        for clause in by_name.values():
            visit(clause, ())

    def definition(self, clause: syntax.Let) -> None:
        scope = Scope()
        parameters = []
        for parameter in clause.parameters:
            kind = self.type_named(parameter.type)
            local = self.names.local(scope, parameter.name.name, kind, parameter.span)
            parameters.append((parameter.name.name, local.slot, kind))
        body = self.expr(clause.value, scope)
        if body.type == ANY:
            self.names.failed.add(clause.name.name)
            return
        name = clause.name.name
        made = model.Definition(name, clause.span, tuple(parameters), body, clause.is_relation)
        if clause.is_relation and (len(parameters) != 2 or body.type != BOOL):
            self.report(
                "type-mismatch",
                clause.name.span,
                "a relation is a condition on two pieces or sites",
                "not a relation",
                help="with another form, use `let`",
            )
        self.names.definitions[name] = made


def mentioned(node: object) -> set[str]:
    """All names that occur in a tree."""
    found: set[str] = set()
    stack = [node]
    while stack:
        item = stack.pop()
        if isinstance(item, tuple):
            stack.extend(item)
        elif isinstance(item, syntax.Name | syntax.Ident):
            found.add(item.name)
        elif isinstance(item, syntax.Text):
            found.update(_names_in_text(item.value))
        elif isinstance(item, syntax.Node) and not isinstance(item, Span):
            stack.extend(
                getattr(item, slot) for cls in type(item).__mro__ for slot in getattr(cls, "__slots__", ())
            )
    return found


def _names_in_text(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-z_]\w*", " ".join(re.findall(r"\{([^}]*)\}", text))))
