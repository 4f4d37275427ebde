"""No seat and no spectator is ever sent what they may not know: what they get is the same in every world that they
cannot tell from the real one."""

import json
from dataclasses import replace

import bundled
import pytest
from small import SMALL
from starlette.testclient import TestClient
from tables import Page, client, opened

import interpreter
from gdl.loader import examine_source
from gdl.source import Source
from interpreter.engines.base import State
from interpreter.engines.reference.engine import ReferenceState
from interpreter.play import bots
from interpreter.play.session import Beginning, Session
from interpreter.play.tables import secret_setup
from interpreter.play.tables.disclosure import preview
from interpreter.play.tables.table import HOST, Refused, Seat, Table
from interpreter.play.web import reloading
from interpreter.play.web.analysing import Analyst
from interpreter.play.web.answers import Answers
from interpreter.play.web.board_views import BoardViews
from interpreter.play.web.choice_views import ChoiceViews
from interpreter.play.web.protocol import TYPES, Look, Message
from interpreter.play.web.views import Viewer, Views
from interpreter.shared.hashing import Random

pytestmark = pytest.mark.thorough

SLOW = ("stratego", "zarcana", "minibridge", "rummy")  # by the reference engine; a few states of each
SLOWEST = ("dark_chess",)  # what each player sees is found for each site from all pieces
WORLDS = 2


def laid(
    session: Session, state: State, party: str = "seat {}", boards: BoardViews | None = None
) -> tuple[Table, Views, Answers]:
    """A table at which the game stands in a state. `boards`: those of another one for this state, which remember their pictures as
    a table does from one message to the next."""
    begun = Beginning(session.states[0], "")  # so that it need not be made anew
    at = Session(session.engine, session.name, session.seed, list(session.seats), beginning=begun)
    at.states, at.moves, at.actions = [*session.states[:-1], state], [*session.moves], [*session.actions]
    at.beginning = None
    seats = [Seat(f"seat {i}", "open", party.format(i)) for i in range(len(session.seats))]
    table = Table("t", session.name, at, seats, "watch")
    views = Views(table)
    if boards is not None:
        boards.table, views.boards, views.choices = table, boards, ChoiceViews(boards, views.numbers)
    return table, views, Answers(table, views)


CHANGES = (
    Message("redo"), Message("draw"), Message("resign"), Message("clear"), Message("lay", moves=("a1", "pass")),
    Message("hint"), Message("verdict"), Message("try", text="a1"), Message("again"), Message("rematch"), Message("name", text="Somebody"),
    Message("do", rev=0, path=("site a1",)), Message("consent", of="undo", yes=True), Message("why", text="pass a1"),
    Message("reach", text="a1"), Message("plan", ply=0, paths=(("site a1",),)), Message("unplan", ply=0),
)  # fmt: skip
ELSEWHERE = {  # messages that are looked at in other worlds below, and those that a room answers by itself
    "hello", "pick", "relation", "step", "branch", "undo", "analyse", "review", "judge", "stop", "chat", "shuffle", "mirror", "preview",
}  # fmt: skip


def test_every_message_is_looked_at_in_other_worlds() -> None:
    assert {m.type for m in CHANGES} | ELSEWHERE == set(TYPES)
    assert not {m.type for m in CHANGES} & ELSEWHERE


