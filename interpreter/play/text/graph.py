"""Graph boards as text: sites with their names, joined by lines; then the links that cannot be drawn."""

from collections.abc import Mapping

from interpreter.play.text import graph_grid
from interpreter.play.text.cells import Cells
from interpreter.play.text.rows import MARKED
from interpreter.play.text.styled import Parts, on_ground, width_of, wrapped_text


def graph_rows(cells: Cells, marks: Mapping[str, str], width: int) -> list[Parts]:
    """The rows from the top. `marks`: one character left of a site. What is below
    the rows is wrapped at `width`."""
    sites = cells.scene.board.sites
    drawn = [cells.cell(s.name) for s in sites]
    contents: list[Parts] = [
        [*cell.lines[0], (" " + s.name, f"dim link {s.name}" if cells.is_linked else "dim")]
        for s, cell in zip(sites, drawn, strict=True)
    ]
    made = graph_grid.make(cells.scene.board, [width_of(parts) for parts in contents])
    rows: list[dict[int, Parts]] = [{} for _ in range(made.height)]
    for (row, column), sign in made.lines.items():
        rows[row][column + 1] = [(sign, "dim")]
    for index, (row, column) in made.sites.items():
        ground, mark = drawn[index].ground, marks.get(sites[index].name, "")[:1]
        before = (mark or " ", f"{MARKED} {ground}".strip() if mark else ground)
        rows[row][column] = [before, *on_ground(contents[index], ground)]
    lines: list[Parts] = []
    for signs in rows:
        line: Parts = []
        at = 0
        for column, parts in sorted(signs.items()):
            line += [(" " * (column - at), ""), *parts]
            at = column + width_of(parts)
        lines.append(line)
    if made.left_over:
        also = [f"{sites[k.a].name}{'→' if k.one_way else '-'}{sites[k.b].name}" for k in made.left_over]
        lines += [[], *wrapped_text("also joined: " + ", ".join(also), width, indent=2, between=", ")]
    return lines
