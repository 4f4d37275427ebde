"""A state as a picture: for notebooks, which ask a state for its `_repr_svg_`, and for the command line."""

from interpreter.engines.base import State
from interpreter.engines.position_parts import Position
from interpreter.play.scene.observer import Relation
from interpreter.play.sheet.reasons import end_of
from interpreter.play.svg import picture


def picture_of(state: State, shown: Position | None = None, relation: Relation | None = None) -> str:
    """The SVG of a state, or of what `shown` tells of it: by default the whole position, as a state holds it."""
    return picture.picture_of(state, shown, relation=relation, ended=end_of(state))
