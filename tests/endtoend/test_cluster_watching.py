"""A scheduler or a worker that does not answer: nobody waits for it for ever.

Both are real processes, which a signal stops and lets go on, as a machine that hangs.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest

from autograder.classroom import cluster as cluster_module
from autograder.classroom.cluster import LIMITS, Cluster, Limits
from autograder.classroom.running.grader import Setting
from autograder.classroom.running.graders import Task
from autograder.commands.main import main
from autograder.errors import AssignmentError, GraderError
from tests.daskcluster import PATIENCE, Dask, dask, wait_until
from tests.repeated.test_class_whole import QUICK
from tests.repeated.test_cluster import reference, slow
from tests.repeated.test_other_pythons import VERSIONS, interpreter
from tests.small import ROOT

SHORT = Limits(silent=3.0, lonely=2.0)
MINE = "{}.{}".format(*sys.version_info)
WORKER = r"worker tcp://127\.0\.0\.1:\d+"
NO_ANSWER = "no scheduler of Dask answers there (it has not answered for 3 s); expected"
LOST_NOW = "the scheduler there was lost, or has dropped the work; see that it runs"
SILENT = "the scheduler there has not answered for 3 s; start it anew: what was graded"


@pytest.fixture(scope="module")
def one() -> Iterator[Dask]:
    """A scheduler with a worker."""
    with dask(1, "--no-nanny") as found:
        yield found


@pytest.fixture
def mute() -> Iterator[str]:
    """An address that takes a connection, and never says a word."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield f"tcp://127.0.0.1:{listening.getsockname()[1]}"


@pytest.fixture
def handed_in(tmp_path: Path) -> Path:
    """What two students have handed in; each takes a while."""
    for name in ("ann", "bob"):
        (tmp_path / "class" / name).mkdir(parents=True)
        for module, content in slow(0.01).content.items():
            path = tmp_path / "class" / name / module
            path.write_bytes(content + f"# {name}\n".encode())
    return tmp_path / "class"


def graders(
    where: str, folder: Path, tell: Callable[[str], None] = pytest.fail
) -> Cluster:
    """The workers there, of which nobody waits long for any."""
    setting = Setting(QUICK, ROOT / "reference", trusted=False, turns=folder)
    return Cluster(setting, where, 10.0, tell, SHORT)


def never() -> bool:
    """Nobody stops it."""
    return False


