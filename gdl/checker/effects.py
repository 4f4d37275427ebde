"""Effects: what `do`, `setup` and `settle` list. And results: who has won."""

from gdl import model, syntax
from gdl.builtins import BY_NAME
from gdl.checker.at_once import judged_before
from gdl.checker.demands import Demands
from gdl.checker.names import Scope
from gdl.diagnostics import InternalError, near
from gdl.types import ANY, BOOL, KIND, NUMBER, PIECE, PLAYER, SITE, Type, set_of


class Effects(Demands):
    """Types and lowers effects."""

    def effects(self, nodes: tuple[syntax.Effect, ...], scope: Scope) -> tuple[model.Effect, ...]:
        inner = Scope(scope)
        made: list[model.Effect | None] = []
        for node in nodes:
            if isinstance(node, syntax.Then):
                made.extend(self.then(node, inner))
            else:
                made.append(self.effect(node, inner))
        return tuple(e for e in made if e is not None)

    def effect(self, node: syntax.Effect, scope: Scope) -> model.Effect | None:
        match node:
            case syntax.Place():
                return self.place(node, scope)
            case syntax.Shift():
                return self.shift(node, scope)
            case syntax.Remove():
                pieces = self.wanted(node.what, scope, set_of(PIECE), "pieces")
                return model.Remove(node.span, pieces, node.is_capture)
            case syntax.Swap():
                first = self.wanted(node.first, scope, PIECE.or_none, "a piece")
                return model.Swap(node.span, first, self.wanted(node.second, scope, PIECE.or_none, "a piece"))
            case syntax.Assign():
                return self.assign(node, scope)
            case syntax.Bind():
                value = self.expr(node.value, scope)
                local = self.names.local(scope, node.name.name, value.type, node.name.span)
                self.names.variables.add(local.slot)
                return model.Bind(node.span, local.slot, value)
            case syntax.Random():
                source = self.source(node.source, scope)
                local = self.names.local(scope, node.name.name, self.element(source).or_none, node.name.span)
                return model.Chance(node.span, local.slot, self.kept_by(source, local, node.condition, scope))
            case syntax.ThenTurn():
                return model.NextTurn(node.span, self.wanted(node.player, scope, PLAYER.or_none, "a player"))
            case syntax.Finish():
                return model.Finish(node.span, self.result(node.result, scope))
            case syntax.ForEach():
                inner = Scope(scope)
                generators = []
                for generator in node.generators:
                    source = self.source(generator.source, inner)
                    local = self.names.local(inner, generator.name.name, self.element(source), generator.span)
                    generators.append((local.slot, source))
                condition = self.condition(node.condition, inner) if node.condition is not None else None
                return model.ForEach(node.span, tuple(generators), condition, self.effects(node.body, inner))
            case syntax.ForPath():
                inner = Scope(scope)
                path = self.path(node.path, inner)
                return model.ForPath(node.span, path, self.effects(node.body, inner))
            case syntax.If():
                condition = self.condition(node.condition, scope)
                return model.Branch(
                    node.span, condition, self.effects(node.body, scope), self.effects(node.otherwise, scope)
                )
            case syntax.Match():
                return self.match(node, scope)
            case syntax.Then():
                raise InternalError("a demand may be several effects")
            case syntax.Simultaneously():
                return model.Simultaneously(
                    node.span, judged_before(self.effects(node.body, scope), self.names)
                )

    def match(self, node: syntax.Match, scope: Scope) -> model.Effect | None:
        """A table of cases is a chain of conditions: the first row that fits is done."""
        chain: tuple[model.Effect, ...] = ()
        for case in reversed(node.cases):
            condition = self.case(node, case, scope)
            body = self.effects(case.body, scope)
            if condition is not None:
                chain = (model.Branch(case.span, condition, body, chain),)
        return chain[0] if chain else None

    def case(self, node: syntax.Match, case: syntax.Case, scope: Scope) -> model.Expr | None:
        """Whether the values of a row are those that are asked for; None after an error."""
        given, asked = len(case.values), len(node.asked)
        if given != asked:
            self.report(
                "bad-table",
                case.values[0].span.to(case.values[-1].span),
                f"this row has {given} value{'s' * (given != 1)}, and {asked} {'is' if asked == 1 else 'are'} asked for",
                f"{abs(asked - given)} too {'few' if given < asked else 'many'}",
                others=[(node.asked[0].span.to(node.asked[-1].span), "asked for here")],
                help="`any` fits every value" if given < asked else "",
            )
            return None
        tests = []
        for wanted, value in zip(node.asked, case.values, strict=True):
            if isinstance(value, syntax.Name) and value.name == "any":
                continue
            test = self.equal(value.span, wanted, value, scope)
            if test.type == ANY:
                return None
            tests.append(test)
        return self.conjunction(case.span, tests)

    def shift(self, node: syntax.Shift, scope: Scope) -> model.Effect | None:
        piece = self.shifted(node, scope) if node.source is None else self.taken(node, node.source, scope)
        return model.Shift(node.span, piece, self.goal(node.to, scope), self.settings(node.settings, scope))

    def shifted(self, node: syntax.Shift, scope: Scope) -> model.Expr:
        """The piece that moves."""
        found = self.expr(node.what, scope, PIECE.or_none)
        help = ""
        if found.type.base == "kind":
            help = "say where a piece of this kind is taken from: `move KIND from POOL to PLACE`"
        elif found.type == set_of(PIECE):
            help = "one piece moves: `move KIND from POOL to PLACE`, or `first(...)` of them"
        made = self.convert(found, PIECE.or_none)
        if made is None:
            self.report(
                "type-mismatch",
                node.what.span,
                f"expected a piece, but this is a {found.type}",
                f"a {found.type}",
                help=help,
            )
        return made or self.wrong(node.what.span)

    def taken(self, node: syntax.Shift, source: syntax.Expr, scope: Scope) -> model.Expr:
        """The first piece of a kind among some pieces."""
        what = node.what
        kind: model.Expr | None
        if isinstance(what, syntax.Name) and not self.is_known(what.name, scope):
            kind = self.kind(syntax.Ident(what.span, what.name)) or self.wrong(what.span)
        else:
            kind = self.wanted(what, scope, KIND.or_none, "a kind of piece")
        among = self.wanted(source, scope, set_of(PIECE), "pieces")
        local = self.names.local(Scope(), "it", PIECE, node.span)
        own_kind = model.Builtin(node.span, KIND.or_none, "kind", (local,))
        same = model.Compare(node.span, BOOL, "=", own_kind, kind)
        found = model.Comprehension(node.span, set_of(PIECE), local.slot, among, same, None)
        return model.Builtin(node.span, PIECE.or_none, "first", (found,))

    def is_known(self, name: str, scope: Scope) -> bool:
        names = self.names
        known = names.everything(scope) | names.broken | names.failed | set(BY_NAME)
        return name in known or (names.board is not None and names.board.site(name) is not None)

    def goal(self, node: syntax.Expr, scope: Scope) -> model.Expr:
        """Where a piece goes: a site or a pool."""
        pool = self.pool(node, scope)
        if pool is not None:
            return pool
        ident = _head(node)
        if ident is not None and not self.is_known(ident.name, scope):
            self.no_pool(ident, "site or pool", isinstance(node, syntax.Name))
            return self.wrong(node.span)
        return self.wanted(node, scope, SITE.or_none, "a site or a pool")

    def pool(self, node: syntax.Expr, scope: Scope) -> model.PoolOf | None:
        """The pool that an expression names, if it names one."""
        ident = _head(node)
        if ident is None or ident.name not in self.names.pools or scope.find(ident.name) is not None:
            return None
        made = self.expr(node, scope)
        return made if isinstance(made, model.PoolOf) else None

    def no_pool(self, ident: syntax.Ident, what: str, is_of_game: bool) -> None:
        holder = "game" if is_of_game else "player"
        self.report(
            "unknown-name",
            ident.span,
            f"no {what} is named `{ident.name}`",
            f"not a {what}",
            help=near(ident.name, self.names.pools) or f"a pool is declared: `pool {ident.name} of {holder}`",
        )

    def settings(self, nodes: tuple[syntax.Setting, ...], scope: Scope) -> tuple[tuple[str, model.Expr], ...]:
        """Fields that a piece gets where it is put."""
        made = []
        for setting in nodes:
            name = setting.name.name
            field = self.names.fields.get(name)
            if field is None or field.holder != "piece":
                if name not in self.names.broken | self.names.failed:
                    known = [f.name for f in self.names.fields.values() if f.holder == "piece"]
                    self.report(
                        "unknown-name",
                        setting.name.span,
                        f"pieces have no field `{name}`",
                        "not a field of pieces",
                        help=near(name, known) or f"declare it: `field {name} of piece: ...`",
                    )
                continue
            self.names.written.add(name)
            made.append((name, self.wanted(setting.value, scope, field.type)))
        return tuple(made)

    def place(self, node: syntax.Place, scope: Scope) -> model.Effect | None:
        what, owner = node.what, None
        kind: model.Expr | None
        if isinstance(what, syntax.Call) and what.is_of:
            owner = self.wanted(what.arguments[0], scope, PLAYER.or_none, "a player")
            ident = what.function
        elif isinstance(what, syntax.Name):
            ident = syntax.Ident(what.span, what.name)
        else:
            self.report(
                "type-mismatch",
                what.span,
                "expected a kind of piece",
                "not a kind",
                help="write `place KIND of PLAYER on SITE`",
            )
            return None
        local = scope.find(ident.name)
        if local is not None and local.type.base == "piece":
            self.report(
                "type-mismatch",
                what.span,
                f"`{ident.name}` is a piece already, and `place` makes a new one of a kind",
                "a piece",
                help=f"write `move {ident.name} to ...`",
            )
            return None
        if local is not None and local.type.base in ("kind", "any"):
            kind = model.Local(ident.span, KIND, local.slot, ident.name)
        elif ident.name in self.names.definitions:
            kind = self.wanted(syntax.Name(ident.span, ident.name), scope, KIND)
        else:
            kind = self.kind(ident)
        settings = self.settings(node.settings, scope)
        sites: model.Expr | None = None
        pool: model.PoolOf | None = None
        times: model.Expr = self.const(node.span, NUMBER, 1)
        if not node.is_pool:
            sites = self.place_sites(node, scope)
        else:
            pool = self.place_pool(node, scope)
            if node.times is not None:
                times = self.wanted(node.times, scope, NUMBER)
        if kind is None:
            return None
        if isinstance(kind, model.Const) and isinstance(kind.value, int):
            self.names.written.add(f"place {list(self.names.kinds)[kind.value]}")
        else:
            self.names.written.add("place *")
        if sites is not None:
            return model.Place(node.span, kind, owner, sites, settings)
        return model.Stock(node.span, kind, owner, pool, times, settings) if pool is not None else None

    def place_sites(self, node: syntax.Place, scope: Scope) -> model.Expr:
        """Where pieces are placed on the board."""
        where = node.where
        pool = self.pool(where.source if isinstance(where, syntax.Filter) else where, scope)
        if pool is None:
            return self.wanted(where, scope, set_of(SITE), "sites")
        self.report(
            "type-mismatch",
            where.span,
            f"pieces are placed on sites, and `{pool.name}` is a pool",
            "no sites",
            help=f"write `in`: `place KIND in {pool.name}{'(PLAYER)' if pool.holder is not None else ''}`",
        )
        return self.wrong(where.span)

    def place_pool(self, node: syntax.Place, scope: Scope) -> model.PoolOf | None:
        """The pool into which pieces are placed; None after an error."""
        pool = self.pool(node.where, scope)
        ident = _head(node.where)
        if pool is None and ident is not None and not self.is_known(ident.name, scope):
            self.no_pool(ident, "pool", isinstance(node.where, syntax.Name))
        elif pool is None and (given := self.expr(node.where, scope)).type != ANY:
            self.report(
                "type-mismatch",
                node.where.span,
                f"pieces are placed in a pool, and this is a {given.type}",
                "not a pool",
                help="write `on` before sites: `place KIND of PLAYER on SITE`",
            )
        return pool

    def assign(self, node: syntax.Assign, scope: Scope) -> model.Effect | None:
        target, names = node.target, self.names
        local = scope.find(target.name) if isinstance(target, syntax.Name) else None
        if local is not None and local.slot in names.variables:
            return model.Bind(node.span, local.slot, self.wanted(node.value, scope, local.type))
        if isinstance(target, syntax.Name) and target.name == "phase":
            if not isinstance(node.value, syntax.Name) or node.value.name not in names.phases:
                self.report(
                    "unknown-name",
                    node.value.span,
                    "no phase has this name",
                    "not a phase",
                    help="the phases are " + ", ".join(names.phases),
                )
                return None
            return model.SetPhase(node.span, node.value.name)
        if (
            isinstance(target, syntax.Name)
            and target.name in names.fields
            and scope.find(target.name) is None
        ):
            field = names.fields[target.name]
            if field.holder != "game":
                self.unknown(target.span, target.name, scope)
                return None
            names.written.add(field.name)
            return model.SetField(node.span, field.name, None, self.wanted(node.value, scope, field.type))
        if isinstance(target, syntax.Call) and len(target.arguments) == 1:
            name = target.function.name
            if name in names.fields and names.fields[name].holder != "game":
                field = names.fields[name]
                holder = self.wanted(
                    target.arguments[0], scope, Type(field.holder).or_none, f"a {field.holder}"
                )
                names.written.add(name)
                return model.SetField(node.span, name, holder, self.wanted(node.value, scope, field.type))
            if name in ("owner", "kind"):
                holder = self.wanted(target.arguments[0], scope, PIECE.or_none, "a piece")
                wanted = PLAYER.or_none if name == "owner" else KIND
                if name == "kind":
                    names.written.add("place *")
                return model.SetField(node.span, name, holder, self.wanted(node.value, scope, wanted))
            if name in names.broken | names.failed:
                return None
        name = (
            target.name
            if isinstance(target, syntax.Name)
            else target.function.name
            if isinstance(target, syntax.Call)
            else ""
        )
        if name and name in names.broken | names.failed:
            return None
        self.report(
            "not-assignable",
            target.span,
            "only fields, owners, kinds and the phase can be given a value",
            "cannot be changed",
            help=near(name, names.fields) if name else "",
        )
        return None

    def result(self, node: syntax.Result, scope: Scope) -> model.Result:
        who: model.Expr | None = None
        score = ""
        if node.who is not None:
            who = self.player_named(node.who, scope)
        if node.score is not None:
            score = node.score.name
            definition = self.names.definitions.get(score)
            self.names.used.add(score)
            if definition is None:
                if score not in self.names.broken | self.names.failed:
                    self.report(
                        "unknown-name",
                        node.score.span,
                        f"no definition is named `{score}`",
                        "not known",
                        help=near(score, self.names.definitions),
                    )
            elif [p[2].base for p in definition.parameters] != [
                "player"
            ] or definition.body.type.base not in ("number", "any"):
                self.report(
                    "type-mismatch",
                    node.score.span,
                    "a score is a definition that gives a player a number",
                    "not a score",
                    others=[(definition.span, "declared here")],
                    help=f"write `let {score}(p: player) = ...`",
                )
        return model.Result(node.span, node.form, who, score)

    def player_named(self, node: syntax.Expr, scope: Scope) -> model.Expr:
        """Who wins or loses: a player or a set of them."""
        if isinstance(node, syntax.Name) and node.name[:1].isupper():
            names = self.names
            known = names.everything(scope) | names.broken | names.failed
            if node.name not in known:
                players = [p.name for p in names.players]
                self.report(
                    "unknown-player",
                    node.span,
                    f"no player is named `{node.name}`",
                    "not a player",
                    others=[
                        (names.declared[p], "a player is declared here")
                        for p in players[:1]
                        if p in names.declared
                    ],
                    help=near(node.name, players) or "the players are " + ", ".join(players),
                )
                return self.wrong(node.span)
        return self.wanted(node, scope, set_of(PLAYER), "a player")


def _head(node: syntax.Expr) -> syntax.Ident | None:
    """The name with which an expression such as `hand` or `hand(p)` begins."""
    if isinstance(node, syntax.Call):
        return node.function
    return syntax.Ident(node.span, node.name) if isinstance(node, syntax.Name) else None
