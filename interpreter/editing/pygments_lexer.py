"""The language for Pygments, by which Sphinx, MkDocs, LaTeX and rich colour rules: the lexer `gdl`, wherever this is installed."""

import re
from collections.abc import Iterator
from functools import cache

from pygments.lexer import Lexer
from pygments.token import (
    Comment,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Whitespace,
    _TokenType,
)

from interpreter.editing.colours import colours

_TOKENS: dict[str, _TokenType] = {
    "comment.line.double-dash": Comment.Single,
    "string.quoted.double": String.Double,
    "keyword.control.clause": Keyword.Declaration,
    "entity.name.function": Name.Function,
    "constant.numeric": Number,
    "constant.language": Keyword.Constant,
    "keyword.operator.word": Operator.Word,
    "storage.type": Keyword.Type,
    "support.function": Name.Builtin,
    "keyword.other": Keyword,
    "keyword.operator": Operator,
}
_REST = (
    (re.compile(r"\s+"), Whitespace),
    (re.compile(r"\w+"), Name),
    (re.compile("."), Punctuation),
)


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], tuple[_TokenType, ...]], ...]:
    coloured = ((c.pattern, tuple(_TOKENS[scope] for scope in c.scopes)) for c in colours())
    return (
        *((re.compile(pattern, re.MULTILINE), tokens) for pattern, tokens in coloured),
        *((pattern, (token,)) for pattern, token in _REST),
    )


class GdlLexer(Lexer):
    """Splits any text, also a part of a file, or one with errors."""

    name = "GDL"
    url = "https://pypi.org/project/gdl-interpreter/"
    aliases = ("gdl",)
    filenames = ("*.gdl",)
    mimetypes = ("text/x-gdl",)

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, _TokenType, str]]:
        """Where each token begins, what it is, and its text; together they are the whole text."""
        at = 0
        while at < len(text):
            match, tokens = next((m, t) for p, t in _patterns() if (m := p.match(text, at)) and m.end() > at)
            for group, token in enumerate(tokens, start=len(tokens) > 1):
                begin, end = match.span(group)
                if begin > at:
                    yield at, Whitespace, text[at:begin]
                yield begin, token, text[begin:end]
                at = end
