"""A whole class: each grade is that of a grading by itself, whatever is broken off.

The moments of kills are drawn with a seed; what a process does in a given millisecond
is not, so that each run of these tests tries other places. However often a run was
killed, grades.csv is at its end what an undisturbed run writes, byte for byte.
"""

from __future__ import annotations

import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from autograder.classroom.course import Student
from autograder.kinds import all as assignments
from autograder.kinds.search.words import OTHERWISE
from benchmarks import course as courses
from benchmarks import homework
from benchmarks.homework import BROKEN, HOSTILE
from tests.classroom import made_exports
from tests.classroom.made_exports import EXPORT, Files, Who
from tests.injection import Driver, Ended, alive, children, descendants
from tests.repeated.test_fault_injection import LIMITED
from tests.small import PYTHON, ROOT, THOROUGH, environment

QUICK = ROOT / "tests" / "assignments" / "quick"
KILLS = 6 if THOROUGH else 3  # of each of two ways
STUDENTS = 14  # made up at random, beside the WORST
WORST = (  # what a class has seldom, and has here for certain
    BROKEN / "syntax_error",
    BROKEN / "file_is_empty",
    BROKEN / "endless_loop_in_search_only",
    BROKEN / "crash_while_importing",
    BROKEN / "file_is_a_notebook",
    BROKEN / "prints_without_end",
    BROKEN / "correct_own_modules",
    HOSTILE / "fork_bomb.py",
    HOSTILE / "forged_result.py",
    HOSTILE / "sleep.py",
    HOSTILE / "kill_everyone.py",
)
SMALL = (  # two right ones, and some that are wrong in ways of their own
    BROKEN / "correct_equality",
    BROKEN / "alpha_beta_no_pruning",
    BROKEN / "minimax_roles_swapped",
    BROKEN / "syntax_error",
    BROKEN / "crash_two_frames_deep",
    BROKEN / "minimax_initial_zero",
)
SLOW = b"import time\ntime.sleep(0.02)\n"  # so that there is somebody to be stopped
IN_USE = "another grading of this class is at work"
TO_GO_ON = (
    "It was stopped by hand. What was graded is kept, and in all files; run the same "
    "again to go on.\n"
)
CUT = (
    "It was stopped by hand. What was graded is kept in class.sqlite, though not in "
    "all files yet; run the same again to go on.\n"
)

pytestmark = pytest.mark.skipif(
    not Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").exists(),
    reason="finds the processes in Linux's /proc",
)


def files_of(path: Path) -> Files:
    """The files of a folder of tests/submissions, or of a hostile program."""
    made = homework.folder(path) if path.is_dir() else homework.hostile(path)
    return made.files


def numbered(work: tuple[Path, ...]) -> dict[Who, Files]:
    """These, each by a student of its own."""
    students = (Student(f"Student {i}", f"{i:05}") for i in range(len(work)))
    return {who: files_of(path) for who, path in zip(students, work, strict=True)}


@dataclass(frozen=True)
class Class:
    """An export in a folder, and the process that starts runs."""

    folder: Path
    driver: Driver
    grades: bytes = b""  # of a run that nothing disturbs
    seconds: float = 0.0  # that it takes

    def staged(self) -> frozenset[Path]:
        """The submissions that are being graded, each in its grader's own folder."""
        return frozenset(self.temporary.glob("*/*/submission"))

    @property
    def temporary(self) -> Path:
        """Where runs have their files for a while."""
        return self.folder / "temporary"

    def start(self, out: str, *options: str) -> int:
        """A run that has begun; its process id."""
        return self.driver.grade(self.temporary, *self.words(out), *options)

    def words(self, out: str) -> tuple[str, ...]:
        """The command line, from the name of the command on."""
        there = (self.folder / "class.zip", self.folder / out, QUICK)
        submissions, into, assignment = map(str, there)
        return ("class", submissions, "--out", into, "--assignment", assignment)

    def run(self, out: str, *options: str) -> Ended:
        """A run, to its end."""
        self.start(out, *options)
        return self.driver.wait()

    def require_finished(self, out: str) -> None:
        """Go on to the end, where the grades are those of an undisturbed run."""
        ended = self.run(out)
        assert (ended.status, ended.left) == (0, []), ended.said
        assert self.written(out) == self.grades

    def written(self, out: str) -> bytes:
        """The grades that are in a folder."""
        return (self.folder / out / "grades.csv").read_bytes()


