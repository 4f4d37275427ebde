"""The report as one page that needs nothing else: verdict, figures with their definitions, plots, boards that replay."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, exp
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from gdl.core.model import Game
from interpreter.analysis.compare import endless, fairness, warnings
from interpreter.analysis.intervals import Estimate, Share
from interpreter.engines.base import Engine
from interpreter.play.report import plots
from interpreter.play.report.extent import positions_at_most, rule_size
from interpreter.play.report.games import People
from interpreter.play.report.material import ROLLOUTS, Material, Solved, Worth, Worths, first_share
from interpreter.play.report.measures import Figure, cut_off, drama, figures
from interpreter.play.report.restricted import Cost
from interpreter.play.report.tasks import tasks
from interpreter.play.sheet.html import document, part
from interpreter.play.sheet.sheet import sheet
from interpreter.play.svg.picture import picture_of

FRAMES = 80  # boards of a game that is replayed, at most
FIRST_MOVES = 12
_NOTHING = Worths()


@dataclass(frozen=True, slots=True)
class More:
    """What a page says beside the games of bots. `never`: sentences about what was never used by tests, `looks` random games and
    those of the report."""

    never: Sequence[str] = ()
    looks: int = 0
    worths: Worths = _NOTHING
    solved: Sequence[Solved] = ()
    people: People | None = None
    missing: Sequence[str] = ()  # what was cut short


def page(engine: Engine, gathered: Material, more: More, made: Mapping[str, str], settings: str) -> str:
    """The whole page, or what there is of it where no game of the bot was done in time. Raises NoPlotsError."""
    game = engine.game
    body = [*_head(engine, made, settings), *_missing(more)]
    if gathered.recorded:
        body += [
            *_verdict(game, gathered), *_figures(game, gathered), *_extent(engine),
            *_strength(game, gathered), *_costs(gathered), *_mirrors(game, gathered), *_small(more), *_course(gathered), *_moves(game, gathered), *_worth(more.worths),
            *_board(game, gathered), *_never(more), *_replays(engine, gathered), *_tasks(engine, gathered),
        ]  # fmt: skip
    else:
        body += [*_strength(game, gathered), *_worth(more.worths)]
    body += [*_rules(engine), *_people(engine, more.people), f"<script>{_read('page.js')}</script>"]
    return document(f"{game.title}: report", "\n".join(body), _read("page.css"))


def _read(name: str) -> str:
    return Path(__file__).with_name(name).read_text("utf-8")


def _head(engine: Engine, made: Mapping[str, str], settings: str) -> Iterator[str]:
    game = engine.game
    yield f"<h1>{escape(game.title)}</h1>"
    by = ", ".join(game.headings[k] for k in ("author", "year") if k in game.headings)
    options = f"with {settings}" if settings else ""
    yield f'<p class="quiet">{escape(". ".join(t for t in (by, options) if t))}</p>'
    if "notes" in game.headings:
        yield f"<p>{escape(game.headings['notes'])}</p>"
    yield f'<figure class="board">{picture_of(engine.initial_state())}</figure>'
    said = ", ".join(f"{k} {v}" for k, v in made.items())
    yield f'<p class="quiet">Made by {escape(said)}. `gdl rules` writes the rules for people.</p>'


def _missing(more: More) -> Iterator[str]:
    if more.missing:
        items = "".join(f"<li>{escape(text)}</li>" for text in more.missing)
        yield f"<p><strong>The time was up. What is missing here:</strong></p><ul>{items}</ul>"


def _verdict(game: Game, g: Material) -> Iterator[str]:
    name, best = g.levels[-1]
    said = [fairness(game.title, game.players[0].name, len(game.players), name, best)]
    said += [endless(game.title, who, game.limit, sample) for who, sample in (g.levels[0], g.levels[-1])]
    said += warnings(game.title, g.bot, g.levels[0][1], best)
    depth = [d for d in g.doublings if d.helps]
    said += [_depth(len(depth), g)] if g.doublings else []
    items = "".join(f"<li>{escape(s)}</li>" for s in said if s)
    yield f"<h2>Verdict</h2><ul>{items}</ul>"


def _depth(levels: int, g: Material) -> str:
    """How often twice the thinking was shown to help."""
    last, pairs = g.doublings[-1], g.doublings[-1].pairs
    if not levels:
        return f"No advantage of twice the iterations is shown ({pairs} pairs of games)"
    times = f"{levels} doubling{'s' * (levels != 1)} of the iterations help for sure"
    more = (
        "more were not tried" if levels == len(g.doublings) else f"that to {last.iterations} is not shown to"
    )
    return f"Depth: {times}, from {g.doublings[0].iterations // 2} on; {more} ({pairs} pairs of games each)"


def _figures(game: Game, g: Material) -> Iterator[str]:
    found = figures(g.recorded, len(game.players), len(game.board.sites))
    yield f"<h2>Figures</h2><p>From {len(g.recorded)} games of {escape(g.bot)} against itself.</p>"
    yield "<table><thead><tr><th>figure</th><th>value [95 %]</th><th>games</th></tr></thead><tbody>"
    for f in found:
        yield (
            f"<tr><td><details><summary>{escape(f.name)}</summary><p>{escape(f.definition)} <span class='quiet'>{escape(f.source)}.</span></p></details></td>"
            f'<td>{_written(f)}</td><td class="n">{f.games}</td></tr>'
        )
    yield "</tbody></table>"
    yield (
        "<p class='quiet'>Shares have Wilson's intervals, means Student's. Who is ahead is judged by "
        f"{ROLLOUTS} random games from each position, which see what players may not see.</p>"
    )


def _extent(engine: Engine) -> Iterator[str]:
    """How large the game is, by its rules alone."""
    yield f"<p>The rules are {rule_size(engine.game):,} words, numbers and signs, with those of the modules that they use.</p>"
    most = positions_at_most(engine.initial_state())
    if most is not None:
        yield (
            f"<p>There are at most 10<sup>{ceil(most)}</sup> positions between turns, whichever pieces and values stand wherever they may "
            "(state space, as Allis, Searching for Solutions in Games and Artificial Intelligence, 1994, bounds it first).</p>"
        )


def _written(f: Figure) -> str:
    e = f.estimate
    if e is None:
        return "-"
    if f.note:
        return f"{_interval(f, e)}; {f.note}"
    return _interval(f, e)


def _interval(f: Figure, e: Estimate) -> str:
    text = f"{e.value * f.scale:.{f.digits}f}{f.unit}"
    if e.low is None or e.high is None:
        return text
    low, high = e.low * f.scale, e.high * f.scale
    if f.unit == " %":  # Student's interval of a share does not know where shares end
        low, high = max(0.0, low), min(100.0, high)
    return f"{text} [{low:.{f.digits}f}, {high:.{f.digits}f}]"


def _percents(name: str, e: Estimate | None) -> dict[str, Any]:
    if e is None or e.low is None or e.high is None:
        return {}
    return {
        "name": name,
        "value": 100 * e.value,
        "low": max(0.0, 100 * e.low),
        "high": min(100.0, 100 * e.high),
    }


def _strength(game: Game, g: Material) -> Iterator[str]:
    if len(game.players) < 2:
        return
    yield "<h2>Fairness and depth</h2>"
    rows = [r for name, s in g.levels if (r := _percents(f"{name} ({s.games})", first_share(s)))]
    if rows:
        fair = 100 / len(game.players)
        yield _figure(
            plots.intervals(rows, "first player's share, %", fair),
            "The first player's share of the points at rising strength (games). A game that is fair for random players need not be so for good ones.",
        )
    yield from _settings(game, g)
    rows = [r for d in g.doublings if (r := _percents(f"{d.iterations}:{d.iterations // 2}", d.share))]
    if rows:
        yield _figure(
            plots.intervals(rows, "share of the stronger, %", 50),
            f"A bot against one with half its iterations, {g.doublings[0].pairs} pairs of games with seats swapped; doubled until twice in a row it does not help for sure. Each step above the line is a level of skill.",
        )


def _costs(g: Material) -> Iterator[str]:
    """What it costs to go without an action or a kind."""
    if not g.costs:
        return
    yield "<h3>Without an action or a kind</h3>"
    rows = [(str(c.restriction), _of_who_goes_without(c), f"{c.withheld:.1f}") for c in g.costs]
    heads = ("who goes without", "has of the points [95 %]", "choices of a game in which it was withheld")
    yield _table(heads, rows)
    yield (
        f"<p class='quiet'>{escape(g.bot)} against itself, {g.costs[0].pairs} pairs of games with seats swapped: one of the two never does "
        "this where it may do something else; 50 % means that it is not missed. Jaffe and others, Evaluating Competitive Game Balance "
        "with Restricted Play (2012).</p>"
    )


def _mirrors(game: Game, g: Material) -> Iterator[str]:
    """What it brings to answer what the other does by its image."""
    if not g.mirrored:
        return
    yield "<h3>Mirror play</h3>"
    rows = [
        (
            f"{game.players[m.mirror.player].name}, {m.mirror.on(game)}",
            f"{100 * m.lasted:.0f} %",
            _share_of(m.share) + (": better than the bot" if m.is_better else ""),
            _share_of(m.plain),
        )
        for m in g.mirrored
    ]
    yield _table(
        ("who answers by images", "of their choices", "has of the points [95 %]", "the bot itself there"),
        rows,
    )
    yield (
        f"<p class='quiet'>{escape(g.bot)} against itself, {g.mirrored[0].games} games each: one of the two leaves a position that is its own "
        "image, players exchanged, as long as they can, and then goes on as the bot. Of the turns of the board those are shown that "
        "last longest in random games. Berlekamp, Conway and Guy, Winning Ways (1982).</p>"
    )


def _share_of(e: Estimate | None) -> str:
    if e is None or e.low is None or e.high is None:
        return "not known"
    return f"{100 * e.value:.0f} % [{100 * e.low:.0f}, {100 * e.high:.0f}]"


def _of_who_goes_without(c: Cost) -> str:
    e = c.share
    if e is None or e.low is None or e.high is None:
        return "not known"
    if not c.withheld:
        return "not known: there was never anything else to do"
    said = _share_of(e)
    if e.high < 0.5:
        return f"{said}: it is missed"
    return f"{said}: better off without" if e.low > 0.5 else f"{said}: no loss is shown"


def _settings(game: Game, g: Material) -> Iterator[str]:
    """Fairness under other values of options, such as with and without a rule about swapping sides."""
    if not g.others:
        return
    every = [("as it is", g.levels[-1][1]), *g.others]
    rows = [r for name, s in every if (r := _percents(name, first_share(s)))]
    if rows:
        yield _figure(
            plots.intervals(rows, "first player's share, %", 100 / len(game.players)),
            f"The first player's share under other settings, {g.levels[-1][1].games} games of {g.bot} each.",
        )
    said = (fairness(name, game.players[0].name, len(game.players), g.bot, s) for name, s in every)
    yield "<ul>" + "".join(f"<li>{escape(text)}</li>" for text in said if text) + "</ul>"


def _small(more: More) -> Iterator[str]:
    if more.solved:
        yield "<h2>Small boards</h2>"
        rows = [(s.settings, s.value, f"{s.positions:,}" if s.positions else "") for s in more.solved]
        yield _table(("board", "with best play", "positions"), rows)


def _worth(found: Worths) -> Iterator[str]:
    if not found.rows:
        return
    yield "<h3>What pieces are worth</h3>"
    if found.decided is None:
        yield "<p>What was learnt of this game before has no intervals, so it is not shown; `gdl train` learns it anew.</p>"
        return
    if not found.decided:
        yield f"<p>Nothing was learnt: none of {found.games:,} games of a bot against itself (`gdl train`) was won.</p>"
        return
    heads = ("one more of", "to", "logits [95 %]", "wins from an even position")
    yield _table(heads, [_worth_row(w) for w in found.rows])
    yield (
        f"<p class='quiet'>Learnt from {found.decided:,} games that were won, the last ones of {found.games:,} of a bot against itself "
        "(`gdl train`), places and other terms held equal; more training makes it surer. Intervals follow from how far "
        "games agree, each as one observation, and from a first guess by what pieces can do.</p>"
    )


def _worth_row(w: Worth) -> tuple[str, str, str, str]:
    name, e = w.what.removeprefix("count(").removesuffix(")"), w.logits
    if e is None or e.low is None or e.high is None:
        return name, w.player, "not known: their number never varied", ""
    value, low, high = (f"{100 / (1 + exp(-x)):.0f}" for x in (e.value, e.low, e.high))
    return name, w.player, f"{e.value:+.2f} [{e.low:+.2f}, {e.high:+.2f}]", f"{value} % [{low}, {high}]"


def _people(engine: Engine, found: People | None) -> Iterator[str]:
    """Games that people played."""
    if found is None:
        return
    yield "<h2>Games of people</h2>"
    if found.games:
        figures_ = figures(found.games, len(engine.game.players), len(engine.game.board.sites))
        yield _table(
            ("figure", "value [95 %]", "games"), [(f.name, _written(f), str(f.games)) for f in figures_]
        )
        rows = [(g["by"], str(g["plies"]), g["end"], " / ".join(g["comments"])) for g in found.games]
        yield _table(("who", "actions", "end", "said at the table"), rows)
        longest = max(found.games, key=lambda g: (len(g["comments"]), g["plies"]))
        yield _replay(engine, longest, f"{longest['by']}: {longest['end']}")
    else:
        yield "<p>There are none by these rules.</p>"
    yield from (f'<p class="quiet">Left out: {escape(text)}</p>' for text in found.left_out)


def _figure(svg: str, caption: str) -> str:
    return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"


def _course(g: Material) -> Iterator[str]:
    lengths = sorted(float(r["plies"]) for r in g.recorded)
    yield "<h2>The course of a game</h2>"
    cuts = quantiles(lengths, n=4) if len(lengths) > 1 else [lengths[0]] * 3
    yield (
        f"<p>Length in actions: shortest {lengths[0]:.0f}, quartiles {cuts[0]:.0f}, {median(lengths):.0f}, {cuts[2]:.0f}, "
        f"longest {lengths[-1]:.0f} ({len(lengths)} games of {escape(g.bot)}).</p>"
    )
    if note := cut_off(g.recorded):
        yield f"<p>{escape(note)}: whole games are longer than these lengths say.</p>"
    yield _figure(plots.histogram(lengths, "actions in a game"), "Lengths of games.")
    most = max(len(r["counts"]) for r in g.recorded)
    curve = []
    for ply in range(most):
        here = [r["counts"][ply] for r in g.recorded if len(r["counts"]) > ply]
        if 2 * len(here) >= len(g.recorded):
            curve.append((ply + 1, sum(here) / len(here)))
    yield _figure(
        plots.line(curve, "action", "legal actions"),
        "Legal actions as the game goes on, while half of the games last.",
    )
    ends = Counter(r["way"] for r in g.recorded)
    yield "<h3>How games end</h3>" + _table(
        ("end", "games"), [(text, _of(n, len(g.recorded))) for text, n in ends.most_common()]
    )


def _of(part: float, whole: int) -> str:
    e = Share(part, whole).estimate()
    if e is None or e.low is None or e.high is None:
        return "-"
    return f"{100 * e.value:.0f} % [{100 * e.low:.0f}, {100 * e.high:.0f}] of {whole}"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(h)}</th>" for h in heads)
    lines = "".join("<tr>" + "".join(f"<td>{escape(c)}</td>" for c in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>"


def _moves(game: Game, g: Material) -> Iterator[str]:
    yield "<h2>Moves</h2>"
    firsts: dict[str, list[float]] = {}
    for row in g.recorded:
        if row["actions"] and row["points"] is not None:
            firsts.setdefault(row["actions"][0], []).append(row["points"][0])
    ranked = sorted(firsts.items(), key=lambda item: -len(item[1]))[:FIRST_MOVES]
    rows = [(move, str(len(p)), _of(sum(p), len(p))) for move, p in ranked]
    columns = slice(3 if len(game.players) > 1 else 2)  # a player alone has no share of the points
    heads = ("move", "games", "first player's share")
    yield "<h3>First moves</h3>" + _table(heads[columns], [row[columns] for row in rows])
    used = Counter(name for r in g.recorded for name in r["names"])
    times = Counter[str]()
    for row in g.recorded:
        times.update(row["names"])
    total = max(1, sum(times.values()))
    names = [a.name for a in game.actions if a.form not in ("pass", "done") or times[a.name]]
    rows = [(n, _of(used[n], len(g.recorded)), f"{100 * times[n] / total:.1f} %") for n in names]
    yield "<h3>Actions</h3>" + _table(("action", "games in which it is done", "of all actions"), rows)
    kinds = Counter[str]()
    for row in g.recorded:
        kinds.update(row["kinds"])
    moved = sum(kinds.values())
    if moved and len(game.kinds) > 1:
        parts = [(k.name, f"{100 * kinds[k.name] / moved:.1f} %") for k in game.kinds if not k.made_of]
        yield "<h3>Kinds</h3>" + _table(("kind", "of the actions that begin at a piece"), parts)


def _board(game: Game, g: Material) -> Iterator[str]:
    """Where things happen."""
    filled = Counter[str]()
    for row in g.recorded:
        filled.update(row["filled"])
    plies = sum(r["plies"] for r in g.recorded)
    sites = [s for s in game.board.sites if not game.board.is_growing]
    if not plies or len(sites) < 2 or not filled:
        return
    data = [
        {"x": float(s.x), "y": float(s.y), "name": s.name, "share": 100 * filled[s.name] / plies}
        for s in sites
    ]
    yield "<h2>The board</h2>"
    yield _figure(
        plots.heat(data, "positions, %"), f"How often each site holds something, of {plies:,} positions."
    )
    unused = [s.name for s in sites if not filled[s.name]]
    if unused:
        yield f"<p>Never used in these games: {escape(', '.join(unused[:40]))}{' ...' if len(unused) > 40 else ''}.</p>"


def _never(more: More) -> Iterator[str]:
    if more.missing:
        return
    yield "<h2>Never used</h2>"
    yield (
        "<p>By the tests beside the game, the games above, and "
        f"{more.looks:,} random games with preferences, as far as their positions were looked at: the first of each action and "
        "kind, ends of each result, and some others. Times are those at which a condition was looked at. What is listed may be "
        "rare; `gdl coverage` with more games looks further.</p>"
    )
    items = "".join(f"<li>{escape(line)}</li>" for line in more.never)
    yield f"<ul>{items}</ul>" if items else "<p>Every clause, action and kind came up.</p>"


def _replays(engine: Engine, g: Material) -> Iterator[str]:
    done = [r for r in g.recorded if r["points"] is not None and r["actions"]]
    if not done:
        return
    yield "<h2>Games</h2>"
    shortest = min(done, key=lambda r: (r["plies"], r["key"]))
    yield _replay(engine, shortest, f"The shortest game: {shortest['plies']} actions. {shortest['end']}")
    valued = [r for r in done if r["values"] and not r["is_draw"]]
    if valued:
        best = max(valued, key=lambda r: (drama(r), -r["key"]))
        yield _replay(engine, best, f"The most dramatic game (drama {drama(best):.2f}). {best['end']}")
        curve = [(k + 1, 100 * v) for k, v in enumerate(best["values"])]
        yield _figure(plots.line(curve, "action", "first player's share, %", 50), "Who is ahead in it.")


def _tasks(engine: Engine, g: Material) -> Iterator[str]:
    """Positions of the games that make good puzzles."""
    found = tasks(engine, g.recorded)
    if not found:
        return
    yield "<h2>Puzzles from these games</h2><p>One move alone forces the win.</p>"
    for task in found:
        state = engine.initial_state(task.game["seed"])
        for text in task.game["actions"][: task.plies]:
            state = state.apply(state.action_from_string(text))
        answer = escape(", ".join(task.solution))
        yield (
            f'<figure><figcaption>{escape(task.player)} wins in {task.moves} moves.</figcaption><div class="board">{picture_of(state)}</div>'
            f"<details><summary>solution</summary><p>{answer}</p></details></figure>"
        )


def _rules(engine: Engine) -> Iterator[str]:
    """The rule sheet, folded."""
    yield f"<h2>Rules</h2><details><summary>The rule sheet</summary>{part(engine.game, sheet(engine), 2)}</details>"


def _replay(engine: Engine, row: Mapping[str, Any], caption: str) -> str:
    state, frames = engine.initial_state(row["seed"]), list[str]()
    step = max(1, -(-len(row["actions"]) // FRAMES))
    for number, text in enumerate([*row["actions"], ""]):
        if number % step == 0 or not text:
            says = f"{number}. {row['actions'][number - 1]}" if number else "the start"
            hidden = " hidden" if text else ""
            frames.append(f'<div data-says="{escape(says)}"{hidden}>{picture_of(state)}</div>')
        if text:
            state = state.apply(state.action_from_string(text))
    slider = (
        f'<input type="range" min="0" max="{len(frames) - 1}" value="{len(frames) - 1}" aria-label="move">'
    )
    boards = "".join(frames)
    moves = escape(", ".join(row["actions"]))
    return (
        f'<figure class="replay"><figcaption>{escape(caption)}</figcaption><div class="board">{boards}</div>{slider} <output></output>'
        f"<details><summary>moves</summary><p>{moves}</p></details></figure>"
    )
