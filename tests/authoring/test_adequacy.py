"""How good the trees are: what is caught, what is told apart, what adds nothing.

A matrix is drawn by hand where its rows are all that counts. What a misconception does
on a small tree is derived by hand from the sentences that describe it.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from autograder.assignment.points import Points
from autograder.authoring import adequacy
from autograder.authoring.adequacy import Column, Matrix, matrices
from autograder.errors import AssignmentError
from autograder.kinds import all as assignments
from tests.matrices import FIGURE, MINIMAX, drawn, hidden, matrix

SMALL_START = "tree: [-20]"  # MAX at the root
LARGE_START = "players: [min, max]\ntree: [20]"
STARTS = (
    *(f"initial_{number}" for number in (10, 15, 100, 1000, 9999)),
    *("initial_zero", "initial_zero_at_max", "initial_zero_at_min"),
)
TOO_SMALL = {"initial_zero", "initial_10", "initial_15"}  # starts less than 20


# What is caught


def test_a_mistake_is_caught_where_each_of_its_styles_is() -> None:
    """By one tree or by several; one style that gets through is enough to miss it."""
    found = drawn("m one v.", "m two .v", "n one vv", "n two ..", "o one a.")
    first, second = found.columns
    assert found.uncaught() == ("n",)
    assert found.missed() == (3,), "the second style of n"
    assert found.caught_by(first) == ("o",)
    assert found.caught_by(second) == ()


def test_a_tree_alone_catches_what_no_other_does() -> None:
    """Without it a style of the mistake gets through."""
    found = drawn("m one v.", "m two .v", "n one vv", "o one ..")
    assert found.caught_only_by("0") == ("m",)
    assert found.caught_only_by("1") == ("m",)


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
    """In all styles, those that stand between the leaf and infinity."""
    found = matrix(MINIMAX, text, mistakes=STARTS)
    assert set(STARTS) - set(found.uncaught()) == caught


def test_what_is_accepted_is_not_caught() -> None:
    """The last of two equal actions is right unless the first is asked for."""
    for ties, missed in ("any", ("last_action",)), ("first", ()):
        question = replace(MINIMAX, ties=ties)
        found = matrix(
            question, "tree: [4, 4]", mistakes=("last_action",), styles=("helper",)
        )
        assert found.uncaught() == missed


def test_a_style_may_hide_what_another_shows() -> None:
    """Both play the first action, which is right; one has searched nothing for it."""
    found = matrix(MINIMAX, FIGURE, "tree: [1, 2]", mistakes=("first_action",))
    styles = [row.style for row in found.rows]
    searched, unsearched = styles.index("textbook"), styles.index("alternating")
    figure = found.without("1")
    assert searched in figure.missed()
    assert unsearched not in figure.missed()
    assert figure.uncaught() == ("first_action",)
    assert found.uncaught() == (), "2 is better than 1 in every style"


# What it costs


def paying(points: float, *wrong: tuple[str, ...]) -> Column:
    """A test whose value is worth one point and whose action so many."""
    shares = Points((("value", 1.0), ("action", points)))
    (column,) = drawn(*(f"m{n} one a" for n in range(len(wrong)))).columns
    return replace(column, wrong=wrong, points=shares)


def test_a_mistake_costs_what_it_has_wrong() -> None:
    """In the style that loses least, over all trees, of all that these pay."""
    found = drawn("m one vv", "m two va", "n one a.")
    columns = (
        paying(3, ("value", "action"), ("value",), ("action",)),
        paying(1, ("value",), ("action", "visits"), ()),
    )
    found = replace(
        found,
        columns=tuple(
            replace(c, wrong=p.wrong, points=p.points)
            for c, p in zip(found.columns, columns, strict=True)
        ),
    )
    costs = [(cost.mistake, cost.percent) for cost in found.costs()]
    assert costs == [("m", pytest.approx(100 * 2 / 6)), ("n", 50)]


def test_what_no_tree_catches_has_no_cost() -> None:
    """That it gets through is said of it already."""
    assert drawn("m one .").costs() == ()


# What is told apart


def test_what_does_the_same_in_any_styles_is_not_told_apart() -> None:
    """A style of n does what a style of m does."""
    found = drawn("m one x", "m two y", "n one y", "n two z", "o one w")
    assert found.clashes() == ((1, 2),)
    assert found.alike() == (("m", "n"),)
    assert found.groups() == (("m", "n"), ("o",))
    assert found.told_apart() == 1
    assert found.pairs() == (2, 3)


def test_one_mistake_may_do_the_same_in_all_styles() -> None:
    """It is one mistake."""
    assert drawn("m one x", "m two x", "n one y").told_apart() == 2


def test_what_is_like_a_third_is_alike() -> None:
    """Two in one style, and one of them and another in a second style."""
    found = drawn("m one x", "n one x", "n two y", "o two y", "p one z")
    assert found.alike() == (("m", "n", "o"),)


def test_two_are_told_apart_by_any_tree() -> None:
    """On the second they do not do the same."""
    found = drawn("m one xx", "n one xy")
    assert found.alike() == ()
    assert found.without("1").alike() == (("m", "n"),)


def test_the_same_in_other_words_is_not_held_against_the_trees() -> None:
    """Rows of one kind no tree could part; one of another kind could be parted."""
    same = ("m one x k", "n two x k")
    assert drawn(*same).told_apart() == 2
    found = drawn(*same, "o one x")
    assert found.clashes() == ((0, 1, 2),)


def test_start_values_do_the_same_where_children_are_worse() -> None:
    """0 is found by both that start from 0 at MAX, -10 by another, -20 by the rest."""
    names = ("initial_zero", "initial_zero_at_max", "initial_10", *STARTS[2:4])
    found = matrix(MINIMAX, SMALL_START, mistakes=names)
    assert set(found.alike()) == {
        ("initial_zero", "initial_zero_at_max"),
        ("initial_100", "initial_1000"),
    }
    assert found.told_apart() == 1
    assert found.pairs() == (8, 10)


def kind(found: Matrix, name: str, style: str) -> int:
    """The kind of a mistake's row."""
    (row,) = [row for row in found.rows if (row.name, row.style) == (name, style)]
    return row.kind


