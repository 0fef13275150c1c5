"""Files of answers: written, read back, and refused where they cannot be trusted."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.answers import file as answers
from autograder.answers.file import Answer, Answers
from autograder.assignment.questions import Assignment
from autograder.errors import AssignmentError
from autograder.kinds import all as assignments
from autograder.kinds.search import signatures, trusted
from autograder.trees import file as treefile
from autograder.trees.values import exact_values
from tests.cases import for_each
from tests.small import ROOT

INF = float("inf")
TREE = treefile.parse(
    """
tree:
  A:
    B: {B1: 3, B2: 12, B3: 8}
    C: {C1: 2, C2: 4, C3: 6}
    D: {D1: 14, D2: 5, D3: 2}
"""
)
REMEDY = "run `./run_autograder answers {}`"
ASSIGNMENT = """\
questions:
  - name: alpha_beta
    arguments: [alpha, beta]
    conventions: [equality, strict]
    points: {value: 1}
    trees: [one.yaml]
"""


@pytest.fixture
def small(tmp_path: Path) -> Assignment:
    """An assignment of one tree, with its answers in place."""
    (tmp_path / "one.yaml").write_text("tree: [[3, 12, 8], [2, 4, 6], [14, 5, 2]]")
    (tmp_path / "assignment.yaml").write_text(ASSIGNMENT)
    assignment = assignments.load(tmp_path)
    computed = trusted.compute(
        assignment.trees()["one"], assignment.questions_on("one")
    )
    path = answers.path_of(assignment, "one")
    path.parent.mkdir()
    path.write_text(answers.dump(computed), encoding="utf-8")
    return assignment


def refusal(assignment: Assignment) -> str:
    """Why the answers on the tree `one` are not used."""
    with pytest.raises(AssignmentError) as caught:
        answers.load(assignment, "one")
    assert caught.value.exit_status == 2
    path = answers.path_of(assignment, "one")
    remedy = REMEDY.format(assignment.folder)
    return str(caught.value).removeprefix(f"{path}: ").removesuffix(f"; {remedy}")


PRINT = TREE.fingerprint()
NUMBERS = st.integers(-(2**53), 2**53) | st.floats(allow_nan=False)
FINITE = st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False)
LABELS = st.text(st.characters(blacklist_categories=["Cs"]), min_size=1, max_size=8)
VISITS = st.lists(
    st.tuples(LABELS) | st.tuples(LABELS, NUMBERS, NUMBERS), max_size=4
).map(tuple)
ANSWERS = st.builds(
    Answers,
    st.just(PRINT),
    st.dictionaries(LABELS, FINITE, max_size=4),
    st.lists(LABELS, max_size=3).map(tuple),
    st.dictionaries(
        LABELS,
        st.dictionaries(
            LABELS,
            st.builds(Answer, NUMBERS, st.none() | LABELS, VISITS, VISITS),
            max_size=2,
        ),
        max_size=2,
    ),
)


@given(ANSWERS)
def test_answers_read_back_as_they_were_written(found: Answers) -> None:
    """Windows may be infinite, and labels hold brackets, commas and spaces."""
    back = answers.parse(answers.dump(found), TREE)
    assert repr(found) == repr(back)


def test_a_visit_takes_one_line() -> None:
    """A change is seen in review as a change of the lines that differ."""
    visits = (("A",), ("a [  b ],  c", -INF, 2.5))
    calls = {"f": (("A", "max", INF),), "g": ()}
    answer = Answer(1, None, visits, (), calls)
    found = Answers(PRINT, {"A": 1}, ("B", "C"), {"q": {"c": answer}})
    assert answers.dump(found) == (
        f'{{\n "fingerprint": "{PRINT}",\n'
        ' "values": {\n  "A": 1\n },\n'
        ' "best_actions": ["B", "C"],\n "questions": {\n  "q": {\n   "c": {\n'
        '    "value": 1,\n    "action": null,\n    "visits": [\n     ["A"],\n'
        '     ["a [  b ],  c", "-inf", 2.5]\n    ],\n    "search_visits": [],\n'
        '    "alone": {\n     "f": [\n      ["A", "max", "inf"]\n     ],\n'
        '     "g": []\n    }\n   }\n  }\n }\n}\n'
    )
    assert answers.parse(answers.dump(found), TREE) == found


def test_on_a_large_tree_visits_are_runs_of_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The tree tells the values and the labels; a visit against its order has a run."""
    visits = (("A",), ("B",), ("B1",), ("C",), ("D",), ("D1",), ("B2",))
    answer = Answer(3, "B", visits, visits[:2], {"f": (("A", -INF, INF),)})
    found = Answers(PRINT, exact_values(TREE), ("B",), {"q": {"c": answer}})
    monkeypatch.setattr(answers, "LARGE", 12)
    text = answers.dump(found)
    assert text == (
        f'{{\n "fingerprint": "{PRINT}",\n'
        ' "best_actions": ["B"],\n "questions": {\n'
        '  "q": {\n   "c": {\n    "value": 3,\n    "action": "B",\n'
        '    "visits": "0-2 5 9-10 3",\n    "search_visits": "0-1",\n'
        '    "alone": {\n     "f": [\n      ["A", "-inf", "inf"]\n     ]\n'
        "    }\n   }\n  }\n }\n}\n"
    )
    assert answers.parse(text, TREE) == found


