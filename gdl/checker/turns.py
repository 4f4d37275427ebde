"""The set-up, turns and phases, settling, ends and limits: when what may be done is done, and until when."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from gdl import model, static, syntax
from gdl.checker.actions import Actions
from gdl.checker.names import Scope
from gdl.diagnostics import near
from gdl.source import NOWHERE, Span
from gdl.types import ANY, BOOL, NUMBER, PIECE, PLAYER, SITE
from gdl.visit import followed, nodes

FALLBACKS = ("pass", "lose", "win", "draw")
DEFAULT_LIMIT = 10_000
MAX_LIMIT = 1_000_000


def _is_count(value: object) -> bool:
    return isinstance(value, int) and value >= 0


class Turns(Actions):
    """Lowers the course of the game."""

    def setup(self) -> tuple[model.Effect, ...]:
        found: list[model.Effect] = []
        for clause in self.clauses:
            if isinstance(clause, syntax.Setup):
                found.extend(self.effects(clause.body, Scope()))
        self.never_right(found)
        return tuple(found)

    def never_right(self, effects: Sequence[model.Effect]) -> None:
        """Reports what the set-up gives a field or a pool, where it is known already and cannot be."""
        for effect in effects:
            match effect:
                case model.ForEach(condition=None):
                    self.never_right(effect.body)
                case model.SetField():
                    self.fits_field(effect.field, effect.value)
                case model.Stock() | model.Place() | model.Shift():
                    for name, value in effect.settings:
                        self.fits_field(name, value)
            times = static.known(effect.times, self.names.board) if isinstance(effect, model.Stock) else None
            if isinstance(effect, model.Stock) and times is not None and not _is_count(times[0]):
                self.report(
                    "bad-range",
                    effect.times.span,
                    f"how many pieces there are is a whole number from 0, not {times[0]}",
                    "not a number of pieces",
                )

    def fits_field(self, name: str, value: model.Expr) -> None:
        """Reports a value that a field can never hold."""
        field = self.names.fields.get(name)
        found = static.known(value, self.names.board)
        if field is None or field.bounds is None or found is None or not isinstance(found[0], int | Fraction):
            return
        low, high = field.bounds
        if not low <= found[0] <= high or found[0] != int(found[0]):
            self.report(
                "bad-range",
                value.span,
                f"`{name}` holds {low}..{high}, and never {found[0]}",
                "out of range",
                others=[(field.span, "its range is declared here")],
            )

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
        viewer = self.new_player(clause.viewer, scope, "from", "from viewer where viewer = {} and ...")
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
        names, scope = self.names, Scope()
        after = self.after(clause.after)
        moves = {c.name.name for c in self.clauses if isinstance(c, syntax.Action) and c.form == "move"}
        slots = (-1, -1, -1)
        if after and moves.issuperset(after):
            of_move = (("piece", PIECE.or_none), ("from", SITE), ("to", SITE))
            piece, origin, to = (names.local(scope, n, t, clause.span).slot for n, t in of_move)
            slots = piece, origin, to
        body = self.effects(clause.body, scope)
        return model.Settle(clause.span, after, clause.until_stable, body, *slots)

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

    def asking(self, builtin: str, rules: tuple[object, ...]) -> Iterator[model.Builtin]:
        """Where rules ask for a builtin, themselves or by their definitions."""
        for node in followed(rules, self.names.definitions):
            if isinstance(node, model.Builtin) and node.name == builtin:
                yield node

    def no_history(self, *rules: tuple[object, ...]) -> None:
        """What remembers positions may not be asked where there is no present position to compare."""
        for builtin in ("repeated", "cycle"):
            for node in self.asking(builtin, rules):
                self.report(
                    "no-history",
                    node.span,
                    f"`{builtin}` compares the present position with earlier ones, and here is none to compare",
                    "asked too early or too late",
                    help="ask it in `where`, `do`, `settle`, `require`, `prefer` or `end`",
                )

    def no_can_move(self, *rules: tuple[object, ...]) -> None:
        """`can_move` asks what is legal, so what decides what is legal may not ask it."""
        for node in self.asking("can_move", rules):
            self.report(
                "recursive-definition",
                node.span,
                "`can_move` asks what is legal, and this decides what is legal",
                "goes round in a circle",
                help="use it in `end` only, or name actions that do not rest on this: `can_move(p, a, b)`; a player "
                "without a move is the matter of `turn: ... else ...`",
            )

    def no_ended(self, rules: tuple[object, ...]) -> None:
        """`ended` asks whether the game is over, so what decides how it goes on may not ask it."""
        for node in self.asking("ended", rules):
            self.report(
                "recursive-definition",
                node.span,
                "`ended` asks whether the game is over, and this decides how it goes on",
                "goes round in a circle",
                help="use it in `hide` only, for what is turned up at the end",
            )

    def no_chance(
        self,
        actions: tuple[model.Action, ...],
        settles: tuple[model.Settle, ...],
        requires: tuple[model.Require, ...],
        prefers: tuple[model.Prefer, ...],
        turns: Mapping[str, model.Turn],
    ) -> None:
        """What is legal may not depend on what chance will decide."""
        offered = {name for turn in turns.values() for name in turn.names}
        for action in actions:
            demand = next(
                (n for n in nodes((action.effects,)) if isinstance(n, model.Demand) and n.word == "must"),
                None,
            )
            judges = [r for r in requires if not r.after or action.name in r.after]
            after = [s for s in settles if not s.after or action.name in s.after]
            preferred = prefers[0] if prefers and action.name in offered else None
            judge = judges[0] if judges else preferred or demand
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
