"""What is found out about a text, as values of the Language Server Protocol."""

from collections.abc import Iterable, Sequence

from lsprotocol import types
from pygls import uris
from pygls.workspace import PositionCodec
from pygls.workspace.position_codec import ServerTextPosition

from gdl.diagnostics.values import Diagnostic, Edit, Fix
from gdl.source import Source, Span
from gdl.text.allow import allowing
from interpreter.editing.completion import Proposal
from interpreter.editing.hints import Hint, Lens
from interpreter.editing.semantic_tokens import TYPES, Coloured
from interpreter.editing.signatures import Call, Signature
from interpreter.editing.symbols import Folding, Symbol


def name_of(uri: str) -> str:
    """The path of a document's file, or the address of one that has none."""
    return (uris.to_fs_path(uri) if uri.startswith("file:") else None) or uri


def uri_of(name: str) -> str:
    return name if "://" in name or name.startswith("untitled:") else uris.from_fs_path(name) or name


def to_range(span: Span, codec: PositionCodec) -> types.Range:
    return types.Range(
        start=to_position(span.source, span.start, codec), end=to_position(span.source, span.end, codec)
    )


def to_position(source: Source, offset: int, codec: PositionCodec) -> types.Position:
    line, column = source.position(offset)
    before = source.line(line)[: column - 1]
    return types.Position(line=line - 1, character=codec.client_num_units(before))


def to_offset(source: Source, position: types.Position, codec: PositionCodec) -> int:
    place = types.Position(line=position.line, character=position.character)
    found: ServerTextPosition = codec.position_from_client_units(source.text.split("\n"), place)
    return source.offset(found.line + 1, found.character + 1)


def to_location(span: Span, codec: PositionCodec) -> types.Location:
    return types.Location(uri=uri_of(span.source.name), range=to_range(span, codec))


_SHOWN = 30  # characters of a text in a title
_SEVERITIES = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "note": types.DiagnosticSeverity.Information,
}
_SYMBOLS = {
    "action": types.SymbolKind.Function, "move": types.SymbolKind.Function, "choice": types.SymbolKind.Function,
    "effect": types.SymbolKind.Function, "definition": types.SymbolKind.Function, "relation": types.SymbolKind.Function,
    "field": types.SymbolKind.Field, "pool": types.SymbolKind.Array, "network": types.SymbolKind.Array, "type": types.SymbolKind.Enum, "word": types.SymbolKind.EnumMember, "option": types.SymbolKind.Property,
    "kind": types.SymbolKind.Class, "column": types.SymbolKind.Field, "player": types.SymbolKind.Object,
}  # fmt: skip
_ITEMS = {
    "keyword": types.CompletionItemKind.Keyword,
    "builtin": types.CompletionItemKind.Function,
    "kind": types.CompletionItemKind.Class,
    "field": types.CompletionItemKind.Field,
    "action": types.CompletionItemKind.Function,
    "definition": types.CompletionItemKind.Function,
}


def diagnostic(found: Diagnostic, source: Source, around: Span, codec: PositionCodec) -> types.Diagnostic:
    """A diagnostic of a text. `around`: where it is shown when it stands in another file."""
    is_here = found.span.source.name == source.name
    lines = [
        found.message,
        *(f"note: {n}" for n in found.notes),
        *([f"help: {found.help}"] if found.help else []),
    ]
    others = [(other.span, other.text) for other in found.others if other.span.source.name]
    if not is_here and found.span.source.name:
        others.insert(0, (found.span, found.label or "here"))
    return types.Diagnostic(
        range=to_range(found.span if is_here else around, codec),
        message="\n".join(lines),
        severity=_SEVERITIES[found.severity],
        code=found.code,
        source="gdl",
        related_information=[
            types.DiagnosticRelatedInformation(location=to_location(span, codec), message=text or "here")
            for span, text in others
        ],
    )


def actions(found: Diagnostic, shown: types.Diagnostic, codec: PositionCodec) -> list[types.CodeAction]:
    """Quick fixes of a diagnostic, of which a single one is the preferred one; last, of a warning, to allow it at its place."""
    allowed = allowing(found)
    fixes = [(fix, _title(fix), len(found.fixes) == 1) for fix in found.fixes]
    fixes += [(allowed, f"Allow `{found.code}` here", False)] if allowed is not None else []
    return [
        types.CodeAction(
            title=title,
            kind=types.CodeActionKind.QuickFix,
            diagnostics=[shown],
            is_preferred=is_preferred,
            edit=_workspace_edit(fix.edits, codec),
        )
        for fix, title, is_preferred in fixes
    ]


