"""The language's grammar in EBNF, from the Lark grammar that the parser runs: `markdown(text)`, `sections(text)`.

The notation is that of the W3C (https://www.w3.org/TR/xml/#sec-notation). What matters only to the parser is left
out: names of tree nodes and priorities. A token that stands for a word or a sign is written out where it is used.
"""

import re
import textwrap
from collections.abc import Iterator
from functools import cache

from lark import Lark, Token, Tree

from gdl.platform.dataclass import dataclass

WIDTH = 108
LAYOUT = {
    "_NL": "NEWLINE",
    "_INDENT": "INDENT",
    "_SIBLING": "SIBLING",
    "_DEDENT": "DEDENT",
}  # made by gdl.text.layout
_HEADING = re.compile(r"(?<=\n\n)// -+ (\w[^.:-]*\w)")  # only the first line of a comment is one
_PHRASE = re.compile(r"/((?:\w|\[ \\t\]\+)+)\\b(?:\(\?=.*\))?/")  # such as /until[ \t]+stable\b/
_PIECE = re.compile(r"(\[[^\]]*\]|\\.|.)([*+?]?)")

Node = Tree[Token] | Token


@dataclass(frozen=True, slots=True)
class Production:
    """A name and what it stands for: one text for each alternative."""

    name: str
    alternatives: tuple[str, ...]

    def __str__(self) -> str:
        line = f"{self.name} ::= {' | '.join(self.alternatives)}"
        if len(line) <= WIDTH:
            return line
        if not any(" " in a for a in self.alternatives):
            return textwrap.fill(line, WIDTH, subsequent_indent="  ", break_on_hyphens=False)
        return f"{self.name} ::=\n    " + "\n  | ".join(self.alternatives)


@dataclass(frozen=True, slots=True)
class Section:
    """What the grammar has under one heading."""

    title: str
    productions: tuple[Production, ...]


def markdown(text: str) -> str:
    """All sections of a Lark grammar: for each a heading and a block."""
    blocks = (
        f"## {s.title.capitalize()}\n\n```ebnf\n" + "\n".join(map(str, s.productions)) + "\n```"
        for s in sections(text)
    )
    return "\n\n".join(blocks)


def sections(text: str) -> tuple[Section, ...]:
    """The productions of a Lark grammar under the grammar's own headings; the tokens come last."""
    tree = _notation().parse(text)
    items = [item for item in tree.children if isinstance(item, Tree)]
    rules = [item for item in items if item.data == "rule"]
    writer = _Writer({str(i.children[0]): i.children[-1] for i in items if i.data == "token"})
    starts = [(0, "clauses"), *((text.count("\n", 0, m.start()) + 1, m[1]) for m in _HEADING.finditer(text))]
    ends = [line for line, _ in starts[1:]] + [text.count("\n") + 2]
    found = [
        Section(title, tuple(writer.production(r) for r in rules if start <= r.meta.line < end))
        for (start, title), end in zip(starts, ends, strict=True)
    ]
    return (*found, Section("tokens", tuple(writer.tokens())))


@cache
def _notation() -> Lark:
    """The parser of Lark's own notation."""
    return Lark.open_from_package(
        "lark",
        "lark.lark",
        ["grammars"],
        parser="lalr",
        propagate_positions=True,
        maybe_placeholders=False,
    )


class _Writer:
    """Writes rules; `tokens` are the bodies of the named tokens."""

    def __init__(self, tokens: dict[str, Node]) -> None:
        self._named = tokens

    def production(self, rule: Tree[Token]) -> Production:
        return Production(
            _plain(str(rule.children[0])), tuple(map(self._text, _alternatives(rule.children[-1])))
        )

    def tokens(self) -> Iterator[Production]:
        """The tokens that are not written out where they are used."""
        for name, body in self._named.items():
            if name not in LAYOUT and self._spelt(body) is None:
                yield Production(name, (" ".join(_pieces(self._text(body))),))

    def _text(self, node: Node) -> str:
        if isinstance(node, Token):
            return str(node)
        match node.data:
            case "expansions":
                return f"({' | '.join(map(self._text, _alternatives(node)))})"
            case "expansion":
                return " ".join(map(self._text, node.children))
            case "expr":
                return self._one(node.children[0]) + str(node.children[1])
            case "maybe":
                return self._one(node.children[0]) + "?"
            case "literal":
                return str(node.children[0])
            case "name":
                return self._name(str(node.children[0]))
        raise ValueError(f"`{node.data}` has no form in EBNF")

    def _one(self, node: Node) -> str:
        """A node as one thing, to which a sign such as `?` can be added."""
        text = self._text(node)
        is_choice = isinstance(node, Tree) and node.data != "expansion" and text.startswith("(")
        return text if is_choice or " " not in text else f"({text})"

    def _name(self, name: str) -> str:
        if name in LAYOUT:
            return LAYOUT[name]
        return (self._spelt(self._named[name]) or name) if name in self._named else _plain(name)

    def _spelt(self, body: Node) -> str | None:
        """The words or signs, in quotation marks, that a token stands for. None for a token of another form."""
        text = self._text(body)
        phrase = _PHRASE.fullmatch(text)
        if phrase is not None:
            return " ".join(f'"{word}"' for word in re.split(r"\[ \\t\]\+", phrase[1]))
        return None if text.startswith("/") else text


def _alternatives(body: Node) -> Iterator[Node]:
    """The alternatives of a body, without the names of their tree nodes."""
    is_choice = isinstance(body, Tree) and body.data == "expansions"
    for node in body.children if isinstance(body, Tree) and is_choice else [body]:
        yield node.children[0] if isinstance(node, Tree) and node.data == "alias" else node


def _plain(name: str) -> str:
    """A rule's name without the signs that tell Lark how to build its node."""
    return name.lstrip("?!_")


def _pieces(regex: str) -> Iterator[str]:
    """A regular expression of characters and classes, piece by piece."""
    for piece, sign in _PIECE.findall(regex.strip("/")):
        if piece.startswith("["):
            yield piece + sign
        else:
            yield (f"'{piece}'" if piece == '"' else f'"{piece[-1]}"') + sign
