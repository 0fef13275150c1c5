"""Tests that share a worker come to what each comes to alone, or are asked alone."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.assignment.questions import Assignment, Case, Limits
from autograder.grading.grading import Grading
from autograder.grading.session import Wanted, grade_fully
from autograder.kinds import all as assignments
from autograder.kinds.search import running
from autograder.kinds.search.observing import observe_many
from autograder.observing.observation import Observed, observe
from autograder.observing.outcome import Fault
from autograder.report.gradebook import Gradebook
from autograder.sandbox.jobs import Call, Ended, Job, Then
from autograder.sandbox.sandbox import Sandbox
from autograder.trees.file import parse
from autograder.walls.leftovers import remove
from tests.cases import for_each
from tests.searched import searches
from tests.small import ROOT
from tests.statekeepers import SEARCH

MINIMAX = (ROOT / "reference" / "minimax.py").read_text("utf-8")
SECONDS = 0.25  # that a test may take, where it takes some milliseconds
IMPORT = "from math import inf\n"
TREES = [parse(f"tree: {{R{n}: [{n}, [{n + 1}, 0]]}}") for n in range(5)]


class Counting(Sandbox):
    """A sandbox that keeps its jobs."""

    def __init__(self) -> None:
        self.jobs: list[Job] = []
        super().__init__()

    def run(self, job: Job, then: Then | None = None) -> Ended:
        """As ever."""
        self.jobs.append(job)
        return super().run(job, then)


@pytest.fixture(scope="module")
def shared() -> Iterator[Counting]:
    """One for all tests."""
    sandbox = Counting()
    with sandbox:
        yield sandbox


@pytest.fixture
def sandbox(shared: Counting) -> Iterator[Counting]:
    """A sandbox in which nothing was run, and nothing lies."""
    shared.jobs.clear()
    yield shared
    remove(shared.folder / "submission")


@pytest.fixture(scope="module")
def default() -> Assignment:
    """The question minimax of the default assignment; a loop is soon known as one."""
    assignment = assignments.load(ROOT / "test_trees")
    mine = [case for case in assignment.cases if case.question.name == "minimax"]
    question = replace(mine[0].question, limits=Limits(seconds=SECONDS))
    tests = tuple(replace(case, question=question) for case in mine)
    return replace(assignment, tests=tests, counterexample=0.0)


@pytest.fixture(scope="module")
def minimax(default: Assignment) -> Case:
    """One of its tests."""
    return assignments.assignment_with_answers(default).cases[0]


def submitted(folder: Path, code: str) -> Path:
    """A submission with this module."""
    (folder / "minimax.py").write_text(code, "utf-8")
    return folder


def staged(sandbox: Sandbox, code: str) -> Path:
    """The same where workers can read it."""
    folder = sandbox.folder / "submission"
    folder.mkdir(exist_ok=True)
    return submitted(folder, code)


def many(
    sandbox: Sandbox, minimax: Case, code: str, **limits: float
) -> list[Observed | None]:
    """What comes of the trees in one worker."""
    asked = [replace(minimax, tree=tree) for tree in TREES]
    within = replace(minimax.question.limits, **limits)  # type: ignore[arg-type]
    where = sandbox, staged(sandbox, code)
    return list(observe_many(*where, asked, within).seen)


def test_each_comes_to_what_it_comes_to_alone(sandbox: Counting, minimax: Case) -> None:
    """Values, actions, visits, and what was printed in which."""
    code = MINIMAX.replace("    v = inf\n", "    v = inf\n    print(state)\n")
    assert code != MINIMAX
    shared = many(sandbox, minimax, code)
    assert len(sandbox.jobs) == 1
    for tree, seen in zip(TREES, shared, strict=True):
        alone = observe(sandbox, staged(sandbox, code), minimax.question, tree)
        assert seen is not None
        assert alone.printed
        assert replace(seen, cpu_seconds=0) == replace(alone, cpu_seconds=0)


def test_what_raises_ends_no_other(sandbox: Sandbox, minimax: Case) -> None:
    """It comes to what it comes to alone."""
    code = MINIMAX.replace(
        "    v = inf\n", "    v = inf\n    assert str(state) != 'R2'\n"
    )
    code = code.replace(
        "    v = -inf\n", "    v = -inf\n    assert str(state) != 'R2'\n"
    )
    seen = many(sandbox, minimax, code)
    raised = [each and isinstance(each.calls[0].outcome, Fault) for each in seen]
    assert raised == [False, False, True, False, False]


KEEPING = {  # what stays in a module from call to call, and what is done with it
    "a global": """
