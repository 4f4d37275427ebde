"""A comparison as text, as data, as a table for other programs, and as a page."""

import csv
import io
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from interpreter.analysis.compare import Row
from interpreter.analysis.intervals import Estimate
from interpreter.analysis.samples import SHARES
from interpreter.commands.comparing import RANDOM, Comparison, Section
from interpreter.commands.figures import written
from interpreter.commands.output import table

_NOT_SHOWN = "no difference shown"
_HEADS = ("", "A", "B", "A - B")


def text_lines(c: Comparison) -> Iterator[str]:
    """Everything, for people."""
    from interpreter.commands.differing import lines_of  # which draws

    yield f"A  {c.a.title}"
    yield f"B  {c.b.title}"
    for section in c.sections:
        yield ""
        yield heading(section)
        yield from table([_HEADS, *map(_cells, section.rows)])
    yield ""
    yield from lines_of(c.found)
    yield ""
    yield from c.verdict


def heading(section: Section) -> str:
    """How many games were played by whom."""
    a, b = section.samples
    who = RANDOM if section.name == RANDOM else f"{section.name} against itself"
    more = f"; cut off: {a.cut_off} of A, {b.cut_off} of B" if a.cut_off or b.cut_off else ""
    return f"{a.games} games of each, {who}{more}"


def _cells(row: Row) -> tuple[str, str, str, str]:
    scale, digits, unit = (100, 1, " %") if row.name in SHARES else (1, 2, "")
    a, b, difference = (written(e, scale, digits, unit) for e in (row.a, row.b, row.difference))
    return row.name, a, b, difference if row.is_shown else f"{difference}, {_NOT_SHOWN}"


def data(comparisons: Sequence[Comparison]) -> dict[str, Any]:
    """The first comparison, and the others under `others`."""
    first, *others = map(_one, comparisons)
    return first | ({"others": others} if others else {})


def _one(c: Comparison) -> dict[str, Any]:
    found = c.found
    return {
        "a": c.a.title,
        "b": c.b.title,
        "verdict": "; ".join(c.verdict),
        "tables": {s.name: _section(s) for s in c.sections},
        "first_difference": None if found.first is None else found.first.to_json(),
        "differences": [d.to_json() for d in found.differences],
        "unseen_changes": [change.sentence for change in found.unseen],
        "positions_compared": found.positions,
        "complete_to": found.complete_to,
    }


def _section(section: Section) -> dict[str, Any]:
    a, b = section.samples
    figures = {row.name: row.to_json() for row in section.rows}
    return {"games": a.games, "cut_off": [a.cut_off, b.cut_off]} | figures


def csv_text(comparisons: Sequence[Comparison]) -> str:
    """A line for each figure of each comparison."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow((
        "a", "b", "players", "figure", "n_a", "n_b", "a_value", "a_low", "a_high", "b_value", "b_low", "b_high",
        "difference", "difference_low", "difference_high", "p", "p_holm", "is_shown",
    ))  # fmt: skip
    for c in comparisons:
        for section in c.sections:
            for row in section.rows:
                ends = [v for e in (row.a, row.b, row.difference) for v in _ends(e)]
                writer.writerow((
                    c.a.title, c.b.title, section.name, row.name, *row.games, *ends, f"{row.p:.6g}",
                    f"{row.holm:.6g}", str(row.is_shown).lower(),
                ))  # fmt: skip
    return out.getvalue()


def _ends(e: Estimate | None) -> tuple[str, str, str]:
    low, value, high = ("", "", "") if e is None else (
        "" if v is None else f"{v:.6g}" for v in (e.low, e.value, e.high)
    )  # fmt: skip
    return value, low, high


# ---- a page


_STYLE = """
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; margin: .5rem 0 1.5rem } th, td { text-align: left; padding: .25rem .8rem .25rem 0 }
th { border-bottom: 1px solid } td.quiet { opacity: .65 } figure { margin: 1rem 0; max-width: 26rem }
figure svg { width: 100%; height: auto } pre { white-space: pre-wrap; border-left: 3px solid; padding-left: .8rem }
del { text-decoration: none; color: #b3261e } ins { text-decoration: none; color: #2e7d32 }
@media (prefers-color-scheme: dark) { del { color: #f2998f } ins { color: #8fd694 } }
@media print { body { max-width: none } }
"""


def page(comparisons: Sequence[Comparison], made_by: str) -> str:
    """One page that needs nothing else. `made_by`: which program and rules, in words."""
    title = "Comparison of " + ", ".join(dict.fromkeys(s.title for c in comparisons for s in (c.a, c.b)))
    body = "\n".join(part for c in comparisons for part in _parts(c))
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head>\n'
        f"<body>\n<h1>{escape(title)}</h1>\n{body}\n<p>{escape(made_by)}</p>\n</body></html>\n"
    )


def _parts(c: Comparison) -> Iterator[str]:
    from interpreter.commands.differing import lines_of

    yield f"<h2>A: {escape(c.a.title)}, B: {escape(c.b.title)}</h2>"
    yield "<ul>" + "".join(f"<li>{escape(sentence)}</li>" for sentence in c.verdict) + "</ul>"
    for section in c.sections:
        yield f"<h3>{escape(heading(section))}</h3>"
        heads = "".join(f"<th>{h}</th>" for h in ("figure", *_HEADS[1:], "p (Holm)"))
        yield f"<table><thead><tr>{heads}</tr></thead><tbody>"
        for row in section.rows:
            quiet = "" if row.is_shown else ' class="quiet"'
            cells = "".join(f"<td{quiet}>{escape(text)}</td>" for text in (*_cells(row), f"{row.holm:.3g}"))
            yield f"<tr>{cells}</tr>"
        yield "</tbody></table>"
    yield (
        "<p>Shares have Wilson's intervals, means Student's, differences those of pairs of games with the same seed, "
        "all of 95 %. A difference is shown if its p, corrected by Holm's procedure for all figures, is below 0.05.</p>"
    )
    yield "<h3>Where the rules differ</h3>"
    first = c.found.first
    if first is not None:
        from interpreter.play.svg.picture import picture

        yield f"<figure>{picture(c.a.engine.game, first.position)}</figure>"
    yield f"<pre>{escape(chr(10).join(lines_of(c.found, is_drawn=False)))}</pre>"
