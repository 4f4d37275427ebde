"""One mistake that shows in several ways is told once, at its cause."""

from pathlib import Path

from gdl.diagnostics import Diagnostic
from gdl.loader import examine
from gdl.source import Span
from interpreter.analysis import causes

HERBS = """game "Herbs"
option copies = 6 from 4..9
players Ros, Tim
kinds sage, mint
pool sack of game seen by nobody
pool line of player
setup
{}  for p in players do
    random h in sack
    move h to line(p)
action gather
  where some sack
  do random h in sack
     move h to line(mover)
turn: gather else pass
end draw when no sack
"""


def said_of(text: str, folder: Path) -> list[Diagnostic]:
    path = folder / "herbs.gdl"
    path.write_text(text, "utf-8")
    return list(examine(path)[1])


def test_a_name_that_a_forgotten_effect_would_use_is_told_with_it(tmp_path: Path) -> None:
    said = said_of(HERBS.format(""), tmp_path)
    assert [d.code for d in said] == ["unused-option", "unplaced-kind"]
    (told,) = causes.of_rules(said)
    assert told.code == "unplaced-kind" and told.help.endswith(
        "`for k in kinds do place k in sack times copies`"
    )
    assert "used nowhere: it may belong there" in [label.text for label in told.others]


def test_the_way_out_is_right(tmp_path: Path) -> None:
    assert said_of(HERBS.format("  for k in kinds do place k in sack times copies\n"), tmp_path) == []


def test_names_without_use_are_told_where_nothing_is_lacking(tmp_path: Path) -> None:
    said = said_of(HERBS.format("  for k in kinds do place k in sack times 6\n"), tmp_path)
    assert [d.code for d in causes.of_rules(said)] == ["unused-option"]


def test_what_no_game_meets_is_held_back_behind_what_the_rules_say(tmp_path: Path) -> None:
    said = said_of(HERBS.format(""), tmp_path)
    place = Span(said[0].span.source, 0, 4)
    played = [Diagnostic(code, "", place) for code in ("never-met", "wrong-winner", "no-end", "over-at-once")]
    assert causes.together(said, played, is_hindered=False, is_early=False) == said
    aside = [Diagnostic("shown-choice", "", said[1].span)]
    assert causes.together(aside, played, is_hindered=False, is_early=False) == [*aside, *played]
