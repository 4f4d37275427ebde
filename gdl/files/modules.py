"""Modules: files of clauses that several games use. They have no head and no players, board or turn of their own.

What a module asks of its users it declares without a value: `let royal: kind`. A name of a kind that a user gives, such as
`let royal = king`, stands for that kind everywhere. By itself a module is checked in a small game made for it (`frame`).

`expanded(source, read)` writes a file without modules: their clauses stand behind the head, with their comments. Those that the file
itself writes anew are left out, and the kinds that it gives stand in place of the names by which a module asks for them.
"""

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace

from gdl.core.visit import nodes, rewritten
from gdl.diagnostics.values import Reporter
from gdl.files import merging
from gdl.files.sources import File, Reader, read_all
from gdl.platform.dataclass import dataclass
from gdl.source import Source, Span
from gdl.text.layout import blank_comments, chunks
from gdl.tree import syntax

_ALIEN = (syntax.Players, syntax.Board, syntax.Turn, syntax.Variant, syntax.Limit, syntax.Without)
_SAMPLES = {
    "kind": "sample", "kinds": "{sample}", "number": "1", "numbers": "{1, 2}", "bool": "moves > 5", "site": "a1",
    "sites": "sites", "player": "mover", "players": "players", "direction": "north", "directions": "any",
    "piece": "first(pieces)", "pieces": "pieces",
}  # fmt: skip
_FRAME = """players First facing north, Second facing south
board square 8 x 8
kinds sample
setup
  place sample of First on a1
  place sample of Second on h8
action rest_
  where moves < 1000
position same_: pieces
"""


@dataclass(frozen=True, slots=True)
class Demand:
    """What a module asks for, and where the module is used."""

    clause: syntax.Wanted
    use: Span


def is_module(clauses: Sequence[syntax.Clause]) -> bool:
    """Whether a file with these clauses is a module and no game: one with a set-up is, if it asks for something."""
    clauses = list(merging.flat(clauses))
    lacking = (syntax.Game, syntax.Players, syntax.Board, syntax.Turn, syntax.Kinds)
    asks = any(isinstance(c, syntax.Wanted) for c in clauses)
    if not asks and any(isinstance(c, syntax.Setup) for c in clauses):
        return False
    sorts = (
        syntax.Let,
        syntax.Wanted,
        syntax.Routine,
        syntax.Action,
        syntax.Require,
        syntax.Settle,
        syntax.End,
    )
    return not any(isinstance(c, lacking) for c in clauses) and any(isinstance(c, sorts) for c in clauses)


def frame(source: Source, clauses: Sequence[syntax.Clause], used: Sequence[syntax.Clause]) -> Source:
    """A game that uses a module and gives it what it asks for, so that the module can be checked.

    `used`: the clauses of the modules that it uses, which may ask for something that it leaves to its own users.
    """
    given = {c.name.name for c in (*clauses, *used) if isinstance(c, syntax.Let)}
    asked = {c.name.name: c for c in (*used, *clauses) if isinstance(c, syntax.Wanted)}
    lets = [_sample(c) for name, c in asked.items() if name not in given]
    made = [c.name.name for c in clauses if isinstance(c, syntax.Action) and c.form != "choice"]
    turn = f"turn: {' or '.join([*made, 'rest_'])}\n"
    return Source(f"{source.name} by itself", f'use "{source.name}"\n{_FRAME}{"".join(lets)}{turn}')


def _sample(clause: syntax.Wanted) -> str:
    parameters = ", ".join(f"{p.name.name}: {p.type.name}" for p in clause.parameters)
    value = _SAMPLES.get(clause.type.name, "0")
    return f"let {clause.name.name}{f'({parameters})' if parameters else ''} = {value}\n"


def wanted(files: Sequence[File]) -> list[Demand]:
    """What the modules of a game ask for."""
    return [
        Demand(c, f.use)
        for f in files
        if f.use is not None
        for c in f.clauses
        if isinstance(c, syntax.Wanted)
    ]


