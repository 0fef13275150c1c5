"""Gradings that are killed again and again: no student pays for it.

The grader, its fork server and its workers are ended at random moments, and at
moments tied to what they have written. The moments are drawn with a seed; what a
process does in a given millisecond is not, so that each run of these tests tries
other places. A grader that gets SIGKILL cannot say anything any more: there it counts
that the file of a moment before is whole, and that nothing is left running.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from autograder.words import blocks as words
from tests.injection import Driver, Ended, alive, children
from tests.platforms import Platform, laid_out
from tests.schema import read_results
from tests.small import ROOT, THOROUGH, make_assignment, run

SLOW = "import time\ntime.sleep(0.015)\n"  # a test lasts as long as its bookkeeping
TREES = {f"tree_{i}.yaml": f"tree: [[1, {i}], [{i}, 0]]\n" for i in range(2)}
NO_FAULT = (words.NO_FAULT, words.NOT_YOURS, "not your fault")  # by run_autograder
NOT_JUDGED = (words.BROKEN, words.NOT_REACHED)
SIGNALLED = {128 + number for number in (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)}
KILLS = 6 if THOROUGH else 3  # gradings of a kind, in each of which one process dies

pytestmark = [
    pytest.mark.skipif(
        not Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").exists(),
        reason="finds the processes in Linux's /proc",
    ),
]


def processes(grader: int) -> dict[str, list[int]]:
    """The processes of a grading, by what they do."""
    servers = children(grader)
    workers = [worker for server in servers for worker in children(server)]
    return {"grader": [grader], "server": servers, "worker": workers}


@dataclass(frozen=True)
class Kill:
    """Which processes get a signal, and when: at a random moment, or at a write."""

    victims: tuple[str, ...]
    signals: tuple[signal.Signals, ...] = (signal.SIGKILL,)
    at_a_write: bool = False

    @property
    def silences(self) -> bool:
        """Whether the grader itself is killed without a word."""
        return "grader" in self.victims and signal.SIGKILL in self.signals

    @property
    def leaves_nobody(self) -> bool:
        """Whether nobody is left who could remove the session's folder."""
        return self.silences and "server" in self.victims


POLITE = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
PLANS = {
    "grader": Kill(("grader",)),
    "grader, at a write": Kill(("grader",), at_a_write=True),
    "grader, politely": Kill(("grader",), POLITE),
    "grader, politely, at a write": Kill(("grader",), POLITE, at_a_write=True),
    "server": Kill(("server",)),
    "server, at a write": Kill(("server",), at_a_write=True),
    "worker": Kill(("worker",)),
    "server and worker": Kill(("server", "worker")),
    "grader and server": Kill(("grader", "server")),
    "all": Kill(("worker", "server", "grader")),
}


@dataclass(frozen=True)
class Course:
    """An assignment and a right submission to it, in a folder that is open to all."""

    folder: Path
    driver: Driver
    seconds: float = 0.0
    scores: tuple[tuple[str, float], ...] = ()

    def start(self, name: str) -> Graded:
        """A grading that has begun, in a folder of its own."""
        folder = self.folder / name
        (folder / "temporary").mkdir(parents=True)
        folder.joinpath("temporary").chmod(0o755)
        results = folder / "results" / "results.json"
        arguments = (self.folder / "mine", "--assignment", self.folder / "trees")
        pid = self.driver.grade(
            folder / "temporary", "grade", *arguments, "--results", results
        )
        return Graded(self, pid, results)


@dataclass(frozen=True)
class Graded:
    """One grading, while it is under way and after."""

    course: Course
    pid: int
    results: Path

    @property
    def temporary(self) -> Path:
        """Where it has the session's folder."""
        return self.results.parent.parent / "temporary"

    def wait_for(self, condition: Callable[[], object]) -> bool:
        """Whether the condition came to hold while the grader lived."""
        while not condition():
            if not alive(self.pid):
                return bool(condition())
            time.sleep(0.0005)
        return True

    def wait_for_write(self, count: int) -> None:
        """Until results.json has been replaced so many times."""
        seen: set[int] = set()

        def written() -> bool:
            with suppress(FileNotFoundError):
                seen.add(self.results.stat().st_mtime_ns)
            return len(seen) >= count

        self.wait_for(written)

    def kill(self, kill: Kill, chance: random.Random) -> bool:
        """Send the signals; whether there was somebody to get one."""
        number = chance.choice(kill.signals)
        found = processes(self.pid)
        hit = False
        for victim in kill.victims:
            for pid in found[victim]:
                with suppress(ProcessLookupError):
                    if alive(pid):
                        os.kill(pid, number)
                        hit = True
        return hit


