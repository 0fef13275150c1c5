"""The sandbox, for real: students' programs that try, and what is left of them."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from textwrap import dedent, indent

import pytest

from autograder.assignment.questions import Limits
from autograder.errors import GraderError
from autograder.observing.outcome import (
    FILES,
    Fault,
    Frame,
    Outcome,
    Returned,
    outcomes_of,
)
from autograder.sandbox.jobs import DESCRIPTORS, Call, Ended, Job
from autograder.sandbox.oracle import Oracle
from autograder.sandbox.runqueue import COUNT, FIRST
from autograder.sandbox.sandbox import Sandbox
from autograder.sandbox.watch import MOST, MOST_BYTES, MOST_ENTRIES
from autograder.sandbox.workers import ForkServer, PlainProcesses, require_readable
from autograder.trees.tree import GameTree, Node
from autograder.worker.protocol import COMMAND, REAP
from tests.small import ROOT

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root drops rights")

TREE = GameTree(
    (Node("A", "max", (1, 2)), Node("B", "min", (), 3), Node("C", "min", (), 5))
)
RIGHT = """
def f(game, state):
    return max(game.utility(child) for _, child in game.successors(state))
"""
QUICK = Limits(seconds=0.2)
PATIENT = Limits(seconds=20)  # where disks are slow
QUICKEST = Limits(seconds=0.05)
Try = Callable[..., Outcome]


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One for all tests, as one serves all tests of a submission."""
    with Sandbox() as shared:
        yield shared


@pytest.fixture(scope="module")
def bare() -> Iterator[Sandbox]:
    """One in which the limits have to do what the filter and Landlock do else."""
    with Sandbox(without=("seccomp", "landlock")) as shared:
        yield shared


@pytest.fixture(autouse=True)
def undisturbed(sandbox: Sandbox, bare: Sandbox) -> Iterator[None]:
    """After each test of this file the next submission is graded as ever."""
    yield
    assert attempt(sandbox, RIGHT) == Returned("number", 5)
    assert attempt(bare, RIGHT) == Returned("number", 5)


def run(
    sandbox: Sandbox, code: str, calls: int = 1, limits: Limits = QUICK
) -> tuple[Ended, Path]:
    """Run a student's program."""
    folder = Path(tempfile.mkdtemp(prefix="student-", dir=sandbox.folder))
    folder.chmod(0o755)
    (folder / "student.py").write_text(code, encoding="utf-8")
    made = tuple(Call("f", (), Oracle(TREE)) for _ in range(calls))
    return sandbox.run(Job(folder, "student", made, limits, 1000)), folder


def attempt(sandbox: Sandbox, code: str, limits: Limits = QUICK) -> Outcome:
    """What comes of a call of a student's `f`."""
    ended, folder = run(sandbox, code, limits=limits)
    return outcomes_of(ended, folder, limits, 1)[0]


def answer(sandbox: Sandbox, body: str, limits: Limits = QUICK) -> str:
    """The text that the body of `f` returns."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    code = f"import os, resource, sys\ndef f(game, state):\n{lines}"
    outcome = attempt(sandbox, code, limits)
    assert isinstance(outcome, Returned), outcome
    return outcome.text


def fault(sandbox: Sandbox, body: str, limits: Limits = QUICK) -> Fault:
    """The fault in which the body of `f` ends."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    outcome = attempt(
        sandbox, f"import os, signal\ndef f(game, state):\n{lines}", limits
    )
    assert isinstance(outcome, Fault), outcome
    return outcome


def processes_of(folder: Path) -> list[str]:
    """The processes whose working folder stood in this one, or that name it."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        told = ""
        with suppress(OSError):
            told += (process / "cmdline").read_text()
            told += str((process / "cwd").readlink())
        if str(folder) in told:
            found.append(process.name)
    return found


def children() -> set[str]:
    """The process ids of this process's children, zombies included."""
    tasks = Path("/proc/self/task").glob("*/children")
    return {pid for task in tasks for pid in task.read_text().split()}


