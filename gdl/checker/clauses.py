"""Clauses: set-up, actions, turns, settling, constraints, ends, claims and looks become the checked Game.

`check(resolved, reporter)` is the gate: after it without errors, nothing can be the author's fault but what only
play shows (a settling that cycles, a field that overflows), and that is reported at its clause too.
"""

from copy import copy
from dataclasses import replace
from pathlib import Path

from gdl import board as boards
from gdl import model, static, syntax
from gdl.checker import secrets
from gdl.checker.circles import no_circles
from gdl.checker.declarations import Declarations
from gdl.checker.histories import Histories
from gdl.checker.lints import lint
from gdl.checker.names import Names, Scope
from gdl.diagnostics import GameError, Reporter, near
from gdl.flows import nodes, owned_pools
from gdl.parser import parse_expression
from gdl.resolver import Resolved
from gdl.source import NOWHERE, Source, Span
from gdl.types import BOOL, NUMBER, Type


class Clauses(Histories):
    """Lowers everything that is played."""

    def __init__(self, names: Names, resolved: Resolved) -> None:
        super().__init__(names, resolved.clauses)
        self.resolved = resolved

    def game(self) -> model.Game | None:
        names = self.names
        names.askable = {
            c.name.name: c for c in self.clauses if isinstance(c, syntax.Action) and not c.either
        }
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
        conditions = tuple(o.condition for t in turns.values() for o in t.offers)
        self.no_can_move(actions, settles, requires, prefers, conditions)
        no_circles(actions, settles, requires, names.definitions, names.reporter)
        self.no_chance(actions, settles, requires, prefers, turns)
        ends = self.ends()
        limit, limit_result = self.limit()
        skips = tuple(self.skip(c) for c in self.clauses if isinstance(c, syntax.Skip))
        rules = (setup, actions, tuple(turns.values()), skips, settles, requires, prefers, ends, limit_result)
        self.no_ended(rules)
        self.no_history(setup, tuple(turns.values()), skips, (limit_result,))
        owned = owned_pools(setup, actions, settles)
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
            pools={n: replace(p, is_owned=n in owned) for n, p in names.pools.items()},
            hides=tuple(self.hide(c) for c in self.clauses if isinstance(c, syntax.Hide)),
            histories=self.histories(limit),
            definitions=names.definitions,
            setup=setup,
            actions=actions,
            phases=self.phases(),
            turns=turns,
            skips=skips,
            settles=settles,
            requires=requires,
            prefers=prefers,
            ends=ends,
            limit=limit,
            limit_result=limit_result,
            claims=tuple(self.claim(c) for c in self.clauses if isinstance(c, syntax.Claim)),
            looks=tuple(k for c in self.clauses if isinstance(c, syntax.Looks) for k in self.looks(c)),
            surface=next(
                (s for c in self.clauses if isinstance(c, syntax.Looks) for s in self.surfaces(c)), ""
            ),
            shape=next((s for c in self.clauses if isinstance(c, syntax.Looks) for s in self.shapes(c)), ""),
            signs=tuple(s for c in self.clauses if isinstance(c, syntax.Looks) for s in self.signs(c)),
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
        have = {
            type(c)
            for c in self.clauses
            if not isinstance(c, syntax.Turn) or c.phase is None or c.phase.name == "main"
        }
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
            if self.is_sign(look) or self.is_surface(look) or self.is_shape(look):
                continue
            colour = look.colour.name if look.colour else ""
            if look.subject.name in self.names.symbols and look.subject.name not in self.names.kinds:
                made.append(model.Look(None, None, look.glyph, colour, look.subject.name))
                continue
            kind = self.kind(look.subject, tuple(self.names.symbols))
            if isinstance(kind, model.Const) and isinstance(kind.value, int):
                made.append(model.Look(kind.value, player, look.glyph, colour))
        return made

    def is_surface(self, look: syntax.Look) -> bool:
        """Whether a look is about the whole board, which nothing of the game is named as."""
        names = self.names
        return look.subject.name == "board" and not any(
            "board" in known for known in (names.kinds, names.symbols, names.definitions)
        )

    def is_shape(self, look: syntax.Look) -> bool:
        """Whether a look is about all pieces; no kind can be named so."""
        return look.subject.name == "pieces"

    def shapes(self, clause: syntax.Looks) -> list[str]:
        """How the pieces are to be drawn."""
        made = []
        for look in filter(self.is_shape, clause.looks):
            is_facing = all(p.facing is not None for p in self.names.players)
            if look.glyph in model.SHAPES and (look.glyph != "wedges" or is_facing):
                made.append(look.glyph)
                continue
            known = look.glyph in model.SHAPES
            self.report(
                "unknown-surface",
                look.subject.span,
                "wedges point where their owners face, and these players face nowhere"
                if known
                else f'pieces cannot be drawn as "{look.glyph}"',
                "not a way to draw them",
                help="say it with the players: `players White facing north, Black facing south`"
                if known
                else near(look.glyph, model.SHAPES) or "write one of: " + ", ".join(model.SHAPES),
            )
        return made

    def surfaces(self, clause: syntax.Looks) -> list[str]:
        """How the board is to be drawn."""
        made = []
        for look in filter(self.is_surface, clause.looks):
            is_square = self.names.board is None or self.names.board.shape == "square"
            if look.glyph in model.SURFACES and is_square:
                made.append(look.glyph)
                continue
            self.report(
                "unknown-surface",
                look.subject.span,
                f'a board cannot be drawn as "{look.glyph}"'
                if is_square
                else "only a board of squares can be drawn in another way",
                "not a way to draw it",
                help=(near(look.glyph, model.SURFACES) or "write one of: " + ", ".join(model.SURFACES))
                if is_square
                else "leave this line out",
            )
        return made

    def is_sign(self, look: syntax.Look) -> bool:
        """Whether a look is about the sites for which a definition holds."""
        definition = self.names.definitions.get(look.subject.name)
        return definition is not None and look.player is None

    def signs(self, clause: syntax.Looks) -> list[model.Sign]:
        made = []
        for look in filter(self.is_sign, clause.looks):
            definition = self.names.definitions[look.subject.name]
            self.names.used.add(definition.name)
            colour = look.colour.name if look.colour else ""
            if definition.is_relation:
                if look.glyph not in model.JOINTS:
                    self.report(
                        "unknown-surface",
                        look.subject.span,
                        f'a relation cannot be drawn as "{look.glyph}"',
                        "not a way to draw it",
                        help='write "bar" for what stands between two neighbours, "line" for what joins two sites, or "ruled" for a line of the board',
                    )
                    continue
                made.append(model.Sign(definition.name, look.glyph, colour, True))
                continue
            if [p[2].base for p in definition.parameters] != ["site"] or definition.body.type != BOOL:
                self.report(
                    "type-mismatch",
                    look.subject.span,
                    f"`{definition.name}` is no condition on a site, so no site can show it",
                    "not a condition on a site",
                    others=[(definition.span, "declared here")],
                    help=f"write `let {definition.name}(s: site) = CONDITION`",
                )
                continue
            made.append(model.Sign(definition.name, look.glyph, colour))
        return made


def _listed(words: list[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]


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
    clauses = Clauses(names, resolved)
    game = clauses.game()
    if game is not None and not reporter.has_errors:
        quiet = secrets.private(game)
        game = replace(game, actions=tuple(replace(a, is_private=a.name in quiet) for a in game.actions))
    if game is not None and not reporter.has_errors:
        lint(game, names, resolved)
    return game
