"""The worker's side: a job is read, the student's functions run, results go out."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import pytest
from typing_extensions import Self

from autograder.assignment.signature import Function
from autograder.game import Number
from autograder.sandbox.jobs import Call, Conversation, Then, converse
from autograder.sandbox.oracle import ExactOracle, Oracle, StandInCall
from autograder.sandbox.workers import CALLS
from autograder.trees.tree import GameTree, Node
from autograder.walls.confine import Walls
from autograder.walls.layers import NAMES, Layers, Session
from autograder.worker import forkserver, protocol, serve
from autograder.worker.protocol import (
    COMMAND,
    ENDED,
    FINISH,
    HELLO,
    REAP,
    SPAWN,
    SPAWNED,
)

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")

TREE = GameTree(
    (Node("A", "max", (1, 2)), Node("B", "min", (), 3), Node("C", "min", (), 5.5))
)
VALUES: dict[str, Number] = {"A": 5.5, "B": 3, "C": 5.5}
MINIMAX = """
def max_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return max(min_value(game, child) for _, child in game.successors(state))

def min_value(game, state):
    if game.is_terminal(state):
        return game.utility(state)
    return min(max_value(game, child) for _, child in game.successors(state))
"""


@dataclass
class Desk:
    """A grader's ends of the pipes of one worker, and those of the worker."""

    requests: int = -1
    replies: int = -1
    theirs: tuple[int, int] = (-1, -1)
    oracles: list[Oracle] = field(default_factory=list)
    then: Then | None = None

    def __enter__(self) -> Self:
        self.requests, their_requests = os.pipe()
        their_replies, self.replies = os.pipe()
        self.theirs = (their_requests, their_replies)
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self.requests)
        self.hang_up()

    def hang_up(self) -> None:
        """Say nothing more, once and for all."""
        if self.replies >= 0:
            os.close(self.replies)
        self.replies = -1

    def give_away(self) -> None:
        """The worker has its ends now."""
        for descriptor in self.theirs:
            os.close(descriptor)

    def converse(self, job: dict[str, Any]) -> Conversation:
        """Talk with the worker to the end."""
        self.oracles = [
            ExactOracle(TREE, 0, tuple(Function(*f) for f in call["replaced"]), VALUES)
            if call["replaced"]
            else Oracle(TREE)
            for call in job["calls"]
        ]
        for call, oracle in zip(job["calls"], self.oracles, strict=True):
            call["root"] = oracle.root
        pipes = self.requests, self.replies
        return converse(pipes, job, self.oracles, self.then)


def job_of(folder: Path, code: str, *functions: str, **changes: object) -> Any:
    """A job on the tree, without walls: pytest's own process is to survive it."""
    (folder / "student.py").write_text(code, encoding="utf-8")
    calls: list[dict[str, Any]] = [
        {
            "function": name,
            "arguments": (),
            "label": "A",
            "content": None,
            "replaced": [],
            "continues": False,
        }
        for name in functions
    ]
    job: dict[str, Any] = {
        "folder": str(folder),
        "module": "student",
        "calls": calls,
        "reads": (),
        "then": False,
        "core": None,
        "recursion_limit": 1000,
        "limits": {},
        "cpu_seconds": 5.0,
        "wall_seconds": 5.0,
    }
    return job | changes


def forked(main: Callable[[], object]) -> int:
    """The process id of a child that does this and ends."""
    pid = os.fork()
    if pid == 0:
        try:
            main()
        finally:
            os._exit(99)
    return pid


def walls(folder: object, user: int | None = None) -> Walls:
    """None but the working folder and, if one is named, the user."""
    return Walls(Layers(user=user is not None), Session(str(folder), str(folder), user))


