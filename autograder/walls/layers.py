"""The layers around a submission, which there are; and what its walls are built of."""

from __future__ import annotations

import os
import sys
from dataclasses import asdict, dataclass
from typing import Any

LIBRARIES = ("/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib")


def libraries() -> tuple[str, ...]:
    """The folders of the system's and Python's libraries: Landlock leaves them open."""
    return *LIBRARIES, os.path.join(sys.base_prefix, "lib")  # noqa: PTH118 - lean


@dataclass(frozen=True, slots=True)
class Layers:
    """What the system grants beyond a process of its own and its limits.

    `user`: a user and group of its own. `privileges`: none can be gained, memory is
    closed to other processes, no worker outlives its parent or leaves orphans.
    `seccomp`: system calls are filtered. `landlock`: the ABI version of the kernel's
    file rules, 0 without.
    """

    user: bool = False
    privileges: bool = False
    seccomp: bool = False
    landlock: int = 0

    def without(self, names: frozenset[str]) -> Layers:
        """These layers but for those that are named."""
        kept = {n: v for n, v in asdict(self).items() if n not in names}
        return Layers(**kept)

    def thread_limit(self) -> int | None:
        """How many threads and processes the system is to grant; None for any.

        The limit counts all that belong to the user, so it tells threads from
        processes only with the filter, and means the submission only with its user.
        """
        if not self.seccomp:
            return 0
        return MOST_THREADS if self.user else None

    def table(self) -> dict[str, Any]:
        """The layers by name, as results.json tells them."""
        return asdict(self)

    def layers_sentence(self, user: str = "needs root") -> str:
        """One line for the reader of a report: what there is, and what is missing.

        `user` tells why there is no user of its own, where that is so.
        """
        present = [t.format(self) for n, (t, _) in WORDS.items() if getattr(self, n)]
        absent = [t.format(user) for n, (_, t) in WORDS.items() if not getattr(self, n)]
        line = f"Sandbox: {', '.join(('own process', *present))}"
        return f"{line}; missing: {', '.join(absent)}" if absent else line


@dataclass(frozen=True, slots=True)
class Session:
    """What is the same for all jobs of a sandbox.

    The submission lies in `folder`, and so does the `working_folder`, which is empty
    when a job begins; `user` is whom root becomes, None where the grader is not root.
    """

    folder: str
    working_folder: str
    user: int | None = None


MOST_THREADS = 64
WORDS = {
    "user": ("own user", "own user ({})"),
    "privileges": ("no new privileges", "no new privileges (needs Linux)"),
    "seccomp": ("seccomp", "seccomp (needs Linux and libseccomp)"),
    "landlock": ("Landlock {0.landlock}", "Landlock (needs Linux 5.13)"),
}
NAMES = frozenset(WORDS)
