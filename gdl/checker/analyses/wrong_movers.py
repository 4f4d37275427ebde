"""Warnings about `mover`, `own` and `enemy` where the mover is another player than it seems: whoever looks, whoever chose last, or
whoever has just acted.

hide c in hand(mover) from viewer where viewer != mover      -- the mover of a `hide` is the viewer
turn together: bid
end mover wins when gold(mover) > 9                          -- of all who chose, the last one
skip p when no own pieces                                    -- of whoever has just acted, whoever p is
"""

import re
from collections.abc import Iterator, Sequence

from gdl import model
from gdl.checker import forms
from gdl.checker.analyses.winners import roles_of_the_mover
from gdl.diagnostics import Reporter
from gdl.source import Span
from gdl.together import as_written
from gdl.visit import followed, nodes

_HIDE = re.compile(r"hide ((?:[\w, ]+? of )?)(\w+) in (.+?) from (\w+) where (.+)")
_OTHERS = "for p in players where p != viewer"


def warn(game: model.Game, reporter: Reporter) -> None:
    for hide in game.hides:
        _warn_of_hide(hide, reporter)
    for known in game.knowns:
        if (role := _named_mover(known.value)) is not None:
            found = re.match(r"known to (\w+)", known.span.in_one_line)
            reporter.report(
                "wrong-mover",
                role.span,
                "in a `known to`, the mover is the player who knows it, whoever is to act",
                "who knows it",
                help=f"write `{found[1] if found else 'viewer'}`, if that player is meant; who is to act, a field of the game can keep",
            )
    _warn_of_last_choosers(game, reporter)
    _warn_of_whoever(game, reporter)


# ---- who looks


def _warn_of_hide(hide: model.Hide, reporter: Reporter) -> None:
    """Reports `mover` in a `hide`, and elements that are `own`: both are of the player from whom they are hidden."""
    compared = next((c for c in forms.conjuncts(hide.condition) if _is_of_one(c, hide.viewer)), None)
    if compared is not None:
        never = isinstance(compared, model.Not)
        reporter.report(
            "wrong-mover",
            compared.span,
            f"in a `hide`, the mover is the player who looks, so `{compared.span.in_one_line}` {'never' if never else 'always'} holds"
            + (", and nothing is hidden" if never else ""),
            f"{'never' if never else 'always'} so",
            help=_instead(hide, compared),
        )
    elif (role := _named_mover((hide.source, hide.condition))) is not None:
        reporter.report(
            "wrong-mover",
            role.span,
            "in a `hide`, the mover is the player who looks, whoever is to act",
            "the player who looks",
            help=_instead(hide, None),
        )
    elif (mine := _own(hide)) is not None:
        reporter.report(
            "wrong-mover",
            mine.span,
            "in a `hide`, what is `own` belongs to the player who looks, so each player's own are hidden from themselves",
            "of the player who looks",
            help=_of_others(hide),
        )


def _is_of_one(condition: model.Expr, viewer: int) -> bool:
    """Whether a condition compares the viewer with the mover, who is the viewer."""
    if isinstance(condition, model.Not):
        return _is_of_one(condition.operand, viewer)
    if not isinstance(condition, model.Compare):
        return False
    sides = condition.left, condition.right
    looks = any(isinstance(s, model.Local) and s.slot == viewer for s in sides)
    return looks and any(isinstance(s, model.Role) for s in sides)


def _named_mover(part: object) -> model.Role | None:
    return next((n for n in nodes(part) if isinstance(n, model.Role) and n.name == "mover"), None)


def _own(hide: model.Hide) -> model.Expr | None:
    """What asks that the elements of a `hide` are own: its set, or a condition of it."""
    asked: list[model.Expr] = [
        c for c in forms.conjuncts(hide.condition) if any(_is_local(n, hide.slot) for n in nodes(c))
    ]
    source = hide.source
    while isinstance(source, model.Comprehension):
        asked += forms.conjuncts(source.condition) if source.condition is not None else ()
        source = source.source
    for condition in asked:
        match condition:
            case model.Compare(
                operator="=", left=model.Builtin(name="owner"), right=model.Role(name="viewpoint")
            ):
                return condition
    return None


def _is_local(node: object, slot: int) -> bool:
    return isinstance(node, model.Local) and node.slot == slot


def _instead(hide: model.Hide, compared: model.Expr | None) -> str:
    """What to write in place of `mover`: others than the viewer, where pools of the mover's are hidden."""
    said = _HIDE.fullmatch(hide.span.in_one_line)
    pool = hide.source
    if said is None or not isinstance(pool, model.PoolOf) or not isinstance(pool.holder, model.Role):
        return "leave it out, or write the name behind `from` for the player who looks; who is to act, a field of the game can keep"
    aspects, name, _, viewer, _ = said.groups()
    rest = [c.span.in_one_line for c in forms.conjuncts(hide.condition) if c is not compared]
    condition = " and ".join(rest) or "not ended"
    others = _OTHERS.replace("viewer", viewer)
    way = f"`hide {aspects}{name} in {{{pool.name}(p) {others}}} from {viewer} where {condition}`"
    return f"what the others have there is hidden by {way}"