def attend(
    job: dict[str, Any],
    folder: object = None,
    user: int | None = None,
    then: Then | None = None,
) -> tuple[Conversation, Desk, int]:
    """What a forked worker says to a job, and its exit code."""
    with Desk(then=then) as desk:

        def main() -> NoReturn:
            os.close(desk.requests)
            os.close(desk.replies)
            sys.stdout = os.fdopen(1, "w", closefd=False)  # pytest's own is closed
            serve.main(*desk.theirs, walls(folder or job["folder"], user))

        pid = forked(main)
        desk.give_away()
        said = desk.converse(job)
        desk.hang_up()
        _, status = os.waitpid(pid, 0)
    return said, desk, os.waitstatus_to_exitcode(status)


def number(value: float) -> dict[str, Any]:
    """A result that is a number."""
    return {"returned": {"kind": "number", "number": value}}


def test_what_is_asked_for_then_is_answered_in_the_same_module(tmp_path: Path) -> None:
    """Once the first results are there; what was imported is not imported again."""
    code = f"print('imported')\n{MINIMAX}"
    seen: list[tuple[dict[str, Any], ...]] = []
    more = Call("min_value", (), Oracle(TREE, 1))

    def then(results: tuple[dict[str, Any], ...]) -> tuple[Call, ...]:
        seen.append(results)
        return (more, more)

    job = job_of(tmp_path, code, "max_value", then=True)
    said, desk, exit_code = attend(job, then=then)
    assert seen == [(number(5.5),)]
    assert said.results == (number(5.5), number(3), number(3))
    before, after = (each.record.visited for each in (desk.oracles[0], more.oracle))
    assert (before, after) == ([0, 1, 2], [1])
    assert exit_code == 0


def test_more_may_be_asked_for_again_and_again(tmp_path: Path) -> None:
    """Each time that results are there, until nothing more is wanted."""
    seen: list[tuple[dict[str, Any], ...]] = []
    more = Call("min_value", (), Oracle(TREE, 1))

    def then(results: tuple[dict[str, Any], ...]) -> tuple[Call, ...]:
        seen.append(results)
        return (more,) if len(seen) <= 2 else ()

    said, _, _ = attend(job_of(tmp_path, MINIMAX, "max_value", then=9), then=then)
    first, *others = number(5.5), number(3), number(3)
    assert seen == [(first,), (first, others[0]), (first, *others)]
    assert said.results == (first, *others)


def test_where_no_more_is_wanted_nothing_is_sent(tmp_path: Path) -> None:
    """The worker waits, and ends when its grader is gone."""
    job = job_of(tmp_path, MINIMAX, "max_value", then=True)
    said, _, _ = attend(job, then=lambda _: ())
    assert said.results == (number(5.5),)
    assert not said.violation


def test_the_calls_of_a_job_are_made_in_order(tmp_path: Path) -> None:
    """Each gets a result, a game of its own, and visits of its own."""
    job = job_of(tmp_path, MINIMAX, "max_value", "min_value")
    said, desk, exit_code = attend(job)
    assert said == Conversation((number(5.5), number(3)), ready=True)
    assert [oracle.record.visited for oracle in desk.oracles] == [[0, 1, 2], [0, 1, 2]]
    assert exit_code == 0


def test_the_module_is_imported_once_for_all_calls(tmp_path: Path) -> None:
    """What the first call left in the module, the second finds there."""
    code = "count = 0\ndef f(game, state):\n global count; count += 1; return count\n"
    said, _, _ = attend(job_of(tmp_path, code, "f", "f", "f"))
    assert said.results == (number(1), number(2), number(3))


IN_ONE_GAME = """
import random
seen, drawn = [], []
def f(game, state):
    seen.append((game, state))
    drawn.append(random.random())
    (game, state), (other, again) = seen[0], seen[-1]
    assert game.is_terminal(again) is False
    return [game is other, state == again, state is again, drawn[-1] == drawn[0]]
"""


@pytest.mark.parametrize("continues", [True, False])
def test_a_call_may_be_made_in_the_game_of_the_one_before(
    tmp_path: Path, *, continues: bool
) -> None:
    """Its states are new ones, equal to those that were met; asking visits anew.

    `random` goes on as it did behind the import.
    """
    job = job_of(tmp_path, IN_ONE_GAME, "f", "f")
    job["calls"][1]["continues"] = continues
    said, desk, _ = attend(job)
    told = said.results[1]["returned"]["text"]
    assert told == f"[{continues}, {continues}, False, {continues}]"
    assert [oracle.record.visited for oracle in desk.oracles] == [[0], [0]]


