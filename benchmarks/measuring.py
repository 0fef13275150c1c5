"""How a figure is taken, and how it is written down."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

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


def quietly(command: list[str], where: Path = ROOT) -> None:
    """Run a command that must succeed."""
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=where)
