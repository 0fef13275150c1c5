"""Tests that share a worker come to what each comes to alone, or are asked alone."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.assignment.questions import Assignment, Case
from autograder.grading.grading import Grading
from autograder.grading.session import Wanted, grade_fully
from autograder.kinds import all as assignments
from autograder.kinds.search import running
from autograder.kinds.search.observing import observe_many
from autograder.observing.observation import Observed, observe
from autograder.report.gradebook import Gradebook
from autograder.sandbox.jobs import Ended, Job, Then
from autograder.sandbox.sandbox import Sandbox
from autograder.trees.file import parse
from autograder.words.blocks import OTHERWISE_TOGETHER
from tests.searched import searches
from tests.small import ROOT

MINIMAX = (ROOT / "reference" / "minimax.py").read_text("utf-8")
TREES = [parse(f"tree: {{R{n}: [{n}, [{n + 1}, 0]]}}") for n in range(5)]
BY_LABEL = """
memo = {}

def max_value(game, state):
    if str(state) not in memo:
        memo[str(state)] = right(game, state, max)
    return memo[str(state)]

def min_value(game, state):
    return right(game, state, min)

def right(game, state, best):
    if game.is_terminal(state):
        return game.utility(state)
    other = min if best is max else max
    return best([right(game, child, other) for _, child in game.successors(state)])

def minimax_search(game, state):
    best = max if game.to_move(state) == "max" else min
    other = min_value if best is max else max_value
    return best(game.successors(state), key=lambda move: other(game, move[1]))[0]
"""


class Counting(Sandbox):
    """A sandbox that keeps its jobs."""

    def __init__(self) -> None:
        self.jobs: list[Job] = []
        super().__init__()

    def run(self, job: Job, then: Then | None = None) -> Ended:
        """As ever."""
        self.jobs.append(job)
        return super().run(job, then)


@pytest.fixture
def sandbox() -> Iterator[Counting]:
    """A sandbox of its own."""
    sandbox = Counting()
    with sandbox:
        yield sandbox


@pytest.fixture(scope="module")
def default() -> Assignment:
    """The question minimax of the default assignment."""
    assignment = assignments.load(ROOT / "test_trees")
    tests = tuple(t for t in assignment.tests if t.question.name == "minimax")
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
    return list(observe_many(*where, asked, within, lambda *_: ()).seen)


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


def test_what_raises_is_asked_alone(sandbox: Sandbox, minimax: Case) -> None:
    """The others are not."""
    code = MINIMAX.replace(
        "    v = inf\n", "    v = inf\n    assert str(state) != 'R2'\n"
    )
    code = code.replace(
        "    v = -inf\n", "    v = -inf\n    assert str(state) != 'R2'\n"
    )
    seen = many(sandbox, minimax, code)
    assert [each is None for each in seen] == [False, False, True, False, False]


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
    seen = observe_many(*where, asked, minimax.question.limits, lambda *_: ()).seen
    limits = [each and str(each.calls[0].outcome) for each in seen]
    assert limits[0] == limits[2]
    assert limits[0] != limits[1]


def grading_of(
    assignment: Assignment, folder: Path, sandbox: Sandbox, *, keeps: bool = False
) -> tuple[Grading, Gradebook]:
    """A grading to its end; where it `keeps` something, its text does not show that."""
    grading = Grading.of(assignment, folder, sandbox)
    if keeps:
        grading._stateless = frozenset({"minimax"})
    gradebook = Gradebook(None)
    grade_fully(grading, gradebook, Wanted())
    shutil.rmtree(grading.staged.folder)
    return grading, gradebook


def test_a_right_submission_needs_few_workers(
    tmp_path: Path, sandbox: Counting, default: Assignment
) -> None:
    """One reads; two groups of tests share one each, and one of each is checked."""
    _, gradebook = grading_of(default, submitted(tmp_path, MINIMAX), sandbox)
    assert all(entry.passed for entry in gradebook.report.all())
    shared = [len(job.calls) for job in sandbox.jobs if len(job.calls) > 2]
    assert len(shared) == 3  # and one for the trees that nobody has seen
    assert len(sandbox.jobs) == 6


def test_hidden_tests_share_with_none(
    tmp_path: Path, sandbox: Counting, default: Assignment
) -> None:
    """Nor do tests that are seen at different times, or told otherwise."""
    kinds = [("hidden", "full"), ("visible", "none"), ("visible", "full")] * 4
    tests = tuple(
        replace(case, part=replace(case.part, visibility=seen, feedback=told))
        for case, (seen, told) in zip(default.cases, kinds, strict=False)
    )
    grading = Grading.of(
        replace(default, tests=tests), submitted(tmp_path, MINIMAX), sandbox
    )
    visible = [c for c in grading.assignment.cases if c.visibility == "visible"]
    hidden = [c for c in grading.assignment.cases if c.visibility == "hidden"]
    desk = searches(grading)
    for case in visible:
        desk.result(case)
    shared = [len(job.calls) for job in sandbox.jobs if len(job.calls) > 2]
    assert shared == [2 * 4, 2 * 4]
    sandbox.jobs.clear()
    for case in hidden:
        desk.result(case)
    assert [len(job.calls) for job in sandbox.jobs] == [2] * 4


def test_the_rest_go_on_in_another_worker(
    tmp_path: Path, sandbox: Counting, default: Assignment
) -> None:
    """One does not end: it is asked alone, and those behind it together."""
    names = [case.tree_name for case in default.cases]
    at = names.index("lectures/tic_tac_toe_endgame")
    root = default.cases[at].tree.root.label
    loop = f"    while str(state) == {root!r}: pass\n"
    code = MINIMAX.replace("    v = -inf\n", f"    v = -inf\n{loop}")
    code = code.replace("    v = inf\n", f"    v = inf\n{loop}")
    around = default.cases[at - running.FEWEST : at + running.FEWEST + 1]
    few = replace(default, tests=tuple(around))
    grading_of(few, submitted(tmp_path, code), sandbox)
    shared = [len(job.calls) // 2 for job in sandbox.jobs if len(job.calls) > 2]
    assert shared[:2] == [2 * running.FEWEST + 1, running.FEWEST]


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


def test_what_keeps_something_behind_our_back_is_taken_apart(
    tmp_path: Path, sandbox: Counting, default: Assignment
) -> None:
    """All its tests are as with a worker each, and the instructor reads why."""
    folder = submitted(tmp_path, BY_LABEL)
    fooled, told = grading_of(default, folder, sandbox, keeps=True)
    assert fooled.was_otherwise
    assert told.report.complaints[0] == OTHERWISE_TOGETHER
    _, alone = grading_of(default, folder, sandbox)
    scores = [(e.name, e.score, e.headline) for e in told.report.all()]
    assert scores == [(e.name, e.score, e.headline) for e in alone.report.all()]
    assert all(entry.passed for entry in told.report.all())


def test_few_tests_share_nothing(
    tmp_path: Path, sandbox: Counting, default: Assignment
) -> None:
    """To check one would cost as much."""
    few = replace(default, tests=default.tests[: running.FEWEST - 1])
    grading_of(few, submitted(tmp_path, MINIMAX), sandbox)
    calls = [len(job.calls) for job in sandbox.jobs if not job.reads]
    assert calls.count(2) >= len(few.tests)
