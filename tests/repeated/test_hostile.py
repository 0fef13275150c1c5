"""Every program of tests/hostile gets what it deserves, and nothing else happens.

A program is a student's module: alpha_beta.py if it defines `alpha_beta_search`,
else minimax.py. Comments at its top declare, in this order:

    # expect: wrong_value; at root_user: exited|crashed
    # What it tries, and what comes of it.
    # points: 2/3      of the most; else the trees that are correct earn theirs
    # careless         no attack: it must be survived without any layer, too

The verdict holds for each tree: there are two at the first level, one at the others,
and one where it may be timed_out, so that nobody waits for long; `a|b` where the
system decides. Each program runs at every level that this machine offers:

    root_full     root, with all layers
    root_closed   root whose Python others cannot read, with all layers but the user
    root_user     root, of whose layers only the other user and no privileges are left
    user_full     an ordinary user, with seccomp and Landlock
    user_nothing  an ordinary user without any layer: the careless programs alone

A level's grader is a process of its own, tests/hostility.py, which grades all of them
in one sandbox. Behind its header each program refuses to run anywhere else: started
by hand or collected by pytest, with all rights, some would do what they try to.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import select
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from autograder.judging.verdicts import Verdict
from autograder.walls.layers import NAMES
from tests.hostility import ENVIRONMENT
from tests.repeated.test_other_pythons import is_open
from tests.schema import assert_valid_results
from tests.small import ROOT, THOROUGH

FOLDER = ROOT / "tests" / "hostile"
PYTHON = Path(sys.executable).resolve()
INSTALLED = Path(yaml.__file__).parent.parent  # the packages of this Python
FEWEST = 110  # programs
SECONDS = 60  # in which a grader must have answered
LARGEST = 100_000  # characters of one report
COPIED = (
    *("autograder", "reference", "tests/assignments/hostile"),
    *("tests/hostility.py", "tests/searched.py"),
)
PACKAGES = (
    *("yaml", "_yaml", "timeout_decorator", "landlockpy", "pyseccomp.py"),
    *("pytest", "_pytest", "pluggy", "iniconfig", "packaging", "gradescope_utils"),
)
FIRST_USER, USERS = 61_200, 2_000  # of which nobody has any, two for each process
HEADER = re.compile(
    r"# expect: (?P<expect>.+)\n"
    r"# (?P<about>[A-Z].+\.)\n"
    r"(?:# points: (?P<points>\S+)\n)?"
    r"(?P<careless># careless\n)?"
    r"\n"
    r'if __name__ not in \("minimax", "alpha_beta"\):\n'
    r"    raise ImportError\(.+\)\n"
)
RIGHT = (ROOT / "reference" / "minimax.py").read_text(encoding="utf-8")

Reply = dict[str, Any]


@dataclass(frozen=True)
class Level:
    """Who grades, with which layers; `needs` are those that must be in force.

    One tree is enough at most levels: a second would only cost time.
    """

    as_root: bool
    trees: int = 1
    without: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()


ENDS = ("root_full", "user_nothing")  # of the levels
LEVELS = {
    "root_full": Level(
        as_root=True, trees=2, needs=("user", "privileges", "seccomp", "landlock")
    ),
    "root_closed": Level(
        as_root=True, without=("user",), needs=("privileges", "seccomp", "landlock")
    ),
    "root_user": Level(
        as_root=True, without=("seccomp", "landlock"), needs=("user", "privileges")
    ),
    "user_full": Level(as_root=False, needs=("privileges", "seccomp", "landlock")),
    "user_nothing": Level(as_root=False, without=tuple(sorted(NAMES))),
}


@dataclass(frozen=True)
class Program:
    """One file of tests/hostile and what it declares."""

    name: str
    source: str
    about: str
    expected: dict[str, set[str]]
    points: Fraction | None
    careless: bool

    @property
    def module(self) -> str:
        """The name under which a student would send it."""
        return "alpha_beta" if "alpha_beta_search" in self.source else "minimax"


@cache
def programs() -> dict[str, Program]:
    """All programs, by name."""
    return {path.stem: read(path) for path in sorted(FOLDER.glob("*.py"))}


def read(path: Path) -> Program:
    """A program, whose header must be there."""
    source = path.read_text(encoding="utf-8")
    header = HEADER.match(source)
    assert header, f"{path.name} has no header, or would run outside the sandbox"
    default, *others = header["expect"].split("; at ")
    expected = {level: set(default.split("|")) for level in LEVELS}
    for other in others:
        level, _, verdicts = other.partition(": ")
        assert level in LEVELS, f"{path.name}: {level}"
        expected[level] = set(verdicts.split("|"))
    return Program(
        path.stem,
        source,
        header["about"],
        expected,
        Fraction(header["points"]) if header["points"] else None,
        bool(header["careless"]),
    )


def runs() -> Iterator[tuple[str, str]]:
    """Each level with the programs that it is to survive.

    All run at both ends, and the bombs everywhere. The levels in between share the
    others among them; where there is little time, they run every eighth of their own.
    """
    between = [name for name in LEVELS if name not in ENDS]
    for name, level in LEVELS.items():
        every = len(between) * (1 if THOROUGH else 8)
        for number, program in enumerate(programs().values()):
            mine = name in ENDS or number % every == between.index(name)
            chosen = mine or "bomb" in program.name
            if chosen and (level.needs or program.careless):
                yield name, program.name


class Grader:
    """A process that grades at one level, and is started again if it is hit."""

    def __init__(self, level: Level, home: Path, number: int) -> None:
        self._level, self._home, self._number = level, home, number
        self._process: subprocess.Popen[str] | None = None
        self.secret = f"S{secrets.token_hex(8)}"
        self.hello: Reply = {}

    def ask(
        self,
        module: str,
        source: str,
        *,
        impatient: bool = False,
        shared: bool = False,
    ) -> Reply:
        """What comes of a program; the grader is started at the first."""
        process = self._process or self.start()
        assert process.stdin is not None
        request = {
            "module": module,
            "source": source,
            "impatient": impatient,
            "shared": shared,
        }
        process.stdin.write(json.dumps(request) + "\n")
        process.stdin.flush()
        return self._answer(process)

    def start(self) -> subprocess.Popen[str]:
        """Start it, as the level's user, and see that the level is what it says."""
        switch: dict[str, Any] = {}
        home, python, paths = ROOT, sys.executable, [str(ROOT)]
        if os.geteuid() == 0 and not self._level.as_root:
            home, python = self._home, str(PYTHON)
            paths = [str(home)]
            user = FIRST_USER + 2 * (os.getpid() % USERS) + self._number
            switch = {"user": user, "group": user, "extra_groups": []}
        setting = {
            "without": self._level.without,
            "trees": self._level.trees,
            "alone": bool(switch),
        }
        paths.append(str(INSTALLED))
        self._process = subprocess.Popen(
            [python, "-s", str(home / "tests" / "hostility.py"), json.dumps(setting)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd="/",
            env={
                "PATH": "/usr/bin:/bin",
                "PYTHONPATH": os.pathsep.join(paths[: 1 if switch else 2]),
                "PYTHONUTF8": "1",
                ENVIRONMENT: self.secret,
            },
            **switch,
        )
        self.hello = self._answer(self._process)
        if self.lacking():
            self.close()
            raise AssertionError(f"the grader lacks {', '.join(self.lacking())}")
        return self._process

    def lacking(self) -> list[str]:
        """The layers that must be there and are not: nothing hostile is graded then."""
        return [n for n in self._level.needs if not self.hello["layers"][n]]

    def _answer(self, process: subprocess.Popen[str]) -> Reply:
        assert process.stdout is not None
        ready, _, _ = select.select([process.stdout], [], [], SECONDS)
        line = process.stdout.readline() if ready else ""
        if not line:
            self.close()
            raise AssertionError("the grader was hit: it does not answer")
        reply: Reply = json.loads(line)
        return reply

    def close(self) -> None:
        """End it, gently where it still listens."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.close()
        try:
            process.wait(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()


@dataclass
class Graders:
    """The graders of this process, one a level."""

    home: Path
    started: dict[str, Grader] = field(default_factory=dict)

    def __call__(self, name: str) -> Grader:
        """The grader of a level; skips the test where the machine lacks the level."""
        level = LEVELS[name]
        if level.as_root and os.geteuid() != 0:
            pytest.skip("needs root")
        if os.geteuid() == 0 and not (is_open(PYTHON) and is_open(Path(os.__file__))):
            pytest.skip("no other user can reach this Python")
        if name not in self.started:
            grader = Grader(level, self.home, list(LEVELS).index(name) % 2)
            self.started[name] = grader
            if os.geteuid() == 0 and not level.as_root:
                self._copy()
            with suppress(AssertionError):
                grader.start()
        grader = self.started[name]
        if grader.hello and grader.lacking():
            refuse = pytest.fail if "CI" in os.environ else pytest.skip
            refuse(f"this machine lacks {', '.join(grader.lacking())}")
        return grader

    def _copy(self) -> None:
        """What a grader needs, where an ordinary user can reach it."""
        if any(self.home.iterdir()):
            return
        sources = [(ROOT / name, name) for name in COPIED]
        sources += [(INSTALLED / name, name) for name in PACKAGES]
        for source, name in sources:
            target = self.home / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                ignored = shutil.ignore_patterns("__pycache__")
                shutil.copytree(source, target, ignore=ignored)
            elif source.exists():
                shutil.copy(source, target)


@pytest.fixture(scope="session")
def graders() -> Iterator[Callable[[str], Grader]]:
    """Start graders when they are needed, and end them all."""
    home = Path(tempfile.mkdtemp(prefix="graders-"))
    home.chmod(0o755)
    found = Graders(home)
    yield found
    for grader in found.started.values():
        grader.close()
    shutil.rmtree(home)


def outputs(reply: Reply) -> str:
    """All that anybody can read of a grading."""
    return "\n".join([reply["results"], reply["terminal"], *reply["printed"]])


def leaks(reply: Reply, grader: Grader) -> list[str]:
    """The secrets that can be read, by where they came from."""
    shown = outputs(reply)
    return [where for where, text in grader.hello["secrets"].items() if text in shown]


@pytest.mark.parametrize("level", LEVELS)
def test_right_submission_gets_full_marks(
    level: str, graders: Callable[[str], Grader]
) -> None:
    """The positive control: at each level, right work, by its user, is right."""
    grader = graders(level)
    reply = grader.ask("minimax", f"{RIGHT}\nimport os\nprint(os.getuid())\n")
    assert set(reply["verdicts"]) == {"correct"}
    assert (reply["points"], reply["control"]) == (reply["most"], 1)
    assert set(reply["printed"]) == {f"{grader.hello['user']}\n"}
    assert (grader.hello["user"] == 0) == (level == "root_closed")


@pytest.mark.parametrize("level", LEVELS)
def test_killed_submission_is_told(
    level: str, graders: Callable[[str], Grader]
) -> None:
    """A worker that ends by a signal is reported so: the program did run."""
    killed = f"{RIGHT}\nimport os\nos.kill(os.getpid(), 9)\n"
    reply = graders(level).ask("minimax", killed)
    assert set(reply["verdicts"]) == {"crashed"}
    assert "SIGKILL" in reply["headlines"][0]


@pytest.mark.parametrize("level", LEVELS)
def test_secrets_would_be_seen(level: str, graders: Callable[[str], Grader]) -> None:
    """The search for secrets finds each of them in a program that is given it."""
    grader = graders(level)
    known = grader.hello["secrets"]
    reply = grader.ask("minimax", "".join(f"print({t!r})\n" for t in known.values()))
    assert leaks(reply, grader) == list(known)


@pytest.mark.parametrize("level", LEVELS)
def test_search_that_does_not_prune_sees_the_secrets(
    level: str, graders: Callable[[str], Grader]
) -> None:
    """The labels that stand behind a cut are seen by a program that visits them."""
    grader = graders(level)
    source = RIGHT.replace("minimax_search", "alpha_beta_search")
    source = source.replace("state: State)", "state: State, *window: float)")
    reply = grader.ask("alpha_beta", source)
    assert set(reply["verdicts"]) == {"wrong_visits"}
    assert "SECRET_1" in leaks(reply, grader)


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root, to be another user")
def test_what_is_left_would_be_seen(graders: Callable[[str], Grader]) -> None:
    """The search for what is left finds a file in /tmp, and a process of the user.

    It goes by the owner here: a name that the other graders look for would be found
    by those that are at work at the same time.
    """
    grader = graders("user_nothing")
    user = grader.hello["user"]
    left = Path(f"/tmp/left-by-{user}")  # noqa: S108 - where a program would leave it
    source = f"open({str(left)!r}, 'w').close()"
    with subprocess.Popen(["/bin/sleep", "60"], user=user) as process:
        try:
            reply = grader.ask("minimax", source)
        finally:
            process.kill()
            left.unlink(missing_ok=True)
    assert reply["files"] == [str(left)]
    assert [text.split()[0] for text in reply["processes"]] == [str(process.pid)]


@pytest.mark.parametrize(
    "level, name", [pytest.param(*run, id="-".join(run)) for run in runs()]
)
def test_program(level: str, name: str, graders: Callable[[str], Grader]) -> None:
    """It gets its verdict and its points, and leaves no trace of any kind."""
    survived(programs()[name], level, graders(level))


def test_tests_share_a_worker(graders: Callable[[str], Grader]) -> None:
    """The positive control: both trees, each with two calls, are asked about in one."""
    source = f"{RIGHT}\nKEPT = {{}}\n"
    grader = graders("root_full")
    alone, together = (
        grader.ask("minimax", source, shared=shared) for shared in (False, True)
    )
    assert (alone["calls"], together["calls"]) == (2, 4)
    assert together["points"] == together["most"]


@pytest.mark.parametrize("name", [*programs()][:: 1 if THOROUGH else 4])
def test_program_whose_tests_share(name: str, graders: Callable[[str], Grader]) -> None:
    """The same, where its trees are asked about in one worker first."""
    survived(programs()[name], "root_full", graders("root_full"), shared=True)


def survived(
    program: Program, level: str, grader: Grader, *, shared: bool = False
) -> None:
    """Let it be graded; nothing may come of it but what it says itself."""
    expected = program.expected[level]
    impatient = Verdict.TIMED_OUT.value in expected
    reply = grader.ask(
        program.module, program.source, impatient=impatient, shared=shared
    )
    assert set(reply["verdicts"]) <= expected, reply["headlines"]
    assert reply["points"] == pytest.approx(earned(program, reply))
    assert reply["control"] == 1
    assert reply["processes"] == []
    assert not reply["marked"]
    assert reply["files"] == []
    assert reply["changed"] == []
    assert leaks(reply, grader) == []
    assert_readable(reply)


def earned(program: Program, reply: Reply) -> float:
    """The points that a program has deserved."""
    most: float = reply["most"]
    if program.points is not None:
        return most * float(program.points)
    verdicts = reply["verdicts"]
    return most * float(verdicts.count(Verdict.CORRECT.value)) / len(verdicts)


def assert_readable(reply: Reply) -> None:
    """The report is valid and bounded, and nothing in it acts on who reads it."""
    results = json.loads(reply["results"])
    assert_valid_results(results)
    assert len(reply["results"]) < LARGEST
    assert len(reply["terminal"]) < LARGEST
    for test in results["tests"]:
        assert all(line.isprintable() for line in test["output"].split("\n"))
    assert all(line.isprintable() for line in reply["terminal"].split("\n"))


def test_there_are_many_programs() -> None:
    """The collection is not lost by accident, and about half of it is careless."""
    careless = [program for program in programs().values() if program.careless]
    assert len(programs()) >= FEWEST
    assert len(careless) >= FEWEST // 3


@pytest.mark.parametrize("name", programs())
def test_header_is_complete(name: str) -> None:
    """Its verdicts exist, its code compiles, and no pytest would run it by its name."""
    program = programs()[name]
    assert not name.startswith("test_")
    assert not name.endswith("_test")
    known = {verdict.value for verdict in Verdict}
    assert set().union(*program.expected.values()) <= known
    compile(program.source, name, "exec", dont_inherit=True)
