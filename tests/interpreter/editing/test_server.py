"""The server, asked by a real client over standard input and output."""

import asyncio
import sys
from pathlib import Path

import pytest

pytest.importorskip("pygls")
from lsprotocol import types
from pygls.lsp.client import LanguageClient

BASE = """game "Base"
players X, O
board square 3 x 3
kinds mark
let free(s: site) = empty(s)
action put
  choose s in sites where free(s)
  do place mark on s
turn: put
end
  draw when moves = 9
"""
CHILD = """game "🂡" extends "base.gdl"
claim "🂡": always moves < 10
end +   draw when no s in sites: fre(s)
"""


class _Told:
    """What the server has said is wrong, a text at a time."""

    def __init__(self, client: LanguageClient) -> None:
        self._queue: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()
        client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(self.__class__.taking(self._queue))

    @staticmethod
    def taking(queue: "asyncio.Queue[types.PublishDiagnosticsParams]"):
        def told(params: types.PublishDiagnosticsParams) -> None:
            queue.put_nowait(params)

        return told

    async def about(self, uri: str) -> list[types.Diagnostic]:
        while True:
            params = await asyncio.wait_for(self._queue.get(), 10)
            if params.uri == uri:
                return list(params.diagnostics)


def _open(client: LanguageClient, uri: str, text: str) -> None:
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "gdl", 1, text))
    )


def _change(client: LanguageClient, uri: str, version: int, text: str) -> None:
    client.text_document_did_change(
        types.DidChangeTextDocumentParams(
            types.VersionedTextDocumentIdentifier(version, uri),
            [types.TextDocumentContentChangeWholeDocument(text)],
        )
    )


async def _session(folder: Path) -> None:
    client = LanguageClient("test", "1")
    told = _Told(client)
    await client.start_io(sys.executable, "-m", "interpreter.cli", "lsp")
    try:
        hello = await client.initialize_async(
            types.InitializeParams(capabilities=types.ClientCapabilities(), root_uri=folder.as_uri())
        )
        assert hello.server_info is not None and hello.server_info.name == "gdl"
        client.initialized(types.InitializedParams())
        await _ask(client, told, (folder / "child.gdl").as_uri(), (folder / "base.gdl").as_uri())
    finally:
        await client.shutdown_async(None)
        client.exit(None)
        await client.stop()


async def _ask(client: LanguageClient, told: _Told, child: str, base: str) -> None:
    _open(client, child, CHILD)
    (wrong,) = await told.about(child)
    assert wrong.severity == types.DiagnosticSeverity.Error and "`fre`" in wrong.message
    assert "did you mean `free`?" in wrong.message
    assert wrong.range.start == types.Position(2, 33)
    text = types.TextDocumentIdentifier(child)
    await _fix(client, text, wrong)

    right = CHILD.replace("fre(", "free(")
    _change(client, child, 2, right)
    assert await told.about(child) == []
    await _look(client, text, right, base)

    _open(client, base, BASE.replace("free", "empty_"))  # not saved
    assert any("`free`" in d.message for d in await told.about(child))
    client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(base)))
    assert await told.about(base) == []


async def _fix(client: LanguageClient, text: types.TextDocumentIdentifier, wrong: types.Diagnostic) -> None:
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(text, wrong.range, types.CodeActionContext([wrong]))
    )
    assert actions is not None
    (action,) = actions
    assert isinstance(action, types.CodeAction) and action.title == "Replace `fre` by `free`"
    assert action.edit is not None and action.edit.changes is not None
    (edit,) = action.edit.changes[text.uri]
    assert edit == types.TextEdit(types.Range(types.Position(2, 33), types.Position(2, 36)), "free")


async def _look(client: LanguageClient, text: types.TextDocumentIdentifier, shown: str, base: str) -> None:
    place = types.Position(2, 34)
    hover = await client.text_document_hover_async(types.HoverParams(text, place))
    assert hover is not None and isinstance(hover.contents, types.MarkupContent)
    assert "let free(s: site) = empty(s)" in hover.contents.value and "Type: bool" in hover.contents.value
    found = await client.text_document_definition_async(types.DefinitionParams(text, place))
    line = types.Range(types.Position(4, 4), types.Position(4, 8))
    assert found == [types.Location(base, line)]
    used = await client.text_document_references_async(
        types.ReferenceParams(types.ReferenceContext(True), text, place)
    )
    assert used is not None and [u.range.start.line for u in used] == [4, 6, 2]
    after = types.Position(1, len('claim "xx": always'))  # a sign beyond the first plane counts as two units
    word = await client.text_document_hover_async(types.HoverParams(text, after))
    assert word is not None and word.range is not None and word.range.end == after
    items = await client.text_document_completion_async(types.CompletionParams(text, place))
    assert isinstance(items, list) and {"free", "empty", "where"} <= {i.label for i in items}
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(text))
    assert symbols is not None and [s.name for s in symbols] == [
        'claim "🂡": always moves < 10',
        "end +   draw when no s in sites: free(s)",
    ]
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(text, types.FormattingOptions(2, True))
    )
    assert edits is not None
    assert [e.new_text for e in edits] == [shown.replace("end +   draw", "end + draw")]


def test_a_client_is_served(tmp_path: Path) -> None:
    (tmp_path / "base.gdl").write_text(BASE, "utf-8")
    asyncio.run(asyncio.wait_for(_session(tmp_path), 30))
