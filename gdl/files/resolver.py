"""From trees to one flat list of clauses: files that extend others, options, variants and `when` blocks.

`resolve` reads the files that a game extends, decides its options, and leaves the clauses that hold under them. A
clause of an extending file replaces the clause with the same name, or of the same sort where a game has only one. Tables of
kinds and turns that replace one, where adding to it was meant, are reported: what is gone is still used.
"""

from collections.abc import Mapping, Sequence, Set
from pathlib import Path
from typing import Any

from gdl.core import model
from gdl.core.builtins import BY_NAME
from gdl.core.visit import nodes
from gdl.diagnostics.similar_names import closest, is_slip, near
from gdl.diagnostics.values import Reporter, replacing
from gdl.files import merging, modules, options
from gdl.files.merging import flat
from gdl.files.modules import Demand
from gdl.files.sources import File, Reader, is_cut_off, read_all
from gdl.platform.dataclass import dataclass
from gdl.source import Source, Span
from gdl.tree import syntax
from gdl.tree.words import FILES, HEADINGS, LANGUAGE, OLDER, PROTOCOLS

_DONE_WITH = (syntax.Option, syntax.Variant, syntax.Use, syntax.Wanted)


@dataclass(frozen=True)
class Resolved:
    """One game under one choice of options."""

    source: Source
    head: syntax.Game | None
    headings: dict[str, str]
    options: tuple[model.Option, ...]
    option_clauses: tuple[syntax.Option, ...]
    variants: dict[str, dict[str, Any]]
    clauses: tuple[syntax.Clause, ...]
    unchosen: tuple[syntax.Clause, ...]  # of `when` blocks whose condition does not hold
    conditions: tuple[syntax.Expr, ...]  # of `when` blocks and option domains: what uses an option early
    broken: frozenset[str]
    own: tuple[syntax.Clause, ...]  # of the file itself, not of those that it extends
    left_out: dict[str, Span]  # names of clauses of other files that are taken away, and where
    wanted: tuple[Demand, ...]  # what modules ask for
    used: dict[str, Span]  # the names of the modules' sources, and where they are used


def resolve(
    source: Source, read: Reader, settings: Mapping[str, Any], variant: str | None, reporter: Reporter
) -> Resolved:
    """`read(name, from_source, is_module)` gives the source of a file that another one extends or uses, or raises OSError."""
    broken: set[str] = set()
    files = read_all(source, read, broken, reporter)
    is_module = [f.is_module for f in files]
    _report_words_for_truths(files, reporter)
    modules.report_clashes(files, reporter)
    known = [[c for f in files[: i + 1] for c in merging.flat(f.clauses)] for i in range(len(files))]
    # what is changed is known only when the options are
    unchanged = [[c for c in f.clauses if not isinstance(c, syntax.Change)] for f in files]
    # where the clauses are missing that this file builds on, nothing is said about what it would change
    of_merging = Reporter() if is_cut_off(files) else reporter
    everything = merging.merge(unchanged, known, is_module, of_merging)
    option_clauses = [c for c in merging.flat(everything) if isinstance(c, syntax.Option)]
    left_out = merging.left_out([f.clauses for f in files], everything)
    variants = [c for c in everything if isinstance(c, syntax.Variant)]
    players = next((c for c in everything if isinstance(c, syntax.Players)), None)
    player_counts = players.allowed if players else ()
    decided, named, symbols = options.decide(
        option_clauses, variants, player_counts, settings, variant, frozenset(left_out) | broken, reporter
    )
    values = {o.name: options.chosen(o) for o in decided}
    # their values are wrong, and that is said
    broken |= {c.name.name for c in option_clauses} - values.keys()
    conditions = [e for o in option_clauses for e in (o.default, *o.values, *((o.by,) if o.by else ()))]
    kept: list[list[syntax.Clause]] = []
    unchosen: list[syntax.Clause] = []
    for file in files:
        chosen: list[syntax.Clause] = []
        _choose(file.clauses, values, symbols, chosen, unchosen, conditions, broken, reporter)
        kept.append(chosen)
    before = len(of_merging.found)
    merged = merging.merge(kept, known, is_module, of_merging)
    # what could not be changed is not known
    broken |= {d.span.text for d in of_merging.found[before:] if d.code == "unknown-name"}
    clauses = [c for c in map(merging.without_names(left_out), merged) if c is not None]
    broken |= report_lost_kinds(files, clauses, reporter)
    report_lost_turns(files, clauses, reporter)
    wanted = modules.wanted(files)
    clauses = modules.with_names_of_kinds(clauses, wanted)
    broken |= modules.report_missing(clauses, wanted, broken, reporter)
    return Resolved(
        source,
        files[-1].head if files else None,
        _headings(files, reporter),
        decided,
        tuple(option_clauses),
        named,
        tuple(c for c in clauses if not isinstance(c, _DONE_WITH)),
        tuple(unchosen),
        tuple(conditions),
        frozenset(broken),
        tuple(kept[-1]),
        left_out,
        tuple(wanted),
        {f.source.name: f.use for f in files if f.use is not None},
    )