def given_kinds(clauses: Sequence[syntax.Clause], demands: Sequence[Demand]) -> dict[str, str]:
    """The kinds that clauses give to modules: the name by which a module asks, and that of the kind."""
    asked = {d.clause.name.name for d in demands if d.clause.type.name == "kind" and not d.clause.parameters}
    return {
        c.name.name: c.value.name
        for c in clauses
        if isinstance(c, syntax.Let) and c.name.name in asked and isinstance(c.value, syntax.Name)
    }


def with_names_of_kinds(clauses: Sequence[syntax.Clause], demands: Sequence[Demand]) -> list[syntax.Clause]:
    """The clauses with the kinds that are given to modules in place of the names by which they ask for them."""
    given = given_kinds(clauses, demands)
    if not given:
        return list(clauses)

    def renamed(node: object) -> object:
        if isinstance(node, syntax.Name | syntax.Ident) and node.name in given:
            return replace(node, name=given[node.name])
        return rewritten(node, renamed)

    kept = [c for c in clauses if not (isinstance(c, syntax.Let) and c.name.name in given)]
    made: tuple[syntax.Clause, ...] = rewritten(tuple(kept), renamed)
    return list(made)


def _values_given(clauses: Sequence[syntax.Clause]) -> set[str]:
    """The names of columns, kinds, fields and pools."""
    tables = [k for k in clauses if isinstance(k, syntax.Kinds)]
    columns = {c.name.name for k in tables for c in k.columns}  # of a list without rows they are the kinds
    columns |= {a.column.name.name for k in tables for a in k.axes}
    columns |= {c.name.name for k in tables for c in k.computed}
    rows = {r.name.name for k in tables for r in k.rows or ()}
    return columns | rows | {c.name.name for c in clauses if isinstance(c, syntax.Field | syntax.Pool)}


def report_missing(
    clauses: Sequence[syntax.Clause], demands: Sequence[Demand], unread: Set[str], reporter: Reporter
) -> set[str]:
    """Reports what a module asks for and nobody gives, and returns the names. A column, a field, a pool or a kind of that name will do,
    and nothing is needed that only replaced or left out clauses read.

    `unread`: words of clauses that could not be read.
    """
    given = _values_given(clauses)
    left = {c.name.name for c in clauses if isinstance(c, syntax.Wanted)}
    missing: set[str] = set()
    read = _read(clauses)
    for demand in demands:
        name = demand.clause.name.name
        if name in (left - given) & read:
            if name in unread | missing:
                continue  # what it is to be could not be read, or another module asks for it: that is said
            missing.add(name)
            form = demand.clause.span.text.removeprefix("let ").rpartition(":")[0].strip()
            _report(
                demand.use,
                f"this module asks for `{name}`, and nothing here defines it",
                demand.clause.span,
                "asked for here",
                f"write `let {form} = ...`",
                reporter,
            )
    return missing


def _read(clauses: Sequence[syntax.Clause]) -> set[str]:
    """The names that clauses mention, also in their texts."""
    found: set[str] = set()
    for node in nodes(tuple(c for c in clauses if not isinstance(c, syntax.Wanted))):
        match node:
            case syntax.Name() | syntax.Ident():
                found.add(node.name)
            case syntax.Text():
                found.update(re.findall(r"[A-Za-z_]\w*", node.value))
    return found


def report_clashes(files: Sequence[File], reporter: Reporter) -> None:
    """Reports names that two modules give a meaning, and clauses that no module has."""
    given: dict[tuple[str, ...], tuple[syntax.Clause, Span]] = {}
    for file in files:
        if file.use is None:
            given = {}
            continue
        for clause in merging.flat(file.clauses):
            if isinstance(clause, _ALIEN):
                word = clause.span.text.split()[0].rstrip(":")
                _report(file.use, f"a module has no `{word}`", clause.span, "written here", "", reporter)
        for clause, key in _named(file):
            if key in given and given[key][0].span.source != clause.span.source:
                first, use = given[key]
                _report(
                    file.use,
                    f"two modules define `{key[-1]}`",
                    first.span,
                    f"the other one, of `{use.text.strip(chr(34))}`",
                    "use one of them only, or write one of them anew under another name",
                    reporter,
                )
            given.setdefault(key, (clause, file.use))


