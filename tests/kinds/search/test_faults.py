"""A reference that is not right, or cannot be used: whose line is told, and where."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from autograder.assignment.questions import Assignment, Question
from autograder.authoring import misconceptions
from autograder.commands.main import main
from autograder.errors import FileProblems
from autograder.kinds import all as assignments
from autograder.kinds.search import computing, trusted
from autograder.kinds.search.matrix import matrices
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
def assigned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Write]:
    """Write an assignment beside a reference of one's own, and load it.

    Mixtures of its conventions are tried on no trees, which takes long.
    """
    monkeypatch.setattr(computing, "TRIED", 0)
    computing._tried.cache_clear()

    def write(
        reference: str, other: str = RIGHT, tree: str = TREE, question: str = QUESTION
    ) -> Assignment:
        for name, text in {
            "reference/minimax.py": reference,
            "reference/conventions/other.py": other,
            "trees/assignment.yaml": question,
            "trees/one.yaml": tree,
        }.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(dedent(text), encoding="utf-8")
        monkeypatch.setattr(trusted, "REFERENCE", tmp_path / "reference")
        monkeypatch.setattr("autograder.answers.board.PROJECT", tmp_path)
        return assignments.load(tmp_path / "trees")

    yield write
    computing._tried.cache_clear()


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


ENDLESS = """
    def minimax_search(game, state):
        return max_value(game, state)
    def max_value(game, state):
        while True:
            pass
    def min_value(game, state):
        return max_value(game, state)
"""
FOREVER = "import os\n\n\nwhile True: pass\n"
HURRIED = QUESTION.replace("points:", "limits: {seconds: 0.1}\n    points:")


@pytest.mark.parametrize(
    "reference, other, blamed",
    [
        (ENDLESS, RIGHT, "2:5: reference/minimax.py"),
        (RIGHT, ENDLESS, "3:5: reference/conventions/other.py"),
    ],
)
def test_a_search_that_never_ends(
    assigned: Write,
    capsys: pytest.CaptureFixture[str],
    reference: str,
    other: str,
    blamed: str,
) -> None:
    """It has the time of a submission that waits: three times 0.1 s, and one more."""
    assignment = assigned(reference, other, question=HURRIED)
    more = "it takes more than 1.3 s, and no submission has more (on the tree one)"
    found = told(assignment, capsys)
    assert found == f"assignment.yaml:{blamed}, line 5, does not end: {more}"


def test_an_import_that_never_ends(
    assigned: Write,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A loop beside all functions is ended, too, and its line named."""
    monkeypatch.setattr("autograder.answers.board.SECONDS_TO_IMPORT", 0.5)
    more = "does not end: after 0.5 s it is not yet imported"
    blamed = "2:5: reference/minimax.py, line 4"
    assert told(assigned(FOREVER), capsys) == f"assignment.yaml:{blamed}, {more}"
    blamed = "3:5: reference/conventions/other.py, line 4"
    assert told(assigned(RIGHT, FOREVER), capsys) == f"assignment.yaml:{blamed}, {more}"


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


OTHER = "reference/conventions/other.py"
SEARCH = """
def minimax_search(game, state):
    return "B"
def max_value(game, state):
    {body}
def min_value(game, state):
    return 3
"""
UNUSABLE = [
    ("if:", f"{OTHER}, line 1: SyntaxError: invalid syntax"),
    ("import none", f"{OTHER}, line 1: ModuleNotFoundError: No module named 'none'"),
    ("\nraise SystemExit(7)", f"{OTHER}, line 2: SystemExit: 7"),
    ("\n\n1 / 0", f"{OTHER}, line 3: ZeroDivisionError: division by zero"),
    (
        "def minimax_search(game, state): pass\ndef max_value(game, state): pass",
        f"{OTHER} has no such function: unknown key 'min_value'; did you mean",
    ),
]
FAILING = [
    (SEARCH.format(body="return 1 / 0"), ", line 5: ZeroDivisionError: division by"),
    (SEARCH.format(body="return None"), ": max_value returned None, expected a number"),
    (SEARCH.format(body="return True"), ": max_value returned True, expected a number"),
    (SEARCH.format(body="return float('nan')"), ": max_value returned nan, expected a"),
    (
        SEARCH.replace('"B"', '"Z"').format(body="return 3"),
        ": minimax_search returned 'Z', expected an action: B and C (on the tree one)",
    ),
    (
        SEARCH.replace('"B"', "None").format(body="return 3"),
        ": minimax_search returned None, expected an action: B and C (on the tree one)",
    ),
    (
        SEARCH.format(body="return max_value(game, state)"),
        ", line 5: RecursionError: maximum recursion depth exceeded",
    ),
    (
        SEARCH.replace(
            "min_value(game, state)", "min_value(game, state, *, beta)"
        ).format(body="return min_value(game, game.result(state, 'B'))"),
        ", line 5: TypeError: min_value() missing 1 required keyword-only argument",
    ),
]


