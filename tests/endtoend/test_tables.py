"""Tables from the file to the report: answers computed, submissions graded, told.

References are modules in a folder of the test's own; submissions are graded by the
command line. What the units' fixtures earn stands in tests/repeated.
"""

from __future__ import annotations

import json
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest

from autograder.answers.file import grouped_tests
from autograder.assignment.questions import Limits
from autograder.authoring import misconceptions
from autograder.authoring.lazy import MOST_LAZY
from autograder.errors import AssignmentError, FileProblems
from autograder.kinds import all as assignments
from autograder.kinds.all import KINDS
from autograder.kinds.caught import EARNED, OF_THE_BEST, OVERPAID, Caught
from autograder.kinds.kind import Onlooker
from autograder.kinds.table import authors as tablemistakes
from autograder.kinds.table import judging
from autograder.kinds.table import question as tables
from autograder.kinds.table.authors import FORMULA, TITLE
from autograder.kinds.table.kind import (
    CAME_OTHERWISE,
    CHANGED,
    CHANGES,
    KEEPS,
    LIST_HINTS,
    NUMBER_HINTS,
    ONE_GROUP,
    STAYS,
    WANTED,
)
from autograder.kinds.table.question import TableTest, parse_answers
from autograder.words.blocks import NO_FEEDBACK, grader_failed_sentence
from autograder.words.faults import PRINTED, RETURNED
from tests.platforms import within
from tests.small import ROOT, run
from tests.tablegrading import GIVEN, RIGHT_G, graded, line
from tests.tables import questions

HEAD = "questions:\n- name: f\n  kind: table\n  points: {result: 1}\n"
ROWS = "  rows:\n  - [1]\n"
LAWFUL = (
    "questions:\n- name: f\n  kind: table\n  points: {laws: 1}\n"
    "  laws: [equal_sides]\n  rows: {g: [[1, 0, 1, 0]]}\n"
)
LISTED = HEAD + "  compare: sequence\n" + ROWS
BOUNDS = (
    "all in all 2,000 values, lists 5 deep, and texts of 200 characters that can be "
    "printed are the most"
)
A_LIST = f"expected {WANTED[tables.SEQUENCE].name}"

# Answers that are computed


@pytest.fixture
def reference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of references in the place of ours, as `reference` below a project."""
    folder = tmp_path / "reference"
    folder.mkdir()
    monkeypatch.setattr(tablemistakes, "REFERENCE", folder)
    monkeypatch.setattr("autograder.answers.board.PROJECT", tmp_path)
    return folder


def computed(reference: Path, text: str, code: str | None) -> dict[str, Any]:
    """The file of answers to f, by the reference of this code."""
    if code is not None:
        (reference / "f.py").write_text(code, encoding="utf-8")
    folder = reference.parent / "trees"
    folder.mkdir()
    (folder / "assignment.yaml").write_text(text, encoding="utf-8")
    found = KINDS["table"].answer_files(assignments.load(folder), Onlooker())
    ((path, content),) = found
    assert path == folder / "answers" / "f.table.json"
    answers: dict[str, Any] = json.loads(content)
    return answers


def problem(reference: Path, text: str, code: str | None) -> str:
    """The one thing that is wrong, as `line:column: message`."""
    with pytest.raises(FileProblems) as caught:
        computed(reference, text, code)
    (found,) = caught.value.problems
    place = f"{reference.parent / 'trees' / 'assignment.yaml'}:"
    return str(found).removeprefix(place)


def test_results_are_those_of_the_reference(reference: Path) -> None:
    """Each row has arguments of its own; the names of the arguments are kept."""
    text = HEAD + "  rows: {g: [[[1, 2]], {of: [[3]], is: 3}]}\n"
    code = "def f(given):\n    return sum(given.pop() for _ in range(len(given)))\n"
    assert computed(reference, text, code) == {
        "names": ["given"],
        "results": {"g": {"f([1, 2])": 3, "f([3])": 3}},
    }


def test_without_a_reference_rows_have_their_results(reference: Path) -> None:
    """Those of the file are recorded."""
    text = HEAD + "  rows: [{of: [1], is: 2.5}]\n"
    assert computed(reference, text, None) == {
        "names": [],
        "results": {"f(1)": {"f(1)": 2.5}},
    }


def test_what_the_source_says_stays(reference: Path) -> None:
    """Where the reference is within the tolerance, the file's own figure is held."""
    text = HEAD + "  tolerance: 0.01\n  rows: [{of: [1], is: 1.917}]\n"
    found = computed(reference, text, "def f(x):\n    return 1.9166\n")
    assert found["results"] == {"f(1)": {"f(1)": 1.917}}


