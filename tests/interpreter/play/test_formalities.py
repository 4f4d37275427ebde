"""What decides nothing is not asked for, a walk of choices goes on from any of them, and only what is hidden is handed over."""

from collections.abc import Callable

import pytest

pytest.importorskip("starlette")

import bundled
from tables import Page, client, engine, opened

from interpreter.engines.base import Engine
from interpreter.play.bots import RandomBot
from interpreter.play.choosing.walk import Chooser
from interpreter.play.session import Session
from interpreter.play.tables.secret_setup import hands_over, is_laying
from interpreter.play.tables.table import Table
from interpreter.play.terminal.choices import Choices
from interpreter.play.web.lobby import Lobby
from interpreter.play.web.sockets import _LOOK, _PAUSE, _pause
from interpreter.play.web.store import Store
from interpreter.play.web.views import Views


def test_cards_are_dealt_without_a_click_and_that_is_not_taken_back_alone() -> None:
    made = Lobby({"hearts": "hearts"}, engine, Store(None))
    with client(made) as at:
        token = opened(at, "hearts", ("human",) * 4)["tokens"]
        names = [n for n in token if n != "spectators"]
        with at.websocket_connect(f"/ws/{token[names[0]]}") as first:
            page = Page(first)
            page.view()
            dealt = page.until("view")
            assert (dealt["plies"], dealt["moves"][0]["text"]) == (1, "deal")
            place = made.place(token[names[0]])
            assert place.table.formality is None


PASSING = """
game "Passing"
  language 3
players Red, Blue
board square 2 x 2
kinds stone
setup
  place stone of Blue on a1
action put
  choose s in sites where s is empty
  where mover = Red
  do place stone of mover on s
turn: put else pass
end draw when full
limit 9 moves: draw
"""
SECRET = PASSING.replace("kinds stone", "kinds stone\npool hand of player seen by owner").replace(
    "  where mover = Red\n", "  where some own stone in hand(mover)\n"
)


def formal(engine: Engine) -> Table:
    """A table at the second move of its game."""
    table = Table.at_one_screen(Session(engine, "", 1, [None, None]))
    table.play(table.state.legal_actions()[0])
    return table


def test_who_can_only_pass_is_not_asked_and_the_moves_left_are_told_when_few_are(
    make: Callable[[str], Engine],
) -> None:
    table = formal(make(PASSING))
    assert table.formality == table.state.legal_actions()[0]
    view = Views(table).view(1)
    assert (view["mine"], view["prompt"]) == (False, "Blue has nothing to decide: pass.")
    assert view["common"] == ["moves left 8"]


def test_a_pass_that_could_have_been_another_choice_is_not_made_where_that_is_hidden(
    make: Callable[[str], Engine],
) -> None:
    told = PASSING.replace("else pass", "or pass")
    assert formal(make(told)).formality is not None
    secret = told.replace("kinds stone", "kinds stone\npool hand of player seen by owner")
    assert formal(make(secret)).formality is None


def test_a_pass_of_a_bot_waits_no_longer_than_its_other_moves(make: Callable[[str], Engine]) -> None:
    table = formal(make(PASSING))
    assert (table.is_bot_idle, _pause(table, True)) == (False, _LOOK)  # people see that they were passed over
    table.seats[1].bot = RandomBot(0)
    assert (table.is_bot_idle, _pause(table, True)) == (True, _PAUSE)


def test_a_site_is_kept_while_what_lies_there_is_turned() -> None:
    state = bundled.native("zarathustra").initial_state(seed=1)
    walk = Chooser(state.engine).walk(state)
    root = walk.at()
    kind = next(o.token.text for o in root.options if o.token.sort == "kind")
    node = walk.at([kind])
    ahead = walk.ahead(node)
    assert ahead and all(t.site is not None for t in ahead)
    site = ahead[0].text
    laid = walk.at(walk.keeping(node.texts, [site]))
    assert site in laid.texts
    for option in node.options:
        turned = walk.at(walk.keeping([*node.texts, option.token.text], [site]))
        assert option.token.text in turned.texts
    assert walk.ahead(laid) == []


OPEN = """
game "Open camp"
  language 3
players Red, Blue
board square 3 x 3
kinds man, card
pool hand of player seen by owner
setup
  for p in players do place card of p in hand(p) times 2
  phase := camp
action lay
  choose s in sites where s is empty
  do place man of mover on s
     if turn >= 2 do phase := main
move go
  line any up to 1: empty
phase camp: lay
turn: go else lose
"""


def test_a_set_up_that_all_see_is_not_handed_over(make: Callable[[str], Engine]) -> None:
    open_one = make(OPEN).initial_state(seed=1)
    assert is_laying(open_one)
    assert not any(hands_over(open_one, a) for a in open_one.legal_actions())


