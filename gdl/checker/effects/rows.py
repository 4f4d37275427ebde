"""Rows of a table of cases that are never done, since the first row that fits is."""

from gdl import syntax
from gdl.diagnostics import Reporter


def warn_of_covered(table: syntax.Match, reporter: Reporter) -> None:
    """Reports the first row whose values an earlier row fits, whatever is asked."""
    for number, row in enumerate(table.cases):
        above = next((c for c in table.cases[:number] if _fits_all_of(c, row)), None)
        if above is None:
            continue
        later = table.cases[number:]
        are_all = all(_fits_all_of(above, c) for c in later) and len(later) > 1
        is_same = _written(above) == _written(row)
        reporter.report(
            "unreachable-clause",
            row.values[0].span.to(row.values[-1].span),
            f"{f'these {len(later)} rows are' if are_all else 'this row is'} never done: the first row that fits is",
            "has the same values as a row above" if is_same else "comes behind a row that fits it, too",
            others=[(above.values[0].span.to(above.values[-1].span), "fits first")],
            help="leave one of them out, or give it other values"
            if is_same
            else f"put the row `{', '.join(_written(above))}` last",
        )
        return


def _fits_all_of(above: syntax.Case, row: syntax.Case) -> bool:
    """Whether a row fits whatever another one does: its values are the same, or `any`."""
    pairs = list(zip(_written(above), _written(row), strict=False))
    return len(above.values) == len(row.values) and all(a in ("any", b) for a, b in pairs)


def _written(row: syntax.Case) -> tuple[str, ...]:
    return tuple(" ".join(v.span.text.split()) for v in row.values)
