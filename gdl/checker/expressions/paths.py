"""Paths: lines, walks and leaps, their patterns, and the names that these bind.

`leap 1, 2` leads by its offset in all turns and reflections, `leap forward 2, sideways 1` by the sums of its legs. Where a leap
leads is known before the game begins, for each player.
"""

from typing import assert_never, cast

from gdl.boards.board import FACINGS, Offsets
from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.expressions.conversions import expect
from gdl.checker.expressions.predicates import check_tests
from gdl.checker.suggestions import foreign
from gdl.checker.suggestions import names as suggestions
from gdl.checker.suggestions.by_type import asked_otherwise
from gdl.core import model, static, visit
from gdl.core.builtins import BY_NAME, RELATIVE_WORDS
from gdl.core.types import DIRECTION, NUMBER, PLAYER, SITE, fits, set_of
from gdl.core.visit import nodes, rewritten
from gdl.diagnostics.values import Suggestion, meaning
from gdl.limits import MAX_PATTERN_STEPS, MAX_REPEAT
from gdl.tree import syntax


def check_path(node: syntax.Path, context: Context, is_of_move: bool = False) -> model.Path:
    """A path, which as the path of a move starts from its piece. The names that it binds become local names of the context."""
    match node.form:
        case "line":
            made: model.Path = _check_line(node, context)
        case "walk":
            made = _check_walk(node, context)
        case "leap":
            made = _check_leap(node, context, is_of_move)
        case _:
            assert_never(node.form)
    if not any(s.least > 0 for s in made.steps):
        context.reporter.report(
            "bad-path",
            node.span,
            "this path may have no step at all",
            "every part of it is optional",
            help="end it with something that must be met, such as `empty`",
        )
    return made


def _check_line(node: syntax.Path, context: Context) -> model.Line:
    directions = _check_directions(node.directions, context)
    _report_repetition(node, context)
    start = _check_start(node.start, context)
    least, most = _check_lengths(node, context)
    steps = _check_whole(node.pattern, context, True)
    return model.Line(node.span, directions, least, most, start, steps)


def _check_walk(node: syntax.Path, context: Context) -> model.Walk:
    directions = _check_directions(node.directions, context)
    _report_repetition(node, context)
    if node.most is None:
        context.reporter.report(
            "bad-path",
            node.span,
            "a walk needs a limit, since it may turn at every step",
            "how far?",
            help="write `walk any up to 3: ...`",
        )
    start = _check_start(node.start, context)
    least, most = _check_lengths(node, context)
    steps = _check_whole(node.pattern, context, False)
    return model.Walk(node.span, directions, least, most or forms.wrong(node.span), start, steps)


def _check_leap(node: syntax.Path, context: Context, is_of_move: bool) -> model.Leap:
    for leg in node.legs:
        if isinstance(leg.direction, syntax.Number):
            context.reporter.report(
                "bad-path",
                leg.direction.span,
                "a comma stands between the two numbers of a leap",
                "a number",
                help=f"write `leap {leg.direction.span.text}, {leg.steps}`",
            )
            return model.Leap(
                node.span, ((),), None, None, _check_pattern(node.pattern, context, True, False)
            )
    directions = tuple(_check_direction(leg.direction, context) for leg in node.legs)
    offsets = leap_offsets(node, directions, context)
    is_turned = len(set(offsets)) > 1
    start = _check_start(node.start, context)
    steps = _check_whole(node.pattern, context, True)
    _report_endless_leap(node, steps, 1 if is_of_move or start is not None else 2, context)
    viewer = forms.viewpoint(node.span) if is_turned else None
    return model.Leap(node.span, offsets if is_turned else offsets[:1], viewer, start, steps)


def _report_endless_leap(
    node: syntax.Path, steps: tuple[model.Step, ...], room: int, context: Context
) -> None:
    """Reports a leap whose pattern has more steps than it meets sites, and repeats none of them, so that it cannot continue."""
    every = [s for s in visit.steps(steps) if s.group is None]
    if visit.repeats(steps) or len(every) <= room:
        return
    meets = "one site" if room == 1 else "its start and one more site"
    head = node.span.text.partition(":")[0].partition(" from ")[0]
    context.reporter.report(
        "bad-path",
        node.span,
        f"a leap that repeats nothing meets {meets}, so these {len(every)} steps can never match",
        f"{len(every)} steps",
        help=f"a rider repeats its leap where its pattern repeats a step: `{head}: empty*, any`",
    )


def _report_repetition(node: syntax.Path, context: Context) -> None:
    """Reports a path that says its length or its start twice."""
    if node.says_twice:
        message = "a path has one length and one start"
        context.reporter.report("bad-path", node.span, message, "one is given twice")


def _check_lengths(node: syntax.Path, context: Context) -> tuple[model.Expr | None, model.Expr | None]:
    """The least and the greatest length; `length` of a set, such as a column of ranges, gives both."""
    if node.most is None:
        return None, None
    if node.least is node.most:
        made = context.expression(node.most)
        if made.type.base == "set" and fits(made.type, set_of(NUMBER)):
            least, most = (model.Builtin(made.span, NUMBER, name, (made,)) for name in ("min", "max"))
            return least, most
    lower = expect(node.least, context, NUMBER) if node.least is not None else None
    return lower, expect(node.most, context, NUMBER)