SEEN = []

def again():
    SEEN.append(1)
    return len(SEEN) > 2
""",
    "a default": "def again(seen=[]):\n    seen.append(1)\n    return len(seen) > 2\n",
    "an attribute": """
def again():
    again.calls = again.__dict__.get("calls", 0) + 1
    return again.calls > 2
""",
    "of a class": """
class Seen:
    calls = 0

def again():
    Seen.calls += 1
    return Seen.calls > 2
""",
    "chance": """
import random

def again():
    return random.random() > FIRST

FIRST = random.random()
""",
    "a helper": "from helper import again\n",
}


def keeping(code: str) -> str:
    """MINIMAX that begins at 9 where the code's `again` says so."""
    changed = MINIMAX.replace("    v = -inf\n", "    v = [-inf, 9][again()]\n")
    assert changed.count("[again()]") == 1
    assert IMPORT in changed
    return changed.replace(IMPORT, f"{IMPORT}{code}")


@for_each("what", KEEPING)
def test_nothing_stays_in_a_module(sandbox: Sandbox, minimax: Case, what: str) -> None:
    """Each test finds it as a worker of its own does."""
    code = keeping(KEEPING[what])
    folder = staged(sandbox, code)
    (folder / "helper.py").write_text(KEEPING["a global"], "utf-8")
    for tree, seen in zip(TREES, many(sandbox, minimax, code), strict=True):
        alone = observe(sandbox, folder, minimax.question, tree)
        assert seen is not None
        assert not isinstance(alone.calls[0].outcome, Fault)
        assert replace(seen, cpu_seconds=0) == replace(alone, cpu_seconds=0)


def test_modules_that_share_a_worker_find_each_other_new(
    sandbox: Sandbox, minimax: Case
) -> None:
    """Tests of two, in turns, and a helper of both: each as in a worker of its own."""
    code = keeping(KEEPING["a helper"])
    folder = staged(sandbox, code)
    (folder / "helper.py").write_text(KEEPING["a global"], "utf-8")
    (folder / "second.py").write_text(code.replace("[-inf, 9]", "[-inf, 7]"), "utf-8")
    second = replace(minimax.question, name="second", module="second")
    both = (minimax, replace(minimax, question=second))
    cases = [replace(case, tree=tree) for tree in TREES for case in both]
    seen = observe_many(sandbox, folder, cases, minimax.question.limits).seen
    for case, together in zip(cases, seen, strict=True):
        alone = observe(sandbox, folder, case.question, case.tree)
        assert together is not None
        assert not isinstance(alone.calls[0].outcome, Fault)
        assert replace(together, cpu_seconds=0) == replace(alone, cpu_seconds=0)


LEAVING = {  # what a renewed module can find again
    "a builtin": "__import__('builtins').seen = 1",
    "a library's name": "import math; math.seen = 1",
    "a class of the game": "type(state).seen = 1",
    "a file": "open('seen', 'w').close()",
    "a thread": "import threading as t; t.Thread(target=t.Event().wait).start()",
}


@for_each("what", LEAVING)
def test_what_is_left_outside_is_noticed(
    sandbox: Sandbox, minimax: Case, what: str
) -> None:
    """It is looked for where a search was wrong; what is kept inside leaves nothing."""

    def leaves_traces(code: str) -> bool:
        cases = [replace(minimax, tree=tree) for tree in TREES]
        where = sandbox, staged(sandbox, code)
        within = minimax.question.limits
        return observe_many(*where, cases, within, lambda *_: (False, ())).leaves_traces

    code = MINIMAX.replace("    v = -inf\n", f"    v = -inf\n    {LEAVING[what]}\n")
    assert leaves_traces(code)
    assert not leaves_traces(keeping(KEEPING["a global"]))


def test_what_does_not_end_takes_those_behind_it_along(
    sandbox: Sandbox, minimax: Case
) -> None:
    """Those before it count."""
    loop = "    while str(state) == 'R2': pass\n"
    code = MINIMAX.replace("    v = -inf\n", f"    v = -inf\n{loop}")
    seen = many(sandbox, minimax, code, seconds=0.3)
    assert [each is None for each in seen] == [False, False, True, True, True]


