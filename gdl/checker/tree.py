"""Questions about the tree: the clauses of one sort, and the names that occur in a part."""

import re
from collections.abc import Sequence
from typing import TypeVar

from gdl import syntax
from gdl.visit import nodes

_Clause = TypeVar("_Clause", bound=syntax.Clause)


def of_sort(clauses: Sequence[syntax.Clause], sort: type[_Clause]) -> list[_Clause]:
    """The clauses of one sort, in the order of the text."""
    return [c for c in clauses if isinstance(c, sort)]


def mentioned(node: object) -> set[str]:
    """All names that occur in a tree, in its texts, too."""
    found: set[str] = set()
    for item in nodes(node):
        match item:
            case syntax.Name() | syntax.Ident():
                found.add(item.name)
            case syntax.Text():
                found.update(_names_in_text(item.value))
    return found


def _names_in_text(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-z_]\w*", " ".join(re.findall(r"\{([^}]*)\}", text))))