def _check_start(node: syntax.Expr | None, context: Context) -> model.Expr | None:
    """The piece or site from which a path starts, where it says one."""
    if node is None:
        return None
    start = context.expression(node)
    if start.type.base not in ("site", "piece", "any"):
        context.reporter.report(
            "type-mismatch",
            node.span,
            f"a path starts from a site or a piece, not a {start.type}",
            "",
            help=asked_otherwise(start, SITE),
        )
    return start


def _check_directions(nodes: tuple[syntax.Expr, ...], context: Context) -> model.Expr:
    """All directions that several expressions mean together."""
    made, *parts = (_check_direction(d, context) for d in nodes)
    for part in parts:
        made = model.Builtin(part.span, set_of(DIRECTION), "union", (made, part))
    return made


def _check_direction(node: syntax.Expr, context: Context) -> model.Expr:
    """The directions that an expression means; an unknown name is reported as an unknown direction."""
    names = context.names
    if isinstance(node, syntax.Name) and names.board is not None and not names.is_board_guessed:
        known = context.everything() | set(BY_NAME) | RELATIVE_WORDS | names.failed | names.broken
        if node.name not in known and names.board.site(node.name) is None and node.name not in FACINGS:
            directions = [d.name for d in names.board.directions] + sorted(names.board.groups)
            way = _other_direction(node, {*directions, *RELATIVE_WORDS, "any"}, context)
            context.reporter.report(
                "unknown-direction",
                node.span,
                f"no direction is named `{node.name}`",
                "not a direction of the board",
                others=[(names.board_span, "the board")],
                help=way.help or "its directions are " + ", ".join(directions),
                fixes=way.fixes,
            )
            return forms.wrong(node.span)
    return expect(node, context, set_of(DIRECTION), "a direction")


def _other_direction(node: syntax.Name, known: set[str], context: Context) -> Suggestion:
    """The direction that is meant by a name that is none: one that is spelt alike, or as other rule sheets name it."""
    foreign_words = [row.text for row in foreign.DIRECTIONS.get(node.name.lower(), ()) if row.text in known]
    if foreign_words:
        return meaning(node.span, foreign_words)
    return suggestions.meant(suggestions.of_words(node.name, node.span, known, context))


# ---- patterns


def _check_whole(steps: tuple[syntax.Step, ...], context: Context, binds: bool) -> tuple[model.Step, ...]:
    """The steps of a path's whole pattern."""
    made = _check_pattern(steps, context, binds, False)
    if _written_out(made) > MAX_PATTERN_STEPS:
        context.reporter.report(
            "bad-range",
            steps[0].span.to(steps[-1].span),
            f"a pattern has at most {MAX_PATTERN_STEPS} steps, each counted as often as it may be repeated",
            "too many steps",
            help="repeat a step without a number, with `*`, and say with `length` how far the path goes",
        )
    return made


def _written_out(steps: tuple[model.Step, ...]) -> int:
    """How many steps a pattern has when repetitions are written out."""
    return sum(
        (s.least + 1 if s.most is None else s.most) * (1 if s.group is None else _written_out(s.group))
        for s in steps
    )


def _check_pattern(
    steps: tuple[syntax.Step, ...], context: Context, binds: bool, is_repeated: bool
) -> tuple[model.Step, ...]:
    """The steps of a pattern. `binds`: they may bind names; `is_repeated`: the pattern itself may be repeated."""
    return tuple(_check_step(s, context, binds, is_repeated) for s in steps)


def _check_step(node: syntax.Step, context: Context, binds: bool, is_repeated: bool) -> model.Step:
    least, most = _check_repetition(node, context)
    group: tuple[model.Step, ...] | None = None
    condition: model.Expr | None = None
    it = context.unnamed(SITE, node.span)
    collects = is_repeated or (least, most) != (1, 1)
    if node.group is None:
        condition = check_tests(node.tests, it, context)
    else:
        group = _check_pattern(node.group, context, binds, collects)
        if collects and not any(s.least > 0 for s in group):
            context.reporter.report(
                "bad-path",
                node.span,
                "what is repeated here may be empty, so it could repeat for ever",
                "",
                help="take the `*` or `?` off the inner or the outer part",
            )
    if node.bound is None:
        return model.Step(node.span, it.slot, condition, group, least, most, None, "", False)
    name = node.bound.name
    if not binds and name != "to":
        context.reporter.report(
            "bad-binding",
            node.bound.span,
            "a walk may come to a site in several ways, so it binds nothing on the way",
            "cannot be bound",
            help="only its end can be named: `as to`",
        )
    is_set = collects or group is not None
    bound = context.local(name, set_of(SITE) if is_set else SITE, node.bound.span)
    return model.Step(node.span, it.slot, condition, group, least, most, bound.slot, name, is_set)


