"""Names without brackets: the first of `_MEANINGS` that knows a name decides what it means; unknown names are reported.

Names with brackets are in `calls`.
"""

import re
from collections.abc import Callable, Iterable

from gdl import model, syntax
from gdl.boards.board import FACINGS
from gdl.boards.tilings import SORTS, TILINGS
from gdl.builtins import BY_NAME, RELATIVE_WORDS
from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.expressions.below import is_bound_above, is_bound_below
from gdl.checker.expressions.definitions import apply
from gdl.checker.expressions.fitting import at_hand, there_is
from gdl.checker.expressions.lattice import lacks_places
from gdl.checker.expressions.meant import declared, introduced
from gdl.checker.expressions.pieces import check_kind
from gdl.checker.expressions.tested import by_a_test
from gdl.checker.expressions.unchosen import unchosen
from gdl.checker.expressions.undeclared import undeclared
from gdl.checker.expressions.words import (
    clause_of,
    is_nearly_declared,
    is_of_several,
    is_repeated,
    just_before,
)
from gdl.diagnostics import MANY, is_slip, near
from gdl.sites import known_sites
from gdl.source import NOWHERE, Span
from gdl.types import BOOL, DIRECTION, KIND, NAMED, NONE, NUMBER, PIECE, PLAYER, SITE, TEXT, Type, set_of

_COMPASS = ("north", "south", "east", "west", "northeast", "northwest", "southeast", "southwest")
_GROUPS = ("orthogonal", "diagonal")


def look_up(node: syntax.Name, context: Context, expected: Type | None = None) -> model.Expr:
    """The meaning of a name: a local one, a word that the place expects, or the first of `_MEANINGS`."""
    found = _local(node, context) or _expected_symbol(node, expected, context)
    if found is not None:
        return found
    if f"{node.name}=" in context.names.broken:
        return forms.wrong(node.span)  # it is declared in a line that could not be read
    for meaning in _MEANINGS:
        found = meaning(node, context)
        if found is not None:
            return found
    report_unknown(node, context, expected)
    return forms.wrong(node.span)


def _local(node: syntax.Name, context: Context) -> model.Expr | None:
    local = context.find(node.name)
    return model.Local(node.span, local.type, local.slot, node.name) if local is not None else None


def _expected_symbol(node: syntax.Name, expected: Type | None, context: Context) -> model.Expr | None:
    if expected is None or expected.base != "symbol" or node.name not in expected.symbols:
        return None
    context.usage.used.add(node.name)
    return forms.const(node.span, expected.required, expected.symbols.index(node.name))


def _option(node: syntax.Name, context: Context) -> model.Expr | None:
    names = context.names
    if node.name not in names.options or node.name == "players":
        return None
    option = names.options[node.name]
    context.usage.used.add(node.name)
    kind = BOOL if isinstance(option.value, bool) else NUMBER
    if option.symbols and isinstance(option.value, int):
        players = [p.name for p in names.players]
        if set(option.symbols) <= set(players):
            return forms.const(node.span, PLAYER, players.index(option.symbols[option.value]), True)
    if option.symbols:
        kind = Type("symbol", symbols=option.symbols)
    elif option.value is None:
        kind = NONE
    return forms.const(node.span, kind, option.value, True)


def _definition(node: syntax.Name, context: Context) -> model.Expr | None:
    if node.name not in context.names.definitions:
        return None
    return apply(node.span, node.name, (), (), context)


def _game_field(node: syntax.Name, context: Context) -> model.Expr | None:
    field = context.names.field_of_game(node.name)
    if field is None:
        return None
    context.usage.read.add(node.name)
    return model.GetField(node.span, field.type, node.name, None)


def _game_pool(node: syntax.Name, context: Context) -> model.Expr | None:
    pool = context.names.pools.get(node.name)
    if pool is None or pool.holder != "game":
        return None
    return model.PoolOf(node.span, set_of(PIECE), node.name, None)


def _player(node: syntax.Name, context: Context) -> model.Expr | None:
    players = [p.name for p in context.names.players]
    return forms.const(node.span, PLAYER, players.index(node.name)) if node.name in players else None


