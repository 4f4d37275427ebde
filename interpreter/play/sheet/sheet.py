"""What the rule sheet of a game says, from its head to its settings, as a newcomer wants to read it: among it the start, with
its picture, what is hidden, and who begins.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from itertools import takewhile

from gdl.boards.board import Board
from gdl.core import nodes as core
from gdl.core.arithmetic import plain_value
from gdl.core.declared import Field, Hide, Pool, Skip
from gdl.core.model import Action, Choose, Condition, Definition, Ending, Game, Option, Performance, Turn
from gdl.core.rules import as_written, course
from gdl.core.settled import is_const, never
from gdl.core.types import Type
from gdl.core.visit import followed, nodes, reads
from gdl.limits import DEFAULT_LIMIT
from interpreter.engines.base import Engine
from interpreter.play.scene.boards import round_text
from interpreter.play.scene.names import words
from interpreter.play.scene.tiles import by_kind
from interpreter.play.sheet.actions import Choices, Effects, are_several, paths_of
from interpreter.play.sheet.author_sentences import AuthorSentences, Clause
from interpreter.play.sheet.blocks import Block, Heading, Items, Paragraph, Picture
from interpreter.play.sheet.clauses import agreeing, of_number
from interpreter.play.sheet.elements import called_mark
from interpreter.play.sheet.english import English
from interpreter.play.sheet.first_game import first_game
from interpreter.play.sheet.folding import by_name, folded
from interpreter.play.sheet.kinds import MANY, Kinds
from interpreter.play.sheet.nouns import constant_name, pool_noun, relative
from interpreter.play.sheet.samples import Samples
from interpreter.play.sheet.wording import joined, number_of, sentence, with_article

_POINTED = ("site", "direction", "player")  # types whose first value is something
# How long what a field holds is kept, before it is as at the beginning again.
_LASTING = {
    "done": "This is kept until the action is over.",
    "action": "This is kept until the next action is chosen.",
    "turn": "This is kept until the end of the turn.",
}
_HAS_TO = "What somebody must then do has to be possible, or the action before it is not allowed"
_EQUAL = "Several who are equal win together; if all are equal, the game is a draw."
_REACHED = (
    "What can be reached from a place over places of a sort is each place of that sort to which steps over such places "
    "lead, and the place itself if it is of that sort."
)
_SEEDS = 4  # starts that are compared, to find out what chance deals
_BEGINNINGS = 24  # starts that are compared, to find out whether chance decides who begins


def opening(
    game: Game, engine: Engine, effects: Effects, sentences: AuthorSentences, samples: Samples
) -> Iterator[Block]:
    """The section about the set-up."""
    english = effects.english
    yield Heading("Set-up")
    yield from map(Paragraph, sentences.all("setup"))
    if done := effects.preparing(sentences.untold(game.setup)):
        # at once: one line may name what another has chosen
        lines = english.finished("\n".join(done)).split("\n")
        yield Items(tuple(("", sentence(line)) for line in lines))
    if game.board.sites:
        yield start(engine)
    if beginnings := list(_beginnings(english)):
        yield Paragraph(sentence(joined(beginnings, "and")))
    if said := first_to_act(engine):
        yield Paragraph(said)
    yield from map(Paragraph, samples.ways())
    if about := list(_about_board(game.board)):
        yield Paragraph(" ".join(about))
    secret = [f for f in game.fields.values() if f.viewers != "all"]
    yield from map(Paragraph, _unseen((*game.pools.values(), *secret), english.piece_noun))
    for hide in (h for h in game.hides if all(h.span != f.span for f in secret)):
        yield Paragraph(sentences.at(hide.span) or sentence(_hidden(english, hide)))
    for known in game.knowns:
        if said := sentences.at(known.span):
            yield Paragraph(said)


def _about_board(board: Board) -> Iterator[str]:
    """What no picture shows of a board."""
    if text := round_text(board):
        yield sentence(text)
    if board.is_growing:
        aslant = ", also diagonally" * board.tiling.is_rectangular
        yield (
            f"The board grows, up to {board.files} columns and {board.ranks} rows: its places are those that hold something, and those "
            f"next to them{aslant}; an empty board has none yet, and 0,0 is its middle."
        )
    if board.is_stacking:
        yield "Several pieces may lie on a place, each on the one before: the piece on a place is the topmost."


def first_to_act(engine: Engine) -> str:
    """Who begins: several starts are compared where chance has a say in it; "" where all choose at once."""
    setup, players = tuple(nodes(engine.game.setup)), engine.game.players
    if engine.game.turns[_first_phase(engine)].is_together:
        return ""
    is_open = any(isinstance(n, core.NextTurn) for n in setup) and any(
        isinstance(n, core.Chance) for n in setup
    )
    found = {engine.initial_state(seed).current_player for seed in range(_BEGINNINGS if is_open else 1)}
    if len(found) > 1:
        return "Chance decides who begins."
    return f"{players[found.pop()].name} begins."


def start(engine: Engine) -> Picture:
    """The start as the first player sees it. What chance deals lies face down, as it is another each time; where chance lays out the
    board, one of the starts is shown as it is."""
    seen = [engine.initial_state(seed).observation(0) for seed in range(_SEEDS)]
    whose = f", as {engine.game.players[0].name} sees it" if engine.game.is_hidden else ""
    first, pools = seen[0], cover([s["pools"] for s in seen])
    if all(s["pieces"] == first["pieces"] and s["sites"] == first["sites"] for s in seen):
        dealt = "" if pools == first["pools"] else "; what chance deals lies face down"
        return Picture({**first, "pools": pools}, f"The start{whose}{dealt}")
    return Picture(first, f"One of the starts that chance may give{whose}")


def cover(seen: Sequence[object]) -> object:
    """What pools hold at several starts: that which is not the same at all of them is hidden."""
    first = seen[0]
    if all(s == first for s in seen):
        return first
    if isinstance(first, Mapping):
        return {key: cover([s[key] for s in seen if isinstance(s, Mapping)]) for key in first}
    return ["hidden"] * len(first) if isinstance(first, list) else first


def _beginnings(english: English) -> Iterator[str]:
    """With which values the game begins, where they are not 0 or nothing and the set-up does not write them."""
    game = english.game
    written = {n.field for n in nodes(game.setup) if isinstance(n, core.SetField)}
    for field in game.fields.values():
        is_told = field.holder in ("game", "player", "table") and field.name not in written
        is_something = field.default is not None if field.type.base in _POINTED else bool(field.default)
        if is_told and is_something and field.until not in ("done", "action"):
            name = english.owned(of_number(words(field.declared), field.type))
            holders = " and each ".join(words(k.type.name or k.type.base) for k in field.keys)
            noun = (
                f"each player's {name}"
                if field.holder == "player"
                else f"the {name} of each {holders}"
                if field.holder == "table"
                else english.field(core.GetField(field.span, field.type, field.name, None))
            )
            verb = agreeing(f"the {name}", "begins")
            how = "at" if field.type.base == "number" else "as"
            value = english.value(field.default, field.type)
            yield f"{noun} {verb}{' each turn' * (field.until == 'turn')} {how} {value}"


def _unseen(places: Sequence[Pool | Field], piece: str) -> Iterator[str]:
    """Who sees what lies face down, or is kept in secret. `piece`: what pools hold."""
    nobody = [f"the {_held(p, piece)}" for p in places if p.viewers == "nobody"]
    if nobody:
        yield sentence(f"nobody sees {joined(nobody, 'and')}")
    owned = [_held(p, piece) for p in places if p.viewers == "owner" and p.holder == "player"]
    if owned:
        yield sentence(f"only its owner sees the {joined(owned, 'and the')} of a player")
    others = [_held(p, piece) for p in places if p.viewers == "owner" and p.holder != "player"]
    if others:
        yield sentence(f"not everybody sees the {joined(others, 'and the')}")


def _held(place: Pool | Field, piece: str) -> str:
    return pool_noun(place.name, piece) if isinstance(place, Pool) else words(place.name)


def _hidden(english: English, hide: Hide) -> str:
    """What a player does not see, with the names by which the player and what is hidden are spoken of."""
    english.enter(hide.viewer, "player")
    either = _either(hide.condition)
    for_ever = [c for c in either if not _is_going_on(c)]
    if 0 < len(for_ever) < len(either):
        conditions, lasting = either, list[core.Expr]()
        afterwards = reduce(lambda a, b: core.Or(a.span, a.type, a, b), for_ever)
        then = f"; then, too, if {english.say(afterwards)}"
    else:
        conditions, then = english.conditions.parts(hide.condition, core.And), ""
        lasting = [c for c in conditions if not _is_going_on(c)]
    of_them = [c for c in lasting if reads(c, {hide.slot})]
    of_whom, how_long = _parted(english, [c for c in lasting if c not in of_them], hide.viewer)
    how_long += f", until the game is over{then}" if len(lasting) < len(conditions) else ""
    aspects = [
        "place" if a == "site" else words(a) for a in hide.aspects if not (hide.hides_sites and a == "piece")
    ]
    what = f"the {joined(aspects, 'and')}"
    if hide.holder != "game":
        of = f"{what} of " if aspects else ""
        if hide.hides_sites:
            seen = "what stands on" if hide.aspects else "all that is on"
            of = f"{seen}, and {what} of, " if aspects else f"{seen} "
        elif not (hide.aspects or any(isinstance(n, core.PoolOf) for n in nodes(hide.source))) and (
            english.sets.group(hide.source).head == "piece"
        ):
            of = "all but the place and the owner of "
        of_all = reduce(lambda a, b: core.And(a.span, a.type, a, b), of_them) if of_them else None
        element = core.Comprehension(hide.span, hide.source.type, hide.slot, hide.source, of_all, None)
        what = of + english.say(element)
    return english.finished(f"hidden from a player{of_whom}: {what}{how_long}")


def _parted(english: English, conditions: Sequence[core.Expr], player: int) -> tuple[str, str]:
    """Conditions as what holds of a player, behind the noun, and as what holds beside: `who is out`, `as long as the phase is “bidding”`."""
    clauses, others = list[str](), list[str]()
    for said in map(english.part, conditions):
        if clause := relative(said, player):
            clauses.append(clause if clause.startswith("whose ") else f"who {clause}")
        else:
            others.append(said)
    when = f", as long as {' and '.join(others)}" if others else ""
    return called_mark(player) + (f" {' and '.join(clauses)}" if clauses else ""), when


def _demanding(part: object) -> set[str]:
    """The words of the demands in a part of rules."""
    return {n.word for n in nodes(part) if isinstance(n, core.Demand)}


def _either(e: core.Expr) -> list[core.Expr]:
    """The conditions one of which must hold."""
    return [*_either(e.left), *_either(e.right)] if isinstance(e, core.Or) else [e]


def _is_going_on(e: core.Expr) -> bool:
    """Whether a condition says that the game is not over."""
    return isinstance(e, core.Not) and isinstance(e.operand, core.Builtin) and e.operand.name == "ended"


def sheet(engine: Engine, with_moves: bool = True) -> list[Block]:
    """The rule sheet. `with_moves`: with a picture of each kind's moves, which takes a second or two to find."""
    return list(Writer(engine).blocks(with_moves))


