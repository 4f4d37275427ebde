"""Moves as people see and type them: numbered lists, what a typed text may mean, and why a move is refused.

Reasons reveal no secret: where something is hidden from the player to move, a reason is given only if it is the same in
every position that they cannot tell from the real one.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from gdl.boards.board import Board
from gdl.diagnostics.similar_names import near
from gdl.limits import MAX_TYPED
from interpreter.engines.answers import Reason
from interpreter.engines.base import State
from interpreter.engines.errors import Ambiguous, IllegalAction, Unreadable
from interpreter.engines.position_parts import contains_hidden
from interpreter.play.protocols.moves import USI, Spoken
from interpreter.play.scene.cards import with_signs, without_signs
from interpreter.play.scene.names import shortened, spoken, words
from interpreter.play.styles import notation as style

# positions in which a reason must be the same, to be given to a player who does not see everything
IMAGINED = 6
_USI = re.compile(r"(?:\d[a-z]|[A-Z]\*)\d[a-z]\+?")
_SIGNS = re.compile(r"[-x:>=/()+#!?]")
_SITE = re.compile(r"[a-z]{1,2}\d+")
UNTOLD = "why depends on what is hidden from you"


@dataclass(frozen=True, slots=True)
class Move:
    """A legal action as people see it: its number in the list from 1, the action, and its notation.

    Where a notation of the list is a number itself, the numbers of the list are marked.
    """

    number: int
    action: int
    text: str
    is_marked: bool = False

    @property
    def label(self) -> str:
        """The number as it is shown and typed."""
        return f"#{self.number}" if self.is_marked else str(self.number)


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """A sorting key: numbers inside a text by value, so that b2 comes before b10."""
    parts = re.findall(r"\d+|\D+", text.lower())
    return tuple((0, int(p), "") if p.isdecimal() else (1, 0, p) for p in parts)


def numbered_moves(state: State) -> list[Move]:
    """The legal moves, numbered in the order of their notation."""
    pairs = sorted(
        ((state.action_to_string(a), a) for a in state.legal_actions()), key=lambda p: (natural(p[0]), p[1])
    )
    is_marked = any(re.fullmatch(r"-?\d+", text) for text, _ in pairs)
    return [Move(i, action, text, is_marked) for i, (text, action) in enumerate(pairs, 1)]


def action_text(state: State, action: int) -> str:
    """An action as people read it, with words for names and signs for cards."""
    return spoken(with_signs(state.engine.game, state.action_to_string(action)))


def is_forced(moves: Sequence[Move]) -> bool:
    """Whether nothing is left but to pass, or to decline a follow-up."""
    return len(moves) == 1 and moves[0].text.lower() in ("pass", "done")


# ---- what somebody typed


def read_move(state: State, text: str) -> list[Move]:
    """The moves that a text may mean: one when it is clear, several when it is not.

    The text is a number of the list, a notation, or what people type for it. Raises IllegalAction with the reason.
    """
    if len(text) > MAX_TYPED:
        raise IllegalAction(f"a move has at most {MAX_TYPED} letters, and this has {len(text)}")
    moves, text = numbered_moves(state), without_signs(state.engine.game, text)
    number = _number(text, moves)
    if number is not None:
        if 1 <= number <= len(moves):
            return [moves[number - 1]]
        raise IllegalAction(f"there is no move number {number}; there are {len(moves)}")
    written_so = exact(state, text, moves)
    text = text.strip().removesuffix("=")  # behind a move it leaves a piece as it is
    written_so = written_so or exact(state, text, moves) or _as_programs_write(state, text, moves)
    if written_so is not None:
        return [written_so]
    try:
        action = state.action_from_string(text)
    except Ambiguous as error:
        return [m for m in moves if m.action in error.actions]
    except IllegalAction as error:
        in_style = style.meant(state, text)
        found = [m for m in moves if m.action in in_style] or _by_sites(state, text, moves)
        if not found and (isinstance(error, Unreadable) or _is_of_others(state, text)):
            raise IllegalAction(_unwritten(state, text, moves)) from None
        if not found:
            raise IllegalAction(_refusal(state, text, str(error))) from None
        return found
    return [m for m in moves if m.action == action]


def _as_programs_write(state: State, text: str, moves: Sequence[Move]) -> Move | None:
    """A move by the coordinates of USI, where the rules say that its programs play the game."""
    if USI.heading not in state.engine.game.headings or not _USI.fullmatch(text):
        return None
    action = Spoken(state, USI).action(text)
    return next((m for m in moves if m.action == action), None)


def _is_of_others(state: State, text: str) -> bool:
    """Whether a text is written as others write moves, such as `P7g-7f` or `C2=5`: beside the form of sites, which would be taken for
    sites, it has signs that are no word of this game, and no legal move has them so."""
    game, text = state.engine.game, text.strip().lower()
    sites = game.board.lower_site_index
    if " " in text or not sites or not all(map(_SITE.fullmatch, sites)) or style.asked(state, text):
        return False
    rest = _SIGNS.sub("", _SITE.sub("", text))
    named = [p.name for p in game.players] + [k.name for k in game.kinds] + [a.name for a in game.actions]
    if not _SITE.search(text) or not rest or any(n.lower().startswith(rest) for n in named):
        return False
    written = (m.text.lower() for m in numbered_moves(state))
    return all(re.sub(r"\d", "", _SITE.sub("", w)) != re.sub(r"\d", "", _SITE.sub("", text)) for w in written)


def _unwritten(state: State, text: str, moves: Sequence[Move]) -> str:
    """That no move is written so, with what may be meant, or with a legal move as an example of how they are written."""
    meant = _alike(state, text, moves)
    example = f"`{moves[0].text}` is legal, and " if moves and not meant else ""
    return f"no move is written `{shortened(text)}`{meant}; {example}`moves` lists them all"


def _alike(state: State, text: str, moves: Sequence[Move]) -> str:
    """What may be meant by a text that can not be read: a move that is written almost so, or an action of almost this name."""
    first = text.split()[:1]
    names = [a.name for a in state.engine.game.actions] if first else []
    found = near(text.strip(), [m.text for m in moves]) or (near(first[0], names) if first else "")
    return f" ({found})" if found else ""


def exact(state: State, text: str, moves: Sequence[Move] = ()) -> Move | None:
    """The move that is written just so, by the program or in the game's style, which comes before all that it may mean."""
    text, moves = text.strip(), moves or numbered_moves(state)
    found = next((m for m in moves if m.text == text), None)
    if found is not None or style.is_plain(state.engine.game):
        return found
    written = style.texts(state)
    return next((m for m in moves if written[m.action] == text), None)


