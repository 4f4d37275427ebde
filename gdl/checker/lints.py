"""Wrong games: what is written correctly and yet cannot be meant. Only warnings, only on games without errors."""

from gdl import model, static
from gdl.checker import secrets
from gdl.checker.declarations import mentioned
from gdl.checker.names import Names
from gdl.resolver import Resolved
from gdl.source import Span
from gdl.visit import followed, nodes


def lint(game: model.Game, names: Names, resolved: Resolved) -> None:
    """Reports what is unused, unreachable, never or always true."""
    report = names.reporter.report
    _setup(game, names)
    _unused(game, names, resolved)
    _kinds(game, names)
    elsewhere = _elsewhere(resolved)
    _fields(game, names, resolved, elsewhere)
    _columns(game, names, elsewhere, resolved)
    for action in game.actions:
        _impossible(action, game, names)
        _arrival(action, names)
        _stale(action, game, names)
        _notation(action, names)
    _alike(game, names)
    secrets.warn(game, names)
    if (
        not game.ends
        and game.limit_result.form == "draw"
        and not any(t.can_end("lose", "win", "draw") for t in game.turns.values())
        and not _finishes(game)
    ):
        report(
            "no-end",
            game.turns["main"].span if "main" in game.turns else names.board_span,
            f"nobody can win this game: only a player without a move, or its limit of {game.limit} moves, ends it",
            "always a draw",
            help="add an `end` clause, or `else lose` to the turn",
        )
    for i, ending in enumerate(game.ends):
        found = static.known(ending.condition, game.board)
        if found is None or found[1]:
            continue
        if found[0] and i < len(game.ends) - 1:
            report(
                "unreachable-clause", game.ends[i + 1].span, "this end comes after one that always holds", "never reached",
                others=[(ending.span, "always holds")], help="put it first, or give the other one a condition",
            )  # fmt: skip
            break
        word = "always" if found[0] else "never"
        report("constant-condition", ending.span, f"this end is {word} reached", f"{word} true")


def _setup(game: model.Game, names: Names) -> None:
    """Two placements on one site, as far as their sites are known before the game begins."""
    taken: dict[int, model.Place] = {}
    for effect in game.setup if not game.board.is_stacking else ():
        if not isinstance(effect, model.Place):
            return
        found = static.known(effect.sites, game.board)
        for site in found[0] if found is not None and isinstance(found[0], tuple) else ():
            if not isinstance(site, int):
                continue
            if site in taken:
                name = game.board.sites[site].name
                first = taken[site]
                names.reporter.report(
                    "setup-conflict",
                    effect.span,
                    f"the set-up puts two pieces on {name}",
                    f"{name} is taken already",
                    others=[(first.span, "the first one")] if first is not effect else (),
                    help="place them on different sites",
                )
                break
            taken[site] = effect


def _arrival(action: model.Action, names: Names) -> None:
    """Effects on what a path met at its end: the moving piece stands there by then, and what was met is captured."""
    path = next((p.path for p in action.parts if isinstance(p, model.Along)), None)
    if path is None or any(s.name == "to" for s in path.steps):
        return
    for effect in nodes((action.effects, action.finals)):
        match effect:
            case model.Shift(piece=model.Builtin(name="piece", arguments=(model.Local() as met,))):
                pass
            case model.SetField(
                field="owner", holder=model.Builtin(name="piece", arguments=(model.Local() as met,))
            ):
                pass
            case _:
                continue
        if met.slot == path.steps[-1].slot:
            names.reporter.report(
                "bad-binding",
                met.span,
                f"`{met.name}` is the destination, where the piece that moves stands by now",
                "not what was met there",
                others=[(path.steps[-1].span, "met here, and captured when the piece arrives")],
                help="the kinds of what was captured are `captured`: `for k in captured do place k in ...`",
            )


def _stale(action: model.Action, game: model.Game, names: Names) -> None:
    """What a first step would read of the action before: that is seldom what is meant."""
    if action.again is None:
        return
    written = {n.field for n in nodes(action.effects) if isinstance(n, model.SetField)}
    cleared = {n.field for n in nodes(action.finals) if isinstance(n, model.SetField)}
    for read in followed(action.parts, game.definitions):
        if not isinstance(read, model.GetField) or read.field not in written - cleared:
            continue
        if game.fields[read.field].until == "action":
            names.reporter.report(
                "stale-field",
                read.span,
                f"when the first step of `{action.name}` is chosen, `{read.field}` still holds what the last action left",
                "reset only when the action is committed",
                others=[(game.fields[read.field].span, "lasts until the next action")],
                help="what one step tells the next ones lasts `until done`",
            )
            return


def _finishes(game: model.Game) -> bool:
    return any(isinstance(n, model.Finish) for n in nodes((game.actions, game.settles, game.setup)))


