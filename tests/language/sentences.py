"""The sentences of the language's reference, and the mark by which a test says which of them it proves.

A test is marked with a phrase of the sentence that it would contradict if it failed: `@sentence("moves and passes count")`.
`test_sentences` sees to it that every phrase stands in the reference, and that no sentence is without a test.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"

LEAD = 5  # words that may stand beside a link without saying anything by themselves

sentence = pytest.mark.sentence


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, a row of a table or an item of a list: its section and its text, white space folded."""

    section: str
    text: str


GUIDES = {"cards.md", "surprises.md"}
"""Pages that lead into the reference and state no rule of their own; `test_guides` runs their examples."""


def pages() -> list[Path]:
    """The files of the reference."""
    return [p for p in sorted((DOCS / "language").rglob("*.md")) if p.name not in GUIDES]


def folded(text: str) -> str:
    return " ".join(text.split())


def reference() -> str:
    """The whole reference on one line."""
    return folded("\n".join(p.read_text("utf-8") for p in pages()))


def sentences() -> Iterator[Sentence]:
    for path in pages():
        yield from sentences_of(path.read_text("utf-8"))


def sentences_of(text: str) -> Iterator[Sentence]:
    """What a page says, without its headings, its examples and the list of its sections."""
    text = re.sub(r"^```.*?^```$", "\n", text, flags=re.M | re.S)
    text = re.sub(r"^<!--.*?-->$", "\n", text, flags=re.M | re.S)
    section = ""
    for block in re.split(r"\n\s*\n", text):
        heading = re.match(r"#+ (.*)", block.strip())
        if heading:
            section = heading[1].strip()
            continue
        for part in parts(block):
            for found in split(part):
                if not is_reference(found):
                    yield Sentence(section, found)


def parts(block: str) -> Iterator[str]:
    """The rows of a table without its head, the items of a list, or the whole block."""
    lines = block.strip("\n").split("\n")
    if lines[0].startswith("|"):
        yield from (folded(line) for line in lines[2:])
        return
    for item in re.split(r"^(?:- |\d+\. )", block.strip("\n"), flags=re.M):
        if item.strip():
            yield folded(item)


def split(text: str) -> Iterator[str]:
    """The sentences of a paragraph, each with a heading in bold before it.

    Dots inside code are no ends; a row of a table is one sentence.
    """
    if text.startswith("|"):
        yield text
        return
    masked = re.sub(r"`[^`]*`", lambda m: "`" * len(m[0]), text)
    start = 0
    for match in re.finditer(r"[.!?]\)? (?=[A-Z`*(\"])", masked):
        yield text[start : match.end()].strip()
        start = match.end()
    if text[start:].strip():
        yield text[start:].strip()


def is_reference(text: str) -> bool:
    """Whether a text leads to other pages and says nothing else, as an item or a row of a table of contents does."""
    if text.startswith("|"):
        cells = [c.strip() for c in text.strip("|").split("|")]
        is_title = bool(re.fullmatch(r"\*\*[^*]*\*\*", cells[0])) and not any(cells[1:])
        return is_title or any(re.fullmatch(r"\[[^\]]*\]\([^)#]*\.md\)", c) for c in cells)
    rest, links = re.subn(r"\[[^\]]*\]\([^)]*\)", "", text)
    return links > 0 and len(rest.replace("·", " ").split()) <= LEAD
