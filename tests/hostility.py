"""Grades hostile programs in one sandbox; a process of its own, that they may hit.

tests/repeated/test_hostile.py starts it, as the user of the level. It reads one
request a line on standard input and answers each in a line of JSON: what the grader
said, what a right submission gets afterwards, and what was left behind.
"""

from __future__ import annotations

import json
import os
import re
import resource
import secrets
import stat
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import IO, Any

from autograder.answers import file as answers
from autograder.assignment.questions import Assignment, Case, Limits
from autograder.assignment.reading import FILE
from autograder.grading.grading import Grading
from autograder.kinds.all import load
from autograder.kinds.search import running, signatures, trusted
from autograder.kinds.search.computing import with_signatures
from autograder.kinds.search.judging import CaseResult
from autograder.project import REFERENCE
from autograder.report import platforms, terminal
from autograder.report.entries import Report
from autograder.sandbox.jobs import Ended, Job, Then
from autograder.sandbox.sandbox import Sandbox
from autograder.walls.leftovers import remove
from tests import searched
from tests.searched import entry_of

PLACE = re.compile(r"(?:SECRET|NUMBER)_[0-9]")  # in the assignment
TEXTS, NUMBERS = range(1, 7), range(1, 4)  # that stand in those places
OPEN_FOLDERS = ("/tmp", "/var/tmp", "/dev/shm", "/dev/mqueue", "/run/lock")  # noqa: S108
MARK = "hostile-"  # how the programs name the files that they try to leave
ENVIRONMENT = "HOSTILE_SECRET"
SOURCE_LINE = "view = state._view = self._fetch(state)"  # of the grader's game.py

Reply = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Impatient(Limits):
    """For what must time out anyway, so that nobody waits for it for long."""

    @property
    def wall_seconds(self) -> float:
        """The backstop, sooner than an honest submission could be sure of."""
        return 0.25


class Counting(Sandbox):
    """A sandbox that knows the most calls that any of its workers was asked for."""

    most_calls = 0

    def run(self, job: Job, then: Then | None = None) -> Ended:
        """As ever."""
        self.most_calls = max(self.most_calls, len(job.calls))
        return super().run(job, then)


