"""What a server says: data for JSON, the answer to a message, refusals in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"
Data: TypeAlias = dict[str, Json]
Viewer: TypeAlias = "int | None"


@dataclass(frozen=True, slots=True)
class Answer:
    """The messages for who has asked; whether the table has changed, and whether an action was played."""

    messages: tuple[Data, ...] = ()
    has_changed: bool = False
    has_played: bool = False


def spoken(path: Sequence[str]) -> str:
    """A path as people would type it: sites joined as a way, other choices as words."""
    words = [text.partition(" ") for text in path]
    values = [value or sort for sort, _, value in words]
    return ("-" if all(sort in ("site", "piece") for sort, _, _ in words) else " ").join(values)


def refusal(text: str) -> Data:
    return {"type": "refused", "text": text[:1].upper() + text[1:]}
