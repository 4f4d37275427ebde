"""The diagnostics' pages: `page(code)` is the text that `gdl explain` prints, `examples(code)` its games.

A page has a bad example, which gives the diagnostic, and a good one, which gives none. What follows `gdl` at the head
of an example says how the diagnostic comes about where the text alone does not bring it: `set=NAME:VALUE`,
`variant=NAME`, `file=NAME` (the file must have this name), `play` (it shows in random games), `trial` (it shows in the
few random games of `gdl check`) or `outcomes` (it shows when everything that chance may decide is asked for).
"""

import re
from functools import cache
from importlib import resources

from gdl.diagnostics.codes import CODES
from gdl.platform.dataclass import dataclass

_BLOCK = re.compile(r"^## (\w+)\n+```gdl *([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Example:
    """A whole game, and how to run it: `manner` and `name`, both empty when reading the text is enough."""

    text: str
    manner: str = ""
    name: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class Examples:
    bad: Example
    good: Example


@cache
def page(code: str) -> str:
    """The page of a code, as Markdown. Raises KeyError for a code that there is not."""
    if code not in CODES:
        raise KeyError(code)
    return resources.files("gdl").joinpath("explain", f"{code}.md").read_text("utf-8")


def examples(code: str) -> Examples:
    """The two examples of a code's page. Raises KeyError for a code that there is not."""
    found = {title: _example(info, text) for title, info, text in _BLOCK.findall(page(code))}
    return Examples(found["Bad"], found["Good"])


def _example(info: str, text: str) -> Example:
    manner, _, rest = info.strip().partition("=")
    name, _, value = rest.partition(":")
    return Example(text, manner, name, value)
