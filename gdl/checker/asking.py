"""Tests: what `x is ...` asks about a value, and what the steps of a path ask about a site."""

from gdl import model, syntax
from gdl.builtins import BY_NAME, RELATIVE_WORDS
from gdl.checker.lookups import Lookups
from gdl.checker.names import Scope
from gdl.diagnostics import near
from gdl.source import Span
from gdl.types import (
    ANY,
    BOOL,
    KIND,
    PIECE,
    SITE,
)


class Tests(Lookups):
    """Types and lowers tests."""

    # ---- tests: `x is ...`, and what the steps of a path ask

    def tests(self, tests: tuple[syntax.Test, ...], subject: model.Expr, scope: Scope) -> model.Expr:
        made = self.test(tests[0], subject, scope)
        for test in tests[1:]:
            made = model.Or(test.span, BOOL, made, self.test(test, subject, scope))
        return made

    def test(self, test: syntax.Test, subject: model.Expr, scope: Scope) -> model.Expr:
        span = test.span
        if subject.type == ANY and test.form != "that":
            return self.wrong(span)
        if test.form == "not" and test.inner is not None:
            return model.Not(span, BOOL, self.test(test.inner, subject, scope))
        if test.form == "that" and test.condition is not None:
            inner = Scope(scope)
            if not isinstance(subject, model.Local):
                self.report(
                    "type-mismatch",
                    span,
                    "a condition in [ ] asks about what a path meets",
                    "nothing is met here",
                )
                return self.wrong(span)
            inner.names["it"] = model.Local(span, subject.type, subject.slot, "it")
            return self.condition(test.condition, inner)
        if test.form == "none":
            if subject.type.base == "site" and not subject.type.is_optional:
                return model.Builtin(span, BOOL, "empty", (subject,))
            nothing = self.expr(syntax.Nothing(span), scope, subject.type)
            return model.Compare(span, BOOL, "=", subject, nothing)
        if test.form in ("own", "enemy"):
            piece = self.convert(subject, PIECE.or_none)
            if piece is None:
                self.report(
                    "type-mismatch", span, f"a {subject.type} is nobody's piece", f"asked of a {subject.type}"
                )
                return self.wrong(span)
            owned = self.owned(span, test.form, piece)
            if test.name is None:
                return owned
            kind = self.kind(test.name)
            if kind is None:
                return self.wrong(span)
            own_kind = model.Builtin(span, KIND.or_none, "kind", (piece,))
            return model.And(span, BOOL, owned, model.Compare(span, BOOL, "=", own_kind, kind))
        assert test.name is not None
        return self.named_test(test, test.name, subject, scope)

    def named_test(
        self, test: syntax.Test, name: syntax.Ident, subject: model.Expr, scope: Scope
    ) -> model.Expr:
        span, word, names = test.span, name.name, self.names
        if word in ("true", "false") and test.form == "name" and subject.type.base == "bool":
            return model.Compare(span, BOOL, "=", subject, self.const(span, BOOL, word == "true"))
        if test.form == "name" and word == "piece" and subject.type.base == "site":
            return model.Builtin(span, BOOL, "occupied", (subject,))
        if test.form == "name" and scope.find(word) is None:
            if word == "any" and subject.type.base not in ("direction", "set"):
                return self.const(span, BOOL, True)
            place = self.convert(subject, SITE.or_none) if word == "piece" else None
            if place is not None:
                return model.Builtin(span, BOOL, "occupied", (place,))
        takes = (
            len(names.definitions[word].parameters) == len(test.arguments) + 1
            if word in names.definitions
            else (word in names.fields and names.fields[word].holder != "game")
            or word in names.columns
            or any(len(r.parameters) == len(test.arguments) + 1 for r in BY_NAME.get(word, ()))
        )
        is_symbol = subject.type.base == "symbol" and word in subject.type.symbols
        if scope.find(word) is None and takes and not is_symbol and word not in names.kinds:
            return self.predicate(test, name, subject, scope)
        if test.form == "call":
            call = syntax.Call(span, name, test.arguments)
            value = self.call(call, scope)
        else:
            if subject.type.base in ("piece", "site") and self.is_unknown_kind(word, scope):
                self.kind(name)
                return self.wrong(span)
            value = self.name(span, word, scope, subject.type)
        return self.is_value(span, subject, value)

    def is_unknown_kind(self, word: str, scope: Scope) -> bool:
        names = self.names
        known = names.everything(scope) | set(BY_NAME) | RELATIVE_WORDS | names.failed
        is_site = names.board is not None and names.board.site(word) is not None
        return word not in known and not is_site and bool(near(word, names.kinds))

    def predicate(
        self, test: syntax.Test, name: syntax.Ident, subject: model.Expr, scope: Scope
    ) -> model.Expr:
        """A definition, field or builtin that asks about the subject first."""
        span, word, names = test.span, name.name, self.names
        if word in names.definitions:
            definition = names.definitions[word]
            rest = [
                self.expr(a, scope, p[2])
                for a, p in zip(test.arguments, definition.parameters[1:], strict=True)
            ]
            made = self.apply(span, word, (subject, *rest), (), scope, name.span)
        elif word in names.fields:
            field = names.fields[word]
            holder = self.convert(subject, field.holder_type.or_none) if field.holder != "game" else None
            names.read.add(word)
            if holder is None:
                self.report(
                    "type-mismatch",
                    span,
                    f"`{word}` is said of a {names.fields[word].holder}",
                    f"asked of a {subject.type}",
                )
                return self.wrong(span)
            made = model.GetField(span, names.fields[word].type, word, holder)
        else:
            made = self._builtin_on(test, name, subject, scope)
        if made.type == ANY:
            return made
        if made.type.base != "bool":
            self.report(
                "type-mismatch", span, f"`{word}` is a {made.type}, not a condition", f"a {made.type}"
            )
            return self.wrong(span)
        return made

    def _builtin_on(
        self, test: syntax.Test, name: syntax.Ident, subject: model.Expr, scope: Scope
    ) -> model.Expr:
        rest = [self.expr(a, scope) for a in test.arguments]
        for row in BY_NAME.get(name.name, ()):
            if len(row.parameters) != len(rest) + 1:
                continue
            made = [self.convert(a, p) for a, p in zip((subject, *rest), row.parameters, strict=True)]
            if all(m is not None for m in made):
                return model.Builtin(
                    test.span, row.result, name.name, tuple(m for m in made if m is not None)
                )
        self.report(
            "type-mismatch",
            test.span,
            f"`{name.name}` cannot be asked of a {subject.type}",
            f"asked of a {subject.type}",
        )
        return self.wrong(test.span)

    def is_value(self, span: Span, subject: model.Expr, value: model.Expr) -> model.Expr:
        """`x is v`: x equals v; a piece is of a kind or a player's; x is in a set."""
        if value.type == ANY:
            return value
        if value.type.base == "set":
            wanted = self.element(value)
            if wanted.base == "kind" and subject.type.base in ("piece", "site"):
                piece = self.convert(subject, PIECE.or_none)
                assert piece is not None
                subject = model.Builtin(span, KIND.or_none, "kind", (piece,))
            element = self.convert(subject, wanted.or_none)
            if element is not None:
                return model.In(span, BOOL, element, value)
        if subject.type.base in ("piece", "site") and value.type.base in ("kind", "player"):
            piece = self.convert(subject, PIECE.or_none)
            assert piece is not None
            asked = "kind" if value.type.base == "kind" else "owner"
            return model.Compare(
                span, BOOL, "=", model.Builtin(span, value.type.or_none, asked, (piece,)), value
            )
        converted = self.convert(value, subject.type.or_none)
        if converted is None:
            self.report("type-mismatch", span, f"a {subject.type} is never a {value.type}", f"a {value.type}")
            return self.wrong(span)
        return model.Compare(span, BOOL, "=", subject, converted)
