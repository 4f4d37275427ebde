"""The server, asked by a real client over standard input and output."""

import asyncio
import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pygls")
from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.client import LanguageClient

pytestmark = pytest.mark.thorough

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
    await _fix(client, told, child)

    _change(client, child, 2, CHILD)
    right = CHILD.replace("fre(", "free(")
    _change(client, child, 3, right)
    assert await told.about(child) == []
    await _look(client, text, right, base)
    await _change_names(client, text, base)
    await _show(client, text)

    _open(client, base, BASE.replace("free", "empty_"))  # not saved
    assert any("`free`" in d.message for d in await told.about(child))
    client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(base)))
    assert await told.about(base) == []


async def _fix(client: LanguageClient, told: _Told, uri: str) -> None:
    _change(client, uri, 2, 'game "A" extends "base.gdl"\n  authr "B"\n')
    (wrong,) = await told.about(uri)
    text = types.TextDocumentIdentifier(uri)
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(text, wrong.range, types.CodeActionContext([wrong]))
    )
    assert actions is not None
    (action,) = actions
    assert isinstance(action, types.CodeAction) and action.title == "Replace `authr` by `author`"
    assert action.edit is not None and action.edit.changes is not None
    (edit,) = action.edit.changes[text.uri]
    assert edit == types.TextEdit(types.Range(types.Position(1, 2), types.Position(1, 7)), "author")
    _change(client, uri, 2, 'game "A" extends "base.gdl"\n  language 2\n  authr "B"\nprefer least 1\n')
    wrong = next(d for d in await told.about(uri) if "authr" in d.message)
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(text, wrong.range, types.CodeActionContext([wrong]))
    )
    assert not actions  # the text is read in other words, so places in it are not those of the file


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
    assert isinstance(items, list) and {"free", "empty", "not"} <= {i.label for i in items}
    called = types.Position(2, len("end +   draw when no s in sites: free("))
    help_ = await client.text_document_signature_help_async(types.SignatureHelpParams(text, called))
    assert help_ is not None and [s.label for s in help_.signatures] == ["free(s: site)"]
    folds = await client.text_document_folding_range_async(types.FoldingRangeParams(text))
    assert not folds  # each of its clauses has one line
    named = await client.workspace_symbol_async(types.WorkspaceSymbolParams("fre"))
    assert named is not None and [n.name for n in named] == ["free"]
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


async def _change_names(client: LanguageClient, text: types.TextDocumentIdentifier, base: str) -> None:
    place = types.Position(2, 34)
    name = await client.text_document_prepare_rename_async(types.PrepareRenameParams(text, place))
    assert name == types.Range(types.Position(2, 33), types.Position(2, 37))
    edit = await client.text_document_rename_async(types.RenameParams(text, place, "vacant"))
    assert edit is not None and edit.changes is not None
    assert {uri: [e.range.start.line for e in edits] for uri, edits in edit.changes.items()} == {
        text.uri: [2],
        base: [4, 6],
    }
    with pytest.raises(JsonRpcException, match="a word of the language"):
        await client.text_document_rename_async(types.RenameParams(text, place, "where"))


async def _show(client: LanguageClient, text: types.TextDocumentIdentifier) -> None:
    painted = await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(text))
    assert painted is not None and len(painted.data) % 5 == 0
    # `game`, the text with a sign of two units, `extends`
    assert list(painted.data[:15]) == [0, 0, 4, 8, 0, 0, 5, 4, 10, 0, 0, 5, 7, 8, 0]
    everything = types.Range(types.Position(0, 0), types.Position(9, 0))
    hints = await client.text_document_inlay_hint_async(types.InlayHintParams(text, everything))
    assert hints is not None and [h.position.line for h in hints] == [0]
    assert str(hints[0].label).startswith(" inherits 7 clauses: players, board, kinds, free, put, turn, end")
    lenses = await client.text_document_code_lens_async(types.CodeLensParams(text))
    assert lenses is not None
    commands = [lens.command for lens in lenses if lens.command is not None]
    assert [c.title for c in commands] == ["Play", "What is never used", "Check this claim"]
    assert commands[0].command == "gdl.run" and next(iter(commands[0].arguments or [])) == "play"


def test_a_client_is_served(tmp_path: Path) -> None:
    (tmp_path / "base.gdl").write_text(BASE, "utf-8")
    asyncio.run(asyncio.wait_for(_session(tmp_path), 30))


def _message(method: str, **content: object) -> bytes:
    body = json.dumps({"jsonrpc": "2.0", "method": method, **content}).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def test_what_is_refused_is_no_trace_and_the_end_is_clean(tmp_path: Path) -> None:
    item = {"uri": (tmp_path / "base.gdl").as_uri(), "languageId": "gdl", "version": 1, "text": BASE}
    asked = {"textDocument": {"uri": item["uri"]}, "position": {"line": 8, "character": 1}, "newName": "x"}
    said = [
        _message("initialize", id=1, params={"processId": None, "rootUri": None, "capabilities": {}}),
        _message("initialized", params={}),
        _message("textDocument/didOpen", params={"textDocument": item}),
        _message("textDocument/rename", id=2, params=asked),
        _message("shutdown", id=3),
        _message("exit"),
    ]
    done = subprocess.run(
        [sys.executable, "-m", "interpreter.cli", "lsp"],
        input=b"".join(said),
        capture_output=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"only names that a file declares can be changed" in done.stdout