class Writer:
    """Writes the rule sheet of one game."""

    def __init__(self, engine: Engine) -> None:
        written = folded(as_written(engine.game))
        self.engine, self.game = engine, by_name(written)
        self.english = English(self.game)
        self.effects = Effects(self.english)
        self.sentences = AuthorSentences(self.game)
        self.choices = Choices(self.english, self.effects, self.sentences)
        reached = course(written).actions  # also those that only a declared effect demands
        self.actions = [a for a in self.game.actions if a.name in reached and not _is_ruled_out(a)]

    def blocks(self, with_moves: bool) -> Iterator[Block]:
        yield from self._head()
        yield from self._ends()
        yield from self._turns()
        yield from self._actions()
        samples = Samples(self.engine)
        yield from opening(self.game, self.engine, self.effects, self.sentences, samples)
        moves = [a for a in self.actions if a.form == "move"]
        yield from Kinds(self.engine, self.choices).blocks(moves, with_moves)
        yield from self._steps()
        yield from self._following()
        yield from self._terms()
        yield from samples.notation()
        yield from self._settings()
        if with_moves:
            yield from first_game(self.engine, self.sentences)

    # ---- head and settings

    def _head(self) -> Iterator[Block]:
        game, head = self.game, self.game.headings
        yield Heading(game.title, 1)
        players = joined([p.name for p in game.players], "and")
        yield Paragraph(f"For {number_of(len(game.players), 'player')}: {players}.")
        if len(game.teams) < len(game.players):
            teams = [joined([game.players[p].name for p in team], "and") for team in game.teams]
            yield Paragraph(sentence(f"together play {'; '.join(teams)}"))
        if head.get("notes"):
            yield Paragraph(sentence(str(head["notes"])))

    def _settings(self) -> Iterator[Block]:
        """What may be chosen before a game, and where the rules are from."""
        options = [o for o in self.game.options if len(o.values) > 1]
        if options:
            yield Heading("Settings")
            yield Paragraph(
                "They are chosen before a game. The rules above hold for the values that come first here."
            )
            yield Items(tuple((words(o.name), self._option(o)) for o in options))
        head = self.game.headings
        by = ", ".join(str(head[k]) for k in ("author", "year") if head.get(k))
        source = f"after {head['source']}" if head.get("source") else ""
        if by or source:
            yield Heading("Origin")
            yield Paragraph(" ".join(sentence(said) for said in (by, source) if said))

    def _option(self, option: Option) -> str:
        symbols, values, value = option.symbols, option.values, option.value

        def said(v: core.Value) -> str:
            if isinstance(v, bool):
                return "yes" if v else "no"
            return words(symbols[v]) if symbols and isinstance(v, int) else plain_value(v)

        others = [said(v) for v in values if v is not value and v != value]
        many = len(values) > 8
        shown = f"from {said(values[0])} to {said(values[-1])}" if many else f"or {', '.join(others)}"
        return f"{said(value)} ({shown}). {self.sentences.of('option', option.name)}".removesuffix(". ")

    # ---- turns, actions

    def _turns(self) -> Iterator[Block]:
        yield Heading("A turn")
        first = _first_phase(self.engine)
        turns = sorted(self.game.turns.items(), key=lambda item: item[0] != first)
        for phase, turn in turns:
            yield from map(Paragraph, self._turn(phase, turn))
        for skip in self.game.skips:
            yield Paragraph(self.sentences.at(skip.span) or sentence(self._skipped(skip)))
        for prefer in self.game.prefers:
            said = f"of all that could be done, only what has the most of this is legal: {self.english.say(prefer.value)}"
            yield Paragraph(self.sentences.at(prefer.span) or sentence(self.english.finished(said)))

    def _skipped(self, skip: Skip) -> str:
        """Whose turn is passed over."""
        self.english.enter(skip.slot, "player")
        of_whom, when = _parted(
            self.english, self.english.conditions.parts(skip.condition, core.And), skip.slot
        )
        return self.english.finished(f"the turn passes over a player{of_whom}{when}")

    def _turn(self, phase: str, turn: Turn) -> Iterator[str]:
        """What a turn of a phase is, and what becomes of whoever can do nothing, where the game goes on."""
        if said := self.sentences.at(turn.span):
            yield said if len(self.game.turns) < 2 else sentence(f"{_phase(phase)}: {said}")
            return
        do, what, several = "", "this", False
        there_are = {a.name for a in self.actions}
        for offer in turn.offers:
            offered = [words(n) for n in offer.names if n in there_are or n == "pass"]
            before, several = several, len(offered) > 1
            when = (
                f" (if {self.english.finished(self.english.say(offer.condition))})"
                if offer.condition is not None
                else ""
            )
            if do:
                do += f"; if {'none of that is' if before else 'that is not'} possible, "
            elif several:
                what = "one of these"
            do += joined(offered, "or") + when
        if turn.is_together:
            at_once = "what they have chosen happens when all have chosen"
            yield sentence(
                self._phased(
                    phase, f"all players choose at once, unseen by each other, {what}: {do}; {at_once}"
                )
            )
            return
        turned = f"do {what}: {do}" if do else "you do nothing"
        yield sentence(self._phased(phase, f"on your turn {turned}"))
        for f in (f for f in turn.fallbacks if f.word == "pass"):
            when = f" if {self.english.say(f.condition)}" if f.condition is not None else ""
            yield sentence(self.english.finished(f"if you can do none of that, you pass{when}"))

    def _actions(self) -> Iterator[Block]:
        """The actions of turns; of a move of several kinds what holds of all of them."""
        forms = ("action", "move") if len(self.game.kinds) > MANY else ("action",)
        items = [
            (words(a.name), self.choices.action(a) or "Nothing more.")
            for a in self.actions
            if a.form in forms
        ]
        if len(self.game.kinds) <= MANY:
            shared = [
                (words(a.name), self.choices.shared(a)) for a in self.actions if self.choices.is_shared(a)
            ]
            items = [(name, said) for name, said in shared if said] + items
        if items:
            yield Heading("What can be done")
            yield Items(tuple(items))

    def _steps(self) -> Iterator[Block]:
        """Choices that other actions demand."""
        choices = [
            (a.name, self.choices.action(a) or "Nothing more.") for a in self.actions if a.form == "choice"
        ]
        choices += self.sentences.unnamed_choices()
        if choices:
            yield Heading("What may follow from that")
            yield from map(Paragraph, filter(None, [self._demands()]))
            yield Items(tuple((words(name), said) for name, said in choices))

    def _demands(self) -> str:
        """What becomes of what is to follow, or must, and is not possible."""
        actions = tuple(a for a in self.actions if not self.sentences.action(a))
        settles = tuple(s for s in self.game.settles if not self.sentences.at(s.span))
        demanded = {r.name: _demanding(r) for r in self.game.routines}
        asked = _demanding((actions, settles)).union(*demanded.values())
        if "must" not in asked:
            return "What is not possible then is left out." * ("" in asked)
        by_itself = (p for p in nodes((*(a.finals for a in actions), settles)) if isinstance(p, Performance))
        if any("must" in demanded[p.name] for p in by_itself):
            return f"{_HAS_TO}; of what follows by itself, what is not possible is left out."
        return f"{_HAS_TO}{'; of what else follows, what is not possible is left out' * ('' in asked)}."

    def _following(self) -> Iterator[Block]:
        said = []
        for settle in self.game.settles:
            again = ", again and again until nothing changes" if settle.until_stable else ""
            done = joined(self.effects.all(settle.body), "and")
            said.append(
                self.sentences.at(settle.span)
                or sentence(self.english.finished(f"{self._when_settled(settle.after)}, {done}{again}"))
            )
        for require in self.game.requires:
            condition = self.english.finished(self.english.say(require.condition))
            after = f"after {_after(require.after)} it must hold that {condition}; otherwise the action is not legal"
            said.append(self.sentences.at(require.span) or sentence(after))
        if said:
            yield Heading("What follows, and what must hold")
            yield Items(tuple(("", s) for s in said))

    def _when_settled(self, after: Sequence[str]) -> str:
        """When a settling happens: of choices of all at once behind the last of them."""
        together = {n for t in self.game.turns.values() if t.is_together for o in t.offers for n in o.names}
        others = {a.name for a in self.actions} - together - {"pass", "done"}
        is_once = bool(together) and (together == set(after) if after else not others)
        return "when all have chosen" if is_once else f"after {_after(after)}"

    def _ends(self) -> Iterator[Block]:
        """The ends in the order in which they count, but for those of a turn that offers nothing: one that is lost counts before all
        others, and stands before the first draw."""
        ends = [end for end in self.game.ends if not never(end.condition)]
        decisive = list(takewhile(lambda end: end.result.form != "draw", ends))
        told = [[(end.result.name, self._end(end)) for end in es] for es in (decisive, ends[len(decisive) :])]
        lost, others = list[tuple[str, str]](), list[tuple[str, str]]()
        for phase, turn in self.game.turns.items():
            if stuck := self.effects.stuck(turn):
                name = turn.fallbacks[0].name if len(turn.fallbacks) == 1 else ""
                is_lost = any(f.word == "lose" for f in turn.fallbacks)
                (lost if is_lost else others).append((name, sentence(self._phased(phase, stuck))))
        judged = (*self._ends_by_effects(), *told[0], *lost, *told[1], *self._limit(), *others)
        scores = [("", score) for score in self._scores()]
        if items := tuple(dict.fromkeys((*judged, *scores))):
            yield Heading("The goal and the end")
            yield Items(items)
        notes = list[str]()
        if len(ends) > 1 and (lost or not all(self.sentences.at(end.span) for end in ends)):
            first = "; but whoever can do nothing and so loses has lost, whatever else holds" * bool(lost)
            notes.append(sentence(f"where several of these hold at once, the first counts{first}"))
        if any(r.form in ("highest", "lowest") for r in self._results()):
            notes.append("If both are equal, the game is a draw." if len(self.game.players) == 2 else _EQUAL)
        untold = (e.result for e in ends if not self.sentences.at(e.span))
        if any(r.form == "wins" and r.who is not None and are_several(r.who) for r in untold):
            notes.append("If all win, the game is a draw.")
        if notes:
            yield Paragraph(" ".join(notes))

    def _ends_by_effects(self) -> Iterator[tuple[str, str]]:
        """What effects end the game themselves, by the name of the end, with the actions that may do so."""
        found = dict[tuple[str, str], list[str]]()
        offered = {a.name for a in self.actions}
        acting = [(words(a.name), a) for a in self.engine.game.actions if a.name in offered]
        for name, clause in (*acting, *(("what follows an action", s) for s in self.engine.game.settles)):
            for result in (n.result for n in nodes(clause) if isinstance(n, core.Finish)):
                is_plain = result.who is None or not any(isinstance(n, core.Local) for n in nodes(result.who))
                how = f": {self.effects.result(result)}" if is_plain else ""
                found.setdefault((result.name, how), []).append(name)
        for (end, how), names in found.items():
            said = f"{joined([*dict.fromkeys(names)], 'or')} may end the game{how}"
            yield end, sentence(self.english.finished(said))

    def _limit(self) -> Iterator[tuple[str, str]]:
        """The limit of actions; that which only keeps a game from going on for ever is no rule for people."""
        result, told = self.game.limit_result, self.sentences.of("limit", "")
        if told or result.name or self.game.limit != DEFAULT_LIMIT or result.form != "draw":
            ending = self.english.finished(self.effects.result(result))
            yield result.name, told or sentence(f"after {self.game.limit:,} actions {ending}")

    def _scores(self) -> Iterator[str]:
        """The sentences of the scores by which the game is won."""
        for name in dict.fromkeys(r.score for r in self._results() if r.score):
            if said := self.sentences.of("definition", name):
                yield said

    def _results(self) -> list[core.Result]:
        """How the game may end by what holds after an action, where a turn offers nothing, and by effects."""
        course = (
            self.game.ends,
            tuple(self.game.turns.values()),
            self.engine.game.actions,
            self.engine.game.settles,
        )
        return [n for n in nodes(course) if isinstance(n, core.Result)]

    def _end(self, end: Ending) -> str:
        """An end by its sentence, with what each player then gets, where that is a number of each."""
        told = self.sentences.at(end.span)
        if not told:
            return sentence(self.effects.ending(end))
        said = sentence(
            told.replace("the player to move", "whoever has just moved").replace(
                "The player to move", "Whoever has just moved"
            )
        )
        return f"{said} {sentence(self.effects.result(end.result))}" if end.result.score else said

    def _phased(self, phase: str, said: str) -> str:
        """What holds in a phase, with its name where there are several."""
        return said if len(self.game.turns) < 2 else f"in {_phase(phase)}, {said}"

    # ---- terms

    def _terms(self) -> Iterator[Block]:
        game, sentences = self.game, self.sentences
        clauses: tuple[Clause, ...]
        # how moves are written is no rule of play
        unwritten = tuple(replace(a, notation=None) for a in self.actions)
        clauses = (*unwritten, *game.requires, *game.ends, *game.prefers, *game.skips)
        parts = [sentences.part(clause) for clause in clauses] + [end.result for end in game.ends]
        opened = self.effects.unpictured(sentences.untold(game.setup))
        acting: tuple[Clause, ...] = (*unwritten, *game.settles)
        happening = (*map(sentences.part, acting), opened)
        effects = sentences.effects(happening)
        done = tuple(r.effects for r in game.routines if r.name in effects)
        terms = sentences.terms(
            (*parts, game.settles, opened, done, tuple(game.turns.values()), game.limit_result)
        )
        rules = (clauses, game.settles, game.setup, done, tuple(game.turns.values()), game.hides)
        asked = {
            n.field for n in followed(rules, game.definitions) if isinstance(n, core.GetField | core.SetField)
        }
        held = [
            (n, " ".join(filter(None, (sentences.of("field", n), _LASTING.get(f.until, "") * (n in asked)))))
            for n, f in game.fields.items()
            if n in asked or f.holder == "piece"
        ] + [(n, sentences.of("pool", n)) for n in game.pools]
        said = [(words(kind.name), self._words_of(kind)) for kind in game.types.values()]
        said += [(words(name), text) for name, text in held if text]
        said += [(words(d.name), self._meaning(d)) for d in terms]
        said += [(words(name), self._happening(name)) for name in effects]
        if self.english.tells_reached:
            said.append(("can be reached", _REACHED))
        if said:
            yield Heading("Terms")
            yield Items(tuple(said))

    def _words_of(self, kind: Type) -> str:
        """The words of a type, and its author's sentence."""
        listed = sentence(joined([words(w) for w in kind.symbols], "or"))
        return f"{listed} {self.sentences.of('type', kind.name)}".rstrip()

    def _is_told_by_kinds(self, d: Definition) -> bool:
        """Whether a definition is a column of paths that the section of each kind tells."""
        told = [by_kind(self.game, d.name, k) for k in range(len(self.game.kinds))]
        if len(told) > MANY or not any(told):
            return False
        if not all(e is None or is_const(e, None) or paths_of(e) for e in told):
            return False
        moved = [
            p.source
            for a in self.actions
            if a.form == "move"
            for p in a.parts
            if isinstance(p, Choose) and p.slot == a.to
        ]
        return any(isinstance(s, core.Apply) and s.definition == d.name for s in moved)

    def _happening(self, name: str) -> str:
        """What a declared effect does."""
        if said := self.sentences.of("effect", name):
            return said
        routine = next(r for r in self.game.routines if r.name == name)
        return self._of(routine.parameters, joined(self.effects.all(routine.effects), "and"))

    def _of(self, parameters: Sequence[tuple[str, int, Type]], said: str) -> str:
        """A text about what something is given, which is named first."""
        given = joined(
            [f"{with_article(self.english.names[slot][0])}{called_mark(slot)}" for _, slot, _ in parameters],
            "and",
        )
        return sentence(self.english.finished(f"{f'of {given}: ' if given else ''}{said}"))

    def _meaning(self, d: Definition) -> str:
        if said := self.sentences.of("definition", d.name):
            return said
        if self._is_told_by_kinds(d):
            return "How each piece goes is said above."
        parts = nodes(
            (self.game.actions, self.game.ends, self.game.settles, self.game.definitions, self.game.setup)
        )
        places = next((n for n in parts if constant_name(self.game, n) == d.name), None)
        if isinstance(places, core.Const):
            return sentence(self.english.value(places.value, places.type))
        return self._of(d.parameters, self.english.say(d.body))


def _first_phase(engine: Engine) -> str:
    return str(engine.initial_state(0).position()["fields"].get("phase", "main"))


def _phase(name: str) -> str:
    return "the main phase" if name == "main" else f"the phase “{words(name)}”"


def _after(names: Sequence[str]) -> str:
    return joined([words(n) for n in names], "or") if names else "each action"


def _is_ruled_out(action: Action) -> bool:
    """Whether an action is never possible under the options that are chosen."""
    return any(isinstance(p, Condition) and never(p.condition) for p in action.parts)
