"""Paths: lines, walks and leaps, their patterns and what they bind."""

from typing import assert_never

from gdl import model, static, syntax
from gdl.board import FACINGS
from gdl.builtins import BY_NAME, RELATIVE_WORDS
from gdl.checker.expressions import Expressions
from gdl.checker.names import Scope
from gdl.diagnostics import near
from gdl.source import Span
from gdl.types import DIRECTION, NUMBER, SITE, fits, set_of

MAX_REPEAT = 1000


class Paths(Expressions):
    """Types and lowers paths. Names bound by a path go into the scope that is passed in."""

    def path(self, node: syntax.Path, scope: Scope) -> model.Path:
        match node.form:
            case "line":
                made: model.Path = self.line(node, scope)
            case "walk":
                made = self.walk(node, scope)
            case "leap":
                made = self.leap(node, scope)
            case _:
                assert_never(node.form)
        if not any(s.least > 0 for s in made.steps):
            self.report(
                "bad-path",
                node.span,
                "this path may have no step at all",
                "every part of it is optional",
                help="end it with something that must be met, such as `empty`",
            )
        return made

    def line(self, node: syntax.Path, scope: Scope) -> model.Line:
        directions = self.directions(node.directions, scope)
        self.said_once(node)
        start = self.start(node.start, scope)
        least, most = self.lengths(node, scope)
        return model.Line(
            node.span, directions, least, most, start, self.pattern(node.pattern, scope, True, False)
        )

    def walk(self, node: syntax.Path, scope: Scope) -> model.Walk:
        directions = self.directions(node.directions, scope)
        self.said_once(node)
        if node.most is None:
            self.report(
                "bad-path",
                node.span,
                "a walk needs a limit, since it may turn at every step",
                "how far?",
                help="write `walk any up to 3: ...`",
            )
        start = self.start(node.start, scope)
        least, most = self.lengths(node, scope)
        it = self.names.local(Scope(), "it", SITE, node.span)
        steps = self.pattern(node.pattern, scope, False, False)
        stopping = self.tests(node.stopping, it, scope) if node.stopping else None
        most = most or self.wrong(node.span)
        return model.Walk(node.span, directions, least, most, start, steps, stopping, it.slot)

    def leap(self, node: syntax.Path, scope: Scope) -> model.Leap:
        a, b = (d.value if isinstance(d, syntax.Number) else 0 for d in node.directions)
        offsets = int(a), int(b)
        if offsets == (0, 0):
            self.report("bad-path", node.span, "a leap of 0, 0 goes nowhere", "goes nowhere")
        start = self.start(node.start, scope)
        return model.Leap(node.span, offsets, start, self.pattern(node.pattern, scope, True, False))

    def said_once(self, node: syntax.Path) -> None:
        if node.says_twice:
            self.report("bad-path", node.span, "a path has one length and one start", "one is given twice")

    def lengths(self, node: syntax.Path, scope: Scope) -> tuple[model.Expr | None, model.Expr | None]:
        """The least and the greatest length; `length` of a set, such as a column of ranges, gives both."""
        if node.most is None:
            return None, None
        if node.least is node.most:
            made = self.expr(node.most, scope)
            if made.type.base == "set" and fits(made.type, set_of(NUMBER)):
                ends = [model.Builtin(made.span, NUMBER, name, (made,)) for name in ("min", "max")]
                return ends[0], ends[1]
        least = self.wanted(node.least, scope, NUMBER) if node.least is not None else None
        return least, self.wanted(node.most, scope, NUMBER)

    def directions(self, nodes: tuple[syntax.Expr, ...], scope: Scope) -> model.Expr:
        parts = [self.direction_of(d, scope) for d in nodes]
        made = parts[0]
        for part in parts[1:]:
            made = model.Builtin(part.span, set_of(DIRECTION), "union", (made, part))
        return made

    def direction_of(self, node: syntax.Expr, scope: Scope) -> model.Expr:
        """The directions that an expression means; a name that is none is reported as such."""
        names = self.names
        if isinstance(node, syntax.Name) and names.board is not None and not names.is_board_guessed:
            known = names.everything(scope) | set(BY_NAME) | RELATIVE_WORDS | names.failed | names.broken
            if node.name not in known and names.board.site(node.name) is None and node.name not in FACINGS:
                directions = [d.name for d in names.board.directions] + sorted(names.board.groups)
                self.report(
                    "unknown-direction",
                    node.span,
                    f"no direction is named `{node.name}`",
                    "not a direction of the board",
                    others=[(names.board_span, "the board")],
                    help=near(node.name, (*directions, *RELATIVE_WORDS))
                    or "its directions are " + ", ".join(directions),
                )
                return self.wrong(node.span)
        return self.wanted(node, scope, set_of(DIRECTION), "a direction")

    def start(self, node: syntax.Expr | None, scope: Scope) -> model.Expr | None:
        if node is None:
            return None
        start = self.expr(node, scope)
        if start.type.base not in ("site", "piece", "any"):
            self.report(
                "type-mismatch", node.span, f"a path starts from a site or a piece, not a {start.type}", ""
            )
        return start

    def pattern(
        self, steps: tuple[syntax.Step, ...], scope: Scope, binds: bool, repeated: bool
    ) -> tuple[model.Step, ...]:
        return tuple(self.step(s, scope, binds, repeated) for s in steps)

    def step(self, node: syntax.Step, scope: Scope, binds: bool, repeated: bool) -> model.Step:
        least = self.count(node.least, scope)
        most = None if node.most is None else self.count(node.most, scope)
        if most is not None and most < max(least, 1):
            self.report("bad-path", node.span, f"between {least} and {most} times is impossible", "")
        group: tuple[model.Step, ...] | None = None
        condition: model.Expr | None = None
        it = self.names.local(Scope(), "it", SITE, node.span)
        collects = repeated or (least, most) != (1, 1)
        if node.group is not None:
            group = self.pattern(node.group, scope, binds, collects)
            if collects and not any(s.least > 0 for s in group):
                self.report(
                    "bad-path",
                    node.span,
                    "what is repeated here may be empty, so it could repeat for ever",
                    "",
                    help="take the `*` or `?` off the inner or the outer part",
                )
        else:
            condition = self.tests(node.tests, it, scope)
        slot, name = None, ""
        if node.bound is not None:
            name = node.bound.name
            if not binds and name != "to":
                self.report(
                    "bad-binding",
                    node.bound.span,
                    "a walk may come to a site in several ways, so it binds nothing on the way",
                    "cannot be bound",
                    help="only its end can be named: `as to`",
                )
            kind = set_of(SITE) if collects or group is not None else SITE
            slot = self.names.local(scope, name, kind, node.bound.span).slot
            collects = kind != SITE
        else:
            collects = False
        return model.Step(node.span, it.slot, condition, group, least, most, slot, name, collects)

    def count(self, node: syntax.Expr | int, scope: Scope) -> int:
        if isinstance(node, int):
            return node
        expr = self.wanted(node, scope, NUMBER)
        found = static.known(expr, self.names.board)
        if found is None:
            self.report(
                "not-static",
                node.span,
                "how often must be known before the game begins",
                "depends on the play",
            )
            return 1
        number = found[0]
        if not isinstance(number, int) or not 0 <= number <= MAX_REPEAT:
            self.report("bad-range", node.span, f"a step is repeated 0 to {MAX_REPEAT} times", f"is {number}")
            return 1
        return number


def varying_names(steps: tuple[model.Step, ...]) -> list[tuple[str, int, Span]]:
    """The single names whose distance from the start is not fixed: they are choices of the action."""
    found: list[tuple[str, int, Span]] = []
    is_fixed = True
    for step in steps:
        if step.slot is not None and not step.collects and not is_fixed:
            found.append((step.name, step.slot, step.span))
        if step.group is not None:
            inner = varying_names(step.group)
            found.extend(
                inner
                if is_fixed
                else [(s.name, s.slot, s.span) for s in step.group if s.slot is not None and not s.collects]
            )
            is_fixed = is_fixed and all(s.least == s.most for s in step.group) and step.least == step.most
        else:
            is_fixed = is_fixed and step.least == step.most
    return found
