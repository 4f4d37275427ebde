"""Effects: what `do`, `setup` and `settle` list. And results: who has won."""

from collections.abc import Mapping

from gdl import model, syntax
from gdl.checker.names import Scope
from gdl.checker.paths import Paths
from gdl.diagnostics import near
from gdl.types import ANY, BOOL, KIND, NAMED, NUMBER, PIECE, PLAYER, SITE, Type, set_of


class Effects(Paths):
    """Types and lowers effects. `allowed` names the choices that an effect may demand."""

    demandable: Mapping[str, syntax.Action] = {}

    def effects(self, nodes: tuple[syntax.Effect, ...], scope: Scope) -> tuple[model.Effect, ...]:
        inner = Scope(scope)
        made = (self.effect(n, inner) for n in nodes)
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
            case syntax.Then():
                return self.then(node, scope)
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
            case syntax.Simultaneously():
                return model.Simultaneously(node.span, self.effects(node.body, scope))

    def match(self, node: syntax.Match, scope: Scope) -> model.Effect | None:
        """A table of cases is a chain of conditions: the first row that fits is done."""
        chain: tuple[model.Effect, ...] = ()
        for case in reversed(node.cases):
            if len(case.values) != len(node.asked):
                self.report(
                    "bad-table",
                    case.span,
                    f"this row has {len(case.values)} values for {len(node.asked)}",
                    "",
                    others=[(node.asked[0].span.to(node.asked[-1].span), "these are asked for")],
                )
                continue
            tests = [
                self.equal(value.span, asked, value, scope)
                for asked, value in zip(node.asked, case.values, strict=True)
                if not (isinstance(value, syntax.Name) and value.name == "any")
            ]
            condition = self.conjunction(case.span, tests)
            chain = (model.Branch(case.span, condition, self.effects(case.body, scope), chain),)
        return chain[0] if chain else None

    def shift(self, node: syntax.Shift, scope: Scope) -> model.Effect | None:
        if node.source is None:
            piece = self.wanted(node.what, scope, PIECE.or_none, "a piece")
        else:
            kind = self.wanted(node.what, scope, KIND.or_none, "a kind of piece")
            source = self.wanted(node.source, scope, set_of(PIECE), "pieces")
            local = self.names.local(Scope(), "it", PIECE, node.span)
            own_kind = model.Builtin(node.span, KIND.or_none, "kind", (local,))
            same = model.Compare(node.span, BOOL, "=", own_kind, kind)
            among = model.Comprehension(node.span, set_of(PIECE), local.slot, source, same, None)
            piece = model.Builtin(node.span, PIECE.or_none, "first", (among,))
        to = self.pool(node.to, scope) or self.wanted(node.to, scope, SITE.or_none, "a site or a pool")
        return model.Shift(node.span, piece, to, self.settings(node.settings, scope))

    def pool(self, node: syntax.Expr, scope: Scope) -> model.PoolOf | None:
        """The pool that an expression names, if it names one."""
        name = (
            node.name
            if isinstance(node, syntax.Name)
            else node.function.name
            if isinstance(node, syntax.Call)
            else ""
        )
        if name not in self.names.pools or scope.find(name) is not None:
            return None
        made = self.expr(node, scope)
        return made if isinstance(made, model.PoolOf) else None

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
                        help=near(name, known),
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
            sites = self.wanted(node.where, scope, set_of(SITE), "sites")
        else:
            pool = self.pool(node.where, scope)
            if pool is None:
                given = self.expr(node.where, scope)
                if given.type != ANY:
                    self.report(
                        "type-mismatch",
                        node.where.span,
                        f"pieces are placed in a pool, and this is a {given.type}",
                        "not a pool",
                        help="sites are written `on`: `place KIND of PLAYER on SITE`",
                    )
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
        if pool is not None and owner is not None:
            self.names.owned_pools.add(pool.name)
        return model.Stock(node.span, kind, owner, pool, times, settings) if pool is not None else None

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

    def then(self, node: syntax.Then, scope: Scope) -> model.Effect | None:
        choices: list[model.Demanded] = []
        for demanded in node.choices:
            choices.extend(self.demanded(demanded, scope, (), ()))
        names = [c.action for c in choices]
        twice = next((n for n in names if names.count(n) > 1), None)
        if twice is not None:
            self.report(
                "duplicate-name",
                node.span,
                f"`{twice}` is demanded twice by one `then`",
                "nothing would tell the two apart",
                help="demand one after the other, or give the second a name of its own",
            )
        return model.Demand(node.span, node.word, tuple(choices)) if choices else None

    def demanded(
        self,
        node: syntax.Demanded,
        scope: Scope,
        binds: tuple[tuple[int, model.Expr], ...],
        path: tuple[str, ...],
    ) -> list[model.Demanded]:
        """The actions that a demanded name stands for: itself, or the alternatives of a choice among choices."""
        name = node.choice.name
        action = self.demandable.get(name)
        if action is None:
            if name not in self.names.broken:
                self.report(
                    "unknown-action",
                    node.choice.span,
                    f"no action or choice is named `{name}`",
                    "not known",
                    help=near(name, self.demandable),
                )
            return []
        self.names.used.add(name)
        if len(action.parameters) != len(node.arguments):
            self.report(
                "wrong-arguments",
                node.span,
                f"`{name}` takes {len(action.parameters)} arguments, not {len(node.arguments)}",
                "",
                others=[(action.name.span, "declared here")],
            )
            return []
        arguments = tuple(
            self.wanted(argument, scope, self.type_named(parameter.type))
            for parameter, argument in zip(action.parameters, node.arguments, strict=True)
        )
        if not action.either:
            return [model.Demanded(name, arguments, binds)]
        if name in path:
            self.report(
                "recursive-definition",
                action.name.span,
                "this choice is one of itself: " + " -> ".join([*path[path.index(name) :], name]),
                "goes round in a circle",
            )
            return []
        inner = Scope()
        for parameter, argument in zip(action.parameters, arguments, strict=True):
            kind = self.type_named(parameter.type)
            local = self.names.local(inner, parameter.name.name, kind, parameter.span)
            binds = (*binds, (local.slot, argument))
        return [
            d
            for alternative in action.either
            for d in self.demanded(alternative, inner, binds, (*path, name))
        ]

    def type_named(self, ident: syntax.Ident) -> Type:
        if ident.name in NAMED:
            return NAMED[ident.name]
        self.report(
            "unknown-type",
            ident.span,
            f"no type is named `{ident.name}`",
            "not a type",
            help=near(ident.name, NAMED) or "the types are " + ", ".join(NAMED),
        )
        return ANY

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
