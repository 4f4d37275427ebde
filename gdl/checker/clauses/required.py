"""Clauses that every game has: players, a turn, and a board unless it can do without."""

from collections.abc import Sequence

from gdl.boards.tilings import TILINGS
from gdl.checker.context import Context
from gdl.core.visit import nodes
from gdl.diagnostics.values import Reporter
from gdl.files.resolver import Resolved
from gdl.source import Span
from gdl.tree import syntax


def needs_no_board(resolved: Resolved) -> bool:
    """Whether the game can do without a board: its pieces are in pools, or it has none."""
    have = {type(c) for c in resolved.clauses}
    is_told = syntax.Board in have or _is_broken_board(resolved)
    has_pools = syntax.Pool in have or "pool" in resolved.broken
    is_played = (not have.isdisjoint((syntax.Turn, syntax.Action)) or "turn" in resolved.broken) and (
        has_pools or syntax.Field in have
    )
    return not is_told and (has_pools or syntax.Kinds not in have) and is_played


def _is_broken_board(resolved: Resolved) -> bool:
    """Whether a clause that could not be read was perhaps the board."""
    return not resolved.broken.isdisjoint(("board", *TILINGS))


_NEEDED: tuple[tuple[type[syntax.Clause], str], ...] = (
    (syntax.Players, "players"),
    (syntax.Board, "board"),
    (syntax.Turn, "turn"),
)  # of a game


def _report_only_under_when(
    lacking: set[type[syntax.Clause]], resolved: Resolved, reporter: Reporter
) -> bool:
    """Reports a clause that stands only in a `when` block whose condition does not hold; whether there is one."""
    for kind, word in _NEEDED:
        there = next((c for c in resolved.unchosen if isinstance(c, kind)), None)
        if kind not in lacking or there is None or resolved.broken:
            continue
        values = ", ".join(
            f"`{o.name}` is {str(o.value).lower()}" for o in resolved.options[:3] if isinstance(o.value, bool)
        )
        reporter.report(
            "missing-clause",
            there.span,
            f"the game has no `{word}` where this block does not hold"
            + (f", as now: {values}" if values else ""),
            "only under `when`",
            help=f"write one for the other case, too, under `when not ...`, such as `{there.span.in_one_line}`",
        )
        return True
    return False


def report_missing(resolved: Resolved, context: Context) -> None:
    """Reports the clauses that a game must have and this one lacks, all as one mistake."""
    have = {
        type(c)
        for c in resolved.clauses
        if not isinstance(c, syntax.Turn) or c.phase is None or c.phase.name == "main"
    }
    broken, reporter = resolved.broken | context.names.broken, context.reporter
    # a block that was not chosen may have it, and the option that decides about it may be wrong
    elsewhere = {type(c) for c in resolved.unchosen} if broken else set()
    source = resolved.source
    actions = [c.name.name for c in resolved.clauses if isinstance(c, syntax.Action) and c.form != "choice"]
    offered = " or ".join(dict.fromkeys(actions)) or "step or jump"
    examples = {
        "players": "`players Red, Blue`",
        "board": "`board square 8 x 8`",
        "turn": f"`turn: {offered}`",
    }
    lacking = [
        (word, f"no `{word}`", examples[word])
        for kind, word in _NEEDED
        if kind not in have | elsewhere
        and word not in broken
        and not (word == "turn" and "phase" in broken)
        and not (word == "board" and (needs_no_board(resolved) or _is_broken_board(resolved)))
    ]
    if _report_only_under_when(
        {kind for kind, _ in _NEEDED if kind not in have | elsewhere}, resolved, reporter
    ):
        return
    phases = [c for c in resolved.clauses if isinstance(c, syntax.Turn) and c.span.source is source]
    if [word for word, _, _ in lacking] == ["turn"] and phases:
        _report_phases_alone(phases[-1], resolved, reporter)
    elif lacking:
        reporter.report(
            "missing-clause",
            Span(source, 0, min(len(source.text), 1)),
            "the game has " + _listed([what for _, what, _ in lacking]),
            "nowhere in this file",
            help=f"add {'a line' if len(lacking) == 1 else 'lines'} such as "
            + _listed([example for _, _, example in lacking]),
            subjects=[word for word, _, _ in lacking],
        )


def _report_phases_alone(last: syntax.Turn, resolved: Resolved, reporter: Reporter) -> None:
    """Reports that a game has phases by name and no `turn`."""
    assert last.phase is not None
    others = [c for c in resolved.clauses if isinstance(c, syntax.Turn) and c is not last]
    left_over = _offered_by_none((*others, last), resolved)
    reporter.report(
        "missing-clause",
        last.phase.span,
        "the game has phases, and no `turn`",
        "a phase of its own",
        others=[(c.phase.span, "another one") for c in others if c.phase is not None],
        help="the phase in which a game goes on is its `turn`, and is named `main`"
        + (f"; no phase offers {' or '.join(f'`{name}`' for name in left_over)} yet" if left_over else ""),
    )


def _offered_by_none(turns: Sequence[syntax.Turn], resolved: Resolved) -> list[str]:
    """The actions and moves that no phase offers and no effect demands."""
    offered = {n.name for turn in turns for offer in turn.offers for n in offer.names}
    offered |= {n.choice.name for n in nodes(resolved.clauses) if isinstance(n, syntax.Demanded)}
    actions = (c for c in resolved.clauses if isinstance(c, syntax.Action) and c.form != "choice")
    names = dict.fromkeys(c.name.name for c in actions if not c.parameters)
    return [name for name in names if name not in offered]


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]
