"""What stands against an action with given choices: its clauses judged one by one, then what follows from it.

Each reason comes with how far the action came: of several actions that could be meant, the one speaks that comes furthest.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, TypeAlias

from gdl.core import model
from gdl.core.evaluate import topmost
from gdl.core.types import SITE
from gdl.core.visit import nodes, reads, steps
from interpreter.engines import notation
from interpreter.engines.answers import Reason
from interpreter.engines.reference.candidates import (
    candidates,
    chosen,
    elements_alike,
    known_as,
    may_move,
    set_named,
)
from interpreter.engines.reference.data import Data
from interpreter.engines.reference.paths import halted, ways
from interpreter.engines.reference.rules import Rules
from interpreter.engines.reference.view import told, written
from interpreter.engines.reference.why.because import (
    because,
    because_of_path,
    clause_text,
    fact,
    lacking,
    not_among,
    unmet,
)
from interpreter.engines.reference.why.failed_demands import against_result
from interpreter.engines.reference.why.readings import UNSAID, Question, begun
from interpreter.shared.numbering import Move, Values

Against: TypeAlias = tuple[int, Reason]  # how far an action came, and what stands against it

# How far an action came. What says most is how many of its choices fit.
_NO_PIECE, _NOT_OWN, _NO_SUCH_MOVE, _CHOICE, _MOVES, ALL = 4, 5, 8, 10, 5, 1000


_MOST_WAYS, _FEW_WAYS = 2_000, 8  # that are looked through for those that begin so, and that are judged


def judge(
    rules: Rules, action: model.Action, given: Values, values: Values, question: Question
) -> Against | None:
    """What stands against an action with these choices, and how far it came; None if nothing does.

    `given` are a demanded one's arguments; a piece is given by its site.
    """
    rules.view.give(action.parameters, given)
    rules.view.viewpoint = rules.mover
    depth = -1 if UNSAID in values else 0
    if action.form == "move":
        against = _judge_piece(rules, action, values[0])
        if against is not None:
            return against
        depth += _CHOICE + _MOVES
    said = dict(zip((c.slot for c in action.choices), values, strict=True))
    found = judge_parts(rules, action, said, depth, question.depth)
    if found is not None or UNSAID in values:
        return found
    return _consequence(rules, action, given, question)


def judge_parts(
    rules: Rules, action: model.Action, said: dict[int, Any], came: int, depth: int
) -> Against | None:
    """What an action's own clauses say against its choices, by their slots; None if nothing does, as far as they are said.

    A clause that asks for what is not said is left out.
    """
    unsaid = {slot for slot, value in said.items() if value is UNSAID}
    for part in action.parts:
        if unsaid and reads(part, unsaid):
            continue
        if not isinstance(part, model.Condition) and said[_chosen(part)] is UNSAID:
            if isinstance(part, model.Along):
                unsaid.update(s.slot for s in steps(part.path.steps) if s.slot is not None)
            continue
        if isinstance(part, model.ChooseSet) and _is_unclear(rules, part):
            return None
        against = _against_part(rules, action, part, said, depth)
        if against is not None:
            return came + against[0], against[1]
        came += 0 if isinstance(part, model.Condition) else _CHOICE
    return None


def _chosen(part: model.Along | model.Choose | model.ChooseSet) -> int:
    """The slot of what a part of an action chooses."""
    return part.to if isinstance(part, model.Along) else part.slot


def _against_part(
    rules: Rules, action: model.Action, part: model.Part, said: dict[int, Any], depth: int
) -> Against | None:
    match part:
        case model.Along():
            return _against_path(rules, action, part, said[part.to], depth)
        case model.Choose():
            return _against_choice(rules, action, part, said[part.slot], depth)
        case model.ChooseSet():
            return _against_set(rules, action, part, said[part.slot], depth)
        case model.Condition():
            if rules.view.value(part.condition):
                return None
            return 1, unmet(part, part.condition, rules.view, depth, f"`{action.name}`:")


def _judge_piece(rules: Rules, action: model.Action, start: int) -> Against | None:
    """What stands against a move of what is on a site; if nothing does, the move's names are bound."""
    game = rules.game
    name = game.board.sites[start].name
    cell = rules.data.cells[start]
    if not cell:
        return _NO_PIECE, Reason(action.span, f"there is no piece on {name}")
    piece = cell[-1]
    owner = rules.data.owner[piece]
    if owner != rules.mover:
        whose = game.players[owner].name if owner is not None else "nobody"
        return _NOT_OWN, Reason(action.span, f"{name} is not yours: the piece there belongs to {whose}")
    kind = game.kinds[rules.data.kind[piece]].name
    one = f"an {kind}" if kind[:1].lower() in "aeio" else f"a {kind}"
    if not may_move(action, piece, rules.view):
        return _NO_SUCH_MOVE, Reason(
            action.span, f"{one} does not make this move", subject=f"`{action.name}`:"
        )
    rules.view.names[action.piece] = piece
    rules.view.names[action.origin] = start
    return None


