"""A file without modules: `expanded(source, read)` writes what it uses out.

The clauses of the modules stand behind the head, with their comments. Those that the file itself writes anew are left out,
and the kinds that it gives stand in place of the names by which a module asks for them. The rules are the same.
"""

import re
from collections.abc import Iterator, Mapping

from gdl.diagnostics.values import Reporter
from gdl.files import merging, modules
from gdl.files.sources import File, Reader, read_all
from gdl.source import Source
from gdl.text.layout import blank_comments, chunks
from gdl.tree import syntax

_CODE = re.compile(r'"[^"\n]*"|--[^\n]*|[A-Za-z_]\w*')


def expanded(source: Source, read: Reader, reporter: Reporter) -> str:
    """The text of a file with the clauses of its modules in place of `use`. Unchanged if it cannot be read."""
    files = read_all(source, read, set(), reporter)
    used = [f for f in files if f.use is not None and f.use.source == source]
    own = files[-1]
    if not any(isinstance(c, syntax.Use) for c in own.clauses) or reporter.has_errors:
        return source.text
    given = modules.given_kinds(own.clauses, modules.wanted(used))
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
