"""Modules at random that are said to keep nothing, and what their functions do again.

Each function is called in a process of its own, and after others in one: what comes of
a call, what it prints and what it visits must be the same. A longer run, for so many
seconds and from another seed, prints all that it meets:

    python -m tests.repeated.test_fuzz_stateless 3600 2
"""

from __future__ import annotations

import ast
import io
import json
import os
import resource
import select
import signal
import sys
import time
import warnings
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from autograder.game import MAX, MIN, State, View
from autograder.worker.serve import Game
from autograder.worker.standin import StandIn
from autograder.worker.stateless import is_stateless
from autograder.worker.submission import Submission
from tests.fuzzing import random_of
from tests.modules_at_random import Maker
from tests.small import ROOT, THOROUGH

SECONDS = 8 if THOROUGH else 4
LIMIT = 0.3  # seconds a call
MEMORY = 1 << 30
PRINTED = 10_000  # characters that are compared
SPENT = ("timeout", "memory", "recursion")  # what there is to spend is not always alike
VALUES = {"A": 3, "B": 3, "C": 2, "B1": 3, "B2": 12, "C1": 2, "C2": 4}
BELOW = {"A": ("B", "C"), "B": ("B1", "B2"), "C": ("C1", "C2")}
CALLED = 3  # functions of a module
GIVEN = (-1, 1, 2, 0)  # what else a function takes
KNOWN = "reference", "student_template", "tests/submissions"  # of which more are made

Result = Any  # as JSON: what came of a call, what it printed and visited


@dataclass(frozen=True)
class Call:
    """A function, with how many arguments, and what others are replaced."""

    name: str
    takes: int
    replaced: tuple[str, ...] = ()


def calls_of(module: str) -> list[Call]:
    """Calls of the last functions of a module, and one with the others replaced."""
    found = [
        each for each in ast.parse(module).body if isinstance(each, ast.FunctionDef)
    ]
    takes = {each.name: len(each.args.args) for each in found[-CALLED:]}
    calls = [Call(name, count) for name, count in takes.items()]
    last = [replaced_in(calls)] if len(calls) > 1 else []
    return [*calls, *last]


def replaced_in(calls: Sequence[Call]) -> Call:
    """The last call with all others replaced."""
    *others, last = calls
    return Call(last.name, last.takes, tuple(each.name for each in others))


def difference(module: str, folder: Path) -> str:
    """The first call that did something else after others than by itself; or ""."""
    (folder / "module.py").write_text(module, encoding="utf-8")
    calls = calls_of(module)
    alone = {
        each: in_a_process(folder, [each], place)[0] for place, each in enumerate(calls)
    }
    calls = [each for each in calls if not is_spent(alone[each])]
    order = [*calls, *calls[::-1]]
    for call, result in zip(order, in_a_process(folder, order, 0), strict=True):
        if is_spent(result):
            return ""
        if result != alone[call]:
            return f"{call}\nalone: {alone[call]}\nafter others: {result}"
    return ""


def is_spent(result: Result) -> bool:
    """Whether a call has used up what there was, or never came to an end."""
    return result is None or result[0].get("error", {}).get("kind") in SPENT


def in_a_process(folder: Path, calls: Sequence[Call], place: int) -> list[Result]:
    """What comes of calls in a process forked for them; None of those it never made."""
    mine, theirs = os.pipe()
    pid = os.fork()
    if pid == 0:
        with suppress(BaseException):
            make(folder, calls, place, theirs)
        os._exit(0)
    os.close(theirs)
    told, end = b"", time.monotonic() + LIMIT * (2 + len(calls))
    while select.select([mine], [], [], max(0, end - time.monotonic()))[0]:
        more = os.read(mine, 1 << 16)
        if not more:
            break
        told += more
    os.close(mine)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    made = [json.loads(line) for line in told.split(b"\n")[:-1]]
    return made + [None] * (len(calls) - len(made))