class Level:
    """One sandbox, an assignment with secrets in it, and `home`, a closed folder.

    A program is graded on so many `trees`, and so is a right one after it. `alone`
    says that the user of this process has no other processes.
    """

    def __init__(
        self, home: Path, without: tuple[str, ...], trees: int, *, alone: bool
    ) -> None:
        self.home = home
        self.secrets = _secrets()
        self.memory = self.secrets["memory"]
        (self.home / "secret.txt").write_text(self.secrets["file"])
        self.results = self.home / "results" / "results.json"
        self.results.parent.mkdir(mode=0o700)
        self.results.write_text("{}\n")
        self.assignment = _with_secrets(self.home / "assignment", self.secrets)
        self.sandbox = Counting(without)
        assert self.sandbox.layers_sentence()  # and with it its server is up
        self.user = self.sandbox._slot.user if self.sandbox._slot else os.geteuid()
        self.trees = trees
        self.alone = alone or self.sandbox._slot is not None
        self._before = self._own_state()

    def grade(
        self, module: str, source: str, *, impatient: bool, shared: bool
    ) -> Reply:
        """What comes of a program, of a right one behind it, and what is left.

        Its tests have a worker each, or first one that is `shared`.
        """
        cases = self._cases(module)
        if impatient:
            cases = [*map(_hurried, cases[:1])]
        before = self._shared_memory()
        self.sandbox.most_calls = 0
        program = self._graded(module, source, cases, shared=shared)
        calls, processes = self.sandbox.most_calls, self._processes()
        marked = self.sandbox.separate_submissions()
        right = (REFERENCE / f"{module}.py").read_text(encoding="utf-8")
        control = self._graded(module, right, self._cases(module))
        return program | {
            "control": control["points"] / control["most"],
            "calls": calls,
            "processes": processes,
            "marked": marked,
            "files": [*self._files(), *sorted(self._shared_memory() - before)],
            "changed": self._changes(),
        }

    def _cases(self, module: str) -> list[Case]:
        found = [c for c in self.assignment.cases if c.question.name == module]
        return found[: self.trees]

    def _graded(
        self, module: str, source: str, cases: list[Case], *, shared: bool = False
    ) -> Reply:
        upload = self.home / "upload"
        remove(upload)
        upload.mkdir()
        (upload / f"{module}.py").write_text(source, encoding="utf-8")
        remove(self.sandbox.folder / "submission")
        assignment = replace(self.assignment, tests=tuple(cases))
        grading = Grading.of(assignment, upload, self.sandbox)
        grading.apart = not shared
        results = [searched.graded(grading, case) for case in cases]
        if grading.was_otherwise:
            results = [searched.graded(grading, case) for case in cases]
        return {
            "verdicts": [result.verdict.value for result in results],
            "points": sum(result.points for result in results),
            "most": sum(case.points.max_points for case in cases),
            "printed": [result.observed.printed for result in results],
            **_reports(results),
        }

    def _processes(self) -> list[str]:
        """Processes of the program: of its user, or that the fork server started."""
        self.sandbox.layers_sentence()  # and with it a server is up, if one had to go
        tidier, server = _servers()
        spare = _spare_of(server)
        expected = {os.getpid(), tidier, server, *spare}
        folder = str(self.sandbox.folder)  # which is in the fork server's command
        return [
            f"{pid} of user {user}: {command}"
            for pid, user in _users().items()
            if pid not in expected
            and (
                folder in (command := _text(f"/proc/{pid}/cmdline"))
                or (self.alone and user == self.user)
            )
        ]

    def _files(self) -> list[str]:
        """What lies in open folders, or in the session's, that was not there before."""
        session = self.sandbox.folder
        found = [
            str(path)
            for path in session.rglob("*")
            if path.parts[len(session.parts)] != "submission"
        ]
        found.remove(str(session / "work"))  # it is there always, and was empty
        mine = {str(self.home), str(session)}
        return found + [path for path in self._suspects() if path not in mine]

    def _suspects(self) -> Iterator[str]:
        """The paths in open folders that belong to the user, or are named so."""
        for folder in filter(os.path.isdir, {*OPEN_FOLDERS, tempfile.gettempdir()}):
            for entry in os.scandir(folder):
                with suppress(FileNotFoundError):  # it was another program's
                    owner = entry.stat(follow_symlinks=False).st_uid
                    suspect = entry.name.startswith(MARK)
                    if owner == self.user if self.alone else suspect:
                        yield entry.path

    def _shared_memory(self) -> set[str]:
        """System V objects of the user, where no other program has any."""
        found = set()
        for kind in ("shm", "sem", "msg"):
            path = Path("/proc/sysvipc", kind)
            rows = path.read_text().splitlines() if path.exists() else []
            for row in rows[1:] if self.alone else ():
                fields = dict(zip(rows[0].split(), row.split(), strict=False))
                if str(self.user) in (fields.get("uid"), fields.get("cuid")):
                    found.add(f"{kind} {' '.join(row.split()[:4])}")
        return found

    def _changes(self) -> list[str]:
        """What differs from the beginning, of what a program might reach."""
        now = self._own_state()
        return [
            f"{name}: {old} became {now[name]}"
            for name, old in self._before.items()
            if now[name] != old
        ]

    def _own_state(self) -> dict[str, object]:
        _, server = _servers()
        status = self.results.stat()
        return {
            "results.json": self.results.read_text(),
            "its mode and owner": (status.st_mode, status.st_uid, status.st_mtime_ns),
            "its folder": [path.name for path in self.results.parent.iterdir()],
            "priority": [os.getpriority(os.PRIO_PROCESS, p) for p in (0, server)],
            "limits": [
                resource.prlimit(pid, which)
                for pid in (os.getpid(), server)
                for which in (resource.RLIMIT_CPU, resource.RLIMIT_AS)
            ],
        }


