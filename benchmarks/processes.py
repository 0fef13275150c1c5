"""What a command and all that it starts cost: CPU by kind, memory while it runs."""

from __future__ import annotations

import os
import resource
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

os.environ.setdefault("AUTOGRADER_EXPLAIN", "0")  # gradings alone are measured
CLASS, GRADER, SERVER, WORKER = "class", "graders", "fork servers", "workers"
OF_A_SERVER = b"autograder.worker"  # in the command of a fork server and its workers
TICKS = os.sysconf("SC_CLK_TCK")
EVERY = 0.25  # seconds between two looks at the CPU
LOOKS = 4  # of them to one look at the memory, which costs more
EDGE = 0.2  # of the run, that comes up or down
FLAT = 1.05  # the later memory to the earlier, at most
MIB = 1024.0  # KiB
PARENT, OWN, REAPED = 1, slice(11, 13), slice(13, 15)  # in /proc/PID/stat, from state


@dataclass(slots=True)
class Cost:
    """Seconds by the clock and of CPU, the latter by kind; MiB, a pair a second.

    A pair is (proportional share, resident) of all processes together.
    """

    wall: float = 0.0
    cpu: float = 0.0
    by_kind: dict[str, float] = field(default_factory=dict)
    memory: list[tuple[float, float]] = field(default_factory=list)

    def peak(self) -> tuple[float, float]:
        """The most of each."""
        return max(p for p, _ in self.memory), max(r for _, r in self.memory)

    def growth(self) -> float:
        """The shared memory late in the run, to that early in it; 1 is flat."""
        shares = [share for share, _ in self.memory]
        edge = max(int(len(shares) * EDGE), 1)
        early, late = shares[edge : 2 * edge], shares[-2 * edge : -edge]
        return _median(late) / _median(early) if early and late else 1.0


def _median(found: Sequence[float]) -> float:
    return sorted(found)[len(found) // 2]


def run(command: Sequence[str], folder: Path, look: Callable[[float], None]) -> Cost:
    """Run a command; `look` is called each second with the seconds since its start."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
    sampler = _Sampler(process.pid, began, look)
    sampler.thread.start()
    status = process.wait()
    wall = time.perf_counter() - began
    sampler.done.set()
    sampler.thread.join()
    if status:
        raise SystemExit(f"status {status}: {' '.join(command)}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    kinds = sampler.kinds()
    kinds[CLASS] = cpu - sum(kinds.values())
    return Cost(wall, cpu, kinds, sampler.memory)


@dataclass(frozen=True, slots=True)
class _Times:
    """CPU seconds of a process, and of its children that have ended."""

    kind: str
    parent: int
    own: float
    reaped: float


class _Sampler:
    """Looks at a process and all below it, now and then, until it is done."""

    def __init__(self, pid: int, began: float, look: Callable[[float], None]) -> None:
        self._pid, self._began, self._look = pid, began, look
        self._times: dict[int, _Times] = {}
        self.memory: list[tuple[float, float]] = []
        self.done = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)

    def kinds(self) -> dict[str, float]:
        """CPU seconds of all but the command itself, as far as they were seen."""
        found = dict.fromkeys((GRADER, SERVER, WORKER), 0.0)
        within = {each.parent for each in self._times.values() if each.reaped}
        for pid, each in self._times.items():
            forks = each.kind == SERVER or (each.kind == WORKER and each.reaped)
            if forks or each.kind == GRADER:
                found[SERVER if forks else GRADER] += each.own
            if forks and pid not in within:  # else it has reaped a server, too
                found[WORKER] += each.reaped
        return found

    def _run(self) -> None:
        looks = 0
        while not self.done.wait(EVERY):
            alive = dict(below(self._pid))
            for pid, kind in alive.items():
                with suppress(OSError, ValueError):
                    self._times[pid] = _times(pid, kind)
            if looks % LOOKS == 0:
                pairs = [_memory(pid) for pid in alive]
                self.memory.append((sum(p for p, _ in pairs), sum(r for _, r in pairs)))
                self._look(time.perf_counter() - self._began)
            looks += 1


def below(top: int) -> Iterator[tuple[int, str]]:
    """A process and all that it has started, each with its kind."""
    children: dict[int, list[int]] = {}
    for path in Path("/proc").iterdir():
        if path.name.isdecimal():
            with suppress(OSError, ValueError, IndexError):
                children.setdefault(int(_stat(int(path.name))[PARENT]), []).append(
                    int(path.name)
                )
    waiting = [(top, CLASS)]
    while waiting:
        pid, kind = waiting.pop()
        yield pid, kind
        waiting += [(child, _kind(child, kind)) for child in children.get(pid, ())]


def _kind(pid: int, parent: str) -> str:
    if parent in (SERVER, WORKER):
        return WORKER
    with suppress(OSError):
        if OF_A_SERVER in Path(f"/proc/{pid}/cmdline").read_bytes():
            return SERVER
    return GRADER


def _stat(pid: int) -> list[str]:
    """The fields after the name, which may hold anything."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def _times(pid: int, kind: str) -> _Times:
    fields = _stat(pid)
    own, reaped = (sum(map(int, fields[part])) for part in (OWN, REAPED))
    return _Times(kind, int(fields[PARENT]), own / TICKS, reaped / TICKS)


def _memory(pid: int) -> tuple[float, float]:
    """MiB: the proportional share, and what is resident."""
    found = {"Pss:": 0, "Rss:": 0}
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            key, *rest = line.split()
            if key in found:
                found[key] = int(rest[0])
    return found["Pss:"] / MIB, found["Rss:"] / MIB