def changed(session: Session, state: State, viewer: Viewer) -> str:
    """What a viewer gets for messages that change a table or are refused, what they then see, files, and lines tried out.

    Nothing is taken back: the states before are not of this world. What a move shows, such as a piece turned up, may differ
    between worlds; of that it is enough that it is made.
    """
    found: list[object] = []
    boards = laid(session, state)[1].boards
    for message in CHANGES:
        table, views, answers = laid(session, state, boards=boards)
        said, plies = answers.answer(viewer, message).messages, len(session.moves)
        is_made = message.type == "do" and len(table.session.moves) > plies
        found.append("made" if is_made else (said, table.verdict, views.view(viewer)))
    table, views, answers = laid(session, state, boards=boards)
    now = len(session.moves)
    found += [answers.answer(viewer, Message("step", ply=ply)).messages for ply in (0, now - 1, now)]
    found += [
        views.boards.exported(viewer),
        [views.boards.notation(ply, viewer) for ply in range(now)],
        views.did(viewer),
    ]
    analyst = Analyst(views)
    for work in (analyst.analysis(viewer, now), analyst.review(viewer), analyst.judgement(viewer, now - 1)):
        try:
            next(work)  # what it finds depends on time
        except Refused as error:
            found.append(str(error))
    if viewer is not None and table.mover == viewer:
        table, views, answers = laid(session, state, HOST, boards)
        for option in table.walk().at().options[:2]:
            tried = Message("branch", ply=now, path=(option.token.text,))
            found.append(answers.answer(viewer, tried).messages)
    return json.dumps(found)


def sent(session: Session, state: State, viewer: Viewer) -> str:
    """All that a viewer can get in a state: the view, choices, relations, reasons, previews."""
    table, _, answers = laid(session, state)
    found = [answers.answer(viewer, Message("hello")).messages]
    for definition in table.game.definitions.values():
        if definition.is_relation:
            found.append(answers.answer(viewer, Message("relation", text=definition.name)).messages)
    if viewer is not None and table.mover == viewer:
        for option in table.walk().at().options[:2]:
            (said,) = answers.answer(viewer, Message("pick", path=(option.token.text,))).messages
            found.append((said,))
            if "later" in said:
                found.append(answers.answer(viewer, Message("preview", path=(option.token.text,))).messages)
            found.append(answers.answer(viewer, Message("why", path=(option.token.text,) * 2)).messages)
    return json.dumps(found)


@pytest.mark.parametrize("name", bundled.HIDDEN)
def test_what_is_sent_is_the_same_in_all_worlds_that_look_the_same(name: str) -> None:
    engine = bundled.asking(name, SMALL.get(name, {}))
    players, random = len(engine.game.players), Random(8)
    session = Session(engine, name, 8, [None] * players)
    plies, every = (3, 3) if name in SLOWEST else (9, 9) if name in SLOW else (16, 8)
    for ply in range(plies):
        legal = session.state.legal_actions()
        if not legal:
            break
        session.play(legal[random.below(len(legal))])
        if ply % every == every - 1:
            state = session.state
            watched = sent(session, state, None)
            for viewer in range(players):
                mine = sent(session, state, viewer)
                for seed in range(WORLDS):
                    other = state.resample(viewer, seed)
                    assert sent(session, other, viewer) == mine, f"{name}: player {viewer} at ply {ply}"
                    assert sent(session, other, None) == watched, f"{name}: spectators at ply {ply}"


@pytest.mark.parametrize("name", bundled.HIDDEN)
def test_wishes_refusals_files_and_what_bots_get_are_the_same_in_all_worlds(name: str) -> None:
    engine = bundled.asking(name, SMALL.get(name, {}))
    players, random = len(engine.game.players), Random(9)
    session = Session(engine, name, 9, [None] * players)
    for _ in range(2 if name in SLOWEST else 5 if name in SLOW else 7):
        legal = session.state.legal_actions()
        if legal:
            session.play(legal[random.below(len(legal))])
    state = session.state
    assert isinstance(state, ReferenceState)
    watched = changed(session, state, None)
    for viewer in range(players):
        data = state.resample(viewer, 1).data.copy()
        data.seed = state.data.seed  # no chance has come between
        other = ReferenceState(engine, data)
        assert changed(session, other, viewer) == changed(session, state, viewer), f"player {viewer}"
        assert changed(session, other, None) == watched, "spectators"
        if viewer == state.current_player and not state.is_terminal:
            mine, theirs = bots.Seat.of(state), bots.Seat.of(other)
            assert (mine.legal, mine.notations) == (theirs.legal, theirs.notations)
            for seed in range(4):
                assert mine.imagine(seed) == theirs.imagine(seed)


