"""Clauses that every game has: players, a turn, and a board unless it can do without."""

import re
from collections.abc import Sequence, Set

from gdl.boards.building import TILINGS
from gdl.checker.context import Context
from gdl.diagnostics.values import Edit, Fix
from gdl.files.resolver import Resolved
from gdl.source import Span
from gdl.tree import syntax


def needs_no_board(resolved: Resolved) -> bool:
    """Whether the game can do without a board: its pieces are in pools, or it has none."""
    have = {type(c) for c in resolved.clauses}
    is_told = syntax.Board in have or _is_broken_board(resolved)
    has_pools = syntax.Pool in have or "pool" in resolved.broken
    is_played = (not have.isdisjoint((syntax.Turn, syntax.Action)) or "turn" in resolved.broken) and (
        has_pools or syntax.Field in have or "field" in resolved.broken
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


def report_missing(resolved: Resolved, context: Context) -> None:
    """Reports the clauses that a game must have and this one lacks, all as one mistake."""
    lacking = _lacking(resolved, resolved.broken | context.names.broken)
    if not lacking:
        return
    source = resolved.source
    actions = [c.name.name for c in resolved.clauses if isinstance(c, syntax.Action) and c.form != "choice"]
    offered = " or ".join(dict.fromkeys(actions)) or "step or jump"
    are_placed = any(isinstance(c, syntax.Kinds) for c in resolved.clauses)
    examples = {
        "players": "`players Red, Blue`",
        "board": "`board square 8 x 8`"
        + (", or `pool hand of player` for what lies off a board" if are_placed else ""),
        "turn": f"`turn: {offered}`",
    }
    if list(lacking) == [syntax.Turn] and _report_phases_alone(resolved, context):
        return
    is_unchosen = any(isinstance(c, tuple(lacking)) for c in resolved.unchosen)
    words = list(lacking.values())
    context.reporter.report(
        "missing-clause",
        Span(source, 0, min(len(source.text), 1)),
        "the game has " + _listed([f"no `{word}`" for word in words]),
        "only under a `when` that does not hold" if is_unchosen else "nowhere in this file",
        help=f"add {'a line' if len(words) == 1 else 'lines'} such as "
        + _listed([examples[word] for word in words]),
        subjects=words,
    )


def _lacking(resolved: Resolved, broken: Set[str]) -> dict[type[syntax.Clause], str]:
    """The clauses that the game needs and has not, by their words. `broken`: words of clauses that could not be read."""
    have = {type(c) for c in resolved.clauses if not isinstance(c, syntax.Turn) or _is_main(c)}
    # a block that was not chosen may have it, and the option that decides about it may be wrong
    have |= {type(c) for c in resolved.unchosen} if broken else set()
    needed = {kind: word for kind, word in _NEEDED if kind not in have and word not in broken}
    if "phase" in broken:
        needed.pop(syntax.Turn, None)
    if needs_no_board(resolved) or _is_broken_board(resolved):
        needed.pop(syntax.Board, None)
    return needed


def _is_main(turn: syntax.Turn) -> bool:
    return turn.phase is None or turn.phase.name == "main"


def _report_phases_alone(resolved: Resolved, context: Context) -> bool:
    """Reports that a game has phases, and none of them is its turn: which one it begins in would be one of them."""
    phases = [c for c in resolved.clauses if isinstance(c, syntax.Turn) and c.phase is not None]
    own = [c for c in phases if c.span.source is resolved.source and c.phase is not None]
    if not own:
        return False
    last, source = own[-1], resolved.source
    assert last.phase is not None
    name, head = last.phase.name, Span(source, last.span.start, last.phase.span.end)
    used = [m.span(1) for m in re.finditer(rf"\bphase\s*(?::=|!?=)\s*({re.escape(name)})\b", source.text)]
    edits = (Edit(head, "turn"), *(Edit(Span(source, *at), "main") for at in used))
    is_whole = len(re.findall(rf"\b{re.escape(name)}\b", source.text)) == len(edits)
    context.reporter.report(
        "missing-clause",
        head,
        "the game has phases, and no `turn`, which is its main phase",
        "no `turn` beside it",
        help=f"make one of the phases the turn: write `turn` in place of `phase {name}`"
        + (", and `main` where it is named" if used else "")
        + "; the game begins in what is written first",
        fixes=[Fix(edits)] if is_whole else [],
        subjects=["turn"],
    )
    return True


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1]
