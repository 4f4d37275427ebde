"""Claims: what the author asserts about the game, under which options."""

from gdl.checker.context import Context
from gdl.checker.effects.results import check_result
from gdl.checker.expressions.conversions import expect_condition
from gdl.core import model, static
from gdl.core.arithmetic import plain_value
from gdl.core.types import Type
from gdl.diagnostics.similar_names import MANY, near
from gdl.tree import syntax


def check_claim(clause: syntax.Claim, context: Context) -> model.Claim:
    """A claim; it is no part of the rules."""
    condition = expect_condition(clause.condition, context) if clause.condition is not None else None
    result = check_result(clause.result, context) if clause.result is not None else None
    found = [_check_setting(s, context) for s in clause.settings]
    settings = tuple(s for s in found if s is not None)
    return model.Claim(clause.span, clause.text, clause.form, condition, result, settings)


def _check_setting(setting: syntax.Setting, context: Context) -> tuple[str, model.Value] | None:
    """An option and its value; None after an error."""
    names = context.names
    option = names.options.get(setting.name.name)
    if option is None:
        context.reporter.report(
            "unknown-option",
            setting.name.span,
            f"no option is named `{setting.name.name}`",
            "not an option",
            help=near(setting.name.name, names.options),
        )
        return None
    symbol = Type("symbol", symbols=option.symbols) if option.symbols else None
    value = context.expression(setting.value, symbol)
    if value.type.base == "any":
        return None
    found = static.known(value, names.board)
    if found is None or found[0] not in option.values:
        context.reporter.report(
            "option-value",
            setting.value.span,
            f"`{option.name}` cannot have this value",
            "not one of its values",
            others=[(option.span, "the option is declared here")],
            help="its values are " + ", ".join(option.symbols or map(plain_value, option.values[:MANY])),
        )
        return None
    return option.name, found[0]