def _against_path(
    rules: Rules, action: model.Action, part: model.Along, to: int, depth: int
) -> Against | None:
    """That no way along a path leads to a site; if one does, its names are bound."""
    view = rules.view
    for end in ways(part.path, view, rules.data.place[view.names[action.piece]]):
        if not any(s.name == "to" for s in part.path.steps):
            view.names[part.to] = end
        if view.names[part.to] == to:
            return None
    reason = Reason(
        part.span,
        f"no path leads to {rules.board.sites[to].name}",
        because_of_path(part.path, view, to, depth),
        (fact(part.path, None, view),),
        subject=f"`{action.name}`:",
        clause=clause_text(part),
        form="path",
    )
    return _nearness(rules, part.path, to, _on_its_way(rules, action, reason, [part.path], to))


def _nearness(rules: Rules, path: model.Path, to: int, reason: Reason) -> Against:
    """A way on which only something stands is nearer to what was meant than one that leads elsewhere."""
    last = path.steps[-1]
    rules.view.names[last.it] = to
    may_end = last.condition is None or bool(rules.view.value(last.condition))
    return int(reason.obstacle is not None and bool(reason.obstacle[1]) and may_end), reason


def _on_its_way(
    rules: Rules, action: model.Action, reason: Reason, paths: Sequence[model.Path], to: int
) -> Reason:
    """A reason against a move along paths, with what stands in its way, or with what its destination lacks."""
    view = rules.view
    piece, start = view.names[action.piece], view.names[action.origin]
    reason = replace(reason, piece=rules.game.kinds[rules.data.kind[piece]].name)
    for path in paths:
        names = view.names[:]
        at = halted(path, view, start, to)
        view.names[:] = names
        last = path.steps[-1]
        if at == to and last.least > 0 and last.condition is not None:
            view.names[last.it] = to
            facts = () if view.value(last.condition) else lacking(last.condition, view)
            view.names[:] = names
            return replace(reason, form="target", facts=facts) if facts else reason
        if at is not None and at != to:
            cell = rules.data.cells[at]
            kind = rules.game.kinds[rules.data.kind[cell[-1]]].name if cell else ""
            return replace(reason, obstacle=(rules.board.sites[at].name, kind))
    return reason


def _paths(e: model.Expr, rules: Rules) -> list[model.Path]:
    """The paths of the places that an expression gives now; none where it gives others, too."""
    view = rules.view
    match e:
        case model.PathEnds():
            return [e.path]
        case model.If():
            return _paths(e.then if view.value(e.condition) else e.otherwise, rules)
        case model.Builtin(name="union", arguments=arguments):
            found = [_paths(a, rules) for a in arguments]
            return [p for paths in found for p in paths] if all(found) else []
        case model.Apply():
            return _paths(view.entered(e), rules)
        case _:
            return []