def taken_back(session: Session, state: State, after: State, action: int, viewer: int) -> str:
    """What a viewer gets when they wish to take an action back, and to make it again. A wish of one party is granted."""
    table, views, answers = laid(session, state, HOST)
    going = table.session
    going.states, going.actions = [*going.states, after], [*going.actions, action]
    going.moves = [*going.moves, state.action_to_string(action)]
    found: list[object] = [
        views.view(viewer),
        views.did(viewer),
        views.boards.first_picture([viewer], Look(wide=True)),
    ]
    for message in (Message("undo"), Message("redo")):
        answer = answers.answer(viewer, message)
        found.append((answer.messages, answer.has_changed, views.view(viewer), views.view(None)))
    return json.dumps(found)


@pytest.mark.parametrize("name", [n for n in bundled.HIDDEN if n not in SLOWEST])
def test_taking_back_is_refused_and_shown_alike_in_all_worlds(name: str) -> None:
    """Worlds in which the same action has been told and has shown the same are worlds that nobody can tell apart."""
    engine = bundled.asking(name, SMALL.get(name, {}))
    random, session = Random(10), Session(engine, name, 10, [None] * len(engine.game.players))
    for _ in range(2):
        legal = session.state.legal_actions()
        session.play(legal[random.below(len(legal))])
    state = session.state
    assert isinstance(state, ReferenceState)
    for viewer in range(2):
        data = state.resample(viewer, 1).data.copy()
        data.seed = state.data.seed
        other = ReferenceState(engine, data)
        legal = [a for a in state.legal_actions() if a in set(other.legal_actions())]
        for action in legal[:2]:
            here, there = state.apply(action), other.apply(action)
            told = [(s.action_seen(action, viewer), s.action_public(action)) for s in (state, other)]
            if here.observation(viewer) == there.observation(viewer) and told[0] == told[1]:
                mine = taken_back(session, state, here, action, viewer)
                assert taken_back(session, other, there, action, viewer) == mine, f"player {viewer}"


def test_a_set_up_is_drawn_and_mirrored_alike_in_all_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secret_setup, "new_seed", lambda: 5)
    engine = bundled.reference("geister")
    first, found = engine.initial_state(1), set()
    for seed in range(2):
        state, random, session = first, Random(seed), Session(engine, "geister", 1, [None, None])
        while state.current_player == first.current_player:  # the other one sees nothing of it
            state = state.apply(random.pick(state.legal_actions()))
        _, views, answers = laid(session, state)
        player = state.current_player
        said = [answers.answer(player, Message(word)).messages for word in ("shuffle", "mirror", "clear")]
        found.add(json.dumps([said, [views.view(v) for v in (player, None)]]))
    assert len(found) == 1


def test_pages_beside_tables_know_nothing_of_them() -> None:
    """The editor, the comparison, lessons and what is said of games are the same whatever is played at tables."""

    def asked(at: TestClient) -> list[str]:
        wishes = [{"game": g, "position": ""} for g in ("geister", "kuhn_poker")]
        posts = [(p, w) for p in ("/api/position", "/api/palette", "/api/compare") for w in wishes]
        gets = [
            f"{p}/{w['game']}"
            for p in ("/edit", "/compare", "/lessons", "/api/lessons", "/api/games")
            for w in wishes
        ]
        return [
            *(at.post(p, json=w).text for p, w in posts),
            *(at.get(p).text for p in gets),
            at.get("/api/games").text,
        ]

    with client() as at:
        before = asked(at)
        for game in ("geister", "kuhn_poker"):
            tokens = opened(at, game)["tokens"]
            with at.websocket_connect(f"/ws/{next(iter(tokens.values()))}") as socket:
                page = Page(socket)
                view = page.view()
                following, path = view["next"], list[str]()
                while following["complete"] != 1:
                    path = [*(p["value"] for p in following["path"]), following["options"][0]["value"]]
                    following = page.ask("next", type="pick", path=path)
                page.ask("did", type="do", rev=view["rev"], path=[p["value"] for p in following["path"]])
            for token in tokens.values():
                assert at.get(f"/api/record/{token}?format=position").status_code == 403
                assert at.get(f"/api/record/{token}?format=gdl").status_code == 403
        assert asked(at) == before


