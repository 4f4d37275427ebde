"""What every answer of a server carries, and which requests are for it."""

from collections.abc import Collection, Mapping
from urllib.parse import urlsplit

_POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": _POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
NOT_KEPT = {"cache-control": "no-store"}  # of a page that may hold what a seat sees at this moment
_LONGEST_HOST = 300  # letters of a name and a port


def is_own(headers: Mapping[str, str], hosts: Collection[str], is_action: bool) -> bool:
    """Whether a request calls the server by one of its names (none: any), and, where it does something, is of its own page."""
    host = headers.get("host", "")
    try:
        name = urlsplit(f"//{host}").hostname or ""
        if len(host) > _LONGEST_HOST or (hosts and name not in hosts):
            return False
        origin = headers.get("origin")
        return not is_action or origin is None or urlsplit(origin).netloc == host
    except ValueError:  # no address at all
        return False


def is_wide(agent: str) -> bool:
    """Whether a page has more room beside a board than below it, as far as its browser (`user-agent`) tells before it is there."""
    return "Mobi" not in agent
