"""A class on a cluster: the grades are those of one machine, whatever is lost there."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.classroom.cluster import LIMITS, Cluster, Limits
from autograder.classroom.course import Student
from autograder.classroom.running.grader import Setting
from autograder.classroom.running.graders import AtWork, Task
from autograder.commands.options import complain
from autograder.errors import GraderError
from autograder.kinds import all as assignments
from autograder.uploads.reading import uploads
from autograder.uploads.staging import PickedFiles, pick
from tests import fatal
from tests.classroom.made_exports import Files, Who
from tests.daskcluster import Dask, dask, kill_below, kill_group
from tests.repeated.test_class_whole import (
    QUICK,
    SMALL,
    Class,
    class_of,
    files_of,
    wait_until,
)
from tests.small import PYTHON, ROOT, environment

LONELY = Limits(lonely=1.0)
FATAL, HARMLESS, SMALL_PART = 5, 35, 8
WITH_FATAL = (
    sys.executable,
    "-c",
    "import tests.fatal, runpy; runpy.run_module('autograder', run_name='__main__')",
)


@pytest.fixture(scope="module")
def forty() -> Iterator[Class]:
    """Forty students whose work differs in a comment at least."""
    folders = [files_of(path) for path in SMALL]
    work: dict[Who, Files] = {}
    for number in range(HARMLESS + FATAL):
        files = folders[number % len(folders)]
        mark = fatal.MARK if number % SMALL_PART == 0 else b"#"
        name = min(files)
        noted = files[name] + b"\n%s %d\n" % (mark, number)
        work[Student(f"Student {number}", f"{number:05}")] = {**files, name: noted}
    with class_of(work) as found:
        yield found


@pytest.fixture(scope="module")
def cluster() -> Iterator[Dask]:
    """Two workers, which come back when they are killed."""
    with dask(2) as found:
        yield found


def begun(forty: Class, out: str, cluster: Dask) -> int:
    """A run that is well under way; its process id."""
    run = forty.start(out, *cluster.options())
    wait_until(cluster.staged, run)
    time.sleep(forty.seconds / 4)
    return run


def lines(said: str, out: str) -> list[str]:
    """What a run has said, but for its folder and its seconds, and how far it was."""
    text = re.sub(r" in \d+ s\b", "", said.replace(f"/{out}.", "."))
    return [line for line in text.splitlines() if " a second" not in line]


class TestWhole:
    """The same grades as on one machine, and not a word more."""

    def test_grades(self, forty: Class, cluster: Dask) -> None:
        """Of all, and in all files."""
        ended = forty.run("cluster", *cluster.options())
        assert (ended.status, ended.left) == (0, []), ended.said
        assert forty.written("cluster") == forty.grades
        here = forty.run("here")
        assert lines(ended.said, "cluster") == lines(here.said, "here")

    def test_a_worker_is_killed_half_way(self, forty: Class, cluster: Dask) -> None:
        """What it had is graded by the other, or by the one that follows."""
        begun(forty, "killed", cluster)
        kill_below(cluster.workers[0])
        ended = forty.driver.wait()
        assert (ended.status, ended.left) == (0, []), ended.said
        assert forty.written("killed") == forty.grades

    def test_a_stop_by_hand(self, forty: Class, cluster: Dask) -> None:
        """What is in flight is finished; the same goes on, on one machine, too."""
        os.kill(begun(forty, "stopped", cluster), signal.SIGINT)
        ended = forty.driver.wait()
        assert (ended.status, ended.left) == (130, []), ended.said
        forty.require_finished("stopped")


def test_tls(forty: Class, tmp_path: Path) -> None:
    """By certificates of one's own; who has none is told so."""
    if not shutil.which("openssl"):
        pytest.skip("makes certificates by openssl")
    make = "openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=here"
    files = ("-keyout", "key.pem", "-out", "cert.pem")
    subprocess.run(
        [*make.split(), *files], cwd=tmp_path, check=True, stderr=subprocess.DEVNULL
    )
    shutil.copy(tmp_path / "cert.pem", tmp_path / "ca.pem")
    with dask(1, "--no-nanny", certificates=tmp_path) as cluster:
        asked = (*PYTHON, *forty.words("tls"), *cluster.options())
        forty.driver.run(forty.temporary, *asked)
        ended = forty.driver.wait()
        assert ended.status == 2
        assert "no scheduler of Dask answers there (TLS expects" in ended.said
        variables = {"PYTHONPATH": str(ROOT), **cluster.commands.variables}
        one = ("--only", "submission_1")
        forty.driver.run(forty.temporary, *asked, *one, **variables)
        ended = forty.driver.wait()
    assert (ended.status, ended.left) == (0, []), ended.said
    assert "Graded 1 submission of 40" in ended.said


