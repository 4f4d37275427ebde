"""A small game for tests of the checker, and what the checker makes of expressions and clauses in it."""

import os
import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from gdl.checker.check import context_of
from gdl.checker.context import Context
from gdl.core import model
from gdl.diagnostics.values import Diagnostic, Reporter
from gdl.loader import examine_source
from gdl.parsing.parser import parse_expression
from gdl.source import Source

SMALL = """game "Small"
option size = 5 from 5..6
option style = fast from fast, slow
players White facing north, Black facing south
board square size x 5
kinds     worth  made   reach                       turn_to  walls by orthogonal
  man     1      wood   (line any up to 1: empty)   north    true false false false
  king    4      stone  none                        none     true true false false
field level of piece: 1..3 = 1
field score of player: 0..20
field marked of site: bool
field mood of game: calm, wild
field last of game: site or none
field rotation of piece: turns of orthogonal
pool hand of player seen by owner
pool box of game
position same: pieces, mover
let double(n: number) = n + n
let best = 3
let crowded(s: site) = some t in neighbours(s): t is piece
let steps_of(s: site) = neighbours(s)
let material(p: player) = count(pieces of p)
relation guards(a: piece, b: piece) = distance(a, b) = 1
choice push
  choose s in sites where s is empty
  do mood := wild
     phase := main
choice give(k: kind)
  do place k of mover in hand(mover)
action put
  choose s in sites where s is empty
  do let k = first(kinds)
     place k of mover on s
     then may push or give(k)
move step by any
  line any: empty
turn: put or step
phase late: put
end mover wins when full
"""


@cache
def small() -> model.Game:
    """The small game."""
    game, found = examine_source(Source("small.gdl", SMALL))
    assert game is not None, [f"{d.span}: {d.message}" for d in found]
    return game


def asking(reporter: Reporter) -> Context:
    """A context in which expressions about the small game are checked. What they declare is forgotten."""
    return context_of(small(), reporter)


def expression(text: str) -> tuple[model.Expr, tuple[Diagnostic, ...]]:
    """The core form of an expression about the small game, and what is reported."""
    reporter = Reporter()
    node = parse_expression(Source("expression", text), 0, len(text), reporter)
    assert node is not None, f"{text}: {reporter.found}"
    return asking(reporter).expression(node), reporter.sorted()


NAMED = "option|field|pool|position|let|relation|choice|action|move|phase"  # clauses of which there are many


def changed(clauses: str) -> str:
    """The small game with these clauses, without those of the same name, or of the same sort where there is only one."""
    heads = {h[0] for h in re.finditer(rf"^(?:(?:{NAMED}) \w+|\w+)", clauses, re.M)}
    kept = [c for c in re.split(r"\n(?=\S)", SMALL.strip()) if not any(re.match(rf"{h}\b", c) for h in heads)]
    return "\n".join([*kept, clauses.strip("\n"), ""])


def findings(clauses: str) -> tuple[Diagnostic, ...]:
    """What is reported of the small game with other clauses."""
    return examine_source(Source("small.gdl", changed(clauses)))[1]


def with_effects(effects: str) -> str:
    """The action of the small game with these effects, which `;` parts, on a chosen site `s`."""
    return "action put\n  choose s in sites where s is empty\n  do " + effects.replace("; ", "\n     ")


def marked(found: Iterable[Diagnostic]) -> list[str]:
    """The code of each diagnostic, and the text that it marks, of several lines the first: `CODE {TEXT}`."""
    return [f"{d.code} {{{d.span.text.split(chr(10))[0]}}}" for d in found]


def blocks(table: str) -> list[tuple[str, list[str]]]:
    """Clauses, parted by empty lines, and what is reported of them: the lines that begin with `> `."""
    found = []
    for block in table.strip("\n").split("\n\n"):
        lines = block.split("\n")
        clauses = "\n".join(line for line in lines if not line.startswith("> "))
        found.append((clauses, [line[2:] for line in lines if line.startswith("> ")]))
    return found


def rows(table: str, between: str) -> list[tuple[str, str]]:
    """The two sides of each line of a table."""
    sides = (line.rsplit(between, 1) for line in table.strip().splitlines())
    return [(left, right) for left, right in sides]


def game_of(clauses: str) -> model.Game:
    """The small game with other clauses."""
    game, found = examine_source(Source("small.gdl", changed(clauses)))
    assert game is not None, marked(found)
    return game


# ---- what is said, word for word

SAID = Path(__file__).parent / "gdl" / "checker" / "said"
RECORD = os.environ.get("GDL_RECORD") == "1"


def _told(d: Diagnostic) -> str:
    """All that a diagnostic says, in lines, with the texts that it marks."""
    lines = [f"{d.code}: {d.message}", f"  {{{d.span.text.split(chr(10))[0]}}} {d.label}"]
    lines += [f"  {{{label.span.text.split(chr(10))[0]}}} {label.text}" for label in d.others]
    lines += [f"  note: {note}" for note in d.notes]
    lines += [f"  help: {d.help}"] if d.help else []
    return "\n".join(
        [*lines, *(f"  {{{e.span.text}}} -> {{{e.text}}}" for fix in d.fixes[:1] for e in fix.edits)]
    )


@cache
def said(name: str) -> dict[str, str]:
    """What `said/NAME.txt` says of each text that it has: the text, `---`, and what is said; `===` parts them."""
    path = SAID / f"{name}.txt"
    entries = path.read_text("utf-8").removesuffix("\n").split("\n===\n") if path.exists() else []
    return {text: found for text, _, found in (entry.partition("\n---\n") for entry in entries)}


def texts(name: str) -> list[str]:
    """The texts of `said/NAME.txt`, for tests that have them from there."""
    found = list(said(name))
    assert found, f"said/{name}.txt has no texts"
    return found


def lines_of(found: Iterable[Diagnostic]) -> list[str]:
    """All that is said, without what is said of the small game itself."""
    return [text for text in map(_told, found) if text not in _of_small()] or ["is right"]


@cache
def _of_small() -> frozenset[str]:
    return frozenset(map(_told, findings("")))


def assert_said(name: str, text: str, found: Iterable[Diagnostic]) -> None:
    """Compares what is said of a text with `said/NAME.txt`. With GDL_RECORD=1 the file is written anew: read it as authors would."""
    given = "\n".join(lines_of(found))
    known = said(name)
    if RECORD:
        known[text] = given
        parts = [f"{text}\n---\n{given}" for text, given in known.items()]
        (SAID / f"{name}.txt").write_text("\n===\n".join(parts) + "\n", "utf-8")
    assert known.get(text) == given, f"if this is meant, write said/{name}.txt anew with GDL_RECORD=1"
