"""The smallest tree in each unit: found for who is wrong, and for nobody who is right.

How many leaves and plies it must have is derived by hand. Both ways to search are
tried: with the reference at hand, and among the trees that stand ready in the zips.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from autograder.assignment.questions import Assignment, Question
from autograder.judging.verdicts import Verdict
from autograder.kinds import all as assignments
from autograder.kinds.search import counterexample
from autograder.kinds.search.counterexample import Counterexample
from autograder.kinds.search.signatures import AnswerBook
from autograder.project import REFERENCE
from autograder.sandbox.sandbox import Sandbox
from autograder.trees.tree import GameTree
from tests.repeated.test_programs import FOLDER, PROGRAMS, declared
from tests.small import ROOT

TREES = ROOT / "test_trees"
UNITS = ROOT / "tests" / "units"
LONG, SHORT = 60.0, 1.0  # seconds: to find a tree, and to look for one in vain
ONE_OF = 4  # right programs are tried: each takes all the time that it is given
RIGHT = [each for each in PROGRAMS if not declared(each)["faulty"]][::ONE_OF]
WITHOUT_SEARCH = ("estimates", "matrix_games", "modelling", "monte_carlo")
NO_SEARCHES = ("estimate", "plain_mean", "stopped_playout")  # in `variants`
OTHERS_RIGHT = sorted(
    path.relative_to(UNITS).as_posix()
    for path in UNITS.glob("*/correct_*/*.py")
    if path.parts[-3] not in WITHOUT_SEARCH and path.stem not in NO_SEARCHES
)[::ONE_OF]
Row = tuple[str, str, int, int, Verdict]

# fixture, question, and of the smallest tree: leaves, plies, what is wrong there.
FAULTY: tuple[Row, ...] = (
    # Two outcomes that are not equally likely, at the root.
    ("chance/plain_mean", "expectimax", 2, 1, Verdict.WRONG_VALUE),
    ("chance/sum_of_values", "expectiminimax", 2, 1, Verdict.WRONG_VALUE),
    # A draw, and the move behind it that is no longer looked at.
    (
        "chance/draws_are_plies",
        "depth_limited_expectimax",
        1,
        2,
        Verdict.WRONG_VALUE,
    ),
    # What MAX has, and two outcomes of which the first says that it is enough.
    ("chance/no_cut_at_chance", "star1", 3, 2, Verdict.WRONG_VISITS),
    # Two leaves that are good for another each.
    ("players/best_of_each", "max_n", 2, 1, Verdict.WRONG_VALUE),
    ("players/tuple_against_infinity", "max_n", 1, 1, Verdict.CRASHED),
    # A node at the horizon, and what is below it.
    ("depth_limited/utility_at_the_limit", "depth_limited", 1, 2, Verdict.CRASHED),
    ("quiescence/plain_depth", "quiescence", 1, 2, Verdict.WRONG_VALUE),
    # A value for the root, a state that is left after its second action, and another.
    ("killers/never_found", "killers", 5, 2, Verdict.WRONG_VISITS),
    # Two actions that are worth the same, and an estimate that puts the second first.
    (
        "iterative_deepening/games_order",
        "iterative_deepening_alpha_beta",
        2,
        2,
        Verdict.WRONG_ACTION,
    ),
    # One action, whose first leaf is worth what the round of one ply has hoped for.
    (
        "iterative_deepening/window_kept",
        "iterative_deepening_alpha_beta",
        2,
        2,
        Verdict.WRONG_ROUNDS,
    ),
)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    """One for all searches."""
    with Sandbox() as shared:
        yield shared


@cache
def loaded(folder: Path) -> Assignment:
    """An assignment, with the signatures of its searches."""
    return assignments.assignment_with_answers(assignments.load(folder))


def question_of(folder: Path, module: str) -> tuple[Question, list[GameTree]]:
    """The question that a module answers, and its trees."""
    cases = [c for c in loaded(folder).cases if c.question.module == module]
    return cases[0].question, [case.tree for case in cases]


Search = Callable[..., Counterexample | None]


@pytest.fixture
def search(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> Search:
    """The smallest tree on which a program fails; `at_home` there is no reference."""

    def started(
        program: Path, folder: Path, seconds: float, *, at_home: bool
    ) -> Counterexample | None:
        question, own = question_of(folder, program.stem)
        if at_home:
            monkeypatch.setattr(counterexample, "can_compute_answers", lambda _: False)
        staged = sandbox.folder / "submission"
        shutil.rmtree(staged, ignore_errors=True)
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(program.parent, staged, ignore=ignored)
        kept = AnswerBook(loaded(folder), {}).family(question.name)
        assert kept is not None
        return counterexample.smallest_failing_tree(
            sandbox, staged, question, seconds, own=own, family=kept
        )

    return started


def shape(tree: GameTree) -> tuple[int, int]:
    """How many leaves there are, and plies."""
    return sum(not node.children for node in tree.nodes), tree.height()


@pytest.mark.parametrize("row", FAULTY, ids=[row[0] for row in FAULTY])
def test_the_smallest_tree_is_as_small_as_can_be(row: Row, search: Search) -> None:
    """With the reference at hand; as derived above."""
    fixture, module, leaves, plies, verdict = row
    program = UNITS / fixture / f"{module}.py"
    folder = TREES / fixture.partition("/")[0]
    found = search(program, folder, LONG, at_home=False)
    assert found is not None
    assert shape(found.tree) == (leaves, plies)
    assert found.result.verdict is verdict


@pytest.mark.parametrize("row", FAULTY, ids=[row[0] for row in FAULTY])
def test_at_home_a_tree_is_found_too(row: Row, search: Search) -> None:
    """One of those that stand ready; its sheet has the visits of what is accepted."""
    fixture, module, leaves, _, _ = row
    program = UNITS / fixture / f"{module}.py"
    folder = TREES / fixture.partition("/")[0]
    found = search(program, folder, LONG, at_home=True)
    assert found is not None
    assert leaves <= shape(found.tree)[0] <= leaves + 3
    assert found.result.verdict is not Verdict.CORRECT


@pytest.mark.parametrize("at_home", [False, True], ids=["reference", "home"])
@pytest.mark.parametrize("program", RIGHT)
def test_no_tree_is_found_for_a_right_program(
    program: str,
    search: Search,
    at_home: bool,  # noqa: FBT001
) -> None:
    """Whole programs in many hands."""
    declaration = declared(program)
    folder = ROOT / declaration["assignment"]
    questions = {each.name: each.module for each in loaded(folder).questions()}
    module = questions.get(declaration["question"])
    if module is None:
        pytest.skip("a table has no trees")
    path = FOLDER / program / f"{module}.py"
    found = search(path, folder, SHORT, at_home=at_home)
    assert found is None, found and found.tree


@pytest.mark.parametrize("at_home", [False, True], ids=["reference", "home"])
@pytest.mark.parametrize("program", OTHERS_RIGHT)
def test_no_tree_is_found_for_who_has_full_marks(
    program: str,
    search: Search,
    at_home: bool,  # noqa: FBT001
) -> None:
    """Other shapes, and searches that differ only where the unit's trees do not tell.

    As in star1: strict cuts, and windows that are kept within the bounds.
    """
    folder = TREES / program.partition("/")[0]
    path = UNITS / program
    if path.stem not in loaded(folder).modules():
        pytest.skip("a module that others import")
    found = search(path, folder, SHORT, at_home=at_home)
    assert found is None, found and found.tree


@pytest.mark.parametrize("at_home", [False, True], ids=["reference", "home"])
@pytest.mark.parametrize(
    "module, unit",
    [
        ("singular", "quiescence"),
        ("minimax", "any_order"),
        ("alpha_beta", "any_order"),
        ("depth_limited_alpha_beta", "connect_four"),
        ("star1", "chance"),
    ],
)
def test_no_tree_is_found_for_a_convention(
    module: str,
    unit: str,
    search: Search,
    tmp_path: Path,
    at_home: bool,  # noqa: FBT001
) -> None:
    """The reference, and each accepted way that has a file of its own."""
    folder = TREES / unit
    question, _ = question_of(folder, module)
    files = [REFERENCE / "conventions" / f"{each}.py" for each in question.accept]
    for path in (REFERENCE / f"{module}.py", *filter(Path.is_file, files)):
        copy = tmp_path / path.stem / f"{module}.py"
        copy.parent.mkdir()
        shutil.copy(path, copy)
        found = search(copy, folder, SHORT, at_home=at_home)
        assert found is None, (path, found and found.tree)
