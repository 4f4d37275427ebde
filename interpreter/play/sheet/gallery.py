"""Games as a site: a page with a picture of each, which leads to its rule sheet."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from gdl.model import Game
from interpreter.engines.base import Engine
from interpreter.play.scene.decided import decided
from interpreter.play.scene.scores import score
from interpreter.play.scene.signs import signs_of
from interpreter.play.scene.threats import threats_to
from interpreter.play.sheet.html import STYLE, page
from interpreter.play.sheet.sheet import sheet
from interpreter.play.svg.picture import Framing, picture

INDEX = "index.html"
_PLIES = 14  # of a random game: what a game looks like while it is played
_GRID = """
body { max-width: 76rem; }
main { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1.5rem; }
main a { color: inherit; text-decoration: none; display: block; border: 1px solid #ddd3c0; border-radius: .5rem; padding: 1rem; }
main a:hover, main a:focus { border-color: #7a6a4f; }
main figure { margin: 0; height: 14rem; display: flex; justify-content: center; align-items: center; }
main svg { max-width: 100%; max-height: 100%; width: auto; height: auto; }
main h2 { border: 0; margin: .6rem 0 0; font-size: 1.15rem; } main p { margin: .3rem 0 0; font-size: .9rem; }
"""


@dataclass(frozen=True, slots=True)
class Card:
    """A game on the first page. `file`: of its rule sheet, beside the first page."""

    file: str
    title: str
    about: str
    players: str
    picture: str


def card(engine: Engine, name: str, seed: int = 1) -> Card:
    """A game as it looks to spectators after some random moves."""
    game = engine.game
    state = engine.playout(engine.initial_state(seed), seed, _PLIES).state
    shown = state.public()
    framing = Framing(
        is_page=False,
        has_legend=False,
        decided=decided(engine, state, shown),
        threats=threats_to(engine, state, shown).rows,
    )
    drawn = picture(
        game,
        shown,
        signs=signs_of(engine, state, shown),
        score=score(engine, state, shown),
        framing=framing,
    )
    return Card(f"{name}.html", game.title, game.headings.get("notes", ""), _players(game), drawn)


def rules(engine: Engine) -> str:
    """The page with the rule sheet of a game, which leads back to the first page."""
    return page(engine.game, sheet(engine), f'<p><a href="{INDEX}">All games</a></p>')


def index(cards: Sequence[Card]) -> str:
    """The first page: all games, by their titles."""
    shown = "\n".join(map(_shown, sorted(cards, key=lambda c: c.title.lower())))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>Games</title><style>{STYLE}{_GRID}</style></head>\n"
        f"<body>\n<h1>Games</h1>\n<main>\n{shown}\n</main>\n</body></html>\n"
    )


def _shown(card: Card) -> str:
    about = f"<p>{escape(card.about)}</p>" if card.about else ""
    return (
        f'<a href="{escape(card.file)}"><figure aria-hidden="true">{card.picture}</figure>'
        f"<h2>{escape(card.title)}</h2><p>{escape(card.players)}</p>{about}</a>"
    )


def _players(game: Game) -> str:
    number = next((o for o in game.options if o.name == "players"), None)
    least, most = (number.values[0], number.values[-1]) if number else (len(game.players), len(game.players))
    return f"{least} player{'' if least == 1 else 's'}" if least == most else f"{least} to {most} players"