def test_programs_are_tried_on_other_trees_too() -> None:
    """MIN that takes the largest, and a helper that never asks who moves, are one.

    Two start values are not, though the tree shows neither.
    """
    largest, ever = "largest_in_both", "max_at_every_level"
    found = matrix(MINIMAX, FIGURE, mistakes=(largest, ever, *STARTS[2:4]))
    textbook = kind(found, largest, "textbook")
    assert textbook == kind(found, ever, "helper")
    assert textbook != kind(found, ever, "textbook"), "MIN's own turn crashes"
    hundred, thousand = (kind(found, name, "textbook") for name in STARTS[2:4])
    assert hundred != thousand
    assert set(found.uncaught()) == {*STARTS[2:4]}, "they are rows for all that"


def test_a_mistake_has_a_row_in_each_style_in_which_it_can_be_made() -> None:
    """Lists of values have no start, and one function for both none of MAX's alone."""
    found = matrix(MINIMAX, FIGURE, mistakes=("initial_10", "initial_zero_at_max"))
    styles: dict[str, set[str]] = {}
    for row in found.rows:
        styles.setdefault(row.name, set()).add(row.style)
    both, at_max = styles["initial_10"], styles["initial_zero_at_max"]
    assert {"textbook", "helper", "pairs", "negamax"} <= both
    assert {"textbook", "helper", "pairs"} <= at_max
    assert "comprehensions" not in both | at_max
    assert "negamax" not in at_max


# Trees that add nothing


def test_a_tree_adds_nothing_beside_its_like() -> None:
    """Of two trees alike each can go, but not both; the third is needed."""
    found = drawn("m one v.v", "n one .v.")
    assert found.idle() == ("0", "2")
    left = found.thinned(("0", "2"))
    assert [column.name for column in left.columns] == ["1", "2"]


def test_a_tree_that_only_tells_apart_adds_something() -> None:
    """Both are caught by the first; the second parts them."""
    found = drawn("m one vv", "n one v.")
    assert found.without("1").uncaught() == ()
    assert found.idle() == ()


def test_a_tree_that_catches_one_style_more_adds_something() -> None:
    """Without the second the mistake gets through in its second style."""
    assert drawn("m one vv", "m two .v").idle() == ("0",)
    assert drawn("m one v.", "m two .v").idle() == ()


# What students see


def test_a_diagnosis_is_made_of_the_visible_trees() -> None:
    """The two are told apart by a hidden one alone."""
    found = hidden(drawn("m one xx", "n one xy"), "1")
    assert found.told_apart() == 2
    assert found.on_visible().told_apart() == 0


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
