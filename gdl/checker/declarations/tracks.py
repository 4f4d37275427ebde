"""The tracks of a graph: from the clause of a board of named sites to a `Board`."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from gdl.boards import graphs
from gdl.boards.board import FACINGS, RELATIVE, Board
from gdl.checker.context import Context
from gdl.checker.names import RESERVED
from gdl.diagnostics.similar_names import is_slip, near
from gdl.tree import syntax

_FEW = 4  # so many sites have a place for each one that has none, where none of them is left out on purpose
_TAKEN = {*FACINGS, *RELATIVE, *graphs.Graph().groups(())}  # what names directions of every graph


def names_of(clause: syntax.Board) -> frozenset[str]:
    """What the tracks of a graph name: sites, networks and ways."""
    ways = {f"{way}{n}" for n in range(1, len(clause.tracks) + 1) for way in ("way", "back")}
    named = [*_sites(_tracks(clause)), *(spot.site for spot in _spots(clause)), *clause.networks]
    return frozenset(ident.name for ident in named) | ways


def are_good(clause: syntax.Board, context: Context) -> bool:
    """Whether every site and network has a name of its own, and each site is on a track and is not joined to itself."""
    before = len(context.reporter.found)
    tracks = _tracks(clause)
    _check_sites(tracks, context)
    _check_repeated(tracks, context)
    _check_networks(clause, context)
    if len(context.reporter.found) == before:
        _check_doubled_links(tracks, context)
    if len(context.reporter.found) == before:  # a wrong track may have what is drawn
        for spot in _spots(clause):
            _check_spot(spot, _sites(tracks), context)
    is_good = len(context.reporter.found) == before
    if is_good:
        _warn_of_unplaced(_spots(clause), _sites(tracks), context)
    return is_good


def _tracks(clause: syntax.Board) -> list[syntax.Track]:
    return [t for t in clause.tracks if isinstance(t, syntax.Track)]


def _spots(clause: syntax.Board) -> list[syntax.Spot]:
    return [t for t in clause.tracks if isinstance(t, syntax.Spot)]


def _sites(tracks: Sequence[syntax.Track]) -> list[syntax.Ident]:
    return [site for track in tracks for site in track.sites]


def _check_sites(tracks: Sequence[syntax.Track], context: Context) -> None:
    """Reports runs that are none, sites that cannot have their names, and sites that are joined to themselves."""
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
        loop = next((b for a, b in pairwise(track.sites) if a.name == b.name), None)
        fork = graphs.fork([s.name for s in track.sites], track.is_one_way)
        if loop is not None:
            context.reporter.report(
                "bad-board", loop.span, f"`{loop.name}` cannot be joined to itself", "the same site"
            )
        elif fork is not None:
            again = track.sites[fork]
            first = next(site for site in track.sites if site.name == again.name)
            context.reporter.report(
                "bad-board",
                again.span,
                f"this track passes `{again.name}` more than once, and goes on to different sites",
                "again",
                others=[(first.span, "the first time")],
                help="write it as two tracks, with a comma between them",
            )


def _warn_of_unplaced(
    spots: Sequence[syntax.Spot], tracked: Sequence[syntax.Ident], context: Context
) -> None:
    """Warns of the few sites that are given no place where nearly all are: mostly, their names are misspelt."""
    sites = {i.name: i for i in reversed(tracked)}  # each where it stands first
    given = {spot.site.name for spot in spots}
    named = {n for n in sites if graphs.place_of(n) is not None}
    for placed in (given, given | named):
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


def _check_repeated(tracks: Sequence[syntax.Track], context: Context) -> None:
    """Reports a track that begins with the sites with which the one before ends, without a comma between them: one is too many."""
    for one, other in pairwise(tracks):
        first, second = ([n.name for n in t.sites] for t in (one, other))
        between = one.span.source.text[one.span.end : other.span.start]
        shared = next((n for n in range(2, min(len(first), len(second)) + 1) if first[-n:] == second[:n]), 0)
        if shared and not set(",:") & set(between):
            context.reporter.report(
                "bad-board",
                other.sites[0].span,
                f"`{other.sites[0].span.text}` stands there twice",
                "again",
                others=[(one.sites[-1].span, "here, too")],
                help="leave one of them out; `,` stands between tracks, `-` between the sites of one",
            )


def _check_networks(clause: syntax.Board, context: Context) -> None:
    """Declares the networks of a graph. Reports those that have no track, or the name of a site."""
    sites = {site.name: site for site in reversed(_sites(_tracks(clause)))}
    sizes = Counter(t.network.name for t in _tracks(clause) if t.network is not None)
    for network in clause.networks:
        if network.name in sites:
            context.reporter.report(
                "duplicate-name",
                network.span,
                f"`{network.name}` is a site and a network",
                "a network here",
                others=[(sites[network.name].span, "a site here")],
                help="give one of them another name",
            )
        elif network.name in _TAKEN:
            context.reporter.report(
                "reserved-name",
                network.span,
                f"`{network.name}` names directions of its own",
                "no name of a network",
                help=f"take another name, such as `{network.name}_`",
            )
        elif context.declare(network.name, network.span) and not sizes[network.name]:
            context.reporter.report(
                "bad-board",
                network.span,
                f"the network `{network.name}` has no track",
                "joins nothing",
                help=f"write its tracks behind the colon: `{network.name}: a-b-c, b-d`",
            )


def _check_doubled_links(tracks: Sequence[syntax.Track], context: Context) -> None:
    """Reports what a network joins twice."""
    first: dict[tuple[str, str, str], syntax.Ident] = {}
    for track in tracks:
        name = track.network.name if track.network is not None else ""
        for a, b in pairwise(track.sites):
            ways = [(name, a.name, b.name), *([] if track.is_one_way else [(name, b.name, a.name)])]
            before = next((first[way] for way in ways if way in first), None)
            first.update(dict.fromkeys(ways, b))
            if name and before is not None:
                context.reporter.report(
                    "bad-board",
                    b.span,
                    f"`{name}` joins `{a.name}` and `{b.name}` twice",
                    "again",
                    others=[(before.span, "the first time")],
                    help="leave one of them out, or put it into another network",
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


def graph(clause: syntax.Board) -> Board:
    """A board of tracks. Raises BoardError."""
    tracks = [
        graphs.Track([n.name for n in t.sites], t.is_one_way, t.network.name if t.network else "")
        for t in _tracks(clause)
    ]
    spots = {}
    for spot in _spots(clause):
        x, y = (Fraction(e.value) for e in (spot.x, spot.y) if isinstance(e, syntax.Number))
        spots[spot.site.name] = (x, y)
    return graphs.graph(tracks, spots)
