"""Expressions: from the tree to the typed core. One method a form; a mistake gives a value of type `any`.

`it` is the element that a filter or a test asks about. Conversions that happen by themselves: a site where a piece
is wanted means the piece on it, and a piece where a site is wanted means the site it stands on.
"""

from gdl import model, syntax
from gdl.builtins import BY_NAME, RELATIVE_WORDS
from gdl.checker.names import Names, Scope
from gdl.diagnostics import near
from gdl.parser import parse_expression
from gdl.source import Source, Span
from gdl.types import (
    ANY,
    BOOL,
    DIRECTION,
    KIND,
    NONE,
    NUMBER,
    PIECE,
    PLAYER,
    SITE,
    TEXT,
    Type,
    fits,
    join,
    set_of,
)


class Expressions:
    """Types and lowers expressions; `Paths` adds those that speak of paths."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.report = names.reporter.report

    # ---- helpers

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
            return model.MakeSet(expr.span, wanted, (inner,)) if inner is not None else None
        if wanted.base == "set" and wanted.element is not None and expr.type.element is not None:
            local = self.names.local(Scope(), "it", expr.type.element, expr.span)
            inner = self.convert(local, wanted.element)
            if inner is not None and wanted.element.base in ("site", "piece"):
                return model.Comprehension(expr.span, wanted, local.slot, expr, None, inner)
        return None

    def wanted(self, node: syntax.Expr, scope: Scope, kind: Type, what: str = "") -> model.Expr:
        """An expression that must have a type."""
        expr = self.expr(node, scope, kind)
        made = self.convert(expr, kind)
        if made is None:
            what = what or f"a {kind}"
            self.report(
                "type-mismatch",
                node.span,
                f"expected {what}, but this is a {expr.type}",
                f"a {expr.type}",
                help="a condition is a comparison or a test, such as `x = y` or `s is empty`"
                if kind == BOOL
                else "",
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
        return model.MakeSet(node.span, set_of(expr.type), (expr,))

    def element(self, source: model.Expr) -> Type:
        return (source.type.element or ANY) if source.type.base == "set" else ANY

    # ---- dispatch

    def expr(self, node: syntax.Expr, scope: Scope, expected: Type | None = None) -> model.Expr:
        match node:
            case syntax.Name():
                return self.name(node.span, node.name, scope, expected)
            case syntax.Number():
                return self.const(node.span, NUMBER, node.value)
            case syntax.Bool():
                return self.const(node.span, BOOL, node.value)
            case syntax.Nothing():
                return self.const(node.span, NONE, None)
            case syntax.Text():
                return self.template(node, scope)
            case syntax.Call():
                return self.call(node, scope)
            case syntax.Holding():
                return self.holding(node, scope)
            case syntax.Unary(operator="not"):
                return model.Not(node.span, BOOL, self.condition(node.operand, scope))
            case syntax.Unary():
                operand = self.wanted(node.operand, scope, NUMBER)
                return model.Arithmetic(node.span, NUMBER, "-", self.const(node.span, NUMBER, 0), operand)
            case syntax.Binary():
                return self.binary(node, scope)
            case syntax.Is():
                operand = self.expr(node.operand, scope)
                return self.tests(node.tests, operand, scope)
            case syntax.Conditional():
                return self.conditional(node, scope, expected)
            case syntax.Quantifier():
                return self.quantifier(node, scope)
            case syntax.Nonempty():
                operand = self.source(node.operand, scope)
                empty = self.const(node.span, NUMBER, 0)
                size = model.Builtin(node.span, NUMBER, "count", (operand,))
                if node.word == "some":
                    return model.Compare(node.span, BOOL, "<", empty, size)
                return model.Compare(node.span, BOOL, "=", size, empty)
            case syntax.SomePath():
                found: model.Expr = model.SomePath(node.span, BOOL, self.path(node.path, Scope(scope)))
                return found if node.word == "some" else model.Not(node.span, BOOL, found)
            case syntax.Filter():
                return self.filter(node, scope)
            case syntax.Mapped():
                return self.mapped(node, scope)
            case syntax.SetOf():
                return self.set_literal(node, scope, expected)
            case syntax.Reached():
                return self.reached(node, scope)

    def path(self, node: syntax.Path, scope: Scope) -> model.Path:
        raise NotImplementedError  # by Paths, which is the class that is used

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
        if name in names.fields or name in names.attributes:
            what = f"`{name}` is said of something: write `{name} of x`"
            self.report("unknown-name", span, what, "of what?")
            return
        if name in BY_NAME:
            self.report(
                "wrong-arguments", span, f"`{name}` needs something to work on", f"write `{name}(...)`"
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
        candidates = names.everything(scope) | set(BY_NAME)
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
        if name in names.attributes:
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
            candidates = {*names.definitions, *names.fields, *names.attributes, *BY_NAME, *names.kinds}
            self.report(
                "unknown-name",
                node.function.span,
                f"there is no definition, field or function `{name}`",
                "not known here",
                help=near(name, candidates),
            )
        for argument in node.arguments:
            self.expr(argument, scope)
        return self.wrong(node.span)

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
        return model.Apply(span, definition.body.type, name, tuple(made))

    def get_field(self, node: syntax.Call, scope: Scope) -> model.Expr:
        field = self.names.fields[node.function.name]
        if len(node.arguments) != 1:
            self.report("wrong-arguments", node.span, f"`{field.name}` is said of one {field.holder}", "")
            return self.wrong(node.span)
        holder = self.wanted(node.arguments[0], scope, Type(field.holder).or_none, f"a {field.holder}")
        self.names.read.add(field.name)
        return model.GetField(node.span, field.type, field.name, holder)

    def attribute(self, node: syntax.Call, scope: Scope) -> model.Expr:
        name = node.function.name
        if len(node.arguments) != 1:
            self.report("wrong-arguments", node.span, f"`{name}` is said of one piece or kind", "")
            return self.wrong(node.span)
        of = self.expr(node.arguments[0], scope)
        if of.type.base in ("piece", "site"):
            piece = self.convert(of, PIECE.or_none)
            assert piece is not None
            of = model.Builtin(of.span, KIND.or_none, "kind", (piece,))
        if of.type.base not in ("kind", "any"):
            self.report(
                "type-mismatch",
                of.span,
                f"`{name}` belongs to kinds, but this is a {of.type}",
                f"a {of.type}",
            )
            return self.wrong(node.span)
        self.names.read.add(name)
        return model.Attribute(node.span, self.names.attributes[name], name, of)

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

    def builtin(self, node: syntax.Call, scope: Scope) -> model.Expr:
        name = node.function.name
        rows = BY_NAME[name]
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
        arguments = [self.expr(a, scope) for a in node.arguments]
        if any(a.type == ANY for a in arguments):
            return self.wrong(node.span)
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
            code, node.span, f"`{name}` is used as {shapes or f'`{name}`'}, but is given {given}", given
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
        if ident.name not in names.broken:
            known = ", ".join(names.kinds)
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

    # ---- operators

    def binary(self, node: syntax.Binary, scope: Scope) -> model.Expr:
        span, operator = node.span, node.operator
        match operator:
            case "and" | "or" | "implies":
                left, right = self.condition(node.left, scope), self.condition(node.right, scope)
                if operator == "and":
                    return model.And(span, BOOL, left, right)
                return model.Or(
                    span, BOOL, left if operator == "or" else model.Not(left.span, BOOL, left), right
                )
            case "=" | "!=":
                equal = self.equal(span, node.left, node.right, scope)
                return equal if operator == "=" else model.Not(span, BOOL, equal)
            case "<" | "<=" | ">" | ">=":
                left, right = self.wanted(node.left, scope, NUMBER), self.wanted(node.right, scope, NUMBER)
                if operator in (">", ">="):
                    left, right = right, left
                return model.Compare(span, BOOL, "<" if operator in "<>" else "<=", left, right)
            case "in" | "not in":
                among = self.source(node.right, scope)
                left = self.expr(node.left, scope, self.element(among))
                converted = self.convert(left, self.element(among).or_none)
                if converted is None:
                    self.report(
                        "type-mismatch",
                        span,
                        f"a {left.type} cannot be in a {among.type}",
                        f"a {left.type}",
                        others=[(among.span, f"a {among.type}")],
                    )
                    return self.wrong(span)
                inside = model.In(span, BOOL, converted, among)
                return inside if operator == "in" else model.Not(span, BOOL, inside)
            case "..":
                low, high = self.wanted(node.left, scope, NUMBER), self.wanted(node.right, scope, NUMBER)
                return model.Arithmetic(span, set_of(NUMBER), "..", low, high)
            case "+" | "-" if (sets := self.set_operation(node, scope)) is not None:
                return sets
            case _:
                left, right = self.wanted(node.left, scope, NUMBER), self.wanted(node.right, scope, NUMBER)
                return model.Arithmetic(span, NUMBER, operator, left, right)

    def set_operation(self, node: syntax.Binary, scope: Scope) -> model.Expr | None:
        """`A + B` and `A - B` of sets; None when they are numbers."""
        left = self.expr(node.left, scope)
        if left.type.base != "set":
            return None
        right = self.source(node.right, scope)
        if not fits(right.type, left.type):
            self.report("type-mismatch", node.right.span, f"a {left.type} and a {right.type} do not mix", "")
            return self.wrong(node.span)
        name = "union" if node.operator == "+" else "difference"
        return model.Builtin(node.span, left.type, name, (left, right))

    def equal(self, span: Span, a: syntax.Expr, b: syntax.Expr, scope: Scope) -> model.Expr:
        left = self.expr(a, scope)
        right = self.expr(b, scope, left.type)
        if (
            left.type.base == "symbol"
            and right.type.base == "symbol"
            and left.type.symbols != right.type.symbols
        ):
            left = self.expr(a, scope, right.type)
        converted = self.convert(right, left.type.or_none)
        if converted is None and (other := self.convert(left, right.type.or_none)) is not None:
            left, converted = other, right
        if converted is None:
            self.report(
                "type-mismatch",
                span,
                f"a {left.type} never equals a {right.type}",
                "",
                others=[(left.span, f"a {left.type}"), (right.span, f"a {right.type}")],
            )
            return self.wrong(span)
        return model.Compare(span, BOOL, "=", left, converted)

    def conditional(self, node: syntax.Conditional, scope: Scope, expected: Type | None) -> model.Expr:
        condition = self.condition(node.condition, scope)
        then = self.expr(node.then, scope, expected)
        otherwise = self.expr(node.otherwise, scope, expected or then.type)
        kind = join(then.type, otherwise.type)
        if kind is None:
            self.report(
                "type-mismatch",
                node.span,
                f"the two sides differ: a {then.type} and a {otherwise.type}",
                "",
                others=[(then.span, f"a {then.type}"), (otherwise.span, f"a {otherwise.type}")],
            )
            return self.wrong(node.span)
        return model.If(node.span, kind, condition, then, otherwise)

    def quantifier(self, node: syntax.Quantifier, scope: Scope) -> model.Expr:
        source = self.source(node.source, scope)
        inner = Scope(scope)
        local = self.names.local(inner, node.variable.name, self.element(source), node.variable.span)
        body = self.condition(node.body, inner)
        made = model.Quantified(node.span, BOOL, node.word == "all", local.slot, source, body)
        return model.Not(node.span, BOOL, made) if node.word == "no" else made

    def filter(self, node: syntax.Filter, scope: Scope) -> model.Expr:
        inner = Scope(scope)
        variable = node.source
        if (
            isinstance(variable, syntax.Binary)
            and variable.operator == "in"
            and isinstance(variable.left, syntax.Name)
        ):
            source = self.source(variable.right, scope)
            local = self.names.local(inner, variable.left.name, self.element(source), variable.left.span)
        else:
            source = self.source(node.source, scope)
            local = self.names.local(inner, "it", self.element(source), node.span)
        condition = self.condition(node.condition, inner)
        kind = source.type if source.type.base == "set" else set_of(ANY)
        return model.Comprehension(node.span, kind, local.slot, source, condition, None)

    def mapped(self, node: syntax.Mapped, scope: Scope, repeats: bool = False) -> model.Expr:
        source = self.source(node.source, scope)
        inner = Scope(scope)
        local = self.names.local(inner, node.variable.name, self.element(source), node.variable.span)
        condition = self.condition(node.condition, inner) if node.condition is not None else None
        value = self.wanted(node.value, inner, NUMBER) if repeats else self.expr(node.value, inner)
        return model.Comprehension(
            node.span, set_of(value.type), local.slot, source, condition, value, repeats
        )

    def set_literal(self, node: syntax.SetOf, scope: Scope, expected: Type | None) -> model.Expr:
        element = expected.element if expected is not None and expected.base == "set" else None
        items: list[model.Expr] = []
        for item in node.items:
            made = self.expr(item, scope, element)
            if element is None or element.base in ("any", "none"):
                element = made.type.or_none if element is not None and element.base == "none" else made.type
            converted = self.convert(made, element)
            if converted is None:
                self.report(
                    "type-mismatch",
                    item.span,
                    f"this set holds {element}s, but this is a {made.type}",
                    f"a {made.type}",
                )
                return self.wrong(node.span)
            items.append(converted)
        return model.MakeSet(node.span, set_of(element or ANY), tuple(items))

    def reached(self, node: syntax.Reached, scope: Scope) -> model.Expr:
        start = self.wanted(node.start, scope, set_of(SITE), "sites to start from")
        board = self.names.board
        directions: model.Expr = self.const(node.span, set_of(DIRECTION), board.adjacent if board else ())
        if node.directions is not None:
            directions = self.wanted(node.directions, scope, set_of(DIRECTION), "directions")
        inner = Scope(scope)
        it = self.names.local(inner, "it", SITE, node.span)
        condition = self.tests(node.tests, it, inner)
        return model.Reached(node.span, set_of(SITE), start, directions, it.slot, condition)

    # ---- tests: `x is ...`, and what the steps of a path ask

    def tests(self, tests: tuple[syntax.Test, ...], subject: model.Expr, scope: Scope) -> model.Expr:
        made = self.test(tests[0], subject, scope)
        for test in tests[1:]:
            made = model.Or(test.span, BOOL, made, self.test(test, subject, scope))
        return made

    def test(self, test: syntax.Test, subject: model.Expr, scope: Scope) -> model.Expr:
        span = test.span
        if subject.type == ANY and test.form != "that":
            return self.wrong(span)
        if test.form == "not" and test.inner is not None:
            return model.Not(span, BOOL, self.test(test.inner, subject, scope))
        if test.form == "that" and test.condition is not None:
            inner = Scope(scope)
            if not isinstance(subject, model.Local):
                self.report(
                    "type-mismatch",
                    span,
                    "a condition in [ ] asks about what a path meets",
                    "nothing is met here",
                )
                return self.wrong(span)
            inner.names["it"] = model.Local(span, subject.type, subject.slot, "it")
            return self.condition(test.condition, inner)
        if test.form == "none":
            if subject.type.base == "site" and not subject.type.is_optional:
                return model.Builtin(span, BOOL, "empty", (subject,))
            return model.Compare(span, BOOL, "=", subject, self.const(span, NONE, None))
        if test.form in ("own", "enemy"):
            piece = self.convert(subject, PIECE.or_none)
            if piece is None:
                self.report(
                    "type-mismatch", span, f"a {subject.type} is nobody's piece", f"asked of a {subject.type}"
                )
                return self.wrong(span)
            owned = self.owned(span, test.form, piece)
            if test.name is None:
                return owned
            kind = self.kind(test.name)
            if kind is None:
                return self.wrong(span)
            own_kind = model.Builtin(span, KIND.or_none, "kind", (piece,))
            return model.And(span, BOOL, owned, model.Compare(span, BOOL, "=", own_kind, kind))
        assert test.name is not None
        return self.named_test(test, test.name, subject, scope)

    def named_test(
        self, test: syntax.Test, name: syntax.Ident, subject: model.Expr, scope: Scope
    ) -> model.Expr:
        span, word, names = test.span, name.name, self.names
        if test.form == "name" and scope.find(word) is None:
            if word == "any" and subject.type.base not in ("direction", "set"):
                return self.const(span, BOOL, True)
            if word == "piece" and subject.type.base in ("site", "piece"):
                return model.Builtin(span, BOOL, "occupied", (subject,))
        takes = (
            len(names.definitions[word].parameters) == len(test.arguments) + 1
            if word in names.definitions
            else (word in names.fields and names.fields[word].holder != "game")
            or word in names.attributes
            or any(len(r.parameters) == len(test.arguments) + 1 for r in BY_NAME.get(word, ()))
        )
        is_symbol = subject.type.base == "symbol" and word in subject.type.symbols
        if scope.find(word) is None and takes and not is_symbol and word not in names.kinds:
            return self.predicate(test, name, subject, scope)
        if test.form == "call":
            call = syntax.Call(span, name, test.arguments)
            value = self.call(call, scope)
        else:
            if subject.type.base in ("piece", "site") and self.is_unknown_kind(word, scope):
                self.kind(name)
                return self.wrong(span)
            value = self.name(span, word, scope, subject.type)
        return self.is_value(span, subject, value)

    def is_unknown_kind(self, word: str, scope: Scope) -> bool:
        names = self.names
        known = names.everything(scope) | set(BY_NAME) | RELATIVE_WORDS | names.failed
        is_site = names.board is not None and names.board.site(word) is not None
        return word not in known and not is_site and bool(near(word, names.kinds))

    def predicate(
        self, test: syntax.Test, name: syntax.Ident, subject: model.Expr, scope: Scope
    ) -> model.Expr:
        """A definition, field or builtin that asks about the subject first."""
        span, word, names = test.span, name.name, self.names
        if word in names.definitions:
            definition = names.definitions[word]
            rest = [
                self.expr(a, scope, p[2])
                for a, p in zip(test.arguments, definition.parameters[1:], strict=True)
            ]
            made = self.apply(span, word, (subject, *rest), (), scope, name.span)
        elif word in names.fields:
            holder = self.convert(subject, Type(names.fields[word].holder).or_none)
            names.read.add(word)
            if holder is None:
                self.report(
                    "type-mismatch",
                    span,
                    f"`{word}` is said of a {names.fields[word].holder}",
                    f"asked of a {subject.type}",
                )
                return self.wrong(span)
            made = model.GetField(span, names.fields[word].type, word, holder)
        else:
            made = self._builtin_on(test, name, subject, scope)
        if made.type == ANY:
            return made
        if made.type.base != "bool":
            self.report(
                "type-mismatch", span, f"`{word}` is a {made.type}, not a condition", f"a {made.type}"
            )
            return self.wrong(span)
        return made

    def _builtin_on(
        self, test: syntax.Test, name: syntax.Ident, subject: model.Expr, scope: Scope
    ) -> model.Expr:
        rest = [self.expr(a, scope) for a in test.arguments]
        for row in BY_NAME.get(name.name, ()):
            if len(row.parameters) != len(rest) + 1:
                continue
            made = [self.convert(a, p) for a, p in zip((subject, *rest), row.parameters, strict=True)]
            if all(m is not None for m in made):
                return model.Builtin(
                    test.span, row.result, name.name, tuple(m for m in made if m is not None)
                )
        self.report(
            "type-mismatch",
            test.span,
            f"`{name.name}` cannot be asked of a {subject.type}",
            f"asked of a {subject.type}",
        )
        return self.wrong(test.span)

    def is_value(self, span: Span, subject: model.Expr, value: model.Expr) -> model.Expr:
        """`x is v`: x equals v; a piece is of a kind or a player's; x is in a set."""
        if value.type == ANY:
            return value
        if value.type.base == "set":
            element = self.convert(subject, self.element(value).or_none)
            if element is not None:
                return model.In(span, BOOL, element, value)
        if subject.type.base in ("piece", "site") and value.type.base in ("kind", "player"):
            piece = self.convert(subject, PIECE.or_none)
            assert piece is not None
            asked = "kind" if value.type.base == "kind" else "owner"
            return model.Compare(
                span, BOOL, "=", model.Builtin(span, value.type.or_none, asked, (piece,)), value
            )
        converted = self.convert(value, subject.type.or_none)
        if converted is None:
            self.report("type-mismatch", span, f"a {subject.type} is never a {value.type}", f"a {value.type}")
            return self.wrong(span)
        return model.Compare(span, BOOL, "=", subject, converted)

    # ---- texts

    def template(self, node: syntax.Text, scope: Scope) -> model.Expr:
        """A text; what stands in braces is an expression whose value is written into it."""
        text = node.value
        if "{" not in text:
            return self.const(node.span, TEXT, text)
        pieces: list[str | model.Expr] = []
        at = 0
        while (start := text.find("{", at)) >= 0:
            end = text.find("}", start)
            if end < 0:
                self.report("bad-notation", node.span, "a `{` in this text is never closed", "")
                return self.wrong(node.span)
            pieces.append(text[at:start])
            offset = node.span.start + 1
            plain = Source(node.span.source.name, node.span.source.text)
            parsed = parse_expression(plain, offset + start + 1, offset + end, self.names.reporter)
            if parsed is not None:
                pieces.append(self.expr(parsed, scope))
            at = end + 1
        pieces.append(text[at:])
        return model.Template(node.span, TEXT, tuple(p for p in pieces if p != ""))
