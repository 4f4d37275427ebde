"""Names and calls in expressions: what a word means where it stands, and the conversions between types.

Conversions that happen by themselves: a site where a piece is wanted means the piece on it, and a piece where a site
is wanted means the site it stands on. A mistake gives a value of type `any`, about which nothing more is said.
"""

import re

from gdl import model, static, syntax
from gdl.board import FACINGS
from gdl.builtins import BY_NAME, RELATIVE_WORDS
from gdl.checker.names import Names, Scope
from gdl.diagnostics import near
from gdl.source import Span
from gdl.types import (
    ANY,
    BOOL,
    DIRECTION,
    KIND,
    NONE,
    NUMBER,
    PIECE,
    PLAYER,
    POSITION,
    SITE,
    TEXT,
    Type,
    fits,
    set_of,
)


def _way(given: Type, wanted: Type) -> str:
    """How to come from a value of one type to the type that is wanted."""
    if wanted == NUMBER:
        return "`count(...)` is how many elements a set has" if given.base == "set" else ""
    if wanted != BOOL:
        return ""
    if given.base == "set":
        return "write `some` or `no` before it to ask whether there are any"
    return "a condition is a comparison or a test, such as `x = y` or `s is empty`"


_MOST_KINDS = 12  # that a message names


class Lookups:
    """Finds what names mean."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.report = names.reporter.report

    def expr(self, node: syntax.Expr, scope: Scope, expected: Type | None = None) -> model.Expr:
        raise NotImplementedError  # by Expressions

    def mapped(self, node: syntax.Mapped, scope: Scope, repeats: bool = False) -> model.Expr:
        raise NotImplementedError  # by Expressions

    # ---- conversions

    def wrong(self, span: Span) -> model.Const:
        return model.Const(span, ANY, None)

    def const(self, span: Span, kind: Type, value: model.Value, varies: bool = False) -> model.Const:
        return model.Const(span, kind, value, varies)

    def convert(self, expr: model.Expr, wanted: Type) -> model.Expr | None:
        """The expression as a value of the wanted type, or None."""
        if fits(expr.type, wanted):
            return expr
        if wanted.base == "piece" and expr.type.base == "site":
            return model.Builtin(expr.span, PIECE.or_none, "piece", (expr,))
        if wanted.base == "site" and expr.type.base == "piece":
            return model.Builtin(expr.span, SITE.or_none, "site", (expr,))
        if wanted.base == "set" and wanted.element is not None and expr.type.base != "set":
            inner = self.convert(expr, wanted.element)
            return self.single(inner, wanted) if inner is not None else None
        if wanted.base == "set" and wanted.element is not None and expr.type.element is not None:
            local = self.names.local(Scope(), "it", expr.type.element, expr.span)
            inner = self.convert(local, wanted.element)
            if inner is not None and wanted.element.base in ("site", "piece"):
                return model.Comprehension(expr.span, wanted, local.slot, expr, None, inner)
        return None

    def wanted(self, node: syntax.Expr, scope: Scope, kind: Type, what: str = "") -> model.Expr:
        """An expression that must have a type."""
        return self.as_wanted(node, self.expr(node, scope, kind), kind, what)

    def as_wanted(self, node: syntax.Expr, expr: model.Expr, kind: Type, what: str = "") -> model.Expr:
        """What an expression means, as a value of the type that it must have."""
        made = self.convert(expr, kind)
        if made is None:
            what = what or f"a {kind}"
            self.report(
                "type-mismatch",
                node.span,
                f"expected {what}, but this is a {expr.type}",
                f"a {expr.type}",
                help=_way(expr.type, kind),
            )
            return self.wrong(node.span)
        return made

    def condition(self, node: syntax.Expr, scope: Scope) -> model.Expr:
        return self.wanted(node, scope, BOOL, "a condition")

    def source(self, node: syntax.Expr, scope: Scope) -> model.Expr:
        """Something to take elements from: a set, or one value."""
        expr = self.expr(node, scope)
        if expr.type.base == "set" or expr.type.base == "any":
            return expr
        return self.single(expr, set_of(expr.type))

    def single(self, expr: model.Expr, kind: Type) -> model.Expr:
        """One value as a set of its own; `none` as an empty one."""
        if expr.type.is_optional and expr.type.base != "none":
            return model.Builtin(expr.span, kind, "single", (expr,))
        return model.MakeSet(expr.span, kind, (expr,))

    def element(self, source: model.Expr) -> Type:
        return (source.type.element or ANY) if source.type.base == "set" else ANY

    # ---- names

    def name(self, span: Span, name: str, scope: Scope, expected: Type | None = None) -> model.Expr:
        names = self.names
        local = scope.find(name)
        if local is not None:
            return model.Local(span, local.type, local.slot, name)
        if expected is not None and expected.base == "symbol" and name in expected.symbols:
            names.used.add(name)
            return self.const(span, expected.required, expected.symbols.index(name))
        if name in names.options and name != "players":
            option = names.options[name]
            names.used.add(name)
            kind = BOOL if isinstance(option.value, bool) else NUMBER
            players = [p.name for p in names.players]
            if option.symbols and set(option.symbols) <= set(players):
                return self.const(span, PLAYER, players.index(option.symbols[int(option.value)]), True)  # type: ignore[arg-type]
            if option.symbols:
                kind = Type("symbol", symbols=option.symbols)
            elif option.value is None:
                kind = NONE
            return self.const(span, kind, option.value, True)
        if name in names.definitions:
            return self.apply(span, name, (), (), scope)
        if name in names.fields and names.fields[name].holder == "game":
            names.read.add(name)
            return model.GetField(span, names.fields[name].type, name, None)
        if name in names.pools and names.pools[name].holder == "game":
            return model.PoolOf(span, set_of(PIECE), name, None)
        for index, player in enumerate(names.players):
            if player.name == name:
                return self.const(span, PLAYER, index)
        if name in names.kinds:
            names.used.add(name)
            return self.const(span, KIND, list(names.kinds).index(name))
        direction = self.direction(span, name)
        if direction is not None:
            return direction
        rows = [r for r in BY_NAME.get(name, ()) if not r.parameters]
        if rows:
            if name == "mover":
                return model.Role(span, PLAYER, "mover")
            if name == "players":
                everyone = tuple(range(len(names.players)))
                return self.const(span, rows[0].result, everyone, names.players_vary)
            if name == "kinds":
                return self.const(span, rows[0].result, tuple(range(len(names.kinds))))
            return model.Builtin(span, rows[0].result, name, ())
        if name == "phase" and len(names.phases) > 1:
            return model.Builtin(span, Type("symbol", symbols=names.phases), "phase", ())
        if name in names.symbols:
            kind = names.symbols[name][0]
            return self.const(span, kind, kind.symbols.index(name))
        if names.board is not None and (site := names.board.site(name)) is not None:
            return self.const(span, SITE, site)
        self.unknown(span, name, scope)
        return self.wrong(span)

    def direction(self, span: Span, name: str) -> model.Expr | None:
        board = self.names.board
        if name in RELATIVE_WORDS:
            return self.relative(span, name, model.Role(span, PLAYER, "viewpoint"))
        if board is None:
            return None
        index = board.direction(name)
        if index is not None:
            return self.const(span, DIRECTION, index)
        if name in board.groups:
            return self.const(span, set_of(DIRECTION), board.groups[name])
        return None

    def relative(self, span: Span, word: str, player: model.Expr) -> model.Expr:
        if any(p.facing is None for p in self.names.players):
            self.report(
                "no-facing",
                span,
                f"`{word}` needs players who face somewhere",
                "no direction is known",
                help="say it with the players: `players White facing north, Black facing south`",
            )
        text = self.const(span, TEXT, word)
        return model.Builtin(span, set_of(DIRECTION), "relative", (text, player))

    def unknown(self, span: Span, name: str, scope: Scope) -> None:
        names = self.names
        if name in names.broken or name in names.failed:
            return
        if name in names.pools:
            self.report(
                "unknown-name",
                span,
                f"each player has a pool `{name}`: say whose",
                "whose?",
                help=f"write `{name}(p)` for a player p, such as `{name}(mover)`",
            )
            return
        if name in names.fields or name in names.columns:
            what = f"`{name}` is said of something: write `{name} of x`"
            self.report("unknown-name", span, what, "of what?")
            return
        if name in BY_NAME:
            self.report(
                "wrong-arguments",
                span,
                f"`{name}` needs something to work on",
                f"write `{name}(...)`",
                help=f"all of them together are `{name}s`" if f"{name}s" in BY_NAME else "",
            )
            return
        site_like = re.fullmatch(r"[a-z]{1,2}[0-9]{1,2}", name) is not None
        if names.is_board_guessed and (site_like or name in FACINGS or name in ("orthogonal", "diagonal")):
            return
        sites = names.board.sites if names.board is not None else ()
        if site_like and sites and not near(name, names.everything(scope)):
            self.report(
                "unknown-name",
                span,
                f"the board has no site `{name}`",
                "not a site",
                others=[(names.board_span, "the board")],
                help=f"its sites are {sites[0].name} to {sites[-1].name}",
            )
            return
        compass = ("north", "south", "east", "west", "northeast", "northwest", "southeast", "southwest")
        if name in (*compass, "orthogonal", "diagonal", "any"):
            known = (
                [d.name for d in names.board.directions] + sorted(names.board.groups) if names.board else []
            )
            self.report(
                "unknown-direction",
                span,
                f"this board has no direction `{name}`",
                "not a direction of the board",
                others=[(names.board_span, "the board")],
                help="its directions are " + ", ".join(known),
            )
            return
        candidates = names.everything(scope) | set(BY_NAME) | RELATIVE_WORDS
        others = [
            (names.declared[m], "this one is declared here")
            for m in [near(name, candidates)[14:-2]]
            if m in names.declared
        ]
        self.report(
            "unknown-name",
            span,
            f"nothing is named `{name}`",
            "not known here",
            others=others,
            help=near(name, candidates),
        )

    # ---- calls

    def call(self, node: syntax.Call, scope: Scope) -> model.Expr:
        name, names = node.function.name, self.names
        if scope.find(name) is not None:
            local = scope.find(name)
            if local is not None and local.type.base == "kind" and len(node.arguments) == 1:
                return self.pieces_of(node.span, local, self.wanted(node.arguments[0], scope, PLAYER), scope)
        if name in names.definitions:
            arguments = tuple(
                self.expr(a, scope, p[2])
                for a, p in zip(node.arguments, names.definitions[name].parameters, strict=False)
            )
            return self.apply(node.span, name, arguments, node.arguments, scope, node.function.span)
        if name in names.fields and names.fields[name].holder != "game":
            return self.get_field(node, scope)
        if name in names.pools and names.pools[name].holder == "player":
            return self.pool_of(node, scope)
        if name in names.columns and not (name in BY_NAME and self.is_of_a_set(node, scope)):
            return self.attribute(node, scope)
        if name in names.kinds or name == "pieces":
            if len(node.arguments) != 1:
                self.report("wrong-arguments", node.span, f"`{name} of p` takes one player", "")
                return self.wrong(node.span)
            player = self.wanted(node.arguments[0], scope, PLAYER)
            if name == "pieces":
                return self.pieces_of(node.span, None, player, scope)
            return self.pieces_of(node.span, self.name(node.function.span, name, scope), player, scope)
        if name in RELATIVE_WORDS and len(node.arguments) == 1:
            return self.relative(node.span, name, self.wanted(node.arguments[0], scope, PLAYER))
        if name in BY_NAME:
            return self.builtin(node, scope)
        if name not in names.broken and name not in names.failed:
            self.unknown_call(node)
        for argument in node.arguments:
            self.expr(argument, scope)
        return self.wrong(node.span)

    def unknown_call(self, node: syntax.Call) -> None:
        """Reports a call of something that cannot be called."""
        name, names = node.function.name, self.names
        message, label = f"there is no definition, field or function `{name}`", "not known here"
        others: list[tuple[Span, str]] = []
        if name in names.pools or (name in names.fields and names.fields[name].holder == "game"):
            message, label = f"`{name}` is the game's, and stands without brackets", "of nobody"
            others = [(names.declared[name], "declared here")]
            help = f"write `{name}`"
        elif name == "turns":
            message = "`turns` is known when a field turns the pieces"
            help = "add a field such as `field turn of piece: turns of orthogonal`"
        else:
            tables = (names.definitions, names.fields, names.columns, names.pools, BY_NAME, names.kinds)
            help = near(name, {n for table in tables for n in table})
        self.report("unknown-name", node.function.span, message, label, others=others, help=help)

    def apply(
        self,
        span: Span,
        name: str,
        arguments: tuple[model.Expr, ...],
        nodes: tuple[syntax.Expr, ...],
        scope: Scope,
        name_span: Span | None = None,
    ) -> model.Expr:
        definition = self.names.definitions[name]
        self.names.used.add(name)
        count = len(definition.parameters)
        if max(len(arguments), len(nodes)) != count:
            self.report(
                "wrong-arguments",
                name_span or span,
                f"`{name}` takes {count} argument{'s' * (count != 1)}, not {max(len(nodes), len(arguments))}",
                "",
                others=[(definition.span, "declared here")],
            )
            return self.wrong(span)
        made = []
        for (parameter, _, kind), argument in zip(definition.parameters, arguments, strict=True):
            converted = self.convert(argument, kind)
            if converted is None:
                self.report(
                    "type-mismatch",
                    argument.span,
                    f"`{parameter}` is a {kind}, but this is a {argument.type}",
                    f"a {argument.type}",
                    others=[(definition.span, f"`{name}` is declared here")],
                )
                return self.wrong(span)
            made.append(converted)
        known = static.known(definition.body, self.names.board) if not made else None
        if known is not None:
            return self.const(span, definition.body.type, *known)
        return model.Apply(span, definition.body.type, name, tuple(made))

    def get_field(self, node: syntax.Call, scope: Scope) -> model.Expr:
        field = self.names.fields[node.function.name]
        if len(node.arguments) != 1:
            self.report("wrong-arguments", node.span, f"`{field.name}` is said of one {field.holder}", "")
            return self.wrong(node.span)
        holder = self.wanted(node.arguments[0], scope, Type(field.holder).or_none, f"a {field.holder}")
        self.names.read.add(field.name)
        return model.GetField(node.span, field.type, field.name, holder)

    def pool_of(self, node: syntax.Call, scope: Scope) -> model.Expr:
        if len(node.arguments) != 1:
            name = node.function.name
            self.report(
                "wrong-arguments",
                node.span,
                f"`{name}` is a pool of one player, and is given {len(node.arguments)}",
                "whose?",
                help=f"write `{name}(mover)`",
            )
            return self.wrong(node.span)
        player = self.wanted(node.arguments[0], scope, PLAYER.or_none, "a player")
        return model.PoolOf(node.span, set_of(PIECE), node.function.name, player)

    def is_of_a_set(self, node: syntax.Call, scope: Scope) -> bool:
        """Whether a call is about a set: then a column's name means the builtin of that name."""
        if len(node.arguments) != 1:
            return True
        argument = node.arguments[0]
        return (
            isinstance(argument, syntax.Filter | syntax.Mapped)
            or self.expr(argument, scope).type.base == "set"
        )

    def attribute(self, node: syntax.Call, scope: Scope) -> model.Expr:
        name = node.function.name
        column = self.names.columns[name]
        if len(node.arguments) != 1 + bool(column.by):
            self.wrong_index(node, column)
            return self.wrong(node.span)
        of = self.expr(node.arguments[0], scope)
        index = self.column_index(node.arguments[1], column, scope) if column.by else None
        turn = None
        if of.type.base in ("piece", "site"):
            piece = self.convert(of, PIECE.or_none)
            assert piece is not None
            turn = self.turn_of(node.span, piece, column)
            if turn is not None and index is not None:
                index = self.turned(
                    index,
                    model.Arithmetic(node.span, NUMBER, "-", self.const(node.span, NUMBER, 0), turn[0]),
                    turn[1],
                )
            of = model.Builtin(of.span, KIND.or_none, "kind", (piece,))
        if of.type.base not in ("kind", "any"):
            self.report(
                "type-mismatch",
                of.span,
                f"`{name}` belongs to kinds, but this is a {of.type}",
                f"a {of.type}",
                help=f"ask one of them, such as `{name}(first(...))`, or each: `{{{name}(x) for x in ...}}`"
                if of.type.element in (PIECE, KIND)
                else "",
            )
            return self.wrong(node.span)
        self.names.read.add(name)
        made: model.Expr = model.Attribute(node.span, column.type, name, of, index)
        if turn is not None and column.type.base == "direction":
            return self.turned(made, *turn)
        if turn is not None and column.type == set_of(DIRECTION):
            local = self.names.local(Scope(), "it", DIRECTION, node.span)
            return model.Comprehension(
                node.span, column.type, local.slot, made, None, self.turned(local, *turn)
            )
        return made

    def wrong_index(self, node: syntax.Call, column: model.Column) -> None:
        """Reports a column that is asked with too few or too many arguments."""
        name = column.name
        first = node.arguments[0] if node.arguments else None
        of = first.name if isinstance(first, syntax.Name) else "k"
        directions = self.names.board.directions if self.names.board is not None else ()
        if not column.by:
            message, example = f"`{name}` is said of one piece or kind", f"{name}({of})"
        elif column.by == "direction":
            message = f"`{name}` has a value for each of several directions"
            example = f"{name}({of}, {directions[column.index[0]].name})"
        else:
            message = f"`{name}` has a value for each number of {column.index[0]}..{column.index[-1]}"
            example = f"{name}({of}, {column.index[0]})"
        self.report(
            "wrong-arguments",
            node.span,
            message,
            "which one?" if column.by and len(node.arguments) < 2 else "too much is given",
            others=[(self.names.declared[name], "the column is declared here")]
            if name in self.names.declared
            else (),
            help=f"write `{example}`",
        )

    def column_index(self, node: syntax.Expr, column: model.Column, scope: Scope) -> model.Expr:
        """For which direction or number a column is asked; one that it never has is reported."""
        if column.by == "direction":
            made = self.wanted(node, scope, DIRECTION.or_none, "a direction")
        else:
            made = self.wanted(node, scope, NUMBER)
        is_known = isinstance(made, model.Const) and not made.varies and made.type != ANY
        if isinstance(made, model.Const) and is_known and made.value not in column.index:
            directions = self.names.board.directions if self.names.board is not None else ()
            words = [str(directions[i].name if column.by == "direction" else i) for i in column.index]
            self.report(
                "bad-range",
                node.span,
                f"`{column.name}` has no value for this {column.by}",
                "always 0, false, empty or `none`",
                help="it has values for " + ", ".join(words[:8]) + (", ..." if len(words) > 8 else ""),
            )
        return made

    def turn_of(
        self, span: Span, piece: model.Expr, column: model.Column
    ) -> tuple[model.Expr, model.Expr] | None:
        """By how many steps a piece is turned, and how many make a full turn, where this matters for a column."""
        field = next((f for f in self.names.fields.values() if f.rotation), None)
        is_directed = column.type.base == "direction" or column.type == set_of(DIRECTION)
        if field is None or not (is_directed or column.index == field.rotation):
            return None
        self.names.read.add(field.name)
        order = self.const(span, NUMBER, len(field.rotation))
        return model.GetField(span, field.type, field.name, piece), order

    def turned(self, direction: model.Expr, by: model.Expr, order: model.Expr) -> model.Expr:
        return model.Builtin(direction.span, DIRECTION.or_none, "turned", (direction, by, order))

    def pieces_of(
        self, span: Span, kind: model.Expr | None, player: model.Expr | None, scope: Scope
    ) -> model.Expr:
        everything = model.Builtin(span, set_of(PIECE), "pieces", ())
        local = self.names.local(Scope(), "it", PIECE, span)
        tests: list[model.Expr] = []
        if player is not None:
            owner = model.Builtin(span, PLAYER.or_none, "owner", (local,))
            tests.append(model.Compare(span, BOOL, "=", owner, player))
        if kind is not None:
            own_kind = model.Builtin(span, KIND.or_none, "kind", (local,))
            tests.append(model.Compare(span, BOOL, "=", own_kind, kind))
        condition = self.conjunction(span, tests)
        return model.Comprehension(span, set_of(PIECE), local.slot, everything, condition, None)

    def conjunction(self, span: Span, tests: list[model.Expr]) -> model.Expr:
        made = tests[0] if tests else self.const(span, BOOL, True)
        for test in tests[1:]:
            made = model.And(span, BOOL, made, test)
        return made

    def remembered(self, node: syntax.Call, result: Type) -> model.Expr:
        """A question about the positions that a `position` clause remembers."""
        asked, names = node.arguments[0], self.names
        name = asked.name if isinstance(asked, syntax.Name) else ""
        if name in names.positions:
            names.used.add(name)
            position = model.Const(asked.span, POSITION, name)
            return model.Builtin(node.span, result, node.function.name, (position,))
        if name not in names.broken and name not in names.failed:
            self.report(
                "unknown-name",
                asked.span,
                f"no `position` is named `{name}`" if name else "here stands the name of a `position`",
                "not a position",
                help=near(name, names.positions)
                or f"say what makes two positions the same: `position {name or 'same'}: pieces, mover`",
            )
        return self.wrong(node.span)

    def can_make(self, node: syntax.Call, scope: Scope) -> model.Expr:
        """`can_move(p, a, b)`: of the actions that are named, whether p could make one."""
        player = self.wanted(node.arguments[0], scope, PLAYER.or_none, "a player")
        found = []
        for argument in node.arguments[1:]:
            name = argument.name if isinstance(argument, syntax.Name) else ""
            clause = self.names.askable.get(name)
            if clause is not None:
                self.names.used.add(name)
                found.append(name)
            elif name not in self.names.broken:
                self.report(
                    "unknown-action",
                    argument.span,
                    f"no action is named `{name}`" if name else "behind the player stand names of actions",
                    "not an action",
                    help=near(name, self.names.askable) if name else "write `can_move(p, a, b)`",
                )
            if clause is not None and clause.parameters:
                self.report(
                    "wrong-arguments",
                    argument.span,
                    f"`{name}` has parameters, and `can_move` gives none",
                    "asked for here",
                    others=[(clause.name.span, "declared here")],
                    help="choose inside the action, or ask for a condition of your own",
                )
        return model.CanMake(node.span, BOOL, player, tuple(dict.fromkeys(found)))

    def builtin(self, node: syntax.Call, scope: Scope) -> model.Expr:
        name = node.function.name
        rows = BY_NAME[name]
        if name == "can_move" and len(node.arguments) > 1:
            return self.can_make(node, scope)
        if name == "sum" and len(node.arguments) == 1 and isinstance(node.arguments[0], syntax.Mapped):
            return model.Builtin(node.span, NUMBER, "sum", (self.mapped(node.arguments[0], scope, True),))
        if name == "rival" and len(self.names.players) != 2:
            self.report(
                "rival-of-many",
                node.span,
                f"`rival` needs two players, and here are {len(self.names.players)}",
                "whose rival?",
                help="use `after(p)`, or `players` with a condition",
            )
        if rows[0].parameters == (POSITION,) and len(node.arguments) == 1:
            return self.remembered(node, rows[0].result)
        arguments = [self.expr(a, scope) for a in node.arguments]
        if any(a.type == ANY for a in arguments):
            return self.wrong(node.span)
        if name == "kinds" and len(arguments) == 1 and (pieces := self.convert(arguments[0], set_of(PIECE))):
            local = self.names.local(Scope(), "it", PIECE, node.span)
            kind = model.Builtin(node.span, KIND.or_none, "kind", (local,))
            return model.Comprehension(node.span, set_of(KIND), local.slot, pieces, None, kind)
        for row in sorted(
            rows,
            key=lambda r: not all(fits(a.type, p) for a, p in zip(arguments, r.parameters, strict=False)),
        ):
            if len(row.parameters) != len(arguments):
                continue
            made = [self.convert(a, p) for a, p in zip(arguments, row.parameters, strict=True)]
            if all(m is not None for m in made):
                variant = f"{name}_of" if name in ("file", "rank") and row.parameters[0] == NUMBER else name
                return model.Builtin(node.span, row.result, variant, tuple(m for m in made if m is not None))
        shapes = " or ".join(
            f"`{name}({', '.join(str(p) for p in r.parameters)})`" for r in rows if r.parameters
        )
        given = ", ".join(str(a.type) for a in arguments) or "nothing"
        code = (
            "wrong-arguments" if all(len(r.parameters) != len(arguments) for r in rows) else "type-mismatch"
        )
        self.report(
            code,
            node.span,
            f"`{name}` is used as {shapes or f'`{name}`'}, but is given {given}",
            given,
            help="the kinds of several pieces are `kinds of ...`"
            if name == "kind" and [a.type for a in arguments] == [set_of(PIECE)]
            else "",
        )
        return self.wrong(node.span)

    def holding(self, node: syntax.Holding, scope: Scope) -> model.Expr:
        """`own pieces`, `enemy King`: a set of pieces on the board."""
        noun = node.noun.name
        local = self.names.local(Scope(), "it", PIECE, node.span)
        tests = [self.owned(node.span, node.side, local)]
        if noun != "pieces":
            kind = self.kind(node.noun, ("pieces",))
            if kind is None:
                return self.wrong(node.span)
            own_kind = model.Builtin(node.span, KIND.or_none, "kind", (local,))
            tests.append(model.Compare(node.span, BOOL, "=", own_kind, kind))
        everything = model.Builtin(node.span, set_of(PIECE), "pieces", ())
        condition = self.conjunction(node.span, tests)
        return model.Comprehension(node.span, set_of(PIECE), local.slot, everything, condition, None)

    def kind(self, ident: syntax.Ident, also: tuple[str, ...] = ()) -> model.Expr | None:
        names = self.names
        if ident.name in names.kinds:
            names.used.add(ident.name)
            return self.const(ident.span, KIND, list(names.kinds).index(ident.name))
        if ident.name in names.failed:
            return None
        if not names.kinds and "kinds" not in names.broken and ident.name not in names.broken:
            self.report(
                "missing-clause",
                ident.span,
                f"`{ident.name}` is no piece: the game has no `kinds`",
                "a kind of piece is wanted",
                help=f"add a line such as `kinds {ident.name}`",
            )
            names.broken |= {"kinds"}
            return None
        if ident.name not in names.broken and names.kinds:
            some = list(names.kinds)[:_MOST_KINDS]
            known = ", ".join(some) + (", ..." if len(some) < len(names.kinds) else "")
            spans = [names.declared[k] for k in list(names.kinds)[:1] if k in names.declared]
            self.report(
                "unknown-piece",
                ident.span,
                f"no piece is named `{ident.name}`",
                "not a kind of piece",
                others=[(s, "the kinds are declared here") for s in spans],
                help=near(ident.name, (*names.kinds, *also)) or (f"the kinds are {known}" if known else ""),
            )
        return None

    def owned(self, span: Span, side: str, piece: model.Expr) -> model.Expr:
        owner = model.Builtin(span, PLAYER.or_none, "owner", (piece,))
        viewpoint = model.Role(span, PLAYER, "viewpoint")
        mine = model.Compare(span, BOOL, "=", owner, viewpoint)
        if side == "own":
            return mine
        nobody = model.Compare(span, BOOL, "=", owner, self.const(span, NONE, None))
        return model.And(span, BOOL, model.Not(span, BOOL, nobody), model.Not(span, BOOL, mine))