def send(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    """Send it to the process and to all that it has started."""
    os.killpg(process.pid, number)


def fault_of(call: Callable[[], object]) -> str:
    """What it raises, whose exit status is 2; "" where it ends by itself."""
    try:
        call()
    except AssignmentError as fault:
        return str(fault)
    return ""


def words_of(handed_in: Path, where: str) -> list[str]:
    """The command that grades them there."""
    out = handed_in.parent / "out"
    words = ["class", str(handed_in), "--out", str(out), "--assignment", str(QUICK)]
    return [*words, "--cluster", where]


def test_the_limits() -> None:
    """They are those that the document names."""
    assert Limits(silent=30.0, lonely=60.0) == LIMITS
    text = (ROOT / "docs" / "cluster.md").read_text("utf-8")
    assert "does not answer for 30 s" in text
    assert "no worker for 60 s" in text


def test_an_address_never_answers(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    mute: str,
    handed_in: Path,
) -> None:
    """The command ends with one sentence, status 2, and nothing in its folder."""
    monkeypatch.setattr(cluster_module, "LIMITS", SHORT)
    assert main(words_of(handed_in, mute)) == 2
    (sentence,) = capsys.readouterr().err.splitlines()
    assert sentence.startswith(f"--cluster {mute}: {NO_ANSWER}")
    assert not (handed_in.parent / "out").exists()


def test_a_scheduler_is_stopped_in_a_run(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    one: Dask,
    handed_in: Path,
) -> None:
    """The command ends likewise; it goes on once the scheduler does."""

    def stop() -> None:
        wait_until(one.staged)
        send(one.scheduler, signal.SIGSTOP)

    monkeypatch.setattr(cluster_module, "LIMITS", SHORT)
    stopping = threading.Thread(target=stop)
    stopping.start()
    try:
        assert main(words_of(handed_in, one.address)) == 2
    finally:
        stopping.join()
        send(one.scheduler, signal.SIGCONT)
    *_, sentence = capsys.readouterr().err.splitlines()
    assert sentence.startswith(f"--cluster {one.address}: {SILENT}")
    assert main(words_of(handed_in, one.address)) == 0
    grades = (handed_in.parent / "out" / "grades.csv").read_text("utf-8")
    assert len(grades.splitlines()) == 3


@pytest.mark.parametrize("number", [signal.SIGSTOP, signal.SIGKILL])
def test_no_call_of_a_scheduler_waits_for_ever(
    tmp_path: Path, number: signal.Signals
) -> None:
    """Whatever a run was about to ask: four runs, each at another moment.

    One that has all its results ends as if nothing had happened, and says so.
    """
    said: list[str] = []
    tasks = [Task(f"{each}", reference, page=False) for each in range(9)]
    with dask(1, "--no-nanny") as one, ExitStack() as stack:
        new, asking, working, ending = (
            graders(one.address, tmp_path, said.append) for _ in range(4)
        )
        for each in (asking, working, ending):
            each.__enter__()
            stack.callback(each.__exit__, AssignmentError, AssignmentError(), None)
        assert len(list(ending.grade(tasks[:1], never))) == 1
        begun = working.grade(tasks, never)
        next(begun)
        send(one.scheduler, number)
        calls = (new.__enter__, asking.state, lambda: list(begun))
        closing = (lambda: ending.__exit__(None, None, None),)
        with ThreadPoolExecutor() as pool:
            connects, *works, ends = pool.map(fault_of, (*calls, *closing))
    is_silent = number == signal.SIGSTOP
    refused = (
        NO_ANSWER if is_silent else "no scheduler of Dask answers there (Timed out"
    )
    assert refused in connects
    assert all((SILENT if is_silent else LOST_NOW) in each for each in works)
    where = f"the cluster at {one.address} has not answered at the end of the run"
    # Of one that was killed it is luck whether the end was in time to notice.
    told = [each.partition(";")[0] for each in said]
    assert told == [where] or (told == [] and not is_silent)
    assert ends == ""


def test_a_stopped_worker_loses_what_it_had(tmp_path: Path) -> None:
    """Its work in hand and its results; when it goes on, nothing is graded twice.

    Where it was the last one, that is said, and the run ends.
    """
    said: list[str] = []
    done: list[str] = []
    tasks = [Task(f"{each}", partial(slow, 0.01), page=False) for each in range(6)]
    with dask(2, "--no-nanny") as two:
        with graders(two.address, tmp_path, said.append) as running:
            for task, graded in running.grade(tasks, never):
                assert (graded.points, graded.fault) == (14, ""), graded
                done.append(task.content)
                if len(done) == 1:
                    time.sleep(0.7)  # so that it has results that nobody has fetched
                    send(two.workers[0], signal.SIGSTOP)
                if said and two.workers[0].poll() is None:
                    send(two.workers[0], signal.SIGCONT)
                    two.workers[0].wait(PATIENCE)
        assert sorted(done, key=int) == [task.content for task in tasks]
        (sentence,) = said
        others = "has not answered for 3 s: other workers grade what it had"
        assert re.fullmatch(f"{WORKER} {others}", sentence)
        with graders(two.address, tmp_path, said.append) as running:
            running.state()
            send(two.workers[1], signal.SIGSTOP)
            with pytest.raises(GraderError, match="no worker that answers for 2 s; st"):
                list(running.grade(tasks, never))
    nobody = "has not answered for 3 s: no other worker is there; start one within 2 s"
    assert re.fullmatch(f"{WORKER} {nobody}", said[1])


def test_a_worker_of_another_python_is_refused_by_name(tmp_path: Path) -> None:
    """Before anything is graded, also by the others."""
    others = (version for version in VERSIONS if version != MINE)
    python = next(filter(None, map(interpreter, others)), None)
    if python is None:
        pytest.skip("needs another Python")
    with dask(1, "--no-nanny") as cluster:
        cluster.worker("--no-nanny", python=python)
        cluster.wait_for(2)
        where = r" has Python 3\.\d+, but this command has Python "
        with (
            pytest.raises(GraderError, match=f"^{WORKER}{where}{re.escape(MINE)}; set"),
            graders(cluster.address, tmp_path) as running,
        ):
            running.state()
        assert cluster.staged() == frozenset()
