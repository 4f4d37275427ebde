"""A state as a picture: for notebooks, which ask a state for its `_repr_svg_`, and for the command line."""

from interpreter.engines.answers import Position
from interpreter.engines.base import State
from interpreter.play.scene.observer import decided, score, signs_of
from interpreter.play.scene.relations import Relation
from interpreter.play.sheet.reasons import end_of
from interpreter.play.svg.picture import Framing, picture


def picture_of(state: State, shown: Position | None = None, relation: Relation | None = None) -> str:
    """The SVG of a state, or of what `shown` tells of it: by default the whole position, as a state holds it."""
    engine = state.engine
    seen = state.position() if shown is None else shown
    return picture(
        engine.game,
        seen,
        relation=relation,
        ended=end_of(state),
        signs=signs_of(engine, state, seen),
        score=score(engine, state, seen),
        framing=Framing(decided=decided(engine, state, seen)),
    )
