"""The time of a grading: all that is done for it ends with its budget."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from autograder.assignment.questions import VISIBLE
from autograder.grading.grading import Grading
from autograder.kinds import all as assignments
from autograder.kinds.search import counterexample
from autograder.observing import bench as budgets
from autograder.observing.bench import Budget, Extra
from autograder.report.gradebook import Gradebook
from autograder.sandbox import sandbox as sandbox_module
from autograder.sandbox.sandbox import Sandbox
from autograder.trees.tree import GameTree
from tests import searched
from tests.searched import numbered
from tests.small import ROOT

QUICK = ROOT / "tests" / "assignments" / "quick"
STUBBORN = """\
def {search}(game, state):
    return "Z"
def max_value(game, state, *window):
    return 1000
min_value = max_value
"""


@pytest.fixture
def passes(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Let so many seconds pass on a clock that stands still otherwise."""
    now = [float(int(time.monotonic()))]  # that of the workers, which goes on
    for module in (budgets, sandbox_module):
        monkeypatch.setattr(module, "time", SimpleNamespace(monotonic=lambda: now[0]))

    def passing(seconds: float) -> None:
        now[0] += seconds

    return passing


def test_a_budget_is_over_after_its_seconds(passes: Callable[[float], None]) -> None:
    """Whatever they were spent on."""
    budget = Budget(10, searches=3)
    passes(9)
    assert not budget.is_over()
    with budget.spent_on(Extra.SECOND_RUNS):
        passes(2)
    assert budget.is_over()


def test_extras_have_seconds_of_their_own(passes: Callable[[float], None]) -> None:
    """A tenth for second runs and for calls that are repeated each.

    Smallest trees have what the assignment says.
    """
    budget = Budget(100, searches=15)
    assert budget.left_for(Extra.SECOND_RUNS) == 10
    assert budget.left_for(Extra.REPEATED_CALLS) == 10
    assert budget.left_for(Extra.SMALLEST_TREES) == 15
    with budget.spent_on(Extra.SMALLEST_TREES):
        passes(6)
    assert budget.left_for(Extra.SECOND_RUNS) == 10
    assert budget.left_for(Extra.SMALLEST_TREES) == 9


def test_no_extra_has_more_than_is_left(passes: Callable[[float], None]) -> None:
    """Neither shortly before the end nor behind it."""
    budget = Budget(100, searches=15)
    passes(96)
    assert budget.left_for(Extra.SMALLEST_TREES) == 4
    passes(10)
    assert budget.left_for(Extra.SECOND_RUNS) == 0


def test_on_the_wall_it_is_over_a_tenth_later(passes: Callable[[float], None]) -> None:
    """Whoever had the core: it is not used up while the other clock stands still."""
    budget = Budget(100, searches=50, clock=lambda: 0.0)
    passes(109)
    assert (budget.is_over(), budget.is_used_up()) == (False, False)
    assert budget.left_for(Extra.SMALLEST_TREES) == pytest.approx(1)
    passes(2)
    assert (budget.is_over(), budget.is_used_up()) == (True, False)
    assert budget.left_for(Extra.SMALLEST_TREES) == 0
    assert budget.was_short


def test_a_short_one_has_two_seconds_more_on_the_wall(
    passes: Callable[[float], None],
) -> None:
    """A tenth would be no longer than a worker may take to start."""
    budget = Budget(5, searches=0, clock=lambda: 0.0)
    passes(6)
    assert not budget.is_over()
    passes(1.5)
    assert budget.is_over()


def test_what_is_given_back_is_so_on_the_wall(passes: Callable[[float], None]) -> None:
    """As where gradings take turns."""
    budget = Budget(100, searches=0, clock=lambda: 0.0)
    budget.give_back(50)
    passes(159)
    assert not budget.is_over()
    passes(2)
    assert budget.is_over()


def test_the_wall_may_have_no_bound(passes: Callable[[float], None]) -> None:
    """Among others of a class nobody knows how long one waits for them."""
    budget = Budget(100, searches=0, clock=lambda: 0.0, beyond=math.inf)
    passes(1e9)
    assert not budget.is_over()


def test_what_an_extra_took_counts_though_it_failed(
    passes: Callable[[float], None],
) -> None:
    """A grader that fails in a second run has used the time."""
    budget = Budget(100, searches=0)

    def run_again() -> None:
        with budget.spent_on(Extra.SECOND_RUNS):
            passes(4)
            raise OSError("no worker could be had")

    with pytest.raises(OSError, match="no worker"):
        run_again()
    assert budget.left_for(Extra.SECOND_RUNS) == 6


def searched_for(
    monkeypatch: pytest.MonkeyPatch, folder: Path, took: Callable[[], None]
) -> list[tuple[str, float]]:
    """The questions whose smallest trees are looked for, and the seconds for each."""
    assignment = replace(assignments.load(QUICK), counterexample=12.0)
    for name in assignment.modules():
        text = STUBBORN.format(search=f"{name}_search")
        (folder / f"{name}.py").write_text(text)
    asked: list[tuple[str, float]] = []

    def search(
        *given: object, own: list[GameTree], family: object, repeating: bool
    ) -> None:
        _, _, question, s = given
        of_it = [c for c in assignment.cases if c.question.name == question.name]  # type: ignore[attr-defined]
        assert own == [case.tree for case in of_it]
        assert family is None  # none is kept where the reference is
        assert not repeating
        asked.append((question.name, s))  # type: ignore[attr-defined,arg-type]
        took()

    monkeypatch.setattr(counterexample, "smallest_failing_tree", search)
    with Sandbox() as sandbox:
        grading = Grading.of(assignment, folder, sandbox)
        results = {
            str(number): numbered(searched.graded(grading, case), str(number))
            for number, case in enumerate(grading.assignment.cases)
        }
        searched.searches(grading).look_for_counterexamples(
            Gradebook(None), results, VISIBLE
        )
    return asked


def test_questions_share_the_time_for_smallest_trees(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, passes: Callable[[float], None]
) -> None:
    """The first has half of it; what it leaves is for the second."""
    asked = searched_for(monkeypatch, tmp_path, lambda: passes(2))
    assert asked == [("minimax", 6), ("alpha_beta", 10)]


def test_no_smallest_tree_is_looked_for_behind_the_end(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, passes: Callable[[float], None]
) -> None:
    """The first search may be late; then there is no second."""
    asked = searched_for(monkeypatch, tmp_path, lambda: passes(1000))
    assert asked == [("minimax", 6)]
