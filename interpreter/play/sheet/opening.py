"""How a game begins, in a rule sheet: the picture of the start, what is hidden, and who begins."""

from collections.abc import Iterator, Mapping, Sequence

from gdl import core
from gdl.declared import Hide
from gdl.visit import nodes
from interpreter.engines.base import Engine
from interpreter.play.scene.boards import round_text
from interpreter.play.scene.names import words
from interpreter.play.sheet.blocks import Block, Heading, Paragraph, Picture
from interpreter.play.sheet.english import English
from interpreter.play.sheet.samples import Samples
from interpreter.play.sheet.told import Told
from interpreter.play.sheet.wording import joined, named, sentence

_SEEDS = 4  # starts that are compared, to find out what chance deals
_BEGINNINGS = 24  # starts that are compared, to find out whether chance decides who begins


def opening(engine: Engine, english: English, told: Told, samples: Samples) -> Iterator[Block]:
    """The section about the set-up."""
    game = engine.game
    yield Heading("Set-up")
    for said in told.all("setup"):
        yield Paragraph(said)
    if game.board.sites:
        yield start(engine)
    yield Paragraph(first_to_act(engine))
    yield from map(Paragraph, samples.ways())
    if text := round_text(game.board):
        yield Paragraph(sentence(text))
    hidden = [words(p.name) for p in game.pools.values() if p.viewers != "all"]
    if hidden:
        yield Paragraph(sentence(f"not everybody sees the {joined(hidden, 'and the')}"))
    for hide in game.hides:
        yield Paragraph(told.at(hide.span) or sentence(_hidden(english, hide)))
    for known in game.knowns:
        if said := told.at(known.span):
            yield Paragraph(said)


def first_to_act(engine: Engine) -> str:
    """Who begins: several starts are compared where chance has a say in it."""
    setup, players = tuple(nodes(engine.game.setup)), engine.game.players
    is_open = any(isinstance(n, core.NextTurn) for n in setup) and any(
        isinstance(n, core.Chance) for n in setup
    )
    found = {engine.initial_state(seed).current_player for seed in range(_BEGINNINGS if is_open else 1)}
    if len(found) > 1:
        return "Chance decides who begins."
    return f"{players[found.pop()].name} begins."


def start(engine: Engine) -> Picture:
    """The start as the first player sees it. What chance deals lies face down, as it is another each time."""
    seen = [engine.initial_state(seed).observation(0) for seed in range(_SEEDS)]
    whose = f", as {engine.game.players[0].name} sees it" if engine.game.is_hidden else ""
    first, pools = seen[0], covered([s["pools"] for s in seen])
    if all(s["pieces"] == first["pieces"] and s["sites"] == first["sites"] for s in seen):
        dealt = "" if pools == first["pools"] else "; what chance deals lies face down"
        return Picture({**first, "pools": pools}, f"The start{whose}{dealt}")
    return Picture({**first, "pools": pools}, f"One of the starts that chance may give{whose}")


def covered(seen: Sequence[object]) -> object:
    """What pools hold at several starts: that which is not the same at all of them is hidden."""
    first = seen[0]
    if all(s == first for s in seen):
        return first
    if isinstance(first, Mapping):
        return {key: covered([s[key] for s in seen if isinstance(s, Mapping)]) for key in first}
    return ["hidden"] * len(first) if isinstance(first, list) else first


def _hidden(english: English, hide: Hide) -> str:
    """What a player does not see, with the names by which the player and what is hidden are spoken of."""
    element = core.Comprehension(hide.span, hide.source.type, hide.slot, hide.source, hide.condition, None)
    viewer = words(named(hide.viewer, element))
    aspects = [words(a) for a in hide.aspects if not (hide.hides_sites and a == "piece")]
    what = f"the {joined(aspects, 'and')} of " if aspects else ""
    if hide.hides_sites and hide.aspects:
        what = f"what stands on, and {what.removesuffix(' ')}, " if aspects else "what stands on "
    return f"hidden from a player{' ' + viewer if viewer else ''}: {what}{english.say(element)}"