def alone(function: str, replaced: str) -> dict[str, Any]:
    """A call of a function while another is replaced."""
    rest = {"arguments": (), "label": "A", "content": None, "continues": False}
    return {"function": function, "replaced": [[replaced]], **rest}


def test_a_call_is_made_with_another_function_replaced(tmp_path: Path) -> None:
    """max_value asks the grader in place of a min_value that is wrong.

    In the calls before and after it, min_value is the student's.
    """
    code = MINIMAX.replace("return min(", "return 100 + min(")
    code += "\ndef who(game, state): return min_value.__class__.__name__\n"
    job = job_of(tmp_path, code, "who")
    job["calls"] += [alone("max_value", "min_value"), alone("who", "max_value")]
    said, desk, exit_code = attend(job)
    function = {"returned": {"kind": "str", "text": "function"}}
    assert said.results == (function, number(5.5), function)
    assert desk.oracles[1].standin_calls == [
        StandInCall("B", None),
        StandInCall("C", None),
    ]
    assert desk.oracles[1].record.visited == [0, 1, 2]
    assert exit_code == 0


def test_a_call_that_fails_leaves_the_function_in_its_place(tmp_path: Path) -> None:
    """The next one finds the module as it was."""
    code = (
        "def f(game, state): raise ValueError('x')\ndef min_value(game, state): pass\n"
    )
    code += "def who(game, state): return min_value.__class__.__name__\n"
    job = job_of(tmp_path, code)
    job["calls"] += [alone("f", "min_value"), alone("who", "max_value")]
    said, _, _ = attend(job)
    first, second = said.results
    assert first["error"]["type"] == "ValueError"
    assert second == {"returned": {"kind": "str", "text": "function"}}


def test_a_result_goes_out_although_printing_is_broken(tmp_path: Path) -> None:
    """A student who closes standard output loses the prints, not the result."""
    code = "import sys\ndef f(game, state):\n sys.stdout.close(); return 4\n"
    said, _, _ = attend(job_of(tmp_path, code, "f"))
    assert said.results == (number(4),)


def test_nothing_follows_a_timeout(tmp_path: Path) -> None:
    """The time is the test's, so the second call is not made."""
    code = (
        "def f(game, state):\n while True: pass\n"
        "def g(game, state):\n return game.utility(state)\n"
    )
    job = job_of(tmp_path, code, "f", "g", wall_seconds=0.1)
    said, desk, exit_code = attend(job)
    assert [result["error"]["kind"] for result in said.results] == ["timeout"]
    assert (desk.oracles[1].record.visited, exit_code) == ([], 0)


def test_cpu_seconds_ring_before_the_wall_does(tmp_path: Path) -> None:
    """A loop is stopped at its CPU seconds, however long it might wait."""
    code = "def f(game, state):\n while True: pass\n"
    said, _, _ = attend(job_of(tmp_path, code, "f", cpu_seconds=0.1))
    assert [result["error"]["kind"] for result in said.results] == ["timeout"]


@pytest.mark.parametrize(
    "changes, fault",
    [
        ({"recursion_limit": -1}, "ValueError"),
        ({"limits": {"RLIMIT_NOFILE": (9, 5)}}, "ValueError"),
        ({"limits": {"RLIMIT_NOSUCH": (1, 1)}}, "AttributeError"),
    ],
)
def test_what_cannot_be_confined_runs_nothing(
    tmp_path: Path, changes: dict[str, object], fault: str
) -> None:
    """The worker says why, and the student's code is not even imported."""
    code = "open('ran', 'w').close()\ndef f(game, state): return 1\n"
    said, _, exit_code = attend(job_of(tmp_path, code, "f", **changes))
    assert said.setup_fault.startswith(f"{fault}: ")
    assert (said.results, said.ready, exit_code) == ((), False, 0)
    assert not (tmp_path / "ran").exists()


