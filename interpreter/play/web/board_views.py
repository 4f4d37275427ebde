"""The board of a table as a viewer may see it: observations, pictures, and what they learn of each action.

A viewer is a player's number, or None for spectators.
"""

from collections.abc import Sequence
from dataclasses import replace

from interpreter.engines.base import State
from interpreter.engines.position_parts import Position
from interpreter.play.memo import Recent
from interpreter.play.scene.cards import with_signs
from interpreter.play.scene.names import capital
from interpreter.play.scene.observer import pieces_of_players, threats_to
from interpreter.play.sheet.reasons import end_of
from interpreter.play.styles.notation import is_plain, text_of
from interpreter.play.svg.animation import FRAMES, animate, gif
from interpreter.play.svg.picture import picture_of
from interpreter.play.svg.position import Framing
from interpreter.play.tables.disclosure import Change, change, notation_for, sites_for
from interpreter.play.tables.table import Table
from interpreter.play.web import limits
from interpreter.play.web.protocol import PLAIN, Data, Look, Viewer

_DOWN = 270  # degrees: who faces down sees the board from its other side
_MOST = 8  # pictures and observations of a table that are remembered, for several who see the same


class BoardViews:
    """What viewers see of one table's board."""

    def __init__(self, table: Table) -> None:
        self.table, self.game = table, table.game
        self.forget()

    def forget(self) -> None:
        """Another game begins at the table: nothing of the last one is shown in it."""
        self._pictures: Recent[str] = Recent(_MOST)
        self._observations: Recent[Position] = Recent(2 * _MOST)
        self.numbers: Recent[Data] = Recent(_MOST)
        self._notations: dict[tuple[int, Viewer], tuple[tuple[int, bool], str]] = {}
        self._counts: dict[Viewer, list[tuple[State, int]]] = {}  # of pieces on the board, by ply

    def observed(self, state: State, viewer: Viewer) -> Position:
        """What a viewer sees of a state."""
        return self._observations.get(
            state, viewer, lambda: state.public() if viewer is None else state.observation(viewer)
        )

    def fullest(self, at: int, viewer: Viewer) -> Position:
        """The first position up to a ply in which players had the most pieces on the board: where a game begins by laying them out, the
        one after that. Of what spectators of secrets see, which takes long to find out, the start is taken."""
        states = self.table.session.states[: at + 1]
        if len(self.game.kinds) < 2 or (viewer is None and self.game.is_hidden):
            return self.observed(states[0], viewer)
        counts = self._counts.setdefault(viewer if self.game.is_hidden else None, [])
        known = zip(counts, states, strict=False)
        del counts[
            next((i for i, (found, state) in enumerate(known) if found[0] is not state), len(counts)) :
        ]
        for state in states[len(counts) :]:
            seen = state.public() if viewer is None else state.observation(viewer)
            counts.append((state, pieces_of_players(self.game, seen)))
        return self.observed(max(counts[: at + 1], key=lambda found: found[1])[0], viewer)

    def is_turned(self, viewer: Viewer, look: Look = PLAIN) -> bool:
        """Whether the board is seen from its other side: as the page wants it, else as the viewer sits."""
        if look.turned is not None:
            return look.turned
        return viewer is not None and self.game.players[viewer].facing == _DOWN

    def _name(self, viewer: Viewer) -> str:
        """The name of who looks, in a game where that makes a difference."""
        return self.game.players[viewer].name if viewer is not None and self.game.is_hidden else ""

    def picture(self, ply: int, viewer: Viewer, look: Look = PLAIN) -> str:
        """The board of a state of the game; the same picture for all who see the same."""
        state, verdict = self.table.session.states[ply], self._verdict(ply)
        key = (
            viewer if self.game.is_hidden else None,
            self.is_turned(viewer, look),
            verdict,
            look.wide,
            look.pieces,
        )

        def made() -> str:
            return self.drawn(
                state, self.observed(state, viewer), viewer, self.last_sites(ply, viewer), verdict, look
            )

        return self._pictures.get(state, key, made)

    def first_picture(self, viewers: Sequence[Viewer], look: Look) -> str:
        """The board for a page that shows these seats, so that it is seen before the page's own program runs.

        Where secrets lie between several seats of the page, the first one is shown if it is to move, as the program does; else
        nothing is, since the curtain comes down.
        """
        mover = self.table.mover
        if len(viewers) > 1 and self.game.is_hidden and mover != viewers[0]:
            return ""
        look = replace(look, turned=self.is_turned(viewers[0]))  # at one screen it stays as it lies
        return self.picture(len(self.table.session.moves), mover if mover in viewers else viewers[0], look)

    def drawn(
        self,
        state: State,
        shown: Position,
        viewer: Viewer,
        last: tuple[str, ...] = (),
        ended: str = "",
        look: Look = PLAIN,
        spent: frozenset[int] = frozenset(),
    ) -> str:
        """A position as a part of the page. `spent`: numbers of dice that have been used."""
        framing = Framing(
            is_page=False,
            viewer=self._name(viewer),
            is_turned=self.is_turned(viewer, look),
            has_targets=True,
            last=last,
            is_wide=look.wide,
            pieces=look.pieces,
            has_numbers=False,  # they stand beside the players' names
            spent=spent,
        )
        return picture_of(state, shown, ended=ended, framing=framing)

    def stages(self, ply: int, viewer: Viewer, look: Look = PLAIN) -> list[str]:
        """The boards between two states, where what was chosen together took effect in stages."""
        found = self.table.session.stages(ply, viewer)
        return [self.drawn(stage, seen, viewer, look=look) for stage, seen in found]

    def animation(self, viewer: Viewer, look: Look = PLAIN) -> str:
        """The whole game as a picture that moves, as the viewer has seen it."""
        return animate(self._frames(viewer, look, limits.FRAMES))

    def gif(self, viewer: Viewer, look: Look = PLAIN) -> bytes:
        """The same as a GIF."""
        return gif(self._frames(viewer, look, FRAMES - 1))

    def _frames(self, viewer: Viewer, look: Look, most: int) -> list[str]:
        """The positions of the game; of a long one the end."""
        plies = len(self.table.session.moves)
        return [
            self._framed(ply, viewer, look, self._verdict(ply))
            for ply in range(max(0, plies - most), plies + 1)
        ]

    def exported(self, viewer: Viewer, look: Look = PLAIN) -> str:
        """The present board as a picture of its own, as the viewer may see it."""
        ended = self.ended(self.table.state, True)
        return self._framed(len(self.table.session.moves), viewer, look, ended, is_page=True)

    def _framed(self, ply: int, viewer: Viewer, look: Look, ended: str, is_page: bool = False) -> str:
        """A position as a picture that is kept."""
        state = self.table.session.states[ply]
        framing = Framing(
            is_page=is_page,
            viewer=self._name(viewer),
            is_turned=self.is_turned(viewer, look),
            last=self.last_sites(ply, viewer),
            pieces=look.pieces,
        )
        return picture_of(state, self.observed(state, viewer), ended=ended, framing=framing)

    def _verdict(self, ply: int) -> str:
        return self.table.verdict if ply == len(self.table.session.moves) else ""

    def last_sites(self, ply: int, viewer: Viewer) -> tuple[str, ...]:
        """The sites of the action that led to a state, as the viewer learns of it."""
        if ply == 0:
            return ()
        session = self.table.session
        return sites_for(session.states[ply - 1], session.actions[ply - 1], viewer)

    def notation(self, ply: int, viewer: Viewer) -> str:
        """An action of the game, the first has the number 0, as the viewer has learnt of it by now."""
        session = self.table.session
        if not self.game.is_hidden:
            if is_plain(self.game):
                return session.moves[ply]
            viewer = None  # all read the same
        action, all_chose = session.actions[ply], session.all_chose(ply)
        known = self._notations.get((ply, viewer))
        if known is None or known[0] != (action, all_chose):
            state, is_hidden = session.states[ply], self.game.is_hidden
            text = notation_for(state, action, viewer, all_chose) if is_hidden else text_of(state, action)
            known = (action, all_chose), with_signs(self.game, text)
            self._notations[ply, viewer] = known
        return known[1]

    def change(self, ply: int, viewer: Viewer) -> Change:
        """What the viewer saw change by an action, by its number from 0."""
        states = self.table.session.states
        return change(self.observed(states[ply], viewer), self.observed(states[ply + 1], viewer))

    def ended(self, state: State, is_now: bool) -> str:
        """The sentence about the end of the game; "" while it goes on."""
        if is_now and self.table.verdict:
            return self.table.verdict
        return end_of(state)

    def threat(self, state: State, viewer: Viewer) -> str:
        """What stands against the player to move, as a sentence before another one."""
        said = threats_to(self.table.engine, state, self.observed(state, viewer)).said
        return f"{capital(said)}. " if said else ""