@pytest.fixture(scope="module")
def course() -> Iterator[Course]:
    """With what an undisturbed grading gives, and how long it takes."""
    with TemporaryDirectory() as name, Driver() as driver:
        folder = Path(name)
        folder.chmod(0o755)
        assert run("answers", make_assignment(folder, TREES)).returncode == 0
        shutil.copytree(ROOT / "reference", folder / "mine")
        module = folder / "mine" / "minimax.py"
        text = module.read_text(encoding="utf-8")
        module.write_text(text + SLOW, encoding="utf-8")
        graded = Course(folder, driver).start("undisturbed")
        began = time.monotonic()
        ended = driver.wait()
        seconds = time.monotonic() - began
        assert (ended.status, ended.left) == (0, []), ended.said
        tests = read_results(graded.results)["tests"]
        scores = tuple((test["name"], test["score"]) for test in tests)
        assert scores == tuple((test["name"], test["max_score"]) for test in tests)
        assert len(scores) == 1 + len(TREES)
        yield Course(folder, driver, seconds, scores)


def killed(
    course: Course, kill: Kill, name: str, chance: random.Random
) -> tuple[Graded, Ended]:
    """A grading in which that has happened; another one where it came too late."""
    span = course.seconds
    for attempt in range(10):
        graded = course.start(f"{name}-{attempt}")
        if "grader" in kill.victims:  # before, there is nothing to be kept
            graded.wait_for_write(1)
        if kill.at_a_write:
            graded.wait_for_write(chance.randint(1, 3))
        else:
            time.sleep(chance.uniform(0, span))
        hit = graded.wait_for(partial(graded.kill, kill, chance))
        ended = course.driver.wait()
        if hit:
            return graded, ended
        assert ended.status == 0, ended.said
        span /= 2
    raise AssertionError("no process was there to be killed")


def assert_fair(results: dict[str, Any], scores: dict[str, float]) -> bool:
    """Each test has its score, or none and a word on whose fault that is.

    Whether all of them have one is returned.
    """
    for test in results["tests"]:
        if "score" in test:
            assert test["score"] == scores[test["name"]], test["output"]
        else:
            assert any(word in test["output"] for word in NOT_JUDGED), test["output"]
            assert test["max_score"] == scores[test["name"]]
    judged = {test["name"] for test in results["tests"] if "score" in test}
    if judged == set(scores):
        return True
    assert any(word in results["output"] for word in NO_FAULT), results["output"]
    return False


def files_below(folder: Path) -> list[Path]:
    """What is left in a folder, but for folders."""
    return [path for path in folder.rglob("*") if not path.is_dir()]


@pytest.mark.parametrize("name", PLANS)
def test_killed(course: Course, name: str) -> None:
    """Full marks or no marks, a status that tells, and nothing left behind.

    SIGKILL may leave the temporary file of the one write in which it struck. It has
    the grader's process id in its name, and a later grading removes it. What is in the
    session's folder is removed by the fork server, unless that was killed with the
    grader; an empty folder may stay, where there was no fork server yet.
    """
    kill, chance = PLANS[name], random.Random(name)  # noqa: S311 - no secret
    for count in range(KILLS):
        graded, ended = killed(course, kill, f"{name}-{count}", chance)
        complete = assert_fair(read_results(graded.results), dict(course.scores))
        if kill.silences:
            assert ended.status in (-signal.SIGKILL, 0), ended.said
        elif "grader" in kill.victims:
            at_the_end = complete and ended.status in (0, *(-each for each in POLITE))
            assert ended.status in SIGNALLED or at_the_end
        else:
            assert ended.status == (0 if complete else 3), ended.said
        assert "Traceback" not in ended.said
        assert ended.left == []
        assert kill.leaves_nobody or files_below(graded.temporary) == []
        assert kill.silences or list(graded.temporary.iterdir()) == []
        beside = {path.name for path in graded.results.parent.iterdir()}
        spare = {f".results.json.{graded.pid}"} if kill.silences else set()
        assert beside - spare == {"results.json"}


