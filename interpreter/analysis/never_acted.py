"""A player who never acts: every game is over, since they have no legal action, before they have done anything."""

import re
from collections.abc import Container
from dataclasses import dataclass, field

from gdl import model
from gdl.diagnostics import Diagnostic, Label
from gdl.visit import nodes
from interpreter.engines.base import State


@dataclass
class NeverActed:
    """The games that ended in a turn in which nothing was legal: how many there were for a player who had not acted, by the player and
    the phase. `what`: what was said of the last of them."""

    times: dict[str, int] = field(default_factory=dict)
    what: str = ""

    def note(self, state: State, acted: Container[int], game: model.Game) -> None:
        """Notes the end of a game in which these players have acted."""
        end = state.ended
        if end is None:
            return
        for phase, turn in game.turns.items():
            span = turn.span
            if span.source == end.span.source and span.start <= end.span.start < span.end:
                for player in range(len(game.players)):
                    named = re.search(rf"\b{re.escape(game.players[player].name)} has no legal", end.text)
                    if player not in acted and named:
                        name = f"{player} {phase}"
                        self.times[name] = self.times.get(name, 0) + 1
                        self.what = end.text


def found(never: NeverActed, games: int, game: model.Game, is_else_told: bool = True) -> Diagnostic | None:
    """That all games ended so, at what begins the phase or places the pieces; else at the turn, if that is to be told."""
    if len(never.times) != 1 or games == 0:
        return None
    (key, times), *_ = never.times.items()
    seat, phase = key.split(" ")
    if times != games:
        return None
    name, turn = game.players[int(seat)].name, game.turns[phase]
    message = f"each of {games} random games was over before {name} did anything: {never.what}"
    others = (Label(turn.span, f"nothing here is possible for {name}"),)
    begins = [
        n for n in nodes((game.actions, game.settles)) if isinstance(n, model.SetPhase) and n.phase == phase
    ]
    if begins and phase != game.phases[0]:
        return Diagnostic(
            "over-at-once",
            message,
            begins[0].span,
            f"`{phase}` begins here",
            others,
            help=f"let `{phase}` begin when all have acted: ask for what {name} has to do before, such as "
            f"`if ... do phase := {phase}`",
        )
    placed = [n for n in nodes(game.setup) if isinstance(n, model.Place)]
    owned = [p for p in placed if isinstance(p.owner, model.Const) and p.owner.value != int(seat)]
    if not owned or len(owned) != len(placed):
        help = f"see what {name} can do after the first actions, and what the set-up gives them"
        return (
            Diagnostic("over-at-once", message, turn.span, others[0].text, help=help)
            if is_else_told
            else None
        )
    place = owned[-1]
    kind = place.kind.span.in_one_line
    return Diagnostic(
        "over-at-once",
        message,
        place.span,
        f"the set-up places nothing of {name}",
        others,
        help=f"place something of {name}, too: `place {kind} of {name} on ...`",
    )
