"""A scheduler of Dask and its workers, as docs/cluster.md starts them, for tests."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from autograder.walls.prctl import adopt_orphans
from tests.injection import alive, children, descendants
from tests.small import ROOT, environment

DOCUMENT = ROOT / "docs" / "cluster.md"
OPEN, SECURED = re.findall(
    r"```sh\n(.*?)```", DOCUMENT.read_text("utf-8"), re.DOTALL
)  # what starts a cluster, and one that speaks TLS
PACKAGES = os.pathsep.join((str(ROOT), sysconfig.get_path("purelib")))
TEMPORARY = "temporary"  # where workers have their files for a while
PATIENCE = 30.0  # seconds


@dataclass(frozen=True)
class Commands:
    """What the document has people type, and the variables that it has them export."""

    scheduler: str
    worker: str
    grade: str
    variables: dict[str, str]

    @classmethod
    def of(cls, block: str, certificates: Path | None = None) -> Commands:
        """Those of a block, in which files of certificates are found in a folder."""
        text = re.sub(r"(\w+\.pem)", rf"{certificates}/\1", block)
        for name, value in re.findall(r'^(\w+)="(.*)"$', text, re.MULTILINE):
            text = text.replace(f"${name}", value)
        exported = dict(re.findall(r"^export (\w+)=(.*)$", text, re.MULTILINE))
        starts = (".venv/bin/dask s", ".venv/bin/dask w", "./run_autograder class ")
        lines = text.splitlines()
        (scheduler,), (worker,), (grade,) = (
            [line for line in lines if line.startswith(start)] for start in starts
        )
        return cls(scheduler, worker, grade, exported)


@dataclass
class Dask:
    """A cluster that runs: its scheduler, its workers, and where it listens."""

    commands: Commands
    folder: Path
    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def worker(
        self, *options: str, python: Path = Path(sys.executable)
    ) -> subprocess.Popen[bytes]:
        """One more, with one thread, that writes to the cluster's own folder.

        Another Python uses the packages of this one, which are Python where it matters.
        """
        command = re.sub(r"\w+://10.0.0.1:8786", self.address, self.commands.worker)
        disk = ("--local-directory", str(self.folder))
        place = (*disk, "--nthreads", "1", "--host", "127.0.0.1")
        words = (*place, *options)
        where = {"TMPDIR": str(self.folder / TEMPORARY), "PYTHONPATH": PACKAGES}
        new = started(command, self.folder, *words, python=python, variables=where)
        self.workers.append(new)
        return new

    def options(self) -> tuple[str, str]:
        """The words of the command `class` that name it."""
        name, _ = self.commands.grade.split()[-2:]
        return name, self.address

    def staged(self) -> frozenset[Path]:
        """The submissions that are being graded, each in its grader's own folder."""
        return frozenset(self.folder.glob(f"{TEMPORARY}/*/submission"))

    def said(self) -> str:
        """What all of them have written."""
        return (self.folder / "said").read_text("utf-8")

    def wait_for(self, count: int) -> None:
        """Until so many workers have come."""
        wait_until(lambda: self.said().count("Register worker") >= count)


def started(
    command: str,
    folder: Path,
    *options: str,
    variables: Mapping[str, str],
    python: Path = Path(sys.executable),
) -> subprocess.Popen[bytes]:
    """A command of the document, with other words for its place."""
    program, *words = command.split()
    assert program == ".venv/bin/dask"
    with (folder / "said").open("ab") as said:
        return subprocess.Popen(
            [python, "-m", "dask", *words, *options],
            cwd=ROOT,
            env={n: v for n, v in environment(**variables).items() if "COV" not in n},
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=said,
            start_new_session=True,
        )


@contextmanager
def dask(
    workers: int,
    *options: str,
    failures: int = 3,
    certificates: Path | None = None,
) -> Iterator[Dask]:
    """A cluster; killed in the end, of which nothing that it has started is left.

    A task whose workers have died more often than `failures` is given up. With
    certificates it speaks TLS.
    """
    adopt_orphans()  # so that none of them can hide
    before = {*descendants(os.getpid())}
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / TEMPORARY).mkdir(mode=0o755)
        told = folder / "scheduler.json"
        commands = Commands.of(SECURED if certificates else OPEN, certificates)
        local = ("10.0.0.1 --port 8786", "127.0.0.1 --port 0")
        command = commands.scheduler.replace(*local)
        allowed = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": str(failures)}
        place = ("--scheduler-file", str(told))
        scheduler = started(command, folder, *place, variables=allowed)
        wait_until(lambda: told.exists() and told.read_text().endswith("}"))
        address = json.loads(told.read_text())["address"]
        new = Dask(commands, folder, address, scheduler)
        try:
            for _ in range(workers):
                new.worker(*options)
            new.wait_for(workers)
            yield new
        finally:
            for process in (*new.workers, new.scheduler):
                kill_group(process)
        # Whoever sweeps up behind one that was killed may only now be started.
        wait_until(lambda: not any(map(alive, {*descendants(os.getpid())} - before)))
        left = [path.name for path in (folder / TEMPORARY).iterdir()]
        assert left in ([], [f"autograder-cluster-{os.geteuid()}"]), left


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """End it and what it has started in its session, at once."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(PATIENCE)


def kill_below(nanny: subprocess.Popen[bytes]) -> None:
    """End the worker that a nanny looks after."""
    lines = {pid: Path(f"/proc/{pid}/cmdline") for pid in children(nanny.pid)}
    (worker,) = [p for p, line in lines.items() if b"spawn_main" in line.read_bytes()]
    os.kill(worker, signal.SIGKILL)


def wait_until(condition: Callable[[], object]) -> None:
    """Until the condition holds."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it has taken too long"
        time.sleep(0.01)
