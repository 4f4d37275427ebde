"""Reading YAML that people write: positions and game tests. Every mistake has a line and a column.

The words `yes`, `no`, `on` and `off` stay text, so that a player or a site may have such a name. Nothing is read
that makes a short text large or endless: no anchors, no aliases, only so many parts, one in another so deep. libyaml reads it where
PyYAML has it, seven times as fast. What it takes for broken is read by PyYAML itself, whose messages are the same everywhere.
"""

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

import yaml

from gdl.platform.dataclass import dataclass
from interpreter.engines.base import Engine, State
from interpreter.engines.errors import PositionError
from interpreter.engines.position_parts import POSITION_PARTS
from interpreter.positions.fen import is_fen, is_written_so, read_fen

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


def written(position: Mapping[str, Any]) -> str:
    """A position as a text that can be read again."""
    return dumped(_plain(position), width=100)


def read_state(engine: Engine, text: str, name: str = "position") -> State:
    """The state of a position that somebody has written, as YAML or, if the rules say so, as FEN. Raises PositionError with its
    place in the text."""
    if is_written_so(engine.game) and is_fen(text):
        try:
            return read_fen(engine, text)
        except PositionError as error:
            raise PositionError(f"{name}: {error}") from error
    document = Document(text, name)
    if not isinstance(document.value, dict):
        raise document.error("a position is a mapping with " + ", ".join(f"`{p}`" for p in POSITION_PARTS))
    try:
        return engine.judge(engine.state(document.value))
    except PositionError as error:
        raise document.error(str(error), error.place) from error


def _plain(value: Any) -> Any:
    """Fractions as texts, and tuples as lists."""
    match value:
        case Mapping():
            return {k: _plain(v) for k, v in value.items()}
        case list() | tuple():
            return [_plain(v) for v in value]
        case Fraction():
            return str(value)
        case _:
            return value


class Document:
    """A YAML text as plain values, and the place of each part."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self.places: dict[tuple[str | int, ...], str] = {}
        try:
            node = composed(text)
            self.value: Any = None if node is None else self._build(node, ())
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            place = f"{name}:{mark.line + 1}:{mark.column + 1}" if mark is not None else name
            problem = getattr(error, "problem", None) or str(error)
            if problem == "mapping values are not allowed here":
                problem += "; put a text that contains a colon in quotation marks"
            if "'\\t'" in problem:
                problem = "a tab stands here; indent with blanks"
            start = getattr(error, "context_mark", None)
            if start is not None and "expected ',' or" in problem:
                opened = "list" if "]" in problem else "mapping"
                place = f"{name}:{start.line + 1}:{start.column + 1}"
                problem = f"the {opened} that begins here is not closed: {problem}"
            raise PositionError(f"{place}: this is not YAML: {problem}") from error
        except RecursionError as error:
            raise PositionError(f"{name}: this YAML is nested too deeply") from error

    def _build(self, node: yaml.Node, place: tuple[str | int, ...]) -> Any:
        self.places[place] = f"{self.name}:{node.start_mark.line + 1}:{node.start_mark.column + 1}"
        if isinstance(node, yaml.MappingNode):
            made: dict[Any, Any] = {}
            for key_node, value_node in node.value:
                if not isinstance(key_node, yaml.ScalarNode):
                    raise PositionError(f"{self.places[place]}: a key is a word")
                key = key_node.value
                inner = (*place, key)
                if key in made:
                    at = f"{self.name}:{key_node.start_mark.line + 1}:{key_node.start_mark.column + 1}"
                    way = "; each case begins with `- `: write `- name: ...`" if key == "name" else ""
                    raise PositionError(f"{at}: `{key}` is given twice{way}")
                made[key] = self._build(value_node, inner)
                self.places[inner] = (
                    f"{self.name}:{key_node.start_mark.line + 1}:{key_node.start_mark.column + 1}"
                )
            return made
        if isinstance(node, yaml.SequenceNode):
            return [self._build(n, (*place, i)) for i, n in enumerate(node.value)]
        return _scalar(node)

    def place(self, path: tuple[str | int, ...]) -> str:
        """Where a part is in the text: the nearest one that is."""
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path, self.name)

    def error(self, message: str, path: tuple[str | int, ...] = ()) -> PositionError:
        return PositionError(f"{self.place(path)}: {message}", path)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """An element of a list whose text is broken, and what says so."""

    text: str
    error: PositionError


def list_in_parts(text: str, name: str) -> Document:
    """A list, as `Document` reads it. Where the text is broken, its elements (from `- ` at the beginning of a line on) are read one
    by one; one that cannot be read is `Unreadable`. Raises PositionError where none can."""
    try:
        return Document(text, name)
    except PositionError:
        starts = [found.start() for found in re.finditer(r"^- ", text, re.MULTILINE)]
        document = Document("[]", name)
        for index, (start, end) in enumerate(pairwise([*starts, len(text)])):
            try:
                part = Document("\n" * text.count("\n", 0, start) + text[start:end], name)
            except PositionError as error:
                document.value.append(Unreadable(text[start:end], error))
            else:
                document.value += part.value
                document.places |= {(index, *at[1:]): place for at, place in part.places.items() if at}
        if all(isinstance(element, Unreadable) for element in document.value):
            raise
        return document


def _scalar(node: yaml.Node) -> Any:
    text = str(node.value)
    if node.tag == "tag:yaml.org,2002:int":
        try:
            return int(text)
        except ValueError:
            return text
    if node.tag == "tag:yaml.org,2002:float":
        return text if text.strip(".").count(".") > 1 else float(text) if _is_float(text) else text
    if node.tag == "tag:yaml.org,2002:bool" and text.lower() in ("true", "false"):
        return text.lower() == "true"
    if node.tag == "tag:yaml.org,2002:null":
        return None
    return text


def _is_float(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