def test_some_kill_their_workers(forty: Class) -> None:
    """They are listed as faults, without points; all others have their grades."""
    deadly = ("--preload", "tests.fatal")
    with dask(2, *deadly, failures=0) as cluster:
        ended = subprocess.run(
            [*WITH_FATAL, *forty.words("fatal"), *cluster.options()],
            cwd=ROOT,
            env=environment(TMPDIR=str(forty.temporary)),
            capture_output=True,
            text=True,
            check=False,
        )
        assert cluster.said().count("workers died while trying to run it") > FATAL
    assert ended.returncode == 3, ended.stderr
    expected = forty.grades.splitlines()
    found = forty.written("fatal").splitlines()
    others = [row for row in found if b"fault of the grader" not in row]
    assert len(others) == HARMLESS + 1  # and the line of titles
    assert set(others) <= set(expected)
    *_, last = ended.stderr.splitlines()
    assert last.startswith("fault of the grader: Student 0, Student 8, Student 1")
    assert "each worker that had it ended, and it could not be graded here" in last
    forty.require_finished("fatal")


def test_the_scheduler_is_killed(forty: Class) -> None:
    """One sentence, status 2, and the same goes on without it."""
    with dask(1, "--no-nanny") as cluster:
        begun(forty, "lost", cluster)
        kill_group(cluster.scheduler)
        ended = forty.driver.wait()
    assert (ended.status, ended.left) == (2, []), ended.said
    *_, sentence = ended.said.splitlines()
    where = f"--cluster {cluster.address}: the scheduler there was lost, or has dropped"
    assert sentence.startswith(where)
    forty.require_finished("lost")


def test_all_workers_are_gone(tmp_path: Path) -> None:
    """Likewise, once there was none for so long."""
    tasks = [Task(f"{number}", reference, page=False) for number in range(40)]
    setting = Setting(QUICK, ROOT / "reference", trusted=False, turns=tmp_path)
    with (
        dask(1, "--no-nanny") as lonely,
        Cluster(setting, lonely.address, 10.0, complain, LONELY) as graders,
    ):
        found = graders.grade(tasks, lambda: False)
        _, first = next(found)
        assert first.points == first.most == 14
        kill_group(lonely.workers[0])
        with pytest.raises(
            GraderError, match="no worker that answers for 1 s; start some"
        ):
            list(found)


def test_wrong_lines_are_looked_for_by_the_workers(tmp_path: Path) -> None:
    """Behind all points, as on one machine."""
    wrong = ROOT / "tests" / "submissions" / "minimax_initial_zero"
    shutil.copytree(wrong, tmp_path / "class" / "ann")
    out = tmp_path / "out"
    with dask(1) as one:
        words = ("--assignment", QUICK, "--out", out, "--explain", "3", *one.options())
        done = subprocess.run(
            [*PYTHON, "class", tmp_path / "class", *words],
            cwd=ROOT,
            env=environment(),
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    assert "are looked for in 1 submission" in " ".join(done.stdout.split())
    assert "minimax.py:22" in (out / "grades.csv").read_text("utf-8")


def test_who_is_at_work_is_told(tmp_path: Path) -> None:
    """One a thread of the workers, with the seconds since that was seen."""
    tasks = [Task(f"{i}", slow, page=False, name=f"student {i}") for i in range(4)]
    setting = Setting(QUICK, ROOT / "reference", trusted=False, turns=tmp_path)
    with (
        dask(2) as two,
        Cluster(setting, two.address, 10.0, complain, LIMITS) as graders,
    ):
        seen: list[AtWork] = []

        def is_stopped() -> bool:
            at_work = graders.at_work()
            assert len(at_work) <= 2
            seen.extend(at_work)
            return False

        done = [task for task, _ in graders.grade(tasks, is_stopped)]
        assert sorted(task.name for task in done) == [each.name for each in tasks]
        assert graders.at_work() == []
    assert seen
    assert {each.task for each in seen} <= {*tasks}
    assert all(0 <= each.seconds < 60 for each in seen)


def slow(seconds: float = 0.05) -> PickedFiles:
    """Those of one that takes its time, so that somebody can look."""
    files = reference()
    waits = f"\nimport time\ntime.sleep({seconds})\n".encode()
    return replace(files, content={n: c + waits for n, c in files.content.items()})


def reference() -> PickedFiles:
    """The files of the reference."""
    modules = assignments.load(QUICK).modules()
    return pick(uploads(ROOT / "reference"), modules)