def test_new_rules_are_told_alike_whatever_is_hidden() -> None:
    """As long as the moves fit them: whoever writes the rules could write into them that nothing is hidden."""
    engine = bundled.reference("geister")
    said, first = set(), engine.initial_state(1)
    for action in first.legal_actions()[:2]:
        session = Session(engine, "geister", 1, [None, None])
        session.play(action)
        goes_on, text = reloading.replay_under(session, engine)
        assert goes_on is not None
        table = Table("t", "geister", goes_on, [Seat(f"seat {i}", "open", f"{i}") for i in range(2)], "watch")
        said.add(json.dumps([text, *(Views(table).view(v) for v in (1, None))]))
    assert len(said) == 1


def test_a_bot_takes_any_move_rather_than_think_about_what_it_cannot_see() -> None:
    def unknown(seed: int) -> State:
        raise bots.Unimagined

    state = bundled.reference("geister").initial_state(1)
    seat = replace(bots.Seat.of(state), imagine=unknown)
    bot = bots.parse_seat("mcts:20", 3)
    assert bot is not None
    assert {bot.choose(seat) for _ in range(6)} <= set(seat.legal)


@pytest.mark.parametrize("name", ["pig", "backgammon"])
def test_a_preview_does_not_tell_what_chance_will_bring(name: str) -> None:
    engine = bundled.reference(name)
    state = engine.initial_state(3)
    mover = state.current_player
    action = state.legal_actions()[0]
    shown = {json.dumps(preview(state.resample(mover, s), mover, action), sort_keys=True) for s in range(4)}
    assert len(shown) == 1


MARKET = """game "Market"
players Ann, Bob
kinds each suit in {sun as S, moon as M}, value in {1..9}
pool deck of game seen by nobody
pool market of game
pool owned of player
setup
  for k in kinds do place k in deck
  move S1 from deck to market
  move M1 from deck to market
action buy
  choose k in kinds of market
  do move k from market to owned(mover)
     random c in deck
     move c to market
turn: buy
limit 8 moves: draw
"""


def test_what_is_taken_is_gone_in_a_preview_whatever_chance_puts_in_its_place() -> None:
    game, said = examine_source(Source("market.gdl", MARKET))
    assert game is not None, said
    for seed in range(4):
        state = interpreter.engine(game, "reference").initial_state(seed)
        seen = preview(state, 0, state.action_from_string("S1"))["pools"]
        assert (seen["market"], seen["owned"]) == (["M1"], {"Ann": ["S1"]})


SOILS = """game "Soils"
players Red, Blue
board square 3 x 1
kinds man, spy
field soil of site: grass, mud, sand
option wet = false
option spies = 0 from 0..2
setup
  place man of Red on a1
  place man of Blue on {s in {b1, c1} where file(s) > 1 + spies}
  place spy of Blue on {s in {b1, c1} where file(s) <= 1 + spies}
  for s in {b1, c1} do soil(s) := mud if wet else grass
hide s in {b1, c1} from v where v = Red and turn = 1
action look
  do soil(a1) := sand
action take
  choose s in {b1, c1}
  do capture s
     move piece(a1) to s
turn: look or take
limit 3 moves: draw
"""


@pytest.mark.parametrize(("move", "shown"), [("look", {"a1": "Red man"}), ("take b1", {"b1": "Red man"})])
def test_a_preview_shows_nothing_that_worlds_agree_on_by_chance(move: str, shown: dict[str, str]) -> None:
    """What is turned up by the action is not known before, whatever it is: here all worlds that are imagined agree."""
    found = set()
    for options in ({}, {"wet": True}, {"spies": 1}, {"spies": 2, "wet": True}):
        game, said = examine_source(Source("soils.gdl", SOILS), options)
        assert game is not None, said
        state = interpreter.engine(game, "reference").initial_state(0)
        seen = preview(state, 0, state.action_from_string(move))
        assert {s: p for s, p in seen["pieces"].items() if p != "hidden"} == shown
        found.add(json.dumps(seen, sort_keys=True))
    assert len(found) == 1
