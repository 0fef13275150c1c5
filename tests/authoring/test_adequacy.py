"""How good the trees are: what is caught, what it costs, what adds nothing.

A matrix is drawn by hand where its rows are all that counts. What a misconception does
on a small tree is derived by hand from the sentences that describe it.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from autograder.assignment.questions import Points
from autograder.errors import AssignmentError
from autograder.kinds import all as assignments
from autograder.kinds.search import matrix as adequacy
from autograder.kinds.search.matrix import Column, matrices
from tests.matrices import MINIMAX, drawn, matrix

SMALL_START = "tree: [-20]"  # MAX at the root
LARGE_START = "players: [min, max]\ntree: [20]"
STARTS = (
    *(f"initial_{number}" for number in (10, 15, 100, 1000, 9999)),
    *("initial_zero", "initial_zero_at_max", "initial_zero_at_min"),
)
TOO_SMALL = {"initial_zero", "initial_10", "initial_15"}  # starts less than 20


# What is caught


def test_a_mistake_is_caught_by_one_tree_or_several() -> None:
    """Each column says whose verdict is not that of a right program."""
    found = drawn("m v.", "n ..", "o aa")
    first, second = found.columns
    assert found.uncaught_mistakes() == ("n",)
    assert found.caught_by(first) == ("m", "o")
    assert found.caught_by(second) == ("o",)


def test_a_tree_alone_catches_what_no_other_does() -> None:
    """Without it the mistake gets through."""
    found = drawn("m v.", "n .v", "o vv", "p ..")
    assert found.caught_only_by("0") == ("m",)
    assert found.caught_only_by("1") == ("n",)


@pytest.mark.parametrize(
    "text, caught",
    [
        # MAX starts from 0 or from -10 and keeps it, since -20 is less; -100 is not
        # kept, nor is anything done at MIN.
        (SMALL_START, TOO_SMALL | {"initial_zero_at_max"}),
        # The same with MIN, of whom 20 is more than 0 and 10.
        (LARGE_START, TOO_SMALL | {"initial_zero_at_min"}),
        # MAX's 5 is more than any start value.
        ("tree: [5]", set()),
    ],
)
def test_a_start_value_is_caught_where_no_child_is_better(
    text: str, caught: set[str]
) -> None:
    """Those that stand between the leaf and infinity."""
    found = matrix(MINIMAX, text, mistakes=STARTS)
    assert set(STARTS) - set(found.uncaught_mistakes()) == caught


def test_what_is_accepted_is_not_caught() -> None:
    """The last of two equal actions is right unless the first is asked for."""
    for ties, missed in ("any", ("last_action",)), ("first", ()):
        question = replace(MINIMAX, ties=ties)
        found = matrix(question, "tree: [4, 4]", mistakes=("last_action",))
        assert found.uncaught_mistakes() == missed


# What it costs


def paying(points: float, *wrong: tuple[str, ...]) -> Column:
    """A test whose value is worth one point and whose action so many."""
    shares = Points((("value", 1.0), ("action", points)))
    (column,) = drawn(*(f"m{n} a" for n in range(len(wrong)))).columns
    return replace(column, wrong=wrong, points=shares)


def test_a_mistake_costs_what_it_has_wrong() -> None:
    """Over all trees, of all that these pay."""
    found = drawn("m vv", "n a.")
    columns = (
        paying(3, ("value", "action"), ("action",)),
        paying(1, ("action", "visits"), ()),
    )
    found = replace(
        found,
        columns=tuple(
            replace(c, wrong=p.wrong, points=p.points)
            for c, p in zip(found.columns, columns, strict=True)
        ),
    )
    costs = [(cost.mistake, cost.percent) for cost in found.costs()]
    assert costs == [("n", 50), ("m", pytest.approx(100 * 5 / 6))]


def test_what_no_tree_catches_has_no_cost() -> None:
    """That it gets through is said of it already."""
    assert drawn("m .").costs() == ()


# Trees that add nothing


def test_a_tree_adds_nothing_beside_its_like() -> None:
    """Of two trees alike each can go, but not both; the third is needed."""
    found = drawn("m v.v", "n .v.")
    assert found.trees_that_add_nothing() == ("0", "2")
    left = found.without_idle_trees(("0", "2"))
    assert [column.name for column in left.columns] == ["1", "2"]


def test_a_tree_that_catches_one_more_adds_something() -> None:
    """Without the second the mistake gets through."""
    assert drawn("m vv", "n .v").trees_that_add_nothing() == ("0",)
    assert drawn("m v.", "n .v").trees_that_add_nothing() == ()


# An assignment


def write(folder: Path, *questions: str, **trees: str) -> Path:
    """An assignment of these questions on trees."""
    for name, text in trees.items():
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    text = "questions:\n" + "".join(f"  - {{{each}}}\n" for each in questions)
    (folder / "assignment.yaml").write_text(text, encoding="utf-8")
    return folder


def test_without_the_reference_it_says_where_to_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As in what students get."""
    question = "name: minimax, points: {value: 1}, trees: [leaf.yaml]"
    folder = write(tmp_path, question, leaf="tree: [5]")
    monkeypatch.setattr(adequacy, "REFERENCE", tmp_path / "reference")
    with pytest.raises(AssignmentError, match="there is no such folder; the trees"):
        list(matrices(assignments.load(folder)))
