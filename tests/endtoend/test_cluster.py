"""Graders on other machines: what travels, and each refusal in one sentence."""

from __future__ import annotations

import os
import pickle
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import distributed
import pytest

from autograder.classroom import cluster as cluster_module
from autograder.classroom import machine
from autograder.classroom.cluster import Cluster, Limits
from autograder.classroom.course import Graded
from autograder.classroom.machine import (
    packed_folder,
    pickled_bytes,
    write_packed_folder,
)
from autograder.classroom.running import graders as graders_module
from autograder.classroom.running.grader import Hello, Setting
from autograder.classroom.running.graders import Task
from autograder.classroom.running.state import state_of
from autograder.commands.options import complain
from autograder.errors import AssignmentError, AutograderError, GraderError
from autograder.sandbox import runqueue
from tests.daskcluster import wait_until
from tests.repeated.test_class_graders import QUICK, picked
from tests.small import ROOT

MINE = replace(state_of(QUICK, {}), layers="{}")
SAYS = """
import pickle, sys
class Any:
    def __init__(self, *_): pass
    def __setstate__(self, _): pass
class Orders(pickle.Unpickler):
    def find_class(self, *_): return Any
answer, graded = {0!r}, {1!r}
while Orders(sys.stdin.buffer).load() is not None:
    sys.stdout.buffer.write(answer)
    sys.stdout.flush()
    answer = graded
"""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A scheduler with one worker, both threads of this process."""
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=":0"
    ) as local:
        yield local.scheduler_address


def cluster(
    address: str, tmp_path: Path, limits: Limits = cluster_module.LIMITS
) -> Cluster:
    """Its workers as graders of a small assignment."""
    setting = Setting(QUICK, tmp_path, trusted=False, turns=tmp_path)
    return Cluster(setting, address, 1.0, complain, limits)


def says(monkeypatch: pytest.MonkeyPatch, hello: Hello) -> None:
    """Let graders be processes that begin with this, and give a point for each job."""
    answers = (pickle.dumps(hello), pickle.dumps(Graded(1.0, 1.0)))
    monkeypatch.setattr(graders_module, "PROGRAM", SAYS.format(*answers))


def never() -> bool:
    """Nobody stops it."""
    return False


def task(name: str) -> Task:
    """The reference, by a name of its own."""
    return Task(name, lambda: picked(ROOT / "reference"), page=False)


def test_an_assignment_travels_as_it_is(tmp_path: Path) -> None:
    """All its files, and none of those that Python keeps there."""
    folder, other = tmp_path / "one", tmp_path / "other"
    (folder / "answers" / "__pycache__").mkdir(parents=True)
    (folder / "answers" / "__pycache__" / "x.pyc").touch()
    (folder / "answers" / "ä b.json").write_bytes(b"\xff\0")
    (folder / "assignment.yaml").touch()
    other.mkdir()
    write_packed_folder(packed_folder(folder), other)
    found = {p.relative_to(other).as_posix() for p in other.rglob("*") if p.is_file()}
    assert found == {"answers/ä b.json", "assignment.yaml"}
    assert (other / "answers" / "ä b.json").read_bytes() == b"\xff\0"
    assert state_of(other, {}) == state_of(folder, {})


def test_each_task_is_done(
    monkeypatch: pytest.MonkeyPatch, address: str, tmp_path: Path
) -> None:
    """By a grader that is started once, and gone with its folder afterwards."""
    says(monkeypatch, Hello(MINE))
    with cluster(address, tmp_path) as found:
        assert found.state() == MINE
        done = {t.content: g.points for t, g in found.grade(map(task, "abc"), never)}
        (bench,) = machine._benches.values()
        (place,) = bench.idle
        assert stat.S_IMODE(bench.setting.assignment.stat().st_mode) == 0o700
        assert state_of(bench.setting.assignment, {}).assignment == MINE.assignment
    assert done == dict.fromkeys("abc", 1.0)
    wait_until(lambda: not bench.setting.assignment.exists())
    assert machine._benches == {}
    with pytest.raises(GraderError, match="the grading was stopped"):
        place.process.started()


def test_graders_that_nobody_asks_are_ended(
    monkeypatch: pytest.MonkeyPatch, address: str, tmp_path: Path
) -> None:
    """As those of a run that was killed."""
    says(monkeypatch, Hello(MINE))
    monkeypatch.setattr(machine, "IDLE", 0.01)
    with cluster(address, tmp_path) as found:
        found.state()
        wait_until(lambda: not machine._benches)


REFUSALS: dict[str, tuple[Hello, type[AutograderError], str]] = {
    "no walls": (
        Hello(None, "x: not graded, since nothing here keeps it from your files", 2),
        AssignmentError,
        "worker inproc://.*: x: not graded, since nothing here",
    ),
    "no room": (Hello(None, "no room", 3), GraderError, "worker inproc://.*: no room"),
    "other files": (
        Hello(replace(MINE, grader="abc")),
        GraderError,
        r"has another version of the grader \(Python 3.*, abc, expected Python 3",
    ),
    "other Python": (
        Hello(replace(MINE, python="3.9.1")),
        GraderError,
        r"worker inproc://.*: has another version of the grader \(Python 3.9, ",
    ),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_a_worker_refuses(
    monkeypatch: pytest.MonkeyPatch, address: str, tmp_path: Path, name: str
) -> None:
    """In a sentence that says which one; before anything is graded."""
    hello, kind, sentence = REFUSALS[name]
    says(monkeypatch, hello)
    with cluster(address, tmp_path) as found, pytest.raises(kind, match=sentence):
        found.state()


def test_each_worker_of_another_python_is_named(
    monkeypatch: pytest.MonkeyPatch, address: str, tmp_path: Path
) -> None:
    """With its version, ours, and what to do, before it is asked for anything else."""
    monkeypatch.setattr(machine, "job_result", None)
    other = {"python": "3.9.1.final.0"}
    monkeypatch.setattr("distributed.versions.get_system_info", lambda: other)
    mine = machine.minor_version(MINE.python)
    sentence = (
        rf"worker inproc://\S+ has Python 3.9, but this command has Python {mine}; set "
        rf"up the same Python there \(PYTHON=/path/to/python{mine} ./setup.sh --cluster"
    )
    with (
        cluster(address, tmp_path) as found,
        pytest.raises(GraderError, match=sentence),
    ):
        found.state()


def test_a_patch_of_python_is_the_same(
    monkeypatch: pytest.MonkeyPatch, address: str, tmp_path: Path
) -> None:
    """What was graded is told with the version that has graded it."""
    other = replace(MINE, python=f"{machine.minor_version(MINE.python)}.99")
    says(monkeypatch, Hello(other))
    with cluster(address, tmp_path) as found:
        assert found.state() == other


def test_machines_must_be_alike(
    monkeypatch: pytest.MonkeyPatch, address: str, tmp_path: Path
) -> None:
    """A grade hangs on the layers of the sandbox."""
    says(monkeypatch, Hello(MINE))
    with cluster(address, tmp_path) as found:
        found.state()
        found._state = replace(MINE, layers='{"user": true}')
        with pytest.raises(GraderError, match=r'other \({} and {"user": true}\); '):
            list(found.grade([task("a")], never))


def test_what_workers_cannot_do_is_told(
    monkeypatch: pytest.MonkeyPatch, address: str, tmp_path: Path
) -> None:
    """As where a worker has no such grader at all; it goes on with other work."""
    monkeypatch.setattr(cluster_module, "CALL", "__import__('nowhere').{}(*arguments)")
    with (
        cluster(address, tmp_path) as found,
        pytest.raises(GraderError, match=r"do a task of this grader.*No module named"),
    ):
        found.state()


@pytest.mark.parametrize("layers", ["{}", '{"user": true}'])
def test_what_kills_its_workers_is_graded_here(
    monkeypatch: pytest.MonkeyPatch, address: str, tmp_path: Path, layers: str
) -> None:
    """Within the same layers as there; else it is a fault, and nobody's verdict."""

    def answered(_terms: object, _assignment: bytes, job: bytes) -> bytes:
        if job:
            last: Any = SimpleNamespace(address="tcp://10.0.0.2:1")
            raise distributed.KilledWorker("task", last, 3)
        return pickled_bytes((MINE, None))

    monkeypatch.setattr(machine, "job_result", answered)
    says(monkeypatch, Hello(replace(MINE, layers=layers)))
    with cluster(address, tmp_path) as found:
        ((_, graded),) = found.grade([task("a")], never)
    if layers == MINE.layers:
        assert graded == Graded(1.0, 1.0)
    else:
        words = "each worker that had it ended, and it could not be graded here: this"
        assert (graded.points, graded.blame) == (None, "GraderError")
        assert graded.fault.startswith(words)


