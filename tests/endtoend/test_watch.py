"""Who watches workers: one that waits is late, one that got no core is not."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path

import pytest

from autograder.assignment.questions import Limits
from autograder.sandbox import runqueue
from autograder.sandbox import watch as watch_module
from autograder.sandbox.jobs import Call, Job
from autograder.sandbox.oracle import Oracle
from autograder.sandbox.runqueue import Times
from autograder.sandbox.sandbox import DeadlineError, Sandbox
from autograder.sandbox.watch import WorkerWatch
from autograder.sandbox.workers import Worker
from autograder.trees.tree import GameTree, Node
from tests import hogs

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or not runqueue.are_waits_counted(),
    reason="the system does not count how long a thread waits for a core",
)
TREE = GameTree((Node("A", "max", (1,)), Node("B", "min", (), 1)))
SLEEPING = "import time; time.sleep(60)"
LOOPING = "while True: pass"
SECONDS = 0.1  # that a worker has here


def running(program: str, core: int, nice: int = 0) -> subprocess.Popen[bytes]:
    """A program of Python on one core, as urgent as told."""
    process = subprocess.Popen([sys.executable, "-I", "-S", "-c", program])
    os.sched_setaffinity(process.pid, {core})
    os.setpriority(os.PRIO_PROCESS, process.pid, nice)
    return process


@pytest.fixture
def core() -> int:
    """One of those that we may use."""
    return max(os.sched_getaffinity(0))


@contextmanager
def busy(core: int) -> Iterator[None]:
    """Let two others take all of a core meanwhile."""
    with ExitStack() as stack:
        for _ in range(2):
            stack.callback(ended, running(LOOPING, core))
        yield


def ended(process: subprocess.Popen[bytes]) -> None:
    """Its end."""
    process.kill()
    process.wait()


@contextmanager
def worker(process: subprocess.Popen[bytes]) -> Iterator[Worker]:
    """A process as if it were a worker."""
    requests, replies = os.pipe()
    send = partial(os.kill, process.pid)
    output = tempfile.TemporaryFile()  # noqa: SIM115 - the worker's
    made = Worker(
        requests=requests,
        replies=replies,
        output=output,
        pid=process.pid,
        send_signal=send,
        end=lambda: (0, 0.0),
    )
    with closing(made):
        try:
            yield made
        finally:
            ended(process)


@pytest.fixture
def watch(tmp_path: Path) -> Iterator[WorkerWatch]:
    """A watch over workers that write in a folder."""
    with closing(WorkerWatch(tmp_path)) as found:
        yield found


def becomes(true: Callable[[], object], seconds: float = 5.0) -> bool:
    """Whether something becomes true in time."""
    deadline = time.monotonic() + seconds
    while not true() and time.monotonic() < deadline:
        time.sleep(0.01)
    return bool(true())


def test_one_that_sleeps_is_late(watch: WorkerWatch, core: int) -> None:
    """It is asked where it was, with a signal."""
    with worker(running(SLEEPING, core)) as found:
        watched = watch.start(found, SECONDS)
        assert becomes(lambda: watched.late)
        watch.stop()
        assert not watched.cut
        assert os.waitpid(found.pid, 0)[1] == signal.SIGXCPU


def test_one_that_computes_is_late(watch: WorkerWatch, core: int) -> None:
    """Where it has a core: its own limit of CPU seconds may have been put off."""
    with worker(running(LOOPING, core)) as found:
        watched = watch.start(found, SECONDS)
        assert becomes(lambda: watched.late)
        watch.stop()
        assert not watched.held_up


def test_one_that_does_not_end_then_is_killed(watch: WorkerWatch, core: int) -> None:
    """As soon as it has had time to answer."""
    deaf = "import signal, time; signal.signal(signal.SIGXCPU, signal.SIG_IGN)"
    with worker(running(f"{deaf}; time.sleep(60)", core)) as found:
        time.sleep(0.2)
        watch.start(found, SECONDS)
        assert os.waitpid(found.pid, 0)[1] == signal.SIGKILL
        watch.stop()


def test_one_that_has_answered_is_killed_at_once(
    watch: WorkerWatch, core: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has said where it was; it need not have the rest of its time."""
    deaf = "import signal, time; signal.signal(signal.SIGXCPU, signal.SIG_IGN)"
    with worker(running(f"{deaf}; time.sleep(60)", core)) as found:
        time.sleep(0.2)
        monkeypatch.setattr(watch_module, "GRACE", 50.0)
        watched = watch.start(found, SECONDS)
        assert becomes(lambda: watched.late)
        assert not watched.killed
        found.output.write(b"in line 1")
        found.output.flush()
        assert os.waitpid(found.pid, 0)[1] == signal.SIGKILL
        assert watched.seconds_left() > 0
        watch.stop()