def test_without_its_working_folder_nothing_runs(tmp_path: Path) -> None:
    """The folder is named, so that whoever runs the grader finds it."""
    job = job_of(tmp_path, MINIMAX, "max_value")
    said, _, _ = attend(job, folder="/nowhere/at/all")
    assert "'/nowhere/at/all'" in said.setup_fault


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="not for root")
def test_who_cannot_change_user_says_so(tmp_path: Path) -> None:
    """Without the right to drop rights there is no worker, rather than a weak one."""
    said, _, _ = attend(job_of(tmp_path, MINIMAX, "max_value"), user=1)
    assert said.setup_fault.startswith("PermissionError: ")


def test_a_worker_whose_grader_has_gone_ends(tmp_path: Path) -> None:
    """It neither waits for an answer nor runs on."""
    job = job_of(tmp_path, MINIMAX, "max_value")
    job["calls"][0]["root"] = 1
    with Desk() as desk:
        replies = os.dup(desk.replies)

        def main() -> NoReturn:
            for descriptor in (desk.requests, desk.replies, replies):
                os.close(descriptor)
            serve.main(*desk.theirs, walls("/"))

        pid = forked(main)
        desk.give_away()
        protocol.write_all(replies, protocol.job_frame(job))
        os.close(replies)
    _, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) in (0, 1)


def test_a_worker_without_a_job_ends() -> None:
    """The grader changed its mind: the pipe is closed, and so is the process."""
    with Desk() as desk:

        def main() -> NoReturn:
            os.close(desk.requests)
            os.close(desk.replies)
            serve.main(*desk.theirs, walls("/"))

        pid = forked(main)
        desk.give_away()
    _, status = os.waitpid(pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0


def test_standard_pipes_carry_the_protocol_and_no_prints(tmp_path: Path) -> None:
    """The plain process: what a student prints goes to standard error."""
    code = "def f(game, state):\n print('hello'); return input('? ')\n"
    job = job_of(tmp_path, code, "f")
    program = "from autograder.worker import serve; serve.main_on_standard_pipes()"
    root = str(Path(serve.__file__).parent.parent.parent)
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": root},
    )
    with process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        oracle = Oracle(TREE)
        job["calls"][0]["root"] = oracle.root
        pipes = process.stdout.fileno(), process.stdin.fileno()
        said = converse(pipes, job, [oracle])
        printed = process.stderr.read()
    assert [result["error"]["kind"] for result in said.results] == ["input"]
    assert printed.split() == [b"hello", b"?"]


class Server:
    """A fork server that a test has forked itself, and the socket to it."""

    def __init__(self, folder: Path) -> None:
        self.control, theirs = socket.socketpair()
        self.control.settimeout(10)

        def main() -> None:
            self.control.close()
            setting = {
                "control": theirs.detach(),
                "session": {"folder": str(folder), "working_folder": str(folder)},
                "without": sorted(NAMES - {"privileges"}),
                "performs": CALLS,
            }
            forkserver.main(json.dumps(setting))
            os._exit(0)

        self.pid = forked(main)
        theirs.close()
        assert len(self.control.recv(HELLO.size)) == HELLO.size

    def spawn(self, desk: Desk, output: int) -> int:
        """Order a worker."""
        command = COMMAND.pack(SPAWN, 0)
        socket.send_fds(self.control, [command], [*desk.theirs, output])
        (pid,) = SPAWNED.unpack(self.control.recv(SPAWNED.size))
        desk.give_away()
        return int(pid)

    def reap(self, pid: int) -> tuple[int, float]:
        """End a worker."""
        self.control.sendall(COMMAND.pack(REAP, pid))
        exit_code, seconds = ENDED.unpack(self.control.recv(ENDED.size))
        return exit_code, seconds

    def close(self) -> int:
        """Hang up; the server's exit code."""
        self.control.close()
        _, status = os.waitpid(self.pid, 0)
        return os.waitstatus_to_exitcode(status)