@pytest.mark.parametrize(
    "text, code, told",
    [
        (
            HEAD + ROWS,
            None,
            "6:5: a row needs a result: write {of: …, is: …}, for reference/f.py does ",
        ),
        (HEAD + ROWS, "def g(x): ...\n", "2:3: reference/f.py has no function f"),
        (HEAD + ROWS, "f = len\n", "2:3: reference/f.py has no function f"),
        (
            HEAD + "  function: g\n" + ROWS,
            "def f(x): ...\n",
            "5:3: reference/f.py has no function g",
        ),
        (
            HEAD + "  module: f\n" + ROWS,
            "\nimport none_such\n",
            (
                "5:3: reference/f.py, line 2: ModuleNotFoundError: No module named "
                "'none_such'"
            ),
        ),
        (
            HEAD + ROWS,
            "raise SystemExit(3)\n",
            "2:3: reference/f.py, line 1: SystemExit: 3",
        ),
        (
            HEAD + ROWS,
            "def f(x):\n    return {}[x]\n",
            "6:5: reference/f.py: f(1) raised KeyError: 1",
        ),
        (
            HEAD + ROWS,
            "def f(x):\n    raise SystemExit(2)\n",
            "6:5: reference/f.py: f(1) raised SystemExit: 2",
        ),
        (
            HEAD + ROWS,
            "def f(x, y): ...\n",
            (
                "6:5: reference/f.py: f(1) raised TypeError: f() missing 1 required "
                "positional argument: 'y'"
            ),
        ),
        (
            HEAD + "  rows:\n  - [1]\n  - {of: [2], is: 4}\n",
            "def f(x):\n    return x\n",
            "7:5: reference/f.py: f(2) returned 2, but 4 stands here",
        ),
        (
            LAWFUL,
            "def f(c, k, c2, k2):\n    return 1\n",
            "5:3: reference/f.py breaks the law equal_sides: f(1, 0, 1, 0)",
        ),
        (
            LAWFUL,
            "def f(c, k, c2, k2): ...\n",
            (
                "6:14: reference/f.py: f(1, 0, 1, 0) returned None: "
                f"{NUMBER_HINTS['none']}"
            ),
        ),
        (
            LAWFUL.replace("[1, 0, 1, 0]", "[1, 0]"),
            "def f(c, k):\n    return 0\n",
            "5:3: the law equal_sides does not fit these rows (equal_sides.py, line 1",
        ),
        (
            HEAD + "  compare: sequence\n  rows:\n  - {of: [1], is: [[[[[[1]]]]]]}\n",
            None,
            f"7:5: nothing could return [[[[[[1]]]]]]: {BOUNDS}",
        ),
        (
            HEAD + '  compare: set\n  rows:\n  - {of: [1], is: ["a\\nb"]}\n',
            None,
            f"7:5: nothing could return ['a\\nb']: {BOUNDS}",
        ),
    ],
)
def test_a_reference_that_cannot_be_used(
    reference: Path, text: str, code: str | None, told: str
) -> None:
    """One sentence, at the row or the key that it is about."""
    assert problem(reference, text, code).startswith(told)


@pytest.mark.parametrize(
    "value, kind",
    [
        ("None", "none"),
        ("True", "bool"),
        ("float('inf')", "inf"),
        ("float('nan')", "nan"),
        ("2**60", "huge"),
        ("(n for n in [1])", "iterator"),
        ("'3'", "str"),
        ("[3]", "list"),
    ],
)
def test_a_reference_that_returns_no_number(
    reference: Path, value: str, kind: str
) -> None:
    """No submission could be right that returns what it does."""
    found = problem(reference, HEAD + ROWS, f"def f(x):\n    return {value}\n")
    assert found.startswith("6:5: reference/f.py: f(1) returned ")
    assert f": {NUMBER_HINTS[kind]}" in found


