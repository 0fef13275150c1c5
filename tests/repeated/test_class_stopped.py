"""A class that is stopped ends within seconds, whatever is under way, and is tidy.

Ctrl-C in a terminal goes to all processes of a run's group, `kill` to one.
"""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from autograder.walls.prctl import adopt_orphans
from tests.daskcluster import dask
from tests.injection import alive, children, descendants
from tests.small import PYTHON, ROOT, environment
from tests.small import run as run_again

BROKEN = ROOT / "tests" / "submissions"
ENDLESS = BROKEN / "endless_loop"
SECONDS = 5.0  # that a stop may take
SLACK = 10.0  # seconds, for a machine that is busy with other tests
FAIR = "What was graded is kept, and in all files; run the same again to go on.\n"
CUT = "What was graded is kept in class.sqlite, though not in all files yet; run the "
ONLY_LINES = "run the same again to look for the lines that are left."
UNBEGUN = "Nothing was graded, and nothing has changed; run the same again.\n"

pytestmark = pytest.mark.skipif(
    not Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").exists(),
    reason="finds the processes in Linux's /proc",
)


@dataclass
class Run:
    """A run of the command in a session of its own, with a folder for its files."""

    out: Path
    temporary: Path
    process: subprocess.Popen[str]
    seen: set[int] = field(default_factory=set)

    def graders(self) -> list[int]:
        """Those that its nursery has forked."""
        return [g for nursery in children(self.process.pid) for g in children(nursery)]

    def staged(self) -> int:
        """How many submissions are being graded."""
        return len(list(self.temporary.glob("*/*/submission")))

    def graded(self) -> int:
        """How many gradings the store has."""
        with closing(sqlite3.connect(self.out / "class.sqlite", timeout=0)) as base:
            (count,) = base.execute("SELECT count(*) FROM grading").fetchone()
        return int(count)

    def wait_until(self, condition: Callable[[], object]) -> None:
        """Until the condition holds; the run must not end before."""
        end = time.monotonic() + 120
        while not condition():
            assert self.process.poll() is None, self.process.communicate()
            assert time.monotonic() < end
            time.sleep(0.01)

    def stop(
        self, number: int = signal.SIGINT, *, group: bool = False, times: int = 1
    ) -> tuple[int, str]:
        """Stop it; its status and last words. Nothing of it may be left then."""
        below = {*descendants(self.process.pid)}
        began = time.monotonic()
        for _ in range(times):
            (os.killpg if group else os.kill)(self.process.pid, number)
            time.sleep(0.05)
        _, said = self.process.communicate(timeout=60)
        assert time.monotonic() - began < SECONDS + SLACK, said
        end = time.monotonic() + SLACK
        while any(map(alive, below)):
            assert time.monotonic() < end, "processes are left"
            time.sleep(0.01)
        assert list(self.temporary.iterdir()) == []
        return self.process.returncode, said


