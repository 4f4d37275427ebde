"""A comparison for people and programs: as text, as data, as a table of values, and as a page."""

import csv
import io
import sys
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from interpreter.analysis.compare import RANDOM, Row
from interpreter.analysis.intervals import Estimate, written
from interpreter.analysis.lockstep.clauses import Because
from interpreter.analysis.lockstep.search import Difference, Explored
from interpreter.analysis.samples import SHARES
from interpreter.commands.comparison import Comparison, Section
from interpreter.commands.options import has_colour
from interpreter.commands.output import table, width
from interpreter.play.text.drawing import Layout, draw

_SHOWN_MOVES = 12
_SHOWN_REASONS = 4
_SHOWN_UNSEEN = 3
_ABOUT = {
    "legal": "their legal moves",
    "result": "their results",
    "score": "their scores",
    "chance": "what chance may do",
    "hidden": "what players see",
    "failure": "whether their rules go wrong in play",
    "position": "what stands where, or who is to move",
}


def difference_lines(found: Explored, is_drawn: bool = True) -> Iterator[str]:
    """Everything that lock step has found, or that it has found nothing. The first position is drawn, if wanted."""
    first = found.first
    yield from (f"cut short: {text}" for text in found.cut)
    if first is None and not found.cut:
        depth = found.complete_to
        near = f", among them all within {depth} moves of the start" if depth > 0 else ""
        yield f"no difference of rules was found in {found.positions:,} positions of both{near}"
    if first is not None:
        yield from _first_lines(first, found, is_drawn)
        for other in found.differences[1:]:
            yield ""
            yield f"They differ in {_ABOUT[other.about]} {_when(other)}:"
            yield from _side_lines(other)
    for change in found.unseen[:_SHOWN_UNSEEN]:
        yield f"nothing that was met comes from this change: {change.sentence}"
    if len(found.unseen) > _SHOWN_UNSEEN:
        yield f"nor from {len(found.unseen) - _SHOWN_UNSEEN} others, which `gdl diff` lists"


def _first_lines(first: Difference, found: Explored, is_drawn: bool) -> Iterator[str]:
    is_least = len(first.moves) <= found.complete_to
    how = "no shorter way exists" if is_least and first.moves else ""
    how = how or (f"the shortest way found in {found.positions:,} positions" if first.moves else "")
    yield f"They differ in {_ABOUT[first.about]} {_when(first)}" + (f" ({how}):" if how else ":")
    if is_drawn and first.states is not None:
        state = first.states[0]
        colour = has_colour(sys.stdout)
        yield draw(state.engine.game, first.position, Layout(colour=colour, width=width()))
    yield from _side_lines(first)


def _when(d: Difference) -> str:
    if not d.moves:
        return "at the start"
    moves, before = d.moves, ""
    if d.in_secret > _SHOWN_MOVES:  # the position shows what they lay out
        moves, before = d.moves[d.in_secret :], f"{d.in_secret} moves of a set-up in secret"
    if len(moves) <= 2 * _SHOWN_MOVES:
        return f"after {', '.join((before, *moves) if before else moves)}"
    before = f"{before} and " if before else ""
    return f"after {before}{len(moves)} moves, the last of them {', '.join(moves[-4:])}"


def _side_lines(d: Difference) -> Iterator[str]:
    for letter, only, result in (("A", d.only_a, d.result_a), ("B", d.only_b, d.result_b)):
        if only and d.about == "legal":
            yield f"  only {letter} allows {_listed(only)}"
        if result is not None:
            yield f"  {letter} is over: {', '.join(f'{r:g}' for r in result)}"
        elif d.about == "result":
            yield f"  {letter} goes on"
    if d.text:
        yield f"  {d.text}"
    for letter, why in (("A", d.why_a), ("B", d.why_b)):
        firsts = {b.move: b for b in reversed(why)}  # of each move the first reason
        for because in list(firsts.values())[::-1][:_SHOWN_REASONS]:
            yield f"  {letter}: {_reason(because)}"
    for change in d.clauses:
        yield f"  the change: {change.sentence}"
        yield from (f"    - {line}" for text in change.before for line in text.split("\n"))
        yield from (f"    + {line}" for text in change.after for line in text.split("\n"))


def _reason(because: Because) -> str:
    move = f"{because.move}: " if because.move and because.move not in because.text else ""
    return f"{move}{because.text}" + (f" ({because.place})" if because.place else "")


def _listed(moves: Sequence[str]) -> str:
    more = f" and {len(moves) - _SHOWN_MOVES} more" if len(moves) > _SHOWN_MOVES else ""
    return ", ".join(moves[:_SHOWN_MOVES]) + more


_NOT_SHOWN = "no difference shown"
_HEADS = ("", "A", "B", "A - B")


def text_lines(c: Comparison) -> Iterator[str]:
    """Everything, for people."""

    yield f"A  {c.a.title}"
    yield f"B  {c.b.title}"
    yield from (f"cut short: {text}" for text in c.missing)
    for section in c.sections:
        yield ""
        yield heading(section)
        yield from table([_HEADS, *map(_cells, section.rows)])
    yield ""
    yield from difference_lines(c.found)
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
    } | ({"missing": list(c.missing)} if c.missing else {})


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
    from interpreter.play.sheet.html import document  # svg takes long to load

    title = "Comparison of " + ", ".join(dict.fromkeys(s.title for c in comparisons for s in (c.a, c.b)))
    body = "\n".join(part for c in comparisons for part in _parts(c))
    return document(title, f"<h1>{escape(title)}</h1>\n{body}\n<p>{escape(made_by)}</p>", _STYLE)


def _parts(c: Comparison) -> Iterator[str]:

    yield f"<h2>A: {escape(c.a.title)}, B: {escape(c.b.title)}</h2>"
    said = [*(f"Cut short: {text}" for text in c.missing), *c.verdict]
    yield "<ul>" + "".join(f"<li>{escape(sentence)}</li>" for sentence in said) + "</ul>"
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
    yield f"<pre>{escape(chr(10).join(difference_lines(c.found, is_drawn=False)))}</pre>"
