"""The project's dataclasses do what those of the standard library do."""

import copy
import dataclasses
import pickle
from collections.abc import Callable
from dataclasses import field
from typing import Any

import pytest

import gdl.platform.dataclass as ours

MAKERS: dict[str, Callable[..., Any]] = {"library": dataclasses.dataclass, "ours": ours.dataclass}
Said = dict[str, object]


def told(ask: Callable[[], object]) -> object:
    """What comes of a question: a value, or the error that it raises."""
    try:
        return ask()
    except (TypeError, AttributeError) as error:
        return type(error), str(error)


def asked(cls: Any, *given: object, **named: object) -> Said:
    """What objects of a class answer, beside which others stand that equal them or not."""
    one, same = cls(*given, **named), cls(*given, **named)
    other = dataclasses.replace(one, count=99)
    return {
        "repr": repr(one),
        "equal": (one == same, one == other, one != other, one == 3),
        "hash": told(lambda: hash(one) == hash(same)),
        "order": told(lambda: (one < other, one >= other)) if cls.__lt__ is not object.__lt__ else None,
        "fields": [f.name for f in dataclasses.fields(cls)],
        "match": cls.__match_args__,
        "change": told(lambda: setattr(copy.copy(one), "count", 5)),
        "delete": told(lambda: delattr(copy.copy(one), "count")),
        "dictionary": hasattr(one, "__dict__"),
        "missing": told(cls),
        "too many": told(lambda: cls(1, 2, 3, 4, 5, 6, 7)),
    }


def classes(make: Callable[..., Any], **how: bool) -> list[Any]:
    """A class with fields of all sorts, and one that extends it."""

    class Base:
        """Something to count."""

        count: int
        names: list[str] = field(default_factory=list, compare=False)
        rest: int = field(default=4, repr=False)
        made: int = field(init=False, default=0)
        last: str = field(default="z", kw_only=True)

        def __post_init__(self) -> None:
            object.__setattr__(self, "made", self.count + 1)

    Base.__qualname__ = "Base"
    base = make(**how)(Base)

    class More(base):  # type: ignore[misc]
        """More of it."""

        share: float = 0.5

    More.__qualname__ = "More"
    return [base, make(**how)(More)]


@pytest.mark.parametrize(
    "how",
    [
        {},
        {"slots": True},
        {"frozen": True},
        {"frozen": True, "slots": True},
        {"frozen": True, "slots": True, "order": True},
        {"frozen": True, "eq": False},
        {"order": True},
    ],
    ids=str,
)
def test_objects_answer_as_those_of_the_library(how: dict[str, bool]) -> None:
    said = {name: [asked(cls, 7, last="b") for cls in classes(make, **how)] for name, make in MAKERS.items()}
    assert said["ours"] == said["library"]


@ours.dataclass(frozen=True, slots=True)
class Kept:
    """What is pickled and copied."""

    count: int
    parts: tuple[int, ...] = ()


def test_what_is_frozen_is_pickled_and_copied() -> None:
    kept = Kept(3, (1, 2))
    assert pickle.loads(pickle.dumps(kept)) == copy.deepcopy(kept) == kept


def test_methods_of_the_class_itself_stay() -> None:
    @ours.dataclass(frozen=True)
    class Own:
        count: int

        def __repr__(self) -> str:
            return f"{self.count} of them"

        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return 1

    assert (repr(Own(2)), Own(2) == 5, hash(Own(9))) == ("2 of them", True, 1)