def _title(fix: Fix) -> str:
    """What a fix does, in the words of its first edit."""
    first = fix.edits[0]
    old, new = _short(first.span.text), _short(first.text)
    more = f" and {len(fix.edits) - 1} more" if len(fix.edits) > 1 else ""
    if not old and not new:
        return f"Change the indentation{more}"
    if not old:
        return f"Write `{new}`{more}"
    return f"Replace `{old}` by `{new}`{more}" if new else f"Take `{old}` out{more}"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else line[: _SHOWN - 1] + "…"


def document_symbol(symbol: Symbol, codec: PositionCodec) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        name=symbol.name,
        detail=symbol.sort,
        kind=_SYMBOLS.get(symbol.sort, types.SymbolKind.Variable),
        range=to_range(symbol.whole, codec),
        selection_range=to_range(symbol.place, codec),
    )


def workspace_symbol(symbol: Symbol, codec: PositionCodec) -> types.WorkspaceSymbol:
    return types.WorkspaceSymbol(
        name=symbol.name,
        kind=_SYMBOLS.get(symbol.sort, types.SymbolKind.Variable),
        location=to_location(symbol.place, codec),
        container_name=symbol.place.source.name.rsplit("/", 1)[-1],
    )


def folding(found: Folding) -> types.FoldingRange:
    kind = types.FoldingRangeKind.Comment if found.is_comment else None
    return types.FoldingRange(start_line=found.first - 1, end_line=found.last - 1, kind=kind)


def signature_help(found: Sequence[Signature], call: Call) -> types.SignatureHelp:
    """Of several forms the first that has so many parameters is the active one."""
    fitting = (i for i, signature in enumerate(found) if call.index < len(signature.parameters))
    return types.SignatureHelp(
        signatures=[
            types.SignatureInformation(
                label=signature.text,
                documentation=signature.more or None,
                parameters=[types.ParameterInformation(label=text) for text in signature.parameters],
            )
            for signature in found
        ],
        active_signature=next(fitting, 0),
        active_parameter=call.index,
    )


def item(proposal: Proposal, rank: int) -> types.CompletionItem:
    """`rank`: its place among the proposals."""
    return types.CompletionItem(
        label=proposal.text,
        kind=_ITEMS.get(proposal.sort, types.CompletionItemKind.Variable),
        detail=f"{proposal.sort}: {proposal.type}" if proposal.type else proposal.sort,
        documentation=proposal.detail or None,
        sort_text=f"{rank:05}",
    )


def workspace_edit(places: Iterable[Span], text: str, codec: PositionCodec) -> types.WorkspaceEdit:
    """A text in place of what stands at each of some places of any files."""
    return _workspace_edit((Edit(place, text) for place in places), codec)


def _workspace_edit(edits: Iterable[Edit], codec: PositionCodec) -> types.WorkspaceEdit:
    changes: dict[str, list[types.TextEdit]] = {}
    for edit in edits:
        made = types.TextEdit(range=to_range(edit.span, codec), new_text=edit.text)
        changes.setdefault(uri_of(edit.span.source.name), []).append(made)
    return types.WorkspaceEdit(changes=changes)


def tokens(words: Iterable[Coloured], codec: PositionCodec) -> types.SemanticTokens:
    """Coloured words as the protocol has them: five numbers each, places relative to the word before."""
    data, line, start = list[int](), 0, 0
    for word in words:
        place = to_range(word.place, codec)
        start = start if place.start.line == line else 0
        length = place.end.character - place.start.character
        data += [
            place.start.line - line,
            place.start.character - start,
            length,
            TYPES.index(word.type),
            word.modifiers,
        ]
        line, start = place.start.line, place.start.character
    return types.SemanticTokens(data=data)


def inlay(hint: Hint, source: Source, codec: PositionCodec) -> types.InlayHint:
    return types.InlayHint(
        position=to_position(source, hint.offset, codec),
        label=hint.text,
        tooltip=hint.more,
        padding_left=True,
    )


def code_lens(lens: Lens, codec: PositionCodec) -> types.CodeLens:
    """The command `gdl.run` is the editor's: it runs `gdl` with these arguments in a terminal."""
    command = types.Command(title=lens.title, command="gdl.run", arguments=list(lens.arguments))
    return types.CodeLens(range=to_range(lens.place, codec), command=command)
