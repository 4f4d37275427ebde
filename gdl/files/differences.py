"""What differs between the rules of two games, clause by clause, in words: `differences(a, b)`.

Compared is what holds under the options that are chosen: with what the files extend, and with the values of options in
place of their names. How the files are written does not matter, nor does their order where it has no meaning.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import TypeVar, get_args

from gdl.core import model
from gdl.core.arithmetic import plain_value
from gdl.core.visit import nodes, rewritten, same
from gdl.files import options
from gdl.files.resolver import Resolved
from gdl.platform.dataclass import dataclass
from gdl.source import Span
from gdl.text.layout import blank_comments
from gdl.tree import syntax
from gdl.tree.words import FallbackWord

T = TypeVar("T")
Values = Mapping[str, object]
Places = tuple[tuple[Span, ...], tuple[Span, ...]]
_FALLBACKS = frozenset(get_args(FallbackWord))


@dataclass(frozen=True, slots=True)
class Rules:
    """A game that can be compared: its clauses, and what the checker has made of them."""

    resolved: Resolved
    game: model.Game


@dataclass(frozen=True, slots=True)
class Difference:
    """One sentence about what differs, and the lines of which it consists: those of `a` alone, and those of `b` alone.

    `clauses` are the places of the clauses that it is about, in `a` and in `b`; `lines` those of the lines that differ.
    `is_rule`: it may change play by itself, as options, looks, notations and claims do not.
    """

    sentence: str
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    clauses: Places = field(default=((), ()), compare=False, repr=False)
    lines: Places = field(default=((), ()), compare=False, repr=False)
    is_rule: bool = field(default=True, compare=False)


@dataclass(frozen=True, slots=True)
class _Item:
    """A part of a clause: what it says, how it is written, and where. `word`: it is one of a list of names."""

    node: object
    text: str
    span: Span
    word: str = ""


@dataclass(frozen=True, slots=True)
class _Said:
    """What one clause says, or several of one sort together: what it is called, its lines, and where it stands."""

    name: str
    items: tuple[_Item, ...]
    spans: tuple[Span, ...]
    is_rule: bool


def differences(a: Rules, b: Rules) -> list[Difference]:
    """All differences, in the order of the clauses of `b`; what `b` lacks comes behind the rest of its sort."""
    return [*_options(a.game, b.game), *_clauses(_said(a), _said(b))]


# ---- options --------------------------------------------------------------------------------------------


def _options(a: model.Game, b: model.Game) -> Iterator[Difference]:
    before, after = ({o.name: o for o in g.options} for g in (a, b))
    for name, option in after.items():
        if name not in before:
            yield _of_option(f"The option `{name}` is new: it is {_value(option)}.", (), (option,))
            continue
        old = before[name]
        if _value(old) != _value(option):
            sentence = f"The option `{name}` is {_value(option)} instead of {_value(old)}."
            yield _of_option(sentence, (old,), (option,))
        if _values(old) != _values(option):
            yield Difference(
                f"The option `{name}` has other values.",
                (_listed(_values(old)),),
                (_listed(_values(option)),),
                is_rule=False,
            )
    yield from (
        _of_option(f"The option `{n}` is gone.", (o,), ()) for n, o in before.items() if n not in after
    )


def _of_option(sentence: str, a: tuple[model.Option, ...], b: tuple[model.Option, ...]) -> Difference:
    """What an option does to play shows in the clauses that use it, so the sentence about it is about no rule."""
    places = (tuple(o.span for o in a), tuple(o.span for o in b))
    return Difference(sentence, (), (), places, places, is_rule=False)


def _value(option: model.Option) -> str:
    return plain_value(options.chosen(option))


def _values(option: model.Option) -> list[str]:
    symbols = option.symbols
    return [symbols[v] if symbols and isinstance(v, int) else plain_value(v) for v in option.values]


def _listed(values: Sequence[str]) -> str:
    return ", ".join(values) if len(values) <= 8 else f"{values[0]}, {values[1]}, ..., {values[-1]}"


# ---- clauses ----------------------------------------------------------------------------------------------


def _clauses(before: Sequence[_Said], after: Sequence[_Said]) -> Iterator[Difference]:
    old, new = {s.name: s for s in before}, {s.name: s for s in after}
    for name, said in new.items():
        if name not in old:
            places: Places = ((), said.spans)
            yield Difference(
                f"{name} is new.", (), tuple(_lines(said.items)), places, places, is_rule=said.is_rule
            )
            continue
        yield from _changes(old[name], said)
    for name, said in old.items():
        if name not in new:
            places = (said.spans, ())
            yield Difference(
                f"{name} is gone.", tuple(_lines(said.items)), (), places, places, is_rule=said.is_rule
            )


def _lines(items: Sequence[_Item]) -> Iterator[str]:
    """All that a clause says, each list of names in one line."""
    for verb in dict.fromkeys(i.word for i in items if i.word):
        yield f"{verb} {', '.join(i.text for i in items if i.word == verb)}"
    yield from (i.text for i in items if not i.word)


def _changes(old: _Said, new: _Said) -> Iterator[Difference]:
    """The sentences about a clause that says something else: for each list of names one, and one for all the rest."""
    name, (gone, come) = new.name, _unlike(old.items, new.items)
    clauses = (old.spans, new.spans)
    for verb in dict.fromkeys(i.word for i in (*gone, *come) if i.word):
        parted = [[i for i in items if i.word == verb] for items in (gone, come)]
        less, more = (", ".join(i.text for i in items) for items in parted)
        parts = [f"no longer {verb} {less}"] * bool(less) + [f"also {verb} {more}"] * bool(more)
        sentence = f"{name} {' and '.join(parts)}."
        yield Difference(sentence, (), (), clauses, _places(*parted), is_rule=new.is_rule)
    others = [[i for i in items if not i.word] for items in (gone, come)]
    if any(others):
        before, after = (tuple(i.text for i in items) for items in others)
        sentence = f"{name} differs."
        yield Difference(sentence, before, after, clauses, _places(*others), is_rule=new.is_rule)


def _places(gone: Sequence[_Item], come: Sequence[_Item]) -> Places:
    return tuple(i.span for i in gone), tuple(i.span for i in come)


def _unlike(a: Sequence[_Item], b: Sequence[_Item]) -> tuple[list[_Item], list[_Item]]:
    """What stands in one sequence alone: in `a`, and in `b`, when as much as possible is common in its order."""
    lengths = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in reversed(range(len(a))):
        for j in reversed(range(len(b))):
            is_same = same(a[i].node, b[j].node)
            lengths[i][j] = (
                lengths[i + 1][j + 1] + 1 if is_same else max(lengths[i + 1][j], lengths[i][j + 1])
            )
    gone: list[_Item] = []
    come: list[_Item] = []
    i = j = 0
    while i < len(a) and j < len(b):
        if same(a[i].node, b[j].node):
            i, j = i + 1, j + 1
        elif lengths[i + 1][j] >= lengths[i][j + 1]:
            gone.append(a[i])
            i += 1
        else:
            come.append(b[j])
            j += 1
    return [*gone, *a[i:]], [*come, *b[j:]]


def _said(rules: Rules) -> list[_Said]:
    """What the clauses of a game say, those that belong together as one."""
    # `players` in a rule is the set of them, not how many there are
    values = {o.name: options.chosen(o) for o in rules.resolved.options if o.name != "players"}
    found: dict[str, list[_Item]] = {}
    spans: dict[str, list[Span]] = {}
    words: set[str] = set()  # of clauses that change no play
    for clause in rules.resolved.clauses:
        if isinstance(clause, syntax.Kinds):
            for name, items in _kinds(clause, rules.game, values):
                found.setdefault(name, []).extend(items)
                spans.setdefault(name, []).extend(i.span for i in items)
            continue
        name = _name(clause)
        found.setdefault(name, []).extend(_items(clause, values))
        spans.setdefault(name, []).append(clause.span)
        if isinstance(clause, _WORDS):
            words.add(name)
    return [_Said(name, tuple(items), tuple(spans[name]), name not in words) for name, items in found.items()]


_WORDS = (syntax.Looks, syntax.Style, syntax.Claim)


_NAMES: dict[type[syntax.Clause], str] = {
    syntax.Setup: "The set-up",
    syntax.Hide: "What is hidden",
    syntax.Known: "What is known",
    syntax.Skip: "Who is passed over",
    syntax.Require: "What is required",
    syntax.Prefer: "What is preferred",
    syntax.End: "How it ends",
    syntax.Looks: "How it looks",
    syntax.Style: "How moves are written",
    syntax.Players: "Who plays",
}


def _name(clause: syntax.Clause) -> str:
    """What a clause is called. Clauses with one name are compared together."""
    match clause:
        case syntax.Let():
            return f"The {'relation' if clause.is_relation else 'definition'} `{clause.name.name}`"
        case syntax.Action():
            return f"The {clause.form} `{clause.name.name}`"
        case syntax.Routine():
            return f"The effect `{clause.name.name}`"
        case syntax.WordType():
            return f"The type `{clause.name.name}`"
        case syntax.Field() | syntax.Pool() | syntax.Position():
            return f"The {type(clause).__name__.lower()} `{clause.name.name}`"
        case syntax.Turn():
            return f"The phase `{clause.phase.name}`" if clause.phase else "The turn"
        case syntax.Settle():
            after = ", ".join(n.name for n in clause.after)
            return f"What happens after {after}" if after else "What happens after every action"
        case syntax.Claim():
            return f'The claim "{clause.text}"'
        case _:
            return _NAMES.get(type(clause), f"The {type(clause).__name__.lower()}")


def _items(clause: syntax.Clause, values: Values) -> list[_Item]:
    """The lines of a clause."""
    match clause:
        case syntax.Action():
            kinds = [_Item(k.name, k.name, k.span, "belongs to") for k in clause.kinds]
            return [*kinds, *_each((*clause.parameters, *clause.parts, *clause.either), values)]
        case syntax.Turn():
            return [i for n, o in enumerate(clause.offers) for i in _offer(n, o, values)]
        case syntax.Routine():
            return _each((*clause.parameters, *clause.body), values)
        case syntax.Settle() | syntax.Setup():
            return _each(clause.body, values)
        case syntax.End():
            return _each(clause.endings, values)
        case syntax.Looks():
            return _each(clause.looks, values)
        case syntax.Style():
            named = clause.name or clause.text
            style = [_Item(named.span.text, f"notation {named.span.text}", named.span)] if named else []
            return [*style, *_each((*clause.letters, *clause.fens), values)]
        case syntax.Players():
            return _each(clause.players, values)
        case syntax.Let():
            return _each((*clause.parameters, clause.value), values)
        case _:
            return _each((clause,), values)


def _each(parts: Sequence[syntax.Node | syntax.Meant], values: Values) -> list[_Item]:
    return [_Item(_given(p, values), _text(p, values), p.span) for p in parts]


def _offer(number: int, offer: syntax.Offer, values: Values) -> list[_Item]:
    """A group of a turn: its actions, each by itself; a group with a condition or a result is one line."""
    names = tuple(n.name for n in offer.names)
    if offer.result is None and offer.condition is None and not set(names) <= _FALLBACKS:
        verb = "offers" if number == 0 else "offers, where that is not legal,"
        return [_Item((n.name, number), n.name, n.span, verb) for n in offer.names]
    text = " or ".join(names) if offer.result is None else _text(offer.result, values)
    if offer.condition is not None:
        text += f" if {_text(offer.condition, values)}"
    if offer.end_name is not None:
        text = f"{offer.end_name.span.text} {text}"
    parts = (names, _given((offer.result, offer.condition), values), offer.end_name and offer.end_name.value)
    return [_Item(parts, f"else {text}" if number else text, offer.span)]


# ---- tables of kinds ----------------------------------------------------------------------------------------


def _kinds(clause: syntax.Kinds, game: model.Game, values: Values) -> Iterator[tuple[str, list[_Item]]]:
    """The kinds of a clause, each with its cells."""
    if clause.axes:
        yield "What makes kinds", _each((clause,), values)
    elif clause.rows is None:
        for column in clause.columns:
            name = column.name.name
            yield f"The kind `{name}`", [_Item(name, name, column.span)]
    labels = _labels(clause, game)
    for row in clause.rows or ():
        cells: dict[str, syntax.Expr] = dict(zip(labels, row.cells, strict=False))
        for change in row.changes:
            cells |= zip(_labels(change, game), (c for r in change.rows or () for c in r.cells), strict=False)
        yield (
            f"The kind `{row.name.name}`",
            [
                _Item((label, _given(c, values)), f"{label}: {_text(c, values)}", c.span)
                for label, c in cells.items()
            ],
        )


def _labels(clause: syntax.Kinds, game: model.Game) -> list[str]:
    """What the cells of a row are called."""
    labels: list[str] = []
    for column in clause.columns:
        known = game.columns.get(column.name.name)
        if known is None or not known.by:
            labels.append(column.name.name)
            continue
        directions = game.board.directions
        words = known.words.symbols if known.words is not None else ()
        names = [
            directions[i].name if known.by == "direction" else words[i] if words else str(i)
            for i in known.index
        ]
        labels += [f"{column.name.name}({name})" for name in names]
    return labels


# ---- expressions with the values of options ------------------------------------------------------------------


def _given(part: T, values: Values) -> T:
    """A part of the tree with the values of options in place of their names, and what `or` joins in one order: it is a set."""

    def change(node: object) -> object:
        if isinstance(node, syntax.Name) and node.name in values:
            value = values[node.name]
            if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
                return syntax.Number(node.span, value)
            return syntax.Text(node.span, plain_value(value))
        made = rewritten(node, change)
        return _in_order(made) if isinstance(made, syntax.Binary) and made.operator == "or" else made

    wrapped: tuple[T] = rewritten((part,), change)
    return wrapped[0]


def _in_order(node: syntax.Binary) -> syntax.Expr:
    """What `or` joins, in the order of the texts."""
    parts: list[syntax.Expr] = []

    def gather(part: syntax.Expr) -> None:
        if isinstance(part, syntax.Binary) and part.operator == "or":
            gather(part.left)
            gather(part.right)
        else:
            parts.append(part)

    gather(node)
    made, *others = sorted(parts, key=lambda part: part.span.in_one_line)
    for other in others:
        made = syntax.Binary(node.span, "or", made, other)
    return made


def _text(node: syntax.Node | syntax.Meant, values: Values) -> str:
    """A part as it is written, without comments, and with the values of options in place of their names.

    A kind that is given to a module stands in place of the name by which the module asks for it.
    """
    if isinstance(node, syntax.Binary) and not (
        node.left.span.source == node.span.source and node.span.start <= node.left.span.start
    ):  # a definition that a change has added to
        return f"{_text(node.left, values)} {node.operator} {_text(node.right, values)}"
    source, start, end = node.span.source, node.span.start, node.span.end
    text = blank_comments(source.text)[start:end]
    names = [n for n in nodes(node) if isinstance(n, syntax.Name | syntax.Ident)]
    for name in sorted(names, key=lambda n: -n.span.start):
        is_option = isinstance(name, syntax.Name) and name.name in values
        written = plain_value(values[name.name]) if is_option else name.name
        old = name.span.text
        if (
            name.span.source == source
            and start <= name.span.start < end
            and old.isidentifier()
            and old != written
        ):
            at = name.span.start - start
            text = text[:at] + written + text[at + len(old) :]
    return _outdented(text, start - source.text.rfind("\n", 0, start) - 1)


def _outdented(text: str, column: int) -> str:
    """A text over several lines that begins in a column, as if it began in the first one."""
    first, *others = (line.rstrip() for line in text.split("\n"))
    lines = [first, *(line[min(column, len(line) - len(line.lstrip())) :] for line in others)]
    return "\n".join(line for line in lines if line)