def _against_choice(
    rules: Rules, action: model.Action, part: model.Choose, value: Any, depth: int
) -> Against | None:
    """That a value is none of those to choose from; if it is one, its name is bound."""
    view = rules.view
    is_piece = next(c.type.base == "piece" for c in action.choices if c.slot == part.slot)
    possible = view.elements(part.source)
    found = value
    if is_piece:
        cell = rules.data.cells[value]
        found = next((p for p in reversed(cell) if p in possible), topmost(view, value))
    view.names[part.slot] = found  # judging the source may have used the slot
    if found in possible:
        return None
    kind = next(c.type for c in action.choices if c.slot == part.slot)
    shown = written(rules.game, value, SITE if is_piece else kind)
    clause = clause_text(part)
    is_path = not clause.startswith("choose")
    condition = _lacking(rules, part, found)
    facts = not_among(found, part.source, view)
    behind: tuple[Reason, ...] = ()
    if condition is not None:
        view.names[condition[0]] = found
        behind = because(condition[1], view, depth)
    reason = Reason(
        part.span,
        f"no path leads to {shown}" if is_path else f"{shown} cannot be chosen",
        behind,
        facts,
        subject=f"`{action.name}`:",
        clause=f"along {clause}" if is_path else clause,
        form="path" if is_path else "choice",
        obstacle=(shown, "") if is_piece and found is None else None,
    )
    if action.form == "move" and is_path and (paths := _paths(part.source, rules)):
        reason = replace(reason, facts=tuple(fact(p, None, view) for p in paths))
        reason = _on_its_way(rules, action, reason, paths, value)
    elif (goes := _sent(action, part)) is not None:
        reason = replace(reason, piece=rules.game.kinds[rules.data.kind[view.value(goes)]].name)
    return 2 * (condition is not None), reason


def _sent(action: model.Action, part: model.Choose) -> model.Expr | None:
    """The piece that an action moves to a chosen place, where it is chosen before; None where there is none."""
    before = {c.slot for c in action.choices if c.slot < part.slot}
    for effect in nodes(action.effects):
        match effect:
            case model.MoveTo(
                piece=model.Local(slot=of)
                | model.Builtin(name="piece", arguments=(model.Local(slot=of),)) as piece,
                to=model.Local(slot=to),
            ) if to == part.slot and of in before:
                return piece
    return None


def _is_unclear(rules: Rules, part: model.ChooseSet) -> bool:
    """Whether sites do not say which of their pieces are meant."""
    return rules.board.is_stacking and not part.is_by_kind


def _against_set(
    rules: Rules, action: model.Action, part: model.ChooseSet, names: tuple[Any, ...], depth: int
) -> Against | None:
    """What stands against a set of elements, each given by what it is chosen by; if nothing does, its name is bound."""
    choice = next(c for c in action.choices if c.slot == part.slot)
    name, clause = f"`{action.name}`:", clause_text(part)
    if not part.least <= len(names) <= part.most:
        return 0, Reason(part.span, f"{len(names)} cannot be chosen at once", subject=name, clause=clause)
    found = set_named(elements_alike(part, rules.view), names, part, rules.view)
    possible = known_as(choice, found, rules.view)
    for one in names:
        if possible.count(one) < names.count(one):
            shown = written(
                rules.game, one, SITE if notation.is_place(choice) else choice.type.element or SITE
            )
            return 0, Reason(
                part.span,
                f"{shown} cannot be chosen",
                (),
                (fact(part.source, None, rules.view),),
                subject=name,
                clause=clause,
                form="choice",
            )
    rules.view.names[part.slot] = found
    if part.condition is not None and not rules.view.value(part.condition):
        return 0, replace(unmet(part.condition, part.condition, rules.view, depth, name), span=part.span)
    return None


def _lacking(rules: Rules, part: model.Choose, value: Any) -> tuple[int, model.Expr] | None:
    """The condition of a choice, and the slot it is about, if a value that cannot be chosen lacks nothing else."""
    source = part.source
    if (
        isinstance(source, model.Comprehension)
        and source.condition is not None
        and source.source.type == source.type
        and value in rules.view.elements(source.source)
    ):
        return source.slot, source.condition
    return None


