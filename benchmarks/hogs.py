"""Grade submissions that make themselves wait for a core, and say what that costs.

`.venv/bin/python benchmarks/hogs.py` grades each of `tests/hogs.py` by itself with a
budget of 40 s, and prints how long that took, its points and what the grader said. With
`--class` so many of them are graded as a class, beside right ones.

    --class 20        so many hogs
    --good 4          so many right ones beside them
    --budget 40       seconds
    --only WORD       the hogs with that word in their names
    --against FOLDER  the grader of another checkout
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]
os.environ.setdefault("AUTOGRADER_EXPLAIN", "0")  # gradings alone are measured

from autograder.kinds.all import load  # noqa: E402
from benchmarks import course  # noqa: E402
from benchmarks.homework import Homework  # noqa: E402
from tests import hogs  # noqa: E402

GRADINGS = (
    "SELECT submission.name, points, fault FROM submission JOIN grading "
    "ON grading.id = submission.grading"
)
SHOWN = 60  # characters of a fault
Row = tuple[float, float | None, str]  # seconds, points, what was said


def assignment(folder: Path, budget: float) -> Path:
    """A copy of the default assignment with this budget, and no smallest trees."""
    shutil.copytree(ROOT / "test_trees", folder)
    file = folder / "assignment.yaml"
    keys = {"budget": f"budget: {budget:g}", "counterexample": ""}
    lines = file.read_text(encoding="utf-8").splitlines()
    kept = [keys.get(line.partition(":")[0], line) for line in lines]
    file.write_text("\n".join(kept), encoding="utf-8")
    return folder


def alone(checkout: Path, submission: Path, trees: Path) -> Row:
    """What comes of one submission by itself."""
    results = submission.parent / "results.json"
    asked = (str(submission), "--assignment", str(trees), "--results", str(results))
    began = time.monotonic()
    status = _run(checkout, *asked).wait()
    seconds = time.monotonic() - began
    tests = json.loads(results.read_bytes())["tests"]
    points = sum(test.get("score", 0) for test in tests)
    verdicts = Counter(_verdict(test) for test in tests)
    told = ", ".join(f"{count} {verdict}" for verdict, count in verdicts.items())
    return seconds, points, f"status {status}: {told}"


def _verdict(test: dict[str, Any]) -> str:
    return str(test.get("extra_data", {}).get("verdict", "no verdict"))


def _run(checkout: Path, *words: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "autograder", *words]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, cwd=checkout, stdout=quiet, stderr=quiet)


def together(checkout: Path, folder: Path, trees: Path) -> Iterator[tuple[str, Row]]:
    """What comes of each submission of a class, as it is done; last of the whole."""
    out = folder / "out"
    asked = (str(folder / "submissions.zip"), "--out", str(out))
    began = time.monotonic()
    process = _run(checkout, "class", *asked, "--assignment", str(trees))
    done: set[str] = set()
    status = None
    while status is None:
        time.sleep(0.5)
        status = process.poll()  # before the last look
        for name, points, fault in _gradings(out):
            if name not in done:
                done.add(name)
                told = fault[:SHOWN] or "graded"
                yield name, (time.monotonic() - began, points, told)
    yield "the class", (time.monotonic() - began, None, f"status {status}")


def _gradings(out: Path) -> list[tuple[str, float | None, str]]:
    """Of each submission that is graded by now its points; the run holds a lock."""
    with suppress(sqlite3.Error):
        uri = f"file:{out / 'class.sqlite'}?mode=ro&immutable=1"
        with closing(sqlite3.connect(uri, uri=True)) as base:
            return base.execute(GRADINGS).fetchall()
    return []


def written(folder: Path, names: Sequence[str], good: int) -> dict[str, str]:
    """Write an export of hogs with right ones among them; what each is, by its name."""
    modules = load(ROOT / "test_trees").modules()
    right = {f"{m}.py": (ROOT / "reference" / f"{m}.py").read_bytes() for m in modules}
    work = [Homework(hogs.files(name, modules), name) for name in names]
    for place in range(good):
        where = (place + 1) * len(work) // good
        work.insert(where, Homework(right, "right"))
    unlike = [
        Homework({n: t + b"\n# %d\n" % place for n, t in each.files.items()}, each.what)
        for place, each in enumerate(work)
    ]
    people = course.people(len(unlike), random.Random(1))  # noqa: S311 - the same each time
    made: dict[Any, Homework] = dict(zip(people, unlike, strict=True))
    course.write(folder, course.Course(made, (), people), "gradescope")
    return {f"submission_{place}": h.what for place, h in enumerate(unlike, 1)}


def told(what: str, row: Row) -> str:
    """A line."""
    seconds, points, said = row
    shown = "none" if points is None else f"{points:g}"
    return f"{what:28} {seconds:7.1f} s {shown:>7} points  {said}"


def main() -> None:
    """Grade and tell."""
    options = _options()
    names = [name for name in hogs.HOGS if options.only in name]
    with TemporaryDirectory() as name:
        top = Path(name)
        top.chmod(0o711)
        trees = assignment(top / "assignment", options.budget)
        if options.hogs:
            chosen = [*islice(cycle(names), options.hogs)]
            what = written(top / "class", chosen, options.good)
            for who, row in together(options.against, top / "class", trees):
                print(told(what.get(who, who), row), flush=True)
            return
        modules = load(trees).modules()
        for hog in names:
            folder = hogs.write(top / hog.replace(" ", "_"), hog, modules)
            print(told(hog, alone(options.against, folder, trees)), flush=True)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Grade what makes itself wait.")
    parser.add_argument("--class", dest="hogs", type=int, default=0, metavar="N")
    parser.add_argument("--good", type=int, default=4, metavar="N")
    parser.add_argument("--budget", type=float, default=40.0, metavar="SECONDS")
    parser.add_argument("--only", default="", metavar="WORD")
    parser.add_argument("--against", type=Path, default=ROOT, metavar="FOLDER")
    return parser.parse_args()


if __name__ == "__main__":
    main()