@pytest.mark.parametrize("text, said", UNUSABLE)
def test_a_module_that_cannot_be_used(
    assigned: Write, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    """One sentence at the key that names it, with the module and its line."""
    found = told(assigned(RIGHT, text), capsys)
    assert found.startswith(f"assignment.yaml:3:5: {said}")


@pytest.mark.parametrize("text, said", UNUSABLE)
def test_a_reference_that_cannot_be_used(
    assigned: Write, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    """The same of the first, which no key may name."""
    found = told(assigned(text), capsys)
    said = said.replace("conventions/other", "minimax")
    assert found.startswith(f"assignment.yaml:2:5: {said}")


@pytest.mark.parametrize("text, said", FAILING)
def test_a_module_that_fails_on_a_tree(
    assigned: Write, capsys: pytest.CaptureFixture[str], text: str, said: str
) -> None:
    """The same where it is called, and which tree it was."""
    (first,) = told(assigned(RIGHT, text), capsys).splitlines()
    assert first.startswith(f"assignment.yaml:3:5: {OTHER}{said}")
    assert first.endswith("(on the tree one)")


def test_a_call_that_cannot_be_written_down(
    assigned: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    """The calls by which a function is judged alone have numbers and texts."""
    code = """
        def minimax_search(game, state):
            return "B"
        def max_value(game, state, alpha=None):
            return max(min_value(game, s, None) for _, s in game.successors(state))
        def min_value(game, state, alpha):
            return min(game.utility(s) for _, s in game.successors(state))
    """
    judged = QUESTION.replace("{value: 1}", "{value: 1, min_value: 1}")
    assert told(assigned(code, code, question=judged), capsys) == (
        "assignment.yaml:2:5: reference/minimax.py: min_value was called with None, "
        "expected a number or a text (on the tree one)"
    )


def test_the_reference_fails_where_its_functions_are_looked_for(
    assigned: Write, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whose function a helper is, is told by running the reference: also there."""
    code = SEARCH.format(body="return helper(game, state)")
    code += "def helper(game, state):\n    raise KeyError(7)\n"
    assignment = assigned(
        code,
        code,
        question=QUESTION.replace("{value: 1}", "{value: 1, helper: 1}"),
    )
    assert told(assignment, capsys) == (
        "assignment.yaml:2:5: reference/minimax.py, line 9: KeyError: 7 "
        "(on the tree one)"
    )


TOLD = "title: x\ntold: z\n"


@pytest.mark.parametrize(
    "text, said",
    [
        ("{", ": cannot be read: "),
        ("told: x", ": it has no title, which is what the code does"),
        ("title: [x]", ": title is no text; it is what the code does"),
        (
            f"{TOLD}gravity: all\nedit: v = 1",
            ": edit: each line begins with -, + or a space",
        ),
        (f"{TOLD}gravity: all\nedit: '- if:'", ": edit: invalid syntax: if:"),
    ],
)
def test_a_misconception_that_cannot_be_used(
    assigned: Write,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    text: str,
    said: str,
) -> None:
    """No key names it, so its own name must do."""
    folder = assigned(RIGHT).folder.parent / "reference"
    path = folder / "misconceptions" / "odd.yaml"
    path.parent.mkdir(parents=True)
    path.write_text(dedent(text))
    monkeypatch.setattr(misconceptions, "FOLDER", folder / "misconceptions")
    trees = str(assigned(RIGHT).folder)
    assert main(["answers", trees]) == 0
    assert main(["adequacy", trees]) == 2
    found = capsys.readouterr().err
    assert found.startswith(f"reference/misconceptions/odd.yaml{said}")


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
