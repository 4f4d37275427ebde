"""The passes of the checker in one list: declarations, clauses, analyses.

After `check(resolved, reporter)` without errors, only play can show further mistakes of the author, such as a settling that
cycles or a field that overflows; these are reported at their clauses as well.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from gdl import boards
from gdl.boards.board import Board
from gdl.boards.building import nowhere
from gdl.checker.analyses import lints
from gdl.checker.analyses.analysis import Clauses, GameFacts
from gdl.checker.analyses.extent import CODE as TOO_DEEP
from gdl.checker.analyses.extent import deep_expression
from gdl.checker.analyses.openness import sealed
from gdl.checker.analyses.secret_told import private
from gdl.checker.clauses import together
from gdl.checker.clauses.actions import check_actions
from gdl.checker.clauses.choices import report_too_many_numbers
from gdl.checker.clauses.claims import check_claim
from gdl.checker.clauses.course import (
    check_ends,
    check_limit,
    check_prefers,
    check_requires,
    check_settles,
    check_setup,
)
from gdl.checker.clauses.knowledge import check_hides, check_known, check_positions
from gdl.checker.clauses.looks import (
    check_captions,
    check_looks,
    check_shape,
    check_signs,
    check_surface,
    in_force,
)
from gdl.checker.clauses.notation import check_style
from gdl.checker.clauses.required import needs_no_board, report_missing
from gdl.checker.clauses.turns import check_skip, check_turns, phases_in_order
from gdl.checker.context import Context, Hole, Slots
from gdl.checker.declarations.boards import check_board, warn_of_hidden_sites
from gdl.checker.declarations.columns import as_definitions, complete_kinds
from gdl.checker.declarations.definitions import check_definitions, check_wanted
from gdl.checker.declarations.fields import check_field, check_type, enumeration
from gdl.checker.declarations.players import check_players, check_teams
from gdl.checker.declarations.pools import check_pool
from gdl.checker.declarations.tables import check_kinds
from gdl.checker.effects.dispatch import check_routines
from gdl.checker.expressions.conversions import expect, expect_condition
from gdl.checker.expressions.dispatch import check_expression
from gdl.checker.expressions.texts import note_all
from gdl.checker.follow_ons import drop_follow_ons, drop_what_is_missing_would_mend
from gdl.checker.names import Names, Usage
from gdl.checker.tree import Rules, of_sort
from gdl.core import model, static
from gdl.core.piece_flows import owned_pools
from gdl.core.traits import has
from gdl.core.types import NUMBER, Type
from gdl.diagnostics.values import GameError, Reporter, deep_is_reported
from gdl.files import merging
from gdl.files.resolver import Resolved
from gdl.parsing.parser import parse_expression
from gdl.platform.dataclass import dataclass
from gdl.source import NOWHERE, Source, Span
from gdl.tree import syntax

_Clause = TypeVar("_Clause", syntax.Players, syntax.Teams, syntax.Board)


def check(
    resolved: Resolved, reporter: Reporter, warns: bool = True, hole: Hole | None = None
) -> model.Game | None:
    """The checked game, or None where too little of it could be understood. Errors go to the reporter.

    `warns`: whether warnings are looked for, which takes a quarter of the time. `hole`: a name of the text that stands for any,
    which learns what may stand there.
    """
    with static.checking():
        return _check(resolved, replace(_begin(resolved, reporter), hole=hole), warns)


def _check(resolved: Resolved, context: Context, warns: bool) -> model.Game | None:
    reporter = context.reporter
    declare_all(resolved.clauses, context)
    warn_of_hidden_sites(context)
    check_wanted(resolved.wanted, context)
    board = _board(resolved, context)
    if board is None or not context.names.players:
        report_missing(resolved, context)
        drop_what_is_missing_would_mend(reporter)
        return None
    game = _check_clauses(resolved, board, context)
    under_when = {name: c.span for c in resolved.unchosen for name in merging.names(c)}
    drop_follow_ons(reporter, context.rules, under_when)
    facts = GameFacts(game, resolved, context.names, context.usage)
    if not reporter.has_errors:
        lints.report_all(lints.OF_DEPTH, facts, reporter)
    if not reporter.has_errors:
        report_too_many_numbers(game, reporter)
    if not reporter.has_errors:
        quiet = private(facts)
        game = replace(game, actions=tuple(replace(a, is_private=a.name in quiet) for a in game.actions))
        if game.together is not None:
            game = replace(game, together=replace(game.together, sealed=sealed(game)))
        facts = replace(facts, game=game)
        lints.report_all(lints.OF_GAMES, facts, reporter)
        if warns:
            lints.report_all(lints.WARNINGS, facts, reporter)
    return game


def condition(game: model.Game, text: str) -> tuple[model.Expr, int]:
    """A condition of the language about a checked game, and how many slots its frame needs. Raises GameError."""
    return _asked(game, Source("condition", text), expect_condition)


def measured(game: model.Game, text: str) -> tuple[model.Expr, int]:
    """A number of the language about a checked game, and how many slots its frame needs. Raises GameError."""
    return _asked(game, Source("number", text), lambda e, context: expect(e, context, NUMBER, "a number"))


def _asked(
    game: model.Game, source: Source, checked: Callable[[syntax.Expr, Context], model.Expr | None]
) -> tuple[model.Expr, int]:
    """What `checked` makes of an expression that somebody asks about a checked game, and its slots. Raises GameError."""
    reporter = Reporter()
    context = context_of(game, reporter)
    whole = Span(source, 0, len(source.text))
    made = None
    with deep_is_reported(f"this {source.name}", whole, reporter):
        parsed = parse_expression(source, 0, len(source.text), reporter)
        made = checked(parsed, context) if parsed is not None else None
        if made is not None:
            for found in deep_expression(made, whole, game):
                lints.report(TOO_DEEP, found, reporter)
    if made is None or reporter.has_errors:
        raise GameError(reporter.sorted())
    return made, context.slots.count


def context_of(game: model.Game, reporter: Reporter) -> Context:
    """A context in which expressions about a checked game are checked; they do not change the game."""
    return Context(Names.of(game), Usage(), Slots(game.slots), reporter, check_expression)


def _begin(resolved: Resolved, reporter: Reporter) -> Context:
    """A context that knows the options and the names of the actions."""
    actions = of_sort(resolved.clauses, syntax.Action)
    names = Names(
        options={o.name: o for o in resolved.options},
        demandable={a.name.name: a for a in actions},
        askable={a.name.name: a for a in actions if not a.either},
        broken=resolved.broken,
        defined={c.name.name: c.name.span for c in of_sort(resolved.clauses, syntax.Let)},
    )
    context = Context(names, Usage(), Slots(), reporter, check_expression, Rules(tuple(resolved.clauses)))
    for option in resolved.options:
        if option.span is not NOWHERE:
            context.declare(option.name, option.span)
        if option.symbols:
            names.add_symbols(Type("symbol", symbols=option.symbols))
    return context


def _board(resolved: Resolved, context: Context) -> Board | None:
    """The game's board. Without one: no sites, if the game needs none; else a guess, so that the rules can be checked."""
    names = context.names
    if names.board is None and "board" not in names.broken and needs_no_board(resolved):
        names.board = nowhere()
    if names.board is None and names.players:
        names.board = boards.square(8, 8)
        names.is_board_guessed = True
    return names.board


