"""The words of `keywords.py` are those with which the rules of the grammar begin."""

import pytest

from gdl.text.grammar import literals, parser
from gdl.text.keywords import CLAUSE_WORDS, EFFECT_WORDS, PART_WORDS

BESIDE = {"type", "when", "means"}  # read before the grammar's rule, on a line of its own, or in any block


def beginnings(*rules: str) -> set[str]:
    """The words with which what these rules of the grammar describe may begin."""
    texts, made = literals(), parser()[0].rules
    words, seen, left = set[str](), set[str](), [*rules]
    while left:
        name = left.pop()
        seen.add(name)
        for first in (rule.expansion[0] for rule in made if rule.origin.name == name and rule.expansion):
            if first.is_term:
                words.add(texts.get(first.name, ""))
            elif first.name not in seen | {"primary"}:  # a value, to which something is assigned
                left.append(first.name)
    return {word for word in words if word.isalpha()}


@pytest.mark.parametrize(
    "name, words, rules",
    [
        ("CLAUSE_WORDS", CLAUSE_WORDS, ("clause",)),
        ("EFFECT_WORDS", EFFECT_WORDS, ("effect_line", "block")),
        ("PART_WORDS", PART_WORDS, ("part",)),
    ],
)
def test_each_word_that_begins_a_rule_is_listed(name: str, words: list[str], rules: tuple[str, ...]) -> None:
    begins = beginnings(*rules)
    assert begins - {*words} == set(), f"add them to `{name}` of gdl/text/keywords.py"
    assert {*words} - begins <= BESIDE, f"take them out of `{name}` of gdl/text/keywords.py"