@pytest.mark.parametrize(
    "value, told",
    [
        ("None", f"None: {LIST_HINTS['none']}"),
        ("{1, 2}", f"the set {{1, 2}}: {LIST_HINTS['set']}"),
        ("object()", f"an object of class object: {A_LIST}"),
        ("[float('inf')]", f"the list [inf]: {A_LIST}; {BOUNDS}"),
        ("[0] * 2001", f"the list [0, 0, 0, 0, 0, 0, ...]: {A_LIST}; {BOUNDS}"),
        ("[[[[[[1]]]]]]", f"the list [[[...]]]: {A_LIST}; {BOUNDS}"),
        ("['a\\nb']", f"the list ['a\\nb']: {A_LIST}; {BOUNDS}"),
    ],
)
def test_a_reference_that_returns_no_list(
    reference: Path, value: str, told: str
) -> None:
    """Nor one that would not come from a worker as it is."""
    found = problem(reference, LISTED, f"def f(x):\n    return {value}\n")
    assert found == f"7:5: reference/f.py: f(1) returned {told}"


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """A submission that waits has little time."""
    monkeypatch.setattr(Limits, "wall_seconds", 0.05)


@pytest.mark.usefixtures("hurried")
def test_a_reference_that_never_ends(reference: Path) -> None:
    """It has the time of a submission that waits."""
    text = HEAD + ROWS
    found = problem(reference, text, "def f(x):\n    while True: pass\n")
    assert found == (
        "6:5: reference/f.py: f(1) does not end: it takes more than 0.05 s, and no "
        "submission has more"
    )


MISTAKE = "title: Wrong\ngravity: all\ntold: |\n  Wrong.\n\n  Why?\nedit: |\n"


