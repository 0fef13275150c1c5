"""The sentence on a first wrong step: by examples from lectures, and as true claims.

The examples are derived by hand from AIMA, 4th edition, section 5.2, and from Amy
Greenwald's lecture on alpha-beta.
"""

from __future__ import annotations

import re
from math import inf

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from autograder.kinds.search.judging import WrongReturn
from autograder.kinds.search.stepwords import (
    number,
    return_sentence,
    step_sentence,
    window_text,
)
from autograder.kinds.search.visits import Rule, compare
from autograder.kinds.search.walk import (
    EQUALITY,
    STRICT,
    Bounds,
    FirstWrongStep,
    SearchedChild,
    walk,
)
from autograder.trees import file as treefile
from autograder.trees.tree import GameTree, Window
from tests.plainsearch import (
    BOTH,
    FULL,
    AlphaBeta,
    exact_values,
    tampered,
    tree_of,
    trees,
    windows,
)
from tests.small import ROOT, examples

LECTURES = ROOT / "test_trees" / "lectures"
AIMA = treefile.load(LECTURES / "aima_fig_5_2.yaml")
GREENWALD = treefile.load(LECTURES / "greenwald_example_2.yaml")
NIM = treefile.load(LECTURES / "greenwald_nim_window.yaml")


def said(tree: GameTree, visited: str, window: Window | None = FULL) -> str:
    """What is said of these visits, where cuts on equality are accepted."""
    values = exact_values(tree)
    step = walk(tree, values, tuple(visited.split()), window, EQUALITY).wrong
    assert step is not None
    return step_sentence(step)


def test_greenwalds_second_example() -> None:
    """B is worth 0.5; at C, MIN can have 0.25; so E is cut."""
    assert said(GREENWALD, "A B C D E") == (
        "First wrong step: C is MIN, v ≤ 0.25 after D = 0.25, and MAX already has 0.5 "
        "at A (α): the rest below C cannot matter, but your code went on to E."
    )


def test_aimas_cut_at_c() -> None:
    """Figure 5.5: after C1 = 2, C is worth 2 at most, and B is worth 3."""
    assert said(AIMA, "A B B1 B2 B3 C C1 C2 C3 D D1 D2 D3") == (
        "First wrong step: C is MIN, v ≤ 2 after C1 = 2, and MAX already has 3 at A "
        "(α): the rest below C cannot matter, but your code went on to C2."
    )


def test_aimas_last_leaf() -> None:
    """D may be worth 5 after two leaves: D3 is needed."""
    assert said(AIMA, "A B B1 B2 B3 C C1 D D1 D2") == (
        "First wrong step: D is MIN, v ≤ 5 after D1 = 14, D2 = 5: the window is (3, 5),"
        " so D3 can still matter, and your code left it out."
    )


def test_a_window_at_the_root() -> None:
    """Who searches Nim knowing that −1 is the least stops at B's first −1."""
    assert said(NIM, "A B D I N J", (-1, 1)) == (
        "First wrong step: D is MAX, v ≥ 1 after I = 1, and the search began with "
        "β = 1: the rest below D cannot matter, but your code went on to J."
    )
    assert said(NIM, "A B D I N E K F", (-1, 1)) == (
        "First wrong step: B is MIN, v ≤ -1 after D = 1, E = -1, and the search began "
        "with α = -1: the rest below B cannot matter, but your code went on to F."
    )


def test_nothing_known_yet() -> None:
    """A first child is always needed."""
    assert said(AIMA, "A") == (
        "First wrong step: A is MAX, none of its children known yet: the window is "
        "(-∞, ∞), so B can still matter, and your code left it out."
    )


def test_minimax_has_no_window() -> None:
    """There the reason is that it looks at all."""
    assert said(AIMA, "A B B1 B2", None) == (
        "First wrong step: B is MIN, v ≤ 3 after B1 = 3, B2 = 12: minimax looks at "
        "every child, so at B3 too, and your code left it out."
    )
    assert said(AIMA, "A", None) == (
        "First wrong step: A is MAX, none of its children known yet: minimax looks at "
        "every child, so at B too, and your code left it out."
    )


def test_a_tie_where_strict_cuts_alone_are_accepted() -> None:
    """C ties with B: who is strict goes on to see whether C is exactly 3."""
    tree = tree_of({"A": {"B": 3, "C": {"C1": 3, "C2": 1}}})
    step = walk(tree, exact_values(tree), ("A", "B", "C", "C1"), FULL, STRICT).wrong
    assert step is not None
    assert step_sentence(step) == (
        "First wrong step: C is MIN, v ≤ 3 after C1 = 3: v only equals the bound, and "
        "a strict search goes on to C2, and your code left it out."
    )