def test_conventions_that_do_the_same_stand_together() -> None:
    """Under all their names, in the order of the first; each is read by its own."""
    one, other = (Answer(3, action, (("A",),), (), {}) for action in "BC")
    by_name = {"equality": one, "strict": other, "fail_hard": one, "a at MAX, b": other}
    found = Answers(PRINT, {"A": 3}, ("B", "C"), {"q": by_name})
    text = answers.dump(found)
    assert list(json.loads(text)["questions"]["q"]) == [
        "equality | fail_hard",
        "strict | a at MAX, b",
    ]
    assert answers.parse(text, TREE).questions == {"q": by_name}


def test_answers_stand_in_the_order_of_the_assignment(small: Assignment) -> None:
    """Not in that of the file, where those that do the same are together."""
    path = small.folder / "assignment.yaml"
    names = ["strict", "fail_hard", "equality", "root_separate", "root_strict"]
    path.write_text(ASSIGNMENT.replace("[equality, strict]", f"[{', '.join(names)}]"))
    assignment = assignments.load(small.folder)
    computed = trusted.compute(
        assignment.trees()["one"], assignment.questions_on("one")
    )
    answers.path_of(small, "one").write_text(answers.dump(computed), encoding="utf-8")
    assert list(answers.load(assignment, "one").questions["alpha_beta"]) == names


@for_each("runs", ["13", "3-13", "4-3", "-1", "x", "1-", "1e3", "0-1e9"])
def test_numbers_of_no_node_are_no_answers(runs: str) -> None:
    """A damaged file is told, however large the number is that stands in it."""
    answer = {"value": 3, "action": "B", "visits": runs, "search_visits": "0"}
    content = {
        "fingerprint": PRINT,
        "best_actions": ["B"],
        "questions": {"q": {"c": {**answer, "alone": {}}}},
    }
    with pytest.raises(answers.BROKEN):
        answers.parse(json.dumps(content), TREE)


def test_labels_in_the_order_of_the_visits() -> None:
    """Of the value's search and of the action's."""
    found = Answer(1, "B", (("A", 0, 1), ("B",)), (("A",), ("C", 0, 1)))
    assert found.visited_labels() == ("A", "B")
    assert found.labels_visited_by_search() == ("A", "C")


def test_answers_are_loaded(small: Assignment) -> None:
    """What was computed is what is read."""
    found = answers.load(small, "one")
    assert found.best_actions == ("B",)
    assert set(found.questions["alpha_beta"]) == {"equality", "strict"}


def test_answers_that_are_missing(small: Assignment) -> None:
    """The command that computes them is told."""
    answers.path_of(small, "one").unlink()
    assert refusal(small) == "there are no answers"


def test_answers_that_cannot_be_read(small: Assignment) -> None:
    """A folder has their name."""
    answers.path_of(small, "one").unlink()
    answers.path_of(small, "one").mkdir()
    assert refusal(small) == "cannot be read (Is a directory)"


@for_each(
    "content, kind",
    [
        (b"", "JSONDecodeError"),
        (b"{", "JSONDecodeError"),
        (b"\xff", "UnicodeDecodeError"),
        (b"[]", "TypeError"),
        (b"null", "TypeError"),
        (b"[" * 100_000, "RecursionError"),
        (b"{}", "KeyError"),
        (b'{"fingerprint": 3}', "TypeError"),
        (b'{"fingerprint": OURS, "values": [1], "best_actions": []}', "TypeError"),
        (
            b'{"fingerprint": OURS, "values": {}, "best_actions": [], "questions": []}',
            "AttributeError",
        ),
    ],
)
def test_files_that_hold_no_answers(
    small: Assignment, content: bytes, kind: str
) -> None:
    """Cut off in writing, or something else altogether."""
    ours = f'"{small.trees()["one"].fingerprint()}"'
    answers.path_of(small, "one").write_bytes(content.replace(b"OURS", ours.encode()))
    assert refusal(small).startswith(
        f"not answers, or those of another version ({kind}: "
    )