def _of_others(hide: model.Hide) -> str:
    """How to hide from others what is a player's own."""
    said = _HIDE.fullmatch(hide.span.in_one_line)
    if said is None:
        return "write `owner(...) != viewer`, if it is hidden from others; `owner(...) = viewer`, if it is meant so"
    aspects, name, source, viewer, condition = said.groups()
    taken = re.sub(r"\bown pieces\b", "pieces", source)
    taken, is_whole = re.sub(r"\bown (?=\w)", "enemy ", taken), taken != source
    asked = f" and ({condition})" if re.search(r"\b(?:or|implies)\b", condition) else f" and {condition}"
    if is_whole:
        way = f"hide {aspects}{name} in {taken} from {viewer} where owner({name}) != {viewer}{asked}"
    elif taken != source:
        way = f"hide {aspects}{name} in {taken} from {viewer} where {condition}"
    else:
        way = f"owner({name}) != {viewer}"
    return f"write `{way}`, if they are hidden from the others; `owner({name}) = {viewer}`, if it is meant so"


# ---- who chose last


def _warn_of_last_choosers(game: model.Game, reporter: Reporter) -> None:
    """Reports settlings and ends that ask of the mover, where they come behind a turn together alone."""
    if game.together is None:
        return
    written = as_written(game)
    offered = {n for t in game.turns.values() if t.is_together for n in t.names}
    only = all(t.is_together for t in game.turns.values()) and not any(
        isinstance(n, model.Demand) for n in nodes((written.actions, written.settles))
    )
    clauses: list[tuple[Span, Sequence[object], str]] = [
        (
            s.span,
            (s.body,),
            "go through all of them: `for p in players do ...`, with `p` for `mover` and `pieces of p` for `own pieces`",
        )
        for s in written.settles
        if (set(s.after) <= offered if s.after else only)
    ]
    if only and not _asks_both(tuple(followed(written.ends, game.definitions))):
        clauses += [(e.span, (e.condition, e.result), _of_each(e, game)) for e in written.ends]
    for span, parts, help in clauses:
        inside = tuple(followed(tuple(parts), game.definitions))
        role = next(roles_of_the_mover(inside), None)
        if role is None or _asks_both(inside):
            continue
        is_within = span.source == role.span.source and span.start <= role.span.start < span.end
        reporter.report(
            "wrong-mover",
            role.span,
            "all have chosen together, and the mover is the last of them: this is asked of that player alone",
            "of who chose last",
            others=[] if is_within else [(span, "asked here, when all have chosen")],
            help=help,
        )


def _asks_both(inside: Sequence[object]) -> bool:
    """Whether parts ask of the mover and of the rival, and so of all of two players, whoever the mover is."""
    words = {n.span.text.split(maxsplit=1)[0] for n in inside if isinstance(n, model.Role) and n.span.text}
    is_of_rival = any(isinstance(n, model.Builtin) and n.name == "rival" for n in inside)
    return is_of_rival or {"own", "enemy"} <= words


def _of_each(end: model.Ending, game: model.Game) -> str:
    """How an end asks each player, where it says so of the mover."""
    text = end.condition.span.in_one_line
    if end.result.form not in ("wins", "loses") or end.result.span.in_one_line.split()[0] != "mover":
        return "ask of each player: `some p in players: ...`, with `p` for `mover` and `pieces of p` for `own pieces`"
    text = re.sub(
        r"\bmover\b",
        "p",
        re.sub(r"\bown pieces\b", "pieces of p", re.sub(r"\bown (\w+)\b(?! pieces)", r"\1 of p", text)),
    )
    if re.search(r"\b(?:own|enemy|ally|forward)\b", text):
        return f"ask of each player: `{{p in players where ...}} {end.result.form}`, with `p` for `mover` and `pieces of p` for `own pieces`"
    return f"ask it of each: `{{p in players where {text}}} {end.result.form} when some p in players: {text}`"


# ---- whoever has just acted


def _warn_of_whoever(game: model.Game, reporter: Reporter) -> None:
    """Reports conditions on a player p that say nothing of p, and something of the mover."""
    for name, slot, condition in _of_players(game):
        inside = tuple(followed(condition, game.definitions))
        role = next(roles_of_the_mover(inside), None)
        if role is None or any(_is_local(n, slot) for n in nodes(condition)):
            continue
        reporter.report(
            "wrong-mover",
            condition.span,
            f"this asks of whoever has just acted, and is the same for each `{name}`",
            f"nothing of `{name}`",
            help=f"write `{name}` for `mover`, and `pieces of {name}` for `own pieces`",
        )


def _of_players(game: model.Game) -> Iterator[tuple[str, int, model.Expr]]:
    """The conditions by which `skip` and the results of ends pick players: the name, its slot, and the condition."""
    for skip in game.skips:
        found = re.match(r"skip (\w+)", skip.span.in_one_line)
        yield found[1] if found else "p", skip.slot, skip.condition
    for end in game.ends:
        for n in nodes(end.result.who):
            if isinstance(n, model.Comprehension) and n.condition is not None and n.type.element is not None:
                found = re.match(r"\{?\s*(\w+) in ", n.span.text)
                if found and n.source.type.element is not None and n.source.type.element.base == "player":
                    yield found[1], n.slot, n.condition
