"""What engines raise, besides `GameError` for rules that go wrong in play. Each message is meant for people. Quick to load: every
command needs it."""


class IllegalAction(ValueError):  # noqa: N818 - the field's word
    """An action that is not legal in a state; the message says why."""


class Ambiguous(IllegalAction):
    """A text that may mean any of several legal actions."""

    def __init__(self, message: str, actions: tuple[int, ...]) -> None:
        self.actions = actions
        super().__init__(message)


class Unreadable(IllegalAction):
    """A text that names no action of the game."""


class PositionError(ValueError):
    """A position that does not fit the game. `place` is the way to the wrong part, such as ("pieces", "a9")."""

    def __init__(self, message: str, place: tuple[str | int, ...] = ()) -> None:
        self.place = place
        super().__init__(message)


class RecordError(ValueError):
    """Bytes or a saved game that cannot be read back."""


class ProgramError(Exception):
    """Another program, which has a seat, does not do what its protocol asks of it."""


class ResignedError(ProgramError):
    """Another program gives up. Where nobody knows more of it, its seat is empty."""
