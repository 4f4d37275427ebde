"""Options and variants: from `option` and `variant` clauses and the user's settings to values.

Options are decided before anything else is resolved, because every other clause may depend on them. Their defaults,
domains and the conditions of `when` blocks are computed here, straight from the tree.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, assert_never

from gdl import model, static, syntax
from gdl.diagnostics import Reporter, near
from gdl.limits import LARGEST, MAX_OPTION_VALUES
from gdl.source import NOWHERE
from gdl.types import too_large


class Unknown(Exception):  # noqa: N818 - carries the place up to the clause
    """A part that is not known at this stage, with the name it speaks of, if any."""

    def __init__(self, node: syntax.Node, name: str = "") -> None:
        self.node = node
        self.name = name


NONE = "none"  # how an option without a value is written


def evaluate(expr: syntax.Expr, options: Mapping[str, Any], symbols: frozenset[str]) -> Any:
    """The value of an expression over options. Symbols are text. Raises Unknown."""

    def of(e: syntax.Expr) -> Any:
        match e:
            case syntax.Number() | syntax.Bool() | syntax.Text():
                return e.value
            case syntax.Nothing():
                return None
            case syntax.Name():
                if e.name in options:
                    return options[e.name]
                if e.name in symbols:
                    return e.name
                raise Unknown(e, e.name)
            case syntax.Unary(operator="not"):
                return not of(e.operand)
            case syntax.Unary():
                return static.arithmetic("-", 0, of(e.operand))
            case syntax.Binary():
                return binary(e)
            case syntax.SetOf():
                return tuple(of(i) for i in e.items)
            case syntax.Conditional():
                return of(e.then) if of(e.condition) else of(e.otherwise)
            case syntax.Is(tests=tests) if all(t.form == "name" and t.name for t in tests):
                return any(of(e.operand) == of(syntax.Name(t.span, t.name.name)) for t in tests if t.name)
            case _:
                raise Unknown(e)

    def binary(e: syntax.Binary) -> Any:
        match e.operator:
            case "and":
                return of(e.left) and of(e.right)
            case "or":
                return of(e.left) or of(e.right)
            case "implies":
                return not of(e.left) or of(e.right)
            case "in":
                return of(e.left) in of(e.right)
            case "not in":
                return of(e.left) not in of(e.right)
            case "=" | "<" | "<=":
                return static.compare(e.operator, of(e.left), of(e.right))
            case "!=":
                return not static.compare("=", of(e.left), of(e.right))
            case ">":
                return static.compare("<", of(e.right), of(e.left))
            case ">=":
                return static.compare("<=", of(e.right), of(e.left))
            case "+" | "-" | "*" | "/" | "div" | "mod" | "..":
                return static.arithmetic(e.operator, of(e.left), of(e.right))
            case _:
                assert_never(e.operator)

    return of(expr)


def _domain(
    clause: syntax.Option, options: Mapping[str, Any], default: Any, symbols: frozenset[str]
) -> tuple[Any, ...]:
    if not clause.values:
        return (False, True) if isinstance(default, bool) else (default,)
    values: list[Any] = []
    step = evaluate(clause.by, options, symbols) if clause.by is not None else 1
    for item in clause.values:
        if isinstance(item, syntax.Binary) and item.operator == "..":
            low, high = evaluate(item.left, options, symbols), evaluate(item.right, options, symbols)
            while (
                isinstance(step, int | Fraction)
                and step > 0
                and low <= high
                and len(values) < MAX_OPTION_VALUES
            ):
                values.append(low)
                low = static.whole(low + step)
        else:
            values.append(evaluate(item, options, symbols))
    return tuple(dict.fromkeys(values))


def _symbols(clauses: Sequence[syntax.Option]) -> frozenset[str]:
    names: set[str] = set()
    for clause in clauses:
        for item in (clause.default, *clause.values):
            if isinstance(item, syntax.Name):
                names.add(item.name)
    return frozenset(names - {c.name.name for c in clauses})


def decide(
    clauses: Sequence[syntax.Option],
    variants: Sequence[syntax.Variant],
    player_range: tuple[int, int] | None,
    settings: Mapping[str, Any],
    variant: str | None,
    left_out: frozenset[str],
    reporter: Reporter,
) -> tuple[tuple[model.Option, ...], dict[str, dict[str, Any]], frozenset[str]]:
    """The options with their values, the variants' settings, and the symbols that options declare.

    `left_out`: options that an extending file takes away, and of which variants say nothing then.
    """
    symbols = _symbols(clauses)
    by_name = {c.name.name: c for c in clauses}
    known = {*by_name, *(("players",) if player_range else ())}
    named: dict[str, dict[str, Any]] = {}
    for v in variants:
        named[v.name.name] = {}
        for setting in v.settings:
            if setting.name.name in left_out:
                continue
            if setting.name.name not in known:
                reporter.report(
                    "unknown-option",
                    setting.name.span,
                    f"no option is named `{setting.name.name}`",
                    "not an option",
                    help=near(setting.name.name, known),
                )
                continue
            try:
                named[v.name.name][setting.name.name] = evaluate(setting.value, {}, symbols)
            except Unknown as unknown:
                _not_a_value(unknown, reporter)
    asked: dict[str, Any] = {}
    if variant is not None:
        if variant not in named:
            reporter.report(
                "unknown-variant",
                NOWHERE,
                f"no variant is named `{variant}`",
                help=near(variant, named)
                or ("the variants are: " + ", ".join(named) if named else "the game has none"),
            )
        asked.update(named.get(variant, {}))
    for name, value in settings.items():
        if name not in known:
            reporter.report(
                "unknown-option",
                NOWHERE,
                f"no option is named `{name}`",
                help=near(name, known)
                or ("the options are: " + ", ".join(sorted(known)) if known else "the game has none"),
            )
            continue
        asked[name] = value
    values: dict[str, Any] = {}
    options: list[model.Option] = []
    if player_range:
        low, high = player_range
        options.append(
            _option("players", None, low, tuple(range(low, high + 1)), asked, frozenset(), reporter)
        )
        values["players"] = options[-1].value
    for clause in clauses:
        try:
            default = evaluate(clause.default, values, symbols)
            domain = _domain(clause, values, default, symbols)
        except Unknown as unknown:
            _not_a_value(unknown, reporter)
            values[clause.name.name] = 0
            continue
        numbers = [n for n in (default, *domain) if isinstance(n, int | Fraction)]
        if any(max(map(abs, n.as_integer_ratio())) > LARGEST for n in numbers):
            reporter.report("bad-range", clause.span, too_large("a value of an option"), "too large")
        if default not in domain:
            reporter.report(
                "option-value",
                clause.default.span,
                f"the default of `{clause.name.name}` is not among its values",
                "not one of the values",
                help="take one of " + _some(domain),
            )
        option = _option(clause.name.name, clause, default, domain, asked, symbols, reporter)
        options.append(option)
        values[option.name] = chosen(option)
    return tuple(options), named, symbols


def chosen(option: model.Option) -> Any:
    """The value of an option as `when` sees it: a symbol is text, and `none` is None."""
    if not option.symbols:
        return option.value
    symbol = option.symbols[option.value]  # type: ignore[index]
    return None if symbol == NONE else symbol


def _option(
    name: str,
    clause: syntax.Option | None,
    default: Any,
    domain: tuple[Any, ...],
    asked: Mapping[str, Any],
    symbols: frozenset[str],
    reporter: Reporter,
) -> model.Option:
    value = default
    if name in asked:
        wanted = read_value(asked[name], domain)
        if wanted is None and None not in domain:
            reporter.report(
                "option-value",
                NOWHERE,
                f"`{name}` cannot be {_shown(asked[name])}",
                others=[(clause.name.span, "the option is declared here")] if clause else (),
                help="take one of " + _some(domain),
            )
        else:
            value = wanted
    span = clause.span if clause else NOWHERE
    if any(isinstance(v, str) for v in domain):
        names = tuple(NONE if v is None else str(v) for v in domain)
        index, first = (domain.index(v) if v in domain else 0 for v in (value, default))
        return model.Option(name, span, first, tuple(range(len(names))), index, names)
    return model.Option(name, span, default, domain, value)


def read_value(given: Any, domain: Sequence[Any]) -> Any:
    """The value of a domain that the user's setting names: text is read as a number, yes or no, or a symbol."""
    for value in domain:
        if type(value) is type(given) and value == given:
            return value
        if isinstance(value, bool):
            if str(given).lower() in (("true", "yes", "on", "1") if value else ("false", "no", "off", "0")):
                return value
        elif isinstance(value, int | Fraction) and not isinstance(given, bool):
            try:
                if Fraction(str(given)) == value:
                    return value
            except (ValueError, ZeroDivisionError):
                pass
        elif str(value).lower() == str(given).lower():
            return value
    return None


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return static.in_digits(value) if isinstance(value, Fraction) else str(value)


def _some(domain: Sequence[Any]) -> str:
    if len(domain) > 12 and all(isinstance(v, int) for v in domain):
        return f"{domain[0]}..{domain[-1]}"
    return ", ".join(NONE if v is None else _shown(v) for v in domain[:30])


def _not_a_value(unknown: Unknown, reporter: Reporter) -> None:
    if unknown.name:
        reporter.report(
            "not-static",
            unknown.node.span,
            f"`{unknown.name}` is no option that is declared before this",
            "not known when the options are chosen",
            help="use numbers, true, false, symbols and earlier options",
        )
    else:
        reporter.report(
            "not-static",
            unknown.node.span,
            "this is not known when the options are chosen",
            "depends on the play",
            help="use numbers, true, false, symbols and earlier options",
        )
