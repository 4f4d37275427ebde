"""The board: squares, hexes, graphs, growing boards and stacks; names of sites, directions and relative words."""

import pytest

from gdl.diagnostics.values import GameError
from interpreter.play.svg.picture import picture
from interpreter.play.text.drawing import Layout, draw
from language import playing
from language.playing import codes, field, found, holding, moves, pieces, play
from language.sentences import sentence


def on(board: str, players: str = "Red, Blue") -> str:
    return f"players {players}\nboard {board}\nkinds man, king\n"


PUT = "action put\n  choose s in sites where s is empty\n  do place man of mover on s\n"
CLAIMS = [
    # forms
    ("square 4 x 3", "| `square W x H` |", "count(sites) = 12 and file(d3) = 4 and rank(d3) = 3 and last(sites) = d3"),
    ("square 4 x 3", "| `square W x H` |", "step(b2, north) = b3 and step(b2, northeast) = c3 and step(b2, east) = c2 and step(b2, southeast) = c1"),
    ("square 4 x 3", "| `square W x H` |", "step(b2, south) = b1 and step(b2, southwest) = a1 and step(b2, west) = a2 and step(b2, northwest) = a3"),
    ("square 4 x 3", "| `square W x H` |", "count(any) = 8 and turned(north, 1) = east and turned(northeast, 1) = southeast"),
    ("hex 3 x 3", "| `hex W x H` |", "count(sites) = 9 and count(any) = 6 and step(b2, east) = c2 and step(b2, west) = a2"),
    ("hex 3 x 3", "| `hex W x H` |", "step(b2, northeast) = c3 and step(b2, northwest) = b3 and step(b2, southeast) = b1 and step(b2, southwest) = a1"),
    ("hex 3 x 3", "| `hex W x H` |", "turned(northeast, 1) = east and turned(east, 1) = southeast and turned(southeast, 1) = southwest and turned(northwest, 1) = northeast"),
    ("hex side 2", "| `hex side N` |", "count(sites) = 7 and count(corners) = 6 and count(rank(2)) = 3 and count(neighbours(b2)) = 6"),
    ("hex side 3", "| `hex side N` |", "count(sites) = 19 and count(rank(3)) = 5 and count(rank(5)) = 3 and count(corners) = 6"),
    ("hex rows 1, 2, 3", "| `hex rows A, B, ...` |", "count(sites) = 6 and count(rank(1)) = 3 and count(rank(3)) = 1"),
    ("hex rows 1, 2, 3", "| `hex rows A, B, ...` |", "step(a1, northeast) = a2 and step(b1, northwest) = a2 and step(c1, northwest) = b2 and step(b2, northwest) = a3 and step(a2, northeast) = a3"),
    ("hex rows 2, 5, 2", "| `hex rows A, B, ...` | centred rows of these lengths, from the top; the", "step(a3, west) = none and step(a3, southwest) = b2 and step(a3, southeast) = c2"),
    ("octagons 3 x 2", "| `octagons W x H` |", "count(sites) = 8 and step(b1, north) = b2 and step(b1, northeast) = b1ne and step(b1ne, northeast) = c2 and turned(north, 1) = east"),
    ("graph a1-b1-c1, c1-d2", "| `graph a-b-c, ...` |", "count(sites) = 4 and neighbours(c1) = {b1, d2} and step(a1, east) = b1 and step(c1, northeast) = d2"),
    ("square 3 x 3 where it != b2 and file(it) + rank(it) < 6", "`where` keeps the sites for which its condition on `it` holds.", "count(sites) = 7 and step(a2, east) = none and neighbours(a1) = {a2, b1}"),
    ("square 3 x 3 skipping b", "`skipping` leaves letters out of the names of files", "file(c2) = 2 and file(d1) = 3 and step(a1, east) = c1"),
    # names
    ("square 28 x 2", "Sites are named by file and row, from `a1` at the left of the bottom row. After the file `z` comes `aa`.", "first(sites) = a1 and file(z2) = 26 and file(aa1) = 27 and file(ab2) = 28 and rank(ab2) = 2"),
    ("hex rows 2, 3, 4", "On hexes, each row counts its own files from its left end.", "file(a3) = 1 and file(a1) = 1 and step(a1, northeast) = a2 and step(a2, northeast) = a3"),
    ("hex side 2 axes southeast, northeast", "`axes D, E` changes this on hexes: files are counted along direction D and rows", "all s in sites: file(step(s, southeast)) in {0, file(s) + 1} and rank(step(s, northeast)) in {0, rank(s) + 1}"),
    ("hex side 2 axes southeast, northeast", "With `axes southeast, northeast` the sites of a row lie on a slant.", "(all s in sites: rank(step(s, southeast)) in {0, rank(s)} and file(step(s, northeast)) in {0, file(s)}) and min(file(s) for s in sites) = 1 and min(rank(s) for s in sites) = 1"),
    # octagons and squares
    ("octagons 3 x 3", "An octagon has eight neighbours: octagons in the orthogonal directions, and squares in the diagonal ones.", "neighbours(a1) = {b1, a1ne, a2} and neighbours(a1ne) = {a1, b1, a2, b2}"),
    ("octagons 3 x 3", "An octagon has eight neighbours: octagons in the orthogonal directions, and squares in the diagonal ones.", "count(neighbours(b2)) = 8 and neighbours(b2, orthogonal) = {b1, a2, c2, b3} and neighbours(b2, diagonal) = {a1ne, b1ne, a2ne, b2ne}"),
    ("octagons 3 x 3", "A square has four, the octagons in the diagonal directions.", "neighbours(b1ne) = {b1, c1, b2, c2} and step(b1ne, north) = none and step(b1ne, east) = none"),
    ("octagons 3 x 2", "`octagons` and `squares` are the sets of the cells of each form.", "octagons = {a1, b1, c1, a2, b2, c2} and squares = {a1ne, b1ne}"),
    ("octagons 3 x 3", "A square is named by the octagon south-west of it, such as `b2ne`.", "step(b2, northeast) = b2ne"),
    ("octagons 3 x 3", "It lies in no file and in no rank, and `file` and `rank` of it are 0.", "file(b2ne) = 0 and rank(b2ne) = 0 and rank(2) = {a2, b2, c2} and site_at(2, 2) = b2 and site_at(0, 0) = none"),
    ("octagons 3 x 3", "A diagonal line goes over octagons and squares in turn. An orthogonal one goes over octagons.", "(line northeast from a1: any+) = {a1ne, b2, b2ne, c3} and (line east from a1: any+) = {b1, c1} and (line east from a1ne: any+) = {}"),
    ("octagons 3 x 3", "A leap by files and ranks leads from octagon to octagon, or from square to square.", "(leap 1, 2 from a1: any) = {c2, b3} and (leap 1, 0 from a1ne: any) = {b1ne, a2ne} and (leap northeast 2 from a1: any) = {b2}"),
    ("octagons 3 x 3", "`distance2` of neighbouring octagons is 1, of an octagon and a square a half.", "distance2(a1, b1) = 1 and distance2(a1, a1ne) * 2 = 1 and distance(a1, c3) = 4"),
    ("octagons 3 x 3", "Sides and `corners` hold octagons.", "north_side = {a3, b3, c3} and west_side = {a1, a2, a3} and corners = {a1, c1, a3, c3} and distance2(b2, centre) = 0"),
    ("octagons 3 x 3", "| `edge` | sites | the sites that lack a neighbour |", "edge = octagons - {b2}"),
    # graphs
    ("graph a1-b1, b1>c1>d1", "names of sites joined by `-`, or by `>` for one way only", "step(b1, east) = c1 and step(c1, west) = none and step(b1, west) = a1 and step(c1, east) = d1 and neighbours(c1) = {d1}"),
    ("graph a1-b1 b1-c1 c1-d1", "The commas between tracks may be left out.", "count(sites) = 4 and step(c1, east) = d1"),
    ("graph x-y-z, x at 1, 1, y at 1, 2, z at 1, 3", "`NAME at X, Y` gives another site its place.", "step(x, north) = y and step(z, south) = y and distance2(x, z) = 4"),
    ("graph a1-b2-c3, a1-a2", "A straight track leads in the nearest compass direction:", "step(a1, northeast) = b2 and step(a1, north) = a2 and (line northeast from a1: any+) = {b2, c3}"),
    ("graph a1-b2-c3, a1-a2", "`north`, `orthogonal` and `diagonal` mean what they look like.", "neighbours(a1, orthogonal) = {a2} and neighbours(a1, diagonal) = {b2} and neighbours(a1, any) = {a2, b2} and neighbours(a1) = {a2, b2}"),
    ("graph a1-d1-g1, d1-d4", "`north`, `orthogonal` and `diagonal` mean what they look like.", "(line east from a1: any+) = {d1, g1} and step(a1, east) = d1 and step(d1, north) = d4"),
    ("graph a1-b1-b2-c2", "A track that bends, or that closes to a ring, has two directions of its own", "step(a1, way1) = b1 and step(b1, way1) = b2 and step(b2, back1) = b1 and (line way1 from a1: any+) = {b1, b2, c2}"),
    ("graph a1-b1-b2-a2-a1", "A track that bends, or that closes to a ring, has two directions of its own, `way1` and `back1`, named by the number of the track. A `line` follows either.", "step(a2, way1) = a1 and step(a1, back1) = a2 and (line way1 from a1: any+) = {b1, b2, a2}"),
    ("graph c1-d1-e1, a1-b1-b2-c2", "A track that bends, or that closes to a ring, has two directions of its own,", "step(a1, way2) = b1 and step(b2, back2) = b1 and opposite(way2) = back2"),
    ("graph a1-b1-b2-a2-a1, a1-c1", "`any` is all directions", "neighbours(a1, any) = {b1, a2, c1} and count(any) = 4"),
    ("graph x12..x8, a1..c1-z-c3..a3, z at 4, 2", "In a track, `p24..p1` stands for all names from `p24` to `p1`", "step(x12, north) = none and distance(x12, x8) = 4 and step(x9, south) = x8"),
    ("graph x12..x8, a1..c1-z-c3..a3, z at 4, 2", "and `a1..f1` for `a1`, `b1` and so on to `f1`.", "step(a1, way2) = b1 and step(c1, way2) = z and step(z, way2) = c3 and step(b3, way2) = a3"),
    ("graph tram: a-b-c, b-d boat: a-c, c>d", "`NAME:` before tracks makes a **network** of them, up to the next such name", "neighbours(b, tram) = {a, c, d} and neighbours(b, boat) = {} and neighbours(c, boat) = {a, d} and neighbours(d, boat) = {}"),
    ("graph tram: a-b-c, b-d boat: a-c, c>d", "The same sites may be joined by several networks.", "neighbours(c) = {a, b, d} and count(sites) = 4 and neighbours(a) = {b, c}"),
    ("graph tram: a-b-c, b-d boat: a-c, c>d", "Its name is a group of directions, as `any` is, for steps, neighbours, paths, floods and distances.", "(all d in tram: d in any) and no d in boat: d in tram"),
    ("graph tram: a-b-c, b-d boat: a-c, c>d", "Its name is a group of directions, as `any` is, for steps, neighbours, paths, floods and distances.", "{s in sites where (some d in boat: step(a, d) = s)} = {c} and (walk tram up to 2 from a: any*, [it = d]) = {d} and (reached from a by boat while any) = {a, c, d} and distance(a, d, tram) = 2 and distance(a, c, boat) = 1 and distance(b, a, boat) = count(sites)"),
    ("graph tram: a-b-c, b-d boat: a-c, c>d", "Tracks before the first name belong to none.", "distance(d, a, boat) = count(sites)"),
    ("graph x-z, tram: x-y-z, x-y2-z2, boat: x-y-z, x at 1, 1, y at 2, 1, z at 3, 1, y2 at 2, 2, z2 at 2, 3", "Tracks before the first name belong to none.", "east not in tram and east not in boat and neighbours(x, east) = {z} and neighbours(x, any - tram - boat) = {z}"),
    ("graph x-z, tram: x-y-z, x-y2-z2, boat: x-y-z, x at 1, 1, y at 2, 1, z at 3, 1, y2 at 2, 2, z2 at 2, 3", "Each network has directions of its own, also for the same two sites.", "step(x, tram_east) = y and step(x, boat_east) = y and tram_east != boat_east"),
    ("graph x-z, tram: x-y-z, x-y2-z2, boat: x-y-z, x at 1, 1, y at 2, 1, z at 3, 1, y2 at 2, 2, z2 at 2, 3", "Their names begin with its name: `tram_north`,", "step(x, tram_way2) = y2 and step(z2, tram_back2) = y2 and opposite(boat_east) = boat_west"),
    ("graph x-z, tram: x-y-z, x-y2-z2, boat: x-y-z, x at 1, 1, y at 2, 1, z at 3, 1, y2 at 2, 2, z2 at 2, 3", "`any`, `north_side`, `forward` and the like go by all of them.", "count(any) = 8 and neighbours(y, any) = {x, z} and neighbours(x, orthogonal) = {y, z}"),
    ("graph p3>p5>p7..p9", "Names that count are written as a run.", "distance(p3, p9) = 4 and distance(p9, p3) = count(sites)"),
    ("graph p24..p19, p24..p19 at 1..6, 2", "The sites of a run are drawn at equal distances: `p24..p19 at 1..6, 2`.", "step(p24, east) = p23 and distance2(p24, p19) = 25 and file(p20) = 5"),
    ("graph p1..p3, p1..p3 at 1, 2..5", "The sites of a run are drawn at equal distances: `p24..p19 at 1..6, 2`.", "step(p1, north) = p2 and distance2(p1, p2) = 9 / 4"),
    # borders and nodes
    ("square 3 x 2 with borders", "`with borders`, `with nodes` or `with borders, nodes` behind the size of a board", "count(borders) = 17 and count(borders(b1)) = 4 and b1n in borders(b1)"),
    ("square 3 x 2 with nodes", "`with borders`, `with nodes` or `with borders, nodes` behind the size of a board", "count(nodes) = 12 and count(nodes(b1)) = 4 and b1ne in nodes(b1)"),
    ("hex side 2 with borders, nodes", "`with borders`, `with nodes` or `with borders, nodes` behind the size of a board", "count(borders) = 30 and count(nodes) = 24 and count(borders(b2)) = 6 and count(nodes(b2)) = 6"),
    ("square 3 x 2 with borders, nodes", "a **border** for each side of a cell, and a **node** for each corner, which neighbouring cells share.", "borders(b1, east) = borders(c1, west) and a1ne in nodes(a1) and a1ne in nodes(b1) and a1ne in nodes(a2) and a1ne in nodes(b2)"),
    ("square 3 x 2 with borders, nodes", "`sites` are the cells alone. `borders` and `nodes` are the sets of the others", "count(sites) = 6 and last(sites) = c2 and no s in sites: s in borders or s in nodes"),
    ("square 2 x 1 with borders, nodes", "in rows from the bottom, each from the left.", "first(borders) = a1s and first(borders - {a1s}) = b1s and first(borders - {a1s, b1s}) = a1w and last(borders) = b1n and first(nodes) = a1sw and last(nodes) = b1ne"),
    ("square 3 x 2 with borders, nodes", "Steps and all paths lead from cells to cells.", "(no s in borders + nodes: some neighbours(s) or some (line any from s: any+) or some (leap 1, 2 from s: any)) and (no line any: [it in borders + nodes])"),
    ("square 3 x 2 with borders, nodes", "`reached from b by borders(it) while own` goes from border to border.", "(reached from b1n by borders(it) while any) = borders and (reached from b1n by borders(it) while own) = {} and (reached from a1sw by nodes(it) while [rank(it) = 1]) = {n in nodes where rank(n) = 1}"),
    ("hex side 2 with borders, nodes", "Steps and all paths lead from cells to cells.", "(no s in borders + nodes: some neighbours(s) or some (walk any up to 3 from s: any+) or some (leap 1, 1 from s: any)) and (no line any: [it in borders + nodes])"),
    ("square 3 x 2 with borders, nodes", "`full`, `edge`, `corners`, `centre`, sides, ranks and files are about", "count(edge) = 6 and corners = {a1, c1, a2, c2} and distance2(a1, centre) = 5 / 4 and file(1) = {a1, a2} and rank(2) = north_side and side(east) = {c1, c2}"),
    ("square 3 x 2 with borders, nodes", "`file` and `rank` of a border or node are those of the cell that names it.", "file(b1n) = 2 and rank(b1n) = 1 and file(a1sw) = 1 and file(b2ne) = 2 and rank(b2ne) = 2"),
    ("square 3 x 2 with borders, nodes", "`distance2`, `half_turn` and `mirrored` go by its place on the board.", "distance2(a1, a1n) = 1 / 4 and distance2(a1, a1ne) = 1 / 2 and half_turn(a1s) = c2n and half_turn(a1sw) = c2ne and mirrored(a1w, east) = c1e"),
    ("hex side 2 with borders, nodes", "`distance2`, `half_turn` and `mirrored` go by its place on the board.", "distance2(b2, b2ne) = 1 / 4 and distance2(b2, b2n) = 1 / 3 and half_turn(b2e) = a2e and half_turn(b2n) = b2s"),
    ("square 3 x 2 with borders, nodes", "of a cell those beside it", "cells(b1) = {a1, c1, b2} and borders(b1) = {b1s, a1e, b1e, b1n} and nodes(b1) = {a1se, b1se, a1ne, b1ne}"),
    ("hex side 2 with borders, nodes", "of a cell those beside it", "cells(b2) = neighbours(b2) and borders(b2) = {b2ne, b2nw, b2e, a2e, a1ne, b1nw} and b2n in nodes(b2) and b2s in nodes(b2)"),
    ("square 3 x 2 with borders, nodes", "of a border those on both sides", "cells(b1n) = {b1, b2} and cells(b1s) = {b1} and borders(b1n) = {a1n, c1n, a1e, b1e, a2e, b2e} and nodes(b1n) = {a1ne, b1ne}"),
    ("hex side 2 with borders, nodes", "of a border those on both sides", "cells(b2e) = {b2, c2} and count(borders(b2e)) = 4 and count(nodes(b2e)) = 2 and (all n in nodes(b2e): b2e in borders(n))"),
    ("square 3 x 2 with borders, nodes", "The builtins `cells`, `borders` and `nodes` give", "cells(a1ne) = {a1, b1, a2, b2} and borders(a1ne) = {a1n, b1n, a1e, a2e} and nodes(a1ne) = {a1nw, b1ne, a1se, a2ne}"),
    ("hex side 2 with borders, nodes", "The builtins `cells`, `borders` and `nodes` give", "cells(b2n) = {b2, a3, b3} and count(borders(b2n)) = 3 and count(nodes(b2n)) = 3 and (all n in nodes(b2n): beside(b2, first(cells(n) - {b2})))"),
    ("square 3 x 2 with borders, nodes", "the borders half a step away in these directions: sides of a cell", "borders(b1, north) = {b1n} and borders(b1, west) = {a1e} and borders(a1ne, east) = {b1n} and borders(a1ne, south) = {a1e} and borders(b1, {west, north}) = {a1e, b1n}"),
    ("hex side 2 with borders, nodes", "the borders half a step away in these directions: sides of a cell", "borders(b2, northeast) = {b2ne} and borders(b2, west) = {a2e}"),
    ("square 3 x 2 with borders, nodes", "the borders half a step away in these directions: sides of a cell", "borders(b1, northeast) = {} and borders(b2ne, north) = {} and borders(step(a1, west), north) = {}"),
    ("square 3 x 3 with borders, nodes", "A border of squares is named by the cell south or west of it and by its side", "cells(b2n) = {b2, b3} and cells(b2e) = {b2, c2}"),
    ("square 3 x 3 with borders, nodes", "**Names.** A border of squares is named by the cell south or west of it and by its side, such as `b2n` and `b2e`, a node by the cell south-west of it, such as `b2ne`.", "cells(b2ne) = {b2, c2, b3, c3}"),
    ("hex side 2 with borders, nodes", "A hex names the borders `b2ne`, `b2nw` and `b2e`, and the nodes `b2n` and `b2s` above and below it.", "cells(b2ne) = {b2, b3} and cells(b2nw) = {b2, a3} and cells(b2e) = {b2, c2} and cells(b2n) = {b2, a3, b3} and cells(b2s) = {b2, a1, b1}"),
    ("square 3 x 3 with borders, nodes", "On the rim, where that cell is missing, the name is that of another cell and its", "cells(a1s) = {a1} and cells(a1w) = {a1} and cells(a1sw) = {a1} and a1sw in nodes(a1s) and a1sw in nodes(a1w)"),
    ("square 3 x 3 with borders, nodes", "Any cell and side may be read where a border or node is meant: `b3s` is `b2n`.", "b3s = b2n and c2w = b2e and c3sw = b2ne and b3se = b2ne"),
    ("hex side 2 with borders, nodes", "Any cell and side may be read where a border or node is meant: `b3s` is `b2n`.", "b3sw = b2ne and a3ese = b2n and c2w = b2e"),
    ("square 3 x 2 with borders, nodes", "| `cells(site)` |", "cells(b1n) = {b1, b2} and cells(a1ne) = {a1, b1, a2, b2} and cells(b1) = {a1, c1, b2} and cells(step(a1, west)) = {}"),
    ("square 3 x 2 with borders, nodes", "| `borders(site)` |", "borders(a1) = {a1n, a1e, a1s, a1w} and borders(a1sw) = {a1s, a1w} and borders(a1s) = {a1w, a1e, b1s} and borders(step(a1, west)) = {}"),
    ("square 3 x 2 with borders, nodes", "| `nodes(site)` |", "nodes(a1) = {a1ne, a1nw, a1se, a1sw} and nodes(a1s) = {a1sw, a1se} and nodes(a1sw) = {a1nw, a1se} and nodes(step(a1, west)) = {}"),
    ("square 3 x 2 with borders, nodes", "| `borders(site, directions)` |", "borders(a1, south) = {a1s} and borders(a1sw, north) = {a1w} and borders(a1sw, south) = {} and borders(a1n, north) = {} and borders(step(a1, west), north) = {}"),
    ("square 3 x 2 with borders, nodes", "| `borders` |", "count(borders) = 17 and (all b in borders: some cells(b)) and (all c in sites: c not in borders)"),
    ("square 3 x 2 with borders, nodes", "| `nodes` |", "count(nodes) = 12 and (all n in nodes: some cells(n)) and (no n in nodes: n in borders)"),
    # boards that go round
    ("square 5 x 4 wrapping files", "`wrapping files` behind the size of a board of W x H squares or hexes makes it a cylinder", "step(e2, east) = a2 and step(a2, west) = e2 and step(e2, northeast) = a3 and step(a4, north) = none and neighbours(a1) = {b1, e1, a2}"),
    ("square 5 x 4 wrapping ranks", "`wrapping ranks` does the same with ranks, and `wrapping files, ranks` makes it a torus.", "step(b4, north) = b1 and step(b1, southwest) = a4 and step(a1, west) = none"),
    ("square 5 x 4 wrapping files, ranks", "`wrapping ranks` does the same with ranks, and `wrapping files, ranks` makes it a torus.", "step(e4, northeast) = a1 and (all s in sites: count(neighbours(s)) = 4 and count(neighbours(s, any)) = 8)"),
    ("square 5 x 4 wrapping files, ranks where it != c2", "`wrapping ranks` does the same with ranks, and `wrapping files, ranks` makes it a torus.", "step(b2, east) = none and step(e2, east) = a2 and count(sites) = 19"),
    ("square 5 x 4 wrapping files, ranks", "Steps, leaps and all paths go on behind the rim.", "(leap 1, 2 from e4: any) = {a2, b3, b1, a2, d2, c3, c1} and step(a1, west, 7) = d1 and (walk orthogonal up to 2 from a1: any{2}) = {b2, e2, b4, e4, c1, d1, a3}"),
    ("square 5 x 4 wrapping files, ranks", "A line or a repeated leap ends before it meets a site twice.", "(line east from b1: any+) = {c1, d1, e1, a1} and count((line northeast from a1: any*, any)) = 19 and count((leap north 1, east 2 from a1: any*, any)) = 19 and (no line east: any{6}) and (some line east: any{5})"),
    ("square 5 x 4 wrapping files, ranks", "`distance` and `distance2` take the shorter way round.", "distance(a1, e4) = 2 and distance2(a1, e4) = 2 and distance2(a1, d3) = 8 and distance2(a1, c2) = 5"),
    ("square 5 x 4 wrapping files, ranks", "Of several lines, `towards` and `between` take the shortest, and of equal ones the first direction.", "towards(a1, d1) = west and between(a1, d1) = {e1} and towards(a1, c1) = east and between(a1, c1) = {b1} and towards(a1, a3) = north and between(a1, a3) = {a2} and towards(b2, a1) = southwest"),
    ("hex 4 x 3 wrapping files, ranks", "On hexes, the files go on northwest of the last rank.", "step(b3, northwest) = b1 and step(b1, southeast) = b3 and step(d2, east) = a2 and step(d3, northeast) = a1 and distance2(b3, b1) = 1 and distance2(a2, d2) = 1 and distance(a1, d3) = 1 and (all s in sites: count(neighbours(s)) = 6)"),
    ("square 5 x 4 wrapping files", "Sides, `corners` and `centre` are those of the board as it is drawn.", "east_side = {e1, e2, e3, e4} and side(east) = {} and side(south) = rank(1) and corners = {a1, e1, a4, e4} and distance2(c2, centre) = 1 / 4 and file(e1) = 5"),
    ("square 5 x 4 wrapping files", "| `edge` | sites | the sites that lack a neighbour |", "edge = side(north) + side(south)"),
    # groups and relative words
    ("square 3 x 3", "`orthogonal`, `diagonal` (not on hexes) and `any` are sets of directions.", "orthogonal = {north, east, south, west} and diagonal = {northeast, southeast, southwest, northwest} and any = orthogonal + diagonal"),
    ("octagons 3 x 3", "`orthogonal`, `diagonal` (not on hexes) and `any` are sets of directions.", "orthogonal = {north, east, south, west} and diagonal = {northeast, southeast, southwest, northwest} and any = orthogonal + diagonal"),
    ("hex 3 x 3", "On hexes `orthogonal` and `any` are all six directions.", "orthogonal = any and count(orthogonal) = 6"),
]  # fmt: skip
BOARDS = list(dict.fromkeys(board for board, _, _ in CLAIMS))


