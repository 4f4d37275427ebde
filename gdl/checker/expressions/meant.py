"""What an unknown name may be meant as: what is introduced or declared, fits here, and is read nowhere.

Whoever writes `sum(value(c) for card in S)` has introduced `card` and not read it: that is likelier than any name that looks
alike. Whether nothing reads a name is asked of the text, since the rules behind this place are not checked yet.
"""

import re
from collections.abc import Iterable, Iterator

from gdl import model
from gdl.checker.context import Context
from gdl.checker.expressions.words import clause_of, count
from gdl.diagnostics import near
from gdl.source import Span
from gdl.types import BOOL, NUMBER, PIECE, PLAYER, SITE, Type, set_of

Found = tuple[str, list[tuple[Span, str]]]  # a help, and the places that it speaks of
NOBODY: Found = ("", [])


def introduced(name: str, span: Span, wanted: Type | None, context: Context) -> Found:
    """The help for an unknown name within a clause that introduces another one and does not read it."""
    clause = clause_of(span)
    local = {name: context.find(name) for name in context.scope.visible()}
    fit = [
        (other, found.span)
        for other, found in local.items()
        if found is not None
        and found.span.source is span.source
        and re.search(rf"\b{re.escape(other)}\b", found.span.text)  # and not of every move, such as `piece`
        and len(re.findall(rf"\b{re.escape(other)}\b", clause)) == 1
        and _fits(found.type, wanted)
    ]
    return _told(name, fit, "introduced here, and nothing reads it")


def unread(span: Span, wanted: Iterable[Type], context: Context) -> Found:
    """The help for a name of another type than those that are wanted, within a clause that goes through a set, chooses from it or has
    parameters, and does not read what it has from there."""
    name = span.text
    if re.fullmatch(r"[A-Za-z_]\w*", name) is None:
        return NOBODY
    for kind in wanted:
        help, others = introduced(name, span, kind, context)
        if help and re.search(rf"\b{help.split('`')[1]}(?:\s+in\b|\s*:)", clause_of(span)):
            return help, others
    return NOBODY


def declared(name: str, span: Span, wanted: Type | None, context: Context) -> Found:
    """The help for an unknown name in a file that declares another one and does not use it."""
    types = dict(_values(context))
    fit = [other for other in _unused(span, types, context) if _fits(types[other], wanted)]
    return _told(name, [(n, context.names.declared[n]) for n in fit], "declared here, and nothing uses it")


def asked(name: str, span: Span, arguments: int, context: Context) -> Found:
    """The help for an unknown name with brackets in a file that declares another one that takes as much, and does not use it."""
    names = context.names
    taken = {
        **{n: len(d.parameters) for n, d in names.definitions.items()},
        **{f.declared: len(names.holders_of(f)) for f in names.fields.values()},
        **{n: 1 + bool(c.by) for n, c in names.columns.items()},
        **{n: 1 for n, p in names.pools.items() if p.holder == "player"},
    }
    fit = [n for n in _unused(span, taken, context) if taken[n] == arguments > 0]
    return _told(name, [(n, names.declared[n]) for n in fit], "declared here, and nothing uses it")


def _told(name: str, fit: list[tuple[str, Span]], label: str) -> Found:
    if name.isupper() and len(name) > 1:
        return NOBODY  # `VALUE` stands in a form that a help quotes
    places = dict(fit)
    help = near(name, places) if len(fit) > 1 else f"did you mean `{fit[0][0]}`?" if fit else ""
    return (help, [(places[help.split("`")[1]], label)]) if help else NOBODY


def _values(context: Context) -> Iterator[tuple[str, Type]]:
    """What is declared and stands without brackets, with its type."""
    names = context.names
    for name, option in names.options.items():
        if name != "players" and not option.symbols:
            yield name, BOOL if isinstance(option.value, bool) else NUMBER
    for name, field in names.fields.items():
        if field.holder == "game":
            yield name, field.type
    for name, pool in names.pools.items():
        if pool.holder == "game":
            yield name, set_of(PIECE)
    for name, definition in names.definitions.items():
        if not definition.parameters or _is_test(definition):
            yield name, definition.body.type


def _is_test(definition: model.Definition) -> bool:
    """Whether a definition may stand behind `is`, or as a step of a path."""
    kinds = [kind for _, _, kind in definition.parameters]
    return definition.body.type == BOOL and kinds in ([SITE], [PIECE])


def _unused(span: Span, names: Iterable[str], context: Context) -> Iterator[str]:
    """Those names that are declared in the file of a place, and stand nowhere else in it."""
    places = context.names.declared
    for name in names:
        place = places.get(name)
        if place is not None and place.source is span.source and count(name, span.source) == 1:
            yield name


_ALSO = {SITE: (SITE, PIECE), PIECE: (PIECE, SITE), PLAYER: (PLAYER,)}  # as what a value is taken, too


def _fits(given: Type, wanted: Type | None) -> bool:
    if wanted is None or "any" in (wanted.base, given.base):
        return True
    one = (given.element or given).required
    return (wanted.element or wanted).required in _ALSO.get(one, (one,))
