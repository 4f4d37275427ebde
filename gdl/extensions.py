"""What is said of a file that another one extends, so that the author of the extending file can do something about it.

The extended file is right by itself; what is wrong in it now is so because of what the other one replaces or leaves out.
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from gdl.diagnostics import Diagnostic, Label
from gdl.source import NOWHERE, Source, Span

_UNUSED = ("unused-definition", "unused-option", "unused-action", "never-read")


def retold(
    found: tuple[Diagnostic, ...], source: Source, left_out: Mapping[str, Span]
) -> tuple[Diagnostic, ...]:
    """The diagnostics of a game, told to the author of `source`.

    What is unused in an extended file is not mentioned: it does no harm there. Other warnings say whence they come,
    and a name that is left out is reported where it is left out.
    """
    told = [_told(d, source, left_out) for d in found if not (_is_elsewhere(d, source) and d.code in _UNUSED)]
    return tuple({(d.code, d.span, d.message): d for d in told}.values())


def _is_elsewhere(d: Diagnostic, source: Source) -> bool:
    return d.span is not NOWHERE and d.span.source.name != source.name


def _told(d: Diagnostic, source: Source, left_out: Mapping[str, Span]) -> Diagnostic:
    if not _is_elsewhere(d, source):
        return d
    word = d.span.text
    if not d.is_error or word not in left_out or not d.code.startswith(("unknown-", "not-static")):
        note = f"{Path(source.name).name} extends this file: what it replaces or leaves out may be the cause"
        return replace(d, notes=(*d.notes, note))
    there = Path(d.span.source.name).name
    return Diagnostic(
        d.code,
        f"`{word}` is left out here, but {there} still uses it",
        left_out[word],
        "left out here",
        (Label(d.span, "still used here"), *d.others),
        help=f"give it one value instead, such as `option {word} = false`, or leave out what uses it, too"
        if d.code == "not-static"
        else "write the clause that uses it anew in this file, or leave it out, too",
    )
