"""The lexer of Pygments: any text is split without loss, and rules have the colours that editors give them."""

import pytest
from pygments.lexers import get_lexer_by_name
from pygments.token import Error, Keyword, Name, Operator

from gdl.files.library import bundled_directory
from interpreter.editing.pygments_lexer import GdlLexer

GAMES = sorted(bundled_directory().rglob("*.gdl"))


def test_each_game_is_split_without_loss() -> None:
    for path in GAMES:
        text = path.read_text("utf-8")
        found = list(GdlLexer().get_tokens_unprocessed(text))
        assert "".join(part for _, _, part in found) == text, path
        assert not any(token in Error for _, token, _ in found), path
        at = 0
        for begin, _, part in found:
            assert begin == at, path
            at += len(part)


@pytest.mark.parametrize("text", ['let x = "open', "action\n\n\n  \x01 é (", "--", ""])
def test_also_texts_with_errors(text: str) -> None:
    assert "".join(part for _, _, part in GdlLexer().get_tokens_unprocessed(text)) == text


def test_words_are_what_they_are_in_the_rules() -> None:
    line = "let free(s: site) = not own s and rank(s) <= 3"
    found = [(token, part) for _, token, part in GdlLexer().get_tokens_unprocessed(line) if part.strip()]
    assert found[:2] == [(Keyword.Declaration, "let"), (Name.Function, "free")]
    assert (Operator.Word, "and") in found and (Name.Builtin, "rank") in found and (Name, "s") in found
    assert (Keyword.Type, "site") in found and (Operator, "<=") in found


def test_pygments_finds_it_by_its_name() -> None:
    assert isinstance(get_lexer_by_name("gdl"), GdlLexer)