@pytest.mark.parametrize(
    ("board", "claim"), [pytest.param(b, c, marks=sentence(p), id=f"{b}: {c[:40]}") for b, p, c in CLAIMS]
)
@sentence(
    "A board consists of **sites** and of **directions** that lead from site to site",
    "A graph is a list of **tracks**",
)
def test_boards_are_as_they_are_written(kind: str, board: str, claim: str) -> None:
    asked = [c for b, _, c in CLAIMS if b == board]
    assert claim in holding(kind, on(board), asked, {})


@sentence("| `hex rows A, B, ...` | centred rows of these lengths, from the top; the")
def test_neighbouring_rows_of_hexes_differ_by_an_odd_number() -> None:
    assert codes(on("hex rows 3, 3") + PUT + "turn: put\n") == ["bad-board"]
    assert codes(on("hex rows 3, 6, 3") + PUT + "turn: put\n") == []


@sentence(
    "A site whose name is a letter and a number, such as `d3`, is drawn at that place.",
    "All others are drawn on a circle.",
)
def test_sites_of_a_graph_have_their_places() -> None:
    from gdl.loader import examine_source
    from gdl.source import Source

    game = examine_source(
        Source("g.gdl", on("graph d3-a1, north_gate-south_gate, e5-e4, e5 at 7, 9") + PUT + "turn: put\n")
    )[0]
    assert game is not None
    places = {s.name: (s.x, s.y) for s in game.board.sites}
    assert (places["d3"], places["a1"], places["e4"], places["e5"]) == ((4, 3), (1, 1), (5, 4), (7, 9))
    assert places["north_gate"] != places["south_gate"]


