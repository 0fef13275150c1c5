"""A question in parts: trees, worth, visibility and feedback of each."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder.assignment.questions import Assignment
from autograder.errors import FileProblems
from autograder.kinds import all as assignments

TREES = {"one": "tree: [1]\n", "two": "tree: [1, 2]\n", "more/three": "tree: [3]\n"}
TWO = """\
questions:
- name: q
  conventions: [a, b]
  points: {value: 2, action: 1}
  parts:
  - worth: 10
    trees: [more/*.yaml, one.yaml, two.yaml]
"""
HEAD = "questions:\n- name: q\n"
ONE_PART = f"{HEAD}  conventions: [a, b]\n  points: {{value: 1}}\n  trees: [one.yaml]\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three trees."""
    for name, text in TREES.items():
        path = tmp_path / f"{name}.yaml"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def load(folder: Path, text: str) -> Assignment:
    """The assignment of this text."""
    (folder / "assignment.yaml").write_text(text, encoding="utf-8")
    return assignments.load(folder)


def problems(folder: Path, text: str) -> list[str]:
    """What is wrong with it, by line and column."""
    with pytest.raises(FileProblems) as caught:
        load(folder, text)
    before = f"{folder}/assignment.yaml:"
    return [line.removeprefix(before) for line in str(caught.value).splitlines()]


def earned(found: Assignment) -> dict[str, float]:
    """What each test can earn."""
    return {test.about: test.points.max_points for test in found.tests}


def test_the_trees_of_a_part_share_its_worth(folder: Path) -> None:
    """In hundredths, and the first has what is left."""
    found = load(folder, TWO)
    assert earned(found) == {"more/three": 3.34, "one": 3.33, "two": 3.33}
    assert found.max_points() == 10
    assert dict(found.tests[0].points.shares) == {"value": 2.23, "action": 1.11}


def test_whoever_adds_a_tree_edits_no_figure(folder: Path) -> None:
    """The worth stays; each tree earns less."""
    before = load(folder, TWO.replace("more/*.yaml, one.yaml", "more/*.yaml"))
    (folder / "more" / "four.yaml").write_text("tree: [4]\n", encoding="utf-8")
    after = load(folder, TWO.replace("more/*.yaml, one.yaml", "more/*.yaml"))
    assert before.max_points() == after.max_points() == 10
    assert earned(before) == {"more/three": 5, "two": 5}
    assert earned(after) == {"more/four": 3.34, "more/three": 3.33, "two": 3.33}


def test_each_part_says_for_itself_who_sees_it(folder: Path) -> None:
    """What stands beside the parts holds for those that say nothing else."""
    found = load(
        folder,
        HEAD + "  points: {value: 1}\n  feedback: diagnosis\n  parts:\n"
        "  - {worth: 2, trees: [one.yaml]}\n"
        "  - {trees: [two.yaml], visibility: hidden, points: {value: 3, visits: 1}}\n"
        "  - {trees: [more/*.yaml], feedback: none, visibility: after_due_date}\n",
    )
    assert [
        (t.about, t.points.max_points, t.visibility, t.feedback) for t in found.tests
    ] == [
        ("one", 2, "visible", "diagnosis"),
        ("two", 4, "hidden", "diagnosis"),
        ("more/three", 1, "after_due_date", "none"),
    ]
    (question,) = {test.question for test in found.cases}
    assert question.facets == ("value", "visits")


def test_hints_of_the_assignment_hold_where_nothing_else_is_said(
    folder: Path,
) -> None:
    """A question says it for its parts, and a part for itself."""
    parts = "parts:\n  - {trees: [one.yaml]}\n"
    parts += "  - {trees: [two.yaml], hints: question}\n"
    told = []
    for before, own in (("", ""), ("hints: fix\n", ""), ("", "  hints: fix\n")):
        text = f"{before}{HEAD}{own}  points: {{value: 1}}\n  {parts}"
        told.append([test.part.hints for test in load(folder, text).tests])
    assert told == [["question"] * 2, *[["fix", "question"]] * 2]


@pytest.mark.parametrize(
    "text, accepted",
    [
        (TWO, ("a", "b")),
        (TWO.replace("[a, b]", "[a, b]\n  accept: [b]"), ("b",)),
        (
            HEAD + "  conventions: [a, b]\n  points: {value: 1}\n  trees: [one.yaml]",
            "a",
        ),
    ],
)
def test_with_parts_all_conventions_are_accepted(
    folder: Path, text: str, accepted: tuple[str, ...]
) -> None:
    """Unless it is said which; in the form without parts it is the first."""
    assert load(folder, text).questions()[0].accept == (*accepted,)


def test_a_question_without_parts_may_have_a_worth(folder: Path) -> None:
    """It is one part."""
    found = load(
        folder, HEAD + "  worth: 1\n  points: {value: 7}\n  trees: [t*.yaml]\n"
    )
    assert earned(found) == {"two": 1}


def test_a_table_in_parts(folder: Path) -> None:
    """Its tests are groups of rows."""
    found = load(
        folder,
        HEAD + "  kind: table\n  points: {result: 1}\n  parts:\n"
        "  - {worth: 1, rows: {a: [[1]], b: [[2]], c: [[3]]}}\n"
        "  - {worth: 5, rows: {d: [[4]]}, visibility: hidden}\n",
    )
    assert earned(found) == {"a": 0.34, "b": 0.33, "c": 0.33, "d": 5}


@pytest.mark.parametrize(
    "text, expected",
    [
        (
            HEAD + "  parts:\n  - worth: 1\n",
            ["4:5: a part needs `points` and `trees`"],
        ),
        (
            HEAD + "  points: {value: 1}\n  parts: []\n",
            ["4:10: expected at least one part"],
        ),
        (
            TWO + "  trees: [one.yaml]\n",
            ["8:10: `trees` stands in each of the `parts`"],
        ),
        (TWO + "  worth: 3\n", ["8:10: `worth` stands in each of the `parts`"]),
        (
            TWO.replace("10", "0.005"),
            ["6:12: expected at most two decimals, found 0.005"],
        ),
        (TWO.replace("10", "0"), ["6:12: expected a number above 0, found 0"]),
        (
            TWO.replace("10", "0.02"),
            ["6:12: 3 tests share it: less than a hundredth for each"],
        ),
        (
            TWO.replace("value: 2, action: 1", "value: 0"),
            ["6:12: no facet has points to share it by"],
        ),
        (
            TWO + "  - trees: [one.yaml]\n",
            ["8:13: q asks one twice"],
        ),
        (
            TWO.replace("value: 2", "value: -2"),
            ["4:19: points cannot be negative, found -2"],
        ),
        (
            TWO + "- name: q\n  points: {value: 1}\n  trees: [one.yaml]\n",
            [
                "8:3: q stands above; with `parts` a question is one",
                "10:11: q asks one twice",
            ],
        ),
        (
            TWO.replace("worth", "worht"),
            ["6:5: unknown key 'worht'; did you mean worth?"],
        ),
    ],
)
def test_problems_of_parts(folder: Path, text: str, expected: list[str]) -> None:
    """Each has its place, and is told once."""
    assert problems(folder, text) == expected


def test_parts_alike_stay_apart_when_they_are_written(folder: Path) -> None:
    """A worth is one part's, though another has the same."""
    text = TWO.replace("[more/*.yaml, one.yaml, two.yaml]", "[one.yaml]")
    text += "  - worth: 10\n    trees: [two.yaml, more/*.yaml]\n"
    found = load(folder, text)
    assert load(folder, assignments.dump(found)) == found


def test_a_group_changes_no_points(folder: Path) -> None:
    """It says what they are for; an assignment has groups if some part has one."""
    part = "  - {{{}worth: 10, points: {{value: 2}}, trees: [one.yaml, two.yaml]}}\n"
    found = [
        load(folder, HEAD + "  parts:\n" + part.format(group))
        for group in ("", "group: ties, ")
    ]
    assert [t.points for t in found[0].tests] == [t.points for t in found[1].tests]
    assert [a.has_groups for a in found] == [False, True]
    assert {t.part.group for t in found[1].tests} == {"ties"}
