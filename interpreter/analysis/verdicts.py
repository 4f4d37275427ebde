"""What is known of an author's claims, and where it is kept from one run to the next."""

import json
from dataclasses import asdict
from typing import Any, Literal, TypeAlias

from gdl.core import model
from gdl.platform.dataclass import dataclass
from interpreter.caching import cache
from interpreter.caching.fingerprint import fingerprint
from interpreter.caching.stamps import VERSION

Status: TypeAlias = Literal["proved", "refuted", "held"]


@dataclass(frozen=True)
class Verdict:
    """What is known of a claim.

    `moves` refute it, in a game that begins with `seed`; `actions` are the same as numbers. `positions`: in how many it was
    looked at. `note` says what is in the way of knowing more. `seconds` were allowed for it.
    """

    claim: str
    status: Status
    moves: tuple[str, ...] = ()
    positions: int = 0
    note: str = ""
    seed: int = 0
    actions: tuple[int, ...] = ()
    seconds: float = 0.0

    def to_json(self) -> dict[str, Any]:
        """The mapping that `gdl claims --json` prints."""
        found: dict[str, Any] = {
            "claim": self.claim,
            "status": self.status,
            "moves": list(self.moves),
            "positions": self.positions,
        }
        return found | ({"note": self.note} if self.note else {}) | ({"seed": self.seed} if self.seed else {})


def read(game: model.Game, claim: model.Claim) -> Verdict | None:
    """What was found of a claim earlier; None if it was never checked."""
    data = cache.read(key(game, claim))
    if data is None:
        return None
    kept: dict[str, Any] = json.loads(data)
    return Verdict(**kept | {"moves": tuple(kept["moves"]), "actions": tuple(kept["actions"])})


def keep(game: model.Game, claim: model.Claim, verdict: Verdict) -> None:
    cache.write(key(game, claim), json.dumps(asdict(verdict)).encode())


def key(game: model.Game, claim: model.Claim) -> str:
    """The name under which the verdict on a claim is kept."""
    return cache.key("claim", VERSION, fingerprint(game), claim.span.text)
