"""Thinking time: a clock for each player that runs while they are to move.

Times are seconds of a monotonic clock that the caller passes, so that tests need not wait.
"""

from dataclasses import dataclass


@dataclass
class Clock:
    """`left` has the seconds of each player; a move adds `increment`. `running` is the player whose clock runs, since
    `since`; None before the first move and at the end."""

    start: float
    increment: float
    left: list[float]
    running: int | None = None
    since: float = 0.0

    @classmethod
    def of(cls, players: int, minutes: float, increment: float) -> "Clock":
        return cls(60 * minutes, increment, [60 * minutes] * players)

    def remaining(self, player: int, now: float) -> float:
        """The seconds that a player has, not less than 0."""
        spent = now - self.since if player == self.running else 0.0
        return max(0.0, self.left[player] - spent)

    def turn(self, before: int, after: int | None, now: float) -> None:
        """A move has been made by `before`; `after` is to move, None at the end. The first move starts the clocks."""
        if self.running is not None:
            self.left[before] = self.remaining(before, now) + self.increment
        self.running, self.since = after, now

    def stop(self, now: float) -> None:
        """Stops for good, as the game is over."""
        if self.running is not None:
            self.left[self.running] = self.remaining(self.running, now)
        self.running = None

    def fallen(self, now: float) -> int | None:
        """The player whose time is up, or None."""
        if self.running is not None and self.remaining(self.running, now) <= 0:
            return self.running
        return None

    def to_json(self) -> dict[str, object]:
        """What is kept on disk: without the time that a server was down, which costs nobody anything."""
        return {"start": self.start, "increment": self.increment, "left": self.left, "running": self.running}

    @classmethod
    def from_json(cls, data: dict[str, object], now: float) -> "Clock":
        left, running = data["left"], data["running"]
        assert isinstance(left, list)
        assert running is None or isinstance(running, int)
        start, increment = float(str(data["start"])), float(str(data["increment"]))
        return cls(start, increment, [float(x) for x in left], running, now)