def _kind(node: syntax.Name, context: Context) -> model.Expr | None:
    if node.name not in context.names.kinds:
        return None
    context.usage.used.add(node.name)
    return forms.const(node.span, KIND, context.names.kind_index(node.name))


def _direction(node: syntax.Name, context: Context) -> model.Expr | None:
    board = context.names.board
    if node.name in RELATIVE_WORDS:
        return relative(node.span, node.name, forms.viewpoint(node.span), context)
    if board is None:
        return None
    index = board.direction(node.name)
    if index is not None:
        return forms.const(node.span, DIRECTION, index)
    if node.name in board.groups:
        return forms.const(node.span, set_of(DIRECTION), board.groups[node.name])
    return None


def relative(span: Span, word: str, player: model.Expr, context: Context) -> model.Expr:
    """The directions that a word such as `forward` means for a player."""
    nowhere = [p.name for p in context.names.players if p.facing is None]
    if nowhere:
        _report_no_facing(span, nowhere, context)
    return model.Builtin(span, set_of(DIRECTION), "relative", (forms.const(span, TEXT, word), player))


def _builtin(node: syntax.Name, context: Context) -> model.Expr | None:
    row = next((r for r in BY_NAME.get(node.name, ()) if not r.parameters), None)
    if row is None:
        return None
    if lacks_places(node.span, node.name, context):
        return forms.wrong(node.span)
    match node.name:
        case "mover":
            return model.Role(node.span, PLAYER, "mover")
        case "players":
            everyone = tuple(range(len(context.names.players)))
            return forms.const(node.span, row.result, everyone, context.names.players_vary)
        case "directions":
            board = context.names.board
            every = tuple(range(len(board.directions))) if board is not None else ()
            return forms.const(node.span, row.result, every)
        case "kinds":
            return forms.const(node.span, row.result, tuple(range(len(context.names.kinds))))
        case _:
            return model.Builtin(node.span, row.result, node.name, ())


def _phase(node: syntax.Name, context: Context) -> model.Expr | None:
    if node.name != "phase" or len(context.names.phases) < 2:
        return None
    return model.Builtin(node.span, Type("symbol", symbols=context.names.phases), "phase", ())


def _symbol(node: syntax.Name, context: Context) -> model.Expr | None:
    if node.name not in context.names.symbols:
        return None
    kind = context.names.symbols[node.name][0]
    return forms.const(node.span, kind, kind.symbols.index(node.name))


def _sort(node: syntax.Name, context: Context) -> model.Expr | None:
    """The cells of one form, of a board whose tiling has several."""
    board = context.names.board
    sites = board.sorts.get(node.name) if board is not None else None
    return forms.const(node.span, set_of(SITE), sites) if sites is not None else None


def _site(node: syntax.Name, context: Context) -> model.Expr | None:
    board = context.names.board
    site = board.site(node.name) if board is not None else None
    return forms.const(node.span, SITE, site) if site is not None else None


# What a name may mean, in order of precedence.
_MEANINGS: tuple[Callable[[syntax.Name, Context], model.Expr | None], ...] = (
    _option,
    _definition,
    _game_field,
    _game_pool,
    _player,
    _kind,
    _direction,
    _builtin,
    _phase,
    _symbol,
    _sort,
    _site,
)


def _report_no_facing(span: Span, nowhere: list[str], context: Context) -> None:
    """Reports players who face nowhere; every use of a relative direction is a place of the one mistake."""
    who = nowhere[0] if len(nowhere) == 1 else "all players" if len(nowhere) > 2 else " and ".join(nowhere)
    players = [p.name for p in context.names.players]
    facings = ", ".join(f"{p} facing {f}" for p, f in zip(players, ("north", "south"), strict=False))
    context.reporter.report(
        "no-facing",
        span,
        f"{who} {'faces' if len(nowhere) == 1 else 'face'} nowhere, so `forward` and the like have no direction",
        "which way is this?",
        others=[(context.names.declared.get(nowhere[0], NOWHERE), "no facing is given here")],
        help=f"say it with the players: `players {facings}`",
    )


