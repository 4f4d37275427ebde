"""Expressions: from the tree to the typed core. One method a form; a mistake gives a value of type `any`.

`it` is the element that a filter or a test asks about.
"""

from dataclasses import replace

from gdl import model, static, syntax
from gdl.checker.asking import Tests
from gdl.checker.names import Scope
from gdl.parser import parse_expression
from gdl.source import Source, Span
from gdl.types import (
    ANY,
    BOOL,
    DIRECTION,
    LARGEST,
    NONE,
    NUMBER,
    SITE,
    TEXT,
    Type,
    fits,
    join,
    set_of,
    too_large,
)


class Expressions(Tests):
    """Types and lowers expressions; `Paths` adds those that speak of paths."""

    # ---- dispatch

    def expr(self, node: syntax.Expr, scope: Scope, expected: Type | None = None) -> model.Expr:
        match node:
            case syntax.Name():
                return self.name(node.span, node.name, scope, expected)
            case syntax.Number():
                return self.const(node.span, NUMBER, node.value)
            case syntax.Bool():
                return self.const(node.span, BOOL, node.value)
            case syntax.Nothing() if (
                expected is not None and "none" in expected.symbols
            ):  # a word like the others
                return self.const(node.span, expected.required, expected.symbols.index("none"))
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
                return replace(self.tests(node.tests, operand, scope), span=node.span)
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
            case syntax.PathEnds():
                return model.PathEnds(node.span, set_of(SITE), self.path(node.path, Scope(scope)))
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

    # ---- operators

    def binary(self, node: syntax.Binary, scope: Scope) -> model.Expr:
        span, operator = node.span, node.operator
        match operator:
            case "and" | "or" | "implies":
                self.reaches_far(node.right)
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
                return self.range_of(model.Arithmetic(span, set_of(NUMBER), "..", low, high))
            case "+" | "-":
                given = self.expr(node.left, scope)  # once: twice would be twice for each term before it
                if given.type.base == "set":
                    return self.set_operation(node, given, scope)
                return self.arithmetic(node, given, scope)
            case _:
                return self.arithmetic(node, self.expr(node.left, scope, NUMBER), scope)

    def arithmetic(self, node: syntax.Binary, given: model.Expr, scope: Scope) -> model.Expr:
        left = self.as_wanted(node.left, given, NUMBER)
        right = self.wanted(node.right, scope, NUMBER)
        return self.bounded(model.Arithmetic(node.span, NUMBER, node.operator, left, right))

    def bounded(self, made: model.Arithmetic) -> model.Arithmetic:
        """Reports a whole number that is known already and too large."""
        found = static.known(made, self.names.board)
        if found is not None and isinstance(found[0], int) and abs(found[0]) > LARGEST:
            self.report("bad-range", made.span, too_large("a number"), "too large")
        return made

    def range_of(self, made: model.Arithmetic) -> model.Expr:
        """Reports a range that is known already and too long."""
        ends = [static.known(e, self.names.board) for e in (made.left, made.right)]
        low, high = (e[0] if e is not None else None for e in ends)
        if isinstance(low, int) and isinstance(high, int) and high - low >= static.MAX_RANGE:
            self.report(
                "bad-range",
                made.span,
                f"a range holds at most {static.MAX_RANGE} numbers",
                f"{high - low + 1} numbers",
                help="compare instead: `1 <= n and n <= 500000`, or choose among fewer",
            )
            return self.wrong(made.span)
        return made

    def reaches_far(self, node: syntax.Expr) -> None:
        """Warns of a quantifier without parentheses that takes in an `or` at the beginning of a line."""
        if not isinstance(node, syntax.Quantifier):
            return
        source, body = node.span.source, node.body
        while isinstance(body, syntax.Binary) and body.operator in ("and", "or"):
            between = source.text[body.left.span.end : body.right.span.start]
            if body.operator == "or" and "\n" in between:
                if source.text[: node.span.start].rstrip().endswith("("):
                    return
                start = body.left.span.end + between.index("or")
                self.report(
                    "far-quantifier",
                    Span(source, start, start + 2),
                    f"this `or` belongs to the part behind the `:` of `{node.word} {node.variable.name}`",
                    "not to the line above",
                    others=[(node.variable.span, "begins here, and reaches as far as it can")],
                    help=f"put parentheses around the quantifier: `({node.word} {node.variable.name} in ...: ...)`",
                )
                return
            body = body.left

    def set_operation(self, node: syntax.Binary, left: model.Expr, scope: Scope) -> model.Expr:
        """`A + B` and `A - B` of sets; `left` is what A means."""
        right = self.source(node.right, scope)
        is_bare = "none" in (self.element(left).base, self.element(right).base)  # a set of nothing but `none`
        if not fits(right.type, left.type) and not is_bare:
            self.report("type-mismatch", node.right.span, f"a {left.type} and a {right.type} do not mix", "")
            return self.wrong(node.span)
        name = "union" if node.operator == "+" else "difference"
        kind = right.type if self.element(left).base == "none" else left.type
        return model.Builtin(node.span, kind, name, (left, right))

    def equal(self, span: Span, a: syntax.Expr, b: syntax.Expr, scope: Scope) -> model.Expr:
        left = self.expr(a, scope)
        if isinstance(b, syntax.Name) and b.name in ("empty", "occupied") and scope.find(b.name) is None:
            self.report(
                "wrong-arguments",
                b.span,
                f"`{b.name}` is a test and no value",
                "not a value",
                help=f"a test stands after `is`: `{a.span.text} is {b.name}`",
            )
            return self.wrong(span)
        right = self.expr(b, scope, left.type)
        if right.type.base == "symbol" and (
            left.type.base == "none"
            or (left.type.base == "symbol" and left.type.symbols != right.type.symbols)
        ):
            left = self.expr(a, scope, right.type)
        converted = self.convert(right, left.type.or_none)
        if converted is None and (other := self.convert(left, right.type.or_none)) is not None:
            left, converted = other, right
        if converted is None:
            one, other_ = left.type.required, right.type.required
            sides = [(left.span, f"a {one}"), (right.span, f"a {other_}")]
            is_counted = {one.base, other_.base} == {"set", "number"}
            self.report(
                "type-mismatch",
                span,
                f"a {one} never equals a {other_}",
                sides[1][1] if span == right.span else "",
                others=[s for s in sides if s[0] != span],
                help="`count(...)` is how many elements a set has" if is_counted else "",
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

    def kept_by(
        self, source: model.Expr, local: model.Local, condition: syntax.Expr | None, scope: Scope
    ) -> model.Expr:
        """The elements of a set that pass a condition on a name, which it may also call `it`."""
        if condition is None:
            return source
        made = self.condition(condition, Scope(scope, {"it": local}))
        return model.Comprehension(source.span, source.type, local.slot, source, made, None)

    def mapped(self, node: syntax.Mapped, scope: Scope, repeats: bool = False) -> model.Expr:
        source = self.source(node.source, scope)
        inner = Scope(scope)
        local = self.names.local(inner, node.variable.name, self.element(source), node.variable.span)
        condition = self.condition(node.condition, inner) if node.condition is not None else None
        value = self.wanted(node.value, inner, NUMBER) if repeats else self.expr(node.value, inner)
        kind = value.type if value.type.base == "set" else set_of(value.type)  # of sets it is their union
        return model.Comprehension(node.span, kind, local.slot, source, condition, value, repeats)

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
        inner = Scope(scope)
        it = self.names.local(inner, "it", SITE, node.span)
        steps = None
        if node.directions is not None:
            steps = self.steps_from(node.directions, it, scope)
            if steps is None:
                directions = self.wanted(
                    node.directions, scope, set_of(DIRECTION), "directions, or a definition of the next sites"
                )
        condition = self.tests(node.tests, it, inner)
        return model.Reached(node.span, set_of(SITE), start, directions, it.slot, condition, steps)

    def steps_from(self, node: syntax.Expr, it: model.Local, scope: Scope) -> model.Expr | None:
        """The sites that are one step from a site, where a definition is named that says them.

        The site is its first argument, the others stand in brackets.
        """
        name = ""
        given: tuple[syntax.Expr, ...] = ()
        if isinstance(node, syntax.Name):
            name = node.name
        elif isinstance(node, syntax.Call):
            name, given = node.function.name, node.arguments
        definition = self.names.definitions.get(name)
        if definition is None or scope.find(name) is not None:
            return None
        parameters = [p[2] for p in definition.parameters]
        if len(parameters) != len(given) + 1 or parameters[0].base not in ("site", "piece"):
            return None
        arguments = tuple(self.expr(a, scope, kind) for a, kind in zip(given, parameters[1:], strict=True))
        made = self.apply(node.span, name, (it, *arguments), (), scope)
        steps = self.convert(made, set_of(SITE))
        if steps is None:
            self.report(
                "type-mismatch",
                node.span,
                f"`{name}` gives a {made.type}, but the steps from a site are sites",
                f"a {made.type}",
                others=[(definition.span, f"`{name}` is declared here")],
                help="let it give the set of the sites that are one step from its first argument",
            )
            return self.wrong(node.span)
        return steps

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
