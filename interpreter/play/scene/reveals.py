"""What a player gets to see that was hidden before."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from gdl import model
from interpreter.engines.answers import HIDDEN
from interpreter.hiding import contains_hidden
from interpreter.play.scene.scene import Scene


def reveals(game: model.Game, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Whether a player sees what was hidden from them before: a site, or one more piece of a kind.

    `before` and `after` are the player's observations. Pieces that the player has made meanwhile count, too, as they
    cannot be told from pieces that were uncovered.
    """
    if not contains_hidden(before):
        return False
    earlier, later = Scene(game, before), Scene(game, after)
    seen = Counter((p.owner, p.kind) for p in later.every_piece if p.kind != HIDDEN)
    seen.subtract((p.owner, p.kind) for p in earlier.every_piece)
    return bool(earlier.hidden_sites - later.hidden_sites) or any(n > 0 for n in seen.values())