@dataclass(frozen=True, slots=True)
class _Course:
    """The clauses that decide how a game goes. `written`: the actions and settlings as they are in the text, where all choose together."""

    written: tuple[tuple[model.Action, ...], tuple[model.Settle, ...]]
    setup: tuple[model.Effect, ...]
    actions: tuple[model.Action, ...]
    turns: dict[str, model.Turn]
    settles: tuple[model.Settle, ...]
    requires: tuple[model.Require, ...]
    prefers: tuple[model.Prefer, ...]
    ends: tuple[model.Ending, ...]
    limit: int
    limit_result: model.Result
    skips: tuple[model.Skip, ...]
    together: model.Together | None


def _check_course(clauses: Sequence[syntax.Clause], context: Context) -> _Course:
    """The clauses that decide how a game goes, and the errors that only several of them together show."""
    _check_routines(of_sort(clauses, syntax.Routine), context)
    actions = check_actions(of_sort(clauses, syntax.Action), context)
    setup = check_setup(of_sort(clauses, syntax.Setup), context)
    turns = check_turns(of_sort(clauses, syntax.Turn), actions, context)
    moves = frozenset(a.name.name for a in of_sort(clauses, syntax.Action) if a.form == "move")
    settles = check_settles(of_sort(clauses, syntax.Settle), actions, moves, context)
    requires = check_requires(of_sort(clauses, syntax.Require), actions, context)
    prefers = check_prefers(of_sort(clauses, syntax.Prefer), context)

    ends = check_ends(of_sort(clauses, syntax.End), context)
    limit, limit_result = check_limit(of_sort(clauses, syntax.Limit), context)
    skips = tuple(check_skip(c, context) for c in of_sort(clauses, syntax.Skip))

    made, waiting = together.arrange(
        of_sort(clauses, syntax.Turn),
        together.Course(actions, settles, ends),
        skips,
        (*requires, *prefers),
        context,
    )
    return _Course(
        (actions, settles),
        setup,
        made.actions,
        turns,
        made.settles,
        requires,
        prefers,
        made.ends,
        limit,
        limit_result,
        skips,
        waiting,
    )


def _check_routines(clauses: Sequence[syntax.Routine], context: Context) -> None:
    """Declares effects, and checks each by itself."""
    for clause in clauses:
        if context.declare(clause.name.name, clause.name.span):
            context.names.routines[clause.name.name] = clause
        else:
            context.names.failed.add(clause.name.name)
    check_routines(context)


