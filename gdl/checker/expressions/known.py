"""Names that mean nothing where they stand, and of which the rules tell why.

A name of the game may be known elsewhere in its clause, belong to somebody, need something in brackets, or be of a board that
is not there. Each of `_EXPLANATIONS` proves one such reason and reports it; nothing else is then said of the name.
"""

from collections.abc import Callable

from gdl.boards.board import FACINGS
from gdl.boards.building import SORTS, TILINGS
from gdl.boards.site_names import known_sites
from gdl.checker import forms
from gdl.checker.context import Context
from gdl.checker.suggestions.by_type import local_names
from gdl.core.builtins import BY_NAME
from gdl.core.types import PIECE, PLAYER, Type
from gdl.core.visit import nodes
from gdl.diagnostics.similar_names import is_slip, near
from gdl.diagnostics.values import NO_SUGGESTION, Fix, replacing, writing
from gdl.source import NOWHERE, Span
from gdl.tree import syntax

_COMPASS = ("north", "south", "east", "west", "northeast", "northwest", "southeast", "southwest")
_GROUPS = ("orthogonal", "diagonal")


def explain(node: syntax.Name, context: Context) -> bool:
    """Reports why a name means nothing here, if that is known; whether it is."""
    return is_introduced_elsewhere(node, context) or any(
        explains(node, context) for explains in _EXPLANATIONS
    )


def is_introduced_elsewhere(node: syntax.Name | syntax.Ident, context: Context) -> bool:
    """Reports a name that another part of the clause introduces; whether there is one."""
    if context.find(node.name) is not None or not context.seeks_ways_out:
        return False
    there = context.rules.names_at(node.span)
    found = [(ident, binder) for ident, binder in there.introduced if ident.name == node.name]
    above = [(i, b) for i, b in found if i.span.start < node.span.start]
    below = [(i, b) for i, b in found if i.span.start > node.span.start and isinstance(b, _IN_SEQUENCE)]
    if above:
        place, binder = above[-1]
        is_block = isinstance(binder, syntax.Bind | syntax.Random)
        message = f"`{node.name}` is known only in the part that introduces it, and not here"
        help = (
            "it is known up to the end of its block: introduce it before that block begins"
            if is_block
            else "what is asked of it stands inside that part; a value that is needed further is named by `let` before"
        )
    elif below:
        place, binder = below[0]
        message = f"`{node.name}` has no value here: it is introduced further down"
        help = "the line that introduces it stands above those that use it"
    else:
        return False
    context.reporter.report(
        "unknown-name",
        node.span,
        message,
        "not known here",
        others=[(place.span, "introduced here")],
        help=help,
    )
    return True


_IN_SEQUENCE = syntax.Choose | syntax.ChooseSet | syntax.Bind | syntax.Random | syntax.Step


def _is_nearly_declared(node: syntax.Name, context: Context) -> bool:
    """Reports a word that is used several times while one that is spelt like it is declared and never used; whether it is so."""
    names, counts = context.names, context.rules.counts
    if counts[node.name] < 2 or not context.seeks_ways_out:
        return False
    unused = {
        word
        for word, place in names.declared.items()
        if counts[word] == 1 and place.source is node.span.source
    }
    unused |= {word for word in names.symbols if counts[word] == 1}
    word = next((w for w in unused if is_slip(node.name, w)), "")
    place = first_place(word, context) if word else None
    if place is None:
        return False
    names.failed.add(node.name)
    context.reporter.report(
        "unknown-name",
        place,
        f"`{word}` is declared and never used, and `{node.name}` is used and never declared",
        "declared here",
        others=[(node.span, f"used as `{node.name}`")],
        help=f"did you mean `{node.name}`?",
        fixes=[replacing(place, node.name)],
    )
    return True


def is_misspelt(one: Type, other: Type, span: Span, context: Context) -> bool:
    """Reports two enumerations that differ by a word that is misspelt where it is declared, and stands in fewer places than the
    other; whether they do. `span`: where they meet."""
    if one.base != "symbol" or other.base != "symbol" or not set(one.symbols) & set(other.symbols):
        return False
    counts, apart = context.rules.counts, set(one.symbols) ^ set(other.symbols)
    pairs = ((word, known) for word in sorted(apart) for known in sorted(apart - {word}))
    for word, known in pairs:
        place = first_place(word, context)
        if is_slip(word, known) and counts[word] < counts[known] and place is not None:
            context.reporter.report(
                "type-mismatch",
                place,
                f"`{word}` makes this another enumeration than the one that it is compared with",
                "a word of its own",
                others=[(span, "they meet here")],
                help=f"did you mean `{known}`?",
                fixes=[replacing(place, known)],
            )
            return True
    return False


