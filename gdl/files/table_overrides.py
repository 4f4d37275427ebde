"""Tables of kinds that take the place of that of the extended file, where adding to it was meant: what is gone is still used.

game "Mine" extends "another"
kinds    reach                     -- `kinds + reach` was meant
  giant    (line any: any)
"""

from collections.abc import Sequence
from pathlib import Path

from gdl.core.visit import nodes
from gdl.diagnostics.values import Reporter
from gdl.files.merging import flat
from gdl.files.sources import File
from gdl.source import Span
from gdl.tree import syntax

_SHOWN = 4  # names that are told
_LONGEST = 24  # characters of a header that is repeated in the way out


def report_lost_kinds(
    files: Sequence[File], clauses: Sequence[syntax.Clause], reporter: Reporter
) -> set[str]:
    """Reports a table of the last file that replaces one, if that file still builds on the replaced one; returns what is
    gone."""
    own = next((c for c in flat(files[-1].clauses) if isinstance(c, syntax.Kinds) and not c.is_added), None)
    before = [
        c for f in files[:-1] for c in flat(f.clauses) if isinstance(c, syntax.Kinds) and not f.is_module
    ]
    if own is None or not before or not any(_names(k) for k in before):
        return set()
    lost = set().union(*map(_names, before)) - set().union(
        *(_names(c) for c in clauses if isinstance(c, syntax.Kinds))
    )
    kept = [c for c in clauses if not isinstance(c, syntax.Kinds)]
    used = {name: span for clause in kept for name, span in _mentioned(clause) if name in lost}
    used = {name: span for name, span in used.items() if not _is_declared(name, kept)}
    if not used or not _goes_on(files[-1], lost):
        return set()
    shown = [f"`{name}`" for k in before for name in _rows(k) if name in used] or [f"`{n}`" for n in used]
    several = ", ".join(shown[:_SHOWN]) + (" and others" if len(shown) > _SHOWN else "")
    line = own.span.text.split("\n")[0]
    header = " ".join(line.split()).removeprefix("kinds").strip()
    there = Path(before[0].span.source.name).name
    reporter.report(
        "bad-change",
        Span(own.span.source, own.span.start, own.span.start + len("kinds")),
        f"this takes the place of the kinds of {there}, and the rules still name {several}",
        "these are the only kinds now",
        others=[(before[0].span, "replaced")],
        help="to add to them, write `kinds + " + (header if len(header) <= _LONGEST else "...") + "`",
    )
    return lost


def report_lost_turns(files: Sequence[File], clauses: Sequence[syntax.Clause], reporter: Reporter) -> None:
    """Warns of a turn of the last file that replaces one and offers none of its actions, although they are still there."""
    before = [
        c for f in files[:-1] for c in flat(f.clauses) if isinstance(c, syntax.Turn) and not f.is_module
    ]
    actions = {c.name.name for c in clauses if isinstance(c, syntax.Action)}
    offered = {name for c in clauses if isinstance(c, syntax.Turn) for name in _offered(c)}
    for own in (c for c in flat(files[-1].clauses) if isinstance(c, syntax.Turn)):
        replaced = [c for c in before if _phase(c) == _phase(own)]
        lost = [name for c in replaced for name in _offered(c) if name in actions - offered]
        new = _offered(own)
        if not replaced or not lost or not new or set(new) & {n for c in replaced for n in _offered(c)}:
            continue
        there = Path(replaced[-1].span.source.name).name
        several = ", ".join(f"`{name}`" for name in dict.fromkeys(lost))
        line = own.span.text.split("\n")[0]
        reporter.report(
            "unused-action",
            Span(own.span.source, own.span.start, own.span.start + len(line)),
            f"this takes the place of the turn of {there}, so nothing offers {several} any more",
            "the only actions now",
            help=f"to add to them, write `{line.split(':')[0].strip()} + {' or '.join(new)}`",
        )


def _phase(turn: syntax.Turn) -> str:
    return turn.phase.name if turn.phase else ""


def _offered(turn: syntax.Turn) -> list[str]:
    """The names of the actions that a turn offers."""
    return [n.name for n in nodes(turn) if isinstance(n, syntax.Ident) and n is not turn.phase]


def _goes_on(file: File, lost: set[str]) -> bool:
    """Whether a file still builds on what it replaces: it names a kind that is gone, or adds to other clauses."""
    own = [c for c in flat(file.clauses) if not isinstance(c, syntax.Kinds)]
    return any(isinstance(c, syntax.Change) for c in own) or any(
        name in lost for clause in own for name, _ in _mentioned(clause)
    )


def _names(table: syntax.Kinds) -> set[str]:
    """The kinds and columns of a table."""
    return {*_rows(table), *(c.name.name for c in table.columns)}


def _rows(table: syntax.Kinds) -> list[str]:
    """The kinds of a table; of one without rows they stand as columns."""
    return [r.name.name for r in table.rows] if table.rows else [c.name.name for c in table.columns]


def _mentioned(clause: syntax.Clause) -> list[tuple[str, Span]]:
    return [(n.name, n.span) for n in nodes(clause) if isinstance(n, syntax.Name | syntax.Ident)]


def _is_declared(name: str, clauses: Sequence[syntax.Clause]) -> bool:
    """Whether another clause gives a name its meaning."""
    named = (syntax.Let, syntax.Field, syntax.Pool, syntax.Option, syntax.WordType)
    return any(isinstance(c, named) and c.name.name == name for c in clauses)