def holdings() -> tuple[set[str], set[str], set[int]]:
    """What this process has: children, descriptors, cores."""
    descriptors = {path.name for path in Path("/proc/self/fd").iterdir()}
    return children(), descriptors, os.sched_getaffinity(0)


WORKERS_OWN = re.compile(
    r"autograder|autograder\.(adapters|game|(walls|worker)(\.[a-z]+)?)"
)  # none of them knows a tree or an answer


def test_a_worker_has_imported_nothing_that_knows_a_tree(sandbox: Sandbox) -> None:
    """Not even by name: what a submission finds in `sys.modules` is all there is."""
    code = """
        import sys
        def f(game, state):
            for name in sorted(sys.modules):
                print(name)
    """
    ended, _ = run(sandbox, dedent(code))
    found = [name for name in ended.output.split() if name.startswith("autograder")]
    assert {"autograder.worker.serve", "autograder.walls.confine"} <= set(found)
    assert [name for name in found if not WORKERS_OWN.fullmatch(name)] == []


def test_a_right_submission_is_heard(sandbox: Sandbox) -> None:
    """The positive control of all that follows."""
    ended, _ = run(sandbox, RIGHT)
    assert ended.said.results == ({"returned": {"kind": "number", "number": 5}},)
    assert (ended.output, ended.late, ended.said.ready) == ("", False, True)
    assert 0 <= ended.cpu_seconds < 1


def test_each_job_has_a_fresh_process(sandbox: Sandbox) -> None:
    """Globals, patched modules and files do not reach the next test."""
    code = (
        "import json, os\n"
        "before = getattr(json, 'mark', 0), os.listdir('.')\n"
        "json.mark = 1; open('mark', 'w').close(); os.environ['MARK'] = '1'\n"
        "def f(game, state): return repr(before)\n"
    )
    first, second = attempt(sandbox, code), attempt(sandbox, code)
    assert first == second == Returned("str", text="(0, [])")


@as_root
def test_the_student_is_nobody(sandbox: Sandbox) -> None:
    """No id of root's in any of the three places, and no group but its own."""
    ids = "return repr({*os.getresuid(), *os.getresgid(), *os.getgroups()})"
    (user,) = json.loads(answer(sandbox, ids).replace("{", "[").replace("}", "]"))
    assert FIRST <= user < FIRST + COUNT


@as_root
def test_two_graders_have_two_users(sandbox: Sandbox, bare: Sandbox) -> None:
    """Neither sweeps away what the other is running."""
    who = "return str(os.getuid())"
    assert answer(sandbox, who) != answer(bare, who)


@as_root
def test_the_grader_cannot_be_signalled(sandbox: Sandbox) -> None:
    """Neither the fork server, the worker's parent, nor this process."""
    body = (
        "try: os.kill({}, 9)\nexcept PermissionError: return 'refused'\nreturn 'killed'"
    )
    assert answer(sandbox, body.format("os.getppid()")) == "refused"
    assert answer(sandbox, body.format(os.getpid())) == "refused"


