"""A program in LLVM assembly, and how its functions are called from outside."""

from collections.abc import Mapping
from typing import Literal

from gdl.platform.dataclass import dataclass

PREFIX = "f."
VIOLATION = "violation"
WORK = "work"
# The attribute of functions with so many loops (`ir.visit.is_entangled`) that LLVM's passes over loops would take minutes.
ENTANGLED = "entangled"

Signature = tuple[str, Literal["i", "v"]]  # a letter for each parameter, i or p; and for the result


@dataclass(frozen=True, slots=True)
class Assembly:
    """A program in LLVM assembly, and the symbols that are called from outside."""

    text: str
    signatures: Mapping[str, Signature]
