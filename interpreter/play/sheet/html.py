"""A rule sheet as a page, or as a part of one: with pictures, and nothing from elsewhere. And games as a site: a page with a
picture of each, which leads to its rule sheet.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby
from pathlib import Path

from gdl.core.model import Game
from interpreter.engines.base import Engine, State
from interpreter.play.scene.cards import is_card
from interpreter.play.scene.names import Piece, capital, player_counts
from interpreter.play.sheet.blocks import (
    Block,
    Change,
    Heading,
    Items,
    Paragraph,
    Picture,
    Sign,
    Table,
    without_counters,
)
from interpreter.play.sheet.first_game import TITLE as FIRST_GAME
from interpreter.play.sheet.sheet import sheet
from interpreter.play.svg.picture import Icons, icon, picture, picture_of
from interpreter.play.svg.position import Framing

STYLE = Path(__file__).with_name("page.css").read_text("utf-8")
"""How a page of its own looks. What begins with its parts, behind `/* parts */`, is nested in the panel of a table, too."""
_WIDE = 4  # columns of a table that is as wide as the paper


def document(title: str, body: str, style: str) -> str:
    """A page that needs nothing else. `body` and `style` are HTML and CSS."""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style></head>\n<body>\n{body}\n</body></html>\n"
    )


def page(game: Game, blocks: Sequence[Block], above: str = "") -> str:
    """The sheet as a page of its own, which can be printed. `above`: HTML before it."""
    return document(f"{game.title}: the rules", above + part(game, blocks), STYLE)


def part(game: Game, blocks: Sequence[Block], deeper: int = 0) -> str:
    """The sheet as a part of a page; `deeper`: how many levels its headings are below those of a page."""
    icons = Icons(game)
    shown = list[str]()
    for is_deep, run in groupby(_sections(blocks), lambda s: isinstance(s[0], Heading) and s[0].level > 2):
        sections = list(run)
        told = ["\n".join(_section(game, section, deeper, icons)) for section in sections]
        if legend := _legend([b for section in sections for b in section if isinstance(b, Picture)]):
            shown.append(f"<p>{legend}</p>")
        shown += [f'<div class="many">{"".join(map(_ONE.format, told))}</div>'] if is_deep else told
    if Heading(FIRST_GAME) in blocks:
        link = f'<a href="#{_anchor(FIRST_GAME)}">Show me a turn: {FIRST_GAME.lower()}</a>'
        shown.insert(1, f'<p class="screen">{link}</p>')
    return "\n".join(shown)


_ONE = '<section class="one">{}</section>'


def _sections(blocks: Sequence[Block]) -> Iterator[list[Block]]:
    """The blocks from each heading to the next one."""
    section = list[Block]()
    for block in blocks:
        if isinstance(block, Heading) and section:
            yield section
            section = []
        section.append(block)
    if section:
        yield section


def _section(game: Game, section: Sequence[Block], deeper: int, icons: Icons) -> Iterator[str]:
    """A section; in one of many, pictures stand beside the words."""
    is_deep = isinstance(section[0], Heading) and section[0].level > 2
    drawn = [b for b in section if is_deep and isinstance(b, Picture)]
    said = [_block(game, b, deeper, icons) for b in section if b not in drawn]
    yield from said[:1]
    if drawn:
        yield f'<div class="drawn">{"".join(_block(game, b, deeper, icons) for b in drawn)}</div>'
    yield from said[1:]


def _anchor(text: str) -> str:
    return text.lower().replace(" ", "-")


def _block(game: Game, block: Block, deeper: int, icons: Icons) -> str:
    match block:
        case Heading():
            level = min(6, block.level + deeper)
            anchor = f' id="{_anchor(FIRST_GAME)}"' if block.text == FIRST_GAME else ""
            return f"<h{level}{anchor}>{_sign(game, block.sign, icons)}{escape(block.text)}</h{level}>"
        case Paragraph():
            return f"<p>{escape(block.text)}</p>"
        case Items():
            if all(name for name, _ in block.items):
                rows = (
                    f"<dt>{_sign(game, block.signs.get(n), icons)}{escape(capital(n))}</dt><dd>{escape(s)}</dd>"
                    for n, s in block.items
                )
                return f"<dl>{''.join(rows)}</dl>"
            lines = ((f"<b>{escape(capital(n))}</b>: " if n else "") + escape(s) for n, s in block.items)
            return f"<ul>{''.join(f'<li>{line}</li>' for line in lines)}</ul>"
        case Table():
            head = "".join(f"<th>{escape(c)}</th>" for c in block.columns)
            cells = ("".join(f"<td>{escape(v)}</td>" for v in row) for row in block.rows)
            body = "".join(f"<tr>{row}</tr>" for row in cells)
            size = "wide" if len(block.columns) > _WIDE else "few"
            return f'<table class="{size}"><tr>{head}</tr>{body}</table>'
        case Change():
            drawn = [picture(game, without_counters(p), framing=_SMALL) for p in (block.before, block.after)]
            if drawn[0] == drawn[1]:
                return ""  # what has changed is told, and not drawn
            shown = "".join(
                f"<div>{svg}<figcaption>{when}</figcaption></div>"
                for svg, when in zip(drawn, ("Before", "After"), strict=True)
            )
            return f'<figure class="change">{shown}</figure>'
        case Picture():
            return f"<figure>{_drawn(game, block)}<figcaption>{escape(block.caption)}</figcaption></figure>"


def _sign(game: Game, sign: Sign | None, icons: Icons) -> str:
    """The kind of a sign as pictures draw it, of the first player where kinds belong to players."""
    if sign is None or not sign.kind:
        return ""
    free = Piece("", sign.kind, ())
    piece = free if is_card(game, free) else Piece(game.players[0].name, sign.kind, ())
    return f'<span class="sign">{icon(icons, piece)}</span> '


def _drawn(game: Game, block: Picture) -> str:
    is_trial = bool(block.to or block.prey)
    framing = Framing(is_page=False, has_legend=not is_trial, dots=block.to, rings=block.prey)
    return picture(game, without_counters(block.position), framing=framing)


def _legend(pictures: Sequence[Picture]) -> str:
    """What the marks of pictures mean; "" if there are none."""
    marks = ["a dot is where the piece may go"] * any(p.to for p in pictures)
    marks += ["a ring where it may capture" if marks else "a ring is where the piece may capture"] * any(
        p.prey for p in pictures
    )
    return f"In the pictures of moves, {', '.join(marks)}." if marks else ""


_SMALL = Framing(is_page=False, has_legend=False)


INDEX = "index.html"
_PLIES = 14  # of a random game: what a game looks like while it is played
_LAYING = 8  # times as many, at most, in which pieces are laid out first


@dataclass(frozen=True, slots=True)
class Card:
    """A game on the first page. `file`: of its rule sheet, beside the first page."""

    file: str
    title: str
    about: str
    players: str
    picture: str


def card(engine: Engine, name: str, seed: int = 1, is_played: bool = False) -> Card:
    """A game as it looks to spectators after some random moves; `is_played`: to its first player, where something is hidden."""
    game = engine.game
    state = _played(engine, seed)
    viewer = game.players[0].name if is_played and game.is_hidden else ""
    seen = state.observation(0) if viewer else state.public()
    drawn = picture_of(
        state, seen, framing=Framing(is_page=False, viewer=viewer, has_legend=False, has_numbers=False)
    )
    return Card(f"{name}.html", game.title, game.headings.get("notes", ""), _players(game), drawn)


def _played(engine: Engine, seed: int) -> State:
    """A random game after some plies; where they are all of the phase in which it begins, such as one in which pieces are laid
    out, some plies behind it."""
    first = engine.initial_state(seed)
    later = found = engine.playout(first, seed, _PLIES).state
    for n in range(_LAYING if len(engine.game.phases) > 1 else 0):
        if later.is_terminal:
            break
        if _phase(later) != _phase(first):
            return later
        later = engine.playout(later, seed + n, _PLIES).state
    return found


def _phase(state: State) -> object:
    return state.position()["fields"].get("phase")


def rules(engine: Engine) -> str:
    """The page with the rule sheet of a game, which leads back to the first page."""
    return page(engine.game, sheet(engine), f'<p><a href="{INDEX}">All games</a></p>')


def index(cards: Sequence[Card]) -> str:
    """The first page: all games, by their titles."""
    shown = "\n".join(map(_shown, sorted(cards, key=lambda c: c.title.lower())))
    return document("Games", f"<h1>Games</h1>\n<main>\n{shown}\n</main>", STYLE)


def _shown(card: Card) -> str:
    about = f"<p>{escape(card.about)}</p>" if card.about else ""
    return (
        f'<a href="{escape(card.file)}"><figure aria-hidden="true">{card.picture}</figure>'
        f"<h2>{escape(card.title)}</h2><p>{escape(card.players)}</p>{about}</a>"
    )


def _players(game: Game) -> str:
    least, most = player_counts(game)
    return f"{least} player{'' if least == 1 else 's'}" if least == most else f"{least} to {most} players"
