"""Many tables at once: real sockets to a real server, each acting once a second. What is missed, and how late answers come.

    python benchmarks/tables.py [--tables 200] [--seconds 600] [--game connect_four]

It starts `gdl serve` in a process of its own, opens the tables, and connects both players of each. Once a second a socket that
is to move makes a choice or plays the move that it has chosen; the other one asks for the view. A message is missed if a socket does not see every revision
of its table, or gets no answer. Exit code 1 if one was missed or fewer than 95 % were answered within 500 ms.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import ClientConnection, connect

LATE = 0.5  # seconds
PATIENCE = 30.0
_A_CLIENT = 40  # tables that one address opens: a server lets each open so many in an hour


@dataclass
class Tally:
    """What was seen: seconds from each question to its answer, and what went wrong."""

    answers: list[float] = field(default_factory=list)
    moves: int = 0
    missed: list[str] = field(default_factory=list)
    server: float = 0.0  # processor seconds that the server took while people played


class Player:
    """One socket of a seat."""

    def __init__(self, socket: ClientConnection, tally: Tally, random: Random) -> None:
        self.socket, self.tally, self.random = socket, tally, random
        self.view: Mapping[str, Any] | None = None
        self.rev = -1
        self.answered = asyncio.Event()

    async def read(self) -> None:
        """Reads all that comes: every revision must come once, and in order."""
        async for text in self.socket:
            message = json.loads(text)
            if message["type"] == "view":
                if self.rev >= 0 and message["rev"] > self.rev + 1:
                    self.tally.missed.append(f"revision {self.rev + 1} of a table")
                self.rev, self.view = message["rev"], message
                self.answered.set()
            elif message["type"] == "next":
                self.view = {**(self.view or {}), "next": message}
                self.answered.set()
            elif (
                message["type"] == "refused"
            ):  # what was asked has been overtaken by the view that was on its way
                self.answered.set()
                if not any(said in message["text"] for said in ("meanwhile", "not your turn")):
                    self.tally.missed.append(message["text"])

    async def ask(self, **message: Any) -> None:
        """Sends a message, and takes the time until the answer."""
        self.answered.clear()
        start = monotonic()
        await self.socket.send(json.dumps(message))
        try:
            await asyncio.wait_for(self.answered.wait(), PATIENCE)
        except TimeoutError:
            self.tally.missed.append(f"the answer to {message['type']}")
            return
        self.tally.answers.append(monotonic() - start)

    async def act(self) -> None:
        """Makes a choice of a random move, or plays the move that is chosen, or looks at the table."""
        if self.view is None or not self.view.get("mine"):
            await self.ask(type="hello")
            return
        at = self.view["next"]
        path = [p["value"] for p in at["path"]]
        if at["complete"] != 1:
            option = self.random.choice(at["options"])
            await self.ask(type="pick", path=[*path, option["value"]])
        else:
            await self.ask(type="do", rev=self.rev, path=path)
            self.tally.moves += 1

    async def run(self, seconds: float) -> None:
        reading = asyncio.create_task(self.read())
        end = monotonic() + seconds
        await asyncio.sleep(self.random.random())
        await self.ask(type="hello")
        while monotonic() < end:
            start = monotonic()
            await self.act()
            await asyncio.sleep(max(0.0, 1.0 - (monotonic() - start)))
        reading.cancel()


def opened(address: str, game: str, number: int) -> list[str]:
    """A new table; the tokens of its players. Addresses of this machine take turns, as a server lets each open only some."""
    where = urlsplit(address)
    client = HTTPConnection(
        where.hostname or "", where.port, source_address=(f"127.0.0.{2 + number // _A_CLIENT}", 0)
    )
    client.request(
        "POST", "/api/tables", json.dumps({"game": game, "seats": ["open", "open"], "seed": number})
    )
    found = json.loads(client.getresponse().read())
    return [token for name, token in found["tokens"].items() if name != "spectators"]


async def played(address: str, tokens: list[str], seconds: float) -> Tally:
    """Plays at all tables at once."""
    tally, where = Tally(), address.replace("http", "ws")
    sockets = [await connect(f"{where}ws/{token}", max_size=None) for token in tokens]
    await asyncio.gather(*(Player(s, tally, Random(i)).run(seconds) for i, s in enumerate(sockets)))
    for socket in sockets:
        await socket.close()
    return tally


def measured(tables: int, seconds: float, game: str) -> Tally:
    """Starts a server, and plays."""
    command = [sys.executable, "-m", "interpreter.cli", "serve", game, "--memory", "--port", "0"]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        address = server.stdout.readline().strip()
        tokens = [token for number in range(tables) for token in opened(address, game, number)]
        before = _processor_seconds(server.pid)
        tally = asyncio.run(played(address, tokens, seconds))
        tally.server = _processor_seconds(server.pid) - before
        return tally
    finally:
        server.terminate()
        server.wait(10)


def _processor_seconds(process: int) -> float:
    """The processor time of a process, as Linux tells it."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--game", default="connect_four")
    given = parser.parse_args()
    tally = measured(given.tables, given.seconds, given.game)
    times = sorted(tally.answers)
    quick = sum(t <= LATE for t in times) / max(1, len(times))
    print(f"{given.tables} tables of {given.game}, {2 * given.tables} sockets, {given.seconds:g} s")
    print(f"{len(times)} answers, {tally.moves} moves, {len(tally.missed)} missed {tally.missed[:3]}")
    print(
        f"{tally.server:.1f} s of processor time, {1000 * tally.server / max(1, len(times)):.2f} ms an answer"
    )
    for share in (0.5, 0.95, 0.99):
        print(f"{share:.0%} within {1000 * times[int(share * (len(times) - 1))]:.0f} ms")
    print(f"{quick:.2%} within {1000 * LATE:.0f} ms")
    return 1 if tally.missed or quick < 0.95 else 0


if __name__ == "__main__":
    sys.exit(main())