def heed_interrupts() -> None:
    """What a shell starts in the background is deaf to Ctrl-C, and so are its heirs."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@contextmanager
def begun(work: dict[str, Path], *options: str, alike: bool = False) -> Iterator[Run]:
    """A run that grades these submissions, which are `alike` or not."""
    adopt_orphans()  # so that none of them can hide
    with TemporaryDirectory() as name:
        top = Path(name)
        top.chmod(0o755)
        (top / "temporary").mkdir(mode=0o755)
        for who, source in work.items():
            shutil.copytree(source, top / "class" / who)
            (top / "class" / who / "expected.yaml").unlink(missing_ok=True)
            for module in () if alike else (top / "class" / who).glob("*.py"):
                module.write_text(f"{module.read_text('utf-8')}\n# {who}\n", "utf-8")
        asked = ("class", str(top / "class"), "--out", str(top / "out"), *options)
        with subprocess.Popen(
            [*PYTHON, *asked],
            cwd=ROOT,
            env=environment(TMPDIR=str(top / "temporary")),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
            preexec_fn=heed_interrupts,  # noqa: PLW1509 - no thread runs here
        ) as process:
            yield Run(top / "out", top / "temporary", process)


THREE = dict.fromkeys("abc", ENDLESS)
FAST = dict.fromkeys(("right", "also"), ROOT / "reference")


@pytest.mark.parametrize(
    "name, group, jobs",
    [  # any two of these together
        *(("SIGINT", True, "1"), ("SIGINT", False, "2")),
        *(("SIGTERM", True, "2"), ("SIGTERM", False, "1")),
    ],
)
def test_endless_ones(jobs: str, name: str, *, group: bool) -> None:
    """Each of them would take two minutes, and nobody waits for the last of them."""
    number = signal.Signals[name]
    with begun(THREE, "--jobs", jobs) as run:
        run.wait_until(lambda: run.staged() >= int(jobs))
        time.sleep(1)
        status, said = run.stop(number, group=group)
        assert (status, run.graded()) == (128 + number, 0)
        assert said.endswith(FAIR)
        assert (run.out / "grades.csv").read_text("utf-8").count("not graded yet") == 3


def test_what_is_set_aside_and_what_was_graded() -> None:
    """The latter is kept, with its points, and is not graded again."""
    with begun({**THREE, **FAST}, "--jobs", "1") as run:
        run.wait_until(lambda: run.staged() >= 3)
        time.sleep(1)
        run.stop(group=True)
        graded = run.graded()
        table = (run.out / "grades.csv").read_text("utf-8")
        assert table.count(',"graded"\n') == table.count(",100,100,") == graded
    assert graded < 5


def test_while_it_looks_for_wrong_lines() -> None:
    """All points are there, and in all files; the same again goes on."""
    quick = ("--assignment", str(ROOT / "tests" / "assignments" / "quick"))
    work = dict.fromkeys("abcd", BROKEN / "minimax_initial_zero")
    options = (*quick, "--jobs", "1", "--explain", "20")
    with begun(work, *options) as run:
        run.wait_until((run.out / "class.html").exists)
        run.wait_until(run.staged)
        status, said = run.stop(group=True)
        assert (status, run.graded()) == (130, 4)
        assert " ".join(said.split()).endswith(ONLY_LINES)
        grades = (run.out / "grades.csv").read_text("utf-8")
        assert grades.count('"graded"\n') == 4
        class_of = run.out.parent / "class"
        done = run_again("class", class_of, "--out", run.out, *options)
        assert done.returncode == 0
        assert "are looked for in" in done.stdout
        assert (run.out / "class.html").read_text("utf-8").count("minimax.py:22") >= 4


def test_twice() -> None:
    """At once, with what is kept; all files may have been written by then."""
    with begun(THREE) as run:
        run.wait_until(run.staged)
        status, said = run.stop(group=True, times=2)
        assert (status, run.graded()) == (130, 0)
    assert "What was graded is kept" in said


@pytest.mark.parametrize("group", [True, False])
def test_while_it_is_loading(*, group: bool) -> None:
    """Then there is not even a folder."""
    with begun(FAST) as run:
        run.wait_until(lambda: children(run.process.pid))
        status, said = run.stop(group=group)
        assert not run.out.exists()
    assert status == 130
    assert said == f"It was stopped by hand. {UNBEGUN}"


def test_while_it_writes() -> None:
    """Many files, of which none is there in part; the same again writes all."""
    work = dict.fromkeys(map(str, range(3000)), BROKEN / "syntax_error")
    quick = str(ROOT / "tests" / "assignments" / "quick")
    with begun(work, "--assignment", quick, alike=True) as run:
        results = run.out / "results"
        run.wait_until(lambda: results.exists() and any(results.iterdir()))
        status, said = run.stop(group=True, times=2)
        assert status == 130
        assert CUT in said
        assert run.graded() == 1
        assert len(list(results.iterdir())) < 3000
        for path in results.iterdir():
            assert path.read_text("utf-8").endswith("}\n"), path


def test_on_a_cluster() -> None:
    """The gradings on its machines end, too."""
    with dask(2) as cluster, begun(THREE, *cluster.options()) as run:
        run.wait_until(lambda: len(cluster.staged()) == 2)
        time.sleep(1)
        status, said = run.stop(group=True)
        assert (status, run.graded()) == (130, 0)
        assert said.endswith(FAIR)
        end = time.monotonic() + SLACK
        while cluster.staged():
            assert time.monotonic() < end, "its workers go on grading"
            time.sleep(0.05)
