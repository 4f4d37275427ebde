"""A first game, guided: each action of a game once, and each capture, with the position before and after it and a sentence.

They are found in a few random games in which what was not shown yet is played first, so the rules alone decide what is shown.
"""

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from gdl.core.model import Action
from interpreter.engines.base import Engine, State
from interpreter.engines.position_parts import stacks
from interpreter.play.scene.cards import with_signs
from interpreter.play.scene.names import Piece, read_piece, several, spoken, words
from interpreter.play.sheet.author_sentences import AuthorSentences
from interpreter.play.sheet.blocks import Block, Change, Heading, Paragraph
from interpreter.play.sheet.wording import joined, sentence, with_article
from interpreter.shared.numbering import ActionNumbers

TITLE = "A first game"
_SEED = 1
_GAMES, _PLIES = 6, 120  # of each game
_MOST_LOOKED_AT = 16_000  # actions in all: where there are very many, few positions are looked at

Observed = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Demonstration:
    """An action as its player sees it: the positions before and after, and how it is written."""

    player: str
    action: Action
    text: str
    before: Observed
    after: Observed


def first_game(engine: Engine, sentences: AuthorSentences) -> Iterator[Block]:
    """The section about a first game; nothing where no action is found."""
    found = list(demonstrations(engine))
    if found:
        yield Heading(TITLE)
    for demonstration in found:
        yield Heading(words(demonstration.action.name), 3)
        yield Paragraph(" ".join(_sentences(engine, sentences, demonstration)))
        yield Change(demonstration.before, demonstration.after)


def demonstrations(engine: Engine) -> Iterator[Demonstration]:
    """Each action once, and once where it takes a piece, in the order in which they come up."""
    numbers, chance, seen = ActionNumbers(engine.game), random.Random(_SEED), set[tuple[str, bool]]()
    left = _MOST_LOOKED_AT
    for seed in range(_SEED, _SEED + _GAMES):
        state = engine.initial_state(seed)
        for _ in range(_PLIES):
            legal = [] if state.is_terminal else state.legal_actions()
            left -= len(legal)
            if not legal or left < 0:
                break
            chance.shuffle(legal)
            view = state.observation(state.current_player)
            held = _held_by_others(state, view)
            keys = ((number, _key(state, numbers, number, held)) for number in legal)
            number, key = next(((n, k) for n, k in keys if k not in seen), (legal[0], None))
            after = state.apply(number)
            if key is not None:
                seen.add(key)
                move = numbers.decode(number)
                if move is not None and move.action.form not in ("pass", "done"):
                    player = state.current_player
                    name = engine.game.players[player].name
                    yield Demonstration(
                        name, move.action, state.action_to_string(number), view, after.observation(player)
                    )
            state = after


def _held_by_others(state: State, view: Observed) -> frozenset[int]:
    """The sites on which the player to move sees pieces of others."""
    mover, sites = state.engine.game.players[state.current_player].name, state.engine.game.board.site_index
    return frozenset(
        sites[site]
        for site, pieces in _stacks(state.engine, view)
        if any(p.owner not in ("", mover) for p in pieces)
    )


def _stacks(engine: Engine, view: Observed) -> Iterator[tuple[str, list[Piece]]]:
    names = [p.name for p in engine.game.players]
    for site, texts in stacks(view).items():
        yield site, [read_piece(text, names) for text in texts]


def _key(state: State, numbers: ActionNumbers, number: int, held: frozenset[int]) -> tuple[str, bool]:
    """What an action shows: its name, and whether it comes to a piece of another player."""
    move = numbers.decode(number)
    assert move is not None
    may_take = move.action.captures or move.action.form == "move"
    return move.action.name, may_take and any(s in held for s in state.action_sites(number))


def _sentences(engine: Engine, sentences: AuthorSentences, demonstration: Demonstration) -> Iterator[str]:
    """Who plays what, what it costs whom, and what the author says of the action."""
    yield f"{demonstration.player}: {spoken(with_signs(engine.game, demonstration.text))}."
    before, after = (_owned(engine, view) for view in (demonstration.before, demonstration.after))
    for player in engine.game.players:
        lost = [
            with_article(words(kind)) if n == 1 else f"{n} {several(words(kind))}"
            for (owner, kind), n in (before - after).items()
            if owner == player.name
        ]
        if lost and player.name != demonstration.player:
            yield sentence(f"{player.name} loses {joined(lost, 'and')}")
    if said := sentences.action(demonstration.action):
        yield said


def _owned(engine: Engine, view: Observed) -> Counter[tuple[str, str]]:
    return Counter((p.owner, p.kind) for _, pieces in _stacks(engine, view) for p in pieces if p.owner)
