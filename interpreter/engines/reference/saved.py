"""States as bytes: a game's fingerprint and a position as JSON, behind a mark and a checksum."""

import json
import zlib
from typing import Any

from interpreter.engines.errors import RecordError

_MARK = b"GDL1"


def packed(fingerprint: str, position: Any) -> bytes:
    body = json.dumps([fingerprint, position], separators=(",", ":")).encode()
    return _MARK + zlib.crc32(body).to_bytes(4, "big") + body


def unpacked(data: bytes) -> Any:
    """What was packed. Raises RecordError for other bytes."""
    if data[:4] != _MARK or zlib.crc32(data[8:]).to_bytes(4, "big") != data[4:8]:
        raise RecordError("these bytes are no saved state, or they are damaged")
    try:
        return json.loads(data[8:])
    except ValueError as error:
        raise RecordError(f"the saved state does not fit the game: {error}") from error