# ---- names that mean nothing


_ALONE = frozenset(word for word, rows in BY_NAME.items() if any(not r.parameters for r in rows))
_KEYWORDS = ("own", "enemy", "none", "some", "all", "no", "not", "true", "false")  # may be meant, too


def report_unknown(node: syntax.Name, context: Context, expected: Type | None = None) -> None:
    """Reports a name that means nothing without brackets, unless its declaration has been reported."""
    span, name = node.span, node.name
    if context.names.is_excused(name):
        return
    if not context.names.kinds and "kinds" in context.names.broken:
        return  # it may be one of the kinds that could not be read
    if any(explains(node, context) for explains in _EXPLANATIONS) or is_nearly_declared(node, context):
        return
    if expected is not None and expected.base == "kind" and not near(name, context.everything()):
        check_kind(syntax.Ident(span, name), context)  # so that it is one mistake, wherever a kind is wanted
        return
    if _is_of_no_phase(node, context):
        return
    own = set() if is_repeated(name, span) else context.everything()
    alone = _ALONE | {word for word in BY_NAME if word not in _ALONE and is_slip(name, word)}
    candidates = own - _of_other_types(expected, context) | alone | RELATIVE_WORDS
    is_asked = context.find("it") is not None and len(name) <= 2
    typed = _of_type(name, expected, context)
    of_type = [word for word in re.findall(r"did you mean `(\w+)`", typed) if is_slip(name, word)]
    board = context.names.board
    sites = [site.name for site in board.cells] if board is not None and not board.tiling.has_lattice else []
    slips = [word for word in (*_KEYWORDS, *own, *sites) if is_slip(name, word)]
    others: list[tuple[Span, str]] = []
    help = near(name, [w for w in (*alone, *_KEYWORDS) if w != name and w.lower() == name.lower()])
    help = (
        help or near(name, [w for w in slips if w in _KEYWORDS]) or near(name, of_type) or near(name, slips)
    )
    foreign = _said_of(span, _FOREIGN.get(name.lower(), ""), context) or _in_compass(name, candidates)
    if foreign and name not in NAMED:  # but `player` may be meant as the one who is introduced
        help = foreign
    if _is_set_wanted(span, expected):
        help = f"did you mean `{name}s`?" if f"{name}s" in candidates else _all_others(name, span) or help
        help = help or by_a_test(name, span, context)
    help = _hidden_of_others(name, span, context) or help
    if not help and not near(name, own):
        help, others = introduced(name, span, expected, context)
    if not typed.startswith("did you mean"):
        lacking = undeclared(name, span, expected, context)
        help = help or foreign or (lacking if is_of_several(name, span) else "")
        help = help or unchosen(name, span, expected, context) or (lacking and near(name, candidates))
        if lacking and not help:
            help, others = declared(name, span, expected, context)
        help = help or lacking
    help = help or foreign or typed
    help = help or ("what is asked about here is `it`" if is_asked else near(name, candidates))
    if not help:
        help, others = declared(name, span, expected, context)
    is_of_moves = name in _OF_MOVES and not clause_of(span).startswith("move")
    help = help or there_is(name, expected, context)
    help = (
        help or f"what is yours is declared before it is used: with `let {name} = ...`, `option` or `field`"
    )
    nearest = help.removeprefix("did you mean `").removesuffix("`?")
    place = context.names.declared.get(nearest)
    context.reporter.report(
        "unknown-name",
        span,
        f"`{name}` is known in moves alone: it is {_OF_MOVES[name]}"
        if is_of_moves
        else f"nothing is named `{name}`",
        "not known here",
        others=others or ([(place, "this one is declared here")] if place is not None else ()),
        help=help,
    )


