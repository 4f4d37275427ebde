"""What the tests of the reference share: engines by the text of a game, each made once a session."""

from collections.abc import Callable

import pytest

from interpreter.engines.base import Engine
from language import playing


@pytest.fixture
def make(kind: str) -> Callable[..., Engine]:
    """Makes an engine of the kind under test from the text of a game."""

    def build(text: str, **options: object) -> Engine:
        return playing.engine_of(text, kind, tuple(sorted(options.items())))

    return build