@pytest.mark.parametrize("visit", [[], ["A", "x"], 3])
def test_visits_that_are_none(small: Assignment, visit: Any) -> None:
    """An entry without a label, a bound that is no number, no list."""
    path = answers.path_of(small, "one")
    content = json.loads(path.read_text(encoding="utf-8"))
    (found,) = content["questions"]["alpha_beta"].values()
    found["visits"][0] = visit
    path.write_text(json.dumps(content))
    assert refusal(small).startswith("not answers, or those of another version (")


@pytest.mark.parametrize(
    "key, value",
    [
        ("values", {"A": None}),
        ("values", {"A": math.nan}),
        ("best_actions", "B"),
        ("best_actions", [3]),
        ("questions", {"alpha_beta": {"strict": {"value": True, "action": "B"}}}),
    ],
)
def test_fields_of_another_type(small: Assignment, key: str, value: Any) -> None:
    """None that is read as if it were a number, no text as if it were a list."""
    path = answers.path_of(small, "one")
    content = json.loads(path.read_text(encoding="utf-8")) | {key: value}
    path.write_text(json.dumps(content))
    assert refusal(small).startswith(
        "not answers, or those of another version (TypeError: expected a"
    )


@pytest.mark.parametrize("best", [[], ["C"], ["B", "C"], ["X"]])
def test_best_actions_that_do_not_follow(small: Assignment, best: list[str]) -> None:
    """They are the actions that have the root's value, and no others."""
    path = answers.path_of(small, "one")
    content = json.loads(path.read_text(encoding="utf-8")) | {"best_actions": best}
    path.write_text(json.dumps(content))
    assert refusal(small) == "these are stale"


def change(small: Assignment, *keys: str) -> None:
    """Take something out of the file of answers."""
    path = answers.path_of(small, "one")
    content = inner = json.loads(path.read_text(encoding="utf-8"))
    for key in keys[:-1]:
        inner = inner[key]
    del inner[keys[-1]]
    path.write_text(json.dumps(content), encoding="utf-8")


@pytest.mark.parametrize(
    "keys",
    [
        ("questions", "alpha_beta"),
        ("questions", "alpha_beta", "equality | strict"),
        ("values", "C"),
    ],
)
def test_answers_that_are_incomplete(small: Assignment, keys: tuple[str, ...]) -> None:
    """A question, a convention or a node has been added since."""
    change(small, *keys)
    assert refusal(small) == "these are stale"


def test_answers_on_another_tree(small: Assignment) -> None:
    """A leaf has been changed since; a title would not matter."""
    path = small.folder / "one.yaml"
    path.write_text(f"title: x\n{path.read_text()}")
    found = answers.load(assignments.load(small.folder), "one")
    assert found.best_actions == ("B",)
    path.write_text("tree: [[3, 12, 8], [2, 4, 6], [14, 5, 1]]")
    assert refusal(assignments.load(small.folder)) == "these are stale"


def test_a_large_tree_of_which_less_is_left(
    small: Assignment, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Runs of numbers that are beyond it tell nothing to whoever changed the tree."""
    monkeypatch.setattr(answers, "LARGE", 12)
    text = answers.dump(answers.load(small, "one"))
    answers.path_of(small, "one").write_text(text, encoding="utf-8")
    assert '"visits": "0-' in text
    (small.folder / "one.yaml").write_text("tree: [[3, 12], [2, 4]]")
    assert refusal(assignments.load(small.folder)) == "these are stale"


def test_an_answer_of_one_convention_too_few(small: Assignment) -> None:
    """Where it was taken from those that do the same."""
    path = answers.path_of(small, "one")
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"equality | strict"', '"equality"'))
    assert refusal(small) == "these are stale"


@pytest.mark.parametrize("folder", ["test_trees", "test_trees/any_order"])
def test_the_answers_that_are_checked_in_are_up_to_date(folder: str) -> None:
    """They are what the reference and the conventions do today, and their products."""
    assignment = signatures.load(assignments.load(ROOT / folder))
    for name, tree in assignment.trees().items():
        computed = trusted.compute(tree, assignment.questions_on(name))
        trusted.check_expectations(assignment, name, computed)
        path = answers.path_of(assignment, name)
        assert answers.dump(computed) == path.read_text(encoding="utf-8"), name
        assert answers.load(assignment, name) == computed


def test_turns_in_any_order_stand_apart() -> None:
    """The textbook's max_value calls min_value without asking whose move it is."""
    default = assignments.load(ROOT / "test_trees")
    assert [name for name in default.trees() if name.startswith("any_order")] == []
    for tree in assignments.load(ROOT / "test_trees" / "any_order").trees().values():
        movers = [(node, tree.nodes[i]) for node in tree.nodes for i in node.children]
        assert any(above.to_move == below.to_move for above, below in movers)