DICE = """\
to_move: White
pieces: {p24: White man, p13: White man, p8: White man, p6: White man, p1: [Black man, Black man], p19: [Black man, Black man]}
fields: {die1: 2, die2: 5}
"""


def test_it_is_told_where_a_piece_may_go_and_what_it_engages_but_not_where_that_is_hidden() -> None:
    with client() as at:
        chess = opened(at, "chess")["tokens"]
        with at.websocket_connect(f"/ws/{chess['White']}") as white:
            page = Page(white)
            for site, goals in (("g8", ["f6", "h6"]), ("g1", ["f3", "h3"]), ("e4", [])):
                assert sorted(page.ask("reach", type="reach", text=site)["sites"]) == goals
            assert "no site" in page.ask("refused", type="reach", text="z9")["text"]
        pinned = "to_move: White\npieces: {e1: White king, e2: White rook, e7: Black queen, e8: Black king}"
        rook = opened(at, "chess", position=pinned)["tokens"]
        with at.websocket_connect(f"/ws/{rook['spectators']}") as anybody:
            page = Page(anybody)
            for site, pieces in (("e2", ["e7"]), ("e7", ["e2"]), ("e8", []), ("a1", [])):
                assert page.ask("reach", type="reach", text=site)["engaged"] == pieces
        dice = opened(at, "backgammon", position=DICE)["tokens"]
        with at.websocket_connect(f"/ws/{dice['White']}") as white:
            page = Page(white)
            for site, goals in (
                ("p8", ["p3", "p6"]),
                ("p24", ["p22"]),
                ("p6", ["p4"]),
            ):  # p19 and p1 are held by others
                assert sorted(page.ask("reach", type="reach", text=site)["sites"]) == goals
        geister = opened(at, "geister")["tokens"]
        with at.websocket_connect(f"/ws/{geister['Black']}") as black:
            told = Page(black).ask("reach", type="reach", text="b2")
            assert told["sites"] == told["engaged"] == []


LAID_OUT = """
game "Laid out"
  language 3
players Red, Blue
board square 3 x 3
kinds king, man
pool stock of player
setup
  for p in players do place king of p in stock(p)
  for p in players do place man of p in stock(p)
action lay
  choose k in kinds of stock(mover)
  choose s in sites where s is empty
  do move k from stock(mover) to s
move go by king, man
  line any up to 1: any
  where to is not own and no stock(mover)
turn: lay or go else lose
limit 40 moves: draw
"""


def test_what_is_laid_out_in_play_and_taken_later_counts_as_lost(make: Callable[[str], Engine]) -> None:
    table = Table.at_one_screen(Session(make(LAID_OUT), "", 1, [None, None]))
    views = Views(table)

    def play(text: str) -> list[list[tuple[str, int]]]:
        state = table.state
        table.play(next(a for a in state.legal_actions() if state.action_to_string(a).startswith(text)))
        return [[(kind["name"], kind["count"]) for kind in of] for of in views.view(0)["lost"]]

    assert not any(any(play(text)) for text in ("king a1", "king c3", "man c1", "man a2"))
    assert play("a1xa2") == [[], [("man", 1)]]
    assert not any(views.view(0, ply=4)["lost"])


def test_it_is_told_which_piece_comes_out_of_a_pool_where_that_is_no_choice() -> None:
    made = Lobby({"stratego": "stratego"}, engine, Store(None))
    with client(made) as at:
        token = opened(at, "stratego", ("open", "open"))["tokens"]["Red"]
        with at.websocket_connect(f"/ws/{token}") as socket:
            page = Page(socket)
            for kind in ("flag", "bomb"):
                asked = page.view()["next"]
                assert asked["prompt"] == f"Choose where to put the {kind}."
                assert asked["lifts"] == [{"pools": ["camp"], "kind": kind}]
                page.play(asked["options"][0]["value"])


def test_the_terminal_tells_it_too() -> None:
    table = Table.at_one_screen(Session(bundled.engine("stratego"), "stratego", 1, [None, None]))
    for kind in ("flag", "bomb"):
        assert Choices(table).question() == f"Choose where to put the {kind}."
        table.play(table.state.legal_actions()[0])


def test_a_card_that_is_about_to_be_played_is_called_what_is_drawn_of_it() -> None:
    made = Lobby({"lost_cities": "lost_cities"}, engine, Store(None))
    with client(made) as at:
        token = opened(at, "lost_cities", ("open", "open"))["tokens"]["Ann"]
        with at.websocket_connect(f"/ws/{token}") as socket:
            page = Page(socket)
            path = [page.view()["next"]["options"][0]["value"], "action discard"]
            node = page.ask("next", type="pick", path=path)
            code, drawn = (node[name].removeprefix("discard ") for name in ("text", "said"))
            assert code[0] in "RGBWY" and drawn[0] in "◆♣≈▲☀" and code[1:] == drawn[1:]