@pytest.fixture
def mistakes(reference: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the mistakes of f."""
    monkeypatch.setattr(misconceptions, "FOLDER", reference)
    (reference / "f").mkdir()
    return reference / "f"


def mistaken(reference: Path, text: str) -> tuple[Caught, ...]:
    """The mistakes of f, which returns what it is given, and what catches them."""
    code = "def f(x):\n    return x\n"
    answers = json.dumps(computed(reference, text, code))
    assignment = assignments.load(reference.parent / "trees")
    ((_, tests),) = grouped_tests(assignment, TableTest).items()
    return tablemistakes.caught_by_rows(tests, parse_answers(answers, tests))


@pytest.mark.usefixtures("hurried")
def test_a_mistake_that_never_ends(reference: Path, mistakes: Path) -> None:
    """Only the group whose call does not end catches it, and it ends what is tried."""
    edit = "  - return x\n  + while x == 2:\n  +     pass\n  + return x\n"
    (mistakes / "endless.yaml").write_text(MISTAKE + edit)
    rows = "  rows: {one: [[1]], two: [[1], [2], [3]]}\n"
    (found,) = mistaken(reference, HEAD + rows)
    assert found.by == ("two",)


def test_a_law_that_does_not_fit_a_mistake(
    reference: Path, mistakes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The law is named, and the question: its author is at fault, not the grader."""
    for module in (judging, tables):
        monkeypatch.setattr(module, "LAW_FOLDER", reference)
    (reference / "whole.py").write_text(
        "'''Whole.'''\n"
        "def broken(found):\n    return [r for r in found if range(found[r]) is r]\n"
    )
    (mistakes / "half.yaml").write_text(MISTAKE + "  - return x\n  + return x / 2\n")
    text = HEAD.replace("result", "laws") + "  laws: [whole]\n  rows: {g: [[1]]}\n"
    told = r"^f: the law whole does not fit these rows \(whole.py, line 3: TypeError: "
    with pytest.raises(AssignmentError, match=told):
        mistaken(reference, text)


# Submissions that are graded


def test_what_changes_its_arguments_is_right_and_told_so(tmp_path: Path) -> None:
    """Each row has its own: nothing else went wrong."""
    code = "def g(x):\n    x.sort()\n    return x\n"
    test = graded(tmp_path, GIVEN, code)["g: "]
    assert test["score"] == 1
    assert test["output"] == f"{CHANGED}\n\n{CHANGES.format('g([2, 1])')}"


def test_what_is_kept_from_call_to_call_is_found(tmp_path: Path) -> None:
    """A call that is right by itself was made wrong by those before it."""
    code = "made = []\ndef f(x):\n    made.append(x)\n    return sum(made)\n"
    test = graded(tmp_path, GIVEN, code)["small"]
    assert line(test) == f"{RETURNED.format('f(2)', 3, 2)}; {STAYS}"
    assert KEEPS.format("f(2)") in test["output"]


def test_random_results_are_told(tmp_path: Path) -> None:
    """A second run goes otherwise; that is told, and nothing is lost by it."""
    code = "import random\nrandom.seed()\ndef f(x):\n    return random.random()\n"
    test = graded(tmp_path, GIVEN, code)["small"]
    assert CAME_OTHERWISE in test["output"]
    assert test["extra_data"]["deterministic"] is False


def test_infinity_is_right_where_a_row_says_so(tmp_path: Path) -> None:
    """Its sign counts; where a row has a number, it is none."""
    rows = "{of: [1], is: .inf}, {of: [2], is: -.inf}, {of: [3], is: 3}, {of: [.inf], "
    text = HEAD + f"  rows: [{rows}is: 0}}]\n"
    code = "def f(x):\n    return float('inf') if x < 4 else 0\n"
    tests = graded(tmp_path, text, code).results["tests"]
    assert [(test["score"], line(test)) for test in tests] == [
        (1, "correct"),
        (0, RETURNED.format("f(2)", "inf", "-inf")),
        (0, RETURNED.format("f(3)", "inf", "3")),
        (1, "correct"),
    ]


def test_what_is_printed_is_shown(tmp_path: Path) -> None:
    """Marked as the student's own, below a test that is right, too."""
    test = graded(tmp_path, GIVEN, "def f(x):\n    print('at', x)\n    return x\n")
    output = f"correct\n\n{PRINTED}\n  | at 1\n  | at 2"
    assert test["small"]["output"] == output


def test_what_other_programs_read(tmp_path: Path) -> None:
    """The value of the first call that is wrong, or of the first; nothing else."""
    code = f"def f(x):\n    return [1, None][x - 1]\n{RIGHT_G}"
    found = graded(tmp_path, GIVEN, code)
    small, large, other = found.results["tests"]
    told: dict[str, Any] = {
        "action": None,
        "visited": [],
        "convention": None,
        "deterministic": True,
        "explanation": None,
    }
    assert small["extra_data"] == told | {
        "question": "f",
        "tree": "small",
        "verdict": "wrong_type",
        "value": "None",
        "diagnosis": None,
    }
    assert large["extra_data"]["value"] is None
    assert large["extra_data"]["verdict"] == "crashed"
    assert other["extra_data"]["value"] == [1, 2]
    assert other["extra_data"]["tree"] == "g([2, 1])"


ONE_MISSED = "def f(x):\n    return x if x > 5 else 0\n"


def test_the_one_group_that_is_missed_is_named(tmp_path: Path) -> None:
    """Where all else is right, that tells what to think of."""
    found = graded(tmp_path, GIVEN, ONE_MISSED)
    assert ONE_GROUP.format("f", "those", "small") in found.results["output"]


def test_the_rows_that_are_missed_of_a_group_are_counted_and_named(
    tmp_path: Path,
) -> None:
    """Where some of it are right, the group is not what they have in common."""
    code = f"def f(x):\n    return 0 if x == 2 else x\n{RIGHT_G}"
    found = graded(tmp_path, GIVEN, code)
    told = found.results["output"]
    assert "1 of the 2 of “small”" in told
    assert "f(2)." in told
    assert "f(1)" not in told


def test_a_name_that_would_act_on_its_reader_is_shown_harmlessly(
    tmp_path: Path,
) -> None:
    """Whatever an author calls a group, a terminal shows its letters."""
    text = GIVEN.replace("small", '"red \\e[31m\\n[x]/<b>"')
    found = graded(tmp_path, text, ONE_MISSED)
    shown = r"red \x1b[31m\n[x]/<b>"
    assert "\x1b" not in found.stdout
    assert found["red"]["name"] == f"f: {shown}"
    assert f"those of “{shown}”" in found.results["output"]


def test_a_law_that_does_not_fit_is_no_students_zero(tmp_path: Path) -> None:
    """It is a fault of the grader; no score follows, and the status says so."""
    text = LAWFUL.replace("[1, 0, 1, 0]", "{of: [1, 0], is: 0}")
    found = graded(tmp_path, text, "def f(c, k):\n    return c\n")
    (test,) = found.results["tests"]
    assert found.status == 3
    assert "score" not in test
    assert test["output"] == grader_failed_sentence(
        "the law equal_sides does not fit these rows (equal_sides.py, line 16: "
        "ValueError: not enough values to unpack (expected 4, got 2))"
    )


# What students are not told

SECRET = GIVEN.replace(
    "- name: g",
    "- name: f\n  kind: table\n  points: {result: 3}\n  visibility: hidden\n"
    "  rows: {secret group: [{of: [777], is: 778}, {of: [888], is: 888}]}\n- name: g",
)


def test_hidden_rows_tell_students_nothing(tmp_path: Path) -> None:
    """Neither in the tests that they see nor in what is printed for all."""
    found = graded(tmp_path, SECRET, "def f(x):\n    return x\n")
    visible = [t for t in found.results["tests"] if t["visibility"] == "visible"]
    seen = json.dumps([visible, found.results.get("output", "")])
    for secret in ("secret", "777", "778", "888"):
        assert secret not in seen
    hidden = found["secret group"]
    assert (hidden["visibility"], hidden["score"]) == ("hidden", 0)
    assert line(hidden) == RETURNED.format("f(777)", 777, 778)


def test_a_group_that_only_the_hidden_ones_contradict_is_told(tmp_path: Path) -> None:
    """What is told of visible tests follows from them."""
    found = graded(tmp_path, SECRET, ONE_MISSED)
    assert ONE_GROUP.format("f", "those", "small") in found.results["output"]


STUBBED = """\
questions:
- {name: material, kind: table, module: estimates, points: {result: 1}, rows: [[3, 1]]}
- name: material
  kind: table
  module: estimates
  points: {result: 1}
  visibility: hidden
  rows: {secret group: [[777, 111]]}
"""


def test_students_get_no_hidden_rows(tmp_path: Path) -> None:
    """Neither in the assignment of their zip nor in its answers."""
    graded(tmp_path, STUBBED, None)
    done = run("bundle", tmp_path / "zips", "--assignment", tmp_path / "trees")
    assert done.returncode == 0, done.stderr
    for name, is_there in (("autograder", True), ("student", False)):
        with zipfile.ZipFile(tmp_path / "zips" / f"{name}.zip") as packed:
            files = {
                n[n.index("test_trees/") :]: packed.read(n)
                for n in packed.namelist()
                if "test_trees/" in n
            }
        assert "test_trees/assignment.yaml" in files
        assert "test_trees/answers/material.table.json" in files
        for secret in (b"secret", b"777", b"111"):
            assert any(secret in text for text in files.values()) is is_there


@pytest.mark.parametrize(
    "feedback, output",
    [
        ("none", NO_FEEDBACK),
        ("diagnosis", "a result is wrong"),
    ],
)
def test_feedback_holds_back_rows(tmp_path: Path, feedback: str, output: str) -> None:
    """With `diagnosis` a word on what came of it."""
    text = GIVEN.replace("result: 2}", f"result: 2}}\n  feedback: {feedback}")
    found = graded(tmp_path, text, ONE_MISSED)
    told = found["small"]["output"]
    assert output in told
    assert "f(1)" not in told
    assert "expected" not in told
    assert "small”" not in told


@pytest.mark.parametrize("feedback", ["none", "diagnosis"])
def test_no_rows_are_named_that_are_held_back(tmp_path: Path, feedback: str) -> None:
    """Neither below the test nor above all tests."""
    text = GIVEN.replace("result: 2}", f"result: 2}}\n  feedback: {feedback}")
    code = f"def f(x):\n    return 0 if x == 2 else x\n{RIGHT_G}"
    found = graded(tmp_path, text, code)
    told = f"{found.results.get('output', '')}{found['small']['output']}"
    assert "f(2)" not in told


# Some of the tests


@pytest.mark.parametrize(
    "arguments, names",
    [
        (("--question", "g"), ["g: g([2, 1])"]),
        (("--tree", "small"), ["f: small"]),
        (("--tree", "g([2, 1])"), ["g: g([2, 1])"]),
        (("--question", "f", "--tree", "l*"), ["f: large"]),
    ],
)
def test_tests_are_chosen_by_name(
    tmp_path: Path, arguments: tuple[str, ...], names: list[str]
) -> None:
    """A call with brackets is a name, and no pattern."""
    found = graded(tmp_path, GIVEN, "def f(x):\n    return x\n", *arguments)
    assert [test["name"] for test in found.results["tests"]] == names


def test_students_read_of_functions_alone(tmp_path: Path) -> None:
    """Of trees nothing is said where there are none."""
    folder = ROOT / "test_trees" / "matrix_games"
    assert run("bundle", tmp_path, "--assignment", folder).returncode == 0
    with zipfile.ZipFile(tmp_path / "student.zip") as packed:
        text = packed.read("matrix-games/README.md").decode()
    headings = [line for line in text.splitlines() if line.startswith("## ")]
    assert headings == ["## Try it at home", "## Functions without a game"]
    assert "breakpoint" not in text


def test_laws_are_in_the_zips(tmp_path: Path) -> None:
    """Whoever grades by the zip needs them; no reference comes with them."""
    folder = ROOT / "test_trees" / "estimates"
    assert run("bundle", tmp_path, "--assignment", folder).returncode == 0
    for name in ("autograder", "student"):
        with zipfile.ZipFile(tmp_path / f"{name}.zip") as packed:
            archive = tmp_path / f"{name}.zip"
            names = {within(archive, n) for n in packed.namelist()}
            files = {n for n in names if n.startswith("reference/")}
        laws = {
            f"reference/laws/{name}.py"
            for question in questions("estimates")
            for name in question.laws
        }
        assert laws == {each for each in files if "/laws/" in each}
        assert "reference/estimates.py" not in files


# What rows catch


def test_what_rows_catch_and_what_a_constant_earns() -> None:
    """Of each question; each mistake with the tests that show it."""
    done = run("adequacy", ROOT / "test_trees" / "matrix_games", "--check")
    assert (done.returncode, done.stderr) == (0, "")
    assert "maximin: 9 misconceptions on 14 rows in 5 tests\n" in done.stdout
    assert "  mixed_saddle_not_asked: one saddle point and the same" in done.stdout
    assert "  saddle_either: all\n" in done.stdout
    of = "15, 15, 25, 21 and 24,"
    assert EARNED.rstrip(":").format(FORMULA, of) in done.stdout
    # rock, paper, scissors, -1, 1 and []: 1, 1 and 4; other tests have several results
    assert "a constant for each function          6.0\n" in done.stdout
    # the first number beside them is the value where all are the same, for 3
    assert OF_THE_BEST[False].format(9, MOST_LAZY[False]) in done.stdout


def checked(folder: Path, matrix: str) -> subprocess.CompletedProcess[str]:
    """What is said of maximin where it is asked of one matrix."""
    (folder / "assignment.yaml").write_text(
        "questions:\n- name: maximin\n  kind: table\n  module: matrix_games\n"
        f"  points: {{result: 1}}\n  rows: {{alone: [[{matrix}]]}}\n",
        encoding="utf-8",
    )
    assert run("answers", folder).returncode == 0
    return run("adequacy", folder, "--check")


def test_rows_that_do_not_do(tmp_path: Path) -> None:
    """One number: most mistakes show nothing, and a constant earns it all."""
    done = checked(tmp_path, "[[5]]")
    missed, cheap, _ = done.stderr.splitlines()
    assert done.returncode == 2
    assert missed.startswith("maximin: no row catches 7 (maximin_is_minimax, ")
    assert cheap == OVERPAID.format(FORMULA, 1, 1, TITLE, MOST_LAZY[False])