@pytest.fixture(scope="module")
def platform() -> Iterator[tuple[Platform, Driver]]:
    """The platform's folder, in a folder that is open to all."""
    with TemporaryDirectory() as name, Driver() as driver:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "temporary").mkdir(mode=0o755)
        trees = make_assignment(folder, {})
        yield laid_out(folder / "autograder", trees), driver


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(
    "whom, number",
    [
        ("script", signal.SIGTERM),
        ("script", signal.SIGKILL),
        ("grader", signal.SIGKILL),
    ],
)
def test_killed_on_the_platform(
    platform: tuple[Platform, Driver], whom: str, number: signal.Signals
) -> None:
    """From the first file on there is always one, which is valid and fair.

    Whoever kills run_autograder before it has written that can have none; where the
    script alone is killed, the grader goes on.
    """
    there, driver = platform
    chance = random.Random(f"{whom} {number}")  # noqa: S311 - no secret
    temporary = there.root.parent / "temporary"
    for _ in range(2):
        there.results.unlink(missing_ok=True)
        script = driver.run(temporary, there.root / "run_autograder")
        while not there.results.exists():
            time.sleep(0.001)
        time.sleep(chance.uniform(0, 0.5))
        victims = [script] if whom == "script" else children(script)
        for pid in victims:
            with suppress(ProcessLookupError):
                os.kill(pid, number)
        ended = driver.wait()
        complete = assert_fair(read_results(there.results), {"minimax: fig_5_2": 3.0})
        if victims and (whom, number) != ("script", signal.SIGKILL):
            assert ended.status == 3 or (ended.status, complete) == (0, True)
        assert ended.left == []
        assert files_below(temporary) == []


LIMITED = """
import resource, sys
from autograder.commands.main import run
sys.dont_write_bytecode = True  # what is compiled now would be cut short
resource.setrlimit(resource.{name}, ({value}, {value}))
run()
"""


@pytest.mark.parametrize(
    "name, values",
    [
        ("RLIMIT_NOFILE", [8, 11, 13]),
        ("RLIMIT_FSIZE", [1_200, 2_600]),
        ("RLIMIT_AS", [40 << 20, 120 << 20]),
        ("RLIMIT_STACK", [64 << 10]),
    ],
)
def test_scarce(course: Course, name: str, values: list[int]) -> None:
    """A system that lacks something costs nobody a point; status 3, and a word."""
    for value in values:
        folder = course.folder / f"{name}-{value}"
        (folder / "temporary").mkdir(parents=True)
        (folder / "temporary").chmod(0o755)
        results = folder / "results.json"
        arguments = (course.folder / "mine", "--assignment", course.folder / "trees")
        program = LIMITED.format(name=name, value=value)
        command = (sys.executable, "-c", program, "grade", *arguments)
        course.driver.run(folder / "temporary", *command, "--results", results)
        ended = course.driver.wait()
        if results.exists():
            complete = assert_fair(read_results(results), dict(course.scores))
            assert ended.status == (0 if complete else 3), ended.said
        else:
            assert ended.status == 3
            assert f"{results}: cannot be written (" in ended.said
        if name != "RLIMIT_AS":  # pytest tells at length of its own lack of memory
            assert "Traceback" not in ended.said
        assert ended.left == []
        assert files_below(folder) in ([], [results])


@pytest.mark.skipif(os.geteuid() == 0, reason="root may start as many as it likes")
def test_few_processes(course: Course) -> None:
    """Likewise where no process or no thread can be started."""
    test_scarce(course, "RLIMIT_NPROC", [1, 2, 3, 4, 5, 6, 8])


def test_no_room(course: Course) -> None:
    """Likewise where the folder for temporary files is full."""
    if os.geteuid() != 0:
        pytest.skip("only root mounts a small file system")
    folder = course.folder / "no room"
    temporary = folder / "temporary"
    temporary.mkdir(parents=True)
    options = "size=16k,mode=755"
    mount = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", str(temporary)]
    if subprocess.run(mount, check=False, capture_output=True).returncode != 0:
        pytest.skip("this system lets nobody mount")
    try:
        for pages in range(5):
            (temporary / "filler").write_bytes(b"x" * 4096 * pages)
            results = folder / f"results-{pages}.json"
            arguments = (
                course.folder / "mine",
                "--assignment",
                course.folder / "trees",
            )
            course.driver.grade(temporary, "grade", *arguments, "--results", results)
            ended = course.driver.wait()
            complete = assert_fair(read_results(results), dict(course.scores))
            assert ended.status == (0 if complete else 3), ended.said
    finally:
        subprocess.run(["umount", str(temporary)], check=True)


def test_the_tests_can_fail() -> None:
    """A zero for a kill, or a missing word, is seen."""
    test = {"name": "minimax: a", "max_score": 1.0, "output": "crashed"}
    with pytest.raises(AssertionError):
        assert_fair({"output": "", "tests": [test | {"score": 0.0}]}, {"minimax: a": 1})
    with pytest.raises(AssertionError):
        assert_fair({"output": NO_FAULT[0], "tests": [test]}, {"minimax: a": 1})
    with pytest.raises(AssertionError):
        assert_fair({"output": "", "tests": []}, {"minimax: a": 1})