@pytest.mark.parametrize("where", ["tcp://127.0.0.1:1", "tls://127.0.0.1:1", "a://b:1"])
def test_nobody_answers(where: str, tmp_path: Path) -> None:
    """One sentence, and what was expected."""
    with (
        pytest.raises(
            AssignmentError, match=f"--cluster {where}: no scheduler of Dask"
        ),
        cluster(where, tmp_path, Limits(silent=0.5)),
    ):
        pass


def test_nobody_is_there_to_work(tmp_path: Path) -> None:
    """Neither a worker, for so long, nor then a scheduler; what to do is told."""
    with (
        distributed.LocalCluster(
            n_workers=0, processes=False, dashboard_address=":0"
        ) as local,
        cluster(local.scheduler_address, tmp_path, Limits(lonely=0.3)) as found,
    ):
        with pytest.raises(GraderError, match="no worker that answers for 0 s; start"):
            found.state()
        local.close()
        with pytest.raises(AssignmentError, match="was lost, or has dropped the work"):
            found.state()
        found._client.close()
        with pytest.raises(AssignmentError, match="was lost, or has dropped the work"):
            found._submitted(b"", "too late")


@pytest.mark.skipif(
    not runqueue.allowed_cores(), reason="a system that pins no process"
)
def test_graders_of_a_machine_have_cores_of_their_own(tmp_path: Path) -> None:
    """As long as there are some left, also those of several workers."""
    cores = runqueue.allowed_cores()
    taken = [machine._free_core(tmp_path) for _ in cores]
    assert {core for core, _ in taken} == cores
    assert machine._free_core(tmp_path) == (None, None)
    for core, lock in taken:
        assert lock is not None
        os.close(lock)
        assert machine._free_core(tmp_path)[0] == core


def test_somebody_elses_folder_is_not_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Who may write there could keep graders waiting for ever."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    shared = machine._shared()
    assert stat.S_IMODE(shared.stat().st_mode) == 0o700
    assert machine._shared() == shared
    shared.rename(tmp_path / "elsewhere")
    shared.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(GraderError, match="is somebody else's; remove it, or set TMPD"):
        machine._shared()


def test_one_machine_needs_no_dask() -> None:
    """It is imported for a cluster alone."""
    program = (
        "import sys; from autograder.commands import classroom; "
        "sys.exit('dask' in sys.modules or 'distributed' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=False)
    assert done.returncode == 0
