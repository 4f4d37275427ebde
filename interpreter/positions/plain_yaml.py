"""YAML without what makes a short text large or endless: no anchors, no aliases, only so many parts, one in another so deep.

libyaml reads it where PyYAML has it, seven times as fast. What it takes for broken is read by PyYAML itself, whose messages
are the same everywhere.
"""

from collections.abc import Iterable
from typing import Any

import yaml

MAX_PARTS = 100_000
"""Words, lists and mappings of a text, ten times as many as the longest game has moves: two seconds of reading where PyYAML
has no libyaml."""
MAX_DEPTH = 100
"""Lists and mappings, one inside the other."""


class NotPlainError(yaml.YAMLError):
    """What plain YAML does not have, and where."""

    def __init__(self, problem: str, mark: Any) -> None:
        super().__init__(problem)
        self.problem, self.problem_mark = problem, mark


def composed(text: str) -> yaml.Node | None:
    """The nodes of a text, words with the types that they look like. Raises YAMLError, RecursionError."""
    return yaml.compose(text, Loader=yaml.CSafeLoader if _is_read_by_libyaml(text) else yaml.SafeLoader)


def loaded(text: str) -> Any:
    """What a text says, all words as texts, such as the moves `1-1` or `on`. Raises YAMLError, RecursionError, ValueError."""
    return yaml.load(text, Loader=yaml.CBaseLoader if _is_read_by_libyaml(text) else yaml.BaseLoader)


def dumped(value: object, **style: Any) -> str:
    """A value of plain parts as a text that can be read again. `style`: options of PyYAML's `dump`."""
    if yaml.__with_libyaml__:
        text = str(yaml.dump(value, Dumper=yaml.CSafeDumper, sort_keys=False, allow_unicode=True, **style))
        if "\\U" not in text:  # libyaml escapes letters of the higher planes, such as emoji
            return text
    return str(yaml.dump(value, Dumper=yaml.SafeDumper, sort_keys=False, allow_unicode=True, **style))


def _is_read_by_libyaml(text: str) -> bool:
    """Whether libyaml reads a plain text; without it PyYAML does. Raises YAMLError of PyYAML where a text is broken or not plain."""
    if yaml.__with_libyaml__:
        try:
            _check(yaml.parse(text, Loader=yaml.CBaseLoader))
            return True
        except NotPlainError:
            raise
        except (yaml.YAMLError, UnicodeEncodeError):
            pass  # PyYAML says what is wrong
    _check(yaml.parse(text, Loader=yaml.BaseLoader))
    return False


def _check(events: Iterable[yaml.Event]) -> None:
    """Goes through what a text consists of before anything is made of it. Raises NotPlainError."""
    parts = depth = 0
    for event in events:
        anchor = getattr(event, "anchor", None)
        if anchor is not None:
            is_alias = isinstance(event, yaml.AliasEvent)
            what = f"the alias `*{anchor}`" if is_alias else f"the anchor `&{anchor}`"
            problem = f"{what} is not used here: write the value out wherever it is meant"
            raise NotPlainError(problem, event.start_mark)
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > MAX_DEPTH:
            raise NotPlainError("it is nested too deeply", event.start_mark)
        parts += isinstance(event, yaml.NodeEvent)
        if parts > MAX_PARTS:
            raise NotPlainError(f"it has more than {MAX_PARTS} parts", event.start_mark)
