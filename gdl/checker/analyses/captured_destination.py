"""Effects on what a path met at its end: by then the moving piece is there, and what was met has been captured."""

from collections.abc import Iterator

from gdl.checker.analyses.finding import Finding
from gdl.checker.analyses.game_facts import GameFacts
from gdl.core import model
from gdl.core.visit import nodes


def find(facts: GameFacts) -> Iterator[Finding]:
    for action in facts.game.actions:
        yield from _of(action)


def _of(action: model.Action) -> Iterator[Finding]:
    path = next((p.path for p in action.parts if isinstance(p, model.Along)), None)
    if path is None or any(s.name == "to" for s in path.steps):
        return
    for effect in nodes((action.effects, action.finals)):
        match effect:
            case model.MoveTo(piece=model.Builtin(name="piece", arguments=(model.Local() as met,))):
                pass
            case model.SetField(
                field="owner", holder=model.Builtin(name="piece", arguments=(model.Local() as met,))
            ):
                pass
            case _:
                continue
        if met.slot == path.steps[-1].slot:
            yield Finding(
                met.span,
                f"`{met.name}` is the destination, where the piece that moves stands by now",
                "not what was met there",
                others=((path.steps[-1].span, "met here, and captured when the piece arrives"),),
                help="the kinds of what was captured are `captured`: `for k in captured do place k in ...`",
            )
