"""Places of texts in the terms of the protocol: lines from 0, columns in the units that client and server agreed on."""

from lsprotocol import types
from pygls import uris
from pygls.workspace import PositionCodec
from pygls.workspace.position_codec import ServerTextPosition

from gdl.source import Source, Span


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