def test_the_environment_is_clean(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of the grader's: no tokens, no HOME, no PYTHONPATH."""
    monkeypatch.setenv("SECRET_TOKEN", "s3cret")
    names = answer(sandbox, "return ' '.join(sorted(os.environ))").split()
    assert names == ["LANG", "PATH", "PYTHONHASHSEED", "PYTHONIOENCODING", "TZ"]


def test_standard_input_is_empty(sandbox: Sandbox) -> None:
    """`input()` ends at once, in an error that has a sentence of its own."""
    assert fault(sandbox, "return input()").kind == "input"


def test_prints_are_captured(sandbox: Sandbox) -> None:
    """Both streams, in order, and in any alphabet."""
    code = (
        "import sys\ndef f(game, state):\n"
        " print('ä'); print('b', file=sys.stderr); print('\\udc80'); return 1\n"
    )
    ended, _ = run(sandbox, code)
    assert sorted(ended.output.split()) == ["\\udc80", "b", "ä"]


def test_the_working_folder_is_private_and_cleared(sandbox: Sandbox) -> None:
    """Empty at first, closed to others, writable; empty again for the next test."""
    body = (
        "open('mine', 'w').close()\n"
        'return f\'{os.getcwd()} {os.stat(".").st_mode & 0o777:o} {os.listdir(".")}\''
    )
    for _ in range(2):
        folder, mode, *listing = answer(sandbox, body).split()
        assert (mode, listing) == ("700", ["['mine']"])
        assert Path(folder).parent == sandbox.folder.resolve()


@pytest.mark.parametrize(
    "mess",
    [
        "[os.mkdir('d') or os.chdir('d') for _ in range(1100)]",
        "os.symlink('/', 'root'); os.mkfifo('fifo')",
    ],
    ids=["deep", "links"],
)
def test_no_mess_in_the_working_folder_outlives_the_test(
    bare: Sandbox, mess: str
) -> None:
    """Folders in folders, links: the result stands, the mess goes."""
    assert answer(bare, f"{mess}\nreturn 'done'", PATIENT) == "done"
    assert answer(bare, LOOK) == "[] 700"


LOOK = 'return f\'{os.listdir(".")} {os.stat(".").st_mode & 0o777:o}\''


@pytest.mark.parametrize(
    "mess",
    ["os.mkdir('d'); open('d/x', 'w').close(); os.chmod('d', 0)", "os.chmod('.', 0)"],
    ids=["a part", "itself"],
)
def test_a_closed_folder_is_cleared_too(bare: Sandbox, mess: str) -> None:
    """To root nothing is closed; an ordinary user takes it for full."""
    if os.geteuid() == 0:
        assert answer(bare, f"{mess}\nreturn 'done'") == "done"
    else:
        assert fault(bare, f"{mess}\nreturn 'done'").kind == "flood"
    assert answer(bare, LOOK) == "[] 700"


FILL = {
    "bytes": "for n in range(10**6): open(f'{n}', 'wb').write(bytes(1 << 18))",
    "empty files": "for n in range(10**6): open(f'{n}', 'wb').close()",
    "folders": "for n in range(10**6): os.mkdir(f'{n}')",
    "names of one file": (
        "open('x', 'w').close()\nfor n in range(10**6): os.link('x', f'{n}')"
    ),
}


@pytest.mark.parametrize("what", FILL)
def test_the_working_folder_has_bounds(bare: Sandbox, what: str) -> None:
    """It may lie in memory, which no limit of a process covers: the worker is ended."""
    code = f"import os\ndef f(game, state):\n{indent(FILL[what], '    ')}"
    ended, folder = run(bare, code, limits=PATIENT)
    assert (ended.filled, ended.late) == (True, False)
    (outcome,) = outcomes_of(ended, folder, PATIENT, 1)
    assert outcome == Fault("flood", MOST, type=FILES)
    found = [path.lstat() for path in (bare.folder / "work").rglob("*")]
    assert len(found) < 20 * MOST_ENTRIES
    assert sum(status.st_blocks for status in found) * 512 < 8 * MOST_BYTES


def test_folders_too_deep_to_look_into_are_full(bare: Sandbox) -> None:
    """Whatever lies in them is out of sight."""
    name = "d" * 99
    body = f"for _ in range(50): os.mkdir('{name}'); os.chdir('{name}')"
    assert fault(bare, body).kind == "flood"


def test_what_was_left_counts_too(sandbox: Sandbox) -> None:
    """However quick the call: the verdict does not depend on when anybody looks."""
    code = "def f(game, state):\n for n in range(2001): open(f'{n}', 'w').close()\n"
    ended, folder = run(sandbox, f"{code} return 1", limits=PATIENT)
    assert ended.filled
    (outcome,) = outcomes_of(ended, folder, PATIENT, 1)
    assert outcome == Fault("flood", MOST, type=FILES)


def test_a_few_files_are_allowed(sandbox: Sandbox) -> None:
    """A log, a cache."""
    code = "def f(game, state):\n for n in range(1900): open(f'{n}', 'w').close()\n"
    assert attempt(sandbox, f"{code} return 1", PATIENT) == Returned("number", 1)


READ = """
import os
def f(game, state):
    here = os.path.dirname(__file__)
    paths = [here, os.path.join(here, "helper.py"), "."]
    told = repr([(os.stat(p).st_atime, os.stat(p).st_mtime) for p in paths])
    os.listdir(here), os.listdir(".")
    open(os.path.join(here, "helper.py")).read()
    open("new", "w").close()
    return told
"""


def test_times_tell_no_later_test_what_was_read(sandbox: Sandbox) -> None:
    """Neither of the staged files, nor of the folders."""
    folder = Path(tempfile.mkdtemp(prefix="student-", dir=sandbox.folder))
    folder.chmod(0o755)
    (folder / "student.py").write_text(READ, encoding="utf-8")
    (folder / "helper.py").touch()
    job = Job(folder, "student", (Call("f", (), Oracle(TREE)),), PATIENT, 1000)
    first, second = sandbox.run(job), sandbox.run(job)
    assert "returned" in first.said.results[0]
    assert first.said.results == second.said.results


def test_memory_is_limited(sandbox: Sandbox) -> None:
    """A gigabyte is refused by the system, and Python says so."""
    assert fault(sandbox, "return len(bytearray(2 << 30))").kind == "memory"


FORK_AND_THREAD = (
    "import threading\n"
    "try: os.fork()\n"
    "except OSError as error: told = type(error).__name__\n"
    "try: threading.Thread(target=int).start()\n"
    "except RuntimeError: return told + ', no thread'\n"
    "return told + ', a thread'"
)


def test_processes_are_refused_and_threads_are_not(sandbox: Sandbox) -> None:
    """The filter tells them apart; a fork bomb ends at its first fork."""
    if not sandbox.layers.seccomp:
        pytest.skip("this system has no seccomp")
    assert answer(sandbox, FORK_AND_THREAD) == "PermissionError, a thread"


def test_without_the_filter_both_are_refused(bare: Sandbox) -> None:
    """The limit counts them together."""
    assert answer(bare, FORK_AND_THREAD) == "BlockingIOError, no thread"


def test_nothing_is_inherited_but_the_two_pipes(sandbox: Sandbox) -> None:
    """Beside the standard three: not the fork server's socket, nor the user's lock."""
    body = (
        "def there(d):\n"
        "    try: return bool(os.fstat(d))\n"
        "    except OSError: return False\n"
        "return str(sum(map(there, range(1000))))"
    )
    assert answer(sandbox, body) == "5"


def test_descriptors_are_limited(sandbox: Sandbox) -> None:
    """Opening without end is the submission's own trouble."""
    body = "try:\n    while True: last = os.dup(0)\nexcept OSError: return str(last)"
    assert str(DESCRIPTORS - 1) == answer(sandbox, body)


def test_files_are_limited_in_size(sandbox: Sandbox) -> None:
    """No file grows beyond what may be printed."""
    body = (
        "with open('big', 'wb', 0) as big:\n"
        "    try:\n"
        "        while True: big.write(bytes(99999))\n"
        "    except OSError: return str(big.tell())"
    )
    assert str(QUICK.output_bytes) == answer(sandbox, body)


def test_a_flood_of_prints_ends(sandbox: Sandbox) -> None:
    """The submission is told that it printed too much, and little of it is kept."""
    ended, folder = run(sandbox, "def f(game, state):\n while True: print('x' * 999)")
    (outcome,) = outcomes_of(ended, folder, QUICK, 1)
    assert isinstance(outcome, Fault)
    assert outcome.kind == "flood"
    assert len(ended.output) <= QUICK.output_bytes


@pytest.mark.parametrize(
    "limit",
    ["RLIMIT_AS", "RLIMIT_CPU", "RLIMIT_FSIZE", "RLIMIT_NOFILE", "RLIMIT_NPROC"],
)
def test_limits_cannot_be_raised(bare: Sandbox, limit: str) -> None:
    """They are hard ones, and the student has not the right to lift them."""
    body = (
        f"which = resource.{limit}\n"
        "soft, hard = resource.getrlimit(which)\n"
        "try: resource.setrlimit(which, (soft, hard + 1))\n"
        "except ValueError: return 'refused'\n"
        "return 'raised'"
    )
    assert answer(bare, body) == "refused"


def test_an_endless_loop_ends_with_its_line(sandbox: Sandbox) -> None:
    """On CPU seconds, within a second of the limit."""
    started = time.monotonic()
    found = fault(sandbox, "while True:\n    pass")
    assert found.kind == "timeout"
    assert [(frame.file, frame.function) for frame in found.frames] == [
        ("student.py", "f")
    ]
    assert found.frames[0].line in (3, 4)
    assert time.monotonic() - started < 1.5


@pytest.mark.parametrize(
    "body",
    [
        "return sum(range(10**12))",
        "while 1:\n try:\n  while 1: pass\n except BaseException: pass",
        "signal.signal(signal.SIGALRM, signal.SIG_IGN)\nwhile True: pass",
    ],
    ids=["in C", "swallowing", "ignoring"],
)
def test_loops_that_no_exception_ends_are_killed(sandbox: Sandbox, body: str) -> None:
    """By the wall clock; the line is known, since the trace is written outside."""
    found = fault(sandbox, body, QUICKEST)
    assert found.kind == "timeout"
    assert found.frames[0].file == "student.py"


def test_waiting_ends_by_the_wall_clock(sandbox: Sandbox) -> None:
    """A sleep takes no CPU seconds, and is a time-out all the same."""
    found = fault(sandbox, "import time\ntime.sleep(60)", QUICKEST)
    assert found.kind in ("timeout", "late")
    assert (found.frames[-1].file, found.frames[-1].line) == ("student.py", 4)


def test_a_stopped_process_ends(sandbox: Sandbox) -> None:
    """SIGSTOP holds back every signal but the one that kills."""
    body = "os.kill(os.getpid(), signal.SIGSTOP)"
    assert fault(sandbox, body, QUICKEST).kind == "late"


@pytest.mark.parametrize("name", ["SIGSEGV", "SIGKILL", "SIGTERM", "SIGXCPU"])
def test_a_process_that_is_killed_says_by_what(sandbox: Sandbox, name: str) -> None:
    """The signal is named; where faulthandler saw it, so is the line."""
    body = f"os.kill(os.getpid(), signal.{name})\nos._exit(0)"
    found = fault(sandbox, body)
    if name == "SIGXCPU":  # it only writes where it is
        assert (found.kind, found.frames[0].line) == ("ended", 3)
    else:
        assert (found.kind, found.message) == ("killed", name)
    if name == "SIGSEGV":
        assert found.frames[0].file == "student.py"


def test_a_signal_without_a_name_is_a_crash_too(sandbox: Sandbox) -> None:
    """Real-time signals have numbers only."""
    found = fault(sandbox, "os.kill(os.getpid(), signal.SIGRTMIN + 3)")
    assert found.kind == "killed"
    assert found.message


@pytest.mark.parametrize("code", [0, 1, 99])
def test_ending_without_a_result_is_no_result(sandbox: Sandbox, code: int) -> None:
    """Whatever the exit code says."""
    assert fault(sandbox, f"os._exit({code})").kind == "ended"


def test_invalid_bytes_are_no_flood(sandbox: Sandbox) -> None:
    """What may be printed is counted in bytes, as they were printed."""
    code = "import os\ndef f(game, state):\n os.write(1, b'\\xff' * 99999); return 1\n"
    assert attempt(sandbox, code) == Returned("number", 1)


FORGED = """
import json, os, struct
def f(game, state):
    text = json.dumps({}).encode()
    for descriptor in range(3, 32):
        try: os.write(descriptor, struct.pack("<BI", 4, len(text)) + text)
        except OSError: pass
    while True: pass
"""


@pytest.mark.parametrize("kind", ["grader", "not_run", "module"])
def test_a_worker_cannot_speak_for_the_grader(sandbox: Sandbox, kind: str) -> None:
    """A forged result is at most a wrong one; no fault of the grader's follows."""
    error = dict.fromkeys(("message", "type", "stage"), "x")
    forged = {"error": {**error, "kind": kind, "near": [], "frames": []}}
    outcome = attempt(sandbox, FORGED.format(forged))
    assert isinstance(outcome, Fault)
    assert outcome.kind != kind


def test_a_forged_number_beyond_all_floats_is_a_breach(sandbox: Sandbox) -> None:
    """JSON knows no largest integer."""
    forged = {"returned": {"kind": "number", "number": 10**400}}
    outcome = attempt(sandbox, FORGED.format(forged))
    assert isinstance(outcome, Fault)
    assert outcome.kind == "violation"


def test_a_forged_result_equals_returning_it(sandbox: Sandbox) -> None:
    """There is nothing to gain; the visits are what the oracle saw."""
    forged = {"returned": {"kind": "number", "number": 7}}
    assert attempt(sandbox, FORGED.format(forged)) == Returned("number", 7)


def test_a_second_call_is_not_charged_for_the_first(sandbox: Sandbox) -> None:
    """A result that came before a crash is kept."""
    code = (
        "count = 0\ndef f(game, state):\n"
        " global count; count += 1\n"
        " if count == 2: import os; os._exit(0)\n"
        " return 1\n"
    )
    ended, folder = run(sandbox, code, calls=2)
    first, second = outcomes_of(ended, folder, QUICK, 2)
    assert first == Returned("number", 1)
    assert second == exited(4, "if count == 2: import os; os._exit(0)")


def exited(number: int, source: str) -> Fault:
    """That a worker was ended by this line."""
    return Fault("ended", frames=(Frame("student.py", number, "", source),))


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="needs /proc")
def test_nothing_is_left_of_a_sandbox() -> None:
    """No process, no zombie, no folder, no descriptor; and the cores are free again."""
    before = holdings()
    with Sandbox() as own:
        folder = own.folder
        attempt(own, RIGHT)
        fault(own, "os.kill(os.getpid(), signal.SIGSTOP)", QUICKEST)
        fault(own, "os._exit(3)")
    assert before == holdings()
    assert processes_of(folder) == []
    assert not folder.exists()