def made(folder: Path) -> Path:
    """A new folder."""
    folder.mkdir()
    return folder


def alive(pid: int) -> bool:
    """Whether there is such a process, dead and unburied ones included."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_the_fork_server_starts_and_reaps_workers(tmp_path: Path) -> None:
    """Each has its pipes, no input, and its output in the file; then it is gone."""
    code = (
        "import os\nos.write(1, b'imported ')\n"
        "def f(game, state):\n"
        " os.write(1, b'out '); os.write(2, b'err ')\n"
        " return f'{os.read(0, 9)!r} {os.getpid() == os.getsid(0)}'\n"
    )
    server = Server(made(tmp_path / "session"))
    with (tmp_path / "output").open("w+b", buffering=0) as output:
        for _ in range(2):
            with Desk() as desk:
                pid = server.spawn(desk, output.fileno())
                said = desk.converse(job_of(tmp_path, code, "f"))
                assert os.read(desk.requests, 1) == b""  # it has ended by itself
                exit_code, seconds = server.reap(pid)
            assert said.results[0]["returned"]["text"] == "b'' True"
            assert exit_code == 0
            assert 0 <= seconds < 5
            assert not alive(pid)
        output.seek(0)
        words = output.read().split()
    assert sorted(words) == sorted([b"imported", b"out", b"err"] * 2)
    assert server.close() == 0


def test_the_fork_server_ends_what_is_left(tmp_path: Path) -> None:
    """When the grader hangs up, workers that wait for their job die with it."""
    server = Server(made(tmp_path / "session"))
    with Desk() as desk, Path(os.devnull).open("wb") as output:
        pid = server.spawn(desk, output.fileno())
        assert alive(pid)
        assert server.close() == 0
        assert not alive(pid)


def test_reaping_kills_a_worker_in_an_endless_loop(tmp_path: Path) -> None:
    """The exit code is minus the signal, and the CPU seconds are its own."""
    code = "def f(game, state):\n while True: pass\n"
    job = job_of(tmp_path, code, "f")
    server = Server(made(tmp_path / "session"))
    with Desk() as desk, Path(os.devnull).open("wb") as output:
        pid = server.spawn(desk, output.fileno())
        job["calls"][0]["root"] = 1
        protocol.write_all(desk.replies, protocol.job_frame(job))
        protocol.read_exactly(desk.requests, protocol.REQUEST.size)
        assert server.reap(pid)[0] == -9
    assert not alive(pid)
    assert server.close() == 0


def test_the_fork_server_tidies_up_for_a_grader_that_was_killed(
    tmp_path: Path,
) -> None:
    """The session's folder goes when the socket closes without a word."""
    session = made(tmp_path / "session")
    made(session / "work")
    assert Server(session).close() == 0
    assert not session.exists()


def test_the_fork_server_leaves_the_folder_to_a_grader_that_lives(
    tmp_path: Path,
) -> None:
    """After FINISH the grader may go on, with another server."""
    server = Server(tmp_path)
    with Desk() as desk, Path(os.devnull).open("wb") as output:
        command = COMMAND.pack(SPAWN, 0)
        socket.send_fds(server.control, [command], [*desk.theirs, output.fileno()])
        desk.give_away()
    server.control.sendall(COMMAND.pack(FINISH, 0))  # and hears no answer
    assert server.close() == 0
    assert tmp_path.exists()


def test_a_job_crosses_as_it_is() -> None:
    """What the grader writes, the worker reads: JSON behind its length."""
    requests, replies = os.pipe()
    job = {"folder": "/a/ü", "calls": [{"arguments": [float("-inf"), 1]}]}
    protocol.write_all(replies, protocol.job_frame(job))
    assert job == protocol.read_job(requests)
    os.close(replies)
    with pytest.raises(EOFError, match="closed"):
        protocol.read_job(requests)
    os.close(requests)
    assert json.loads(protocol.frame_of(4, job)[5:]) == job
