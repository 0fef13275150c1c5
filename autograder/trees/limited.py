"""Ask what may take all memory, or end its process, in one of its own with limits."""

from __future__ import annotations

import importlib
import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from typing import Any

from autograder.project import PROJECT

MOST_BYTES = 4_000_000_000  # of address space
SECONDS = 5  # of CPU time, until it is given more
PATIENCE = 5  # times as long by the clock: others may be at work
CHILD = (
    "import sys; sys.path[0] = sys.argv[1]; "
    "from autograder.trees.limited import serve; serve(sys.argv[2])"
)
OUT_OF_MEMORY = f"it needs more than {MOST_BYTES // 10**9} GB of memory"
TOO_LONG = "it takes too long to find out how large it is"
ENDED = "it ends its process ({})"
OF_TIME = ("SIGXCPU", "SIGALRM")


class BeyondLimits(Exception):  # noqa: N818 - a finding, which the caller gives a place
    """A process was ended, or ended itself; the text says how, in half a sentence."""


def asked(module: str, request: dict[str, Any]) -> dict[str, Any]:
    """What `answer` of a module returns to a request, both as JSON; or BeyondLimits."""
    command = [sys.executable, "-c", CHILD, str(PROJECT), module]
    given = json.dumps(request).encode()
    done = subprocess.run(command, input=given, capture_output=True, check=False)
    if done.returncode == 0:
        told = json.loads(done.stdout)
        if told is None:
            raise BeyondLimits(OUT_OF_MEMORY)
        return dict(told)
    if done.returncode > 0:  # an exception of ours
        raise RuntimeError(done.stderr.decode(errors="replace"))
    name = f"signal {-done.returncode}"
    with suppress(ValueError):
        name = signal.Signals(-done.returncode).name
    raise BeyondLimits(TOO_LONG if name in OF_TIME else ENDED.format(name))


def serve(module: str) -> None:
    """Answer one request, in the process that was started for it."""
    request = json.load(sys.stdin)
    answers = os.dup(1)
    os.dup2(2, 1)  # what else is printed is no answer
    limit(SECONDS)
    try:
        told = importlib.import_module(module).answer(request)
    except MemoryError:
        told = None
    with os.fdopen(answers, "w", encoding="utf-8") as out:
        json.dump(told, out)


def limit(seconds: int) -> None:
    """From now on this process has so much CPU time, and no more memory than it may."""
    with suppress(ImportError):  # a system without: nothing is to be limited there
        import resource  # noqa: PLC0415 - likewise

        used = int(sum(resource.getrusage(resource.RUSAGE_SELF)[:2]))
        for which, most in (
            (resource.RLIMIT_AS, MOST_BYTES),
            (resource.RLIMIT_CPU, used + seconds),
        ):
            _, hard = resource.getrlimit(which)
            soft = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(which, (soft, hard))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.alarm(PATIENCE * seconds)
