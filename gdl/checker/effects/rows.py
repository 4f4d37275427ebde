"""Rows of a table of cases that are never done, since the first row that fits is."""

from gdl.diagnostics.values import Reporter
from gdl.source import Span
from gdl.tree import syntax


def warn_of_covered(table: syntax.Match, reporter: Reporter) -> None:
    """Reports the first row that fits whatever a later one does. The same row twice is told as a condition that never holds."""
    for number, above in enumerate(table.cases):
        later = [c for c in table.cases[number + 1 :] if "any" in _written(above) and _fits_all_of(above, c)]
        if not later:
            continue
        below = (
            f"{len(later)} rows below it do, so they are"
            if len(later) > 1
            else "a row below it does, so that row is"
        )
        reporter.report(
            "unreachable-clause",
            _values(above),
            f"this row fits whatever {below} never done",
            "fits first",
            others=[(_values(later[0]), "never done")],
            help=f"put the row `{', '.join(_written(above))}` last",
        )
        return


def _fits_all_of(above: syntax.Case, row: syntax.Case) -> bool:
    """Whether a row fits whatever another one does: its values are the same, or `any`."""
    pairs = list(zip(_written(above), _written(row), strict=False))
    return len(above.values) == len(row.values) and all(a in ("any", b) for a, b in pairs)


def _values(row: syntax.Case) -> Span:
    return row.values[0].span.to(row.values[-1].span)


def _written(row: syntax.Case) -> tuple[str, ...]:
    return tuple(v.span.in_one_line for v in row.values)