def _hidden_of_others(name: str, span: Span, context: Context) -> str:
    """The help for a pool of players whom a `hide` does not go through: `hide b in bid(p) from q where p != q`."""
    clause = re.fullmatch(
        rf"hide\s+(.+?)\s+in\s+(\w+)\({name}\)\s+from\s+(\w+)\s+where\s+(.+)", clause_of(span).strip()
    )
    if clause is None or clause[2] not in context.names.pools:
        return ""
    what, pool, viewer, condition = clause.groups()
    same = rf"(?:{name} != {viewer}|{viewer} != {name})"
    condition = re.sub(rf"^{same} and |^{same}$| and {same}", "", condition).strip() or "not ended"
    if re.search(rf"\b{name}\b", re.sub(rf"\b{name} in .*", "", condition)):
        condition = "CONDITION"
    among = f"{{{pool}({name}) for {name} in players where {name} != {viewer}}}"
    return (
        f"the pools of the others are gone through: `hide {what} in {among} from {viewer} where {condition}`"
    )


_OF_MOVES = {"to": "where the path ends", "from": "where the path begins"}
_SIDES = {
    "bottom": "south",
    "lower": "south",
    "top": "north",
    "upper": "north",
    "left": "west",
    "right": "east",
}


def _said_of(span: Span, help: str, context: Context) -> str:
    """A help that speaks of the rival of the mover; in a definition that has a player, of that player."""
    players = re.findall(r"^\w+ \w+\([^)]*?(\w+): player\b", clause_of(span))
    is_of_one = len(players) == 1 and context.find(players[0]) is not None
    return (
        help.replace("(mover)", f"({players[0]})").replace("after(p)", f"after({players[0]})")
        if is_of_one
        else help
    )


def _all_others(name: str, span: Span) -> str:
    """The help for the players whom a word such as `opponents` means, where they are gone through or one of them is asked for."""
    if name.lower() not in ("opponents", "rivals", "others", "other_players", "enemies", "foes"):
        return ""
    found = re.search(r"\b(\w+)\s+in\s+\Z", just_before(span))
    one = found[1] if found else "p"
    if re.match(rf"\s+where\s+{one}\s*!=\s*mover\b", span.source.text[span.end :]):
        return "did you mean `players`?"
    return f"the others are `(players where it != mover)`: write `{one} in (players where it != mover)`"


def _is_of_no_phase(node: syntax.Name, context: Context) -> bool:
    """Reports `phase`, of a game whose clauses declare none, and the names with which it is compared; whether this is one of them."""
    if re.search(r"\bphase\s*!?=\s*\Z", just_before(node.span)) and node.name != "phase":
        return len(context.names.phases) < 2
    if node.name != "phase" or len(context.names.phases) > 1:
        return False
    text = node.span.source.text
    offered = set(re.findall(r"\w+", " ".join(re.findall(r"(?m)^(?:turn|phase\s+\w+)\s*:(.*)", text))))
    free = [a for a in re.findall(r"(?m)^(?:action|move)\s+(\w+)", text) if a not in offered]
    context.reporter.report(
        "unknown-name",
        node.span,
        "this game has no phases, as no clause begins one",
        "of which phase?",
        help=f"a phase has a clause of its own, which says what is on offer: `phase NAME: {free[0] if free else 'ACTION'}`",
    )
    return True


def _is_set_wanted(span: Span, expected: Type | None) -> bool:
    """Whether a set stands where a name stands: behind `in`, or as what a builtin such as `count` is asked of."""
    text, before = span.source.text, just_before(span)
    asked = re.search(r"\b(\w+)\(\s*\Z", before)
    rows = BY_NAME.get(asked[1], ()) if asked and text[span.end :].lstrip().startswith(")") else ()
    takes = [r.parameters[0] for r in rows if len(r.parameters) == 1]
    is_of_several = bool(takes) and all(t.base == "set" for t in takes)
    is_behind_in = re.search(r"\bin\s+\Z", before) is not None
    return is_of_several or is_behind_in or (expected is not None and expected.base == "set")


def _in_compass(name: str, known: Iterable[str]) -> str:
    """The help for a name with a side as people say it, `bottom_side`, where one by the compass is known."""
    said = "_".join(_SIDES.get(part, part) for part in name.lower().split("_"))
    same = next(
        (word for word in known if word == said or ("_" in said and word == f"{said.split('_')[0]}_side")), ""
    )
    return f"did you mean `{same}`?" if same and said != name.lower() else ""


