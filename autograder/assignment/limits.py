"""What a worker may use, and the table of the system's limits that follows."""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass

MIB, KIB = 1 << 20, 1 << 10
STACK = 64 * MIB  # deep trees recurse deeply, and Python 3.10 does so in C
DESCRIPTORS = 32


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of one test: CPU seconds, MiB of address space, KiB of output."""

    seconds: float = 2.0
    memory_mb: int = 512
    output_kb: int = 256

    @property
    def wall_seconds(self) -> float:
        """The backstop for a submission that waits; CPU seconds are the measure."""
        return 3 * self.seconds + 1

    @property
    def output_bytes(self) -> int:
        """What a submission may print before it is stopped."""
        return self.output_kb * KIB

    def table(self, threads: int | None) -> dict[str, tuple[int, int]]:
        """Soft and hard limit by the name that the `resource` module gives it.

        `threads` and processes together may be so many, or any number.
        """
        memory = self.memory_mb * MIB
        cpu = math.ceil(self.seconds) + 1
        processes = {} if threads is None else {"RLIMIT_NPROC": (threads, threads)}
        queues = {"RLIMIT_MSGQUEUE": (0, 0)} if sys.platform == "linux" else {}
        return {
            "RLIMIT_AS": (memory, memory),
            "RLIMIT_CORE": (0, 0),
            "RLIMIT_CPU": (cpu, cpu + 1),
            "RLIMIT_FSIZE": (self.output_bytes, self.output_bytes),
            "RLIMIT_NOFILE": (DESCRIPTORS, DESCRIPTORS),
            "RLIMIT_STACK": (STACK, STACK),
            **processes,
            **queues,
        }
