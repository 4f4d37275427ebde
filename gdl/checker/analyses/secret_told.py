"""Conditions that reveal to the mover what is hidden from them: players know which actions are legal."""

from collections.abc import Iterator

from gdl.checker import forms
from gdl.checker.analyses.finding import Finding
from gdl.checker.analyses.game_facts import GameFacts
from gdl.checker.analyses.information_flow import Privacy
from gdl.checker.analyses.reading import Watch, follow_action, follow_clauses, phases_of, watch_of
from gdl.checker.analyses.terms import MOVER, TooManyError
from gdl.core import model
from gdl.core.traits import musts
from gdl.diagnostics.values import replacing
from gdl.source import Span


def find(facts: GameFacts) -> Iterator[Finding]:
    game = facts.game
    found: dict[Span, Finding] = {}

    def tell(clause: str, span: Span, label: str, other: Span) -> None:
        found.setdefault(span, _told(clause, span, label, other, game))

    if not game.is_hidden:
        return
    watch = watch_of(game, MOVER, phases_of(game), tell)
    try:
        for action in game.actions:
            follow_action(action, watch)
            _judge_demands(action, game, watch)
        follow_clauses(game, watch)
    except TooManyError:
        pass  # what is not followed to its end is not judged
    places = set[Span]()
    for finding in found.values():
        if finding.span not in places:
            places.add(finding.span)
            yield finding


def _told(clause: str, span: Span, label: str, other: Span, game: model.Game) -> Finding:
    turned = _hidden_from_owners(other, game)
    if turned is None:
        return Finding(
            span,
            f"{clause} tells the mover what is hidden from them: what is legal depends on this",
            label,
            others=((other, "hidden here"),),
            help="ask only for what they see, and let the effects do the rest; or show them the piece",
        )
    text = turned.span.text.replace("=", "!=")
    return Finding(
        turned.span,
        f"this hides from players what is their own, and {clause} asks for it: what is legal tells it to them",
        "hidden from the owner",
        others=((span, label),),
        help=f"to hide it from others, write `{text}`",
        fixes=(replacing(turned.span, text),),
    )


def _hidden_from_owners(place: Span, game: model.Game) -> model.Compare | None:
    """The part of what is hidden at a place that asks for the viewer's own: `owner(p) = viewer`."""
    for hide in game.hides:
        if hide.span != place:
            continue
        for part in forms.conjuncts(hide.condition):
            if isinstance(part, model.Compare) and part.operator == "=" and part.span.text.count("=") == 1:
                sides = (part.left, part.right)
                is_owner = any(isinstance(s, model.Builtin) and s.name == "owner" for s in sides)
                if is_owner and any(isinstance(s, model.Local) and s.slot == hide.viewer for s in sides):
                    return part
    return None


def _judge_demands(action: model.Action, game: model.Game, watch: Watch) -> None:
    """An action that another player must follow tells the mover whether that player can."""
    for demand in musts(action.effects):
        for choice in demand.choices if demand.player is not None else ():
            demanded = game.action(choice.action)
            if Privacy(game, watch.phases).of(demanded):
                label = f"whether `{demanded.name}` is possible is hidden from the mover"
                watch.tell(f"`{action.name}`", demand.span, label, demanded.span)