def _users() -> dict[int, int]:
    """Whose every process is that can be seen, by its id."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        status = _text(f"{folder}/status")
        if status:  # it has not ended meanwhile
            found[int(folder.name)] = int(
                status.split("\nUid:", 1)[1].split(maxsplit=1)[0]
            )
    return found


def _spare_of(server: int) -> list[int]:
    """The worker that is ordered when one has ended; the order may be on its way."""
    for _ in range(50):
        if spare := _children(server)[:1]:
            return spare
        time.sleep(0.02)
    return []


def _servers() -> tuple[int, int]:
    """Who tidies up after the fork server, the only child of this process, and that."""
    tidier = _children(os.getpid())[0]
    return tidier, _children(tidier)[0]


def _children(pid: int) -> list[int]:
    return [int(child) for child in _text(f"/proc/{pid}/task/{pid}/children").split()]


def _text(path: str) -> str:
    """The text of a file, or "" where it cannot be read any more."""
    with suppress(OSError):
        return Path(path).read_text(encoding="utf-8", errors="replace")
    return ""


def _reports(results: list[CaseResult]) -> Reply:
    """All that the grader shows, and its sentences."""
    report = Report("hostile")
    for number, result in enumerate(results, 1):
        report.entries[str(number)] = entry_of(result, str(number))
    return {
        "headlines": [entry.headline for entry in report.all()],
        "results": platforms.gradescope_text(report, seconds=0.0),
        "terminal": terminal.table(report, verbose=True),
    }


def _hurried(case: Case) -> Case:
    given = case.question.limits
    limits = Impatient(0.1, given.memory_mb, given.output_kb)
    return replace(case, question=replace(case.question, limits=limits))


def _secrets() -> dict[str, str]:
    """Texts that are nowhere else, by where they stand."""
    names = [*(f"SECRET_{n}" for n in TEXTS), "memory", "file"]
    texts = {name: f"S{secrets.token_hex(8)}" for name in names}
    least = 10**8
    numbers = {f"NUMBER_{n}": str(least + secrets.randbelow(least)) for n in NUMBERS}
    return texts | numbers | {"environment": os.environ[ENVIRONMENT]}


def _with_secrets(folder: Path, known: dict[str, str]) -> Assignment:
    """A copy of the assignment with secrets in their places, closed to others."""
    original = Path(__file__).parent / "assignments" / "hostile"
    for path in original.rglob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        if path.name != FILE:
            text = PLACE.sub(lambda place: known[place[0]], text)
        target = folder / path.relative_to(original)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
    folder.chmod(stat.S_IRWXU)
    assignment = with_signatures(load(folder))
    for question in assignment.questions():
        path = signatures.signature_path(assignment, question.name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(signatures.dump(question.signature), encoding="utf-8")
    for name, tree in assignment.trees().items():
        path = answers.path_of(assignment, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        computed = trusted.compute(tree, assignment.questions_on(name))
        path.write_text(answers.dump(computed), encoding="utf-8")
        if name.startswith("hidden"):
            known["fingerprint"] = computed.fingerprint
    return assignment


def serve(requests: IO[str], replies: IO[str], setting: str) -> None:
    """Answer requests, one a line, until there are no more."""

    def say(reply: Reply) -> None:
        replies.write(json.dumps(reply) + "\n")
        replies.flush()

    running.FEWEST, running.LEAST_ALONE = 1, 0  # tests that are worth a shared worker
    with tempfile.TemporaryDirectory(prefix="hostility-") as home:
        level = Level(Path(home), **json.loads(setting))
        with level.sandbox as sandbox:
            canaries = level.secrets | {"source line": SOURCE_LINE}
            layers = asdict(sandbox.layers)
            say({"layers": layers, "secrets": canaries, "user": level.user})
            for line in requests:
                say(level.grade(**json.loads(line)))


if __name__ == "__main__":
    # The pipes get descriptors of their own, and what anybody prints goes elsewhere.
    own_input, own_output = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    serve(own_input, own_output, *sys.argv[1:])
