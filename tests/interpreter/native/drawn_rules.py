"""Rule files drawn at random: small, mostly nonsense as games, but valid, and full of everything that the language has.

`draw(random) -> text`. What the checker refuses is for the caller to throw away.
"""

import re
from collections.abc import Callable
from random import Random

Scope = dict[str, str]  # names and their types: "site", "piece", ..., "sites", ...; a `?` behind it: or none

SETS = {
    "site": "sites", "piece": "pieces", "player": "players", "kind": "kinds", "number": "numbers",
    "direction": "directions",
}  # fmt: skip
ELEMENTS = {v: k for k, v in SETS.items()}


class Writer:
    """Writes one file. `r` decides everything. `is_newer`: with constructs that older numbers of files do not mean.
    `is_together`: with a turn in which the players choose together. `is_wide`: each clause holds whatever fits into it, and
    definitions call each other: the set-up has all effects, ends hold at any time, positions are remembered."""

    def __init__(
        self, r: Random, is_newer: bool = False, is_together: bool = False, is_wide: bool = False
    ) -> None:
        self.r = r
        self.is_newer = is_newer
        self.is_together = is_together
        self.is_wide = is_wide
        self.position = ""  # the name of a remembered position
        self.is_waiting = (
            False  # whether what is being drawn is chosen together: it has neither steps nor sets
        )
        self.names = 0
        self.fields: dict[str, tuple[str, str]] = {}  # holder, type
        self.lets: dict[str, tuple[list[str], str]] = {}  # the types of parameters and of the value
        self.pools: dict[str, str] = {}  # holder
        self.ordered: set[str] = set()  # pools
        self.demands: dict[str, list[str]] = {}  # choices and the types of their parameters
        self.words = ("low", "high", "deep")
        self.has_type = False  # whether the words are a type with a name, `tone`
        self.columns: dict[str, str] = {}
        self.is_changing = False
        self.uses_chance = False
        self.site_names: list[str] = []
        self.places = ""  # what the board has beside its cells

    # ---- drawing

    def one(self, *options: str) -> str:
        return self.r.choice(options)

    def chance(self, p: float) -> bool:
        return self.r.random() < p

    def fresh(self) -> str:
        self.names += 1
        return f"x{self.names}"

    def of_type(self, scope: Scope, kind: str) -> list[str]:
        return [n for n, k in scope.items() if k.rstrip("?") == kind]

    def pick(self, ways: "list[Callable[[], str]]") -> str:
        return self.r.choice(ways)()

    # ---- expressions

    def value(self, kind: str, scope: Scope, depth: int) -> str:
        kind = kind.rstrip("?")
        known = self.of_type(scope, kind)
        if known and self.chance(0.45):
            return self.r.choice(known)
        readable = [n for n, (h, t) in self.fields.items() if t.rstrip("?") == kind]
        if readable and self.chance(0.25):
            return self.field(self.r.choice(readable), scope, depth - 1)
        callable_ = [n for n, (_, t) in self.lets.items() if t == kind]
        if callable_ and depth >= (0 if self.is_wide else 1) and self.chance(0.4 if self.is_wide else 0.2):
            return self.call(self.r.choice(callable_), scope, depth - 1)
        if depth > 0 and self.chance(0.06):
            c = self.value("bool", scope, depth - 1)
            a, b = self.value(kind, scope, depth - 1), self.value(kind, scope, depth - 1)
            return f"({a} if {c} else {b})"
        if self.is_newer and kind in SETS and depth > 0 and self.chance(0.15):
            members = self.value(SETS[kind], scope, depth - 1)
            ends = [
                f"first({members})",
                f"last({members})",
                f"nth({members}, {self.value('number', scope, 0)})",
            ]
            return self.r.choice(ends)
        return str(getattr(self, f"draw_{kind}")(scope, max(depth, 0)))

    def field(self, name: str, scope: Scope, depth: int) -> str:
        holder = self.fields[name][0]
        if holder == "game":
            return name
        kinds = ["number" if ".." in h else "word" if h == "tone" else h for h in holder.split(", ")]
        return f"{name}({', '.join(self.value(k, scope, max(depth, 0)) for k in kinds)})"

    def call(self, name: str, scope: Scope, depth: int) -> str:
        kinds = self.lets[name][0]
        if not kinds:
            return name
        return f"{name}({', '.join(self.value(k, scope, depth) for k in kinds)})"

    def draw_bool(self, scope: Scope, d: int) -> str:
        v = lambda kind: self.value(kind, scope, d - 1)  # noqa: E731
        simple: list[Callable[[], str]] = [
            lambda: f"{v('site')} is {self.test(scope, 0)}",
            lambda: f"{v('site')} is {self.one('occupied', 'empty')}",
            lambda: f"{v('number')} {self.one('<', '<=', '=', '>', '>=', '!=')} {v('number')}",
            lambda: f"{self.one('even', 'odd')}({v('number')})",
            lambda: f"{v('piece')} is {self.one(*self.sides, 'none', *self.kinds)}",
            lambda: f"{v('player')} = {v('player')}",
            lambda: f"{v('kind')} {self.one('=', '!=')} {v('kind')}",
            lambda: f"{v('site')} = {v('site')}",
            lambda: f"{v('direction')} = {v('direction')}",
            lambda: f"owner({v('piece')}) {self.one('=', '!=')} {self.one('none', v('player'))}",
        ]
        if "bool" in self.columns.values():
            simple.append(lambda: self.column("bool", scope, d))
        if d <= 0:
            return f"({self.pick(simple)})"
        more: list[Callable[[], str]] = [
            *simple,
            lambda: f"({v('bool')} and {v('bool')})",
            lambda: f"({v('bool')} or {v('bool')})",
            lambda: f"not {v('bool')}",
            lambda: f"{self.one('some', 'no')} {v(self.some_set())}",
            lambda: self.member(scope, d),
            lambda: self.quantified(scope, d),
            lambda: self.quantified(scope, d),
            lambda: f"beside({v('site')}, {v('site')})",
            lambda: f"{v('piece')} = {v('piece')}",
            lambda: f"{v('site')} = none",
            lambda: "full",
            lambda: f"{self.one('some', 'no')} {self.path(scope, d - 1, True, {})}",
            lambda: f"{v('sites')} {self.one('=', '!=')} {v('sites')}",
            lambda: f"{v('kinds')} = {v('kinds')}",
        ]
        return f"({self.pick(more)})"

    def some_set(self) -> str:
        return self.one("sites", "sites", "pieces", "players", "kinds", "numbers", "directions")

    def member(self, scope: Scope, d: int) -> str:
        kind = self.some_set()
        element, among = self.value(ELEMENTS[kind], scope, d - 1), self.value(kind, scope, d - 1)
        return f"{element} {self.one('in', 'not in')} {among}"

    def quantified(self, scope: Scope, d: int) -> str:
        kind, name = self.some_set(), self.fresh()
        among = self.value(kind, scope, d - 1)
        inner = self.value("bool", {**scope, name: ELEMENTS[kind]}, d - 1)
        return f"{self.one('some', 'all', 'no')} {name} in {among}: {inner}"

    def draw_number(self, scope: Scope, d: int) -> str:
        v = lambda kind: self.value(kind, scope, d - 1)  # noqa: E731
        ways: list[Callable[[], str]] = [
            lambda: str(self.r.randint(0, 4)),
            lambda: self.one("turn", "moves", "passes"),
            lambda: f"{self.one('file', 'rank')}({v('site')})",
        ]
        if self.columns:
            ways += [lambda: self.column("number", scope, d)] if "number" in self.columns.values() else []
        if d > 0:
            ways += [
                lambda: f"count({v(self.some_set())})",
                lambda: f"count({v(self.some_set())})",
                lambda: f"({v('number')} {self.one('+', '-', '*')} {v('number')})",
                lambda: f"({v('number')} {self.one('div', 'mod')} {v('number')})",
                lambda: f"({v('number')} / {v('number')})",
                lambda: f"{self.one('min', 'max')}({v('number')}, {v('number')})",
                lambda: f"{self.one('min', 'max', 'sum')}({v('numbers')})",
                lambda: f"{self.one('distance', 'distance2')}({v('site')}, {v('site')})",
                *[lambda: f"distance({v('site')}, {v('site')}, {self.one(*self.networks)})"][
                    : len(self.networks)
                ],
                lambda: f"distance2({v('site')}, centre)",
                lambda: f"abs({v('number')})",
                lambda: f"{self.one('sum', 'max', 'min', 'count')}({self.mapped('number', scope, d)})",
                lambda: f"-{v('number')}",
                lambda: self.one("captures", "steps", "turn"),
            ]
        if self.is_newer and d > 0:
            of = self.one(*SETS)
            ways += [lambda: f"index({v(of)}, {v(SETS[of])})"] * 2
        return self.pick(ways)

    def column(self, kind: str, scope: Scope, d: int) -> str:
        name = self.r.choice([n for n, k in self.columns.items() if k == kind])
        return f"{name}({self.value(self.one('kind', 'piece'), scope, d - 1)})"

    def mapped(self, kind: str, scope: Scope, d: int) -> str:
        source, name = self.some_set(), self.fresh()
        among = self.value(source, scope, d - 1)
        inner = {**scope, name: ELEMENTS[source]}
        where = f" where {self.value('bool', inner, d - 2)}" if self.chance(0.3) else ""
        return f"{self.value(kind, inner, d - 1)} for {name} in {among}{where}"

    def draw_player(self, scope: Scope, d: int) -> str:
        ways: list[Callable[[], str]] = [lambda: "mover", lambda: self.r.choice(self.players)]
        if d > 0:
            ways += [
                lambda: f"owner({self.value('piece', scope, d - 1)})",
                lambda: f"after({self.value('player', scope, d - 1)})",
                lambda: f"{self.one('first', 'last')}({self.value('players', scope, d - 1)})",
            ]
            if self.has_teams:
                ways.append(lambda: f"partner({self.value('player', scope, d - 1)})")
            if len(self.players) == 2:
                ways.append(lambda: f"rival({self.value('player', scope, d - 1)})")
        return self.pick(ways)

    def draw_site(self, scope: Scope, d: int) -> str:
        v = lambda kind: self.value(kind, scope, d - 1)  # noqa: E731
        ways: list[Callable[[], str]] = [lambda: self.r.choice(self.site_names)]
        if d > 0:
            ways += [
                lambda: f"step({v('site')}, {v('direction')})",
                lambda: f"step({v('site')}, {v('direction')}, {v('number')})",
                lambda: f"site({v('piece')})",
                lambda: f"{self.one('first', 'last')}({v('sites')})",
                lambda: f"{self.one('first', 'last')}({v('sites')})",
                lambda: f"site_at({v('number')}, {v('number')})",
                lambda: f"half_turn({v('site')})",
                lambda: f"mirrored({v('site')}, {v('direction')})",
            ]
            if "borders" in self.places:
                ways += 2 * [lambda: f"first(borders({v('site')}, {v('direction')}))"]
        return self.pick(ways)

    def draw_direction(self, scope: Scope, d: int) -> str:
        v = lambda kind: self.value(kind, scope, d - 1)  # noqa: E731
        ways: list[Callable[[], str]] = [lambda: self.r.choice(self.directions)]
        if "direction" in self.columns.values():
            ways.append(lambda: self.column("direction", scope, d))
        if d > 0:
            ways += [
                lambda: f"opposite({v('direction')})",
                lambda: f"towards({v('site')}, {v('site')})",
            ]
            if self.shape != "graph":
                ways.append(lambda: f"turned({v('direction')}, {v('number')})")
        return self.pick(ways)

    def draw_piece(self, scope: Scope, d: int) -> str:
        v = lambda kind: self.value(kind, scope, d - 1)  # noqa: E731
        ways: list[Callable[[], str]] = [lambda: f"piece({v('site')})"]
        if d > 0:
            ways.append(lambda: f"{self.one('first', 'last')}({v('pieces')})")
        return self.pick(ways)

    def draw_kind(self, scope: Scope, d: int) -> str:
        ways: list[Callable[[], str]] = [lambda: self.r.choice(self.kinds)]
        if d > 0:
            ways += [
                lambda: f"kind({self.value('piece', scope, d - 1)})",
                lambda: f"{self.one('first', 'last')}({self.value('kinds', scope, d - 1)})",
            ]
        return self.pick(ways)

    def draw_word(self, scope: Scope, d: int) -> str:
        return self.r.choice(self.words)

    def draw_text(self, scope: Scope, d: int) -> str:
        """A text, with what the names in it stand for."""
        named = [n for n, kind in scope.items() if kind in ("site", "kind", "number", "player", "direction")]
        parts = self.r.sample(named, min(len(named), self.r.randint(0, 2)))
        text = '"' + "-".join(["x", *(f"{{{n}}}" for n in parts)]) + '"'
        return (
            f'({text} if {self.value("bool", scope, d - 1)} else "y")' if d > 0 and self.chance(0.3) else text
        )

    # ---- sets

    def filtered(self, kind: str, scope: Scope, d: int) -> str:
        source = self.value(kind, scope, d - 1)
        if self.chance(0.2):
            inner = {**scope, "it": ELEMENTS[kind]}
            keys = [f"({self.value('number', inner, d - 1)})" for _ in range(self.r.randint(1, 2))]
            return f"({source} by {', '.join(keys)})"
        if self.chance(0.5):
            return f"({source} where {self.value('bool', {**scope, 'it': ELEMENTS[kind]}, d - 1)})"
        name = self.fresh()
        inner = self.value("bool", {**scope, name: ELEMENTS[kind]}, d - 1)
        return f"{{{name} in {source} where {inner}}}"

    def combined(self, kind: str, scope: Scope, d: int) -> str:
        left, right = self.value(kind, scope, d - 1), self.value(kind, scope, d - 1)
        return f"({left} {self.one('+', '-')} {right})"

    def any_set(self, kind: str, scope: Scope, d: int) -> "list[Callable[[], str]]":
        if d <= 0:
            return []
        made: list[Callable[[], str]] = [
            lambda: self.filtered(kind, scope, d),
            lambda: self.combined(kind, scope, d),
        ]
        if kind != "pieces":
            made.append(lambda: f"{{{self.mapped(ELEMENTS[kind], scope, d)}}}")
        items = [self.value(ELEMENTS[kind], scope, d - 1) for _ in range(self.r.randint(1, 3))]
        made.append(lambda: "{" + ", ".join(dict.fromkeys(items)) + "}")
        if self.is_newer:
            part = f"{self.one('first', 'last')}({self.value(kind, scope, d - 1)}, {self.value('number', scope, 0)})"
            made += [lambda: part] * 2
        return made

    def joined(self, scope: Scope, d: int) -> str:
        """A union of sets, one for each element."""
        name = self.fresh()
        ways = [f"neighbours({name})", f"between({name}, {self.value('site', scope, d - 1)})"]
        return f"{{{self.r.choice(ways)} for {name} in {self.value('sites', scope, d - 1)}}}"

    def draw_sites(self, scope: Scope, d: int) -> str:
        v = lambda kind: self.value(kind, scope, d - 1)  # noqa: E731
        ways: list[Callable[[], str]] = [
            lambda: self.one("sites", "sites", "(sites where it is occupied)"),
            lambda: "{" + ", ".join(self.r.sample(self.site_names, min(3, len(self.site_names)))) + "}",
        ]
        if not self.shape.endswith("growing"):
            ways.append(lambda: self.one("edge", "corners"))
        if self.shape == "octagons":
            ways.append(lambda: self.one("octagons", "squares"))
        if d > 0:
            ways += [
                *self.any_set("sites", scope, d),
                lambda: f"neighbours({v('site')})",
                lambda: f"neighbours({v('site')}, {v('directions')})",
                lambda: f"({v('sites')} where {self.one('it is empty', 'it is own', 'it is enemy')})",
                lambda: f"between({v('site')}, {v('site')})",
                lambda: f"{self.one('file', 'rank')}({v('number')})",
                lambda: f"side({v('direction')})",
                lambda: self.joined(scope, d),
                *self.of_places(scope, d),
                *self.of_places(scope, d),
                lambda: (
                    f"reached from {v('site')}{self.one('', ' by ' + v('directions'))} while {self.test(scope, d - 1)}"
                ),
            ]
            if self.facing:
                ways.append(lambda: f"{self.one('last_rank', 'home_rank')}({v('player')})")
            if self.is_wide:
                ways += 2 * [lambda: f"({self.path(scope, d - 1, True, {})})"]
        return self.pick(ways)

    def draw_pieces(self, scope: Scope, d: int) -> str:
        v = lambda kind: self.value(kind, scope, d - 1)  # noqa: E731
        ways: list[Callable[[], str]] = [
            lambda: "pieces",
            lambda: f"{self.one(*self.sides)} {self.one('pieces', *self.kinds)}",
            lambda: f"{self.r.choice(self.kinds)} of {self.r.choice(self.players)}",
        ]
        for name, holder in self.pools.items():
            ways.append(lambda name=name, holder=holder: name if holder == "game" else f"{name}({v(holder)})")
        if d > 0:
            ways += [*self.any_set("pieces", scope, d), lambda: f"stack({v('site')})"]
        return self.pick(ways)

    def draw_players(self, scope: Scope, d: int) -> str:
        ways: list[Callable[[], str]] = [lambda: "players", lambda: "players"]
        if self.has_teams:
            ways += [lambda: f"team({self.value('player', scope, d - 1)})"] * 2
        return self.pick([*ways, *self.any_set("players", scope, d)])

    def draw_kinds(self, scope: Scope, d: int) -> str:
        ways: list[Callable[[], str]] = [lambda: "kinds", lambda: f"{{{self.r.choice(self.kinds)}}}"]
        if d > 0:
            ways += [
                *self.any_set("kinds", scope, d),
                lambda: f"(kinds of {self.value('pieces', scope, d - 1)})",
                lambda: "captured",
            ]
        return self.pick(ways)

    def draw_numbers(self, scope: Scope, d: int) -> str:
        low = self.r.randint(0, 2)
        ways: list[Callable[[], str]] = [lambda: f"({low}..{low + self.r.randint(0, 3)})"]
        if d > 0:
            ways += [
                *self.any_set("numbers", scope, d),
                lambda: f"({self.value('number', scope, d - 1)}..{self.value('number', scope, d - 1)})",
            ]
        return self.pick(ways)

    def draw_directions(self, scope: Scope, d: int) -> str:
        ways: list[Callable[[], str]] = [
            lambda: self.one("any", "orthogonal", *self.networks, *(["directions"] if self.is_newer else [])),
            lambda: "{" + ", ".join(self.r.sample(self.directions, min(2, len(self.directions)))) + "}",
        ]
        if d > 0:
            ways += self.any_set("directions", scope, d)
        if self.facing:
            word = self.one("forward", "backward", "sideways", "left", "forward_diagonal")
            ways.append(lambda: f"{word}({self.value('player', scope, d - 1)})")
        return self.pick(ways)

    # ---- tests and paths

    def test(self, scope: Scope, d: int) -> str:
        ways: list[Callable[[], str]] = [
            lambda: self.one("empty", *self.sides, "piece", "any"),
            lambda: self.one("empty", "own", "enemy", "not own", "empty | enemy"),
            lambda: f"{self.one(*self.sides)} {self.r.choice(self.kinds)}",
            lambda: self.r.choice(self.kinds),
        ]
        if d > 0:
            ways += [
                lambda: f"not {self.test(scope, 0)}",
                lambda: f"{self.test(scope, 0)} | {self.test(scope, 0)}",
                lambda: f"not ({self.test(scope, 0)} | {self.test(scope, 0)})",
                lambda: f"[{self.value('bool', {**scope, 'it': 'site'}, d - 1)}]",
            ]
        return self.pick(ways)

    def path_test(self, scope: Scope, d: int) -> str:
        made = self.test(scope, d)
        return "any" if made == "none" else made

    def pattern(self, scope: Scope, d: int, names: Scope | None, may_group: bool = True) -> str:
        """`names` gathers what is bound; without it nothing is."""
        steps: list[str] = []
        count = self.r.choice((1, 1, 2, 2, 3))
        must = self.r.randrange(count)  # something must be met
        for _ in range(count):
            grouped = may_group and self.chance(0.2)
            inner: Scope | None = {} if names is not None and self.chance(0.4) else None
            if grouped:
                text = f"({self.pattern({**scope, **(names or {})}, d - 1, inner, self.chance(0.3))})"
            else:
                text = self.path_test({**scope, **(names or {})}, d)
            repeat = self.one("", "", "", "*", "+", "?", "{2}", "{1..2}", "{0..2}")
            if len(steps) == must:
                repeat = self.one("", "", "+", "{2}", "{1..2}")
            if grouped and not repeat:
                repeat = self.one("+", "{1..2}")
            text += repeat
            if names is not None:
                for name in inner or {}:
                    names[name] = "sites"
                if self.chance(0.35):
                    name = self.fresh()
                    text += f" as {name}"
                    names[name] = "sites" if repeat or grouped else "site"
            steps.append(text)
        return ", ".join(steps)

    def leap(self) -> str:
        """Where a leap leads."""
        far, aside = self.r.randint(0, 2), self.r.randint(1, 2)
        if self.chance(0.6):
            return f"{far}, {aside}"
        if not self.facing:
            return self.one(f"any {aside}", f"orthogonal {far + 1}, any {aside}")
        side = self.one("sideways", "left", "right", "any")
        return self.one(
            f"forward {aside}", f"forward {far}, {side} {aside}", f"backward {far}, {side} {aside}"
        )

    def path(self, scope: Scope, d: int, has_start: bool, names: Scope) -> str:
        form = self.one("line", "line", "line", "walk", "leap")
        start = ""
        if has_start and self.chance(0.7):
            start = f" from {self.value(self.one('site', 'piece'), scope, 1)}"
        if form == "walk":
            bound = (
                f" up to {self.r.randint(1, 3)}" if self.chance(0.7) else f" length {self.r.randint(1, 2)}..3"
            )
            ends = " as to" if self.chance(0.2) and not has_start else ""
            pattern = self.pattern(scope, d, None) + (", any" + ends if ends else "")
            return f"walk {self.value('directions', scope, 1)}{bound}{start}: {pattern}"
        if form == "leap" and self.shape == "graph":
            form = "line"
        if form == "leap":
            head = f"leap {self.leap()}{start}"
            rides = self.chance(0.5)
            first = f"{self.path_test(scope, d)}{self.one('*', '?', '{0..2}')}, " if rides else ""
            return f"{head}: {first}{self.pattern(scope, d, names) if rides else self.path_test(scope, d)}"
        directions = self.value("directions", scope, 1) if self.chance(0.6) else self.one("any", "orthogonal")
        if self.facing and self.chance(0.3):
            directions = self.one("forward", "forward_diagonal", "sideways", "backward")
        bound = self.one("", "", "", f" up to {self.r.randint(1, 3)}", " length 1..2", " length 2")
        return f"line {directions}{bound}{start}: {self.pattern(scope, d, names)}"

    # ---- effects

    def effects(self, scope: Scope, d: int, indent: int, count: int = 3, rounds: bool = True) -> list[str]:
        """Lines of effects, each with its indentation."""
        scope = dict(scope)
        made: list[str] = []
        for _ in range(self.r.randint(1, count)):
            made.extend(self.effect(scope, d, indent, rounds))
        return made

    def on_sites(self, scope: Scope, d: int) -> str:
        """Sites that are empty, mostly."""
        if not self.board_is_stacking and self.chance(0.15):  # such as change with each new piece
            near = self.one(f"step(y, {self.value('direction', scope, d)})", "neighbours(y)")
            return f"{{{near} for y in sites where y is {self.one('own', 'enemy', 'occupied')}}} where it is empty"
        if self.board_is_stacking or self.chance(0.1):
            return self.value(self.one("site", "sites"), scope, d)
        name = self.value(self.one("site", "sites"), scope, d)
        return f"{name} where it is empty"

    def with_fields(self, scope: Scope, d: int) -> str:
        mine = [n for n, (h, _) in self.fields.items() if h == "piece"]
        if not mine or self.chance(0.7):
            return ""
        name = self.r.choice(mine)
        return f" with {name} = {self.assigned(name, scope, d)}"

    def assigned(self, name: str, scope: Scope, d: int) -> str:
        kind = self.fields[name][1]
        if kind.endswith("?") and self.chance(0.2):
            return "none"
        if kind.rstrip("?") == "number" and self.chance(0.8):
            return f"(({self.whole(scope, d)}) mod 4)"
        return self.value(kind, scope, d)

    def whole(self, scope: Scope, d: int) -> str:
        return f"({self.value('number', scope, d)}) div 1"

    def effect(self, scope: Scope, d: int, indent: int, rounds: bool) -> list[str]:
        pad = "  " * indent
        v = lambda kind: self.value(kind, scope, d)  # noqa: E731
        ways: list[Callable[[], list[str]]] = [
            lambda: [
                f"place {self.new_piece(scope, d)} on {self.on_sites(scope, d)}{self.with_fields(scope, d)}"
            ],
            lambda: [f"{self.one('remove', 'capture')} {v(self.one('piece', 'pieces'))}"],
            lambda: [self.shifting(scope, d)],
            lambda: [f"owner({v('piece')}) := {v('player')}"],
            lambda: [f"kind({v('piece')}) := {v('kind')}"],
        ]
        if self.fields:
            for _ in range(3):
                ways.append(lambda: [self.assignment(scope, d)])
        if self.pools:
            ways.append(lambda: [self.stocking(scope, d)])
            ways.append(lambda: [self.dropping(scope, d)])
        if rounds and d > 0:
            ways += [
                lambda: self.for_each(scope, d, indent),
                lambda: self.for_each(scope, d, indent),
                lambda: self.for_path(scope, d, indent),
                lambda: self.branch(scope, d, indent),
                lambda: self.simultaneously(scope, d, indent),
                lambda: self.moved_at_once(scope, d, indent),
                lambda: self.bound(scope, d),
            ]
        if self.uses_chance and self.chance(0.5):
            ways.append(lambda: self.random(scope, d))
        if self.demands and not self.is_settling and self.chance(0.6):
            ways.append(lambda: [self.then(scope, d)])
            ways.append(lambda: [self.then(scope, d)])
        if self.chance(0.1) and not self.is_settling:
            ways.append(lambda: [f"then turn of {v('player')}"])
        if self.chance(0.04):
            ways.append(lambda: [f"end {self.result(scope)}"])
        if self.phases and self.chance(0.2):
            ways.append(lambda: [f"phase := {self.r.choice(self.phases)}"])
        return [x if x.startswith("  ") else pad + x for x in self.r.choice(ways)()]

    def new_piece(self, scope: Scope, d: int) -> str:
        named = [*self.kinds, *(n for n in self.of_type(scope, "kind"))]
        if self.chance(0.1):
            return self.value("kind", scope, d)
        owner = f" of {self.value('player', scope, d)}" if self.chance(0.8) else ""
        return self.r.choice(named) + owner

    def then(self, scope: Scope, d: int) -> str:
        words = ["", "may "] + (["must "] if self.may_must else [])
        picked = self.r.sample(sorted(self.demands), min(len(self.demands), self.r.choice((1, 1, 2))))
        calls = []
        for name in picked:
            given = ", ".join(self.value(k, scope, d) for k in self.demands[name])
            calls.append(f"{name}({given})" if given else name)
        by = f" by {self.value('player', scope, d)}" if self.is_newer and self.chance(0.3) else ""
        return f"then {self.r.choice(words)}{' or '.join(calls)}{by}"

    def shifting(self, scope: Scope, d: int) -> str:
        to = f"first({self.value('sites', scope, d)} where it is empty)"
        if self.chance(0.3):
            to = self.value("site", scope, d)
        if self.pools and self.chance(0.3):
            to = self.pool(scope, d)
        word = "under" if to.partition("(")[0] in self.ordered and self.chance(0.4) else "to"
        return f"move {self.value('piece', scope, d)} {word} {to}{self.with_fields(scope, d)}"

    def pool(self, scope: Scope, d: int) -> str:
        name = self.r.choice(sorted(self.pools))
        holder = self.pools[name]
        return name if holder == "game" else f"{name}({self.value(holder, scope, d)})"

    def stocking(self, scope: Scope, d: int) -> str:
        times = f" times {self.r.randint(0, 3)}" if self.chance(0.5) else ""
        return f"place {self.new_piece(scope, d)} in {self.pool(scope, d)}{times}{self.with_fields(scope, d)}"

    def dropping(self, scope: Scope, d: int) -> str:
        to = f"first({self.value('sites', scope, d)} where it is empty)"
        return f"move {self.value('kind', scope, d)} from {self.pool(scope, d)} to {to}"

    def assignment(self, scope: Scope, d: int) -> str:
        name = self.r.choice(sorted(self.fields))
        return f"{self.field(name, scope, d)} := {self.assigned(name, scope, d)}"

    def for_each(self, scope: Scope, d: int, indent: int) -> list[str]:
        pad, inner, heads = "  " * indent, dict(scope), []
        for _ in range(self.r.choice((1, 1, 1, 2))):
            kind, name = self.some_set(), self.fresh()
            heads.append(f"{name} in {self.value(kind, inner, d)}")
            inner[name] = ELEMENTS[kind]
        where = f" where {self.value('bool', inner, d)}" if self.chance(0.4) else ""
        return [f"{pad}for {', '.join(heads)}{where} do", *self.effects(inner, d - 1, indent + 1, 2)]

    def for_path(self, scope: Scope, d: int, indent: int) -> list[str]:
        names: Scope = {}
        path = self.path(scope, d, True, names)
        return [f"{'  ' * indent}for {path} do", *self.effects({**scope, **names}, d - 1, indent + 1, 2)]

    def branch(self, scope: Scope, d: int, indent: int) -> list[str]:
        pad = "  " * indent
        made = [f"{pad}if {self.value('bool', scope, d)} do", *self.effects(scope, d - 1, indent + 1, 2)]
        if self.chance(0.4):
            made += [f"{pad}else", *self.effects(scope, d - 1, indent + 1, 2)]
        return made

    def simultaneously(self, scope: Scope, d: int, indent: int) -> list[str]:
        return [f"{'  ' * indent}simultaneously", *self.effects(scope, d - 1, indent + 1, 3)]

    def moved_at_once(self, scope: Scope, d: int, indent: int) -> list[str]:
        """Pieces that leave before any of them arrives, and whatever else happens in the same block."""
        x, inner = self.fresh(), "  " * (indent + 1)
        there = {**scope, x: "piece"}
        one, other = self.value("piece", scope, d), self.value("piece", scope, d)
        ways = [  # round all sites, along a row, or two that change places
            f"for {x} in sites do move piece({x}) to nth(sites, (index({x}, sites) + {self.r.randint(0, 3)}) mod count(sites) + 1)",
            f"for {x} in pieces do move {x} to step(site({x}), {self.value('direction', scope, 0)}){self.with_fields(there, 0)}",
            f"move {one} to site({other}); move {other} to site({one})",
        ]
        made = [f"{inner}{line}" for line in self.r.sample(ways, self.r.choice((1, 1, 2)))]
        if self.chance(0.5):
            made += self.effects(scope, d - 1, indent + 1, 2, rounds=self.chance(0.3))
        return [f"{'  ' * indent}simultaneously", *made]

    def bound(self, scope: Scope, d: int) -> list[str]:
        changed = [n for n, k in scope.items() if n.startswith("v")]
        if changed and self.chance(0.4):
            name = self.r.choice(changed)
            return [f"{name} := {self.value(scope[name], scope, d)}"]
        kind = self.one(
            "site", "piece", "number", "player", "sites", "pieces", "kind", "numbers", "bool", "kinds"
        )
        text = self.value(kind, scope, d)
        name = f"v{self.fresh()}"
        scope[name] = kind
        return [f"let {name} = {text}"]

    def random(self, scope: Scope, d: int) -> list[str]:
        kind = self.some_set()
        text = self.value(kind, scope, d)
        name = self.fresh()
        scope[name] = ELEMENTS[kind] + "?"
        return [f"random {name} in {text}"]

    def result(self, scope: Scope) -> str:
        who = self.one("mover", *self.players)
        return self.one(
            "draw", f"{who} wins", f"{who} loses", f"{self.value('players', scope, 1)} wins", *self.scored
        )

    # ---- clauses

    def board(self) -> str:
        kind = self.r.choice(
            (
                "square",
                "square",
                "octagons",
                "hex",
                "rows",
                "graph",
                "ring",
                "growing",
                "stacking",
                "holes",
                "places",
                "round",
            )
        )
        self.shape, self.board_is_stacking, self.networks = "square", False, []
        w, h = self.r.randint(2, 4), self.r.randint(2, 4)
        compass = ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"]
        self.directions = compass
        self.site_names = [f"{'abcd'[x]}{y + 1}" for y in range(h) for x in range(w)]
        match kind:
            case "hex":
                self.shape, self.directions = "hex", [d for d in compass if d not in ("north", "south")]
                return f"board hex {w} x {h}"
            case "rows":
                self.shape, self.directions = "hex", [d for d in compass if d not in ("north", "south")]
                self.site_names = ["a1", "b1", "a2", "b2", "c2", "a3", "b3"]
                return "board hex rows 2, 3, 2"
            case "graph":
                self.shape, self.directions = "graph", ["north", "east", "south", "west"]
                self.site_names = ["a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"]
                return "board graph a1-b1-c1, a3-b3-c3, a1-a2-a3, c1-c2-c3"
            case "ring" if self.is_newer and self.chance(0.6):
                self.shape, self.networks = "graph", ["tram", "boat"]
                self.directions = ["tram_north", "tram_way2", "boat_back1", "boat_way2"]
                self.site_names = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3"]
                return "board graph tram: a1-a2-a3, a1-b1-b2-a3, b2-b3 boat: a1-b1-c1-c2-b2, a2>b2>a1"
            case "ring":
                self.shape, self.directions = "graph", ["way1", "back1", "north", "east"]
                self.site_names = ["a1", "b1", "c1", "c2", "c3", "b3", "a3", "a2"]
                return "board graph a1-b1-c1-c2-c3-b3-a3-a2-a1, b1-b2-b3, a2>b2>c2"
            case "octagons":
                self.shape = "octagons"
                self.site_names += [f"{'abcd'[x]}{y + 1}ne" for y in range(h - 1) for x in range(w - 1)]
                return f"board octagons {w} x {h}"
            case "growing":
                self.shape = "square growing"
                grid = self.one("square", "square", "hex")
                if grid == "hex":
                    self.shape, self.directions = (
                        "hex growing",
                        [d for d in compass if d not in ("north", "south")],
                    )
                self.site_names = [f"site_at({x}, {y})" for x in (-1, 0, 1) for y in (-1, 0, 1)]
                return f"board {grid} growing within {self.one('5', '12')}"
            case "stacking":
                self.board_is_stacking = True
                return f"board square {w} x {h} stacking"
            case "round":
                w, h = self.r.randint(3, 4), self.r.randint(3, 4)
                self.site_names = [f"{'abcd'[x]}{y + 1}" for y in range(h) for x in range(w)]
                parts = self.one("files", "ranks", "files, ranks", "files, ranks")
                if self.chance(0.3):
                    self.shape, self.directions = "hex", [d for d in compass if d not in ("north", "south")]
                return f"board {self.shape} {w} x {h} wrapping {parts}"
            case "places":
                return self.board_with_places()
            case "holes":
                w = h = 4
                self.site_names = ["a1", "b2", "c3", "d4", "a3", "d2", "a2", "c2"]
                return "board square 4 x 4 where not (file(it) = 3 and rank(it) = 4)"
        return f"board square {w} x {h}"

    def board_with_places(self) -> str:
        """A board with borders, nodes or both, some of which stand among the names of its sites."""
        self.places = self.one("borders", "nodes", "borders, nodes", "borders, nodes")
        of_square = {"borders": ["a1n", "b1e", "a1w", "b2n"], "nodes": ["a1ne", "b2nw", "a1sw"]}
        of_hex = {"borders": ["a1ne", "b1nw", "b2e", "a1sw"], "nodes": ["a1n", "b2s", "b1n", "a3n"]}
        if self.chance(0.5):
            board, names = "square 2 x 2", of_square
            self.site_names = ["a1", "b1", "a2", "b2"]
        else:
            board, names = "hex rows 2, 3, 2", of_hex
            self.shape, self.directions = "hex", [d for d in self.directions if d not in ("north", "south")]
            self.site_names = ["a1", "b1", "a2", "b2", "c2", "a3", "b3"]
        for sort in self.places.split(", "):
            self.site_names += names[sort]
        self.board_is_stacking = self.chance(0.15)
        return f"board {board} with {self.places}{' stacking' if self.board_is_stacking else ''}"

    def of_places(self, scope: Scope, d: int) -> "list[Callable[[], str]]":
        """Sets of borders and nodes, and what touches a site."""
        if not self.places:
            return []
        touching = [*self.places.split(", "), "cells"]
        return [
            lambda: self.one(*self.places.split(", ")),
            lambda: f"{self.one(*touching)}({self.value('site', scope, d - 1)})",
        ]

    def declared(self) -> list[str]:
        made = []
        self.has_type = self.is_newer and self.chance(0.4)
        if self.has_type:
            made.append(f"type tone: {', '.join(self.words)}")
        for holder in ("game", "player", "site", "piece", "piece", "game", *self.pairs()):
            if not self.chance(0.5):
                continue
            kind = self.one(
                "bool", "number", "site?", "player?", "kind?", "direction?", "piece?", "word", "number?"
            )
            name = f"f{len(self.fields)}"
            written = kind.rstrip("?")
            if written == "number":
                written = self.one("0..3", "0..9", "-2..5", "0..300")
            elif written == "word":
                written = ", ".join(self.words)
            optional = " or none" if kind.endswith("?") else ""
            until = self.one("", "", "", "", " until action", " until turn")
            self.fields[name] = (holder, kind)
            made.append(f"field {name} of {holder}: {written}{optional}{until}")
        for holder in ("player", "game"):
            if self.chance(0.2):
                self.pools[f"p{holder}"] = holder
                is_ordered = self.is_newer and self.chance(0.5)
                self.ordered |= {f"p{holder}"} if is_ordered else set()
                made.append(f"pool p{holder} of {holder}" + " ordered" * is_ordered)
        for name, holder, of in (
            ("pplayer_of_words", "word", "tone"),
            ("pplayer_of_numbers", "number", "0..2"),
        ):
            if self.has_type and self.chance(0.3):
                self.pools[name] = holder
                is_ordered = self.chance(0.4)
                self.ordered |= {name} if is_ordered else set()
                made.append(f"pool {name} of {of}" + " ordered" * is_ordered)
        return made

    def pairs(self) -> list[str]:
        """Holders of fields that are tables, or pairs with pieces."""
        if not self.is_newer:
            return []
        tones = ["tone", "tone"] if self.has_type else []
        some = lambda: self.one("player", "kind", "bool", "0..3", "-1..1", "site", "direction", *tones)  # noqa: E731
        beside = self.one("player", "kind", "bool", "0..2", *tones)
        return [
            some(),
            f"{some()}, {self.one('player', 'kind', '1..4')}",
            f"{beside}, piece",
            f"piece, {beside}",
        ]

    def definitions(self) -> list[str]:
        made = []
        types = ["site", "piece", "player", "number", "kind", "sites", "pieces", "bool", "direction"]
        results = ["bool", "bool", "number", "site", "sites", "pieces", "player", "numbers", "kind"]
        if self.is_wide:
            results += ["number", "site", "piece", "direction", "directions", "players", "kinds"]
        for i in range(self.r.randint(2, 7) if self.is_wide else self.r.randint(0, 4)):
            given = [self.one(*types) for _ in range(self.r.randint(0, 3 if self.is_wide else 2))]
            kind = self.one(*results)
            names = [f"g{i}{j}" for j in range(len(given))]
            scope = dict(zip(names, given, strict=True))
            parameters = ", ".join(f"{n}: {k}" for n, k in scope.items())
            body = self.value(kind, scope, 2)
            made.append(f"let def{i}{f'({parameters})' if given else ''} = {body}")
            self.lets[f"def{i}"] = (given, kind)
        if self.chance(0.4):
            made.append(f"let score(q: player) = {self.value('number', {'q': 'player'}, 2)}")
            self.scored = ["highest score wins", "lowest score wins", "payoff score"]
            if self.chance(0.5):
                made.append(f"let other(q: player) = {self.value('number', {'q': 'player'}, 1)}")
                self.scored += [
                    "highest score, then lowest other wins",
                    "lowest other, then highest score wins",
                ]
        return made

    def choosing(self, scope: Scope, indent: str, count: int) -> list[str]:
        made = []
        for _ in range(count):
            kind = self.one("sites", "sites", "sites", "pieces", "kinds", "players", "directions", "numbers")
            name = self.fresh()
            text = self.value(kind, scope, 2)
            while kind == "pieces" and ("pplayer" in text or "pgame" in text or "def" in text):
                text = self.value(kind, scope, 2)
            if kind == "numbers":
                text = f"{self.r.randint(0, 1)}..{self.r.randint(1, 3)}"
            if self.has_type and self.chance(0.2):
                where = f" where {self.value('bool', {**scope, name: 'word'}, 1)}" if self.chance(0.4) else ""
                made.append(f"{indent}choose {name} in tone{where}")
                scope[name] = "word"
                continue
            if self.pools and self.chance(0.2):
                kind, text = "kinds", f"kinds of {self.pool(scope, 1)}"
            if kind != "numbers" and not self.is_waiting and self.chance(0.15):
                made.append(f"{indent}{self.choosing_a_set(name, kind, text, scope)}")
                continue
            scope[name] = ELEMENTS[kind]
            where = f" where {self.value('bool', scope, 1)}" if self.chance(0.4) else ""
            said = ("", "openly ", "secretly ")[len(scope) % 3]
            made.append(f"{indent}choose {said}{name} in {text}{where}")
        if self.chance(0.3):
            made.append(f"{indent}where {self.value('bool', scope, 2)}")
        return made

    def choosing_a_set(self, name: str, kind: str, text: str, scope: Scope) -> str:
        """A choice of several elements, some of them from a pool."""
        if self.pools and self.chance(0.3):
            kind, text = "pieces", self.pool(scope, 1)
        scope[name] = kind
        self.chooses_sets = True
        sizes = self.one("0..1", "1..2", "2", "0..2")
        where = f" where {self._of_a_set(name, kind, scope)}" if self.chance(0.5) else ""
        return f"choose {name}: {sizes} of {text}{where}"

    def _of_a_set(self, name: str, kind: str, scope: Scope) -> str:
        """A condition on a chosen set, most of them such as end the search for sets early."""
        x = self.fresh()
        inner, most = {**scope, x: ELEMENTS[kind]}, self.r.randint(0, 3)
        match self.r.randint(0, 4):
            case 0:
                return f"{self.one('all', 'no', 'some')} {x} in {name}: {self.value('bool', inner, 1)}"
            case 1:
                return f"count({name}) {self.one('=', '<=', '>')} {self.value('number', scope, 1)}"
            case 2:
                return f"count({x} in {name} where {self.value('bool', inner, 1)}) {self.one('=', '<=', '>=')} {most}"
            case 3:
                return f"sum({self.value('number', inner, 1)} for {x} in {name}) {self.one('=', '<=', '<')} {most}"
        return self.value("bool", scope, 1)

    def action(self, name: str) -> list[str]:
        scope: Scope = {}
        self.chooses_sets = False
        made = [f"action {name}", *self.choosing(scope, "  ", self.r.choice((1, 1, 2)))]
        self.may_must = again = False
        if not self.is_waiting and self.chance(0.15) and not self.uses_chance and not self.chooses_sets:
            again = True
        else:
            self.may_must = not self.uses_chance and not self.is_waiting
        if self.is_wide and not again and self.chance(0.3):
            notation = [f"  notation {self.draw_text(scope, 1)}"]
        else:
            notation = []
        made += ["  do", *self.effects(scope, 2, 2), *notation]
        if again:
            order = self.one("", " in any order")
            made.append(f"  again {self.one('may', 'must')} up to {self.r.randint(2, 3)}{order}{self.once()}")
        self.may_must = False
        if self.chance(0.15):
            made += ["  finally", *self.effects(scope, 1, 2, 1)]
        return made

    def choice(self, name: str, given: list[str]) -> list[str]:
        names = [f"c{name}{j}" for j in range(len(given))]
        scope = dict(zip(names, given, strict=True))
        parameters = ", ".join(f"{n}: {k}" for n, k in scope.items())
        made = [f"choice {name}{f'({parameters})' if given else ''}"]
        made += self.choosing(scope, "  ", self.r.choice((0, 1, 1, 2)))
        kept, self.demands = self.demands, {k: v for k, v in self.demands.items() if k > name}
        made += ["  do", *self.effects(scope, 1, 2, 2)]
        self.demands = kept
        return made

    def once(self) -> str:
        return " once per outcome" if self.chance(0.3) else ""

    def move(self, name: str) -> list[str]:
        names: Scope = {}
        by = f" by {self.r.choice(self.kinds)}" if self.chance(0.6) else ""
        made = [f"move {name}{by}", f"  {self.path({'piece': 'piece', 'from': 'site'}, 2, False, names)}"]
        scope: Scope = {"piece": "piece", "from": "site", "to": "site", **names}
        if self.chance(0.2):
            made.append(f"  where {self.value('bool', scope, 2)}")
        again = self.chance(0.25) and not self.uses_chance
        self.may_must = not again and not self.uses_chance
        if self.chance(0.6):
            made += ["  do", *self.effects(scope, 2, 2, 2)]
        if again:
            where = f" where {self.value('bool', scope, 1)}" if self.chance(0.4) else ""
            made.append(f"  again {self.one('may', 'must')} up to {self.r.randint(2, 4)}{self.once()}{where}")
        self.may_must = False
        if self.chance(0.15):
            made += ["  finally", *self.effects({"piece": "piece"}, 1, 2, 1)]
        return made

    def setup(self) -> list[str]:
        made = ["setup"]
        empty = self.site_names[:]
        self.r.shuffle(empty)
        for s in empty[: max(2, len(empty) * 2 // 3)]:
            owner = self.r.choice([*(f" of {p}" for p in self.players * 3), ""])
            made.append(f"  place {self.r.choice(self.kinds)}{owner} on {s}{self.with_fields({}, 0)}")
        if self.pools and self.chance(0.8):
            made.append(f"  {self.stocking({}, 0)}")
        if self.is_wide:
            self.is_settling = True
            made += self.effects({}, 2, 1, 2)
            self.is_settling = False
            if self.facing and self.board_is_stacking:
                made.append(f"  for p in players do place {self.r.choice(self.kinds)} of p on home_rank(p)")
        return made

    def remembered(self) -> list[str]:
        """A position that is remembered, whose repetition ends may ask about."""
        if not self.is_wide or self.chance(0.6):
            return []
        self.position = "same"
        also = [", mover"] * self.chance(0.5)
        also += [
            f", {name}" for name, (holder, _) in self.fields.items() if holder != "piece" and self.chance(0.3)
        ]
        return [f"position same: pieces{''.join(also)}"]

    def ending(self, named: str) -> str:
        """When a game ends, where that may be at any time."""
        player = self.value("player", {}, 1)
        ways = [
            lambda: self.value("bool", {}, 2),
            lambda: self.value("bool", {}, 2),
            lambda: f"turn {self.one('=', '>=', '>')} {self.r.randint(2, 9)}",
            lambda: f"not can_move({player}, {named})",
            lambda: "some q in players: not can_move(q)",
            lambda: f"not ({self.value('bool', {}, 1)})",
        ]
        if self.position:
            ways += 3 * [lambda: f"repeated(same) > {self.r.randint(1, 2)}"]
        return self.pick(ways)

    def turn(self, names: list[str], word: str) -> str:
        groups = []
        for _ in range(self.r.choice((1, 1, 2))):
            picked = self.r.sample(names, self.r.randint(1, len(names)))
            if not word.endswith("together") and self.chance(0.2):
                picked.append("pass")
            condition = f" if {self.value('bool', {}, 1)}" if self.chance(0.2) else ""
            groups.append(" or ".join(picked) + condition)
        last = self.one(
            "", "", " else pass", " else lose", " else win", " else draw", " else lose if turn > 2 else pass"
        )
        if word.endswith("together") and "pass" in last:
            last = ""  # nobody passes there
        return f"{word}: {' else '.join(groups)}{last}"

    def playing(self) -> tuple[list[str], list[str], list[str]]:
        """The actions and the turns; the names of actions that take effect at once, and of those that are chosen together."""
        made, names, waiting = [], [], []
        if self.is_together:
            waiting = [f"t{i}" for i in range(self.r.randint(1, 2))]
            self.is_waiting = True
            for name in waiting:
                made += self.action(name)
            self.is_waiting = False
        if self.phases or not self.is_together:
            for i in range(self.r.randint(1, 3)):
                names.append(f"a{i}")
                made += self.move(f"a{i}") if self.chance(0.55) else self.action(f"a{i}")
        made.append(self.turn(waiting, "turn together") if waiting else self.turn(names, "turn"))
        if self.phases:
            made.append(self.turn(names, "phase late"))
        return made, names, waiting

    def text(self) -> str:
        """The whole file."""
        self.facing = False
        self.scored: list[str] = []
        self.is_settling = self.may_must = False
        board = self.board()
        count = self.r.choice((2, 2, 3) if self.is_together else (1, 2, 2, 2, 2, 3))
        self.players = ["Red", "Blue", "Green"][:count]
        heading = ", ".join(self.players)
        if self.shape != "graph" and self.chance(0.4):
            self.facing = True
            ways = (
                ("north", "south", "east")
                if self.shape.startswith("square")
                else ("northeast", "southwest", "west")
            )
            heading = ", ".join(f"{p} facing {w}" for p, w in zip(self.players, ways, strict=False))
        self.has_teams = self.is_newer and count > 1 and self.chance(0.4)
        self.sides = ("own", "enemy")
        if self.has_teams:
            heading += "\nteams {" + ", ".join(self.r.sample(self.players, 2)) + "}"
        self.kinds = ["man", "king", "tower"][: self.r.randint(1, 3)]
        kinds = [f"kinds {', '.join(self.kinds)}"]
        if self.chance(0.4):
            self.columns = {"worth": "number"}
            worth = [self.one("0", "1", "2", "7") for _ in self.kinds]
            if self.chance(0.15):
                worth[0] = "1.5"
            rows = [[k, w] for k, w in zip(self.kinds, worth, strict=True)]
            if self.is_wide:
                self.columns |= {"big": "bool", "way": "direction"}
                rows = [[*row, self.one("yes", "no"), self.r.choice(self.directions)] for row in rows]
            kinds = [f"kinds {' '.join(self.columns)}", *(f"  {' '.join(row)}" for row in rows)]
        self.uses_chance = self.chance(0.15)
        self.phases = ["late"] if self.chance(0.15) else []
        head = ['game "Drawn"', f"players {heading}", board, *kinds, *self.declared()]
        head += self.definitions() + self.remembered()
        if self.chance(0.4):
            for i in range(self.r.randint(1, 3)):
                self.demands[f"c{i}"] = [
                    self.one(
                        "site",
                        "piece",
                        "number",
                        "player",
                        "kind",
                        "sites",
                        "bool",
                        "pieces",
                        "numbers",
                        "direction",
                    )
                    for _ in range(self.r.randint(0, 2))
                ]
        rules = self.setup()
        for name, given in self.demands.items():
            rules += self.choice(name, given)
        played, names, waiting = self.playing()
        rules += played
        named = names or waiting
        self.is_settling = True
        if self.chance(0.3):
            word = self.one("settle", "settle", f"settle after {named[0]}", "settle until stable")
            rules += [word, *self.effects({}, 2, 1, 2)]
        if not self.uses_chance and (names or not waiting):
            if self.chance(0.25):
                after = self.one(*([] if waiting else [""]), f" after {names[0]}:")
                rules.append(f"require{after} {self.value('bool', {}, 2)}")
            elif len(names) > 1 and self.chance(0.2):
                player = self.value("player", {}, 0)
                rules.append(f"require after {names[0]}: not can_move({player}, {names[-1]})")
            for _ in range(0 if waiting else self.r.choice((0, 0, 0, 1, 2))):
                rules.append(self.one(
                    f"prefer {self.value('bool', {}, 2)}", f"prefer most {self.value('number', {}, 2)}",
                    f"prefer most -({self.value('number', {}, 2)})", "prefer captures > 0",
                ))  # fmt: skip
        if len(self.players) > 1 and self.chance(0.15):
            rules.append(f"skip q when {self.value('bool', {'q': 'player'}, 1)}")
        for _ in range(self.r.choice((0, 1, 2))):
            condition = self.value("bool", {}, 2)
            if self.chance(0.15):
                condition = f"(no can_move({self.value('player', {}, 0)}) or {condition})".replace(
                    "no can", "not can"
                )
            if self.chance(0.15):
                condition = f"(not can_move({self.value('player', {}, 0)}, {named[-1]}) or {condition})"
            if self.is_wide and self.chance(0.5):
                rules.append(f"end {self.result({})} when {self.ending(named[-1])}")
                continue
            rules.append(f"end {self.result({})} when {condition} and turn > {self.r.randint(1, 6)}")
        rules.append(f"limit {self.r.randint(4, 24)} moves: {self.one('draw', *self.scored)}")
        return "\n".join([*head, *rules, ""])


def draw(r: Random, is_newer: bool = False, is_together: bool = False, is_wide: bool = False) -> str:
    """The text of a game."""
    return Writer(r, is_newer, is_together, is_wide).text()


def drawn(seed: int) -> str:
    """The text of a game by its number: every second one with newer constructs, every tenth with a turn together. Behind the
    first few, three of four hold whatever fits."""
    return draw(Random(seed), seed % 2 == 1, seed % 10 == 9, seed >= WIDE_FROM and seed % 4 > 0)


WIDE_FROM = 400


def with_secrets(text: str) -> str:
    """A file whose fields of players and of the game are seen by their owners or by nobody, but for those that hold pieces."""
    return re.sub(
        r"^(field \w+ of (player|game): (?!piece).*)$",
        lambda found: f"{found[1]} seen by {'owner' if found[2] == 'player' else 'nobody'}",
        text,
        flags=re.MULTILINE,
    )
