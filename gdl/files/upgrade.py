"""Files of older languages, brought up to the present one: `upgraded(source, found, game)`.

What has changed its meaning is written so that it means what it meant:

- In language 1 an option of a file that extends another one had its default as its only value, where the file said nothing of
  values; and whether others learned a choice followed from its value. Now it follows from its clause, or `openly` and `secretly`.
- Up to language 2 a game began in the first `phase` clause, wherever its `turn` stood. Now it begins in what is written first.
- Some forms have left the language (`older_forms`).
"""

from collections.abc import Iterable, Iterator

from gdl.core import model
from gdl.diagnostics.values import Diagnostic, Reporter
from gdl.files import merging
from gdl.files.older_forms import SAID, in_present_forms
from gdl.parsing.parser import parse
from gdl.source import Source
from gdl.tree import syntax
from gdl.tree.words import LANGUAGE, OLDER

_OF_CHOICES = ("shown-choice", "told-choice")  # warnings about who learns of a choice

Edit = tuple[int, int, str]  # what stands from a place to another one, written anew


def readable(source: Source) -> Source:
    """The source as one of the oldest language that is still read, in forms of the present one."""
    said = SAID.search(source.text)
    if said is not None and said[2] == str(LANGUAGE):
        return source
    text = in_present_forms(source.text)
    return Source(
        source.name, SAID.sub(rf"\g<1>{OLDER}", text) if said is not None and said[2] == "1" else text
    )


def upgraded(source: Source, found: Iterable[Diagnostic], game: model.Game | None = None) -> str:
    """The text in the present language. `found`: what the checker says of the `readable` source, and `game` what it makes of it.
    Unchanged if it says that it is up to date."""
    said = SAID.search(source.text)
    language = int(said[2]) if said is not None else 1  # the first one did not say it
    given, source = source, readable(source)
    reporter = Reporter()
    clauses = parse(source, reporter).tree.clauses
    head = next((c for c in clauses if isinstance(c, syntax.Game)), None)
    if reporter.has_errors or language == LANGUAGE:
        return given.text
    edits = {*_beginning(clauses, source), *_heading(head, source)}
    if language < OLDER:
        edits |= {*_options(head, clauses), *_choices(source, found)}
    if game is not None and head is not None and head.extends:
        edits |= {*_beginning_of_variant(source, game)}
    text = source.text
    for start, end, words in sorted(edits, reverse=True):
        text = text[:start] + words + text[end:]
    return SAID.sub(rf"\g<1>{LANGUAGE}", text)


def _options(head: syntax.Game | None, clauses: Iterable[syntax.Clause]) -> Iterator[Edit]:
    """Options that could have one value alone."""
    if head is None or head.extends is None:
        return
    for clause in merging.flat(tuple(clauses)):
        if not isinstance(clause, syntax.Option) or clause.values or clause.is_only:
            continue
        if not isinstance(clause.default, syntax.Bool):
            yield clause.default.span.end, clause.default.span.end, " only"


def _choices(source: Source, found: Iterable[Diagnostic]) -> Iterator[Edit]:
    """The words for choices of which others were told what the value showed, as the warnings' likeliest fixes write them."""
    for d in found:
        if d.code in _OF_CHOICES and d.fixes and d.span.source.name == source.name:
            yield from ((edit.span.start, edit.span.end, edit.text) for edit in d.fixes[0].edits)


def _beginning(clauses: tuple[syntax.Clause, ...], source: Source) -> Iterator[Edit]:
    """The `turn`, written behind the phases."""
    turn = next((c for c in clauses if isinstance(c, syntax.Turn) and c.phase is None), None)
    after = [
        c for c in clauses if any(isinstance(part, syntax.Turn) and part.phase for part in merging.flat((c,)))
    ]
    if turn is None or not after or after[-1].span.start < turn.span.start:
        return
    start, end = (_line_end(source, turn.span.start, back=True), _line_end(source, turn.span.end))
    yield start, end, ""
    behind = _line_end(source, after[-1].span.end)
    yield (
        behind,
        behind,
        "\n" * (source.text[behind - 1] != "\n") + source.text[start:end].rstrip("\n") + "\n",
    )


def _line_end(source: Source, at: int, back: bool = False) -> int:
    """Where the line ends that a place stands in, or where it begins."""
    if back:
        return source.text.rfind("\n", 0, at) + 1
    end = source.text.find("\n", at)
    return end + 1 if end >= 0 else len(source.text)


def _beginning_of_variant(source: Source, game: model.Game) -> Iterator[Edit]:
    """The set-up of a file that begins in a phase of its own, before all of the game that it extends."""
    first = game.phases[0]
    is_own = first != "main" and game.turns[first].span.source.name == source.name
    if is_own and not any(isinstance(effect, model.SetPhase) for effect in game.setup):
        end = len(source.text)
        yield end, end, f"\nsetup +\n  phase := {first}\n"


def _heading(head: syntax.Game | None, source: Source) -> Iterator[Edit]:
    """The line that says which language the file is written in."""
    if head is None or any(h.key.name == "language" for h in head.headings):
        return
    last = head.headings[-1].span.end if head.headings else head.span.start
    end = source.text.find("\n", last)
    indent = "  "
    if head.headings:
        first = head.headings[0].span.start
        indent = source.text[source.text.rfind("\n", 0, first) + 1 : first]
    at = end if end >= 0 else len(source.text)
    yield at, at, f"\n{indent}language {LANGUAGE}"
