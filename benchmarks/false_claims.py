"""How many false claims `gdl claims` refutes: claims that a search of twelve actions could refute, one for each bundled game.

    python benchmarks/false_claims.py [--seconds 4] [--seed 1] [GAME ...]

Twelve random actions lead to a position. The claim is that its pieces never stand so on three sites that were otherwise at the
beginning, drawn at random; so it is false, and the actions refute it. It is looked for without them. Games with chance, growing
boards, boards of up to twelve sites, and positions in which fewer than two sites have changed, are left out.
"""

import argparse
from random import Random

import interpreter
from gdl.core.model import Game
from gdl.files.library import find
from gdl.loader import bundled_games, examine_source
from gdl.source import Source
from interpreter.analysis.claims import check_claims
from interpreter.engines.base import State

ACTIONS, SITES = 12, 3


def played(start: State, chance: Random) -> State:
    """A position of a random game."""
    state = start
    for _ in range(ACTIONS):
        if state.is_terminal:
            break
        state = state.apply(chance.choice(state.legal_actions()))
    return state


def false_claim(start: State, state: State, chance: Random) -> str | None:
    """What is so on some sites that were otherwise at the start; None if too few have changed."""
    engine = state.engine
    words = [*(player.name for player in engine.game.players), "empty"]
    before, now = start.position()["pieces"], state.position()["pieces"]
    changed = [s.name for s in engine.game.board.sites if before.get(s.name) != now.get(s.name)]
    chance.shuffle(changed)
    facts = []
    for site in changed[:SITES]:
        texts = [f"{site} is {word}" for word in words]
        facts += [t for t in texts if engine.evaluate(state, t) and not engine.evaluate(start, t)][:1]
    return "never " + " and ".join(facts) if len(facts) > 1 else None


def checked(name: str, seconds: float, seed: int) -> str | None:
    """What becomes of a false claim about a game; None where there is none to be drawn."""
    chance = Random(f"{name} {seed}")
    text = find(name).read_text("utf-8")
    plain = "".join(f"{line}\n" for line in text.splitlines() if not line.startswith("claim "))
    game, _ = examine_source(Source("plain.gdl", plain))
    if game is None or game.has_chance or game.board.is_growing or len(game.board.sites) <= ACTIONS:
        return None
    start = interpreter.engine(game, effort=0).initial_state(0)
    claim = false_claim(start, played(start, chance), chance)
    if claim is None:
        return None
    claimed, _ = examine_source(Source("claimed.gdl", f'{plain}claim "drawn": {claim}\n'))
    assert claimed is not None
    return said(claimed, claim, seconds)


def said(game: Game, claim: str, seconds: float) -> str:
    """The verdict on the last claim of a game."""
    verdict = [c.verdict for c in check_claims(game, lambda settings: game, seconds, again=True)][-1]
    return f"{verdict.status} {claim}: {len(verdict.moves)} moves, {verdict.positions} positions"


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=list(bundled_games()), metavar="GAME")
    parser.add_argument("--seconds", type=float, default=4.0, help="for each claim")
    parser.add_argument("--seed", type=int, default=1, help="other claims")
    given = parser.parse_args()
    found = []
    for name in given.games:
        verdict = checked(name, given.seconds, given.seed)
        if verdict is not None:
            found.append(verdict.startswith("refuted"))
            print(f"{name}: {verdict}", flush=True)
    print(f"{sum(found)} of {len(found)} refuted")


if __name__ == "__main__":
    main()
