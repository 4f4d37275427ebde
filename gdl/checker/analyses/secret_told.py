"""Information flow: which actions read what is hidden, from players other than the mover or from the mover.

Players know which actions are legal, so what is legal must not reveal what is hidden from them. A `then may` of actions that read
what is hidden from others never lapses, since that would reveal it. Whatever is in doubt counts as hidden.

And pieces on the board of which only one kind is hidden: whoever sees that something is hidden knows what it is.
"""

from collections.abc import Iterator
from dataclasses import replace

from gdl.checker import forms
from gdl.checker.analyses.analysis import Finding, GameFacts
from gdl.checker.analyses.openness import HiddenReadError, Reads, hidden_reads, raise_found
from gdl.checker.analyses.reading import (
    Phases,
    Watch,
    follow,
    follow_action,
    follow_clauses,
    follow_notation,
    in_phases,
    phases_of,
    watch_of,
)
from gdl.checker.analyses.terms import MOVER, OTHER, TooManyError
from gdl.core import model
from gdl.core.traits import musts
from gdl.diagnostics.values import replacing
from gdl.platform.dataclass import dataclass
from gdl.source import Span


def private(facts: GameFacts) -> set[str]:
    """The actions whose legality is hidden from some other player."""
    game = facts.game
    if not game.is_hidden:
        return set()
    privacy = Privacy(game, phases_of(game), facts.once(hidden_reads))
    return {a.name for a in game.actions if a.form not in ("pass", "done") and privacy.of(a)}


@dataclass(frozen=True, slots=True)
class Privacy:
    """What actions read that is hidden from a player other than the mover."""

    game: model.Game
    phases: Phases
    reads: Reads

    def of(self, action: model.Action) -> bool:
        """Whether an action, or one that it demands, reads what is hidden."""
        waiting, done = [action], {action.name}
        while waiting:
            now = waiting.pop()
            alone = self.reads[now.name]
            if alone is None or alone.reads_hidden:
                return True
            for demand in musts(now.effects):
                names = {c.action for c in demand.choices} - done
                done |= names
                waiting += [a for a in self.game.actions if a.name in names]
        return self._requires_hidden(done)

    def _requires_hidden(self, names: set[str]) -> bool:
        """Whether what is required after these actions reads what is hidden."""
        requires = [r for r in self.game.requires if not r.after or names & {*r.after}]
        if not requires:
            return False
        watch = watch_of(self.game, OTHER, self.phases, raise_found)
        watch = in_phases(set().union(*(self.phases[name] for name in names)), "`require`", watch)
        try:
            for require in requires:
                follow(require.condition, watch, {}, frozenset())
        except (TooManyError, HiddenReadError):
            return True
        return False


def find(facts: GameFacts) -> Iterator[Finding]:
    game = facts.game
    found: dict[Span, Finding] = {}

    def tell(clause: str, span: Span, label: str, other: Span) -> None:
        found.setdefault(span, _told(clause, span, label, other, game))

    if not game.is_hidden:
        return

    def tell_of_notation(clause: str, span: Span, label: str, other: Span) -> None:
        message = f"the notation of {clause} shows the mover what is hidden from them: it is written beside what is possible"
        help = "leave it out; what others do not see of an action is not written for them"
        found.setdefault(span, Finding(span, message, label, others=((other, "hidden here"),), help=help))

    watch = watch_of(game, MOVER, phases_of(game), tell)
    try:
        for action in game.actions:
            follow_action(action, watch)
            follow_notation(action, replace(watch, tell=tell_of_notation))
            _judge_demands(action, facts, watch)
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
        is_of_value = any(h.hides_values and h.span == other for h in game.hides)
        return Finding(
            span,
            f"{clause} tells the mover what is hidden from them: what is legal depends on this",
            label,
            others=((other, "hidden here"),),
            help="ask only for what they see, and let the effects do the rest; or "
            + ("show it to them" if is_of_value else "show them the piece"),
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


def _judge_demands(action: model.Action, facts: GameFacts, watch: Watch) -> None:
    """An action that another player must follow tells the mover whether that player can."""
    privacy = Privacy(facts.game, watch.phases, facts.once(hidden_reads))
    for demand in musts(action.effects):
        for choice in demand.choices if demand.player is not None else ():
            demanded = facts.game.action(choice.action)
            if privacy.of(demanded):
                label = f"whether `{demanded.name}` is possible is hidden from the mover"
                watch.tell(f"`{action.name}`", demand.span, label, demanded.span)


def find_hidden_in_vain(facts: GameFacts) -> Iterator[Finding]:
    if any(f.holder == "piece" for f in facts.game.fields.values()):
        return  # these are hidden, too
    for hide in facts.game.hides:
        is_on_board = isinstance(hide.source, model.Builtin) and hide.source.name == "pieces"
        kinds = [k for c in forms.conjuncts(hide.condition) if (k := _kind_asked(c, hide.slot)) is not None]
        if hide.aspects or not is_on_board or not kinds:
            continue
        name = facts.game.kinds[kinds[0]].name
        yield Finding(
            hide.span,
            f"only a {name} is hidden here, so what is hidden is known to be one: where it stands, all see",
            "hides nothing",
            help=f"to hide where they stand, write `hide site of ... in pieces from ... where ... is {name}`",
        )


def _kind_asked(condition: model.Expr, slot: int) -> int | None:
    """The kind that a condition asks an element to have."""
    match condition:
        case model.Compare(
            operator="=",
            left=model.Builtin(name="kind", arguments=(model.Local(slot=found),)),
            right=model.Const(value=int(kind)),
        ) if found == slot:
            return kind
        case _:
            return None
