"""Every sentence of the reference has a test, and every phrase that a test quotes stands in the reference."""

import difflib
import importlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from language.sentences import Sentence, folded, reference, sentences, sentences_of, split

HERE = Path(__file__).parent

# What states no rule: introductions, examples, references to other pages. A phrase of each, and why it needs no test.
INTRODUCTION = "an introduction"
LEADS = "leads to what comes below it"
ELSEWHERE = "leads to another page"
TOOLS = "what a command does, which has tests of its own"
PICTURES = "how a picture looks, which `interpreter/play/test_known_looks.py` tests"
LACKING = "what is not in the language"
GRAMMAR = "how the grammar is written down; test_docs compares the page with the grammar that the parser runs"
NO_RULE = {
    "These pages are the exact reference": INTRODUCTION,
    "The [tutorial](../tutorial.md) teaches it by writing a game": ELSEWHERE,
    "How [expressions](core.md#expression) are written": LEADS,
    "In a state that is not over": LEADS,
    "The type is one of": LEADS,
    "Three clauses say what players may do": LEADS,
    "The elements are": LEADS,
    "In it,": LEADS,
    "A part is": LEADS,
    "`gdl mutate GAME` says what the tests leave open": TOOLS,
    "`gdl coverage GAME` says which clauses they use at all.": TOOLS,
    "the task in words for people, where the case is a [lesson]": TOOLS,
    "pytest collects `NAME.yaml` beside `NAME.gdl`": TOOLS,
    "`--gdl-engine reference` runs them on the reference engine": TOOLS,
    "The style is used where people read and write": LEADS,
    "says when ends are tested, and how they combine": ELSEWHERE,
    "How [expressions](core.md#expression) are written. [The core](core.md#every-expression-has-a-value) says what happens with `none` and with division by 0.": ELSEWHERE,
    "says how this combines with the `end` clauses": ELSEWHERE,
    "For a set-up that the players make themselves": ELSEWHERE,
    "A direction that is a field of a piece is a point on its rim": PICTURES,
    "A truth of sites in directions": PICTURES,
    "A truth of a piece that the rules read": PICTURES,
    "Kinds with two columns of numbers by one range": PICTURES,
    "On a graph, signs in colours make all sites places": PICTURES,
    "Pieces of the only pool, one of players, wait in the corners": PICTURES,
    "Where TEXT is missing or one letter, a picture draws the icon": PICTURES,
    "The nouns are in `interpreter/play/svg/icons.json`.": PICTURES,
    "Sites for which a definition with the name of a ground holds": PICTURES,
    "Kinds that never come into such a pool are counters.": PICTURES,
    "A card shows the numbers and words of its kind that the play asks about": PICTURES,
    "The hand of who looks lies below, largest": PICTURES,
    "A sequence as a single choice": LACKING,
    "`then may` the same choice, and a field that records what was chosen.": LACKING,
    "The syntax in EBNF, generated from the grammar that the parser runs, `gdl/text/grammar.lark`.": GRAMMAR,
    "`x?`, `x*` and `x+` mean at most one": GRAMMAR,
    "`|` separates alternatives": GRAMMAR,
    "Words in quotation marks are written as they are": GRAMMAR,
    "Names in capitals are tokens": GRAMMAR,
    "`NEWLINE` ends a line": GRAMMAR,
    "`INDENT` begins a block of deeper lines": GRAMMAR,
    "`SIBLING` begins a line in the same column": GRAMMAR,
    "A line that [continues](files.md#layout) the one above has no token of its own.": GRAMMAR,
    "- `when`, which opens a block of clauses, is read outside the grammar:": GRAMMAR,
    "`when`, which opens a block of clauses, is read outside the grammar": GRAMMAR,
    "Names that begin with `open` are expressions": GRAMMAR,
}


def modules() -> list[Any]:
    names = sorted(p.stem for p in HERE.glob("test_*.py") if p.stem != Path(__file__).stem)
    return [importlib.import_module(f"language.{name}") for name in names]


def phrases_of(marks: Any) -> Iterator[str]:
    """The phrases that some marks quote, with those of the rows of a `parametrize`."""
    for mark in marks:
        if mark.name == "sentence":
            yield from map(str, mark.args)
        elif mark.name == "parametrize":
            for value in mark.args[1]:
                yield from phrases_of(getattr(value, "marks", ()))


def quoted() -> dict[str, list[str]]:
    """The phrases that tests quote, each with the tests that do."""
    found: dict[str, list[str]] = {}
    for module in modules():
        for name, value in vars(module).items():
            if name.startswith("test_") and callable(value):
                for phrase in phrases_of(getattr(value, "pytestmark", ())):
                    found.setdefault(folded(phrase), []).append(f"{module.__name__}.{name}")
    return found


def nearest(phrase: str, known: list[str]) -> str:
    """The sentence that a phrase may be meant to stand in: the one that shares most words with it."""
    words = set(phrase.split())
    likely = sorted(known, key=lambda s: -len(words & set(s.split())))[:20]
    return max(likely, key=lambda s: difflib.SequenceMatcher(None, phrase, s).ratio(), default="")


def test_every_phrase_that_a_test_quotes_stands_in_the_reference() -> None:
    text, known = reference(), [s.text for s in sentences()]
    missing = [
        f"{', '.join(sorted(set(tests)))}: {phrase!r}\n    nearest: {nearest(phrase, known)!r}"
        for phrase, tests in [*quoted().items(), *((p, ["NO_RULE"]) for p in NO_RULE)]
        if folded(phrase) not in text
    ]
    assert missing == [], "\n".join(missing)


def test_every_sentence_of_the_reference_has_a_test() -> None:
    phrases = [*quoted(), *map(folded, NO_RULE)]
    bare = [
        f"{s.section}: {s.text}" for s in sentences() if not any(p in s.text or s.text in p for p in phrases)
    ]
    assert bare == [], f"{len(bare)} sentences have no test:\n" + "\n".join(bare)


def test_what_states_no_rule_is_quoted_by_no_test() -> None:
    assert sorted(set(NO_RULE) & set(quoted())) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("One. Two `a. B` three. Four (see [x](y)). *Five* it is.", ["One.", "Two `a. B` three.", "Four (see [x](y)).", "*Five* it is."]),
        ("A, e.g. b. C", ["A, e.g. b.", "C"]),
        ("| `a.` | B. C |", ["| `a.` | B. C |"]),
    ],
)  # fmt: skip
def test_a_paragraph_is_split_into_sentences(text: str, expected: list[str]) -> None:
    assert list(split(text)) == expected


def test_headings_and_examples_are_no_sentences() -> None:
    page = "# Title\n\nFirst. Second\nline.\n\n```gdl\nNot. This.\n```\n\n- item one\n- item\n  two\n\n| head | x |\n|---|---|\n| row | y. Z |\n"
    assert list(sentences_of(page)) == [
        Sentence("Title", t) for t in ("First.", "Second line.", "item one", "item two", "| row | y. Z |")
    ]
