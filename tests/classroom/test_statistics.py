"""What a class did, in numbers, each worked out by hand or in another way."""

from __future__ import annotations

import math
from dataclasses import replace
from statistics import fmean, pstdev

import pytest

from autograder.classroom import summary
from autograder.classroom.page import statistics
from autograder.classroom.page.statistics import (
    ALL_PASS,
    NO_SPREAD,
    NONE_PASSES,
    TOO_FEW,
    Bin,
    TreeShare,
    histogram,
    quartiles,
)
from tests.classroom.class_at_random import course as at_random
from tests.classroom.class_by_hand import (
    QUESTION,
    course,
    did,
    names,
    row_of,
    together,
)

# -- Points ----------------------------------------------------------------------------


def test_bins_are_of_a_round_width() -> None:
    """An edge belongs to the bin above, but full points to the last."""
    assert histogram([0, 1, 1.5, 4], 4) == (
        *(Bin(0, 0.5, 1), Bin(0.5, 1, 0), Bin(1, 1.5, 1), Bin(1.5, 2, 1)),
        *(Bin(2, 2.5, 0), Bin(2.5, 3, 0), Bin(3, 3.5, 0), Bin(3.5, 4, 1)),
    )


@pytest.mark.parametrize(
    "most, width, count",
    [(100, 10, 10), (40, 5, 8), (25, 2.5, 10), (7, 1, 7), (3, 0.5, 6), (0.3, 0.05, 6)],
)
def test_ten_bins_at_most(most: float, width: float, count: int) -> None:
    """For whatever an assignment is worth."""
    bins = histogram([], most)
    assert [bins[0].low, bins[0].high, len(bins)] == [0, width, count]
    assert bins[-1].high == pytest.approx(most)


def test_points_at_an_edge_are_in_the_bin_above() -> None:
    """Also where adding fractions left a little more or less."""
    bins = histogram([0.1 + 0.2, 0.3, 3 * 0.1, 0.7, 0.1 + 0.6], 1)
    assert [each.students for each in bins] == [0, 0, 0, 3, 0, 0, 0, 2, 0, 0]


def test_points_beyond_the_ends_have_bins() -> None:
    """A bonus or a penalty of an instructor is seen."""
    bins = histogram([-3, 12], 10)
    assert (bins[0].low, bins[-1].high) == (-4, 12)
    assert [each.students for each in bins] == [1, 0, 0, 0, 0, 0, 0, 1]


@pytest.mark.parametrize("most", [0.0, 10.0])
def test_every_student_is_in_one_bin(most: float) -> None:
    """Wherever, and where there are no points to be had."""
    found = [0.0, 0.0, most, most / 3]
    assert sum(each.students for each in histogram(found, most)) == 4


def test_the_quartiles() -> None:
    """They lie between the two nearest."""
    assert quartiles([4, 0, 1, 2]) == [0.75, 1.5, 2.5]
    assert quartiles([3]) == [3, 3, 3]


def test_what_counts_is_what_an_override_says() -> None:
    """And who has no grade is not among the points."""
    rows = [did("A"), replace(did("B"), points=1.0), replace(did("C"), points=None)]
    (earned,) = statistics.points_by_maximum(course(rows)).values()
    assert earned == [3.0, 1.0]


# -- Mistakes and conventions ----------------------------------------------------------


def test_mistakes_count_students() -> None:
    """That of most first; two members of one submission are two."""
    rows = [
        did("A", "055", diagnosis="zero", title="Zero is none"),
        *together(did("B", "955", diagnosis="max", title="MAX"), "B", "C"),
        did("D"),
        did("E", "377"),
    ]
    found = statistics.named_mistakes(course(rows), QUESTION)
    assert [(each.key, each.title, names(each.rows)) for each in found] == [
        ("max", "MAX", ["B", "C"]),
        ("zero", "Zero is none", ["A"]),
    ]


def test_changes_of_one_kind_in_one_role_are_one() -> None:
    """Each student has lines of his own; a question leads to them."""
    kind = {"diagnosis": "comparison", "title": "With a change in line 8 alone, ..."}
    rows = [
        did("A", "055", **kind, role="cut", lines="minimax.py:8"),
        did("B", "955", **kind, role="cut", lines="minimax.py:21"),
        did("C", "055", **kind, role="value", lines="minimax.py:3"),
        did("D", "077", diagnosis="other", role="value", lines="minimax.py:5, 6"),
    ]
    found = statistics.named_mistakes(course(rows), QUESTION)
    assert [(each.title, names(each.rows), each.lines) for each in found] == [
        ("comparison, where it cuts", ["A", "B"], ("minimax.py:8", "minimax.py:21")),
        ("comparison, where a value is made", ["C"], ("minimax.py:3",)),
        ("another change, where a value is made", ["D"], ("minimax.py:5, 6",)),
    ]
    assert found[0].explanation.startswith("What should happen here when both are")
    (told,) = summary.cause_sentences(course(rows))
    assert told.startswith(
        "minimax: 4 students are not right; the lines to change were found for 4 of "
        "them: "
        "comparison, where it cuts (2); comparison, where a value is made (1); "
    )