def test_a_first_child_is_not_explained_by_a_v() -> None:
    """At E, entered with α = β = 0, nothing is known that could equal a bound."""
    tree = tree_of({"A": {"B": 0, "C": {"D": 0, "E": {"F": 0}}}})
    visited = ("A", "B", "C", "D", "E")
    step = walk(tree, exact_values(tree), visited, FULL, STRICT).wrong
    assert step is not None
    assert (step.node, step.v, step.child) == ("E", None, "F")
    assert step_sentence(step) == (
        "First wrong step: E is MAX, none of its children known yet: the bounds tie, "
        "and a strict search goes on to F, and your code left it out."
    )


def test_of_many_children_the_last_are_listed() -> None:
    """A wide node does not fill the page."""
    known = tuple(SearchedChild(f"B{i}", i, i) for i in range(9))
    step = FirstWrongStep(
        node="B",
        to_move="max",
        bounds=Bounds(),
        searched=known,
        v=8,
        child="B9",
        visited=False,
        position=10,
    )
    assert "v ≥ 8 after 5 more and B5 = 5, B6 = 6, B7 = 7, B8 = 8:" in step_sentence(
        step
    )


CLAIM = re.compile(r"(\S+) ([=≤≥]) (-?[\d.]+)(?=[,: ])")
ALREADY = re.compile(r"(MAX|MIN) already has (-?[\d.]+) at (\S+) ")


def some_step(tree: GameTree, window: Window, data: st.DataObject) -> FirstWrongStep:
    """The first wrong step of a search that decides otherwise in some places."""
    stops = data.draw(st.sampled_from([BOTH, frozenset[str]()]))
    made = AlphaBeta(tree, stops=stops).run(window)
    values = exact_values(tree)
    sets = tuple(walk(tree, values, (), window, p).needed for p in (EQUALITY, STRICT))
    step = compare(tampered(tree, made, data), Rule(tree, values, window, sets)).step
    assume(step is not None)
    assert step is not None
    return step


def assert_unsure(
    step: FirstWrongStep, exact: dict[str, float], claimed: float
) -> None:
    """`v = 3` says what the calls return, where no child is sure to be that good."""
    best = max if step.to_move == "max" else min
    assert claimed == best(child.returned for child in step.searched)
    for child in step.searched:
        if child.returned == claimed:
            assert exact[child.label] != best(claimed, exact[child.label])


def assert_true(tree: GameTree, step: FirstWrongStep, window: Window) -> None:
    """Each claim of the sentence holds of the exact values."""
    text = step_sentence(step)
    exact = exact_values(tree)
    best = max if step.to_move == "max" else min
    known = [exact[child.label] for child in step.searched]
    for label, sign, claimed in CLAIM.findall(text):
        if label in ("α", "β"):
            assert float(claimed) in window
            continue
        if (label, sign) == ("v", "="):
            assert_unsure(step, exact, float(claimed))
            continue
        value = best(known) if label == "v" else exact[label]
        holds = {"=": value == float(claimed), "≤": value <= float(claimed),
                 "≥": value >= float(claimed)}  # fmt: skip
        assert holds[sign], text
    for player, claimed, label in ALREADY.findall(text):
        has = exact[label] - float(claimed)
        assert has >= 0 if player == "MAX" else has <= 0, text


def test_a_bound_is_not_told_as_a_value() -> None:
    """C, cut after C1 = 2, is worth 1: what is known of it is C ≤ 2."""
    tree = tree_of({"A": {"B": 3, "C": {"C1": 2, "C2": 1}, "D": 5}})
    visited = ("A", "B", "C", "C1")
    step = walk(tree, exact_values(tree), visited, FULL, EQUALITY).wrong
    assert step is not None
    assert step.child == "D"
    assert "v ≥ 3 after B = 3, C ≤ 2:" in step_sentence(step)
    assert_true(tree, step, FULL)


def test_a_bound_of_the_window_is_not_told_as_a_value() -> None:
    """B, cut at α = −1, is worth −2: that v ≥ −1 at A is not known.

    What is known is that the call at B returned −1, which v now is.
    """
    tree = tree_of({"A": {"B": {"B1": -1, "B2": -2}, "C": 0}})
    step = walk(tree, exact_values(tree), ("A", "B", "B1"), (-1, 1), EQUALITY).wrong
    assert step is not None
    assert step.child == "C"
    assert "A is MAX, v = -1 after B ≤ -1:" in step_sentence(step)
    assert_true(tree, step, (-1, 1))


@given(trees, windows, st.data())
@settings(max_examples=examples(60))
def test_every_claim_is_true(
    tree: GameTree, window: Window, data: st.DataObject
) -> None:
    """`B = 3` says the value of B, `C ≤ 2` a bound of it; `already has` what is there.

    And v ≥ 3 says that the children known guarantee MAX so much.
    """
    step = some_step(tree, window, data)
    assert_true(tree, step, window)


