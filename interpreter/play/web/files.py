"""The files that pages are made with: programs, styles, pictures. They are few and small, so they are kept in memory.

A file that is read in a thread when it is asked for comes 30 to 70 ms later on the first page, which cannot be drawn before
its styles are there.
"""

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

_KINDS = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


@dataclass(frozen=True, slots=True)
class File:
    """A file as it is sent. `tag` names its content: a browser that has it already is only told so."""

    content: bytes
    kind: str
    tag: str


def read_files(folder: Path) -> dict[str, File]:
    """The files of a folder by their names."""
    return {path.name: _read(path) for path in folder.iterdir() if path.suffix in _KINDS}


def _read(path: Path) -> File:
    content = path.read_bytes()
    return File(content, _KINDS[path.suffix], f'"{sha256(content).hexdigest()[:32]}"')


def sent(files: dict[str, File], request: Request) -> Response:
    """The file that is asked for."""
    found = files.get(request.path_params["name"])
    if found is None:
        return PlainTextResponse("there is no such file", 404)
    headers = {"etag": found.tag, "cache-control": "no-cache"}  # kept, and asked for again
    if found.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(found.content, media_type=found.kind, headers=headers)
