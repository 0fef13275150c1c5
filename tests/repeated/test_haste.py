"""Loops that never end cost little, and nobody who is slow and right pays for that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from autograder.assignment.questions import AnyTest, Assignment
from autograder.grading.grading import Grading, Run, planned_tests
from autograder.grading.session import Wanted, grade_fully
from autograder.judging.verdicts import Verdict
from autograder.kinds import all as assignments
from autograder.kinds.entries import AnyJudged
from autograder.observing.outcome import HURRIED, Fault
from autograder.report.gradebook import Gradebook
from autograder.sandbox.sandbox import Sandbox
from autograder.words.faults import AS_OTHERS
from tests.small import make_assignment, run

SECONDS = 0.5
LOOPS = ("loop_1", "loop_2", "loop_3")
ASSIGNMENT = f"""\
title: Trees on which a search may loop, or be slow
questions:
  - name: minimax
    points: {{value: 1}}
    limits: {{seconds: {SECONDS}}}
    parts:
      - trees: [loops/*.yaml]
      - trees: [trees/*.yaml]
      - trees: [hidden/*.yaml]
        visibility: hidden
"""
TREES = {f"loops/{name}.yaml": f"tree: {{{name}: [1, 2, 3, 4]}}" for name in LOOPS} | {
    "trees/slow_1.yaml": "tree: {slow_1: [3, 4]}",
    "trees/slow_2.yaml": "tree: {slow_2: [5]}",
    "hidden/last.yaml": "tree: {last: [1]}",
}
TABLE = f"""\
title: Rows
questions:
  - name: f
    kind: table
    points: {{result: 1}}
    limits: {{seconds: {SECONDS}}}
    rows: [{", ".join(f"{{of: [{number}], is: {number}}}" for number in range(5))}]
"""
CODE = """\
import time

def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass

{begin}

def max_value(game, state):
    name = str(state)
    while {loops}:
        pass
    if name.startswith("slow"):
        burn({slow})
    return max(game.utility(child) for _, child in game.successors(state))

def min_value(game, state):
    return game.utility(state)

def minimax_search(game, state):
    return game.actions(state)[0]
"""
SLOW = 0.2  # more than a tenth of the limit, and less than all


@pytest.fixture(scope="module")
def assignment(tmp_path_factory: pytest.TempPathFactory) -> Assignment:
    """Three trees on which a search may loop, two on which it may be slow, a hidden."""
    folder = tmp_path_factory.mktemp("loops")
    trees = make_assignment(folder, {**TREES, "assignment.yaml": ASSIGNMENT})
    (trees / "fig_5_2.yaml").unlink()
    assert run("answers", trees).returncode == 0
    return assignments.load(trees)


@pytest.fixture
def sandbox() -> Iterator[Sandbox]:
    """A sandbox of its own."""
    with Sandbox() as sandbox:
        yield sandbox


class Asked(Grading):
    """A grading that keeps the tests in the order in which they were run."""

    order: list[str]

    def grade(self, test: AnyTest, number: str = "") -> AnyJudged:
        """As ever."""
        self.order = [*getattr(self, "order", []), Path(test.about).name]
        return super().grade(test, number)


def ran(
    assignment: Assignment, folder: Path, sandbox: Sandbox, code: str
) -> tuple[dict[str, AnyJudged], list[str]]:
    """What came of each test, by the name of its tree, and in which order."""
    module = assignment.modules()[0]
    (folder / f"{module}.py").write_text(code, "utf-8")
    grading = Asked.of(assignment, folder, sandbox)
    assert isinstance(grading, Asked)
    begun = Run(grading, Gradebook(None))
    begun.run_all()
    found = {Path(each.test.about).name: each for each in begun.results.values()}
    assert {name: each.entry.score for name, each in found.items()} == {
        Path(entry.extra["tree"]).name: entry.score
        for entry in begun.gradebook.report.entries.values()
    }
    return found, grading.order


def searching(
    loops: str = "name.startswith('loop')", slow: float = 0, begin: str = ""
) -> str:
    """A program that loops, or is slow, on some trees, and right."""
    return CODE.format(loops=loops, slow=slow, begin=begin)


def verdicts(found: dict[str, AnyJudged]) -> dict[str, Verdict]:
    """By the name of the tree."""
    return {name: each.verdict for name, each in found.items()}


def is_hurried(judged: AnyJudged) -> bool:
    """Whether a test was given but a share of its time."""
    outcome = judged.result.main_outcome
    return isinstance(outcome, Fault) and outcome.kind == HURRIED


def test_a_loop_in_every_test_costs_three_limits(
    assignment: Assignment, tmp_path: Path, sandbox: Sandbox
) -> None:
    """Two of them, and the smallest of the marked, which is the last that is asked."""
    found, order = ran(assignment, tmp_path, sandbox, searching("True"))
    assert {*verdicts(found).values()} == {Verdict.TIMED_OUT}
    whole = [name for name, judged in found.items() if not is_hurried(judged)]
    assert whole == ["loop_1", "loop_2", "slow_2"]
    assert order == [*LOOPS, "slow_1", "slow_2", "slow_2", "last"]


def test_a_loop_that_waits_is_marked_alike(
    assignment: Assignment, tmp_path: Path, sandbox: Sandbox
) -> None:
    """The first one, too: the smallest alone has the whole limit of the clock."""
    code = searching("time.sleep(0.01) is None")
    found, _ = ran(assignment, tmp_path, sandbox, code)
    assert {*verdicts(found).values()} == {Verdict.TIMED_OUT}
    assert [is_hurried(judged) for judged in found.values()].count(False) == 1


TWO = f"""\
title: Two questions
questions:
  - name: minimax
    points: {{value: 1}}
    limits: {{seconds: {SECONDS}}}
    trees: [loops/*.yaml]
  - name: alpha_beta
    arguments: [alpha, beta]
    points: {{value: 1}}
    limits: {{seconds: {SECONDS}}}
    trees: [trees/*.yaml]
"""
WAITS = "time.sleep(0.01) is None"


@pytest.mark.parametrize("others_wait", [True, False])
def test_of_two_questions_that_wait_one_is_asked_again(
    tmp_path: Path,
    sandbox: Sandbox,
    others_wait: bool,  # noqa: FBT001
) -> None:
    """The smallest of all; and who is slow in the other question keeps the points."""
    trees = make_assignment(tmp_path, {**TREES, "assignment.yaml": TWO})
    (trees / "fig_5_2.yaml").unlink()
    assert run("answers", trees).returncode == 0
    other = searching(WAITS if others_wait else "False", SLOW)
    other = other.replace("minimax_search", "alpha_beta_search")
    other = other.replace("_value(game, state)", "_value(game, state, alpha, beta)")
    (tmp_path / "alpha_beta.py").write_text(other, "utf-8")
    asked = assignments.load(trees)
    found, order = ran(asked, tmp_path, sandbox, searching(WAITS))
    slow = {each.verdict for name, each in found.items() if name.startswith("slow")}
    assert slow == {Verdict.TIMED_OUT if others_wait else Verdict.CORRECT}
    again = order[len(found) :]
    assert again == (["slow_2"] if others_wait else ["slow_2", "slow_1", "loop_1"])


def test_slow_and_right_beside_two_loops(
    assignment: Assignment, tmp_path: Path, sandbox: Sandbox
) -> None:
    """What takes more than a tenth is asked again, and keeps its points."""
    loops = "name in ('loop_1', 'loop_2')"
    found, order = ran(assignment, tmp_path, sandbox, searching(loops, SLOW))
    late = dict.fromkeys(("loop_1", "loop_2"), Verdict.TIMED_OUT)
    assert verdicts(found) == dict.fromkeys(found, Verdict.CORRECT) | late
    assert order == [*LOOPS, "slow_1", "slow_2", "slow_2", "slow_1", "last"]


def test_what_ends_in_its_share_is_judged_as_ever(
    assignment: Assignment, tmp_path: Path, sandbox: Sandbox
) -> None:
    """Beside three loops: the third alone is marked, and asked again."""
    found, order = ran(assignment, tmp_path, sandbox, searching())
    late = dict.fromkeys(LOOPS, Verdict.TIMED_OUT)
    assert verdicts(found) == dict.fromkeys(found, Verdict.CORRECT) | late
    assert not any(map(is_hurried, found.values()))
    assert order == [*LOOPS, "slow_1", "slow_2", "loop_3", "last"]


@pytest.mark.parametrize("looping", [("loop_1", "loop_2"), ()])
def test_an_import_that_is_slow_in_each_process(
    looping: tuple[str, ...], assignment: Assignment, tmp_path: Path, sandbox: Sandbox
) -> None:
    """The tests that do not loop have their points, whether others do or not."""
    code = searching(f"name in {looping}", begin=f"burn({SLOW})")
    found, _ = ran(assignment, tmp_path, sandbox, code)
    late = dict.fromkeys(looping, Verdict.TIMED_OUT)
    assert verdicts(found) == dict.fromkeys(found, Verdict.CORRECT) | late


def test_what_is_seen_first_is_asked_again_before_others_run(
    assignment: Assignment, tmp_path: Path, sandbox: Sandbox
) -> None:
    """A hidden test that is slow is asked again behind all that anybody sees."""
    loops = "name in ('loop_1', 'loop_2')"
    code = searching(loops, SLOW).replace('"slow"', '("slow", "last")')
    found, order = ran(assignment, tmp_path, sandbox, code)
    assert order[-4:] == ["slow_2", "slow_1", "last", "last"]
    assert found["last"].verdict is Verdict.CORRECT


def test_without_the_time_for_it_nobody_is_asked_again(
    assignment: Assignment, tmp_path: Path, sandbox: Sandbox
) -> None:
    """What was marked stays so, and is not told that it was not run."""
    (tmp_path / "minimax.py").write_text(searching("True"), "utf-8")
    begun = Run(Grading.of(assignment, tmp_path, sandbox), Gradebook(None))
    begun.grading.haste.begin_hurrying()
    for test in planned_tests(begun.grading.assignment):
        begun.attempt(test)
    before = dict(begun.results)
    begun.grading.budget.give_back(-2 * assignment.budget)
    begun.finish()
    assert any(map(is_hurried, before.values()))
    assert begun.results == before


def test_the_smallest_tree_of_a_loop_in_every_test_has_a_share(
    assignment: Assignment, tmp_path: Path, sandbox: Sandbox
) -> None:
    """What it says is that it had no more."""
    (tmp_path / "minimax.py").write_text(searching("True"), "utf-8")
    looking = replace(assignment, counterexample=10)
    grading, gradebook = Grading.of(looking, tmp_path, sandbox), Gradebook(None)
    grade_fully(grading, gradebook, Wanted())
    entries = gradebook.report.entries
    assert AS_OTHERS.partition("{")[0] in entries["minimax::counterexample"].headline


def test_rows_are_hurried_as_trees_are(tmp_path: Path, sandbox: Sandbox) -> None:
    """A loop in three of them; the others are right, one of them slow."""
    trees = tmp_path / "trees"
    trees.mkdir()
    (trees / "assignment.yaml").write_text(TABLE, "utf-8")
    assert run("answers", trees).returncode == 0
    code = f"""\
import time

def f(x):
    while x in (0, 1):
        pass
    end = time.process_time() + ({SLOW} if x == 3 else 0)
    while time.process_time() < end:
        pass
    return x
"""
    folder = tmp_path / "submission"
    folder.mkdir()
    found, order = ran(assignments.load(trees), folder, sandbox, code)
    right = [each.verdict is Verdict.CORRECT for each in found.values()]
    assert right == [False, False, True, True, True]
    assert len(order) == len(found) + 1