def judge_first(
    rules: Rules, action: model.Action, given: Values, sites: list[int], question: Question
) -> Against | None:
    """What stands against an action of which only the first sites are said; None where a legal one begins so, or it asks
    for fewer."""
    values = begun(action, sites)
    if values is None:
        return None
    found = judge(rules.fresh(), action, given, values, question)
    if found is not None:
        return found
    places = [i for i, c in enumerate(action.choices) if notation.is_place(c)][: len(sites)]
    if any(m.action.name == action.name and [m.values[i] for i in places] == sites for m in question.legal()):
        return None
    followed = _against_all(rules, action, given, dict(zip(places, sites, strict=False)), question)
    if followed is not None:
        return followed
    slots = {c.slot for c, v in zip(action.choices, values, strict=True) if v is UNSAID}
    open_parts = (p for p in action.parts if not isinstance(p, model.Condition) and _chosen(p) in slots)
    part = next(open_parts, None)
    names = "-".join(rules.board.sites[s].name for s in sites)
    clause = action.span if part is None else part.span
    return _CHOICE * len(sites), Reason(
        clause,
        f"nothing can be chosen after {names}",
        subject=f"`{action.name}`:",
        clause="" if part is None else clause_text(part),
        form="nowhere",
        at=names if action.form == "move" and len(sites) == 1 else "",
    )


def _against_all(
    rules: Rules, action: model.Action, given: Values, begun_with: Mapping[int, int], question: Question
) -> Against | None:
    """What stands against an action that begins with these sites, where its own clauses allow it: what follows from each way to go
    on is forbidden. The first such reason speaks; None where the clauses allow none, or nothing is found against one."""
    view, ways = rules.fresh().view, list[Values]()
    for _ in islice(candidates(action, given, view), _MOST_WAYS):
        values = chosen(action, view)
        if all(values[i] == site for i, site in begun_with.items()):
            ways.append(values)
    found = [judge(rules.fresh(), action, given, values, question) for values in ways[:_FEW_WAYS]]
    return found[0] if found and all(f is not None for f in found) else None


# ---- what follows from an action that its own clauses allow ------------------------------------------


def _consequence(rules: Rules, action: model.Action, given: Values, question: Question) -> Against | None:
    """What `require` and `prefer`, or an earlier group of the turn, say against it."""
    values, after = chosen(action, rules.view), None
    for after in _begun(rules.fresh(), action, given, values):
        broken = against_result(rules, action, after, question.depth)
        if broken is not None:
            return ALL + 10, broken
        break
    legal = question.legal()
    if any(m.action.name == action.name and m.values == values for m in legal):
        return None
    against = comes_first(rules.fresh(), action, legal)
    if against is None and after is not None:
        against = preferred(rules, action, after, legal)
    return None if against is None else (ALL + 5, against)


def _begun(rules: Rules, action: model.Action, given: Values, values: Values) -> Iterator[Data]:
    """The positions to which an action leads that begins with these choices."""
    for _ in candidates(action, given, rules.view, values):
        for _, after in rules.stepped(action, True).go_on(action, (values,), None, set()):
            yield after


def comes_first(rules: Rules, action: model.Action, legal: Sequence[Move]) -> Reason | None:
    """The earlier group of the turn that has a legal action."""
    turn = rules.game.turn_of(rules.data.phase)
    names = {m.action.name for m in legal}
    first = next((group for group in rules.on_offer(turn) if names & {*group}), ())
    if rules.data.pending or not first or action.name in first:
        return None
    better = next(name for name in first if name in names)
    return Reason(turn.span, f"`{better}` is possible and comes first", subject=f"`{action.name}`:")


def preferred(rules: Rules, action: model.Action, after: Data, legal: Sequence[Move]) -> Reason | None:
    """The first `prefer` that wants a legal action rather than this one, which leads to the position `after`."""
    best = rules.fresh().play(legal[0], ()) if legal and rules.game.prefers else None
    for prefer in rules.game.prefers if best is not None else ():
        mine, theirs = (rules.fresh(d).view.value(prefer.value) for d in (after, best))
        if mine != theirs:
            clause = told(prefer.span, rules.view, clause_text(prefer))
            is_told = rules.game.meaning_at(prefer.span) is not None
            facts = () if is_told else (fact(prefer.value, None, rules.view),)
            name, verdict = f"`{action.name}`:", "another one is preferred"
            return Reason(prefer.span, verdict, (), facts, subject=name, clause=clause)
    return None
