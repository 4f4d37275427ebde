"""Actions, choices and moves: their choices with public domains, their parts and what they do."""

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from gdl import model, static, syntax
from gdl.checker.declarations import Declarations
from gdl.checker.names import Names, Scope
from gdl.checker.paths import varying_names
from gdl.source import NOWHERE, Span
from gdl.types import ANY, NUMBER, PIECE, SITE, TEXT, Type, set_of
from gdl.visit import effects as effects_of
from gdl.visit import nodes

MAX_CANDIDATES = 100_000_000  # choices of one action, before its first condition


class Actions(Declarations):
    """Lowers what may be done."""

    def __init__(self, names: Names, clauses: Sequence[syntax.Clause]) -> None:
        super().__init__(names, clauses)
        self.demandable = {c.name.name: c for c in clauses if isinstance(c, syntax.Action)}

    def actions(self) -> tuple[model.Action, ...]:
        made: list[model.Action] = []
        for clause in self.clauses:
            if isinstance(clause, syntax.Action):
                if clause.either:
                    self.either(clause)
                    continue
                if clause.name.name in self.names.actions:
                    self.report(
                        "duplicate-name",
                        clause.name.span,
                        f"`{clause.name.name}` is declared twice",
                        "declared again here",
                        others=[(self.names.actions[clause.name.name], "first declared here")],
                    )
                    continue
                if clause.name.name in ("lose", "win", "draw", "pass", "done"):
                    self.report(
                        "reserved-name",
                        clause.name.span,
                        f"`{clause.name.name}` is a word of the language",
                        "cannot be declared",
                    )
                    continue
                self.names.actions[clause.name.name] = clause.name.span
                made.append(self.action(clause, len(made)))
        made.append(model.Action("pass", len(made), NOWHERE, "pass", (), None, (), (), (), (), None, None))
        made.append(model.Action("done", len(made), NOWHERE, "done", (), None, (), (), (), (), None, None))
        shapes: dict[tuple[str, ...], int] = {}
        for action in made:
            if action.form != "move":
                shape = tuple(c.type.base for c in action.choices)
                shapes[shape] = shapes.get(shape, 0) + 1
        return tuple(
            replace_named(
                a, a.form != "move" and (not a.choices or shapes[tuple(c.type.base for c in a.choices)] > 1)
            )
            for a in made
        )

    def either(self, clause: syntax.Action) -> None:
        """A choice among choices has no number of its own; it is checked here, once, and read where it is demanded."""
        if not self.names.declare(clause.name.name, clause.name.span):
            return
        scope = Scope()
        for parameter in clause.parameters:
            self.names.local(scope, parameter.name.name, self.type_named(parameter.type), parameter.span)
        for demanded in clause.either:
            self.demanded(demanded, scope, (), (), (clause.name.name,))

    def action(self, clause: syntax.Action, index: int) -> model.Action:
        names = self.names
        scope = Scope()
        parameters = []
        for parameter in clause.parameters:
            kind = self.type_named(parameter.type)
            local = names.local(scope, parameter.name.name, kind, parameter.span)
            parameters.append((parameter.name.name, local.slot, kind))
        choices: list[model.Choice] = []
        parts: list[model.Part] = []
        piece = origin = to = -1
        kinds: tuple[int, ...] | None = None
        sites = tuple(range(len(names.board.sites))) if names.board else ()
        if clause.form == "move":
            mover = names.local(scope, "piece", PIECE, clause.name.span)
            start = names.local(scope, "from", SITE, clause.name.span)
            piece, origin = mover.slot, start.slot
            if not any(isinstance(p, syntax.Along) for p in clause.parts):
                names.local(scope, "to", ANY, clause.name.span)  # the missing path is reported once, below
            choices.append(model.Choice("from", origin, SITE, sites))
            kinds = self.kinds_of(clause)
        effects: list[model.Effect] = []
        finals: list[model.Effect] = []
        again: model.Again | None = None
        notation: model.Expr | None = None
        paths: list[model.Along | model.Choose] = []
        for part in clause.parts:
            match part:
                case syntax.Choose():
                    made = self.choose(part, scope, choices)
                    parts.append(made)
                case syntax.Along():
                    if clause.form != "move":
                        self.report(
                            "bad-path",
                            part.span,
                            "an action has no piece whose path this could be",
                            "no piece moves here",
                            others=[(clause.name.span, "this is no move")],
                            help="write `move ... by ...`",
                        )
                        continue
                    if paths:
                        self.report(
                            "duplicate-clause",
                            part.span,
                            "a move has one path",
                            "a second path",
                            others=[(paths[0].span, "the first one")],
                        )
                        continue
                    along = self.along(part, scope, choices)
                    paths.append(along)
                    to = along.to if isinstance(along, model.Along) else along.slot
                    parts.append(along)
                case syntax.Where():
                    parts.append(model.Condition(part.span, self.condition(part.condition, scope)))
                case syntax.Do():
                    (finals if part.is_final else effects).extend(self.effects(part.body, scope))
                case syntax.Notation():
                    notation = self.wanted(part.value, scope, TEXT, "a text")
                case syntax.Again():
                    again = self.again(part, clause, scope)
        if clause.form == "move" and not paths and not self.is_partly_unread(clause):
            self.report(
                "bad-path",
                clause.name.span,
                f"the move `{clause.name.name}` has no path",
                "goes nowhere",
                help="add a line such as `line any: empty`",
            )
        self.check_size(clause, choices, again)
        self.check_candidates(clause, parts)
        return model.Action(
            clause.name.name,
            index,
            clause.span,
            clause.form,
            tuple(parameters),
            kinds,
            tuple(parts),
            tuple(choices),
            tuple(effects),
            tuple(finals),
            again,
            notation,
            piece,
            origin,
            to,
            True,
            any(isinstance(e, model.Remove) and e.is_capture for e in effects_of((*effects, *finals))),
        )

    def is_partly_unread(self, clause: syntax.Action) -> bool:
        """Whether a line of the clause was left out because of a mistake in it."""
        start, source = clause.span.start, clause.span.source
        return any(
            d.span.source is source
            and d.span.start >= start
            and not re.search(r"\n\S", source.text[start : d.span.start])
            for d in self.names.reporter.found
        )

    def kinds_of(self, clause: syntax.Action) -> tuple[int, ...] | None:
        if not clause.kinds or (len(clause.kinds) == 1 and clause.kinds[0].name == "any"):
            self.names.used.update(self.names.kinds)
            return None
        found = []
        for ident in clause.kinds:
            kind = self.kind(ident)
            if isinstance(kind, model.Const) and isinstance(kind.value, int):
                found.append(kind.value)
        return tuple(found)

    def choose(self, part: syntax.Choose, scope: Scope, choices: list[model.Choice]) -> model.Choose:
        names = self.names
        source = self.source(part.source, scope)
        element = self.element(source)
        if element.base == "piece" and self.is_off_board(source):
            self.report(
                "choice-off-board",
                part.source.span,
                "a piece that is not on the board is chosen by its kind",
                "pieces of a pool",
                help="write `choose k in kinds of ...`, and `move k from ... to ...`",
            )
            element = ANY
        local = names.local(scope, part.name.name, element, part.name.span)
        source = self.kept_by(source, local, part.condition, scope)
        if any(c.name == part.name.name for c in choices):
            self.report(
                "duplicate-name", part.name.span, f"`{part.name.name}` is chosen twice", "chosen again here"
            )
        choices.append(
            model.Choice(part.name.name, local.slot, element, self.domain(element, source, part.source.span))
        )
        return model.Choose(part.span, part.name.name, local.slot, source)

    def is_off_board(self, source: model.Expr) -> bool:
        """Whether pieces of a pool are among the elements of a set."""
        match source:
            case model.PoolOf():
                return True
            case model.Comprehension(value=None):
                return self.is_off_board(source.source)
            case model.If():
                return self.is_off_board(source.then) or self.is_off_board(source.otherwise)
            case model.Builtin(name="union" | "difference" | "first"):
                return any(map(self.is_off_board, source.arguments))
        return False

    def domain(self, element: Type, source: model.Expr, span: Span) -> tuple[model.Value, ...]:
        """All values that a choice may ever have, in order; `none` last, where it may be chosen."""
        while isinstance(source, model.Comprehension) and source.value is None:
            source = source.source
        values = self.values(element, source, span)
        has_none = self.may_be_none(source)
        return (*values, None) if has_none and None not in values else values

    def may_be_none(self, source: model.Expr) -> bool:
        """Whether `none` stands in a set, be it by way of a definition."""
        for node in nodes((source,)):
            if isinstance(node, model.Const):
                if node.type.base == "none" or (isinstance(node.value, tuple) and None in node.value):
                    return True
            elif isinstance(node, model.Apply) and self.may_be_none(
                self.names.definitions[node.definition].body
            ):
                return True
        return False

    def values(self, element: Type, source: model.Expr, span: Span) -> tuple[model.Value, ...]:
        names = self.names
        board = names.board
        assert board is not None
        match element.base:
            case "site" | "piece":
                return tuple(range(len(board.sites)))
            case "player":
                return tuple(range(len(names.players)))
            case "kind":
                return tuple(range(len(names.kinds)))
            case "direction":
                return tuple(range(len(board.directions)))
            case "symbol":
                return tuple(range(len(element.symbols)))
            case "bool":
                return (False, True)
            case "any":
                return (None,)
            case "number" if isinstance(source, model.Attribute):
                every = {v for k in names.kinds.values() for v in self.numbers(k.attributes[source.name])}
                return tuple(sorted(every))
        found = static.known(source, board)
        if found is None or not isinstance(found[0], tuple):
            self.report(
                "not-static",
                span,
                "the numbers that may be chosen must be known before the game begins",
                "depends on the play",
                help="choose from all of them and put the condition into `where`",
            )
            return (0,)
        return tuple(sorted(v for v in found[0] if isinstance(v, int | Fraction)))

    def numbers(self, value: object) -> tuple[int | Fraction, ...]:
        """The numbers of a column's value."""
        if isinstance(value, tuple):
            return tuple(n for v in value for n in self.numbers(v))
        return (value,) if isinstance(value, int | Fraction) else ()

    def along(
        self, part: syntax.Along, scope: Scope, choices: list[model.Choice]
    ) -> model.Along | model.Choose:
        if isinstance(part.path, syntax.Ident):
            return self.along_named(part.path, scope, choices)
        path = self.path(part.path, scope)
        if part.path.start is not None:
            self.report(
                "bad-path",
                part.path.start.span,
                "the path of a move starts from its piece",
                "cannot start elsewhere",
                help="leave `from` out, or put the path into a condition: `where some line ... from ...`",
            )
        bound = scope.names.get("to")
        if bound is None:
            bound = self.names.local(scope, "to", SITE, part.span)
        to = bound.slot
        board = self.names.board
        sites = tuple(range(len(board.sites))) if board else ()
        choices.append(model.Choice("to", to, SITE, sites))
        for name, slot, _ in varying_names(path.steps):
            if slot != to and not self.ends_at(path, slot):
                choices.append(model.Choice(name, slot, SITE, sites))
        return model.Along(part.span, path, to)

    def along_named(self, name: syntax.Ident, scope: Scope, choices: list[model.Choice]) -> model.Choose:
        """The destination is one of the sites that a column of paths, or a definition, gives for the piece."""
        call = syntax.Call(name.span, name, (syntax.Name(name.span, "piece"),))
        source = self.wanted(call, scope, set_of(SITE), "the sites to which the piece may go")
        to = self.names.local(scope, "to", SITE, name.span).slot
        choices.append(model.Choice("to", to, SITE, self.domain(SITE, source, name.span)))
        return model.Choose(name.span, "to", to, source)

    def ends_at(self, path: model.Path, slot: int) -> bool:
        """The last step's name is the destination's own, unless another step is `to`."""
        last = path.steps[-1]
        named_to = any(s.name == "to" for s in path.steps)
        return last.slot == slot and (not named_to or last.name == "to")

    def again(self, part: syntax.Again, clause: syntax.Action, scope: Scope) -> model.Again | None:
        if clause.form != "move" and not any(isinstance(p, syntax.Choose) for p in clause.parts):
            self.report(
                "bad-again",
                part.span,
                f"`{clause.name.name}` has nothing to choose, so that going on could only repeat it",
                "nothing is chosen",
                help="give it a `choose`, or use a `for` in its effects",
            )
            return None
        if clause.form == "move" and part.is_any_order:
            self.report(
                "bad-again",
                part.span,
                "a move goes on from where its piece has come to, so its steps have an order",
                "not in any order",
                help="take `in any order` out, or write an `action` that chooses a piece for each step",
            )
        board = self.names.board
        most = min(len(board.sites), 40) if board else 1
        if part.up_to is not None:
            found = static.known(self.wanted(part.up_to, scope, NUMBER), board)
            if found is None or not isinstance(found[0], int) or not 1 <= found[0] <= 200:
                self.report(
                    "bad-range", part.up_to.span, "how often an action goes on is a number from 1 to 200", ""
                )
            else:
                most = found[0]
        condition = self.condition(part.condition, scope) if part.condition is not None else None
        return model.Again(part.span, part.must, most, condition, part.is_any_order, part.is_once)

    def check_candidates(self, clause: syntax.Action, parts: list[model.Part]) -> None:
        """Reports choices of which there are more together than can be tried, before any condition."""
        ways = 1
        for part in parts:
            if not isinstance(part, model.Choose):
                return
            source = part.source
            is_filtered = isinstance(source, model.Comprehension) and source.condition is not None
            found = static.known(
                source.source if isinstance(source, model.Comprehension) else source, self.names.board
            )
            ways *= len(found[0]) if found is not None and isinstance(found[0], tuple) else 1
            if ways > MAX_CANDIDATES:
                self.report(
                    "too-many-ways",
                    part.span,
                    f"`{clause.name.name}` would have to be tried in {ways} ways or more",
                    f"at most {MAX_CANDIDATES} can be tried",
                    help="choose among fewer, or put a `where` between the choices",
                )
            if is_filtered:
                return

    def check_size(
        self, clause: syntax.Action, choices: list[model.Choice], again: model.Again | None
    ) -> None:
        for choice in choices:
            if not choice.values and not (choice.type.base == "kind" and "kinds" in self.names.broken):
                self.report(
                    "bad-range",
                    clause.name.span,
                    f"`{choice.name}` of `{clause.name.name}` has nothing to be chosen from",
                    "",
                )


def replace_named(action: model.Action, named: bool) -> model.Action:
    return replace(action, is_named=named)
