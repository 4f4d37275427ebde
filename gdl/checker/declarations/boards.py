"""The board: from its clause to a `Board`, of the cells of a tiling, or a graph of named sites."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from gdl import boards
from gdl.boards.board import FACINGS, Board
from gdl.boards.building import build, wrapped
from gdl.boards.graphs import graph, place_of
from gdl.boards.lattice import with_places
from gdl.boards.tiling import BoardError, Tiling
from gdl.boards.tilings import FORMS, TILINGS
from gdl.checker.context import Context
from gdl.checker.expressions.conversions import expect, expect_condition
from gdl.checker.names import RESERVED
from gdl.core import static
from gdl.core.types import ANY, NUMBER, SITE
from gdl.diagnostics.similar_names import is_slip, near
from gdl.limits import DEFAULT_WINDOW
from gdl.tree import syntax
from gdl.tree.words import Round, Sort

_FEW = 4  # so many sites have a place for each one that has none, where none of them is left out on purpose
ROUND: dict[str, Round] = {"files": "files", "ranks": "ranks"}
_BUILT = 4  # boards that are kept
PLACES: dict[str, Sort] = {"borders": "border", "nodes": "node"}


def check_board(clause: syntax.Board, context: Context) -> None:
    """Builds and declares the board; after an error there is none."""
    names = context.names
    names.board_span = clause.span
    if clause.form == "graph":
        tracks = (t for t in clause.tracks if isinstance(t, syntax.Track))
        ways = {f"{way}{n}" for n in range(1, len(clause.tracks) + 1) for way in ("way", "back")}
        spots = (t.site.name for t in clause.tracks if isinstance(t, syntax.Spot))
        names.tracked = frozenset(site.name for t in tracks for site in t.sites) | ways | {*spots}
        if not _is_good_graph(clause, context):
            return
        _build(clause, context, lambda: _graph(clause))
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
                help="write `with borders`, `with nodes` or `with borders, nodes`",
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
    context.reporter.report(
        "unknown-board",
        clause.shape.span,
        f"there is no board `{clause.shape.name}` of this form",
        "not a board",
        help=(near(clause.shape.name, TILINGS) if tiling is None else "")
        or f"boards are {forms} and `{FORMS[-1]}`",
    )


def _round(board: Board, clause: syntax.Board) -> Board:
    """The board, going round as its clause says. Raises BoardError."""
    return wrapped(board, [ROUND[p.name] for p in clause.wrapping]) if clause.wrapping else board


# ---- graphs


def _is_good_graph(clause: syntax.Board, context: Context) -> bool:
    """Whether every site of a graph has a name of its own, is on a track and is not joined to itself."""
    before = len(context.reporter.found)
    tracks = [t for t in clause.tracks if isinstance(t, syntax.Track)]
    taken: set[str] = set()
    for track in tracks:
        for site in track.sites:
            if ".." in site.name:
                context.reporter.report(
                    "bad-board",
                    site.span,
                    f"`{site.name}` is no run of names",
                    "neither the number nor the letter counts",
                    help="sites are joined by `-` or `>`; a run counts numbers, as in `p1..p6`, or letters before one number, as in `a1..f1`",
                )
            if site.name in (RESERVED | set(FACINGS)) - taken:
                taken.add(site.name)
                context.reporter.report(
                    "reserved-name",
                    site.span,
                    f"`{site.name}` is a word of the language",
                    "no name of a site",
                    help=f"take another name, such as `{site.name}_`",
                )
        for one, other in pairwise(track.sites):
            if one.name == other.name:
                context.reporter.report(
                    "bad-board", other.span, f"`{one.name}` cannot be joined to itself", "the same site"
                )
    _check_doubled(tracks, context)
    if len(context.reporter.found) == before:  # a wrong track may have what is drawn
        for spot in (t for t in clause.tracks if isinstance(t, syntax.Spot)):
            _check_spot(spot, [n for t in tracks for n in t.sites], context)
    is_good = len(context.reporter.found) == before
    if is_good:
        _warn_of_unplaced(clause, [n for t in tracks for n in t.sites], context)
    return is_good


def _warn_of_unplaced(clause: syntax.Board, tracked: Sequence[syntax.Ident], context: Context) -> None:
    """Warns of the few sites that are given no place where nearly all are: mostly, their names are misspelt."""
    sites = {i.name: i for i in reversed(tracked)}  # each where it stands first
    spots = {t.site.name for t in clause.tracks if isinstance(t, syntax.Spot)}
    named = {n for n in sites if place_of(n) is not None}
    for placed in (spots, spots | named):
        unplaced = [n for n in sites if n not in placed]
        if unplaced and len(unplaced) * _FEW <= len(placed):
            for name in unplaced:
                like = near(name, [n for n in placed if is_slip(name, n)])
                context.reporter.report(
                    "unplaced-site",
                    sites[name].span,
                    f"`{name}` is given no place on the board, and nearly all other sites are",
                    "a site of its own",
                    help=like or f"say where it is drawn: `{name} at X, Y`",
                )
            return


def _check_doubled(tracks: Sequence[syntax.Track], context: Context) -> None:
    """Reports a track that begins with the sites with which the one before ends, without a comma between them: one is too many."""
    for one, other in pairwise(tracks):
        first, second = ([n.name for n in t.sites] for t in (one, other))
        between = one.span.source.text[one.span.end : other.span.start]
        shared = next((n for n in range(2, min(len(first), len(second)) + 1) if first[-n:] == second[:n]), 0)
        if shared and "," not in between:
            context.reporter.report(
                "bad-board",
                other.sites[0].span,
                f"`{other.sites[0].span.text}` stands there twice",
                "again",
                others=[(one.sites[-1].span, "here, too")],
                help="leave one of them out; `,` stands between tracks, `-` between the sites of one",
            )


def _check_spot(spot: syntax.Spot, tracked: Sequence[syntax.Ident], context: Context) -> None:
    """Reports a place to draw a site that is on no track."""
    name, sites = spot.site.name, [i.name for i in tracked]
    text = spot.site.span.source
    if not sites and any(d.code == "syntax" and d.span.source is text for d in context.reporter.found):
        return  # the tracks could not be read, which is said
    if name not in sites:
        others = [i for i in tracked if is_slip(name, i.name) and len(name) > 2]
        context.reporter.report(
            "bad-board",
            spot.site.span,
            f"`{name}` is on no track of this board",
            "joined to nothing",
            others=[(others[0].span, "this one is on a track")] if others else (),
            help=f"write the same name in both places, `{name}` or `{others[0].name}`"
            if others
            else f"join it to another site: `{sites[0]}-{name}`"
            if sites
            else "`at` says only where sites are drawn; which are joined comes first, in tracks: "
            f"`board graph {_track(spot)}, {spot.span.text}`",
        )


def _track(spot: syntax.Spot) -> str:
    """The names of a place or a run of places, as a track."""
    return spot.span.text.partition(" at ")[0].strip()


def _graph(clause: syntax.Board) -> Board:
    """A board of tracks. Raises BoardError."""
    tracks = [
        (tuple(n.name for n in t.sites), t.is_one_way) for t in clause.tracks if isinstance(t, syntax.Track)
    ]
    spots = {}
    for spot in clause.tracks:
        if isinstance(spot, syntax.Spot):
            x, y = (Fraction(e.value) for e in (spot.x, spot.y) if isinstance(e, syntax.Number))
            spots[spot.site.name] = (x, y)
    return graph(tracks, spots)
