"""What the names of rules stand for: the sort and the name of each, and nouns that are taken already."""

from gdl.core import nodes as core
from gdl.core.model import Choose, ChooseSet, Game
from gdl.core.types import Type
from gdl.core.visit import nodes
from interpreter.play.scene.cards import piece_noun
from interpreter.play.scene.names import words
from interpreter.play.sheet.wording import SHORT, noun_of

_PLACES = ("the piece", "the start", "the destination")  # of a move


def taken_nouns(game: Game) -> set[str]:
    """The nouns that stand for something of the game, and so for no element."""
    held = [n for n, f in game.fields.items() if f.holder == "game"] + [
        n for n, p in game.pools.items() if p.holder == "game"
    ]
    return {words(n) for n in held} | {words(d.name) for d in game.definitions.values() if not d.parameters}


def names_of(game: Game) -> tuple[dict[int, tuple[str, str]], dict[int, str]]:
    """The sort and the name of what rules give names to, by slots: the name is "" where it has hardly any letters. And the places of moves."""
    found: dict[int, tuple[str, str]] = {}
    piece = piece_noun(game)

    def add(slot: int, name: str, kind: Type) -> None:
        head = piece if kind.base == "piece" else noun_of(kind, "value")
        found.setdefault(slot, (head, _speaking(name, head)))

    scopes = (
        game.actions,
        game.settles,
        tuple(game.definitions.values()),
        game.setup,
        game.routines,
        game.ends,
        game.requires,
        game.prefers,
        game.skips,
        game.hides,
    )
    chosen = {p.slot: p.name for a in game.actions for p in a.parts if isinstance(p, Choose | ChooseSet)}
    parameters = (
        *(a.parameters for a in game.actions),
        *(d.parameters for d in game.definitions.values()),
        *(r.parameters for r in game.routines),
    )
    for name, slot, kind in (p for given in parameters for p in given):
        add(slot, name, kind)
    for node in nodes(scopes):
        if isinstance(node, core.Local):
            add(node.slot, chosen.get(node.slot, node.name), node.type)
    slots = [(a.piece, a.origin, a.to) for a in game.actions if a.form == "move"]
    slots += [(s.piece, s.origin, s.to) for s in game.settles]
    places = {s: said for of in slots for s, said in zip(of, _PLACES, strict=True)}
    places.pop(-1, None)
    return found, places


def _speaking(name: str, head: str) -> str:
    """A name of the rules that says something to people; "" for one that does not."""
    said = words(name)
    return "" if len(name) <= SHORT or said == head or said in ("one", "each") or name[-1].isdigit() else said
