"""What the tests of the reference share: engines by the text of a game, each made once a session."""

from collections.abc import Callable

import pytest

from language import playing


@pytest.fixture
def make(kind: str) -> Callable[..., playing.Made]:
    """Makes an engine of the kind under test from the text of a game."""

    def build(text: str, **options: object) -> playing.Made:
        return playing.engine_of(text, kind, tuple(sorted(options.items())))

    return build