def test_a_sandbox_that_was_never_used_leaves_nothing() -> None:
    """It is closed while its fork server is still on its way up."""
    before = children()
    with Sandbox() as own:
        folder = own.folder
    assert before == children()
    assert not folder.exists()


def server_of(sandbox: Sandbox) -> int:
    """The process id of a sandbox's fork server: the parent of its workers."""
    return int(answer(sandbox, "return str(os.getppid())"))


def test_a_killed_fork_server_costs_one_test() -> None:
    """The grader's fault is named as such, and the next test has a new server."""
    with Sandbox() as own:
        os.kill(server_of(own), signal.SIGKILL)
        with pytest.raises(GraderError, match="the fork server has stopped"):
            attempt(own, RIGHT)
        assert attempt(own, RIGHT) == Returned("number", 5)
    assert processes_of(own.folder) == []


def test_a_fork_server_that_fails_is_replaced_and_nothing_is_lost() -> None:
    """Its last words are told; what was staged is there for the next one."""
    with Sandbox() as own:
        assert attempt(own, RIGHT) == Returned("number", 5)
        assert isinstance(own._workers, ForkServer)
        own._workers._control.sendall(COMMAND.pack(REAP, 9_999_999))  # there is none
        with pytest.raises(GraderError, match="ChildProcessError"):
            attempt(own, RIGHT)
        assert attempt(own, RIGHT) == Returned("number", 5)
        assert len(list(own.folder.glob("student-*"))) == 3