@contextmanager
def class_of(work: Mapping[Who, Files]) -> Iterator[Class]:
    """A class with this work, graded once without a disturbance."""
    with TemporaryDirectory() as name, Driver() as driver:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "temporary").mkdir(mode=0o755)
        made_exports.as_zip(folder / "class.zip", made_exports.gradescope(work))
        new = Class(folder, driver)
        began = time.monotonic()
        ended = new.run("undisturbed")
        seconds = time.monotonic() - began
        assert (ended.status, ended.left) == (0, []), ended.said
        yield Class(folder, driver, new.written("undisturbed"), seconds)
        assert list(new.temporary.iterdir()) == []


@pytest.fixture(scope="module")
def small() -> Iterator[Class]:
    """A small class."""
    with class_of(numbered(SMALL)) as found:
        yield found


def wait_until(condition: Callable[[], object], run: int) -> None:
    """Until the condition holds; the run must not end before."""
    while not condition():
        assert alive(run), "the run has ended too soon"
        time.sleep(0.002)


def graders(run: int) -> list[int]:
    """The graders of a run, which its nursery has forked."""
    return [grader for nursery in children(run) for grader in children(nursery)]


def workers(grader: int) -> list[int]:
    """The processes that a grader's fork server has forked."""
    return [worker for server in children(grader) for worker in children(server)]