def test_conventions_count_students() -> None:
    """Who follows none is not counted."""
    rows = [
        did("A", convention="strict"),
        did("B", convention="equality"),
        did("C", convention="equality"),
        did("D"),
    ]
    found = statistics.conventions(course(rows), QUESTION)
    assert found == (("equality", 2), ("strict", 1))


# -- Trees -----------------------------------------------------------------------------


def test_trees_count_students() -> None:
    """The hardest first; what came back, and what is right."""
    rows = [did("A"), *together(did("B", "355"), "B", "C"), did("D", "055")]
    hardest, *_ = statistics.trees(course(rows), QUESTION)
    assert hardest == TreeShare(
        tree="c",
        passed=1,
        students=4,
        correlation=None,
        why=TOO_FEW,
        returned=(("5", 3), ("7", 1)),
        right="7",
    )
    shares = statistics.trees(course(rows), QUESTION)
    assert [(each.tree, each.passed) for each in shares] == [
        ("c", 1),
        ("a", 3),
        ("b", 4),
    ]


def test_a_tree_that_nobody_passes_has_no_right_value() -> None:
    """None is known from students."""
    (share, *_) = statistics.trees(course([did("A", "057")]), QUESTION)
    assert (share.tree, share.right) == ("a", "")


def correlations(*groups: tuple[int, str]) -> dict[str, tuple[float | None, str]]:
    """By tree, of so many students each who return this."""
    rows = [
        did(f"{back} {place}", back) for count, back in groups for place in range(count)
    ]
    shares = statistics.trees(course(rows), QUESTION)
    return {each.tree: (each.correlation, each.why) for each in shares}


def test_a_correlation_by_hand() -> None:
    """10 pass all, 10 fail a and b: a with b + c, which is 2 or 1, is 1; c has all."""
    found = correlations((10, "357"), (10, "007"))
    assert found["a"][0] == pytest.approx(1.0)
    assert found["b"][0] == pytest.approx(1.0)
    assert found["c"] == (None, ALL_PASS)


def test_a_correlation_against_the_rest() -> None:
    """Who passes a fails b and c."""
    found, _ = correlations((10, "300"), (10, "057"))["a"]
    assert found == pytest.approx(-1.0)


def test_where_there_is_no_correlation() -> None:
    """With 19 submissions; where none passes; where the rest is the same for all."""
    assert correlations((10, "357"), (9, "000"))["a"] == (None, TOO_FEW)
    found = correlations((10, "307"), (10, "300"))
    assert found["b"] == (None, NONE_PASSES)
    assert found["c"] == (None, NO_SPREAD)


def test_members_of_one_submission_are_one_point_of_a_correlation() -> None:
    """20 students of 10 submissions are too few."""
    rows = [
        row
        for place in range(10)
        for row in together(did(f"{place}", "357" if place % 2 else "000"), "A", "B")
    ]
    shares = statistics.trees(course(rows), QUESTION)
    assert {(each.students, each.why) for each in shares} == {(20, TOO_FEW)}


def test_points_on_the_same_tree_of_another_question_are_not_elsewhere() -> None:
    """Of two questions on the trees a, b, c, two trees of each are the others."""
    rows = []
    for place in range(20):
        one = did("", "357" if place % 2 else "057")
        two = did("", "057" if place % 2 else "357", question="other")
        assert one.graded
        assert two.graded
        tests = (*one.graded.tests, *two.graded.tests)
        questions = (*one.graded.questions, *two.graded.questions)
        graded = replace(one.graded, questions=questions, tests=tests)
        rows.append(row_of(f"{place}", graded))
    shares = statistics.trees(course(rows), "other")
    assert [each.why for each in shares if each.tree == "a"] == [NO_SPREAD]


def test_correlations_are_point_biserial() -> None:
    """(M₁ − M₀)/s · √(pq), by Lev's formula, for each tree of a random class."""
    made = at_random(students=120, seed=3)
    submitted = [row.graded for row in made.rows if row.graded]
    checked = 0
    for share in statistics.trees(made, "alpha_beta"):
        groups: dict[bool, list[float]] = {True: [], False: []}
        for graded in submitted:
            rest = sum(t.points or 0 for t in graded.tests if t.tree != share.tree)
            for test in graded.tests:
                if (test.question, test.tree) == ("alpha_beta", share.tree):
                    groups[test.passed].append(rest)
        every = [*groups[True], *groups[False]]
        p = len(groups[True]) / len(every)
        apart = fmean(groups[True]) - fmean(groups[False])
        expected = apart / pstdev(every) * math.sqrt(p * (1 - p))
        assert share.correlation == pytest.approx(expected)
        checked += 1
    assert checked == 10
