"""A reference that is not right, or cannot be used: whose line is told, and where."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from autograder.answers import trusted
from autograder.assignment import file as assignmentfile
from autograder.assignment.questions import Assignment, Question
from autograder.commands.main import main
from autograder.errors import FileProblems
from autograder.teaching.adequacy import matrices
from autograder.trees import file as treefile
from tests.small import ROOT

RIGHT = (ROOT / "reference" / "minimax.py").read_text(encoding="utf-8")
ALPHA_BETA = Question(
    "alpha_beta",
    "alpha_beta",
    "alpha_beta_search",
    ("alpha", "beta"),
    ("equality", "fail_hard"),
)
QUESTION = """\
questions:
  - name: minimax
    conventions: [textbook, other]
    accept: [textbook, other]
    points: {value: 1}
    trees: [one.yaml]
"""
TREE = "tree: [[3, 12], [2, 4]]"  # worth 3: B, worth 3, is better than C, worth 2

Write = Callable[..., Assignment]


@pytest.fixture
def assigned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """Write an assignment beside a reference of one's own, and load it."""

    def write(reference: str, other: str = RIGHT, tree: str = TREE) -> Assignment:
        for name, text in {
            "reference/minimax.py": reference,
            "reference/conventions/other.py": other,
            "trees/assignment.yaml": QUESTION,
            "trees/one.yaml": tree,
        }.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(dedent(text), encoding="utf-8")
        monkeypatch.setattr(trusted, "REFERENCE", tmp_path / "reference")
        monkeypatch.setattr("autograder.answers.faults.PROJECT", tmp_path)
        return assignmentfile.load(tmp_path / "trees")

    return write


def searching(value: str, action: str) -> str:
    """A reference that returns just these."""
    return f"""
        def minimax_search(game, state):
            return {action}
        def max_value(game, state):
            return {value}
        def min_value(game, state):
            return {value}
    """


def told(assignment: Assignment, capsys: pytest.CaptureFixture[str]) -> str:
    """What `answers` prints, where it ends with status 2; without the folder."""
    assert main(["answers", str(assignment.folder)]) == 2
    said = capsys.readouterr().err
    return said.replace(f"{assignment.folder}/", "").rstrip()


WRONG = [
    ("4", "'B'", "max_value returned 4, but the root is worth 3"),
    ("3", "'C'", "minimax_search chose C, worth 2, but B is worth 3"),
]


@pytest.mark.parametrize("value, action, wrong", WRONG)
def test_a_reference_that_is_not_right(
    assigned: Write,
    capsys: pytest.CaptureFixture[str],
    value: str,
    action: str,
    wrong: str,
) -> None:
    """Its value is the one that is backed up, its action among the best."""
    assignment = assigned(searching(value, action))
    expected = f"reference/minimax.py: {wrong} (on the tree one)"
    assert told(assignment, capsys) == f"assignment.yaml:2:5: {expected}"
    assert not (assignment.folder / "answers" / "one.json").exists()


@pytest.mark.parametrize("value, action, wrong", WRONG)
def test_a_convention_that_is_not_right(
    assigned: Write,
    capsys: pytest.CaptureFixture[str],
    value: str,
    action: str,
    wrong: str,
) -> None:
    """The same of each other module, at the key that names it."""
    assignment = assigned(RIGHT, searching(value, action))
    expected = f"reference/conventions/other.py: {wrong} (on the tree one)"
    assert told(assignment, capsys) == f"assignment.yaml:3:5: {expected}"


def test_adequacy_stops_likewise(assigned: Write) -> None:
    """What a wrong reference takes for a mistake says nothing of the trees."""
    with pytest.raises(FileProblems, match="max_value returned 4, but the root"):
        tuple(matrices(assigned(searching("4", "'B'"))))


def test_a_best_action_need_not_be_the_first(assigned: Write) -> None:
    """Of two that are equally good a reference may choose either."""
    assignment = assigned(searching("3", "'C'"), tree="tree: [[3, 12], [3, 4]]")
    computed = trusted.compute(assignment.trees()["one"], assignment.questions())
    assert computed.questions["minimax"]["textbook"].action == "C"


@pytest.mark.parametrize("window, hard", [("[-1, 2]", 2), ("[4, 9]", 4)])
def test_outside_of_a_window_a_bound_is_right(window: str, hard: float) -> None:
    """There fail-hard returns the end that is nearest to the value, 3."""
    tree = treefile.parse(f"window: {window}\n{TREE}")
    found = trusted.compute(tree, (ALPHA_BETA,)).questions["alpha_beta"]
    assert found["fail_hard"].value == hard
    assert {answer.action for answer in found.values()} == {"B"}
