"""The walls of a worker, each tried from inside a child that is forked for it."""

from __future__ import annotations

import errno
import os
import random
import resource
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from autograder.walls import confine
from autograder.walls.layers import Layers, Session
from tests.forks import inside

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")

NOBODY = 65534
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another")


def job_of(**changes: object) -> dict[str, Any]:
    """A job that puts up no wall but those that are named."""
    job: dict[str, Any] = {
        "core": None,
        "recursion_limit": 1000,
        "limits": {},
        "cpu_seconds": 100.0,
    }
    return job | changes


Enter = Callable[..., Callable[[], None]]


@pytest.fixture
def enter(tmp_path: Path) -> Enter:
    """The step of a child that confines it: to a job, as a user if one is named."""

    def step(job: dict[str, Any], user: int | None = None) -> Callable[[], None]:
        session = Session(str(tmp_path), str(tmp_path), user)
        walls = confine.Walls(Layers(user=user is not None), session)
        return lambda: walls.enter(job)

    return step


def test_the_worker_starts_in_its_working_folder(tmp_path: Path, enter: Enter) -> None:
    """Relative paths lead to a place of its own."""
    assert str(tmp_path.resolve()) == inside(enter(job_of()), os.getcwd)


def test_random_numbers_are_the_same_each_time(enter: Enter) -> None:
    """A submission that draws lots is graded the same way twice."""
    random.seed(0)
    expected = random.random()  # noqa: S311 - no secret
    assert str(expected) == inside(enter(job_of()), random.random)


def test_the_recursion_limit_is_the_jobs(enter: Enter) -> None:
    """Deep trees get the frames that they need."""
    job = job_of(recursion_limit=4321)
    assert inside(enter(job), sys.getrecursionlimit) == "4321"


@pytest.mark.parametrize(
    "name, limit",
    [
        ("RLIMIT_NOFILE", (200, 200)),
        ("RLIMIT_CORE", (0, 0)),
        ("RLIMIT_CPU", (50, 51)),
        ("RLIMIT_STACK", (8 << 20, 8 << 20)),
    ],
)
def test_limits_are_set_soft_and_hard(
    name: str, limit: tuple[int, int], enter: Enter
) -> None:
    """The system confirms what the job asks for."""
    job = job_of(limits={name: limit})
    which = getattr(resource, name)
    _, ceiling = resource.getrlimit(which)
    if ceiling != resource.RLIM_INFINITY:
        limit = min(limit[0], ceiling), min(limit[1], ceiling)
    assert str(limit) == inside(enter(job), lambda: resource.getrlimit(which))


def test_a_limit_is_never_raised(enter: Enter) -> None:
    """Where the system is stricter already, its limit stays."""

    def tighter_then_enter() -> object:
        resource.setrlimit(resource.RLIMIT_CORE, (10, 10))
        enter(job_of(limits={"RLIMIT_CORE": (99, 99)}))()
        return resource.getrlimit(resource.RLIMIT_CORE)

    assert inside(enter(job_of()), tighter_then_enter) == "(10, 10)"


def test_descriptors_run_out(enter: Enter) -> None:
    """Opening files in a loop ends in an error of the worker alone."""

    def open_many() -> object:
        try:
            while True:
                os.dup(0)
        except OSError as error:
            resource.setrlimit(resource.RLIMIT_NOFILE, (200, 200))
            return error.errno

    job = job_of(limits={"RLIMIT_NOFILE": (100, 200)})
    assert str(errno.EMFILE) == inside(enter(job), open_many)


@as_root
def test_root_becomes_the_unprivileged_user(enter: Enter) -> None:
    """Real, effective and saved ids; no groups; and no way back."""

    def who() -> object:
        try:
            os.setuid(0)
        except PermissionError:
            ids = (os.getresuid(), os.getresgid(), os.getgroups())
            return ids == ((NOBODY,) * 3, (NOBODY,) * 3, [])
        return "root again"

    assert inside(enter(job_of(), user=NOBODY), who) == "True"


@as_root
def test_root_as_the_unprivileged_user_is_refused(enter: Enter) -> None:
    """A change of user that changed nothing is an error, and no worker."""

    def no_change(*_: object) -> None:
        pass

    def enter_unchanged() -> object:
        os.setuid = no_change
        enter(job_of(), user=NOBODY)()
        return "entered"

    answer = inside(enter_unchanged)
    assert answer == "PermissionError: the worker still has the rights of root"


@pytest.mark.skipif(os.geteuid() == 0, reason="root can become another")
def test_others_cannot_become_the_unprivileged_user(enter: Enter) -> None:
    """The system says no, and confining fails rather than going on."""
    answer = inside(enter(job_of(), user=1), lambda: "entered")
    assert answer.startswith("PermissionError: ")


@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="needs affinity")
def test_the_worker_joins_the_graders_core(enter: Enter) -> None:
    """One core for both: a visit is a switch, not a wake-up."""
    core = max(os.sched_getaffinity(0))
    job = job_of(core=core)
    assert inside(enter(job), lambda: os.sched_getaffinity(0)) == str({core})


def test_the_cpu_timer_rings_the_alarm(enter: Enter) -> None:
    """So that CPU seconds, too, end in timeout-decorator's exception."""

    def loop_until_rung() -> object:
        rung: list[int] = []
        signal.signal(signal.SIGALRM, lambda number, _: rung.append(number))
        while not rung:
            pass
        return signal.getitimer(signal.ITIMER_PROF)[0]

    job = job_of(cpu_seconds=0.02)
    assert inside(enter(job), loop_until_rung) == "0.0"


def test_the_cpu_limit_writes_the_line_that_runs(tmp_path: Path, enter: Enter) -> None:
    """On the signal of the CPU limit, even code inside C shows where it is."""
    trace = tmp_path / "trace"

    def interrupted_in_c() -> object:
        with trace.open("w") as sys.stderr:
            enter(job_of())()
            return list(map(signal.raise_signal, [signal.SIGXCPU]))

    assert inside(enter(job_of()), interrupted_in_c) == "[None]"
    assert "in interrupted_in_c" in trace.read_text()


@pytest.mark.parametrize("missing", ["core", "limits", "recursion_limit"])
def test_an_incomplete_job_confines_nothing(missing: str, enter: Enter) -> None:
    """A wall that is not described is an error, not an open side."""
    job = job_of()
    del job[missing]
    answer = inside(enter(job), lambda: "entered")
    assert answer == f"KeyError: {missing!r}"
