"""Information flow: which actions read what is hidden from players other than the mover.

A `then may` of these never lapses, since that would reveal it. Whatever is in doubt counts as hidden. What is legal must not
reveal to the mover either what is hidden from them: that is `secret_told`.
"""

from dataclasses import dataclass, field

from gdl.checker.analyses.reading import (
    Phases,
    Watch,
    follow,
    follow_action,
    has_hidden_sites,
    in_phases,
    phases_of,
    watch_of,
)
from gdl.checker.analyses.terms import OTHER, TooManyError
from gdl.core import model
from gdl.core.traits import musts
from gdl.source import Span


def private(game: model.Game) -> set[str]:
    """The actions whose legality is hidden from some other player."""
    if not game.is_hidden:
        return set()
    privacy = Privacy(game, phases_of(game))
    return {a.name for a in game.actions if a.form not in ("pass", "done") and privacy.of(a)}


@dataclass(frozen=True, slots=True)
class Privacy:
    """What actions read that is hidden from a player other than the mover. Each action is followed once."""

    game: model.Game
    phases: Phases
    alone: dict[str, bool] = field(default_factory=dict)

    def of(self, action: model.Action) -> bool:
        """Whether an action, or one that it demands, reads what is hidden."""
        waiting, done = [action], {action.name}
        while waiting:
            now = waiting.pop()
            if now.name not in self.alone:
                self.alone[now.name] = self._reads_hidden(now)
            if self.alone[now.name]:
                return True
            for demand in musts(now.effects):
                names = {c.action for c in demand.choices} - done
                done |= names
                waiting += [a for a in self.game.actions if a.name in names]
        return self._requires_hidden(done)

    def _reads_hidden(self, action: model.Action) -> bool:
        """Whether an action by itself reads what is hidden."""
        watch, found = self._watch()
        if has_hidden_sites(action, watch):
            return True
        try:
            follow_action(action, watch)
        except TooManyError:
            return True
        return bool(found)

    def _requires_hidden(self, names: set[str]) -> bool:
        """Whether what is required after these actions reads what is hidden."""
        requires = [r for r in self.game.requires if not r.after or names & {*r.after}]
        if not requires:
            return False
        watch, found = self._watch()
        watch = in_phases(set().union(*(self.phases[name] for name in names)), "`require`", watch)
        try:
            for require in requires:
                follow(require.condition, watch, {}, frozenset())
        except TooManyError:
            return True
        return bool(found)

    def _watch(self) -> tuple[Watch, list[Span]]:
        """What follows the reads of others than the mover, and where it finds hidden ones."""
        found: list[Span] = []
        return watch_of(self.game, OTHER, self.phases, lambda *read: found.append(read[1])), found