def test_one_that_gets_no_core_is_not_late(watch: WorkerWatch, core: int) -> None:
    """However much time has passed by the clock on the wall: others had the core."""
    with busy(core), worker(running(LOOPING, core, nice=19)) as found:
        watched = watch.start(found, SECONDS)
        time.sleep(2 * (SECONDS + watch_module.GRACE))
        assert not watched.late
        watch.stop()


def test_one_that_never_gets_a_core_is_ended(watch: WorkerWatch, core: int) -> None:
    """And nothing can be said of it: a grading cannot wait for ever."""
    with busy(core), worker(running(LOOPING, core, nice=19)) as found:
        deadline = time.monotonic() + 5 * SECONDS
        watched = watch.start(found, SECONDS, deadline)
        assert os.waitpid(found.pid, 0)[1] == signal.SIGKILL
        assert time.monotonic() > deadline
        assert (watched.cut, watched.late) == (True, False)
        watch.stop()


COMPUTING = "hashlib.pbkdf2_hmac('sha256', b'x', b'y', 100_000)"
THREADS = f"""
import hashlib, threading
def compute():
    while True: {COMPUTING}
for _ in range(4): threading.Thread(target=compute).start()
"""


@pytest.mark.parametrize("then", ["compute()", "while True: pass"])
def test_one_that_waits_for_its_own_threads_is_late(
    watch: WorkerWatch, core: int, then: str
) -> None:
    """It had the core all the time, and its main thread a fifth of that."""
    with worker(running(f"{THREADS}\n{then}", core)) as found:
        watched = watch.start(found, 0.5)
        assert becomes(lambda: watched.late, 60.0)
        watch.stop()
        passed = time.monotonic() - watched.began
        assert (
            passed - watched.seconds_lost() >= runqueue.cpu_seconds_of(found.pid) - 0.1
        )


def test_one_that_fills_its_folder_is_ended(
    monkeypatch: pytest.MonkeyPatch, watch: WorkerWatch, core: int, tmp_path: Path
) -> None:
    """Long before its time is over."""
    monkeypatch.setattr(watch_module, "MOST_ENTRIES", 3)
    with worker(running(SLEEPING, core)) as found:
        watched = watch.start(found, 60.0)
        for name in "abcd":
            (tmp_path / name).touch()
        assert os.waitpid(found.pid, 0)[1] == signal.SIGKILL
        assert (watched.full, watched.late) == (True, False)
        watch.stop()


def test_nothing_is_killed_after_the_end(watch: WorkerWatch, core: int) -> None:
    """Another process might have the number by then."""
    with worker(running(SLEEPING, core)) as found:
        watched = watch.start(found, 0.0)
        watch.stop()
        time.sleep(3 * watch_module.GRACE)
        assert os.waitpid(found.pid, os.WNOHANG) == (0, 0)
        assert not watched.late


def test_one_thread_watches_one_after_the_other(watch: WorkerWatch, core: int) -> None:
    """And goes when there are no more."""
    with worker(running(SLEEPING, core)) as found:
        watch.start(found, 60.0)
        thread = watch._thread
        assert thread is not None
        for _ in range(20):
            watch.stop()
            watch.start(found, 60.0)
        watch.stop()
        assert becomes(lambda: watch._rests)
        late = watch.start(found, 0.0)
        assert becomes(lambda: late.late)
        assert watch._thread is thread
    watch.close()
    thread.join(5)
    assert not thread.is_alive()


def job(sandbox: Sandbox, text: str) -> Job:
    """One call of a function, which has a tenth of a second of CPU."""
    folder = sandbox.folder / "submission"
    folder.mkdir(exist_ok=True)
    file = folder / "late.py"
    file.write_text(f"import time\ndef f(game, state):\n    {text}\n    return 1\n")
    call = Call("f", (), Oracle(TREE))
    return Job(folder, "late", (call,), Limits(seconds=0.1), 1000)


def test_no_worker_runs_beyond_the_deadline() -> None:
    """That is no time-out of a test: whose time it was, the budget tells."""
    with Sandbox() as sandbox:
        sandbox.deadline = began = time.monotonic()
        with pytest.raises(DeadlineError, match="left the tests too little of a core"):
            sandbox.run(job(sandbox, "time.sleep(60)"))
        assert time.monotonic() < began + Limits(seconds=0.1).wall_seconds
        sandbox.deadline = math.inf
        assert len(sandbox.run(job(sandbox, "pass")).said.results) == 1


