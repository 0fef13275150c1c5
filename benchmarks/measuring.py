"""How a figure is taken, and how it is written down."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

os.environ.setdefault("AUTOGRADER_EXPLAIN", "0")  # gradings alone are measured
Command = Sequence[str | Path]

ROOT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    what: str
    figure: str
    baseline: str
    bar: str
    reached: bool

    def __str__(self) -> str:
        mark = "yes" if self.reached else "**no**"
        return (
            f"| {self.what} | {self.figure} | {self.baseline} | {self.bar} | {mark} |"
        )


def seconds(action: Callable[[], object]) -> float:
    """How long it takes, once, by the clock on the wall."""
    start = time.perf_counter()
    action()
    return time.perf_counter() - start


def best(actions: list[Callable[[], object]], rounds: int) -> list[float]:
    """The shortest time of each action over several rounds, taken in turns."""
    times = [[seconds(action) for action in actions] for _ in range(rounds)]
    return [min(column) for column in zip(*times, strict=True)]


@dataclass(frozen=True)
class Spent:
    """What a command took: by the clock on the wall, and of CPU with all it started."""

    wall: float
    cpu: float


def spent(command: Command, where: Path = ROOT) -> Spent:
    """Run a command that must succeed."""
    start = time.perf_counter()
    process = subprocess.Popen(
        [*map(str, command)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=where,
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    return Spent(time.perf_counter() - start, usage.ru_utime + usage.ru_stime)


def in_turns(commands: Sequence[tuple[Command, Path]], rounds: int) -> list[Spent]:
    """The medians of commands, each in its folder, after a round that warms up."""
    turns = [[spent(*each) for each in commands] for _ in range(rounds + 1)][1:]
    return [
        Spent(median(s.wall for s in column), median(s.cpu for s in column))
        for column in zip(*turns, strict=True)
    ]


def quietly(command: list[str], where: Path = ROOT) -> None:
    """Run a command that must succeed."""
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=where)
