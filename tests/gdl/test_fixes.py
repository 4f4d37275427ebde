"""Fixes, applied: what they are made for is gone, and nothing new is wrong. Where nobody can know, nothing is offered."""

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from gdl.diagnostics.values import Diagnostic, Fix, Reporter
from gdl.diagnostics.ways_out import READING, changed_lines
from gdl.loader import examine_source, read_source, with_sure_fixes
from gdl.parsing.syntax_errors import Text, problem
from gdl.source import Source
from gdl.suggestions.automaton import Work, trace
from gdl.suggestions.edit_search import MAX_STEPS, Suggestion, suggestion
from gdl.suggestions.idioms import IDIOMS, Idiom
from gdl.suggestions.lines import broken_line
from gdl.tree.words import LANGUAGE
from tests.checking import changed

HERE = Path(__file__).parent
GOLDEN = [p for folder in ("broken", "doubtful") for p in sorted((HERE / folder).glob("*.gdl"))]


# ---- every fix of a golden file


@dataclass(frozen=True)
class Applied:
    """A fix of a diagnostic, what was found before it was made, the source that it makes, and what is found there."""

    diagnostic: Diagnostic
    fix: Fix
    before: tuple[Diagnostic, ...]
    source: Source
    after: tuple[Diagnostic, ...]


@cache
def applied(path: Path) -> tuple[Applied, ...]:
    """Every fix of a file, each made alone."""
    source = read_source(path, Reporter())
    if source is None:
        return ()
    name, _, value = source.text.split("\n", 1)[0].removeprefix("-- set: ").partition("=")
    options = {name: value} if source.text.startswith("-- set: ") else None
    before = examine_source(source, options)[1]
    made = []
    for d in before:
        for fix in d.fixes:
            fixed = fix.applied(source)
            made.append(Applied(d, fix, before, fixed, examine_source(fixed, options)[1]))
    return tuple(made)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda p: p.stem)
def test_what_a_fix_writes_can_be_read(path: Path) -> None:
    for made in applied(path):
        wrong = [
            d.message
            for d in made.after
            if d.code in READING and d.span.line in changed_lines(made.fix, made.source)
        ]
        assert wrong == [], made.source.text


@pytest.mark.parametrize("path", GOLDEN, ids=lambda p: p.stem)
def test_a_fix_takes_its_diagnostic_away_and_brings_no_other(path: Path) -> None:
    for made in applied(path):
        before, after = (Counter((d.code, d.message) for d in found) for found in (made.before, made.after))
        said = made.diagnostic.code, made.diagnostic.message
        assert after[said] < before[said], made.source.text
        assert after - before == Counter(), made.source.text


def test_fixes_of_golden_files_are_many() -> None:
    assert sum(len(applied(path)) for path in GOLDEN) >= 50


def test_a_fix_that_leads_into_another_fault_is_not_offered_and_nothing_follows_from_it() -> None:
    wrong = "action play\n  choose k in hand(mover).kinds\n  do move k from hand(mover) to box"
    (d,) = examine_source(Source("small.gdl", changed(wrong)))[1]
    assert (d.code, d.span.text, d.help, d.fixes) == ("syntax", ".", "", ())


# ---- idioms of other languages