@sentence("Sizes may use options")
def test_sizes_may_use_options(make) -> None:
    text = (
        "option size = 3 from 2..5\n"
        + on("square size x size + 1 where file(it) < size")
        + PUT
        + "turn: put\n"
    )
    assert len(moves(make(text).initial_state())) == 8
    assert len(moves(make(text, size=5).initial_state())) == 24


@sentence("A board has at most 4096 sites")
def test_a_board_has_at_most_4096_sites() -> None:
    assert codes(on("square 64 x 64") + PUT + "turn: put\n") == []
    assert codes(on("square 64 x 65") + PUT + "turn: put\n") == ["bad-board"]


@sentence("A game without pieces, or with all of them in pools, needs no `board`.")
@pytest.mark.parametrize("pool", [True, False])
def test_a_game_without_sites_needs_no_board(make, pool: bool) -> None:
    text = "players Red, Blue\nfield n of game: 0..9\n"
    if pool:
        text += (
            "kinds man\npool hand of player\nsetup\n  for p in players do place man of p in hand(p) times 2\n"
        )
        text += "action go\n  do remove first(hand(mover))\n     n := n + count(hand(mover))\n"
    else:
        text += "setup\n  n := 0\naction go\n  do n := n + 1\n"
    state = play(make(text + "turn: go\nend draw when n = 3\n").initial_state(), "go", "go")
    assert state.position()["fields"]["n"] == 2
    assert codes("players Red, Blue\nkinds man\n" + PUT + "turn: put\n") == ["missing-clause"]


