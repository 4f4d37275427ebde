"""The tables of analyses, and what tells their findings: errors that only a whole game shows, and warnings.

A row says the code and what finds it. The order of the rows means nothing: no analysis sees what another one has found. Where
two speak of one place, the row of the one that says less names the other one in `yields_to`.
"""

from collections.abc import Sequence

from gdl.checker.analyses import (
    absent_values,
    ambiguous_notation,
    constant_condition,
    division_by_zero,
    ends,
    extent,
    field_values,
    idle_bound,
    idle_effect,
    impossible_action,
    left_out_field,
    legality,
    near_not,
    openness,
    pieces,
    secret_told,
    setup_faults,
    unreachable_clause,
    unused,
)
from gdl.checker.analyses.analysis import Analysis, Clauses, Finding, GameFacts, T
from gdl.diagnostics.values import Reporter
from gdl.source import Span

# Errors of clauses that may have other errors.
OF_CLAUSES: tuple[Analysis[Clauses], ...] = (
    Analysis("no-history", legality.find_history),
    Analysis("recursive-definition", legality.find_circles),
    Analysis("chance-in-doubt", legality.find_chance),
    Analysis("bad-range", extent.find_too_many),
)

# What is nested too deeply is not looked at any further.
OF_DEPTH: tuple[Analysis[GameFacts], ...] = (Analysis(extent.CODE, extent.find_deep),)

# Errors of a game in which nothing else is wrong.
OF_GAMES: tuple[Analysis[GameFacts], ...] = (
    Analysis("bad-range", extent.find_backwards),
    Analysis("setup-conflict", setup_faults.find_conflict),
    Analysis("bad-binding", pieces.find_captured),
    Analysis("choice-in-doubt", openness.find_in_doubt),
)

WARNINGS: tuple[Analysis[GameFacts], ...] = (
    Analysis("ambiguous-notation", ambiguous_notation.find),
    Analysis("buried-piece", pieces.find_buried),
    Analysis(
        "constant-condition",
        constant_condition.find,
        ("impossible-action", "unreachable-clause", "one-and-set"),
    ),
    Analysis("constant-value", field_values.find_constant),
    Analysis("division-by-zero", division_by_zero.find),
    Analysis("dropped-none", absent_values.find_dropped),
    Analysis("exchanged-facings", setup_faults.find_exchanged_facings),
    Analysis("gone-piece", pieces.find_gone),
    Analysis("hidden-in-vain", secret_told.find_hidden_in_vain),
    Analysis("idle-bound", idle_bound.find),
    Analysis("idle-effect", idle_effect.find, ("gone-piece", "never-written")),
    Analysis("impossible-action", impossible_action.find),
    Analysis("left-out-field", left_out_field.find),
    Analysis("near-not", near_not.find),
    Analysis("never-read", unused.find_never_read, ("idle-effect",)),
    Analysis("never-written", unused.find_never_written),
    Analysis("no-end", ends.find_no_end),
    Analysis("none-in-arithmetic", absent_values.find_in_arithmetic),
    Analysis("not-yet-counted", ends.find_not_yet_counted),
    Analysis("one-pass", ends.find_one_pass),
    Analysis("ownerless-move", pieces.find_ownerless),
    Analysis("secret-told", secret_told.find),
    Analysis("shown-choice", openness.find_shown),
    Analysis("told-choice", openness.find_told),
    Analysis("unplaced-kind", unused.find_unplaced_kinds),
    Analysis("unreachable-clause", unreachable_clause.find),
    Analysis("unused-action", unused.find_actions),
    Analysis("unused-definition", unused.find_definitions),
    Analysis("unused-option", unused.find_options),
)


def report_all(rows: Sequence[Analysis[T]], about: T, reporter: Reporter) -> None:
    """Reports what each row of a table finds, but where another one, or the checker before it, says more of the place."""
    found = {row.code: [*row.find(about)] for row in rows}
    places: dict[str, list[Span]] = {code: [f.span for f in findings] for code, findings in found.items()}
    for d in reporter.found:
        places.setdefault(d.code, []).append(d.span)
    for row in rows:
        better = [span for code in row.yields_to for span in places.get(code, ())]
        for finding in found[row.code]:
            if not any(finding.is_about(span) for span in better):
                report(row.code, finding, reporter)


def report(code: str, finding: Finding, reporter: Reporter) -> None:
    reporter.report(
        code,
        finding.span,
        finding.message,
        finding.label,
        others=finding.others,
        help=finding.help,
        fixes=finding.fixes,
    )