EFFECTS = "action put\n  choose s in sites where s is empty\n"
COUNTING = "field round of game: 0..9\naction put\n  choose s in sites where s is empty\n  do "
EXAMPLES = {
    "==": ("let w(s: site) = piece(s) == none", "let w(s: site) = piece(s) = none"),
    "= =": ("let w(s: site) = distance(s, s) = = 1", "let w(s: site) = distance(s, s) = 1"),
    "<>": ("let w(s: site) = distance(s, s) <> 1", "let w(s: site) = distance(s, s) != 1"),
    "=!": ("let w(s: site) = distance(s, s) =! 1", "let w(s: site) = distance(s, s) != 1"),
    "is ANY =>": ("let w(s: site) = s is enemy => crowded(s)", "let w(s: site) = s is enemy implies crowded(s)"),
    "=>": ("let w(s: site) = distance(s, s) => 1", "let w(s: site) = distance(s, s) >= 1"),
    "=<": ("let w(s: site) = distance(s, s) =< 1", "let w(s: site) = distance(s, s) <= 1"),
    "/ =": ("let w(s: site) = s /= a1", "let w(s: site) = s != a1"),
    "&&": ("let w(s: site) = s is empty && crowded(s)", "let w(s: site) = s is empty and crowded(s)"),
    "||": ("let w(s: site) = s is empty || crowded(s)", "let w(s: site) = s is empty or crowded(s)"),
    "! NAME": ("let w(s: site) = ! crowded(s)", "let w(s: site) = not crowded(s)"),
    "! (": ("let w(s: site) = !(s is empty)", "let w(s: site) = not (s is empty)"),
    "NAME += ... $": (COUNTING + "round += 1 + 1", COUNTING + "round := round + 1 + 1"),
    "NAME ( ... ) += ... $": ("  do score(mover) += 1 + 1", "  do score(mover) := score(mover) + 1 + 1"),
    "NAME -= ANY $": (COUNTING + "round -= 1", COUNTING + "round := round - 1"),
    "NAME ( ... ) -= ANY $": ("  do score(mover) -= 1", "  do score(mover) := score(mover) - 1"),
    "+=|-=": ("  do score(mover) -= 1 + 1", ""),
    "++": ("  do score(mover) ++", ""),
    "//": ("let w(s: site) = distance(s, s) // 2", ""),
    "/*": ("let w(s: site) = distance(s, s) /* far */", ""),
    "...": ("let w(s: site) = distance(s, s) in 1...3", "let w(s: site) = distance(s, s) in 1..3"),
    "^ field|pool NAME [|(": ("field gold[player]: 0..9", ""),
    "NAME [ ANY ]": ("let w(p: player) = score[p] + 1", "let w(p: player) = score(p) + 1"),
    ") . NAME (": ("  do score(mover) := (own pieces).count()", ""),
    "&": ("let w(s: site) = s is empty & crowded(s)", ""),
    "[ NAME for NAME in ... if ... ]": ("action put\n  choose s in [x for x in sites if x is empty]\n  do place man of mover on s", "action put\n  choose s in {x for x in sites where x is empty}\n  do place man of mover on s"),
    "line ... 1 or|to|- 2 : empty|own|enemy|any|piece": ("move hop by king\n  line forward 1 or 2: empty", "move hop by king\n  line forward: empty{1..2}"),
    "line ... INT .. INT : empty|own|enemy|any|piece": ("move hop by king\n  line forward 1..2: empty, own", "move hop by king\n  line forward: empty{1..2}, own"),
    "leap ( INT , INT )": ("move hop by king\n  leap (1, 2): empty", "move hop by king\n  leap 1, 2: empty"),
    "NAME . NAME": ("let w(p: player) = p.score + 1", ""),
    "^ let|relation NAME ( ... ) ->|: NAME =": ("let w(s: site) -> number = rank(s)", "let w(s: site) = rank(s)"),
    "^ let|relation NAME ->|: NAME =": ("let w: number = 3", "let w = 3"),
    "^ board graph ... ->": ("board graph a1 -> b1", ""),
    "move ... ->|into|onto|in|on": ("  do\n    move man from hand(mover) into a1", "  do\n    move man from hand(mover) to a1"),
    "<-": ("  do mood <- wild", "  do mood := wild"),
    "=|:=|else no $": ("field lit of site: bool = no", "field lit of site: bool = false"),
    "; $": ("let w(s: site) = s is empty;", "let w(s: site) = s is empty"),
    "INT - INT": ("field level of piece: 1-3", "field level of piece: 1..3"),
    "INT to INT": ("field level of piece: 1 to 3", "field level of piece: 1..3"),
    "^ players INT": ("players 2", ""),
    "^ board square|hex INT by|* INT": ("board square 5 by 5", "board square 5 x 5"),
    "^ for|choose NAME from ANY to ANY": ("  do mood := wild\n     for n from 1 to 3 do score(mover) := n", "  do mood := wild\n     for n in 1..3 do score(mover) := n"),
    "^ for|choose NAME =": ("action drop\n  choose n = 1..3\n  do score(mover) := n", "action drop\n  choose n in 1..3\n  do score(mover) := n"),
    "<|<= ANY <|<=": ("let w(n: number) = 1 < n <= 5", ""),
    "<|<= ANY ( ... ) <|<=": ("let w(s: site) = 1 < rank(s) < 5", ""),
    ">|>= ANY >|>=": ("let w(n: number) = 5 > n > 1", ""),
    "^ board INT NAME $": ("board 6x6", ""),
    "^ board hex|hexes|hexagon|hexagonal INT $": ("board hexagon 5", ""),
    "^ board square|hex INT , INT": ("board square 5, 5", "board square 5 x 5"),
    "INT in a row|line": ("end mover wins when 3 in a row", ""),
    "place ... in ... x INT": ("setup\n  place man of White in hand(White) x 3", "setup\n  place man of White in hand(White) times 3"),
    "place ... in ... INT times": ("setup\n  place man of White in hand(White) 3 times", "setup\n  place man of White in hand(White) times 3"),
    "INT NAME in a row|line": ("end mover wins when 3 own in a line", ""),
    "empty|own|enemy|any|piece ( INT )": ("let w = some line any: own(3)", "let w = some line any: own{3}"),
    "empty|own|enemy|any INT times": ("move walk by any\n  line any: empty 3 times", "move walk by any\n  line any: empty{3}"),
    "INT times": ("  do 3 times place man of mover on a1", ""),
    "is not equal to": ("let w(s: site) = distance(s, s) is not equal to 2", "let w(s: site) = distance(s, s) != 2"),
    "is equal to": ("let w(s: site) = distance(s, s) is equal to 2", "let w(s: site) = distance(s, s) = 2"),
    "equals": ("let w(s: site) = distance(s, s) equals 2", "let w(s: site) = distance(s, s) = 2"),
    "isnt|isn|aint": ("let w(s: site) = s isnt empty", ""),
    "for all|each|every NAME in": ("let w(s: site) = for all t in neighbours(s): t is empty", "let w(s: site) = all t in neighbours(s): t is empty"),
    "exists|exist NAME in": ("let w(s: site) = exists t in neighbours(s): t is empty", "let w(s: site) = some t in neighbours(s): t is empty"),
    "forall NAME in": ("let w(s: site) = forall t in neighbours(s): t is empty", "let w(s: site) = all t in neighbours(s): t is empty"),
    "all players except|but NAME": ("end all players except mover wins when full", "end (players where it != mover) wins when full"),
    "both|all players pass": ("end draw when both players pass", "end draw when passes = count(players)"),
    "cannot|cant move|act|play|go": ("end mover loses when cannot move", ""),
    "adjacent|next to ANY": ("let w(s: site) = s is empty and adjacent to own", ""),
    "every|each NAME in": ("let w(s: site) = every t in neighbours(s): t is empty", "let w(s: site) = all t in neighbours(s): t is empty"),
    "such that": ("action put\n  choose s in sites such that s is empty\n  do mood := wild", "action put\n  choose s in sites where s is empty\n  do mood := wild"),
    "{ NAME : INT": ("let w = {a1: 3, b1: 4}", ""),
    "=|:= ... where ... $": ("let w(s: site) = neighbours(s) where it is empty", "let w(s: site) = (neighbours(s) where it is empty)"),
    "{ NAME in ... |": ("let w(s: site) = {t in sites | t is empty}", "let w(s: site) = {t in sites where t is empty}"),
    "{ ... | NAME in": ("let w(s: site) = {rank(t) | t in sites}", "let w(s: site) = {rank(t) for t in sites}"),
    "}|) [": ("let w(s: site) = neighbours(s)[1]", ""),
    "in ( ... )": ("let w(s: site) = rank(s) in (1, 3)", "let w(s: site) = rank(s) in {1, 3}"),
    "some|all NAME in ... , NAME in ... :": ("let w = all p in players, s in sites: owner(s) = p", "let w = all p in players: all s in sites: owner(s) = p"),
    "no NAME in ... , NAME in ... :": ("let w = no p in players, s in sites: owner(s) = p", "let w = no p in players: some s in sites: owner(s) = p"),
    "some|all|no NAME in ... : if ... then": ("let w(s: site) = all t in neighbours(s): if crowded(t) then t is empty", "let w(s: site) = all t in neighbours(s): crowded(t) implies t is empty"),
    "some|all|no NAME in ... : ... else": ("let w = 1 if some s in sites: s is man else 0", "let w = 1 if (some s in sites: s is man) else 0"),
    "some|all|no NAME in ... : ... }|)": ("let w = {s for s in sites where full and some t in sites: t is man}", "let w = {s for s in sites where full and (some t in sites: t is man)}"),
    "some|no line|walk|leap ... : ... and|or|implies": ("let w = full or no line any: man, own and full", "let w = full or (no line any: man, own) and full"),
    "some|no line|walk|leap ... }|)": ("let w = {s in sites where full and some line any from s: man, own}", "let w = {s in sites where full and (some line any from s: man, own)}"),
    "when|where if ... then": ("action put\n  choose s in sites where if crowded(s) then s is empty\n  do mood := wild", "action put\n  choose s in sites where crowded(s) implies s is empty\n  do mood := wild"),
    "=|(|,|return if": ("let w(s: site) = if s is empty then 1 else 2", ""),
    "^ if ... then ... else ... $": ("let w(s: site) =\n  if s is empty then 1 else 2", "let w(s: site) =\n  1 if s is empty else 2"),
    "? ANY :": ("let w(s: site) = s is empty ? 1 : 2", ""),
    "? { ... } :": ("let w(s: site) = s is empty ? {a1, a2} : {b1}", ""),
    "return": ("let w(s: site) = return rank(s)", ""),
    "null|nil|undefined|nothing": ("field last of game: site or null", "field last of game: site or none"),
    "unless": ("  do mood := wild unless crowded(s)", ""),
    "^ prefer least": ("prefer least score(mover)", "prefer most - score(mover)"),
    "stopping at": ("let w(s: site) = (walk any up to 2 from s: empty+ stopping at edge)", ""),
    "swap|exchange NAME": ("  do swap s with a1", ""),
    "^ when ... : ... : ... $": ("end\n  when some line any: own{3}: mover wins", "end\n  mover wins when some line any: own{3}"),
    "^ when ... : ... $": ("end\n  when full: draw", "end\n  draw when full"),
    "^ end when|if": ("end if full then draw", ""),
    "^ elif|elsif|elseif": ("  do\n    if crowded(s) do mood := wild\n    elif rank(s) = 1 do mood := calm", "  do\n    if crowded(s) do mood := wild\n    else if rank(s) = 1 do mood := calm"),
    "else if ... then": ("  do\n    if crowded(s) do mood := wild\n    else if rank(s) = 1 then mood := calm", "  do\n    if crowded(s) do mood := wild\n    else if rank(s) = 1 do mood := calm"),
    "if ... then": ("  do if crowded(s) then mood := wild", "  do if crowded(s) do mood := wild"),
    "if ... :": ("  do if crowded(s): mood := wild", "  do if crowded(s) do mood := wild"),
    "if ... { $": ("  do if s = a1 {\n       mood := wild\n     }", ""),
    "for NAME in ... by ... do": ("  do for t in corners by rank(t) do remove t", "  do for t in (t in corners by rank(t)) do remove t"),
    "for ... :": ("  do for s in sites: marked(s) := true", "  do for s in sites do marked(s) := true"),
    "for ... { $": ("  do for t in corners {\n       remove t\n     }", ""),
    "^ else :": ("  do\n    if crowded(s) do mood := wild\n    else: mood := calm", "  do\n    if crowded(s) do mood := wild\n    else mood := calm"),
    "^ otherwise": ("  do\n    if crowded(s) do mood := wild\n    otherwise mood := calm", "  do\n    if crowded(s) do mood := wild\n    else mood := calm"),
    "^ foreach|forEach NAME": ("  do\n    foreach s in sites do marked(s) := true", "  do\n    for s in sites do marked(s) := true"),
    "^ for each|every|all NAME": ("  do\n    for each s in sites do marked(s) := true", "  do\n    for s in sites do marked(s) := true"),
    "^ while|repeat|loop|until": ("  do\n    while full do mood := wild", ""),
    "do while|repeat|loop": ("  do while full do mood := wild", ""),
    "^ verify|ensure|assert ANY": ("action put\n  choose s in sites where s is empty\n  verify not crowded(s)\n  do place man of mover on s", "action put\n  choose s in sites where s is empty\n  where not crowded(s)\n  do place man of mover on s"),
    "^ switch|case ANY": ("  do\n    switch mood", ""),
    "^ again if|when|where|while": ("move hop by king\n  line any: empty\n  again if piece is king", ""),
    "^ let NAME =": ("  let n = 2\n  do remove s", ""),
    "^ set NAME ( ... ) =|to": ("  do remove s\n     set score(mover) to 3", "  do remove s\n     score(mover) := 3"),
    "^ set NAME =|to": ("  do\n    set mood to wild", "  do\n    mood := wild"),
    "^ NAME of NAME is INT $": ("  do\n    level of s is 2", "  do\n    level of s := 2"),
    "^ var|const|set NAME =": ("  do\n    var n = 3", ""),
    "^ add|put|create|spawn ANY": ("  do\n    add man of mover on s", ""),
    "^ take|kill|eat|destroy ANY": ("  do\n    kill s", ""),
    "^ delete|discard|clear ANY": ("  do\n    delete s", ""),
    "change owner|side|sides|color|colour": ("  do change owner of s", ""),
    "flip|convert NAME": ("  do\n    flip s", ""),
    "^ increase|increment|decrease|decrement ANY": ("  do\n    increase score by 1", ""),
    "^ draw after INT moves|turns": ("draw after 60 moves", "limit 60 moves: draw"),
    "^ let|relation NAME - NAME ( ... ) =": ("let is-far(s: site) = rank(s) > 2", "let is_far(s: site) = rank(s) > 2"),
    "NAME - NAME": ("field far-off of piece: bool", "field far_off of piece: bool"),
    "^ roll|throw|shuffle|draw|deal ANY": ("  do\n    roll n in 1..6", ""),
    "do|; roll|throw|shuffle|deal ANY": ("  do roll d6", ""),
    "let NAME = random": ("  do let n = random 1..6", "  do random n in 1..6"),
    "NAME := random": ("  do score(mover) := 1; n := random 1..6", ""),
    "move_again|moveAgain|play_again|extra_turn $": ("  do move_again", ""),
    "NAME goes|plays|acts|moves again": ("  do mood := wild\n     mover goes again", ""),
    "then next player": ("  do mood := wild\n     then next player", "  do mood := wild\n     then turn of after(mover)"),
    "put NAME on|in": ("  do put man on s", "  do place man on s"),
    "place ANY at|onto|upon": ("setup\n  place man at a1", "setup\n  place man on a1"),
    "place ANY of ANY at|onto|upon": ("setup\n  place man of White at a1", "setup\n  place man of White on a1"),
    "^ board|kinds|players|let|field|action|move|choice|setup|end :": ("board: square 5 x 5", ""),
    "^ action|move|choice|effect NAME :": ("action put:\n  choose s in sites where s is empty\n  do mood := wild", "action put\n  choose s in sites where s is empty\n  do mood := wild"),
    "^ action|move|choice|effect NAME (  )": ("action put()\n  choose s in sites where s is empty\n  do mood := wild", "action put\n  choose s in sites where s is empty\n  do mood := wild"),
    "^ setup|settle|end :": ("setup:\n  place man of White on a1", "setup\n  place man of White on a1"),
    "^ do :": ("  do:\n    mood := wild", "  do\n    mood := wild"),
    "^ do let|place|move|remove|capture|random|if|for": ("settle\n  do remove a1", "settle\n  remove a1"),
    "^ settle when|where": ("settle when full\n  do remove a1", "settle if full\n  do remove a1"),
    "a|the|any|first player who|that|with|has|having|to": ("end first player with 3 points wins", ""),
    "a|the player wins|loses": ("end a player wins when full", ""),
    "^ end winner|winners ... when": ("end winner is mover when full", ""),
    "with highest|lowest NAME wins": ("end\n  player with highest material wins when full", ""),
    "most|greatest|largest NAME wins": ("end\n  most material wins when full", "end\n  highest material wins when full"),
    "least|smallest NAME wins": ("end\n  least material wins when full", "end\n  lowest material wins when full"),
    "^ turn : ... together $": ("turn: lie together\naction lie\n  choose s in sites where s is empty\n  do mood := wild", "turn together: lie\naction lie\n  choose s in sites where s is empty\n  do mood := wild"),
    "^ turn : together NAME": ("turn: together lie\naction lie\n  choose s in sites where s is empty\n  do mood := wild", "turn together: lie\naction lie\n  choose s in sites where s is empty\n  do mood := wild"),
    "^ let|relation NAME ( NAME NAME": ("let w(site s) = s is empty", "let w(s: site) = s is empty"),
    "^ let|relation NAME ( NAME )|,": ("let w(s) = s is empty", ""),
    "^ option NAME : bool $": ("option bold: bool", "option bold = false"),
    "^ option NAME : bool = ... $": ("option bold: bool = true", "option bold = true"),
    "^ option NAME : ... = ... $": ("option many: 4..8 = 6", "option many = 6 from 4..8"),
    "^ option NAME :": ("option many: 4..8", ""),
    "^ select|pick NAME": ("action put\n  select s in sites where s is empty\n  do mood := wild", "action put\n  choose s in sites where s is empty\n  do mood := wild"),
    "^ let|relation NAME :=": ("let best := 3", "let best = 3"),
    "^ phase = NAME $": ("  do mood := wild\n     phase = late", "  do mood := wild\n     phase := late"),
    "^ turn|phase =": ("turn = put or step", "turn: put or step"),
    "wins|loses|draw if|:": ("end mover wins if full", "end mover wins when full"),
    "NAME is own|enemy|empty or own|enemy|empty": ("let open(s: site) = s is empty or enemy", "let open(s: site) = s is empty or s is enemy"),
    "NAME or NAME $": ("move walk by any\n  line any: empty or enemy", "move walk by any\n  line any: empty | enemy"),
    "NAME or NAME ,": ("move walk by any\n  line any: own or enemy, empty", "move walk by any\n  line any: own | enemy, empty"),
    "some|no NAME ( ... ) is ANY": ("let w(s: site) = full or no neighbours(s) is own", "let w(s: site) = full or (no t in neighbours(s): t is own)"),
    "NAME pieces": ("let w = count(White pieces)", "let w = count(pieces of White)"),
    "highest|lowest NAME , NAME": ("end highest score, score wins when full", "end highest score, then highest score wins when full"),
    "^ hide ... from NAME $": ("hide mood from viewer", ""),
    "highest|lowest NAME (": ("end highest score(mover) wins when full", ""),
    "( own|enemy )": ("let w = count(own)", "let w = count(own pieces)"),
    "some|no own|enemy $": ("end mover wins when no enemy", "end mover wins when no enemy pieces"),
    "NAME of own|enemy": ("move walk by any\n  line any: man of enemy", "move walk by any\n  line any: enemy man"),
    "NAME empty|own|enemy": ("let w(s: site) = s empty", "let w(s: site) = s is empty"),
    "not empty|own|enemy": ("let w(s: site) = s not own", "let w(s: site) = s is not own"),
    "NAME has no NAME": ("end mover wins when Black has no king", "end mover wins when no king of Black"),
    "NAME has NAME": ("end mover wins when Black has king", "end mover wins when some king of Black"),
    "some|no|( pieces|piece on": ("let w(s: site) = count(pieces on s)", ""),
    "when|where|if|and|or|not|: NAME of NAME on|at": ("end mover wins when king of White at e5", ""),
    "when|where|if|and|or|not|: NAME on|at": ("end mover wins when king on a1", ""),
    "when|and|or|not line": ("end mover wins when line any: own{3}", "end mover wins when some line any: own{3}"),
    "none or NAME": ("field best_site of game: none or site", "field best_site of game: site or none"),
    "^ turn : ... |": ("turn: put | step", "turn: put or step"),
    "|": ("let far(s: site) = {a1, b2} | neighbours(s)", None),
    "^ kinds $": ("kinds\n  man\n  king", ""),
    "^ players|kinds ... and NAME $": ("players White facing north and Black", "players White facing north, Black"),
    "^ board INT x|by|* INT": ("board 5 x 5", "board square 5 x 5"),
    "^ board square INT $": ("board square 5", "board square 5 x 5"),
    "NAME north|south|east|west": ("players White north, Black facing south", "players White facing north, Black facing south"),
    "^ field|pool NAME per|for NAME": ("field gold per player: 0..9", "field gold of player: 0..9"),
    "^ field|pool NAME , NAME": ("field gold, wood of player: 0..9", ""),
    "^ kinds ... INT ..": ("kinds die value 1..6", ""),
    "^ field|pool NAME of each|every|all NAME": ("field gold of each player: 0..9", "field gold of player: 0..9"),
    "^ field NAME of NAME and|x|by NAME :": ("field gold of player and kind: 0..9", "field gold of player, kind: 0..9"),
    "^ field NAME of ( NAME , NAME ) :": ("field gold of (player, kind): 0..9", "field gold of player, kind: 0..9"),
    "^ players NAME NAME $": ("players Ann Bob", "players Ann, Bob"),
    "^ players NAME NAME": ("players Ann Bob Cid", ""),
    "^ pool NAME of NAME =|:": ("pool box of player = 6", ""),
    "^ pool NAME of ... ,": ("pool side of player, 1..9", ""),
    "until next|the|end|my|your NAME": ("field level of piece: 1..3 until next turn", ""),
    "^ field ... hidden|secret $": ("field bid of player: 0..9 hidden", "field bid of player: 0..9 seen by owner"),
    "^ teams NAME": ("teams White and Black", ""),
    "^ field NAME :|=": ("field gold: 0..9", ""),
    "limit INT minutes|seconds|hours|rounds": ("limit 10 minutes: draw", ""),
    "limit INT turns|plies": ("limit 30 turns: draw", "limit 30 moves: draw"),
    "^ place all|every|each NAME": ("setup\n  place all kinds in box", ""),
    "place INT NAME": ("setup\n  place 2 man of White on {a1, b1}", ""),
    "^ place ... on ... if ... else ... $": ("setup\n  for p in players do\n    place man of p on a1 if p = White else b1", "setup\n  for p in players do\n    place man of p on (a1 if p = White else b1)"),
    "^ place ... on ANY and ... $": ("setup\n  place man of White on a1 and b1", "setup\n  place man of White on {a1, b1}"),
    "^ place ... on ... , ... $": ("setup\n  place man of White on a1, b1", "setup\n  place man of White on {a1, b1}"),
    "^ move|remove|capture NAME ,|and NAME": ("  do mood := wild\n     remove s, a1", "  do mood := wild\n     remove {s, a1}"),
    "^ choose NAME in ... , NAME in": (
        "action drop\n  choose s in sites, n in 1..3\n  do remove s", "action drop\n  choose s in sites\n  choose n in 1..3\n  do remove s"
    ),
    "^ choose NAME in ... , ... $": ("action drop\n  choose s in a1, b1\n  do remove s", "action drop\n  choose s in {a1, b1}\n  do remove s"),
    "^ place NAME NAME on|in": ("setup\n  place Red man on a1", ""),
    "^ move NAME NAME $": ("move man step\n  line any: empty", ""),
    "^ choose site|square|cell|hex NAME": ("action drop\n  choose site s where s is empty", "action drop\n  choose s in sites where s is empty"),
    "in empty sites|squares|cells": ("action drop\n  choose s in empty sites", "action drop\n  choose s in (sites where it is empty)"),
    "^ turn : NAME NAME ,|$": ("turn: White put, Black put", ""),
    "^ turn : ... , ... ,": ("turn: lie, pass, pass\naction lie\n  choose s in sites where s is empty\n  do mood := wild", "turn: lie or pass or pass\naction lie\n  choose s in sites where s is empty\n  do mood := wild"),
    "^ turn : ... ,|/": ("turn: put, step or pass", "turn: put or step or pass"),
    "^ turn|phase ... must": ("turn: put or must step", ""),
    "priority": ("move hop by king priority 1\n  line any: empty", ""),
    "otherwise": ("turn: put otherwise lose", "turn: put else lose"),
    "^ phase together NAME :": ("phase together early: lie\naction lie\n  choose s in sites where s is empty\n  do mood := wild", "phase early together: lie\naction lie\n  choose s in sites where s is empty\n  do mood := wild"),
}  # fmt: skip
"""For each pattern of the table a text, and what the fix makes of it; "" where only the sentence is said. Texts that are indented stand
below `EFFECTS`."""