@sentence("A name of your own hides a builtin or a site of that name.")
def test_a_name_that_is_declared_hides_a_site(kind: str) -> None:
    head = on("square 3 x 3") + "let a1 = b2\nfield c3 of game: 0..9 = 4\n"
    claims = ["file(a1) = 2", "c3 = 4", "count(sites where it = site_at(1, 1)) = 1"]
    assert holding(kind, head, claims) == claims


@sentence("A name of your own hides a builtin or a site of that name.")
def test_a_name_that_is_declared_hides_a_form_of_cells(kind: str) -> None:
    head = on("octagons 3 x 3") + "let octagons = {b2}\nfield squares of game: 0..9 = 4\n"
    claims = ["octagons = {b2} and count(neighbours(b2) + octagons) = 9", "squares = 4"]
    assert holding(kind, head, claims) == claims


@sentence("A board of octagons has no borders and nodes, does not go round and does not grow.")
@pytest.mark.parametrize(
    "more", [" with borders", " with nodes", " wrapping files", " wrapping files, ranks"]
)
def test_a_board_of_octagons_stays_as_it_is(more: str) -> None:
    assert codes(on("octagons 3 x 3") + PUT + "turn: put\n") == []
    assert codes(on(f"octagons 3 x 3{more}") + PUT + "turn: put\n") == ["bad-board"]
    assert codes(on(f"square 3 x 3{more}") + PUT + "turn: put\n") == []
    assert codes(on("octagons growing") + PUT + "turn: put\n") == ["unknown-board"]


