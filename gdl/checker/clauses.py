"""Clauses: set-up, actions, turns, settling, constraints, ends, claims and looks become the checked Game.

`check(resolved, reporter)` is the gate: after it without errors, nothing can be the author's fault but what only
play shows (a settling that cycles, a field that overflows), and that is reported at its clause too.
"""

import re
from copy import copy
from dataclasses import replace
from pathlib import Path

from gdl import board as boards
from gdl import model, static, syntax
from gdl.checker.declarations import Declarations, mentioned
from gdl.checker.lints import lint, nodes
from gdl.checker.names import Names, Scope
from gdl.checker.paths import varying_names
from gdl.diagnostics import GameError, Reporter, near
from gdl.parser import parse_expression
from gdl.resolver import Resolved
from gdl.source import NOWHERE, Source, Span
from gdl.types import ANY, BOOL, NUMBER, PIECE, PLAYER, SITE, TEXT, Type

FALLBACKS = ("pass", "lose", "win", "draw")
DEFAULT_LIMIT = 10_000
MAX_LIMIT = 1_000_000


class Clauses(Declarations):
    """Lowers everything that is played."""

    def __init__(self, names: Names, resolved: Resolved) -> None:
        super().__init__(names, resolved.clauses)
        self.resolved = resolved
        self.demandable = {c.name.name: c for c in resolved.clauses if isinstance(c, syntax.Action)}

    def game(self) -> model.Game | None:
        names = self.names
        self.declare_all()
        if names.board is None and self.needs_no_board():
            names.board = boards.nowhere()
        if names.board is None and names.players:
            names.board = boards.square(8, 8)
            names.is_board_guessed = True
        if names.board is None or not names.players:
            self.missing()
            for word in ("board", "players"):
                names.failed.add(word)
            return None
        actions = self.actions()
        setup = self.setup()
        turns = self.turns(actions)
        settles = tuple(self.settle(c) for c in self.clauses if isinstance(c, syntax.Settle))
        requires = tuple(
            model.Require(c.span, self.after(c.after), self.condition(c.condition, Scope()))
            for c in self.clauses
            if isinstance(c, syntax.Require)
        )
        prefers = tuple(
            model.Prefer(c.span, c.word, self.wanted(c.value, Scope(), NUMBER if c.word else BOOL))
            for c in self.clauses
            if isinstance(c, syntax.Prefer)
        )
        self.no_can_move(actions, settles, requires, prefers)
        self.no_chance(actions, settles, requires, prefers)
        ends = self.ends()
        limit, limit_result = self.limit()
        self.missing()
        head = self.resolved.head
        return model.Game(
            title=head.title if head else Path(self.resolved.source.name).stem,
            name=Path(self.resolved.source.name).stem,
            headings=self.resolved.headings,
            options=self.resolved.options,
            variants=self.resolved.variants,
            players=names.players,
            board=names.board,
            kinds=tuple(names.kinds.values()),
            columns=names.columns,
            fields=names.fields,
            pools={n: replace(p, is_owned=n in names.owned_pools) for n, p in names.pools.items()},
            hides=tuple(self.hide(c) for c in self.clauses if isinstance(c, syntax.Hide)),
            definitions=names.definitions,
            setup=setup,
            actions=actions,
            phases=self.phases(),
            turns=turns,
            skips=tuple(self.skip(c) for c in self.clauses if isinstance(c, syntax.Skip)),
            settles=settles,
            requires=requires,
            prefers=prefers,
            ends=ends,
            limit=limit,
            limit_result=limit_result,
            claims=tuple(self.claim(c) for c in self.clauses if isinstance(c, syntax.Claim)),
            looks=tuple(k for c in self.clauses if isinstance(c, syntax.Looks) for k in self.looks(c)),
            slots=names.slots,
            has_chance=any(isinstance(n, model.Chance) for n in nodes((actions, settles))),
            names=names,
        )

    def needs_no_board(self) -> bool:
        """Whether the game can do without a board: its pieces are in pools, or it has none."""
        have = {type(c) for c in self.clauses}
        is_told = syntax.Board in have or "board" in self.names.broken
        is_played = syntax.Turn in have and syntax.Field in have | (
            {syntax.Field} if syntax.Pool in have else set()
        )
        return not is_told and (syntax.Pool in have or not have & {syntax.Kinds, syntax.Setup}) and is_played

    def missing(self) -> None:
        have = {type(c) for c in self.clauses}
        broken = self.names.broken
        source = self.resolved.source
        place = Span(source, 0, min(len(source.text), 1))
        lacking = [
            (f"no `{word}`", f"`{example}`")
            for kind, word, example in (
                (syntax.Players, "players", "players Red, Blue"),
                (syntax.Board, "board", "board square 8 x 8"),
                (syntax.Turn, "turn", "turn: step or jump"),
            )
            if kind not in have
            and word not in broken
            and not (word == "turn" and "phase" in broken)
            and not (word == "board" and self.needs_no_board())
        ]
        if lacking:
            self.report(
                "missing-clause",
                place,
                "the game has " + _listed([word for word, _ in lacking]),
                "nowhere in this file",
                help=f"add {'a line' if len(lacking) == 1 else 'lines'} such as "
                + _listed([example for _, example in lacking]),
            )

    # ---- actions

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
            self.demanded(demanded, scope, (), (clause.name.name,))

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
        paths: list[model.Along] = []
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
                    to = along.to
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
            has_capture((*effects, *finals)),
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
        has_none = any(isinstance(n, model.Const) and n.type.base == "none" for n in nodes((source,)))
        return (*values, None) if has_none and None not in values else values

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
        return tuple(sorted(v for v in found[0] if isinstance(v, int)))

    def numbers(self, value: object) -> tuple[int, ...]:
        """The numbers of a column's value."""
        if isinstance(value, tuple):
            return tuple(n for v in value for n in self.numbers(v))
        return (value,) if isinstance(value, int) else ()

    def along(self, part: syntax.Along, scope: Scope, choices: list[model.Choice]) -> model.Along:
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

    def ends_at(self, path: model.Path, slot: int) -> bool:
        """The last step's name is the destination's own, unless another step is `to`."""
        last = path.steps[-1]
        named_to = any(s.name == "to" for s in path.steps)
        return last.slot == slot and (not named_to or last.name == "to")

    def again(self, part: syntax.Again, clause: syntax.Action, scope: Scope) -> model.Again | None:
        if clause.form != "move":
            self.report(
                "bad-path",
                part.span,
                "only a move goes on with the same piece",
                "this is no move",
                help="use `then` to demand another choice",
            )
            return None
        board = self.names.board
        most = min(len(board.sites), 40) if board else 1
        if part.up_to is not None:
            found = static.known(self.wanted(part.up_to, scope, NUMBER), board)
            if found is None or not isinstance(found[0], int) or not 1 <= found[0] <= 200:
                self.report(
                    "bad-range", part.up_to.span, "how often a move goes on is a number from 1 to 200", ""
                )
            else:
                most = found[0]
        condition = self.condition(part.condition, scope) if part.condition is not None else None
        return model.Again(part.span, part.must, most, condition)

    def check_size(
        self, clause: syntax.Action, choices: list[model.Choice], again: model.Again | None
    ) -> None:
        for choice in choices:
            if not choice.values:
                self.report(
                    "bad-range",
                    clause.name.span,
                    f"`{choice.name}` of `{clause.name.name}` has nothing to be chosen from",
                    "",
                )

    # ---- turns and what follows

    def setup(self) -> tuple[model.Effect, ...]:
        found: list[model.Effect] = []
        for clause in self.clauses:
            if isinstance(clause, syntax.Setup):
                found.extend(self.effects(clause.body, Scope()))
        return tuple(found)

    def turns(self, actions: tuple[model.Action, ...]) -> dict[str, model.Turn]:
        turns: dict[str, model.Turn] = {}
        known = {a.name: a for a in actions if a.form != "choice"}
        spans: dict[str, Span] = {}
        for clause in self.clauses:
            if not isinstance(clause, syntax.Turn):
                continue
            phase = clause.phase.name if clause.phase else "main"
            if phase in turns:
                self.report(
                    "duplicate-clause",
                    clause.span,
                    "this turn is described twice",
                    "described again",
                    others=[(spans[phase], "the first time")],
                )
                continue
            spans[phase] = clause.span
            offers: list[model.Offer] = []
            fallbacks: list[model.Fallback] = []
            for i, offer in enumerate(clause.offers):
                fallback = self.fallback(offer, i)
                if fallback is not None:
                    if fallbacks and fallbacks[-1].condition is None:
                        self.report(
                            "unreachable-clause",
                            offer.span,
                            "what stands before this holds whenever nothing is legal",
                            "never reached",
                            others=[(clause.offers[i - 1].span, "always holds")],
                            help="give the first one a condition, or take this out",
                        )
                    fallbacks.append(fallback)
                elif fallbacks:
                    self.comes_too_late(offer, clause.offers[i - 1])
                else:
                    condition = None
                    if offer.condition is not None:
                        condition = self.condition(offer.condition, Scope())
                    names = tuple(n.name for n in offer.names if self.offered(n, known))
                    offers.append(model.Offer(names, condition))
            turns[phase] = model.Turn(clause.span, tuple(offers), tuple(fallbacks))
        if "main" not in turns and turns:
            turns["main"] = next(iter(turns.values()))
        return turns

    def fallback(self, offer: syntax.Offer, number: int) -> model.Fallback | None:
        """What holds when nothing is legal, if a part of a turn says that."""
        words = [n.name for n in offer.names]
        if offer.result is None and not (number and len(words) == 1 and words[0] in FALLBACKS):
            return None
        condition = self.condition(offer.condition, Scope()) if offer.condition is not None else None
        result = self.result(offer.result, Scope()) if offer.result is not None else None
        return model.Fallback("" if result else words[0], result, condition)

    def comes_too_late(self, offer: syntax.Offer, before: syntax.Offer) -> None:
        """Reports an action behind what holds when nothing is legal."""
        self.names.used.update(n.name for n in offer.names)
        self.report(
            "syntax",
            offer.span,
            "no action is offered after what holds when nothing is legal",
            "comes too late",
            others=[(before.span, "this holds when nothing is legal")],
            help="write the actions first: `turn: a else b else lose`",
        )

    def phases(self) -> tuple[str, ...]:
        """The phases in order, the one in which the game begins first."""
        declared = self.names.phases[1:]
        has_main = any(isinstance(c, syntax.Turn) and c.phase is None for c in self.clauses)
        return (*declared, "main") if has_main or not declared else declared

    def skip(self, clause: syntax.Skip) -> model.Skip:
        scope = Scope()
        player = self.new_player(clause.name, scope, "skip", "skip p when p = {} and ...")
        return model.Skip(clause.span, player.slot, self.condition(clause.condition, scope))

    def hide(self, clause: syntax.Hide) -> model.Hide:
        scope = Scope()
        source = self.source(clause.source, scope)
        element = self.element(source)
        if element.base not in ("site", "piece", "any"):
            self.report(
                "type-mismatch",
                clause.source.span,
                f"sites and pieces can be hidden, and this is a {source.type}",
                "cannot be hidden",
                help="write `hide s in sites from ...` or `hide p in pieces from ...`",
            )
            element = ANY
        item = self.names.local(scope, clause.name.name, element, clause.name.span)
        viewer = self.new_player(clause.viewer, scope, "from", "from viewer where viewer = {} and ...")
        condition = self.condition(clause.condition, scope)
        return model.Hide(clause.span, item.slot, source, viewer.slot, condition)

    def new_player(self, ident: syntax.Ident, scope: Scope, word: str, example: str) -> model.Local:
        """The name that stands for each player in a clause; a player's own name does not."""
        if ident.name in [p.name for p in self.names.players]:
            self.report(
                "duplicate-name",
                ident.span,
                f"`{ident.name}` is a player, and after `{word}` stands a new name for each player",
                "not a new name",
                others=[(self.names.declared.get(ident.name, NOWHERE), "the player is declared here")],
                help=f"write `{example.format(ident.name)}`",
            )
        return self.names.local(scope, ident.name, PLAYER, ident.span)

    def offered(self, ident: syntax.Ident, known: dict[str, model.Action]) -> bool:
        self.names.used.add(ident.name)
        if ident.name == "done":
            self.report(
                "unknown-action",
                ident.span,
                "`done` declines what `then may` demands; no turn offers it",
                "not an action",
                help="who may do nothing is offered `pass`",
            )
            return False
        if ident.name in known:
            if known[ident.name].parameters:
                self.report(
                    "wrong-arguments",
                    ident.span,
                    f"`{ident.name}` has parameters, and a turn gives none",
                    "offered here",
                    others=[(known[ident.name].span, "declared here")],
                    help="choose inside the action, or demand it with `then`",
                )
                return False
            return True
        if ident.name not in self.names.broken:
            hint = near(ident.name, known)
            if ident.name in self.demandable:
                hint = "a `choice` is only demanded by `then`; what a turn offers is an `action` or a `move`"
            elif ident.name in FALLBACKS:
                hint = f"`{ident.name}` stands last, after `else`"
            self.report(
                "unknown-action", ident.span, f"no action is named `{ident.name}`", "not an action", help=hint
            )
        return False

    def after(self, idents: tuple[syntax.Ident, ...]) -> tuple[str, ...]:
        known = {**self.names.actions, "pass": None}
        for ident in idents:
            if ident.name not in known and ident.name not in self.names.broken:
                self.report(
                    "unknown-action",
                    ident.span,
                    f"no action is named `{ident.name}`",
                    "not an action",
                    help=near(ident.name, known),
                )
        return tuple(i.name for i in idents)

    def settle(self, clause: syntax.Settle) -> model.Settle:
        return model.Settle(
            clause.span, self.after(clause.after), clause.until_stable, self.effects(clause.body, Scope())
        )

    def ends(self) -> tuple[model.Ending, ...]:
        made = []
        for clause in self.clauses:
            if isinstance(clause, syntax.End):
                for ending in clause.endings:
                    condition: model.Expr = model.Const(ending.span, BOOL, True)
                    if ending.condition is not None:
                        condition = self.condition(ending.condition, Scope())
                    made.append(model.Ending(ending.span, self.result(ending.result, Scope()), condition))
        return tuple(made)

    def limit(self) -> tuple[int, model.Result]:
        found = [c for c in self.clauses if isinstance(c, syntax.Limit)]
        for extra in found[1:]:
            self.report(
                "duplicate-clause",
                extra.span,
                "a game has one limit",
                "a second one",
                others=[(found[0].span, "the first one")],
            )
        if not found:
            return DEFAULT_LIMIT, model.Result(NOWHERE, "draw")
        clause = found[0]
        expr = self.wanted(clause.moves, Scope(), NUMBER)
        value = static.known(expr, self.names.board)
        moves = value[0] if value is not None else None
        if expr.type != ANY and (not isinstance(moves, int) or not 1 <= moves <= MAX_LIMIT):
            self.report(
                "bad-range",
                clause.moves.span,
                f"the limit is a whole number from 1 to {MAX_LIMIT}, known before the game begins",
                "",
            )
        return moves if isinstance(moves, int) else DEFAULT_LIMIT, self.result(clause.result, Scope())

    def no_can_move(self, *rules: tuple[object, ...]) -> None:
        """`can_move` asks what is legal, so what decides what is legal may not ask it."""
        waiting: list[object] = [*rules]
        done: set[str] = set()
        while waiting:
            for node in nodes(waiting.pop()):
                if isinstance(node, model.Builtin) and node.name == "can_move":
                    self.report(
                        "recursive-definition",
                        node.span,
                        "`can_move` asks what is legal, and this decides what is legal",
                        "goes round in a circle",
                        help="use it in `end` only; a player without a move is the matter of `turn: ... else ...`",
                    )
                elif isinstance(node, model.Apply) and node.definition not in done:
                    done.add(node.definition)
                    waiting.append(self.names.definitions[node.definition])

    def no_chance(
        self,
        actions: tuple[model.Action, ...],
        settles: tuple[model.Settle, ...],
        requires: tuple[model.Require, ...],
        prefers: tuple[model.Prefer, ...],
    ) -> None:
        """What is legal may not depend on what chance will decide."""
        for action in actions:
            demand = next(
                (n for n in nodes((action.effects,)) if isinstance(n, model.Demand) and n.word == "must"),
                None,
            )
            judges = [r for r in requires if not r.after or action.name in r.after]
            after = [s for s in settles if not s.after or action.name in s.after]
            judge = judges[0] if judges else prefers[0] if prefers else demand
            chance = next(
                (
                    n
                    for n in nodes((action.effects, action.finals, tuple(after)))
                    if isinstance(n, model.Chance)
                ),
                None,
            )
            again = action.again is not None
            if chance is not None and (judge is not None or again):
                self.report(
                    "chance-in-doubt",
                    chance.span,
                    f"whether `{action.name}` is legal would depend on what chance decides",
                    "decided by chance",
                    others=[((judge or action.again or action).span, "judged on what follows")],
                    help="let another choice have this effect, and demand it with `then`",
                )

    # ---- claims and looks

    def claim(self, clause: syntax.Claim) -> model.Claim:
        condition = self.condition(clause.condition, Scope()) if clause.condition is not None else None
        result = self.result(clause.result, Scope()) if clause.result is not None else None
        settings = []
        for setting in clause.settings:
            option = self.names.options.get(setting.name.name)
            if option is None:
                self.report(
                    "unknown-option",
                    setting.name.span,
                    f"no option is named `{setting.name.name}`",
                    "not an option",
                    help=near(setting.name.name, self.names.options),
                )
                continue
            symbol = Type("symbol", symbols=option.symbols) if option.symbols else None
            found = static.known(self.expr(setting.value, Scope(), symbol), self.names.board)
            if found is None or found[0] not in option.values:
                self.report(
                    "option-value",
                    setting.value.span,
                    f"`{option.name}` cannot have this value",
                    "not one of its values",
                    others=[(option.span, "the option is declared here")],
                )
                continue
            settings.append((option.name, found[0]))
        return model.Claim(clause.span, clause.text, clause.form, condition, result, tuple(settings))

    def looks(self, clause: syntax.Looks) -> list[model.Look]:
        made = []
        players = [p.name for p in self.names.players]
        for look in clause.looks:
            player = None
            if look.player is not None:
                if look.player.name in players:
                    player = players.index(look.player.name)
                else:
                    self.report(
                        "unknown-player",
                        look.player.span,
                        f"no player is named `{look.player.name}`",
                        "not a player",
                        help=near(look.player.name, players),
                    )
            if look.subject.name in players:
                made.append(
                    model.Look(
                        None,
                        players.index(look.subject.name),
                        look.glyph,
                        look.colour.name if look.colour else "",
                    )
                )
                continue
            colour = look.colour.name if look.colour else ""
            if look.subject.name in self.names.symbols and look.subject.name not in self.names.kinds:
                made.append(model.Look(None, None, look.glyph, colour, look.subject.name))
                continue
            kind = self.kind(look.subject)
            if isinstance(kind, model.Const) and isinstance(kind.value, int):
                made.append(model.Look(kind.value, player, look.glyph, colour))
        return made


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


