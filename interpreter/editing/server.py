"""`gdl lsp`: a server of the Language Server Protocol over standard input and output.

The server hands each request to a function over texts and its answer back. A text is checked a moment after
its last change, and again when a text that it extends or uses changes.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.workspace import PositionCodec

import gdl
from gdl.files.sources import File
from gdl.formatter import format_text
from gdl.source import Source, Span
from interpreter.editing import protocol_values
from interpreter.editing.completion import complete, word_before
from interpreter.editing.documents import Documents
from interpreter.editing.hints import hints, lenses
from interpreter.editing.hover import hover
from interpreter.editing.name_uses import (
    RenameError,
    definition,
    find_symbols,
    references,
    renamable,
    rename,
)
from interpreter.editing.protocol_values import name_of, to_location, to_offset, to_range, uri_of
from interpreter.editing.semantic_tokens import MODIFIERS, TYPES, coloured
from interpreter.editing.signatures import call_at, signatures
from interpreter.editing.symbols import foldings, outline

Find = Callable[[Sequence[File], Source, int], Iterable[Span]]  # places, from a place in a text
PAUSE = 0.2  # seconds without a change before a text is checked


class _Desk:
    """The open texts of one client, and the answers to its requests."""

    def __init__(self, server: LanguageServer) -> None:
        self.server = server
        self.documents = Documents()
        self._changes: dict[str, int] = {}

    @property
    def codec(self) -> PositionCodec:
        return self.server.workspace.position_codec

    def take(self, uri: str) -> None:
        """Takes over the text that the client has now."""
        self.documents.put(name_of(uri), self.server.workspace.get_text_document(uri).source)

    async def change(self, uri: str) -> None:
        self.take(uri)
        mine = self._changes[uri] = self._changes.get(uri, 0) + 1
        await asyncio.sleep(PAUSE)
        if self._changes.get(uri) == mine:
            self.publish(uri)

    def close(self, uri: str) -> None:
        self.documents.close(name_of(uri))
        self._changes.pop(uri, None)
        self._send(uri, [])

    def publish(self, uri: str) -> None:
        """Says what is wrong with a text, and with the open ones that build on it."""
        changed = name_of(uri)
        for name in self.documents.names:
            source = self.documents.source(name)
            if source is not None and (name == changed or changed in self.documents.examined(source).files):
                self._send(uri_of(name), self._diagnostics(source))

    def _send(self, uri: str, diagnostics: list[types.Diagnostic]) -> None:
        self.server.text_document_publish_diagnostics(
            types.PublishDiagnosticsParams(uri=uri, diagnostics=diagnostics)
        )

    def _diagnostics(self, source: Source) -> list[types.Diagnostic]:
        around = Span(source, 0, len(source.line(1)))
        found = self.documents.examined(source).diagnostics
        return [protocol_values.diagnostic(d, source, around, self.codec) for d in found]

    def place(self, uri: str, position: types.Position) -> tuple[Source, int] | None:
        """The text and the offset that a request is about; None of a text that is not open."""
        source = self.documents.source(name_of(uri))
        return None if source is None else (source, to_offset(source, position, self.codec))


def make() -> LanguageServer:
    """A server, ready to be started."""
    server = LanguageServer("gdl", gdl.__version__)
    desk = _Desk(server)
    _follow_texts(server, desk)
    _answer_places(server, desk)
    _answer_texts(server, desk)
    _rename(server, desk)
    _show(server, desk)
    logging.getLogger("pygls.protocol.json_rpc").addFilter(_is_unexpected)
    return server


def _follow_texts(server: LanguageServer, desk: _Desk) -> None:
    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        desk.take(params.text_document.uri)
        desk.publish(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def changed(params: types.DidChangeTextDocumentParams) -> None:
        await desk.change(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        desk.close(params.text_document.uri)


def _answer_places(server: LanguageServer, desk: _Desk) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hovered(params: types.HoverParams) -> types.Hover | None:
        place = desk.place(params.text_document.uri, params.position)
        if place is None:
            return None
        source, offset = place
        files, game = desk.documents.files(source), desk.documents.examined(source).game
        found = hover(files, game, source, offset)
        if found is None:
            return None
        content = types.MarkupContent(kind=types.MarkupKind.Markdown, value=found[1])
        return types.Hover(contents=content, range=to_range(found[0], desk.codec))

    def located(params: types.DefinitionParams | types.ReferenceParams, find: Find) -> list[types.Location]:
        place = desk.place(params.text_document.uri, params.position)
        if place is None:
            return []
        return [to_location(span, desk.codec) for span in find(desk.documents.files(place[0]), *place)]

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def defined(params: types.DefinitionParams) -> list[types.Location]:
        return located(params, definition)

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def referred(params: types.ReferenceParams) -> list[types.Location]:
        return located(params, references)

    @server.feature(types.TEXT_DOCUMENT_COMPLETION)
    def completed(params: types.CompletionParams) -> list[types.CompletionItem]:
        place = desk.place(params.text_document.uri, params.position)
        if place is None:
            return []
        source, offset = place
        hole = desk.documents.hole(source, word_before(source, offset), offset)
        found = complete(desk.documents.files(source), source, offset, desk.documents.last_game(source), hole)
        return [protocol_values.item(p, rank) for rank, p in enumerate(found)]

    @server.feature(
        types.TEXT_DOCUMENT_SIGNATURE_HELP, types.SignatureHelpOptions(trigger_characters=["(", ","])
    )
    def called(params: types.SignatureHelpParams) -> types.SignatureHelp | None:
        place = desk.place(params.text_document.uri, params.position)
        call = call_at(*place) if place is not None else None
        if place is None or call is None:
            return None
        found = signatures(desk.documents.files(place[0]), call)
        return protocol_values.signature_help(found, call) if found else None


def _answer_texts(server: LanguageServer, desk: _Desk) -> None:
    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    def formatted(params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        source = desk.documents.source(name_of(params.text_document.uri))
        made = format_text(source.text) if source is not None else ""
        if source is None or made == source.text:
            return []
        return [types.TextEdit(range=to_range(Span(source, 0, len(source.text)), desk.codec), new_text=made)]

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outlined(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        source = desk.documents.source(name_of(params.text_document.uri))
        if source is None:
            return []
        return [
            protocol_values.document_symbol(s, desk.codec) for s in outline(desk.documents.files(source)[-1])
        ]

    @server.feature(types.WORKSPACE_SYMBOL)
    def sought(params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
        folders = [name_of(f.uri) for f in server.workspace.folders.values()]
        # of a client that knows of one alone
        folders = folders or list(filter(None, [server.workspace.root_path]))
        return [
            protocol_values.workspace_symbol(s, desk.codec)
            for s in find_symbols(desk.documents, folders, params.query)
        ]

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    def folded(params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        source = desk.documents.source(name_of(params.text_document.uri))
        return [] if source is None else [protocol_values.folding(f) for f in foldings(source)]

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions(code_action_kinds=[types.CodeActionKind.QuickFix]),
    )
    def fixed(params: types.CodeActionParams) -> list[types.CodeAction]:
        uri = params.text_document.uri
        source = desk.documents.source(name_of(uri))
        if source is None:
            return []
        start, end = (to_offset(source, p, desk.codec) for p in (params.range.start, params.range.end))
        found = desk.documents.examined(source).diagnostics
        around = Span(source, 0, 0)
        return [
            action
            for d in found
            if d.span.source == source  # not where older words were replaced
            and any(p.start <= end and start <= p.end for p in (d.span, *(o.span for o in d.others)))
            for action in protocol_values.actions(
                d, protocol_values.diagnostic(d, source, around, desk.codec), desk.codec
            )
        ]


def _is_unexpected(record: logging.LogRecord) -> bool:
    """Whether something is to be logged: what is refused with a reason is an answer, and no error of the server."""
    return record.exc_info is None or not isinstance(record.exc_info[1], JsonRpcException)


def _rename(server: LanguageServer, desk: _Desk) -> None:
    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepared(params: types.PrepareRenameParams) -> types.Range | None:
        place = desk.place(params.text_document.uri, params.position)
        try:
            return None if place is None else to_range(renamable(desk.documents, *place), desk.codec)
        except RenameError:
            return None

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    def renamed(params: types.RenameParams) -> types.WorkspaceEdit | None:
        place = desk.place(params.text_document.uri, params.position)
        if place is None:
            return None
        try:
            places = rename(desk.documents, *place, params.new_name)
        except RenameError as error:
            raise JsonRpcException(str(error), code=types.LSPErrorCodes.RequestFailed) from error
        return protocol_values.workspace_edit(places, params.new_name, desk.codec)


def _show(server: LanguageServer, desk: _Desk) -> None:
    legend = types.SemanticTokensLegend(token_types=list(TYPES), token_modifiers=list(MODIFIERS))

    @server.feature(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)
    def painted(params: types.SemanticTokensParams) -> types.SemanticTokens:
        source = desk.documents.source(name_of(params.text_document.uri))
        if source is None:
            return types.SemanticTokens(data=[])
        return protocol_values.tokens(coloured(desk.documents.files(source), source), desk.codec)

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    def hinted(params: types.InlayHintParams) -> list[types.InlayHint]:
        source = desk.documents.source(name_of(params.text_document.uri))
        if source is None:
            return []
        return [
            protocol_values.inlay(h, source, desk.codec) for h in hints(desk.documents.files(source), source)
        ]

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    def offered(params: types.CodeLensParams) -> list[types.CodeLens]:
        source = desk.documents.source(name_of(params.text_document.uri))
        if source is None:
            return []
        return [
            protocol_values.code_lens(lens, desk.codec) for lens in lenses(desk.documents.files(source)[-1])
        ]
