"""Warnings about names that have no effect: options, definitions, actions, kinds, fields and columns.

What is declared in a file that this one extends is not reported: it is used there.
"""

from gdl import model, syntax
from gdl.checker.analyses import immovable, unplaced
from gdl.checker.analyses.givers import giver
from gdl.checker.context import Context
from gdl.checker.tree import mentioned
from gdl.diagnostics import is_slip, near
from gdl.resolver import Resolved
from gdl.source import Span
from gdl.types import NUMBER
from gdl.visit import followed, nodes


def warn(game: model.Game, resolved: Resolved, context: Context) -> None:
    """Reports names without effect."""
    # What conditions on options use, and the clauses that these options leave out.
    elsewhere = set().union(*map(mentioned, (*resolved.conditions, *resolved.unchosen)))
    used = context.usage.used | elsewhere
    _warn_of_options(game, used, context)
    _warn_of_definitions(game, used, resolved, context)
    _warn_of_effects(used, resolved, context)
    _warn_of_actions(game, used, resolved, context)
    unplaced.warn(game, resolved, context)
    _warn_of_empty_setup(game, resolved, context)
    immovable.warn(game, context)
    _warn_of_fixed_dice(game, resolved, context)
    _warn_of_fields(game, used, elsewhere, resolved, context)
    _warn_of_columns(game, elsewhere, resolved, context)


def _warn_of_options(game: model.Game, used: set[str], context: Context) -> None:
    for option in game.options:
        if option.name not in used and option.name != "players":
            context.reporter.report(
                "unused-option",
                option.span,
                f"the option `{option.name}` changes nothing",
                "used nowhere",
                help=near(
                    option.name,
                    [o.name for o in game.options if o.name in used and is_slip(o.name, option.name)],
                )
                or (
                    "use it in an expression or a `when` block, or take it out"
                    if game.ends
                    else f"the game has no `end`, which may ask for it: `end mover wins when ... = {option.name}`"
                ),
            )


def _warn_of_definitions(game: model.Game, used: set[str], resolved: Resolved, context: Context) -> None:
    for definition in game.definitions.values():
        is_asked = definition.name in used or definition.is_relation
        if not is_asked and not _is_inherited(definition.span, resolved):
            context.reporter.report(
                "unused-definition",
                definition.span,
                f"nothing uses `{definition.name}`",
                "used nowhere",
                help="take it out, or use it",
            )


def _warn_of_effects(used: set[str], resolved: Resolved, context: Context) -> None:
    for name, routine in context.names.routines.items():
        if name not in used and not _is_inherited(routine.span, resolved):
            context.reporter.report(
                "unused-definition",
                routine.name.span,
                f"nothing uses the effect `{name}`",
                "used nowhere",
                help=f"take it out, or let it happen where other effects do: `do {name}(...)`",
            )


def _is_inherited(span: Span, resolved: Resolved) -> bool:
    """Whether something is declared in a file that this one extends."""
    return span.source.name != resolved.source.name


def _warn_of_actions(game: model.Game, used: set[str], resolved: Resolved, context: Context) -> None:
    """Actions that no turn offers; of a module only where none of its actions is offered or demanded."""
    of_modules = [a for a in game.actions if a.span.source.name in resolved.used]
    for source, use in resolved.used.items():
        actions = [a for a in of_modules if a.span.source.name == source and a.form != "choice"]
        if actions and not any(a.name in used for a in actions):
            context.reporter.report(
                "unused-action",
                use,
                f"no turn offers `{actions[0].name}`, which this module gives",
                "its actions are never possible",
                help=f"name it in the `turn`: `turn: ... or {actions[0].name}`",
            )
    for action in game.actions:
        if action in of_modules:
            continue
        if action.form not in ("pass", "done") and action.name not in used:
            word = "demands" if action.form == "choice" else "offers"
            context.reporter.report(
                "unused-action",
                action.span,
                f"no turn {word} `{action.name}`",
                "never possible",
                help=_offering(action, game) if word == "offers" else _demanding(action, game),
            )


