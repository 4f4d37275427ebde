"""What random games find in a file of rules: under its defaults, and under the other values of its options."""

from pathlib import Path

from gdl.diagnostics.values import Diagnostic
from gdl.loader import examine, load, option_settings
from interpreter.analysis.trial.other_settings import Setting, try_settings
from interpreter.analysis.trial.run import try_out
from interpreter.analysis.trial.work import NORMAL


def tried(path: Path) -> tuple[Diagnostic, ...]:
    """All that they find: under other values nothing, if a rule goes wrong under the defaults. Raises GameError where there are mistakes in the text."""
    default = load(path)
    found = try_out(default).found
    if any(d.is_error for d in found):
        return found
    made = [(examine(path, given)[0], given) for given in option_settings(default) if given]
    others = [Setting(game, given) for game, given in made if game is not None]
    return (*found, *try_settings(default, others, NORMAL.settings))
