"""Grade a class on a machine whose cores other programs want, too.

`.venv/bin/python benchmarks/busy.py` writes fifteen submissions, of which six loop in
every call, and so are set aside. It grades them beside an endless loop on each core,
each in a session of its own, with one grading at once and with two; and prints how long
that took by the clock, the CPU time that it used, and the ratio of both.

    --against FOLDER  another checkout grades the same, in turns
    --quiet           once more with no loops beside it
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from autograder.kinds.all import load  # noqa: E402
from benchmarks import processes  # noqa: E402
from benchmarks.thousand import Desk, among, written  # noqa: E402

COUNT, ENDLESS = 15, 6  # submissions; those of them that loop
LOOP = """
import os
parent = os.getppid()
while os.getppid() == parent:  # else it would go on when this was killed
    for _ in range(10**6): pass
"""
SEED = 1


def main() -> None:
    """Write, grade and tell."""
    parser = argparse.ArgumentParser(description="Grade a class on a busy machine.")
    parser.add_argument("--against", type=Path, action="append", default=[])
    parser.add_argument("--quiet", action="store_true")
    options = parser.parse_args()
    with TemporaryDirectory() as name:
        work = Path(name)
        _write(work)
        for jobs in (1, 2):
            for is_busy in (True, False) if options.quiet else (True,):
                for checkout in (ROOT, *options.against):
                    with _loops() if is_busy else ExitStack():
                        cost = _graded(checkout, work, jobs)
                    print(
                        f"{jobs} at once, {'beside loops' if is_busy else 'alone'}, "
                        f"{checkout}: {cost.wall:.1f} s by the clock, {cost.cpu:.1f} s "
                        f"of CPU, ratio {cost.wall / cost.cpu:.2f}",
                        flush=True,
                    )


def _write(folder: Path) -> None:
    """An export of right, mistaken and bad submissions, and of what loops."""
    desk = Desk(load(ROOT / "test_trees"), SEED)
    others = desk.written(COUNT - ENDLESS)
    loops = [*islice(desk.sleepers(), 1, 2 * ENDLESS, 2)]
    written(folder, among(loops, others))


@contextmanager
def _loops() -> Iterator[None]:
    """Let an endless loop be on each core meanwhile, in a session of its own."""
    with ExitStack() as stack:
        for _ in os.sched_getaffinity(0):
            command = [sys.executable, "-I", "-S", "-c", LOOP]
            process = subprocess.Popen(command, start_new_session=True)
            stack.callback(process.wait)
            stack.callback(process.kill)
        yield


def _graded(checkout: Path, folder: Path, jobs: int) -> processes.Cost:
    """What it costs a checkout to grade what lies in a folder."""
    with TemporaryDirectory() as out:
        asked = ("-m", "autograder", "class", folder / "submissions.zip", "--out", out)
        command = (sys.executable, *asked, "--jobs", jobs)
        return processes.run([*map(str, command)], checkout, lambda _: None)


if __name__ == "__main__":
    main()
