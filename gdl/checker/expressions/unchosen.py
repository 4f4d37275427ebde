"""The way out of a name that an action uses, and that nothing introduces: the line which chooses it is missing.

What is chosen follows from the type that is wanted, or else from how the clause uses the name.
"""

import re

from gdl.checker.context import Context
from gdl.checker.expressions.words import clause_of
from gdl.source import Span
from gdl.types import KIND, NUMBER, PIECE, PLAYER, SITE, Type

_OF_MOVES = ("from", "to", "over", "piece")  # what moves name by themselves
_OF_CHANCE = ("move", "setup", "settle", "effect")  # clauses in which nobody chooses
_SHORT = 2  # letters of a name that is hardly a slip of another one, though it stands there once
_OF_SITES = r"\b{0} is (?:not )?(?:empty|own|enemy|piece)\b|\b(?:on|to|capture) {0}\b(?!\()|\b(?:rank|file|neighbours|piece|stack)\({0}\)"
_MOVED = r"\bmove {0} to\b|\bsite\({0}\)"
_OF_PIECES = r"\b(?:move|remove) {0}\b|\bsite\({0}\)"
_OF_KINDS = r"\bplace {0}\b|\bmove {0} from\b"


def unchosen(name: str, span: Span, expected: Type | None, context: Context) -> str:
    """The help for an unknown name in an action, a choice, a move or the set-up: the line that chooses it, or draws it; "" where it is
    hardly missing."""
    clause = clause_of(span)
    head = re.match(r"\s*(action|choice|move|setup|settle|effect)\b", clause)
    if head is None or name in _OF_MOVES or not name.islower():
        return ""
    if head[1] in _OF_CHANCE and (again := re.search(rf"\brandom {name} in \w+(?:\(\w*\))?", clause)):
        return f"nothing brings it in here: write `{again[0]}` above, before its first use, as elsewhere"
    if _is_introduced(name, clause):
        return ""
    if len(re.findall(rf"\b{name}\b", clause)) < 2 and len(name) > _SHORT:
        return ""
    drawn = _drawn(name, span, clause, expected, context)
    if head[1] in _OF_CHANCE:
        return drawn and f"nothing brings it in: write {drawn} above, before its first use"
    source = _given(name, clause, context) or _source(name, clause, expected, context)
    if source and not (drawn and source == "own pieces"):
        return f"nothing chooses it: write `choose {name} in {source}` above, before its first use"
    return (drawn and f"nothing brings it in: write {drawn} above, before its first use") or _from_a_pool(
        name, clause, context
    )


def _drawn(name: str, span: Span, clause: str, expected: Type | None, context: Context) -> str:
    """The effect that may give a name what it is used as among effects: a card or a number by chance, or the piece of a site that
    is known there; a number that conditions ask for is chosen. Quoted; "" for what is neither."""
    wanted = (expected.element or expected).required if expected is not None else None
    if wanted == NUMBER:
        is_judged = re.search(rf"(?m)^\s*(?:where|choose)\b.*\b{name}\b", clause) is not None
        is_action = re.match(r"\s*(?:action|choice)\b", clause) is not None
        chosen, drawn = f"`choose {name} in 1..3`", f"`random {name} in 1..6`"
        return chosen if is_judged and is_action else f"{drawn}, or {chosen}" if is_action else drawn
    if wanted not in (PIECE, None) and re.search(_OF_PIECES.format(name), clause) is None:
        return ""
    line = span.source.line(span.line)
    sites = [n for n in re.findall(r"\b(?:for|let|choose) (\w+)\b", clause) if _is_site(n, context)]
    if sites and re.match(r"\s+(?!do\b)", line) and not re.match(r"\s*(?:where|choose)\b", line):
        return f"`let {name} = piece({sites[-1]})`"
    target = re.search(rf"\bmove {name} to (\w+)(\([^\n;]*\))?", clause)
    if target and re.match(r"\s*(?:action|choice)\b", clause) and target[2] != "(mover)":
        return ""  # rather chosen from a hand
    pools = [
        n
        for n, pool in context.names.pools.items()
        if pool.holder == "game" and (not target or n != target[1])
    ]
    if target is None or not pools:
        return ""
    filled = [n for n in pools if re.search(rf"\b(?:in|to) {n}\b", span.source.text)]
    return f"`random {name} in {(filled or pools)[0]}`"


def _is_site(name: str, context: Context) -> bool:
    found = context.find(name)
    return found is not None and found.type.required == SITE


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
    parameter = rf"[(,]\s*{name}\s*:"
    before = r"\b(?:choose|openly|secretly|for|random|some|all|no)\s+|[{,(]\s*"
    return re.search(rf"(?:{before}){name}\s+in\b|\blet\s+{name}\b|{parameter}", clause) is not None


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
    if has_sites and is_used(_MOVED) and not is_used(r"\b{0} is (?:not )?empty\b|\bon {0}\b"):
        return "own pieces"
    if has_sites and (wanted == SITE or is_used(_OF_SITES)):
        return f"sites where {name} is empty" if is_used(r"\bplace [^\n;]*\bon {0}\b") else "sites"
    if has_sites and (wanted == PIECE or is_used(_OF_PIECES)):
        return "own pieces"
    return ""