def test_a_fork_server_that_cannot_start_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last line that it wrote is in the message."""
    python = tmp_path / "python"
    python.write_text("#!/bin/sh\necho 'no such luck' >&2\nexit 1\n")
    python.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(python))
    with Sandbox() as own:
        with pytest.raises(GraderError, match="no such luck"):
            attempt(own, RIGHT)
        monkeypatch.undo()
        assert attempt(own, RIGHT) == Returned("number", 5)


def test_a_folder_that_others_cannot_pass_is_named(tmp_path: Path) -> None:
    """The message has the folder, and what to do."""
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    with pytest.raises(GraderError, match=r"closed.*TMPDIR") as caught:
        require_readable(closed / "python", "this Python")
    assert "this Python" in str(caught.value)


@as_root
def test_a_closed_folder_for_temporary_files_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before any student is blamed for it; and nothing is left there."""
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    monkeypatch.setattr(tempfile, "tempdir", str(closed))
    with pytest.raises(GraderError, match="the folder for temporary files"):
        Sandbox()
    assert list(closed.iterdir()) == []


@pytest.fixture
def plain() -> Iterator[Sandbox]:
    """A sandbox as systems without fork have it."""
    with Sandbox() as own:
        assert own._workers
        own._workers.end_server()
        own._workers = PlainProcesses(own._working_folder)
        yield own


