"""Games of stones as SGF, and SGF as games: size, komi and handicap choose options of the rules, stones may be set up."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction

from gdl.core.model import Game
from gdl.diagnostics.characters import visible
from interpreter.engines.base import State
from interpreter.engines.errors import RecordError
from interpreter.engines.notation import option_text
from interpreter.play.files.importing import Imported, Rules, check_called, contradiction, made_record
from interpreter.play.files.sheets import result_text
from interpreter.play.record import Record
from interpreter.play.replaying import Line, PlayedOnError, Playing, named
from interpreter.play.scene.names import shortened
from interpreter.play.styles import sgf
from interpreter.positions.documents import written

_NUMBER = re.compile(r"\d{1,4}(?:\.\d{1,8})?")


def export_sgf(record: Record, states: Sequence[State]) -> str:
    """The text of a file. Raises RecordError."""
    game = states[0].engine.game
    letters = letters_of(game)
    width, height = _size(game)
    played = []
    for number, (state, move) in enumerate(zip(states, record.moves, strict=False), 1):
        action = state.action_from_string(move)
        sites = state.action_sites(action)
        if len(sites) > 1 or (not sites and move != "pass"):
            raise RecordError(f"move {number}, `{move}`, is no placement, and SGF has no others")
        at = ""
        if sites:
            site = game.board.sites[sites[0]]
            at = sgf.point(site.file - 1, height - site.rank)
        played.append((letters[state.current_player], at))
    root = {
        "FF": ["4"],
        "CA": ["UTF-8"],
        "AP": ["gdl"],
        "GN": [game.title],
        "SZ": [str(width) if width == height else f"{width}:{height}"],
        **_options(game),
        **_stones(states[0], letters),
        **{f"P{letters[i]}": [record.called(p.name)] for i, p in enumerate(game.players)},
        **({"DT": [record.date[:10]]} if record.date else {}),
        **_result(states[-1], record, letters),
    }
    return sgf.write(sgf.Tree(root, tuple(played)))


def _options(game: Game) -> dict[str, list[str]]:
    options = {o.name: o for o in game.options}
    found = {p: options[n] for p, n in sgf.OPTIONS.items() if n in options and p != "SZ"}
    return {
        p: [option_text(o, o.value) if o.symbols else f"{float(o.value):g}"]
        for p, o in found.items()
        if isinstance(o.value, int | Fraction) and (o.value or o.symbols or p != "HA")
    }


def _stones(first: State, letters: Sequence[str]) -> dict[str, list[str]]:
    """The stones that stand on the board at first, and who begins with them. Raises RecordError."""
    game, position = first.engine.game, first.position()
    height = _size(game)[1]
    found: dict[str, list[str]] = {}
    for name, piece in position["pieces"].items():
        owner = [p.name for p in game.players].index(str(piece).split()[0])
        site = game.board.sites[game.board.site(name) or 0]
        found.setdefault(f"A{letters[owner]}", []).append(sgf.point(site.file - 1, height - site.rank))
    return found | ({"PL": [letters[first.current_player]]} if found else {})


def _result(last: State, record: Record, letters: Sequence[str]) -> Mapping[str, list[str]]:
    found = {"1-0": f"{letters[0]}+", "0-1": f"{letters[1]}+", "1/2-1/2": "0"}.get(result_text(last, record))
    return {"RE": [found]} if found else {}


# ---- read


def import_sgf(text: str, rules: Rules) -> Imported:
    """The game of a text. Raises RecordError, BrokenError."""
    tree = sgf.read(text, letters_of(rules.engine.game))
    return imported(tree, play_tree(tree, rules), rules.name)


def imported(tree: sgf.Tree, playing: Playing, name: str) -> Imported:
    """A tree whose moves were played by the rules of this name."""
    engine, line, letters = playing.engine, playing.line, letters_of(playing.engine.game)
    stated, notes = sgf.points_of(_one(tree, "RE"), letters), list[str]()
    if line.last.is_terminal:
        notes, stated = contradiction(line.last, stated), ()
    names = {p.name: _one(tree, f"P{letters[i]}") or "?" for i, p in enumerate(engine.game.players)}
    position = written(line.start.position()) if tree.set_up or tree.later else ""
    record = made_record(name, engine, line.notations(), names, _one(tree, "DT"), position, stated)
    return Imported(record, engine, (*playing.notes, *notes))


def play_tree(tree: sgf.Tree, rules: Rules) -> Playing:
    """Plays the moves of a game. Raises RecordError."""
    letters = letters_of(rules.engine.game)
    sort = _one(tree, "GM").strip()
    if sort and "SGF" in rules.engine.game.headings.get("also", ""):
        check_called(rules.engine.game, f"SGF {sort}", f"`GM[{shortened(visible(sort))}]`")
    options, notes = _chosen(tree, rules)
    engine = rules.under(options)
    _check_size(tree, engine.game)
    state = engine.initial_state(0)
    if tree.set_up:
        state = _set(state, {}, tree.set_up, tree.moves[0][0] if tree.moves else letters[-1], letters)
    line, passes = Line(state, state), 0
    for number, (letter, at) in enumerate(tree.moves, 1):
        if number - 1 in tree.later:
            state = _set(state, state.position()["pieces"], tree.later[number - 1], letter, letters)
            line, passes = Line(state, state), 0
            notes.append(f"stones are set up before move {number}, and the game is read from there on")
        if state.is_terminal and all(_is_pass(engine.game, later) for _, later in tree.moves[number - 1 :]):
            notes.append(f"the game is over before move {number}: the passes behind it are left out")
            break
        if not state.is_terminal and letters[state.current_player] != letter:
            if not line.actions:
                raise RecordError(f"move {number} is one of {letter}, and it is not their turn")
            passes += 1
            line.actions.append(_meant(state, "pass", number))
            state = state.apply(line.actions[-1])
        move = "pass" if _is_pass(engine.game, at) else _site(engine.game, at, f"move {number}")
        line.actions.append(_meant(state, move, number))
        state = state.apply(line.actions[-1])
    if len(tree.moves) in tree.later:
        notes.append("stones that are set up behind the last move are left out")
    if passes:
        notes.append("a player moves twice in a row, so the other is taken to have passed between")
    line.last = state
    return Playing(engine, line, tuple(notes))


def _one(tree: sgf.Tree, name: str) -> str:
    """The first value of a property of the root."""
    return (tree.root.get(name) or [""])[0]


def _chosen(tree: sgf.Tree, rules: Rules) -> tuple[dict[str, object], list[str]]:
    """The options that a file chooses, and what of it no option can be."""
    found: dict[str, object] = {}
    notes = []
    options = {o.name: o for o in rules.engine.game.options if o.name not in rules.fixed}
    for property_, name in sgf.OPTIONS.items():
        text, option = _one(tree, property_).strip(), options.get(name)
        if not text or option is None or (property_ == "HA" and tree.set_up):
            continue
        alike = (s for s in option.symbols or () if s.casefold() == text.casefold())
        value = next(alike, None) or next((v for v in _readings(text) if v in option.values), None)
        if value is not None:
            found[name] = value
            if property_ == "HA":
                notes.append(
                    "the file does not say where the stones of its handicap stand: they stand where the rules put them"
                )
        elif property_ == "HA" and text in ("1", "0.0"):
            continue  # the first player moves first, and no stone is set
        elif property_ != "SZ":
            notes.append(
                f"`{property_}[{shortened(visible(text))}]` is no value of `{name}`, which stays {option_text(option, option.value)}"
            )
    return found, notes


def _readings(text: str) -> list[int | Fraction]:
    """What a number may mean: as it is, in hundredths, or as half of what it gives where stones and not points are counted."""
    if not _NUMBER.fullmatch(text):
        return []
    number = Fraction(text)
    readings = (
        [number, number / 100, number / 50]
        if number >= 100
        else [number, 2 * number]
        if (4 * number) % 2
        else [number]
    )
    return [int(n) if n.denominator == 1 else n for n in readings]


def _check_size(tree: sgf.Tree, game: Game) -> None:
    """Raises RecordError."""
    width, height = _size(game)
    size = _one(tree, "SZ") or "19"
    if size.strip() not in (f"{width}:{height}", *([str(width)] if width == height else [])):
        raise RecordError(
            f"its board has the size {shortened(visible(size))}, and this one {width} x {height}: set the option for it"
        )


def _set(
    state: State,
    before: Mapping[str, str],
    set_up: Mapping[str, Sequence[str]],
    mover: str,
    letters: Sequence[str],
) -> State:
    """A state with stones that are put on the board, beside those `before`, or taken from it; `mover` has the next move if nothing else is said. Raises
    RecordError."""
    engine, game = state.engine, state.engine.game
    if len(game.kinds) != 1:
        raise RecordError("the game begins with stones on the board, and only whole games are read")
    pieces = dict(before)
    for letter, player in zip(letters, game.players, strict=True):
        for at in sgf.points(set_up.get(f"A{letter}", [])):
            pieces[_site(game, at, "the set-up")] = f"{player.name} {game.kinds[0].name}"
    for at in sgf.points(set_up.get("AE", [])):
        pieces.pop(_site(game, at, "the set-up"), None)
    given = (set_up.get("PL") or [""])[0][:1].upper()
    first = given if given in letters else mover
    return engine.judge(engine.state({"to_move": game.players[letters.index(first)].name, "pieces": pieces}))


def _is_pass(game: Game, at: str) -> bool:
    return not at or (at == "tt" and max(_size(game)) <= 19)


def _site(game: Game, at: str, where: str) -> str:
    """The name of a point. Raises RecordError."""
    width, height = _size(game)
    for site in game.board.sites:
        if sgf.point(site.file - 1, height - site.rank) == at:
            return site.name
    raise RecordError(
        f"{where}: there is no point `{shortened(visible(at))}` on a board of {width} x {height}"
    )


def _meant(state: State, move: str, number: int) -> int:
    """Raises RecordError."""
    if state.is_terminal:
        raise PlayedOnError(number, move, state)
    return named(state, move, number)


def letters_of(game: Game) -> list[str]:
    """The letter of each player. Raises RecordError where they have the same."""
    found = [p.name[:1].upper() for p in game.players]
    if len(set(found)) < len(found):
        raise RecordError(
            "SGF tells players apart by the first letters of their names, and here these are the same"
        )
    return found


def _size(game: Game) -> tuple[int, int]:
    """The columns and rows of a board. Raises RecordError for one that is too large."""
    width, height = max(s.file for s in game.board.sites), max(s.rank for s in game.board.sites)
    if max(width, height) > sgf.MOST:
        raise RecordError(f"SGF has letters for {sgf.MOST} columns and rows, and this board has more")
    return width, height