def replace_named(action: model.Action, named: bool) -> model.Action:
    return replace(action, is_named=named)


def has_capture(effects: tuple[model.Effect, ...]) -> bool:
    """Whether some effect captures."""
    for effect in effects:
        match effect:
            case model.Remove(is_capture=True):
                return True
            case model.ForEach() | model.ForPath() | model.Simultaneously() if has_capture(effect.body):
                return True
            case model.Branch() if has_capture((*effect.body, *effect.otherwise)):
                return True
    return False


def condition(game: model.Game, text: str) -> tuple[model.Expr, int]:
    """A condition of the language about a checked game, and how many slots its frame needs. Raises GameError."""
    source = Source("condition", text)
    names: Names = copy(game.names)
    names.reporter = Reporter()
    parsed = parse_expression(source, 0, len(text), names.reporter)
    made: model.Expr | None = None
    if parsed is not None:
        made = Declarations(names, ()).condition(parsed, Scope())
    if made is None or names.reporter.has_errors:
        raise GameError(names.reporter.sorted())
    return made, names.slots


def check(resolved: Resolved, reporter: Reporter) -> model.Game | None:
    """The checked game, or None where too little of it could be understood. Errors go to the reporter."""
    names = Names(reporter, resolved.broken)
    names.options = {o.name: o for o in resolved.options}
    for option in resolved.options:
        if option.span is not NOWHERE:
            names.declare(option.name, option.span)
        if option.symbols:
            names.add_symbols(Type("symbol", symbols=option.symbols))
    for clause in resolved.unchosen:
        names.failed.update(mentioned(clause))
    clauses = Clauses(names, resolved)
    game = clauses.game()
    if game is not None and not reporter.has_errors:
        lint(game, names, resolved)
    return game