@sentence("`orthogonal`, `diagonal` (not on hexes) and `any` are sets of directions.")
@pytest.mark.parametrize(
    ("board", "expected"), [("hex", ["unknown-direction"]), ("square", []), ("octagons", [])]
)
def test_hexes_have_no_diagonal(board: str, expected: list[str]) -> None:
    put = PUT.replace("is empty", "is empty and no neighbours(s, diagonal)")
    assert codes(on(f"{board} 3 x 3") + put + "turn: put\n") == expected


@sentence("At least three files, or ranks, go round.")
def test_what_goes_round_is_long_enough() -> None:
    assert codes(on("square 3 x 1 wrapping files") + PUT + "turn: put\n") == []
    assert codes(on("square 2 x 3 wrapping files") + PUT + "turn: put\n") == ["bad-board"]
    assert codes(on("hex 3 x 2 wrapping files, ranks") + PUT + "turn: put\n") == ["bad-board"]
    assert codes(on("hex side 3 wrapping files") + PUT + "turn: put\n") == ["bad-board"]


AROUND = [
    "all c in sites: count(borders(c)) = SIDES and count(nodes(c)) = SIDES and count(cells(c)) = SIDES",
    "all b in borders: count(cells(b)) = 2 and count(nodes(b)) = 2 and all n in nodes(b): b in borders(n)",
    "all n in nodes: count(cells(n)) = MEETING and all c in cells(n): n in nodes(c)",
    "all c in sites: all d in orthogonal: borders(c, d) = borders(step(c, d), opposite(d))",
    "all b in borders: all c in cells(b): distance2(b, c) = 1 / 4",
]