def _elsewhere(resolved: Resolved) -> set[str]:
    """What conditions on options use, and the clauses that these options leave out."""
    return set().union(*map(mentioned, (*resolved.conditions, *resolved.unchosen)))


def _unused(game: model.Game, names: Names, resolved: Resolved) -> None:
    report = names.reporter.report
    used = names.used | _elsewhere(resolved)
    for option in game.options:
        if option.name not in used and option.name != "players":
            report(
                "unused-option",
                option.span,
                f"the option `{option.name}` changes nothing",
                "used nowhere",
                help="use it in an expression or a `when` block, or take it out",
            )
    for definition in game.definitions.values():
        is_asked = definition.name in used or definition.is_relation
        if not is_asked and not _is_inherited(definition.span, resolved):
            report(
                "unused-definition",
                definition.span,
                f"nothing uses `{definition.name}`",
                "used nowhere",
                help="take it out, or use it",
            )
    for action in game.actions:
        if action.form not in ("pass", "done") and action.name not in used:
            word = "demands" if action.form == "choice" else "offers"
            report(
                "unused-action",
                action.span,
                f"no turn {word} `{action.name}`",
                "never possible",
                help=f"name it in the `turn`: `turn: {action.name}`"
                if word == "offers"
                else f"demand it: `then {action.name}`",
            )


def _kinds(game: model.Game, names: Names) -> None:
    placed = "place *" in names.written
    for kind in game.kinds:
        if not placed and f"place {kind.name}" not in names.written:
            names.reporter.report(
                "unplaced-kind",
                kind.span,
                f"a `{kind.name}` can never be on the board",
                "never placed",
                help=f"place it in the `setup` or by an action: `place {kind.name} of mover on s`",
            )
    if len(game.kinds) < 2:
        return
    movers = {
        k
        for a in game.actions
        if a.form == "move"
        for k in (a.kinds if a.kinds is not None else range(len(game.kinds)))
    }
    if not movers:
        return
    laid, placed_first = (
        {n.kind.value for n in nodes(parts) if isinstance(n, model.Place) and isinstance(n.kind, model.Const)}
        for parts in ((game.actions, game.settles), game.setup)
    )
    laid |= {
        n.value.value
        for n in nodes((game.actions, game.settles))
        if isinstance(n, model.SetField) and n.field == "kind" and isinstance(n.value, model.Const)
    }
    for index, kind in enumerate(game.kinds):
        if game.pools and index not in placed_first:
            continue  # it may never come to the board
        if index not in movers | laid and not _mentioned(kind.name, game):
            names.reporter.report(
                "immovable-kind",
                kind.span,
                f"a `{kind.name}` never moves, and no rule speaks of it",
                "no move is by this kind",
                help=f"name it in a move: `move ... by {kind.name}`",
            )


def _mentioned(name: str, game: model.Game) -> bool:
    """Whether a condition or a definition asks for a kind."""
    index = [k.name for k in game.kinds].index(name) if name in [k.name for k in game.kinds] else -1
    for node in nodes(
        (tuple(game.definitions.values()), game.actions, game.settles, game.requires, game.ends, game.prefers)
    ):
        if isinstance(node, model.Compare | model.In | model.Comprehension):
            for inner in nodes(node):
                if isinstance(inner, model.Const) and inner.type.base == "kind" and inner.value == index:
                    return True
    return False


def _is_inherited(span: Span, resolved: Resolved) -> bool:
    """Whether something stands in the file that this one extends, where it has its use."""
    return span.source.name != resolved.source.name


def _fields(game: model.Game, names: Names, resolved: Resolved, elsewhere: set[str]) -> None:
    for field in game.fields.values():
        if field.name in elsewhere or _is_inherited(field.span, resolved):
            continue
        if field.name in names.read and field.name not in names.written:
            names.reporter.report(
                "never-written",
                field.span,
                f"`{field.name}` is read but never given a value",
                "always its default",
                help=f"give it one in an effect: `{field.name}{'' if field.holder == 'game' else ' of x'} := ...`",
            )
        elif field.name not in names.read:
            what = "given values but never read" if field.name in names.written else "never used"
            names.reporter.report(
                "never-read",
                field.span,
                f"`{field.name}` is {what}",
                "read nowhere",
                help="take it out, or read it in a condition",
            )


def _columns(game: model.Game, names: Names, elsewhere: set[str], resolved: Resolved) -> None:
    """A word with a sign of its own is there to be seen. A column of the file that this one extends may have lost its
    reader here; that is no mistake."""
    shown = {look.symbol for look in game.looks if look.symbol}
    for name, column in names.columns.items():
        if shown & set(column.type.symbols):
            continue
        is_here = name in names.declared and names.declared[name].source.name == resolved.source.name
        if name not in names.read | elsewhere and is_here:
            names.reporter.report(
                "never-read",
                names.declared[name],
                f"the column `{name}` is never used",
                "read nowhere",
                help="take it out, or ask for it: " + f"`{name}(piece)`",
            )


