"""How much of the way to the fewest leaves an order of moves has gone."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from autograder.answers.file import Answer, Answers
from autograder.assignment.questions import Case, Question, unpaid_facets
from autograder.assignment.signature import textbook
from autograder.judging.verdicts import Verdict
from autograder.kinds.search.judging import CaseResult, judge
from autograder.kinds.search.signatures import Sheet
from autograder.observing.observation import Observation, Observed
from autograder.observing.outcome import Returned
from autograder.sandbox.oracle import Misorder
from autograder.trees.file import parse
from autograder.trees.tree import GameTree
from autograder.trees.values import best_actions, exact_values

# In the tree's order nine leaves; C first, each of its rivals is cut by its first leaf,
# if that is tried first: five, by hand.
TREE = parse(
    "tree: {A: {B: {B1: 9, B2: 8, B3: 1}, C: {C1: 14, C2: 12, C3: 11},"
    " D: {D1: 10, D2: 7, D3: 2}}}"
)
IN_ORDER = ("A", "B", "B1", "B2", "B3", "C", "C1", "C2", "C3", "D", "D1")
BEST = ("A", "C", "C1", "C2", "C3", "B", "B1", "D", "D1")
OF_TIES = parse("tree: {A: {B: {B1: 3, B2: 4, B3: 5}, C: {C1: 3, C2: 9, C3: 9}}}")
QUESTION = Question(
    name="ordering",
    module="ordering",
    search="",
    conventions=("equality", "strict"),
    accept=("equality", "strict"),
    order="any",
    facets=("value", "visits", "saved_50", "saved_90"),
    recorded=textbook("alpha", "beta"),
    peeks=True,
)


def judged(
    visited: Sequence[str],
    peeked: Sequence[str] = (),
    tree: GameTree = TREE,
    wrong: Misorder | None = None,
    recorded: tuple[Sequence[str], Sequence[str]] = (BEST, BEST),
) -> CaseResult:
    """What is found of a search that visited these nodes, in this order."""
    values = exact_values(tree)
    value = values["A"]
    assert isinstance(value, int)
    answers = {
        name: Answer(value, None, tuple((label,) for label in each), (), {})
        for name, each in zip(QUESTION.conventions, recorded, strict=True)
    }
    right = Answers(
        tree.fingerprint(), values, best_actions(tree, values), {"ordering": answers}
    )
    case = Case(QUESTION, "tree", tree, points=unpaid_facets(QUESTION.facets))
    call = Observation(
        function="max_value",
        signature="max_value(game, state, alpha, beta)",
        outcome=Returned("int", number=value),
        visited=tuple(visited),
        peeked=tuple(peeked),
        misordered=wrong,
    )
    no_action = Observation("", "", Returned("no_action"))
    return judge(Sheet(case, right), Observed((call, no_action)))


def saved(result: CaseResult) -> tuple[int, int, int, int]:
    """The leaves, those of the tree's order, the fewest, and the share in percent."""
    found = result.findings[-1].visits.savings
    assert found is not None
    return found.leaves, found.in_tree_order, found.fewest, int(found.percent)


def verdicts(result: CaseResult) -> list[Verdict]:
    """Of half and of nine tenths of the way."""
    return [f.verdict for f in result.findings if f.facet.startswith("saved")]


def test_the_best_order_has_gone_all_the_way() -> None:
    """Seven leaves in the tree's order; five in the best: too little to be asked."""
    assert judged(BEST).verdict is Verdict.CORRECT
    assert judged(BEST).findings[-1].visits.savings is None
    wide = parse(WIDE)
    assert saved(judged(WIDE_BEST, tree=wide, recorded=(WIDE_BEST,) * 2)) == (
        *(6, 12, 6, 100),
    )


WIDE = (
    "tree: {A: {B: {B1: 2, B2: 1, B3: 3, B4: 4}, C: {C1: 6, C2: 7, C3: 8, C4: 5},"
    " D: {D1: 13, D2: 12, D3: 11, D4: 10}}}"
)
WIDE_IN_ORDER = ("A", *(f"{node}{n}" for node in "BCD" for n in ("", 1, 2, 3, 4)))
WIDE_BEST = ("A", "D", "D1", "D2", "D3", "D4", "B", "B1", "C", "C1")
WIDE_HALF = ("A", "C", "C1", "C2", "C3", "C4", "B", "B1", "D", "D1", "D2", "D3", "D4")


@pytest.mark.parametrize(
    "visited, peeked, share, expected",
    [
        (WIDE_BEST, (), (6, 12, 6, 100), [Verdict.CORRECT, Verdict.CORRECT]),
        (WIDE_HALF, (), (9, 12, 6, 50), [Verdict.CORRECT, Verdict.WRONG_ORDER]),
        (WIDE_IN_ORDER, (), (12, 12, 6, 0), [Verdict.WRONG_ORDER] * 2),
        (
            WIDE_BEST,
            ("B", "C", "D", "B2", "D1"),
            (7, 12, 6, 83),
            [Verdict.CORRECT, Verdict.WRONG_ORDER],
        ),
    ],
)
def test_each_share_is_asked_of_the_leaves_evaluated(
    visited: tuple[str, ...],
    peeked: tuple[str, ...],
    share: tuple[int, ...],
    expected: list[Verdict],
) -> None:
    """A leaf that was peeked at counts, once; an inner node that was, does not."""
    result = judged(visited, peeked, parse(WIDE), recorded=(WIDE_BEST,) * 2)
    assert (saved(result), verdicts(result)) == (share, expected)


def test_wrong_cuts_save_nothing() -> None:
    """Who leaves out what is needed is not paid for the leaves."""
    result = judged(WIDE_BEST[:-1], (), parse(WIDE), recorded=(WIDE_BEST,) * 2)
    assert verdicts(result) == [Verdict.WRONG_VISITS] * 2


def test_an_order_that_loses_actions_is_none() -> None:
    """Whatever it saves."""
    lost = Misorder("A", missing=("B",))
    result = judged(WIDE_BEST, (), parse(WIDE), lost, recorded=(WIDE_BEST,) * 2)
    assert verdicts(result) == [Verdict.WRONG_ORDER] * 2


TIES = (
    "tree: {A: {B: {B1: 4, B2: 3, B3: 2, B4: 1}, C: {C1: 5, C2: 7, C3: 8, C4: 9},"
    " D: {D1: 5, D2: 6, D3: 6, D4: 6}}}"
)
TIES_BEST = ("A", "C", "C1", "C2", "C3", "C4", "B", "B1", "D", "D1")
TIES_STRICT = (*TIES_BEST, "D2", "D3", "D4")


def test_the_way_is_that_of_the_convention_followed() -> None:
    """Who goes on where a value ties has other fewest leaves: 9, and not 6."""
    recorded = TIES_BEST, TIES_STRICT
    tree = parse(
        TIES.replace("B1: 1, B2: 9, B3: 9, B4: 9", "B1: 4, B2: 3, B3: 2, B4: 1")
    )
    assert saved(judged(TIES_STRICT, (), tree, recorded=recorded))[::2] == (9, 9)
    assert saved(judged(TIES_BEST, (), tree, recorded=recorded))[::2] == (6, 6)
