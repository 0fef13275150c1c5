"""Grade a made-up course as a class, and each submission of it alone: all must agree.

`.venv/bin/python benchmarks/class_and_single.py --students 300 --seed 1` grades all
twice, which takes a while; what differs, times aside, is listed with the tests in which
it does, and the exit status is then 1.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]
os.environ.setdefault("AUTOGRADER_EXPLAIN", "0")  # gradings alone are measured

from autograder.kinds.all import load  # noqa: E402
from benchmarks import course  # noqa: E402

TESTS = ("name", "score", "max_score", "status", "extra_data")


def run(*words: str | Path) -> None:
    """A command of the autograder; what it says goes to the terminal."""
    command = [sys.executable, "-m", "autograder", *map(str, words)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)


def differences(one: Path, other: Path) -> Iterator[str]:
    """The tests of two results in which anything but a time differs."""
    rows = [_tests(path) for path in (one, other)]
    for name in dict.fromkeys([*rows[0], *rows[1]]):
        if rows[0].get(name) != rows[1].get(name):
            yield name


def _tests(path: Path) -> dict[str, list[Any]]:
    tests = json.loads(path.read_bytes())["tests"]
    return {test["name"]: [test.get(key) for key in TESTS] for test in tests}


def main() -> int:
    """Grade twice and compare."""
    parser = argparse.ArgumentParser(description="Compare a class with single grades.")
    parser.add_argument("--students", type=int, default=300, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--assignment", type=Path, default=ROOT / "test_trees")
    options = parser.parse_args()
    assignment = load(options.assignment)
    wrong = 0
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        made = course.made(assignment, options.students, "folder", options.seed)
        course.write(folder, made, "folder")
        submissions, out = folder / "submissions", folder / "out"
        asked = ("--assignment", options.assignment)
        began = time.monotonic()
        run("class", submissions, "--out", out, *asked)
        print(f"the class: {time.monotonic() - began:.0f} s", flush=True)
        began = time.monotonic()
        found = sorted((out / "results").iterdir())
        for path in found:
            alone = folder / "alone.json"
            run(submissions / path.stem, "--results", alone, *asked)
            told = [*differences(path, alone)]
            wrong += bool(told)
            if told:
                print(f"{path.stem}: {', '.join(told)}", flush=True)
        print(f"each alone: {time.monotonic() - began:.0f} s", flush=True)
    print(f"{len(found)} submissions, {wrong} with other grades")
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