def _impossible(action: model.Action, game: model.Game, names: Names) -> None:
    for part in action.parts:
        match part:
            case model.Condition():
                found = static.known(part.condition, game.board)
                if found is not None and not found[1]:
                    if found[0]:
                        names.reporter.report(
                            "constant-condition",
                            part.span,
                            "this condition always holds",
                            "always true",
                            help="take it out",
                        )
                    else:
                        names.reporter.report(
                            "impossible-action",
                            part.span,
                            f"`{action.name}` can never be legal: this condition never holds",
                            "always false",
                        )
                elif found is None:
                    _parts(part.condition, action, game, names)
            case model.Choose():
                found = static.known(part.source, game.board)
                if found is not None and not found[1] and found[0] == ():
                    names.reporter.report(
                        "impossible-action",
                        part.span,
                        f"`{action.name}` can never be legal: there is nothing to choose",
                        "always empty",
                    )
            case model.Along(path=path) if path.directions is not None:
                found = static.known(path.directions, game.board)
                if found is not None and found[0] == ():
                    names.reporter.report(
                        "impossible-action",
                        part.span,
                        f"`{action.name}` can never be legal: its path has no direction",
                        "goes nowhere",
                    )
                elif (
                    path.most is not None
                    and (most := static.known(path.most, game.board)) is not None
                    and isinstance(most[0], int)
                ):
                    least = sum(s.least for s in path.steps)
                    if most[0] < least and not most[1]:
                        names.reporter.report(
                            "impossible-action",
                            part.span,
                            f"`{action.name}` can never be legal: its path needs {least} steps and may have {most[0]}",
                            "too short",
                        )


def _parts(condition: model.Expr, action: model.Action, game: model.Game, names: Names) -> None:
    """Looks for a part of an `and` that is always false."""
    if isinstance(condition, model.And):
        for side in (condition.left, condition.right):
            found = static.known(side, game.board)
            if found is not None and not found[1]:
                if found[0]:
                    names.reporter.report(
                        "constant-condition",
                        side.span,
                        "this part of the condition always holds",
                        "always true",
                        help="take it out",
                    )
                else:
                    names.reporter.report(
                        "impossible-action",
                        side.span,
                        f"`{action.name}` can never be legal: this never holds",
                        "always false",
                    )
            elif found is None:
                _parts(side, action, game, names)


def _notation(action: model.Action, names: Names) -> None:
    """A notation of its own must tell all choices apart."""
    if action.notation is None:
        return
    shown = {n.slot for n in nodes((action.notation,)) if isinstance(n, model.Local)}
    if action.piece in shown:
        shown.add(action.origin)
    if action.again is not None and action.form == "move":
        names.reporter.report(
            "ambiguous-notation",
            action.notation.span,
            f"two different `{action.name}` may be written alike: how a piece goes on is not shown",
            "shows the last hop only",
            help="leave the notation out; by itself it names every site on the way",
        )
        return
    hidden = [c.name for c in action.choices if c.slot not in shown and len(c.values) > 1]
    if hidden and not (
        action.form == "move" and set(hidden) <= {"from", "to"} and not shown & {action.to, action.origin}
    ):
        names.reporter.report(
            "ambiguous-notation",
            action.notation.span,
            f"two different `{action.name}` may be written alike",
            "does not show " + " and ".join(f"`{h}`" for h in hidden),
            help="write every choice into the notation, in braces",
        )


def _alike(game: model.Game, names: Names) -> None:
    """Two actions of one turn whose choices are written alike whatever the position."""
    for turn in game.turns.values():
        for group in (o.names for o in turn.offers):
            actions = [game.action(n) for n in group]
            for i, first in enumerate(actions):
                for second in actions[i + 1 :]:
                    if first.name != second.name and _coincide(first, second):
                        names.reporter.report(
                            "ambiguous-notation",
                            second.span,
                            f"`{first.name}` and `{second.name}` may be written alike in one position",
                            "written like the other one",
                            others=[(first.span, "the other one")],
                            help="make their conditions differ, or give one a `notation`",
                        )


def _coincide(first: model.Action, second: model.Action) -> bool:
    if first.notation is not None or second.notation is not None:
        own = first.notation, second.notation
        return (
            all(isinstance(n, model.Const) for n in own)
            and len({n.value for n in own if isinstance(n, model.Const)}) == 1
        )
    if first.form != "move" or second.form != "move":
        return False
    kinds = [set(a.kinds) if a.kinds is not None else None for a in (first, second)]
    if kinds[0] is not None and kinds[1] is not None and not kinds[0] & kinds[1]:
        return False
    paths = [[p.span.text for p in a.parts if isinstance(p, model.Along)] for a in (first, second)]
    conditions = [any(not isinstance(p, model.Along) for p in a.parts) for a in (first, second)]
    return paths[0] == paths[1] and not any(conditions)