def _of_other_types(expected: Type | None, context: Context) -> set[str]:
    """The kinds and players, where something else is wanted."""
    names, wanted = context.names, expected.base if expected is not None else "any"
    kinds = set() if wanted in ("kind", "set", "any") else set(names.kinds)
    return kinds | (set() if wanted in ("player", "set", "any") else {p.name for p in names.players})


def _of_type(name: str, expected: Type | None, context: Context) -> str:
    """The help for a name where a kind or a player is expected: what there is of these."""
    names = context.names
    there_are = {"kind": list(names.kinds), "player": [p.name for p in names.players]}
    if expected is not None and expected.base == "symbol":
        there_are["symbol"] = list(expected.symbols)
    known = there_are.get(expected.base, []) if expected is not None else []
    if near(name, known) or not known or len(known) > MANY:
        return near(name, known)
    of_others = near(
        name, context.everything() - names.everything() | set(names.definitions) | set(names.fields)
    )
    return of_others or there_is(name, expected, context)


_FOREIGN = {
    **dict.fromkeys(
        ["random", "roll", "dice", "rand", "d6"],
        "chance is an effect of its own, `random n in 1..6`, and behind it `n` has the value",
    ),
    "next": "the player after another one is `after(p)`",
    "opponent": "the other one of two players is `rival(mover)`",
    "cards": "all sorts of cards are `kinds`, and the cards in a pool have its name, such as `hand(mover)`",
    "me": "the player who acts is `mover`",
    "self": "the player who acts is `mover`; of a move, the piece is `piece`",
    **dict.fromkeys(
        ["current_player", "active_player", "turn_player", "this_player", "player_to_move"],
        "the player who acts is `mover`",
    ),
    **dict.fromkeys(
        ["other", "other_player", "next_player", "enemy_player", "the_opponent"],
        "the other one of two players is `rival(mover)`, the player after another one `after(p)`",
    ),
    "current": "the player who acts is `mover`",
    "player": "the player who acts is `mover`, and all of them are `players`",
    **dict.fromkeys(["my", "mine", "ours"], "what belongs to the mover is `own`"),
    **dict.fromkeys(
        ["squares", "cells", "spaces", "hexes", "fields", "places"], "all places of the board are `sites`"
    ),
    **dict.fromkeys(["units", "men", "tokens", "figures"], "all pieces on the board are `pieces`"),
    **dict.fromkeys(["foe", "opponents", "their", "theirs"], "what belongs to others is `enemy`"),
    "null": "no value is `none`",
    "nothing": "no value is `none`",
    "board": "all places of the board are `sites`, and what stands on them are `pieces`",
    "enemies": "one piece is asked whether it is `enemy`; all of them are `enemy pieces`",
    "friend": "what belongs to the mover is `own`, and to a partner `ally`",
    "friendly": "what belongs to the mover is `own`, and to a partner `ally`",
    "free": "a site without a piece is `empty`",
    "vacant": "a site without a piece is `empty`",
    "occupied": "a site with a piece is `piece`",
    **dict.fromkeys(["target", "dest", "destination", "goal_site"], "where a move goes is `to`"),
    **dict.fromkeys(["start", "origin", "source", "start_site"], "where a move begins is `from`"),
    **dict.fromkeys(
        ["vertices", "intersections", "crossings", "junctions"],
        "where lines or the corners of hexes meet are `nodes`, of a board with nodes; all places are `sites`",
    ),
    **dict.fromkeys(
        ["sides", "walls", "fences"],
        "what lies between two sites are `borders`, of a board with borders; the outermost sites are `edge`",
    ),
    **dict(
        zip(
            ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"],
            (f"numbers are written in digits: `{n}`" for n in range(11)),
            strict=True,
        )
    ),
    "dice": "a number by chance comes by `random n in 1..6`, an effect",
}  # words of other languages and rule sheets


