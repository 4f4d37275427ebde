"""For type checkers these are the dataclasses that they know."""

from dataclasses import dataclass as dataclass