def _named(file: File) -> Iterator[tuple[syntax.Clause, tuple[str, ...]]]:
    """The clauses of a module that give a name a meaning, each with its key."""
    for clause in merging.flat(file.clauses):
        key = merging.key(clause)
        if key is not None and len(key) > 1 and not isinstance(clause, syntax.Wanted | syntax.Settle):
            yield clause, key


def _report(
    span: Span, message: str, other: Span, label: str, help: str, reporter: Reporter, here: str = "used here"
) -> None:
    reporter.report("bad-module", span, message, here, others=[(other, label)], help=help)


_CODE = re.compile(r'"[^"\n]*"|--[^\n]*|[A-Za-z_]\w*')


def expanded(source: Source, read: Reader, reporter: Reporter) -> str:
    """The text of a file with the clauses of its modules in place of `use`. Unchanged if it cannot be read."""
    files = read_all(source, read, set(), reporter)
    used = [f for f in files if f.use is not None and f.use.source == source]
    own = files[-1]
    if not any(isinstance(c, syntax.Use) for c in own.clauses) or reporter.has_errors:
        return source.text
    given = given_kinds(own.clauses, wanted(used))
    taken = {merging.key(c) for c in own.clauses} - {None}
    left_out = {n.name for c in own.clauses if isinstance(c, syntax.Without) for n in c.names}
    parts = [
        _renamed(text, given)
        for file in used
        for clause, text in _texts(file.source, file.clauses)
        if clause is None or not (_is_written_anew(clause, taken) or left_out & merging.names(clause))
    ]
    lines = "".join(parts).strip("\n")
    return _with(own, f"\n{lines}\n" if lines else "", given)


def _is_written_anew(clause: syntax.Clause, taken: set[tuple[str, ...] | None]) -> bool:
    key = merging.key(clause)
    is_named = key is not None and not isinstance(clause, merging.NAMELESS)
    return isinstance(clause, syntax.Wanted | syntax.Use) or (is_named and key in taken)


def _with(own: File, lines: str, given: Mapping[str, str]) -> str:
    """The file's own text, without `use` and with further lines behind its head."""
    made: list[str] = []
    is_written = False
    is_alone = own.head is None or own.head.extends is None
    gone = (
        (syntax.Use, syntax.Without) if is_alone else (syntax.Use,)
    )  # alone, it leaves out clauses of modules
    for clause, text in _texts(own.source, own.clauses if own.head is None else (own.head, *own.clauses)):
        is_given = isinstance(clause, syntax.Let) and clause.name.name in given
        if is_given or isinstance(clause, gone):
            text = "".join(f"{m[0]}\n" for m in re.finditer(r"^--.*", text, re.M))
        made.append(_renamed(text, given))
        if not is_written and (own.head is None or clause is own.head):
            made.append(lines)
            is_written = True
    return "".join(made)


def _texts(source: Source, clauses: tuple[syntax.Clause, ...]) -> Iterator[tuple[syntax.Clause | None, str]]:
    """The clauses of a text, each with the comments before it and behind it; what stands behind the last one by itself."""
    at = 0
    for chunk in chunks(blank_comments(source.text)):
        code = chunk.start + len(chunk.text.rstrip())
        end = source.text.find("\n", code)
        end = len(source.text) if end < 0 else end + 1
        clause = next(
            (c for c in clauses if chunk.start <= c.span.start < chunk.start + len(chunk.text)), None
        )
        yield clause, source.text[at:end]
        at = end
    yield None, source.text[at:]


def _renamed(text: str, given: Mapping[str, str]) -> str:
    """A text in which kinds stand in place of names, but in comments and in texts."""
    return _CODE.sub(lambda m: given.get(m[0], m[0]), text)