def _offering(action: model.Action, game: model.Game) -> str:
    """The way out of an action that no turn offers: a phase of its own for what enters the phase in which the game begins."""
    entered = {n.phase for n in nodes((action.effects, action.finals)) if isinstance(n, model.SetPhase)}
    first = game.phases[0]
    if first in entered and first in game.turns:
        phase = next(n for n in ("beginning", "opening", "before_all") if n not in game.phases)
        return f"it enters the phase `{first}`, so give it one of its own, above the others: `phase {phase}: {action.name}`"
    others = game.turns["main"].names if "main" in game.turns else ()
    return f"name it in the `turn`: `turn: {' or '.join(dict.fromkeys([*others, action.name]))}`"


def _demanding(choice: model.Action, game: model.Game) -> str:
    """The way out of a choice that nothing demands: the effect that does, with what a move can give it."""
    if not choice.parameters:
        return f"demand it: `then {choice.name}`"
    offered = {name for turn in game.turns.values() for name in turn.names}
    move = next((a for a in game.actions if a.form == "move" and a.name in offered), None)
    of_move = {"site": "to", "piece": "piece"} if move is not None else {}
    known = {"player": "mover", **of_move}
    given = ", ".join(known.get(kind.base, name) for name, _, kind in choice.parameters)
    demand = f"then {choice.name}({given})"
    if move is None or any(kind.base not in known for _, _, kind in choice.parameters):
        names = ", ".join(f"`{name}`" for name, _, kind in choice.parameters if kind.base not in known)
        return f"demand it in an effect that knows {names or 'what it is about'}: `{demand}`"
    has_effects = bool(move.effects or move.finals)
    return f"demand it, such as in `{move.name}`: `{'' if has_effects else 'do '}{demand}`"


def _warn_of_empty_setup(game: model.Game, resolved: Resolved, context: Context) -> None:
    """A set-up that takes the place of that of the extended file, and changes pieces without placing any."""
    own = next((c for c in resolved.own if isinstance(c, syntax.Setup) and not c.is_added), None)
    is_extending = resolved.head is not None and resolved.head.extends is not None
    if own is None or not is_extending:
        return
    made = [n for n in nodes(game.setup) if isinstance(n, model.Place | model.Stock)]
    if made:
        _warn_of_lost_kinds(own, made, game, resolved, context)
        return
    changed = [n for n in nodes(game.setup) if isinstance(n, model.SetField | model.MoveTo | model.Remove)]
    if any(isinstance(n, model.Builtin) and n.name == "pieces" for n in nodes(tuple(changed))):
        context.reporter.report(
            "unplaced-kind",
            own.span,
            "this set-up takes the place of that of the extended file, so no piece is on the board",
            "places nothing",
            help="to add to it, write `setup +`",
        )


def _warn_of_lost_kinds(
    own: syntax.Setup,
    made: list[model.Place | model.Stock],
    game: model.Game,
    resolved: Resolved,
    context: Context,
) -> None:
    """A set-up that takes the place of that of the extended file, and places only kinds that are new in this one."""
    placed = {n.kind.value for n in made if isinstance(n.kind, model.Const)}
    lost = [k.name for k in game.kinds if _is_inherited(k.span, resolved)]
    new = {i for i, k in enumerate(game.kinds) if not _is_inherited(k.span, resolved)}
    if not lost or not placed <= new or any(not isinstance(n.kind, model.Const) for n in made):
        return
    several = ", ".join(lost[:_NAMED]) + (", ..." if len(lost) > _NAMED else "")
    context.reporter.report(
        "unplaced-kind",
        own.span,
        f"this set-up takes the place of that of the extended file, so nothing places {several} any more",
        "the only pieces at the beginning",
        help="to add to it, write `setup +`",
    )


_NAMED = 4  # kinds that a message names


