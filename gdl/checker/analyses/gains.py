"""Warnings about what is gained: points that only the other player is given, and what is added somewhere and also stays where it was.

points(rival(mover)) := points(rival(mover)) + 1          -- and `end highest points wins`
bank(mover) := bank(mover) + pebbles(last)                -- and `pebbles(last)` is left as it is
"""

from collections.abc import Iterator, Sequence

from gdl import model
from gdl.diagnostics import Reporter
from gdl.rules import with_effects
from gdl.visit import followed, nodes, same


def warn(game: model.Game, reporter: Reporter) -> None:
    _warn_of_points_for_rivals(game, reporter)
    _warn_of_what_stays(game, reporter)
    _warn_of_counted_actions(game, reporter)


# ---- points


def _warn_of_points_for_rivals(game: model.Game, reporter: Reporter) -> None:
    """Reports a field by which the most wins, that grows for the rival of whoever acts and never otherwise changes."""
    if len(game.players) != 2:
        return
    for name in sorted(_fields_that_win(game)):
        writes = [n for n in nodes(with_effects(game)) if isinstance(n, model.SetField) and n.field == name]
        if writes and all(_adds(w) and _is_rival(w.holder) for w in writes):
            first = writes[0]
            text = first.span.in_one_line
            reporter.report(
                "wrong-winner",
                first.span,
                f"whoever acts gives `{game.fields[name].declared}` to the other player alone, and the most wins",
                "never for who acts",
                help=f"write `{text.replace('rival(mover)', 'mover')}`, if who acts is to have it",
            )
            return


def _fields_that_win(game: model.Game) -> set[str]:
    """The fields of players that make a score greater by which the highest wins."""
    results = (game.ends, game.limit_result, tuple(game.turns.values()))
    scores = {n.score for n in nodes(results) if isinstance(n, model.Result) and n.form == "highest"}
    read, lessening = set[str](), set[str]()
    for score in scores & game.definitions.keys():
        inside = [*followed(game.definitions[score], game.definitions)]
        read |= {n.field for n in inside if isinstance(n, model.GetField)}
        for n in inside:
            if isinstance(n, model.Arithmetic) and n.operator == "-":
                lessening |= {r.field for r in nodes(n.right) if isinstance(r, model.GetField)}
            if isinstance(n, model.Builtin) and n.name == "rival":
                return set()
    return {f for f in read - lessening if f in game.fields and game.fields[f].holder == "player"}


def _adds(effect: model.SetField) -> bool:
    value = effect.value
    if isinstance(value, model.Builtin) and value.name == "min":
        value = value.arguments[0]
    return (
        isinstance(value, model.Arithmetic)
        and value.operator == "+"
        and any(_is_own(side, effect) for side in (value.left, value.right))
    )


def _is_own(read: model.Expr, effect: model.SetField) -> bool:
    return (
        isinstance(read, model.GetField)
        and read.field == effect.field
        and same(read.holder or (), effect.holder or ())
    )


def _is_rival(holder: model.Expr | None) -> bool:
    return (
        isinstance(holder, model.Builtin)
        and holder.name == "rival"
        and isinstance(holder.arguments[0], model.Role)
    )


# ---- what stays where it was


def _warn_of_what_stays(game: model.Game, reporter: Reporter) -> None:
    """Reports a number of a site or of the game that is added to another field and stays where it was, if other effects take it away from
    there. What players have may be an income, which stays."""
    effects = [n for n in nodes((game.actions, game.settles)) if isinstance(n, model.SetField)]
    grown = {  # what lasts until a turn or an action ends by itself
        e.field
        for e in effects
        if _adds(e) and game.fields[e.field].holder != "player" and game.fields[e.field].until == ""
    }
    cleared = {e.field: e for e in effects if isinstance(e.value, model.Const) and e.value.value == 0}
    clauses: tuple[model.Action | model.Settle, ...] = (*game.actions, *game.settles)
    for clause in clauses:
        if isinstance(clause, model.Action) and game.meaning_of("action", clause.name) is not None:
            continue
        for effect, later in _with_later(_body(clause)):
            if not isinstance(effect, model.SetField) or not _adds(effect):
                continue
            for read in _added(effect):
                name = read.field
                if name not in grown & cleared.keys() or _is_written(name, later):
                    continue
                if isinstance(clause, model.Action) and _is_written(name, tuple(_settled(clause, game))):
                    continue
                text, whose = (e.span.in_one_line for e in (read, effect))
                target = whose.split(":=")[0].strip()
                reporter.report(
                    "unpaid",
                    read.span,
                    f"`{text}` is added to `{target}`, and stays where it was as well",
                    "added, and not taken away",
                    others=[(cleared[name].span, "elsewhere it is taken away")],
                    help=f"take it away behind this effect: `{_cleared(read, text, effect)}`",
                )
                return