def first_place(word: str, context: Context) -> Span | None:
    """Where a word stands first in the rules."""
    return next(
        (
            n.span
            for n in nodes(context.rules.clauses)
            if isinstance(n, syntax.Ident | syntax.Name) and n.name == word
        ),
        None,
    )


def drawn_elsewhere(node: syntax.Name, context: Context) -> tuple[Span, ...]:
    """Where the one other action that draws a name by chance does so."""
    actions = [
        c for c in context.rules.clauses if isinstance(c, syntax.Action) and not c.span.contains(node.span)
    ]
    named = [
        [
            i.span
            for i, binder in context.rules.names_at(a.span).introduced
            if i.name == node.name and isinstance(binder, syntax.Random)
        ]
        for a in actions
    ]
    found = [places[0] for places in named if places]
    return tuple(found) if len(found) == 1 else ()


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


def _is_of_no_phase(node: syntax.Name, context: Context) -> bool:
    """`phase`, of a game whose clauses declare none."""
    if node.name != "phase" or len(context.names.phases) > 1:
        return False
    context.reporter.report(
        "unknown-name",
        node.span,
        "this game has no phases, as no clause begins one",
        "of which phase?",
        help="a phase has a clause of its own, which says what is on offer: `phase NAME: ACTION`",
        subjects=["main"],
    )
    return True


def _is_of_moves(node: syntax.Name, context: Context) -> bool:
    """`to` and `from` outside of a move, and above its path."""
    what = {"to": "where the path ends", "from": "where the path begins"}.get(node.name)
    if what is None:
        return False
    help, fixes = "", list[Fix]()
    clause = context.rules.clause_at(node.span)
    if isinstance(clause, syntax.Settle | syntax.Require) and clause.after and "move" in context.names.broken:
        return True  # the move that this comes after could not be read
    if isinstance(clause, syntax.Action) and clause.form == "move":
        path = next((part for part in clause.parts if isinstance(part, syntax.Along)), None)
        asked = [p for p in clause.parts if isinstance(p, syntax.Where) and p.span.start <= node.span.start]
        if path is not None and asked and node.span.end <= asked[-1].span.end < path.span.start:
            help, fixes = (
                "what is asked of it stands below the path",
                [_moved_below(asked[-1].span, path.span)],
            )
        message, places = (
            f"`{node.name}` has no value here: it is {what}",
            [(path.span, "the path")] if path else [],
        )
    else:
        message, places = f"`{node.name}` is known in moves alone: it is {what}", []
    context.reporter.report(
        "unknown-name", node.span, message, "not known here", others=places, help=help, fixes=fixes
    )
    return True


def _moved_below(part: Span, other: Span) -> Fix:
    """The fix that puts a part of a clause on a line of its own below another part."""
    text = part.source.text
    begins, ends = text.rfind("\n", 0, part.start) + 1, text.find("\n", part.end) + 1
    return replacing(
        Span(part.source, begins, other.end), f"{text[ends : other.end]}\n{text[begins : part.end]}"
    )


def _is_a_players_pool(node: syntax.Name, context: Context) -> bool:
    pool = context.names.pools.get(node.name)
    if pool is None:
        return False
    if pool.key is not None:
        context.reporter.report(
            "unknown-name",
            node.span,
            f"each {pool.key.type} has a pool `{node.name}`: say which",
            "which one?",
            help=f"write `{node.name}(x)` for a {pool.key.type}, such as `{node.name}({pool.key.words[0]})`",
        )
        return True
    player = next(iter(local_names(PLAYER, context)), "mover")
    context.reporter.report(
        "unknown-name",
        node.span,
        f"each player has a pool `{node.name}`: say whose",
        "whose?",
        help=f"say it in parentheses, such as `{node.name}({player})`",
    )
    return True


