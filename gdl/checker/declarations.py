"""Declarations: players, fields, pools and definitions; all are filled in the order in which they depend on each other."""

import re
from collections.abc import Sequence
from typing import Any, TypeVar

from gdl import model, static, syntax
from gdl.board import FACINGS
from gdl.checker import reaches
from gdl.checker.boards import Boards
from gdl.checker.names import Names, Scope
from gdl.diagnostics import near
from gdl.source import Span
from gdl.types import ANY, BOOL, NAMED, NUMBER, Type

_Clause = TypeVar("_Clause", syntax.Players, syntax.Board)
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
            "along",
            "finally",
            "place",
            "move",
            "remove",
            "capture",
        ),
        *("swap", "then", "let", "match", "random", "simultaneously", "end"),
    )
)
_HOLDS = {"game": "the game", "player": "each player", "site": "each site", "piece": "each piece"}
HOLDERS = tuple(_HOLDS)


class Declarations(Boards):
    """Fills the tables of names."""

    def __init__(self, names: Names, clauses: Sequence[syntax.Clause]) -> None:
        super().__init__(names)
        self.clauses = clauses

    def declare_all(self) -> None:
        players, boards = self.only(syntax.Players), self.only(syntax.Board)
        if players is not None:
            self.players(players)
        if boards is not None:
            self.board(boards)
        enumerations = [c for c in self.clauses if isinstance(c, syntax.Field) and len(c.type.names) > 1]
        for field in enumerations:  # first, so that tables may use their words
            self.names.add_symbols(self.enumeration(field))
        self.kinds([c for c in self.clauses if isinstance(c, syntax.Kinds)])
        for clause in self.clauses:
            if isinstance(clause, syntax.Pool):
                self.declare_pool(clause)
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
        for clause in self.clauses:
            if isinstance(clause, syntax.Position) and self.names.declare(clause.name.name, clause.name.span):
                self.names.positions[clause.name.name] = clause.name.span
        self.finish_kinds(next((f.rotation for f in self.names.fields.values() if f.rotation), ()))
        paths = [reaches.as_definition(ident, rows) for ident, rows in self.names.paths.values()]
        self.definitions([*paths, *(c for c in self.clauses if isinstance(c, syntax.Let))])

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
        rotation: tuple[int, ...] = ()
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
        elif node.rotation is not None:
            kind, rotation = NUMBER, self.rotation(clause, node.names[0], node.rotation)
            if not rotation:
                names.failed |= {name, "turns"}
                return
            bounds = (0, len(rotation) - 1)
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
            if node.names[0].name == "turns":
                names.failed.add("turns")
            kind = self.type_named(node.names[0])
            names.failed.add(name)
            return
        else:
            kind = self.enumeration(clause)
        if node.optional:
            kind = kind.or_none
        default = self.default(clause, kind, bounds)
        until = clause.until.name if clause.until is not None else ""
        if until not in ("", "done", "action", "turn"):
            assert clause.until is not None
            self.report(
                "unknown-name",
                clause.until.span,
                "a field lasts `until done`, `until action` or `until turn`",
                "not a moment",
            )
        names.fields[name] = model.Field(
            name, clause.span, clause.holder.name, kind, bounds, default, until, rotation
        )

    def enumeration(self, clause: syntax.Field) -> Type:
        return Type("symbol", symbols=tuple(n.name for n in clause.type.names))

    def rotation(self, clause: syntax.Field, word: syntax.Ident, group: syntax.Ident) -> tuple[int, ...]:
        """The directions, clockwise, through which a field of type `turns of GROUP` turns its piece."""
        board = self.names.board
        other = next((f for f in self.names.fields.values() if f.rotation), None)
        if word.name != "turns":
            self.report(
                "unknown-type",
                clause.type.span,
                f"no type is written `{word.name} of ...`",
                "not a type",
                help="a field that turns its piece is of the type `turns of orthogonal`",
            )
        elif clause.holder.name != "piece":
            self.report(
                "unknown-type",
                clause.type.span,
                f"only pieces are turned, and this is a field of {_HOLDS[clause.holder.name]}",
                "not here",
                others=[(clause.holder.span, f"say `piece` instead of `{clause.holder.name}`")],
            )
        elif other is not None:
            self.report(
                "duplicate-clause",
                clause.span,
                "a piece is turned by one field",
                "a second one",
                others=[(other.span, "the first one")],
            )
        elif board is not None and group.name in board.groups:
            return board.groups[group.name]
        elif board is not None:
            self.no_group(group)
        return ()

    def declare_pool(self, clause: syntax.Pool) -> None:
        names, name = self.names, clause.name.name
        viewers = clause.viewers.name if clause.viewers is not None else "all"
        if not self.is_good_pool(clause, viewers):
            names.failed.add(name)
        elif names.declare(name, clause.name.span):
            taken = sum(len(names.players) if p.holder == "player" else 1 for p in names.pools.values())
            names.pools[name] = model.Pool(name, clause.span, clause.holder.name, viewers, taken)

    def is_good_pool(self, clause: syntax.Pool, viewers: str) -> bool:
        """Whether a pool belongs to somebody and is seen by somebody; reports what is wrong."""
        holder, seen = clause.holder, clause.viewers
        if holder.name not in ("player", "game"):
            self.report(
                "unknown-type",
                holder.span,
                "a pool belongs to each player or to the game",
                "not a holder of pools",
                help=near(holder.name, ("player", "game")) or "write `of player` or `of game`",
            )
            return False
        if seen is not None and viewers not in ("owner", "all", "nobody"):
            self.report(
                "unknown-type",
                seen.span,
                "a pool is seen by its owner, by all or by nobody",
                "not one of them",
                help=near(viewers, ("owner", "all", "nobody"))
                or "write `seen by owner`, `seen by all` or `seen by nobody`",
            )
            return False
        if seen is not None and viewers == "owner" and holder.name == "game":
            self.report(
                "unknown-type",
                seen.span,
                "a pool of the game has no owner who could see it",
                "whose?",
                others=[(holder.span, "all players share this pool")],
                help="write `seen by nobody`, or `of player` if each has one",
            )
            return False
        return True

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
            has = f"{len(parameters)} parameter{'s' * (len(parameters) != 1)}"
            self.report(
                "type-mismatch",
                clause.name.span,
                "a relation is a condition on two pieces or sites",
                f"this has {has}" if len(parameters) != 2 else f"this is a {body.type}",
                help="with another form, use `let`",
            )
            self.names.failed.add(name)
            return
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
