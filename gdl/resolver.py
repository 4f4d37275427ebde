"""From trees to one flat list of clauses: files that extend others, options, variants and `when` blocks.

`resolve` reads the files that a game extends, decides its options, and leaves the clauses that hold under them. A
clause of an extending file replaces the clause with the same name, or of the same sort where a game has only one.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gdl import merging, model, options, syntax
from gdl.diagnostics import Reporter, near
from gdl.limits import MAX_EXTENSIONS
from gdl.parser import parse
from gdl.source import Source, Span

Reader = Callable[[str, Source], Source]
HEADINGS = ("author", "year", "source", "notes", "rules", "version", "license", "link")


class MissingFileError(FileNotFoundError):
    """A file that a name should have meant; `known` are the names of bundled games."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        super().__init__(name)
        self.known = known


@dataclass(frozen=True)
class Resolved:
    """One game under one choice of options."""

    source: Source
    head: syntax.Game | None
    headings: dict[str, str]
    options: tuple[model.Option, ...]
    variants: dict[str, dict[str, Any]]
    clauses: tuple[syntax.Clause, ...]
    unchosen: tuple[syntax.Clause, ...]  # of `when` blocks whose condition does not hold
    conditions: tuple[syntax.Expr, ...]  # of `when` blocks and option domains: what uses an option early
    broken: frozenset[str]
    own: tuple[syntax.Clause, ...]  # of the file itself, not of those that it extends
    left_out: dict[str, Span]  # names of clauses of other files that are taken away, and where


@dataclass
class _File:
    head: syntax.Game | None
    clauses: list[syntax.Clause]


def resolve(
    source: Source, read: Reader, settings: Mapping[str, Any], variant: str | None, reporter: Reporter
) -> Resolved:
    """`read(name, from_source)` gives the source of a file that another one extends, or raises OSError."""
    broken: set[str] = set()
    files = _read_all(source, read, broken, reporter)
    head = files[-1].head if files else None
    headings: dict[str, str] = {}
    for file in files:
        if file.head is not None:
            headings.update({h.key.name: h.value for h in file.head.headings})
            _check_headings(file.head, reporter)
    known = [[c for f in files[: i + 1] for c in merging.flat(f.clauses)] for i in range(len(files))]
    # what is changed is known only when the options are
    unchanged = [[c for c in f.clauses if not isinstance(c, syntax.Change)] for f in files]
    everything = merging.merge(unchanged, known, reporter)
    option_clauses = [c for c in merging.flat(everything) if isinstance(c, syntax.Option)]
    left_out = merging.left_out([f.clauses for f in files], everything)
    variants = [c for c in everything if isinstance(c, syntax.Variant)]
    players = next((c for c in everything if isinstance(c, syntax.Players)), None)
    span = (
        (players.least, players.most)
        if players and players.least is not None and players.most is not None
        else None
    )
    decided, named, symbols = options.decide(
        option_clauses, variants, span, settings, variant, frozenset(left_out), reporter
    )
    values = {o.name: options.chosen(o) for o in decided}
    broken |= {
        c.name.name for c in option_clauses
    } - values.keys()  # their values are wrong, and that is said
    conditions: list[syntax.Expr] = [
        e for o in option_clauses for e in (o.default, *o.values, *((o.by,) if o.by else ()))
    ]
    kept: list[list[syntax.Clause]] = []
    unchosen: list[syntax.Clause] = []
    for file in files:
        chosen: list[syntax.Clause] = []
        _choose(file.clauses, values, symbols, chosen, unchosen, conditions, reporter)
        kept.append(chosen)
    merged = merging.merge(kept, known, reporter)
    clauses = [c for c in map(merging.without_names(left_out), merged) if c is not None]
    return Resolved(
        source,
        head,
        headings,
        decided,
        named,
        tuple(c for c in clauses if not isinstance(c, syntax.Option | syntax.Variant)),
        tuple(unchosen),
        tuple(conditions),
        frozenset(broken),
        tuple(kept[-1]),
        left_out,
    )


def _words(source: Source) -> set[str]:
    """What nothing more is said about where the clauses that this file builds on are missing."""
    return {"players", "board", "turn", *re.findall(r"[A-Za-z_]\w*", source.text)}


def _cause(error: Exception) -> str:
    if isinstance(error, FileNotFoundError):
        return "there is no such file"
    return "it is not UTF-8 text" if isinstance(error, UnicodeError) else str(error)


def _check_headings(head: syntax.Game, reporter: Reporter) -> None:
    for heading in head.headings:
        if heading.key.name not in HEADINGS:
            reporter.report(
                "unknown-heading",
                heading.key.span,
                f"a game has no heading `{heading.key.name}`",
                "not a heading",
                help=near(heading.key.name, HEADINGS) or "the headings are " + ", ".join(HEADINGS),
            )


def _read_all(source: Source, read: Reader, broken: set[str], reporter: Reporter) -> list[_File]:
    """The file and those it extends, the most basic one first."""
    files: list[_File] = []
    seen: list[str] = []
    current = source
    while True:
        seen.append(current.name)
        parsed = parse(current, reporter)
        broken.update(parsed.broken)
        heads = [c for c in parsed.tree.clauses if isinstance(c, syntax.Game)]
        for extra in heads[1:]:
            reporter.report(
                "duplicate-clause",
                extra.span,
                "a file describes one game",
                "a second `game`",
                others=[(heads[0].span, "the first one")],
            )
        head = heads[0] if heads else None
        files.insert(0, _File(head, [c for c in parsed.tree.clauses if not isinstance(c, syntax.Game)]))
        if head is None or head.extends is None or head.extends_span is None:
            return files
        place = Span(head.extends_span.source, head.extends_span.start, head.extends_span.end)
        try:
            following = read(head.extends, current)
        except (OSError, ValueError) as error:
            reporter.report(
                "unreadable-file",
                place,
                f"the file `{head.extends}` cannot be read: {_cause(error)}",
                "extended here",
                help=(isinstance(error, MissingFileError) and near(head.extends, error.known))
                or "the name is relative to this file; a bundled game goes by its bare name",
            )
            broken.update(_words(current))
            return files
        if following.name in seen or len(seen) > MAX_EXTENSIONS:
            reporter.report(
                "circular-extension",
                place,
                f"`{following.name}` extends itself: " + " -> ".join([*seen, following.name]),
                "goes round in a circle",
            )
            broken.update(_words(current))
            return files
        current = following


def _choose(
    clauses: list[syntax.Clause],
    values: Mapping[str, Any],
    symbols: frozenset[str],
    chosen: list[syntax.Clause],
    unchosen: list[syntax.Clause],
    conditions: list[syntax.Expr],
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
            reporter.report(
                "not-static",
                unknown.node.span,
                f"`{unknown.name}` is not an option"
                if unknown.name
                else "this is not known before the game begins",
                "a block depends on options only",
                help=(unknown.name and near(unknown.name, values))
                or "put a condition on the state of play into `where`",
            )
            holds = True
        inner = list(clause.clauses)
        if holds:
            _choose(inner, values, symbols, chosen, unchosen, conditions, reporter)
        else:
            unchosen.extend(merging.flat(inner))