@sentence(
    "Borders and nodes at a rim that goes round are those of both rims.",
    "They are named and drawn at the last one: of eight files that go round, `a1w` is `h1e`.",
)
@pytest.mark.parametrize(
    ("board", "counts"),
    [
        ("square 4 x 3 wrapping files, ranks", {"SIDES": 4, "MEETING": 4, "BORDERS": 24, "NODES": 12}),
        ("hex 4 x 3 wrapping files, ranks", {"SIDES": 6, "MEETING": 3, "BORDERS": 36, "NODES": 24}),
    ],
)
def test_borders_and_nodes_go_round(kind: str, board: str, counts: dict[str, int]) -> None:
    claims = [*AROUND, "count(borders) = BORDERS and count(nodes) = NODES"]
    for word, number in counts.items():
        claims = [c.replace(word, str(number)) for c in claims]
    assert holding(kind, on(board + " with borders, nodes"), claims) == claims


def test_the_rim_of_a_board_that_goes_round_is_its_last_file(kind: str) -> None:
    head = on("square 8 x 4 wrapping files with borders, nodes")
    claims = [
        "borders(a1, west) = {h1e} and a1w = h1e and cells(h1e) = {a1, h1}",
        "borders(a1, south) = {a1s} and cells(a1s) = {a1}",
        "nodes(h1e) = {h1se, h1ne} and borders(h1ne, east) = {a1n} and half_turn(h1e) = h4e",
        "count(borders) = 32 + 40 and count(nodes) = 40",
    ]
    assert holding(kind, head, claims) == claims


@sentence("Small arrows at the drawn rim show where it goes round.")
@pytest.mark.parametrize(
    ("board", "arrows"),
    [("square 5 x 4", 0), ("square 5 x 4 wrapping files", 8), ("hex 4 x 3 wrapping files, ranks", 26)],
)
def test_arrows_show_where_a_board_goes_round(make, board: str, arrows: int) -> None:
    engine = make(on(board) + PUT + "turn: put\n")
    position = engine.initial_state().position()
    assert picture(engine.game, position).count("data-round") == arrows
    assert ("the board goes round: file" in draw(engine.game, position, Layout(colour=False))) == bool(arrows)


# ---- borders and nodes

LATTICE = on("square 2 x 2 with borders, nodes") + "field marked of site: bool\n"


@sentence("They hold pieces and have fields as cells do, and their type is `site`.")
def test_borders_and_nodes_hold_pieces_and_have_fields(make) -> None:
    text = LATTICE + (
        "action put\n  choose s in borders + nodes where s is empty and not marked(s)\n"
        "  do place man of mover on s\n     marked(s) := true\nturn: put\nend draw when moves = 9\n"
    )
    state = play(make(text).initial_state(), "a1n", "b2ne")
    assert pieces(state) == {"a1n": "Red man", "b2ne": "Blue man"}
    assert field(state, "marked") == {"a1n": True, "b2ne": True}
    assert len(moves(state)) == 12 + 9 - 2
    assert make(text).state(state.position()).position() == state.position()
    assert pieces(play(make(text).state({"pieces": {"a2s": "Blue man"}}), "b2w")) == {
        "a1n": "Blue man",
        "a2e": "Red man",
    }


@sentence("`pieces` and `own pieces` include those on borders and nodes.")
def test_pieces_on_borders_and_nodes_are_pieces_on_the_board(kind: str) -> None:
    position = {"pieces": {"a1": "Red man", "a1n": "Red man", "a1ne": "Blue king"}}
    claims = ["count(pieces) = 3", "count(own pieces) = 2", "count(sites where it is occupied) = 1"]
    assert holding(kind, LATTICE, claims, position) == claims


@sentence("`full`, `edge`, `corners`, `centre`, sides, ranks and files are about cells.")
def test_a_board_is_full_when_its_cells_are(kind: str) -> None:
    cells = dict.fromkeys(("a1", "b1", "a2", "b2"), "Red man")
    assert holding(kind, LATTICE, ["full"], {"pieces": cells}) == ["full"]
    fewer = {**cells, "a1n": "Red man", "a1ne": "Blue man"}
    del fewer["b2"]
    assert holding(kind, LATTICE, ["full"], {"pieces": fewer}) == []