def test_every_idiom_has_an_example() -> None:
    assert list(EXAMPLES) == [idiom.pattern for idiom in IDIOMS]


def first_error(clauses: str) -> tuple[Source, Diagnostic]:
    """The first error of the small game with other clauses, which are its end."""
    source = Source(
        "small.gdl",
        re.sub(r"^(game .*)$", rf"\1\n  language {LANGUAGE}", changed(clauses), count=1, flags=re.M),
    )
    return source, next(d for d in examine_source(source)[1] if d.is_error)


@pytest.mark.parametrize("idiom", IDIOMS, ids=lambda idiom: idiom.pattern)
def test_an_idiom_is_said_as_it_is_said_here(idiom: Idiom) -> None:
    text, made = EXAMPLES[idiom.pattern]
    above = EFFECTS if text.startswith("  do") else ""
    source, d = first_error(above + text)
    assert d.help == idiom.sentence
    begins = len(source.text) - len(above + text) - 1
    assert [f.applied(source).text[begins:] for f in d.fixes] == ([f"{above}{made}\n"] if made else [])
    assert all(f.is_sure == idiom.is_sure for f in d.fixes)


@pytest.mark.parametrize(
    "clauses",
    [
        "let w(s: site) = s in {a1== a2}",  # a comma, perhaps
        "let w(s: site) = distance(s== a1)",
        "field humour of game: fair, foul== calm",
    ],
)
def test_a_sign_is_not_surely_a_comparison_in_a_list(clauses: str) -> None:
    assert not any(f.is_sure for f in first_error(clauses)[1].fixes)