def _check_clauses(resolved: Resolved, board: Board, context: Context) -> model.Game:
    """All clauses as a game: its course, what is hidden and remembered, and what is no part of the rules."""
    clauses, names = resolved.clauses, context.names
    course = _check_course(clauses, context)
    report_missing(resolved, context)
    owned = owned_pools(course.setup, course.actions, course.settles)
    hides = check_hides(of_sort(clauses, syntax.Hide), context)
    knowns = tuple(check_known(c, context) for c in of_sort(clauses, syntax.Known))
    histories = check_positions(of_sort(clauses, syntax.Position), course.limit, context)
    claims = tuple(check_claim(c, context) for c in of_sort(clauses, syntax.Claim))
    note_all(clauses, resolved.option_clauses, context)
    looks = in_force(of_sort(clauses, syntax.Looks), context)
    name = Path(resolved.source.name).stem
    game = model.Game(
        title=resolved.head.title if resolved.head else name,
        name=name,
        headings=resolved.headings,
        options=resolved.options,
        variants=resolved.variants,
        players=names.players,
        teams=names.teams or tuple((seat,) for seat in range(len(names.players))),
        board=board,
        kinds=tuple(names.kinds.values()),
        types=names.types,
        columns=names.columns,
        fields=names.fields,
        pools={n: replace(p, is_owned=n in owned) for n, p in names.pools.items()},
        hides=hides,
        knowns=knowns,
        together=course.together,
        histories=histories,
        definitions=names.definitions | names.scores,
        setup=course.setup,
        actions=course.actions,
        phases=phases_in_order(of_sort(clauses, syntax.Turn), resolved.headings.get("language", "")),
        turns=course.turns,
        skips=course.skips,
        settles=course.settles,
        requires=course.requires,
        prefers=course.prefers,
        ends=course.ends,
        limit=course.limit,
        limit_result=course.limit_result,
        claims=claims,
        style=check_style(of_sort(clauses, syntax.Style), course.actions, context),
        meanings=tuple(sorted(names.meanings, key=lambda m: (m.span.source.name, m.span.start))),
        routines=tuple(names.effects),
        performances=tuple(names.performances),
        looks=check_looks(looks, context),
        surface=check_surface(looks, context),
        shape=check_shape(looks, context),
        signs=check_signs(looks, context),
        captions=check_captions(looks, context),
        slots=context.slots.count,
        has_chance=has((course.actions, course.settles), "draws"),
        names=names,
    )
    lints.report_all(lints.OF_CLAUSES, Clauses(game, *course.written), context.reporter)
    return game


# ---- declarations


def declare_all(clauses: Sequence[syntax.Clause], context: Context) -> None:
    """Fills the symbol table from the clauses of a game: each declaration after those that it depends on."""
    names = context.names
    players, board = _only(clauses, syntax.Players, context), _only(clauses, syntax.Board, context)
    if players is not None:
        check_players(players, context)
        teams = _only(clauses, syntax.Teams, context)
        if teams is not None:
            check_teams(teams, players, context)
    if board is not None:
        check_board(board, context)
    for words in of_sort(clauses, syntax.WordType):
        check_type(words, context)
    fields = of_sort(clauses, syntax.Field)
    for field in fields:  # first, so that tables may use their words
        if len(field.type.names) > 1:
            names.add_symbols(enumeration(field))
    path_columns = check_kinds(of_sort(clauses, syntax.Kinds), context)
    for pool in of_sort(clauses, syntax.Pool):
        check_pool(pool, context)
    for turn in of_sort(clauses, syntax.Turn):
        _declare_phase(turn, context)
    for field in fields:
        check_field(field, context)
    for position in of_sort(clauses, syntax.Position):
        if context.declare(position.name.name, position.name.span):
            names.positions[position.name.name] = position.name.span
    complete_kinds(next((f.rotation for f in names.fields.values() if f.rotation), ()), context)
    check_definitions([*as_definitions(path_columns, clauses), *of_sort(clauses, syntax.Let)], context)


def _only(clauses: Sequence[syntax.Clause], sort: type[_Clause], context: Context) -> _Clause | None:
    """The one clause of its sort; further ones are reported."""
    found = [c for c in clauses if isinstance(c, sort)]
    for extra in found[1:]:
        context.reporter.report(
            "duplicate-clause",
            extra.span,
            f"a game has one `{sort.__name__.lower()}` clause",
            "a second one",
            others=[(found[0].span, "the first one")],
            help="take one of them out",
        )
    return found[0] if found else None


def _declare_phase(turn: syntax.Turn, context: Context) -> None:
    if turn.phase is None:
        return
    if turn.phase.name == "main":
        context.reporter.report(
            "reserved-name",
            turn.phase.span,
            "the phase `main` is described by `turn`",
            "",
            help="write `turn` in place of `phase main`",
        )
    context.names.phases = (*context.names.phases, turn.phase.name)