@sentence(
    "The condition of `where` is about cells. A side or corner of a cell that stays is a border or node.",
)
def test_the_borders_of_missing_cells_stay_as_those_of_others(kind: str) -> None:
    head = on("square 2 x 2 with borders, nodes where it != b2")
    claims = [
        "count(borders) = 10 and count(nodes) = 8",
        "cells(b1n) = {b1} and cells(a2e) = {a2} and cells(a1ne) = {a1, b1, a2}",
    ]
    assert holding(kind, head, claims) == claims
    assert codes(head + PUT.replace("in sites", "in {b2n}") + "turn: put\n") == ["unknown-name"]


@sentence("behind the size of a board of squares or hexes gives it more sites")
def test_other_boards_have_no_borders() -> None:
    assert codes(on("square growing with borders") + PUT + "turn: put\n") == ["bad-board"]
    assert codes(on("square 63 x 63 with borders") + PUT + "turn: put\n") == ["bad-board"]
    assert codes(on("square 3 x 3") + PUT.replace("in sites", "in borders") + "turn: put\n") == [
        "unknown-name"
    ]


@sentence("A piece is drawn as a stroke along a border, and small on a node.")
def test_pieces_on_borders_are_strokes() -> None:
    text = LATTICE + PUT + "turn: put\n"
    engine = playing.engine_of(text, "reference")
    state = engine.state(
        {"pieces": {"a1n": "Red man", "b1e": "Blue man", "a1ne": "Red man", "b2": "Blue man"}}
    )
    drawn = draw(engine.game, state.position(), Layout(colour=False)).splitlines()
    assert drawn[0:5] == [
        "   ·   ·   ·",
        "2        m",
        "   ·━━━M   ·",
        "1          ║",
        "   ·   ·   ·",
    ]
    assert "━━ Red man   ══ Blue man" in drawn
    made = picture(engine.game, state.position())
    assert 'data-on="a1n"' in made and "<title>a1n: Red man</title>" in made
    assert 'data-site="b2w"' not in made and 'data-site="a2e"' in made


# ---- growing boards

GROWING = on("square growing within 8") + PUT + "turn: put\n"


@sentence(
    "| `square growing`, `hex growing` |",
    "A growing board is a plane.",
    "A site is in play when it holds something or lies next to a site that does, on squares also diagonally;",
)
def test_the_sites_of_a_growing_board_are_those_in_play(make) -> None:
    state = make(GROWING).state({"pieces": {"0,0": "Red man"}})
    beside = {(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)} - {(0, 0)}
    assert moves(state) == sorted(f"{x},{y}" for x, y in beside)
    more = beside | {(2, -1), (2, 0), (2, 1)}
    assert moves(play(state, "1,0")) == sorted(f"{x},{y}" for x, y in more - {(1, 0)})
    hexes = make(GROWING.replace("square", "hex")).state({"pieces": {"0,0": "Red man"}})
    assert len(moves(hexes)) == 6


@sentence(
    "They are named `x,y`, and the middle one is `0,0`.",
    "`file` and `rank` are x and y, and `site_at(0, 0)` is the middle.",
)
def test_sites_of_a_growing_board_are_named_by_x_and_y(kind: str) -> None:
    head = on("square growing within 8")
    claims = [
        "site(first(own pieces)) = site_at(0, 0)", "file(step(site_at(0, 0), west)) = -1", "rank(step(site_at(0, 0), south)) = -1",
        "file(last(pieces)) = 2 and rank(last(pieces)) = 1", "site_at(2, 1) is king",
    ]  # fmt: skip
    assert holding(kind, head, claims, {"pieces": {"0,0": "Red man", "2,1": "Red king"}}) == claims


@sentence(
    "The plane lies in a window of 64 by 64 sites, or of N by N with `growing within N`.",
    "To put something on its rim is an error in play.",
)
@pytest.mark.parametrize(
    ("board", "last", "rim"), [("square growing within 6", "1,0", "2,0"), ("square growing", "30,0", "31,0")]
)
def test_the_window_is_finite_and_its_rim_is_an_error(make, board: str, last: str, rim: str) -> None:
    state = make(on(board) + PUT + "turn: put\n").state({"pieces": {last: "Red man"}})
    assert rim in moves(state)
    with pytest.raises(GameError) as caught:
        play(state, rim)
    assert [d.code for d in caught.value.diagnostics] == ["window-left"]
    x = int(last.split(",")[0])
    inside = make(on(board) + PUT + "turn: put\n").state({"pieces": {f"{x - 1},0": "Red man"}})
    assert not play(inside, last).is_terminal


@sentence("Names of sites and numbers of actions stay the same while the board grows.")
def test_numbers_of_actions_stay_the_same_while_the_board_grows(make) -> None:
    state = make(GROWING).state({"pieces": {"0,0": "Red man"}})
    before = {state.action_to_string(a): a for a in state.legal_actions()}
    grown = play(state, "1,0")
    after = {grown.action_to_string(a): a for a in grown.legal_actions()}
    shared = before.keys() & after.keys()
    assert len(shared) == 7
    assert all(before[name] == after[name] for name in shared)


# ---- stacks

STACKING = (
    "players Red, Blue\nboard square 4 x 4 stacking\nkinds man, king\nfield level of piece: 0..3\n"
    "move go by man\n  line any up to 1: any\n"
    "action put\n  choose k in kinds\n  do place k of mover on b2\n"
    "action shift\n  choose p in stack(b2)\n  do move p to c3\n"
    "action lift\n  choose p in pieces\n  do remove p\n"
    "turn: go or put or shift or lift\n"
)
STACK = {
    "pieces": {"b2": ["Red man", "Blue king", "Red man level=2", "Red man"], "a1": ["Red man", "Red man"]}
}


@sentence(
    "With `stacking`, a site holds any number of pieces.",
    "A piece that is placed or moved goes on top.",
)
def test_what_is_placed_or_moved_goes_on_top(make) -> None:
    state = make(STACKING).state(STACK)
    assert pieces(play(state, "put king"))["b2"] == [*STACK["pieces"]["b2"], "Red king"]
    moved = play(state, "a1-b2")
    assert pieces(moved)["b2"] == [*STACK["pieces"]["b2"], "Red man"]
    assert pieces(moved)["a1"] in ("Red man", ["Red man"])