def _is_said_of_something(node: syntax.Name, context: Context) -> bool:
    """A field or a column without that of which it is said."""
    names = context.names
    field = names.fields.get(node.name) or names.field_of_things(node.name)
    column = names.columns.get(node.name)
    if field is None and column is None:
        return False
    if field is not None:
        of = [str(kind) for kind in names.holders_of(field)]
    else:
        of = ["kind or piece", *([str(column.by)] if column is not None and column.by else [])]
    letters = (
        next(iter(local_names(PLAYER, context)), "mover") if of == ["player"] else ", ".join("xy"[: len(of)])
    )
    context.reporter.report(
        "unknown-name",
        node.span,
        f"`{node.name}` is said of a {' and a '.join(of)}",
        "of what?",
        others=[(names.declared[node.name], "declared here")] if node.name in names.declared else (),
        help=f"it is asked with brackets: `{node.name}({letters})`",
    )
    return True


def _takes_arguments(node: syntax.Name, context: Context) -> bool:
    """A builtin without what it works on."""
    if node.name not in BY_NAME:
        return False
    rows = [r for r in BY_NAME[node.name] if r.parameters]
    such = forms.such(node.name, rows[0].parameters, rows[0].result) if len(rows) == 1 else ""
    one = next(iter(local_names(rows[0].parameters[0], context)), "") if such else ""
    way = writing(node.span, f"{one} is {node.name}") if one and one != "it" else NO_SUGGESTION
    if node.name == "piece" and len(pieces := local_names(PIECE, context)) == 1:
        way = writing(
            node.span, pieces[0], f"`piece` alone is known in moves; the piece here is `{pieces[0]}`"
        )
    context.reporter.report(
        "wrong-arguments",
        node.span,
        f"`{node.name}` needs something to work on",
        f"write `{node.name}(...)`",
        help=" or ".join(f"`{node.name}({', '.join(map(str, r.parameters))})`" for r in rows) + such,
        suggestion=way,
    )
    return True


def _is_of_a_guessed_board(node: syntax.Name, context: Context) -> bool:
    """The sites and directions of a guessed board are unknown, so nothing is reported about them."""
    names = context.names
    is_of_board = _is_like_a_site(node.name.lower()) or _is_way(node.name)
    is_of_board = is_of_board or node.name in (*FACINGS, *_GROUPS, "any", *SORTS, *names.tracked)
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
        subjects=["board"],
    )
    names.is_board_guessed = True
    names.broken |= {"board"}
    return True


def _is_no_site(node: syntax.Name, context: Context) -> bool:
    """What looks like a site, of a board that has none of that name."""
    names, board = context.names, context.names.board
    if board is None or not board.sites:
        return False
    lower = node.name.lower()
    if board.site(lower) is not None:
        way = writing(node.span, lower)
        message = "sites are written in small letters"
        context.reporter.report("unknown-name", node.span, message, "a capital letter", suggestion=way)
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


def _is_no_direction(node: syntax.Name, context: Context) -> bool:
    names = context.names
    if node.name not in (*_COMPASS, *_GROUPS, "any") and not _is_way(node.name):
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


def _is_way(name: str) -> bool:
    """Whether a name looks like a direction along a track of a graph: `way1`, `back12_`."""
    bare = name.rstrip("_")
    return any(bare.startswith(word) and bare[len(word) :].isdecimal() for word in ("way", "back"))


def _is_like_a_site(name: str) -> bool:
    """Whether a name looks like a site, a border or a node of a board: `a1`, `ab12`, `c3ne`."""
    bare = name.rstrip("nesw")
    letters = bare.rstrip("0123456789")
    return (
        0 < len(letters) <= 2
        and letters.isalpha()
        and letters.islower()
        and 0 < len(bare) - len(letters) <= 2
    )


# Reasons why a name may mean nothing; the first that applies is reported.
_EXPLANATIONS: tuple[Callable[[syntax.Name, Context], bool], ...] = (
    _comes_later,
    _is_not_playing,
    _is_of_no_phase,
    _is_of_moves,
    _is_a_players_pool,
    _is_said_of_something,
    _takes_arguments,
    _is_of_a_guessed_board,
    _is_of_no_board,
    _is_no_site,
    _is_no_direction,
    _is_nearly_declared,
)