def test_what_is_one_value_or_another_is_not_told_as_effects() -> None:
    assert first_error("let w(s: site) =\n  if s is empty then 1\n  else 2")[1].help == ""


@pytest.mark.parametrize(
    ("given", "made"),
    [("a&&b", "a and b"), ("a∧b", "a and b"), ("turn%2 = 0", "turn mod 2 = 0"), ("¬ a", "not a")],
)
def test_a_word_for_a_sign_stands_apart(given: str, made: str) -> None:
    source, d = first_error(f"let w(a: bool, b: bool) = {given}")
    assert d.fixes[0].applied(source).text.endswith(f"= {made}\n")


def test_a_sign_is_surely_a_comparison_in_a_condition_within_braces() -> None:
    (fix,) = first_error("let w(s: site) = count({t in sites where rank(t) == 1})")[1].fixes
    assert fix.is_sure


# ---- the search for the cheapest edit


def searched(clause: str, steps: int = MAX_STEPS) -> tuple[Suggestion | None, Work]:
    """What is suggested for a clause in a file of its own, and the work that is left."""
    work = Work(steps)
    traced = trace(clause, "clause", 0)
    assert traced is not None
    return suggestion(broken_line(clause, "clause", 0, traced, clause), work), work


@pytest.mark.parametrize(
    ("clause", "help"),
    [
        ("action put\n  choose s sites\n", "`in` is missing before `sites`"),
        ("action put\n  choose s in in sites\n", "`in` stands there twice"),
        ("action put\n  chose s in sites\n", "did you mean `choose`?"),
        ("pool hand of player s een by owner\n", "`seen` is one word"),
        ("let w(s: site) = rank(s s)\n", "`s` stands there twice"),
        ("action put\n  choose s sites in\n", "`sites` and `in` have changed places"),
        ("field n of game = 0..9\n", "write `:` in place of `=`"),
    ],
)
def test_the_cheapest_edit_is_suggested(clause: str, help: str) -> None:
    found, _ = searched(clause)
    assert found is not None
    assert found.help == help