def _is_a_players_pool(node: syntax.Name, context: Context) -> bool:
    if node.name not in context.names.pools:
        return False
    player = "".join(at_hand((PLAYER,), node.span, context))
    moved = re.search(r"\bmove ([^;\n]+?) to \Z", just_before(node.span))
    board = context.names.board
    if (
        moved is not None
        and " from " not in moved[1]
        and board is not None
        and board.cells
        and player == "mover"
    ):
        has_owners = re.search(r"\bplace\s+[^\n;]*?\sof\s", node.span.source.text) is not None
        of = re.fullmatch(r"piece\((\w+)\)|(.+)", moved[1])
        owner = f"owner({(of[1] or of[2]) if of else moved[1]})"
        help = f"write `{node.name}(mover)`"
        if has_owners:
            help = f"of whose piece it is, write `{node.name}({owner})`; of who acts, `{node.name}(mover)`"
    else:
        help = (
            _of_all_players(node, context)
            or f"write `{node.name}(p)` for a player p, such as `{node.name}(mover)`"
            if player == "mover"
            else f"write `{node.name}({player})`"
        )
    context.reporter.report(
        "unknown-name",
        node.span,
        f"each player has a pool `{node.name}`: say whose",
        "whose?",
        help=help,
    )
    return True


def _of_all_players(node: syntax.Name, context: Context) -> str:
    """The help for `for c in stand do` whose effects name a player that nothing gives: the pools of all players are gone through."""
    through = re.search(r"\bfor\s+(\w+)\s+in\s+\Z", just_before(node.span))
    behind = clause_of(node.span).partition(f"in {node.name}")[2]
    if through is None:
        return ""
    named = [
        n for n in re.findall(r"\b\w+\(([a-z])\)", behind) if context.find(n) is None and n != through[1]
    ]
    if not named:
        return ""
    context.names.failed.add(named[0])  # which the same mistake leaves without a meaning
    return f"the pools of all players are gone through so: `for {named[0]} in players, {through[1]} in {node.name}({named[0]}) do`"


def _is_said_of_something(node: syntax.Name, context: Context) -> bool:
    field = context.names.fields.get(node.name) or context.names.field_of_things(node.name)
    if field is None and node.name not in context.names.columns:
        return False
    is_pair = field is not None and len(context.names.holders_of(field)) > 1
    asked = context.find("it")
    thing = asked.name if asked is not None else "x"  # the name that is chosen, if it has one
    way = f"{node.name}({thing}, y)" if is_pair else f"{node.name} of {thing}"
    if not is_pair and thing == "x":
        types = [
            (kind,)
            for kind in (context.names.holders_of(field) if field is not None else (KIND, PIECE, SITE))
        ]
        near_by = next(filter(None, (at_hand(kinds, node.span, context) for kinds in types)), ())
        way = f"{node.name} of {near_by[0]}" if near_by else way
    if said := _said_beside(node):
        way = said
    judged = re.match(r"\s+(wins|loses)\b", node.span.source.text[node.span.end :])
    best = f"`highest {node.name} {judged[1]}`, or `lowest {node.name} {judged[1]}`" if judged else ""
    context.reporter.report(
        "unknown-name",
        node.span,
        f"`{node.name}` is said of something" + ("" if best else f": write `{way}`"),
        "of what?",
        help=f"who has the most of it, or the least: {best}" if best else "",
    )
    return True


def _said_beside(node: syntax.Name) -> str:
    """The call of the same name to which its line gives a value, `gold(rival(mover)) := gold - 1`; "" where there is none."""
    given = re.search(
        rf"\b{node.name}\(((?:[^()\n]|\([^()\n]*\))*)\)[ \t]*:=[^;\n]*\Z", just_before(node.span)
    )
    if given is None:
        return ""
    return f"{node.name} of {given[1]}" if given[1].isidentifier() else f"{node.name}({given[1]})"


