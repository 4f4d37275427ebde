"""Options and variants: from `option` and `variant` clauses and the user's settings to values.

Options are decided before anything else is resolved, because every other clause may depend on them. Their defaults,
domains and the conditions of `when` blocks are computed here, straight from the tree.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any, assert_never

from gdl.core import model, static
from gdl.core import nodes as core
from gdl.core.arithmetic import is_too_large, plain_value, read_number, whole
from gdl.core.types import ANY, BOOL, NUMBER, too_large
from gdl.core.world import TooLarge
from gdl.diagnostics.similar_names import near
from gdl.diagnostics.values import Reporter
from gdl.limits import MAX_OPTION_VALUES
from gdl.source import NOWHERE
from gdl.tree import syntax


class Unknown(Exception):  # noqa: N818 - carries the place up to the clause
    """A part that is not known at this stage, with the name in it, if any; or a number that is too large."""

    def __init__(self, node: syntax.Node, name: str = "", is_too_large: bool = False) -> None:
        self.node = node
        self.name = name
        self.is_too_large = is_too_large


NONE = "none"  # how an option without a value is written


def evaluate(expr: syntax.Expr, options: Mapping[str, Any], symbols: frozenset[str]) -> Any:
    """The value of an expression over options. Symbols are text. Raises Unknown."""
    meaning = _Meaning(options, symbols)
    made = meaning.of(expr)
    try:
        return static.value(made, None)
    except TooLarge as error:
        raise Unknown(expr, is_too_large=True) from error
    except static.NotStatic as missing:
        raise meaning.unknown[missing.slot] from None


class _Meaning:
    """Expressions over options as expressions of the core, which have one meaning at every stage.

    What is not known becomes a name without a value, so that it matters only where it is asked for.
    """

    def __init__(self, options: Mapping[str, Any], symbols: frozenset[str]) -> None:
        self.options = options
        self.symbols = symbols
        self.unknown: list[Unknown] = []

    def of(self, e: syntax.Expr) -> core.Expr:
        match e:
            case syntax.Number() | syntax.Bool() | syntax.Text():
                return _const(e, e.value)
            case syntax.Nothing():
                return _const(e, None)
            case syntax.Name():
                if e.name in self.options:
                    return _const(e, self.options[e.name])
                return _const(e, e.name) if e.name in self.symbols else self.missing(e, e.name)
            case syntax.Unary():
                return self.unary(e)
            case syntax.Binary():
                return self.binary(e)
            case syntax.SetOf():
                return core.MakeSet(e.span, ANY, tuple(map(self.of, e.items)))
            case syntax.Conditional():
                return core.If(e.span, ANY, self.of(e.condition), self.of(e.then), self.of(e.otherwise))
            case syntax.Is(tests=tests) if all(t.form == "name" and t.name for t in tests):
                words = (syntax.Name(t.span, t.name.name) for t in tests if t.name is not None)
                equal: list[core.Expr] = [
                    core.Compare(w.span, BOOL, "=", self.of(e.operand), self.of(w)) for w in words
                ]
                return reduce(lambda left, right: core.Or(e.span, BOOL, left, right), equal)
            case _:
                return self.missing(e)

    def missing(self, e: syntax.Expr, name: str = "") -> core.Local:
        self.unknown.append(Unknown(e, name))
        return core.Local(e.span, ANY, len(self.unknown) - 1, name)

    def unary(self, e: syntax.Unary) -> core.Expr:
        match e.operator:
            case "not":
                return core.Not(e.span, BOOL, self.of(e.operand))
            case "-":
                return core.Arithmetic(e.span, NUMBER, "-", _const(e, 0), self.of(e.operand))
            case _:
                assert_never(e.operator)

    def binary(self, e: syntax.Binary) -> core.Expr:
        left, right = self.of(e.left), self.of(e.right)
        match e.operator:
            case "and":
                return core.And(e.span, BOOL, left, right)
            case "or":
                return core.Or(e.span, BOOL, left, right)
            case "implies":
                return core.Or(e.span, BOOL, core.Not(e.span, BOOL, left), right)
            case "in":
                return core.In(e.span, BOOL, left, right)
            case "not in":
                return core.Not(e.span, BOOL, core.In(e.span, BOOL, left, right))
            case "=" | "<" | "<=":
                return core.Compare(e.span, BOOL, e.operator, left, right)
            case "!=":
                return core.Not(e.span, BOOL, core.Compare(e.span, BOOL, "=", left, right))
            case ">":
                return core.Compare(e.span, BOOL, "<", right, left)
            case ">=":
                return core.Compare(e.span, BOOL, "<=", right, left)
            case "+" | "-" | "*" | "/" | "div" | "mod" | "..":
                return core.Arithmetic(e.span, NUMBER, e.operator, left, right)
            case _:
                assert_never(e.operator)


def _const(e: syntax.Node, value: Any) -> core.Const:
    return core.Const(e.span, ANY, value)


def _domain(
    clause: syntax.Option, options: Mapping[str, Any], default: Any, symbols: frozenset[str]
) -> tuple[Any, ...]:
    if not clause.values:
        return (False, True) if isinstance(default, bool) and not clause.is_only else (default,)
    values: list[Any] = []
    for item in clause.values:
        if isinstance(item, syntax.Binary) and item.operator == "..":
            values += _range(item, clause.by, options, symbols)
        else:
            found = evaluate(item, options, symbols)
            values += found if isinstance(found, tuple) else (found,)  # a set, such as that of a condition
    return tuple(dict.fromkeys(values))


class _BadRange(Exception):  # noqa: N818 - carries the place up to the clause
    """A range of an option that is none, or too long."""

    def __init__(self, node: syntax.Node, message: str, help: str = "") -> None:
        self.node = node
        self.message = message
        self.help = help


def _range(
    item: syntax.Binary, by: syntax.Expr | None, options: Mapping[str, Any], symbols: frozenset[str]
) -> list[Any]:
    """The values of `LOW..HIGH by STEP`. Raises _BadRange, Unknown."""

    def number(part: syntax.Expr, what: str) -> int | Fraction:
        found = evaluate(part, options, symbols)
        if isinstance(found, bool) or not isinstance(found, int | Fraction):
            raise _BadRange(part, f"{what} of an option's range is a number", "write the values with commas")
        return found

    low, high = number(item.left, "the first value"), number(item.right, "the last value")
    step = number(by, "the step") if by is not None else 1
    if step <= 0:
        raise _BadRange(by or item, "the step of a range is more than 0")
    count = (high - low) // step + 1
    if count > MAX_OPTION_VALUES:
        raise _BadRange(
            item,
            f"an option has at most {MAX_OPTION_VALUES} values, not {count}",
            "take a smaller range, or larger steps with `by`",
        )
    return [whole(low + k * step) for k in range(count)]


def _symbols(clauses: Sequence[syntax.Option]) -> frozenset[str]:
    names: set[str] = set()
    for clause in clauses:
        for item in (clause.default, *clause.values):
            names.update(_words(item))
    return frozenset(names - {c.name.name for c in clauses})


def _words(item: syntax.Expr) -> Iterator[str]:
    """The words among the values of an option; a condition may choose between several values, or sets of them."""
    match item:
        case syntax.Name():
            yield item.name
        case syntax.SetOf():
            for inner in item.items:
                yield from _words(inner)
        case syntax.Conditional():
            yield from _words(item.then)
            yield from _words(item.otherwise)


def decide(
    clauses: Sequence[syntax.Option],
    variants: Sequence[syntax.Variant],
    player_counts: tuple[int, ...],
    settings: Mapping[str, Any],
    variant: str | None,
    left_out: frozenset[str],
    reporter: Reporter,
) -> tuple[tuple[model.Option, ...], dict[str, dict[str, Any]], frozenset[str]]:
    """The options with their values, the variants' settings, and the symbols that options declare.

    `left_out`: options that an extending file takes away, and of which variants say nothing then.
    """
    symbols = _symbols(clauses)
    known = {*(c.name.name for c in clauses), *(("players",) if player_counts else ())}
    named = {v.name.name: _variant(v, known, left_out, symbols, reporter) for v in variants}
    asked = _asked(settings, variant, named, known, reporter)
    values: dict[str, Any] = {}
    options: list[model.Option] = []
    if player_counts:
        options.append(_option("players", None, player_counts[0], player_counts, asked, reporter))
        values["players"] = options[-1].value
    for clause in clauses:
        option = _decided(clause, values, asked, symbols, reporter)
        if option is not None:
            options.append(option)
        values[clause.name.name] = chosen(option) if option is not None else 0
    for variant_clause in variants:
        _report_unfit(
            variant_clause, clauses, player_counts, named[variant_clause.name.name], symbols, reporter
        )
    return tuple(options), named, symbols


def _report_unfit(
    variant: syntax.Variant,
    clauses: Sequence[syntax.Option],
    player_counts: tuple[int, ...],
    given: Mapping[str, Any],
    symbols: frozenset[str],
    reporter: Reporter,
) -> None:
    """Reports values of a variant that options of its file do not have, when those above have the values of the variant."""
    domains: dict[str, tuple[Any, ...]] = {"players": player_counts}
    values: dict[str, Any] = {"players": given.get("players", player_counts[0])} if player_counts else {}
    for clause in clauses:
        option = _decided(clause, values, given, symbols, Reporter())
        if option is not None and clause.span.source is variant.span.source:
            default = evaluate(clause.default, values, symbols)
            found = _domain(clause, values, default, symbols)
            # of an option with a wrong default that alone is said
            domains[clause.name.name] = found if default in found else ()
        values[clause.name.name] = chosen(option) if option is not None else 0
    for setting in variant.settings:
        name = setting.name.name
        domain = domains.get(name)
        if name in given and domain and read_value(given[name], domain) is None and None not in domain:
            declared = next((c for c in clauses if c.name.name == name), None)
            reporter.report(
                "option-value",
                setting.value.span,
                f"`{name}` cannot be {plain_value(given[name])}",
                "not one of its values",
                others=[(declared.span, "the option is declared here")] if declared is not None else (),
                help=_way_out(domain),
                subjects=[name],
            )


def _variant(
    clause: syntax.Variant,
    known: Collection[str],
    left_out: frozenset[str],
    symbols: frozenset[str],
    reporter: Reporter,
) -> dict[str, Any]:
    """The values that a variant gives options."""
    given: dict[str, Any] = {}
    for setting in clause.settings:
        name = setting.name.name
        if name in left_out:
            continue
        if name not in known:
            reporter.report(
                "unknown-option",
                setting.name.span,
                f"no option is named `{name}`",
                "not an option",
                help=near(name, known),
            )
            continue
        try:
            given[name] = evaluate(setting.value, {}, symbols)
        except Unknown as unknown:
            _not_a_value(unknown, (), reporter)
    return given


def _asked(
    settings: Mapping[str, Any],
    variant: str | None,
    named: Mapping[str, Mapping[str, Any]],
    known: Collection[str],
    reporter: Reporter,
) -> dict[str, Any]:
    """What the user asks for: the values of a variant, and settings, which go before them."""
    asked: dict[str, Any] = {}
    if variant is not None:
        if variant not in named:
            reporter.report(
                "unknown-variant",
                NOWHERE,
                f"no variant is named `{variant}`",
                help=near(variant, named) or listed("variants", named),
            )
        asked.update(named.get(variant, {}))
    for name, value in settings.items():
        if name not in known:
            reporter.report(
                "unknown-option",
                NOWHERE,
                f"no option is named `{name}`",
                help=near(name, known) or listed("options", sorted(known)),
                subjects=[name],
            )
            continue
        asked[name] = value
    return asked


def listed(what: str, names: Iterable[str]) -> str:
    """What there is of something: `the options are: pie, size`."""
    said = ", ".join(names)
    return f"the {what} are: {said}" if said else "the game has none"


def _decided(
    clause: syntax.Option,
    values: Mapping[str, Any],
    asked: Mapping[str, Any],
    symbols: frozenset[str],
    reporter: Reporter,
) -> model.Option | None:
    """An option, when those before it have these values; None after an error."""
    if _is_misunderstood(clause, reporter):
        return None
    try:
        default = evaluate(clause.default, values, symbols)
        domain = _domain(clause, values, default, symbols)
    except Unknown as unknown:
        _not_a_value(unknown, values, reporter)
        return None
    except _BadRange as wrong:
        reporter.report("bad-range", wrong.node.span, wrong.message, help=wrong.help)
        return None
    numbers = [n for n in (default, *domain) if isinstance(n, int | Fraction)]
    if any(map(is_too_large, numbers)):
        reporter.report("bad-range", clause.span, too_large("a value of an option"), "too large")
    if default not in domain:
        keeps = bool(clause.values) and clause.values[0].span.source is not clause.default.span.source
        reporter.report(
            "option-value",
            clause.default.span,
            f"the default of `{clause.name.name}` is not among its values",
            "not one of the values",
            others=[(clause.values[0].span.to(clause.values[-1].span), "its values are declared here")]
            * keeps,
            help=_way_out(domain)
            + (", give it other values with `from`, or write `only` behind it" if keeps else ""),
        )
    words = {w for item in clause.values for w in _words(item)} & symbols
    return _option(clause.name.name, clause, default, domain, asked, reporter, words)


_TRUTHS = {"yes": "true", "no": "false", "on": "true", "off": "false"}


def _is_misunderstood(clause: syntax.Option, reporter: Reporter) -> bool:
    """Reports a default that says which values there are, and a truth in a word of its own; whether it is one of these."""
    node, name = clause.default, clause.name.name
    if clause.values or clause.is_only:
        return False
    default, values = "VALUE", node
    if isinstance(node, syntax.Binary) and node.operator == "=":  # `4..8 = 6`
        default, values = node.right.span.in_one_line, node.left
    if isinstance(values, syntax.SetOf) or (isinstance(values, syntax.Binary) and values.operator == ".."):
        text = values.span.in_one_line
        message, label = f"an option has one default, and `{text}` is several values", "several values"
        help = f"the values follow the default: `option {name} = {default} from {text.strip('{}')}`"
    elif isinstance(node, syntax.Binary) and node.operator in ("in", "or", "and"):
        message, label = f"an option has one default: `{node.operator}` makes one value of two", "two values"
        help = f"the values follow it: `option {name} = VALUE from VALUE, VALUE`; what may be so or not is `option {name} = false`"
    elif isinstance(node, syntax.Name) and node.name.lower() in _TRUTHS:
        message, label = f"`{node.name}` would be a word, and the only value of `{name}`", "a word"
        help = f"what is so is `true`, and what is not `false`: write `option {name} = {_TRUTHS[node.name.lower()]}`"
    else:
        return False
    reporter.report("option-value", node.span, message, label, help=help)
    return True


def chosen(option: model.Option) -> Any:
    """The value of an option as `when` sees it: a symbol is text, and `none` is None."""
    if not option.symbols:
        return option.value
    assert isinstance(option.value, int)
    symbol = option.symbols[option.value]
    return None if symbol == NONE else symbol


def _option(
    name: str,
    clause: syntax.Option | None,
    default: Any,
    domain: tuple[Any, ...],
    asked: Mapping[str, Any],
    reporter: Reporter,
    words: Collection[str] = (),
) -> model.Option:
    """`words`: all that the option may have in any setting, so that rules may name them in each."""
    value = default
    if name in asked:
        wanted = read_value(asked[name], domain)
        if wanted is None and None not in domain:
            reporter.report(
                "option-value",
                NOWHERE,
                f"`{name}` cannot be {plain_value(asked[name])}",
                others=[(clause.name.span, "the option is declared here")] if clause else (),
                help=_way_out(domain),
                subjects=[name],
            )
        else:
            value = wanted
    span = clause.span if clause else NOWHERE
    if any(isinstance(v, str) for v in domain):
        names = tuple(NONE if v is None else str(v) for v in domain)
        index, first = (domain.index(v) if v in domain else 0 for v in (value, default))
        others = tuple(sorted(w for w in words if w not in names))
        return model.Option(name, span, first, tuple(range(len(names))), index, (*names, *others))
    return model.Option(name, span, default, domain, value)


def read_value(given: Any, domain: Sequence[Any]) -> Any:
    """The value of a domain that the user's setting names: text is read as a number, yes or no, or a symbol."""
    text = str(given).lower()
    number = None if isinstance(given, bool) else read_number(text)
    for value in domain:
        if isinstance(value, bool):
            if text in (("true", "yes", "on", "1") if value else ("false", "no", "off", "0")):
                return value
        elif isinstance(value, int | Fraction):
            if value == number:
                return value
        elif str(value).lower() == text:
            return value
    return None


def _way_out(domain: Sequence[Any]) -> str:
    """Which values there are; none are in a range that runs backwards."""
    if not domain:
        return "a range goes from the lower number to the higher one: `4..8`"
    return "take one of " + _some(domain)


def _some(domain: Sequence[Any]) -> str:
    if len(domain) > 12 and all(isinstance(v, int) for v in domain):
        return f"{domain[0]}..{domain[-1]}"
    return ", ".join(plain_value(v) for v in domain[:30])


def _not_a_value(unknown: Unknown, known: Collection[str], reporter: Reporter) -> None:
    if unknown.is_too_large:
        reporter.report("bad-range", unknown.node.span, too_large("a number"), "larger than that")
    elif unknown.name:
        reporter.report(
            "not-static",
            unknown.node.span,
            f"`{unknown.name}` is no option that is declared before this",
            "not known when the options are chosen",
            help=near(unknown.name, known) or "use numbers, true, false, symbols and earlier options",
        )
    else:
        reporter.report(
            "not-static",
            unknown.node.span,
            "this is not known when the options are chosen",
            "depends on the play",
            help="use numbers, true, false, symbols and earlier options",
        )