def make(folder: Path, calls: Sequence[Call], place: int, told: int) -> None:
    """Make calls, and tell of each what came of it; `place` shifts all addresses."""
    for limit, most in (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(limit, (most, most))
    sys.stdin = io.StringIO()
    shift = [(lambda: 0, [each]) for each in range(100 * place)]
    submission = Submission(str(folder), "module", LIMIT, LIMIT)
    for call in calls:
        row = made(submission, call)
        os.write(told, json.dumps(row).encode() + b"\n")
    del shift


def made(submission: Submission, call: Call) -> Result:
    """What came of a call, what it printed, and what it asked about."""
    visited: list[str] = []
    game, root = a_game(visited)
    guests = [
        StandIn(name, (), partial(answered, visited), root).within
        for name in call.replaced
    ]
    given = (root,) if call.takes == 1 else (game, root, *GIVEN)[: call.takes]
    with redirect_stdout(io.StringIO()) as printed:
        result = submission.call(call.name, given, tuple(guests))
    return without_lines(result), printed.getvalue()[:PRINTED], visited


def without_lines(result: dict[str, Any]) -> dict[str, Any]:
    """The same, but the functions alone of a traceback.

    Once it has warmed up, CPython 3.11 tells the line before, where a variable has no
    value. No function that is known can read it.
    """
    if "error" not in result:
        return result
    frames = [function for _, _, function, *_ in result["error"]["frames"]]
    return {"error": {**result["error"], "frames": frames}}


def a_game(visited: list[str]) -> tuple[Game, State]:
    """A game of seven states, and its first; what is asked about is noted."""

    def fetch(state: State) -> View:
        label = str(state)
        visited.append(label)
        names = BELOW.get(label, ())
        below = tuple((each, State(game, 0, each, (each, 1))) for each in names)
        mover = MAX if label == "A" else MIN
        return View(mover, below, None if below else VALUES[label])

    game = Game(fetch, lambda state: VALUES[str(state)])
    return game, State(game, 0, "A", ("A", 1))


def answered(visited: list[str], state: State, *_: object) -> int:
    """The value of a state, as a stand-in gets it."""
    visited.append(f"asked {state}")
    return VALUES[str(state)]


def known_modules() -> tuple[str, ...]:
    """Right programs, and the modules of all that students hand in."""
    texts = []
    for path in sorted(each for name in KNOWN for each in (ROOT / name).rglob("*.py")):
        with suppress(SyntaxError, ValueError):
            texts.append(ast.unparse(ast.parse(path.read_bytes())))
    return tuple(texts)


@dataclass
class Run:
    """How many modules were made and believed, and how many of these should not be."""

    made: int = 0
    believed: int = 0
    finds: int = 0

    def through(self, seed: int, seconds: float) -> Iterator[str]:
        """Each find, as it comes."""
        maker = Maker(random_of(seed), known_modules())
        end = time.monotonic() + seconds
        with TemporaryDirectory() as folder:
            while time.monotonic() < end:
                module = maker.module()
                self.made += 1
                if is_stateless(module.encode()):
                    self.believed += 1
                    maker.believe(module)
                    told = difference(module, Path(folder))
                    self.finds += bool(told)
                    yield from [f"{module}\n{told}\n"] if told else []


@pytest.mark.filterwarnings("ignore::SyntaxWarning", "ignore::DeprecationWarning")
def test_what_is_said_to_keep_nothing_does_the_same_again() -> None:
    """Whatever is made of the grammar: where there is doubt, nothing is said."""
    run = Run()
    finds = list(run.through(1, SECONDS))
    assert not finds, finds[0]
    assert run.believed > run.made / 100


@pytest.mark.parametrize(
    "module",
    [
        "def f(x, *, t=[]):\n    t.append(x)\n    return len(t)\n",
        "T = {}\ndef f(x):\n    T[len(T)] = x\n    print(T)\n",
        "def f(x):\n    return repr(iter([]))\n",
        "def g():\n    yield 1\n    yield 2\nG = g()\ndef f(x):\n    return next(G)\n",
    ],
)
def test_a_module_that_keeps_something_is_caught(module: str, tmp_path: Path) -> None:
    """Were it believed: the comparison finds what is kept, and addresses, too."""
    assert not is_stateless(module.encode())
    assert "after others" in difference(module, tmp_path)


def main() -> None:
    """Print all finds of a long run, and how it went."""
    warnings.simplefilter("ignore")
    run = Run()
    seconds, *seed = map(float, sys.argv[1:])
    for find in run.through(int(*seed or (1,)), seconds):
        print(f"{find}\n{run}\n{'=' * 80}", flush=True)  # noqa: T201
    print(run)  # noqa: T201


if __name__ == "__main__":
    main()