def _warn_of_fields(
    game: model.Game, used: set[str], elsewhere: set[str], resolved: Resolved, context: Context
) -> None:
    read, written = context.usage.read, context.usage.written
    for name, field in {f.declared: f for f in game.fields.values()}.items():
        if name in elsewhere or _is_inherited(field.span, resolved):
            continue
        if name in read and name not in written:
            context.reporter.report(
                "never-written",
                field.span,
                f"`{name}` is read but never given a value",
                "always its default",
                help=_giving(field, game, used, context),
            )
        elif name not in read:
            what = "given values but never read" if name in written else "never used"
            context.reporter.report(
                "never-read",
                field.span,
                f"`{name}` is {what}",
                "read nowhere",
                help="take it out, or read it in a condition",
            )


def _giving(field: model.Field, game: model.Game, used: set[str], context: Context) -> str:
    """The effect that gives a field a value: what is defined and used nowhere; of a number that begins at the bottom of its range, one
    that counts up, and at the top of it down."""
    if (given := giver(field, game)) is not None:
        return given.help
    held = ("", " of x", "(x, y)")[len(context.names.holders_of(field))]
    held = {"player": "(mover)", "site": "(s)"}.get(field.holder, held)
    name = f"{field.declared}{held}"
    unused = [
        d
        for d in game.definitions.values()
        if d.name not in used and not d.parameters and d.body.type.required == field.type.required
    ]
    if len(unused) == 1 and field.type != NUMBER:
        meant = unused[0]
        context.reporter.keep(lambda d: (d.code, d.span) != ("unused-definition", meant.span))
        return f"give it one in an effect, such as what nothing uses: `{name} := {meant.name}`"
    if field.bounds is not None and isinstance(field.default, int) and field.type == NUMBER:
        counts = field.default == field.bounds[0]
        how = f"{name} + 1`, if it counts" if counts else f"{name} - 1`, if it is used up"
        return f"give it one in an effect: `{name} := {how}, or `{name} := ...`"
    other = "true" if field.type.base == "bool" and field.default is False else "..."
    if field.holder == "site":
        return f"give it one in an effect: `{name} := {other}`, or in the `setup`: `for s in SITES do {name} := {other}`"
    return f"give it one in an effect: `{name} := {other}`"


def _warn_of_fixed_dice(game: model.Game, resolved: Resolved, context: Context) -> None:
    """Numbers that chance gives a field of the game in the set-up, that actions read, and that nothing changes afterwards."""
    if game.hides:
        return  # it may be what the players are to find out
    drawn = {n.slot for n in nodes(game.setup) if isinstance(n, model.Chance)}
    later = {n.field for n in nodes((game.actions, game.settles)) if isinstance(n, model.SetField)}
    asked = {n.field for n in followed(game.actions, game.definitions) if isinstance(n, model.GetField)}
    for effect in nodes(game.setup):
        if not isinstance(effect, model.SetField) or effect.field in later or effect.field not in asked:
            continue
        field = game.fields.get(effect.field)
        is_drawn = isinstance(effect.value, model.Local) and effect.value.slot in drawn
        if field is None or field.holder != "game" or field.type != NUMBER or not is_drawn:
            continue
        if not _is_inherited(field.span, resolved):
            context.reporter.report(
                "never-written",
                effect.span,
                f"`{field.name}` gets its number by chance in the set-up, and keeps it for the whole game",
                "drawn once",
                others=[(field.span, "declared here")],
                help="where it is drawn anew for each turn, do this in a `settle` or in an action, too",
            )


def _warn_of_columns(game: model.Game, elsewhere: set[str], resolved: Resolved, context: Context) -> None:
    """Columns that no rule reads. Words with a sign of their own are there to be seen."""
    declared = context.names.declared
    signed = {look.symbol for look in game.looks if look.symbol}
    for name, column in context.names.columns.items():
        if signed & set(column.type.symbols):
            continue
        is_here = name in declared and not _is_inherited(declared[name], resolved)
        if name not in context.usage.read | elsewhere and is_here:
            context.reporter.report(
                "never-read",
                declared[name],
                f"the column `{name}` is never used",
                "read nowhere",
                help=near(name, (n for n in context.names.columns if n != name))
                or f"take it out, or ask for it: `{name}(piece)`",
            )