def _report_words_for_truths(files: Sequence[File], reporter: Reporter) -> None:
    """Reports an option that is fixed to a word, and is true or false in the file that is extended."""
    clauses = [c for f in files for c in merging.flat(f.clauses) if isinstance(c, syntax.Option)]
    names = {c.name.name for c in clauses}
    truths: dict[str, syntax.Option] = {}
    for clause in clauses:
        value = clause.default
        if isinstance(value, syntax.Bool):
            truths.setdefault(clause.name.name, clause)
        elif clause.name.name in truths and isinstance(value, syntax.Name) and value.name not in names:
            reporter.report(
                "option-value",
                value.span,
                f"`{clause.name.name}` is true or false, and `{value.name}` is a word",
                "a word",
                others=[(truths[clause.name.name].span, "declared here")],
                help=f"write `option {clause.name.name} = false{' only' * clause.is_only}`, or `true`",
            )


def _headings(files: Sequence[File], reporter: Reporter) -> dict[str, str]:
    """The headings of all files; of those with the same name the last one holds. What other programs call a game, they call no game
    that extends it."""
    found: dict[str, str] = {}
    for file in files:
        if file.head is not None:
            found = {name: value for name, value in found.items() if name not in ("also", *PROTOCOLS, *FILES)}
            found.update({h.key.name: h.value for h in file.head.headings})
            _check_headings(file.head, reporter)
    return found


def _check_headings(head: syntax.Game, reporter: Reporter) -> None:
    for heading in head.headings:
        if heading.key.name not in HEADINGS:
            meant = closest(heading.key.name, HEADINGS)
            reporter.report(
                "unknown-heading",
                heading.key.span,
                f"a game has no heading `{heading.key.name}`",
                "not a heading",
                help=f"did you mean `{meant}`?" if meant else "the headings are " + ", ".join(HEADINGS),
                fixes=[replacing(heading.key.span, meant, is_sure=is_slip(heading.key.name, meant))]
                if meant
                else (),
            )
        elif heading.key.name == "language" and heading.value not in (str(OLDER), str(LANGUAGE)):
            reporter.report(
                "unknown-language",
                heading.span,
                f"this program reads the languages {OLDER} and {LANGUAGE}, and not language {heading.value}",
                "another version",
                help="`gdl fmt --upgrade` brings a file of language 1 up",
            )


def _report_no_option(
    unknown: options.Unknown,
    condition: syntax.Expr,
    values: Mapping[str, Any],
    unread: Set[str],
    reporter: Reporter,
) -> None:
    """Reports a condition of a block that more than options decide. `unread`: words of clauses that could not be read."""
    if unknown.name in unread or (unknown.name and reporter.has_said("not-static", unknown.node.span.text)):
        return
    declared = f"an option is declared so: `option {unknown.name} = false`"
    reporter.report(
        "not-static",
        unknown.node.span,
        f"`{unknown.name}` is not an option" if unknown.name else "this is not known before the game begins",
        "a block depends on options only",
        help=(unknown.name and near(unknown.name, values))
        or (declared if unknown.name and unknown.name not in BY_NAME else "")
        or ("an option is compared with `=` or `!=`" if isinstance(condition, syntax.Is) else "")
        or "put a condition on the state of play into `where`",
    )


def _choose(
    clauses: Sequence[syntax.Clause],
    values: Mapping[str, Any],
    symbols: frozenset[str],
    chosen: list[syntax.Clause],
    unchosen: list[syntax.Clause],
    conditions: list[syntax.Expr],
    unread: Set[str],
    reporter: Reporter,
) -> None:
    for clause in clauses:
        if not isinstance(clause, syntax.When):
            chosen.append(clause)
            continue
        conditions.append(clause.condition)
        try:
            holds = options.evaluate(clause.condition, values, symbols)
        except options.Unknown as unknown:
            _report_no_option(unknown, clause.condition, values, unread, reporter)
            # both ways of one that is no option do not hold at once
            holds = not (isinstance(clause.condition, syntax.Unary) and unknown.name)
        inner = list(clause.clauses)
        if holds:
            _choose(inner, values, symbols, chosen, unchosen, conditions, unread, reporter)
        else:
            unchosen.extend(merging.flat(inner))


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
