"""What a worker of the cluster does: it keeps processes that grade, on its machine.

A task of Dask is a thread in a process that Dask may end at any moment; so it hands its
job to a grader as `class` has them, which ends with the worker. What tasks are told and
answer is bytes and text, so that workers of another version can refuse it.
"""

from __future__ import annotations

import os
import pickle
import stat
import sys
import tempfile
import threading
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import distributed

from autograder.classroom.running.grader import Setting
from autograder.classroom.running.graders import SLACK, Alone, Nursery, Process, starter
from autograder.classroom.running.state import CACHES
from autograder.errors import AutograderError, GraderError, system_error_sentence
from autograder.files import visible
from autograder.sandbox import runqueue
from autograder.walls.leftovers import remove

LEVEL = 1  # of compression: a tenth of the text, in a millisecond


def pickled_bytes(content: object) -> bytes:
    """Anything that can be pickled."""
    return zlib.compress(pickle.dumps(content), LEVEL)


def unpickled(content: bytes) -> Any:
    """What was pickled by one of the same version."""
    return pickle.loads(zlib.decompress(content))  # noqa: S301 - the module says why


def packed_folder(folder: Path) -> bytes:
    """All files of it, but what Python keeps there. Raises OSError."""
    files = [
        (path.relative_to(folder).as_posix(), path.read_bytes())
        for path in visible(folder, "**/*")
        if CACHES not in path.parts and path.is_file()
    ]
    return pickled_bytes(files)


def write_packed_folder(content: bytes, folder: Path) -> None:
    """Write them to a folder that is there and empty. Raises OSError."""
    for name, body in unpickled(content):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)


if sys.platform != "win32":
    import fcntl

MEMORY = 1 << 30  # bytes of address space that a grader may have: four times its need
IDLE = 60.0  # seconds after which graders that nobody asks are ended
SHARED = "autograder-cluster-{}"  # the folder of one user's graders on one machine
SHOWN = 12  # digits of a digest
OTHER = (
    "has another version of the grader ({}, expected {}); set up the same files on "
    "each machine, start its worker anew, and run the same again"
)


class Terms(NamedTuple):
    """What tasks of one run have in common; graders of others refuse."""

    assignment: str
    grader: str  # a digest
    python: str  # minor version
    submissions: str
    trusted: bool
    budget: float  # seconds


def minor_version(version: str) -> str:
    """3.11 of 3.11.2."""
    return ".".join(version.split(".")[:2])


def job_result(terms: tuple[object, ...], assignment: bytes, job: bytes) -> bytes | str:
    """What comes of a job, `pickled`: (state, Graded); without a job, (state, None).

    A refusal is a text: the exit status that it has, a space, and a sentence.
    """
    worker = distributed.get_worker()
    name = f"worker {worker.address}"
    try:
        agreed = Terms(*terms)  # type: ignore[arg-type]
        with _grader(agreed, assignment, Path(worker.local_directory)) as grader:
            state = grader.started()
            found = f"Python {minor_version(state.python)}, {state.grader[:SHOWN]}"
            expected = f"Python {agreed.python}, {agreed.grader[:SHOWN]}"
            if found != expected:
                raise GraderError(OTHER.format(found, expected))
            graded = grader.graded(unpickled(job), state) if job else None
            return pickled_bytes((state, graded))
    except AutograderError as fault:
        return f"{fault.exit_status} {name}: {fault}"
    except OSError as fault:
        return f"{GraderError.exit_status} {name}: {system_error_sentence(fault)}"


def end_graders_of_run(terms: tuple[object, ...], at_once: bool) -> None:  # noqa: FBT001 - as sent
    """Have the graders of a run that is over ended; busy ones if it is `at_once`."""
    agreed = Terms(*terms)  # type: ignore[arg-type]
    threading.Thread(target=_leave, args=(agreed, at_once), daemon=True).start()


@dataclass(slots=True)
class _Bench:
    """The graders of one run here; the assignment lies in the worker's own folder."""

    terms: Terms
    setting: Setting
    starter: Nursery | Alone
    idle: list[_Place] = field(default_factory=list)
    busy: list[_Place] = field(default_factory=list)
    ending: threading.Timer | None = None
    is_over: bool = False

    def free_place(self) -> _Place:
        """One that has no job, or a new one."""
        if self.ending is not None:
            self.ending.cancel()
        if self.idle:
            place = self.idle.pop()
        else:
            core, lock = _free_core(self.setting.turns)
            beside = len(runqueue.allowed_cores()) or 1
            patience = self.terms.budget * (beside + 1) + SLACK
            setting = replace(self.setting, core=core)
            place = _Place(Process(setting, self.starter, patience), lock)
        self.busy.append(place)
        return place

    def close(self) -> None:
        """End all, and remove the assignment; who waits for a busy one closes it."""
        for place in self.busy:
            place.process.stop_current_job()
        for place in self.idle:
            place.close()
        self.starter.close()
        remove(self.setting.assignment)

    def return_place(self, place: _Place) -> None:
        """It waits for a job; if all do so for long, all are ended."""
        self.busy.remove(place)
        if self.is_over:
            place.close()
            return
        self.idle.append(place)
        if not self.busy:
            self.ending = threading.Timer(IDLE, _leave, (self.terms, False))
            self.ending.daemon = True
            self.ending.start()


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """A grader, and what says that it has its core for itself."""

    process: Process
    lock: int | None

    def close(self) -> None:
        """End it, and give the core back."""
        self.process.close(at_once=False)
        if self.lock is not None:
            os.close(self.lock)


_benches: dict[Terms, _Bench] = {}
_turn = threading.Lock()  # of who changes a bench; tasks are threads of one process


@contextmanager
def _grader(terms: Terms, assignment: bytes, within: Path) -> Iterator[Process]:
    with _turn:
        if terms not in _benches:
            # A new folder, closed to others.
            folder = Path(tempfile.mkdtemp(prefix="autograder-", dir=within))
            write_packed_folder(assignment, folder)
            setting = Setting(
                folder,
                Path(terms.submissions),
                terms.trusted,
                turns=_shared(),
                memory=MEMORY,
            )
            _benches[terms] = _Bench(terms, setting, starter(setting))
        bench = _benches[terms]
        place = bench.free_place()
    try:
        yield place.process
    finally:
        with _turn:
            bench.return_place(place)


def _leave(terms: Terms, at_once: bool) -> None:  # noqa: FBT001 - as above
    with _turn:
        bench = _benches.get(terms)
        if bench is None or (bench.busy and not at_once):
            return
        bench.is_over = True
        del _benches[terms]
    bench.close()


def _shared() -> Path:
    """The folder by which all graders of this user on this machine take turns."""
    user = os.geteuid() if hasattr(os, "geteuid") else 0
    path = Path(tempfile.gettempdir(), SHARED.format(user))
    path.mkdir(mode=stat.S_IRWXU, exist_ok=True)
    if path.lstat().st_uid != user or path.is_symlink():
        raise GraderError(f"{path} is somebody else's; remove it, or set TMPDIR")
    return path


def _free_core(shared: Path) -> tuple[int | None, int | None]:
    """A core that no other grader there has, with its lock; else none."""
    for core in sorted(runqueue.allowed_cores()) if sys.platform != "win32" else ():
        lock = os.open(shared / f"core-{core}", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
        else:
            return core, lock
    return None, None