def _check_repetition(node: syntax.Step, context: Context) -> tuple[int, int | None]:
    """How often a step is repeated, at least and at most."""
    least = _check_count(node.least, context)
    most = None if node.most is None else _check_count(node.most, context)
    if most is not None and most < max(least, 1):
        message = f"between {least} and {most} times is impossible"
        context.reporter.report("bad-path", node.span, message, "")
    return least, most


def _check_count(node: syntax.Expr | int, context: Context) -> int:
    if isinstance(node, int):
        return node
    given = expect(node, context, NUMBER)
    if given.type.base == "any":
        return 1
    found = static.known(given, context.names.board)
    if found is None:
        context.reporter.report(
            "not-static", node.span, "how often must be known before the game begins", "depends on the play"
        )
        return 1
    number = found[0]
    if not isinstance(number, int) or not 0 <= number <= MAX_REPEAT:
        context.reporter.report(
            "bad-range", node.span, f"a step is repeated 0 to {MAX_REPEAT} times", f"is {number}"
        )
        return 1
    return number


def varying_names(steps: tuple[model.Step, ...]) -> list[tuple[str, int]]:
    """The names of single sites whose distance from the start varies, with their slots: they are choices of a move."""
    found: list[tuple[str, int]] = []
    is_fixed = True
    for step in steps:
        if step.slot is not None and not step.collects and not is_fixed:
            found.append((step.name, step.slot))
        if step.group is not None:
            if is_fixed:
                found.extend(varying_names(step.group))
            else:
                found.extend((s.name, s.slot) for s in step.group if s.slot is not None and not s.collects)
            is_fixed = is_fixed and all(s.is_fixed for s in step.group)
        is_fixed = is_fixed and step.is_fixed
    return found


def leap_offsets(
    node: syntax.Path, directions: tuple[model.Expr, ...], context: Context
) -> tuple[Offsets, ...]:
    """The offsets of a leap as each player sees them. `directions`: of its legs."""
    board = context.names.board
    seats = range(len(context.names.players))
    legs = list(zip(directions, node.legs, strict=True))
    if board is None or not seats:  # their clause is wrong, and that is said already
        return ((),) * max(1, len(seats))
    if not legs:
        a, b = (int(d.value) if isinstance(d, syntax.Number) else 0 for d in node.directions)
        offsets = board.offsets(a, b)
        if not offsets:
            context.reporter.report("bad-path", node.span, "a leap of 0, 0 goes nowhere", "goes nowhere")
        return (offsets,) * len(seats)
    if not board.tiling.has_lattice:
        context.reporter.report(
            "bad-path",
            node.span,
            "a graph has no lattice, so a leap by directions leads nowhere",
            "no such leap here",
            help="go step by step: `line D length N: ...`",
        )
        return ((),) * len(seats)
    found = []
    for seat in seats:
        parts = [(_directions_of_leg(made, seat, leg, context), leg.steps) for made, leg in legs]
        if any(ways is None for ways, _ in parts):
            return ((),) * len(seats)
        found.append(board.offsets_along(*((ways or (), steps) for ways, steps in parts)))
    if not all(found) and all(made.type.base != "any" for made, _ in legs):
        context.reporter.report("bad-path", node.span, "this leap ends where it begins", "goes nowhere")
    return tuple(found)


def _directions_of_leg(
    made: model.Expr, seat: int, leg: syntax.Leg, context: Context
) -> tuple[int, ...] | None:
    """The directions of a leg for a player; None after an error."""
    if made.type.base == "any":
        return ()
    seen = _seen_by(made, seat, context)
    try:
        found = static.value(seen, context.names.board)
    except static.NotStatic:
        if any(map(_faces_nowhere, nodes(seen))):
            return None  # and that has been reported
        context.reporter.report(
            "not-static",
            leg.direction.span,
            "where a leap leads must be known for each player before the game begins",
            "depends on the play",
            help="name the directions, or use words such as `forward` and `left`",
        )
        return None
    return cast(tuple[int, ...], found) if isinstance(found, tuple) else (cast(int, found),)


def _faces_nowhere(part: object) -> bool:
    """Whether this is a direction such as `forward` that a known player lacks."""
    match part:
        case model.Builtin(name="relative", arguments=(model.Const(), model.Const())):
            return True
    return False


def _seen_by(made: model.Expr, seat: int, context: Context) -> model.Expr:
    """Directions as a player sees them, with definitions written out."""
    names = context.names

    def change(part: object) -> object:
        match part:
            case model.Role(name="viewpoint"):
                return model.Const(part.span, PLAYER, seat)
            case model.Apply(definition=name, arguments=()):
                return change(names.definitions[name].body)
        part = rewritten(part, change)
        match part:
            case model.Builtin(
                name="relative", arguments=(model.Const(value=str(word)), model.Const(value=int(of)))
            ):
                facing, board = names.players[of].facing, names.board
                if facing is not None and board is not None:
                    return model.Const(part.span, part.type, board.relative(word, facing))
        return part

    return cast(model.Expr, change(made))
