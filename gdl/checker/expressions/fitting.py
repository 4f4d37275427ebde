"""What there is in a game of a type that is wanted: told where a name means nothing, or has another type.

Of words of an enumeration, kinds and players all are told. Of other types what is declared, and what a clause introduces.
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from gdl import model, syntax
from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.expressions.alike import likeness, of_type_here
from gdl.checker.expressions.conversions import convert
from gdl.diagnostics import MANY, Reporter
from gdl.sites import known_sites
from gdl.source import Span
from gdl.types import NUMBER, PIECE, PLAYER, SITE, Type, fits

_FEW = 5  # names that are worth telling
_SEVERAL = 6  # arguments of which all ways are tried


def there_is(name: str, wanted: Type | None, context: Context) -> str:
    """The help for a name that means nothing: what there is of the type that is wanted; "" if there is nothing to tell."""
    if wanted is None or wanted.base == "any":
        return ""
    one = wanted.element or wanted
    names = context.names
    listed = {
        "kind": ("kinds", list(names.kinds)),
        "player": ("players", [p.name for p in names.players]),
        "symbol": ("words", list(one.symbols)),
        "direction": ("directions", [d.name for d in names.board.directions] if names.board else []),
    }
    of_type = sorted(dict.fromkeys(of_type_here(wanted, context)), key=lambda n: -likeness(name, n))[:_FEW]
    parts = [f"of this type here: {_quoted(of_type)}"] if of_type else []
    if one.base == "kind" and len(names.kinds) == 1:
        parts.append(f"the only kind is `{next(iter(names.kinds))}`")
    elif one.base in listed and (of := listed[one.base])[1] and len(of[1]) <= MANY:
        parts.append(f"the {of[0]} are {', '.join(of[1])}")
        if one.base == "direction" and "way1" in of[1]:
            parts.append("`way1` leads along the track as it is written, `back1` the other way")
    board = names.board
    if (
        one.base == "site"
        and board is not None
        and board.cells
        and not names.is_board_guessed
        and not board.is_growing
    ):
        parts.append(known_sites(board))
    return "; ".join(parts)


def at_hand(
    wanted: Sequence[Type], span: Span, context: Context, given: frozenset[str] = frozenset()
) -> tuple[str, ...]:
    """For each type a name that has it, of those that stand in the line of a place or are introduced there; () where one is missing.
    What the line speaks of is likelier than the mover, and that is likelier than what it does not speak of. `given`: names that are
    given already."""
    line = span.source.line(span.line)
    spoken = re.findall(r"[A-Za-z_]\w*(?!\w*(?:\(| *:=))", line)
    found: list[str] = []
    for kind in wanted:
        types = (SITE, PIECE) if kind.required == SITE else (kind,)  # a piece is taken as its site
        named = [n for t in types for n in sorted(set(of_type_here(t, context)))]
        known = [name for name in named if name not in found and name not in given]
        if kind.required == PLAYER:
            known += [
                n
                for n in ("mover", *(p.name for p in context.names.players))
                if n not in found and n not in given
            ]
        here = [n for n in spoken if n in known]
        local = [n for n in known if context.find(n) is not None]
        best = next(iter((*here, *(n for n in known if n == "mover"), *local)), "")
        if not best:
            return ()
        found.append(best)
    return tuple(found)


def completed(
    wanted: Sequence[Type], given: Sequence[model.Expr], span: Span, context: Context
) -> tuple[str, ...]:
    """The arguments of a call that is given too few or too many: those given, where their types fit, and what is at hand for the
    others; () where nothing is, or where it is not plain which places they take. Where all places are of one type, only what is
    introduced here goes beside them."""
    ways = _ways(wanted, given, context)
    is_plain = len(ways) == 1 or (len(ways) > 1 and ways[0][0] < ways[1][0])
    is_of_one_type = len({kind.required for kind in wanted}) == 1
    if not ways or not (is_plain or (is_of_one_type and len(given) < len(wanted))):
        return ()
    texts = {place: expr.span.in_one_line for place, expr in ways[0][1]}
    names = set(re.findall(r"\w+", " ".join(texts.values())))
    for i in (i for i in range(len(wanted)) if i not in texts):
        texts[i] = _beside(wanted[i], names, context)
        if not texts[i] or not (is_plain or context.find(texts[i]) is not None):
            return ()
        names.add(texts[i])
    return tuple(texts[i] for i in range(len(wanted)))


def _beside(wanted: Type, given: set[str], context: Context) -> str:
    """The one name that has a type and may go beside those that are given: what is introduced last, or, where nothing else is a
    player, the mover; "" where several may be meant."""
    types = (SITE, PIECE) if wanted.required == SITE else (wanted.required,)
    named = dict.fromkeys(name for kind in types for name in of_type_here(kind, context))
    known = [name for name in named if name not in given and "(" not in name]
    local = sorted((n for n in known if context.find(n) is not None), key=context.scope.depth, reverse=True)
    local = [name for name in local if name != "it"] or local
    if other := next((b for a, b in (("from", "to"), ("to", "from")) if a in given and b in local), ""):
        return other
    if len(local) > 1 and context.scope.depth(local[0]) == context.scope.depth(local[1]):
        return ""
    if local:
        return local[0]
    known += ["mover"] if wanted.required == PLAYER and "mover" not in given else []
    return known[0] if len(known) == 1 and wanted.required != NUMBER else ""


_Way = tuple[
    int, list[tuple[int, model.Expr]]
]  # how many are of another type, and which place each of them takes


def _ways(wanted: Sequence[Type], given: Sequence[model.Expr], context: Context) -> list[_Way]:
    """The ways in which arguments fit, in their order: first those in which each has the very type that is wanted."""
    few = min(len(wanted), len(given))
    if max(len(wanted), len(given)) > _SEVERAL:
        return []
    pairs = (
        list(zip(places, kept, strict=True))
        for places in combinations(range(len(wanted)), few)
        for kept in combinations(given, few)
    )
    fitting = (way for way in pairs if all(convert(e, wanted[i], context) is not None for i, e in way))
    ways = [(sum(not _is_taken(e.type, wanted[i]) for i, e in way), way) for way in fitting]
    return sorted(ways, key=lambda way: way[0])


def _is_taken(given: Type, wanted: Type) -> bool:
    """Whether a value is given where another type is wanted as often as one of that type: a piece is, as its site."""
    return fits(given, wanted) or (given.base == "piece" and wanted.base == "site")


def call_form(
    name: str,
    parameters: Sequence[tuple[str, Type]],
    given: Sequence[model.Expr],
    span: Span,
    context: Context,
) -> str:
    """The help for something that is given too few or too many arguments: how it is asked, and what may be written here."""
    types = [kind for _, kind in parameters]
    here = completed(types, given, span, context) if given else at_hand(types, span, context)
    return forms.call_form(name, [(parameter, str(kind)) for parameter, kind in parameters], here)


def silent(nodes: Sequence[syntax.Expr], context: Context) -> list[model.Expr]:
    """The typed forms of arguments that have no place of their own, and in which nothing is reported.

    Within such arguments no others are looked at: the time would double with each that holds another one.
    """
    if not context.reporter.is_heard:
        return [forms.wrong(node.span) for node in nodes]
    unheard = replace(context, reporter=Reporter(is_heard=False))
    return [unheard.expression(node) for node in nodes]


def _quoted(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)
