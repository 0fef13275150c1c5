"""Processes that grade: what they say is believed, and one that dies is replaced."""

from __future__ import annotations

import json
import math
import os
import shutil
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from autograder.classroom.course import Graded
from autograder.classroom.running import graders as graders_module
from autograder.classroom.running.grader import (
    Grader,
    GradingJob,
    Setting,
    Still,
    outcome_in_few_words,
)
from autograder.classroom.running.graders import Graders, Task
from autograder.errors import AssignmentError, GraderError
from autograder.kinds import all as assignments
from autograder.observing.outcome import Fault, Returned
from autograder.sandbox.sandbox import Sandbox
from autograder.uploads.reading import uploads
from autograder.uploads.staging import PickedFiles, pick
from tests.small import ROOT

QUICK = ROOT / "tests" / "assignments" / "quick"
MODULES = assignments.load(QUICK).modules()
HELLO = """
import pickle, sys, time
sys.path.insert(0, sys.argv[1])
from autograder.classroom.running.grader import Hello
from autograder.classroom.running.state import GraderState
pickle.load(sys.stdin.buffer)
pickle.dump(Hello(GraderState("a", "g", "p", "{}")), sys.stdout.buffer)
sys.stdout.flush()
pickle.load(sys.stdin.buffer)
"""


def picked(folder: Path) -> PickedFiles:
    """The files of a submission."""
    return pick(uploads(folder), MODULES)


def task(folder: Path) -> Task:
    """A task that is known by the folder's name."""
    return Task(folder.name, partial(picked, folder), page=False)


def graders(tmp_path: Path, count: int = 1, patience: float = 60.0) -> Graders:
    """So many, for a small assignment."""
    setting = Setting(QUICK, ROOT / "reference", trusted=True, turns=tmp_path)
    return Graders(setting, count, patience)


def grade(found: Graders, *folders: Path) -> dict[str, Graded]:
    """What comes of each submission."""
    with found:
        done = found.grade(map(task, folders), lambda: False)
        return {each.content: graded for each, graded in done}


@pytest.fixture
def wrong(tmp_path: Path) -> Iterator[Path]:
    """A submission that has one of two modules, and takes MAX for MIN in it."""
    folder = tmp_path / "wrong"
    folder.mkdir()
    text = (ROOT / "reference" / "minimax.py").read_text(encoding="utf-8")
    folder.joinpath("minimax.py").write_text(text.replace("min(v", "max(v"), "utf-8")
    yield folder
    shutil.rmtree(folder)


def test_each_submission_gets_what_it_earns(tmp_path: Path, wrong: Path) -> None:
    """Points, questions and tests, and Gradescope's JSON of the same."""
    done = grade(graders(tmp_path, 2), ROOT / "reference", wrong)
    right, other = done["reference"], done["wrong"]
    assert right.points == right.most == assignments.load(QUICK).max_points()
    assert [each.name for each in right.questions] == ["minimax", "alpha_beta"]
    assert all(test.passed for test in right.tests)
    assert other.points is not None
    assert 0 < other.points < other.most
    assert {test.verdict for test in other.tests} >= {"module_missing"}
    tests = json.loads(other.results)["tests"]
    scores = [test["score"] for test in tests if "max_score" in test]
    assert sum(scores) == pytest.approx(other.points)
    assert (right.fault, right.page, other.fault) == ("", "", "")