@sentence("| `stack(site)` |", "`piece(s)` is the topmost piece, which `s is own` asks.")
def test_stack_is_all_pieces_and_piece_the_topmost(kind: str) -> None:
    head = STACKING.split("move go")[0]
    claims = [
        "count(stack(b2)) = 4 and first(stack(b2)) is own man and last(stack(b2)) = piece(b2)",
        "count(stack(a1)) = 2 and stack(c3) = {} and piece(c3) = none",
        "some p in stack(b2): p is enemy king and level(p) = 0 and site(p) = b2",
        "level(piece(b2)) = 0 and max(level(p) for p in stack(b2)) = 2 and count(pieces) = 6",
        "owner(b2) = Red and not (b2 is enemy) and kind(b2) = man",
    ]
    assert holding(kind, head, claims, STACK) == claims


@sentence(
    "`own pieces` and `pieces of p` include those that lie under others.",
    "To take the topmost alone, choose the site: `piece(s)` is the topmost piece, which `s is own` asks.",
)
def test_own_pieces_are_also_those_under_others(kind: str) -> None:
    position = {"pieces": {"a1": ["Red man", "Blue man"], "b2": ["Blue man", "Red man"]}}
    claims = [
        "count(own pieces) = 2 and count(pieces of Red) = 2 and count(own man) = 2",
        "{s in sites where s is own} = {b2} and (a1 is enemy) and some p in own pieces: site(p) = a1",
    ]
    assert holding(kind, STACKING.split("move go")[0], claims, position) == claims


@sentence("`gdl check` warns where an action chooses among all pieces of a player (`buried-piece`).")
@pytest.mark.parametrize(
    ("choices", "is_told"),
    [
        ("choose p in own pieces", True),
        ("choose p in enemy man where level(p) = 0", True),
        ("choose p in {q in pieces where owner(q) = mover}", True),
        ("choose p in pieces of mover\n  where count(stack(site(p))) > 1", True),
        ("choose p in sites where p is own", False),
        ("choose p in own pieces where p = piece(site(p))", False),
        ("choose p in own pieces\n  where is_top(p)", False),
        ("choose s in sites\n  choose p in stack(s) where p is own", False),
        ("choose p in men", False),
        ("choose p in pieces", False),
    ],
)
def test_a_choice_that_takes_buried_pieces_is_warned_of(choices: str, is_told: bool) -> None:
    text = (
        STACKING.split("move go")[0] + "let is_top(p: piece) = last(stack(site(p))) = p\nlet men = own man\n"
    )
    text += f"setup\n  place man of Red on a1\naction go\n  {choices}\n  do remove p\nturn: go else lose\n"
    assert ("buried-piece" in [d.code for d in found(text)]) is is_told
    assert "buried-piece" not in [d.code for d in found(text.replace(" stacking", ""))]


@sentence("A `move` is made by the topmost piece of its site.", "It captures nothing by arriving.")
def test_a_move_is_made_by_the_topmost_piece_and_captures_nothing(make) -> None:
    position = {"pieces": {"a1": ["Red man", "Blue man"], "b2": ["Blue man", "Red man"], "c3": ["Blue king"]}}
    state = make(STACKING).state(position)
    assert "b2xc3" in moves(state)
    assert not [m for m in moves(state) if m.startswith("a1-")]
    after = play(state, "b2xc3")
    assert pieces(after)["c3"] == ["Blue king", "Red man"]
    assert pieces(after)["b2"] in ("Blue man", ["Blue man"])


@sentence("A piece is chosen by its site, its owner, its kind and its fields, so that")
def test_equal_pieces_on_one_site_are_one_choice(make) -> None:
    state = make(STACKING).state(STACK)
    lifted = [m for m in moves(state) if m.startswith("lift")]
    assert lifted == ["lift a1 Red man", "lift b2 Blue king", "lift b2 Red man", "lift b2 Red man level=2"]
    assert pieces(play(state, "lift b2 Blue king"))["b2"] == ["Red man", "Red man level=2", "Red man"]
    assert pieces(play(state, "lift b2 Red man level=2"))["b2"] == ["Red man", "Blue king", "Red man"]
    assert sorted(pieces(play(state, "lift b2 Red man"))["b2"]) == sorted(
        ["Red man", "Blue king", "Red man level=2"]
    )


# ---- relative words

RELATIVE = [
    ("square 3 x 3", "A facing north, B facing west", "| `forward`, `backward` |", "forward = {north} and backward = {south} and forward(B) = {west} and backward(B) = {east}"),
    ("square 3 x 3", "A facing north, B facing west", "| `left`, `right`, `sideways` |", "left = {west} and right = {east} and sideways = {west, east} and left(B) = {south} and right(B) = {north} and sideways(B) = {south, north}"),
    ("square 3 x 3", "A facing north, B facing west", "| `forward_diagonal`, `backward_diagonal` |", "forward_diagonal = {northwest, northeast} and backward_diagonal = {southwest, southeast} and forward_diagonal(B) = {northwest, southwest}"),
    ("square 3 x 3", "A facing north, B facing west", "These words are sets of directions. They belong to the [viewpoint](core.md#mover-and-viewpoint), or to a player p in `forward(p)`.", "forward(mover) = forward and forward(A) = forward and count(forward + backward(B)) = 2"),
    ("hex 3 x 3", "A facing north, B facing east", "| `forward`, `backward` |", "forward = {northwest, northeast} and backward = {southwest, southeast} and forward(B) = {east} and backward(B) = {west}"),
    ("hex 3 x 3", "A facing north, B facing east", "| `left`, `right`, `sideways` |", "left = {west} and right = {east} and left(B) = {northwest, northeast} and right(B) = {southeast, southwest}"),
    ("hex 3 x 3", "A facing northeast, B facing west", "| `forward_diagonal`, `backward_diagonal` |", "forward_diagonal = {northwest, east} and backward_diagonal = {southeast, west} and forward_diagonal(B) = {southwest, northwest} and backward_diagonal(B) = {southeast, northeast}"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("board", "players", "claim"),
    [pytest.param(b, p, c, marks=sentence(q), id=f"{b}: {c[:40]}") for b, p, q, c in RELATIVE],
)
def test_relative_words_follow_where_a_player_faces(kind: str, board: str, players: str, claim: str) -> None:
    asked = [c for b, p, _, c in RELATIVE if (b, p) == (board, players)]
    assert claim in holding(kind, on(board, players), asked, {})
