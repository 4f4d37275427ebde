"""A rule sheet as text, wrapped for a terminal."""

from collections.abc import Iterator, Sequence
from textwrap import fill

from gdl.core.model import Game
from interpreter.play.sheet.blocks import Block, Heading, Items, Paragraph, Picture
from interpreter.play.text.drawing import PREY, Layout, draw

TO = "•"  # beside a place that a piece may go to


def draw_sheet(game: Game, blocks: Sequence[Block], width: int, colour: bool) -> str:
    """The sheet as lines of at most `width` columns; pictures are as wide as their boards."""
    return "\n".join(line for block in blocks for line in _block(game, block, width, colour)).strip("\n")


def _block(game: Game, block: Block, width: int, colour: bool) -> Iterator[str]:
    match block:
        case Heading():
            yield ""
            said = block.text + (f" ({block.sign.text})" if block.sign is not None else "")
            yield said.upper() if block.level < 3 else said
            if block.level == 1:
                yield "=" * len(block.text)
        case Paragraph():
            yield fill(block.text, width)
        case Items():
            for name, said in block.items:
                sign = f"{block.signs[name].text} " if name in block.signs else ""
                lead = f"- {sign}{name}: " if name else "- "
                yield fill(said, width, initial_indent=lead, subsequent_indent="  ", break_long_words=False)
        case Picture():
            marks = dict.fromkeys(block.to, TO) | dict.fromkeys(block.prey, PREY)
            yield ""
            yield fill(block.caption + _legend(block), width)
            yield draw(
                game,
                _without_words(block.position),
                Layout(colour=colour, marks=marks, width=width, is_tight=True),
            )


def _legend(block: Picture) -> str:
    prey = "go or capture" if set(block.prey) <= set(block.to) else "capture"
    parts = [f"{TO} it may go there"] * bool(block.to) + [f"{PREY} it may {prey} there"] * bool(block.prey)
    return f" ({', '.join(parts)}):" if parts else ":"


def _without_words(position: object) -> dict[str, object]:
    """A position without what is said below a board: what fields hold, and who is to move."""
    assert isinstance(position, dict)
    return {k: v for k, v in position.items() if k not in ("fields", "to_move")}