@pytest.mark.parametrize(
    "clause",
    [
        "let w(s: site) = rank(s) file(s)\n",  # any operator may be missing
        "let w(s: site) = \n",  # any value
        "action put\n  choose s in\n",
    ],
)
def test_nothing_is_suggested_where_several_edits_are_equally_cheap(clause: str) -> None:
    assert searched(clause)[0] is None


def test_a_search_ends_when_its_work_is_done() -> None:
    found, left = searched("action put\n  choose s sites\n", steps=3)
    assert found is None
    assert left.left <= 0


def test_the_work_for_one_line_is_bounded_however_long_it_is() -> None:
    clause = "let w(s: site) = " + " ".join(f"rank(s) + file(s) and ({n}" for n in range(200)) + " ) x\n"
    _, left = searched(clause, steps=10 * MAX_STEPS)
    assert 10 * MAX_STEPS - left.left <= MAX_STEPS + 1


def test_a_problem_without_work_left_is_still_said() -> None:
    clause = "action put\n  choose s sites\n"
    found = problem(Text(clause, "clause", 0, clause), Work(0))
    assert found is not None
    assert found.changes == ()


def test_no_suggestion_leaves_a_joining_word_behind_as_a_name() -> None:
    assert first_error("let w = {or 1, -1}")[1].fixes == ()


def test_words_stay_apart_where_a_sign_between_them_is_left_out() -> None:
    clause = "action put\n  choose s in;sites\n"
    found, _ = searched(clause)
    assert found is not None
    ((start, end, new),) = found.changes
    assert clause[:start] + new + clause[end:] == "action put\n  choose s in sites\n"


# ---- sure fixes, one after the other


def test_all_sure_fixes_are_made_and_no_others() -> None:
    source = Source(
        "small.gdl", changed("let w(s: site) = s is empty && rank(s) <> 1\nlet v(p: player) = score[p]")
    )
    assert with_sure_fixes(source).text.endswith(
        "let w(s: site) = s is empty and rank(s) != 1\nlet v(p: player) = score[p]\n"
    )