def _takes_arguments(node: syntax.Name, context: Context) -> bool:
    if node.name not in BY_NAME:
        return False
    if re.search(r"\bis\s+(?:not\s+)?\w+\s+or\s+\Z", just_before(node.span)):
        message = f"`{node.name}` is a test, and stands behind `is`"
        help = f"tests of which one must hold are joined by `|`: `is (enemy | {node.name})`"
        context.reporter.report("wrong-arguments", node.span, message, "of what?", help=help)
        return True
    context.reporter.report(
        "wrong-arguments",
        node.span,
        f"`{node.name}` needs something to work on",
        f"write `{node.name}(...)`",
        help=f"all of them together are `{node.name}s`"
        if f"{node.name}s" in BY_NAME and _is_set_wanted(node.span, None)
        else _one_of_them(node.name, context)
        or _asked_of_one(node.name, context)
        or _with_what_is_at_hand(node, context)
        or (f"all of them together are `{node.name}s`" if f"{node.name}s" in BY_NAME else "")
        or " or ".join(
            f"`{node.name}({', '.join(map(str, r.parameters))})`" for r in BY_NAME[node.name] if r.parameters
        ),
    )
    return True


def _one_of_them(name: str, context: Context) -> str:
    """The help for `site` or `kind` where something of that type is introduced here."""
    results = {row.result.required for row in BY_NAME[name]} & {SITE, KIND}
    fit = [
        n
        for n in sorted(context.scope.visible() - {"it", "from"})
        if (found := context.find(n)) is not None and found.type.required in results
    ]
    return f"did you mean `{fit[0]}`?" if len(fit) == 1 else ""


def _asked_of_one(name: str, context: Context) -> str:
    """The help for a test that stands alone: of what is introduced here it is asked with `is`."""
    taken = [r.parameters[0] for r in BY_NAME[name] if len(r.parameters) == 1 and r.result == BOOL]
    fit = [
        n
        for n in context.scope.visible()
        if n != "it" and (f := context.find(n)) is not None and f.type.required in taken
    ]
    return f"write `{fit[-1]} is {name}`" if fit else ""


def _with_what_is_at_hand(node: syntax.Name, context: Context) -> str:
    """The call of a builtin of one argument with what stands here and fits; "" where nothing does."""
    one = next((r.parameters[0] for r in BY_NAME[node.name] if len(r.parameters) == 1), None)
    given = at_hand((one,), node.span, context) if one is not None and one.base != "any" else ()
    return f"write `{node.name}({given[0]})`: it is asked of a {one}" if given else ""


def _is_of_a_guessed_board(node: syntax.Name, context: Context) -> bool:
    """The sites and directions of a guessed board are unknown, so nothing is reported about them."""
    names = context.names
    is_of_board = (
        _is_like_a_site(node.name.lower())
        or _is_way(node.name)
        or node.name in (*FACINGS, *_GROUPS, "any", *SORTS, *names.tracked)
    )
    is_wrong = (names.board is None or not names.board.sites) and (
        names.board_span is not NOWHERE or not names.broken.isdisjoint(("board", *TILINGS))
    )
    return is_of_board and (names.is_board_guessed or is_wrong)


def _is_of_no_board(node: syntax.Name, context: Context) -> bool:
    """What looks like a site or a way, in a game that has no board: that is reported once."""
    names = context.names
    is_told = (
        (names.board and names.board.sites) or names.board_span is not NOWHERE or "board" in names.broken
    )
    is_direction = _is_way(node.name) or node.name in (*_COMPASS, *_GROUPS, "any")
    if is_told or not (_is_like_a_site(node.name.lower()) or is_direction):
        return False
    context.reporter.report(
        "missing-clause",
        node.span,
        f"nothing is named `{node.name}`, and the game has no `board`",
        "a direction?" if is_direction else "a site?",
        help="add a line such as `board square 8 x 8`, or `board graph a1-b1-c1` with the sites' names",
    )
    names.is_board_guessed = True
    names.broken |= {"board"}
    return True