def test_what_prints_too_much_counts_for_nothing(
    sandbox: Sandbox, minimax: Case
) -> None:
    """What a test may print, all may print together; those before it count."""
    flood = "    if str(state) == 'R2': print('x' * 2000)\n"
    code = MINIMAX.replace("    v = -inf\n", f"    v = -inf\n{flood}")
    seen = many(sandbox, minimax, code, output_kb=1)
    assert [each is None for each in seen[:3]] == [False, False, True]


def test_each_has_the_frames_that_its_own_tree_allows(
    sandbox: Sandbox, minimax: Case
) -> None:
    """A tree that is deep gives the others no room."""
    deep = parse("tree: " + "[" * 200 + "1" + "]" * 200)
    imports = "from math import inf\n"
    code = MINIMAX.replace(imports, f"import sys\n{imports}")
    code = code.replace("    v = -inf\n", "    return sys.getrecursionlimit()\n")
    asked = [replace(minimax, tree=tree) for tree in (TREES[0], deep, TREES[1])]
    where = sandbox, staged(sandbox, code)
    seen = observe_many(*where, asked, minimax.question.limits).seen
    limits = [each and str(each.calls[0].outcome) for each in seen]
    assert limits[0] == limits[2]
    assert limits[0] != limits[1]


def grading_of(
    assignment: Assignment, folder: Path, sandbox: Sandbox, *, apart: bool = False
) -> tuple[Grading, Gradebook]:
    """A grading to its end; `apart` with a worker for each test."""
    grading = Grading.of(assignment, folder, sandbox)
    grading.apart = apart
    gradebook = Gradebook(None)
    grade_fully(grading, gradebook, Wanted())
    shutil.rmtree(grading.staged.folder)
    return grading, gradebook


def test_a_right_submission_needs_few_workers(
    tmp_path: Path, sandbox: Counting, default: Assignment
) -> None:
    """Two groups share one each, and a tenth of all tests is asked again, at least six.

    One more is for the trees that nobody has seen.
    """
    _, gradebook = grading_of(default, submitted(tmp_path, MINIMAX), sandbox)
    assert all(entry.passed for entry in gradebook.report.all())
    shared = [len(job.calls) for job in sandbox.jobs if len(job.calls) > 2]
    assert len(shared) == 3
    least = max(6, len(default.tests) / 10)
    assert least <= len(sandbox.jobs) - len(shared) <= least + 2


def test_only_tests_that_are_seen_and_told_alike_share(
    tmp_path: Path, sandbox: Counting, default: Assignment
) -> None:
    """Hidden ones share with hidden ones."""
    kinds = [("hidden", "full"), ("visible", "none"), ("visible", "full")] * 8
    tests = tuple(
        replace(case, part=replace(case.part, visibility=seen, feedback=told))
        for case, (seen, told) in zip(default.cases, kinds, strict=False)
    )
    grading = Grading.of(
        replace(default, tests=tests), submitted(tmp_path, MINIMAX), sandbox
    )
    cases = grading.assignment.cases
    for case in sorted(cases, key=lambda case: case.visibility):
        searches(grading).result(case)
    groups = {(c.visibility, c.feedback): set[str]() for c in cases}
    for case in cases:
        groups[case.visibility, case.feedback].add(case.tree.fingerprint())
    for job in sandbox.jobs:
        calls = [call for call in job.calls if isinstance(call, Call)]
        met = {call.oracle.tree.fingerprint() for call in calls}
        assert any(met <= trees for trees in groups.values())
    shared = [job for job in sandbox.jobs if len(job.calls) > 2]
    assert len(shared) == len(groups)


@pytest.mark.parametrize("secret", ["one", "another"])
def test_which_are_asked_again_hangs_on_code_and_secret(
    tmp_path: Path, sandbox: Counting, default: Assignment, secret: str
) -> None:
    """The same are drawn each time; of other code, or with another secret, others."""

    def drawn(code: str, secret: str) -> list[str]:
        grading = Grading.of(default, submitted(tmp_path, code), sandbox)
        desk = searches(grading)
        desk.book.secret = secret
        found = [
            case.tree_name for case in desk.ahead._drawn(desk.book.assignment.cases)
        ]
        shutil.rmtree(grading.staged.folder)
        return found

    assert drawn(MINIMAX, secret) == drawn(MINIMAX, secret)
    assert drawn(MINIMAX, secret) != drawn(MINIMAX + "\n", secret)
    assert drawn(MINIMAX, secret) != drawn(MINIMAX, secret + "!")
    assert len(drawn(MINIMAX, secret)) >= 6