EXITING = "def f(game, state): os._exit(0)"


@pytest.mark.parametrize(
    "code, outcome",
    [
        (RIGHT, Returned("number", 5)),
        ("def f(game, state):\n print('x'); return 4", Returned("number", 4)),
        (f"import os\n{EXITING}", exited(2, EXITING)),
    ],
)
def test_plain_processes_grade_as_well(
    plain: Sandbox, code: str, outcome: Outcome
) -> None:
    """Right, wrong and crashing: the same outcomes without a fork server."""
    assert outcome == attempt(plain, code)


def test_plain_processes_capture_prints(plain: Sandbox) -> None:
    """What is printed goes to the file, not into the protocol."""
    ended, _ = run(plain, "def f(game, state):\n print('hello'); return 1")
    assert ended.output.split() == ["hello"]


def test_plain_processes_end_at_the_limit(plain: Sandbox) -> None:
    """The wall clock kills what does not end by itself."""
    code = "import os\ndef f(game, state): os.kill(os.getpid(), 19)  # SIGSTOP"
    outcome = attempt(plain, code, QUICKEST)
    assert isinstance(outcome, Fault)
    assert outcome.kind == "late"
    assert processes_of(plain.folder) == []


def test_a_grader_that_is_killed_leaves_no_worker() -> None:
    """The fork server sees its socket close, and ends what it has forked."""
    code = "import os\ndef f(game, state):\n while True: os.listdir('.')\n"
    script = f"""
import sys
sys.path[:0] = {json.dumps([str(ROOT), *sys.path])}
from tests.repeated.test_sandbox import *
own = Sandbox()
print(own.folder, flush=True)
run(own, {code!r}, limits=Limits(seconds=8))
"""
    grader = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True
    )
    with grader:
        assert grader.stdout
        folder = Path(grader.stdout.readline().strip())
        wait_until(lambda: len(processes_of(folder)) > 0)
        grader.kill()
    wait_until(lambda: processes_of(folder) == [] and not folder.exists())


def wait_until(condition: Callable[[], bool], seconds: float = 10.0) -> None:
    """Poll, for what another process does in its own time."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)
