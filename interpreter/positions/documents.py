"""Reading YAML that people write: positions and game tests. Every mistake has a line and a column.

The words `yes`, `no`, `on` and `off` stay text, so that a player or a site may have such a name.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import yaml

from interpreter.engines.base import Engine, State
from interpreter.engines.errors import PositionError
from interpreter.engines.position_parts import POSITION_PARTS
from interpreter.positions.fen import is_fen, is_written_so, read_fen
from interpreter.positions.plain_yaml import composed, dumped


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
