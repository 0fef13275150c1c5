"""Trees that close gaps: the smallest, none too many, and the same each time."""

from __future__ import annotations

from functools import cache

from autograder.kinds.search.matrix import Matrix, Suggested, suggest
from tests.matrices import FIGURE, MINIMAX, matrix

HIDDEN_BY_THE_FIGURE = (  # its values lie between the starts, and its players alternate
    *("initial_10", "initial_100", "initial_1000", "zero_is_nothing"),
    *("max_calls_itself", "root_is_always_max"),
)


@cache
def of_figure() -> tuple[Matrix, Suggested]:
    """The matrix of some mistakes that AIMA's figure leaves open; what is suggested."""
    found = matrix(MINIMAX, FIGURE, mistakes=HIDDEN_BY_THE_FIGURE)
    return found, suggest(found)


@cache
def mended() -> Matrix:
    """The same on the suggested trees as well, read back from their files' texts."""
    _, suggested = of_figure()
    texts = [suggestion.text() for suggestion in suggested.suggestions]
    return matrix(MINIMAX, FIGURE, *texts, mistakes=HIDDEN_BY_THE_FIGURE)


def test_suggested_trees_close_the_gaps() -> None:
    """They catch what they say."""
    found, suggested = of_figure()
    assert found.uncaught_mistakes()
    assert mended().uncaught_mistakes() == suggested.uncaught == ()
    caught = {name for s in suggested.suggestions for name in s.catches}
    assert caught == set(found.uncaught_mistakes())


def test_no_suggested_tree_can_be_left_out() -> None:
    """Each closes a gap that the others leave open."""
    assert not set(mended().trees_that_add_nothing()) - {"0"}


def test_so_many_trees_are_suggested_at_most() -> None:
    """The search ends with the tree that is the last; it says how far it is."""
    found, _ = of_figure()
    lines: list[str] = []
    assert len(suggest(found, 1, lines.append).suggestions) == 1
    assert lines[0].startswith("minimax: 0 trees found, ")
    assert lines[0].endswith(" left, 0 trees tried")


def test_the_same_is_suggested_each_time() -> None:
    """Nothing depends on chance or on the clock; no two have one name."""
    found, suggested = of_figure()
    assert suggest(found) == suggested
    assert len({s.name for s in suggested.suggestions}) == len(suggested.suggestions)


def test_nothing_is_suggested_where_there_is_no_gap() -> None:
    """All is caught."""
    found = matrix(MINIMAX, "tree: [1, 2]", mistakes=("worst_action",))
    assert found.uncaught_mistakes() == ()
    assert suggest(found) == Suggested((), ())
    lines: list[str] = []
    assert suggest(found, 0, lines.append) == suggest(found)
    assert lines == []


def test_the_suggested_tree_is_derived_by_hand() -> None:
    """MAX's start of -1000 is kept where the only leaf is less: -1001 is the nearest.

    The same leaf catches -100, so that -101 is not suggested beside it.
    """
    pair = ("initial_100", "initial_1000")
    (one,) = suggest(matrix(MINIMAX, "tree: [5]", mistakes=pair)).suggestions
    assert one.catches == pair
    assert one.name == "minimax_initial_100"
    assert one.text() == (
        'title: "A tree with 1 leaf"\n'
        'source: "found by adequacy --suggest to catch initial_100 and initial_1000"\n'
        'players: ["max", "min"]\n'
        'expect: {"value": -1001, "action": "B"}\n'
        'tree: {"A": {"B": -1001}}\n'
    )


# Windows
