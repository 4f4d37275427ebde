"""The board: from its clause to a `Board`, of the cells of a tiling, or a graph of named sites (`tracks`)."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import lru_cache

from gdl import boards
from gdl.boards.board import Board
from gdl.boards.building import FORMS, TILINGS, build, wrapped
from gdl.boards.lattice import with_places
from gdl.boards.tiling import BoardError, Tiling
from gdl.checker.context import Context
from gdl.checker.declarations import tracks
from gdl.checker.expressions.conversions import expect, expect_condition
from gdl.checker.suggestions import foreign
from gdl.core import static
from gdl.core.types import ANY, NUMBER, SITE
from gdl.diagnostics.similar_names import near
from gdl.limits import DEFAULT_WINDOW
from gdl.source import NOWHERE
from gdl.tree import syntax
from gdl.tree.words import Round, Sort

ROUND: dict[str, Round] = {"files": "files", "ranks": "ranks"}
_BUILT = 4  # boards that are kept
PLACES: dict[str, Sort] = {"borders": "border", "nodes": "node"}


def check_board(clause: syntax.Board, context: Context) -> None:
    """Builds and declares the board; after an error there is none."""
    names = context.names
    names.board_span = clause.span
    if clause.form == "graph":
        names.networks = frozenset(n.name for n in clause.networks)
        names.tracked = tracks.names_of(clause)
        if not tracks.are_good(clause, context):
            return
        _build(clause, context, lambda: tracks.graph(clause))
    else:
        if not _has_good_axes(clause, context) or not _has_good_round(clause, context):
            return
        sizes, sorts = _check_sizes(clause, context), _check_places(clause, context)
        if sizes is None or sorts is None:
            return
        _build(clause, context, lambda: _with_places(_with_condition(clause, sizes, context), sorts))
    if clause.is_stacking and names.board is not None:
        names.board = replace(names.board, is_stacking=True)


def _build(clause: syntax.Board, context: Context, make: Callable[[], Board | None]) -> None:
    """Declares the board that `make` builds; reports one that cannot be built."""
    try:
        context.names.board = make()
    except BoardError as error:
        context.names.board = None
        context.reporter.report("bad-board", clause.span, str(error), "cannot be built")


# ---- boards of cells


def _check_sizes(clause: syntax.Board, context: Context) -> list[int] | None:
    """The measurements of a board; None after an error."""
    sizes: list[int] = []
    for node in clause.extent:
        expr = expect(node, context, NUMBER)
        found = static.known(expr, boards.square(1, 1))
        if found is None:
            context.reporter.report(
                "not-static",
                node.span,
                "the size of a board must be known before the game begins",
                "depends on the play",
            )
            return None
        if not isinstance(found[0], int):
            is_told = any(d.code == "option-value" for d in context.reporter.found)
            if expr.type != ANY and not is_told:
                context.reporter.report(
                    "bad-board", node.span, "the size of a board is a whole number", f"is {found[0]}"
                )
            return None
        sizes.append(found[0])
    return sizes


def _check_places(clause: syntax.Board, context: Context) -> tuple[Sort, ...] | None:
    """What a board has beside its cells; None after an error."""
    for place in clause.places:
        if place.name not in PLACES:
            context.reporter.report(
                "bad-board",
                place.span,
                f"a board has no `{place.name}` beside its cells",
                "neither borders nor nodes",
                help="write `with borders`, `with nodes` or `with borders, nodes`; "
                "for several pieces on a site `stacking`, without `with`",
            )
            return None
    return tuple(PLACES[place.name] for place in clause.places)


def _with_places(board: Board | None, sorts: Sequence[Sort]) -> Board | None:
    """The board with its borders and nodes, which its condition does not see. Raises BoardError."""
    return with_places(board, sorts) if board is not None and sorts else board


def _has_good_axes(clause: syntax.Board, context: Context) -> bool:
    """Whether files and ranks can be counted along these directions."""
    tiling = TILINGS.get(clause.shape.name)
    if clause.axes is None or tiling is None:
        return True
    span = clause.axes[0].span.to(clause.axes[1].span)
    if not tiling.has_axes:
        context.reporter.report(
            "bad-board",
            span,
            "only boards of hexes take `axes`",
            "not on this board",
            help="on squares files run east and rows north",
        )
        return False
    known = [name for name, *_ in tiling.compass]
    for axis in clause.axes:
        if axis.name not in known:
            context.reporter.report(
                "unknown-direction",
                axis.span,
                f"a board of {tiling.cells} has no direction `{axis.name}`",
                "not a direction of the board",
                help=near(axis.name, known) or "its directions are " + ", ".join(known),
            )
            return False
    first, second = (known.index(a.name) for a in clause.axes)
    half = len(known) // 2
    if first % half == second % half:
        context.reporter.report(
            "bad-board",
            span,
            "both axes run along the same line",
            "these do not cross",
            help=f"take another second one, such as `axes {known[first]}, {known[(first + 2) % len(known)]}`",
        )
        return False
    return True


def _has_good_round(clause: syntax.Board, context: Context) -> bool:
    """Whether a board goes round along files or ranks that it has."""
    tiling = TILINGS.get(clause.shape.name)
    if not clause.wrapping or tiling is None:
        return True
    for part in clause.wrapping:
        if part.name not in ROUND:
            context.reporter.report(
                "bad-board",
                part.span,
                f"a board does not go round along `{part.name}`",
                "neither files nor ranks",
                help="write `wrapping files` (the last file lies beside the first), `wrapping ranks` or "
                "`wrapping files, ranks`",
            )
            return False
    span = clause.wrapping[0].span.to(clause.wrapping[-1].span)
    if not tiling.can_wrap:
        context.reporter.report(
            "bad-board",
            span,
            f"a board of {tiling.cells} does not go round",
            "not on this board",
            help="boards that do are "
            + " and ".join(f"`{t.forms['by']}`" for t in TILINGS.values() if t.can_wrap),
        )
        return False
    if clause.form != "by":
        context.reporter.report(
            "bad-board",
            span,
            "a board that goes round has W files and H ranks",
            "not on this board",
            help=f"write its size as `{tiling.forms['by']}`",
        )
        return False
    return True


def _with_condition(clause: syntax.Board, sizes: Sequence[int], context: Context) -> Board | None:
    """The board with the sites that its condition keeps. The condition is evaluated on the whole board."""
    whole = _measured(clause, sizes, None, context)
    context.names.board = whole
    if whole is None or clause.condition is None:
        return whole
    return _measured(clause, sizes, _kept(clause.condition, whole, context.outer()), context)


def _kept(condition: syntax.Expr, whole: Board, context: Context) -> set[int]:
    """The sites for which a condition holds; all of them after an error."""
    it = context.local("it", SITE, condition.span)
    expr = expect_condition(condition, context)
    keep: set[int] = set()
    for site in whole.sites:
        try:
            if static.value(expr, whole, {it.slot: site.index}):
                keep.add(site.index)
        except static.NotStatic:
            if expr.type != ANY:
                context.reporter.report(
                    "not-static",
                    condition.span,
                    "which sites exist must be known before the game begins",
                    "depends on the play",
                )
            return {s.index for s in whole.sites}
    return keep


def _measured(
    clause: syntax.Board, sizes: Sequence[int], cells: Collection[int] | None, context: Context
) -> Board | None:
    """A board of cells. `cells`: which of them exist, by their indices on the whole board; None means all. Raises BoardError."""
    tiling = TILINGS.get(clause.shape.name)
    if tiling is None or clause.form not in tiling.forms:
        _report_unknown(clause, tiling, context)
        return None
    axes = (clause.axes[0].name, clause.axes[1].name) if clause.axes is not None else None
    skipped = clause.skipping.name if clause.skipping else ""
    if clause.form == "growing":
        sizes = sizes or (DEFAULT_WINDOW,)
    kept = None if cells is None else frozenset(cells)
    return _round(_built(tiling, clause.form, tuple(sizes), kept, skipped, axes), clause)


# A file is checked once for each setting of its options, and an editor checks it again and again, mostly with the same board.
_built = lru_cache(maxsize=_BUILT)(build)


def _report_unknown(clause: syntax.Board, tiling: Tiling | None, context: Context) -> None:
    """Reports a board of a word that is no tiling, or of a form that the tiling does not have."""
    forms = ", ".join(f"`{form}`" for form in FORMS[:-1])
    name = clause.shape.name
    word = next((row.text for row in foreign.BOARDS.get(name.lower(), ())), name)
    context.reporter.report(
        "unknown-board",
        clause.shape.span,
        f"there is no board `{name}` of this form",
        "not a board",
        help=(near(word, TILINGS) if tiling is None else "") or f"boards are {forms} and `{FORMS[-1]}`",
    )


def _round(board: Board, clause: syntax.Board) -> Board:
    """The board, going round as its clause says. Raises BoardError."""
    return wrapped(board, [ROUND[p.name] for p in clause.wrapping]) if clause.wrapping else board


def warn_of_hidden_sites(context: Context) -> None:
    """Warns of names of the game, and of words, that are sites of the board, too, which rules can then not name."""
    names, board = context.names, context.names.board
    if board is None or names.is_board_guessed:
        return
    told = {name: (span, "this") for name, span in names.declared.items()}
    words = [(f"the type `{n}`", names.declared.get(n, NOWHERE), t.symbols) for n, t in names.types.items()]
    words += [(f"the option `{n}`", o.span, o.symbols) for n, o in names.options.items()]
    words += [(f"the field `{f.declared}`", f.span, f.type.symbols) for f in names.fields.values()]
    words += [
        (f"the column `{n}`", names.declared.get(n, NOWHERE), c.type.symbols)
        for n, c in names.columns.items()
    ]
    for of, span, symbols in words:
        told |= {word: (span, f"the word of {of}") for word in symbols if word not in told}
    for name, (span, what) in told.items():
        if board.site(name) is not None and span is not NOWHERE:
            context.reporter.report(
                "hidden-name",
                span,
                f"`{name}` is a site of the board, too, and rules that say `{name}` mean {what}",
                "hides a site",
                others=[(names.board_span, "the board")],
                help="give it a name that no site has",
            )
