"""In how many games each word of the language and each builtin is used, of the bundled ones and those of the tutorial: what no game
or one game uses earns its place, or goes.

    python benchmarks/constructs.py [--most N]

A game has what its own file and all files that it extends or uses have. `--most`: only what at most so many games use.
"""

import argparse
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from gdl.core.builtins import NAMES
from gdl.diagnostics.values import Reporter
from gdl.files.merging import flat
from gdl.loader import bundled_games, find, path_named, read_source
from gdl.parsing.parser import parse
from gdl.source import Source
from gdl.text.grammar import interactive, keywords
from gdl.tree import syntax

EXAMPLES = Path(__file__).parent.parent / "examples"
_COMMENT = re.compile(r'("[^"\n]*")|--.*')  # and texts, which stay


@cache
def _used(source: Source) -> frozenset[str]:
    """What a file uses, and the files that it names."""
    clauses = parse(source, Reporter()).tree.clauses
    found = {"when" for clause in clauses if isinstance(clause, syntax.When)}
    for clause in flat(clauses):
        found.update(_words(clause))
        match clause:
            case syntax.Game(extends=name) if name is not None:
                found |= _used(_read(name, source, is_module=False))
            case syntax.Use():
                found |= _used(_read(clause.name, source, is_module=True))
    return frozenset(found)


def _read(name: str, source: Source, is_module: bool) -> Source:
    found = read_source(path_named(name, source, is_module), Reporter())
    assert found is not None
    return found


def _words(clause: syntax.Clause) -> Iterator[str]:
    """The words of the language in a clause, and the builtins."""
    text = _COMMENT.sub(r"\1", clause.span.text)
    column = len(text) - len(text.lstrip())
    for token in interactive(text.rstrip("\n") + "\n", "clause", column).iter_parse():
        if token.type not in ("NAME", "STRING"):
            yield from (word for word in str(token).split() if word in keywords())
        elif token.type == "NAME" and str(token) in NAMES:
            yield str(token)


def table(most: int = 1 << 30) -> str:
    """The table, those words first that the fewest games use. `most`: only what at most so many games use."""
    games = defaultdict[str, list[str]](list)
    tutorial = [sorted(folder.glob("*.gdl"))[-1] for folder in sorted(EXAMPLES.iterdir())]
    for path in [*map(find, bundled_games()), *tutorial]:
        source, name = read_source(path, Reporter()), path.stem if path not in tutorial else path.parent.name
        assert source is not None
        for word in _used(source):
            games[word].append(name)
    rows = sorted(keywords() | set(NAMES), key=lambda word: (len(games[word]), word))
    shown = (
        f"| `{word}` | {len(games[word])} | {', '.join(games[word][:3])} |\n"
        for word in rows
        if len(games[word]) <= most
    )
    return "| word | games | |\n|---|---|---|\n" + "".join(shown)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--most", type=int, default=1 << 30)
    print(table(parser.parse_args().most), end="")


if __name__ == "__main__":
    main()