LATE = """
import builtins

def count():
    builtins.calls = getattr(builtins, "calls", 0) + 1
    return builtins.calls
"""


@for_each(
    "is_right, share",
    [("builtins.calls > 24 or no_memory()", 0), ("builtins.calls < 16", 1)],
)
def test_what_is_asked_again_are_those_that_are_right_and_one_that_is_wrong(
    tmp_path: Path, sandbox: Counting, default: Assignment, is_right: str, share: int
) -> None:
    """Who is right in late calls alone gains nothing; in early ones, loses nothing."""
    code = f"{SEARCH}{LATE}\n\ndef is_right(before):\n    return {is_right}\n"
    few = replace(default, tests=default.tests[:16])  # each of two calls
    for secret in ("one", "another"):
        grading = Grading.of(few, submitted(tmp_path, code), sandbox)
        searches(grading).book.secret = secret
        gradebook = Gradebook(None)
        grade_fully(grading, gradebook, Wanted())
        shutil.rmtree(grading.staged.folder)
        earned = sum(entry.score or 0 for entry in gradebook.report.all())
        assert earned == pytest.approx(share * few.max_points())


def test_the_rest_go_on_in_another_worker(
    tmp_path: Path, sandbox: Counting, default: Assignment
) -> None:
    """One does not end: it is asked alone, and those behind it together."""
    (late,) = (c for c in default.cases if c.tree_name == "lectures/toronto_ii_nim")
    root = late.tree.root.label
    loop = f"    while str(state) == {root!r}: pass\n"
    code = MINIMAX.replace("    v = -inf\n", f"    v = -inf\n{loop}")
    code = code.replace("    v = inf\n", f"    v = inf\n{loop}")
    before, behind = 2 * running.FEWEST, running.FEWEST
    others = [case for case in default.cases if case.tree.root.label != root]
    around = [*others[:before], late, *others[before : before + behind]]
    few = replace(default, tests=tuple(around))
    grading_of(few, submitted(tmp_path, code), sandbox)
    shared = [len(job.calls) // 2 for job in sandbox.jobs if len(job.calls) > 2]
    assert shared[:2] == [before + 1 + behind, behind]


def test_a_module_that_ends_its_worker_leaves_the_other_together(
    tmp_path: Path, sandbox: Counting
) -> None:
    """Its own tests are asked alone; those of another module share the next worker."""
    assignment = replace(assignments.load(ROOT / "test_trees"), counterexample=0.0)
    ending = "import os\nos._exit(3)\n"
    (tmp_path / "alpha_beta.py").write_text(ending, "utf-8")
    grading_of(assignment, submitted(tmp_path, MINIMAX), sandbox)
    first, second = [job for job in sandbox.jobs if len(job.calls) > 2][:2]
    visible = Counter(
        case.question.name for case in assignment.cases if case.visibility == "visible"
    )
    modules = {call.renews for call in second.calls if isinstance(call, Call)}
    assert len(first.calls) // 2 == visible["minimax"] + visible["alpha_beta"]
    assert (modules - {""}, len(second.calls) // 2) == ({"minimax"}, visible["minimax"])


def test_after_loops_that_do_not_end_none_share(
    tmp_path: Path, sandbox: Counting, default: Assignment
) -> None:
    """The first of those that are shown later would end their worker as well."""
    code = MINIMAX.replace("def max_value(", "def other_value(")
    code += "\ndef max_value(game, state):\n    while True:\n        pass\n"
    grading_of(default, submitted(tmp_path, code), sandbox)
    seen = Counter(case.visibility for case in default.cases)
    shared = [len(job.calls) // 2 for job in sandbox.jobs]
    assert min(seen.values()) > running.FEWEST + 1
    assert [tests for tests in shared if tests > running.FEWEST] == [seen["visible"]]


def test_few_tests_share_nothing(
    tmp_path: Path, sandbox: Counting, default: Assignment
) -> None:
    """To ask so many of them again would cost as much."""
    few = replace(default, tests=default.tests[: running.FEWEST + 5])
    grading_of(few, submitted(tmp_path, MINIMAX), sandbox)
    calls = [len(job.calls) for job in sandbox.jobs]
    assert calls.count(2) >= len(few.tests)
