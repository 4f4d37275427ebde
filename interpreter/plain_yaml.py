"""YAML without what makes a short text large or endless: no anchors, no aliases, and only so many parts."""

from collections.abc import Callable
from typing import Any

import yaml

MAX_PARTS = 100_000
"""Words, lists and mappings of a text, ten times as many as the longest game has moves: about two seconds of reading."""


class NotPlainError(yaml.YAMLError):
    """What plain YAML does not have, and where."""

    def __init__(self, problem: str, mark: Any) -> None:
        super().__init__(problem)
        self.problem, self.problem_mark = problem, mark


class PlainComposer:
    """Makes nodes of a text, for a loader of PyYAML that is named behind it."""

    parts = 0

    def compose_node(self, parent: Any, index: Any) -> Any:
        peek: Callable[[], yaml.Event] = getattr(self, "peek_event")  # noqa: B009 - of the loader
        event = peek()
        anchor = getattr(event, "anchor", None)
        if anchor is not None:
            what = (
                f"the alias `*{anchor}`" if isinstance(event, yaml.AliasEvent) else f"the anchor `&{anchor}`"
            )
            problem = f"{what} is not used here: write the value out wherever it is meant"
            raise NotPlainError(problem, event.start_mark)
        self.parts += 1
        if self.parts > MAX_PARTS:
            raise NotPlainError(f"it has more than {MAX_PARTS} parts", event.start_mark)
        compose: Callable[[Any, Any], Any] = getattr(super(), "compose_node")  # noqa: B009
        return compose(parent, index)