def _is_no_way(node: syntax.Name, context: Context) -> bool:
    """A way along a track that the board does not have: all of them are one mistake."""
    names, board = context.names, context.names.board
    if board is None or not _is_way(node.name):
        return False
    known = [d.name for d in board.directions if _is_way(d.name)]
    context.reporter.report(
        "unknown-direction",
        node.span,
        f"this board has no way `{node.name}`",
        "not a direction of the board",
        others=[(names.board_span, "the board")],
        help="a track that bends or that closes to a ring has ways, named by its number; here "
        + (f"there are {', '.join(known)}" if known else "no track does"),
    )
    names.broken |= {f"{way}{n}" for way in ("way", "back") for n in range(1, 100)}
    return True


def _is_way(name: str) -> bool:
    """Whether a name looks like a direction along a track of a graph."""
    return re.fullmatch(r"(?:way|back)\d{1,3}_*", name) is not None


def _is_no_site(node: syntax.Name, context: Context) -> bool:
    names, board = context.names, context.names.board
    if board is None or not board.sites:
        return False
    if board.site(node.name.lower()) is not None:
        context.reporter.report(
            "unknown-name",
            node.span,
            "sites are written in small letters",
            "a capital letter",
            help=f"write `{node.name.lower()}`",
        )
        return True
    if not _is_like_a_site(node.name) or near(node.name, context.everything()):
        return False
    context.reporter.report(
        "unknown-name",
        node.span,
        f"the board has no site `{node.name}`",
        "not a site",
        others=[(names.board_span, "the board")],
        help=known_sites(board, node.name),
    )
    return True


def _is_like_a_site(name: str) -> bool:
    return re.fullmatch(r"[a-z]{1,2}[0-9]{1,2}[nesw]{0,3}", name) is not None


def _is_no_direction(node: syntax.Name, context: Context) -> bool:
    names = context.names
    if node.name not in (*_COMPASS, *_GROUPS, "any"):
        return False
    known = [d.name for d in names.board.directions] + sorted(names.board.groups) if names.board else []
    context.reporter.report(
        "unknown-direction",
        node.span,
        f"this board has no direction `{node.name}`",
        "not a direction of the board",
        others=[(names.board_span, "the board")],
        help="its directions are " + ", ".join(known) if known else "a `board` has directions",
    )
    return True


# Reasons why a name may mean nothing; the first that applies is reported.
def _is_not_playing(node: syntax.Name, context: Context) -> bool:
    """A player who takes part only if there are more players."""
    names = [p.name for p in context.names.all_players]
    if node.name not in names:
        return False
    least = names.index(node.name) + 1
    context.reporter.report(
        "unknown-name",
        node.span,
        f"`{node.name}` takes part only if there are {least} players or more",
        f"not there with {len(context.names.players)} players",
        others=[(context.names.all_players[least - 1].span, "named here")],
        help=f"put what is about {node.name} into a block: `when players >= {least}`",
    )
    return True


def _is_a_truth(node: syntax.Name, context: Context) -> bool:
    word = {"yes": "true", "no": "false", "on": "true", "off": "false"}.get(node.name.lower())
    if word is None:
        return False
    message = (
        f"nothing is named `{node.name}`: in an expression what is so is `true`, and what is not is `false`"
    )
    context.reporter.report("unknown-name", node.span, message, "not known here", help=f"write `{word}`")
    return True


def _comes_later(node: syntax.Name, context: Context) -> bool:
    """A definition where only what is known before the game begins may be asked, such as the bounds of a field."""
    names = context.names
    if node.name not in names.defined or names.definitions:
        return False
    context.reporter.report(
        "unknown-name",
        node.span,
        f"`{node.name}` is a definition, and this must be known before any definition",
        "no definition may stand here",
        others=[(names.defined[node.name], "defined here")],
        help=f"write the number itself, or make it an option: `option {node.name} = 8`",
    )
    return True


_EXPLANATIONS: tuple[Callable[[syntax.Name, Context], bool], ...] = (
    is_bound_below,
    is_bound_above,
    _comes_later,
    _is_a_truth,
    _is_not_playing,
    _is_a_players_pool,
    _is_said_of_something,
    _takes_arguments,
    _is_of_a_guessed_board,
    _is_of_no_board,
    _is_no_way,
    _is_no_site,
    _is_no_direction,
)