def test_the_clock_goes_on_while_a_worker_makes_itself_wait() -> None:
    """As long as it has the core by any thread; tests/repeated tries other ways."""
    require_the_clock_goes_on("threads that compute")


def require_the_clock_goes_on(hog: str) -> None:
    """While the worker has the core by any thread, and as it is looked after."""
    with Sandbox() as sandbox:
        folder = hogs.write(sandbox.folder / "submission", hog, ["minimax"])
        call = Call("max_value", (), Oracle(TREE))
        work = Job(folder, "minimax", (call,), Limits(seconds=0.5), 1000)
        clock, grader = sandbox.clock_seconds(), time.process_time()
        ended = sandbox.run(work)
        counted, grader = sandbox.clock_seconds() - clock, time.process_time() - grader
    assert ended.cpu_seconds > 0.1
    assert counted > ended.cpu_seconds + grader - 0.15


BURST = """
def run(rounds):
    while time.process_time() < 0.6:
        spin(rounds)

def max_value(*arguments):
    threads(8, lambda: run(30_000))
    run(2_000)
    time.sleep(0.6)
    return 1
"""


def test_no_rest_makes_up_for_what_threads_have_taken() -> None:
    """Though the core is free then: nobody else had it when they waited."""
    with Sandbox() as sandbox:
        folder = sandbox.folder / "submission"
        folder.mkdir()
        folder.joinpath("minimax.py").write_text(hogs.SPIN + BURST, "utf-8")
        call = Call("max_value", (), Oracle(TREE))
        clock = sandbox.clock_seconds()
        ended = sandbox.run(Job(folder, "minimax", (call,), Limits(), 1000))
        counted = sandbox.clock_seconds() - clock
    assert ended.said.results == ({"returned": {"kind": "number", "number": 1}},)
    assert counted > ended.cpu_seconds + 0.6 - 0.2


def test_the_clock_stands_still_while_others_have_the_core(core: int) -> None:
    """What is limited by it, a busy machine makes no shorter."""
    with Sandbox(core=core) as sandbox:
        sandbox.run(job(sandbox, "pass"))
        with busy(core):
            began, clock = time.monotonic(), sandbox.clock_seconds()
            ended = sandbox.run(job(sandbox, "sum(range(3000000))"))
            wall, counted = time.monotonic() - began, sandbox.clock_seconds() - clock
    assert ended.said.results == ({"returned": {"kind": "number", "number": 1}},)
    assert counted < wall / 2


def test_the_clock_goes_on_whatever_was_waited_before(
    core: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A grader that came slowly to its first test gives it no more time for that."""

    def times(pid: int, *_: int) -> Times:
        return Times(1.0, 60.0 if pid == os.getpid() else 0.0)

    monkeypatch.setattr(runqueue, "process_times", times)
    with Sandbox(core=core) as sandbox:
        sandbox.run(job(sandbox, "pass"))
        began, clock = time.monotonic(), sandbox.clock_seconds()
        sandbox.run(job(sandbox, "time.sleep(0.05)"))
        assert sandbox.clock_seconds() >= clock + 0.05
        assert sandbox.clock_seconds() <= clock + time.monotonic() - began


def test_a_thread_that_is_not_there_has_not_waited() -> None:
    """Nor does one where the system does not tell."""
    process = subprocess.Popen([sys.executable, "-I", "-S", "-c", ""])
    process.wait()
    assert runqueue.process_times(process.pid) == Times(0.0, 0.0, 0)
    assert runqueue.cpu_seconds_of(process.pid) == 0.0


def test_what_ended_threads_have_used_counts() -> None:
    """A process's own clock says the same, as long as it is there."""
    program = f"""
import hashlib, sys, threading, time
threads = [threading.Thread(target=lambda: {COMPUTING}) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(time.thread_time(), time.process_time(), flush=True)
sys.stdin.read()
"""
    command = [sys.executable, "-I", "-S", "-c", program]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe) as process:
        assert process.stdout is not None
        main, of_all = map(float, process.stdout.readline().split())
        used, ran = (
            runqueue.cpu_seconds_of(process.pid),
            runqueue.process_times(process.pid).ran,
        )
    assert of_all > 2 * main
    assert used == pytest.approx(of_all, abs=0.02)
    assert ran == pytest.approx(main, abs=0.02)