def kill(pids: list[int]) -> None:
    """Send SIGKILL to all that are there."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def graded(store: Path) -> int:
    """How many gradings a store has."""
    if not store.exists() or not store.stat().st_size:
        return 0
    with closing(sqlite3.connect(store)) as base:
        tables = base.execute("SELECT 1 FROM sqlite_master WHERE name = 'grading'")
        if not tables.fetchall():
            return 0
        (count,) = base.execute("SELECT count(*) FROM grading").fetchone()
        return int(count)


class TestKilled:
    """Kills, each at a random moment, and each followed by going on."""

    @pytest.mark.parametrize("everybody", [True, False])
    def test_the_grades_are_the_same(self, small: Class, *, everybody: bool) -> None:
        """Of a run and all below it, or of the run alone; nothing graded is lost."""
        chance = random.Random(everybody)  # noqa: S311 - no secret
        name, kills, runs = f"killed-{everybody}", 0, 0
        out = f"{name}-0"
        while kills < KILLS:
            store = small.folder / out / "class.sqlite"
            before = graded(store)
            run = small.start(out)
            end = time.monotonic() + chance.uniform(0, small.seconds)
            while alive(run) and time.monotonic() < end:
                time.sleep(0.005)
            if alive(run):
                kills += 1
                kill([run, *(descendants(run) if everybody else ())])
            ended = small.driver.wait()
            assert ended.left == []
            assert graded(store) >= before
            if ended.status == 0:  # the kill came too late
                assert small.written(out) == small.grades
                runs += 1
                out = f"{name}-{runs}"
        small.require_finished(out)

    def test_a_grader_alone(self, small: Class) -> None:
        """What it graded is graded by another one, and nobody gets a zero."""
        chance = random.Random(1)  # noqa: S311 - no secret
        for number in range(4):
            out = f"grader-{number}"
            run = small.start(out)
            wait_until(small.staged, run)
            time.sleep(chance.uniform(0, 0.2))
            kill(graders(run)[:1])
            ended = small.driver.wait()
            assert (ended.status, ended.left) == (0, []), ended.said
            assert small.written(out) == small.grades

    def test_the_nursery_of_the_graders(self, small: Class) -> None:
        """Its graders are replaced by those of another one, when they are needed."""
        run = small.start("nursery")
        wait_until(small.staged, run)
        found = graders(run)
        kill(children(run))
        kill(found[:1])
        ended = small.driver.wait()
        assert (ended.status, ended.left) == (0, []), ended.said
        assert small.written("nursery") == small.grades

    def test_a_grader_twice(self, small: Class) -> None:
        """A submission that two graders die of is listed, with status 3, not a zero."""
        out = "twice"
        run = small.start(out, "--jobs", "1", "--only", "submission_3")
        wait_until(small.staged, run)
        first = small.staged()
        kill(graders(run))
        wait_until(lambda: small.staged() - first, run)
        kill(graders(run))
        ended = small.driver.wait()
        assert ended.status == 3
        assert "fault of the grader: Student 2: the grader's process" in ended.said
        rows = small.written(out).decode().splitlines()
        assert '"submission_3","2026-02-03T10:03:00+00:00","",,' in rows[3]
        small.require_finished(out)


class TestStopped:
    """What is in flight is finished, and all is written."""

    def test_by_hand(self, small: Class) -> None:
        """Status 130, rows that say what was not graded; the same again completes."""
        run = small.start("by hand", "--jobs", "2")
        wait_until(small.staged, run)
        os.kill(run, signal.SIGINT)
        ended = small.driver.wait()
        assert (ended.status, ended.left) == (130, []), ended.said
        assert TO_GO_ON in ended.said
        written = small.written("by hand").decode()
        graded = written.count(',"graded"\n')
        assert graded > 0
        assert written.count(',"not graded yet"\n') == len(SMALL) - graded > 0
        assert re.search(
            rf"Graded {graded} submissions? of {len(SMALL)} in", ended.said
        )
        small.require_finished("by hand")

    def test_twice_by_hand(self, small: Class) -> None:
        """What is in flight is then broken off; what was graded before is kept.

        All may be graded before the second comes: then once was enough, and it is tried
        again.
        """
        for attempt in range(10):
            name = f"twice by hand {attempt}"
            run = small.start(name)
            wait_until(small.staged, run)
            for _ in range(2):
                os.kill(run, signal.SIGINT)
                time.sleep(0.02)
            ended = small.driver.wait()
            assert (ended.status, ended.left) == (130, []), ended.said
            if ended.said.endswith(CUT):
                break
            assert ended.said.endswith(TO_GO_ON)
        else:
            pytest.fail("no second Ctrl-C came in time")
        small.require_finished(name)

    def test_two_at_once(self, small: Class) -> None:
        """The second says so, with status 2, and changes nothing."""
        first = small.start("both", "--jobs", "1")
        wait_until(small.staged, first)
        second = subprocess.run(
            [*PYTHON, *small.words("both")],
            cwd=ROOT,
            env=environment(TMPDIR=str(small.temporary)),
            capture_output=True,
            text=True,
            check=False,
        )
        assert alive(first), "the first one has ended too soon"
        assert second.returncode == 2
        assert IN_USE in second.stderr
        ended = small.driver.wait()
        assert (ended.status, ended.left) == (0, []), ended.said
        assert small.written("both") == small.grades


class TestFullDisk:
    """One sentence, status 3, nothing lost, and it goes on where there is room."""

    @pytest.mark.parametrize("kib", [40, 80])
    def test_files_may_not_grow(self, small: Class, kib: int) -> None:
        """However much fits before."""
        out = f"full-{kib}"
        program = LIMITED.format(name="RLIMIT_FSIZE", value=kib << 10)
        command = (sys.executable, "-c", program, *small.words(out))
        small.driver.run(small.temporary, *command)
        ended = small.driver.wait()
        assert_told(ended)
        small.require_finished(out)

    @pytest.mark.skipif(os.geteuid() != 0, reason="only root mounts a file system")
    @pytest.mark.parametrize("kib", [128, 192])
    def test_a_small_disk(self, small: Class, kib: int) -> None:
        """Likewise where the disk is full, and then grows."""
        out = f"disk-{kib}"
        with mounted(small.folder / out, kib) as grow:
            ended = small.run(out)
            assert_told(ended)
            before = graded(small.folder / out / "class.sqlite")
            grow()
            assert graded(small.folder / out / "class.sqlite") >= before
            small.require_finished(out)


def assert_told(ended: Ended) -> None:
    """That there is no room, in one sentence behind what was told before."""
    assert (ended.status, ended.left) == (3, []), ended.said
    *_, last = ended.said.splitlines()
    assert "; make room on that disk and " in last
    assert "Traceback" not in ended.said


@contextmanager
def mounted(folder: Path, kib: int) -> Iterator[Callable[[], object]]:
    """A disk of so many KiB at a folder; what is given makes it large."""
    folder.mkdir(mode=0o700)
    mount = [
        "mount",
        "-t",
        "tmpfs",
        "-o",
        f"size={kib}k,mode=700",
        "tmpfs",
        str(folder),
    ]
    if subprocess.run(mount, check=False, capture_output=True).returncode != 0:
        pytest.skip("this system lets nobody mount")
    larger = ["mount", "-o", "remount,size=32m", str(folder)]
    try:
        yield lambda: subprocess.run(larger, check=True)
    finally:
        subprocess.run(["umount", folder], check=True)


def test_a_worker_that_is_stopped_costs_nobody_a_point() -> None:
    """For longer than the limit of the wall clock, while others are graded beside."""
    right = {
        name: content + SLOW if name == "minimax.py" else content
        for name, content in files_of(BROKEN / "correct_equality").items()
    }
    work: dict[Who, Files] = {
        Student(f"Student {number}"): {**right, f"unused_{number}.py": b""}
        for number in range(3)
    }
    with class_of(work) as found:
        assert found.grades.count(b",14,14,") == len(work)
        run = found.start("stopped")
        wait_until(found.staged, run)
        time.sleep(0.05)
        victims = [pid for grader in graders(run) for pid in workers(grader)]
        for pid in victims:
            os.kill(pid, signal.SIGSTOP)
        assert victims
        limits = assignments.load(QUICK).questions()[0].limits
        time.sleep(limits.wall_seconds + 0.5)
        for pid in filter(alive, victims):
            os.kill(pid, signal.SIGCONT)
        ended = found.driver.wait()
        assert (ended.status, ended.left) == (0, []), ended.said
        assert found.written("stopped") == found.grades
        assert sum(map(alive, victims)) == 0


def test_class_grades_are_single_grades() -> None:
    """Points, diagnoses, conventions and every word, but for a clock's and a die's."""
    made = courses.made(assignments.load(QUICK), STUDENTS, "gradescope", 7)
    work: dict[Who, Files] = {who: done.files for who, done in made.work.items()}
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        exported = made_exports.gradescope({**work, **numbered(WORST)})
        made_exports.as_zip(folder / "class.zip", exported)
        made_exports.as_folder(folder, exported)
        command = ("class", str(folder / "class.zip"), "--out", str(folder / "out"))
        done = ran(*command, "--assignment", str(QUICK))
        assert done.returncode == 0, done.stdout + done.stderr
        found = sorted((folder / "out" / "results").iterdir())
        assert len(found) == len(work) + len(WORST)

        def single(path: Path) -> dict[str, Any]:
            results = folder / f"single-{path.name}"
            given = ("--assignment", str(QUICK), "--results", str(results))
            done = ran(str(folder / EXPORT / path.stem), *given)
            assert done.returncode == 0, done.stdout + done.stderr
            return timeless(results)

        with ThreadPoolExecutor(2) as threads:
            for path, alone in zip(found, threads.map(single, found), strict=True):
                assert timeless(path) == alone, path


def timeless(results: Path) -> dict[str, Any]:
    """A results.json without times, and without what goes otherwise each time.

    That are the lines at which the time had run out, and the visits of what is random.
    """
    content: dict[str, Any] = json.loads(results.read_bytes())
    del content["execution_time"]
    is_random = any(OTHERWISE in test["output"] for test in content["tests"])
    for test in content["tests"]:
        if test["output"].startswith("timed out") or "  timed out" in test["output"]:
            del test["output"]
        elif is_random:
            del test["output"], test["extra_data"]["visited"]
    return content


def ran(*arguments: str) -> subprocess.CompletedProcess[str]:
    """A command of the autograder, run to its end."""
    return subprocess.run(
        [*PYTHON, *arguments],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