def _cleared(read: model.GetField, text: str, effect: model.SetField) -> str:
    """The effect that takes away what is added: for each element, where it is a sum."""
    for n in nodes(effect.value):
        if isinstance(n, model.Comprehension) and n.value is read:
            names = [
                r.name for r in nodes(read.holder or ()) if isinstance(r, model.Local) and r.slot == n.slot
            ]
            if names:
                return f"for {names[0]} in {' '.join(n.source.span.text.split())} do {text} := 0"
    return f"{text} := 0"


def _body(clause: model.Action | model.Settle) -> tuple[model.Effect, ...]:
    return (*clause.effects, *clause.finals) if isinstance(clause, model.Action) else clause.body


def _settled(action: model.Action, game: model.Game) -> Iterator[object]:
    """What may follow an action: settlings, and the actions that it demands."""
    yield game.settles
    demanded = {c.action for n in nodes(action) if isinstance(n, model.Demand) for c in n.choices}
    yield from (a for a in game.actions if a.name in demanded)


def _with_later(
    effects: Sequence[model.Effect], later: tuple[object, ...] = ()
) -> Iterator[tuple[model.Effect, tuple[object, ...]]]:
    """Each effect, those inside others included, with everything that happens behind it in its clause."""
    for number, effect in enumerate(effects):
        behind = (*effects[number + 1 :], *later)
        yield effect, behind
        match effect:
            case model.Branch():
                yield from _with_later(effect.body, behind)
                yield from _with_later(effect.otherwise, behind)
            case model.ForEach() | model.ForPath():
                yield from _with_later(effect.body, (effect.body, *behind))
            case model.Acting():
                yield from _with_later(effect.body, behind)


def _added(effect: model.SetField) -> Iterator[model.GetField]:
    """The numbers of other fields that are added, alone or as a sum over a set."""
    value = effect.value
    if isinstance(value, model.Builtin) and value.name == "min":
        value = value.arguments[0]
    if not isinstance(value, model.Arithmetic):
        return
    for side in (value.left, value.right):
        match side:
            case model.GetField(field=name) if name != effect.field:
                yield side
            case model.Builtin(
                name="sum", arguments=(model.Comprehension(value=model.GetField(field=name) as read),)
            ) if name != effect.field:
                yield read
            case _:
                continue


def _is_written(name: str, later: object) -> bool:
    return any(isinstance(n, model.SetField) and n.field == name for n in nodes(later))


# ---- what counts every action


def _warn_of_counted_actions(game: model.Game, reporter: Reporter) -> None:
    """Reports a number of the game that each action makes one more and that nothing sets back, where an end asks how large it is."""
    if any(d.code == "unused-action" for d in reporter.found):
        return  # what no turn offers was to be an action as well
    offered = {name for turn in game.turns.values() for name in turn.names}
    acting = [a for a in game.actions if a.name in offered and a.form in ("move", "action")]
    asked = {n.field for n in followed(game.ends, game.definitions) if isinstance(n, model.GetField)}
    for name, field in game.fields.items():
        if field.holder != "game" or field.until or name not in asked or len(game.players) < 2:
            continue
        writes = [n for n in nodes(with_effects(game)) if isinstance(n, model.SetField) and n.field == name]
        counting = [
            [e for e in _body(a) if isinstance(e, model.SetField) and e.field == name] for a in acting
        ]
        if all(len(c) == 1 for c in counting) and len(writes) == len(acting) and all(map(_adds_one, writes)):
            reporter.report(
                "unlike-clauses",
                writes[0].span,
                f"`{field.declared}` counts every action, and nothing sets it back",
                "the same as `moves`",
                help=f"set it back where it is to begin anew, such as `if some captured do {field.declared} := 0`; else ask for `moves`",
            )


def _adds_one(effect: model.SetField) -> bool:
    return _adds(effect) and any(isinstance(n, model.Const) and n.value == 1 for n in nodes(effect.value))
