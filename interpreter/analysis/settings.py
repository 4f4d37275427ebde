"""Settings of a case that sets a task, such as an easier and a harder one: the same puzzle with other parts, each by its name.

A position is overlaid, as `expect` reads it: `none` takes away. What else a setting names stands for what the case says.
"""

from collections.abc import Iterator, Mapping

from gdl.diagnostics.similar_names import near
from interpreter.analysis.case_schema import At, Case, check_parts
from interpreter.analysis.expected import overlaid
from interpreter.positions.documents import Document

TASKS = ("solve_in", "wins_in", "legal_exactly")
_ALSO = ("means", "position", "options", "variant", "after", "goal", "allowed", "hints", "slow")
MAX_NAME = 40
"""Letters of a setting's name: it stands on a button."""


def settings_of(case: Case) -> Iterator[tuple[str, Case]]:
    """The settings of a case by name, each as a case that sets its task and asks nothing else."""
    kept = {k: v for k, v in case.items() if k in (*TASKS, *_ALSO)}
    for name, given in (case.get("settings") or {}).items():
        made = {**kept, **given}
        for part in ("position", "options"):
            if isinstance(given.get(part), Mapping) and isinstance(case.get(part), Mapping):
                made[part] = overlaid(case[part], given[part])
        yield str(name), made


def check_settings(case: Case, at: At, document: Document) -> None:
    """Raises PositionError with its place for settings of the wrong form."""
    given = case.get("settings") or {}
    task = next((t for t in TASKS if t in case), None)
    if given and task is None:
        raise document.error(
            "`settings` belong to a case with a task: `solve_in`, `wins_in` or `legal_exactly`",
            (*at, "settings"),
        )
    parts = [*_ALSO, *(t for t in TASKS if t in case)]
    for name, setting in given.items():
        here = (*at, "settings", name)
        if not 0 < len(str(name)) <= MAX_NAME:
            raise document.error(f"the name of a setting has 1 to {MAX_NAME} letters", here)
        if not isinstance(setting, Mapping) or not setting:
            raise document.error(
                f"a setting is a mapping of what differs, such as `{name}: {{allowed: 6}}`", here
            )
        for key in setting:
            if key not in parts:
                hint = near(str(key), parts) or "what may differ is " + ", ".join(parts)
                raise document.error(f"a setting has no part `{key}`: {hint}", (*here, key))
    for name, made in settings_of(case):
        check_parts(made, (*at, "settings", name), document)