@given(trees, windows, st.data())
@settings(max_examples=examples(60))
def test_the_reason_is_the_reason(
    tree: GameTree, window: Window, data: st.DataObject
) -> None:
    """Where nothing can matter v is as bad as what the other has; else it is not."""
    step = some_step(tree, window, data)
    assert step.bounds is not None
    text = step_sentence(step)
    if step.visited:
        assert isinstance(step.v, (int, float))
        other = step.bounds.beta if step.to_move == "max" else step.bounds.alpha
        if "are both" in text:
            assert step.bounds.alpha == step.bounds.beta != step.v
            return
        assert step.v >= other if step.to_move == "max" else step.v <= other, text
        assert number(other) in text
        assert "v = " not in text, "nothing is cut for a bound that is not sure"
    elif "only equals the bound" in text:
        assert step.v in (step.bounds.alpha, step.bounds.beta)
        assert step.bounds.alpha == step.bounds.beta
    elif "the bounds tie" in text:
        assert step.v != step.bounds.alpha
        assert step.bounds.alpha == step.bounds.beta
    else:
        assert step.bounds.alpha < step.bounds.beta, text


def test_a_window_with_nothing_in_it_is_told_as_such() -> None:
    """D is MAX with v = -1, and α = β = 0 from above: MIN's 0 alone cuts nothing."""
    step = FirstWrongStep(
        node="D",
        to_move="max",
        bounds=Bounds(0, 0, "", "A"),
        searched=(SearchedChild("J", -1, -1),),
        v=-1,
        child="K",
        visited=True,
        position=7,
    )
    text = step_sentence(step)
    assert "after J = -1, and α and β are both 0, with nothing between them" in text
    assert "MIN already has 0" not in text


@pytest.mark.parametrize(
    "v, said", [(0, "v only equals the bound"), (1, "the bounds tie")]
)
def test_a_strict_search_that_stops_where_the_bounds_tie(v: int, said: str) -> None:
    """MIN has v = 1 where α = β = 0: it is the bounds that tie, and not v with them."""
    known = (SearchedChild("H", v, v),)
    step = FirstWrongStep(
        node="G",
        to_move="min",
        bounds=Bounds(0, 0, "C", "A"),
        searched=known,
        v=v,
        child="I",
        visited=False,
        position=7,
    )
    assert f": {said}, and a strict search goes on to I" in step_sentence(step)


@given(trees, st.one_of(windows, st.none()), st.data())
def test_a_sentence_is_a_sentence(
    tree: GameTree, window: Window | None, data: st.DataObject
) -> None:
    """It begins and ends as one, and has no gap where nothing is known."""
    visited = data.draw(st.sets(st.sampled_from(tree.labels())))
    found = tuple(label for label in tree.labels() if label in visited)
    step = walk(tree, exact_values(tree), found, window, EQUALITY).wrong
    assume(step is not None)
    assert step is not None
    text = step_sentence(step)
    assert re.fullmatch(r"First wrong step: \S+ is (MAX|MIN), .+\.", text)
    assert "None" not in text
    assert "  " not in text
    assert " ," not in text
    assert "inf" not in text
    assert "after :" not in text


def test_where_a_value_goes_wrong_by_what_came_back() -> None:
    """The state, what it is worth and why, and what the submission had for it."""
    _, b, c, *_ = GREENWALD.nodes
    children = (("D", 0.25), ("E", 0.75))
    wrong = WrongReturn(c, 0.25, inf, children, horizon=False, right=())
    assert return_sentence(wrong) == (
        "First wrong value: C is MIN and worth 0.25, the smallest of D = 0.25, E = "
        "0.75; your code found ∞."
    )
    leaf = WrongReturn(b, 0.5, 1, (), horizon=False, right=())
    assert return_sentence(leaf) == (
        "First wrong value: B is terminal and worth 0.5; your code found 1."
    )
    estimated = WrongReturn(c, 0.25, 1, (), horizon=True, right=())
    assert return_sentence(estimated) == (
        "First wrong value: C is at the horizon and worth 0.25, its estimate; your "
        "code found 1."
    )


@pytest.mark.parametrize(
    "value, text",
    [
        (3, "3"),
        (3.0, "3"),
        (0.25, "0.25"),
        (-0.0, "0"),
        (0.7 * 3 + 0.3 * -7, "0"),  # floats leave -4.4e-16
        (1e-6, "1e-06"),
        (-1, "-1"),
        (inf, "∞"),
        (-inf, "-∞"),
    ],
)
def test_numbers_as_the_field_writes_them(value: float, text: str) -> None:
    """Without a point where there is nothing behind it."""
    assert number(value) == text


def test_windows_as_the_field_writes_them() -> None:
    """(α, β)."""
    assert window_text((-inf, 0.5)) == "(-∞, 0.5)"