def test_where_nothing_can_be_forked_each_loads_for_itself(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As on Windows: a process each, and the same points."""
    monkeypatch.delattr(os, "fork")
    done = grade(graders(tmp_path), ROOT / "reference")["reference"]
    assert done.points == done.most == assignments.load(QUICK).max_points()


def test_a_stop_lets_what_is_begun_be_finished(tmp_path: Path) -> None:
    """And nothing more is begun."""
    begun: list[str] = []

    def stopped() -> bool:
        return bool(begun)

    def read(name: str) -> PickedFiles:
        begun.append(name)
        return picked(ROOT / "reference")

    tasks = [Task(name, partial(read, name), page=False) for name in "abc"]
    with graders(tmp_path) as found:
        done = [each.content for each, _ in found.grade(tasks, stopped)]
    assert done == begun == ["a"]


def test_an_assignment_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    """Before anything is graded."""
    setting = Setting(tmp_path, tmp_path, trusted=True, turns=tmp_path)
    with Graders(setting, 1, 60.0) as found, pytest.raises(AssignmentError) as caught:
        found.state()
    assert str(tmp_path) in str(caught.value)


def program(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Let graders be processes that do this, in place of grading."""
    monkeypatch.setattr(graders_module, "PROGRAM", text)
    monkeypatch.setattr(graders_module, "SLACK", 1.0)
    monkeypatch.setattr(graders_module, "GOODBYE", 0.1)


def test_one_that_cannot_start_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With its last words."""
    program(monkeypatch, "import sys; sys.exit('no room')")
    with graders(tmp_path) as found, pytest.raises(GraderError) as caught:
        found.state()
    assert str(caught.value) == "a grader could not be started (status 1): no room"


def test_one_that_dies_while_it_starts_is_started_once_more(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As where a machine was out of room for a moment."""
    first = tmp_path / "first"
    dies = f"import pathlib as p; f = p.Path({str(first)!r}); new = not f.exists()"
    program(monkeypatch, f"{dies}; f.touch(); new and exit(1)\n{HELLO}")
    with graders(tmp_path) as found:
        assert found.state().assignment == "a"


def test_one_that_dies_is_replaced_once_and_is_no_zero(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Two die of the same submission: it has no points, and a sentence."""
    count = f"open({str(tmp_path / 'count')!r}, 'a').write('.')"
    program(monkeypatch, f"{HELLO}\n{count}\nsys.exit('it broke')")
    done = grade(graders(tmp_path), ROOT / "reference")["reference"]
    assert done.points is None
    assert done.fault == "the grader's process ended (status 1): it broke"
    assert done.blame == "GraderError"
    assert (tmp_path / "count").read_text() == ".."


def test_one_that_cannot_be_replaced_ends_no_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """That submission has no points, and a sentence; the run goes on."""
    first = tmp_path / "first"
    new = f"import pathlib as p; f = p.Path({str(first)!r}); new = not f.exists()"
    hello = 'Hello(GraderState("a", "g", "p", "{}"))'
    refused = HELLO.replace(hello, 'Hello(None, "no", 3)')
    text = f"{new}; f.touch()\nexec({HELLO!r} if new else {refused!r})\nsys.exit(1)"
    program(monkeypatch, text)
    done = grade(graders(tmp_path), ROOT / "reference")["reference"]
    assert (done.points, done.fault, done.blame) == (None, "no", "GraderError")


def test_one_that_says_now_and_then_that_it_goes_on_is_not_silent(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """However long it takes for all that it does."""
    told = (
        "pickle.dump(Still(0), sys.stdout.buffer); sys.stdout.flush(); time.sleep(0.2)"
    )
    program(
        monkeypatch,
        f"{HELLO}\nfrom autograder.classroom.course import Graded\n"
        f"from autograder.classroom.running.grader import Still\n"
        f"for _ in range(20): {told}\n"
        "pickle.dump(Graded(1.0, 1.0), sys.stdout.buffer); sys.stdout.flush()\n"
        "sys.stdin.read()",
    )
    found = graders(tmp_path, patience=0.5)
    assert found._patience < 20 * 0.2
    assert grade(found, ROOT / "reference")["reference"].points == 1.0


def test_one_that_computes_is_waited_for_longer(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It may be silent because others have the core; it is ended at last."""
    loop = "end = time.monotonic() + 60\nwhile time.monotonic() < end: pass"
    program(monkeypatch, f"{HELLO}\n{loop}")
    monkeypatch.setattr(graders_module, "SLACK", 0.2)
    monkeypatch.setattr(graders_module, "TRIES", 1)
    monkeypatch.setattr(graders_module, "MOST_PATIENCE", 5)
    began = time.monotonic()
    done = grade(graders(tmp_path, patience=0.2), ROOT / "reference")["reference"]
    assert done.fault == "the grader's process ended (status -9)"
    assert 5 * (0.2 * 2 + 0.2) < time.monotonic() - began < 30


def test_a_grading_that_takes_long_says_that_it_goes_on(tmp_path: Path) -> None:
    """After each test, and not more often than is told."""
    prepared = assignments.load(QUICK)
    setting = Setting(QUICK, ROOT / "reference", trusted=True, turns=tmp_path)
    told: list[Still] = []
    with Sandbox() as sandbox:
        grader = Grader(setting, sandbox, told.append)
        grader.graded(GradingJob(picked(ROOT / "reference"), page=False))
        quick = len(told)
        grader._told = -math.inf
        grader.graded(GradingJob(picked(ROOT / "reference"), page=False))
    assert quick <= len(told) - 1 < len(prepared.cases)


def test_one_that_is_to_rest_takes_no_time(tmp_path: Path) -> None:
    """It stands still between two workers, says so, and its time does not go on."""
    setting = Setting(QUICK, ROOT / "reference", trusted=True, turns=tmp_path)
    told: list[Still] = []
    with Sandbox() as sandbox:
        grader = Grader(setting, sandbox, told.append)
        grader.goes.clear()
        resting = threading.Timer(2.5, grader.goes.set)
        resting.start()
        began = time.monotonic()
        graded = grader.graded(GradingJob(picked(ROOT / "reference"), page=False))
        passed = time.monotonic() - began
    assert graded.points == graded.most
    assert len(told) >= 2
    assert passed >= 2.5
    assert graded.seconds is not None
    assert graded.seconds < passed - 2.4


def test_one_that_is_silent_is_ended(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """After its patience."""
    program(monkeypatch, f"{HELLO}\ntime.sleep(60)")
    monkeypatch.setattr(graders_module, "SLACK", 0.2)
    monkeypatch.setattr(graders_module, "TRIES", 1)
    done = grade(graders(tmp_path, patience=0.2), ROOT / "reference")["reference"]
    assert done.fault == "the grader's process ended (status -9)"


LONG = """
import pickle, queue, sys, threading, time
sys.path.insert(0, sys.argv[1])
from autograder.classroom.course import Graded
from autograder.classroom.running.grader import Hello, Still, Turn
from autograder.classroom.running.state import GraderState

def write(letter):
    with open("{begun}", "a") as file:
        file.write(letter)

def tell(answer):
    pickle.dump(answer, sys.stdout.buffer)
    sys.stdout.flush()

def read():
    while True:
        order = pickle.load(sys.stdin.buffer)
        if isinstance(order, Turn):
            (goes.set if order is Turn.GO else goes.clear)()
        else:
            jobs.put(order)

pickle.load(sys.stdin.buffer)
tell(Hello(GraderState("a", "g", "p", "{{}}")))
jobs, goes = queue.Queue(), threading.Event()
goes.set()
threading.Thread(target=read, daemon=True).start()
for job in iter(jobs.get, None):
    write("L" if job.page else "s")
    for step in range({steps} if job.page else 0):
        tell(Still(step))
        time.sleep(0.2)
        if not goes.is_set():
            write("-")
            while not goes.wait(0.1):
                tell(Still(step))
            write("+")
    tell(Graded(1.0, 1.0, seconds={steps} * job.page))
"""


def long_and_short(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kinds: str
) -> tuple[str, str]:
    """What gradings did, one at a time, and how they ended, long or short.

    Each writes its kind when it begins, - when it rests and + when it goes on.
    """
    program(monkeypatch, LONG.format(begun=tmp_path / "begun", steps=10))
    monkeypatch.setattr(graders_module, "FIRST", 0.0)
    monkeypatch.setattr(graders_module, "LEAST", 0.2)
    read = partial(picked, ROOT / "reference")
    tasks = [
        Task(f"{kind}{place}", read, page=kind == "L")
        for place, kind in enumerate(kinds)
    ]
    with graders(tmp_path) as found:
        done = [each.content for each, _ in found.grade(tasks, lambda: False)]
    return (tmp_path / "begun").read_text(), " ".join(done)


def test_those_that_take_long_rest_until_nobody_waits(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What is short is done before; then they go on one after the other."""
    begun, done = long_and_short(monkeypatch, tmp_path, "LLss")
    assert sorted(begun) == sorted("LL--ss++")
    assert begun.index("+") > begun.rindex("s")
    assert done == "s2 s3 L0 L1"


def test_a_program_that_takes_long_rests_while_others_are_graded(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """With real graders: all are graded, and it is not charged for its rest."""
    monkeypatch.setattr(graders_module, "FIRST", 0.0)
    monkeypatch.setattr(graders_module, "LEAST", 0.5)
    slow = tmp_path / "slow"
    slow.mkdir()
    text = (ROOT / "reference" / "minimax.py").read_text("utf-8")
    head = "    v = inf\n"
    assert head in text
    text = text.replace(head, f"{head}    sum(range(3_000_000))\n")
    (slow / "minimax.py").write_text(text, "utf-8")
    read = partial(picked, ROOT / "reference")
    tasks = [task(slow), *(Task(name, read, page=False) for name in "abc")]
    with graders(tmp_path) as found:
        done = [*found.grade(tasks, lambda: False)]
    assert [each.content for each, _ in done] == ["a", "b", "c", "slow"]
    assert [graded.aside for _, graded in done] == [False, False, False, True]
    assert all(graded.points == graded.most for _, graded in done[:3])
    assert done[-1][1].points == 6


def test_a_stop_waits_for_nothing_that_takes_long(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What was set aside is not finished."""
    program(monkeypatch, LONG.format(begun=tmp_path / "begun", steps=300))
    monkeypatch.setattr(graders_module, "FIRST", 0.0)
    monkeypatch.setattr(graders_module, "LEAST", 0.2)
    done: list[str] = []
    read = partial(picked, ROOT / "reference")
    tasks = [Task(kind, read, page=kind == "L") for kind in "Ls"]
    with graders(tmp_path) as found:
        for task, _ in found.grade(tasks, lambda: bool(done)):
            done.append(task.content)
    assert done == ["s"]


def test_where_too_many_rest_the_next_one_is_waited_for(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Each keeps a process; what takes long then goes on to its end."""
    monkeypatch.setattr(graders_module, "MOST_ASIDE", 1)
    begun, done = long_and_short(monkeypatch, tmp_path, "LLs")
    assert (begun.replace("L-L", "LL-"), done) == ("LL-s+", "L1 s2 L0")


def test_nobody_is_set_aside_for_nobody(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The last one takes as long as it takes, in the process that it is in."""
    begun, done = long_and_short(monkeypatch, tmp_path, "sL")
    assert (begun, done) == ("sL", "s0 L1")


def test_what_changes_meanwhile_stops_the_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A grader that starts anew finds other trees."""
    with graders(tmp_path) as found:
        found.state()
        found._first.process.end()
        program(monkeypatch, f"{HELLO}\ntime.sleep(60)")
        with pytest.raises(AssignmentError, match="was changed while submissions"):
            list(found.grade([task(ROOT / "reference")], lambda: False))


@pytest.mark.parametrize(
    "outcome, text",
    [
        (Returned("number", 3), "3"),
        (Returned("str", text="3"), "'3'"),
        (Returned("NoneType", text="None"), "None"),
        (Fault("crash", "x", "KeyError"), "KeyError"),
        (Fault("timeout", "2 s"), "time"),
        (Fault("late", "7 s"), "time"),
        (Fault("recursion"), "recursion"),
    ],
)
def test_a_behaviour_is_what_came_of_the_call(
    outcome: Returned | Fault, text: str
) -> None:
    """The value, the exception's type, or that the time was over."""
    assert outcome_in_few_words(outcome) == text