def _number(text: str, moves: Sequence[Move]) -> int | None:
    """The number of the list that a text is; marked where notations are numbers."""
    is_marked = bool(moves) and moves[0].is_marked
    found = re.fullmatch(r"#\s*(\d{1,18})" if is_marked else r"#?\s*(\d{1,18})", text)
    return int(found[1]) if found else None


def _by_sites(state: State, text: str, moves: Sequence[Move]) -> list[Move]:
    """The moves over these sites: the one with exactly them, those that begin with them, or those that have them all."""
    wanted = _sites(state.engine.game.board, text)
    if not wanted:
        return []
    ways = [(m, state.action_sites(m.action)) for m in moves]
    begins = [(m, way) for m, way in ways if way[: len(wanted)] == wanted]
    exact = [m for m, way in begins if way == wanted]
    if len(exact) == 1 and len(wanted) > 1:
        return exact
    return [m for m, _ in begins] or [m for m, way in ways if set(wanted) <= set(way)]


def _sites(board: Board, text: str) -> tuple[int, ...]:
    """The sites that a text names; none where it says anything else."""
    words = re.findall(r"(?<!\d)-?\d+,-?\d+|\w+", text.lower())
    sites = tuple(s for s in map(board.site, words) if s is not None)
    return sites if len(sites) == len(words) else ()


# ---- reasons that reveal no secret


def why(state: State, text: str, depth: int = 0) -> list[Reason]:
    """The clauses that reject a move, in the game's style, too, where it means one piece; that no piece can make it, where it means
    several or none. Raises IllegalAction where they depend on what is hidden from the player to move."""
    if style.meant(state, text):
        return []
    if _is_of_others(state, text):
        raise IllegalAction(_unwritten(state, text, numbered_moves(state)))
    asked, found = style.asked(state, text), _why(state, text, depth)
    if asked is None or not found:
        return found
    if len(asked.starts) == 1:
        return _why(state, f"{asked.starts[0]}-{asked.to}", depth) or found
    kind = words(state.engine.game.kinds[asked.kind].name)
    said = f"no {kind} of yours can go to {asked.to}" if asked.starts else f"you have no {kind}"
    return [Reason(found[0].span, said)]


def _why(state: State, text: str, depth: int) -> list[Reason]:
    worlds = imagined(state)
    if worlds is None:
        return state.why(text, depth)
    said = [other.why(text, depth) for other in worlds]
    if not said or any(reasons != said[0] for reasons in said):
        raise IllegalAction(f"{text} is not legal; {UNTOLD}")
    return said[0]


def _refusal(state: State, text: str, message: str) -> str:
    """Why a move is refused, as the player to move may know it."""
    said, worlds = set(), imagined(state)
    if worlds is None:
        return message
    for other in worlds:
        try:
            other.action_from_string(text)
        except IllegalAction as error:
            said.add(str(error))
    return said.pop() if len(said) == 1 else f"{text.strip()} is not legal; {UNTOLD}"


def imagined(state: State, viewer: int | None = None) -> list[State] | None:
    """Positions that a player (the one to move) cannot tell from the real one; None if they see everything."""
    player = state.current_player if viewer is None else viewer
    if not state.engine.game.is_hidden:
        return None
    if player not in state.worlds:
        if not contains_hidden(state.observation(player)):
            return None
        drawn = (state.imagine(player, seed) for seed in range(IMAGINED))
        state.worlds[player] = [world for world in drawn if world is not None]
    return state.worlds[player]
