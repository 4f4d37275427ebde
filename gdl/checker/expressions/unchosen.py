"""The way out of a name that an action uses, and that nothing introduces: the line which chooses it is missing.

What is chosen follows from the type that is wanted, or else from how the clause uses the name.
"""

import re

from gdl.checker.context import Context
from gdl.checker.expressions.words import clause_of
from gdl.source import Span
from gdl.types import KIND, PIECE, PLAYER, SITE, Type

_OF_MOVES = ("from", "to", "over", "piece")  # what moves name by themselves
_SHORT = 2  # letters of a name that is hardly a slip of another one, though it stands there once
_OF_SITES = r"\b{0} is (?:not )?(?:empty|own|enemy|piece)\b|\b(?:on|to|capture) {0}\b(?!\()|\b(?:rank|file|neighbours|piece|stack)\({0}\)"
_OF_PIECES = r"\b(?:move|remove) {0}\b|\bsite\({0}\)"
_OF_KINDS = r"\bplace {0}\b|\bmove {0} from\b"


def unchosen(name: str, span: Span, expected: Type | None, context: Context) -> str:
    """The help for an unknown name in an action, a choice or a move: the line that chooses it; "" where it is hardly missing."""
    clause = clause_of(span)
    is_of_actions = re.match(r"\s*(?:action|choice)\b", clause) is not None and name not in _OF_MOVES
    if not is_of_actions or not name.islower() or _is_introduced(name, clause):
        return ""
    if len(re.findall(rf"\b{name}\b", clause)) < 2 and len(name) > _SHORT:
        return ""
    source = _given(name, clause, context) or _source(name, clause, expected, context)
    if not source:
        return _from_a_pool(name, clause, context)
    return f"nothing chooses it: write `choose {name} in {source}` above, before its first use"


def _from_a_pool(name: str, clause: str, context: Context) -> str:
    """The help for a card that is moved: cards are chosen by their kind."""
    moved = re.search(rf"\bmove {name} to ([^\n;]+)", clause)
    pools = [n for n, pool in context.names.pools.items() if pool.holder == "player"]
    if moved is None or not pools:
        return ""
    pool = next((n for n in pools if context.names.pools[n].viewers == "owner"), pools[0])
    chosen, effect = (
        f"choose {name} in kinds of {pool}(mover)",
        f"move {name} from {pool}(mover) to {moved[1].strip()}",
    )
    return f"nothing chooses it: write `{chosen}` above, before its first use, and `{effect}`"


def _is_introduced(name: str, clause: str) -> bool:
    """Whether a clause introduces a name, if only for another part of it."""
    return re.search(rf"\b{name}\s+in\b|\blet\s+{name}\b|\b{name}\s*:", clause) is not None


def _given(name: str, clause: str, context: Context) -> str:
    """The values of a field that is given a name where a piece is placed: its turns, or its range."""
    given = re.search(rf"\bwith\b[^\n;]*\b(\w+) = {name}\b", clause)
    field = context.names.fields.get(given[1]) if given else None
    if field is None:
        return ""
    if field.rotation:
        placed = re.search(rf"\bplace (\w+)\b[^\n;]*\b{field.declared} = {name}\b", clause)
        return f"turns({placed[1]})" if placed else ""
    return f"{field.bounds[0]}..{field.bounds[1]}" if field.bounds is not None else ""


def _source(name: str, clause: str, expected: Type | None, context: Context) -> str:
    """The set from which a name is chosen, by the type that is wanted or by its use."""
    wanted, names = (expected.element or expected).required if expected is not None else None, context.names
    has_sites = names.board is not None and bool(names.board.cells)

    def is_used(form: str) -> bool:
        return re.search(form.format(name), clause) is not None

    pools = "|".join(map(re.escape, [n for n, pool in names.pools.items() if pool.holder == "player"]))
    of_players = "|".join(
        map(re.escape, [f.declared for f in names.fields.values() if f.holder_type == PLAYER])
    )
    holders = "|".join(part for part in (pools, of_players) if part)
    if wanted == KIND or is_used(_OF_KINDS):
        taken = re.search(rf"\bmove {name} from (\w+(?:\([^()]*\))?)", clause)
        return f"kinds of {taken[1]}" if taken else "kinds"
    if wanted == PLAYER or (holders and is_used(rf"\b(?:{holders})\({{0}}\)")):
        return "players"
    if has_sites and (wanted == SITE or is_used(_OF_SITES)):
        return f"sites where {name} is empty" if is_used(r"\bplace [^\n;]*\bon {0}\b") else "sites"
    if has_sites and (wanted == PIECE or is_used(_OF_PIECES)):
        return "own pieces"
    return ""
